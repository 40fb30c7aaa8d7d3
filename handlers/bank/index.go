package bank

import (
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/banklists"
)

// entry is one bank in a list.
type entry struct {
	code      string // as in the list: a bank code or a common prefix of several
	bic       string // 8 or 11 characters, "" when the list has none
	name      string
	city      string
	status    banklists.Status
	successor string // the code that takes its place, "" when none is named
	method    string // how account numbers are checked, by the Bundesbank's numbering; "" when the list does not say
	source    *source
}

// source is one list of banks.
type source struct {
	name     string
	asOf     string // yyyy-mm-dd from which its content holds, "" when it does not say
	complete bool   // it has every bank code of the country, so a missing one is meaningful
	letters  int    // see banklists.Feed
}

// index is one list of banks, for finding them by code and by BIC.
type index struct {
	source *source
	banks  int
	byCode map[string]*entry // by country and code
	byBIC  map[string]*house // by BIC of 11 characters
	houses map[string]*house // by BIC of 8 characters
	codes  []string          // the keys of byCode in order, once sorted
}

// house is everything that a list has under one BIC.
type house struct {
	entry *entry // the primary office, or the entry with the shortest name: the bank rather than an office
	mixed bool   // several banks share it, as in a cooperative group
	towns bool   // it has offices in several places
}

func newIndex(from *source) *index {
	return &index{
		source: from,
		byCode: map[string]*entry{},
		byBIC:  map[string]*house{},
		houses: map[string]*house{},
	}
}

// indexed builds an index of a publisher's list.
func indexed(list *banklists.List, from source) *index {
	if !list.AsOf.IsZero() {
		from.asOf = list.AsOf.Format(time.DateOnly)
	}

	x := newIndex(&from)
	text := interner{}
	for _, b := range list.Banks {
		x.add(b.Country, text.one(b.Code), &entry{
			code:      text.one(b.Code),
			bic:       text.one(b.BIC),
			name:      text.one(b.Name),
			city:      text.one(b.City),
			status:    b.Status,
			successor: text.one(b.Successor),
			method:    text.one(b.CheckMethod),
			source:    x.source,
		})
	}

	x.sort()
	return x
}

// interner keeps one copy of each text: rows are slices of the whole file, which would stay in memory, and a bank
// occurs many times.
type interner map[string]string

func (i interner) one(text string) string {
	if known, ok := i[text]; ok {
		return known
	}
	own := strings.Clone(text)
	i[own] = own
	return own
}

// add adds e under its code, unless that is taken, and under its BIC.
func (x *index) add(country, code string, e *entry) {
	x.banks++
	if key := country + code; x.byCode[key] == nil {
		x.byCode[key] = e
	}
	if e.bic == "" {
		return
	}
	full := bic11(e.bic)
	put(x.byBIC, full, e)
	put(x.houses, full[:8], e)
}

// put adds e under a BIC.
func put(houses map[string]*house, bic string, e *entry) {
	h := houses[bic]
	if h == nil {
		houses[bic] = &house{entry: e}
		return
	}
	h.mixed = h.mixed || !strings.EqualFold(firstWord(h.entry.name), firstWord(e.name))
	h.towns = h.towns || e.city != h.entry.city

	was := primary(h.entry.bic)
	is := primary(e.bic)
	if is && !was || is == was && len(e.name) < len(h.entry.name) {
		h.entry = e
	}
}

// primary reports whether a BIC is an institution's primary office.
func primary(bic string) bool { return strings.HasSuffix(bic11(bic), "XXX") }

func firstWord(name string) string {
	word, _, _ := strings.Cut(name, " ")
	return strings.TrimRight(word, ",;-")
}

// sort ends the adding.
func (x *index) sort() {
	x.codes = make([]string, 0, len(x.byCode))
	for key := range x.byCode {
		x.codes = append(x.codes, key)
	}
	slices.Sort(x.codes)
}

// begins reports whether a code in the list begins with prefix, a country and some characters.
func (x *index) begins(prefix string) bool {
	at, _ := slices.BinarySearch(x.codes, prefix)
	return at < len(x.codes) && strings.HasPrefix(x.codes[at], prefix)
}

// bank finds a bank by the national part of an account number, starting with its bank code: by the longest prefix
// in the list. It returns nil without a match.
func (x *index) bank(country, from string) *entry {
	for n := min(len(from), longestCode); n > 0; n-- {
		if e := x.byCode[country+from[:n]]; e != nil {
			return e
		}
	}
	return nil
}

// longestCode exceeds the longest code in any list.
const longestCode = 8

// institution finds a bank by BIC: the exact office, or else the institution without a city. If several banks share
// the first eight characters, only the exact office counts.
func (x *index) institution(code string) *entry {
	full := bic11(code)
	if exact := x.byBIC[full]; exact != nil {
		if exact.towns {
			return withoutCity(exact.entry)
		}
		return exact.entry
	}
	h := x.houses[full[:8]]
	if h == nil || h.mixed {
		return nil
	}
	return withoutCity(h.entry)
}

func withoutCity(e *entry) *entry {
	same := *e
	same.city = ""
	return &same
}

// bic11 is the BIC with its branch, XXX for the primary office.
func bic11(bic string) string {
	if len(bic) == 8 {
		return bic + "XXX"
	}
	return bic
}
