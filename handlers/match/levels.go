package match

import "github.com/farebox/farebox/internal/party/names"

// level is how far a feature of a pair agrees: 0 when one of the two does not have it, else from 1 on.
func (l *linkage) level(f feature, i, j int32) int {
	a := l.facts[i].text[f]
	b := l.facts[j].text[f]
	switch {
	case a == "" || b == "":
		return 0
	case a == b:
		return topLevel[f]
	}

	x := l.nodes[i]
	y := l.nodes[j]
	switch f {
	case onEmail:
		if l.engine.Score(x.email, y.email) >= 97 {
			return topLevel[f]
		}
	case onPhone:
		if l.engine.Score(x.phone, y.phone) >= 90 {
			return topLevel[f]
		}
		if names.Edits(a, b) == 1 {
			return 2
		}
	case onBirth:
		return l.birthLevel(a, b, x, y)
	case onPostcode:
		if names.Edits(a, b) == 1 {
			return 2
		}
	}

	return 1
}

// topLevel is the level of equal texts.
var topLevel = [features]int{
	onName:     7,
	onEmail:    2,
	onPhone:    3,
	onBirth:    4,
	onHouse:    3,
	onStreet:   4,
	onTown:     4,
	onPostcode: 3,
	onCountry:  2,
}

// birthLevel: another date, the same year, one slip or day and month swapped, as good as equal.
func (l *linkage) birthLevel(a, b string, x, y *item) int {
	if len(a) == wholeDate && len(b) == wholeDate {
		switch {
		case oneSlip(a, b) || a[:4] == b[:4] && a[5:7] == b[8:] && a[8:] == b[5:7]:
			return 3
		case a[:4] == b[:4]:
			return 2
		}
		return 1
	}

	switch s := l.engine.Score(x.dob, y.dob); {
	case s >= 90:
		return 4
	case s >= 80:
		return 3
	case s >= 50:
		return 2
	}

	return 1
}

// wholeDate is the length of a date with year, month and day.
const wholeDate = len("2006-01-02")

// oneSlip says whether two texts of one length differ in one letter or in two neighbours that are swapped.
func oneSlip(a, b string) bool {
	first := 0
	for first < len(a) && a[first] == b[first] {
		first++
	}
	if first == len(a) || a[first+1:] == b[first+1:] {
		return true
	}
	return a[first] == b[first+1] && a[first+1] == b[first] && a[first+2:] == b[first+2:]
}

func numberLevel(agreement float64) int {
	switch {
	case agreement == names.Unknown:
		return 0
	case agreement == 1:
		return 3
	case agreement > 0:
		return 2
	}
	return 1
}

func lineLevel(agreement float64) int {
	switch {
	case agreement == names.Unknown:
		return 0
	case agreement == 1:
		return 4
	case agreement >= 0.8:
		return 3
	case agreement >= 0.6:
		return 2
	}
	return 1
}

// nameLevel is the level of a score of values. Persons whose given names are others have a level of their own,
// however alike the rest is: that is what a household looks like.
func (l *linkage) nameLevel(i, j int32, score float64) int {
	switch {
	case score >= 97:
		return 7
	case score >= 90:
		return 6
	case score < 25:
		return 1
	}

	if l.kind == names.Person && l.otherPerson(i, j) {
		return 2
	}

	switch {
	case score >= 80:
		return 5
	case score >= 65:
		return 4
	case score >= 45:
		return 3
	}

	return 2
}

func (l *linkage) otherPerson(i, j int32) bool {
	a := l.nodes[i].form
	b := l.nodes[j].form
	return !l.engine.GivenNamesAgree(a, b) || l.engine.PartsConflict(a, b)
}
