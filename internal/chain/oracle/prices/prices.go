// Package prices values assets in USD: by Chainlink's feeds if they are fresh, else by the deepest pool on Base. It
// reads everything on one network in one contract call at one block.
package prices

import (
	"context"
	"errors"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
	"github.com/farebox/farebox/internal/memo"
	"github.com/farebox/farebox/internal/upstream"
)

// home is the network of the pools, and the first to look for feeds on.
const home = "base"

const (
	quoteTTL  = 5 * time.Second
	nativeTTL = 30 * time.Second
	reportTTL = time.Minute
)

// patience bounds the work for an answer that several callers may share.
const patience = 25 * time.Second

// errQuote means that a pool's quote token has no fresh feed.
var errQuote = errors.New("the other side of the pool has no fresh feed")

// ErrNoPrice means that the asset's feeds and pools were read and none has a price.
var ErrNoPrice = errors.New("no feed and no pool gives a price now")

// Prices gives prices. It is safe for concurrent use.
type Prices struct {
	chains  *evm.Chains
	now     func() time.Time
	checks  *dexpool.Checks
	quotes  *memo.Memo[Quote]
	natives *memo.Memo[decimal.Decimal]
	reports *memo.Memo[Report]
}

// Pricer knows the price of tokens of Base, as [Prices] does.
type Pricer interface {
	PricesUSD(ctx context.Context, tokens []common.Address) (map[common.Address]decimal.Decimal, error)
}

// New reads from chains; now is the clock for ages.
func New(chains *evm.Chains, now func() time.Time) *Prices {
	options := memo.Options{ // keys are symbols of the table, so it cannot grow
		Now:      now,
		Patience: patience,
	}
	return &Prices{
		chains:  chains,
		now:     now,
		checks:  dexpool.NewChecks(),
		quotes:  memo.New[Quote](options),
		natives: memo.New[decimal.Decimal](options),
		reports: memo.New[Report](options),
	}
}

// Chainlink is the Source of a price from a feed; for a pool it is the pool's dexpool.Dex.
const Chainlink = "chainlink"

// Warnings of a Quote, besides those of oracle.Uptime.
const (
	MarketClosed  = "market_closed"    // the market is closed: the price is its last one
	FallbackFeed  = "fallback_feed"    // Base's feed is stale or unusable, and one of another network is believed
	FallbackPool  = "fallback_dex"     // none of the asset's feeds is fresh, and the price is from a pool
	Underlying    = "underlying_feed"  // the price is the underlying asset's
	Depegged      = "depegged"         // the asset's own price differs from the underlying asset's
	Disagree      = "sources_disagree" // sources that count differ by more than oracle.Asset.Bound
	OldBlock      = "old_block"        // the newest available block of the network is old
	ThinLiquidity = "thin_liquidity"   // the pool's depth is below 100,000 USD
)

// Quote is the price of an asset.
type Quote struct {
	Asset  oracle.Asset
	Price  decimal.Decimal // USD for one whole unit
	Source string          // Chainlink, or a dexpool.Dex

	Feeds    oracle.Candidate // of Chainlink: what was read
	Decimals uint8            // of the first feed's answer
	Pool     *dexpool.Pool    // of a pool
	TVL      decimal.Decimal  // what the pool holds, in USD

	Confidence float64          // 0 to 1, by the table of judge
	Compared   int              // how many sources of the asset's own price were compared, including this one
	Agreeing   int              // how many of them are within oracle.Asset.Bound of the price, including itself
	Spread     *decimal.Decimal // highest less lowest of them, in per cent of the price; nil with fewer than two
	Depth      *decimal.Decimal // USD, of the thinnest pool among them; nil without one

	UpdatedAt time.Time // of the feed's answer, or of the block
	Age       time.Duration
	Stale     bool
	Warnings  []string
	Block     uint64 // of Base, at which Base was read
	answer    oracle.Answer
	depth     decimal.Decimal // of the pool that gave the price
	disputed  bool            // the pool's price is far from a feed's last answer
}

// Believable reports whether a price may be used without checking its warnings: it is current, it is the asset's
// own, and most of its sources agree with it.
func (q Quote) Believable() bool { return !q.Stale && !q.outvoted() && !q.byUnderlying() }

// Network is where the price was read.
func (q Quote) Network() string {
	if q.Source == Chainlink {
		return q.Feeds.Network()
	}
	return home
}

