package places

import (
	"cmp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/place/sphere"
	"github.com/farebox/farebox/internal/upstream/nominatim"
)

// Junction is the kind of a candidate that was worked out from the lines of two streets.
const Junction = "junction"

// oneJunctionKM is within which the points that two streets share are one intersection: roads with two carriageways
// meet in several.
const oneJunctionKM = 0.15

// Streets are the two streets of an intersection, each with the town behind it, as texts to look for.
func (q *Query) Streets() [2]string {
	_, rest, _ := strings.Cut(q.Text, q.crossing[1].text)
	rest = strings.Trim(rest, " ,")
	var list [2]string
	for i, side := range q.crossing {
		list[i] = strings.TrimSuffix(side.text+", "+rest, ", ")
	}
	return list
}

// Junctions are the places where ways of the one street of an intersection share a point with ways of the other. A
// bridge shares none with the street below it.
func (q *Query) Junctions(left, right []nominatim.Way) []Candidate {
	at := map[nominatim.Point]nominatim.Way{}
	for _, way := range right {
		if q.crossing[1].names(way.Name) {
			for _, point := range way.Line {
				at[point] = way
			}
		}
	}

	var list []Candidate
	for _, way := range left {
		if !q.crossing[0].names(way.Name) {
			continue
		}
		for _, point := range way.Line {
			other, meets := at[point]
			if !meets || slices.ContainsFunc(list, near(point)) {
				continue
			}
			list = append(list, junction(way, other, point))
		}
	}
	return list
}

func near(point nominatim.Point) func(Candidate) bool {
	return func(c Candidate) bool {
		return sphere.Distance(c.Lat, c.Lon, point.Lat, point.Lon) < oneJunctionKM
	}
}

// junction is the place where two ways meet. The town is that of the first.
func junction(way, other nominatim.Way, point nominatim.Point) Candidate {
	c := OfNominatim(way.Place)
	c.Name = way.Name + " / " + other.Name
	c.Lat = point.Lat
	c.Lon = point.Lon
	c.Base = Named
	c.Kind = Junction
	c.Box = nil
	c.Road = ""
	c.Label = label(c)
	return c
}

// fullWords are the words for sorts of streets and directions that are abbreviated, each with its full form.
var fullWords = map[string]string{
	"st":   "street",
	"rd":   "road",
	"ave":  "avenue",
	"av":   "avenue",
	"blvd": "boulevard",
	"bd":   "boulevard",
	"dr":   "drive",
	"ln":   "lane",
	"ct":   "court",
	"pl":   "place",
	"hwy":  "highway",
	"pkwy": "parkway",
	"ter":  "terrace",
	"str":  "strasse",
	"n":    "north",
	"s":    "south",
	"e":    "east",
	"w":    "west",
}

var directions = []string{"north", "south", "east", "west"}

// names says whether a street asked for is the one of a name. A sort of street that was asked for has to be that of the
// name, and a direction must be no other: 5th Avenue is not 5th Street, nor West 34th Street the East one.
func (s side) names(name string) bool {
	have := full(words(name))
	if !s.in(words(name)) {
		return false
	}

	asked := full(words(s.text))
	for _, word := range asked {
		if streetWords[word] && !slices.Contains(have, word) {
			return false
		}
	}
	return !slices.ContainsFunc(have, func(word string) bool {
		return slices.Contains(directions, word) && !slices.Contains(asked, word) && hasDirection(asked)
	})
}

func hasDirection(list []string) bool {
	return slices.ContainsFunc(list, func(word string) bool { return slices.Contains(directions, word) })
}

// full are words with those that are abbreviated written out.
func full(list []string) []string {
	written := slices.Clone(list)
	for i, word := range written {
		written[i] = cmp.Or(fullWords[word], word)
	}
	return written
}
