package gdelt

import (
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// GdeltTone answers GET /gdelt/tone.
func (h *Handlers) GdeltTone(ctx context.Context, req gen.GdeltToneRequestObject) (gen.GdeltToneResponseObject, error) {
	s, span, err := readInputs(req.Params.Theme, req.Params.Country, req.Params.Timespan)
	if err != nil {
		return nil, err
	}

	query := s.query()
	r, sources, err := h.read(ctx, s.field(), s, span, span,
		h.toneOf(query, req.Params.Timespan),
		h.binsOf(query, req.Params.Timespan),
	)
	if err != nil {
		return nil, err
	}

	top := headOf(req.Params.Theme, s, r)
	answer := gen.GdeltTone200JSONResponse{
		Theme:         top.theme,
		Country:       top.code,
		CountryName:   top.name,
		CountryScope:  scopeOf[gen.GdeltToneCountryScope](top, r),
		Timespan:      req.Params.Timespan,
		Source:        gen.GdeltToneSource(r.source),
		Query:         top.query,
		CoveredFromAt: r.from,
		CoveredToAt:   r.to,
		Points:        len(r.tone),
		Distribution:  distribution(r.bins),
		Sources:       sources,
		Partial:       response.Partial(sources),
		Attribution:   gdelt.DOC.Attribution,
	}
	if list := values(r.tone); len(list) > 0 {
		average := mean(list)
		answer.AverageTone = new(response.Round(average, 4))
		answer.Label = new(gen.GdeltToneLabel(labelOf(average)))
		answer.Min = new(response.Round(slices.Min(list), 4))
		answer.Max = new(response.Round(slices.Max(list), 4))
		answer.Stddev = new(response.Round(deviation(list), 4))
	}
	if req.Params.Trend {
		answer.Trend = trend(r.tone)
	}
	return answer, nil
}

// labelOf is the word for a mean tone.
func labelOf(tone float64) string {
	switch {
	case tone <= -5:
		return "very_negative"
	case tone <= -1.5:
		return "negative"
	case tone < 1.5:
		return "neutral"
	case tone < 5:
		return "positive"
	}
	return "very_positive"
}

// distribution is the articles by the sign of their tone, null when the bins are not known. A bin holds the tones from
// its number to the next.
func distribution(bins []gdelt.Bin) *gen.GdeltDistribution {
	if bins == nil {
		return nil
	}
	var d gen.GdeltDistribution
	for _, b := range bins {
		switch {
		case b.Tone < -1:
			d.Negative += b.Count
		case b.Tone < 2:
			d.Neutral += b.Count
		default:
			d.Positive += b.Count
		}
		d.Articles += b.Count
	}
	return &d
}

// steadyWithin is the change of tone that is called stable.
const steadyWithin = 0.5

func trend(points []gdelt.Point) *gen.GdeltTrend {
	first, last, ok := thirds(values(points))
	if !ok {
		return nil
	}
	t := &gen.GdeltTrend{
		Direction:   gen.Stable,
		Change:      response.Round(last-first, 4),
		SlopePerDay: response.Round(slopePerDay(points), 4),
		Series:      pointsOf(points),
	}
	switch slope := slopePerDay(points); { // a direction that the line denies does not count
	case last-first > steadyWithin && slope > 0:
		t.Direction = gen.Improving
	case last-first < -steadyWithin && slope < 0:
		t.Direction = gen.Worsening
	}
	return t
}
