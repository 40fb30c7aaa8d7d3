package remote

import (
	"path/filepath"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

func TestEveryRecordedFacilitatorAnswerIsUnderstood(t *testing.T) {
	seen := map[string]bool{}
	read := func(name string) []byte {
		t.Helper()
		seen[name] = true
		return samples.Read(t, name)
	}
	for name, reason := range map[string]string{
		"x402/facilitator-verify-response-v1-ok.json":         "",
		"x402/facilitator-verify-response-v2-ok.json":         "",
		"x402/facilitator-verify-response-v1-nonce-used.json": x402.ReasonNonceUsed,
		"x402/facilitator-verify-response-v2-nonce-used.json": x402.ReasonNonceUsed,
		"x402/facilitator-verify-response-v2-expired.json":    x402.ReasonValidBefore,
	} {
		v, err := readVerification(answer{status: 200, body: read(name)})
		if err != nil || v.Valid != (reason == "") || v.Reason != reason || v.Payer == "" {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	for name, want := range map[string]struct {
		status  int
		outcome facilitator.Outcome
		hash    bool
	}{
		"x402/facilitator-settle-response-v1-ok.json":    {200, facilitator.Settled, true},
		"x402/facilitator-settle-response-v2-ok.json":    {200, facilitator.Settled, true},
		"x402/facilitator-settle-response-v2-again.json": {200, facilitator.Unknown, true},
		"cdp/settlement-pending.json":                    {500, facilitator.Unknown, false}, // the page prints no real hash
	} {
		s, err := readSettlement(answer{status: want.status, body: read(name)}, "eip155:8453")
		if err != nil || s.Outcome != want.outcome || (s.Transaction != "") != want.hash {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	s, err := readSupported(answer{status: 200, body: read("x402/facilitator-supported.json")})
	if err != nil || len(s.Kinds) != 2 || len(s.Signers) != 1 {
		t.Errorf("supported: %+v, %v", s, err)
	}
	for _, path := range samples.Glob(t, "x402/facilitator-*-response-*.json") {
		if name := "x402/" + filepath.Base(path); !seen[name] {
			t.Errorf("%s is not read by this test", name)
		}
	}
}
