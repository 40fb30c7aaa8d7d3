package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/payment"
)

// reconciler owns what the tests take over.
const reconciler = "reconciler"

func takeover(now, olderThan time.Time, limit int) payment.Takeover {
	return payment.Takeover{
		Owner:     reconciler,
		Now:       now,
		OlderThan: olderThan,
		For:       time.Minute,
		Limit:     limit,
	}
}

func testStuck(t *testing.T, open Opener) {
	a := open(t)
	b := open(t)
	var all []payment.Reservation
	for range 30 {
		r := reservation()
		mustStoreAnswer(t, a, r) // stored at start+1s
		all = append(all, r)
	}
	mustReserve(t, a, reservation())
	mustSettle(t, a, reservation())

	stuck := func(s Store, now, olderThan time.Time, limit int) []payment.Entry {
		t.Helper()
		found, err := s.Stuck(t.Context(), takeover(now, olderThan, limit))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	stored := start.Add(time.Second)
	if found := stuck(a, stored, stored, 100); len(found) != 0 {
		t.Errorf("%d entries are older than their own time", len(found))
	}
	now := start.Add(time.Hour)
	counts := make(chan payment.Key, 1000)
	together(t, 10, func(ctx context.Context, i int) error {
		s := a
		if i%2 == 1 {
			s = b
		}
		for {
			found, err := s.Stuck(ctx, takeover(now, stored.Add(1), 4))
			if len(found) > 4 {
				return errors.New("more than the limit")
			}
			for _, e := range found {
				if e.Owner != reconciler || !bytes.Equal(e.Sealed, answer) ||
					e.Payload.Authorization.Nonce != e.Key.Nonce {
					return errors.New("incomplete entry")
				}
				counts <- e.Key
			}
			if err != nil || len(found) == 0 {
				return err
			}
		}
	})
	close(counts)
	seen := map[payment.Key]int{}
	for key := range counts {
		seen[key]++
	}
	// A replica that finds all due rows locked by others gets none and stops; the others take them.
	if len(seen) != len(all) {
		t.Errorf("%d of %d entries were handed out", len(seen), len(all))
	}
	for key, n := range seen {
		if n != 1 {
			t.Errorf("%v was handed out %d times", key, n)
		}
	}
	if found := stuck(b, now.Add(time.Minute-1), now, 100); len(found) != 0 {
		t.Errorf("%d entries were handed out twice within the claim", len(found))
	}
	settleAgain(t, a, all[0], true)
	if err := a.Forget(t.Context(), all[1].Key, all[1].Owner); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("who stored it still holds it: %v", err)
	}
	if err := a.Forget(t.Context(), all[1].Key, reconciler); err != nil {
		t.Fatal(err)
	}
	if found := stuck(b, now.Add(time.Minute), now, 100); len(found) != len(all)-2 {
		t.Errorf("%d entries after the claim ran out, want %d", len(found), len(all)-2)
	}
	if found := stuck(b, now.Add(time.Hour), now, 0); len(found) != 0 {
		t.Errorf("limit 0 gave %d", len(found))
	}
}

func testPurge(t *testing.T, open Opener) {
	s := open(t)
	purge := func(now time.Time, want int64) {
		t.Helper()
		if n, err := s.Purge(t.Context(), now); n != want || err != nil {
			t.Errorf("Purge at %v = %d, %v; want %d", now.Sub(start), n, err, want)
		}
	}

	settled := reservation()
	settling := reservation()
	dead := reservation()
	living := reservation()
	living.LeaseUntil = start.Add(1000 * time.Hour)
	mustSettle(t, s, settled)
	mustStoreAnswer(t, s, settling)
	mustReserve(t, s, dead)
	mustReserve(t, s, living)
	purge(dead.KeepUntil, 0)
	purge(dead.KeepUntil.Add(1), 1)

	// Settling took two seconds, and what was paid for is kept from then on.
	purge(settled.KeepUntil.Add(2*time.Second), 0)
	purge(settled.KeepUntil.Add(2*time.Second+1), 1)

	for _, r := range []payment.Reservation{settled, dead} {
		if find(t, s, r.Key) != nil {
			t.Error("a purged payment is still there")
		}
	}

	for _, r := range []payment.Reservation{settling, living} {
		if find(t, s, r.Key) == nil {
			t.Error("Purge took a payment whose end is open")
		}
	}

	purge(living.LeaseUntil.Add(1), 1)
}

// testLateSettlement: a payment that stayed open for longer than it is kept must not be gone the moment it is paid.
func testLateSettlement(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	mustStoreAnswer(t, s, r)
	paid := r.KeepUntil.Add(100 * time.Hour)
	if done, err := s.Settle(t.Context(), r.Key, payment.Transfer{Transaction: "0xfeed"}, paid, paidEvent(r)); !done || err != nil {
		t.Fatalf("Settle = %v, %v", done, err)
	}
	if n, err := s.Purge(t.Context(), paid.Add(r.KeepUntil.Sub(start))); n != 0 || err != nil {
		t.Errorf("Purge = %d, %v", n, err)
	}
	same(t, "the time to keep", find(t, s, r.Key).KeepUntil, paid.Add(r.KeepUntil.Sub(start)))
}

