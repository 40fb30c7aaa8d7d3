package storetest

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/usage"
)

// testTotals compares the rolled up totals with a naive count over the same events.
func testTotals(t *testing.T, open Opener) {
	s := open(t)
	ctx := t.Context()
	round := 0

	rapid.Check(t, func(t *rapid.T) {
		round++
		prefix := fmt.Sprint("round ", round, " ")
		if _, err := s.ClearRejected(ctx); err != nil {
			t.Fatal(err)
		}
		var all []usage.Event
		for range rapid.IntRange(1, 4).Draw(t, "batches") {
			batch := rapid.SliceOfN(eventsOf(start), 1, 40).Draw(t, "batch")
			for i := range batch {
				batch[i].Route = prefix + batch[i].Route
			}
			if err := s.Append(ctx, batch); err != nil {
				t.Fatal(err)
			}
			all = append(all, batch...)
		}
		sum, err := s.Summarize(ctx)
		if err != nil {
			t.Fatal(err)
		}
		routes, rejected := recount(all)
		got := 0
		for _, r := range sum.Routes {
			want, ok := routes[r.Route]
			if !ok {
				continue // of another round
			}
			got++
			for _, c := range []struct{ got, want *time.Duration }{{&r.P50, &want.P50}, {&r.P95, &want.P95}, {&r.P99, &want.P99}} {
				if off := math.Abs(float64(*c.got - *c.want)); off > usage.LatencyError*float64(*c.want)+float64(time.Microsecond) {
					t.Fatalf("percentile %v, exactly %v", *c.got, *c.want)
				}
				*c.got = 0
				*c.want = 0
			}
			if r != want {
				t.Fatalf("totals:\n got %+v\nwant %+v", r, want)
			}
		}
		if got != len(routes) {
			t.Fatalf("%d routes, want %d", got, len(routes))
		}
		if fmt.Sprint(sum.Rejected) != fmt.Sprint(rejected) {
			t.Fatalf("rejected %v, want %v", sum.Rejected, rejected)
		}
	})
}

func recount(all []usage.Event) (map[string]usage.RouteUsage, map[string]int64) {
	routes := map[string]usage.RouteUsage{}
	rejected := map[string]int64{}
	latencies := map[string][]time.Duration{}
	for _, e := range all {
		if e.Outcome == usage.OutcomePending && e.Cost == 0 {
			continue
		}
		r := routes[e.Route]
		r.Route = e.Route
		r.Cost += e.Cost
		switch e.Outcome {
		case usage.OutcomePending, usage.OutcomeReverted, usage.OutcomeResettled:
		default:
			r.Calls++
		}
		revenue, _ := decimal.NewFromString(r.RevenueUSD)
		switch e.Outcome {
		case usage.OutcomeQuoted:
			r.Quotes++
		case usage.OutcomePaid:
			r.Paid++
			price, _ := decimal.NewFromString(e.PriceUSD)
			revenue = revenue.Add(price)
		case usage.OutcomeReverted:
			r.Paid--
			r.Reverted++
			price, _ := decimal.NewFromString(e.PriceUSD)
			revenue = revenue.Sub(price)
		case usage.OutcomeResettled:
			r.Paid++
			r.Reverted--
			price, _ := decimal.NewFromString(e.PriceUSD)
			revenue = revenue.Add(price)
		case usage.OutcomeReplayed:
			r.Replayed++
		case usage.OutcomeRejected:
			r.Rejected++
			rejected[e.Reason]++
		case usage.OutcomeError:
			r.Errors++
		}
		r.RevenueUSD = revenue.String()
		if e.Latency > 0 && slices.Contains([]string{usage.OutcomeFree, usage.OutcomePaid, usage.OutcomeError}, e.Outcome) {
			latencies[e.Route] = append(latencies[e.Route], e.Latency)
		}
		routes[e.Route] = r
	}

	for name, l := range latencies {
		slices.Sort(l)
		r := routes[name]
		rank := func(share float64) time.Duration { return l[int(math.Ceil(share*float64(len(l))))-1] }
		r.P50 = rank(0.50)
		r.P95 = rank(0.95)
		r.P99 = rank(0.99)
		routes[name] = r
	}

	return routes, rejected
}
