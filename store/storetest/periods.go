package storetest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

// hour is a whole hour, which the spans of the tests begin at.
var hour = start.Truncate(time.Hour)

func report(t testing.TB, s Store, span usage.Span) usage.Report {
	t.Helper()
	r, err := s.Report(t.Context(), span)
	if err != nil {
		t.Fatalf("Report: %v", err)
	}
	return r
}

// testPeriods compares what is counted by time with a naive count over the same events, before and after minutes have
// become hours, and hours days.
func testPeriods(t *testing.T, open Opener) {
	s := open(t)
	ctx := t.Context()
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		// Each round has days of its own.
		round++
		day := hour.Truncate(24*time.Hour).AddDate(0, 0, 4*round)
		var all []usage.Event
		for range rapid.IntRange(1, 4).Draw(t, "batches") {
			batch := rapid.SliceOfN(eventsOf(day), 1, 40).Draw(t, "batch")
			if err := s.Append(ctx, batch); err != nil {
				t.Fatal(err)
			}
			all = append(all, batch...)
		}

		check := func(span usage.Span) {
			got, err := s.Report(ctx, span)
			if err != nil {
				t.Fatal(err)
			}
			want := recountPeriods(all, span)
			blurred(got, want)
			if a, b := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); a != b {
				t.Fatalf("report of %v:\n got %s\nwant %s", span, a, b)
			}
		}
		check(usage.Span{
			From:  day,
			Width: time.Minute,
			Parts: 60,
		})
		check(usage.Span{
			From:  day.Add(7 * time.Minute),
			Width: time.Minute,
			Parts: 3,
		})
		hours := usage.Span{
			From:  day,
			Width: time.Hour,
			Parts: 5,
		}
		check(hours)
		// Twice, as replicas do.
		for range 2 {
			if err := s.TidyPeriods(ctx, day.Add(50*time.Hour), time.Time{}); err != nil {
				t.Fatal(err)
			}
			check(hours)
			check(usage.Span{
				From:  day.Add(time.Hour),
				Width: 2 * time.Hour,
				Parts: 2,
			})
		}
		days := usage.Span{
			From:  day.AddDate(0, 0, -1),
			Width: 24 * time.Hour,
			Parts: 2,
		}
		check(days)
		for range 2 {
			if err := s.TidyPeriods(ctx, day.AddDate(0, 0, 9), time.Time{}); err != nil {
				t.Fatal(err)
			}
			check(days)
		}
	})
}

// eventsOf are events of the five hours from day on.
func eventsOf(day time.Time) *rapid.Generator[usage.Event] {
	return rapid.Custom(func(t *rapid.T) usage.Event {
		return usage.Event{
			Time:  day.Add(time.Duration(rapid.Int64Range(0, int64(5*time.Hour)-1).Draw(t, "after"))),
			Route: rapid.SampledFrom([]string{"GET /a", "POST /a", ""}).Draw(t, "route"),
			Outcome: rapid.SampledFrom([]string{
				usage.OutcomeFree,
				usage.OutcomeQuoted,
				usage.OutcomePaid,
				usage.OutcomeReplayed,
				usage.OutcomeRejected,
				usage.OutcomeError,
				usage.OutcomePending,
				usage.OutcomeReverted,
				usage.OutcomeResettled,
			}).Draw(t, "outcome"),
			PriceUSD: rapid.SampledFrom([]string{"", "0.002", "0.0025", "5"}).Draw(t, "price"),
			Network:  rapid.SampledFrom([]string{"", network, solana}).Draw(t, "network"),
			Payer:    rapid.SampledFrom([]string{"", alice, bob, carol}).Draw(t, "payer"),
			Reason:   rapid.SampledFrom([]string{"", "invalid_payload", "insufficient_funds"}).Draw(t, "reason"),
			Cost:     cost.Amount(rapid.SampledFrom([]int64{0, 0, 1, 5_000_000}).Draw(t, "cost")),
			Latency:  time.Duration(rapid.Int64Range(0, int64(time.Minute)).Draw(t, "latency")),
		}
	})
}

// blurred takes the parts out of a report and its recount that are right by other tests, or only about right: a
// percentile is compared with testTotals' margin there, and a sale's time is whole hours after a while.
func blurred(reports ...usage.Report) {
	for _, r := range reports {
		for i := range r.Payers {
			r.Payers[i].LastAt = time.Time{}
		}
	}
}