// Quote is the price of an asset now, at most 5 seconds old. It makes one request to Base, and one to another
// network: in parallel if the asset has no feed on Base, or afterwards if Base's feed failed.
func (p *Prices) Quote(ctx context.Context, a oracle.Asset) (Quote, error) {
	return p.quotes.Get(ctx, a.Symbol, func(ctx context.Context) (Quote, time.Duration, error) {
		q, err := p.quote(ctx, a)
		return q, quoteTTL, err
	})
}

func (p *Prices) quote(ctx context.Context, a oracle.Asset) (Quote, error) {
	w := newWant()
	w.network(home)
	w.candidates(a.On(home))
	w.pools(tokenOf(a))
	if len(a.On(home)) == 0 {
		w.candidates(a.Feeds)
	}

	s := p.read(ctx, w)
	if err := s.errs[home]; err != nil {
		return Quote{}, err
	}

	if rest := a.Elsewhere(); len(rest) > 0 && len(a.On(home)) > 0 && !s.settles(a) {
		more := newWant()
		for _, network := range rest {
			more.candidates(a.On(network))
		}
		s.add(p.read(ctx, more))
	}

	return s.choose(a)
}

// settles reports whether Base's feeds suffice without another network: one is fresh and nothing on Base
// contradicts it, or the asset has market hours and one has any answer.
func (s *sheet) settles(a oracle.Asset) bool {
	others := s.readings(a)
	best, ok := s.best(own(a, a.On(home)), others, a.Bound())
	if !ok {
		return false
	}
	if a.Hours() != oracle.Always {
		return true
	}
	return !best.answer.Stale && agreeing(best.answer.Price, others, a.Bound()) == len(others)
}

// choose picks the price from the sheet in this order: a fresh feed on Base, a fresh feed on another network, the
// deepest pool, a fresh feed of the underlying asset, and last a stale one. Another network's feed comes first if
// more readings agree with it. An asset with market hours is never priced elsewhere because its feed is stale.
func (s *sheet) choose(a oracle.Asset) (Quote, error) {
	others := s.readings(a)
	bound := a.Bound()
	here, okHere := s.best(own(a, a.On(home)), others, bound)
	there, okThere := s.best(own(a, a.Away()), others, bound)
	pool, okPool := s.deepest(tokenOf(a))
	under, okUnder := s.best(underlying(a), nil, bound)

	q := Quote{Asset: a, Block: s.leaves[home].block}
	timed := a.Hours() != oracle.Always
	freshHere := okHere && (timed || !here.answer.Stale)
	freshThere := okThere && (timed || !there.answer.Stale)
	outvoted := freshHere && freshThere && !timed &&
		agreeing(there.answer.Price, others, bound) > agreeing(here.answer.Price, others, bound)
	switch {
	case freshHere && !outvoted:
		s.byFeed(&q, here)
	case freshThere:
		s.byFeed(&q, there)
		if len(a.On(home)) > 0 {
			q.Warnings = append(q.Warnings, FallbackFeed)
		}
	case okPool && !pool.stale:
		s.byPool(&q, pool)
		if len(a.Feeds) > 0 {
			q.Warnings = append(q.Warnings, FallbackPool)
		}
		q.disputed = okHere && apart(pool.price, here.answer.Price, decimal.NewFromInt(boundOld)) ||
			okThere && apart(pool.price, there.answer.Price, decimal.NewFromInt(boundOld))
	case okUnder && !under.answer.Stale:
		s.byFeed(&q, under)
	case okHere:
		s.byFeed(&q, here)
	case okThere:
		s.byFeed(&q, there)
	case okPool:
		s.byPool(&q, pool)
	case okUnder:
		s.byFeed(&q, under)
	default:
		return Quote{}, s.noPrice(a)
	}

	s.compare(&q, others)
	if okUnder && !under.answer.Stale && !q.byUnderlying() && apart(q.Price, under.answer.Price, bound) {
		q.Warnings = append(q.Warnings, Depegged)
	}
	q.judge()
	return q, nil
}

// noPrice is the failure of a network that should have had a price, or else ErrNoPrice.
func (s *sheet) noPrice(a oracle.Asset) error {
	for _, network := range a.Elsewhere() {
		if err := s.errs[network]; err != nil {
			return err
		}
	}
	return &upstream.Error{
		Kind:     upstream.Unavailable,
		Provider: Chainlink,
		Doing:    "price",
		Cause:    ErrNoPrice,
	}
}

