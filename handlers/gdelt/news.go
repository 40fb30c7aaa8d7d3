package gdelt

import (
	"context"

	gen "github.com/farebox/farebox/gen/gdelt"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/gdelt"
)

// GdeltNews answers GET /gdelt/news.
func (h *Handlers) GdeltNews(ctx context.Context, req gen.GdeltNewsRequestObject) (gen.GdeltNewsResponseObject, error) {
	s, span, err := readInputs(req.Params.Theme, req.Params.Country, req.Params.Timespan)
	if err != nil {
		return nil, err
	}

	query := s.query()
	r, sources, err := h.read(ctx, s.field(), s, span, span, h.articlesOf(query, req.Params.Timespan))
	if err != nil {
		return nil, err
	}

	list := once(r.articles)
	top := headOf(req.Params.Theme, s, r)
	answer := gen.GdeltNews200JSONResponse{
		Theme:         top.theme,
		Country:       top.code,
		CountryName:   top.name,
		CountryScope:  scopeOf[gen.GdeltNewsCountryScope](top, r),
		Timespan:      req.Params.Timespan,
		Source:        gen.GdeltNewsSource(r.source),
		Query:         top.query,
		CoveredFromAt: r.from,
		CoveredToAt:   r.to,
		Articles:      articlesOf(list, req.Params.Limit),
		Sources:       sources,
		Partial:       response.Partial(sources),
		Attribution:   gdelt.DOC.Attribution,
	}
	answer.Count = len(answer.Articles)
	answer.Truncated = answer.Count < len(list) || len(r.articles) >= mostSampled
	if len(r.articles) < mostSampled {
		answer.Total = new(len(list))
	}
	return answer, nil
}
