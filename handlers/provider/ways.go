package provider

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

const (
	leastBeginning = 2 // letters of a beginning that the register looks for
	leastOfFirm    = 4 // letters of the beginning of an organisation's name that are enough for a search
	together       = 6 // searches at a time
)

// search is one search, and those that find parts of what it finds, for when the register has more than it gives.
type search struct {
	nppes.Query
	narrower []nppes.Query
}

// rounds are the searches for a name, each round for when the one before has found no name like it. The register holds
// names to the letter. The first round has the spellings of the whole name; the next one has the parts that are right
// where another part is not; the last one has those for an error in the first letters.
func (h *Handlers) rounds(q *query) [][]search {
	if q.organization != "" {
		return organizationRounds(q.organization, q.state)
	}
	return h.personRounds(q)
}

func organizationRounds(name, state string) [][]search {
	wholes, parts := samename.Ways(strings.ReplaceAll(name, "*", " "))
	core := samename.Core(wholes[0])
	var slipped []string
	for _, text := range slips(core, leastOfFirm) {
		slipped = append(slipped, beginning(text, max(leastOfFirm, len(core)/2)))
	}
	if state != "" {
		slipped = append(slipped, beginning(core, leastBeginning))
	}
	return [][]search{
		nested(wholes),
		nested(append(parts, beginning(core, leastOfFirm))),
		nested(slipped),
	}
}

// nested are searches for organisations whose names begin with texts. A text is narrower than one that it begins with.
func nested(texts []string) []search {
	slices.SortStableFunc(texts, func(a, b string) int { return len(a) - len(b) })
	var list []search
	for _, text := range texts {
		query := nppes.Query{Organization: text + "*"}
		wide := slices.IndexFunc(list, func(s search) bool {
			return strings.HasPrefix(text, strings.TrimSuffix(s.Organization, "*"))
		})
		if wide < 0 {
			list = append(list, search{Query: query})
		} else {
			list[wide].narrower = append(list[wide].narrower, query)
		}
	}
	return list
}

func (h *Handlers) personRounds(q *query) [][]search {
	families := []string{q.last, strings.ReplaceAll(q.last, " ", "-")}
	middle := h.engine.Standardize(q.form).Parts["middle"]
	if len(middle) > 1 { // or half of a double name
		families = append(families, middle+"-"+q.last, middle+" "+q.last)
	}
	given := q.first
	if utf8.RuneCountInString(given) == 1 {
		given = "" // the register looks for no single letter
	}
	rounds := make([][]search, 3)
	for _, family := range slices.Compact(families) {
		rounds[0] = append(rounds[0], search{Query: nppes.Query{First: given, Last: family}})
	}

	of := func(letters int) nppes.Query {
		return nppes.Query{First: given, Last: beginning(q.last, letters) + "*"}
	}
	half := of((len(q.last) + 1) / 2)
	if given == "" {
		rounds[1] = []search{{half, []nppes.Query{of(len(q.last))}}}
		return rounds
	}
	rounds[1] = []search{
		{nppes.Query{Last: q.last}, []nppes.Query{{First: beginning(given, leastBeginning) + "*", Last: q.last}}},
		{of(leastBeginning), []nppes.Query{half, of(len(q.last))}},
		{Query: nppes.Query{First: q.last, Last: given}},
	}

	if len(middle) > 1 { // and what is behind it a later family name, or letters that are also a name: DO
		rounds[1] = append(rounds[1], search{Query: nppes.Query{First: given, Last: middle}})
	}
	alone := search{Query: nppes.Query{First: given}}
	for _, text := range slips(q.last, leastBeginning) {
		alone.narrower = append(alone.narrower, nppes.Query{First: given, Last: beginning(text, (len(q.last)+1)/2) + "*"})
	}
	rounds[2] = []search{alone}
	return rounds
}

// beginning is the first bytes of a text, without a part of a letter at their end.
func beginning(text string, bytes int) string {
	return strings.TrimSpace(strings.ToValidUTF8(text[:min(max(bytes, leastBeginning), len(text))], ""))
}

// slips are what was meant where one of the first n letters is one too many, or has changed places with the next one.
func slips(text string, n int) []string {
	letters := []rune(text)
	var out []string
	for i := range min(n, len(letters)-2) {
		out = append(out, string(slices.Delete(slices.Clone(letters), i, i+1)))
		swapped := slices.Clone(letters)
		slices.Reverse(swapped[i : i+2])
		out = append(out, string(swapped))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// found is what the register has; more says that it has records that it does not give.
type found struct {
	records []nppes.Record
	more    bool
}

// ask makes searches, some at a time. One that fails fails all, because what it would have found is not known.
func (h *Handlers) ask(ctx context.Context, state string, searches []search) (found, error) {
	var all found
	for some := range slices.Chunk(searches, together) {
		var sources []upstream.Source[found]
		for _, s := range some {
			s.State = state
			s.Limit = nppes.MostRecords
			sources = append(sources, upstream.Source[found]{
				Name: srcRegister,
				Call: func(ctx context.Context) (found, error) { return h.pages(ctx, s) },
			})
		}

		for _, outcome := range upstream.Fuse(ctx, sources...) {
			if outcome.Err != nil {
				return found{}, outcome.Err
			}
			all.more = all.more || outcome.Value.more
			all.records = append(all.records, outcome.Value.records...)
		}
	}
	return all, nil
}

// pages are the records of a search. Of one that finds more than the register gives they are those of the first and the
// last page that it gives, and of the narrower searches.
func (h *Handlers) pages(ctx context.Context, s search) (found, error) {
	first, err := h.register.Search(ctx, s.Query)
	if err != nil || len(first) < nppes.MostRecords || s.Skip > 0 {
		return found{records: first}, err
	}
	s.Skip = nppes.MostSkipped
	last, err := h.register.Search(ctx, s.Query)
	if err != nil {
		return found{}, err
	}
	all := found{
		records: append(first, last...),
		more:    len(last) == nppes.MostRecords,
	}

	var rest []search
	if all.more {
		for _, query := range s.narrower {
			rest = append(rest, search{Query: query})
		}
	} else {
		for s.Skip = nppes.MostRecords; s.Skip < nppes.MostSkipped; s.Skip += nppes.MostRecords {
			rest = append(rest, search{Query: s.Query})
		}
	}
	others, err := h.ask(ctx, s.State, rest)
	all.records = append(all.records, others.records...)
	return all, err
}
