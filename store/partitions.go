package store

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

// partitioned is an engine whose events lie in partitions of their ids.
type partitioned interface {
	// MakePartitions makes those that the next ids need. Any number of replicas may do so at once.
	MakePartitions(ctx context.Context) error
	// LacksPartition reports an error of a transaction that was rolled back because an id had no partition.
	LacksPartition(err error) bool
	// PruneEvents deletes events of before a time (unix nanoseconds) and tells how many. Some it may keep until they
	// are late, to spare work.
	PruneEvents(ctx context.Context, before int64, late time.Duration) (int64, error)
}

// lookAhead is how often a process looks whether the next partitions are there. Where they are missing all the same, an
// event that needs one makes it: see [Store.again].
const lookAhead = time.Minute

// ahead makes partitions before they are needed, until it is closed.
type ahead struct {
	cancel context.CancelFunc
	done   sync.WaitGroup
}

func makeAhead(ctx context.Context, p partitioned) (*ahead, error) {
	if err := p.MakePartitions(ctx); err != nil {
		return nil, err
	}

	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a := &ahead{cancel: cancel}
	a.done.Go(func() {
		tick.Every(ctx, lookAhead, func(ctx context.Context) {
			if err := p.MakePartitions(ctx); err != nil && ctx.Err() == nil {
				slog.Warn("partitions for usage events", "error", err)
			}
		})
	})
	return a, nil
}

func (a *ahead) close() {
	a.cancel()
	a.done.Wait()
}

// madePartition makes the partition that err is the lack of. False says that err is another one.
func (s *Store) madePartition(ctx context.Context, err error) bool {
	p, ok := s.engine.(partitioned)
	return ok && p.LacksPartition(err) && p.MakePartitions(ctx) == nil
}

// Events are kept for up to a day longer, or a 24th of their age, where they can then go with the whole partition.
const (
	maxLate   = 24 * time.Hour
	lateShare = 24
)

// pruneEvents deletes events from before a time.
func (s *Store) pruneEvents(ctx context.Context, before time.Time) (int64, error) {
	p, ok := s.engine.(partitioned)
	if !ok {
		return s.inBatches(ctx, pruneQuery("usage_events"), before, pruneBatch)
	}

	late := min(time.Since(before)/lateShare, maxLate)
	var total int64
	err := s.again(ctx, func(ctx context.Context) error {
		n, err := p.PruneEvents(ctx, nanos(before), max(late, 0))
		total += n
		return err
	})
	if err != nil {
		return total, fmt.Errorf("partitions of events: %w", err)
	}
	return total, nil
}
