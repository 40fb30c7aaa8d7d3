// Package govcon answers the routes about federal awards of the United States: searches, one award, recipients and
// agencies.
package govcon

import (
	"cmp"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	gen "github.com/farebox/farebox/gen/govcon"
	"github.com/farebox/farebox/internal/party/awardees"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/place/usaddress"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/usaspending"
)

// budget is what each request may take: the source needs up to half a minute for large searches.
const budget = 22 * time.Second

// site is where the pages of awards, recipients and agencies are.
const site = "https://www.usaspending.gov/"

// Handlers answers the govcon routes.
type Handlers struct {
	awards     *usaspending.Client
	agencies   *usaspending.Agencies
	recipients *awardees.Finder
	same       *samename.Rule
	now        func() time.Time
}

// New returns the handlers over the pool's provider. The engine compares names; now is the clock for fiscal years.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		awards:     usaspending.New(pool),
		agencies:   usaspending.NewAgencies(pool),
		recipients: awardees.New(pool, engine),
		same:       samename.New(engine),
		now:        now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// fiscalYear checks a year against the clock; nil means no year.
func (h *Handlers) fiscalYear(year *int) error {
	if year == nil {
		return nil
	}
	if last := usaspending.FiscalYear(h.now()); *year > last {
		return problem.Invalid("year", "year must be a fiscal year from %d to %d, the current one",
			usaspending.FirstYear, last)
	}
	return nil
}

// day is the day of a date or a moment of the source, null if it is not one.
func day(text string) *string { return response.Day(text[:min(len(text), len(time.DateOnly))]) }

// text is a text of the source, null when it is blank.
func text(s string) *string { return response.OrNull(strings.TrimSpace(s)) }

// coded is a code with its meaning, null without a code.
func coded(code, meaning string) *gen.GovconCode {
	code = strings.TrimSpace(code)
	if code == "" {
		return nil
	}
	return &gen.GovconCode{
		Code:        code,
		Description: text(meaning),
	}
}

// place is a place as in answers, null if nothing is known about it.
func place(p *usaspending.Place) *gen.GovconPlace {
	if p == nil || *p == (usaspending.Place{}) {
		return nil
	}
	zip := cmp.Or(p.Zip, p.PlainZip)

	country := cmp.Or(p.Country, p.HomeCountry)

	return &gen.GovconPlace{
		Street:      text(p.Street),
		City:        text(p.City),
		County:      text(p.County),
		State:       text(p.State),
		Zip:         text(usaddress.ZIP(zip)),
		Country:     alpha2(country),
		CountryName: text(p.CountryName),
	}
}

// alpha2 is a country's code of two letters by that of three, null if it is not one.
func alpha2(code string) *string {
	region, err := language.ParseRegion(strings.TrimSpace(code))
	if err != nil || !region.IsCountry() {
		return nil
	}
	return new(region.Canonicalize().String())
}
