// Package nonprofit answers the routes about tax-exempt organisations of the United States, from the IRS's lists on
// disk and ProPublica's Nonprofit Explorer.
package nonprofit

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/nonprofit"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/nonprofit/exempt"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/propublica"
)

// Names of the sources in answers, beside those of the lists.
const srcProPublica = "propublica"

// budget is what ProPublica may take.
const budget = 8 * time.Second

const (
	attribution = "IRS Exempt Organizations data; ProPublica Nonprofit Explorer " +
		"(https://projects.propublica.org/nonprofits)"
	disclaimer = "What the named lists say, on their dates. The IRS changes them once a month; a determination " +
		"letter or " +
		"the IRS itself decides. Not tax or legal advice."
)

// Handlers answers the nonprofit routes.
type Handlers struct {
	lists    *exempt.Lists
	explorer *propublica.Client
	engine   *names.Engine
	same     *samename.Rule
	now      func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for the time of an answer.
func New(pool *upstream.Pool, engine *names.Engine, now func() time.Time) *Handlers {
	return &Handlers{
		lists:    exempt.New(pool, engine),
		explorer: propublica.New(pool),
		engine:   engine,
		same:     samename.New(engine),
		now:      now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// Lists are the IRS's lists, to load them in tests.
func (h *Handlers) Lists() *exempt.Lists { return h.lists }

func (h *Handlers) checkedAt() time.Time { return h.now().UTC().Truncate(time.Second) }

// readEIN is the number that the caller asks for.
func readEIN(text string) (int, error) {
	ein, err := identifier.ListedEIN(text)
	if err != nil {
		return 0, problem.Invalid("ein", "%s", err)
	}
	return strconv.Atoi(strings.ReplaceAll(ein, "-", ""))
}

// written is an EIN as answers show it.
func written(ein int) string {
	digits := fmt.Sprintf("%09d", ein)
	return digits[:2] + "-" + digits[2:]
}

// list is one of the IRS's lists among the sources: as_of is when the IRS last changed its files. err is what the
// look-up gave.
func (h *Handlers) list(name string, err error) shared.Source {
	status := h.lists.Status(name)
	source := response.List(status)
	if status.ModifiedAt != nil && !status.Outlived {
		source.AsOf = response.Moment(status.ModifiedAt)
	}
	switch found := upstream.StatusOf(err); {
	case upstream.NoList(err), found == upstream.StatusOK:
	default:
		source.Status = shared.SourceStatus(found)
	}
	return source
}

// explored is ProPublica among the sources.
func explored(reads *upstream.Reads, err error) shared.Source {
	source := response.Read(srcProPublica, reads, err)
	source.URL = new(propublica.Provider.Docs)
	return source
}

// month is YYYY-MM of YYYYMM, null if it is not a month.
func month(text string) *string {
	at, err := time.Parse("200601", text)
	if err != nil || at.Year() < 1900 {
		return nil
	}
	return new(at.Format("2006-01"))
}
