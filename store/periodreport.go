package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/usage"
)

const (
	within = ` FROM usage_periods WHERE start_at >= $1 AND start_at < $2 `

	periodsByTime = `SELECT (start_at - $1) / $3, price_usd, outcome, bucket, CAST(SUM(n) AS BIGINT)` + within +
		`AND payer = '' GROUP BY 1, price_usd, outcome, bucket`
	periodsByRoute = `SELECT route, price_usd, outcome, bucket, CAST(SUM(n) AS BIGINT)` + within +
		`AND payer = '' GROUP BY route, price_usd, outcome, bucket`
	periodsByReason = `SELECT outcome, reason, CAST(SUM(n) AS BIGINT)` + within +
		`AND payer = '' AND outcome IN ('rejected', 'error') GROUP BY outcome, reason`
	countBuyers = `SELECT COUNT(DISTINCT payer)` + within + `AND payer <> '' AND outcome = 'paid'`
)

// periodsByPayer reads those with the most sales.
var periodsByPayer = `WITH most AS (SELECT payer` + within + `AND payer <> ''
		GROUP BY payer ORDER BY SUM(n) DESC, payer LIMIT ` + fmt.Sprint(usage.MostPayers) + `)
	SELECT payer, price_usd, outcome, CAST(SUM(n) AS BIGINT), MAX(start_at)` + within + `
		AND payer IN (SELECT payer FROM most) GROUP BY payer, price_usd, outcome`

// tally adds up counts of periods.
type tally struct {
	usage.RouteUsage
	revenue decimal.Decimal
	latency usage.Histogram
}

func (t *tally) add(price, outcome string, bucket int, n int64) error {
	sales, calls := count(&t.RouteUsage, outcome, n)
	if calls && bucket != untimed {
		t.took(bucket, n)
	}
	return t.earn(price, sales)
}

// took counts calls by the time that they have taken.
func (t *tally) took(bucket int, n int64) {
	if t.latency == nil {
		t.latency = usage.Histogram{}
	}
	t.latency[bucket] += n
}

func (t *tally) earn(price string, n int64) error {
	if price == "" || n == 0 {
		return nil
	}
	each, err := decimal.NewFromString(price)
	t.revenue = t.revenue.Add(each.Mul(decimal.NewFromInt(n)))
	return err
}

// sum is what was added up.
func (t *tally) sum() usage.RouteUsage {
	r := t.RouteUsage
	r.RevenueUSD = t.revenue.String()
	q := t.latency.Quantiles(0.50, 0.95, 0.99)
	r.P50 = q[0]
	r.P95 = q[1]
	r.P99 = q[2]
	return r
}

// byRoute is what was added up of each route, by their names.
func byRoute(routes map[string]*tally) (all []usage.RouteUsage) {
	for _, name := range sortedKeys(routes, strings.Compare) {
		r := routes[name].sum()
		r.Route = name
		all = append(all, r)
	}
	return all
}

// Report is usage.Periods'.
func (s *Store) Report(ctx context.Context, span usage.Span) (usage.Report, error) {
	r := usage.Report{Span: span}
	err := s.snapshot(ctx, func(tx reading) error {
		for _, read := range []func(context.Context, reading, *usage.Report) error{
			reportTimes, reportRoutes, reportRefusals, reportPayers, reportCosts,
		} {
			if err := read(ctx, tx, &r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return usage.Report{}, fmt.Errorf("store: report usage: %w", err)
	}
	return r, nil
}

func bounds(r *usage.Report) []any { return []any{r.From.Unix(), r.To().Unix()} }

// reportTimes reads the parts, and all of them together.
func reportTimes(ctx context.Context, tx reading, r *usage.Report) error {
	all := &tally{}
	parts := make([]tally, r.Parts)
	var number, n int64
	var price, outcome string
	var bucket int
	args := append(bounds(r), int64(r.Width/time.Second))
	err := each(ctx, tx, periodsByTime, args, func() error {
		if err := all.add(price, outcome, bucket, n); err != nil {
			return err
		}
		return parts[number].add(price, outcome, bucket, n)
	}, &number, &price, &outcome, &bucket, &n)

	for i := range parts {
		r.ByTime = append(r.ByTime, usage.Part{
			Start:      r.From.Add(time.Duration(i) * r.Width),
			RouteUsage: parts[i].sum(),
		})
	}
	r.Total = all.sum()
	return err
}

func reportRoutes(ctx context.Context, tx reading, r *usage.Report) error {
	routes := map[string]*tally{}
	var route, price, outcome string
	var bucket int
	var n int64
	err := each(ctx, tx, periodsByRoute, bounds(r), func() error {
		return sumOf(routes, route).add(price, outcome, bucket, n)
	}, &route, &price, &outcome, &bucket, &n)
	r.Routes = byRoute(routes)
	return err
}

func reportRefusals(ctx context.Context, tx reading, r *usage.Report) error {
	var one usage.Refusal
	err := each(ctx, tx, periodsByReason, bounds(r), func() error {
		r.Refusals = append(r.Refusals, one)
		return nil
	}, &one.Outcome, &one.Reason, &one.Count)

	slices.SortFunc(r.Refusals, func(a, b usage.Refusal) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return strings.Compare(a.Outcome+" "+a.Reason, b.Outcome+" "+b.Reason)
	})
	return err
}

func reportPayers(ctx context.Context, tx reading, r *usage.Report) error {
	if err := tx.QueryRow(ctx, countBuyers, bounds(r)...).Scan(&r.Buyers); err != nil {
		return err
	}

	payers := map[string]*tally{}
	last := map[string]int64{}
	var payer, price, outcome string
	var n, at int64
	err := each(ctx, tx, periodsByPayer, bounds(r), func() error {
		last[payer] = max(last[payer], at)
		return sumOf(payers, payer).add(price, outcome, untimed, n)
	}, &payer, &price, &outcome, &n, &at)

	for name, t := range payers {
		r.Payers = append(r.Payers, usage.PayerUsage{
			Payer:      name,
			Paid:       t.Paid,
			Reverted:   t.Reverted,
			RevenueUSD: t.revenue.String(),
			LastAt:     time.Unix(last[name], 0).UTC(),
		})
	}
	slices.SortFunc(r.Payers, func(a, b usage.PayerUsage) int {
		if a.Paid != b.Paid {
			return int(b.Paid - a.Paid)
		}
		return strings.Compare(a.Payer, b.Payer)
	})
	return err
}
