// Package dex answers the routes about trades on the exchanges of Base.
package dex

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/dex"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
)

// network is where the exchanges are.
const network = "base"

const (
	swapsTTL    = 15 * time.Second // a read of six hours is a dozen requests
	trendingTTL = 2 * time.Minute
)

// Pricer knows the price of tokens of Base.
type Pricer interface {
	// PricesUSD gives, for each token that has a price, what one whole token is worth in USD. A token without a price is left
	// out; the error is for when no price could be had at all.
	PricesUSD(ctx context.Context, tokens []common.Address) (map[common.Address]decimal.Decimal, error)
}

// Handlers answers the dex routes.
type Handlers struct {
	chains   *evm.Chains
	prices   Pricer
	now      func() time.Time
	checks   *dexpool.Checks
	named    *named
	swaps    *recent
	trending *recent
}

// New returns the handlers; now is the clock that answers kept for a while expire by.
func New(chains *evm.Chains, prices Pricer, now func() time.Time) *Handlers {
	return &Handlers{
		chains: chains, prices: prices, now: now, checks: dexpool.NewChecks(), named: newNamed(),
		swaps: newRecent(now, swapsTTL), trending: newRecent(now, trendingTTL),
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
