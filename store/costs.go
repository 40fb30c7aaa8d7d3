package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/usage"
)

// spending is what usage_costs counts apart.
type spending struct {
	start int64 // unix seconds
	route string
}

const (
	insertCosts = `INSERT INTO usage_costs (start_at, route, shard, cost)`
	addToCosts  = ` ON CONFLICT (start_at, route, shard) DO UPDATE SET cost = usage_costs.cost + excluded.cost`

	costsToFold = `SELECT DISTINCT start_at FROM usage_costs WHERE start_at < $1 AND ` + unfolded + ` ORDER BY start_at`
	takeCosts   = `DELETE FROM usage_costs WHERE start_at = $1 AND ` + unfolded + ` RETURNING start_at, route, cost`
	pruneCosts  = `DELETE FROM usage_costs WHERE start_at < $1`

	costsWithin  = ` FROM usage_costs WHERE start_at >= $1 AND start_at < $2 `
	costsByTime  = `SELECT (start_at - $1) / $3, CAST(SUM(cost) AS BIGINT)` + costsWithin + `GROUP BY 1`
	costsByRoute = `SELECT route, CAST(SUM(cost) AS BIGINT)` + costsWithin + `GROUP BY route`
)

// addCosts adds what events have cost to the minutes that they are in. A request whose settlement is pending has cost
// what it has; the event of its settlement, which is the call, says nothing of it.
func (s *Store) addCosts(ctx context.Context, tx transaction, events []usage.Event, shard int) error {
	costs := map[spending]cost.Amount{}
	for _, e := range events {
		if e.Cost != 0 {
			costs[spending{
				start: nanos(e.Time) / int64(time.Minute) * minuteLong,
				route: text(e.Route, maxText),
			}] += e.Cost
		}
	}
	if err := s.insert(ctx, tx, insertCosts, addToCosts, costRows(costs, shard)); err != nil {
		return fmt.Errorf("add to costs: %w", err)
	}
	return nil
}

func costRows(costs map[spending]cost.Amount, shard int) (rows [][]any) {
	for _, k := range sortedKeys(costs, func(a, b spending) int {
		return cmp.Or(cmp.Compare(a.start, b.start), strings.Compare(a.route, b.route))
	}) {
		rows = append(rows, []any{k.start, k.route, shard, int64(costs[k])})
	}
	return rows
}

// foldCosts adds what was spent from start on to the hour or day that it is in.
func (s *Store) foldCosts(ctx context.Context, tx transaction, start, long int64) error {
	costs := map[spending]cost.Amount{}
	var k spending
	var sum cost.Amount
	err := each(ctx, tx, takeCosts, []any{start, long}, func() error {
		k.start -= k.start % long
		costs[k] += sum
		return nil
	}, &k.start, &k.route, &sum)
	if err != nil {
		return err
	}
	return s.insert(ctx, tx, insertCosts, addToCosts, costRows(costs, 0))
}

// reportCosts adds what was spent to the parts, the routes and the total of a report. A route can have cost something
// without a call that counts: its settlement was pending.
func reportCosts(ctx context.Context, tx reading, r *usage.Report) error {
	var part int64
	var sum cost.Amount
	args := append(bounds(r), int64(r.Width/time.Second))
	err := each(ctx, tx, costsByTime, args, func() error {
		r.ByTime[part].Cost = sum
		r.Total.Cost += sum
		return nil
	}, &part, &sum)
	if err != nil {
		return err
	}

	var route string
	return each(ctx, tx, costsByRoute, bounds(r), func() error {
		at, found := slices.BinarySearchFunc(r.Routes, route, func(u usage.RouteUsage, name string) int {
			return strings.Compare(u.Route, name)
		})
		if !found {
			r.Routes = slices.Insert(r.Routes, at, usage.RouteUsage{
				Route:      route,
				RevenueUSD: decimal.Zero.String(),
			})
		}
		r.Routes[at].Cost = sum
		return nil
	}, &route, &sum)
}
