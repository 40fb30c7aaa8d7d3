package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

func freeEvent(route string, i int) usage.Event {
	return usage.Event{
		Time:    start.Add(time.Duration(i) * time.Second),
		Route:   route,
		Status:  200,
		Outcome: usage.OutcomeFree,
		Latency: time.Duration(i+1) * time.Millisecond,
	}
}

func testEvents(t *testing.T, open Opener) {
	s := open(t)
	full := usage.Event{
		Time: start, Route: "POST /convert ☕", Status: 402, Outcome: usage.OutcomeRejected, PriceUSD: "0.005", Network: network, Payer: alice,
		Transaction: "0xabc", Version: 2, Latency: 1234567 * time.Nanosecond, Upstream: 7, Reason: "invalid_payload", Cost: 1_500_000,
	}
	want := []usage.Event{full, {}}
	for i := range 1000 {
		want = append(want, freeEvent("GET /health", i))
	}
	appendAll(t, s, want[:1]...)
	appendAll(t, s, want[1:300]...)
	appendAll(t, s, want[300:]...)
	appendAll(t, s)

	got := events(t, s, 0, 5000)
	if len(got) != len(want) {
		t.Fatalf("%d events, want %d", len(got), len(want))
	}
	for i := range got {
		if i > 0 && got[i].ID <= got[i-1].ID {
			t.Fatalf("id %d after %d", got[i].ID, got[i-1].ID)
		}
		w := want[i]
		w.ID = got[i].ID
		same(t, fmt.Sprint("event ", i), got[i], w)
	}
	var paged []usage.Event
	for since := int64(0); ; since = paged[len(paged)-1].ID {
		page := events(t, s, since, 77)
		if len(page) == 0 {
			break
		}
		paged = append(paged, page...)
	}
	same(t, "pages", paged, got)
	for _, c := range []struct {
		since int64
		limit int
		want  int
	}{{0, 0, 0}, {0, -1, 0}, {-5, 3, 3}, {got[len(got)-1].ID, 10, 0}, {1 << 62, 10, 0}} {
		if n := len(events(t, s, c.since, c.limit)); n != c.want {
			t.Errorf("%d events since %d, limit %d; want %d", n, c.since, c.limit, c.want)
		}
	}
}

func testUnlisted(t *testing.T, open Opener) {
	s := open(t)
	quote := usage.Event{
		Time:     start,
		Route:    "GET /extract",
		Status:   402,
		Outcome:  usage.OutcomeQuoted,
		PriceUSD: "0.002",
	}
	unlisted := quote
	unlisted.Unlisted = true
	appendAll(t, s, unlisted, quote, unlisted)
	appendAll(t, s, unlisted)

	if all := events(t, s, 0, 10); len(all) != 1 {
		t.Errorf("%d events are listed, want the one that is not unlisted", len(all))
	}
	routes := summarize(t, s).Routes
	if len(routes) != 1 || routes[0].Quotes != 4 || routes[0].Calls != 4 {
		t.Errorf("totals %+v, want four quotes", routes)
	}
}

func testHostileText(t *testing.T, open Opener) {
	s := open(t)
	long := ""
	for len(long) < 5000 {
		long += "ü"
	}

	bad := "a\x00b\xff" + long
	appendAll(t, s, usage.Event{
		Time:        start,
		Route:       bad,
		Outcome:     usage.OutcomeRejected,
		Network:     bad,
		Payer:       bad,
		Transaction: bad,
		Reason:      bad,
	})
	if err := s.AppendSlow(t.Context(), []usage.Slow{{
		Time:   start,
		Route:  bad,
		Reason: bad,
		Detail: bad,
	}}); err != nil {
		t.Fatal(err)
	}

	e := events(t, s, 0, 1)[0]
	for _, got := range []string{e.Route, e.Network, e.Payer, e.Transaction, e.Reason} {
		if !utf8.ValidString(got) || got[:2] != "a\uFFFD"[:2] || len(got) > 500 {
			t.Errorf("stored as %q", got)
		}
	}

	if n := summarize(t, s).Rejected[e.Reason]; n != 1 {
		t.Errorf("the reason was counted %d times", n)
	}
	if slow, err := s.SlowLog(t.Context(), bad, 10); err != nil || len(slow) != 1 {
		t.Errorf("SlowLog by the same reason = %v, %v", slow, err)
	}

	r := reservation()
	mustStoreAnswer(t, s, r)
	paid := paidEvent(r)
	paid.Reason = bad
	if done, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: bad}, start, paid); !done || err != nil {
		t.Errorf("Settle = %v, %v: words of strangers kept it from being recorded", done, err)
	}
}

