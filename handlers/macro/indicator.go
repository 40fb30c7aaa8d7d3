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
	t, err := h.answer(ctx, question{
		indicator: req.Params.Indicator,
		countries: req.Params.Country,
		least:     1,
		years:     req.Params.Years,
		latest:    req.Params.Range,
	})
	if err != nil {
		return nil, err
	}

	answer := gen.MacroIndicator200JSONResponse{
		Indicator:       t.definition(),
		Unit:            response.OrNull(t.indicator.unit),
		Basis:           response.OrNull(t.indicator.basis),
		LastUpdatedDate: t.changedDate(),
		Missing:         t.missing(),
		Sources:         t.sources,
		Partial:         response.Partial(t.sources),
		Attribution:     t.attribution(),
	}
	for _, e := range t.economies {
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
