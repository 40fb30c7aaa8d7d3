package legislative

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/legislative"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/legislative/lifecycle"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/congressgov"
	"github.com/farebox/farebox/internal/upstream/govinfosearch"
)

const (
	// firstSearched (1993) is the first Congress whose bills govinfo has as texts.
	firstSearched = 103
	// maxWords bounds a search.
	maxWords = 20
	// recentPages is how many pages of the bills changed last are looked through while the search is down.
	recentPages = 4
	// maxLookups is how many of the best matches are looked up for their policy area.
	maxLookups = 50
)

// LegislativeSearch answers GET /legislative/search: bills of a Congress whose text has all the words.
func (h *Handlers) LegislativeSearch(
	ctx context.Context, req gen.LegislativeSearchRequestObject,
) (gen.LegislativeSearchResponseObject, error) {
	p := req.Params
	if p.Q == nil && p.Congress == nil && p.PolicyArea == nil {
		return nil, problem.InvalidCode("q", problem.CodeMissingInput, "give at least one of q, congress and policy_area")
	}

	words := govinfosearch.Words(response.OrZero(p.Q))
	if p.Q != nil && len(words) == 0 || len(words) > maxWords {
		return nil, problem.Invalid("q", "q must have from 1 to %d words", maxWords)
	}
	congress := lifecycle.Congress(h.now())
	if p.Congress != nil {
		congress = *p.Congress
		if err := checkCongress("congress", congress, firstSearched, h.now()); err != nil {
			return nil, err
		}
	}
	area := ""
	if p.PolicyArea != nil {
		area = strings.ToLower(strings.TrimSpace(*p.PolicyArea))
	}

	hits, err := h.hits(ctx, congress, words)
	if isNew := h.now().Before(lifecycle.End(congress-1).AddDate(0, 3, 0)); err == nil && isNew && p.Congress == nil &&
		len(hits.list) == 0 {
		congress-- // the texts of a new Congress have yet to come
		hits, err = h.hits(ctx, congress, words)
	}
	if err != nil {
		return nil, err
	}

	if area != "" {
		if hits, err = h.ofArea(ctx, hits, area); err != nil {
			return nil, err
		}
	}

	shown := hits.list[:min(len(hits.list), p.Limit)]
	return gen.LegislativeSearch200JSONResponse{
		Query:      p.Q,
		Congress:   congress,
		PolicyArea: p.PolicyArea,
		Scope:      hits.scope,
		Count:      hits.count,
		Returned:   len(shown),
		Truncated:  hits.more || len(hits.list) > len(shown),
		Results:    shown,
		Sources:    hits.sources,
		Partial:    response.Partial(hits.sources) || hits.gaps,
	}, nil
}

// hits are what a search found.
type hits struct {
	list    []gen.LegislativeHit
	scope   gen.LegislativeSearchAnswerScope
	count   int  // as the source counts
	more    bool // the source has more than it gave
	gaps    bool // of several requests to a source some failed, or rows could not be read
	sources []shared.Source
}

// hits searches the texts, and the titles of the bills changed last when that fails. Both need the same key. Without
// words it is the bills changed last.
func (h *Handlers) hits(ctx context.Context, congress int, words []string) (hits, error) {
	if len(words) == 0 {
		found, err := h.recent(ctx, congress, nil)
		found.more = true
		found.sources = append(found.sources, response.Skipped(govinfosearch.Provider.Name, "asked only for words"))
		return found, err
	}

	within, reads := upstream.WithReads(ctx)
	texts, total, err := h.texts.Bills(within, congress, words)
	first := source(govinfosearch.Provider, reads, err, nil)
	if err == nil {
		first.Records = &total
		first.Detail = new(govinfosearch.Provider.Attribution)
		list, gaps, err := ofTexts(texts, congress)
		if err != nil {
			return hits{}, err
		}
		return hits{
			list:  list,
			scope: gen.FullText,
			count: total,
			more:  total > len(texts),
			gaps:  gaps,
			sources: []shared.Source{
				first,
				notNeeded(congressgov.Provider, govinfosearch.Provider),
			},
		}, nil
	}
	if errors.Is(err, upstream.NotConfigured) || ctx.Err() != nil {
		return hits{}, err
	}

	found, failed := h.recent(ctx, congress, words)
	if failed != nil {
		return hits{}, err
	}
	found.sources = slices.Insert(found.sources, 0, first)
	return found, nil
}

// untitled is the error of a list in which no bill has a title: new bills lack one for a while, and never all do.
func untitled(lacking, all int) error {
	if all == 0 || lacking < all {
		return nil
	}
	return &upstream.Error{
		Kind:  upstream.BadResponse,
		Cause: upstream.Lacks("title"),
	}
}

