package memo

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func atNoon() time.Time { return noon }

func options() Options {
	return Options{
		Now:      atNoon,
		Patience: time.Minute,
	}
}

func TestWorkIsDoneOnceForAllWhoWait(t *testing.T) {
	m := New[int](options())
	var works atomic.Int32
	hold := make(chan struct{})

	var callers sync.WaitGroup
	for range 16 {
		callers.Go(func() {
			v, err := m.Get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) {
				works.Add(1)
				<-hold
				return 7, time.Minute, nil
			})
			if v != 7 || err != nil {
				t.Error(v, err)
			}
		})
	}
	close(hold)
	callers.Wait()

	if n := works.Load(); n != 1 {
		t.Errorf("the work was done %d times", n)
	}
}

func TestAnswersAreKeptForTheirTimeAndFailuresNotAtAll(t *testing.T) {
	now := noon
	m := New[int](Options{
		Now:      func() time.Time { return now },
		Patience: time.Minute,
	})
	works := 0
	get := func(key string, ttl time.Duration, err error) error {
		_, got := m.Get(t.Context(), key, func(context.Context) (int, time.Duration, error) {
			works++
			return works, ttl, err
		})
		return got
	}

	failure := errors.New("down")
	for _, tt := range []struct {
		why   string
		after time.Duration
		key   string
		ttl   time.Duration
		err   error
		works int
	}{
		{"a failure is not kept", 0, "a", time.Minute, failure, 1},
		{"so that the next caller works", 0, "a", time.Minute, nil, 2},
		{"whose answer is kept", time.Minute - 1, "a", time.Minute, nil, 2},
		{"to the end of its time", 1, "a", time.Minute, nil, 3},
		{"another key is another answer", 0, "b", time.Second, nil, 4},
		{"with a time of its own", time.Second, "b", 0, nil, 5},
		{"and no time is not kept", 0, "b", 0, nil, 6},
		{"as is one from before the clock was put back", -time.Hour, "a", time.Minute, nil, 7},
	} {
		t.Run(tt.why, func(t *testing.T) {
			now = now.Add(tt.after)
			if err := get(tt.key, tt.ttl, tt.err); !errors.Is(err, tt.err) {
				t.Error(err)
			}
			if works != tt.works {
				t.Errorf("the work was done %d times, want %d", works, tt.works)
			}
		})
	}
}

func TestCallerWhoLeavesDoesNotStopTheWork(t *testing.T) {
	m := New[int](options())
	begun := make(chan struct{})
	finish := make(chan struct{})

	ctx, leave := context.WithCancel(t.Context())
	first := make(chan error)
	go func() {
		_, err := m.Get(ctx, "ETH", func(ctx context.Context) (int, time.Duration, error) {
			close(begun)
			<-finish
			return 7, time.Minute, ctx.Err()
		})
		first <- err
	}()
	<-begun
	leave()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Errorf("who left got %v", err)
	}

	second := make(chan error)
	go func() {
		v, err := m.Get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) {
			return 0, 0, errors.New("worked twice")
		})
		if v != 7 {
			t.Error(v)
		}
		second <- err
	}()
	close(finish) // whether or not the second has joined by now: otherwise it finds the cached answer
	if err := <-second; err != nil {
		t.Errorf("who stayed got %v", err)
	}
}

func TestWorkEndsWithItsPatience(t *testing.T) {
	o := options()
	o.Patience = time.Millisecond
	_, err := New[int](o).Get(t.Context(), "ETH", func(ctx context.Context) (int, time.Duration, error) {
		<-ctx.Done()
		return 0, 0, ctx.Err()
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestPanicIsAFailureThatIsNotKept(t *testing.T) {
	m := New[int](options())
	_, err := m.Get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) { panic("division") })
	if err == nil || !strings.Contains(err.Error(), "division") {
		t.Error(err)
	}
	v, err := m.Get(t.Context(), "ETH", func(context.Context) (int, time.Duration, error) { return 7, 1, nil })
	if v != 7 || err != nil {
		t.Error(v, err)
	}
}

func TestNoMoreIsKeptThanMaxAndTheNewestStays(t *testing.T) {
	now := noon
	m := New[int](Options{
		Now:      func() time.Time { return now },
		Patience: time.Minute,
		Max:      4,
	})
	for i := range 12 {
		now = now.Add(time.Millisecond)
		_, err := m.Get(t.Context(), fmt.Sprint(i), func(context.Context) (int, time.Duration, error) {
			return i, time.Minute, nil
		})
		if err != nil || len(m.kept) > 4 {
			t.Fatalf("%d kept, %v", len(m.kept), err)
		}
	}
	for i := 8; i < 12; i++ {
		if v, ok := m.find(fmt.Sprint(i)); !ok || v != i {
			t.Errorf("%d was dropped before older ones", i)
		}
	}
}

func TestExpiredAnswersGoFirst(t *testing.T) {
	now := noon
	m := New[int](Options{
		Now:      func() time.Time { return now },
		Patience: time.Minute,
		Max:      2,
	})
	get := func(key string, ttl time.Duration) {
		t.Helper()
		_, err := m.Get(t.Context(), key, func(context.Context) (int, time.Duration, error) { return 1, ttl, nil })
		if err != nil {
			t.Fatal(err)
		}
	}
	get("long", time.Hour)
	get("short", time.Second)
	now = now.Add(time.Second)
	get("next", time.Minute)

	for key, want := range map[string]bool{"long": true, "short": false, "next": true} {
		if _, ok := m.find(key); ok != want {
			t.Errorf("%s kept: %v", key, ok)
		}
	}
}
