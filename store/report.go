package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
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

	rows, err := s.reader.QueryContext(ctx, listEvents, since, horizon, max(limit, 0))
	if err != nil {
		return nil, fmt.Errorf("store: list events: %w", err)
	}

	defer rows.Close() // Err tells
	var events []usage.Event
	for rows.Next() {
		var e usage.Event
		var at int64
		if err := rows.Scan(&e.ID, &at, &e.Route, &e.Status, &e.Outcome, &e.PriceUSD, &e.Network, &e.Payer, &e.Transaction,
			&e.Version, &e.Latency, &e.Upstream, &e.Reason, &e.Cost); err != nil {
			return nil, fmt.Errorf("store: list events: %w", err)
		}
		e.Time = instant(at)
		events = append(events, e)
	}

	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("store: list events: %w", err)
	}
	return events, nil
}

// Summarize is usage.Store's. Calls counts every event except the pending ones, whose payment makes an
// event of its own once it is settled. Percentiles are those of the calls that usage.Timed names, read
// from a histogram (see usage.LatencyError).
func (s *Store) Summarize(ctx context.Context) (usage.Summary, error) {
	tx, err := s.reader.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return usage.Summary{}, fmt.Errorf("store: summarize: %w", err)
	}
	defer tx.Rollback() // nothing was written
	sum, err := summarize(ctx, tx)
	if err != nil {
		return usage.Summary{}, fmt.Errorf("store: summarize: %w", err)
	}
	return sum, nil
}

func summarize(ctx context.Context, tx *sql.Tx) (sum usage.Summary, err error) {
	var since int64
	if err := tx.QueryRowContext(ctx, `SELECT MIN(applied_at) FROM schema_migrations`).Scan(&since); err != nil {
		return sum, err
	}
	sum.Since = instant(since)

	routes := map[string]*usage.RouteUsage{}
	revenue := map[string]decimal.Decimal{}
	var t total
	var route, price string
	err = each(ctx, tx, func() error {
		r := routes[route]
		if r == nil {
			r = &usage.RouteUsage{Route: route}
			routes[route] = r
		}
		r.Calls += t.calls
		r.Quotes += t.quotes
		r.Paid += t.paid
		r.Replayed += t.replayed
		r.Rejected += t.rejected
		r.Errors += t.errors
		r.Reverted += t.reverted
		r.Cost += cost.Amount(t.cost)
		if t.paid == 0 || price == "" {
			return nil
		}
		each, err := decimal.NewFromString(price)
		revenue[route] = revenue[route].Add(each.Mul(decimal.NewFromInt(t.paid)))
		return err
	}, `SELECT route, price_usd, CAST(SUM(calls) AS BIGINT), CAST(SUM(quotes) AS BIGINT), CAST(SUM(paid) AS BIGINT), CAST(SUM(replayed) AS BIGINT),
			CAST(SUM(rejected) AS BIGINT), CAST(SUM(errors) AS BIGINT), CAST(SUM(reverted) AS BIGINT),
			CAST(SUM(cost) AS BIGINT)
			FROM usage_totals GROUP BY route, price_usd`,
		&route, &price, &t.calls, &t.quotes, &t.paid, &t.replayed, &t.rejected, &t.errors, &t.reverted,
		&t.cost)
	if err != nil {
		return sum, err
	}

	latency := map[string]usage.Histogram{}
	var number int
	var n int64
	err = each(ctx, tx, func() error {
		if latency[route] == nil {
			latency[route] = usage.Histogram{}
		}
		latency[route][number] = n
		return nil
	}, `SELECT route, bucket, CAST(SUM(n) AS BIGINT) FROM usage_latency GROUP BY route, bucket`, &route, &number, &n)
	if err != nil {
		return sum, err
	}

	for name, r := range routes {
		r.RevenueUSD = revenue[name].String()
		q := latency[name].Quantiles(0.50, 0.95, 0.99)
		r.P50 = q[0]
		r.P95 = q[1]
		r.P99 = q[2]
		sum.Routes = append(sum.Routes, *r)
	}
	slices.SortFunc(sum.Routes, func(a, b usage.RouteUsage) int { return strings.Compare(a.Route, b.Route) })

	sum.Rejected = map[string]int64{}
	var reason string
	err = each(ctx, tx, func() error {
		sum.Rejected[reason] = n
		return nil
	}, `SELECT reason, CAST(SUM(n) AS BIGINT) FROM usage_rejected GROUP BY reason`, &reason, &n)
	return sum, err
}

// each scans every row of query into into and calls f.
func each(ctx context.Context, tx *sql.Tx, f func() error, query string, into ...any) error {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	return scanEach(rows, f, into...)
}

// scanEach scans every row into into and calls f.
func scanEach(rows *sql.Rows, f func() error, into ...any) error {
	defer rows.Close() // Err tells
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		if err := f(); err != nil {
			return err
		}
	}
	return rows.Err()
}

// ClearRejected is usage.Store's. A rejection that is being counted meanwhile is either in what is
// returned or in what remains.
func (s *Store) ClearRejected(ctx context.Context) (held int64, err error) {
	err = s.write(ctx, func(ctx context.Context, tx transaction) error {
		held = 0
		rows, err := tx.Query(ctx, `DELETE FROM usage_rejected RETURNING n`)
		if err != nil {
			return err
		}
		defer rows.Close() // Err tells
		for rows.Next() {
			var n int64
			if err := rows.Scan(&n); err != nil {
				return err
			}
			held += n
		}
		return rows.Err()
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

	rows, err := s.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("store: list slow requests: %w", err)
	}

	defer rows.Close() // Err tells
	var slow []usage.Slow
	for rows.Next() {
		var e usage.Slow
		var at int64
		if err := rows.Scan(&e.ID, &at, &e.Route, &e.Status, &e.Latency, &e.Reason, &e.Detail); err != nil {
			return nil, fmt.Errorf("store: list slow requests: %w", err)
		}
		e.Time = instant(at)
		slow = append(slow, e)
	}

	if err := rows.Err(); err != nil {
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