// testForget keeps the payment and forgets what it bought.
func testForget(t *testing.T, open Opener) {
	s := open(t)
	const after = 15 * time.Minute
	brief := reservation()
	brief.ForgetAfter = after
	brief.PurchaseID = "order"
	owed := reservation()
	owed.ForgetAfter = after
	usual := reservation()
	mustSettle(t, s, brief) // settled at start+2s
	mustStoreAnswer(t, s, owed)
	mustSettle(t, s, usual)
	purge := func(now time.Time) {
		t.Helper()
		if n, err := s.Purge(t.Context(), now); n != 0 || err != nil {
			t.Fatalf("Purge deleted %d, %v", n, err)
		}
	}

	over := start.Add(2*time.Second + after)
	before := find(t, s, brief.Key)
	same(t, "how long it is kept", before.ForgetAfter, after)
	purge(over)
	same(t, "at the last moment", find(t, s, brief.Key), before)

	purge(over.Add(1))
	want := *before
	want.RequestHash = ""
	want.Sealed = nil
	same(t, "forgotten", find(t, s, brief.Key), &want)
	for why, r := range map[string]payment.Reservation{"open settlement": owed, "route that keeps": usual} {
		if e := find(t, s, r.Key); e.RequestHash == "" || len(e.Sealed) == 0 {
			t.Errorf("%s: forgotten too", why)
		}
	}

	again := brief
	again.Owner = random()
	wantClaim(t, s, again, payment.Settled)
	signedAnew := reservation()
	signedAnew.PurchaseID = brief.PurchaseID
	same(t, "the purchase is known", wantClaim(t, s, signedAnew, payment.Settled).Key, brief.Key)
	again.Route = "GET /another"
	wantClaim(t, s, again, payment.OtherRequest)

	// Settled late, it is kept from then on.
	if _, err := s.Settle(t.Context(), owed.Key, payment.Transfer{Transaction: "0xfeed"}, over.Add(time.Hour), paidEvent(owed)); err != nil {
		t.Fatal(err)
	}
	purge(over.Add(time.Hour + after))
	if e := find(t, s, owed.Key); len(e.Sealed) == 0 {
		t.Error("forgotten before its time")
	}
}

// testSurvives opens the database again while the first is never closed, as a killed process leaves it.
func testSurvives(t *testing.T, open Opener) {
	lost := open(t)
	reserved := reservation()
	settling := reservation()
	settled := reservation()
	mustReserve(t, lost, reserved)
	mustStoreAnswer(t, lost, settling)
	mustSettle(t, lost, settled)
	s := open(t)
	for _, r := range []payment.Reservation{reserved, settling, settled} {
		same(t, "entry", find(t, s, r.Key), find(t, lost, r.Key))
	}

	again := reserved
	again.Owner = random()
	again.Now = reserved.LeaseUntil.Add(1)
	wantClaim(t, s, again, payment.Claimed)
	err := lost.StoreAnswer(t.Context(), reserved.Key, reserved.Owner, answer, start)
	if !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("the lost process stored: %v", err)
	}

	stuck, err := s.Stuck(t.Context(), takeover(start.Add(time.Hour), start.Add(time.Hour), 10))
	if err != nil || len(stuck) != 1 || stuck[0].Key != settling.Key {
		t.Fatalf("Stuck = %+v, %v", stuck, err)
	}

	settleAgain(t, s, settling, true)
	settleAgain(t, s, settled, false)
	if n := len(events(t, s, 0, 10)); n != 2 {
		t.Errorf("%d events, want 2", n)
	}
}

func testAnswers(t *testing.T, open Opener) {
	s := open(t)
	noise := make([]byte, 3<<20)
	rand.Read(noise) // never fails

	for name, body := range map[string][]byte{
		"none": nil, "one byte": {0}, "text": []byte("naïve ☕ \x00 𝔘"), "invalid UTF-8": {0xff, 0xfe, 0},
		"large text": []byte(strings.Repeat(`{"title":"☕","n":1}`, 300_000)), "large noise": noise, "at the edge": bytes.Repeat([]byte("a"), 1024),
	} {
		r := reservation()
		mustReserve(t, s, r)
		if err := s.StoreAnswer(t.Context(), r.Key, r.Owner, body, start); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		settleAgain(t, s, r, true)
		if got := find(t, s, r.Key).Sealed; !bytes.Equal(got, body) {
			t.Errorf("%s: %d bytes came back as %d", name, len(body), len(got))
		}
	}
}
