package organisations

import (
	"strings"
	"time"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Fit says what a name that was asked for is to an organisation.
type Fit string

// The fits. Only the first two prove that the organisation is meant.
const (
	NameNow   Fit = "current" // its name today
	NameThen  Fit = "former"  // a name that it had
	NameAlike Fit = "alike"   // no more than alike one of its names
)

// Match is the name by which an organisation was found.
type Match struct {
	Name   string // as the register writes it
	Source string // the register that has it
	Fit    Fit
	Until  time.Time // of a former name: when it was last used; zero when that is not known

	marked bool // it has the mark that was asked for
}

// LastUsed is the day on which a former name was last used, "" where it is not known.
func (m *Match) LastUsed() string {
	if m == nil || m.Until.IsZero() {
		return ""
	}
	return m.Until.UTC().Format(time.DateOnly)
}

// Note says in words that a name was given up, "" for a name of today.
func (m *Match) Note() string {
	switch {
	case m == nil || m.Fit != NameThen:
		return ""
	case m.LastUsed() == "":
		return "was called " + m.Name + " before"
	}
	return "was called " + m.Name + " until " + m.LastUsed()
}

// FitOf says what the name asked for is to a candidate, of whom m is the match: [NameAlike] without one.
func FitOf(m *Match) Fit {
	if m == nil {
		return NameAlike
	}
	return m.Fit
}

// rank says how much a match proves, 0 for nothing: a name of today goes before one that was given up, which another
// company may have taken, and an item of Wikidata is no register.
func (m *Match) rank() int {
	switch {
	case m == nil:
		return 0
	case m.Source == Wikidata:
		return 1
	case m.Fit == NameThen:
		return 2
	case !m.marked:
		return 3
	}
	return 4
}

// called is a name that an entry of a register has or had.
type called struct {
	name  string
	fit   Fit
	until time.Time
}

// calledFiler are a filer's names, the one of today first. EDGAR lists a name among the former ones too that differs
// from today's in punctuation only.
func calledFiler(f *sec.Submissions) []called {
	all := []called{{name: f.Name, fit: NameNow}}
	for _, former := range f.FormerNames {
		all = append(all, called{former.Name, NameThen, former.To})
	}
	return all
}

// calledRecord are a record's names, legal and trading ones. GLEIF does not say when a former one was given up.
func calledRecord(r *gleif.Record) []called {
	all := []called{{name: r.Entity.LegalName.Name, fit: NameNow}}
	for _, list := range [][]gleif.Text{r.Entity.OtherNames, r.Entity.Transliterated} {
		for _, other := range list {
			fit := NameNow
			if other.Type == "PREVIOUS_LEGAL_NAME" {
				fit = NameThen
			}
			all = append(all, called{name: other.Name, fit: fit})
		}
	}
	return all
}

// calledItem are the names of an item. Its aliases prove nothing: they are nicknames, products and parts as well.
func calledItem(i *wikidata.Item) []called {
	all := []called{{name: i.Label(), fit: NameNow}}
	for _, name := range i.Strings(wikidata.PropOfficial) {
		all = append(all, called{name: name, fit: NameNow})
	}
	for _, former := range i.Former(wikidata.PropOfficial) {
		all = append(all, called{former.Text, NameThen, former.Until})
	}
	for _, alias := range i.Aliases() {
		all = append(all, called{name: alias, fit: NameAlike})
	}
	return all
}

// asked is a name that was asked for.
type asked struct {
	samename.Name
	text string // without marks: what registers are asked for and names are compared with
}

// leastCut is how many letters are enough of a name that was cut short.
const leastCut = 8

// begins says whether a name is cut short to the one asked for, or the other way round.
func (a asked) begins(name samename.Name) bool {
	return min(len(a.Key), len(name.Key)) >= leastCut &&
		(strings.HasPrefix(name.Key, a.Key) || strings.HasPrefix(a.Key, name.Key))
}

func (c comparer) asked(text string) asked {
	return asked{c.rule.Read(text), samename.Plain(text)}
}

// proved is the best match that the names of an entry prove, or nil. The place is that of its incorporation:
// EDGAR marks a name with the state, so that a mark asked for that is another state means another company.
func (c comparer) proved(a asked, source, place string, names []called) *Match {
	var best *Match
	for _, n := range names {
		if n.fit == NameAlike || best != nil && (n.fit != NameNow || best.Fit == NameNow) {
			continue
		}
		name := c.rule.Read(n.name)
		if !a.Proves(name) || name.Mark == "" && elsewhere(a.Mark, place) {
			continue
		}
		best = &Match{
			Name:   n.name,
			Source: source,
			Fit:    n.fit,
			Until:  n.until,
			marked: a.Mark != "" && a.Mark == name.Mark,
		}
	}

	return best
}

// elsewhere says whether a mark is a state and the place is not known to be that state.
func elsewhere(mark, place string) bool {
	state := Place(mark)
	return mark != "" && state != "" && state != place
}
