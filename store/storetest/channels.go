package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/channel"
)

// newChannel is a channel of alice's in the ledger with this balance, and nothing charged.
func newChannel(t testing.TB, s Store, balance string) *payment.Channel {
	t.Helper()
	c := &payment.Channel{
		Key: payment.ChannelKey{
			Network: network,
			ID:      random(),
		},
		Config: channel.Config{
			Payer:         common.HexToAddress(alice),
			Receiver:      common.HexToAddress(bob),
			WithdrawDelay: 900,
			Salt:          common.HexToHash(random()),
		},
		Decimals: 6,
		Chain: channel.State{
			Balance: *uint256.MustFromDecimal(balance),
			Block:   100,
		},
	}

	if err := s.Adopt(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return c
}

func reserveChannel(
	t testing.TB, s Store, c *payment.Channel, charged uint64, r payment.Reservation,
) payment.ChannelClaim {
	t.Helper()
	claim, _, _, err := s.ReserveChannel(t.Context(), channelReservation(c, charged, r))
	if err != nil {
		t.Fatal(err)
	}
	return claim
}

func channelReservation(c *payment.Channel, charged uint64, r payment.Reservation) payment.ChannelReservation {
	return payment.ChannelReservation{
		Reservation: r,
		Channel:     c.Key,
		Config:      c.Config,
		Charged:     *uint256.NewInt(charged),
		Lease:       time.Minute,
	}
}

func wantOutcome(t testing.TB, what string, got, want payment.ChannelClaim) {
	t.Helper()
	if got != want {
		t.Errorf("%s: outcome %d, want %d", what, got, want)
	}
}

// charge is the end of a call of r that cost so much, by one who has seen the channel as it is.
func charge(t testing.TB, s Store, c *payment.Channel, r payment.Reservation, before, after uint64) payment.Charge {
	t.Helper()
	return payment.Charge{
		Reservation: r,
		Channel:     c.Key,
		Seen:        channelNow(t, s, c),
		Before:      *uint256.NewInt(before),
		After:       *uint256.NewInt(after),
		Signature:   []byte("voucher"),
		Sealed:      answer,
		Now:         start.Add(time.Second),
		Event:       paidEvent(r),
	}
}

func channelNow(t testing.TB, s Store, c *payment.Channel) *payment.Channel {
	t.Helper()
	now, err := s.Channel(t.Context(), c.Key)
	if err != nil || now == nil {
		t.Fatalf("Channel = %v, %v", now, err)
	}
	return now
}

// isJustNow says that a time is that of a few moments ago, by the ledger's clock.
func isJustNow(c *payment.Channel, at time.Time) bool {
	age := c.ReadAt.Sub(at)
	return age >= 0 && age < time.Hour
}

func testChannelKept(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "340282366920938463463374607431768211455")
	c.Chain.Withdrawal = time.Unix(1_770_000_000, 0).UTC()
	c.Chain.Waiting = *uint256.NewInt(77)
	c.Chain.RefundNonce = *uint256.NewInt(5)
	c.Chain.Block++
	if _, err := s.Sync(t.Context(), c.Key, c.Chain); err != nil {
		t.Fatal(err)
	}

	got := channelNow(t, open(t), c)
	if got.Key != c.Key || got.Config != c.Config || got.Chain != c.Chain || got.Decimals != 6 ||
		!got.IsFresh(time.Hour) {
		t.Errorf("%+v came back as %+v", c, got)
	}
	if none, err := s.Channel(t.Context(), payment.ChannelKey{Network: network, ID: "0x0"}); none != nil || err != nil {
		t.Errorf("a channel that is not there: %v, %v", none, err)
	}
	claim := reserveChannel(t, s, &payment.Channel{}, 0, reservation())
	wantOutcome(t, "a channel that is not there", claim, payment.ChannelUnknown)
}

