// Package lobbying answers the routes about lobbying of Congress and federal agencies, from the reports of the Lobbying
// Disclosure Act. How spending is added up is in package lobbyspend.
package lobbying

import (
	"math"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/lobbying"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/lobbyspend"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/lda"
)

// Handlers answers the lobbying routes.
type Handlers struct {
	filings *lda.Client
	spend   *lobbyspend.Reader
	names   *names.Engine
	now     func() time.Time
}

// New returns the handlers; now is the clock that says which years are asked for and whether they are over.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		filings: lda.New(pool),
		spend:   lobbyspend.New(pool, engine, now),
		names:   engine,
		now:     now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

const site = "https://lda.gov/"

// source is LDA.gov in an answer. The database's terms ask for the date of access, which is fetched_at.
func source(records int, reads *upstream.Reads) shared.Source {
	s := response.Read(lda.Provider.Name, reads, nil)
	s.Records = new(records)
	s.URL = new(site)
	s.Detail = new(lda.Provider.Attribution)
	return s
}

// checkYear refuses a year on which nobody can have filed yet.
func (h *Handlers) checkYear(year *int) error {
	if latest := h.now().UTC().Year(); year != nil && *year > latest {
		return problem.Invalid("filing_year", "filing_year must not be after %d", latest)
	}
	return nil
}

// score is a score of the names engine as answers give it.
func score(x float64) int { return int(math.Floor(x + 0.5)) }

// stated is a text of a filing, null for one that is empty or says that there is none.
func stated(text string) *string {
	text = strings.Join(strings.Fields(text), " ")
	if samename.Nobody(text) {
		return nil
	}
	return response.OrNull(text)
}
