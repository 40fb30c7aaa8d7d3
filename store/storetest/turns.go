package storetest

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// wantTurn asks for a turn and says what should come of it.
func wantTurn(t *testing.T, s Store, name, holder string, lasts time.Duration, want bool) {
	t.Helper()
	got, err := s.TakeTurn(t.Context(), name, holder, lasts)
	if err != nil || got != want {
		t.Errorf("%s asks for %s: %v, %v; want %v", holder, name, got, err, want)
	}
}

func testTurn(t *testing.T, open Opener) {
	s := open(t)
	other := open(t)
	wantTurn(t, s, "list:a", "one", time.Hour, true)
	wantTurn(t, other, "list:a", "two", time.Hour, false)
	wantTurn(t, other, "list:b", "two", time.Hour, true)
	wantTurn(t, s, "list:a", "one", time.Hour, true)

	// Only who has it gives it back.
	if err := other.EndTurn(t.Context(), "list:a", "two"); err != nil {
		t.Fatal(err)
	}
	wantTurn(t, other, "list:a", "two", time.Hour, false)
	if err := s.EndTurn(t.Context(), "list:a", "one"); err != nil {
		t.Fatal(err)
	}
	wantTurn(t, other, "list:a", "two", time.Hour, true)

	// A holder that died loses it. One that was frozen meanwhile does not get it back.
	wantTurn(t, other, "list:a", "two", -time.Second, true)
	wantTurn(t, s, "list:a", "three", time.Hour, true)
	wantTurn(t, other, "list:a", "two", time.Hour, false)
}

func testTurnRace(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t), open(t)}
	var won atomic.Int64
	var asking sync.WaitGroup
	for i := range 24 {
		asking.Go(func() {
			mine, err := replicas[i%len(replicas)].TakeTurn(t.Context(), "list:a", random(), time.Hour)
			if err != nil {
				t.Error(err)
			}
			if mine {
				won.Add(1)
			}
		})
	}
	asking.Wait()
	same(t, "holders", won.Load(), int64(1))
}

func testSignOut(t *testing.T, open Opener) {
	s := open(t)
	other := open(t)
	want := func(session string, want bool) {
		t.Helper()
		if got, err := other.SignedOut(t.Context(), session); err != nil || got != want {
			t.Errorf("signed out of %s: %v, %v; want %v", session, got, err, want)
		}
	}
	signOut := func(session string, ends, now time.Time) {
		t.Helper()
		if err := s.SignOut(t.Context(), session, ends, now); err != nil {
			t.Error(err)
		}
	}

	want("a", false)
	signOut("a", start.Add(time.Hour), start)
	signOut("a", start.Add(time.Hour), start) // twice is no error
	want("a", true)
	want("b", false)

	signOut("b", start.Add(3*time.Hour), start.Add(2*time.Hour))
	want("b", true)
	want("a", false) // it has ended, and nothing is kept of it
}
