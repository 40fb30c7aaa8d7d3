package store

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/usage"
)

// listEvents is a range of the primary key, however many rows there are.
const listEvents = `SELECT id, at, route, status, outcome, price_usd, network, payer, transaction_hash, version, latency, upstream, reason, cost
	FROM usage_events WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3`

// Events is usage.Store's. What a transaction under way will write, and what has a higher id, is left
// to a later call.
func (s *Store) Events(ctx context.Context, since int64, limit int) ([]usage.Event, error) {
	// The horizon comes first: the listing must see everything that had ended by then.
	horizon, err := s.engine.EventHorizon(ctx)
	if err != nil {
		return nil, fmt.Errorf("store: list events: %w", err)
	}

	var events []usage.Event
	var e usage.Event
	var at int64
	err = each(ctx, reading{s.reader}, listEvents, []any{since, horizon, max(limit, 0)}, func() error {
		e.Time = instant(at)
		events = append(events, e)
		return nil
	}, &e.ID, &at, &e.Route, &e.Status, &e.Outcome, &e.PriceUSD, &e.Network, &e.Payer, &e.Transaction,
		&e.Version, &e.Latency, &e.Upstream, &e.Reason, &e.Cost)
	if err != nil {
		return nil, fmt.Errorf("store: list events: %w", err)
	}
	return events, nil
}

// Summarize is usage.Store's. Calls counts every event except the pending ones, whose payment makes an
// event of its own once it is settled. Percentiles are those of the calls that usage.Timed names, read
// from a histogram (see usage.LatencyError).
func (s *Store) Summarize(ctx context.Context) (sum usage.Summary, err error) {
	err = s.snapshot(ctx, func(tx reading) error {
		sum, err = summarize(ctx, tx)
		return err
	})
	if err != nil {
		return usage.Summary{}, fmt.Errorf("store: summarize: %w", err)
	}
	return sum, nil
}

func summarize(ctx context.Context, tx reading) (sum usage.Summary, err error) {
	var since int64
	if err := tx.QueryRow(ctx, `SELECT MIN(applied_at) FROM schema_migrations`).Scan(&since); err != nil {
		return sum, err
	}
	sum.Since = instant(since)

	routes := map[string]*tally{}
	var price string
	var one usage.RouteUsage
	err = each(ctx, tx, `SELECT route, price_usd, CAST(SUM(calls) AS BIGINT), CAST(SUM(quotes) AS BIGINT), CAST(SUM(paid) AS BIGINT), CAST(SUM(replayed) AS BIGINT),
			CAST(SUM(rejected) AS BIGINT), CAST(SUM(errors) AS BIGINT), CAST(SUM(reverted) AS BIGINT),
			CAST(SUM(cost) AS BIGINT)
			FROM usage_totals GROUP BY route, price_usd`, nil, func() error {
		r := sumOf(routes, one.Route)
		r.Calls += one.Calls
		r.Quotes += one.Quotes
		r.Paid += one.Paid
		r.Replayed += one.Replayed
		r.Rejected += one.Rejected
		r.Errors += one.Errors
		r.Reverted += one.Reverted
		r.Cost += one.Cost
		return r.earn(price, one.Paid)
	}, &one.Route, &price, &one.Calls, &one.Quotes, &one.Paid, &one.Replayed, &one.Rejected, &one.Errors, &one.Reverted,
		&one.Cost)
	if err != nil {
		return sum, err
	}

	var route string
	var number int
	var n int64
	err = each(ctx, tx, `SELECT route, bucket, CAST(SUM(n) AS BIGINT) FROM usage_latency GROUP BY route, bucket`, nil, func() error {
		if r := routes[route]; r != nil {
			r.took(number, n)
		}
		return nil
	}, &route, &number, &n)
	if err != nil {
		return sum, err
	}
	sum.Routes = byRoute(routes)

	sum.Rejected = map[string]int64{}
	var reason string
	err = each(ctx, tx, `SELECT reason, CAST(SUM(n) AS BIGINT) FROM usage_rejected GROUP BY reason`, nil, func() error {
		sum.Rejected[reason] = n
		return nil
	}, &reason, &n)
	return sum, err
}

// ClearRejected is usage.Store's. A rejection that is being counted meanwhile is either in what is
// returned or in what remains.
func (s *Store) ClearRejected(ctx context.Context) (held int64, err error) {
	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		held = 0
		var n int64
		return each(ctx, tx, `DELETE FROM usage_rejected RETURNING n`, nil, func() error {
			held += n
			return nil
		}, &n)
	})
	if err != nil {
		return 0, fmt.Errorf("store: clear rejected: %w", err)
	}

	return held, nil
}

// AppendSlow is usage.Store's.
func (s *Store) AppendSlow(ctx context.Context, slow []usage.Slow) error {
	rows := make([][]any, len(slow))
	for i, e := range slow {
		rows[i] = []any{nanos(e.Time), text(e.Route, maxText), e.Status, int64(e.Latency), text(e.Reason, maxReason), text(e.Detail, maxText)}
	}
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		return s.insert(ctx, tx, `INSERT INTO usage_slow (at, route, status, latency, reason, detail)`, "", rows)
	})
	if err != nil {
		return fmt.Errorf("store: append slow requests: %w", err)
	}
	return nil
}

const (
	slowLog         = `SELECT id, at, route, status, latency, reason, detail FROM usage_slow ORDER BY at DESC, id DESC LIMIT $1`
	slowLogByReason = `SELECT id, at, route, status, latency, reason, detail FROM usage_slow WHERE reason = $2 ORDER BY at DESC, id DESC LIMIT $1`
)

// SlowLog is usage.Store's.
func (s *Store) SlowLog(ctx context.Context, reason string, limit int) ([]usage.Slow, error) {
	query := slowLog
	args := []any{max(limit, 0)}
	if reason != "" {
		query = slowLogByReason
		args = append(args, text(reason, maxReason))
	}

	var slow []usage.Slow
	var e usage.Slow
	var at int64
	err := each(ctx, reading{s.reader}, query, args, func() error {
		e.Time = instant(at)
		slow = append(slow, e)
		return nil
	}, &e.ID, &at, &e.Route, &e.Status, &e.Latency, &e.Reason, &e.Detail)
	if err != nil {
		return nil, fmt.Errorf("store: list slow requests: %w", err)
	}
	return slow, nil
}

// pruneBatch bounds how many events one transaction deletes, so that writers need not wait long.
const pruneBatch = 5000

// Prune is usage.Store's. It works in small transactions; what an error left is the next call's.
func (s *Store) Prune(ctx context.Context, before time.Time) (total int64, err error) {
	total, err = s.pruneEvents(ctx, before)
	if err != nil {
		return total, fmt.Errorf("store: prune events: %w", err)
	}
	n, err := s.inBatches(ctx, pruneQuery("usage_slow"), before, pruneBatch)
	if err != nil {
		return total + n, fmt.Errorf("store: prune slow requests: %w", err)
	}
	return total + n, nil
}

func pruneQuery(table string) string {
	return `WITH old AS MATERIALIZED (SELECT id FROM ` + table + ` WHERE at < $1 ORDER BY at LIMIT ` + strconv.Itoa(pruneBatch) + `)
		DELETE FROM ` + table + ` WHERE id IN (SELECT id FROM old)`
}
