package depin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	gen "github.com/farebox/farebox/gen/depin"
	"github.com/farebox/farebox/internal/place/sphere"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/geodnet"
	"github.com/farebox/farebox/internal/upstream/relay"
	"github.com/farebox/farebox/internal/upstream/weatherxm"
)

const (
	maxNearby   = 50 // devices and cells that an answer lists
	cellsOpened = 5  // cells whose stations are asked for
)

// DepinCoverage answers GET /depin/coverage.
func (h *Handlers) DepinCoverage(
	ctx context.Context, req gen.DepinCoverageRequestObject,
) (gen.DepinCoverageResponseObject, error) {
	around, err := readGeo(req.Params.Geo)
	if err != nil {
		return nil, err
	}
	answer := gen.DepinCoverage{
		Network:   string(req.Params.Network),
		Devices:   []gen.DepinNearby{},
		Cells:     []gen.DepinCell{},
		CheckedAt: h.checkedAt(),
		Sources:   []gen.Source{},
	}
	around.tell(&answer)

	switch answer.Network {
	case helium:
		err = h.heliumCell(ctx, around, &answer)
	case geodnetID:
		err = h.stationsAround(ctx, around, &answer)
	case wxm:
		err = h.cellsAround(ctx, around, &answer)
	default:
		tellNone(&answer, refused{"not_published", "DIMO does not publish where vehicles are."})
	}
	if err != nil {
		return nil, err
	}

	if !answer.Available {
		response.Waive(ctx)
	}
	answer.AsOf = response.AsOf(answer.Sources)
	answer.Partial = answer.Partial || response.Partial(answer.Sources)
	return gen.DepinCoverage200JSONResponse(answer), nil
}

func tellNone(answer *gen.DepinCoverage, why refused) {
	answer.Reason = new(gen.DepinCoverageReason(why.reason))
	answer.Note = &why.note
}

// heliumCell counts the hotspots of a cell. Relay finds them by cell alone, and a hotspot may be on both
// sub-networks.
func (h *Handlers) heliumCell(ctx context.Context, around area, answer *gen.DepinCoverage) error {
	if err := h.relay.Configured(); err != nil {
		answer.Sources = []gen.Source{response.Source(relay.Provider.Name, err)}
		tellNone(answer, *refusedBy(upstream.NotConfigured))
		return nil
	}
	if around.cell == 0 {
		return problem.Invalid("geo", "geo must be an H3 cell in hexadecimal for helium, such as 872aa8402ffffff")
	}

	var got cellParts
	fused := upstream.FuseInto(ctx, &got, h.cellPart("iot", around.cell), h.cellPart("mobile", around.cell))
	for _, o := range fused {
		if why := refusedBy(o.Err); why != nil {
			answer.Sources = response.Sources(fused)
			tellNone(answer, *why)
			return nil
		}
	}
	if err := fused.Err(); err != nil {
		return err
	}

	seen := map[string]bool{}
	for _, spot := range got.spots {
		if seen[spot.AssetID] {
			continue
		}
		seen[spot.AssetID] = true
		if len(answer.Devices) == maxNearby {
			answer.Truncated = true
			continue
		}
		answer.Devices = append(answer.Devices, gen.DepinNearby{Key: spot.EntityKey, Name: response.OrNull(spot.Name)})
	}
	answer.Available = true
	answer.Truncated = answer.Truncated || got.more
	answer.Sources = response.Sources(fused)
	answer.Note = new("Where hotspots were asserted; Helium does not prove coverage since 2026-07-06.")
	if !fused.Partial() && !got.more {
		answer.DeviceCount = new(len(seen))
	}
	return nil
}

// cellParts are the hotspots of a cell by sub-network.
type cellParts struct {
	spots []relay.Hotspot
	more  bool
}

func (h *Handlers) cellPart(subnetwork string, cell uint64) upstream.Source[func(*cellParts)] {
	return upstream.Part(relay.Provider.Name+":"+subnetwork, 0, func(ctx context.Context) (cellParts, error) {
		list, more, err := h.relay.Cell(ctx, subnetwork, cell)
		return cellParts{list, more}, err
	}, func(a *cellParts, part cellParts) {
		a.spots = append(a.spots, part.spots...)
		a.more = a.more || part.more
	})
}

