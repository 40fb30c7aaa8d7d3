package store

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/usage"
)

// settlementsOf is what usage_settlements counts apart.
type settlementsOf struct {
	start   int64 // unix seconds
	network string
	bucket  int // of the time that they have taken
}

// settlementSum is a row's count.
type settlementSum struct {
	n, paid            int64
	spent, least, most cost.Coins
}

// add puts others to the sum.
func (s *settlementSum) add(others settlementSum) {
	s.n += others.n
	if others.paid == 0 {
		return
	}
	if s.paid == 0 || others.least < s.least {
		s.least = others.least
	}
	s.most = max(s.most, others.most)
	s.paid += others.paid
	s.spent += others.spent
}

// of is the sum as settlements of its bucket.
func (s settlementSum) of(bucket int) usage.Settlements {
	return usage.Settlements{
		Took:  usage.Histogram{bucket: s.n},
		Paid:  s.paid,
		Spent: s.spent,
		Least: s.least,
		Most:  s.most,
	}
}

const (
	insertSettlements = `INSERT INTO usage_settlements (start_at, network, bucket, n, paid, spent, least, most)`
	addToSettlements  = ` ON CONFLICT (start_at, network, bucket) DO UPDATE SET
		n = usage_settlements.n + excluded.n,
		paid = usage_settlements.paid + excluded.paid,
		spent = usage_settlements.spent + excluded.spent,
		least = CASE WHEN excluded.paid = 0 OR usage_settlements.paid > 0 AND usage_settlements.least < excluded.least
			THEN usage_settlements.least ELSE excluded.least END,
		most = CASE WHEN usage_settlements.most > excluded.most THEN usage_settlements.most ELSE excluded.most END`

	settlementsToFold = `SELECT DISTINCT start_at FROM usage_settlements WHERE start_at < $1 AND start_at % $2 <> 0
		ORDER BY start_at`
	takeSettlements = `DELETE FROM usage_settlements WHERE start_at = $1
		RETURNING start_at, network, bucket, n, paid, spent, least, most`
	pruneSettlements = `DELETE FROM usage_settlements WHERE start_at < $1`

	settlementColumns = `network, bucket, CAST(SUM(n) AS BIGINT), CAST(SUM(paid) AS BIGINT),
		CAST(SUM(spent) AS BIGINT), COALESCE(MIN(CASE WHEN paid > 0 THEN least END), 0), MAX(most)
		FROM usage_settlements WHERE start_at >= $1`
	settledSince  = `SELECT ` + settlementColumns + ` GROUP BY network, bucket`
	settledByTime = `SELECT (start_at - $1) / $3, ` + settlementColumns + ` AND start_at < $2
		GROUP BY 1, network, bucket`

	// A row of usage_periods that names a payer has the network in the place of a reason.
	salesByNetwork = `SELECT (start_at - $1) / $3, reason, price_usd, outcome, CAST(SUM(n) AS BIGINT)` + within +
		`AND payer <> '' GROUP BY 1, reason, price_usd, outcome`
)

// AppendSettled is usage.Networks'.
func (s *Store) AppendSettled(ctx context.Context, all []usage.Settled) error {
	sums := map[settlementsOf]*settlementSum{}
	for _, e := range all {
		one := settlementSum{n: 1}
		if e.Spent > 0 {
			one = settlementSum{
				n:     1,
				paid:  1,
				spent: e.Spent,
				least: e.Spent,
				most:  e.Spent,
			}
		}
		sumOf(sums, settlementsOf{
			start:   nanos(e.Time) / int64(time.Minute) * minuteLong,
			network: text(e.Network, maxReason),
			bucket:  usage.LatencyBucket(e.Took),
		}).add(one)
	}

	err := s.write(ctx, func(ctx context.Context, tx transaction) error {
		return s.insert(ctx, tx, insertSettlements, addToSettlements, settlementRows(sums))
	})
	if err != nil {
		return fmt.Errorf("store: append settlements: %w", err)
	}
	return nil
}

// sumOf is the sum of a key, which is made when there is none.
func sumOf[K comparable, V any](sums map[K]*V, key K) *V {
	if sums[key] == nil {
		sums[key] = new(V)
	}
	return sums[key]
}

