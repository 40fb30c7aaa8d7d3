// Package fec answers the routes about federal campaign money of the United States: contributions, and the committees
// that take them.
package fec

import (
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/fec"
	"github.com/farebox/farebox/internal/party/contributions"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfec"
)

// budget is what each request may take.
const budget = 15 * time.Second

// The names of the requests in answers.
const (
	srcFEC    = "openfec"
	srcTotals = "openfec_totals"
)

// Handlers answers the fec routes.
type Handlers struct {
	fec   *openfec.Client
	names *names.Engine
	same  *samename.Rule
	now   func() time.Time
}

// New returns the handlers over the pool's provider. The engine compares names; now is the clock for the two-year
// period.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		fec:   openfec.New(pool),
		names: engine,
		same:  samename.New(engine),
		now:   now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// source says what a request did, and that it went out under the public key.
func (h *Handlers) source(name string, reads *upstream.Reads, err error) gen.Source {
	s := response.Read(name, reads, err)
	if s.Detail == nil && !h.fec.HasOwnKey() {
		s.Detail = new("asked with the public DEMO_KEY, which allows few requests; " + openfec.KeyVariable +
			" sets a key")
	}
	return s
}

// words is a caller's text as it may be searched for.
func words(field, text string) (string, error) {
	text, err := samename.NameOf(field, text)
	if err == nil && utf8.RuneCountInString(text) < openfec.LeastCharacters {
		err = problem.Invalid(field, "%s must have at least %d characters: the search of the FEC (api.open.fec.gov) "+
			"takes no fewer", field, openfec.LeastCharacters)
	}
	return text, err
}

// score is how far two names agree, from 0 to 100, null when one cannot be read.
func (h *Handlers) score(kind names.Kind, asked, name string) *int {
	a, err := h.names.Prepare(kind, asked, "US")
	if err != nil {
		return nil
	}
	b, err := h.names.Prepare(kind, name, "US")
	if err != nil {
		return nil
	}
	return new(int(math.Floor(h.names.Score(a, b) + 0.5)))
}

// day is the day of a date or a moment of the source, null if it is not one.
func day(text string) *string {
	return response.Date(response.OrZero(contributions.Day(text)))
}

// text is a text of the source, null when it is blank.
func text(s string) *string { return response.OrNull(strings.TrimSpace(s)) }
