// Package edgar answers the routes about the financial figures of companies that file with the SEC.
package edgar

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/edgar"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/memo"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/identifier"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/sec"
)

// Handlers answers the edgar routes.
type Handlers struct {
	sec       *sec.Client
	filers    *filers.Directory
	companies *memo.Memo[*facts.Company]
	now       func() time.Time
}

// The facts of a company change when it files: a few times in a quarter. One of the larger takes half a megabyte.
const (
	factsTTL    = 6 * time.Hour
	factsKept   = 48
	factsBudget = 25 * time.Second
	filerBudget = 10 * time.Second
	factsSource = "sec-facts"
	filerSource = "sec-submissions"
	tagSource   = "sec-concept"
)

// New returns the handlers over the pool's providers; now is the clock that the age of filings is counted by.
func New(pool *upstream.Pool, directory *filers.Directory, now func() time.Time) *Handlers {
	return &Handlers{
		sec:    sec.New(pool),
		filers: directory,
		companies: memo.New[*facts.Company](memo.Options{
			Now:      now,
			Patience: factsBudget,
			Max:      factsKept,
		}),
		now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// who is the filer that a request names, and the field that names it.
func (h *Handlers) who(ticker, cik *string) (filers.Filer, string, error) {
	switch {
	case ticker == nil && cik == nil:
		return filers.Filer{}, "", problem.InvalidCode("ticker", problem.CodeMissingInput, "give ticker or cik")
	case ticker != nil && cik != nil:
		return filers.Filer{}, "", problem.InvalidCode("cik", problem.CodeAmbiguous, "give either ticker or cik")
	case ticker != nil:
		filer, err := h.filers.Resolve("ticker", *ticker)
		return filer, "ticker", err
	}
	number, err := identifier.CIK(*cik)
	if err != nil {
		return filers.Filer{}, "", problem.Invalid("cik", "%s", err)
	}
	return h.filers.ByCIK(number), "cik", nil
}

// gathered is what is known about a filer.
type gathered struct {
	filer   filers.Filer
	company *facts.Company
	reads   *upstream.Reads  // of the facts
	record  *sec.Submissions // nil where it was not asked for, or did not come
	sources []shared.Source
}

// gather asks for the facts of a filer, and side by side for its record where that is wanted or the table of tickers
// does not have its name.
func (h *Handlers) gather(ctx context.Context, filer filers.Filer, field string, record bool) (*gathered, error) {
	g := &gathered{filer: filer}
	asked := []upstream.Source[func(*gathered)]{
		upstream.Part(factsSource, factsBudget,
			func(ctx context.Context) (*facts.Company, error) { return h.company(ctx, filer.CIK) },
			func(g *gathered, c *facts.Company) { g.company = c }),
	}
	if record || filer.Name == "" {
		asked = append(asked, upstream.Part(filerSource, filerBudget,
			func(ctx context.Context) (*sec.Submissions, error) { return h.sec.Submissions(ctx, filer.CIK) },
			func(g *gathered, s *sec.Submissions) { g.record = s }))
	}

	fused := upstream.FuseInto(ctx, g, asked...)
	if err := fused.Failure(factsSource); err != nil {
		if errors.Is(err, upstream.NotFound) {
			return nil, problem.NotFound(
				field,
				"the SEC has no financial data in XBRL of CIK %s: there is no such filer, "+
					"or it files none",
				filer.CIK,
			)
		}
		return nil, err
	}
	g.reads = fused[0].Reads
	g.sources = append([]shared.Source{response.List(h.filers.Status())}, response.Sources(fused)...)
	g.sources[1].FetchedAt = response.Moment(&g.company.FetchedAt) // those that were kept, too
	g.name()
	return g, nil
}

// company is a filer's facts in order, kept for some hours.
func (h *Handlers) company(ctx context.Context, cik string) (*facts.Company, error) {
	return h.companies.Get(ctx, cik, func(ctx context.Context) (*facts.Company, time.Duration, error) {
		ctx, reads := upstream.WithReads(ctx)
		found, err := h.sec.Facts(ctx, cik, facts.Wanted())
		if err != nil {
			return nil, 0, err
		}
		return facts.New(found), reads.Keep(factsTTL), nil
	})
}

// name takes a filer's name and ticker from its record where no table has them, and last from the facts, which may
// name one who signed along.
func (g *gathered) name() {
	if g.record != nil && g.filer.Name == "" {
		g.filer.Name = g.record.Name
		if len(g.record.Listings) > 0 && g.filer.Ticker == "" {
			g.filer.Ticker = g.record.Listings[0].Ticker
		}
	}
	g.filer.Name = cmp.Or(g.filer.Name, g.company.Name)
}

func (g *gathered) partial() bool { return response.Partial(g.sources) }

// periods are those of a frequency, newest first; none is a 404.
func (g *gathered) periods(freq string) ([]facts.Period, error) {
	var list []facts.Period
	what := "fiscal years"
	switch freq {
	case "quarterly":
		list = g.company.Quarters()
		what = "quarters"
	case "ttm":
		list = g.company.Trailings()
		what = "quarters"
	default:
		list = g.company.Annual()
	}

	if len(list) == 0 {
		if err := g.reads.TooOld(factsSource); err != nil {
			return nil, err // figures that were reported since are not in what came
		}
		return nil, problem.NotFound("freq", "%s has reported no figures for %s in XBRL", g.filer.Name, what)
	}
	return slices.Clone(list), nil
}
