package realestate

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fhfa"
)

// Bounds of a comparison.
const (
	fewestPlaces = 2
	mostPlaces   = 12
)

// contender is a place in a comparison, with its value or the reason for its absence.
type contender struct {
	text   string
	place  *places.Place
	value  float64
	bound  string
	period string
	end    time.Time
	err    error
}

// RealestateCompare answers GET /realestate/compare.
func (h *Handlers) RealestateCompare(
	ctx context.Context, req gen.RealestateCompareRequestObject,
) (gen.RealestateCompareResponseObject, error) {
	list, err := h.contenders(ctx, req.Params.Geo, kindOf(req.Params.Type))
	if err != nil {
		return nil, err
	}

	ctx, reads := upstream.WithReads(ctx)
	metric := req.Params.Metric
	var source gen.RealestateCompareSource
	if metric == gen.PriceMomentumYoy {
		source, list, err = h.momentum(ctx, list)
	} else {
		source = gen.RealestateCompareSourceCensus
		err = h.surveyed(ctx, list, metric)
	}
	if err != nil {
		return nil, err
	}

	answer, err := ranked(metric, list)
	if err != nil {
		return nil, err
	}
	answer.Source = source
	answer.Sources = h.compareSources(metric, source, list, reads)
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

// contenders reads and looks up the places, each once.
func (h *Handlers) contenders(ctx context.Context, text string, kind places.Kind) ([]contender, error) {
	separator := ","
	if strings.Contains(text, ";") {
		separator = ";"
	}
	var list []contender
	var queries []places.Query
	for part := range strings.SplitSeq(text, separator) {
		q, err := places.Read("geo", part, kind)
		if err != nil {
			return nil, err
		}
		if len(queries) == mostPlaces {
			return nil, problem.Invalid("geo", "geo names more than %d places", mostPlaces)
		}
		queries = append(queries, q)
		list = append(list, contender{text: strings.TrimSpace(part)})
	}
	if len(list) < fewestPlaces {
		return nil, problem.Invalid("geo", "geo has to name at least two places, separated by commas")
	}

	found, err := upstream.AskEach(ctx, "", queries, func(ctx context.Context, q places.Query) (*places.Place, error) {
		return h.places.Find(ctx, "geo", q)
	}).Values()
	if err != nil {
		return nil, err
	}
	for i, place := range found {
		for _, before := range list[:i] {
			if before.place.Asked == place.Asked {
				return nil, problem.Invalid("geo", "%s and %s are the same place", before.text, list[i].text)
			}
		}
		list[i].place = place
	}
	return list, nil
}

// surveyed fills in the values of a survey metric, each for the place itself. A place unknown to the survey has
// NotFound; if the survey answers for no place at all, that is the error.
func (h *Handlers) surveyed(ctx context.Context, list []contender, metric gen.RealestateCompareParamsMetric) error {
	fused := upstream.AskEach(ctx, srcCensus, list, func(ctx context.Context, c contender) (surveys, error) {
		return h.surveysOf(ctx, c.place, []places.Area{c.place.Asked})
	})
	if err := fused.Err(); err != nil && !errors.Is(err, upstream.NotFound) {
		return err
	}
	for i, outcome := range fused {
		list[i].err = outcome.Err
		if outcome.Err == nil {
			list[i].read(outcome.Value, metric)
		}
	}
	return nil
}

// read takes the metric from the estimates.
func (c *contender) read(s surveys, metric gen.RealestateCompareParamsMetric) {
	c.period = strconv.Itoa(s[0].Year)
	c.end = time.Date(s[0].Year, time.December, 31, 0, 0, 0, 0, time.UTC)
	single := map[gen.RealestateCompareParamsMetric]median{
		gen.MedianHomeValue:       homeValue,
		gen.MedianGrossRent:       grossRent,
		gen.MedianHouseholdIncome: income,
	}[metric]
	if single != nil {
		estimate := single(s[0].Housing)
		if estimate == nil {
			c.err = errUnknown
			return
		}
		c.value = estimate.Value
		c.bound = estimate.Bound
		return
	}

	over := grossRent
	under := homeValue
	if metric == gen.PriceToIncome {
		over = homeValue
		under = income
	}
	area, a, b := s.both(over, under)
	switch {
	case area == nil:
		c.err = errUnknown
	case metric == gen.PriceToIncome:
		c.value = response.Round(a/b, 2)
	default:
		c.value = response.Round(12*a/b*100, 2)
	}
}

// errUnknown is the error for an estimate that was not computed, or is only the limit of an open interval.
var errUnknown = upstream.NotFound.Errorf("no such estimate")

// momentum fills in the changes of prices over a year, all by one measure: the one for which most places have their
// own series. Sales come before all transactions, and FHFA before Zillow.
func (h *Handlers) momentum(
	ctx context.Context, list []contender,
) (source gen.RealestateCompareSource, filled []contender, err error) {
	index, _, errIndex := h.index.Get()
	byIndex := func(kind fhfa.Kind) func(*contender) {
		return func(c *contender) {
			c.err = errIndex
			if errIndex == nil {
				c.indexed(index, kind)
			}
		}
	}
	byValue := func(c *contender) { c.valued(h.values.find(ctx, []places.Area{c.place.Asked})) }

	var best []contender
	most := -1
	for _, way := range []struct {
		source gen.RealestateCompareSource
		fill   func(*contender)
	}{
		{gen.RealestateCompareSourceFhfa, byIndex(fhfa.PurchaseOnly)},
		{gen.RealestateCompareSourceFhfa, byIndex(fhfa.AllTransactions)},
		{gen.RealestateCompareSourceZillowZhvi, byValue},
	} {
		tried := slices.Clone(list)
		have := 0
		for i := range tried {
			way.fill(&tried[i])
			if tried[i].err == nil {
				have++
			}
		}
		if have > most {
			most = have
			best = tried
			source = way.source
		}
	}
	if most == 0 {
		_, errValues := h.values.find(ctx, nil)
		if errors.Is(errValues, upstream.NotFound) {
			errValues = noneHas()
		}
		return "", nil, cmp.Or(errIndex, errValues)
	}
	return source, best, nil
}

func noneHas() *problem.Problem {
	return problem.NotFound("geo", "none of these places has its own value")
}

// indexed fills in the change of a place's own index.
func (c *contender) indexed(index *fhfa.Index, kind fhfa.Kind) {
	c.err = errUnknown
	area := c.place.Asked
	s := index.OfKind(area.Code, kind)
	if s == nil || area.Level == places.ZIP || area.Level == places.County {
		return
	}
	x := newIndexed(s, area)
	if change := x.change(1); change != nil {
		c.err = nil
		c.value = *change
		c.period = x.latest().Quarter.String()
		c.end = x.end()
	}
}

// valued fills in the change of a place's own Zillow series.
func (c *contender) valued(r *regional, err error) {
	if c.err = err; err != nil {
		return
	}
	change := r.change(12)
	if change == nil {
		c.err = errUnknown
		return
	}
	c.value = *change
	c.period = r.last().String()
	c.end = r.end()
}

// ranked builds the answer from what is known.
func ranked(metric gen.RealestateCompareParamsMetric, list []contender) (*gen.RealestateCompare200JSONResponse, error) {
	answer := &gen.RealestateCompare200JSONResponse{
		Metric:         string(metric),
		Unit:           units[metric],
		HigherIsBetter: metric != gen.PriceToIncome,
		SameLevel:      true,
		SamePeriod:     true,
		Missing:        []gen.RealestateMissing{},
		Warnings:       []string{},
		Disclaimer:     disclaimer,
		Attribution:    attribution,
	}
	var have []contender
	for _, c := range list {
		if c.err == nil {
			have = append(have, c)
			continue
		}
		answer.Missing = append(answer.Missing, gen.RealestateMissing{
			Geo:    c.text,
			Area:   areaOf(c.place.Asked),
			Reason: c.reason(),
		})
	}
	if len(have) == 0 {
		return nil, noneHas()
	}

	slices.SortStableFunc(have, func(a, b contender) int {
		if answer.HigherIsBetter {
			return cmp.Compare(b.value, a.value)
		}
		return cmp.Compare(a.value, b.value)
	})
	for i, c := range have {
		row := gen.RealestateRanked{
			Rank:      i + 1,
			Area:      areaOf(c.place.Asked),
			Value:     c.value,
			Period:    c.period,
			PeriodEnd: day(c.end),
		}
		row.Bound = response.OrNull(gen.RealestateRankedBound(c.bound))
		if i > 0 && c.value == have[i-1].value {
			row.Rank = answer.Ranking[i-1].Rank
		}
		answer.SameLevel = answer.SameLevel && c.place.Asked.Level == have[0].place.Asked.Level
		answer.SamePeriod = answer.SamePeriod && c.period == have[0].period
		answer.Ranking = append(answer.Ranking, row)
	}
	answer.Count = len(have)
	answer.Best = answer.Ranking[0].Area
	answer.Worst = answer.Ranking[len(have)-1].Area
	warn(answer)
	return answer, nil
}

// warn reports what makes the comparison unequal.
func warn(answer *gen.RealestateCompare200JSONResponse) {
	if !answer.SameLevel {
		answer.Warnings = append(answer.Warnings, "The places are of different kinds; one may lie in another.")
	}
	if !answer.SamePeriod {
		answer.Warnings = append(answer.Warnings, "The values are of different periods.")
	}

	if answer.Count == 1 {
		answer.Warnings = append(answer.Warnings, "Only one place has a value, so that nothing is compared.")
	}

	for _, row := range answer.Ranking {
		if row.Bound != nil {
			answer.Warnings = append(
				answer.Warnings,
				"A value with a bound is only the limit of an open interval: its rank "+
					"among values near it is not known.",
			)
			break
		}
	}
}

// units are the units of each metric's values.
var units = map[gen.RealestateCompareParamsMetric]gen.RealestateCompareUnit{
	gen.PriceMomentumYoy:      gen.RealestateCompareUnitPct,
	gen.GrossRentalYield:      gen.RealestateCompareUnitPct,
	gen.PriceToIncome:         gen.RealestateCompareUnitRatio,
	gen.MedianHomeValue:       gen.RealestateCompareUnitUSD,
	gen.MedianGrossRent:       gen.RealestateCompareUnitUSDPerMonth,
	gen.MedianHouseholdIncome: gen.RealestateCompareUnitUSDPerYear,
}

// reason is why a place has no value.
func (c contender) reason() string {
	switch {
	case !errors.Is(c.err, upstream.NotFound):
		return "the source did not answer for it"
	case c.place.Former:
		return "planning regions took the place of this county in 2022"
	}
	return "the source has no such value of this place itself"
}

// compareSources are the sources and their roles. The values are of the one used.
func (h *Handlers) compareSources(
	metric gen.RealestateCompareParamsMetric, used gen.RealestateCompareSource, list []contender, reads *upstream.Reads,
) []gen.Source {
	var failed error
	for _, c := range list {
		if c.err != nil && !errors.Is(c.err, upstream.NotFound) {
			failed = c.err
		}
	}

	const momentumOnly = "asked for price_momentum_yoy only"
	if metric != gen.PriceMomentumYoy {
		return []gen.Source{
			response.Read(srcCensus, reads, failed),
			response.Skipped(srcFHFA, momentumOnly),
			response.Skipped(srcZHVI, momentumOnly),
		}
	}

	index := h.index.Status(titles[srcFHFA])
	index.ID = srcFHFA
	sources := []gen.Source{
		response.Skipped(srcCensus, "not asked for price_momentum_yoy"),
		response.List(index),
		response.List(h.values.status()),
	}
	for i := range sources {
		for _, c := range list {
			if c.err == nil && sources[i].Name == string(used) {
				sources[i] = h.until(sources[i], c.end)
			}
		}
	}
	return sources
}