func testInvalidPrice(t *testing.T, open Opener) {
	s := open(t)
	for _, price := range []string{"free", "-1", "1e9", "0x1", "1.", ".5", "NaN", "1,000", " 1"} {
		err := s.Append(t.Context(), []usage.Event{freeEvent("GET /health", 1), {Route: "GET /x", PriceUSD: price}})
		if !errors.Is(err, usage.ErrInvalidEvent) {
			t.Errorf("price %q: %v", price, err)
		}
	}
	if all := events(t, s, 0, 10); len(all) != 0 {
		t.Errorf("events of a refused batch: %+v", all)
	}
}

// testCursor reads with a cursor while two replicas write: what the reader passes must be all there is.
func testCursor(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t), open(t)}
	const writers, batches = 12, 15
	var left atomic.Int64
	left.Store(writers)
	seen := map[string]int{}
	var total int

	together(t, writers+1, func(ctx context.Context, i int) error {
		if i < writers {
			defer left.Add(-1)
			for b := range batches {
				batch := make([]usage.Event, 1+b%5)
				for j := range batch {
					batch[j] = freeEvent("GET /health", b)
					batch[j].Reason = fmt.Sprint(i, "/", b, "/", j)
				}
				if err := replicas[i%2].Append(ctx, batch); err != nil {
					return err
				}
			}
			return nil
		}
		var last int64
		for ended := false; ; {
			page, err := replicas[2].Events(ctx, last, 50)
			if err != nil {
				return err
			}
			for _, e := range page {
				if e.ID <= last {
					return fmt.Errorf("id %d after %d", e.ID, last)
				}
				last = e.ID
				seen[e.Reason]++
				total++
			}
			if len(page) == 0 {
				if ended {
					return nil
				}
				ended = left.Load() == 0 // one more look after the last writer
			}
		}
	})

	want := writers * batches / 5 * (1 + 2 + 3 + 4 + 5)
	if len(seen) != want || total != want {
		t.Errorf("the reader saw %d events, %d different ones, of %d", total, len(seen), want)
	}
}

func testRevenue(t *testing.T, open Opener) {
	s := open(t)
	pay := func(route, price string, n int) {
		all := make([]usage.Event, n)
		for i := range all {
			all[i] = usage.Event{
				Time:     start,
				Route:    route,
				Outcome:  usage.OutcomePaid,
				PriceUSD: price,
				Latency:  time.Second,
			}
		}
		appendAll(t, s, all...)
	}

	pay("a", "0.1", 3)
	pay("b", "0.002", 1000)
	pay("b", "0.0025", 333) // the price was raised
	pay("c", "0.000000000000000001", 7)
	pay("c", "123456789012345678.9", 2)

	appendAll(t, s, usage.Event{
		Route:    "d",
		Outcome:  usage.OutcomeReplayed,
		PriceUSD: "5",
	}, usage.Event{
		Route:    "d",
		Outcome:  usage.OutcomeQuoted,
		PriceUSD: "5",
	},
		usage.Event{
			Route:    "d",
			Outcome:  usage.OutcomePending,
			PriceUSD: "5",
		}, usage.Event{Route: "d", Outcome: usage.OutcomePaid})
	sum := summarize(t, s)
	for name, want := range map[string]string{
		"a": "0.3",
		"b": "2.8325",
		"c": "246913578024691357.800000000000000007",
		"d": "0",
	} {
		if got := route(t, sum, name).RevenueUSD; got != want {
			t.Errorf("revenue of %s is %s, want %s", name, got, want)
		}
	}
}

