// Package scholar answers the routes about researchers and scholarly works.
package scholar

import (
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/scholar"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/place/country"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/crossref"
	"github.com/farebox/farebox/internal/upstream/openalex"
	"github.com/farebox/farebox/internal/upstream/orcid"
	"github.com/farebox/farebox/internal/upstream/scalar"
	"github.com/farebox/farebox/internal/upstream/semanticscholar"
	"github.com/farebox/farebox/internal/upstream/unpaywall"
)

// Handlers answers the scholar routes.
type Handlers struct {
	openalex  *openalex.Client
	orcid     *orcid.Client
	s2        *semanticscholar.Client
	unpaywall *unpaywall.Client
	crossref  *crossref.Client
	names     *names.Engine
	now       func() time.Time
}

// New returns the handlers over the pool's providers; engine compares names, now is the clock by which licences
// begin.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		openalex:  openalex.New(pool),
		orcid:     orcid.New(pool),
		s2:        semanticscholar.New(pool),
		unpaywall: unpaywall.New(pool),
		crossref:  crossref.New(pool),
		names:     engine,
		now:       now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// The names of sources. What one provider is asked for twice has a name of its own, since either may fail.
const (
	srcOpenAlex    = "openalex"
	srcWorks       = "openalex_works"
	srcORCID       = "orcid"
	srcEmployments = "orcid_employments"
	srcS2          = "semanticscholar"
	srcUnpaywall   = "unpaywall"
	srcCrossref    = "crossref"
)

// id is the last part of an address that names a record, or "".
func id(address string) string { return address[strings.LastIndexByte(address, '/')+1:] }

// doiOf is the DOI in an address at doi.org, null if there is none.
func doiOf(address string) *string {
	return response.OrNull(strings.TrimPrefix(address, "https://doi.org/"))
}

// moment is a time as OpenAlex and Crossref write it, with or without its zone, which is UTC; null if there is none.
func moment(text scalar.Text) *time.Time {
	return response.MomentOf(string(text), time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly)
}

// countryOf is the code and the name of a country that a source gives by its two letters.
func countryOf(code string) (alpha2, name *string) {
	if len(code) != 2 {
		return nil, nil
	}
	found, ok, err := country.Find(code)
	if err != nil || !ok {
		return nil, nil
	}
	return &found.Alpha2, &found.Name
}
