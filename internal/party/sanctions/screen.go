package sanctions

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/farebox/farebox/internal/party/names"
)

// MatchType says how a party was found.
type MatchType string

// How a name matches.
const (
	Exact MatchType = "exact" // a primary name, but for case, accents, punctuation and word order; or a ship's IMO number
	Alias MatchType = "alias" // another name of the party, likewise
	Fuzzy MatchType = "fuzzy" // a name that is alike
	ByID  MatchType = "id_number"
)

// NameMatch is a party that a name may mean.
type NameMatch struct {
	List    *List
	Party   *Party
	Matched string // the name of the party that is most like the query
	Score   int    // 0 to 100; 100 and the 95 of weak aliases only for equal names
	Type    MatchType
	// Evidence is what the words say for a name that is alike, zero for others.
	Evidence names.Evidence
	// Agreement says whether the facts of the list agree with those asked for.
	Agreement Agreement
	Item      string // QID of the Wikidata item that Matched is of, "" for a name of the list's own
	BySound   bool   // found by what a foreigner's name in Chinese or Japanese sounds like, or a reading in Korean
}

// Scores that are not worked out by comparing words.
const (
	scoreEqual     = 100
	scoreEqualWeak = 95 // an alias of low quality that is equal
	highestFuzzy   = 99 // full agreement with a name that is not equal
	scoreWithin    = 86 // at least, when one name is a part of the other (names.Hit.Within)
	highestWord    = 84 // one word that is not the whole name
	weakShare      = 95 // per cent of the score that an alias of low quality keeps
)

// ErrUnreadable says that a query holds nothing that could be compared.
var ErrUnreadable = errors.New("the name has no letter or digit that can be compared")

// Query is a name to screen for, prepared once for all lists.
type Query struct {
	text   string
	forms  [len(kinds)]*names.Form
	imo    string
	types  []Type
	facts  Facts
	script string // names.Writing
	reads  Type   // what the name reads as: a person's, a firm's with its legal form, or empty
}

var imoQuery = regexp.MustCompile(`(?i)^(?:IMO)?[\s:#.]*(?:no\.?|number)?[\s:#]*(\d{7})$`)

// NewQuery prepares name for parties of type only, or of every type when only is empty. Control and format characters
// are no part of a name.
func NewQuery(e *names.Engine, name string, only Type) (*Query, error) {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.C, r):
			return -1
		}
		return r
	}, name)

	q := &Query{text: sameText(name), types: []Type{Individual, Entity, Vessel, Aircraft}}
	if only != "" {
		q.types = []Type{only}
	}

	if q.text == "" {
		return nil, ErrUnreadable
	}
	if m := imoQuery.FindStringSubmatch(strings.TrimSpace(name)); m != nil && shipNumber(m[1]) {
		q.imo = m[1]
	}

	for k, kind := range kinds {
		wanted := slices.ContainsFunc(q.types, func(t Type) bool { return shelfOf(t) == k })
		if f, err := e.Prepare(kind, name, ""); err == nil && wanted {
			q.forms[k] = f
		}
	}
	q.reads = q.readsAs(e)
	q.script = names.Writing(name)
	return q, nil
}

// OtherScript says whether the name asked for is in another script than Latin.
func (q *Query) OtherScript() bool { return q.script != latin }

// WrittenBySound says whether the name asked for is in a writing in which names of foreigners are written by their
// sound.
func (q *Query) WrittenBySound() bool {
	return slices.Contains([]string{"han", "kana", "hangul"}, q.script)
}

// best keeps the best match of each party.
type best map[uint32]NameMatch

func (b best) offer(l *List, ref nameRef, m NameMatch) {
	old, seen := b[ref.party]
	if seen && (old.Score > m.Score || old.Score == m.Score && (old.Type == Exact || m.Type != Exact)) {
		return
	}
	m.List = l
	m.Party = &l.parties[ref.party]
	if m.Matched == "" {
		m.Matched = m.Party.Names[ref.name].Text
	}
	b[ref.party] = m
}

// ScreenAll screens the lists side by side; the matches of each list stand together, in the order of the lists.
func ScreenAll(lists []*List, q *Query, least int) []NameMatch {
	found := make([][]NameMatch, len(lists))
	var wg sync.WaitGroup
	for i, l := range lists {
		wg.Go(func() { found[i] = l.Screen(q, least) })
	}
	wg.Wait()
	return slices.Concat(found...)
}

// Screen gives the parties of the list that score least (50 to 100) or more, one match each, best first.
func (l *List) Screen(q *Query, least int) []NameMatch {
	found := best{}
	l.search(q, least, found)
	l.readings(q, least, found)
	if l.names != nil {
		l.names.search(l, q, least, found)
	}

	out := make([]NameMatch, 0, len(found))
	for _, m := range found {
		out = append(out, m)
	}

	slices.SortFunc(out, compareMatches)
	return out
}

