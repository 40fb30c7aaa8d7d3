package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

func unconfirmed(t testing.TB, s Store, now time.Time, want int) []payment.Settlement {
	t.Helper()
	due, err := s.Unconfirmed(t.Context(), now, time.Minute, 100)
	if err != nil || len(due) != want {
		t.Fatalf("Unconfirmed = %d, %v; want %d", len(due), err, want)
	}
	return due
}

func standing(t testing.TB, s Store) payment.Standing {
	t.Helper()
	st, err := s.Standing(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return st
}

func testUnconfirmed(t *testing.T, open Opener) {
	a := open(t)
	b := open(t)
	var all []payment.Reservation
	for range 30 {
		r := reservation()
		mustSettle(t, a, r) // at start+2s
		all = append(all, r)
	}
	mustStoreAnswer(t, a, reservation())

	settled := start.Add(2 * time.Second)
	unconfirmed(t, a, settled.Add(-1), 0)
	found := make(chan payment.Settlement, 1000)
	together(t, 10, func(ctx context.Context, i int) error {
		s := []Store{a, b}[i%2]
		for {
			due, err := s.Unconfirmed(ctx, settled, time.Minute, 4)
			for _, p := range due {
				found <- p
			}
			if err != nil || len(due) == 0 {
				return err
			}
		}
	})
	close(found)
	byKey := map[payment.Key]payment.Settlement{}
	for p := range found {
		if _, twice := byKey[p.Key]; twice {
			t.Errorf("%v was handed out twice", p.Key)
		}
		byKey[p.Key] = p
	}
	if len(byKey) != len(all) {
		t.Fatalf("%d of %d were handed out", len(byKey), len(all))
	}

	first := byKey[all[0].Key]
	same(t, "settlement", first, payment.Settlement{
		Key:         all[0].Key,
		Transaction: "0xfeed",
		SettledAt:   settled,
	})
	unconfirmed(t, b, settled.Add(time.Minute-1), 0)
	unconfirmed(t, b, settled.Add(time.Minute), len(all))

	later := settled.Add(time.Hour)
	first.Block = 12345
	first.BlockHash = "0xb10c"
	first.CheckAt = later
	final := byKey[all[1].Key]
	final.Block = 7
	if err := a.Confirm(t.Context(), []payment.Settlement{first, final}); err != nil {
		t.Fatal(err)
	}
	unconfirmed(t, b, later.Add(-time.Minute), len(all)-2)
	due := unconfirmed(t, b, later, len(all)-1)
	for _, p := range due {
		if p.Key == final.Key {
			t.Error("a final settlement is checked again")
		}
		if p.Key == first.Key && (p.Block != 12345 || p.BlockHash != "0xb10c") {
			t.Errorf("the block came back as %+v", p)
		}
	}
}

func revertedEvent(r payment.Reservation) usage.Event {
	e := paidEvent(r)
	e.Outcome = usage.OutcomeReverted
	e.Latency = 0
	return e
}

func testReopen(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	mustSettle(t, s, r)
	p := unconfirmed(t, s, start.Add(time.Minute), 1)[0]

	gone := start.Add(2 * time.Minute)
	other := p
	other.Transaction = "0xother"
	if done, err := s.Revert(t.Context(), other, true, gone, revertedEvent(r)); done || err != nil {
		t.Errorf("Revert of another transaction = %v, %v", done, err)
	}
	if done, err := s.Revert(t.Context(), p, true, gone, revertedEvent(r)); !done || err != nil {
		t.Fatalf("Revert = %v, %v", done, err)
	}
	if done, err := s.Revert(t.Context(), p, true, gone, revertedEvent(r)); done || err != nil {
		t.Errorf("second Revert = %v, %v", done, err)
	}
	e := find(t, s, r.Key)
	if e.Reverted || !e.SettledAt.IsZero() || !e.RevertedAt.Equal(gone) {
		t.Errorf("reopened: %+v", e)
	}
	same(t, "answer", e.Sealed, answer)
	total := route(t, summarize(t, s), r.Route)
	if total.Calls != 1 || total.Paid != 0 || total.Reverted != 1 || total.RevenueUSD != "0" {
		t.Errorf("totals while it is open %+v", total)
	}
	unconfirmed(t, s, start.Add(time.Hour), 0)

	// It is due at once, however young it is.
	found, err := s.Stuck(t.Context(), takeover(gone, start, 10))
	if err != nil || len(found) != 1 {
		t.Fatalf("Stuck = %+v, %v", found, err)
	}
	settleAgain(t, s, r, true)
	settleAgain(t, s, r, false)
	total = route(t, summarize(t, s), r.Route)
	if total.Calls != 1 || total.Paid != 1 || total.Reverted != 0 || total.RevenueUSD != "0.002" {
		t.Errorf("totals after it was settled again %+v", total)
	}
	var outcomes []string
	for _, e := range events(t, s, 0, 10) {
		outcomes = append(outcomes, e.Outcome)
	}
	same(t, "events", outcomes, []string{usage.OutcomePaid, usage.OutcomeReverted, usage.OutcomeResettled})
	unconfirmed(t, s, start.Add(time.Hour), 1)

	// What was learnt of the first settlement says nothing of the second.
	stale := p
	stale.SettledAt = start
	stale.Transaction = "0xstale"
	if err := s.Confirm(t.Context(), []payment.Settlement{stale}); err != nil {
		t.Fatal(err)
	}
	same(t, "transaction", find(t, s, r.Key).Transaction, "0xfeed")

	// Taken back a second time, and never settled again: marked, not forgotten.
	if done, err := s.Revert(t.Context(), p, true, gone, revertedEvent(r)); !done || err != nil {
		t.Fatalf("Revert = %v, %v", done, err)
	}
	if err := s.Forget(t.Context(), r.Key, reconciler); err != nil {
		t.Fatal(err)
	}
	if e := find(t, s, r.Key); e == nil || !e.Reverted {
		t.Errorf("refused after it was paid once: %+v", e)
	}
	if st := standing(t, s); st.Open != 0 || st.Reverted != 1 || !st.LastReverted.Equal(gone) {
		t.Errorf("standing %+v", st)
	}
}

func testRevert(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	r.PurchaseID = "order"
	mustStoreAnswer(t, s, r)
	st := standing(t, s)
	if st.Open != 1 || !st.OldestOpen.Equal(start.Add(time.Second)) || st.Reverted != 0 {
		t.Errorf("standing %+v", st)
	}
	settleAgain(t, s, r, true)
	p := unconfirmed(t, s, start.Add(time.Minute), 1)[0]
	gone := start.Add(time.Hour)
	if done, err := s.Revert(t.Context(), p, false, gone, revertedEvent(r)); !done || err != nil {
		t.Fatalf("Revert = %v, %v", done, err)
	}

	again := r
	again.Owner = random()
	again.PurchaseID = ""
	again.Now = start.Add(100 * time.Hour)
	if e := wantClaim(t, s, again, payment.Reverted); !e.Reverted {
		t.Errorf("entry %+v", e)
	}
	anew := reservation()
	anew.PurchaseID = "order"
	wantClaim(t, s, anew, payment.Claimed) // it was not paid for, so that a new payment may buy it
	total := route(t, summarize(t, s), r.Route)
	if total.Calls != 1 || total.Paid != 0 || total.Reverted != 1 || total.RevenueUSD != "0" {
		t.Errorf("totals %+v", total)
	}
	unconfirmed(t, s, start.Add(1000*time.Hour), 0)
	if found, err := s.Stuck(t.Context(), takeover(gone, gone, 10)); len(found) != 0 || err != nil {
		t.Errorf("Stuck = %+v, %v", found, err)
	}
	if done, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xlate"}, gone, paidEvent(r)); done || err == nil {
		t.Errorf("Settle = %v, %v", done, err)
	}
	if n, err := s.Purge(t.Context(), r.KeepUntil.Add(time.Hour)); n != 2 || err != nil {
		t.Errorf("Purge = %d, %v", n, err)
	}
}
