package payment

import (
	"fmt"
	"testing"
	"time"

	"github.com/shopspring/decimal"
)

func TestPayerHasABoundOnRequestsUnderWay(t *testing.T) {
	ps, now := newPayers(2), time.Unix(1000, 0)
	for i, want := range []admission{admitted, admitted, busy} {
		if got, _ := ps.enter("a", now); got != want {
			t.Errorf("request %d: %v", i+1, got)
		}
	}
	if got, _ := ps.enter("b", now); got != admitted {
		t.Error("another payer has no place")
	}
	ps.leave("a")
	if got, _ := ps.enter("a", now); got != admitted {
		t.Error("a place that was given back is not free")
	}
}

func TestFailedVerificationMakesAPayerWaitForAWhile(t *testing.T) {
	ps, now := newPayers(10), time.Unix(1000, 0)
	if got, _ := ps.enter("a", now); got != admitted {
		t.Errorf("a new payer: %v", got)
	}
	ps.verifyFailed("a", now)
	ps.leave("a")
	if got, _ := ps.enter("a", now.Add(time.Minute)); got != suspect {
		t.Errorf("a payer whose verification failed: %v", got)
	}
	if got, _ := ps.enter("a", now.Add(time.Minute)); got != busy {
		t.Errorf("such a payer has more than one place: %v", got)
	}
	ps.leave("a")
	if got, _ := ps.enter("a", now.Add(suspicionTime)); got != admitted {
		t.Errorf("it waits for ever: %v", got)
	}
	ps.verifyFailed("a", now)
	ps.settled("a")
	ps.leave("a")
	if got, _ := ps.enter("a", now); got != admitted {
		t.Errorf("a settled payment does not restore the standing: %v", got)
	}
}

func TestRefusedSettlementsShutAPayerOutForAnHour(t *testing.T) {
	ps, now := newPayers(10), time.Unix(1000, 0)
	for i := range maxRefusals {
		at := now.Add(time.Duration(i) * time.Minute)
		if got, _ := ps.enter("a", at); got == shutOut {
			t.Fatal("shut out too early")
		}
		ps.settleRefused("a", at)
		ps.leave("a")
	}
	got, until := ps.enter("a", now.Add(10*time.Minute))
	if got != shutOut || !until.Equal(now.Add(standingWindow)) {
		t.Errorf("%v until %v", got, until)
	}
	if got, _ := ps.enter("a", until); got == shutOut {
		t.Error("shut out for longer than was said")
	}
}

// TestPayersAreForgotten: anyone can sign as any number of payers.
func TestPayersAreForgotten(t *testing.T) {
	ps, now := newPayers(10), time.Unix(1000, 0)
	for i := range 1000 {
		address := fmt.Sprint(i)
		ps.enter(address, now)
		ps.leave(address)
	}
	if len(ps.byAddress) != 0 {
		t.Errorf("%d payers without a standing are remembered", len(ps.byAddress))
	}
	for i := range 1000 {
		address := fmt.Sprint(i)
		ps.enter(address, now)
		ps.verifyFailed(address, now)
		ps.leave(address)
	}
	ps.enter("refused", now)
	ps.settleRefused("refused", now)
	ps.leave("refused")
	ps.enter("busy", now)
	ps.enter("new", now.Add(suspicionTime))
	if len(ps.byAddress) != 3 {
		t.Errorf("%d payers are remembered, want the busy one, the refused one and the new one", len(ps.byAddress))
	}
}

// TestPayerIsTrustedOnceForWhatItHasPaid: a call that is not verified takes the trust, and only a settlement gives it
// back.
func TestPayerIsTrustedOnceForWhatItHasPaid(t *testing.T) {
	now := time.Unix(1000, 0)
	cent := decimal.RequireFromString("0.01")
	for _, c := range []struct {
		why   string
		meets func(ps *payers)
		price decimal.Decimal
		after time.Duration
		want  bool
	}{
		{"has paid as much", func(*payers) {}, cent, 0, true},
		{"costs more than was paid", func(*payers) {}, cent.Add(decimal.New(1, -6)), 0, false},
		{"paid long ago", func(*payers) {}, cent, trustTime, false},
		{"another call has the trust", func(ps *payers) { ps.takeTrust("a", cent, now) }, cent, 0, false},
		{"a verification failed since", func(ps *payers) { ps.verifyFailed("a", now) }, cent, 0, false},
		{"a settlement was refused since", func(ps *payers) { ps.settleRefused("a", now) }, cent, 0, false},
		{"a voucher was charged since", func(ps *payers) { ps.settled("a") }, cent, 0, true},
		{"paid less since", func(ps *payers) { ps.earnTrust("a", cent.Div(decimal.New(2, 0)), now) }, cent, 0, false},
	} {
		t.Run(c.why, func(t *testing.T) {
			ps := newPayers(10)
			ps.enter("a", now)
			if ps.takeTrust("a", cent, now) {
				t.Fatal("a new payer is trusted")
			}
			ps.earnTrust("a", cent, now)
			ps.leave("a")
			ps.enter("a", now)
			c.meets(ps)
			if got := ps.takeTrust("a", c.price, now.Add(c.after)); got != c.want {
				t.Errorf("trusted: %v", got)
			}
		})
	}
}

// TestTrustIsForgotten: payers who have paid are remembered for a while, and so many of them at most.
func TestTrustIsForgotten(t *testing.T) {
	ps, now := newPayers(10), time.Unix(1000, 0)
	for i := range maxRemembered + 10 {
		address := fmt.Sprint(i)
		ps.enter(address, now)
		ps.earnTrust(address, decimal.New(1, 0), now)
		ps.leave(address)
	}
	if n := len(ps.byAddress); n != maxRemembered {
		t.Errorf("%d payers are remembered", n)
	}
	ps.enter("new", now.Add(trustTime))
	if n := len(ps.byAddress); n != 1 {
		t.Errorf("%d payers are remembered when their trust is over", n)
	}
}
