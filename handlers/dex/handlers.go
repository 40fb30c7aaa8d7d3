// Package dex answers the routes about trades on the exchanges of Base.
package dex

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/dex"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
)

// network is where the exchanges are.
const network = "base"

const (
	swapsTTL    = 15 * time.Second // a read of six hours is a dozen requests
	trendingTTL = 2 * time.Minute
)

// Handlers answers the dex routes.
type Handlers struct {
	chains   *evm.Chains
	prices   prices.Pricer
	now      func() time.Time
	checks   *dexpool.Checks
	named    *named
	swaps    *recent
	trending *recent
}

// New returns the handlers; now is the clock that answers kept for a while expire by.
func New(chains *evm.Chains, pricer prices.Pricer, now func() time.Time) *Handlers {
	return &Handlers{
		chains: chains, prices: pricer, now: now, checks: dexpool.NewChecks(), named: newNamed(),
		swaps: newRecent(now, swapsTTL), trending: newRecent(now, trendingTTL),
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
