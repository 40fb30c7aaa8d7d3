// Package borders knows in which state or territory of the United States a position is.
//
// The borders are the cartographic boundaries of the U.S. Census Bureau (2017, public domain) as the package us-atlas
// 3.0.1 has them in states-10m.json, made for maps of 1:10,000,000. States have not changed since. Simplified lines are
// off by up to [Tolerance], which docs/quality/geo.md measures.
package borders

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"sync"

	"github.com/farebox/farebox/internal/place/sphere"
	"github.com/farebox/farebox/internal/place/usstate"
)

// Tolerance is how far in kilometres the lines may be from the true borders. Nearer to a border than that a position
// may be in the other state.
const Tolerance = 1.0

//go:embed states-10m.json.gz
var atlas []byte

// Place is where a position is.
type Place struct {
	State string // two letters
	// BorderKM is the distance to the nearest border or coast of the state.
	BorderKM float64
	// Inside is false for a position off the coast, or beyond the border, of which State is the nearest.
	Inside bool
}

// Map holds the borders.
type Map struct{ states []state }

type state struct {
	code  string
	rings [][]point
	box   box
}

type point struct{ x, y float64 }

type box struct{ west, south, east, north float64 }

// topology is the part of a TopoJSON file that is read: https://github.com/topojson/topojson-specification.
type topology struct {
	Transform struct {
		Scale     [2]float64 `json:"scale"`
		Translate [2]float64 `json:"translate"`
	} `json:"transform"`
	Arcs    [][][2]float64 `json:"arcs"`
	Objects struct {
		States struct {
			Geometries []struct {
				ID   string          `json:"id"`
				Type string          `json:"type"`
				Arcs json.RawMessage `json:"arcs"`
			} `json:"geometries"`
		} `json:"states"`
	} `json:"objects"`
}

// Load gives the borders that are part of the program. They are read once in a process.
func Load() (*Map, error) { return readOnce() }

var readOnce = sync.OnceValues(read)

func read() (*Map, error) {
	raw, err := gzip.NewReader(bytes.NewReader(atlas))
	if err != nil {
		return nil, fmt.Errorf("borders of states: %w", err)
	}
	var t topology
	if err := json.NewDecoder(raw).Decode(&t); err != nil {
		return nil, fmt.Errorf("borders of states: %w", err)
	}

	m := &Map{}
	for _, g := range t.Objects.States.Geometries {
		found, known := usstate.Find(g.ID)
		if !known {
			return nil, fmt.Errorf("borders of states: %q is no state", g.ID)
		}
		polygons := make([][][]int, 1)
		target := any(&polygons)
		if g.Type == "Polygon" {
			target = &polygons[0]
		}
		if err := json.Unmarshal(g.Arcs, target); err != nil {
			return nil, fmt.Errorf("borders of %s: %w", found.Code, err)
		}
		m.states = append(m.states, t.state(found.Code, polygons))
	}
	return m, nil
}

func (t *topology) state(code string, polygons [][][]int) state {
	s := state{code: code, box: box{180, 90, -180, -90}}
	for _, polygon := range polygons {
		for _, arcs := range polygon {
			s.rings = append(s.rings, t.ring(arcs))
		}
	}
	for _, ring := range s.rings {
		for _, p := range ring {
			s.box = box{
				min(s.box.west, p.x),
				min(s.box.south, p.y),
				max(s.box.east, p.x),
				max(s.box.north, p.y),
			}
		}
	}
	return s
}

// ring puts arcs together. A negative number is an arc backwards.
func (t *topology) ring(arcs []int) []point {
	var ring []point
	for _, n := range arcs {
		line := t.line(max(n, ^n))
		if n < 0 {
			for i, j := 0, len(line)-1; i < j; i, j = i+1, j-1 {
				line[i], line[j] = line[j], line[i]
			}
		}
		if len(ring) > 0 {
			line = line[1:]
		}
		ring = append(ring, line...)
	}
	return ring
}

// line is an arc in degrees. Its points are steps from the one before.
func (t *topology) line(arc int) []point {
	var x, y float64
	line := make([]point, 0, len(t.Arcs[arc]))
	for _, step := range t.Arcs[arc] {
		x += step[0]
		y += step[1]
		line = append(line, point{
			x: x*t.Transform.Scale[0] + t.Transform.Translate[0],
			y: y*t.Transform.Scale[1] + t.Transform.Translate[1],
		})
	}
	return line
}

// At gives the state that a position is in, or one whose border is within reach kilometres of it; false if there is
// none.
func (m *Map) At(lat, lon, reach float64) (Place, bool) {
	nearest := Place{BorderKM: math.Inf(1)}
	for i := range m.states {
		s := &m.states[i]
		if !s.box.near(lat, lon, reach) {
			continue
		}
		km := s.distance(lat, lon)
		if s.holds(lat, lon) {
			return Place{
				State:    s.code,
				BorderKM: km,
				Inside:   true,
			}, true
		}

		if km < nearest.BorderKM {
			nearest = Place{State: s.code, BorderKM: km}
		}
	}
	return nearest, nearest.BorderKM <= reach
}

func (b box) near(lat, lon, km float64) bool {
	north := km / sphere.KMPerDegree
	east := north / math.Max(0.1, math.Cos(lat*math.Pi/180))
	return lat >= b.south-north && lat <= b.north+north && lon >= b.west-east && lon <= b.east+east
}

// holds counts how often a line to the east crosses the border.
func (s *state) holds(lat, lon float64) bool {
	in := false
	for _, ring := range s.rings {
		for i := 1; i < len(ring); i++ {
			a := ring[i-1]
			b := ring[i]
			if (a.y > lat) != (b.y > lat) && lon < (b.x-a.x)*(lat-a.y)/(b.y-a.y)+a.x {
				in = !in
			}
		}
	}
	return in
}

// distance is that to the nearest border in kilometres, as on a flat map around the position.
func (s *state) distance(lat, lon float64) float64 {
	best := math.Inf(1)
	shrink := math.Cos(lat * math.Pi / 180)
	for _, ring := range s.rings {
		for i := 1; i < len(ring); i++ {
			a := point{(ring[i-1].x - lon) * shrink, ring[i-1].y - lat}
			b := point{(ring[i].x - lon) * shrink, ring[i].y - lat}
			best = min(best, toSegment(a, b))
		}
	}
	return best * sphere.KMPerDegree
}

// toSegment is the distance of a segment from the origin.
func toSegment(a, b point) float64 {
	dx := b.x - a.x
	dy := b.y - a.y
	along := 0.0
	if length := dx*dx + dy*dy; length > 0 {
		along = max(0, min(1, -(a.x*dx+a.y*dy)/length))
	}
	return math.Hypot(a.x+along*dx, a.y+along*dy)
}
