package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/usage"
)

func (s *Store) nextShard() int { return int(s.next.Add(1)) % s.engine.Shards() }

// maxReason bounds a reason, which is a key of the rejected counter.
const maxReason = 100

const insertEvents = `INSERT INTO usage_events (at, route, status, outcome, price_usd, network, payer, transaction_hash,
	version, latency, upstream, reason, cost)`

// Append is usage.Store's.
func (s *Store) Append(ctx context.Context, events []usage.Event) error {
	if len(events) == 0 {
		return nil
	}
	for _, e := range events {
		if err := e.Validate(); err != nil {
			return fmt.Errorf("store: append events: %w", err)
		}
	}
	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		return s.appendEvents(ctx, tx, events, s.shard)
	})
	if err != nil {
		return fmt.Errorf("store: append events: %w", err)
	}
	return nil
}

// appendEvents writes events and adds them to the totals of shard. The events come first: they lock
// nothing that others want. Writes that share a transaction are counted together at its end.
func (s *Store) appendEvents(ctx context.Context, tx transaction, events []usage.Event, shard int) error {
	rows := make([][]any, 0, len(events))
	for _, e := range events {
		if e.Unlisted {
			continue
		}
		rows = append(rows, []any{
			nanos(e.Time), text(e.Route, maxText), e.Status, text(e.Outcome, maxText), e.PriceUSD,
			text(e.Network, maxText), text(e.Payer, maxText), text(e.Transaction, maxText), e.Version,
			int64(e.Latency), int64(e.Upstream), text(e.Reason, maxReason), int64(e.Cost),
		})
	}

	if len(rows) > 0 {
		if err := s.engine.BeforeEventIDs(ctx, tx.Run); err != nil {
			return err
		}
	}

	if err := s.insert(ctx, tx, insertEvents, "", rows); err != nil {
		return fmt.Errorf("insert events: %w", err)
	}
	if s.groups != nil { // whose goroutine this is
		s.groups.kept.uncounted = append(s.groups.kept.uncounted, events...)
		return nil
	}

	return s.count(ctx, tx, events, shard)
}

// count adds events to the totals of shard, in the order of their keys, the same in every transaction, so that two
// never wait for each other.
func (s *Store) count(ctx context.Context, tx transaction, events []usage.Event, shard int) error {
	sum := newSums()
	for _, e := range events {
		e.Route = text(e.Route, maxText)
		e.Reason = text(e.Reason, maxReason)
		e.Outcome = text(e.Outcome, maxText)
		sum.add(e)
	}

	if err := s.insert(ctx, tx, `INSERT INTO usage_totals
			(route, price_usd, shard, calls, quotes, paid, replayed, rejected, errors, reverted, cost)`,
		` ON CONFLICT (route, price_usd, shard) DO UPDATE SET calls = usage_totals.calls + excluded.calls, quotes = usage_totals.quotes + excluded.quotes,
			paid = usage_totals.paid + excluded.paid, replayed = usage_totals.replayed + excluded.replayed,
			rejected = usage_totals.rejected + excluded.rejected, errors = usage_totals.errors + excluded.errors,
			reverted = usage_totals.reverted + excluded.reverted, cost = usage_totals.cost + excluded.cost`, sum.totalRows(shard)); err != nil {
		return fmt.Errorf("add to totals: %w", err)
	}

	if err := s.insert(ctx, tx, `INSERT INTO usage_latency (route, shard, bucket, n)`,
		` ON CONFLICT (route, shard, bucket) DO UPDATE SET n = usage_latency.n + excluded.n`, sum.latencyRows(shard)); err != nil {
		return fmt.Errorf("add to latencies: %w", err)
	}
	if err := s.insert(ctx, tx, `INSERT INTO usage_rejected (reason, shard, n)`,
		` ON CONFLICT (reason, shard) DO UPDATE SET n = usage_rejected.n + excluded.n`, sum.rejectedRows(shard)); err != nil {
		return fmt.Errorf("add to rejected: %w", err)
	}

	if err := s.addPeriods(ctx, tx, events, shard); err != nil {
		return err
	}
	return s.addCosts(ctx, tx, events, shard)
}

// countShared adds to the totals what the writes of a shared transaction have left uncounted. A database with one
// writer has one shard.
func (s *Store) countShared(ctx context.Context, tx *kept) error {
	events := tx.uncounted
	tx.uncounted = events[:0]
	if len(events) == 0 {
		return nil
	}
	return s.count(ctx, tx, events, s.shard)
}

// priced names a total. Keeping totals apart by price makes revenue a sum of count times price, in
// integers and decimals, whatever a price's number of places.
type priced struct{ route, price string }

