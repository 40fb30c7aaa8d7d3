package tokenrisk_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"github.com/farebox/farebox/handlers/txguard/tokenrisk"
	"github.com/farebox/farebox/handlers/txguard/tokenrisk/tokentest"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/payment/devchain"
)

// What endpoints of the test markets were asked.
var requests, simulated atomic.Int64

// market is a development chain with the test market, standing where mainnet.base.org is.
func market(t *testing.T) (*tokenrisk.Reader, *upstreamtest.World) {
	t.Helper()
	return marketWithout(t, "no method")
}

// marketWithout is the market behind an endpoint that refuses a method.
func marketWithout(t *testing.T, method string) (*tokenrisk.Reader, *upstreamtest.World) {
	t.Helper()
	return marketAfter(t, method, 1)
}

// marketAfter is the same so many blocks after the tokens have begun. What contains the text is refused.
func marketAfter(t *testing.T, refused string, blocks int) (*tokenrisk.Reader, *upstreamtest.World) {
	t.Helper()
	accounts, err := tokentest.Accounts()
	if err != nil {
		t.Fatal(err)
	}
	dev, err := devchain.New(devchain.Options{Mode: devchain.Manual, Accounts: accounts, Balances: tokentest.Balances()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := dev.Close(); err != nil {
			t.Error(err)
		}
	})
	begin(t, dev)
	for range blocks {
		if _, err := dev.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	world := upstreamtest.New(t)
	target, err := url.Parse(dev.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	through := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = target.Host
	}}
	world.Handle("mainnet.base.org", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked, err := io.ReadAll(r.Body)
		if err != nil || bytes.Contains(asked, []byte(refused)) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		requests.Add(1)
		simulated.Add(int64(bytes.Count(asked, []byte(`"eth_call"`))))
		r.Body = io.NopCloser(bytes.NewReader(asked))
		through.ServeHTTP(w, r)
	}))
	pool := upstream.NewPool(upstream.Options{Transport: world, UserAgent: "farebox/test", Patience: 8})
	chains, err := evm.New(pool, evm.Options{HedgeAfter: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	client, err := chains.Network("base")
	if err != nil {
		t.Fatal(err)
	}
	return &tokenrisk.Reader{Client: client, Market: tokenrisk.Markets()["base"], Now: time.Now}, world
}

// begin does for tokens of the genesis what their constructors would have done.
func begin(t *testing.T, dev *devchain.Chain) {
	t.Helper()
	for _, s := range tokentest.All() {
		if s.Began == (common.Address{}) {
			continue
		}
		call := slices.Concat(crypto.Keccak256([]byte("begin(address)"))[:4], common.LeftPadBytes(s.Began[:], 32))
		if _, err := dev.Transact(t.Context(), dev.SettlementKey(), s.At, call); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTokensOnARealChainAreTradedInASimulation runs the simulator's code in a real EVM over JSON-RPC: nothing is
// deployed, the trades happen inside one eth_call.
func TestTokensOnARealChainAreTradedInASimulation(t *testing.T) {
	reader, _ := market(t)
	for _, c := range []struct {
		name      string
		token     common.Address
		traded    bool
		sellable  bool
		cooldown  bool
		buy, sell float64
		usd       float64
		owner     tokenrisk.OwnerKind
	}{
		{"plain", tokentest.Plain, true, true, false, 0, 0, 200_000, tokenrisk.OwnerNone},
		{"taxed", tokentest.Tax, true, true, false, 3, 12, 200_000, tokenrisk.OwnerEOA},
		{"honeypot", tokentest.Honey, true, false, false, 0, 0, 200_000, tokenrisk.OwnerEOA},
		{"cooldown", tokentest.Cooldown, true, true, true, 0, 0, 200_000, tokenrisk.OwnerEOA},
		{"taxed on v3, where nobody can sell it", tokentest.TaxV3, true, false, false, 3, 12, 200_000, tokenrisk.OwnerEOA},
		{"against dollars, which are planted in storage", tokentest.Dollar, true, true, false, 0, 0, 200_000, tokenrisk.OwnerNone},
		{"no pool", tokentest.NoPool, false, false, false, 0, 0, 0, tokenrisk.OwnerNone},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := reader.Read(t.Context(), c.token)
			if err != nil {
				t.Fatal(err)
			}
			if (got.Trial != nil) != c.traded {
				t.Fatalf("trial %+v", got.Trial)
			}
			if got.OwnerKind != c.owner {
				t.Errorf("owner %s, code %+v", got.OwnerKind, got.Code)
			}
			if !c.traded {
				if len(got.Pools) != 0 || !got.Searched {
					t.Errorf("pools %+v", got.Pools)
				}
				return
			}
			if got.Trial.Sellable != c.sellable || got.Trial.Cooldown != c.cooldown {
				t.Errorf("trial %+v", got.Trial)
			}
			if got.Trial.BuyTax == nil || math.Abs(*got.Trial.BuyTax-c.buy) > 0.05 {
				t.Errorf("buy tax %v, want %v", got.Trial.BuyTax, c.buy)
			}
			if c.sellable || c.sell > 0 {
				if got.Trial.SellTax == nil || math.Abs(*got.Trial.SellTax-c.sell) > 0.05 {
					t.Errorf("sell tax %v, want %v", got.Trial.SellTax, c.sell)
				}
			}
			if usd, _ := got.Pools[0].USD.Float64(); math.Abs(usd-c.usd) > 1 {
				t.Errorf("best pool %v USD, want %v", usd, c.usd)
			}
		})
	}
}

// TestWhatAWalletCannotSellIsNotSound: contracts can sell each of these, and most wallets none.
func TestWhatAWalletCannotSellIsNotSound(t *testing.T) {
	reader, _ := market(t)
	now := time.Now()
	long := now.AddDate(-2, 0, 0)
	for _, c := range []struct {
		name     string
		token    common.Address
		wallet   string
		category tokenrisk.Category
		reason   string
		failure  string
	}{
		{"known, which is not tried", tokentest.Plain, "nil", tokenrisk.Low, "thin_liquidity", ""},
		{"taxed", tokentest.Tax, "true", tokenrisk.Low, "high_sell_tax", ""},
		{"against dollars", tokentest.Dollar, "true", tokenrisk.Low, "thin_liquidity", ""},
		{"transferFrom for a list", tokentest.Listed, "false", tokenrisk.Critical, "honeypot", "NOT_LISTED"},
		{
			"approve reverts", tokentest.NoApprove, "false", tokenrisk.Critical, "honeypot",
			"approve reverts: APPROVE_DISABLED",
		},
		{
			"approve says false", tokentest.FalseApprove, "false", tokenrisk.Critical, "honeypot",
			"approve returns false",
		},
		{"accounts without code cannot send", tokentest.CodeOnly, "false", tokenrisk.Critical, "honeypot", "LOCKED"},
		{"works where gas costs nothing", tokentest.FreeOnly, "false", tokenrisk.Critical, "honeypot", "LOCKED"},
		{"says that it is paused, and trades", tokentest.PausedOutside, "true", tokenrisk.Low, "thin_liquidity", ""},
		{"keeps robots out", tokentest.WalletsOnly, "true", tokenrisk.Low, "thin_liquidity", ""},
		{"owner given up", tokentest.Renounced, "true", tokenrisk.Low, "thin_liquidity", ""},
		{"poses as USDC", tokentest.Poser, "true", tokenrisk.Critical, "posing_as_known_token", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := reader.Read(t.Context(), c.token)
			if err != nil {
				t.Fatal(err)
			}
			if got.Trial == nil {
				t.Fatal("no trial")
			}
			wallet := "nil"
			if got.Trial.WalletSold != nil {
				wallet = strconv.FormatBool(*got.Trial.WalletSold)
			}
			if wallet != c.wallet || got.Trial.Failure != c.failure || got.Trial.Sellable != (c.wallet != "false") {
				t.Errorf("wallet %s, trial %+v", wallet, got.Trial)
			}
			e := &tokenrisk.Evidence{Since: &long}
			got.Apply(e)
			report := tokenrisk.Score(e, now)
			found := slices.ContainsFunc(report.Reasons, func(r tokenrisk.Reason) bool { return r.Code == c.reason })
			if report.Category != c.category || !found {
				t.Errorf("%s %d: %+v", report.Category, report.Score, report.Reasons)
			}
		})
	}
}