// ofTexts is a bill for each that has a text, in the order of its best text. There are gaps where a text does not tell
// its bill or its title.
func ofTexts(texts []govinfosearch.Text, asked int) (list []gen.LegislativeHit, gaps bool, err error) {
	list = []gen.LegislativeHit{}
	lacking := 0
	seen := map[measure]bool{}
	for _, t := range texts {
		congress, kind, number, ok := t.Bill()
		m := measure{congress, kind, number}
		if strings.TrimSpace(t.Title) == "" {
			lacking++
			gaps = true
			continue
		}
		if !ok || congress != asked {
			gaps = true
			continue
		}
		if seen[m] {
			continue
		}

		seen[m] = true
		hit := hitOf(m, t.Title)
		hit.IssuedDate = response.Day(t.DateIssued)
		list = append(list, hit)
	}
	return list, gaps, untitled(lacking, len(texts))
}

func hitOf(m measure, title string) gen.LegislativeHit {
	return gen.LegislativeHit{
		BillID:   m.String(),
		Type:     m.kind,
		Number:   m.number,
		Congress: m.congress,
		Title:    strings.TrimSpace(title),
		URL:      m.page(),
	}
}

// recent looks for the words in the titles of the bills changed last.
func (h *Handlers) recent(ctx context.Context, congress int, words []string) (hits, error) {
	var pages []upstream.Source[[]congressgov.Measure]
	for page := range recentPages {
		pages = append(pages, upstream.Source[[]congressgov.Measure]{
			Name:   congressgov.Provider.Name,
			Budget: budget,
			Call: func(ctx context.Context) ([]congressgov.Measure, error) {
				return h.congress.Recent(ctx, congress, page)
			},
		})
	}
	within, reads := upstream.WithReads(ctx)
	fused := upstream.Fuse(within, pages...)
	if err := fused.Err(); err != nil {
		return hits{}, err
	}

	list := []gen.LegislativeHit{}
	seen := map[measure]bool{}
	unread := false
	lacking := 0
	all := 0
	for _, page := range fused {
		for _, b := range page.Value {
			m, ok := measureIn(b)
			unread = unread || !ok
			all++
			if strings.TrimSpace(b.Title) == "" {
				lacking++
			}
			if !ok || m.congress != congress || seen[m] || !hasAll(b.Title, words) {
				continue
			}
			seen[m] = true
			hit := hitOf(m, b.Title)
			hit.LatestAction = latestOf(b.Latest)
			list = append(list, hit)
		}
	}

	if err := untitled(lacking, all); err != nil {
		return hits{}, err
	}

	source := response.Read(congressgov.Provider.Name, reads, nil)
	source.Records = new(len(list))
	source.Detail = new("only the titles of the bills changed last")
	return hits{
		list:    list,
		scope:   gen.RecentTitles,
		count:   len(list),
		gaps:    fused.Partial() || unread,
		sources: []shared.Source{source},
	}, nil
}

// hasAll is true when each word is one of the title's.
func hasAll(title string, words []string) bool {
	have := govinfosearch.Words(strings.ToLower(title))
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(have, strings.ToLower(word)) })
}

// ofArea keeps the bills that the Library files under the area. It looks each of them up, side by side; when no area
// could be read, nobody knows which bills to keep.
func (h *Handlers) ofArea(ctx context.Context, all hits, area string) (hits, error) {
	looked := all.list[:min(len(all.list), maxLookups)]
	all.more = all.more || len(all.list) > len(looked)

	var lookups []upstream.Source[*congressgov.Bill]
	for _, hit := range looked {
		lookups = append(lookups, upstream.Source[*congressgov.Bill]{
			Name:   congressgov.Provider.Name,
			Budget: budget,
			Call: func(ctx context.Context) (*congressgov.Bill, error) {
				return h.congress.Bill(ctx, hit.Congress, hit.Type, hit.Number)
			},
		})
	}

	within, reads := upstream.WithReads(ctx)
	fused := upstream.Fuse(within, lookups...)
	if err := fused.Err(); err != nil {
		return hits{}, err
	}

	kept := []gen.LegislativeHit{}
	for i, o := range fused {
		if o.Err != nil || !strings.Contains(strings.ToLower(o.Value.PolicyArea.Name), area) {
			continue
		}
		hit := looked[i]
		hit.PolicyArea = response.OrNull(o.Value.PolicyArea.Name)
		hit.LatestAction = latestOf(o.Value.Latest)
		kept = append(kept, hit)
	}

	all.list = kept
	all.gaps = all.gaps || fused.Partial()
	lookup := response.Read(congressgov.Provider.Name, reads, nil)
	lookup.Detail = new("looked up the policy areas of the best matches")
	all.sources[len(all.sources)-1] = lookup
	return all, nil
}

// measureIn is the measure that a bill of a list is.
func measureIn(b congressgov.Measure) (measure, bool) {
	number, err := strconv.Atoi(b.Number)
	m := measure{
		congress: b.Congress,
		kind:     strings.ToLower(b.Type),
		number:   number,
	}
	return m, err == nil && kinds[m.kind] != ""
}
