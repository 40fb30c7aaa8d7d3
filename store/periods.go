package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// period is what usage_periods counts apart.
type period struct {
	start   int64 // unix seconds
	route   string
	price   string
	outcome string
	reason  string // of a refusal; the network of a sale whose payer is named
	payer   string
	bucket  int
}

// untimed is the bucket of what has no latency, or none that counts.
const untimed = -1

// Lengths of what is counted together, in seconds.
const (
	minuteLong int64 = 60
	hourLong         = 60 * minuteLong
	dayLong          = 24 * hourLong
)

const (
	insertPeriods = `INSERT INTO usage_periods (start_at, route, price_usd, outcome, reason, payer, bucket, shard, n)`
	addToPeriods  = ` ON CONFLICT (start_at, route, price_usd, outcome, reason, payer, bucket, shard)
		DO UPDATE SET n = usage_periods.n + excluded.n`
)

// addPeriods counts events by their minutes, in the order of the keys as all totals are. The events come as
// appendEvents was given them.
func (s *Store) addPeriods(ctx context.Context, tx transaction, events []usage.Event, shard int) error {
	counts := map[period]int64{}
	for _, e := range events {
		if e.Outcome != usage.OutcomePending {
			countEvent(counts, e)
		}
	}
	if err := s.insert(ctx, tx, insertPeriods, addToPeriods, periodRows(counts, shard)); err != nil {
		return fmt.Errorf("add to periods: %w", err)
	}
	return nil
}

func countEvent(counts map[period]int64, e usage.Event) {
	p := period{
		start:   nanos(e.Time) / int64(time.Minute) * minuteLong,
		route:   text(e.Route, maxText),
		price:   e.PriceUSD,
		outcome: text(e.Outcome, maxText),
		bucket:  untimed,
	}
	if e.Outcome == usage.OutcomeRejected || e.Outcome == usage.OutcomeError {
		p.reason = text(e.Reason, maxReason)
	}
	if usage.Timed(e) {
		p.bucket = usage.LatencyBucket(e.Latency)
	}
	counts[p]++

	switch e.Outcome {
	case usage.OutcomePaid, usage.OutcomeReverted, usage.OutcomeResettled:
		// Buyers on EVM networks write their addresses as they like, with capitals or without.
		if payer := x402.SameAddress(text(e.Payer, maxText)); payer != "" {
			counts[period{
				start:   p.start,
				price:   p.price,
				outcome: p.outcome,
				reason:  text(e.Network, maxReason),
				payer:   payer,
				bucket:  untimed,
			}]++
		}
	}
}

func comparePeriods(a, b period) int {
	return cmp.Or(
		cmp.Compare(a.start, b.start),
		strings.Compare(a.route, b.route),
		strings.Compare(a.price, b.price),
		strings.Compare(a.outcome, b.outcome),
		strings.Compare(a.reason, b.reason),
		strings.Compare(a.payer, b.payer),
		cmp.Compare(a.bucket, b.bucket),
	)
}

func periodRows(counts map[period]int64, shard int) (rows [][]any) {
	for _, p := range sortedKeys(counts, comparePeriods) {
		rows = append(rows, []any{
			p.start, p.route, p.price, p.outcome, p.reason, p.payer, p.bucket, shard, counts[p],
		})
	}
	return rows
}

// What is not folded yet does not begin with a whole one, or is a shard: what was folded is in shard 0.
const unfolded = `(start_at % $2 <> 0 OR shard <> 0)`

const (
	startsToFold = `SELECT DISTINCT start_at FROM usage_periods WHERE start_at < $1 AND ` + unfolded + `
		ORDER BY start_at`
	takePeriod = `DELETE FROM usage_periods WHERE start_at = $1 AND ` + unfolded + `
		RETURNING start_at, route, price_usd, outcome, reason, payer, bucket, n`
	oldPeriods   = `SELECT DISTINCT start_at FROM usage_periods WHERE start_at < $1 ORDER BY start_at`
	deletePeriod = `DELETE FROM usage_periods WHERE start_at = $1`
)

// TidyPeriods is usage.Periods'. Each minute or hour is a separate transaction, so that writers need not wait long; a
// row that another replica has taken is not counted twice.
func (s *Store) TidyPeriods(ctx context.Context, now, before time.Time) error {
	old, err := s.starts(ctx, oldPeriods, floor(before, hourLong))
	if err != nil {
		return fmt.Errorf("store: tidy periods: %w", err)
	}
	for _, start := range old {
		if _, err := s.exec(ctx, deletePeriod, start); err != nil {
			return fmt.Errorf("store: delete old periods: %w", err)
		}
	}

	for _, prune := range []string{pruneCosts, pruneSettlements} {
		if _, err := s.exec(ctx, prune, floor(before, hourLong)); err != nil {
			return fmt.Errorf("store: delete old costs and settlements: %w", err)
		}
	}

	for _, counts := range []folding{
		{startsToFold, s.fold},
		{costsToFold, s.foldCosts},
		{settlementsToFold, s.foldSettlements},
	} {
		err = s.foldAll(ctx, counts, floor(now.Add(-usage.HoursFor), dayLong), dayLong)
		if err == nil {
			err = s.foldAll(ctx, counts, floor(now.Add(-usage.MinutesFor), hourLong), hourLong)
		}
		if err != nil {
			return fmt.Errorf("store: fold periods: %w", err)
		}
	}
	return nil
}

// folding is how a table of counts by time is folded: what finds the times to fold, and what folds one.
type folding struct {
	starts string
	fold   func(ctx context.Context, tx transaction, start, long int64) error
}

// floor is the beginning of the hour or day of t in unix seconds.
func floor(t time.Time, long int64) int64 { return t.Unix() / long * long }

// foldAll adds what was counted before a time to the hour or day that it is in.
func (s *Store) foldAll(ctx context.Context, counts folding, before, long int64) error {
	starts, err := s.starts(ctx, counts.starts, before, long)
	if err != nil {
		return err
	}
	for _, start := range starts {
		err := s.write(ctx, func(ctx context.Context, tx transaction) error {
			return counts.fold(ctx, tx, start, long)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// starts are the times that a query gives.
func (s *Store) starts(ctx context.Context, query string, args ...any) (all []int64, err error) {
	var start int64
	err = each(ctx, reading{s.reader}, query, args, func() error {
		all = append(all, start)
		return nil
	}, &start)
	return all, err
}

// fold adds what was counted from start on to the hour or day that it is in.
func (s *Store) fold(ctx context.Context, tx transaction, start, long int64) error {
	counts := map[period]int64{}
	var p period
	var n int64
	err := each(ctx, tx, takePeriod, []any{start, long}, func() error {
		p.start -= p.start % long
		counts[p] += n
		return nil
	}, &p.start, &p.route, &p.price, &p.outcome, &p.reason, &p.payer, &p.bucket, &n)
	if err != nil {
		return err
	}
	return s.insert(ctx, tx, insertPeriods, addToPeriods, periodRows(counts, 0))
}