type bucket struct {
	route string
	n     int
}

// sums is what a batch of events adds to the totals.
type sums struct {
	totals   map[priced]*usage.RouteUsage
	latency  map[bucket]int64
	rejected map[string]int64
}

func newSums() sums {
	return sums{
		totals:   map[priced]*usage.RouteUsage{},
		latency:  map[bucket]int64{},
		rejected: map[string]int64{},
	}
}

func (s sums) add(e usage.Event) {
	if e.Outcome == usage.OutcomePending && e.Cost == 0 {
		return // its payment makes an event of its own when it is settled: that one is the call
	}
	t := sumOf(s.totals, priced{e.Route, e.PriceUSD})
	t.Cost += e.Cost
	if _, call := count(t, e.Outcome, 1); !call {
		return
	}
	if e.Outcome == usage.OutcomeRejected {
		s.rejected[e.Reason]++
	}
	if usage.Timed(e) {
		s.latency[bucket{e.Route, usage.LatencyBucket(e.Latency)}]++
	}
}

// count adds n events of an outcome to r. It tells how many sales more that makes, and whether they are calls.
func count(r *usage.RouteUsage, outcome string, n int64) (sales int64, calls bool) {
	switch outcome {
	case usage.OutcomePending:
		return 0, false
	case usage.OutcomeReverted:
		r.Paid -= n
		r.Reverted += n
		return -n, false
	case usage.OutcomeResettled:
		r.Paid += n
		r.Reverted -= n
		return n, false
	}

	r.Calls += n
	switch outcome {
	case usage.OutcomeQuoted:
		r.Quotes += n
	case usage.OutcomePaid:
		r.Paid += n
		return n, true
	case usage.OutcomeReplayed:
		r.Replayed += n
	case usage.OutcomeRejected:
		r.Rejected += n
	case usage.OutcomeError:
		r.Errors += n
	}
	return 0, true
}

func (s sums) totalRows(shard int) (rows [][]any) {
	for _, k := range sortedKeys(s.totals, func(a, b priced) int {
		return cmp.Or(strings.Compare(a.route, b.route), strings.Compare(a.price, b.price))
	}) {
		t := s.totals[k]
		rows = append(rows, []any{
			k.route, k.price, shard,
			t.Calls, t.Quotes, t.Paid, t.Replayed, t.Rejected, t.Errors, t.Reverted, int64(t.Cost),
		})
	}
	return rows
}

func (s sums) latencyRows(shard int) (rows [][]any) {
	for _, k := range sortedKeys(s.latency, func(a, b bucket) int {
		return cmp.Or(strings.Compare(a.route, b.route), cmp.Compare(a.n, b.n))
	}) {
		rows = append(rows, []any{k.route, shard, k.n, s.latency[k]})
	}
	return rows
}

func (s sums) rejectedRows(shard int) (rows [][]any) {
	for _, reason := range sortedKeys(s.rejected, strings.Compare) {
		rows = append(rows, []any{reason, shard, s.rejected[reason]})
	}
	return rows
}

func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(m), compare)
}

// insertion names an INSERT of several rows.
type insertion struct {
	head string
	tail string
	rows int
}

// insertions are the statements made until now, by what names them: to make one takes longer than to look it up.
var insertions sync.Map

func (i insertion) statement(width int) string {
	if made, ok := insertions.Load(i); ok {
		return made.(string)
	}
	made := i.head + values(i.rows, width) + i.tail
	insertions.Store(i, made)
	return made
}

// insert writes rows, in their order, several to a statement where the database gains by it. The sizes
// are few, so that the statements can be kept prepared.
func (s *Store) insert(ctx context.Context, tx transaction, head, tail string, rows [][]any) error {
	for _, size := range s.engine.RowsPerInsert() {
		if len(rows) < size {
			continue
		}

		i := insertion{
			head: head,
			tail: tail,
			rows: size,
		}

		statement := i.statement(len(rows[0]))
		for len(rows) >= size {
			if err := tx.Run(ctx, statement, slices.Concat(rows[:size]...)...); err != nil {
				return err
			}
			rows = rows[size:]
		}
	}
	return nil
}

// values is " VALUES ($1, $2), ($3, $4)" for rows of width placeholders.
func values(rows, width int) string {
	var b strings.Builder
	b.WriteString(" VALUES ")
	for i := range rows * width {
		switch {
		case i == 0:
			b.WriteString("($")
		case i%width == 0:
			b.WriteString("), ($")
		default:
			b.WriteString(", $")
		}
		b.WriteString(strconv.Itoa(i + 1))
	}
	b.WriteByte(')')
	return b.String()
}
