package scholar

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/semanticscholar"
)

// maxCandidates is how many records are read in full. Each is a request.
const maxCandidates = 5

// candidate is a record whose name was compared with the one that was asked for.
type candidate struct {
	score   int
	matched string // the form of the name that fits best
	fits    bool

	found  *openalex.Found
	author *openalex.Author // nil when the record could not be read
	s2     *semanticscholar.Author
}

// byName finds the records that fit a name and reads those that come first.
func (h *Handlers) byName(ctx context.Context, f *file) error {
	name := *f.query.Name
	reading, reads := upstream.WithReads(ctx)
	page, err := h.openalex.Search(reading, searchWords(name))
	if err != nil {
		return h.byS2(ctx, f, err)
	}

	list := h.read(reading, page.List)
	failed := 0
	for i, c := range list {
		forms := []string{c.found.Name}
		if c.author == nil {
			failed++
		} else {
			forms = append(append(forms, c.author.Name), c.author.Alternatives...)
		}
		list[i].score, list[i].matched, list[i].fits = h.fit(name, forms)
	}
	unread := failed == len(list)
	list = slices.DeleteFunc(list, func(c candidate) bool { return !c.fits })
	if unread || len(list) == 0 && failed > 0 {
		return upstream.Unavailable.Errorf("records of authors could not be read")
	}
	if len(list) == 0 {
		return h.byS2(ctx, f, upstream.NotFound.Errorf("nobody of this name among the first %d found", len(page.List)))
	}

	nearestFirst(name, list)
	f.list = list
	f.best = &list[0]
	f.total = page.Total
	f.looked = min(len(page.List), maxCandidates)
	f.author = list[0].author
	f.found = list[0].found
	f.sources = append(f.sources, searchSource(page, reads, failed))
	f.gap = failed > 0
	f.skip("asked only when openalex has nobody of the name or fails")
	if f.author != nil {
		h.addRest(ctx, f)
	}
	return nil
}

// nearestFirst puts the records first that have the name itself. A source has the best known first: John Smith before
// Jon Smith, who was asked for. A family name alone is that of all who bear it.
func nearestFirst(name string, list []candidate) {
	if !strings.Contains(name, " ") {
		return
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
}

func searchSource(page *openalex.Authors, reads *upstream.Reads, failed int) gen.Source {
	s := response.Read(srcOpenAlex, reads, nil)
	s.Records = new(len(page.List))
	if failed > 0 {
		s.Detail = new("the records of some candidates could not be read")
	}
	return s
}

// read reads the records of the first that a search found, side by side.
func (h *Handlers) read(ctx context.Context, found []openalex.Found) []candidate {
	found = found[:min(len(found), maxCandidates)]
	ask := func(ctx context.Context, one openalex.Found) (*openalex.Author, error) {
		return h.openalex.Author(ctx, id(one.ID))
	}
	list := make([]candidate, 0, len(found))
	for i, outcome := range upstream.AskEach(ctx, srcOpenAlex, found, ask) {
		list = append(list, candidate{
			found:  &found[i],
			author: outcome.Value,
		})
	}
	return list
}

// byS2 asks Semantic Scholar because OpenAlex failed, or has nobody of the name.
func (h *Handlers) byS2(ctx context.Context, f *file, why error) error {
	const page = 10
	name := *f.query.Name
	ctx, reads := upstream.WithReads(ctx)
	found, err := h.s2.Search(ctx, strings.ReplaceAll(searchWords(name), "-", " "), page)
	if err == nil {
		for _, a := range found.List {
			c := candidate{s2: &a}
			c.score, c.matched, c.fits = h.fit(name, []string{a.Name})
			if c.fits {
				f.list = append(f.list, c)
			}
		}
		if len(f.list) == 0 {
			err = upstream.NotFound.Errorf("nobody of this name among the first %d found", len(found.List))
		}
	}
	if err != nil {
		return neither(why, err)
	}

	nearestFirst(name, f.list)
	f.best = &f.list[0]
	f.s2 = f.best.s2
	f.total = found.Total
	f.looked = len(found.List)
	s2 := response.Read(srcS2, reads, nil)
	s2.Records = new(len(found.List))
	f.sources = append(f.sources, response.Source(srcOpenAlex, why), s2)
	return nil
}

// neither is the error when no source gave anybody: that there is nobody can be said only when both say so.
func neither(openAlex, s2 error) error {
	missing := func(err error) bool { return upstream.KindOf(err) == upstream.NotFound }
	switch {
	case !missing(openAlex):
		return openAlex
	case !missing(s2):
		return s2
	}
	return problem.NotFound("name", "neither OpenAlex nor Semantic Scholar has an author of this name")
}

// searchWords is a name without what the search of a source could take for an operator: only letters, digits,
// hyphens, apostrophes and full stops are left, in lower case.
func searchWords(name string) string {
	kept := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("'’.-", r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, name)
	words := strings.Fields(kept)
	words = slices.DeleteFunc(words, func(w string) bool { return strings.Trim(w, "'’.-") == "" })
	for i, w := range words {
		words[i] = strings.TrimLeft(w, "-.")
	}
	return strings.Join(words, " ")
}

// fit compares a name with the forms of another. One word is taken for a family name, which everybody who bears it
// fits.
func (h *Handlers) fit(asked string, forms []string) (score int, matched string, fits bool) {
	want, err := h.names.Prepare(names.Person, asked, "")
	if err != nil {
		return 0, "", false
	}
	word := names.Normalize(asked)
	alone := word != "" && !strings.Contains(word, " ")

	score = -1
	for _, form := range forms {
		have, err := h.names.Prepare(names.Person, form, "")
		if err != nil {
			continue
		}
		if s := int(math.Round(h.names.Score(want, have))); s > score {
			score = s
			matched = form
		}
		if alone && slices.Contains(strings.Fields(names.Normalize(form)), word) {
			fits = true
		}
	}
	return max(score, 0), matched, fits || score >= names.Threshold
}

// ambiguous is true when others may fit too: several fit, or not all that were found were looked at.
func (f *file) ambiguous() bool {
	return f.best != nil && (len(f.list) > 1 || f.total > f.looked)
}
