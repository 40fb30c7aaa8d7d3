package prices

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle"
)

// How a report's DEX average was made.
const (
	BySwaps = "swaps_1h"          // volume-weighted over the swaps of the last hour
	ByTVL   = "tvl_weighted_spot" // without readable swaps: spot prices weighted by the pools' holdings
)

// The source of a report's recent changes.
const (
	Rounds = "chainlink_rounds"
	Swaps  = "dex_swaps"
)

// ErrThin is why a pool does not count.
var ErrThin = errors.New("one side of the pool holds less than 5,000 USD")

// ErrUnderlying is why a feed does not count.
var ErrUnderlying = errors.New("it prices the underlying asset, and the asset has its own price")

// Report is everything the sources say about an asset.
type Report struct {
	Quote   Quote // the reference
	Sources []Source
	Usable  int // how many sources count

	VWAP      *decimal.Decimal // USD; nil without a usable pool
	Basis     string           // BySwaps or ByTVL, "" without VWAP
	TVL       *decimal.Decimal // USD, of all readable pools; nil if there are none
	Volume    *decimal.Decimal // USD in the last hour; nil if unknown
	Truncated bool             // the last hour had too many swaps: volumes cover its newest part

	Min, Max *decimal.Decimal // over the usable sources; nil without any
	Recent   Recent
	Readings []Reading // sources of the report: networks, swaps and rounds
	At       time.Time
}

// OracleOnly reports whether no pool has a price, thin or not.
func (r Report) OracleOnly() bool { return r.TVL == nil }

// Source is one feed or pool, whether or not it counts.
type Source struct {
	Feeds   oracle.Candidate // of a feed
	Pool    *dexpool.Pool    // of a pool
	Network string
	Price   *decimal.Decimal // nil if there is none
	Updated time.Time
	Age     time.Duration
	Stale   bool
	TVL     *decimal.Decimal // of a pool
	Volume  *decimal.Decimal // of a pool, USD in the last hour; nil if unknown
	Swaps   int
	Err     error // why it does not count; staleness is not repeated here
}

// Usable reports whether the source counts.
func (s Source) Usable() bool { return s.Price != nil && s.Err == nil && !s.Stale }

// Reading is a part of the report and how it was obtained.
type Reading struct {
	What    string // a network, "swaps" or "rounds"
	Err     error  // why it is missing
	Skipped string // why it was not asked for, "" when it was
}

// Partial reports whether a requested part is missing.
func (r Report) Partial() bool {
	return slices.ContainsFunc(r.Readings, func(one Reading) bool { return one.Err != nil })
}

// Report is the report on an asset, at most a minute old, or 10 seconds if a part is missing. It reads Base and, if
// the asset has feeds elsewhere, those networks in parallel; then, again in parallel, the feed's earlier rounds and
// the last hour's swaps.
func (p *Prices) Report(ctx context.Context, a oracle.Asset) (Report, error) {
	return p.reports.Get(ctx, a.Symbol, func(ctx context.Context) (Report, time.Duration, error) {
		r, err := p.report(ctx, a)
		if r.Partial() {
			return r, reportTTL / 6, err
		}
		return r, reportTTL, err
	})
}

func (p *Prices) report(ctx context.Context, a oracle.Asset) (Report, error) {
	w := newWant()
	w.network(home)
	w.candidates(a.Feeds)
	w.pools(tokenOf(a))
	s := p.read(ctx, w)
	if err := s.errs[home]; err != nil {
		return Report{}, err
	}
	q, err := s.choose(a)
	if err != nil {
		return Report{}, err
	}
	r := Report{
		Quote:    q,
		At:       s.now,
		Readings: []Reading{{What: home}},
	}
	for _, network := range a.Elsewhere() {
		r.Readings = append(r.Readings, Reading{What: network, Err: s.errs[network]})
	}

	pools := s.pricesBy(tokenOf(a))
	var f *flow
	var rounds []oracle.Round
	ofSwaps := Reading{What: "swaps", Skipped: "the asset has no pool that gives a price"}
	ofRounds := Reading{What: "rounds", Skipped: "the price is not that of a single feed"}
	var wg sync.WaitGroup
	if live := livePools(pools); len(live) > 0 {
		ofSwaps.Skipped = ""
		wg.Go(func() { f, ofSwaps.Err = p.flow(ctx, s, live) })
	}
	if q.Source == Chainlink && len(q.Feeds) == 1 {
		ofRounds.Skipped = ""
		wg.Go(func() { rounds, ofRounds.Err = p.rounds(ctx, q) })
	}
	wg.Wait()
	r.Readings = append(r.Readings, ofSwaps, ofRounds)

	r.Sources = slices.Concat(s.feedSources(q), s.poolSources(pools, f))
	r.Truncated = f != nil && f.truncated
	r.count()
	r.average(pools, f)
	switch {
	case rounds != nil:
		r.Recent = recentRounds(rounds, s.now)
	case q.Source != Chainlink && f != nil:
		r.Recent = recentTrades(f, legs(pools), s.now)
	}
	return r, nil
}

