package web

import (
	"context"
	"net/http"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// SearchNews answers GET /search/news: news from several engines, one entry per story, dates in UTC.
func (h *Handlers) SearchNews(ctx context.Context, req gen.SearchNewsRequestObject) (gen.SearchNewsResponseObject, error) {
	p := req.Params
	query, found, err := searched(ctx, h.searcher.News, searchInputs{
		query:    p.Query,
		most:     p.MaxResults,
		region:   p.Region,
		period:   string(response.OrZero(p.Timelimit)),
		safety:   string(p.Safesearch),
		backends: response.Texts(p.Backend),
	})
	if err != nil {
		return nil, err
	}

	// Buyers rely on an empty answer rather than an error if all engines refuse; it is free.
	if !found.Answered {
		if p := unanswered(found); p.Status < http.StatusInternalServerError || p.Code == problem.CodeNotConfigured {
			return nil, p
		}
		response.Waive(ctx)
	}

	answer := gen.SearchNews200JSONResponse{
		Query:   query,
		Scope:   gen.WebNewsSearchScope(scopeOf(found)),
		Count:   len(found.Results),
		Results: []gen.WebNewsResult{},
		Sources: engineReports(found.Engines),
		Partial: found.Partial,
	}
	for _, f := range found.Results {
		answer.Results = append(answer.Results, gen.WebNewsResult{
			Title:         f.Title,
			URL:           f.URL,
			Snippet:       response.OrNull(f.Snippet),
			SnippetSource: response.OrNull(f.SnippetBy),
			Date:          response.Moment(&f.Published),
			Source:        response.OrNull(f.Source),
			Image:         response.OrNull(f.Image),
			Engines:       f.Engines,
		})
	}
	return answer, nil
}
