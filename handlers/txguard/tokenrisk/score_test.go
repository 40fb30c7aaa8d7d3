package tokenrisk

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/scored"
)

var at = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func p[T any](v T) *T { return &v }

// sound is evidence of a token without a danger.
func sound() *Evidence {
	return &Evidence{
		Verified: p(
			true,
		),
		Upgradeable:       p(false),
		SelfDestruct:      p(false),
		DelegateCall:      p(false),
		Mintable:          p(false),
		Blacklist:         p(false),
		Pausable:          p(false),
		ExternalCall:      p(false),
		Owner:             OwnerRenounced,
		TakeBackOwnership: p(false),
		HiddenOwner:       p(false),
		OwnerChanges:      p(false),
		TopTen:            p(12.0),
		CreatorPercent:    p(0.5),
		HolderCount:       p(int64(20_000)),
		LiquidityUSD:      p(decimal.NewFromInt(3_000_000)),
		IsHoneypot: p(
			false,
		),
		CannotSellAll: p(false),
		BuyTax:        p(0.0),
		SellTax:       p(0.0),
		TaxModifiable: p(false),
		Cooldown:      p(false),
		Whitelist:     p(false),
		Since:         p(at.AddDate(-3, 0, 0)),
	}
}

// TestEachSignalWeighsWhatTheTableSays changes one thing at a time in a token without a danger.
func TestEachSignalWeighsWhatTheTableSays(t *testing.T) {
	for _, c := range []struct {
		why    string
		change func(*Evidence)
		dim    Dimension
		score  int // of the dimension
		whole  int
		code   string
	}{
		{"unverified", func(e *Evidence) { e.Verified = p(false) }, ContractIntegrity, 40, 8, "unverified_source"},
		{"proxy", func(e *Evidence) { e.Upgradeable = p(true) }, ContractIntegrity, 20, 4, "upgradeable_proxy"},
		{"proxy of one key", func(e *Evidence) { e.Upgradeable, e.AdminEOA = p(true), p(true) }, ContractIntegrity, 35, 35, "proxy_admin_eoa"},
		{"selfdestruct", func(e *Evidence) { e.SelfDestruct = p(true) }, ContractIntegrity, 25, 5, "selfdestruct"},
		{"delegatecall", func(e *Evidence) { e.DelegateCall = p(true) }, ContractIntegrity, 25, 5, "delegatecall"},
		{"mintable by an owner", func(e *Evidence) { e.Mintable, e.Owner = p(true), OwnerContract }, ContractIntegrity, 20, 6, "mintable"},
		{
			"mintable by roles", func(e *Evidence) { e.Mintable, e.Roles = p(true), p(true) },
			ContractIntegrity, 20, 6, "mintable",
		},
		{"roles beside no owner", func(e *Evidence) { e.Roles = p(true) }, OwnershipDimension, 15, 2, "roles"},
		{"mintable by nobody", func(e *Evidence) { e.Mintable = p(true) }, ContractIntegrity, 0, 0, "nothing_found"},
		{"blacklist and pause count once", func(e *Evidence) { e.Blacklist, e.Pausable = p(true), p(true) }, ContractIntegrity, 20, 4, "blacklist_function"},
		{"copy of unverified code", func(e *Evidence) { e.MinimalProxy, e.Verified = p(true), p(false) }, ContractIntegrity, 55, 11, "minimal_proxy"},
		{"one key", func(e *Evidence) { e.Owner = OwnerEOA }, OwnershipDimension, 40, 6, "owner_eoa"},
		{
			"no owner function", func(e *Evidence) { e.Owner = OwnerNone },
			OwnershipDimension, 10, 2, "no_owner_function",
		},
		{"hidden owner", func(e *Evidence) { e.HiddenOwner = p(true) }, OwnershipDimension, 40, 60, "hidden_owner"},
		{"balances can be changed", func(e *Evidence) { e.OwnerChanges = p(true) }, OwnershipDimension, 50, 60, "owner_change_balance"},
		{"top ten 80", func(e *Evidence) { e.TopTen = p(80.0) }, HolderConcentration, 100, 15, "top10_concentration"},
		{"top ten just below 50", func(e *Evidence) { e.TopTen = p(49.99) }, HolderConcentration, 40, 6, "top10_concentration"},
		{"99 holders", func(e *Evidence) { e.HolderCount = p(int64(99)) }, HolderConcentration, 30, 5, "few_holders"},
		{"creator", func(e *Evidence) { e.CreatorPercent = p(5.1) }, HolderConcentration, 15, 2, "creator_holds"},
		{"thin", func(e *Evidence) { e.LiquidityUSD = p(decimal.NewFromInt(9_999)) }, Liquidity, 75, 15, "thin_liquidity"},
		{"none", func(e *Evidence) { e.LiquidityUSD = p(decimal.Zero) }, Liquidity, 100, 20, "no_liquidity"},
		{"no pool and new", func(e *Evidence) { e.LiquidityUSD, e.NoPool, e.Since = nil, p(true), p(at.AddDate(0, 0, -2)) }, Liquidity, 100, 75, "no_liquidity"},
		{"pool can be taken out", func(e *Evidence) { e.LPUnlocked = p(true) }, Liquidity, 25, 30, "lp_unlocked"},
		{"honeypot", func(e *Evidence) { e.IsHoneypot = p(true) }, Honeypot, 100, 90, "honeypot"},
		{"not all can be sold", func(e *Evidence) { e.CannotSellAll = p(true) }, Honeypot, 80, 16, "cannot_sell_all"},
		{"tax 51", func(e *Evidence) { e.SellTax = p(51.0) }, Honeypot, 90, 75, "high_sell_tax"},
		{"tax 50", func(e *Evidence) { e.SellTax = p(50.0) }, Honeypot, 60, 12, "high_sell_tax"},
		{"a transfer loses all", func(e *Evidence) { e.TransferTax = p(100.0) }, Honeypot, 90, 75, "high_transfer_tax"},
		{"tax of exactly 10", func(e *Evidence) { e.BuyTax = p(10.0) }, Honeypot, 15, 3, "high_buy_tax"},
		{"tax can be changed", func(e *Evidence) { e.TaxModifiable = p(true) }, Honeypot, 25, 5, "tax_modifiable"},
		{"new", func(e *Evidence) { e.Since = p(at.Add(-23 * time.Hour)) }, Age, 100, 10, "new_token"},
		{"of last month", func(e *Evidence) { e.Since = p(at.AddDate(0, 0, -31)) }, Age, 20, 2, "new_token"},
	} {
		t.Run(c.why, func(t *testing.T) {
			e := sound()
			c.change(e)
			r := Score(e, at)
			i := slices.IndexFunc(r.Dimensions, func(d DimensionScore) bool { return d.Dimension == c.dim })
			if r.Dimensions[i].Score != c.score || *r.Score != c.whole {
				t.Errorf(
					"%s %d, whole %d; want %d, %d: %+v",
					c.dim,
					r.Dimensions[i].Score,
					*r.Score,
					c.score,
					c.whole,
					r.Reasons,
				)
			}
			if !slices.ContainsFunc(r.Reasons, func(x Reason) bool { return x.Code == c.code }) {
				t.Errorf("no %s in %+v", c.code, r.Reasons)
			}
			if r.Evaluated != 6 || r.Confidence != 1 {
				t.Errorf("%d dimensions, %v", r.Evaluated, r.Confidence)
			}
		})
	}
}

