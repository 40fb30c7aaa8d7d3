package organisations

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream/gleif"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// comparer compares names of organisations. Where nothing but its name speaks for an entry that was asked for, the rule
// decides; likeness is for entries that an identifier or a place brings together.
type comparer struct {
	engine *names.Engine
	rule   *samename.Rule
}

// oneName says whether two names are the same, be it with their words in another order, as EDGAR writes those of
// persons. It is for entries that something else brings together too.
func (c comparer) oneName(a, b string) bool {
	like, _ := c.likeness(a, b)
	return like == same || c.rule.Read(a).Proves(c.rule.Read(b))
}

// likeness is how far two names agree.
type likeness int

const (
	apart   likeness = iota // another name
	related                 // alike, but with words left over: often a subsidiary or a holding company
	same                    // the same words, and legal forms that do not speak against each other
)

// relatedScore is the names engine's score from which names are alike; apart they are below apartScore.
const (
	relatedScore = 85
	apartScore   = 70
)

// filerName is a name of EDGAR's without its marks.
func filerName(name string) string {
	bare, _ := samename.Unmarked(name)
	return bare
}

// shareMark is what OpenFIGI puts behind the name of an issuer.
var shareMark = regexp.MustCompile(
	`(?i)[-\s]((sp|spon|spons|sponsored|uns|unspon)\.?\s+adr|adr|ads|gdr|reg(istered)?|pref|` +
		`cl(ass)?\s+[a-z]|[a-z]|ord|nv|cva|new)\s*$`,
)

func issuerName(name string) string {
	return shareMark.ReplaceAllString(strings.TrimSpace(name), "")
}

// likeness of two names. Legal forms that differ make two companies of one name, such as Carnival Corp and Carnival
// plc.
func (c comparer) likeness(a, b string) (likeness, float64) {
	x, err := c.engine.Prepare(names.Company, a, "")
	if err != nil {
		return apart, 0
	}
	y, err := c.engine.Prepare(names.Company, b, "")
	if err != nil {
		return apart, 0
	}

	result := c.engine.Compare(x, y)
	switch {
	case result.Score < relatedScore:
		return apart, result.Score
	case !sameForm(result.LegalForm), result.Score < 96, slices.ContainsFunc(result.Reasons, leftOver):
		return related, result.Score
	}
	return same, result.Score
}

func sameForm(form string) bool { return form == "same" || form == "missing" || form == "none" }

// leftOver says whether a reason is that two names do not have the same words: a typing error, a word more, a number.
// "US" for "USA" is one too, since T-Mobile US is the parent of T-Mobile USA.
func leftOver(r names.Reason) bool {
	switch r.Code {
	case names.Exact,
		names.TokenAgreement,
		names.Spacing,
		names.WordOrder,
		names.LegalFormCode,
		names.Transliteration,
		names.CommonName,
		names.OneWord:
		return false
	case names.Abbreviation:
		return len(r.A) <= 3 && len(r.B) <= 3
	}
	return true
}

// nearest is the greatest likeness of any name of one side to any of the other.
func (c comparer) nearest(a, b []string) (likeness, float64) {
	best := apart
	score := 0.0
	for _, x := range a {
		for _, y := range b {
			l, s := c.likeness(x, y)
			best = max(best, l)
			score = max(score, s)
		}
	}
	return best, score
}

// entry is an entry of a register as it is compared with those of others.
type entry struct {
	source  string
	current []string // names that it has now
	names   []string // these and those that it had
	place   string   // of incorporation: "US-DE", "IE"; "" when it is not known
	city    string   // of the head office
	region  string   // of the head office: "US-CA"
}

func (e entry) country() string { return country(e.place) }

func filerEntry(f *sec.Submissions) entry {
	e := entry{
		source:  SEC,
		current: []string{filerName(f.Name)},
		place:   Place(f.State),
		city:    f.Business.City,
		region:  Place(f.Business.StateOrCountry),
	}
	e.names = slices.Clone(e.current)
	for _, former := range f.FormerNames {
		e.names = append(e.names, filerName(former.Name))
	}
	return e
}

func recordEntry(r *gleif.Record) entry {
	e := entry{
		source:  GLEIF,
		current: []string{r.Entity.LegalName.Name},
		place:   r.Entity.Jurisdiction,
		city:    r.Entity.Headquarters.City,
		region:  r.Entity.Headquarters.Region,
	}

	e.names = slices.Clone(e.current)
	for _, list := range [][]gleif.Text{r.Entity.OtherNames, r.Entity.Transliterated} {
		for _, other := range list {
			e.names = append(e.names, other.Name)
			if other.Type != "PREVIOUS_LEGAL_NAME" {
				e.current = append(e.current, other.Name)
			}
		}
	}

	e.region = cmp.Or(e.region, r.Entity.Headquarters.Country)
	return e
}

func itemEntry(i *wikidata.Item) entry {
	current := append(i.Strings(wikidata.PropOfficial), i.Label())
	return entry{
		source:  Wikidata,
		current: current,
		names:   append(slices.Clone(current), i.Aliases()...),
	}
}

// samePlace says whether two places of incorporation agree as far as both are known: a country agrees with a part
// of it. False when one is not known.
func samePlace(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return a == b || ((len(a) == 2 || len(b) == 2) && country(a) == country(b))
}

// sameOffice says whether two head offices are in one town.
func sameOffice(a, b entry) bool {
	return a.city != "" && names.Normalize(a.city) == names.Normalize(b.city) && samePlace(a.region, b.region)
}
