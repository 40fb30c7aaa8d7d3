package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/farebox/farebox/payment"
)

// beat lets a process live for an hour, or calls it dead.
func beat(t testing.TB, s Store, process string, alive bool) {
	t.Helper()
	lasts := time.Hour
	if !alive {
		lasts = -time.Hour
	}
	if err := s.Beat(t.Context(), process, lasts); err != nil {
		t.Fatal(err)
	}
}

func testDeadProcess(t *testing.T, open Opener) {
	s := open(t)
	other := open(t)
	held := reservation()
	held.Process = random()
	held.PurchaseID = "order"
	beat(t, s, held.Process, true)
	mustReserve(t, s, held)

	next := held
	next.Owner = random()
	next.Process = random()
	beat(t, other, next.Process, true)
	wantClaim(t, other, next, payment.InFlight)

	beat(t, s, held.Process, false)
	wantClaim(t, other, next, payment.Claimed)
	same(t, "owner", find(t, s, held.Key).Owner, next.Owner)
	same(t, "process", find(t, s, held.Key).Process, next.Process)

	// The first process was frozen and goes on. It holds nothing any more, although it lives.
	beat(t, s, held.Process, true)
	if err := s.StoreAnswer(t.Context(), held.Key, held.Owner, answer, start); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("StoreAnswer of the frozen process: %v, want ErrLostClaim", err)
	}
	if err := s.Release(t.Context(), held.Key, held.Owner); err != nil {
		t.Error(err)
	}
	wantClaim(t, s, held, payment.InFlight)

	// A process that was never heard of is dead, and a hanging attempt of a living one is, too.
	unheard := reservation()
	unheard.Process = random()
	mustReserve(t, s, unheard)
	unheard.Owner = random()
	wantClaim(t, s, unheard, payment.Claimed)
	hangs := next
	hangs.Owner = random()
	hangs.Now = next.LeaseUntil.Add(1)
	wantClaim(t, s, hangs, payment.Claimed)
}

func testTakeOver(t *testing.T, open Opener) {
	s := open(t)
	before := reservation()
	now := reservation()
	before.Process = random()
	now.Process = random()
	for _, r := range []payment.Reservation{before, now} {
		beat(t, s, r.Process, true)
		mustReserve(t, s, r)
	}
	if err := s.TakeOver(t.Context(), now.Process); err != nil {
		t.Fatal(err)
	}
	before.Owner = random()
	wantClaim(t, s, before, payment.Claimed)
	now.Owner = random()
	wantClaim(t, s, now, payment.InFlight)
}

func testDeadSettlement(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	r.Process = random()
	beat(t, s, r.Process, true)
	mustStoreAnswer(t, s, r)

	take := takeover(start.Add(2*time.Second), start, 10)
	take.Process = random()
	stuck := func(want int) {
		t.Helper()
		if found, err := s.Stuck(t.Context(), take); len(found) != want || err != nil {
			t.Errorf("Stuck = %d, %v; want %d", len(found), err, want)
		}
	}
	stuck(0)
	beat(t, s, r.Process, false)
	beat(t, s, take.Process, true)
	stuck(1)
	stuck(0) // the next process lives
	beat(t, s, take.Process, false)
	take.Process = random()
	beat(t, s, take.Process, true)
	stuck(1) // and died within its claim
}

func testTakeOne(t *testing.T, open Opener) {
	s := open(t)
	r := reservation()
	other := reservation()
	for _, r := range []*payment.Reservation{&r, &other} {
		r.Process = random()
		beat(t, s, r.Process, true)
		mustStoreAnswer(t, s, *r)
	}

	take := takeover(start.Add(2*time.Second), start, 0)
	take.Key = r.Key
	take.Process = other.Process
	if found, err := s.Stuck(t.Context(), take); len(found) != 0 || err != nil {
		t.Errorf("a living replica's: %d, %v", len(found), err)
	}
	take.Process = r.Process
	if found, err := s.Stuck(t.Context(), take); len(found) != 1 || err != nil || found[0].Key != r.Key {
		t.Errorf("one's own: %+v, %v", found, err)
	}
	if found, err := s.Stuck(t.Context(), take); len(found) != 0 || err != nil {
		t.Errorf("claimed already: %+v, %v", found, err)
	}
	if err := s.Postpone(t.Context(), r.Key, r.Owner, start); err != nil {
		t.Error(err)
	}
	if found, err := s.Stuck(t.Context(), take); len(found) != 0 || err != nil {
		t.Errorf("given back by somebody else: %+v, %v", found, err)
	}
	if err := s.Postpone(t.Context(), r.Key, reconciler, take.Now.Add(1)); err != nil {
		t.Error(err)
	}
	take.Now = take.Now.Add(1)
	if found, err := s.Stuck(t.Context(), take); len(found) != 1 || err != nil {
		t.Errorf("given back: %+v, %v", found, err)
	}
}
