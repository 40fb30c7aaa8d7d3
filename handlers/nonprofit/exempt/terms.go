package exempt

import (
	"cmp"
	"context"
	"slices"

	"github.com/farebox/farebox/internal/party/names"
)

// terms are a word of the text as a term, or its two parts where no name has anything like it: redcross.
func (s *search) terms(ctx context.Context, word string, last bool) ([]term, error) {
	whole, err := s.term(ctx, word, last)
	if err != nil || len(whole.variants) > 0 {
		return []term{whole}, err
	}

	best := []term{whole}
	most := 0
	for i := leastPart; i <= len(word)-leastPart; i++ {
		first := term{text: word[:i]}
		second := term{text: word[i:]}
		a, err := s.exact(ctx, first.text, 1, &first)
		if err != nil {
			return nil, err
		}
		b, err := s.exact(ctx, second.text, 1, &second)
		if err != nil {
			return nil, err
		}
		if least := min(a, b); least > most {
			most = least
			first.names = a
			second.names = b
			best = []term{first, second}
		}
	}
	return best, nil
}

// leastPart is the length of the parts that a word is taken apart into.
const leastPart = 3

// term is a word of the text with the words of names that may mean it.
type term struct {
	text     string
	variants []variant
	names    int // that have the most frequent of them
}

type variant struct {
	id    int
	text  string
	names int
	worth float64 // 1 for the word itself
}

// What a word is worth that is not the one asked for.
const (
	worthAbbreviation = 0.95
	worthBeginning    = 0.9
	worthSlip         = 0.85
	worthTwoSlips     = 0.7
)

// abbreviations of the master file, whose names are short of room, and of those who ask.
var abbreviations = [][]string{
	{"association", "assn", "assoc", "asso"}, {"foundation", "fdn", "foundn", "fnd"}, {"university", "univ"},
	{"saint", "st"}, {"international", "intl", "internatl"}, {"american", "amer", "am"}, {"society", "soc"},
	{"center", "ctr", "centre"}, {"department", "dept"}, {"national", "natl", "nat"}, {"committee", "comm", "cmte"},
	{"community", "comm", "cmnty"}, {"school", "sch"}, {"hospital", "hosp"}, {"memorial", "mem", "meml"},
	{"county", "cnty", "co"}, {"institute", "inst"}, {"trust", "tr", "tw"}, {"fund", "fd"}, {"scholarship", "schol"},
	{"church", "ch"}, {"mount", "mt"}, {"united", "utd"}, {"states", "sts"}, {"department", "dept"},
	{"veterans", "vets"}, {"elementary", "elem"}, {"services", "svcs", "serv"}, {"brothers", "bros"},
}

func abbreviationsOf(word string) []string {
	var out []string
	for _, group := range abbreviations {
		switch {
		case group[0] == word:
			out = append(out, group[1:]...)
		case slices.Contains(group[1:], word):
			out = append(out, group[0])
		}
	}
	return out
}

// term finds the words that a word of the text may mean; the last one may be cut off.
func (s *search) term(ctx context.Context, word string, last bool) (term, error) {
	t := term{text: word}
	own, err := s.exact(ctx, word, 1, &t)
	if err != nil {
		return t, err
	}
	for _, other := range abbreviationsOf(word) {
		if _, err := s.exact(ctx, other, worthAbbreviation, &t); err != nil {
			return t, err
		}
	}
	if last && len(word) >= 3 {
		if err := s.beginnings(ctx, word, &t); err != nil {
			return t, err
		}
	}
	if own < rareEnough {
		if err := s.slips(ctx, word, &t); err != nil {
			return t, err
		}
	}

	slices.SortStableFunc(t.variants, func(a, b variant) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(b.names, a.names))
	})
	t.variants = t.variants[:min(len(t.variants), mostVariants)]
	for _, v := range t.variants {
		t.names = max(t.names, v.names)
	}
	return t, nil
}

func (t *term) put(v variant) {
	if !slices.ContainsFunc(t.variants, func(other variant) bool { return other.id == v.id }) {
		t.variants = append(t.variants, v)
	}
}

func (s *search) exact(ctx context.Context, word string, worth float64, t *term) (found int, err error) {
	v := variant{text: word, worth: worth}
	ok, err := s.index.One(ctx, []any{&v.id, &v.names}, "SELECT id, names FROM word WHERE text = ?", word)
	if ok {
		t.put(v)
	}
	return v.names, err
}

// beginnings are the most frequent words that begin with a word.
func (s *search) beginnings(ctx context.Context, word string, t *term) error {
	return s.index.Each(ctx, func(scan func(...any) error) error {
		v := variant{worth: worthBeginning}
		if err := scan(&v.id, &v.text, &v.names); err != nil {
			return err
		}
		t.put(v)
		return nil
	}, `SELECT id, text, names FROM (SELECT id, text, names FROM word WHERE text > ? AND text < ? LIMIT 2000)
		ORDER BY names DESC LIMIT 3`, word, word+"{")
}

// slips are words that differ by one slip, or two in a long word.
func (s *search) slips(ctx context.Context, word string, t *term) error {
	for _, key := range nearKeys(word) {
		err := s.index.Each(ctx, func(scan func(...any) error) error {
			var v variant
			if err := scan(&v.id, &v.text, &v.names); err != nil {
				return err
			}
			if v.worth = slipWorth(word, v.text); v.worth > 0 {
				t.put(v)
			}
			return nil
		}, "SELECT id, text, names FROM near JOIN word ON id = word WHERE key = ?", int64(key))
		if err != nil {
			return err
		}
	}
	return nil
}

// slipWorth is the weight of a word that may be a misspelling of another, 0 if it is not one.
func slipWorth(a, b string) float64 {
	if min(len(a), len(b)) < leastNear {
		return 0
	}
	switch edits := names.Edits(a, b); {
	case edits == 0:
		return 1
	case edits == 1:
		return worthSlip
	case edits == 2 && min(len(a), len(b)) >= 7:
		return worthTwoSlips
	}
	return 0
}
