package evm_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func TestOwnEndpointsComeFirst(t *testing.T) {
	own, public := at(7), at(8)
	world := upstreamtest.New(t)
	world.Handle("node.example.org", own)
	world.Handle(hosts[0], public)
	c := client(t, world, "base", map[string]string{"RPC_URL_BASE": " https://node.example.org/key , "})
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 7 {
		t.Errorf("block %d, %v", n, err)
	}
	own.before = func(w http.ResponseWriter, _ int) bool { w.WriteHeader(500); return true }
	if n, err := c.BlockNumber(t.Context()); err != nil || n != 8 {
		t.Errorf("block %d, %v", n, err)
	}
	alone := client(t, world, "base", map[string]string{"RPC_URL_BASE": "https://node.example.org/key", "RPC_PUBLIC_BASE": "off"})
	if _, err := alone.BlockNumber(t.Context()); !errors.Is(err, upstream.Unavailable) || strings.Contains(err.Error(), "key") {
		t.Errorf("%v", err)
	}
}

func TestNetworkWithoutAnyEndpointIsNotConfigured(t *testing.T) {
	c := client(t, upstreamtest.New(t), "base", map[string]string{"RPC_PUBLIC_BASE": "off"})
	if _, err := c.BlockNumber(t.Context()); !errors.Is(err, upstream.NotConfigured) || !strings.Contains(err.Error(), "RPC_URL_BASE") {
		t.Errorf("%v", err)
	}
}

func TestMalformedSettingsAreRefusedByName(t *testing.T) {
	for _, value := range []string{"ftp://x.example", "x.example", "https://x.example?key=secret", "https://a.example,://"} {
		env := func(name string) (string, bool) { return value, name == "RPC_URL_POLYGON" }
		_, err := evm.New(upstream.NewPool(upstream.Options{}), evm.Options{Lookup: env})
		if err == nil || !strings.Contains(err.Error(), "RPC_URL_POLYGON") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestNetworksAreComplete(t *testing.T) {
	want := "base ethereum arbitrum optimism polygon bnb avalanche gnosis linea scroll celo mantle"
	var got []string
	ids := map[uint64]bool{}
	for _, n := range evm.Networks() {
		got = append(got, n.Name)
		if ids[n.ChainID] || n.CAIP2 != fmt.Sprintf("eip155:%d", n.ChainID) || n.NativeSymbol == "" ||
			n.BlockTime <= 0 || n.WrappedToken == (common.Address{}) {
			t.Errorf("%+v", n)
		}
		ids[n.ChainID] = true
	}
	if strings.Join(got, " ") != want {
		t.Errorf("%v", got)
	}
	seen := map[string]bool{}
	for _, p := range evm.Providers() {
		if err := p.Validate(); err != nil || seen[p.Name] || seen[p.BaseURL] {
			t.Errorf("%s: %v, or twice", p.Name, err)
		}
		seen[p.Name], seen[p.BaseURL] = true, true
	}
	for _, token := range evm.BaseTokens() {
		if found, ok := evm.BaseToken(strings.ToLower(token.Symbol)); !ok || found != token {
			t.Errorf("%s is there twice", token.Symbol)
		}
	}
}

func TestBlockTimesOfBaseAreExact(t *testing.T) {
	base := evm.Networks()[0]
	if at, ok := base.TimeOf(22272752); !ok || at.Unix() != 1731334851 {
		t.Errorf("%v %v", at, ok) // a block whose time is on record
	}
	for block, want := range map[uint64]int64{
		53_556_126: 1793901599,
		53_556_127: 1793901601, // the first of Denim
		53_556_131: 1793901601,
		53_556_132: 1793901602,
	} {
		if at, ok := base.TimeOf(block); !ok || at.Unix() != want {
			t.Errorf("block %d: %v %v", block, at, ok)
		}
	}
	if _, ok := evm.Networks()[1].TimeOf(1); ok {
		t.Error("Ethereum's block times are not exact")
	}
}

func TestBlockSomeTimeBeforeAnother(t *testing.T) {
	base := evm.Networks()[0]
	for _, c := range []struct {
		network *evm.Network
		block   uint64
		ago     time.Duration
		want    uint64
	}{
		{&base, 53_556_137, 0, 53_556_137},
		{&base, 53_556_137, 2 * time.Second, 53_556_127}, // the first of Denim
		{&base, 53_556_137, 2100 * time.Millisecond, 53_556_126},
		{&base, 53_556_137, 4 * time.Second, 53_556_126},
		{&base, 53_556_137, 5 * time.Second, 53_556_125},
		{&base, 53_556_100, 200 * time.Second, 53_556_000},
		{&evm.Networks()[1], 1000, time.Minute, 995},
	} {
		if got, ok := c.network.Before(c.block, c.ago); c.ago > 0 && !ok || got != c.want {
			t.Errorf("%s, %s before %d: %d %v, want %d", c.network.Name, c.ago, c.block, got, ok, c.want)
		}
	}
	if got, ok := base.Before(60_000_000, 10*365*24*time.Hour); ok {
		t.Errorf("before the first block: %d", got)
	}
}
