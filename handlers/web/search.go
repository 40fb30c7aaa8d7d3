package web

import (
	"context"
	"errors"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/websearch"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

// Search answers GET /search: the results of several engines as one list. Engines may refuse as long as one of them
// answers.
func (h *Handlers) Search(ctx context.Context, req gen.SearchRequestObject) (gen.SearchResponseObject, error) {
	p := req.Params
	query, found, err := searched(ctx, h.searcher.Web, searchInputs{
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

	if !found.Answered {
		return nil, unanswered(found)
	}

	answer := gen.Search200JSONResponse{
		Query:   query,
		Scope:   gen.WebSearchScope(scopeOf(found)),
		Count:   len(found.Results),
		Results: []gen.WebSearchResult{},
		Sources: engineReports(found.Engines),
		Partial: found.Partial,
	}
	for _, f := range found.Results {
		answer.Results = append(answer.Results, gen.WebSearchResult{
			Title:         f.Title,
			URL:           f.URL,
			Snippet:       response.OrNull(f.Snippet),
			SnippetSource: response.OrNull(f.SnippetBy),
			Date:          response.Moment(&f.Published),
			Engines:       f.Engines,
		})
	}
	return answer, nil
}

// maxQuery is the longest query that every engine takes: a longer one is refused like a robot, and the engine would
// be put to rest for it.
const maxQuery = 499

// searchInputs are the inputs of both search routes.
type searchInputs struct {
	query    string
	most     int
	region   string
	period   string
	safety   string
	backends []string // engines; none is auto
}

// searched asks the engines and returns the query as sent. Nothing found is free while an index had no say: it may have
// what was searched for.
func searched(
	ctx context.Context, ask func(context.Context, websearch.Request) (*websearch.Answer, error), in searchInputs,
) (query string, found *websearch.Answer, err error) {
	r, err := in.request()
	if err != nil {
		return "", nil, err
	}

	found, err = ask(ctx, r)
	if err != nil {
		return "", nil, searchProblem(err)
	}
	if len(found.Results) == 0 && found.Partial {
		response.Waive(ctx)
	}
	return r.Query, found, nil
}

// scopeOf says how far the answer reaches.
func scopeOf(found *websearch.Answer) string {
	if found.WholeWeb {
		return "web"
	}
	return "collections"
}

// enginesRest is the Retry-After if no engine answered.
const enginesRest = time.Minute

// unanswered is the error of a search without any engine's answer. If the named engines cannot do it, the caller
// must change the request.
func unanswered(found *websearch.Answer) *problem.Problem {
	able := func(r websearch.Report) bool {
		return r.Status != websearch.StatusSkipped && r.Status != websearch.StatusNotConfigured
	}
	skipped := slices.IndexFunc(found.Engines, func(r websearch.Report) bool {
		return r.Status == websearch.StatusSkipped
	})

	var p *problem.Problem
	switch {
	case slices.ContainsFunc(found.Engines, able):
		p = problem.Unavailable(problem.CodeUpstreamFailed, enginesRest,
			"no search engine answered; sources says what each of them did")
	case skipped >= 0:
		p = problem.Invalid("backend", "backend must name an engine that can do this: %s cannot, because %s",
			found.Engines[skipped].Engine, found.Engines[skipped].Reason)
	default:
		p = problem.NotConfigured("this service has no search engine set up for this search")
	}
	return p.With("sources", engineReports(found.Engines))
}

func (in searchInputs) request() (websearch.Request, error) {
	r := websearch.Request{
		Query:  serp.Clean(in.query),
		Max:    in.most,
		Within: serp.Period(in.period),
		Safe:   serp.Safety(in.safety),
	}
	if r.Query == "" {
		return r, problem.Invalid("query", "query must not be only white space")
	}
	if utf8.RuneCountInString(r.Query) > maxQuery { // some letters become several in normal form C
		return r, problem.Invalid("query", "query must be at most %d characters long in Unicode normal form C", maxQuery)
	}

	var ok bool
	if r.Region, ok = websearch.ParseRegion(in.region); !ok {
		return r, problem.Invalid(
			"region",
			"region must be a country (ISO 3166) and a language (ISO 639) of two letters each, such as us-en or "+
				"de-de, or wt-wt for no region",
		)
	}

	r.Backends = in.backends
	return r, nil
}

func searchProblem(err error) error {
	var unknown *websearch.UnknownBackend
	if errors.As(err, &unknown) {
		return problem.Invalid("backend", "%v", unknown).With("allowed", unknown.Allowed)
	}
	return err
}

// engineReports are the engines as sources: a captcha is an error, a resting engine was skipped.
func engineReports(reports []websearch.Report) []gen.Source {
	list := []gen.Source{}
	for _, r := range reports {
		source := gen.Source{
			Name:   r.Engine,
			Status: shared.SourceStatus(r.Status),
			Detail: response.OrNull(r.Reason),
		}
		switch r.Status {
		case websearch.StatusOK, websearch.StatusEmpty:
			source.Records = new(r.Count)
		case websearch.StatusBlocked:
			source.Status = shared.SourceStatusError
		case websearch.StatusResting:
			source.Status = shared.SourceStatusSkipped
		}
		list = append(list, source)
	}

	return list
}