// recountPeriods makes a report of the events within span, one by one.
func recountPeriods(all []usage.Event, span usage.Span) usage.Report {
	r := usage.Report{Span: span}
	inside := slices.DeleteFunc(slices.Clone(all), func(e usage.Event) bool {
		return e.Outcome == usage.OutcomePending && e.Cost == 0 || e.Time.Before(span.From) || !e.Time.Before(span.To())
	})
	r.Total = recountOne("", inside)
	for i := range span.Parts {
		begin := span.From.Add(time.Duration(i) * span.Width)
		r.ByTime = append(r.ByTime, usage.Part{
			Start: begin,
			RouteUsage: recountOne("", slices.DeleteFunc(slices.Clone(inside), func(e usage.Event) bool {
				return e.Time.Before(begin) || !e.Time.Before(begin.Add(span.Width))
			})),
		})
	}

	routes := map[string][]usage.Event{}
	payers := map[string][]usage.Event{}
	refusals := map[[2]string]int64{}
	for _, e := range inside {
		routes[e.Route] = append(routes[e.Route], e)
		switch e.Outcome {
		case usage.OutcomePaid, usage.OutcomeReverted, usage.OutcomeResettled:
			if e.Payer != "" {
				payers[e.Payer] = append(payers[e.Payer], e)
			}
		case usage.OutcomeRejected, usage.OutcomeError:
			refusals[[2]string{e.Outcome, e.Reason}]++
		}
	}
	for name, events := range routes {
		r.Routes = append(r.Routes, recountOne(name, events))
	}
	slices.SortFunc(r.Routes, func(a, b usage.RouteUsage) int { return strings.Compare(a.Route, b.Route) })
	for name, events := range payers {
		sum := recountOne("", events)
		r.Payers = append(r.Payers, usage.PayerUsage{
			Payer:      name,
			Paid:       sum.Paid,
			Reverted:   sum.Reverted,
			RevenueUSD: sum.RevenueUSD,
		})
		if slices.ContainsFunc(events, func(e usage.Event) bool { return e.Outcome == usage.OutcomePaid }) {
			r.Buyers++
		}
	}
	slices.SortFunc(r.Payers, func(a, b usage.PayerUsage) int {
		return cmp.Or(cmp.Compare(b.Paid, a.Paid), strings.Compare(a.Payer, b.Payer))
	})
	for key, n := range refusals {
		r.Refusals = append(r.Refusals, usage.Refusal{
			Outcome: key[0],
			Reason:  key[1],
			Count:   n,
		})
	}
	slices.SortFunc(r.Refusals, func(a, b usage.Refusal) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Outcome+" "+a.Reason, b.Outcome+" "+b.Reason))
	})
	return r
}

// recountOne is the totals of events as recount gives them, as one route.
func recountOne(name string, events []usage.Event) usage.RouteUsage {
	latencies := usage.Histogram{}
	events = slices.Clone(events)
	for i := range events {
		events[i].Route = ""
		if usage.Timed(events[i]) {
			latencies[usage.LatencyBucket(events[i].Latency)]++
		}
	}
	routes, _ := recount(events)
	sum := routes[""]
	sum.Route = name
	sum.RevenueUSD = cmp.Or(sum.RevenueUSD, decimal.Zero.String())
	q := latencies.Quantiles(0.50, 0.95, 0.99)
	sum.P50 = q[0]
	sum.P95 = q[1]
	sum.P99 = q[2]
	return sum
}

// testPeriodsOfSales settles, takes back and settles again: what is counted by time is what the ledger says.
func testPeriodsOfSales(t *testing.T, open Opener) {
	s := open(t)
	first := reservation()
	second := reservation()
	second.Key.Payer = bob
	mustSettle(t, s, first)
	settleAgain(t, s, first, false) // which counts nothing
	mustSettle(t, s, second)

	third := reservation()
	mustStoreAnswer(t, s, third)
	spelt := paidEvent(third)
	spelt.Payer = "0xA11CE" + alice[7:]
	if done, err := s.Settle(t.Context(), third.Key, payment.Transfer{Transaction: "0xfeed"}, start.Add(2*time.Second), spelt); !done || err != nil {
		t.Fatalf("Settle = %v, %v", done, err)
	}

	span := usage.Span{
		From:  hour,
		Width: time.Hour,
		Parts: 1,
	}
	r := report(t, s, span)
	same(t, "sales", []any{r.Total.Paid, r.Total.RevenueUSD, r.Buyers}, []any{int64(3), "0.006", int64(2)})
	same(t, "payers", r.Payers, []usage.PayerUsage{
		{
			Payer:      alice,
			Paid:       2,
			RevenueUSD: "0.004",
			LastAt:     start.Add(2 * time.Second).Truncate(time.Minute),
		},
		{
			Payer:      bob,
			Paid:       1,
			RevenueUSD: "0.002",
			LastAt:     start.Add(2 * time.Second).Truncate(time.Minute),
		},
	})

	gone := paidEvent(first)
	gone.Outcome = usage.OutcomeReverted
	gone.Time = start.Add(time.Minute)
	p := payment.Settlement{Key: first.Key, Transaction: "0xfeed"}
	if done, err := s.Revert(t.Context(), p, true, start.Add(time.Minute), gone); err != nil || !done {
		t.Fatalf("Revert = %v, %v", done, err)
	}
	r = report(t, s, span)
	same(t, "after a revert", salesOf(r.Total), []any{int64(2), int64(1), "0.004"})

	settleAgain(t, s, first, true)
	r = report(t, s, span)
	same(t, "settled again", salesOf(r.Total), []any{int64(3), int64(0), "0.006"})
	total := route(t, summarize(t, s), first.Route)
	same(t, "all time", salesOf(total), []any{int64(3), int64(0), "0.006"})
}

