package evm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	logsParallel = 4  // requests under way for one search
	hopeless     = 16 // an endpoint that refuses even this few blocks serves no logs at all
)

// LogFilter chooses events. From and To are inclusive.
type LogFilter struct {
	Addresses []common.Address // any of them; empty: every contract
	Topics    [][]common.Hash  // by position, any of each; an empty position matches all
	From, To  uint64
	// Max ends the search once that many are found, newest first; 0 means 100,000.
	Max int
}

// Logs are the events found by a search.
type Logs struct {
	Items []Log  // oldest first, without those that were undone
	From  uint64 // the oldest block searched; later than the filter's if Truncated
	// Truncated means that the search ended at Max: events before From are missing.
	Truncated bool
}

// maxLogs bounds a search whose filter does not.
const maxLogs = 100_000

// suspicious are numbers of events at which some servers silently truncate answers.
var suspicious = []int{1000, 2000, 5000, 10_000, 20_000, 50_000}

// Logs searches for events, from the newest block back, in as many requests as the endpoints' limits require, a few
// of them in parallel. A range that an endpoint finds too large is halved; so is one whose answer has a
// suspiciously round length. It fails with ErrReorg if the answers come from different chains.
func (c *Client) Logs(ctx context.Context, f LogFilter) (*Logs, error) {
	if f.To < f.From {
		return &Logs{From: f.From}, nil
	}

	limit := cmp.Or(f.Max, maxLogs)
	s := &search{client: c, filter: f}
	found := &Logs{From: f.To + 1}
	for found.From > f.From && len(found.Items) < limit {
		to := found.From - 1
		spans := s.spans(f.From, to)
		parts := make([][]Log, len(spans))
		group, gctx := errgroup.WithContext(ctx)
		for i, span := range spans {
			group.Go(func() (err error) {
				parts[i], err = s.fetch(gctx, span)
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		for i, part := range parts { // the newest span is the first
			found.Items = append(found.Items, part...)
			found.From = spans[i].from
			if len(found.Items) >= limit {
				break
			}
		}
	}

	if err := tidy(found); err != nil {
		return nil, err
	}

	if len(found.Items) > limit {
		cut := found.Items[len(found.Items)-limit-1].BlockNumber
		keep := slices.IndexFunc(found.Items, func(l Log) bool { return l.BlockNumber > cut })
		if keep >= 0 { // otherwise a single block exceeds the limit and stays whole
			found.Items = found.Items[keep:]
			found.From = cut + 1
		}
	}

	found.Truncated = found.From > f.From
	return found, nil
}

// tidy sorts the events, drops duplicates and undone ones, and detects two versions of one block.
func tidy(found *Logs) error {
	found.Items = slices.DeleteFunc(found.Items, func(l Log) bool { return l.Removed })
	slices.SortStableFunc(found.Items, func(a, b Log) int {
		return cmp.Or(cmp.Compare(a.BlockNumber, b.BlockNumber), cmp.Compare(a.Index, b.Index))
	})
	for i := 1; i < len(found.Items); i++ {
		a := found.Items[i-1]
		b := found.Items[i]
		if a.BlockNumber == b.BlockNumber && a.BlockHash != b.BlockHash {
			return fmt.Errorf("logs of block %d: %w", a.BlockNumber, ErrReorg)
		}
	}
	found.Items = slices.CompactFunc(found.Items, func(a, b Log) bool { return a.BlockHash == b.BlockHash && a.Index == b.Index })
	return nil
}

// span is a range of blocks, both ends included.
type span struct{ from, to uint64 }

func (s span) blocks() uint64 { return s.to - s.from + 1 }

type search struct {
	client *Client
	filter LogFilter

	mu   sync.Mutex
	skip map[*endpoint]bool
}

// spans are the next few ranges back from to, as long as the next endpoint allows.
func (s *search) spans(from, to uint64) []span {
	length := uint64(defaultLogRange)
	if order := s.client.rank(plan{logs: true, skip: s.skipped()}); len(order) > 0 {
		order[0].mu.Lock()
		length = order[0].logRange
		order[0].mu.Unlock()
	}

	var list []span
	for len(list) < logsParallel {
		start := from
		if to-from >= length {
			start = to - length + 1
		}
		list = append(list, span{start, to})
		if start == from {
			break
		}
		to = start - 1
	}

	return list
}

func (s *search) skipped() map[*endpoint]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	copied := make(map[*endpoint]bool, len(s.skip))
	for e := range s.skip {
		copied[e] = true
	}
	return copied
}

// fetch gets the events of a range, in halves if necessary.
func (s *search) fetch(ctx context.Context, r span) ([]Log, error) {
	var logs []Log
	var head Uint64
	call := NewCall(&logs, "eth_getLogs", s.params(r))
	calls := []*Call{call}
	p := plan{logs: true, skip: s.skipped()}
	if r.to == s.filter.To { // an endpoint that lacks the newest blocks silently omits their events
		number := NewCall(&head, "eth_blockNumber")
		number.Optional = true
		calls = append(calls, number)
		p.worth = func() uint64 {
			if call.Err != nil || number.Err != nil || uint64(head) >= r.to {
				return allThereIs
			}
			return uint64(head)
		}
	}

	from, err := s.client.run(ctx, p, calls)
	if err != nil {
		var known *upstream.Error
		if errors.As(err, &known) && known.Kind == upstream.BadResponse && r.blocks() > 1 && ctx.Err() == nil {
			return s.halves(ctx, r) // the error for an answer over our size cap
		}
		return nil, err
	}

	switch {
	case classOf(call.Err) == tooMuch && r.blocks() <= hopeless:
		s.leave(from)
		if len(s.client.rank(plan{logs: true, skip: s.skipped()})) == 0 {
			return nil, call.Err
		}
		return s.fetch(ctx, r)
	case classOf(call.Err) == tooMuch:
		from.mu.Lock()
		from.logRange = max(hopeless, min(from.logRange, r.blocks()/2))
		from.mu.Unlock()
		return s.halves(ctx, r)
	case call.Err != nil && r.blocks() > hopeless && slices.Contains([]class{refused, unwell}, classOf(call.Err)):
		return s.halves(ctx, r) // no endpoint takes it, in words that nobody knows: less may be taken
	case call.Err != nil:
		return nil, call.Err
	case slices.Contains(suspicious, len(logs)) && r.blocks() > 1:
		return s.halves(ctx, r)
	}

	for _, l := range logs {
		if l.BlockNumber < r.from || l.BlockNumber > r.to {
			return nil, &upstream.Error{
				Kind:     upstream.BadResponse,
				Provider: from.name,
				Doing:    call.Method,
				Cause:    errors.New("events of blocks that were not asked for"),
			}
		}
	}

	return logs, nil
}

// leave marks an endpoint as serving no logs.
func (s *search) leave(e *endpoint) {
	e.mu.Lock()
	e.noLogsUntil = time.Now().Add(noLogsFor)
	e.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.skip == nil {
		s.skip = map[*endpoint]bool{}
	}
	s.skip[e] = true
}

func (s *search) halves(ctx context.Context, r span) ([]Log, error) {
	middle := r.from + (r.blocks()-1)/2
	older, err := s.fetch(ctx, span{r.from, middle})
	if err != nil {
		return nil, err
	}
	newer, err := s.fetch(ctx, span{middle + 1, r.to})
	if err != nil {
		return nil, err
	}
	return append(older, newer...), nil
}

func (s *search) params(r span) map[string]any {
	p := map[string]any{"fromBlock": hexutil.Uint64(r.from), "toBlock": hexutil.Uint64(r.to)}
	switch len(s.filter.Addresses) {
	case 0:
	case 1:
		p["address"] = s.filter.Addresses[0]
	default:
		p["address"] = s.filter.Addresses
	}

	if len(s.filter.Topics) > 0 {
		topics := make([]any, len(s.filter.Topics))
		for i, wanted := range s.filter.Topics {
			switch len(wanted) {
			case 0:
				topics[i] = nil
			case 1:
				topics[i] = wanted[0]
			default:
				topics[i] = wanted
			}
		}
		p["topics"] = topics
	}

	return p
}