func settlementRows(sums map[settlementsOf]*settlementSum) (rows [][]any) {
	for _, k := range sortedKeys(sums, func(a, b settlementsOf) int {
		return cmp.Or(
			cmp.Compare(a.start, b.start),
			strings.Compare(a.network, b.network),
			cmp.Compare(a.bucket, b.bucket),
		)
	}) {
		sum := sums[k]
		rows = append(rows, []any{
			k.start, k.network, k.bucket, sum.n, sum.paid, int64(sum.spent), int64(sum.least), int64(sum.most),
		})
	}
	return rows
}

// foldSettlements adds what was settled from start on to the hour or day that it is in.
func (s *Store) foldSettlements(ctx context.Context, tx transaction, start, long int64) error {
	sums := map[settlementsOf]*settlementSum{}
	var k settlementsOf
	var one settlementSum
	err := each(ctx, tx, takeSettlements, []any{start}, func() error {
		k.start -= k.start % long
		sumOf(sums, k).add(one)
		return nil
	}, &k.start, &k.network, &k.bucket, &one.n, &one.paid, &one.spent, &one.least, &one.most)
	if err != nil {
		return err
	}
	return s.insert(ctx, tx, insertSettlements, addToSettlements, settlementRows(sums))
}

// SettledSince is usage.Networks'.
func (s *Store) SettledSince(ctx context.Context, since time.Time) (map[string]usage.Settlements, error) {
	all := map[string]usage.Settlements{}
	var network string
	var bucket int
	var sum settlementSum
	err := each(ctx, reading{s.reader}, settledSince, []any{floor(since, minuteLong)}, func() error {
		of := all[network]
		of.Add(sum.of(bucket))
		all[network] = of
		return nil
	}, &network, &bucket, &sum.n, &sum.paid, &sum.spent, &sum.least, &sum.most)
	if err != nil {
		return nil, fmt.Errorf("store: settlements by network: %w", err)
	}
	return all, nil
}

// networkPart names a part of a report.
type networkPart struct {
	number  int64
	network string
}

// networkSum is what is counted in one.
type networkSum struct {
	sales   tally
	settled usage.Settlements
}

// ReportNetworks is usage.Networks'.
func (s *Store) ReportNetworks(ctx context.Context, span usage.Span) (parts []usage.NetworkPart, err error) {
	var sums map[networkPart]*networkSum
	err = s.snapshot(ctx, func(tx reading) error {
		sums, err = sumNetworks(ctx, tx, span)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: report networks: %w", err)
	}

	for _, k := range sortedKeys(sums, func(a, b networkPart) int {
		return cmp.Or(cmp.Compare(a.number, b.number), strings.Compare(a.network, b.network))
	}) {
		sum := sums[k]
		parts = append(parts, usage.NetworkPart{
			Start: span.From.Add(time.Duration(k.number) * span.Width),
			NetworkUsage: usage.NetworkUsage{
				Network:     k.network,
				Paid:        sum.sales.Paid,
				Reverted:    sum.sales.Reverted,
				Revenue:     sum.sales.revenue,
				Settlements: sum.settled,
			},
		})
	}
	return parts, nil
}

func sumNetworks(ctx context.Context, tx reading, span usage.Span) (map[networkPart]*networkSum, error) {
	sums := map[networkPart]*networkSum{}
	args := []any{span.From.Unix(), span.To().Unix(), int64(span.Width / time.Second)}
	var at networkPart
	var price, outcome string
	var n int64
	err := each(ctx, tx, salesByNetwork, args, func() error {
		return sumOf(sums, at).sales.add(price, outcome, untimed, n)
	}, &at.number, &at.network, &price, &outcome, &n)
	if err != nil {
		return nil, err
	}

	var bucket int
	var sum settlementSum
	err = each(ctx, tx, settledByTime, args, func() error {
		sumOf(sums, at).settled.Add(sum.of(bucket))
		return nil
	}, &at.number, &at.network, &bucket, &sum.n, &sum.paid, &sum.spent, &sum.least, &sum.most)
	return sums, err
}