// TestWithoutAWalletsSaleNoTokenIsLow: an endpoint without eth_simulateV1 says nothing of what wallets can sell.
func TestWithoutAWalletsSaleNoTokenIsLow(t *testing.T) {
	reader, _ := marketWithout(t, "eth_simulateV1")
	for _, s := range tokentest.Named("FixedToken") {
		got, report := judged(t, reader, s)
		if got.Trial == nil || got.Trial.WalletSold != nil || report.Category != tokenrisk.Medium {
			t.Errorf("%s: %s %+v", s.Contract, report.Category, got.Trial)
		}
	}
}

// TestAPausedTokenIsNotSound: it cannot even be bought, so that no trade tells.
func TestAPausedTokenIsNotSound(t *testing.T) {
	reader, _ := market(t)
	got, err := reader.Read(t.Context(), tokentest.Paused)
	if err != nil {
		t.Fatal(err)
	}
	e := &tokenrisk.Evidence{}
	got.Apply(e)
	report := tokenrisk.Score(e, time.Now())
	told := slices.ContainsFunc(report.Reasons, func(r tokenrisk.Reason) bool { return r.Code == "paused" })
	if report.Category != tokenrisk.Critical || !told {
		t.Errorf("%s %d: %+v", report.Category, report.Score, report.Reasons)
	}
}

