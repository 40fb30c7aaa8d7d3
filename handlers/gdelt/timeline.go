package gdelt

import (
	"context"
	"regexp"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// GdeltTimeline answers GET /gdelt/timeline.
func (h *Handlers) GdeltTimeline(
	ctx context.Context, req gen.GdeltTimelineRequestObject,
) (gen.GdeltTimelineResponseObject, error) {
	query, err := readQuery(req.Params.Query)
	if err != nil {
		return nil, err
	}
	span, err := readSpan(req.Params.Timespan)
	if err != nil {
		return nil, err
	}

	ask := h.volumeOf
	unit := gen.GdeltTimelineUnitPercentOfCoverage
	if req.Params.Metric == gen.GdeltTimelineParamsMetricTone {
		ask = h.toneOf
		unit = gen.GdeltTimelineUnitTone
	}
	r, sources, err := h.read(ctx, "query", themeOf(query), span, span, ask(query, req.Params.Timespan))
	if err != nil {
		return nil, err
	}

	points := r.volume
	if unit == gen.GdeltTimelineUnitTone {
		points = r.tone
	}
	answer := gen.GdeltTimeline200JSONResponse{
		Query:         req.Params.Query,
		Metric:        string(req.Params.Metric),
		Timespan:      req.Params.Timespan,
		Source:        gen.GdeltTimelineSource(r.source),
		CoveredFromAt: r.from,
		CoveredToAt:   r.to,
		Unit:          unit,
		Count:         len(points),
		Points:        pointsOf(points),
		Summary:       summary(points, unit == gen.GdeltTimelineUnitPercentOfCoverage),
		Sources:       sources,
		Partial:       response.Partial(sources),
		Attribution:   gdelt.DOC.Attribution,
	}
	if len(points) > 0 {
		answer.Resolution = response.OrNull(r.resolution)
	}
	return answer, nil
}

var oneTheme = regexp.MustCompile(`^theme:([A-Z0-9_]+)$`)

// themeOf is a query that asks for one theme, as the subject that the files can tell; empty for all others.
func themeOf(query string) subject {
	if m := oneTheme.FindStringSubmatch(query); m != nil {
		return subject{themes: []string{m[1]}}
	}
	return subject{words: query}
}

// summary is null without points. A change in per cent makes sense of volumes only: tones have no zero to start from.
func summary(points []gdelt.Point, volume bool) *gen.GdeltSummary {
	if len(points) == 0 {
		return nil
	}
	list := values(points)
	greatest := points[0]
	latest := points[len(points)-1]

	for _, p := range points {
		if p.Value > greatest.Value {
			greatest = p
		}
	}

	s := &gen.GdeltSummary{
		Mean:     response.Round(mean(list), 4),
		Max:      response.Round(greatest.Value, 4),
		MaxAt:    greatest.At,
		Latest:   response.Round(latest.Value, 4),
		LatestAt: latest.At,
		ZLatest:  response.RoundOrNull(score(latest.Value, list), 4),
	}

	if first, last, ok := thirds(list); ok && volume && first > 0 {
		s.ChangePct = new(response.Round((last/first-1)*100, 2))
	}
	return s
}