func testChannelReservedOnce(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	first := reservation()
	second := reservation()
	wantOutcome(t, "the first", reserveChannel(t, s, c, 0, first), payment.ChannelReserved)
	wantOutcome(t, "the second", reserveChannel(t, s, c, 0, second), payment.ChannelBusy)
	if err := s.ReleaseChannel(t.Context(), c.Key, second.Owner); err != nil {
		t.Fatal(err)
	}
	wantOutcome(t, "after another's release", reserveChannel(t, s, c, 0, second), payment.ChannelBusy)
	if err := s.ReleaseChannel(t.Context(), c.Key, first.Owner); err != nil {
		t.Fatal(err)
	}
	wantOutcome(t, "another sum", reserveChannel(t, s, c, 1000, second), payment.ChannelMismatch)
	wantOutcome(t, "after the release", reserveChannel(t, s, c, 0, second), payment.ChannelReserved)

	if err := s.ReleaseChannel(t.Context(), c.Key, second.Owner); err != nil {
		t.Fatal(err)
	}
	short := channelReservation(c, 0, second)
	short.Lease = 0
	if claim, _, _, err := s.ReserveChannel(t.Context(), short); err != nil || claim != payment.ChannelReserved {
		t.Fatalf("for no time: %d, %v", claim, err)
	}
	time.Sleep(time.Millisecond) // by the ledger's clock, whatever the attempt's says
	late := reservation()
	late.Now = start.Add(-24 * time.Hour)
	wantOutcome(t, "after the lease", reserveChannel(t, s, c, 0, late), payment.ChannelReserved)
	if _, err := s.Charge(t.Context(), charge(t, s, c, second, 0, 1000)); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("the one who lost it charges: %v", err)
	}
}

func testChannelOfDeadProcess(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	dead := reservation()
	dead.Process = "dead"
	if err := s.Beat(t.Context(), dead.Process, time.Hour); err != nil {
		t.Fatal(err)
	}
	wantOutcome(t, "the first", reserveChannel(t, s, c, 0, dead), payment.ChannelReserved)
	wantOutcome(t, "while it lives", reserveChannel(t, s, c, 0, reservation()), payment.ChannelBusy)
	if err := s.TakeOver(t.Context(), "another"); err != nil {
		t.Fatal(err)
	}
	wantOutcome(t, "after its death", reserveChannel(t, s, c, 0, reservation()), payment.ChannelReserved)
}

func testCharge(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	r := reservation()
	r.PurchaseID = "order 1"
	wantOutcome(t, "the first", reserveChannel(t, s, c, 0, r), payment.ChannelReserved)
	if got, err := s.Charge(t.Context(), charge(t, s, c, r, 0, 2000)); err != nil || got.Charged.Uint64() != 2000 {
		t.Fatalf("Charge = %v, %v", got, err)
	}

	s = open(t)
	now := channelNow(t, s, c)
	if now.Charged.Uint64() != 2000 || string(now.Signature) != "voucher" || now.Unclaimed().Uint64() != 2000 ||
		now.Lease.Owner != "" || !isJustNow(now, now.UnclaimedSince) {
		t.Errorf("the channel is %+v", now)
	}
	e, err := s.Find(t.Context(), r.Key)
	if err != nil || e == nil || string(e.Sealed) != string(answer) || e.SettledAt.IsZero() {
		t.Fatalf("the payment is %+v, %v", e, err)
	}
	claim, e, _, err := s.ReserveChannel(t.Context(), channelReservation(c, 0, r))
	if err != nil || claim != payment.ChannelBought || e.Key != r.Key {
		t.Errorf("the same once more: %d, %v, %v", claim, e, err)
	}
	named := reservation()
	named.PurchaseID = r.PurchaseID
	claim, e, _, err = s.ReserveChannel(t.Context(), channelReservation(c, 2000, named))
	if err != nil || claim != payment.ChannelBought || e.Key != r.Key {
		t.Errorf("the purchase by another voucher: %d, %v, %v", claim, e, err)
	}
	due, err := s.Unconfirmed(t.Context(), start.Add(time.Hour), time.Minute, 10)
	if err != nil || len(due) != 0 {
		t.Errorf("charges are looked for on the chain: %v, %v", due, err)
	}
	usage, err := s.Events(t.Context(), 0, 10)
	if err != nil || len(usage) != 1 {
		t.Errorf("events %v, %v", usage, err)
	}
}

