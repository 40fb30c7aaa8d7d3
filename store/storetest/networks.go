package storetest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/usage"
)

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"

// testNetworks compares what is counted by payment network with a naive count over the same sales and settlements,
// before and after minutes have become hours, and hours days.
func testNetworks(t *testing.T, open Opener) {
	s := open(t)
	ctx := t.Context()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		round++
		day := hour.Truncate(24*time.Hour).AddDate(0, 0, 4*round)
		var sales []usage.Event
		var settled []usage.Settled
		for range rapid.IntRange(1, 3).Draw(t, "batches") {
			events := rapid.SliceOfN(eventsOf(day), 1, 40).Draw(t, "events")
			batch := rapid.SliceOfN(settledOf(day), 0, 20).Draw(t, "settled")
			if err := cmp.Or(s.Append(ctx, events), s.AppendSettled(ctx, batch)); err != nil {
				t.Fatal(err)
			}
			sales = append(sales, events...)
			settled = append(settled, batch...)
		}

		check := func(span usage.Span) {
			got, err := s.ReportNetworks(ctx, span)
			if err != nil {
				t.Fatal(err)
			}
			want := recountNetworks(sales, settled, span)
			if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
				t.Fatalf("networks of %v:\n got %s\nwant %s", span, a, b)
			}
		}
		since := func() {
			got, err := s.SettledSince(ctx, day)
			if err != nil {
				t.Fatal(err)
			}
			whole := usage.Span{
				From:  day,
				Width: 24 * time.Hour,
				Parts: 1,
			}
			for _, want := range recountNetworks(nil, settled, whole) {
				if a, b := fmt.Sprint(got[want.Network]), fmt.Sprint(want.Settlements); a != b {
					t.Fatalf("settled on %s: %s, want %s", want.Network, a, b)
				}
			}
		}
		check(usage.Span{
			From:  day.Add(7 * time.Minute),
			Width: time.Minute,
			Parts: 55,
		})
		since()
		hours := usage.Span{
			From:  day,
			Width: time.Hour,
			Parts: 5,
		}
		check(hours)
		for range 2 { // as replicas do
			if err := s.TidyPeriods(ctx, day.Add(50*time.Hour), time.Time{}); err != nil {
				t.Fatal(err)
			}
			check(hours)
			since()
		}
		for range 2 {
			if err := s.TidyPeriods(ctx, day.AddDate(0, 0, 9), time.Time{}); err != nil {
				t.Fatal(err)
			}
			check(usage.Span{
				From:  day.AddDate(0, 0, -1),
				Width: 24 * time.Hour,
				Parts: 2,
			})
			since()
		}
	})
	if err := s.TidyPeriods(ctx, hour, hour.AddDate(1000, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if left, err := s.SettledSince(ctx, time.Unix(0, 0)); err != nil || len(left) > 0 {
		t.Errorf("after all is too old: %v, %v", left, err)
	}
}

// settledOf are settlements of the five hours from day on.
func settledOf(day time.Time) *rapid.Generator[usage.Settled] {
	return rapid.Custom(func(t *rapid.T) usage.Settled {
		return usage.Settled{
			Time:    day.Add(time.Duration(rapid.Int64Range(0, int64(5*time.Hour)-1).Draw(t, "after"))),
			Network: rapid.SampledFrom([]string{network, solana}).Draw(t, "network"),
			Took:    time.Duration(rapid.Int64Range(1, int64(time.Minute)).Draw(t, "took")),
			Spent:   cost.Coins(rapid.SampledFrom([]int64{0, 1, 456_000, 10_000_000}).Draw(t, "spent")),
		}
	})
}

// recountNetworks makes a report one by one.
func recountNetworks(sales []usage.Event, settled []usage.Settled, span usage.Span) []usage.NetworkPart {
	var parts []usage.NetworkPart
	at := func(when time.Time, network string) *usage.NetworkPart {
		start := when.Add(-when.Sub(span.From) % span.Width)
		for i := range parts {
			if parts[i].Start.Equal(start) && parts[i].Network == network {
				return &parts[i]
			}
		}
		parts = append(parts, usage.NetworkPart{
			Start:        start,
			NetworkUsage: usage.NetworkUsage{Network: network},
		})
		return &parts[len(parts)-1]
	}
	isOutside := func(when time.Time) bool { return when.Before(span.From) || !when.Before(span.To()) }

	for _, e := range sales {
		sign := int64(1)
		switch e.Outcome {
		case usage.OutcomePaid, usage.OutcomeResettled:
		case usage.OutcomeReverted:
			sign = -1
		default:
			continue
		}
		if e.Payer == "" || isOutside(e.Time) {
			continue
		}

		p := at(e.Time, e.Network)
		p.Paid += sign
		if e.Outcome != usage.OutcomePaid {
			p.Reverted -= sign
		}
		if e.PriceUSD != "" {
			p.Revenue = p.Revenue.Add(decimal.RequireFromString(e.PriceUSD).Mul(decimal.NewFromInt(sign)))
		}
	}
	for _, e := range settled {
		if isOutside(e.Time) {
			continue
		}
		one := usage.Settlements{Took: usage.Histogram{usage.LatencyBucket(e.Took): 1}}
		if e.Spent > 0 {
			one.Paid = 1
			one.Spent = e.Spent
			one.Least = e.Spent
			one.Most = e.Spent
		}
		at(e.Time, e.Network).Settlements.Add(one)
	}

	slices.SortFunc(parts, func(a, b usage.NetworkPart) int {
		return cmp.Or(a.Start.Compare(b.Start), strings.Compare(a.Network, b.Network))
	})
	return parts
}