func TestAnOwnerOfZeroIsRenounced(t *testing.T) {
	reader, _ := market(t)
	got, err := reader.Read(t.Context(), tokentest.Renounced)
	if err != nil {
		t.Fatal(err)
	}
	if got.OwnerKind != tokenrisk.OwnerRenounced || got.Owner == nil || *got.Owner != (common.Address{}) {
		t.Errorf("%s %v", got.OwnerKind, got.Owner)
	}
}

func TestWhatIsNoTokenIsNotJudged(t *testing.T) {
	reader, _ := market(t)
	for _, a := range []common.Address{tokentest.Collectible, tokentest.Registry} {
		if _, err := reader.Read(t.Context(), a); !errors.Is(err, tokenrisk.ErrNoToken) {
			t.Errorf("%s: %v", a, err)
		}
	}
}

func TestTokensOnARealChainAreScored(t *testing.T) {
	reader, _ := market(t)
	now := time.Now()
	long := now.AddDate(-2, 0, 0)
	for _, c := range []struct {
		name     string
		token    common.Address
		category tokenrisk.Category
		reasons  []string
	}{
		{"plain", tokentest.Plain, tokenrisk.Low, []string{"thin_liquidity"}},
		{"taxed", tokentest.Tax, tokenrisk.Low, []string{"high_sell_tax", "owner_eoa"}},
		{"honeypot", tokentest.Honey, tokenrisk.Critical, []string{"honeypot"}},
		{"cooldown", tokentest.Cooldown, tokenrisk.Low, []string{"trading_cooldown"}},
		{"taxed on v3", tokentest.TaxV3, tokenrisk.Critical, []string{"honeypot", "high_sell_tax"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := reader.Read(t.Context(), c.token)
			if err != nil {
				t.Fatal(err)
			}
			e := &tokenrisk.Evidence{Since: &long}
			got.Apply(e)
			report := tokenrisk.Score(e, now)
			if report.Category != c.category {
				t.Errorf("%s %d: %+v", report.Category, report.Score, report.Reasons)
			}
			var codes []string
			for _, r := range report.Reasons {
				codes = append(codes, r.Code)
			}
			for _, want := range c.reasons {
				if !slices.Contains(codes, want) {
					t.Errorf("no %s in %v", want, codes)
				}
			}
		})
	}
}

func TestWhatIsNoContractIsSaidToBeNone(t *testing.T) {
	reader, _ := market(t)
	if _, err := reader.Read(t.Context(), tokentest.Owner); err != tokenrisk.ErrNoContract {
		t.Errorf("error %v", err)
	}
	minimal, err := reader.Read(t.Context(), tokentest.Minimal)
	if err != nil {
		t.Fatal(err)
	}
	if !minimal.Minimal || minimal.Code.Size == 45 {
		t.Errorf("minimal proxy: %+v", minimal.Code)
	}
}

// TestRoundTripsOfATokenAreFew counts requests: two for the first look, two for what it led to, one trade beside two
// for the logs of a token that shows no owner and one for the contracts around it, and three for what follows from it.
// Those of a step go out side by side.
func TestRoundTripsOfATokenAreFew(t *testing.T) {
	reader, world := market(t)
	for i, token := range []common.Address{tokentest.Plain, tokentest.Honey} {
		most := 11 - i // the second is of a network that is known by then
		before := len(world.Asked())
		if _, err := reader.Read(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		asked := world.Asked()[before:]
		for _, endpoint := range asked { // one that is slow is asked beside another
			n := 0
			for _, other := range asked {
				if other == endpoint {
					n++
				}
			}
			if n > most {
				t.Fatalf("%d requests: %v", n, asked)
			}
		}
	}
}
