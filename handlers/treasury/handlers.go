// Package treasury answers the routes about the finances of the U.S. federal government.
package treasury

import (
	"slices"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/treasury"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/fiscaldata"
	"github.com/farebox/farebox/internal/upstream/treasurydirect"
	"github.com/farebox/farebox/internal/upstream/treasuryrates"
)

// Handlers answers the treasury routes.
type Handlers struct {
	fiscal *fiscaldata.Client
	direct *treasurydirect.Client
	curves *treasuryrates.Client
	now    func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for the periods.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	return &Handlers{
		fiscal: fiscaldata.New(pool),
		direct: treasurydirect.New(pool),
		curves: treasuryrates.New(pool),
		now:    now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// today is the clock's day, at midnight UTC.
func (h *Handlers) today() time.Time { return h.now().UTC().Truncate(24 * time.Hour) }

// past is the period of the given number of days ending today, inclusive.
func (h *Handlers) past(days int) (first, last time.Time) {
	last = h.today()
	return last.AddDate(0, 0, 1-days), last
}

// before is the day from which rows are read for a period: the newest may be of some days before it, since those of a
// day come on the next business day.
func before(first time.Time) time.Time { return first.Add(-oldDay) }

// published are the rows since first, or the newest row where none is so new. They are newest first.
func published[T any](rows []T, first time.Time, dateOf func(T) time.Time) []T {
	if before := slices.IndexFunc(rows, func(row T) bool { return dateOf(row).Before(first) }); before >= 0 {
		return rows[:max(1, before)]
	}
	return rows
}

// How old the newest figures may be: daily ones come a day or two after theirs, and not on holidays; a month's
// statement comes on the eighth business day after it, but September's, which closes the year, as late as 25 October.
const (
	oldDay   = 10 * 24 * time.Hour
	oldMonth = 60 * 24 * time.Hour // from the last day of the month
)

// daily is the source of figures of business days. It is stale when the newest are old.
func (h *Handlers) daily(reads *upstream.Reads, newest time.Time) []gen.Source {
	return []gen.Source{response.Until(response.Read(fiscaldata.Provider.Name, reads, nil), newest, h.now(), oldDay)}
}

func day(t time.Time) string { return t.Format(time.DateOnly) }

// change is the change from the earlier figure to the latest.
func change(latest, earlier decimal.Decimal, from time.Time) *gen.TreasuryChange {
	difference := latest.Sub(earlier)
	return &gen.TreasuryChange{
		FromDate:  day(from),
		ChangeUSD: response.Number(difference),
		ChangePct: response.Pct(difference, earlier, 2),
	}
}
