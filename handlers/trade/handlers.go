// Package trade answers the routes about customs tariffs of the United States and trade in goods.
package trade

import (
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/trade"
	"github.com/farebox/farebox/handlers/trade/duty"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/comtrade"
	"github.com/farebox/farebox/internal/upstream/usitc"
)

// Handlers answers the trade routes.
type Handlers struct {
	schedule *usitc.Client
	flows    *comtrade.Client
	tables   *duty.Tables
	now      func() time.Time
}

// New returns the handlers over the pool's providers; now is the clock for dates of entry and the age of tables. It
// returns an error if the embedded tariff tables break a rule.
func New(pool *upstream.Pool, now func() time.Time) (*Handlers, error) {
	tables, err := duty.Load()
	if err != nil {
		return nil, err
	}
	return &Handlers{
		schedule: usitc.New(pool),
		flows:    comtrade.New(pool),
		tables:   tables,
		now:      now,
	}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// codeOf are the digits of a caller's code, with or without dots and blanks.
func codeOf(text string) (digits string, ok bool) {
	digits = strings.NewReplacer(".", "", " ", "").Replace(text)
	return digits, digits != "" && strings.Trim(digits, "0123456789") == ""
}
