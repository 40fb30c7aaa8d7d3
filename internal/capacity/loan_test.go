package capacity

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// borrowing records which loans were called back, and gives them back.
type borrowing struct {
	mu     sync.Mutex
	called []string
}

func (b *borrowing) names() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Sorted(slices.Values(b.called))
}

// borrow takes bytes for a caller, which are filled to a part and stay so.
func (b *borrowing) borrow(t *testing.T, ctx context.Context, name string, bytes int64, filled float64) (keep func()) {
	t.Helper()
	var release func()
	ready := make(chan struct{})
	release, keep, err := Borrow(ctx, bytes, func() float64 { return filled }, func() {
		<-ready
		b.mu.Lock()
		b.called = append(b.called, name)
		b.mu.Unlock()
		release()
	})
	if err != nil {
		t.Fatal(err)
	}
	close(ready)
	return keep
}

func TestWhatIsFurthestBehindGivesWayToOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		loans := &borrowing{}
		for _, l := range []struct {
			name   string
			filled float64
		}{{"even", 0.9}, {"slow", 0.2}, {"slowest", 0.1}, {"there", 0}} {
			ctx, _ := begin(t, control, l.name)
			keep := loans.borrow(t, ctx, l.name, 16*mib, l.filled)
			if l.name == "there" {
				keep()
			}
		}
		time.Sleep(time.Minute / 2)
		if got := loans.names(); len(got) > 0 {
			t.Errorf("%v were called back although nobody waits", got)
		}

		other, _ := begin(t, control, "other")
		before := time.Now()
		if _, err := Hold(other, 32*mib); err != nil || time.Since(before) != 0 {
			t.Errorf("waited %s, %v", time.Since(before), err)
		}
		if got := loans.names(); !slices.Equal(got, []string{"slow", "slowest"}) {
			t.Errorf("%v were called back", got)
		}
	})
}

func TestWhatIsNotBehindIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		loans := &borrowing{}
		ctx, _ := begin(t, control, "slow")
		loans.borrow(t, ctx, "slow", 64*mib, 0.2)

		other, _ := begin(t, control, "other")
		before := time.Now()
		if _, err := Hold(other, mib); err != nil || time.Since(before) != 2*time.Second {
			t.Errorf("waited %s, not the second of grace and a fifth of five seconds: %v", time.Since(before), err)
		}
	})
}

func TestABorrowerWhoIsOftenBehindHasNoGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		loans := &borrowing{}
		wait := func() time.Duration {
			ctx, _ := begin(t, control, "slow")
			loans.borrow(t, ctx, "slow", 64*mib, 0.2)
			other, visit := control.Begin(t.Context())
			defer visit.End(false)
			For(other, "other")
			before := time.Now()
			if _, err := Hold(other, mib); err != nil {
				t.Error(err)
			}
			return time.Since(before)
		}
		for range manyFaults {
			if got := wait(); got != 2*time.Second {
				t.Errorf("waited %s", got)
			}
		}
		if got := wait(); got != 0 {
			t.Errorf("waited %s for one who is always behind", got)
		}
	})
}

func TestAPlaceGivenBackIsNotLent(t *testing.T) {
	control := sized()
	ctx, visit := control.Begin(t.Context())
	p, err := visit.take(ctx, control.held, mib)
	if err != nil {
		t.Fatal(err)
	}
	visit.End(false)

	control.held.lend(p, visit.loan("slow", func() float64 { return 0 }, func() {}))
	if n := len(control.held.loans); n > 0 {
		t.Errorf("%d loans are left of a visit that has ended", n)
	}
}
