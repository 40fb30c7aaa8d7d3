package dex

import (
	"context"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/shopspring/decimal"
	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chain/dexpool"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

const (
	listed  = 500 // swaps that an answer lists at most
	largest = 5
)

// reading is what happened in some markets within a window. It is shared and not changed once made.
type reading struct {
	markets   []dexpool.Market // those that were read
	skipped   []shared.Source  // those that were not
	totals    dexpool.Totals
	byPool    map[common.Address]*dexpool.Totals
	newest    []dexpool.Trade // at most listed
	largest   []dexpool.Trade
	traders   map[common.Hash]common.Address // senders of transactions, as far as they were looked up
	block     uint64
	blocks    uint64
	truncated bool
}

// read reads the markets' swaps up to the newest block. It takes two steps of requests one after the other: the
// newest block with the checks of pools that have not been checked yet, then the events (one request for each 10,000
// blocks, 4 side by side); prices come side by side with both.
func (h *Handlers) read(ctx context.Context, markets []dexpool.Market, window time.Duration) (*reading, error) {
	client, err := h.chains.Network(network)
	if err != nil {
		return nil, err
	}

	r := &reading{byPool: map[common.Address]*dexpool.Totals{}}
	var activity *dexpool.Activity
	var prices map[common.Address]decimal.Decimal
	group, gctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		prices, err = h.prices.PricesUSD(gctx, valuing(markets))
		return err
	})

	group.Go(func() error {
		q, err := h.check(gctx, client, markets, r)
		if err != nil {
			return err
		}
		q.Window = window
		activity, err = dexpool.Swaps(gctx, client, q)
		return err
	})

	if err := group.Wait(); err != nil {
		return nil, err
	}

	r.markets = slices.DeleteFunc(r.markets, func(m dexpool.Market) bool {
		if slices.Contains(activity.Unread, m.Pool.Address) {
			r.skip(m.Pool, "no endpoint gave its events")
			return true
		}
		return false
	})

	r.block = activity.To
	r.blocks = activity.Blocks()
	r.truncated = activity.Truncated
	r.sum(activity.Swaps, prices)
	return r, nil
}

func (r *reading) skip(p dexpool.Pool, why string) {
	r.skipped = append(r.skipped, shared.Source{
		Name:   p.Address.Hex(),
		Status: shared.SourceStatusError,
		Detail: &why,
	})
}

// sources are the pools, those that could not be read last.
func (r *reading) sources() []shared.Source {
	list := make([]shared.Source, 0, len(r.markets)+len(r.skipped))
	for _, m := range r.markets {
		s := response.Source(m.Pool.Address.Hex(), nil)
		s.Records = new(r.byPool[m.Pool.Address].Count)
		list = append(list, s)
	}
	return append(list, r.skipped...)
}

// valuing are the tokens whose prices the markets' swaps are valued by.
func valuing(markets []dexpool.Market) []common.Address {
	var list []common.Address
	for _, m := range markets {
		t := m.Pool.Market().Quote().Address
		if !slices.ContainsFunc(evm.BaseTokens(), func(k evm.KnownToken) bool { return k.Address == t }) {
			t = m.Pool.Market().Base().Address
		}
		if !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}

// check reads the newest block and, at it, what the chain says about pools of the table that have not been checked yet. Those that
// pass are the query's.
func (h *Handlers) check(ctx context.Context, client *evm.Client, markets []dexpool.Market, r *reading) (q dexpool.Query, err error) {
	var reads []evm.Read
	ends := make([]int, len(markets)) // of each one's reads
	for i, m := range markets {
		if done, _ := h.verdict(m.Pool); !done {
			reads = append(reads, m.Pool.CheckReads()...)
		}
		ends[i] = len(reads)
	}

	snap, err := client.Multicall(ctx, evm.Latest, reads...)
	if err != nil {
		return q, err
	}

	at := 0
	for i, m := range markets {
		if ends[i] > at {
			h.checks.Set(m.Pool, m.Pool.DecodeCheck(snap.Results[at:ends[i]]), h.now())
			at = ends[i]
		}
		if _, err := h.verdict(m.Pool); err != nil {
			r.skip(m.Pool, "the chain says something else about the pool than our table")
			continue
		}
		r.markets = append(r.markets, m)
		q.Pools = append(q.Pools, m.Pool.Address)
	}

	if len(q.Pools) == 0 {
		return q, problem.BadGateway(problem.CodePoolCheckFailed, nil,
			"the chain says something else about the pools than our table")
	}

	q.Block = snap.Block
	q.Time = snap.Time
	return q, nil
}

// verdict is what is known about a pool. One that a caller has named was checked when it was looked up.
func (h *Handlers) verdict(p dexpool.Pool) (done bool, err error) {
	if _, ok := h.named.get(p.Address); ok {
		return true, nil
	}
	return h.checks.Of(p, h.now())
}

// sum reads the swaps, which come newest first, as trades and counts them.
func (r *reading) sum(swaps []dexpool.Swap, prices map[common.Address]decimal.Decimal) {
	markets := map[common.Address]dexpool.Market{}
	for _, m := range r.markets {
		markets[m.Pool.Address] = m
		r.byPool[m.Pool.Address] = &dexpool.Totals{}
	}
	trades := make([]dexpool.Trade, 0, len(swaps))
	for i := range swaps {
		t := markets[swaps[i].Pool].Trade(&swaps[i], prices)
		r.totals.Add(t)
		r.byPool[swaps[i].Pool].Add(t)
		trades = append(trades, t)
	}
	// Copies, so that what is kept of a reading does not hold all of its swaps.
	r.newest = copies(trades[:min(len(trades), listed)])
	r.largest = copies(dexpool.Largest(trades, largest))
}

func copies(trades []dexpool.Trade) []dexpool.Trade {
	list := slices.Clone(trades)
	for i := range list {
		s := *list[i].Swap
		list[i].Swap = &s
	}
	return list
}
