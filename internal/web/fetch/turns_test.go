package fetch

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/capacity"
)

// TestOneCallerDoesNotKeepOthersFromAHost: it asks for more pages of a host than are asked for within the time of a
// fetch, and its pages are as good as free, because the host has none of them.
func TestOneCallerDoesNotKeepOthersFromAHost(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := pipeClient(answerAfter(100*time.Millisecond, make(chan time.Time, 10_000), "HTTP/1.1 404 Not Found\r\n"))
		control := capacity.New(capacity.Limits{Memory: 256 * mib})
		get := func(ctx context.Context, caller string, i int) (took time.Duration, err error) {
			ctx, visit := control.Begin(ctx)
			defer visit.End(false)
			capacity.For(ctx, caller)
			began := time.Now()
			_, err = c.Get(ctx, Request{
				URL:          fmt.Sprintf("http://a.example.com/%s/%d", caller, i),
				Statuses:     AnyStatus,
				IgnoreRobots: true,
			})
			return time.Since(began), err
		}

		attack, end := context.WithCancel(t.Context())
		for i := range 120 {
			go func() {
				for attack.Err() == nil {
					get(attack, "greedy", i)
				}
			}()
		}
		time.Sleep(5 * time.Second)

		var all sync.WaitGroup
		var mu sync.Mutex
		failed := 0
		longest := time.Duration(0)
		for i := range 20 {
			all.Go(func() {
				took, err := get(t.Context(), fmt.Sprint("buyer", i), i)
				mu.Lock()
				defer mu.Unlock()
				longest = max(longest, took)
				if err != nil {
					failed++
				}
			})
			time.Sleep(time.Second)
		}
		all.Wait()
		end()
		t.Logf("%d of 20 failed, the longest took %s", failed, longest)
		if failed > 0 || longest > 2*time.Second {
			t.Errorf("%d of 20 other callers failed, the longest took %s", failed, longest)
		}
	})
}
