package macro

import (
	"cmp"
	"context"
	"slices"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/macro"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
)

// MacroCompare answers GET /macro/compare. All values are of one year: those of different years are no ranking.
func (h *Handlers) MacroCompare(
	ctx context.Context, req gen.MacroCompareRequestObject,
) (gen.MacroCompareResponseObject, error) {
	t, err := h.answer(ctx, question{
		indicator: req.Params.Indicator,
		countries: req.Params.Country,
		least:     2,
		years:     req.Params.Years,
		latest:    req.Params.Range,
		calendar:  true,
	})
	if err != nil {
		return nil, err
	}

	year, ok := t.sharedYear()
	if !ok {
		return nil, t.empty()
	}
	t.keep(year)
	answer := gen.MacroCompare200JSONResponse{
		Indicator:       t.definition(),
		Unit:            response.OrNull(t.indicator.unit),
		Basis:           response.OrNull(t.indicator.basis),
		Year:            year,
		Groups:          []gen.MacroGroup{},
		Missing:         t.missing(),
		LastUpdatedDate: t.changedDate(),
		Sources:         t.sources,
		Partial:         response.Partial(t.sources),
		Attribution:     t.attribution(),
	}
	answer.Ranking = t.ranking()
	answer.Count = len(answer.Ranking)
	for _, e := range t.economies {
		if list := t.series[e.iso3]; e.group && len(list) > 0 {
			answer.Groups = append(answer.Groups, gen.MacroGroup{
				Country: e.name,
				Iso3:    e.iso3,
				Value:   response.Number(list[0].value),
			})
		}
	}
	answer.Stats = statsOf(t)
	return answer, nil
}

// sharedYear is the year that most economies have a value of, the newest of such years.
func (t table) sharedYear() (int, bool) {
	counts := map[int]int{}
	for _, list := range t.series {
		for _, o := range list {
			counts[o.year]++
		}
	}
	best := 0
	for year, n := range counts {
		if n > counts[best] || n == counts[best] && year > best {
			best = year
		}
	}
	return best, best != 0
}

// keep leaves only the values of a year.
func (t table) keep(year int) {
	for code, list := range t.series {
		t.series[code] = slices.DeleteFunc(slices.Clone(list), func(o observed) bool { return o.year != year })
		if len(t.series[code]) == 0 {
			t.why[code] = "no value of the year that most have one of"
		}
	}
}

// ranking are the countries, highest first.
func (t table) ranking() []gen.MacroRank {
	ranked := t.countries()
	list := []gen.MacroRank{}
	for place, e := range ranked {
		rank := gen.MacroRank{
			Rank:    place + 1,
			Country: e.name,
			Iso3:    e.iso3,
			Value:   response.Number(t.series[e.iso3][0].value),
		}
		if place > 0 && t.series[e.iso3][0].value.Equal(t.series[ranked[place-1].iso3][0].value) {
			rank.Rank = list[place-1].Rank
		}
		list = append(list, rank)
	}
	return list
}

// countries are the countries with a value, highest first.
func (t table) countries() []economy {
	list := each.Where(t.economies, func(e economy) bool { return !e.group && len(t.series[e.iso3]) > 0 })
	slices.SortStableFunc(list, func(a, b economy) int {
		return cmp.Or(t.series[b.iso3][0].value.Cmp(t.series[a.iso3][0].value), cmp.Compare(a.name, b.name))
	})
	return list
}

// statsDigits is the number of decimals of means.
const statsDigits = 9

func statsOf(t table) *gen.MacroStats {
	ranked := t.countries()
	if len(ranked) < 2 {
		return nil
	}
	values := each.Of(ranked, func(e economy) decimal.Decimal { return t.series[e.iso3][0].value })

	two := decimal.NewFromInt(2)
	mean := decimal.Sum(values[0], values[1:]...).DivRound(decimal.NewFromInt(int64(len(values))), statsDigits)
	median := values[len(values)/2]
	if len(values)%2 == 0 {
		median = median.Add(values[len(values)/2-1]).DivRound(two, statsDigits)
	}
	most := values[0]
	least := values[len(values)-1]
	return &gen.MacroStats{
		Mean:   response.Number(mean),
		Median: response.Number(median),
		Min:    response.Number(least),
		Max:    response.Number(most),
		Spread: response.Number(most.Sub(least)),
	}
}