// search offers the parties by the list's own names and numbers.
func (l *List) search(q *Query, least int, found best) {
	add := func(ref nameRef, score int, how MatchType) {
		p := &l.parties[ref.party]
		agree := q.agreement(p)
		score = agree.narrowed(score)
		if score >= least && slices.Contains(q.types, p.Type) {
			found.offer(l, ref, NameMatch{Score: score, Type: how, Agreement: agree})
		}
	}

	l.equal(q.text, func(ref nameRef) {
		n := &l.parties[ref.party].Names[ref.name]
		switch {
		case n.Primary && !n.Weak:
			add(ref, scoreEqual, Exact)
		case n.Weak:
			add(ref, q.equalWeak(l.parties[ref.party].Type), Alias)
		default:
			add(ref, scoreEqual, Alias)
		}
	})

	if slices.Contains(q.types, Vessel) {
		for _, at := range l.ships[q.imo] {
			found.offer(l, nameRef{party: at}, NameMatch{Score: scoreEqual, Type: Exact, Matched: "IMO " + q.imo})
		}
	}

	if q.facts.ID != "" {
		l.byID(q, found)
	}
	for k, f := range q.forms {
		if f != nil {
			l.alike(q, k, f, least, found)
		}
	}
}

// readings offers the parties with names that are like a further reading of the one asked for.
func (l *List) readings(q *Query, least int, found best) {
	for k, f := range q.forms {
		if f == nil || kinds[k] == names.Person && q.reads == Entity && len(q.types) > 1 {
			continue // people are not called what an organisation sounds like
		}
		for _, other := range f.Readings() {
			l.alike(q, k, other, least, found)
		}
	}
}

// byID offers the parties that have the identity number asked for, whatever their names are.
func (l *List) byID(q *Query, found best) {
	for _, at := range l.ids[q.facts.ID] {
		p := &l.parties[at]
		if slices.Contains(q.types, p.Type) {
			found.offer(l, nameRef{party: at}, NameMatch{Score: scoreEqual, Type: ByID, Agreement: q.agreement(p)})
		}
	}
}

// alike offers the parties with names on shelf k that are like f, one of the readings of the name asked for.
func (l *List) alike(q *Query, k int, f *names.Form, least int, found best) {
	for _, hit := range l.shelves[k].SearchTelling(f, float64(least)) {
		ref := l.owners[k][hit.Name]
		p := &l.parties[ref.party]

		agree := q.agreement(p)
		hit.Bits += agree.bits()
		score := agree.narrowed(l.scoreOf(q, k, f, hit))
		if p.Names[ref.name].Weak {
			score = score * weakShare / 100
		}

		if score >= least && slices.Contains(q.types, p.Type) {
			found.offer(l, ref, NameMatch{
				Score:     score,
				Type:      Fuzzy,
				Evidence:  hit.Evidence,
				Agreement: agree,
				BySound:   f.BySound(),
			})
		}
	}
}

// scoreOf is the score of a name that is alike, with what the whole list of names and the kind of party say about it.
func (l *List) scoreOf(q *Query, k int, f *names.Form, hit names.Hit) int {
	score := min(int(hit.Score), highestFuzzy)
	if hit.Within {
		score = max(score, scoreWithin)
	}
	if !hit.Unspaced && !strings.Contains(f.Text, " ") && oneOfMany(f.Text, l.shelves[k].Text(hit.Name)) {
		score = min(score, highestWord)
	}
	ref := l.owners[k][hit.Name]
	p := &l.parties[ref.party]
	return q.weighed(p.Type, score, hit.Evidence, f, p.Names[ref.name].Weak)
}

// oneOfMany says whether a listed name has more words than the one asked for, and not just written apart.
func oneOfMany(word, listed string) bool {
	return strings.Contains(listed, " ") && names.Edits(word, strings.ReplaceAll(listed, " ", "")) > 2
}

// compareMatches orders matches of one list: by score, then by name and reference.
func compareMatches(a, b NameMatch) int {
	return cmp.Or(
		cmp.Compare(b.Score, a.Score),
		strings.Compare(a.Party.Names[0].Text, b.Party.Names[0].Text),
		strings.Compare(a.Party.Ref, b.Party.Ref),
	)
}

// WalletMatch is a party that a list names with a crypto address.
type WalletMatch struct {
	List       *List
	Party      *Party
	Address    string   // as the list prints it
	Currencies []string // the list's tags for it, in the list's order; empty for one in free text only
}

// Wallet gives the parties of the list that have the address; key is that of ParseAddress, or the address itself.
func (l *List) Wallet(key string) []WalletMatch {
	var out []WalletMatch
	for _, ref := range l.wallets[key] {
		p := &l.parties[ref.party]
		w := p.Wallets[ref.wallet]
		at := slices.IndexFunc(out, func(m WalletMatch) bool { return m.Party == p })
		if at < 0 {
			at = len(out)
			out = append(out, WalletMatch{List: l, Party: p, Address: w.Address})
		}
		m := &out[at]
		if w.Currency != "" && !slices.Contains(m.Currencies, w.Currency) {
			m.Currencies = append(m.Currencies, w.Currency)
			if len(m.Currencies) == 1 {
				m.Address = w.Address
			}
		}
	}

	return out
}
