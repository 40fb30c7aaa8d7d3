// Package chain answers the routes that read EVM networks: gas, tokens, wallets, code, transactions and names.
package chain

import (
	"net/http"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/chain/txexplain/internals"
	"github.com/farebox/farebox/internal/upstream"
)

// Handlers answers the chain routes.
type Handlers struct {
	chains  *evm.Chains
	names   *ens.Resolver
	prices  prices.Pricer
	explain explainer
	markets *prices.Prices
}

// Sources are the routes' sources.
type Sources struct {
	Chains *evm.Chains
	// Pool has the explorers that know internal transfers.
	Pool *upstream.Pool
	// Gateways opens the URLs named by resolvers, which are untrusted (see ens.New).
	Gateways http.RoundTripper
	// Prices may be nil: then wallets and fees have no USD values, and /price and /market/report say that they are
	// not configured.
	Prices *prices.Prices
}

// New returns the handlers.
func New(s Sources) *Handlers {
	h := &Handlers{
		chains:  s.Chains,
		names:   ens.New(s.Chains, s.Gateways),
		explain: explainer{internals: internals.New(s.Pool)},
	}
	if s.Prices != nil {
		h.prices = s.Prices
		h.markets = s.Prices
		h.explain.price = s.Prices.NativePrice
	}
	return h
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
