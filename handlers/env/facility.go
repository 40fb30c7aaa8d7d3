package env

import (
	"cmp"
	"context"
	"errors"
	"slices"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	echodata "github.com/farebox/farebox/internal/upstream/echo"
	"github.com/farebox/farebox/internal/upstream/frs"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// facilityParts is what the sources have.
type facilityParts struct {
	registry []frs.Facility
	echo     search
}

// EnvFacility answers GET /env/facility: the registry and ECHO side by side, joined by registry id. The registry has
// the address and the coordinates, ECHO the programs and the compliance.
func (h *Handlers) EnvFacility(
	ctx context.Context, req gen.EnvFacilityRequestObject,
) (gen.EnvFacilityResponseObject, error) {
	p, err := readPlace(req.Params)
	if err != nil {
		return nil, err
	}

	var found facilityParts
	parts := []upstream.Source[func(*facilityParts)]{upstream.Main(h.echoPart(p))}
	if p.address == "" && !p.stateOnly() {
		parts = append(parts, upstream.Main(h.registryPart(p)))
	}
	fused := upstream.FuseInto(ctx, &found, parts...)
	if err := fused.Err(); err != nil && !errors.Is(err, upstream.NotFound) {
		if broad := tooBroad(fused.Failure(srcECHO)); broad != nil {
			return nil, broad
		}
		return nil, err
	}

	sources := facilitySources(fused, found)
	switch {
	case p.address != "":
		sources = append(sources, response.Skipped(srcFRS, "the registry cannot be asked by address"))
	case p.stateOnly():
		sources = append(sources, response.Skipped(srcFRS, "the registry is not asked for a whole state"))
	}
	entries := h.joined(found, p.name)
	if len(entries) == 0 {
		if err := h.same.Asks("name", p.name); err != nil {
			return nil, err
		}
	}
	total := new(max(len(entries), response.OrZero(found.echo.summary.Facilities.Count())))
	partial := response.Partial(sources)
	if partial && p.registry == "" {
		total = nil // the source that was not read may have more
	}
	shown := firstOf(entries, req.Params.Limit)
	return gen.EnvFacility200JSONResponse{
		Query:      p.shown(),
		Count:      len(shown),
		Total:      total,
		Truncated:  total == nil || *total > len(shown),
		Facilities: shown,
		Sources:    sources,
		Partial:    partial,
		Disclaimer: proof,
	}, nil
}

func (h *Handlers) registryPart(p place) upstream.Source[func(*facilityParts)] {
	return upstream.Part(srcFRS, frsBudget, func(ctx context.Context) ([]frs.Facility, error) {
		return upstream.NotNone(h.fromRegistry(ctx, p))
	}, func(f *facilityParts, list []frs.Facility) { f.registry = list })
}

func (h *Handlers) fromRegistry(ctx context.Context, p place) ([]frs.Facility, error) {
	switch {
	case p.registry != "":
		return h.frs.ByRegistry(ctx, p.registry)
	case p.name != "":
		return h.frs.ByName(ctx, h.searched(p.name), p.state)
	}
	return h.frs.Near(ctx, *p.lat, *p.lon, p.radius)
}

func (h *Handlers) echoPart(p place) upstream.Source[func(*facilityParts)] {
	query := echodata.Query{
		Registry: p.registry,
		Name:     h.searched(p.name),
		Street:   p.address,
		State:    p.state,
		Lat:      p.lat,
		Lon:      p.lon,
		Radius:   p.radius,
	}
	return upstream.Part(srcECHO, echoBudget, func(ctx context.Context) (search, error) {
		found, err := h.found(ctx, query)
		if err == nil && len(found.rows) == 0 {
			return found, upstream.NotFound.Errorf("no facility")
		}
		return found, err
	}, func(f *facilityParts, s search) { f.echo = s })
}

// facilitySources lists the sources with the records that each gave.
func facilitySources(fused upstream.Fused[func(*facilityParts)], found facilityParts) []gen.Source {
	sources := response.Sources(fused)
	for i := range sources {
		switch s := &sources[i]; {
		case upstream.Lacking(string(s.Status)):
			if broad := tooBroad(fused.Failure(s.Name)); broad != nil {
				s.Detail = new(broad.Detail)
			}
		case s.Name == srcECHO:
			*s = response.Read(srcECHO, found.echo.reads, fused.Failure(srcECHO))
			s.Records = new(len(found.echo.rows))
		case s.Name == srcFRS:
			s.Records = new(len(found.registry))
		}
	}
	return sources
}

// joined are the facilities of both sources, by registry id.
func (h *Handlers) joined(found facilityParts, name string) []gen.EnvFacilityEntry {
	entries := []gen.EnvFacilityEntry{}
	at := map[scalar.Text]int{}
	for _, row := range found.registry {
		if _, again := at[row.Registry]; again {
			continue
		}
		at[row.Registry] = len(entries)
		entries = append(entries, fromRegistry(row))
	}
	for _, row := range found.echo.rows {
		i, known := at[row.Registry]
		if !known {
			i = len(entries)
			at[row.Registry] = i
			entries = append(entries, fromRegistry(frs.Facility{
				Registry: row.Registry,
				Name:     row.Name,
				Street:   row.Street,
				City:     row.City,
				County:   row.County,
				State:    row.State,
				ZIP:      row.ZIP,
				FIPS:     row.FIPS,
				Lat:      row.Lat,
				Lon:      row.Lon,
			}))
		}
		complete(&entries[i], row)
	}

	if name == "" {
		return entries
	}
	for i := range entries {
		entries[i].MatchScore = h.match(name, response.OrZero(entries[i].Name))
	}
	slices.SortStableFunc(entries, func(a, b gen.EnvFacilityEntry) int {
		return cmp.Compare(response.OrZero(b.MatchScore), response.OrZero(a.MatchScore))
	})
	return entries
}

// fromRegistry is a facility without what ECHO tells.
func fromRegistry(row frs.Facility) gen.EnvFacilityEntry {
	return gen.EnvFacilityEntry{
		RegistryID: string(row.Registry),
		Name:       textOrNull(row.Name),
		Address:    textOrNull(row.Street),
		City:       textOrNull(row.City),
		State:      textOrNull(row.State),
		Zip:        textOrNull(row.ZIP),
		County:     textOrNull(row.County),
		Fips:       textOrNull(row.FIPS),
		Lat:        degrees(row.Lat, 90),
		Lon:        degrees(row.Lon, 180),
		URL:        reportURL(string(row.Registry)),
	}
}

// complete adds what ECHO tells.
func complete(e *gen.EnvFacilityEntry, row echodata.Facility) {
	e.Naics = words(row.NAICS)
	e.Sic = words(row.SIC)
	e.Programs = gen.EnvFacilityEntry_Programs{
		Caa:  row.Air.Flag(),
		Cwa:  row.Water.Flag(),
		Rcra: row.Waste.Flag(),
		Sdwa: row.Drink.Flag(),
		Tri:  row.TRI.Flag(),
		Ghg:  row.GHG.Flag(),
	}

	e.ProgramIds = programIDs(row)

	e.ComplianceStatus = textOrNull(row.Status)
	e.Statuses = gen.EnvFacilityEntry_Statuses{
		Caa:  textOrNull(row.AirStatus),
		Cwa:  textOrNull(row.WaterStatus),
		Rcra: textOrNull(row.WasteStatus),
		Sdwa: textOrNull(row.DrinkStatus),
	}

	e.QuartersNoncompliance = row.Quarters.Count()
	e.SignificantViolation = row.Significant.Flag()
	e.Inspections5Y = row.Inspections.Count()
	e.LastInspectionDate = response.Date(row.LastInspection.Day())
	e.Penalties5YUsd = response.NumberOrNull(dollars(row.Penalties))

	if e.Lat == nil && e.Lon == nil {
		e.Lat = degrees(row.Lat, 90)
		e.Lon = degrees(row.Lon, 180)
	}
}

// programIDs are the ids in the programs that a facility is in. They are nil when one of these gives no id: those of
// the others would be some of them.
func programIDs(row echodata.Facility) []gen.EnvFacilityEntry_ProgramIds {
	ids := []gen.EnvFacilityEntry_ProgramIds{}

	for _, program := range []struct {
		system gen.EnvFacilityEntryProgramIdsSystem
		flag   scalar.Text
		list   scalar.Text
	}{
		{gen.Air, row.Air, row.AirIDs},
		{gen.Npdes, row.Water, row.WaterIDs},
		{gen.Rcra, row.Waste, row.WasteIDs},
		{gen.Sdwa, row.Drink, row.DrinkIDs},
		{gen.Tri, row.TRI, row.TRIIDs},
		{gen.Ghg, row.GHG, row.GHGIDs},
	} {
		if program.list == "" && response.OrZero(program.flag.Flag()) {
			return nil
		}

		for _, id := range words(program.list) {
			ids = append(ids, gen.EnvFacilityEntry_ProgramIds{
				System: program.system,
				ID:     id,
			})
		}
	}
	return ids
}

// shown is the place as answers repeat it.
func (p place) shown() gen.EnvFacilities_Query {
	q := gen.EnvFacilities_Query{
		RegistryID: response.OrNull(p.registry),
		Name:       response.OrNull(p.name),
		Address:    response.OrNull(p.address),
		State:      response.OrNull(p.state),
		Lat:        p.lat,
		Lon:        p.lon,
	}
	if p.lat != nil {
		q.RadiusMi = &p.radius
	}
	return q
}
