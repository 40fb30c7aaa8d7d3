package dexpool

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/upstream"
)

const (
	probeRounds = 3  // requests for block times, if these follow no rule
	probeBlocks = 16 // blocks asked about in each
	probeSlack  = 4  // how much faster than its block time a chain may be
)

// blockTimes knows the times of blocks: by the network's rule if that holds, else interpolated between known times.
type blockTimes struct {
	rule  func(block uint64) (time.Time, bool) // nil if there is none
	known []blockTime                          // oldest first
}

type blockTime struct {
	block uint64
	time  time.Time
}

// of is the time of a block; estimated is false if an endpoint reported it.
func (b *blockTimes) of(block uint64) (at time.Time, estimated bool) {
	i, exact := slices.BinarySearchFunc(b.known, block, func(k blockTime, n uint64) int { return cmp.Compare(k.block, n) })
	if exact {
		return b.known[i].time, false
	}

	if b.rule != nil {
		if at, ok := b.rule(block); ok {
			return at, true
		}
	}

	switch {
	case i == 0:
		return b.known[0].time, true
	case i == len(b.known):
		return b.known[i-1].time, true
	}

	before := b.known[i-1]
	after := b.known[i]
	part := float64(block-before.block) / float64(after.block-before.block)
	gap := after.time.Sub(before.time)
	return before.time.Add(time.Duration(part * float64(gap)).Round(time.Second)), true
}

// window is the first block of the query's window, which ends at the newest block. If the newest block's time
// follows the network's rule, the rule has held since the first block, and no reads are needed. Otherwise at most
// probeRounds requests narrow the first block down, to within half a minute in the longest windows.
func window(ctx context.Context, client *evm.Client, q Query) (from uint64, times *blockTimes, err error) {
	n := client.Network()
	times = &blockTimes{known: []blockTime{{q.Block, q.Time}}}
	if at, ok := n.TimeOf(q.Block); ok && at.Equal(q.Time) {
		times.rule = n.TimeOf
		if before, ok := n.Before(q.Block, q.Window); ok {
			from = before + 1
		}
		return from, times, nil
	}

	start := q.Time.Add(-q.Window) // blocks later than this belong to the window
	low := q.Block - min(q.Block, probeSlack*n.Blocks(q.Window))
	high := q.Block
	for range probeRounds {
		if high-low < 2 {
			break
		}
		headers, err := probe(ctx, client, low, high)
		if err != nil {
			return 0, nil, err
		}
		for _, h := range headers {
			times.known = append(times.known, blockTime{h.Number, h.Time})
			if h.Time.After(start) {
				high = min(high, h.Number)
			} else {
				low = max(low, h.Number)
			}
		}
	}

	slices.SortFunc(times.known, func(a, b blockTime) int { return cmp.Compare(a.block, b.block) })
	times.known = slices.CompactFunc(times.known, func(a, b blockTime) bool { return a.block == b.block })
	return high, times, nil
}

// probe reads the headers of blocks spread evenly from low to high, including low.
func probe(ctx context.Context, client *evm.Client, low, high uint64) ([]*evm.Header, error) {
	step := max(1, (high-low)/probeBlocks)
	var found []*evm.Header
	var calls []*evm.Call
	for n := low; n < high && len(calls) <= probeBlocks; n += step {
		calls = append(calls, nil)
	}
	found = make([]*evm.Header, len(calls))
	for i := range calls {
		calls[i] = evm.HeaderCall(&found[i], evm.AtNumber(low+uint64(i)*step))
	}
	if err := client.Batch(ctx, calls...); err != nil {
		return nil, err
	}
	if err := evm.First(calls...); err != nil {
		return nil, err
	}

	for i, h := range found {
		if h == nil { // the block is older than one that is there: another endpoint has to have it
			h, err := client.Header(ctx, evm.AtNumber(low+uint64(i)*step))
			if err != nil {
				return nil, fmt.Errorf("a block of the past: %w", upstream.Always(err))
			}
			found[i] = h
		}
	}
	return found, nil
}
