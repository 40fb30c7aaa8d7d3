package hazard

import (
	"context"
	"errors"
	"slices"

	gen "github.com/farebox/farebox/gen/hazard"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/censusgeocoder"
	"github.com/farebox/farebox/internal/upstream/usgsdesign"
)

// shaking is what is known about a site.
type shaking struct {
	design *usgsdesign.Design
	areas  *censusgeocoder.Areas
}

// HazardSeismic answers GET /hazard/seismic. The maps reach beyond the borders, where other codes hold, so that the
// county is asked for too.
func (h *Handlers) HazardSeismic(
	ctx context.Context, req gen.HazardSeismicRequestObject,
) (gen.HazardSeismicResponseObject, error) {
	place, err := readGiven(req.Params.Address, req.Params.Lat, req.Params.Lon)
	if err != nil {
		return nil, err
	}
	at, sources, err := h.locate(ctx, place)
	if err != nil {
		return nil, err
	}
	query := usgsdesign.Query{
		Edition:      string(req.Params.RefDoc),
		Lat:          at.lat,
		Lon:          at.lon,
		RiskCategory: string(req.Params.RiskCategory),
		SiteClass:    string(req.Params.SiteClass),
	}

	var s shaking
	parts := []upstream.Source[func(*shaking)]{
		upstream.Part(srcDesign, 0,
			func(ctx context.Context) (*usgsdesign.Design, error) { return h.designs.Design(ctx, query) },
			func(s *shaking, d *usgsdesign.Design) { s.design = d }),
	}
	if at.address == "" {
		parts = append(parts, upstream.Part(srcGeocoder, areasBudget, h.areas(at),
			func(s *shaking, a *censusgeocoder.Areas) { s.areas = a }))
	}
	fused := upstream.FuseInto(ctx, &s, parts...)
	if errors.Is(fused.Failure(srcGeocoder), upstream.NotFound) && at.address == "" {
		return nil, outside()
	}
	switch err := fused.Failure(srcDesign); {
	case errors.Is(err, upstream.NotCovered):
		return nil, problem.NotFound("ref_doc", "%s has no maps of this place; try another edition", query.Edition).
			With("coverage", coverage)
	case err != nil:
		return nil, err
	}
	at.in(s.areas)

	answer := seismicOf(at, query, s.design)
	answer.Sources = slices.Concat(sources, response.Sources(fused))
	answer.Partial = response.Partial(answer.Sources)
	if at.countyFIPS == "" {
		answer.Notes = append(answer.Notes, unchecked)
	}
	return answer, nil
}

func seismicOf(at *site, q usgsdesign.Query, d *usgsdesign.Design) gen.HazardSeismic200JSONResponse {
	answer := gen.HazardSeismic200JSONResponse{
		Location:     at.answer(),
		RefDoc:       q.Edition,
		RiskCategory: q.RiskCategory,
		SiteClass:    q.SiteClass,
		Ss:           d.SS,
		S1:           d.S1,
		Sms:          d.SMS,
		Sm1:          d.SM1,
		Sds:          d.SDS,
		Sd1:          d.SD1,
		Pga:          d.PGA,
		Pgam:         d.PGAM,
		Fa:           d.FA,
		Fv:           d.FV,
		TlS:          d.TL,
		Sdc:          d.Category,
		Notes:        seismicNotes(q, d),
		Attribution:  usgsdesign.Provider.Attribution,
		Disclaimer: "Mapped values for a site class that the caller chose, not a site investigation. The edition " +
			"that counts is the one that the local building code adopts; a licensed engineer has to confirm it.",
	}

	for _, point := range d.Spectrum {
		answer.Spectrum = append(answer.Spectrum, gen.HazardOrdinate{PeriodS: point.Period, SaG: point.Acceleration})
	}
	return answer
}

// seismicNotes say what the values are based on and why some are missing.
func seismicNotes(q usgsdesign.Query, d *usgsdesign.Design) []string {
	notes := []string{"Values hold for site class " + q.SiteClass + " only. Where the soil was not investigated, " +
		"the editions ask for a default class that can give higher values."}
	if q.Edition != "asce7-22" && (d.SM1 == nil || d.SMS == nil) {
		notes = append(notes, "Values that are null need a site-specific ground motion study here "+
			"(ASCE 7-16, section 11.4.8), or its exceptions.")
	}
	if q.Edition == "asce7-22" {
		notes = append(notes,
			"ASCE 7-22 has no factors fa and fv and no mapped pga: site effects are in sms, sm1 and pgam.")
	}
	return notes
}
