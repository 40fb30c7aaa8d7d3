// Package legal answers the routes about court cases, patents and Federal Register documents of a company, and makes a
// risk score of them.
package legal

import (
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/legal"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/courtlistener"
	"github.com/farebox/farebox/internal/upstream/federalregister"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/usptoodp"
	"github.com/farebox/farebox/internal/upstream/wikidata"
)

// Handlers answers the legal routes.
type Handlers struct {
	cases    *courtlistener.Client
	patents  *usptoodp.Client
	register *federalregister.Client
	agencies *federalregister.Directory
	filers   *sec.Client
	items    *wikidata.Client
	names    *names.Engine
	same     *samename.Rule
	now      func() time.Time
}

// New returns the handlers over the pool's providers; agencies are those of the Federal Register, and now is the clock
// that cases and documents are recent by.
func New(
	pool *upstream.Pool, agencies *federalregister.Directory, engine *names.Engine, now func() time.Time,
) *Handlers {
	return &Handlers{
		cases:    courtlistener.New(pool),
		patents:  usptoodp.New(pool),
		register: federalregister.New(pool),
		agencies: agencies,
		filers:   sec.New(pool),
		items:    wikidata.New(pool),
		names:    engine,
		same:     samename.New(engine),
		now:      now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// source is one that was asked: what it gave, or why it had no say, with the variable that an operator has to set.
func source(p upstream.Provider, url string, records int, reads *upstream.Reads, err error) shared.Source {
	out := response.Read(p.Name, reads, err)
	out.URL = response.OrNull(url)
	switch {
	case err == nil:
		out.Records = new(records)
		out.Detail = response.OrNull(p.Attribution)
	case upstream.KindOf(err) == upstream.NotConfigured && len(p.Keys) > 0:
		out.Detail = new(fmt.Sprintf("the operator has not set %s", p.Keys[0].Env))
	case upstream.KindOf(err) == upstream.Unauthorized:
		out.Detail = new("the source did not accept the operator's key")
	}
	return out
}
