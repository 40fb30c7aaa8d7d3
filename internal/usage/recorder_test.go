package usage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// memory is a Store of what a Recorder writes, which fails or hangs when told to.
type memory struct {
	Store // the rest is never called

	mu      sync.Mutex
	batches [][]Event
	slow    []Slow
	fail    error
	hang    bool
	tries   int
}

func (m *memory) set(f func(m *memory)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f(m)
}

func (m *memory) trouble(ctx context.Context) error {
	m.mu.Lock()
	m.tries++
	fail, hang := m.fail, m.hang
	m.mu.Unlock()
	if hang {
		<-ctx.Done()
		return ctx.Err()
	}
	return fail
}

func (m *memory) Append(ctx context.Context, events []Event) error {
	if err := m.trouble(ctx); err != nil {
		return err
	}
	m.set(func(m *memory) { m.batches = append(m.batches, events) })
	return nil
}

func (m *memory) AppendSlow(ctx context.Context, slow []Slow) error {
	if err := m.trouble(ctx); err != nil {
		return err
	}
	m.set(func(m *memory) { m.slow = append(m.slow, slow...) })
	return nil
}

// sizes are those of the batches so far; order is checked on the way.
func (m *memory) sizes(t *testing.T) string {
	t.Helper()
	m.mu.Lock()
	defer m.mu.Unlock()
	got, next := "", 0
	for _, b := range m.batches {
		got += fmt.Sprint(len(b), " ")
		for _, e := range b {
			if e.Status < next {
				t.Errorf("event %d came after %d", e.Status, next)
			}
			next = e.Status
		}
	}
	return got
}

// written is how many events were written, and the size of the largest batch.
func (m *memory) written() (n, largest int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range m.batches {
		n, largest = n+len(b), max(largest, len(b))
	}
	return n, largest
}

func newRecorder(m *memory, opt RecorderOptions) *Recorder {
	opt.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	return NewRecorder(m, opt)
}

func record(r *Recorder, from, to int) (taken int) {
	for i := from; i < to; i++ {
		if r.Record(Event{Status: i}) {
			taken++
		}
	}
	return taken
}

func closeIn(t *testing.T, r *Recorder, patience time.Duration) error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	return r.Close(ctx)
}

func TestEventsWaitForOthersButNotForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		r := newRecorder(m, RecorderOptions{Batch: 10, Every: time.Second})
		record(r, 0, 3)
		time.Sleep(999 * time.Millisecond)
		synctest.Wait()
		if got := m.sizes(t); got != "" {
			t.Errorf("written early: %s", got)
		}
		time.Sleep(time.Millisecond)
		synctest.Wait()
		if got := m.sizes(t); got != "3 " {
			t.Errorf("batches %s, want 3", got)
		}
		record(r, 3, 28) // full batches are written without delay; what is there besides goes with them or waits for its second
		synctest.Wait()
		if n, largest := m.written(); n < 19 || largest > 10 {
			t.Errorf("%d events written in batches of up to %d (%s), want at least 19 (fewer than ten left), ten at once", n, largest, m.sizes(t))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if n, largest := m.written(); n != 28 || largest > 10 {
			t.Errorf("a second later %d events in batches of up to %d, want 28, ten at once", n, largest)
		}
		if err := closeIn(t, r, time.Second); err != nil {
			t.Error(err)
		}
	})
}

func TestFullBufferDropsAndCountsWithoutWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{hang: true}
		r := newRecorder(m, RecorderOptions{Buffer: 20, Batch: 10, Every: time.Second, Patience: time.Hour})
		begin := time.Now()
		if taken := record(r, 0, 50); taken != 20 {
			t.Errorf("%d taken, want 20", taken)
		}
		synctest.Wait() // the writer hangs in the store by now
		if taken := record(r, 50, 60); taken != 0 {
			t.Errorf("%d taken while the store hangs, want 0", taken)
		}
		if !r.RecordSlow(Slow{}) {
			t.Error("slow requests have no room of their own")
		}
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("Record waited %v", waited)
		}
		if n := r.Dropped(); n != 40 {
			t.Errorf("%d dropped, want 40", n)
		}
		err := closeIn(t, r, 3*time.Second)
		if !errors.Is(err, context.DeadlineExceeded) || time.Since(begin) != 3*time.Second {
			t.Errorf("Close after %v: %v", time.Since(begin), err)
		}
		if n := r.Dropped(); n != 40+20+1 {
			t.Errorf("%d dropped in the end, want 61", n)
		}
	})
}

func TestFailedBatchIsKeptAndTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{fail: errors.New("the store is away")}
		r := newRecorder(m, RecorderOptions{Batch: 10, Every: time.Second})
		record(r, 0, 25)
		r.RecordSlow(Slow{Status: 1})
		time.Sleep(time.Minute)
		m.set(func(m *memory) {
			if m.tries < 5 || m.tries > 12 {
				t.Errorf("%d tries in a minute, want them further and further apart", m.tries)
			}
			m.fail = nil
		})
		record(r, 25, 30)
		time.Sleep(lastPause + time.Second)
		synctest.Wait()
		total := 0
		for _, b := range m.batches {
			total += len(b)
		}
		if m.sizes(t); total != 30 || len(m.slow) != 1 || r.Dropped() != 0 {
			t.Errorf("%d events, %d slow, %d dropped; want 30, 1, 0", total, len(m.slow), r.Dropped())
		}
		if err := closeIn(t, r, time.Second); err != nil {
			t.Error(err)
		}
	})
}

func TestHangingStoreIsGivenUpAfterPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{hang: true}
		r := newRecorder(m, RecorderOptions{Every: time.Second, Patience: 5 * time.Second})
		record(r, 0, 1)
		time.Sleep(2 * time.Second)
		m.set(func(m *memory) { m.hang = false })
		time.Sleep(5 * time.Second)
		synctest.Wait()
		if got := m.sizes(t); got != "1 " {
			t.Errorf("batches %q, want 1", got)
		}
		if err := closeIn(t, r, time.Second); err != nil {
			t.Error(err)
		}
	})
}

func TestCloseWritesWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		r := newRecorder(m, RecorderOptions{Batch: 10, Every: time.Hour})
		record(r, 0, 7)
		r.RecordSlow(Slow{})
		if err := closeIn(t, r, time.Second); err != nil {
			t.Error(err)
		}
		if got := m.sizes(t); got != "7 " || len(m.slow) != 1 {
			t.Errorf("batches %s and %d slow, want 7 and 1", got, len(m.slow))
		}
		if r.Record(Event{}) || r.Dropped() != 1 {
			t.Error("a closed Recorder took an event")
		}
		if err := closeIn(t, r, time.Second); err != nil {
			t.Errorf("second Close: %v", err)
		}
	})
}

// A store that comes back within Close's time gets everything, although the pause before the next try was long.
func TestCloseDoesNotSitOutALongPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{fail: errors.New("the store is away")}
		r := newRecorder(m, RecorderOptions{Batch: 10})
		record(r, 0, 5)
		time.Sleep(time.Minute) // pauses are at their longest
		go func() {
			time.Sleep(time.Second)
			m.set(func(m *memory) { m.fail = nil })
		}()
		begin := time.Now()
		if err := closeIn(t, r, 5*time.Second); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took > 2*time.Second || m.sizes(t) != "5 " {
			t.Errorf("closed after %v with batches %s", took, m.sizes(t))
		}
	})
}

func TestEventThatCannotBeCountedIsDroppedAtTheDoor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &memory{}
		r := newRecorder(m, RecorderOptions{})
		if r.Record(Event{PriceUSD: "a lot"}) || !r.Record(Event{PriceUSD: "0.002"}) || !r.Record(Event{}) {
			t.Error("the wrong ones were taken")
		}
		// One that the store refuses all the same must not stay in front of the others for ever.
		m.set(func(m *memory) { m.fail = fmt.Errorf("store: %w", ErrInvalidEvent) })
		time.Sleep(2 * time.Second)
		m.set(func(m *memory) { m.fail = nil })
		record(r, 1, 3)
		if err := closeIn(t, r, time.Second); err != nil {
			t.Error(err)
		}
		if got := m.sizes(t); got != "2 " || r.Dropped() != 3 {
			t.Errorf("batches %s, %d dropped; want 2 and 3", got, r.Dropped())
		}
	})
}

func TestManyRequestsRecordAtOnce(t *testing.T) {
	m := &memory{}
	r := newRecorder(m, RecorderOptions{Buffer: 1000, Batch: 50, Every: time.Millisecond})
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			for range 200 {
				r.Record(Event{})
			}
		})
	}
	wg.Wait()
	if err := closeIn(t, r, time.Minute); err != nil {
		t.Fatal(err)
	}
	written := 0
	for _, b := range m.batches {
		written += len(b)
		if len(b) > 50 {
			t.Errorf("a batch of %d", len(b))
		}
	}
	if int64(written)+r.Dropped() != 50*200 {
		t.Errorf("%d written and %d dropped of 10000", written, r.Dropped())
	}
}
