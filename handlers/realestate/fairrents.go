package realestate

import (
	"context"
	"strconv"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/huduser"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// fairRents are the fair market rents of a place.
type fairRents struct {
	year       int
	percentile *int
	area       gen.RealestateArea
	smallArea  bool
	rents      *huduser.Rents

	// towns have different rents, so no single set applies; then rents is nil.
	towns []huduser.Rents
}

// fairRents looks up a place in its state's list: HUD keys rents by county, in New England by town, and has its own
// codes for metropolitan areas. If rents are set by ZIP code, it asks for the place's.
func (h *Handlers) fairRents(ctx context.Context, p *places.Place) (*fairRents, error) {
	state, err := h.hud.State(ctx, p.StateOf())
	if err != nil {
		return nil, err
	}
	if p.County == nil {
		return metroRents(state, p)
	}

	rows := rowsOf(state, p)
	switch {
	case len(rows) == 0 && p.TownsUnknown != nil:
		return nil, p.TownsUnknown
	case len(rows) == 0:
		return nil, upstream.NotFound.Errorf("no rents of this county")
	}
	if p.ZIP != nil {
		f, err := h.zipRents(ctx, rows, p.ZIP.Code)
		if f != nil || err != nil {
			return f, err
		}
	}
	return countyRents(int(state.Year), p, rows), nil
}

// hudSource is how HUD took part.
func hudSource(p *places.Place, reads *upstream.Reads, err error) gen.Source {
	source := response.Read(srcHUD, reads, err)
	if p.County == nil && upstream.KindOf(err) == upstream.NotFound {
		source.Detail = new("HUD divides this metropolitan area, or has it under another code: ask for a county")
	}
	return source
}

// metroRents are the rents of a metropolitan area: those of the part with the area's name.
func metroRents(state *huduser.State, p *places.Place) (*fairRents, error) {
	if p.CBSA == nil {
		return nil, upstream.NotFound.Errorf("no rents of this place")
	}

	code := "METRO" + p.CBSA.Code + "M" + p.CBSA.Code
	for _, m := range state.Metros {
		if m.Code == code {
			return &fairRents{
				year:       int(state.Year),
				percentile: percentile(m.Percentile),
				area: gen.RealestateArea{
					Level: gen.RealestateAreaLevelHudArea,
					Code:  m.Code,
					Name:  m.Name,
				},
				rents: &m.Rents,
			}, nil
		}
	}
	return nil, upstream.NotFound.Errorf("no rents of this metropolitan area")
}

// rowsOf are the rows of a place's county: one, or one for each town. Connecticut's may be under counties or
// planning regions, so its towns are matched by their last five digits, which are unique in a state.
func rowsOf(state *huduser.State, p *places.Place) []huduser.County {
	var rows []huduser.County
	for _, row := range state.Counties {
		if len(row.Code) != 10 {
			continue
		}
		if string(row.Code) == p.County.Code+"99999" {
			return []huduser.County{row}
		}
		for _, town := range p.Towns {
			if string(row.Code[:2]) == town.Code[:2] && string(row.Code[5:]) == town.Code[5:] {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// zipRents are the rents of a ZIP code alone, or nil if HUD sets none there.
func (h *Handlers) zipRents(ctx context.Context, rows []huduser.County, zip string) (*fairRents, error) {
	for _, row := range rows {
		if !row.SmallAreas {
			continue
		}
		entity, err := h.hud.Entity(ctx, string(row.Code))
		if err != nil {
			return nil, err // the whole area's rents do not apply where rents are set by ZIP code
		}

		if rents, ok := entity.ByZIP[zip]; ok {
			return &fairRents{
				year:       entity.Year,
				percentile: percentile(row.Percentile),
				area: gen.RealestateArea{
					Level: gen.RealestateAreaLevelZip,
					Code:  zip,
					Name:  zip,
				},
				smallArea: true,
				rents:     &rents,
			}, nil
		}

		break // all rows of a county in one area have the same ZIP codes; rarely, others have more
	}
	return nil, nil
}

// mostlyOne is the share of a ZIP code's land from which only its main town counts.
const mostlyOne = 0.9

// countyRents are the rents of the area around a place, or those of all its towns if they differ.
func countyRents(year int, p *places.Place, rows []huduser.County) *fairRents {
	if p.ZIP != nil && len(rows) > 1 && p.TownRatio >= mostlyOne {
		for _, row := range rows {
			if string(row.Code[5:]) == p.Towns[0].Code[5:] {
				rows = []huduser.County{row}
				break
			}
		}
	}

	first := rows[0]
	f := &fairRents{
		year:       year,
		percentile: percentile(first.Percentile),
		area: gen.RealestateArea{
			Level: gen.RealestateAreaLevelHudArea,
			Code:  string(first.Code),
			Name:  first.Area,
		},
		rents: &first.Rents,
	}
	if f.area.Name == "" || strings.HasPrefix(first.Area, first.County+",") {
		f.area = areaOf(*p.County)
	}
	for _, row := range rows[1:] {
		if row.Rents != first.Rents {
			return byTown(year, p, rows)
		}
	}
	return f
}

func byTown(year int, p *places.Place, rows []huduser.County) *fairRents {
	f := &fairRents{year: year, area: areaOf(*p.County)}
	if p.ZIP != nil {
		f.area = areaOf(*p.ZIP)
	}
	for _, row := range rows {
		f.towns = append(f.towns, row.Rents)
	}
	return f
}

// extreme is the set of minimum or maximum rents.
func extreme(sets []huduser.Rents, choose func(a, b huduser.Amount) huduser.Amount) gen.RealestateRentSet {
	best := sets[0]
	for _, set := range sets[1:] {
		best.Efficiency = choose(best.Efficiency, set.Efficiency)
		best.One = choose(best.One, set.One)
		best.Two = choose(best.Two, set.Two)
		best.Three = choose(best.Three, set.Three)
		best.Four = choose(best.Four, set.Four)
	}
	return rentSet(&best)
}

// rentSet is a set of rents in answers' form, all null for nil.
func rentSet(r *huduser.Rents) gen.RealestateRentSet {
	if r == nil {
		return gen.RealestateRentSet{}
	}
	return gen.RealestateRentSet{
		EfficiencyUSD: new(dollars(float64(r.Efficiency))),
		Br1USD:        new(dollars(float64(r.One))),
		Br2USD:        new(dollars(float64(r.Two))),
		Br3USD:        new(dollars(float64(r.Three))),
		Br4USD:        new(dollars(float64(r.Four))),
	}
}

// percentile is the percentile of recent movers' rents, or null if HUD does not say.
func percentile(told *scalar.Int) *int {
	if told == nil {
		return nil
	}
	return new(int(*told))
}

// end is the last day of the fiscal year, zero without rents.
func (f *fairRents) end() time.Time {
	if f == nil {
		return time.Time{}
	}
	return time.Date(f.year, time.September, 30, 0, 0, 0, 0, time.UTC)
}

// answer is the rents in answers' form. The federal fiscal year begins in October.
func (f *fairRents) answer(p *places.Place) *gen.RealestateFairRents {
	set := rentSet(f.rents)
	answer := &gen.RealestateFairRents{
		Year:          f.year,
		PeriodStart:   strconv.Itoa(f.year-1) + "-10-01",
		PeriodEnd:     day(f.end()),
		Unit:          gen.RealestateFairRentsUnitUSDPerMonth,
		EfficiencyUSD: set.EfficiencyUSD,
		Br1USD:        set.Br1USD,
		Br2USD:        set.Br2USD,
		Br3USD:        set.Br3USD,
		Br4USD:        set.Br4USD,
		Percentile:    f.percentile,
		SmallArea:     f.smallArea,
		Area:          f.area,
		SteppedUp:     p.County != nil && f.area != areaOf(p.Asked),
		Source:        srcHUD,
	}

	if f.towns != nil {
		answer.ByTown = &gen.RealestateByTown{
			Count:   len(f.towns),
			Lowest:  extreme(f.towns, func(a, b huduser.Amount) huduser.Amount { return min(a, b) }),
			Highest: extreme(f.towns, func(a, b huduser.Amount) huduser.Amount { return max(a, b) }),
		}
	}

	return answer
}
