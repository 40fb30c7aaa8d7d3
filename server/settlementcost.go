package server

import (
	"context"
	"errors"
	"math/big"
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
)

const (
	// The price of the coin that pays for gas is asked for this often, and good for so long: a share of gas is a small
	// part of a sale, and a price of yesterday tells its size.
	coinEvery   = time.Hour
	coinGoodFor = 24 * time.Hour
)

// settlementCost says what settlements have cost: a share of gas where this process pays it, else the facilitator's
// fee. Gas whose price in dollars is not known counts as nothing, and the metric farebox_gas_price_known says so.
type settlementCost struct {
	fee   cost.Amount
	fixed bool // the operator has set the coin's price
	feeds func(ctx context.Context) (decimal.Decimal, error)
	now   func() time.Time
	warn  func(text string, attrs ...any)

	mu     sync.Mutex
	coin   decimal.Decimal // dollars for one coin
	seenAt time.Time
}

// newSettlementCost reads the settings, whose form was checked.
func newSettlementCost(p Parts, feeds *prices.Prices) *settlementCost {
	s := &settlementCost{
		now:  p.Now,
		warn: p.Log.Warn,
	}
	if p.Gas == nil {
		s.fee, _ = cost.Parse(p.Config.FacilitatorFee)
		return s
	}

	coin, err := coinDollars(p.Config.GasCoin)
	s.fixed = err == nil
	s.coin = coin
	if p.Config.live && !s.fixed {
		s.feeds = func(ctx context.Context) (decimal.Decimal, error) { return coinPrice(ctx, feeds) }
	}
	p.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "farebox_gas_price_known",
		Help: "1 while the price of the coin that pays for gas is known, so that costs have gas in them.",
	}, func() float64 {
		if s.known() {
			return 1
		}
		return 0
	}))
	return s
}

// coinDollars reads GAS_COIN_USD.
func coinDollars(text string) (decimal.Decimal, error) {
	wrong := errors.New("must be the price of a coin in US dollars, such as 3100")
	if text == "" || len(text) > 20 || strings.Trim(text, "0123456789.") != "" {
		return decimal.Zero, wrong
	}
	price, err := decimal.NewFromString(text)
	if err != nil || price.Sign() <= 0 {
		return decimal.Zero, wrong
	}
	return price, nil
}

func coinPriced(text string) error {
	_, err := coinDollars(text)
	return err
}

// errNoCoin says that the feeds have no price that can be believed.
var errNoCoin = errors.New("no believable price of ether")

// coinPrice asks the price feeds for ether, which pays for gas on Base and most rollups.
func coinPrice(ctx context.Context, feeds *prices.Prices) (decimal.Decimal, error) {
	asset, known := oracle.Find("ETH")
	if !known {
		return decimal.Zero, errNoCoin
	}
	quote, err := feeds.Quote(ctx, asset)
	switch {
	case err != nil:
		return decimal.Zero, err
	case !quote.Believable():
		return decimal.Zero, errNoCoin
	}
	return quote.Price, nil
}

// run keeps the price of the coin up to date.
func (s *settlementCost) run(ctx context.Context) {
	if s.feeds == nil {
		return
	}
	tick.Now(ctx, coinEvery, func(ctx context.Context) {
		coin, err := s.feeds(ctx)
		if err != nil {
			if ctx.Err() == nil {
				s.warn("price of gas not known; set GAS_COIN_USD where the feeds have none", "error", err)
			}
			return
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.coin = coin
		s.seenAt = s.now()
	})
}

// known says whether the coin has a price.
func (s *settlementCost) known() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fixed || s.now().Sub(s.seenAt) < coinGoodFor
}

// cost is what a settlement has cost.
func (s *settlementCost) cost(made facilitator.Settlement) cost.Amount {
	if made.Gas == nil {
		return s.fee
	}
	return s.ofGas(made.Gas)
}

// ofGas is what gas has cost; nothing while the coin has no price.
func (s *settlementCost) ofGas(wei *big.Int) cost.Amount {
	if !s.known() {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return cost.Of(s.coin.Mul(coins(wei)))
}

// meteredEscrow has requests bear the gas of the deposits and refunds that they bring about. A claim is for many calls
// of many routes, and no request's.
type meteredEscrow struct {
	payment.Escrow
	costs *settlementCost
}

func (e meteredEscrow) meter(ctx context.Context) context.Context {
	return evm.Metered(ctx, func(wei *big.Int) { upstream.Spend(ctx, e.costs.ofGas(wei)) })
}

// Deposit is [payment.Escrow]'s.
func (e meteredEscrow) Deposit(ctx context.Context, network string, p *channel.Payment) (string, error) {
	return e.Escrow.Deposit(e.meter(ctx), network, p)
}

// Refund is [payment.Escrow]'s.
func (e meteredEscrow) Refund(
	ctx context.Context, network string, config channel.Config, amount, nonce uint256.Int, claim *channel.Claim,
) (string, error) {
	return e.Escrow.Refund(e.meter(ctx), network, config, amount, nonce, claim)
}

// coins is an amount of gas money in whole coins.
func coins(wei *big.Int) decimal.Decimal { return decimal.NewFromBigInt(wei, -18) }