func (s *sheet) byFeed(q *Quote, f feedPrice) {
	q.Source = Chainlink
	q.Feeds = f.feeds
	q.Price = f.answer.Price
	q.Decimals = f.answer.Decimals
	q.answer = f.answer
	q.UpdatedAt = f.answer.UpdatedAt
	q.Age = f.answer.Age
	q.Stale = f.answer.Stale
	s.warnOf(q, s.leaves[f.feeds.Network()])
	if !q.Asset.Hours().Open(s.now) {
		q.Warnings = append(q.Warnings, MarketClosed)
	}
	if !q.Asset.Of(f.feeds) {
		q.Warnings = append(q.Warnings, Underlying)
	}
}

func (s *sheet) byPool(q *Quote, p poolPrice) {
	leaf := s.leaves[home]
	q.Source = string(p.state.Pool.Dex)
	q.Pool = &p.state.Pool
	q.Price = p.price
	q.TVL = p.tvl
	q.UpdatedAt = leaf.time
	q.Age = max(0, s.now.Sub(leaf.time))
	q.Stale = p.stale
	q.depth = p.depth
	s.warnOf(q, leaf)
	if p.depth.LessThan(decimal.NewFromInt(shallow)) {
		q.Warnings = append(q.Warnings, ThinLiquidity)
	}
}

// warnOf adds warnings about the price's network.
func (s *sheet) warnOf(q *Quote, l leaf) {
	if w := l.uptime.Warning(); w != "" {
		q.Warnings = append(q.Warnings, w)
	}
	if s.late(l) {
		q.Warnings = append(q.Warnings, OldBlock)
	}
}

// tokenOf is the asset's token on Base, or the zero address.
func tokenOf(a oracle.Asset) common.Address {
	symbol := a.Symbol
	if symbol == "ETH" {
		symbol = "WETH"
	}
	token, _ := evm.BaseToken(symbol)
	return token.Address
}

// PricesUSD returns the value in USD of one whole Base token, for each token with a Believable price; the zero
// address means ETH. It takes one request. It fails if Base could not be read.
func (p *Prices) PricesUSD(ctx context.Context, tokens []common.Address) (map[common.Address]decimal.Decimal, error) {
	assets := map[common.Address]oracle.Asset{}
	w := newWant()
	for _, t := range tokens {
		symbol := "ETH"
		if t != (common.Address{}) {
			symbol = symbolOf(t)
		}
		a, ok := oracle.Find(symbol)
		if !ok {
			continue
		}
		assets[t] = a
		w.candidates(a.On(home))
		w.pools(tokenOf(a))
	}

	if len(assets) == 0 {
		return map[common.Address]decimal.Decimal{}, nil
	}
	s := p.read(ctx, w)
	if err := s.errs[home]; err != nil {
		return nil, err
	}

	prices := map[common.Address]decimal.Decimal{}
	for t, a := range assets {
		if q, err := s.choose(a); err == nil && q.Believable() {
			prices[t] = q.Price
		}
	}

	return prices, nil
}

func symbolOf(token common.Address) string {
	for _, t := range evm.BaseTokens() {
		if t.Address == token {
			return t.Symbol
		}
	}
	return ""
}

// NativePrice is the value in USD of the named network's coin by a feed, at most 30 seconds old. A stale feed is a
// failure, and so are contradicting feeds. It takes one request, to Base for most networks.
func (p *Prices) NativePrice(ctx context.Context, network string) (decimal.Decimal, error) {
	client, err := p.chains.Network(network)
	if err != nil {
		return decimal.Decimal{}, err
	}

	coin := client.Network().NativeSymbol
	return p.natives.Get(ctx, coin, func(ctx context.Context) (decimal.Decimal, time.Duration, error) {
		a, ok := oracle.Find(coin)
		if !ok {
			return decimal.Decimal{}, 0, upstream.NotFound.Errorf("no feed for the coin of this network")
		}
		w := newWant()
		candidates := a.On(home)
		if len(candidates) == 0 {
			candidates = a.Feeds
		}
		w.candidates(candidates)
		s := p.read(ctx, w)
		if err := s.errs[candidates[0].Network()]; err != nil {
			return decimal.Decimal{}, 0, err
		}
		others := s.fresh(candidates)
		best, ok := s.best(candidates, others, a.Bound())
		if !ok || best.answer.Stale || !majority(best.answer.Price, others, a.Bound()) {
			return decimal.Decimal{}, 0, s.noPrice(a)
		}
		return best.answer.Price, nativeTTL, nil
	})
}
