package places

import (
	"cmp"
	"slices"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/place/sphere"
)

// Usable says whether a match is about what was asked for at all. National sources give something for any text, so that
// they have to show most of its words.
func (q *Query) Usable(m Match) bool {
	if !q.InCountry(m.Candidate) {
		return false
	}
	switch m.Source {
	case Census:
		return m.Level == Interpolated
	case BAN, PDOK:
		return m.Cover >= enoughWords && m.Base != ""
	case Photon: // it forgives, up to another town of another country
		return q.Names(m) && !m.Elsewhere
	}
	return true
}

// behindIt says whether a match is in the country or province that the words behind the comma name: both may have the
// letters of a state.
func (q *Query) behindIt(m Match) bool {
	names := []string{chosen.Fold(m.Country), m.CountryCode, chosen.Fold(m.State)}
	return m.in(q.behind) || slices.Contains(names, q.behind)
}

// enoughWords is the part of the words of an address that a national source has to have.
const enoughWords = 0.6

// Choose gives the match that answers the query best, from those of all sources with the preferred source first, and
// the others. ok is false when there is none.
func (q *Query) Choose(matches []Match) (best Match, others []Match, ok bool) {
	matches = q.usable(matches)
	at := -1
	for i, m := range matches {
		if at < 0 || Better(m, matches[at]) {
			at = i
		}
	}
	if at < 0 {
		return Match{}, nil, false
	}
	return matches[at], slices.Delete(slices.Clone(matches), at, at+1), true
}

// usable are the matches that are about what was asked for; those in the state that the query may name, if there are
// any. Behind a comma it names where the place is, so that a place of the name elsewhere is another one.
func (q *Query) usable(matches []Match) []Match {
	region := q.behind != "" && (q.Hint != "" || isRegion(q.behind))
	var list, hinted []Match
	for _, m := range matches {
		if !q.Usable(m) {
			continue
		}
		in := q.Hint != "" && m.StateCode == q.Hint
		if !region || in || q.behindIt(m) {
			list = append(list, m)
		}
		if in {
			hinted = append(hinted, m)
		}
	}

	if len(hinted) > 0 {
		return hinted
	}
	return list
}

// apart is how far in kilometres two matches of a level have to be from each other to be two places.
var apart = map[Level]float64{
	House:        0.5,
	Interpolated: 0.5,
	Intersection: 0.5,
	Street:       3,
	Named:        1,
	Postcode:     10,
	Locality:     15,
	Region:       100,
	Country:      300,
}

// sameAreaKM is within which two localities of one name in one county are the border and the centre of one town.
const sameAreaKM = 40

// Rivals are those of the others that answer the query as well as the best does and are other places, each once, the
// most important first.
func (q *Query) Rivals(best Match, others []Match) []Match {
	var rivals []Match
	for _, m := range others {
		if !q.rival(best, m) {
			continue
		}
		if !slices.ContainsFunc(rivals, func(r Match) bool { return samePlace(r, m) }) {
			rivals = append(rivals, m)
		}
	}
	slices.SortStableFunc(rivals, func(a, b Match) int { return cmp.Compare(b.Importance, a.Importance) })
	return rivals
}

func (q *Query) rival(best, m Match) bool {
	switch {
	case m.Exact != best.Exact:
		return false
	case area[m.Level] && area[best.Level]: // the country Georgia, and the state
		apart := !within(m, best) && !within(best, m) && !samePlace(best, m)
		return apart && chosen.Fold(m.Name) == chosen.Fold(best.Name)
	case level(m) != level(best) || samePlace(best, m):
		return false
	}
	return m.Cover >= best.Cover
}

// area are the levels of things that have others within them.
var area = map[Level]bool{
	Locality: true,
	Region:   true,
	Country:  true,
}

// within says whether a place is a part of another one: New York in the state of New York.
func within(part, whole Match) bool {
	if rank[part.Level] <= rank[whole.Level] || !sameCountry(part, whole) {
		return false
	}
	if box := whole.Box; len(box) == 4 {
		return part.Lat >= box[0] && part.Lat <= box[1] && part.Lon >= box[2] && part.Lon <= box[3]
	}
	return slices.ContainsFunc([]string{part.County, part.State, part.Country}, func(around string) bool {
		return chosen.Fold(around) == chosen.Fold(whole.Name)
	})
}

// sameCountry says whether nothing speaks against two places being in one country.
func sameCountry(a, b Match) bool {
	return a.CountryCode == b.CountryCode || a.CountryCode == "" || b.CountryCode == ""
}

// level is that of a match, without the difference of how the position of a house was found.
func level(m Match) Level {
	if m.Level == Interpolated {
		return House
	}
	return m.Level
}

func samePlace(a, b Match) bool {
	km := sphere.Distance(a.Lat, a.Lon, b.Lat, b.Lon)
	if km < apart[a.Level] {
		return true
	}
	oneCounty := a.County == b.County || a.County == "" || b.County == ""
	return a.Level == Locality && km < sameAreaKM && a.State == b.State && oneCounty
}

// Agreement is how far another source puts the same house, street or postcode.
type Agreement struct {
	Other Match
	KM    float64
}

// Compare finds the answer of another source at the level of the best, the nearest one; nil if there is none. A
// postcode is compared with everything within it.
func Compare(best Match, others []Match) *Agreement {
	var found *Agreement
	for _, m := range others {
		postcode := m.Source == Postcodes
		if m.Source == best.Source || (!postcode && level(m) != level(best)) {
			continue
		}
		if km := sphere.Distance(best.Lat, best.Lon, m.Lat, m.Lon); found == nil || km < found.KM {
			found = &Agreement{Other: m, KM: km}
		}
	}
	return found
}

// conflictKM is from where on two positions of one thing cannot both be right.
var conflictKM = map[Level]float64{
	House:        1,
	Intersection: 1,
	Street:       5,
	Postcode:     5,
	Named:        5,
	Locality:     50,
	Region:       500,
	Country:      3000,
}

// Conflict says whether the two positions are too far from each other.
func (a *Agreement) Conflict() bool {
	if a == nil {
		return false
	}
	limit := conflictKM[level(a.Other)]
	return a.KM > limit
}

// confirmedKM is within which another source confirms an interpolated position.
const confirmedKM = 0.25

// clearLead is how much more important the best of several places of a name has to be to be meant most likely.
const clearLead = 0.2

// Confidence is how sure it is that the position is that of what was asked for: low, medium or high.
func Confidence(best Match, rivals []Match, agreement *Agreement) string {
	precise := best.Level == House || best.Level == Interpolated || best.Level == Intersection
	switch {
	case agreement.Conflict():
		return "low"
	case !best.Exact && !precise, best.Elsewhere:
		return "low"
	case len(rivals) > 0 && (best.Importance == 0 || best.Importance-rivals[0].Importance < clearLead):
		return "low"
	case !best.Exact, len(rivals) > 0, best.Level == Intersection:
		return "medium"
	case best.Level == Interpolated && (agreement == nil || agreement.KM > confirmedKM):
		return "medium"
	case best.Cover < enoughWords:
		return "medium" // another name of it, or another language
	}
	return "high"
}
