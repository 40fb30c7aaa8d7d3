package payment

import (
	"fmt"
	"testing"
	"time"
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
