package realestate

import (
	"bytes"
	"context"
	"encoding/binary"
	"io/fs"
	"math"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/diskindex"
	"github.com/farebox/farebox/internal/upstream/fhfa"
	"github.com/farebox/farebox/internal/upstream/zillow"
)

// refreshEvery is how often the lists are requested, conditionally. They change once a month.
const refreshEvery = 24 * time.Hour

var titles = map[string]string{
	srcFHFA: "FHFA House Price Index, quarterly, states and metropolitan areas",
	srcZHVI: "Zillow Home Value Index, all homes, middle third, smoothed, seasonally adjusted",
	srcZORI: "Zillow Observed Rent Index, all homes, smoothed",
}

// declareIndex registers the house price index, which is held in memory: some 100,000 points.
func declareIndex(p *upstream.Pool) *upstream.Dataset[*fhfa.Index] {
	return upstream.NewDataset(p, upstream.DatasetSpec[*fhfa.Index]{
		Name:       srcFHFA,
		Client:     fhfa.New(p),
		Files:      []upstream.File{{Name: fhfa.MasterFile, Request: fhfa.Master}},
		Every:      refreshEvery,
		Parse:      fhfa.Read,
		Count:      (*fhfa.Index).Len,
		MinRecords: 50_000,
		Floors: []upstream.Floor[*fhfa.Index]{{
			What:  "areas",
			Least: 300,
			Count: (*fhfa.Index).Areas,
		}},
	})
}

// regions is one of Zillow's measures by region, on disk.
type regions struct {
	name string
	set  *diskindex.Set
}

// declareRegions registers a measure. Home values cover some 30,000 regions, rents some 8,000.
func declareRegions(p *upstream.Pool, name, measure string) *regions {
	least := 20_000
	if measure == zillow.Rents {
		least = 3_000
	}
	return &regions{name: name, set: diskindex.New(p, diskindex.Spec{
		Name:       name,
		Client:     zillow.New(p),
		Files:      zillow.Files(measure),
		Every:      refreshEvery,
		MinRecords: least,
		Tables:     regionTables,
		Version:    1,
		Fill: func(dir fs.FS, w *diskindex.Writer) (int, error) {
			return fillRegions(dir, w, zillow.Levels(measure))
		},
	})}
}

// A series is packed: four bytes a month, a float, 0 for a month without a value. In a table with row numbers,
// three rows share a page; otherwise each would take a whole page.
const regionTables = `
CREATE TABLE region (
	level TEXT, key TEXT, name TEXT, first INTEGER, months BLOB,
	PRIMARY KEY (level, key)
)`

func fillRegions(dir fs.FS, w *diskindex.Writer, levels []zillow.Level) (records int, err error) {
	into, err := w.Into("INSERT OR REPLACE INTO region VALUES (?, ?, ?, ?, ?)")
	if err != nil {
		return 0, err
	}

	seen := map[string]bool{}
	for _, level := range levels {
		err := zillow.Read(dir, level, func(s zillow.Series) error {
			id := string(level) + " " + s.Key
			if seen[id] { // two metropolitan areas with one name cannot be told apart
				return into.Row(string(level), s.Key, "", 0, []byte{})
			}
			seen[id] = true
			records++
			return into.Row(string(level), s.Key, s.Name, int(s.First), packed(s.Values))
		})
		if err != nil {
			return 0, err
		}
	}

	return records, nil
}

func packed(values []float32) []byte {
	raw := make([]byte, 0, 4*len(values))
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return raw
}

func unpacked(raw []byte) []float32 {
	values := make([]float32, 0, len(raw)/4)
	for ; len(raw) >= 4; raw = raw[4:] {
		values = append(values, math.Float32frombits(binary.LittleEndian.Uint32(raw)))
	}
	return values
}

// regional is a series with its area.
type regional struct {
	zillow.Series
	area places.Area
}

// find returns the series of the first area that has one, or NotFound.
func (r *regions) find(ctx context.Context, areas []places.Area) (found *regional, err error) {
	err = r.set.Read(func(x *diskindex.Index, _ upstream.DatasetInfo) error {
		for _, area := range areas {
			level, keys := regionKeys(area)
			for _, key := range keys {
				s := regional{area: area, Series: zillow.Series{Key: key}}
				var first int
				var months []byte
				into := []any{&s.Name, &first, &months}
				ok, err := x.One(ctx, into, "SELECT name, first, months FROM region WHERE level = ? AND key = ?",
					string(level), key)
				if err != nil {
					return err
				}

				if ok && len(months) > 0 {
					s.First = zillow.Month(first)
					s.Values = unpacked(bytes.Clone(months))
					found = &s
					return nil
				}
			}
		}
		return upstream.NotFound.Errorf("no region of this place")
	})
	return found, err
}

// status is the version of the list in use.
func (r *regions) status() upstream.ListStatus {
	s := r.set.Status(titles[r.name])
	s.ID = r.name
	return s
}

// regionKeys are an area's possible keys in Zillow's tables; the first one that exists is right. There a
// metropolitan area has only its first city and state, and the city's name may itself have hyphens.
func regionKeys(a places.Area) (zillow.Level, []string) {
	switch a.Level {
	case places.ZIP:
		return zillow.ZIP, []string{a.Code}
	case places.County:
		return zillow.County, []string{a.Code}
	case places.State:
		return zillow.State, []string{strings.ToLower(a.Name)}
	case places.CBSA:
		cities, states, _ := strings.Cut(a.Name, ", ")
		state, _, _ := strings.Cut(states, "-")

		var keys []string
		for i, letter := range cities + "-" {
			if letter == '-' || letter == '/' {
				keys = append(keys, zillow.MetroKey(cities[:i], state))
			}
		}
		return zillow.Metro, keys
	case places.Town, places.Division:
	}
	return "", nil
}