func testManyWriters(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t)}
	routes := []string{"GET /a", "GET /b", "GET /c", "GET /d"}
	outcomes := []string{usage.OutcomeFree, usage.OutcomeRejected, usage.OutcomeError, usage.OutcomeQuoted}
	const writers, batches, size = 24, 8, 20

	together(t, writers, func(ctx context.Context, i int) error {
		s := replicas[i%2]
		for b := range batches {
			batch := make([]usage.Event, size)
			for j := range batch {
				k := i*7 + b*5 + j*3 // another order of routes in each
				batch[j] = usage.Event{
					Time:    start,
					Route:   routes[k%4],
					Outcome: outcomes[(k/4+j)%4],
					Reason:  fmt.Sprint("r", k%7),
					Latency: time.Duration(1+k%5) * time.Second,
				}
			}
			if err := s.Append(ctx, batch); err != nil {
				return err
			}
			r := reservation()
			r.Route = routes[(i+b)%4]
			if claim, _, err := s.Reserve(ctx, r); err != nil || claim != 0 {
				return fmt.Errorf("reserve %d: %w", claim, err)
			}
			if err := s.StoreAnswer(ctx, r.Key, r.Owner, answer, start); err != nil {
				return err
			}
			if _, err := s.Settle(ctx, r.Key, payment.Transfer{Transaction: "0xfeed"}, start, paidEvent(r)); err != nil {
				return err
			}
		}
		return nil
	})

	sum := summarize(t, replicas[0])
	var calls, rejected, byReason, paid int64
	for _, r := range sum.Routes {
		calls += r.Calls
		rejected += r.Rejected
		paid += r.Paid
	}

	for _, n := range sum.Rejected {
		byReason += n
	}
	if want := int64(writers * batches * (size + 1)); calls != want {
		t.Errorf("%d calls, want %d", calls, want)
	}

	if paid != writers*batches || rejected != byReason {
		t.Errorf("%d paid, want %d; %d rejected and %d by reason", paid, writers*batches, rejected, byReason)
	}
}

func reject(reason string, n int) []usage.Event {
	return slices.Repeat([]usage.Event{{
		Time:    start,
		Route:   "GET /a",
		Outcome: usage.OutcomeRejected,
		Status:  402,
		Reason:  reason,
	}}, n)
}

func testClearRejected(t *testing.T, open Opener) {
	s := open(t)
	if n, err := s.ClearRejected(t.Context()); n != 0 || err != nil {
		t.Errorf("ClearRejected of nothing = %d, %v", n, err)
	}

	appendAll(t, s, append(reject("invalid_payload", 3), reject("insufficient_funds", 2)...)...)
	appendAll(t, s, freeEvent("GET /a", 1))
	before := summarize(t, s)
	same(t, "rejected", before.Rejected, map[string]int64{"invalid_payload": 3, "insufficient_funds": 2})
	if n, err := s.ClearRejected(t.Context()); n != 5 || err != nil {
		t.Errorf("ClearRejected = %d, %v; want 5", n, err)
	}

	after := summarize(t, s)
	same(t, "rejected after", after.Rejected, map[string]int64{})
	same(t, "routes after", after.Routes, before.Routes)
	same(t, "since", after.Since, before.Since)
	if after.Since.IsZero() {
		t.Error("no start of the totals")
	}

	if n := len(events(t, s, 0, 100)); n != 6 {
		t.Errorf("%d events after, want 6", n)
	}
	appendAll(t, s, reject("invalid_payload", 1)...)
	same(t, "counts on", summarize(t, s).Rejected, map[string]int64{"invalid_payload": 1})
}

