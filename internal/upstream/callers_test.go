package upstream

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/capacity"
)

// TestOneCallerDoesNotUseUpAProvider: one asks for what a provider does not have, which costs it nothing, as often as
// it can. Others come in turn with it.
func TestOneCallerDoesNotUseUpAProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bubble(t, Provider{RatePerMinute: 60, Burst: 1}, Options{}, status(http.StatusNotFound))
		control := capacity.New(capacity.Limits{Memory: 1 << 30})
		var asked atomic.Int64
		ask := func(ctx context.Context, caller string) error {
			ctx, visit := control.Begin(ctx)
			defer visit.End(false)
			capacity.For(ctx, caller)
			ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
			defer cancel()
			_, err := c.Get(fmt.Sprint("/", asked.Add(1))).Do(ctx)
			return err
		}

		attack, end := context.WithCancel(t.Context())
		for range 100 {
			go func() {
				for attack.Err() == nil {
					ask(attack, "greedy")
					time.Sleep(100 * time.Millisecond)
				}
			}()
		}
		time.Sleep(10 * time.Second)

		busy := 0
		longest := time.Duration(0)
		for i := range 20 {
			began := time.Now()
			if KindOf(ask(t.Context(), fmt.Sprint("buyer ", i))) == RateLimited {
				busy++
			}
			longest = max(longest, time.Since(began))
			time.Sleep(time.Second)
		}
		end()
		t.Logf("%d of 20 buyers had no answer, the longest waited %s", busy, longest)
		if busy > 0 || longest > 3*time.Second {
			t.Errorf("%d of 20 buyers had no answer, the longest waited %s", busy, longest)
		}
		time.Sleep(time.Minute)
	})
}
