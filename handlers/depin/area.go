package depin

import (
	"math"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

const (
	levelRadius       = 5.0 // km, of the disc that levels are for
	minRadius         = 0.5
	maxRadius         = 50.0
	weatherResolution = 7
)

// area is a disc, or an H3 cell.
type area struct {
	lat, lon float64
	km       float64
	cell     uint64 // 0 for a disc
}

// readGeo reads lat,lon[,radius] or an H3 index.
func readGeo(text string) (area, error) {
	text = strings.TrimSpace(text)
	if cell, ok := h3Cell(text); ok {
		return area{cell: cell}, nil
	}

	fields := strings.Split(text, ",")
	if len(fields) != 2 && len(fields) != 3 {
		return area{}, badGeo()
	}
	a := area{km: levelRadius}
	into := []*float64{&a.lat, &a.lon, &a.km}
	for i, field := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return area{}, badGeo()
		}
		*into[i] = v
	}
	if math.Abs(a.lat) > 90 || math.Abs(a.lon) > 180 {
		return area{}, problem.Invalid("geo",
			"geo must have a latitude from -90 to 90 and a longitude from -180 to 180")
	}
	if a.km < minRadius || a.km > maxRadius {
		return area{}, problem.Invalid("geo", "geo must have a radius from 0.5 to 50 km")
	}
	return a, nil
}

func badGeo() error {
	return problem.Invalid("geo", "geo must be lat,lon or lat,lon,radius_km in degrees, such as 35.06676,-82.63138,5, "+
		"or an H3 cell in hexadecimal")
}

// h3Cell reads an H3 index of a cell that there is: 15 hexadecimal digits, mode 1, a resolution of at most 12, a base
// cell below 122, and a digit of 0 to 6 at each level down to the resolution with 7 below it. Of a pentagon's seven
// children one, with the digit 1, is missing (H3's index format).
func h3Cell(text string) (cell uint64, ok bool) {
	n, err := strconv.ParseUint(text, 16, 64)
	base := n >> 45 & 127
	if err != nil || len(text) != 15 || n>>59 != 1 || n>>56&7 != 0 || base > 121 || resolution(n) > 12 {
		return 0, false
	}

	leading := uint64(0)
	for level := 1; level <= h3Levels; level++ {
		digit := n >> (3 * (h3Levels - level)) & 7
		if (digit == 7) != (level > resolution(n)) {
			return 0, false
		}
		if leading == 0 && digit != 7 {
			leading = digit
		}
	}
	return n, leading != 1 || !slices.Contains(pentagons, base)
}

// h3Levels is how many levels an index has room for.
const h3Levels = 15

// pentagons are the base cells with five sides (H3's table of base cells).
var pentagons = []uint64{4, 14, 24, 38, 49, 58, 63, 72, 83, 97, 107, 117}

func resolution(cell uint64) int { return int(cell >> 52 & 15) }

// tell puts in what was asked for.
func (a area) tell(answer *gen.DepinCoverage) {
	if a.cell != 0 {
		answer.H3Cell = new(strconv.FormatUint(a.cell, 16))
		return
	}
	answer.Center = &gen.DepinPoint{Lat: a.lat, Lon: a.lon}
	answer.RadiusKm = &a.km
}

// judge puts in counts and the level. forLevel are the devices within the radius or, if that is larger, within 5 km:
// a small disc is not extrapolated.
func (a area) judge(answer *gen.DepinCoverage, count, forLevel int, nearest *float64) {
	answer.Available = true
	answer.DeviceCount = &count
	answer.DensityPerKm2 = new(response.Round(float64(count)/(math.Pi*a.km*a.km), 4))
	answer.CoverageLevel = new(level(forLevel, max(a.km, levelRadius)))
	answer.NearestKm = response.RoundOrNull(nearest, 3)
}

// level is by how many devices a disc of 5 km has on average.
func level(count int, km float64) gen.DepinCoverageCoverageLevel {
	average := float64(count) * levelRadius * levelRadius / (km * km)
	switch {
	case count == 0:
		return gen.None
	case average < 3:
		return gen.Sparse
	case average < 10:
		return gen.Fair
	case average < 50:
		return gen.Good
	}
	return gen.Dense
}
