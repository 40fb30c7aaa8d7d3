package realestate

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	gen "github.com/farebox/farebox/gen/realestate"
	"github.com/farebox/farebox/handlers/realestate/places"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/census"
)

// survey is the survey's estimates for one area.
type survey struct {
	*census.Housing
	area places.Area
}

// surveys are the estimates for a place and, as far as needed, for the areas around it.
type surveys []survey

// medians are the estimates that a route shows.
type median func(*census.Housing) *census.Estimate

func homeValue(h *census.Housing) *census.Estimate { return h.HomeValue }
func grossRent(h *census.Housing) *census.Estimate { return h.GrossRent }
func income(h *census.Housing) *census.Estimate    { return h.Income }

// surveysOf asks for areas of a place, the smallest first, until every median is known. It stops at an area that cannot
// be queried and returns what is known by then.
func (h *Handlers) surveysOf(
	ctx context.Context, p *places.Place, areas []places.Area, wanted ...median,
) (surveys, error) {
	var found surveys
	for _, area := range areas {
		level, ok := surveyLevel(p, area)
		if !ok {
			continue
		}
		housing, err := h.housing(ctx, census.Area{Level: level, Code: surveyCode(p, area)})
		if errors.Is(err, upstream.NotFound) {
			continue
		}
		if err != nil {
			return found, err
		}
		found = append(found, survey{Housing: housing, area: area})
		if found.have(wanted) {
			break
		}
	}

	if len(found) == 0 {
		return nil, upstream.NotFound.Errorf("no estimates of this place")
	}
	return found, nil
}

// surveyLevel is the survey's name for an area's level. It has none for metropolitan divisions here, and no new
// estimates for abolished counties.
func surveyLevel(p *places.Place, a places.Area) (census.Level, bool) {
	switch a.Level {
	case places.ZIP:
		return census.ZCTA, true
	case places.County:
		return census.County, !p.Former
	case places.CBSA:
		return census.CBSA, true
	case places.State:
		return census.State, true
	case places.Town, places.Division:
	}
	return "", false
}

// surveyCode is the code of an area: states have two digits in the survey.
func surveyCode(p *places.Place, a places.Area) string {
	if a.Level == places.State {
		return p.StateFIPS()
	}
	return a.Code
}

// housing reads the newest estimates. Five-year estimates appear in or soon after December of the year after their
// last year. So those of two years ago exist except for some weeks at the turn of the year.
func (h *Handlers) housing(ctx context.Context, area census.Area) (*census.Housing, error) {
	newest := h.now().UTC().Year() - 2
	housing, err := h.census.Housing(ctx, newest, area)
	if unpublished(err) {
		housing, err = h.census.Housing(ctx, newest-1, area)
	}
	if unpublished(err) {
		return nil, upstream.BadResponse.Errorf("neither of two years is published")
	}
	return housing, err
}

// unpublished reports whether a year's page is missing, as opposed to the survey having nothing on an area.
func unpublished(err error) bool {
	var e *upstream.Error
	return errors.As(err, &e) && e.Status == http.StatusNotFound
}

func (s surveys) have(wanted []median) bool {
	return !slices.ContainsFunc(wanted, func(of median) bool { return s.first(of) == nil })
}

// first is the estimates of the smallest area that has the given one.
func (s surveys) first(of median) *survey {
	for i := range s {
		if of(s[i].Housing) != nil {
			return &s[i]
		}
	}
	return nil
}

// both is the smallest area that has both estimates, neither of them only the limit of an open interval.
func (s surveys) both(a, b median) (area *places.Area, x, y float64) {
	for i := range s {
		one := a(s[i].Housing)
		two := b(s[i].Housing)
		if one != nil && two != nil && one.Bound == "" && two.Bound == "" {
			return &s[i].area, one.Value, two.Value
		}
	}
	return nil, 0, 0
}

// amount is an estimate in answers' form, or null if no area has it.
func (s surveys) amount(p *places.Place, of median, unit gen.RealestateAmountUnit) *gen.RealestateAmount {
	found := s.first(of)
	if found == nil {
		return nil
	}

	estimate := of(found.Housing)
	amount := &gen.RealestateAmount{
		ValueUSD:    dollars(estimate.Value),
		Unit:        unit,
		Year:        found.Year,
		PeriodStart: strconv.Itoa(found.Year-4) + "-01-01",
		PeriodEnd:   strconv.Itoa(found.Year) + "-12-31",
		Area:        areaOf(found.area),
		SteppedUp:   found.area != p.Asked,
		Source:      srcCensus,
	}

	amount.MarginUSD = response.Formed(estimate.Margin, dollars)
	amount.Bound = response.OrNull(gen.RealestateAmountBound(estimate.Bound))

	return amount
}

func dollars(value float64) json.Number {
	return json.Number(strconv.FormatFloat(value, 'f', -1, 64))
}

// pct is the change from earlier to later, per cent; or null if one of them is unknown.
func pct(later, earlier float64) *float64 {
	if later <= 0 || earlier <= 0 {
		return nil
	}
	return new(response.Round((later/earlier-1)*100, 2))
}
