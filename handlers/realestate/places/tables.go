// Package places knows which areas of the United States contain a place, by the keys of housing statistics: ZIP
// codes, counties, metropolitan areas and their divisions, states.
//
// Counties and core-based statistical areas (CBSA) are tables of this package; the areas of ZIP codes are a
// downloaded list.
package places

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/place/usstate"
)

// Level is a kind of area.
type Level string

// The levels, from the smallest on.
const (
	ZIP      Level = "zip"
	Town     Level = "town"
	County   Level = "county"
	Division Level = "metropolitan_division"
	CBSA     Level = "cbsa"
	State    Level = "state"
)

// Area is one area.
type Area struct {
	Level Level
	Code  string // ZIP, FIPS code of a county or town, CBSA code, two letters of a state
	Name  string // "Travis County, TX", "Abilene, TX", "Virginia", "90210"
}

// county is a row of the county table: the counties of 2023 with the delineation of July 2023 (OMB Bulletin 23-01),
// and the eight former counties of Connecticut, now replaced by planning regions.
type county struct {
	fips     string
	name     string
	cbsa     string // code, "" outside all
	division string // code, "" where the CBSA is not divided
}

// area is a row of the table of CBSAs and metropolitan divisions.
type area struct {
	code   string
	kind   string // metro, micro, division
	parent string // the CBSA of a division
	title  string
}

//go:embed tables/counties.tsv
var countiesTable string

//go:embed tables/areas.tsv
var areasTable string

// tables are both tables, by code and by name.
type tables struct {
	counties map[string]county
	areas    map[string]area
	named    map[string][]Area   // counties and CBSAs by the words of their names
	parts    map[string][]string // divisions of a CBSA
	states   map[string][]string // states of a CBSA or division, two letters, as in its title
}

var load = sync.OnceValue(func() *tables {
	t := &tables{
		counties: map[string]county{},
		areas:    map[string]area{},
		named:    map[string][]Area{},
		parts:    map[string][]string{},
		states:   map[string][]string{},
	}
	for line := range strings.Lines(countiesTable) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		c := county{
			fips:     f[0],
			name:     f[1],
			cbsa:     f[2],
			division: f[3],
		}
		t.counties[c.fips] = c
		t.name(c.area())
	}
	for line := range strings.Lines(areasTable) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		a := area{
			code:   f[0],
			kind:   f[1],
			parent: f[2],
			title:  f[3],
		}
		t.areas[a.code] = a
		if a.kind == "division" {
			t.parts[a.parent] = append(t.parts[a.parent], a.code)
		} else {
			t.name(a.area())
		}
		_, states, _ := strings.Cut(a.title, ", ")
		t.states[a.code] = strings.Split(states, "-")
	}
	return t
})

// name indexes an area by its name.
func (t *tables) name(a Area) {
	key := spelt(a.Name)
	t.named[key] = append(t.named[key], a)
}

// spelt is a name without what people leave out of it or write otherwise: capitals, accents, apostrophes, points.
func spelt(name string) string {
	return strings.Join(chosen.Words(name), " ")
}

func (c county) area() Area {
	state, _ := usstate.Find(c.fips[:2])
	return Area{
		Level: County,
		Code:  c.fips,
		Name:  c.name + ", " + state.Code,
	}
}

func (a area) area() Area {
	level := CBSA
	if a.kind == "division" {
		level = Division
	}
	return Area{
		Level: level,
		Code:  a.code,
		Name:  a.title,
	}
}

// former reports whether a county of Connecticut was replaced by planning regions.
func (t *tables) former(fips string) bool {
	return strings.HasPrefix(fips, "090") && t.counties[fips].cbsa == ""
}

// newEngland are the states whose statistics use towns instead of counties.
var newEngland = []string{"09", "23", "25", "33", "44", "50"}

// byTown reports whether a county is in one of them.
func byTown(fips string) bool { return len(fips) >= 2 && slices.Contains(newEngland, fips[:2]) }
