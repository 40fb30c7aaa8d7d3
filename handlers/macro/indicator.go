package macro

import (
	"context"

	gen "github.com/farebox/farebox/gen/macro"
	"github.com/farebox/farebox/internal/response"
)

// staleYears is how old a latest value may be.
const staleYears = 5

// MacroIndicator answers GET /macro/indicator.
func (h *Handlers) MacroIndicator(
	ctx context.Context, req gen.MacroIndicatorRequestObject,
) (gen.MacroIndicatorResponseObject, error) {
	i, err := indicatorOf(req.Params.Indicator)
	if err != nil {
		return nil, err
	}
	economies, err := economiesOf(req.Params.Country, 1)
	if err != nil {
		return nil, err
	}
	years, err := h.yearsOf(req.Params.Years, req.Params.Range)
	if err != nil {
		return nil, err
	}

	t, err := h.read(ctx, i, economies, years)
	if err != nil {
		return nil, err
	}
	answer := gen.MacroIndicator200JSONResponse{
		Indicator:       t.definition(),
		Unit:            response.OrNull(i.unit),
		Basis:           response.OrNull(i.basis),
		LastUpdatedDate: t.changedDate(),
		Missing:         t.missing(economies),
		Sources:         t.sources,
		Partial:         response.Partial(t.sources),
		Attribution:     t.attribution(),
	}
	for _, e := range economies {
		if list := t.series[e.iso3]; len(list) > 0 {
			answer.Series = append(answer.Series, h.seriesOf(e, list))
		}
	}
	answer.Count = len(answer.Series)
	if answer.Count == 0 {
		return nil, t.empty()
	}
	return answer, nil
}

func (h *Handlers) seriesOf(e economy, list []observed) gen.MacroSeries {
	series := gen.MacroSeries{
		Country: e.name,
		Iso3:    e.iso3,
		IsGroup: e.group,
		Stale:   h.now().Year()-list[0].year > staleYears,
		Latest:  shown(list[0]),
	}
	if len(list) > 1 {
		series.Change = new(response.Number(list[0].value.Sub(list[1].value)))
	}
	for _, o := range list {
		series.Observations = append(series.Observations, shown(o))
	}
	return series
}

func shown(o observed) gen.MacroObservation {
	return gen.MacroObservation{Year: o.year, Value: response.Number(o.value)}
}