func testChargeWhole(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	other := newChannel(t, s, "5000")
	one := reservation()
	two := reservation()
	one.PurchaseID = "the same order"
	two.PurchaseID = one.PurchaseID
	wantOutcome(t, "one", reserveChannel(t, s, c, 0, one), payment.ChannelReserved)
	wantOutcome(t, "two", reserveChannel(t, s, other, 0, two), payment.ChannelReserved)
	if _, err := s.Charge(t.Context(), charge(t, s, c, one, 0, 1000)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Charge(t.Context(), charge(t, s, other, two, 0, 1000)); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("one order was charged twice: %v", err)
	}
	if now := channelNow(t, s, other); !now.Charged.IsZero() || now.Signature != nil {
		t.Errorf("the other channel was charged: %+v", now)
	}

	wantOutcome(t, "next", reserveChannel(t, s, c, 1000, reservation()), payment.ChannelReserved)
	wrong := charge(t, s, c, reservation(), 1000, 2000)
	if _, err := s.Charge(t.Context(), wrong); !errors.Is(err, payment.ErrLostClaim) {
		t.Errorf("one who does not hold it charges: %v", err)
	}
}

// testChargeUnseen charges by callers who have seen an outdated channel, or none at all.
func testChargeUnseen(t *testing.T, open Opener) {
	s := open(t)
	for why, meanwhile := range map[string]func(c *payment.Channel, seen *payment.Charge){
		"not seen": func(_ *payment.Channel, seen *payment.Charge) { seen.Seen = nil },
		"the chain was asked": func(c *payment.Channel, _ *payment.Charge) {
			state := c.Chain
			state.Block++
			state.Balance = *uint256.NewInt(2500)
			if _, err := s.Sync(t.Context(), c.Key, state); err != nil {
				t.Fatal(err)
			}
		},
		"another sum was seen": func(_ *payment.Channel, seen *payment.Charge) {
			seen.Seen.Charged = *uint256.NewInt(1)
		},
	} {
		t.Run(why, func(t *testing.T) {
			before, err := s.ChannelStanding(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			c := newChannel(t, s, "2500")
			r := reservation()
			wantOutcome(t, "a call", reserveChannel(t, s, c, 0, r), payment.ChannelReserved)
			end := charge(t, s, c, r, 0, 1000)
			meanwhile(c, &end)
			if got, err := s.Charge(t.Context(), end); err != nil || got.Charged.Uint64() != 1000 {
				t.Fatalf("Charge = %+v, %v", got, err)
			}

			now := channelNow(t, s, c)
			if now.Charged.Uint64() != 1000 || now.Chain.Balance.Uint64() != 2500 || now.Lease.Owner != "" {
				t.Errorf("the channel is %+v", now)
			}
			after, err := s.ChannelStanding(t.Context())
			if err != nil || after.Unclaimed != before.Unclaimed+1000 || after.Owing != before.Owing+1 {
				t.Errorf("%+v, %v; before %+v", after, err, before)
			}
			if _, err := s.Charge(t.Context(), end); !errors.Is(err, payment.ErrLostClaim) {
				t.Errorf("charged once more: %v", err)
			}
		})
	}
}

// testChannelStale has callers who want channels of which was heard lately.
func testChannelStale(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	time.Sleep(time.Millisecond)
	w := channelReservation(c, 0, reservation())
	w.Fresh = time.Nanosecond
	claim, _, row, err := s.ReserveChannel(t.Context(), w)
	if err != nil || claim != payment.ChannelStale || row == nil || row.Lease.Owner != "" {
		t.Errorf("one that was synced before: %d, %+v, %v", claim, row, err)
	}
	w.Fresh = time.Hour
	claim, _, row, err = s.ReserveChannel(t.Context(), w)
	if err != nil || claim != payment.ChannelReserved || row.Config != c.Config || row.Chain != c.Chain ||
		row.Lease.Owner != w.Owner || row.Decimals != c.Decimals || !isJustNow(row, row.SyncedAt) {
		t.Errorf("one that was synced just then: %d, %+v, %v", claim, row, err)
	}
	stored := channelNow(t, s, c)
	stored.ReadAt = row.ReadAt
	if !reflect.DeepEqual(stored, row) {
		t.Errorf("held %+v, stored %+v", row, stored)
	}

	other := newChannel(t, s, "5000")
	claim, _, row, err = s.ReserveChannel(t.Context(), channelReservation(other, 1, reservation()))
	if err != nil || claim != payment.ChannelMismatch || row == nil || row.Key != other.Key {
		t.Errorf("another sum: %d, %+v, %v", claim, row, err)
	}
}

// testHoldFindsExact has the place of a voucher, or of its purchase, taken by an exact payment.
func testHoldFindsExact(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	exact := reservation()
	exact.PurchaseID = "one order"
	if claim, _, err := s.Reserve(t.Context(), exact); err != nil || claim != payment.Claimed {
		t.Fatalf("Reserve = %v, %v", claim, err)
	}

	named := reservation()
	named.PurchaseID = exact.PurchaseID
	same := reservation()
	same.Key = exact.Key

	for why, r := range map[string]payment.Reservation{"the purchase": named, "the key": same} {
		claim, entry, _, err := s.ReserveChannel(t.Context(), channelReservation(c, 0, r))
		if err != nil || claim != payment.ChannelBought || entry == nil || entry.Key != exact.Key {
			t.Errorf("%s: %d, %v, %v", why, claim, entry, err)
		}
	}

	wantOutcome(t, "another", reserveChannel(t, s, c, 0, reservation()), payment.ChannelReserved)
}

func testSync(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	old := c.Chain
	old.Block = 99
	old.Balance = *uint256.NewInt(1)
	if now, err := s.Sync(t.Context(), c.Key, old); err != nil || now.Chain.Balance.Uint64() != 5000 {
		t.Errorf("an older block: %+v, %v", now, err)
	}
	claimed := c.Chain
	claimed.Block = 101
	claimed.Claimed = *uint256.NewInt(3000)
	now, err := s.Sync(t.Context(), c.Key, claimed)
	if err != nil || now.Charged.Uint64() != 3000 || !now.Unclaimed().IsZero() {
		t.Errorf("claimed under an earlier ledger: %+v, %v", now, err)
	}
}

func testChannelRefund(t *testing.T, open Opener) {
	s := open(t)
	c := newChannel(t, s, "5000")
	begin := func(charged uint64) (payment.ChannelClaim, *payment.Channel) {
		claim, now, err := s.BeginRefund(t.Context(), c.Key, *uint256.NewInt(charged), time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		return claim, now
	}
	r := reservation()
	wantOutcome(t, "a call", reserveChannel(t, s, c, 0, r), payment.ChannelReserved)
	claim, _ := begin(0)
	wantOutcome(t, "a refund at the same time", claim, payment.ChannelBusy)
	if _, err := s.Charge(t.Context(), charge(t, s, c, r, 0, 2000)); err != nil {
		t.Fatal(err)
	}

	claim, _ = begin(0)
	wantOutcome(t, "another sum", claim, payment.ChannelMismatch)
	claim, now := begin(2000)
	wantOutcome(t, "all that is free", claim, payment.ChannelReserved)
	if !now.Refund.Open || now.Refund.Amount.Uint64() != 3000 {
		t.Errorf("refund %+v", now.Refund)
	}
	wantOutcome(t, "a call meanwhile", reserveChannel(t, s, c, 2000, reservation()), payment.ChannelBusy)
	if now, err := s.EndRefund(t.Context(), c.Key, *uint256.NewInt(9), "0x1"); err != nil || !now.Refund.Open {
		t.Errorf("the end of another refund: %+v, %v", now, err)
	}
	if now, err := s.EndRefund(t.Context(), c.Key, now.Refund.Nonce, "0x1"); err != nil || now.Refund.Open {
		t.Errorf("its end: %+v, %v", now, err)
	}
	wantOutcome(t, "a call afterwards", reserveChannel(t, s, c, 2000, reservation()), payment.ChannelReserved)
}

func testWatched(t *testing.T, open Opener) {
	s := open(t)
	quiet := newChannel(t, s, "5000")
	c := newChannel(t, s, "5000")
	r := reservation()
	wantOutcome(t, "a call", reserveChannel(t, s, c, 0, r), payment.ChannelReserved)
	if _, err := s.Charge(t.Context(), charge(t, s, c, r, 0, 2000)); err != nil {
		t.Fatal(err)
	}

	watched := func(claimFor time.Duration) []payment.Channel {
		due, err := s.Watched(t.Context(), claimFor, 10)
		if err != nil {
			t.Fatal(err)
		}
		return due
	}
	again := func(at time.Time) {
		if err := s.WatchAgain(t.Context(), c.Key, *uint256.NewInt(2000), at, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if due := watched(time.Minute); len(due) != 1 || due[0].Key != c.Key || due[0].Charged.Uint64() != 2000 {
		t.Fatalf("due are %+v", due)
	}
	if due := watched(time.Minute); len(due) != 0 {
		t.Errorf("handed out twice: %+v", due)
	}
	again(time.Now().Add(-time.Second))
	if due := watched(0); len(due) != 1 {
		t.Errorf("one whose time has come is not looked at")
	}
	again(time.Time{})
	time.Sleep(time.Millisecond)
	if due := watched(time.Minute); len(due) != 1 {
		t.Errorf("one that is owed something is not looked at any more")
	}
	again(time.Now().Add(24 * time.Hour)) // by a clock that was wrong
	if due := watched(0); len(due) != 1 {
		t.Errorf("one that is due in the future only is not looked at")
	}

	claimed := channelNow(t, s, c).Chain
	claimed.Block++
	claimed.Claimed = *uint256.NewInt(2000)
	if _, err := s.Sync(t.Context(), c.Key, claimed); err != nil {
		t.Fatal(err)
	}
	again(time.Time{})
	if due := watched(time.Minute); len(due) != 0 {
		t.Errorf("all is claimed, and due are %+v", due)
	}
	wantOutcome(t, "the quiet one", reserveChannel(t, s, quiet, 0, reservation()), payment.ChannelReserved)
}

func testChannelStanding(t *testing.T, open Opener) {
	s := open(t)
	newChannel(t, s, "5000")
	c := newChannel(t, s, "1500")
	r := reservation()
	wantOutcome(t, "a call", reserveChannel(t, s, c, 0, r), payment.ChannelReserved)

	if _, err := s.Charge(t.Context(), charge(t, s, c, r, 0, 2000)); err != nil {
		t.Fatal(err)
	}
	got, err := s.ChannelStanding(t.Context())
	want := payment.ChannelStanding{
		Open:         1,
		Unclaimed:    2000,
		Owing:        1,
		OldestCharge: channelNow(t, s, c).UnclaimedSince,
		Short:        1,
	}

	if err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}

// testChannelRace has many attempts on one channel, with replicas of the store: each sum is charged once.
func testChannelRace(t *testing.T, open Opener) {
	replicas := []Store{open(t), open(t)}
	c := newChannel(t, replicas[0], "1000000")
	const rounds, width = 8, 6
	for round := range uint64(rounds) {
		var charged atomic.Int64
		var all sync.WaitGroup
		for i := range width {
			s := replicas[i%len(replicas)]
			all.Go(func() {
				r := reservation()
				r.RequestHash = fmt.Sprint("call ", i)
				claim, _, _, err := s.ReserveChannel(t.Context(), channelReservation(c, round*1000, r))
				if err != nil {
					t.Error(err)
				}
				if err != nil || claim != payment.ChannelReserved {
					return
				}
				if _, err := s.Charge(t.Context(), charge(t, s, c, r, round*1000, round*1000+1000)); err != nil {
					t.Error(err)
					return
				}
				charged.Add(1)
			})
		}
		all.Wait()
		if charged.Load() != 1 {
			t.Fatalf("round %d: charged %d times", round, charged.Load())
		}
	}

	if now := channelNow(t, replicas[0], c); now.Charged.Uint64() != rounds*1000 {
		t.Errorf("charged %s", now.Charged.Dec())
	}
}
