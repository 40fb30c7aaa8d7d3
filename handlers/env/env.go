// Package env answers the routes about facilities that EPA regulates: which there are, how they comply, what they emit,
// and the record of a company's facilities together.
package env

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/memo"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	echodata "github.com/farebox/farebox/internal/upstream/echo"
	"github.com/farebox/farebox/internal/upstream/envirofacts"
	"github.com/farebox/farebox/internal/upstream/frs"
)

// Names of the sources in answers.
const (
	srcECHO         = "echo"
	srcFRS          = "frs"
	srcGHGByName    = "ghg_by_facility"
	srcGHGByParent  = "ghg_by_parent"
	srcGHGEmissions = "ghg_emissions"
	srcTRIByName    = "tri_by_facility"
	srcTRIByParent  = "tri_by_parent"
	srcTRIReleases  = "tri_releases"
)

// What each source may take.
const (
	echoBudget  = 25 * time.Second
	frsBudget   = 20 * time.Second
	tableBudget = 30 * time.Second
	fileBudget  = 60 * time.Second
)

// How long and how many searches of ECHO and files of the inventory are kept. ECHO's quota of 1,500 requests a day is
// shared by all callers, and its queries live half an hour, so that answers are kept here and not by request.
const (
	keepFor      = 24 * time.Hour
	keepSearches = 500
	keepFiles    = 24
)

// proof goes with every answer about compliance.
const proof = "No recorded violation is not proof of compliance: EPA records what facilities and inspectors report. " +
	"Not legal advice."

// Handlers answers the env routes.
type Handlers struct {
	echo     *echodata.Client
	frs      *frs.Client
	facts    *envirofacts.Client
	names    *names.Engine
	same     *samename.Rule
	searches *memo.Memo[search]
	files    *memo.Memo[releases]
	now      func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock that answers are kept by.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		echo:  echodata.New(pool),
		frs:   frs.New(pool),
		facts: envirofacts.New(pool),
		names: engine,
		same:  samename.New(engine),

		searches: memo.New[search](memo.Options{
			Now:      now,
			Patience: echoBudget,
			Max:      keepSearches,
		}),
		files: memo.New[releases](memo.Options{
			Now:      now,
			Patience: fileBudget,
			Max:      keepFiles,
		}),
		now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// search is what ECHO finds.
type search struct {
	summary echodata.Summary
	rows    []echodata.Facility
	reads   *upstream.Reads // when ECHO said so
}

// found searches ECHO, or gives what it found lately.
func (h *Handlers) found(ctx context.Context, q echodata.Query) (search, error) {
	key, err := json.Marshal(q)
	if err != nil {
		return search{}, err
	}
	return h.searches.Get(ctx, string(key), func(ctx context.Context) (search, time.Duration, error) {
		ctx, reads := upstream.WithReads(ctx)
		summary, rows, err := h.echo.Search(ctx, q)
		found := search{
			summary: summary,
			rows:    rows,
			reads:   reads,
		}
		return found, keepFor, err
	})
}

// tooBroad is the problem of a search that finds more than ECHO hands out; nil for other errors.
func tooBroad(err error) *problem.Problem {
	var broad *echodata.TooBroad
	if !errors.As(err, &broad) {
		return nil
	}
	many := "more facilities than ECHO hands out"
	if broad.Facilities > 0 {
		many = fmt.Sprintf("%d facilities, more than ECHO hands out", broad.Facilities)
	}
	p := problem.Invalid("name", "the search finds %s: give a name with the state, or more of the name", many)
	p.Cause = err
	return p
}

// reportURL is ECHO's public page of a facility.
func reportURL(registry string) string {
	return "https://echo.epa.gov/detailed-facility-report?fid=" + registry
}

// searched is a name as the registers are asked for it: they find what has it inside, and have INC, Inc. or nothing
// behind it.
func (h *Handlers) searched(name string) string {
	if core := h.names.Plain(name); len(segment(core)) >= leastLetters {
		return core
	}
	return name
}

// match is how well a facility's name agrees with the one asked for, from 0 to 100; nil without one.
func (h *Handlers) match(wanted, name string) *int {
	if wanted == "" || name == "" {
		return nil
	}
	a, err := h.names.Prepare(names.Company, wanted, "")
	if err != nil {
		return nil
	}
	b, err := h.names.Prepare(names.Company, name, "")
	if err != nil {
		return nil
	}
	return new(int(math.Round(h.names.Score(a, b))))
}
