package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/payment"
)

// model is the ledger as its documentation tells it, one caller at a time.
type model struct {
	rows  map[payment.Key]*modelRow
	alive map[string]bool // processes
}

type modelRow struct {
	payment.Reservation
	state        string
	stored       time.Time
	claimedUntil time.Time
	reverted     bool // at some time
}

func (m *model) died(row *modelRow) bool { return row.Process != "" && !m.alive[row.Process] }

func (m *model) reserve(r payment.Reservation) (payment.Claim, payment.Key) {
	var inTheWay []*modelRow
	for _, row := range m.rows {
		if r.PurchaseID != "" && row.PurchaseID == r.PurchaseID {
			inTheWay = append(inTheWay, row)
		}
	}

	if row := m.rows[r.Key]; row != nil {
		inTheWay = append(inTheWay, row)
	}

	for _, row := range inTheWay {
		switch {
		case row.state == "reserved" && (r.Now.After(row.LeaseUntil) || m.died(row)):
			delete(m.rows, row.Key)
		case row.RequestHash != r.RequestHash:
			return payment.OtherRequest, row.Key
		default:
			return map[string]payment.Claim{
				"reserved": payment.InFlight,
				"settling": payment.Settling,
				"settled":  payment.Settled,
				"reverted": payment.Reverted,
			}[row.state], row.Key
		}
	}

	m.rows[r.Key] = &modelRow{Reservation: r, state: "reserved"}
	return payment.Claimed, r.Key
}

