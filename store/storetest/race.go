package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/payment"
)

const crowd = 200

// raceReserve lets a crowd reserve on two replicas at once. One must win.
func raceReserve(t *testing.T, open Opener, attempt func(i int) payment.Reservation) {
	t.Helper()
	replicas := []Store{open(t), open(t)}
	var mu sync.Mutex
	var won []payment.Reservation

	together(t, crowd, func(ctx context.Context, i int) error {
		r := attempt(i)
		claim, e, err := replicas[i%2].Reserve(ctx, r)
		if err != nil {
			return err
		}
		mu.Lock()
		defer mu.Unlock()
		switch claim {
		case payment.Claimed:
			won = append(won, r)
		case payment.InFlight:
			if e == nil || e.Owner == r.Owner {
				return errors.New("in flight without the one in the way")
			}
		default:
			return fmt.Errorf("claim %d", claim)
		}
		return nil
	})

	if len(won) != 1 {
		t.Fatalf("%d of %d claimed it, want 1", len(won), crowd)
	}
	if e := find(t, replicas[0], won[0].Key); e == nil || e.Owner != won[0].Owner {
		t.Fatalf("the winner does not hold it: %+v", e)
	}
}

func testReserveRace(t *testing.T, open Opener) {
	r := reservation()
	raceReserve(t, open, func(int) payment.Reservation {
		r := r
		r.Owner = random()
		return r
	})
}

func testPurchaseRace(t *testing.T, open Opener) {
	raceReserve(t, open, func(int) payment.Reservation {
		r := reservation()
		r.PurchaseID = "order"
		return r
	})
}

func testDeadRace(t *testing.T, open Opener) {
	s := open(t)
	byKey := reservation()
	byPurchase := reservation()
	byPurchase.PurchaseID = "order"
	mustReserve(t, s, byKey)
	mustReserve(t, s, byPurchase)
	raceReserve(t, open, func(i int) payment.Reservation {
		r := byKey
		r.Owner = random()
		r.PurchaseID = "order"
		r.Now = start.Add(time.Hour)
		r.LeaseUntil = r.Now.Add(time.Hour)
		return r
	})
}

// testLifeRace lets a crowd send one payment until each of them has the answer, while some attempts fail.
func testLifeRace(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t)}
	r := reservation()
	together(t, crowd, func(ctx context.Context, i int) error {
		s := replicas[i%2]
		r := r
		r.Owner = random()
		for {
			claim, _, err := s.Reserve(ctx, r)
			if err != nil {
				return err
			}
			switch claim {
			case payment.Settled:
				return nil
			case payment.Claimed:
				if i%3 != 0 { // a failed handler
					if err := s.Release(ctx, r.Key, r.Owner); err != nil {
						return err
					}
					i = 0
					continue
				}
				if err := s.StoreAnswer(ctx, r.Key, r.Owner, answer, start); err != nil {
					return err
				}
				if done, err := s.Settle(ctx, r.Key, payment.Transfer{Transaction: "0xfeed"}, start, paidEvent(r)); err != nil || !done {
					return fmt.Errorf("settled %v: %w", done, err)
				}
			case payment.InFlight, payment.Settling:
				time.Sleep(time.Millisecond)
			default:
				return fmt.Errorf("claim %d", claim)
			}
		}
	})

	if n := len(events(t, replicas[0], 0, 10)); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}
