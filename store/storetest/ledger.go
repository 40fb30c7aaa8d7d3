package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
)

func testEntry(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	r.PurchaseID = "order-7"
	e := wantClaim(t, s, r, payment.Claimed)
	same(t, "reserved entry", e, &payment.Entry{Reservation: r})
	same(t, "found reserved", find(t, s, r.Key), e)

	if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, answer, start.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	e.Sealed = answer
	e.StoredAt = start.Add(time.Second)
	same(t, "found settling", find(t, s, r.Key), e)

	settleAgain(t, s, r, true)
	e.Transaction = "0xfeed"
	e.SettledAt = start.Add(2 * time.Second)
	e.KeepUntil = r.KeepUntil.Add(2 * time.Second) // it is kept from the settlement on
	same(t, "found settled", find(t, s, r.Key), e)

	for _, other := range []payment.Key{{
		Network: "eip155:1",
		Payer:   alice,
		Nonce:   r.Key.Nonce,
	}, {
		Network: network,
		Payer:   bob,
		Nonce:   r.Key.Nonce,
	}, {
		Network: network,
		Payer:   alice,
		Nonce:   random(),
	}} {
		if e := find(t, s, other); e != nil {
			t.Errorf("Find(%v) = %+v, want nothing", other, e)
		}
	}
}

// standingStates are those in which a payment is in the way of another attempt, with the outcome of that attempt.
var standingStates = []struct {
	state string
	reach func(testing.TB, Store, payment.Reservation)
	want  payment.Claim
}{
	{"reserved", mustReserve, payment.InFlight},
	{"settling", mustStoreAnswer, payment.Settling},
	{"settled", mustSettle, payment.Settled},
}

func testRepeats(t *testing.T, open Opener) {
	s := open(t)
	for _, c := range standingStates {
		first := reservation()
		c.reach(t, s, first)
		again := first
		again.Owner = random()
		e := wantClaim(t, s, again, c.want)
		same(t, c.state+": entry is the first one's", e, find(t, s, first.Key))
		again.RequestHash = "hash of another request"
		e = wantClaim(t, s, again, payment.OtherRequest)
		same(t, c.state+": entry for another request", e.Owner, first.Owner)
	}
}

func testPurchase(t *testing.T, open Opener) {
	s := open(t)
	for _, c := range standingStates {
		first := reservation()
		first.PurchaseID = "order " + c.state
		c.reach(t, s, first)

		signedAnew := reservation()
		signedAnew.PurchaseID = first.PurchaseID
		e := wantClaim(t, s, signedAnew, c.want)
		same(t, c.state+": entry is the first payment", e.Key, first.Key)
		if e := find(t, s, signedAnew.Key); e != nil {
			t.Errorf("%s: the new payment was taken too: %+v", c.state, e)
		}
		otherNetwork := signedAnew
		otherNetwork.Key.Network = "eip155:84532"
		wantClaim(t, s, otherNetwork, c.want)

		otherRequest := signedAnew
		otherRequest.RequestHash = "hash of another request"
		wantClaim(t, s, otherRequest, payment.OtherRequest)

		otherPayer := signedAnew
		otherPayer.Key.Payer = bob
		wantClaim(t, s, otherPayer, payment.Claimed)
	}
	// No purchase id is not a purchase id that all share.
	mustReserve(t, s, reservation())
	mustReserve(t, s, reservation())
}

func testPurchaseBeforeKey(t *testing.T, open Opener) {
	s := open(t)
	byKey := reservation()
	byPurchase := reservation()
	byPurchase.PurchaseID = "order"
	mustReserve(t, s, byKey)
	mustSettle(t, s, byPurchase)
	both := byKey
	both.Owner = random()
	both.PurchaseID = byPurchase.PurchaseID
	e := wantClaim(t, s, both, payment.Settled)
	same(t, "entry", e.Key, byPurchase.Key)
}

func testPurchaseBytes(t *testing.T, open Opener) {
	s := open(t)
	for _, id := range []string{"a\x00b", "ab", "a", "\xff\xfe", "☕", " ", strings.Repeat("x", 10_000) + "1", strings.Repeat("x", 10_000) + "2"} {
		r := reservation()
		r.PurchaseID = id
		mustReserve(t, s, r)
		if e := find(t, s, r.Key); e.PurchaseID != id {
			t.Errorf("purchase id %.20q came back as %.20q", id, e.PurchaseID)
		}
		again := reservation()
		again.PurchaseID = id
		wantClaim(t, s, again, payment.InFlight)
	}
}

