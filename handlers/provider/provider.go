// Package provider answers the routes about US health care providers, from the NPI register and the lists of
// exclusions.
package provider

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/provider/excluded"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/clinicaltables"
	"github.com/farebox/farebox/internal/upstream/nppes"
	"github.com/farebox/farebox/internal/upstream/samexclusions"
)

// Names of the sources in answers.
const (
	srcRegister = "nppes"
	srcIndex    = "clinicaltables"
	srcSAM      = "sam-exclusions"
)

// What each source may take.
const (
	budget    = 8 * time.Second
	samBudget = 10 * time.Second
)

const disclaimer = "The register has what providers state; LEIE and SAM are screening data. Neither is a check of " +
	"the licence: ask the state board. A match by name alone is not the provider until its number, address or date of " +
	"birth agrees with the list's own entry. Not legal advice."

// Handlers answers the provider routes.
type Handlers struct {
	register *nppes.Client
	index    *clinicaltables.Client
	oig      *excluded.List
	sam      *samexclusions.Client
	engine   *names.Engine
	same     *samename.Rule
	now      func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that ages are counted by.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		register: nppes.New(pool),
		index:    clinicaltables.New(pool),
		oig:      excluded.New(pool, engine),
		sam:      samexclusions.New(pool),
		engine:   engine,
		same:     samename.New(engine),
		now:      now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// OIG is the list of exclusions, to load it in tests.
func (h *Handlers) OIG() *excluded.List { return h.oig }

func (h *Handlers) checkedAt() time.Time { return h.now().UTC().Truncate(time.Second) }

// sources are the register and the lists, with what each look-up gave.
func (h *Handlers) sources(f *findings) []shared.Source {
	status := h.oig.Status()
	list := response.List(status)
	if status.ModifiedAt != nil && !status.Outlived {
		list.AsOf = response.Moment(status.ModifiedAt)
	}
	if f.oigErr != nil && !upstream.NoList(f.oigErr) {
		list.Status = shared.SourceStatus(upstream.StatusOf(f.oigErr))
	}

	first := response.Read(srcRegister, f.registerReads, f.registerErr)
	first.URL = new(nppes.Provider.Docs)
	last := response.Read(srcSAM, f.samReads, f.samErr)
	if f.samErr == nil && f.numberOnly {
		last = response.Skipped(srcSAM, "it is searched by name, and none is known for the number")
	}
	last.URL = new(samexclusions.Provider.Docs)
	if last.Status == shared.SourceStatusNotConfigured {
		last.Detail = new("the operator has not set SAM_GOV_API_KEY")
	}
	if f.indexReads == nil {
		return []shared.Source{first, list, last}
	}
	index := response.Read(srcIndex, f.indexReads, f.indexErr)
	index.URL = new(clinicaltables.Provider.Docs)
	return []shared.Source{first, index, list, last}
}