// placed is something with its distance.
type placed[T any] struct {
	of *T
	km float64
}

// within sorts what has a position by distance, and gives those within the radius with the nearest of all.
func within[T any](list []T, a area, at func(*T) (lat, lon float64, ok bool)) (inside []placed[T], nearest *float64) {
	for i := range list {
		lat, lon, ok := at(&list[i])
		if !ok || (nearest != nil && math.Abs(lat-a.lat)*sphere.KMPerDegree > max(a.km, levelRadius, *nearest)) {
			continue // too far by its latitude alone
		}
		km := sphere.Distance(a.lat, a.lon, lat, lon)
		if nearest == nil || km < *nearest {
			nearest = &km
		}
		if km <= max(a.km, levelRadius) {
			inside = append(inside, placed[T]{&list[i], km})
		}
	}
	slices.SortStableFunc(inside, func(x, y placed[T]) int { return cmp.Compare(x.km, y.km) })
	return inside, nearest
}

func (h *Handlers) stationsAround(ctx context.Context, around area, answer *gen.DepinCoverage) error {
	if around.cell != 0 {
		return problem.Invalid("geo", "geo must be lat,lon for geodnet, such as 35.06676,-82.63138,5")
	}
	asked, reads := upstream.WithReads(ctx)
	list, err := h.geodnet.Stations(asked)
	if err != nil {
		return err
	}

	near, nearest := within(list, around, func(s *geodnet.Station) (float64, float64, bool) {
		if !position(s.Lat, s.Lon) {
			return 0, 0, false
		}
		return *s.Lat, *s.Lon, true
	})
	count := 0
	forLevel := 0
	for _, n := range near {
		forLevel++
		if n.km > around.km {
			continue
		}
		count++
		if len(answer.Devices) < maxNearby {
			answer.Devices = append(answer.Devices, gen.DepinNearby{
				Key:        stationKey(n.of),
				Name:       response.OrNull(n.of.Name),
				Lat:        n.of.Lat,
				Lon:        n.of.Lon,
				DistanceKm: new(response.Round(n.km, 3)),
			})
		}
	}
	around.judge(answer, count, forLevel, nearest)
	answer.Truncated = count > len(answer.Devices)
	lost := unplaced(list)
	answer.Partial = forLevel == 0 && lost != "" // those may be here
	answer.Note = new("Stations of the public map; the list does not tell whether they are on line" + lost + ".")
	answer.Sources = []gen.Source{response.Read(geodnet.Provider.Name, reads, nil)}
	return nil
}

func (h *Handlers) cellsAround(ctx context.Context, around area, answer *gen.DepinCoverage) error {
	asked, reads := upstream.WithReads(ctx)
	grid, err := h.weatherxm.Cells(asked)
	if err != nil {
		return err
	}
	answer.Sources = []gen.Source{response.Read(weatherxm.Provider.Name, reads, nil)}
	answer.Note = new("Stations are counted by the middle of their cell, about 5 km² large; " +
		"where in it they are is not told." + leftOut(grid))

	if around.cell != 0 {
		return h.oneCell(ctx, grid, around, answer)
	}
	near, nearest := within(grid.Cells, around, func(c *weatherxm.Cell) (float64, float64, bool) {
		return c.Center.Lat, c.Center.Lon, c.Devices > 0
	})
	count := 0
	forLevel := 0
	inside := 0
	for _, n := range near {
		forLevel += n.of.Devices
		if n.km > around.km {
			continue
		}
		count += n.of.Devices
		inside++
		if len(answer.Cells) < maxNearby {
			answer.Cells = append(answer.Cells, cellOf(n.of, n.km))
		}
	}
	around.judge(answer, count, forLevel, nearest)
	answer.Partial = grid.Odd > 0 // those may be here
	if answer.Partial && forLevel == 0 {
		answer.DeviceCount = nil
		answer.DensityPerKm2 = nil
		answer.CoverageLevel = nil
	}
	h.openCells(ctx, answer, around)
	answer.Truncated = inside > len(answer.Cells) || count > len(answer.Devices)
	return nil
}

