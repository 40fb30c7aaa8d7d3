package hazard

import (
	"context"
	"errors"
	"slices"

	gen "github.com/farebox/farebox/gen/hazard"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/femanfhl"
)

// layers are what the map says about a point.
type layers struct {
	zones     []femanfhl.Zone
	panels    []femanfhl.Panel
	revisions []femanfhl.Revision
	available *bool
	areas     *censusgeocoder.Areas
}

// HazardFlood answers GET /hazard/flood.
func (h *Handlers) HazardFlood(
	ctx context.Context, req gen.HazardFloodRequestObject,
) (gen.HazardFloodResponseObject, error) {
	place, err := readGiven(req.Params.Address, req.Params.Lat, req.Params.Lon)
	if err != nil {
		return nil, err
	}
	at, sources, err := h.locate(ctx, place)
	if err != nil {
		return nil, err
	}

	var m layers
	fused := upstream.FuseInto(ctx, &m,
		upstream.Part(srcZones, 0, layer(at, h.floods.Zones), func(m *layers, z []femanfhl.Zone) { m.zones = z }),
		upstream.Part(srcPanels, 0, layer(at, h.floods.Panels), func(m *layers, p []femanfhl.Panel) { m.panels = p }),
		upstream.Part(srcRevisions, 0, layer(at, h.floods.Revisions),
			func(m *layers, r []femanfhl.Revision) { m.revisions = r }),
	)
	if err := fused.Failure(srcZones); err != nil {
		return nil, err
	}
	sources = append(sources, response.Sources(fused)...)
	if len(m.zones) == 0 {
		why, err := h.whyNoZone(ctx, at, &m)
		if err != nil {
			return nil, err
		}
		sources = append(sources, why...)
	}

	answer := floodOf(at, m)
	answer.LettersOfMapRevision = lettersOf(m.revisions)
	if fused.Failure(srcRevisions) != nil {
		answer.LettersOfMapRevision = nil
	}
	answer.Sources = counted(sources, m)
	answer.Partial = response.Partial(sources)
	return answer, nil
}

func layer[T any](at *site, ask func(context.Context, float64, float64) (T, error)) func(context.Context) (T, error) {
	return func(ctx context.Context) (T, error) { return ask(ctx, at.lat, at.lon) }
}

// whyNoZone asks what a point outside all polygons is: in mapped country, in country without digital maps, or not in
// the United States, which is refused.
func (h *Handlers) whyNoZone(ctx context.Context, at *site, m *layers) ([]gen.Source, error) {
	parts := []upstream.Source[func(*layers)]{
		upstream.Part(srcAvailability, 0, layer(at, h.floods.Available),
			func(m *layers, ok bool) { m.available = &ok }),
	}
	if at.address == "" {
		parts = append(parts, upstream.Part(srcGeocoder, areasBudget, h.areas(at),
			func(m *layers, a *censusgeocoder.Areas) { m.areas = a }))
	}
	fused := upstream.FuseInto(ctx, m, parts...)

	mapped := m.available != nil && *m.available || len(m.panels) > 0
	if errors.Is(fused.Failure(srcGeocoder), upstream.NotFound) && !mapped && at.address == "" {
		return nil, outside()
	}
	at.in(m.areas)
	return response.Sources(fused), nil
}

// What a point without a zone means, in words.
const (
	notesOutside = "No flood zone polygon covers the point, though FEMA has digital maps of the area. " +
		"That says nothing about the risk: it is not a low one."
	notesUnmapped = "FEMA has no digital flood map of the area. That says nothing about the risk: it is not a low " +
		"one. There may be a paper map at msc.fema.gov."
	notesNoZone = "No flood zone polygon covers the point. Whether FEMA has digital maps of the area could not be " +
		"asked. That says nothing about the risk: it is not a low one."
	notesLeftOut = "The map leaves this area out, so that it says nothing about the risk."
	notesWater   = "The map shows open water here and gives no zone of risk."
	notesX       = "Zone X without a subtype: the map does not tell moderate from minimal hazard."
	notesD       = "Zone D: flooding is possible, and FEMA has not judged how likely."
	notesBorder  = "The point is on the border of several zones; the gravest is shown, all are in zones."
	notesLevels  = "In zone AE without a static elevation, base flood elevations run along the stream: see the " +
		"map panel."
	notesRevised = "A letter of map revision covers the point: the zone can be newer than the panel's date."
)

