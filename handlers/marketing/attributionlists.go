package marketing

import (
	"encoding/json"
	"math/big"
	"slices"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/marketing"
)

// percent prints units of 10^-places percent, nil when nothing converted.
func percent(units int64, places int32, nothing bool) *json.Number {
	if nothing {
		return nil
	}
	n := json.Number(decimal.NewFromBigInt(big.NewInt(units), -places).String())
	return &n
}

// comparison is the row as the answer's comparison shows it.
func (s share) comparison(nothing bool) gen.MarketingComparison {
	pct := func(m int) *json.Number { return percent(s.pct[m], sharePlaces, nothing) }
	return gen.MarketingComparison{
		Channel: s.channel, Touches: s.touches,
		FirstTouch: pct(firstTouch), LastTouch: pct(lastTouch), Linear: pct(linear), TimeDecay: pct(timeDecay), PositionBased: pct(positionBased),
		Average: percent(2*s.fifths(), sharePlaces+1, nothing), // a fifth is two tenths: one more place and still exact
		Spread:  percent(slices.Max(s.pct[:])-slices.Min(s.pct[:]), sharePlaces, nothing),
	}
}

// creditList is the credits of model m, largest first.
func creditList(rows []share, m int, nothing bool) []gen.MarketingCredit {
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return compareDown(rows[a].pct[m], rows[b].pct[m]) })
	list := make([]gen.MarketingCredit, len(rows))
	for i, at := range order {
		r := &rows[at]
		list[i] = gen.MarketingCredit{Channel: r.channel, CreditPct: percent(r.pct[m], sharePlaces, nothing), Conversions: r.credit[m], Value: r.worth[m]}
	}
	return list
}