// salesOf is what was sold, taken back and earned.
func salesOf(u usage.RouteUsage) []any { return []any{u.Paid, u.Reverted, u.RevenueUSD} }

// testTidyRace makes hours of minutes on two replicas while others still write into them: nothing is lost or doubled.
func testTidyRace(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t)}
	const writers, batches, size = 6, 10, 8
	var paid int64 = writers * batches * size
	together(t, writers+2, func(ctx context.Context, i int) error {
		s := replicas[i%2]
		if i >= writers {
			for range batches {
				if err := s.TidyPeriods(ctx, hour.Add(24*time.Hour), time.Time{}); err != nil {
					return err
				}
			}
			return nil
		}
		for b := range batches {
			batch := make([]usage.Event, size)
			for j := range batch {
				batch[j] = usage.Event{
					Time:     hour.Add(time.Duration((i+b*j)%120) * time.Minute),
					Route:    "GET /a",
					Outcome:  usage.OutcomePaid,
					PriceUSD: "0.002",
					Payer:    []string{alice, bob}[j%2],
					Latency:  time.Duration(1+j) * time.Second,
				}
			}
			if err := s.Append(ctx, batch); err != nil {
				return err
			}
		}
		return nil
	})

	span := usage.Span{
		From:  hour,
		Width: time.Hour,
		Parts: 2,
	}
	before := report(t, replicas[0], span)
	if before.Total.Paid != paid || before.Payers[0].Paid+before.Payers[1].Paid != paid {
		t.Errorf("%+v, want %d sales", before, paid)
	}
	if err := replicas[1].TidyPeriods(t.Context(), hour.Add(24*time.Hour), time.Time{}); err != nil {
		t.Fatal(err)
	}
	after := report(t, replicas[0], span)
	blurred(before, after)
	same(t, "hours of the same minutes", after, before)
}

// testTidyDeletes takes away what is too old, and that alone.
func testTidyDeletes(t *testing.T, open Opener) {
	s := open(t)
	for i := range 4 {
		e := freeEvent("GET /a", 0)
		e.Time = hour.Add(time.Duration(i) * time.Hour)
		appendAll(t, s, e)
	}

	if err := s.TidyPeriods(t.Context(), hour, hour.Add(2*time.Hour+59*time.Minute)); err != nil {
		t.Fatal(err)
	}

	r := report(t, s, usage.Span{
		From:  hour,
		Width: time.Hour,
		Parts: 4,
	})
	var calls []int64
	for _, part := range r.ByTime {
		calls = append(calls, part.Calls)
	}

	same(t, "calls by hour", calls, []int64{0, 0, 1, 1})
	if all := route(t, summarize(t, s), "GET /a"); all.Calls != 4 {
		t.Errorf("%d calls in the totals, which stay", all.Calls)
	}
}

// testOpenPayments lists what is settling, and nothing else.
func testOpenPayments(t *testing.T, open Opener) {
	s := open(t)
	mustReserve(t, s, reservation())
	mustSettle(t, s, reservation())
	var waiting []payment.OpenPayment
	for i := range 3 {
		r := reservation()
		r.PriceUSD = []string{"0.002", "0.1", "3"}[i]
		mustReserve(t, s, r)
		at := start.Add(time.Duration(3-i) * time.Second)
		if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, answer, at); err != nil {
			t.Fatal(err)
		}
		waiting = append([]payment.OpenPayment{{
			Key:      r.Key,
			Route:    r.Route,
			PriceUSD: r.PriceUSD,
			StoredAt: at,
		}}, waiting...)
		if i == 1 {
			if err := s.Sent(t.Context(), r.Key, r.Owner, "0xbeef"); err != nil {
				t.Fatal(err)
			}
			waiting[0].Transaction = "0xbeef"
		}
	}

	for limit, listed := range map[int]int{
		10: 3,
		2:  2,
		0:  0,
	} {
		got, err := s.OpenPayments(t.Context(), limit)
		if err != nil {
			t.Fatal(err)
		}
		want := payment.OpenPayments{
			Count:     3,
			AmountUSD: "3.102",
			Oldest:    waiting[:listed:listed],
		}
		if listed == 0 {
			want.Oldest = nil
		}
		same(t, fmt.Sprint("open payments, at most ", limit), got, want)
	}
}