func testClearRace(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t)}
	const n, rounds = 12, 15
	var cleared atomic.Int64

	together(t, n, func(ctx context.Context, i int) error {
		for k := range rounds {
			if i%4 == 0 {
				held, err := replicas[i%2].ClearRejected(ctx)
				if err != nil {
					return err
				}
				cleared.Add(held)
				continue
			}
			if err := replicas[i%2].Append(ctx, append(reject(fmt.Sprint("r", (i+k)%5), 2), reject(fmt.Sprint("r", (i+k+3)%5), 1)...)); err != nil {
				return err
			}
		}
		return nil
	})

	rest, err := replicas[0].ClearRejected(t.Context())
	if want := int64(n * 3 / 4 * rounds * 3); err != nil || cleared.Load()+rest != want {
		t.Errorf("cleared %d and %d (%v), want %d together", cleared.Load(), rest, err, want)
	}
}

func testSlowLog(t *testing.T, open Opener) {
	s := open(t)
	entry := func(i int, reason string) usage.Slow {
		return usage.Slow{
			Time:    start.Add(time.Duration(i) * time.Second),
			Route:   "GET /extract",
			Status:  200,
			Latency: 3 * time.Second,
			Reason:  reason,
			Detail:  fmt.Sprint("handler=", i),
		}
	}
	if err := s.AppendSlow(t.Context(), []usage.Slow{entry(1, "handler"), entry(3, "upstream:gleif"), entry(2, "upstream:gleif_"), entry(2, "handler")}); err != nil {
		t.Fatal(err)
	}

	if err := s.AppendSlow(t.Context(), nil); err != nil {
		t.Fatal(err)
	}

	details := func(reason string, limit int) string {
		t.Helper()
		slow, err := s.SlowLog(t.Context(), reason, limit)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, e := range slow {
			if e.ID == 0 {
				t.Error("no id")
			}
			want := entry(int(e.Time.Sub(start)/time.Second), e.Reason)
			want.ID = e.ID
			same(t, "slow entry", e, want)
			got += e.Reason + " " + e.Detail + ", "
		}
		return got
	}

	same(t, "all", details("", 10), "upstream:gleif handler=3, handler handler=2, upstream:gleif_ handler=2, handler handler=1, ")
	same(t, "two", details("", 2), "upstream:gleif handler=3, handler handler=2, ")
	same(t, "exactly this reason", details("upstream:gleif", 10), "upstream:gleif handler=3, ")
	same(t, "no such reason", details("upstream:%", 10), "")
	same(t, "none", details("", 0), "")
}

func testPrune(t *testing.T, open Opener) {
	s := open(t)
	var all []usage.Event
	for i := range 300 {
		all = append(all, freeEvent("GET /health", (i*7)%300)) // times are out of order
	}

	appendAll(t, s, all...)
	if err := s.AppendSlow(t.Context(), []usage.Slow{{Time: start.Add(99 * time.Second)}, {Time: start.Add(100 * time.Second)}}); err != nil {
		t.Fatal(err)
	}

	before := summarize(t, s)
	last := events(t, s, 0, 1000)[299].ID
	if n, err := s.Prune(t.Context(), start.Add(100*time.Second)); n != 101 || err != nil {
		t.Errorf("Prune = %d, %v; want 101", n, err)
	}

	for _, e := range events(t, s, 0, 1000) {
		if e.Time.Before(start.Add(100 * time.Second)) {
			t.Errorf("event of %v was kept", e.Time)
		}
	}

	if n, err := s.Prune(t.Context(), start.Add(time.Hour)); n != 201 || err != nil {
		t.Errorf("Prune = %d, %v; want 201", n, err)
	}
	same(t, "totals", summarize(t, s), before)
	appendAll(t, s, freeEvent("GET /health", 1))

	if e := events(t, s, last, 10); len(e) != 1 || e[0].ID <= last {
		t.Errorf("a reader at %d sees %+v", last, e)
	}
}