func floodOf(at *site, m layers) gen.HazardFlood200JSONResponse {
	slices.SortStableFunc(m.zones, graver)
	answer := gen.HazardFlood200JSONResponse{
		Location:      at.answer(),
		MappingStatus: gen.HazardMappingStatus(statusOf(m)),
		RiskLevel:     levelUnknown,
		Zones:         response.Items(response.Each(m.zones, zoneOf)),
		FirmPanel:     panelOf(m.panels),
		Notes:         notesOn(at, m),
		Attribution:   femanfhl.Provider.Attribution,
		Disclaimer: "Zones of the regulatory flood map, not a forecast or a survey: floods also happen outside " +
			"of them. An elevation certificate or a letter of map amendment can change what holds for one building.",
	}
	answer.Mapped = answer.MappingStatus == gen.HazardMappingStatusInZone
	if len(m.zones) == 0 {
		return answer
	}

	gravest := answer.Zones[0]
	answer.FloodZone = gravest.FloodZone
	answer.ZoneSubtype = gravest.ZoneSubtype
	answer.Sfha = gravest.Sfha
	answer.InsuranceRequired = gravest.Sfha
	answer.RiskLevel = gravest.RiskLevel
	answer.BaseFloodElevationFt = gravest.BaseFloodElevationFt
	answer.FloodDepthFt = gravest.FloodDepthFt
	answer.VerticalDatum = gravest.VerticalDatum
	answer.Floodway = inRegulatoryFloodway(m.zones[0])
	return answer
}

// statusOf tells the ways of having no zone from each other.
func statusOf(m layers) string {
	mapped := m.available != nil && *m.available || len(m.panels) > 0
	switch {
	case len(m.zones) == 1 && m.zones[0].Zone == notIncluded:
		return "not_included"
	case len(m.zones) > 0:
		return "in_zone"
	case mapped:
		return "outside_polygons"
	case m.available == nil:
		return "undetermined"
	}
	return "not_mapped"
}

func notesOn(at *site, m layers) []string {
	notes := []string{}
	switch statusOf(m) {
	case "outside_polygons":
		notes = append(notes, notesOutside)
	case "not_mapped":
		notes = append(notes, notesUnmapped)
	case "undetermined":
		notes = append(notes, notesNoZone)
	case "not_included":
		notes = append(notes, notesLeftOut)
	}

	if len(m.zones) == 0 && at.countyFIPS == "" && len(m.panels) == 0 {
		notes = append(notes, unchecked)
	}
	if len(m.zones) > 1 {
		notes = append(notes, notesBorder)
	}

	if len(m.zones) > 0 {
		gravest := slices.MinFunc(m.zones, graver)
		switch {
		case gravest.Zone == openWater:
			notes = append(notes, notesWater)
		case gravest.Zone == "X" && gravest.Subtype == "":
			notes = append(notes, notesX)
		case gravest.Zone == "D":
			notes = append(notes, notesD)
		case gravest.Zone == "AE" && gravest.BFE == nil:
			notes = append(notes, notesLevels)
		}
	}

	if len(m.revisions) > 0 {
		notes = append(notes, notesRevised)
	}
	if at.address != "" {
		notes = append(notes, interpolated)
	}

	return notes
}

func zoneOf(z femanfhl.Zone) gen.HazardZone {
	return gen.HazardZone{
		FloodZone:            response.OrNull(z.Zone),
		ZoneSubtype:          response.OrNull(z.Subtype),
		Sfha:                 sfha(z),
		RiskLevel:            gen.HazardFloodLevel(levelOf(z)),
		BaseFloodElevationFt: response.RoundOrNull(z.BFE, 2),
		FloodDepthFt:         response.RoundOrNull(z.Depth, 2),
		VerticalDatum:        response.OrNull(z.Datum),
	}
}

// panelOf is the newest of the panels at a point.
func panelOf(panels []femanfhl.Panel) *gen.HazardPanel {
	if len(panels) == 0 {
		return nil
	}
	newest := slices.MaxFunc(panels, func(a, b femanfhl.Panel) int { return a.Effective.Compare(b.Effective) })
	return &gen.HazardPanel{
		ID:            response.OrNull(newest.ID),
		EffectiveDate: response.Date(newest.Effective),
		Type:          response.OrNull(newest.Type),
	}
}

func lettersOf(revisions []femanfhl.Revision) []gen.HazardRevision {
	list := []gen.HazardRevision{}
	for _, r := range revisions {
		list = append(list, gen.HazardRevision{
			CaseNumber:    response.OrNull(r.Case),
			Status:        response.OrNull(r.Status),
			EffectiveDate: response.Date(r.Effective),
		})
	}
	return list
}

// counted adds to the sources how many records they gave; a layer that has nothing at the point is empty.
func counted(sources []gen.Source, m layers) []gen.Source {
	records := map[string]int{
		srcZones:     len(m.zones),
		srcPanels:    len(m.panels),
		srcRevisions: len(m.revisions),
	}
	for i := range sources {
		n, ok := records[sources[i].Name]
		if !ok || sources[i].Status != shared.SourceStatusOk {
			continue
		}
		sources[i].Records = &n
		if n == 0 {
			sources[i].Status = shared.SourceStatusEmpty
		}
	}
	return sources
}
