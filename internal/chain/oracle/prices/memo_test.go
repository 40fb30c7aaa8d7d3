package prices

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestMemoWorksOnceForAllWhoWait(t *testing.T) {
	var work atomic.Int32
	m := newMemo[int](func() time.Time { return noon })
	hold := make(chan struct{})
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			v, err := m.get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) {
				work.Add(1)
				<-hold
				return 7, time.Minute, nil
			})
			if v != 7 || err != nil {
				t.Error(v, err)
			}
		})
	}
	close(hold)
	wg.Wait()
	if n := work.Load(); n != 1 {
		t.Errorf("the work was done %d times", n)
	}
}

func TestMemoForgetsAfterItsTimeAndKeepsNoFailure(t *testing.T) {
	now, calls := noon, 0
	m := newMemo[int](func() time.Time { return now })
	failure := errors.New("down")
	get := func(err error) (int, error) {
		return m.get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) { calls++; return calls, 5 * time.Second, err })
	}
	if _, err := get(failure); !errors.Is(err, failure) {
		t.Error(err)
	}
	for _, c := range []struct {
		after time.Duration
		want  int
	}{{0, 2}, {4 * time.Second, 2}, {2 * time.Second, 3}} {
		now = now.Add(c.after)
		if got, err := get(nil); err != nil || got != c.want {
			t.Errorf("%d, %v; want %d", got, err, c.want)
		}
	}
}

// TestMemoLetsACallerLeaveWithoutStoppingTheWork for the others.
func TestMemoLetsACallerLeaveWithoutStoppingTheWork(t *testing.T) {
	m := newMemo[int](func() time.Time { return noon })
	started, hold := make(chan struct{}), make(chan struct{})
	work := func(ctx context.Context) (int, time.Duration, error) {
		close(started)
		<-hold
		return 7, time.Minute, ctx.Err()
	}
	ctx, leave := context.WithCancel(t.Context())
	left := make(chan error)
	go func() {
		_, err := m.get(ctx, "ETH", work)
		left <- err
	}()
	<-started
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	stayed := make(chan error)
	go func() {
		v, err := m.get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) { return 7, time.Minute, nil })
		if v != 7 {
			t.Error(v)
		}
		stayed <- err
	}()
	close(hold)
	if err := <-stayed; err != nil {
		t.Error(err)
	}
}
