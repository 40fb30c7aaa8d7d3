package server

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/holiman/uint256"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/evm"
	"github.com/farebox/farebox/payment/x402"
)

const (
	// The prices of the coins that pay for settlements are asked for this often, and good for so long: a share of gas
	// is a small part of a sale, and a price of yesterday tells its size.
	coinEvery   = time.Hour
	coinGoodFor = 24 * time.Hour
)

// coin is what a network takes for its transactions.
type coin struct {
	symbol string
	places int32 // a coin is 10^places of the smallest unit
}

// coinOf is the coin of a network. Its symbol is "" where it is not known.
func coinOf(n x402.Network) coin {
	c := coin{
		symbol: coinSymbol(n),
		places: 18,
	}
	if n.Kind == x402.SVM {
		c.places = 9
	}
	return c
}

// settlementCost says what settlements have cost: a share of gas where this process pays it, else the facilitator's
// fee. What is paid in a coin whose price is not known counts as nothing in dollars, and the metric
// farebox_gas_price_known says so.
type settlementCost struct {
	fee   cost.Amount
	coins map[string]coin // by network; nil where others settle
	feeds func(ctx context.Context, symbol string) (decimal.Decimal, error)
	now   func() time.Time
	warn  func(text string, attrs ...any)

	mu     sync.Mutex
	prices map[string]coinPrice // by symbol
}

// coinPrice is what a coin costs.
type coinPrice struct {
	dollars decimal.Decimal
	seenAt  time.Time
	fixed   bool // by the operator
}

// newSettlementCost reads the settings, whose form was checked.
func newSettlementCost(p Parts, feeds *prices.Prices) *settlementCost {
	s := &settlementCost{
		now:    p.Now,
		warn:   p.Log.Warn,
		prices: map[string]coinPrice{},
	}
	if !p.settles() {
		s.fee, _ = cost.Parse(p.Config.FacilitatorFee)
		return s
	}

	s.coins = map[string]coin{}
	for _, n := range p.Networks {
		s.coins[n.CAIP2] = coinOf(n)
	}
	set, _ := coinDollars(p.Config.GasCoin)
	for symbol, dollars := range set {
		if symbol == "" {
			symbol = coinOf(p.Networks[0]).symbol
		}
		s.prices[symbol] = coinPrice{
			dollars: dollars,
			fixed:   true,
		}
	}
	if p.Config.live {
		s.feeds = func(ctx context.Context, symbol string) (decimal.Decimal, error) {
			return askedPrice(ctx, feeds, symbol)
		}
	}
	for _, symbol := range s.symbols() {
		p.Metrics.MustRegister(s.known(symbol))
	}
	return s
}

