package tokenrisk

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// weights of the dimensions; they sum to 100.
var weights = map[Dimension]int{
	ContractIntegrity: 20, OwnershipDimension: 15, HolderConcentration: 15, Liquidity: 20, Honeypot: 20, Age: 10,
}

// Category is the risk in a word.
type Category string

// The categories, whose bounds are [scored.Quarters].
const (
	Low      Category = "low"
	Medium   Category = "medium"
	High     Category = "high"
	Critical Category = "critical"
)

// Reason is one signal that counted.
type Reason struct {
	Code      string
	Dimension Dimension // "" of a floor
	Points    float64   // within its dimension, before the cap of 100
	Adds      float64   // to the whole score, to two places: those of all reasons add up to it
	Message   string
}

// DimensionScore is one dimension's part.
type DimensionScore struct {
	Dimension Dimension
	Weight    float64
	Score     int // 0 to 100, 100 worst
	Evaluated bool
	Signals   map[string]any // name -> what was found: booleans, numbers, text, null for unknown
	Sources   []string
}

// Report is the judgement.
type Report struct {
	Score      *int             // 0 to 100, 100 worst; nil where too little is known
	Category   Category         // "" without a score, and for one that is low for want of evidence
	Dimensions []DimensionScore // all six, in the order of Dimensions
	Reasons    []Reason         // those that add most first, at least one
	Evaluated  int
	Confidence float64 // from 0 to 1: the weights of the dimensions that were evaluated
}

// maybeNone are the signals that are null where there is none, or where another signal says it.
var maybeNone = []string{"posing_as", "no_pool", "created_at_source", "owner", "paused"}

