// Package chain answers the routes that read EVM networks: gas, tokens, wallets, code, transactions and names.
package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/chain"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/evm/ens"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
)

// Pricer knows the price of tokens of Base.
type Pricer interface {
	// PricesUSD gives, for each token that has a price, what one whole token is worth in USD. The zero address stands for the
	// network's own coin. A token without a price is left out; the error is for when no price could be had at all.
	PricesUSD(ctx context.Context, tokens []common.Address) (map[common.Address]decimal.Decimal, error)
}

// Handlers answers the chain routes.
type Handlers struct {
	chains  *evm.Chains
	names   *ens.Resolver
	prices  Pricer
	explain explainer      // see WithExplorers
	markets *prices.Prices // see WithMarkets
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers. prices may be nil: wallets then have no USD values.
func New(chains *evm.Chains, names *ens.Resolver, prices Pricer) *Handlers {
	return &Handlers{chains: chains, names: names, prices: prices}
}
