package dexpool_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/samples"
)

func TestTableOfPools(t *testing.T) {
	pools := dexpool.Pools()
	if len(pools) != 42 {
		t.Errorf("%d pools: a row names a token that is not known", len(pools))
	}
	seen := map[common.Address]bool{}
	headline, ticks := 0, 0
	for _, p := range pools {
		if seen[p.Address] {
			t.Errorf("%s is there twice", p.Address)
		}
		seen[p.Address] = true
		if bytes.Compare(p.Token0.Address[:], p.Token1.Address[:]) >= 0 {
			t.Errorf("%s: tokens out of order", p.Pair())
		}
		if !slices.Contains(dexpool.Quotes(), p.Token0.Symbol) && !slices.Contains(dexpool.Quotes(), p.Token1.Symbol) {
			t.Errorf("%s prices in nothing that has a price", p.Pair())
		}
		if p.Headline {
			headline++
			if p.Dex.Ticks() {
				ticks++
			}
		}
	}
	if headline != 6 || ticks == 0 || ticks == 6 {
		t.Errorf("%d headline pools, %d of them with concentrated liquidity", headline, ticks)
	}
	weth, _ := evm.BaseToken("WETH")
	for _, p := range dexpool.Of(weth.Address) {
		if other, _ := p.Other(weth.Address); other.Symbol != "USDC" && other.Symbol != "CBBTC" {
			t.Errorf("WETH is priced by %s", p.Pair())
		}
	}
	if list := dexpool.Of(common.Address{1}); list != nil {
		t.Errorf("pools of a token that is in none: %v", list)
	}
}

// checkResults are the chain's results for a pool that matches the table.
func checkResults(p dexpool.Pool, factory string) []evm.Result {
	word := func(b []byte) evm.Result { return evm.Result{OK: true, Data: common.LeftPadBytes(b, 32)} }
	list := []evm.Result{
		word(common.FromHex(factory)), word(p.Token0.Address[:]), word(p.Token1.Address[:]), word([]byte{p.Token0.Decimals}), word([]byte{p.Token1.Decimals}),
	}
	if !p.Dex.Ticks() {
		list = append(list, word([]byte{0}))
	}
	return list
}

const (
	aerodrome = "0x420DD381b31aEf6683db6B902084cB0FFECe40Da"
	gaugesV3  = "0xf8f2eB4940CFE7d13603DDDD87f123820Fc061Ef"
	pancake   = "0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865"
)

func TestRowsThatDisagreeWithTheChainAreDropped(t *testing.T) {
	for _, p := range []dexpool.Pool{dexpool.Pools()[0], dexpool.Pools()[4]} {
		factory, wrong := gaugesV3, aerodrome
		if !p.Dex.Ticks() {
			factory, wrong = aerodrome, gaugesV3
		}
		good := checkResults(p, factory)
		if n := len(p.CheckReads()); n != len(good) {
			t.Fatalf("%d reads, %d results", n, len(good))
		}
		if err := p.DecodeCheck(good); err != nil {
			t.Errorf("%s: %v", p.Pair(), err)
		}
		for i := range good {
			for _, bad := range []evm.Result{{}, {OK: true}, {OK: true, Data: bytes.Repeat([]byte{7}, 32)}} {
				results := slices.Clone(good)
				results[i] = bad
				if err := p.DecodeCheck(results); !errors.Is(err, dexpool.ErrDisagrees) {
					t.Errorf("%s: result %d is %v: %v", p.Pair(), i, bad, err)
				}
			}
		}
		for _, f := range []string{wrong, pancake} {
			if err := p.DecodeCheck(checkResults(p, f)); !errors.Is(err, dexpool.ErrDisagrees) {
				t.Errorf("%s of factory %s: %v", p.Pair(), f, err)
			}
		}
	}
}

func TestChecksForgetDoubtsAndKeepPasses(t *testing.T) {
	now := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	checks, pools := dexpool.NewChecks(), dexpool.Pools()
	checks.Set(pools[0], nil, now)
	checks.Set(pools[1], dexpool.ErrDisagrees, now)
	for _, c := range []struct {
		pool  int
		after time.Duration
		done  bool
		err   error
	}{{0, 0, true, nil}, {0, 1000 * time.Hour, true, nil}, {1, time.Minute, true, dexpool.ErrDisagrees}, {1, time.Hour, false, nil}, {2, 0, false, nil}} {
		if done, err := checks.Of(pools[c.pool], now.Add(c.after)); done != c.done || !errors.Is(err, c.err) {
			t.Errorf("pool %d after %s: %v %v", c.pool, c.after, done, err)
		}
	}
}

// TestNoAnswerOfAPoolBreaksTheReader feeds it bytes.
func TestNoAnswerOfAPoolBreaksTheReader(t *testing.T) {
	pools := dexpool.Pools()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(pools).Draw(t, "pool")
		p.Stable = rapid.Bool().Draw(t, "stable")
		result := rapid.Custom(func(t *rapid.T) evm.Result {
			return evm.Result{OK: rapid.Bool().Draw(t, "ok"), Data: rapid.SliceOfN(rapid.Byte(), 0, 240).Draw(t, "data")}
		})
		n := len(p.StateReads())
		state := p.DecodeState(rapid.SliceOfN(result, n, n).Draw(t, "results"))
		if state.Err == nil && (!state.Price(p.Token0.Address).IsPositive() || !state.Price(p.Token1.Address).IsPositive()) {
			t.Fatalf("no error and no price: %+v", state)
		}
	})
}

// TestTableAgreesWithTheSamples compares with recorded lists of pools on Base, if present.
func TestTableAgreesWithTheSamples(t *testing.T) {
	raw := samples.Read(t, "geckoterminal/trending_pools_base.json")
	type ref struct {
		Data struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	var sample struct {
		Data []struct {
			Attributes struct {
				Address string `json:"address"`
			} `json:"attributes"`
			Relationships struct {
				Base  ref `json:"base_token"`
				Quote ref `json:"quote_token"`
				Dex   ref `json:"dex"`
			} `json:"relationships"`
		} `json:"data"`
	}
	if err := json.Unmarshal(raw, &sample); err != nil {
		t.Fatal(err)
	}
	exchanges := map[string]dexpool.Dex{"aerodrome-base": dexpool.AerodromeV2, "uniswap-v3-base": dexpool.UniswapV3}
	compared := 0
	for _, listed := range sample.Data {
		for _, p := range dexpool.Pools() {
			if !strings.EqualFold(p.Address.Hex(), listed.Attributes.Address) {
				continue
			}
			compared++
			r := listed.Relationships
			got := []common.Address{common.HexToAddress(strings.TrimPrefix(r.Base.Data.ID, "base_")), common.HexToAddress(strings.TrimPrefix(r.Quote.Data.ID, "base_"))}
			if !slices.Contains(got, p.Token0.Address) || !slices.Contains(got, p.Token1.Address) || exchanges[r.Dex.Data.ID] != p.Dex {
				t.Errorf("%s is listed as %v on %s", p.Pair(), got, r.Dex.Data.ID)
			}
		}
	}
	if compared == 0 {
		t.Error("none of the table's pools is in the sample")
	}
}
