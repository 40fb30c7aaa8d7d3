package provider

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/clinicaltables"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

const (
	leastNear  = 70 // likeness of a name that is listed
	leastFar   = 45 // of one that has all words of the name, or a word that few have
	together   = 6  // searches at a time
	mostWords  = 8  // of a name that the index is asked for
	mostLooked = 16 // numbers of the index that are looked up in the register
)

// spellings are the searches of the register for a name, which it holds to the letter: the ways of writing it.
func (h *Handlers) spellings(q *query) []nppes.Query {
	var list []nppes.Query
	if q.organization != "" {
		wholes, _ := samename.Ways(strings.ReplaceAll(q.organization, "*", " "))
		slices.SortStableFunc(wholes, func(a, b string) int { return len(a) - len(b) })
		for _, whole := range wholes {
			longer := func(wider nppes.Query) bool {
				return strings.HasPrefix(whole, strings.TrimSuffix(wider.Organization, "*"))
			}
			if !slices.ContainsFunc(list, longer) {
				list = append(list, nppes.Query{Organization: whole + "*"})
			}
		}
		return list
	}

	if utf8.RuneCountInString(q.first) == 1 {
		return nil // the register looks for no single letter
	}
	families := []string{q.last, strings.ReplaceAll(q.last, " ", "-")}
	if middle := h.engine.Standardize(q.form).Parts["middle"]; len(middle) > 1 { // or half of a double name
		families = append(families, middle+"-"+q.last, middle+" "+q.last)
	}
	for _, family := range slices.Compact(families) {
		list = append(list, nppes.Query{First: q.first, Last: family})
	}
	return list
}

// inRegister are the records of the spellings. A search that fails fails all, because what it would have found is not
// known. More says that the register has records that it does not give.
func (h *Handlers) inRegister(ctx context.Context, q *query) (records []nppes.Record, more bool, err error) {
	var searches []nppes.Query
	for _, search := range h.spellings(q) {
		search.State = q.state
		search.Limit = nppes.MostRecords
		searches = append(searches, search)
	}
	pages, err := each(ctx, srcRegister, searches, h.register.Search)
	for _, page := range pages {
		more = more || len(page) == nppes.MostRecords
		for i := range page {
			if h.likest(q, allNames(&page[i])...) >= leastNear {
				records = append(records, page[i])
			}
		}
	}
	return records, more, err
}

// each calls for all items, some at a time, and gives what came, in their order, or an error of one.
func each[T, V any](
	ctx context.Context, name string, items []T, call func(context.Context, T) (V, error),
) ([]V, error) {
	var values []V
	for some := range slices.Chunk(items, together) {
		came, err := upstream.AskEach(ctx, name, some, call).Values()
		if err != nil {
			return nil, err
		}
		values = append(values, came...)
	}
	return values, nil
}

// smallWords say nothing about an organisation.
var smallWords = map[string]bool{"a": true, "and": true, "at": true, "for": true, "in": true, "of": true, "the": true}

// words are those of a name that the index is asked for.
func (h *Handlers) words(q *query) []string {
	var all []string
	if q.organization != "" {
		all = strings.Fields(names.Normalize(samename.Core(strings.ToUpper(q.organization))))
		telling := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return smallWords[word] })
		if len(telling) > 1 {
			all = telling
		}
	} else {
		parts := h.engine.Standardize(q.form).Parts
		all = strings.Fields(names.Normalize(q.first + " " + q.last))
		if middle := parts["middle"]; len(middle) > 1 {
			all = append(all, strings.Fields(names.Normalize(middle))...)
		}
	}

	var distinct []string
	for _, word := range all {
		if last := len(distinct) - 1; word == "s" && last >= 0 && q.organization != "" { // WOMEN S
			distinct[last] += word
		} else if !slices.Contains(distinct, word) && len(distinct) < mostWords {
			distinct = append(distinct, word)
		}
	}
	return distinct
}

// questions are the searches of the index for words: for all of them, the last of which may be cut; for all of them
// with an error in one; for all but one; and for each. The first two find whole names.
func questions(words []string) []string {
	whole := make([]string, len(words))
	plain := make([]string, len(words))
	for i, word := range words {
		plain[i] = word
		if rest, ok := strings.CutSuffix(word, "s"); ok && len(rest) > 2 {
			plain[i] = "(" + word + " OR " + rest + "'s)"
		}
		whole[i] = plain[i]
		if len(word) == 1 || i == len(words)-1 {
			whole[i] = word + "*" // an initial, or cut
		}
	}

	var slipped, fewer []string
	for i, word := range words {
		if len(word) > 2 {
			one := slices.Clone(plain)
			one[i] = word + "~1"
			slipped = append(slipped, "("+strings.Join(one, " AND ")+")")
		}
		if len(words) > 2 {
			fewer = append(fewer, strings.Join(slices.Concat(plain[:i], plain[i+1:]), " AND "))
		}
	}
	list := []string{strings.Join(whole, " AND "), strings.Join(slipped, " OR ")}
	list = append(append(list, fewer...), plain...)
	return slices.DeleteFunc(list, func(query string) bool { return query == "" })
}

// inIndex are the providers that the index has under a name like the one asked for, the most alike first, as the
// register has them. More says that there may be others.
func (h *Handlers) inIndex(ctx context.Context, q *query) (records []nppes.Record, more bool, err error) {
	table := clinicaltables.Persons
	if q.organization != "" {
		table = clinicaltables.Organizations
	}
	var queries []string
	for _, words := range questions(h.words(q)) {
		query := "(name.full:(" + words + ") OR name_other.full:(" + words + "))"
		if q.state != "" {
			query += " AND (addr_practice.state:" + q.state + " OR addr_mailing.state:" + q.state + ")"
		}
		queries = append(queries, query)
	}
	pages, err := each(ctx, srcIndex, queries, func(ctx context.Context, query string) (*clinicaltables.Found, error) {
		return h.index.Search(ctx, table, query)
	})
	if err != nil {
		return nil, false, err
	}

	score := map[string]float64{}
	var numbers []string
	for i, page := range pages {
		whole := i < 2
		more = more || whole && page.Total > len(page.Rows)
		for _, row := range page.Rows {
			if _, seen := score[row.NPI]; seen {
				continue
			}
			likeness := h.likest(q, row.Name, row.Other)
			if likeness >= leastNear || likeness >= leastFar && (whole || page.Total <= mostLooked) {
				score[row.NPI] = likeness
				numbers = append(numbers, row.NPI)
			}
		}
	}
	slices.SortFunc(numbers, func(a, b string) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a, b))
	})
	more = more || len(numbers) > mostLooked

	found, err := each(ctx, srcRegister, numbers[:min(len(numbers), mostLooked)], h.registered)
	for _, record := range found {
		if record != nil {
			records = append(records, *record)
		}
	}
	return records, more, err
}

// registered is the record of a number, nil for one that the register no longer has.
func (h *Handlers) registered(ctx context.Context, npi string) (*nppes.Record, error) {
	record, err := h.register.ByNumber(ctx, npi)
	if errors.Is(err, upstream.NotFound) {
		return nil, nil
	}
	return record, err
}