// testModel plays random calls on the ledger and on the model, which must agree after each.
func testModel(t *testing.T, open Opener) {
	s := open(t)
	ctx := t.Context()
	rapid.Check(t, func(t *rapid.T) {
		payer := random() // of this round alone
		now := start
		m := &model{
			rows:  map[payment.Key]*modelRow{},
			alive: map[string]bool{},
		}

		first := random()
		second := random()
		process := rapid.SampledFrom([]string{"", first, second})
		key := rapid.Custom(func(t *rapid.T) payment.Key {
			return payment.Key{
				Network: network,
				Payer:   payer,
				Nonce:   rapid.SampledFrom([]string{"0x1", "0x2", "0x3"}).Draw(t, "nonce"),
			}
		})

		owner := rapid.SampledFrom([]string{"o1", "o2", "o3"})
		defer emptyLedger(ctx, s, m)
		t.Repeat(map[string]func(*rapid.T){
			"time passes": func(t *rapid.T) {
				now = now.Add(rapid.SampledFrom([]time.Duration{time.Second, time.Minute, time.Hour}).Draw(t, "by"))
			},
			"reserve": func(t *rapid.T) {
				r := reservation()
				r.Key = key.Draw(t, "key")
				r.Owner = owner.Draw(t, "owner")
				r.Now = now
				r.PurchaseID = rapid.SampledFrom([]string{"", "p1", "p2"}).Draw(t, "purchase")
				r.RequestHash = rapid.SampledFrom([]string{"h1", "h2"}).Draw(t, "request")
				r.Process = process.Draw(t, "process")
				r.LeaseUntil = now.Add(90 * time.Second)
				r.KeepUntil = now.Add(2 * time.Hour)
				claim, e, err := s.Reserve(ctx, r)
				want, wantKey := m.reserve(r)
				if err != nil || claim != want || (e == nil) != (claim == payment.Claimed) {
					t.Fatalf("Reserve = %d, %+v, %v; want %d", claim, e, err, want)
				}
				if e != nil && e.Key != wantKey {
					t.Fatalf("Reserve found %v in the way; want %v", e.Key, wantKey)
				}
			},
			"beat": func(t *rapid.T) {
				name := process.Draw(t, "process")
				lives := rapid.Bool().Draw(t, "lives")
				lasts := time.Hour
				if !lives {
					lasts = -time.Hour
				}
				if err := s.Beat(ctx, name, lasts); err != nil {
					t.Fatal(err)
				}
				m.alive[name] = lives
			},
			"release": func(t *rapid.T) {
				k := key.Draw(t, "key")
				o := owner.Draw(t, "owner")
				if err := s.Release(ctx, k, o); err != nil {
					t.Fatal(err)
				}
				if row := m.rows[k]; row != nil && row.state == "reserved" && row.Owner == o {
					delete(m.rows, k)
				}
			},
			"store": func(t *rapid.T) {
				k := key.Draw(t, "key")
				o := owner.Draw(t, "owner")
				err := s.StoreAnswer(ctx, k, o, answer, now)
				row := m.rows[k]
				if row == nil || row.state != "reserved" || row.Owner != o {
					if !errors.Is(err, payment.ErrLostClaim) {
						t.Fatalf("StoreAnswer: %v, want ErrLostClaim", err)
					}
					return
				}
				row.state = "settling"
				row.stored = now
				if err != nil {
					t.Fatal(err)
				}
			},
			"settle": func(t *rapid.T) {
				k := key.Draw(t, "key")
				done, err := s.Settle(ctx, k, payment.Transfer{Transaction: "0xfeed"}, now, paidEvent(reservation()))
				row := m.rows[k]
				switch {
				case row == nil || row.state == "reserved" || row.state == "reverted":
					if done || !errors.Is(err, payment.ErrLostClaim) {
						t.Fatalf("Settle = %v, %v; want ErrLostClaim", done, err)
					}
				case done != (row.state == "settling") || err != nil:
					t.Fatalf("Settle = %v, %v of a %s payment", done, err, row.state)
				case done:
					row.state = "settled"
					row.KeepUntil = row.KeepUntil.Add(now.Sub(row.Now))
				}
			},
			"revert": func(t *rapid.T) {
				k := key.Draw(t, "key")
				again := rapid.Bool().Draw(t, "again")
				p := payment.Settlement{Key: k, Transaction: "0xfeed"}
				done, err := s.Revert(ctx, p, again, now, revertedEvent(reservation()))
				row := m.rows[k]
				if err != nil || done != (row != nil && row.state == "settled") {
					t.Fatalf("Revert = %v, %v", done, err)
				}
				if !done {
					return
				}
				row.reverted = true
				row.state = "reverted"
				row.PurchaseID = map[bool]string{true: row.PurchaseID}[again]
				if again {
					row.state = "settling"
					row.Process = ""
					row.claimedUntil = time.Time{}
				}
			},
			"refuse": func(t *rapid.T) {
				k := key.Draw(t, "key")
				o := owner.Draw(t, "owner")
				err := s.Forget(ctx, k, o)
				row := m.rows[k]
				mine := row != nil && row.state == "settling" && row.Owner == o
				charged := row != nil && !mine && (row.state == "settling" || row.state == "settled")
				if charged != errors.Is(err, payment.ErrLostClaim) || !charged && err != nil {
					t.Fatalf("Forget: %v of %+v", err, row)
				}
				switch {
				case mine && row.reverted:
					row.state = "reverted"
					row.PurchaseID = ""
				case mine:
					delete(m.rows, k)
				}
			},
			"stuck": func(t *rapid.T) {
				take := takeover(now, now.Add(-time.Minute), 10)
				take.Process = process.Draw(t, "process")
				take.Owner = owner.Draw(t, "owner")
				found, err := s.Stuck(ctx, take)
				if err != nil {
					t.Fatal(err)
				}
				got := map[payment.Key]bool{}
				for _, e := range found {
					got[e.Key] = true
				}
				for k, row := range m.rows {
					old := row.reverted || row.stored.Before(take.OlderThan)
					due := row.state == "settling" && (old && !row.claimedUntil.After(now) || m.died(row))
					if due != got[k] {
						t.Fatalf("%v handed out: %v, want %v", k, got[k], due)
					}
					if due {
						row.claimedUntil = now.Add(time.Minute)
						row.Process = take.Process
						row.Owner = take.Owner
						delete(got, k)
					}
				}
				if len(got) > 0 {
					t.Fatalf("Stuck gave %v besides", got)
				}
			},
			"purge": func(t *rapid.T) {
				n, err := s.Purge(ctx, now)
				if err != nil {
					t.Fatal(err)
				}
				for k, row := range m.rows {
					over := row.state == "settled" || row.state == "reverted"
					dead := row.state == "reserved" && row.LeaseUntil.Before(now)
					if row.KeepUntil.Before(now) && (over || dead) {
						delete(m.rows, k)
						n--
					}
				}
				if n != 0 {
					t.Fatalf("Purge took %d too many", n)
				}
			},
			"": func(t *rapid.T) {
				for _, nonce := range []string{"0x1", "0x2", "0x3"} {
					k := payment.Key{
						Network: network,
						Payer:   payer,
						Nonce:   nonce,
					}
					e, err := s.Find(ctx, k)
					if err != nil {
						t.Fatal(err)
					}
					got := "none"
					want := "none"
					if e != nil {
						got = stateOf(e) + " of " + e.Owner + " buying " + e.RequestHash + " as " + e.PurchaseID
					}
					if row := m.rows[k]; row != nil {
						want = row.state + " of " + row.Owner + " buying " + row.RequestHash + " as " + row.PurchaseID
					}
					if got != want {
						t.Fatalf("%s is %s, want %s", nonce, got, want)
					}
				}
			},
		})
	})
}

func stateOf(e *payment.Entry) string {
	switch {
	case e.Reverted:
		return "reverted"
	case !e.SettledAt.IsZero():
		return "settled"
	case !e.StoredAt.IsZero():
		return "settling"
	default:
		return "reserved"
	}
}

// emptyLedger removes what a round left, for the next round's Stuck and Purge.
func emptyLedger(ctx context.Context, s Store, m *model) {
	for k, row := range m.rows {
		if err := s.Forget(ctx, k, row.Owner); err != nil && row.state != "settled" {
			panic(fmt.Sprint("empty the ledger: ", err))
		}
	}
	if _, err := s.Purge(ctx, start.Add(10_000*time.Hour)); err != nil {
		panic(fmt.Sprint("empty the ledger: ", err))
	}
}
