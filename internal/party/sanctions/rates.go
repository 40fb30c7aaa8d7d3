package sanctions

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

//go:embed data/rates.txt
var rateText string

// rateScores are the scores at which it was counted how many names have a match, the lowest first.
var rateScores = [...]int{50, 60, 70, 75, 80, 82, 85, 88, 90, 92, 95, 97, 99, 100}

// What was counted: names by which listed parties are also called, and names of others that have a match all the same.
const (
	rateFound = "found"
	rateAlarm = "alarm"
)

// rateKey says which names were counted: those of people, of common names of people, or of firms, in one script
// (names.Writing).
type rateKey struct{ what, kind, script string }

const (
	ratePeople = "people"
	rateCommon = "common"
	rateFirms  = "firms"

	latin       = "latin"
	arabic      = "arabic"
	otherScript = "other"
)

// rate counts names, and those of them that had a match at each of rateScores.
type rate struct {
	of int
	at [len(rateScores)]int
}

// add counts a name; its best match has the score, which is 0 without a match.
func (r *rate) add(score int) {
	r.of++
	for i, least := range rateScores {
		if score >= least {
			r.at[i]++
		}
	}
}

// hits are the names with a match of a score or above, as far as it was counted: of the next lower of rateScores.
func (r *rate) hits(score int) float64 {
	at := len(rateScores) - 1
	for at > 0 && rateScores[at] > score {
		at--
	}
	return float64(r.at[at])
}

// rates are the counts of all sets together. Those of scripts other than Latin are also there in one.
var rates = sync.OnceValue(func() map[rateKey]*rate {
	out := map[rateKey]*rate{}
	for line := range strings.Lines(rateText) {
		f := strings.Fields(line)
		if strings.HasPrefix(line, "#") || len(f) != 5+len(rateScores) {
			continue
		}
		scripts := []string{f[2]}
		if f[2] != latin && f[2] != otherScript {
			scripts = append(scripts, otherScript)
		}
		for _, script := range scripts {
			key := rateKey{f[0], f[1], script}
			if out[key] == nil {
				out[key] = &rate{}
			}
			of, _ := strconv.Atoi(f[4])
			out[key].of += of
			for i, text := range f[5:] {
				n, _ := strconv.Atoi(text)
				out[key].at[i] += n
			}
		}
	}
	return out
})

// leastCounted is how many names of a script are enough to tell a rate of it. For less it is that of all scripts but
// Latin, and where there is none that of Latin.
const leastCounted = 50

func rateOf(what, kind, script string) *rate {
	for _, s := range []string{script, otherScript} {
		if r := rates()[rateKey{what, kind, s}]; r != nil && r.of >= leastCounted {
			return r
		}
	}
	return rates()[rateKey{what, kind, latin}]
}

// Rates say what a score was worth for names in the script of the query when it was measured.
type Rates struct {
	// Found is the share of listed parties that were found by a name which the lists do not have in this form. It is
	// the lowest of the kinds of party that are asked for.
	Found float64
	// Of 1,000 names of others this many had a match. At least one name of the sample counts as such.
	People, CommonNames, Firms float64
}

// LeastFound is the share from which it says something that nothing was found.
const LeastFound = .8

// Rates are those of a score and above.
func (q *Query) Rates(score int) Rates {
	alarms := func(kind string) float64 {
		r := rateOf(rateAlarm, kind, q.script)
		return max(1, r.hits(score)) * 1000 / float64(r.of)
	}

	found := 1.0
	for _, kind := range q.rateKinds() {
		if kind == ratePeople && q.oneWord() {
			found = 0
			continue
		}

		r := rateOf(rateFound, kind, q.script)
		found = min(found, r.hits(score)/float64(r.of))
	}

	return Rates{
		Found:       found,
		People:      alarms(ratePeople),
		CommonNames: alarms(rateCommon),
		Firms:       alarms(rateFirms),
	}
}

// spaced are the scripts that divide the words of a name.
var spaced = []string{latin, "cyrillic", "greek", "arabic", "hebrew"}

// oneWord says whether the name asked for is one word without a digit, which is not the whole name of a person: whoever
// is listed by more words scores [highestWord] at most, and most of them less.
func (q *Query) oneWord() bool {
	f := q.forms[shelfOf(Individual)]
	return f != nil && slices.Contains(spaced, q.script) && !strings.ContainsFunc(f.Text, func(r rune) bool {
		return r == ' ' || unicode.IsDigit(r)
	})
}

// rateKinds are the kinds of party that the query may mean: ships and aircraft count as firms.
func (q *Query) rateKinds() []string {
	var kinds []string
	if slices.Contains(q.types, Individual) && q.reads != Entity {
		kinds = append(kinds, ratePeople)
	}
	if slices.ContainsFunc(q.types, func(t Type) bool { return t != Individual }) && q.reads != Individual {
		kinds = append(kinds, rateFirms)
	}
	if kinds == nil { // the type that was asked for is not what the name reads as
		return []string{ratePeople, rateFirms}
	}
	return kinds
}

// Of is the rate of false alarms for parties of a type.
func (r Rates) Of(t Type) float64 {
	if t == Individual {
		return r.People
	}
	return r.Firms
}