// TestStablecoinWithAllPowersIsLow: mintable, behind a proxy, with a blacklist and a pause, owned by one key.
func TestStablecoinWithAllPowersIsLow(t *testing.T) {
	e := sound()
	e.Trusted, e.Upgradeable, e.Mintable, e.Blacklist, e.Pausable, e.Owner, e.DelegateCall = true, p(
		true,
	), p(
		true,
	), p(
		true,
	), p(
		true,
	), OwnerEOA, p(
		true,
	)
	if r := Score(e, at); r.Category != Low {
		t.Errorf("%s: %+v", r.Category, r.Reasons)
	}
}

func TestNothingKnownIsSaidToBeNothingKnown(t *testing.T) {
	r := Score(&Evidence{}, at)
	if r.Evaluated != 0 || r.Confidence != 0 || r.Score != nil || r.Category != "" {
		t.Errorf("%+v", r)
	}
	if len(r.Reasons) != 2 || r.Reasons[1].Code != scored.CodeTooLittle {
		t.Errorf("%+v", r.Reasons)
	}
}

// TestTokenOfWhichLittleIsKnownHasNoScore unless one finding is enough alone.
func TestTokenOfWhichLittleIsKnownHasNoScore(t *testing.T) {
	for _, c := range []struct {
		why  string
		e    Evidence
		want *int
		band Category
	}{
		{"its code alone, 20 of 100", Evidence{Verified: p(true)}, nil, ""},
		{"code, owner and age, 45", Evidence{
			Verified: p(true),
			Owner:    OwnerRenounced,
			Since:    p(at.AddDate(-2, 0, 0)),
		}, nil, ""},
		{"code, owner and holders, 50, all well, and nobody tried to sell", Evidence{
			Verified: p(true),
			Owner:    OwnerRenounced,
			TopTen:   p(5.0),
		}, p(1), ""},
		{"a sale and a deep pool as well", Evidence{
			Verified:     p(true),
			Owner:        OwnerRenounced,
			IsHoneypot:   p(false),
			LiquidityUSD: p(decimal.NewFromInt(deepPool)),
		}, p(1), Low},
		{"a honeypot, 20", Evidence{IsHoneypot: p(true)}, p(100), Critical},
		{"balances can be changed, 15", Evidence{OwnerChanges: p(true)}, p(60), High},
	} {
		r := Score(&c.e, at)
		if (r.Score == nil) != (c.want == nil) || r.Score != nil && *r.Score != *c.want ||
			r.Category != c.band {
			t.Errorf("%s: %v %q, want %v: %+v", c.why, r.Score, r.Category, c.want, r.Reasons)
		}
	}
}

