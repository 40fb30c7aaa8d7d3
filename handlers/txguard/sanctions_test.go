package txguard

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/txguard/txguardtest"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestOtherListsDoNotStandForOFACs, which has nearly all addresses that are listed.
func TestOtherListsDoNotStandForOFACs(t *testing.T) {
	for lacks, missing := range map[string][]any{
		"nothing":           {},
		"sanctionslist":     {"sanctions"},
		"un.org/securityco": {},
	} {
		answers := append(sanctionstest.Answers(), txguardtest.Answers()...)
		for i := range answers {
			if strings.Contains(answers[i].URL, lacks) {
				answers[i] = upstreamtest.Answer{URL: answers[i].URL, Status: 503}
			}
		}
		world := upstreamtest.New(t, answers...)
		chaintest.Start(t, chaintest.Options{More: txguardtest.Deployments(t)}).Mount(world)
		clock := func() time.Time { return now }
		pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
		chains, err := evm.New(pool, evm.Options{HedgeAfter: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		h, err := New(pool, chains, sanctions.New(pool, names.New()), clock)
		if err != nil {
			t.Fatal(err)
		}
		for _, refresh := range []error{h.blocklist.Refresh(t.Context()), h.sanctioned.Refresh(t.Context())} {
			if refresh != nil && lacks == "nothing" {
				t.Fatal(refresh)
			}
		}

		_, got := handlertest.New(t, "txguard", h.Register).Post("/tx/raw", map[string]any{
			"network": "base", "to": chaintest.Wallet.Hex(), "from": chaintest.Wallet.Hex(), "data": "0x", "value": "1",
		})
		coverage, _ := got["coverage"].(map[string]any)
		if !reflect.DeepEqual(coverage["missing"], missing) {
			t.Errorf("without %s: %v", lacks, coverage)
		}
	}
}