func testDeadAttempt(t *testing.T, open Opener) {
	s := open(t)
	dead := reservation()
	dead.PurchaseID = "order"
	mustReserve(t, s, dead)

	next := dead
	next.Owner = random()
	next.Now = dead.LeaseUntil
	wantClaim(t, s, next, payment.InFlight) // the lease's last moment

	next.Now = dead.LeaseUntil.Add(1)
	next.LeaseUntil = next.Now.Add(time.Minute)
	wantClaim(t, s, next, payment.Claimed)
	same(t, "owner", find(t, s, dead.Key).Owner, next.Owner)

	// By purchase id, with a new payment and for another request: the dead one was never charged.
	late := reservation()
	late.PurchaseID = "order"
	late.RequestHash = "hash of another request"
	late.Now = next.LeaseUntil.Add(1)
	late.LeaseUntil = late.Now.Add(time.Minute)
	wantClaim(t, s, late, payment.Claimed)
	if e := find(t, s, dead.Key); e != nil {
		t.Errorf("the dead attempt stands: %+v", e)
	}

	// Two dead attempts in the way at once, one by purchase id and one by key.
	byKey := reservation()
	byPurchase := reservation()
	byPurchase.PurchaseID = "two"
	mustReserve(t, s, byKey)
	mustReserve(t, s, byPurchase)
	both := byKey
	both.Owner = random()
	both.PurchaseID = "two"
	both.Now = start.Add(time.Hour)
	wantClaim(t, s, both, payment.Claimed)
	if e := find(t, s, byPurchase.Key); e != nil {
		t.Errorf("the dead purchase stands: %+v", e)
	}

	// What was stored is no dead attempt, however old.
	stored := reservation()
	mustStoreAnswer(t, s, stored)
	stored.Owner = random()
	stored.Now = start.Add(1000 * time.Hour)
	wantClaim(t, s, stored, payment.Settling)
}

func testLostClaim(t *testing.T, open Opener) {
	s := open(t)
	slow := reservation()
	mustReserve(t, s, slow)
	fast := slow
	fast.Owner = random()
	fast.Now = slow.LeaseUntil.Add(1)
	fast.LeaseUntil = fast.Now.Add(time.Minute)
	wantClaim(t, s, fast, payment.Claimed)

	err := s.StoreAnswer(t.Context(), slow.Key, slow.Owner, answer, fast.Now)
	if !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("StoreAnswer of the slow attempt: %v, want ErrLostClaim", err)
	}
	if err := s.Release(t.Context(), slow.Key, slow.Owner); err != nil {
		t.Errorf("Release of the slow attempt: %v", err)
	}
	if err := s.StoreAnswer(t.Context(), fast.Key, fast.Owner, answer, fast.Now); err != nil {
		t.Errorf("StoreAnswer of the fast attempt: %v", err)
	}
	another := []byte("another")
	err = s.StoreAnswer(t.Context(), fast.Key, fast.Owner, another, fast.Now)
	if !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("second StoreAnswer: %v, want ErrLostClaim", err)
	}
	same(t, "answer", find(t, s, fast.Key).Sealed, answer)
	unknown := payment.Key{
		Network: network,
		Payer:   bob,
		Nonce:   random(),
	}
	err = s.StoreAnswer(t.Context(), unknown, "x", answer, start)
	if !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("StoreAnswer of nothing: %v, want ErrLostClaim", err)
	}
}

func testRelease(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	r.PurchaseID = "order"
	mustReserve(t, s, r)
	if err := s.Release(t.Context(), r.Key, "someone else"); err != nil || find(t, s, r.Key) == nil {
		t.Fatalf("a stranger's Release (%v) took the reservation", err)
	}
	if err := s.Release(t.Context(), r.Key, r.Owner); err != nil || find(t, s, r.Key) != nil {
		t.Fatalf("Release: %v, or the reservation is still there", err)
	}
	if err := s.Release(t.Context(), r.Key, r.Owner); err != nil {
		t.Fatalf("second Release: %v", err)
	}
	again := reservation()
	again.PurchaseID = "order"
	mustReserve(t, s, again) // the purchase id is free again

	mustStoreAnswer(t, s, withoutPurchase(r))
	if err := s.Release(t.Context(), r.Key, r.Owner); err != nil || find(t, s, r.Key) == nil {
		t.Fatalf("Release (%v) took a stored payment", err)
	}
}

// withoutPurchase is r without its purchase id.
func withoutPurchase(r payment.Reservation) payment.Reservation {
	r.PurchaseID = ""
	return r
}

func testSettleOnce(t *testing.T, open Opener) {
	a := open(t)
	b := open(t)
	r := reservation()
	mustStoreAnswer(t, a, r)
	settled := make(chan bool, 50)
	together(t, 50, func(ctx context.Context, i int) error {
		s := a
		if i%2 == 1 {
			s = b
		}
		done, err := s.Settle(ctx, r.Key, payment.Transfer{Transaction: "0xfeed"}, start.Add(2*time.Second), paidEvent(r))
		settled <- done
		return err
	})
	close(settled)
	n := 0
	for done := range settled {
		if done {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d of 50 settled it, want 1", n)
	}
	if done, err := a.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xother"}, start.Add(time.Hour), paidEvent(r)); done || err != nil {
		t.Errorf("late Settle = %v, %v", done, err)
	}
	e := find(t, a, r.Key)
	same(t, "transaction", e.Transaction, "0xfeed")
	same(t, "settled at", e.SettledAt, start.Add(2*time.Second))

	all := events(t, a, 0, 10)
	if len(all) != 1 {
		t.Fatalf("%d events, want 1", len(all))
	}
	want := paidEvent(r)
	want.ID = all[0].ID
	same(t, "event", all[0], want)
	total := route(t, summarize(t, a), r.Route)
	if total.Calls != 1 || total.Paid != 1 || total.RevenueUSD != "0.002" {
		t.Errorf("totals %+v", total)
	}
}