// evidence is any mix of known and unknown signals.
func evidence(t *rapid.T) *Evidence {
	e := &Evidence{Trusted: rapid.Bool().Draw(t, "trusted")}
	for i, b := range flags(e) {
		if rapid.Bool().Draw(t, "known") {
			*b = p(rapid.Bool().Draw(t, string(rune('a'+i))))
		}
	}
	e.Owner = rapid.SampledFrom([]OwnerKind{"", OwnerNone, OwnerRenounced, OwnerContract, OwnerEOA}).Draw(t, "owner")
	if rapid.Bool().Draw(t, "holders") {
		e.TopTen = p(rapid.Float64Range(0, 100).Draw(t, "top ten"))
	}
	if rapid.Bool().Draw(t, "liquid") {
		e.LiquidityUSD = p(decimal.NewFromInt(rapid.Int64Range(0, 1e9).Draw(t, "usd")))
	}
	if rapid.Bool().Draw(t, "taxed") {
		e.SellTax = p(rapid.Float64Range(0, 100).Draw(t, "tax"))
	}
	if rapid.Bool().Draw(t, "aged") {
		e.Since = p(at.Add(-time.Duration(rapid.Int64Range(-3600, 1e8).Draw(t, "age")) * time.Second))
	}
	return e
}

// flags are the dangers of an evidence.
func flags(e *Evidence) []**bool {
	return []**bool{
		&e.Upgradeable,
		&e.AdminEOA,
		&e.MinimalProxy,
		&e.SelfDestruct,
		&e.DelegateCall,
		&e.Mintable,
		&e.Blacklist,
		&e.Pausable,
		&e.ExternalCall,
		&e.TakeBackOwnership,
		&e.HiddenOwner,
		&e.OwnerChanges,
		&e.Roles,
		&e.NoPool,
		&e.LPUnlocked,
		&e.IsHoneypot,
		&e.CannotSellAll,
		&e.TaxModifiable,
		&e.Cooldown,
		&e.Whitelist,
	}
}

// TestReasonsAddUpToTheScore: to the hundredth, which is then rounded to whole points.
func TestReasonsAddUpToTheScore(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		report := Score(evidence(rt), at)
		hundredth := 0
		for _, r := range report.Reasons {
			hundredth += int(math.Round(r.Adds * 100))
		}
		if got := int(math.Round(float64(hundredth) / 100)); report.Score != nil && got != *report.Score {
			rt.Fatalf("reasons add up to %d hundredths, the score is %d: %+v", hundredth, *report.Score, report.Reasons)
		}
	})
}