// symbols are those of the coins, each once.
func (s *settlementCost) symbols() []string {
	all := map[string]bool{}
	for _, c := range s.coins {
		if c.symbol != "" {
			all[c.symbol] = true
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// known is the metric that says whether a coin has a price.
func (s *settlementCost) known(symbol string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "farebox_gas_price_known",
		Help:        "1 while the price of the coin that pays for settlements is known, so that costs have them in dollars.",
		ConstLabels: prometheus.Labels{"coin": symbol},
	}, func() float64 {
		if _, known := s.price(symbol); known {
			return 1
		}
		return 0
	})
}

// errCoinPrice says what GAS_COIN_USD must be.
var errCoinPrice = errors.New("must be the price of a coin in US dollars, such as 3100, or prices of several, " +
	"such as ETH=3100,SOL=150")

// coinDollars reads GAS_COIN_USD: prices by symbol. One without a symbol is that of the first network's coin.
func coinDollars(text string) (map[string]decimal.Decimal, error) {
	all := map[string]decimal.Decimal{}
	for _, entry := range splitList(text) {
		symbol, price, named := strings.Cut(entry, "=")
		if !named {
			price = symbol
			symbol = ""
		}

		dollars, err := positiveDollars(price)
		_, twice := all[symbol]
		if err != nil || twice || named && !isSymbol(symbol) {
			return nil, errCoinPrice
		}
		all[symbol] = dollars
	}

	if len(all) == 0 {
		return nil, errCoinPrice
	}
	return all, nil
}

// isSymbol says that a text is written as symbols of coins are.
func isSymbol(text string) bool { return text != "" && text == strings.ToUpper(text) }

// positiveDollars reads a price without sign or exponent.
func positiveDollars(text string) (decimal.Decimal, error) {
	const longest = 20
	if text == "" || len(text) > longest || strings.Trim(text, "0123456789.") != "" {
		return decimal.Zero, errCoinPrice
	}
	price, err := decimal.NewFromString(text)
	if err != nil || price.Sign() <= 0 {
		return decimal.Zero, errCoinPrice
	}
	return price, nil
}

// askedPrice asks the price feeds for a coin.
func askedPrice(ctx context.Context, feeds *prices.Prices, symbol string) (decimal.Decimal, error) {
	asset, known := oracle.Find(symbol)
	if !known {
		return decimal.Zero, fmt.Errorf("no feed has the price of %s", symbol)
	}
	quote, err := feeds.Quote(ctx, asset)
	switch {
	case err != nil:
		return decimal.Zero, err
	case !quote.Believable():
		return decimal.Zero, fmt.Errorf("no believable price of %s", symbol)
	}
	return quote.Price, nil
}

// run keeps the prices of the coins up to date.
func (s *settlementCost) run(ctx context.Context) {
	if s.feeds == nil {
		return
	}
	tick.Now(ctx, coinEvery, func(ctx context.Context) {
		for _, symbol := range s.symbols() {
			s.refresh(ctx, symbol)
		}
	})
}

// refresh asks for the price of a coin, unless the operator has set it.
func (s *settlementCost) refresh(ctx context.Context, symbol string) {
	s.mu.Lock()
	isFixed := s.prices[symbol].fixed
	s.mu.Unlock()
	if isFixed {
		return
	}

	dollars, err := s.feeds(ctx, symbol)
	if err != nil {
		if ctx.Err() == nil {
			s.warn("price of a coin not known; set it in GAS_COIN_USD where the feeds have none",
				"coin", symbol, "error", err)
		}
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prices[symbol] = coinPrice{
		dollars: dollars,
		seenAt:  s.now(),
	}
}

// price is what a coin costs, if that is known.
func (s *settlementCost) price(symbol string) (dollars decimal.Decimal, known bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, seen := s.prices[symbol]
	return p.dollars, seen && (p.fixed || s.now().Sub(p.seenAt) < coinGoodFor)
}

// cost is what a settlement on a network has cost.
func (s *settlementCost) cost(network string, made facilitator.Settlement) payment.Expense {
	if made.Gas == nil {
		return payment.Expense{USD: s.fee}
	}
	return s.ofGas(network, made.Gas)
}

// ofGas is what gas has cost on a network: only coins while its coin has no price.
func (s *settlementCost) ofGas(network string, gas *big.Int) payment.Expense {
	c, ok := s.coins[network]
	if !ok {
		return payment.Expense{}
	}
	spent := payment.Expense{Coins: cost.CoinsOf(gas, c.places)}
	if dollars, known := s.price(c.symbol); known {
		spent.USD = cost.Of(dollars.Mul(coins(gas, c.places)))
	}
	return spent
}

// meteredEscrow has requests bear the gas of the deposits and refunds that they bring about. A claim is for many calls
// of many routes, and no request's.
type meteredEscrow struct {
	payment.Escrow
	costs *settlementCost
}

func (e meteredEscrow) meter(ctx context.Context, network string) context.Context {
	return evm.Metered(ctx, func(wei *big.Int) { upstream.Spend(ctx, e.costs.ofGas(network, wei).USD) })
}

// Deposit is [payment.Escrow]'s.
func (e meteredEscrow) Deposit(ctx context.Context, network string, p *channel.Payment) (string, error) {
	return e.Escrow.Deposit(e.meter(ctx, network), network, p)
}

// Refund is [payment.Escrow]'s.
func (e meteredEscrow) Refund(
	ctx context.Context, network string, config channel.Config, amount, nonce uint256.Int, claim *channel.Claim,
) (string, error) {
	return e.Escrow.Refund(e.meter(ctx, network), network, config, amount, nonce, claim)
}

// coins is an amount of a coin's smallest unit in whole coins.
func coins(units *big.Int, places int32) decimal.Decimal {
	return decimal.NewFromBigInt(units, -places)
}