func testSettleNeedsDeliver(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	mustReserve(t, s, r)

	for _, key := range []payment.Key{r.Key, {Network: network, Payer: bob, Nonce: random()}} {
		if done, err := s.Settle(t.Context(), key, payment.Transfer{Transaction: "0xfeed"}, start, paidEvent(r)); done || !errors.Is(err, payment.ErrLostClaim) {
			t.Errorf("Settle(%v) = %v, %v; want ErrLostClaim", key, done, err)
		}
	}

	if all := events(t, s, 0, 10); len(all) != 0 {
		t.Errorf("events of payments that were not settled: %+v", all)
	}

	// An event that cannot be recorded leaves the payment as it was.
	if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, answer, start); err != nil {
		t.Fatal(err)
	}

	bad := paidEvent(r)
	bad.PriceUSD = "a lot"
	if _, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xfeed"}, start, bad); !errors.Is(err, usage.ErrInvalidEvent) {
		t.Errorf("Settle with a bad price: %v", err)
	}

	if e := find(t, s, r.Key); !e.SettledAt.IsZero() || e.Transaction != "" {
		t.Errorf("settled without its event: %+v", e)
	}
}

func testReplace(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	mustStoreAnswer(t, s, r)
	replace := func(was, sealed string) bool {
		t.Helper()
		done, err := s.Replace(t.Context(), r.Key, []byte(was), []byte(sealed))
		if err != nil {
			t.Fatal(err)
		}
		return done
	}

	if replace(string(answer), "early") {
		t.Error("the answer of a payment that is settling was replaced")
	}
	if _, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xfeed"}, start, paidEvent(r)); err != nil {
		t.Fatal(err)
	}
	if !replace(string(answer), "second") || replace(string(answer), "third") {
		t.Error("an answer is replaced by the one caller who saw it last")
	}
	same(t, "answer", find(t, s, r.Key).Sealed, []byte("second"))
	if replace("", "third") || replace("another", "third") {
		t.Error("what is not the answer was replaced")
	}
}

func testSent(t *testing.T, open Opener) {
	s := open(t)
	reserved := reservation()
	settling := reservation()
	settled := reservation()
	mustReserve(t, s, reserved)
	mustStoreAnswer(t, s, settling)
	mustSettle(t, s, settled)

	for _, r := range []payment.Reservation{reserved, settling, settled, reservation()} {
		if err := s.Sent(t.Context(), r.Key, r.Owner, "0xbeef"); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sent(t.Context(), settling.Key, "somebody else", "0xdead"); err != nil {
		t.Fatal(err)
	}
	same(t, "reserved: nothing can have been sent", find(t, s, reserved.Key).Transaction, "")
	same(t, "settling", find(t, s, settling.Key).Transaction, "0xbeef")
	same(t, "settled: the one that paid stays", find(t, s, settled.Key).Transaction, "0xfeed")

	settleAgain(t, s, settling, true)
	same(t, "settled by another transaction", find(t, s, settling.Key).Transaction, "0xfeed")
}

func testRefuse(t *testing.T, open Opener) {
	s := open(t)
	reserved := reservation()
	settling := reservation()
	settled := reservation()
	settling.PurchaseID = "order"
	mustReserve(t, s, reserved)
	mustStoreAnswer(t, s, settling)
	mustSettle(t, s, settled)
	err := s.Forget(t.Context(), settling.Key, "somebody else")
	if !errors.Is(err, payment.ErrLostClaim) || find(t, s, settling.Key) == nil {
		t.Errorf("Forget by another owner: %v", err)
	}

	if err := s.Forget(t.Context(), settled.Key, settled.Owner); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("Forget of what is charged: %v", err)
	}

	for _, r := range []payment.Reservation{reserved, settling, reservation()} {
		if err := s.Forget(t.Context(), r.Key, r.Owner); err != nil {
			t.Fatal(err)
		}
	}

	if find(t, s, reserved.Key) == nil || find(t, s, settled.Key) == nil {
		t.Error("Forget took a payment that was not settling")
	}
	if find(t, s, settling.Key) != nil {
		t.Error("Forget left the settling payment")
	}

	again := reservation()
	again.PurchaseID = "order"
	mustReserve(t, s, again)
}