// TestADangerMoreNeverLowersTheScore: turning a known "no" into a "yes".
func TestADangerMoreNeverLowersTheScore(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		e := evidence(rt)
		before := Score(e, at)
		if len(before.Reasons) == 0 || len(before.Dimensions) != 6 {
			rt.Fatalf("%+v", before)
		}
		if before.Score != nil && (*before.Score < 0 || *before.Score > 100) {
			rt.Fatalf("%d", *before.Score)
		}
		if isTrue(e.IsHoneypot) && before.Category != Critical {
			rt.Fatalf("a honeypot is %s", before.Category)
		}
		i := rapid.IntRange(0, len(flags(e))-1).Draw(rt, "which")
		flag := flags(e)[i]
		if *flag == nil {
			return
		}
		*flag = p(true)
		if after := Score(e, at); before.Score != nil && (after.Score == nil || *after.Score < *before.Score) {
			rt.Fatalf("%d, then %v", *before.Score, after.Score)
		}
	})
}

// TestASmallFaultSeenByChanceMakesNothingBetter: nobody tried a sale, and a source tells of a tax.
func TestASmallFaultSeenByChanceMakesNothingBetter(t *testing.T) {
	judged := func(tax float64) Report {
		e := sound()
		e.IsHoneypot, e.CannotSellAll, e.BuyTax, e.TaxModifiable, e.Cooldown, e.Whitelist = nil, nil, nil, nil, nil, nil
		e.Owner = OwnerEOA
		e.Verified = p(false)
		e.TopTen = p(60.0)
		e.SellTax = &tax
		return Score(e, at)
	}
	none := judged(noTax)
	little := judged(noTax + 1)
	if *little.Score < *none.Score || little.Confidence != none.Confidence || little.Category != none.Category {
		t.Errorf("%d %q, with a tax %d %q", *none.Score, none.Category, *little.Score, little.Category)
	}
	i := slices.IndexFunc(little.Reasons, func(r Reason) bool { return r.Code == "high_sell_tax" })
	if i < 0 || little.Reasons[i].Adds != 0 {
		t.Errorf("%+v", little.Reasons)
	}
	if heavy := judged(40); *heavy.Score <= *none.Score {
		t.Errorf("a heavy tax makes %d of %d", *heavy.Score, *none.Score)
	}
}

func TestCodeIsReadByInstruction(t *testing.T) {
	dispatch := func(selector string) string { return "8063" + selector + "1461001057" } // DUP1 PUSH4 EQ PUSH2 JUMPI
	for _, c := range []struct {
		why  string
		code string
		want Code
	}{
		{"roles", dispatch("40c10f19") + dispatch("2f2ff15d"), Code{Roles: true}},
		{"call of another contract's roles", "632f2ff15d60e01b600052", Code{}},
		{"selfdestruct", "6000ff", Code{SelfDestruct: true}},
		{"0xff as data", "60ff61fff4", Code{}},
		{"delegatecall", "600080808080f4", Code{DelegateCall: true}},
		{"0xff in the metadata", "600055" + "a264697066735822ff" + "0009", Code{}},
		{"push at the end", "7f01", Code{}},
		{"nothing", "", Code{}},
	} {
		got := ReadCode(common.FromHex(c.code))
		got.Size, got.Minimal, got.Functions = 0, nil, nil
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", c.why, got)
		}
	}
}

func TestMinimalProxiesOfEachKindAreSeen(t *testing.T) {
	a := "bebebebebebebebebebebebebebebebebebebebe"
	for why, code := range map[string]string{
		"EIP-1167":                "363d3d373d3d3d363d73" + a + "5af43d82803e903d91602b57fd5bf3",
		"EIP-1167 with arguments": "363d3d373d3d3d363d73" + a + "5af43d82803e903d91602b57fd5bf3" + "c0ffee",
		"ERC-7511":                "365f5f375f5f365f73" + a + "5af43d5f5f3e5f3d91602a57fd5bf3",
		"Solady":                  "3d3d3d3d363d3d37363d73" + a + "5af43d3d93803e602a57fd5bf3",
	} {
		if got := ReadCode(
			common.FromHex(code),
		); got.Minimal == nil || *got.Minimal != common.HexToAddress(a) ||
			got.DelegateCall {
			t.Errorf("%s: %+v", why, got)
		}
		if got := ReadCode(common.FromHex(code[:len(code)-8])); got.Minimal != nil && why != "EIP-1167 with arguments" {
			t.Errorf("%s, cut off: %+v", why, got)
		}
	}
}

func TestAnyCodeIsReadWithoutHarm(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) { ReadCode(rapid.SliceOf(rapid.Byte()).Draw(rt, "code")) })
}
