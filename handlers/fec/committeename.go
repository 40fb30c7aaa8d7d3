package fec

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
)

// Scores of names of committees.
const (
	scoreSame      = 100
	scoreRead      = 95 // the same when general words are left out and abbreviations written out
	scoreCandidate = 86 // a candidate's committee, asked for without the given name
	mostUnproved   = 84 // likeness proves no committee: one letter makes another one
)

// committeeScore is how far a committee's name agrees with the one asked for: 85 and more when it is the same name.
// Names of committees share most of their words (political action committee, for Congress, victory fund), so that they
// are compared word by word, and what else is alike stays below.
func (h *Handlers) committeeScore(asked, name string) *int {
	likeness := h.score(names.Company, asked, name)
	if likeness == nil {
		return nil
	}
	if names.Normalize(asked) == names.Normalize(name) {
		return new(scoreSame)
	}

	wanted := committeeWords(asked)
	for _, reading := range committeeReadings(name) {
		switch words := committeeWords(reading); {
		case sameCommittee(wanted, words):
			return new(max(*likeness, scoreRead))
		case sameCandidate(wanted, words):
			return new(max(min(*likeness, scoreRead), scoreCandidate))
		}
	}
	return new(min(*likeness, mostUnproved))
}

// committeeReadings are the names in the name of a committee: the whole, the parts before and in parentheses, and the
// parts around a slash. Parts without a letter or digit are left out.
func committeeReadings(name string) []string {
	out := []string{name}
	if before, rest, ok := strings.Cut(name, "("); ok {
		inside, after, _ := strings.Cut(rest, ")")
		out = append(out, before+" "+after, inside)
	}
	if strings.Contains(name, " / ") {
		out = append(out, strings.Split(name, " / ")...)
	}
	return slices.DeleteFunc(out, func(part string) bool { return names.Normalize(part) == "" })
}

// politicalActionCommittee is what PAC stands for.
const politicalActionCommittee = "political action committee"

// generalWords are left out of names of committees: legal forms of their sponsors. Those whose committee a PAC says to
// be are left out of its name.
var (
	generalWords = []string{
		"the", "of", "and", "for", "inc", "incorporated", "corp", "corporation", "co", "company", "llc", "llp", "ltd",
		"employee", "employees", "committee",
	}
	partnersOfPAC = []string{"partners", "principals"}
)

// committeeWords are the words that tell a committee from others. A single letter is an initial.
func committeeWords(name string) []string {
	text := strings.ReplaceAll(names.Normalize(name), politicalActionCommittee, "pac")
	words := strings.Fields(text)
	pac := slices.Contains(words, "pac")
	told := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.Contains(generalWords, w) || pac && slices.Contains(partnersOfPAC, w) || len(w) == 1 && (w[0] < '0' || w[0] > '9')
	})
	if len(told) == 0 {
		return words
	}
	return told
}

// sameCommittee says whether two names have the same words, but for an initialism on one side: NRA, UPS.
func sameCommittee(a, b []string) bool {
	if strings.Join(a, "") == strings.Join(b, "") {
		return true
	}
	return writtenOut(a, b) || writtenOut(b, a)
}

// leastInitials is the number of letters of an initialism.
const leastInitials = 3

// writtenOut says whether the first word of a name is the initials of the first words of the other, which goes on like
// it.
func writtenOut(short, long []string) bool {
	letters := len(short[0])
	if letters < leastInitials || len(long) < letters || len(short) == 1 && len(long) > letters {
		return false
	}
	for i := range letters {
		if long[i][0] != short[0][i] {
			return false
		}
	}

	rest := long[letters:]
	if len(rest) > 0 && rest[0] == "america" { // National Rifle Association of America
		rest = rest[1:]
	}
	return slices.Equal(rest, short[1:])
}

// offices are what candidates' committees are for.
var offices = []string{"congress", "senate", "president", "house", "governor"}

// sameCandidate says whether a name that is asked for is a family name and an office, and the other the same behind a
// given name. A given name that only the caller has may be that of somebody else.
func sameCandidate(asked, name []string) bool {
	return len(asked) == 2 && len(name) == 3 && slices.Contains(offices, asked[1]) && slices.Equal(asked, name[1:])
}
