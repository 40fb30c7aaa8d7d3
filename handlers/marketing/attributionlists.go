package marketing

import (
	"encoding/json"
	"slices"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/internal/each"
)

// percent prints units of 10^-places percent, or nil if nothing converted.
func percent(units int64, places int32, nothing bool) *json.Number {
	if nothing {
		return nil
	}

	return new(json.Number(decimal.New(units, -places).String()))
}

// comparison is the row in the answer's comparison.
func (s share) comparison(nothing bool) gen.MarketingComparison {
	pct := func(units int64) *json.Number { return percent(units, sharePlaces, nothing) }

	return gen.MarketingComparison{
		Channel:       s.channel,
		Touches:       s.touches,
		FirstTouch:    pct(s.pct[firstTouch]),
		LastTouch:     pct(s.pct[lastTouch]),
		Linear:        pct(s.pct[linear]),
		TimeDecay:     pct(s.pct[timeDecay]),
		PositionBased: pct(s.pct[positionBased]),
		Average:       percent(2*s.fifths(), sharePlaces+1, nothing), // a fifth is two tenths: still exact
		Spread:        pct(slices.Max(s.pct[:]) - slices.Min(s.pct[:])),
	}
}

// creditList is the credits of model m, largest first.
func creditList(rows []share, m int, nothing bool) []gen.MarketingCredit {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b share) int { return compareDown(a.pct[m], b.pct[m]) })

	return each.Of(sorted, func(r share) gen.MarketingCredit {
		return gen.MarketingCredit{
			Channel:     r.channel,
			CreditPct:   percent(r.pct[m], sharePlaces, nothing),
			Conversions: r.credit[m],
			Value:       r.worth[m],
		}
	})
}