// Missing are the signals that no source told, each behind its dimension: "ownership.hidden_owner".
func (r *Report) Missing() []string {
	list := []string{}
	for _, d := range r.Dimensions {
		for name, value := range d.Signals {
			if value == nil && !slices.Contains(maybeNone, name) {
				list = append(list, string(d.Dimension)+"."+name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// trustedPart is what powers over a token weigh when its issuer is trusted.
const trustedPart = 0.2

// scorer adds signals of one dimension up.
type scorer struct {
	e       *Evidence
	d       *DimensionScore
	reasons []Reason
	points  float64
}

// yes adds points when a signal is known and true, and notes it in any case.
func (s *scorer) yes(name string, signal *bool, points float64, code, message string) {
	note(s, name, signal)
	if signal != nil && *signal {
		s.count(points, code, "%s", message)
	}
}

// power is yes for what trusted issuers may do.
func (s *scorer) power(name string, signal *bool, points float64, code, message string) {
	s.yes(name, signal, s.held(points), code, message)
}

// held is what a power over the token weighs in the hands of its issuer.
func (s *scorer) held(points float64) float64 {
	if s.e.Trusted {
		return points * trustedPart
	}
	return points
}

func (s *scorer) count(points float64, code, format string, args ...any) {
	s.points += points
	s.reasons = append(s.reasons, Reason{
		Code:      code,
		Dimension: s.d.Dimension,
		Points:    points,
		Message:   fmt.Sprintf(format, args...),
	})
}

// note shows a signal, null for what is not known.
func note[T any](s *scorer, name string, value *T) {
	s.d.Signals[name] = nil
	if value != nil {
		s.d.Signals[name] = *value
	}
}

// named is a text, nil for an empty one.
func named(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// noTax is up to how many percent a tax is nothing against a token.
const noTax = 5

// anyKnown says whether any of the signals is known.
func anyKnown(signals ...*bool) bool {
	for _, s := range signals {
		if s != nil {
			return true
		}
	}
	return false
}

// Score judges by the evidence at a time. A dimension without evidence is left out, and the others' weights
// stand for all.
func Score(e *Evidence, now time.Time) Report {
	var out Report
	scorers := make([]*scorer, len(Dimensions()))
	parts := make([]scored.Part, len(scorers))
	for i, d := range Dimensions() {
		s := &scorer{e: e, d: &DimensionScore{
			Dimension: d,
			Weight:    float64(weights[d]) / 100,
			Signals:   map[string]any{},
			Sources:   append([]string{}, e.Sources[d]...),
		}}
		scorers[i] = s
		parts[i] = scored.Part{
			Name:   string(d),
			Weight: float64(weights[d]),
			Seen:   judges[d](s, now),
			Score:  min(100, s.points),
		}
	}

	mean := scored.RiskMean(parts)
	by := map[Dimension]DimensionScore{}
	sure := true // of a low score
	for i, s := range scorers {
		if s.d.Evaluated = mean.Counts[i]; s.d.Evaluated {
			s.d.Score = int(math.Round(parts[i].Score))
			out.Evaluated++
		}
		sure = sure && (parts[i].Seen == scored.Whole || !slices.Contains(enoughAlone, s.d.Dimension))
		by[s.d.Dimension] = *s.d
		out.Dimensions = append(out.Dimensions, *s.d)
	}

	value := response.Round(mean.Value, 2)
	out.Reasons = attribute(scorers, mean.Weight)
	var why []shared.Reason
	switch least, because := out.floor(e, by, now); {
	case least == 0:
		out.Score, why = mean.Risk(value)
	case math.Round(value) >= least:
		out.Score = new(scored.Bound(value))
	default:
		out.Score = new(int(least))
		out.Reasons = append(out.Reasons, Reason{
			Code:    "score_floor",
			Points:  least,
			Adds:    response.Round(least-value, 2),
			Message: because,
		})
	}

	out.Confidence = mean.Share()
	missing := 0.0
	if !sure {
		missing = scored.Highest
	}
	if band := scored.Quarters.Sure(out.Score, missing); band != nil {
		out.Category = Category(*band)
	}

	sort.SliceStable(out.Reasons, func(i, j int) bool { return out.Reasons[i].Adds > out.Reasons[j].Adds })
	if len(out.Reasons) == 0 {
		out.Reasons = []Reason{{
			Code:    "nothing_found",
			Message: "no signal of danger was found in what was looked at",
		}}
	}

	for _, r := range why {
		out.Reasons = append(out.Reasons, Reason{
			Code:    r.Code,
			Adds:    r.Points,
			Message: r.Detail,
		})
	}

	return out
}

// enoughAlone are the dimensions in which a single finding can make a score more than low.
var enoughAlone = []Dimension{OwnershipDimension, Liquidity, Honeypot}

// attribute gives each reason what it adds to the weighted mean, which is nothing in a dimension that does not count.
// Points beyond a dimension's 100 add nothing, so that each of its reasons adds less. They are rounded as a running sum
// is, so that they add up to the rounded mean.
func attribute(scorers []*scorer, weight float64) []Reason {
	var all []Reason
	var running scored.Running
	for _, s := range scorers {
		for _, r := range s.reasons {
			if s.d.Evaluated {
				r.Adds = running.Next(r.Points * min(1, 100/s.points) * 100 * s.d.Weight / weight)
			}
			all = append(all, r)
		}
	}
	return all
}

// floor is the least that the whole can be where one finding is enough to lose everything, and why: 0 without such a
// finding. It holds however little else is known.
func (r *Report) floor(e *Evidence, by map[Dimension]DimensionScore, now time.Time) (least float64, why string) {
	raise := func(to float64, because string) {
		if to > least {
			least = to
			why = because
		}
	}

	if by[Honeypot].Evaluated && by[Honeypot].Score == 100 {
		raise(90, "a token that cannot be sold is at least 90")
	}
	noLiquidity := by[Liquidity].Evaluated && by[Liquidity].Score == 100
	if noLiquidity && e.Since != nil && now.Sub(*e.Since) < 7*24*time.Hour {
		raise(75, "a new token without liquidity is at least 75")
	}

	if e.Posing != nil && e.Posing.Money {
		raise(75, "a token that has the symbol of known money and is another contract is at least 75")
	}
	if isTrue(e.OwnerChanges) || isTrue(e.HiddenOwner) {
		raise(60, "a token whose balances or owner are not what they seem is at least 60")
	}

	raise(e.powerFloor())
	if tax, _, _ := e.heaviestTax(); tax > 50 {
		raise(75, "a token that loses more than half in a trade is at least 75") // a honeypot in all but name
	}
	return least, why
}

// severities are those of reasons, by the points that each has alone.
var severities = scored.Severities{Medium: 30, High: 70}

// Severity is a reason's weight in a word.
func (r Reason) Severity() shared.ReasonSeverity { return severities.Of(r.Points) }

// heaviestTax is the largest part that a trade or a transfer loses, in percent, with its code and the word for it.
func (e *Evidence) heaviestTax() (tax float64, code, word string) {
	for _, t := range []struct {
		tax        *float64
		code, word string
	}{{e.SellTax, "high_sell_tax", "sale"}, {e.BuyTax, "high_buy_tax", "purchase"}, {e.TransferTax, "high_transfer_tax", "transfer"}} {
		if t.tax != nil && *t.tax > tax {
			tax, code, word = *t.tax, t.code, t.word
		}
	}
	return tax, code, word
}

// spoken is how much of a dimension is known: whole, or only what is against the token.
func spoken(against, whole bool) scored.Seen {
	switch {
	case whole:
		return scored.Whole
	case against:
		return scored.Against
	}
	return scored.Unseen
}

func isTrue(b *bool) bool { return b != nil && *b }

// judges score one dimension each, and say what there was to go by.
var judges = map[Dimension]func(*scorer, time.Time) scored.Seen{
	ContractIntegrity: func(s *scorer, _ time.Time) scored.Seen {
		e := s.e
		note(s, "verified_source", e.Verified)
		if e.Verified != nil && !*e.Verified {
			s.count(40, "unverified_source", "the contract's source is not published")
		}
		s.power("upgradeable_proxy", e.Upgradeable, 20, "upgradeable_proxy", "the contract's code can be replaced (EIP-1967 proxy)")
		switch {
		case isTrue(e.Upgradeable):
			s.power("admin_is_eoa", e.AdminEOA, 15, "proxy_admin_eoa", "a single key can replace the contract's code")
		case e.Upgradeable == nil:
			note(s, "admin_is_eoa", e.AdminEOA)
		}
		note(s, "selfdestruct", e.SelfDestruct)
		note(s, "delegatecall", e.DelegateCall)
		switch {
		case isTrue(e.SelfDestruct):
			s.count(s.held(25), "selfdestruct", "the code can destroy itself")
		case isTrue(e.DelegateCall):
			s.count(s.held(25), "delegatecall", "the code can run that of other contracts as its own")
		}
		note(s, "mintable", e.Mintable)
		given := e.Owner == OwnerRenounced && !isTrue(e.HiddenOwner) && !isTrue(e.TakeBackOwnership) && !isTrue(e.Roles)
		if isTrue(e.Mintable) && !given {
			s.count(s.held(20), "mintable", "more tokens can be made")
		}
		note(s, "blacklist", e.Blacklist)
		note(s, "transfer_pausable", e.Pausable)
		switch {
		case isTrue(e.Blacklist):
			s.count(s.held(20), "blacklist_function", "holders can be barred from transfers")
		case isTrue(e.Pausable):
			s.count(s.held(20), "transfer_pausable", "all transfers can be stopped")
		}
		s.d.Signals["posing_as"] = nil
		if e.Posing != nil {
			s.d.Signals["posing_as"] = e.Posing.Symbol
			points := 30.0
			if e.Posing.Money {
				points = 100
			}
			s.count(points, "posing_as_known_token",
				"it has the symbol of the known token %s and is another contract", e.Posing.Symbol)
		}
		s.power("external_call", e.ExternalCall, 10, "external_call", "transfers call other contracts, which can be changed")
		note(s, "minimal_proxy", e.MinimalProxy)
		if isTrue(e.MinimalProxy) && e.Verified != nil && !*e.Verified {
			s.count(15, "minimal_proxy", "the contract is a copy (EIP-1167) of code without published source")
		}
		return spoken(e.Posing != nil, anyKnown(
			e.Verified, e.Upgradeable, e.SelfDestruct, e.DelegateCall,
			e.Mintable, e.Blacklist, e.Pausable, e.ExternalCall,
		))
	},
	OwnershipDimension: func(s *scorer, _ time.Time) scored.Seen {
		e := s.e
		s.d.Signals["owner"] = nil
		if e.OwnerAddress != nil {
			s.d.Signals["owner"] = e.OwnerAddress.Hex()
		}
		note(s, "owner_kind", named(string(e.Owner)))
		switch e.Owner {
		case OwnerNone:
			s.count(10, "no_owner_function", "the contract names no owner; other forms of control cannot be excluded")
		case OwnerContract:
			s.count(15, "owner_contract", "the owner is a contract, perhaps a multisig or a timelock")
		case OwnerEOA:
			s.count(40, "owner_eoa", "one key controls the contract")
		case OwnerRenounced:
			if isTrue(e.Roles) {
				s.count(15, "roles", "the owner is given up, but the code knows other accounts with roles")
			}
		}
		s.yes("can_take_back_ownership", e.TakeBackOwnership, 40, "ownership_reclaimable", "given-up ownership can be taken back")
		s.yes("hidden_owner", e.HiddenOwner, 40, "hidden_owner", "somebody controls the contract without being its visible owner")
		s.yes("owner_change_balance", e.OwnerChanges, 50, "owner_change_balance", "the owner can change the balances of holders")
		s.judgePowers(e.Powers)
		tried := e.Powers != nil && e.Powers.Untried == ""
		return spoken(e.Powers != nil && len(e.Powers.Found) > 0,
			tried || e.Owner != "" || anyKnown(e.TakeBackOwnership, e.HiddenOwner, e.OwnerChanges))
	},
	HolderConcentration: func(s *scorer, _ time.Time) scored.Seen {
		e := s.e
		note(s, "top10_pct", e.TopTen)
		note(s, "creator_pct", e.CreatorPercent)
		note(s, "holder_count", e.HolderCount)
		note(s, "holder_count_source", named(e.HoldersBy))
		if e.TopTen == nil {
			return scored.Unseen
		}
		for _, step := range []struct{ from, points float64 }{{80, 100}, {50, 70}, {30, 40}, {20, 20}} {
			if *e.TopTen >= step.from {
				s.count(step.points, "top10_concentration", "the ten largest holders have %.1f percent of the supply", *e.TopTen)
				break
			}
		}
		if e.CreatorPercent != nil && *e.CreatorPercent > 5 {
			s.count(15, "creator_holds", "the creator has %.1f percent of the supply", *e.CreatorPercent)
		}
		if e.HolderCount != nil {
			switch n := *e.HolderCount; {
			case n < 100:
				s.count(30, "few_holders", "only %s", scored.Count(int(n), "holder"))
			case n < 1000:
				s.count(10, "few_holders", "only %s", scored.Count(int(n), "holder"))
			}
		}
		return scored.Whole
	},
	Liquidity: func(s *scorer, _ time.Time) scored.Seen {
		e := s.e
		note(s, "no_pool", e.NoPool)
		note(s, "lp_unlocked", e.LPUnlocked)
		note(s, "lp_bound_pct", e.LPBoundPct)
		s.d.Signals["best_pool_usd"] = nil
		if e.LiquidityUSD != nil {
			s.d.Signals["best_pool_usd"] = json.Number(e.LiquidityUSD.Round(2).String())
		}
		switch {
		case e.LiquidityUSD != nil:
			for _, step := range []struct {
				below  int64
				points float64
			}{{1_000, 100}, {10_000, 75}, {50_000, 45}, {250_000, 20}} {
				if e.LiquidityUSD.LessThan(decimal.NewFromInt(step.below)) {
					code := "thin_liquidity"
					if step.points == 100 {
						code = "no_liquidity"
					}
					s.count(step.points, code, "the best pool is worth %s USD", e.LiquidityUSD.StringFixed(2))
					break
				}
			}
		case isTrue(e.NoPool):
			s.count(100, "no_liquidity", "no pool was found")
		default:
			return scored.Unseen
		}
		if isTrue(e.LPUnlocked) {
			s.count(25, "lp_unlocked", "one holder has most of the pool and can take it out")
		}
		return scored.Whole
	},
	Honeypot: func(s *scorer, _ time.Time) scored.Seen {
		e := s.e
		s.yes("is_honeypot", e.IsHoneypot, 100, "honeypot", "the token can be bought but not sold")
		note(s, "paused", e.Paused)
		note(s, "wallet_can_sell", e.WalletSold)
		if isTrue(e.Paused) && !isTrue(e.WalletSold) && !isTrue(e.IsHoneypot) {
			s.count(100, "paused", "the token says that it is paused, and no sale by a wallet went through")
		}
		s.yes("cannot_sell_all", e.CannotSellAll, 80, "cannot_sell_all", "holders cannot sell all that they have")
		note(s, "buy_tax_pct", e.BuyTax)
		note(s, "sell_tax_pct", e.SellTax)
		note(s, "transfer_tax_pct", e.TransferTax)
		tax, code, word := e.heaviestTax()
		for _, step := range []struct{ above, points float64 }{{50, 90}, {20, 60}, {10, 35}, {noTax, 15}} {
			if tax > step.above {
				s.count(step.points, code, "a %s loses %.1f percent to the token's tax", word, tax)
				break
			}
		}
		s.yes("tax_modifiable", e.TaxModifiable, 25, "tax_modifiable", "the tax can be changed")
		if e.SalesEnd {
			s.count(60, "sales_end", "a simulated sale works now, and fails a month or a year later")
		}
		s.yes("trading_cooldown", e.Cooldown, 15, "trading_cooldown", "holders have to wait between trades")
		s.yes("whitelist", e.Whitelist, 20, "whitelist_function", "some holders are exempt from the rules for others")

		// That nothing was found is worth something only when somebody tried to sell.
		return spoken(isTrue(e.CannotSellAll) || isTrue(e.Paused) || tax > noTax, e.IsHoneypot != nil)
	},
	Age: func(s *scorer, now time.Time) scored.Seen {
		s.d.Signals["created_at"] = nil
		s.d.Signals["created_at_source"] = nil
		if s.e.Since == nil {
			return scored.Unseen
		}
		days := now.Sub(*s.e.Since).Hours() / 24
		s.d.Signals["created_at"] = s.e.Since.UTC().Format(time.RFC3339)
		s.d.Signals["created_at_source"] = s.e.SinceBy
		for _, step := range []struct{ below, points float64 }{{1, 100}, {7, 70}, {30, 40}, {90, 20}, {365, 10}} {
			if days < step.below {
				s.count(step.points, "new_token", "the token or its first pool is %s old",
					scored.Count(int(max(0, days)), "day"))
				break
			}
		}
		return scored.Whole
	},
}
