package hazard

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/hazard"
	"github.com/farebox/farebox/internal/place/usstate"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/femanri"
)

// countyOnly is said where the tract was asked for.
const countyOnly = "The census tract's record could not be had: these are values of the county."

// otherCounty is said where the point is on the border of counties.
const otherCounty = "The point is on the border of two counties: the values are of the tract in one of them, and the " +
	"index gave the other county. Ask with fips for its own."

const (
	countyDigits = 5
	tractDigits  = 11
	topHazards   = 5
)

// found are the index's records of a place.
type found struct {
	tract, county *femanri.Area
}

// onBorder says whether the county is another than that of the tract, as at a point on the border of both.
func (f *found) onBorder() bool {
	return f.tract != nil && f.county != nil && f.tract.TractFIPS != "" && f.county.CountyFIPS != "" &&
		!strings.HasPrefix(f.tract.TractFIPS, f.county.CountyFIPS)
}

// area is the smaller of the areas.
func (f *found) area() *femanri.Area {
	if f.tract != nil {
		return f.tract
	}
	return f.county
}

// inPart says whether the record lacks ratings or scores without a word that there are none.
func (f *found) inPart() bool { return len(f.area().Unknown) > 0 }

// HazardRisk answers GET /hazard/risk.
func (h *Handlers) HazardRisk(
	ctx context.Context, req gen.HazardRiskRequestObject,
) (gen.HazardRiskResponseObject, error) {
	params := req.Params
	if params.Fips != nil {
		if params.Address != nil || params.Lat != nil || params.Lon != nil {
			return nil, problem.InvalidCode("fips", problem.CodeAmbiguous,
				"give only one of address, lat with lon, and fips")
		}
		return h.riskByCode(ctx, *params.Fips)
	}

	place, err := readGiven(params.Address, params.Lat, params.Lon, "fips")
	if err != nil {
		return nil, err
	}
	at, sources, err := h.locate(ctx, place)
	if err != nil {
		return nil, err
	}
	return h.riskAt(ctx, at, sources)
}

// riskAt gives the record of the tract, or where that cannot be had, of the county.
func (h *Handlers) riskAt(ctx context.Context, at *site, sources []gen.Source) (gen.HazardRiskResponseObject, error) {
	var f found
	fused := upstream.FuseInto(ctx, &f,
		upstream.Part(srcTract, 0,
			func(ctx context.Context) (*femanri.Area, error) { return h.index.TractAt(ctx, at.lat, at.lon) },
			func(f *found, a *femanri.Area) { f.tract = a }),
		upstream.Part(srcCounty, 0,
			func(ctx context.Context) (*femanri.Area, error) { return h.index.CountyAt(ctx, at.lat, at.lon) },
			func(f *found, a *femanri.Area) { f.county = a }),
	)
	noTract := errors.Is(fused.Failure(srcTract), upstream.NotFound)
	noCounty := errors.Is(fused.Failure(srcCounty), upstream.NotFound)
	switch {
	case f.tract != nil || f.county != nil:
	case noTract && noCounty:
		return nil, outside()
	default:
		return nil, fused.Err()
	}

	split := f.onBorder()
	if split {
		f.county = nil
	}

	answer := riskOf(f)
	if split {
		answer.Notes = append(answer.Notes, otherCounty)
	}
	answer.Location.Lat = &at.lat
	answer.Location.Lon = &at.lon
	answer.Location.MatchedAddress = response.OrNull(at.address)
	answer.Sources = slices.Concat(sources, response.Sources(fused))
	answer.Partial = f.inPart() || response.Partial(answer.Sources)
	if f.tract == nil {
		answer.Notes = append(answer.Notes, countyOnly)
	}
	if at.address != "" {
		answer.Notes = append(answer.Notes, interpolated)
	}
	return answer, nil
}

// riskByCode gives the record of the area that has the code, and never another's.
func (h *Handlers) riskByCode(ctx context.Context, text string) (gen.HazardRiskResponseObject, error) {
	code, err := readCode(text)
	if err != nil {
		return nil, err
	}

	var f found
	parts := []upstream.Source[func(*found)]{
		upstream.Part(srcCounty, 0,
			func(ctx context.Context) (*femanri.Area, error) { return h.index.County(ctx, code[:countyDigits]) },
			func(f *found, a *femanri.Area) { f.county = a }),
	}
	asked := srcCounty
	if len(code) == tractDigits {
		asked = srcTract
		parts = append(parts, upstream.Part(srcTract, 0,
			func(ctx context.Context) (*femanri.Area, error) { return h.index.Tract(ctx, code) },
			func(f *found, a *femanri.Area) { f.tract = a }))
	}
	fused := upstream.FuseInto(ctx, &f, parts...)
	switch err := fused.Failure(asked); {
	case errors.Is(err, upstream.NotFound):
		return nil, noArea(code)
	case err != nil:
		return nil, err
	}

	answer := riskOf(f)
	answer.Sources = response.Sources(fused)
	answer.Partial = f.inPart() || response.Partial(answer.Sources)
	if asked == srcTract {
		answer.Location.Fips = &code
	}
	return answer, nil
}

