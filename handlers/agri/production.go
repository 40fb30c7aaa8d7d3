package agri

import (
	"context"
	"fmt"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/agri"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nass"
)

const (
	srcNASS      = "nass"
	srcHarvested = "nass_harvested"
)

// seriesLasts is how long the newest value of a series stands, which may be of a year: it comes in January.
const seriesLasts = 450 * 24 * time.Hour

// historyYears is the length of a history: one more than the five years of a mean.
const historyYears = 6

// AgriProduction answers GET /agri/production.
func (h *Handlers) AgriProduction(
	ctx context.Context, req gen.AgriProductionRequestObject,
) (gen.AgriProductionResponseObject, error) {
	p := req.Params
	series := seriesOf(crops[string(p.Commodity)], p.Metric)
	if series == "" {
		return nil, problem.NotFound("metric", "NASS publishes no quarterly %s of %s", p.Metric, p.Commodity)
	}
	state, area, err := readState(p.State)
	if err != nil {
		return nil, err
	}

	q := nass.Query{
		Series:    series,
		State:     state,
		Frequency: annual,
		From:      h.now().UTC().Year() - historyYears,
	}
	if p.Metric == gen.AgriProductionParamsMetricStocks {
		q.Frequency = pointInTime
	}
	if p.Year != nil {
		q.From = *p.Year - historyYears
		q.To = *p.Year
	}
	list, harvested, sources, err := h.figures(ctx, q, p)
	if upstream.KindOf(err) == upstream.NotFound {
		return nil, nothing(p, area)
	}
	if err != nil {
		return nil, err
	}
	if p.Year != nil && list[0].Year() != *p.Year {
		return nil, nothing(p, area)
	}

	answer := seriesAnswer(list)
	answer.Commodity = gen.AgriSeriesCommodity(p.Commodity)
	answer.Metric = gen.AgriSeriesMetric(p.Metric)
	answer.State = response.OrNull(state)
	answer.AreaName = area
	answer.Harvested = harvested
	answer.Sources = sources
	loaded, _ := time.Parse(time.DateOnly, response.OrZero(answer.AsOfDate)) // zero where no row says
	old := upstream.TooOld(nass.Provider.Name, loaded, h.now(), seriesLasts)
	if age := h.now().UTC().Year() - list[0].Year(); p.Year == nil && (age > 1 || old != nil) {
		answer.Sources[0].Status = "stale"
		answer.Sources[0].Detail = new(fmt.Sprintf("the newest value is of %d", list[0].Year()))
		answer.Warnings = append(answer.Warnings,
			"NASS seems to have stopped this series: the newest value is years old")
	}
	answer.Partial = response.Partial(answer.Sources)
	return answer, nil
}

func seriesOf(c crop, metric gen.AgriProductionParamsMetric) string {
	switch metric {
	case gen.AgriProductionParamsMetricProduction:
		return c.production
	case gen.AgriProductionParamsMetricYield:
		return c.yield
	case gen.AgriProductionParamsMetricAcreage:
		return c.planted
	}
	return c.stocks
}

// readState is the code and name of a state, or "" and United States.
func readState(asked *string) (code, name string, err error) {
	if asked == nil {
		return "", "United States", nil
	}
	state, _ := usstate.Find(*asked)
	if state.Territory {
		return "", "", problem.Invalid("state", "state must be a state, such as IA, and no territory")
	}
	return state.Code, state.Name, nil
}

func nothing(p gen.AgriProductionParams, area string) error {
	when := ""
	field := "commodity"
	if p.State != nil {
		field = "state"
	}
	if p.Year != nil {
		when = fmt.Sprintf(" for %d", *p.Year)
		field = "year"
	}
	return problem.NotFound(field, "NASS has no survey figure of %s %s in %s%s", p.Commodity, p.Metric, area, when)
}

// figures reads the series, newest first, and for acreage also the acres harvested in the newest year.
func (h *Handlers) figures(
	ctx context.Context, q nass.Query, p gen.AgriProductionParams,
) (list []figure, harvested *gen.AgriValue, sources []gen.Source, err error) {
	asked := []upstream.Source[[]figure]{{
		Name: srcNASS,
		Call: func(ctx context.Context) ([]figure, error) { return h.read(ctx, q) },
	}}
	if p.Metric == gen.AgriProductionParamsMetricAcreage {
		second := q
		second.Series = crops[string(p.Commodity)].harvested
		asked = append(asked, upstream.Source[[]figure]{
			Name: srcHarvested,
			Call: func(ctx context.Context) ([]figure, error) { return h.read(ctx, second) },
		})
	}

	fused := upstream.Fuse(ctx, asked...)
	if fused[0].Err != nil {
		return nil, nil, nil, fused[0].Err
	}
	list = fused[0].Value
	sources = response.Sources(fused)
	for i := range fused {
		if fused[i].Err == nil {
			sources[i].Records = new(len(fused[i].Value))
		}
	}
	if len(fused) > 1 {
		for _, f := range fused[1].Value {
			if f.Year() == list[0].Year() {
				harvested = new(valueOf(f))
			}
		}
	}
	return list, harvested, sources, nil
}

// read returns a series, newest first.
func (h *Handlers) read(ctx context.Context, q nass.Query) ([]figure, error) {
	rows, err := h.nass.Rows(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := inUnit(q.Series, rows); err != nil {
		return nil, err
	}

	var list []figure
	switch q.Frequency {
	case annual:
		list = yearly(rows)
	case pointInTime:
		list = byMonth(rows, "FIRST OF ")
	default:
		list = byMonth(rows, "")
	}
	if len(list) == 0 {
		return nil, upstream.NotFound.Errorf("no rows of a period that is read")
	}
	return list, nil
}

// seriesAnswer is the answer for the figures alone, newest first.
func seriesAnswer(list []figure) gen.AgriProduction200JSONResponse {
	latest := list[0]
	answer := gen.AgriProduction200JSONResponse{
		Series:      latest.Series,
		Unit:        latest.Unit,
		Latest:      valueOf(latest),
		Count:       len(list),
		AsOfDate:    published(latest.Loaded),
		Warnings:    []string{},
		Attribution: nass.Provider.Attribution,
	}
	answer.History = response.Items(response.Each(list, valueOf))
	if slices.ContainsFunc(list, func(f figure) bool { return f.Value() == nil }) {
		answer.Warnings = append(answer.Warnings,
			"NASS publishes no number for some periods; their value_note says why")
	}

	value := latest.Value()
	if value == nil {
		return answer
	}
	if earlier := before(list, latest, 1); earlier != nil {
		answer.ChangeYoyPct = response.Pct(value.Sub(*earlier.Value()), *earlier.Value(), 2)
	}
	if average := mean(list, latest); average != nil {
		answer.FiveYearAvg = response.NumberOrNull(average)
		answer.VsFiveYearPct = response.Pct(value.Sub(*average), *average, 2)
	}
	return answer
}

func valueOf(f figure) gen.AgriValue {
	shown := gen.AgriValue{
		Year:       f.Year(),
		Period:     f.Period,
		Value:      response.NumberOrNull(f.Value()),
		ValueNote:  response.OrNull(f.Note()),
		IsForecast: f.forecast,
		LoadTime:   f.Loaded,
	}
	if f.Frequency == pointInTime {
		shown.AsOfDate = new(f.at.Format(time.DateOnly))
	}
	return shown
}