// leftOut says how many cells could not be read.
func leftOut(grid weatherxm.Grid) string {
	if grid.Odd == 0 {
		return ""
	}
	return fmt.Sprintf(" Of %d cells %d could not be read, and are not counted.", len(grid.Cells)+grid.Odd, grid.Odd)
}

func cellOf(c *weatherxm.Cell, km float64) gen.DepinCell {
	return gen.DepinCell{
		H3Cell:      c.Index,
		Lat:         c.Center.Lat,
		Lon:         c.Center.Lon,
		DistanceKm:  response.Round(km, 3),
		DeviceCount: c.Devices,
		ActiveCount: &c.Active,
	}
}

// unplaced says how many stations are left out because the list does not tell where they are.
func unplaced(list []geodnet.Station) string {
	count := 0
	for _, s := range list {
		if !position(s.Lat, s.Lon) {
			count++
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf(", and not where %d of %d are", count, len(list))
}

// oneCell answers for a cell alone. One of another resolution is no cell of WeatherXM.
func (h *Handlers) oneCell(ctx context.Context, grid weatherxm.Grid, around area, answer *gen.DepinCoverage) error {
	index := strconv.FormatUint(around.cell, 16)
	if resolution(around.cell) != weatherResolution {
		return problem.Invalid("geo", "geo must be an H3 cell of resolution 7 for weatherxm, such as 872aaa945ffffff")
	}

	answer.Available = true
	answer.Partial = grid.Odd > 0 // it may be one of those
	if !answer.Partial {
		answer.DeviceCount = new(0)
	}
	for i := range grid.Cells {
		c := &grid.Cells[i]
		if c.Index != index {
			continue
		}
		answer.Partial = false
		answer.Center = &gen.DepinPoint{Lat: c.Center.Lat, Lon: c.Center.Lon}
		answer.Cells = []gen.DepinCell{cellOf(c, 0)}
		answer.DeviceCount = &c.Devices
		h.openCells(ctx, answer, area{lat: c.Center.Lat, lon: c.Center.Lon})
		answer.Truncated = c.Devices > len(answer.Devices)
	}

	return nil
}

// openCells lists the stations of the nearest cells. A cell that is not answered for makes the answer partial.
func (h *Handlers) openCells(ctx context.Context, answer *gen.DepinCoverage, around area) {
	var parts []upstream.Source[func(*[]weatherxm.Device)]
	for _, c := range answer.Cells[:min(len(answer.Cells), cellsOpened)] {
		parts = append(parts, upstream.Part(weatherxm.Provider.Name+":"+c.H3Cell, 0,
			func(ctx context.Context) ([]weatherxm.Device, error) { return h.weatherxm.Devices(ctx, c.H3Cell) },
			func(a *[]weatherxm.Device, list []weatherxm.Device) { *a = append(*a, list...) }))
	}
	if len(parts) == 0 {
		return
	}

	var list []weatherxm.Device
	fused := upstream.FuseInto(ctx, &list, parts...)
	answer.Sources = append(answer.Sources, response.Sources(fused)...)
	for i := range list {
		d := &list[i]
		answer.Devices = append(answer.Devices, gen.DepinNearby{
			Key:        weatherKey(d.Cell, d.ID),
			Name:       response.OrNull(d.Name),
			Active:     d.Active,
			Lat:        &d.Center.Lat,
			Lon:        &d.Center.Lon,
			DistanceKm: new(response.Round(sphere.Distance(around.lat, around.lon, d.Center.Lat, d.Center.Lon), 3)),
		})
	}
	slices.SortStableFunc(answer.Devices, func(x, y gen.DepinNearby) int {
		return cmp.Compare(*x.DistanceKm, *y.DistanceKm)
	})
	answer.Devices = answer.Devices[:min(len(answer.Devices), maxNearby)]
}
