package nonprofit

import (
	"context"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/nonprofit/exempt"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/propublica"
)

// NonprofitSearch answers GET /nonprofit/search from the master file. ProPublica, which remembers organisations that
// have left it, is asked when the file has nothing like the name or is not loaded.
func (h *Handlers) NonprofitSearch(
	ctx context.Context, req gen.NonprofitSearchRequestObject,
) (gen.NonprofitSearchResponseObject, error) {
	form, err := h.engine.Prepare(names.Company, req.Params.Name, "")
	if err != nil {
		return nil, problem.Invalid("name", "name must hold a letter or digit that can be compared")
	}
	state := response.OrZero(req.Params.State)

	answer := gen.NonprofitSearch{
		Query:         req.Params.Name,
		State:         response.OrNull(state),
		Organizations: []gen.NonprofitHit{},
		CheckedAt:     h.checkedAt(),
		Attribution:   attribution,
	}
	hits, more, failed := h.lists.Search(ctx, req.Params.Name, state, req.Params.Limit)
	for i := range hits {
		answer.Organizations = append(answer.Organizations, shownHit(&hits[i]))
	}
	answer.Truncated = more
	second := response.Skipped(srcProPublica, "the master file has answered")
	if failed != nil || len(hits) == 0 {
		ctx, reads := upstream.WithReads(ctx)
		found, more, err := h.explore(ctx, form, req.Params.Name, state, req.Params.Limit)
		if len(found) == 0 { // which is an answer only when both were asked
			for _, unheard := range []error{failed, err} {
				if unheard != nil && !absent(unheard) {
					return nil, unheard
				}
			}
		}
		answer.Organizations = append(answer.Organizations, found...)
		answer.Truncated = more
		second = explored(reads, err)
		second.Records = new(len(found))
	}

	if len(answer.Organizations) == 0 {
		if err := h.same.Asks("name", req.Params.Name); err != nil {
			return nil, err
		}
	}

	first := h.list(exempt.MasterFile, failed)
	if failed == nil && len(hits) == 0 {
		first.Status = shared.SourceStatusEmpty
	}
	answer.Sources = []shared.Source{first, second}
	answer.Count = len(answer.Organizations)
	answer.Partial = response.Partial(answer.Sources)
	answer.AsOf = response.AsOf(answer.Sources)
	return gen.NonprofitSearch200JSONResponse(answer), nil
}

func shownHit(hit *exempt.Hit) gen.NonprofitHit {
	o := hit.Organization
	return gen.NonprofitHit{
		Ein:         written(o.EIN),
		Name:        o.Name,
		MatchedName: hit.Matched,
		MatchScore:  int(math.Round(hit.Score)),
		MatchType:   gen.NonprofitHitMatchType(hit.Match),
		City:        response.OrNull(o.City),
		State:       response.OrNull(o.State),
		NteeCode:    response.OrNull(o.NTEE),
		Subsection:  subsection(o.Subsection),
		URL:         propublica.Page(o.EIN),
	}
}

// explore searches at ProPublica, whose order is kept.
func (h *Handlers) explore(
	ctx context.Context, form *names.Form, name, state string, limit int,
) (hits []gen.NonprofitHit, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page, total, err := h.explorer.Search(ctx, name, state)
	if err != nil {
		return nil, false, err
	}

	for _, o := range page[:min(len(page), limit)] {
		score, match := h.alike(form, o.Name)
		hits = append(hits, gen.NonprofitHit{
			Ein:         written(o.EIN),
			Name:        o.Name,
			MatchedName: o.Name,
			MatchScore:  score,
			MatchType:   match,
			City:        response.OrNull(o.City),
			State:       response.OrNull(stateCode(o.State)),
			NteeCode:    response.OrNull(o.NTEE),
			Subsection:  subsection(twoDigits(o.Subsection)),
			URL:         propublica.Page(o.EIN),
		})
	}
	if len(hits) == 0 {
		return nil, false, upstream.NotFound.Errorf("no such name")
	}
	return hits, total > len(hits), nil
}

// alike says how a name that ProPublica found matches the one asked for.
func (h *Handlers) alike(form *names.Form, name string) (int, gen.NonprofitHitMatchType) {
	other, err := h.engine.Prepare(names.Company, name, "")
	if err != nil {
		return 0, gen.Similar
	}
	score := h.engine.Score(form, other)
	words := strings.Fields(other.Text)
	switch {
	case h.same.Read(form.Raw).Proves(h.same.Read(name)):
		return int(math.Round(score)), gen.Same
	case !slices.ContainsFunc(strings.Fields(form.Text), func(w string) bool { return !slices.Contains(words, w) }):
		return int(math.Round(score)), gen.Contains
	}
	return int(math.Round(score)), gen.Similar
}