func readCode(text string) (string, error) {
	code := strings.TrimSpace(text)
	if len(code) != countyDigits && len(code) != tractDigits || strings.Trim(code, "0123456789") != "" {
		return "", problem.Invalid("fips",
			"fips must be the 5 digits of a county or the 11 digits of a census tract, such as 53053")
	}
	if _, ok := usstate.Find(code[:2]); !ok {
		return "", problem.Invalid("fips", "no US state or territory has the FIPS code that fips begins with")
	}
	return code, nil
}

const connecticut = "09"

func noArea(code string) *problem.Problem {
	hint := "census tracts are those of 2020"
	switch {
	case strings.HasPrefix(code, connecticut):
		hint = "Connecticut changed its counties (09001 to 09015) for planning regions (09110 to 09190) in 2022: " +
			"try the other, or lat and lon"
	case len(code) == countyDigits:
		hint = "a county that was renamed or divided has a new code"
	}
	return problem.NotFound("fips", "the National Risk Index has no area with this code; %s", hint).
		With("coverage", coverage)
}

// riskOf is the answer for the smaller of the areas.
func riskOf(f found) gen.HazardRisk200JSONResponse {
	area := f.tract
	level := gen.Tract
	code := ""
	if area != nil {
		code = area.TractFIPS
	} else {
		area = f.county
		level = gen.County
		code = area.CountyFIPS
	}

	answer := gen.HazardRisk200JSONResponse{
		Location: gen.HazardArea{
			County: response.OrNull(area.County),
			State:  response.OrNull(area.State),
			Fips:   response.OrNull(code),
			Level:  level,
		},
		RiskScore:             score(area.Risk),
		Rating:                response.OrNull(area.Risk.Rating),
		ExpectedAnnualLossUSD: response.NumberOrNull(area.AnnualLoss),
		ExpectedAnnualLoss:    rated(area.Loss),
		SocialVulnerability:   rated(area.Vulnerability),
		CommunityResilience:   rated(area.Resilience),
		Population:            response.NumberOrNull(area.Population),
		BuildingValueUSD:      response.NumberOrNull(area.BuildingValue),
		TopHazards:            top(area),
		Hazards:               hazards(area.Hazards),
		NriVersion:            response.OrNull(area.Version),
		Notes:                 []string{},
		Attribution:           femanri.Provider.Attribution,
	}
	if f.tract != nil && f.county != nil {
		answer.County = &gen.HazardCounty{
			Fips:                  response.OrNull(f.county.CountyFIPS),
			County:                response.OrNull(f.county.County),
			RiskScore:             score(f.county.Risk),
			Rating:                response.OrNull(f.county.Risk.Rating),
			ExpectedAnnualLossUSD: response.NumberOrNull(f.county.AnnualLoss),
		}
	}
	return answer
}

// score is a percentile in whole numbers.
func score(r femanri.Rated) *int {
	if r.Score == nil {
		return nil
	}
	return new(int(math.Round(*r.Score)))
}

func rated(r femanri.Rated) gen.HazardRated {
	return gen.HazardRated{Score: score(r), Rating: response.OrNull(r.Rating)}
}

func hazards(list []femanri.Hazard) []gen.HazardEntry {
	entries := []gen.HazardEntry{}
	for _, hazard := range list {
		entries = append(entries, gen.HazardEntry{
			Code:                  hazard.Code,
			Hazard:                hazard.Name,
			Score:                 score(hazard.Rated),
			Rating:                response.OrNull(hazard.Rating),
			ExpectedAnnualLossUSD: response.NumberOrNull(hazard.AnnualLoss),
			AnnualFrequency:       hazard.Frequency,
		})
	}
	return entries
}

// top are the hazards with the highest scores. Those that the index gives none are not among them. It is nil when one
// is unknown, which may be the highest.
func top(area *femanri.Area) []gen.HazardEntry {
	if slices.ContainsFunc(area.Unknown, func(rating string) bool { return strings.HasSuffix(rating, "_RISKR") }) {
		return nil
	}
	list := slices.DeleteFunc(slices.Clone(area.Hazards), func(hazard femanri.Hazard) bool { return hazard.Score == nil })
	slices.SortStableFunc(list, func(a, b femanri.Hazard) int { return cmp.Compare(*b.Score, *a.Score) })
	return hazards(list[:min(topHazards, len(list))])
}