// livePools are those that have a price.
func livePools(list []poolPrice) []poolPrice {
	return slices.DeleteFunc(slices.Clone(list), func(p poolPrice) bool { return p.err != nil })
}

// feedSources lists the asset's feeds on the networks read.
func (s *sheet) feedSources(q Quote) []Source {
	var list []Source
	for _, c := range q.Asset.Feeds {
		f, ok := s.feed(c)
		if !ok {
			continue
		}

		src := Source{
			Feeds:   c,
			Network: c.Network(),
			Err:     f.answer.Err,
		}
		if f.answer.Err == nil {
			src.Price = &f.answer.Price
			src.Updated = f.answer.UpdatedAt
			src.Age = f.answer.Age
			src.Stale = f.answer.Stale
			if !q.Asset.Of(c) && !q.byUnderlying() {
				src.Err = ErrUnderlying
			}
		}

		list = append(list, src)
	}
	return list
}

// poolSources lists the pools of the table that price the asset. f is nil if the swaps could not be read.
func (s *sheet) poolSources(pools []poolPrice, f *flow) []Source {
	var list []Source
	for _, p := range pools {
		src := Source{
			Pool:    &p.state.Pool,
			Network: home,
			Err:     p.err,
		}
		if p.err == nil {
			l := s.leaves[home]
			src.Price = &p.price
			src.TVL = &p.tvl
			src.Updated = l.time
			src.Age = max(0, s.now.Sub(l.time))
			src.Stale = p.stale
			if p.thin() {
				src.Err = ErrThin
			}
			if address := p.state.Pool.Address; f != nil && !f.unread[address] {
				w, _ := dexpool.VWAP(f.byPool[address], map[common.Address]dexpool.Leg{address: p.leg()})
				src.Volume = &w.VolumeUSD
				src.Swaps = w.Count
			}
		}
		list = append(list, src)
	}

	return list
}

// count sums the sources up.
func (r *Report) count() {
	for _, s := range r.Sources {
		if s.TVL != nil {
			r.TVL = sum(r.TVL, *s.TVL)
		}
		if s.Volume != nil {
			r.Volume = sum(r.Volume, *s.Volume)
		}

		if !s.Usable() {
			continue
		}
		r.Usable++
		if r.Min == nil || s.Price.LessThan(*r.Min) {
			r.Min = s.Price
		}

		if r.Max == nil || s.Price.GreaterThan(*r.Max) {
			r.Max = s.Price
		}
	}
}

// average averages the pools that count.
func (r *Report) average(pools []poolPrice, f *flow) {
	if f != nil {
		if w, ok := dexpool.VWAP(f.all, legs(pools)); ok {
			r.VWAP = &w.Price
			r.Basis = BySwaps
			return
		}
	}

	weighted := decimal.Zero
	weights := decimal.Zero
	for _, p := range pools {
		if p.usable() {
			weighted = weighted.Add(p.price.Mul(p.tvl))
			weights = weights.Add(p.tvl)
		}
	}

	if weighted.IsPositive() {
		v := dexpool.Divide(weighted, weights)
		r.VWAP = &v
		r.Basis = ByTVL
	}
}

func sum(total *decimal.Decimal, more decimal.Decimal) *decimal.Decimal {
	if total != nil {
		more = more.Add(*total)
	}
	return &more
}

// Spread is the distance between the lowest and the highest usable price: in USD, and in per cent of the reference.
// ok is false with fewer than two of them.
func (r Report) Spread() (usd, percent decimal.Decimal, ok bool) {
	if r.Usable < 2 {
		return decimal.Decimal{}, decimal.Decimal{}, false
	}
	usd = r.Max.Sub(*r.Min)
	if usd.IsZero() {
		return usd, usd, true
	}
	return usd, dexpool.Divide(usd.Shift(2), r.Quote.Price), true
}

// rounds reads the earlier answers of the quote's feed, including the newest one.
func (p *Prices) rounds(ctx context.Context, q Quote) ([]oracle.Round, error) {
	client, err := p.chains.Network(q.Feeds.Network())
	if err != nil {
		return nil, err
	}
	newest := []oracle.Round{{ID: q.answer.Round, Price: q.answer.Price, At: q.answer.UpdatedAt}}
	ids := oracle.RoundIDs(q.answer.Round)
	if len(ids) == 0 {
		return newest, nil
	}
	snap, err := client.Multicall(ctx, evm.Latest, q.Feeds[0].RoundReads(ids)...)
	if err != nil {
		return nil, err
	}
	return append(newest, oracle.DecodeRounds(snap.Results, q.Decimals, p.now())...), nil
}
