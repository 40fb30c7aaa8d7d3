package capacity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

const mib = 1 << 20

// sized is a Control whose pools have 64, 64 and 128 MiB; one piece of large work runs at a time.
func sized() *Control { return New(Limits{Memory: 256 * mib, Processors: 2}) }

// begin is a caller's visit that ends with the test.
func begin(t *testing.T, c *Control, caller string) (context.Context, *Visit) {
	t.Helper()
	ctx, v := c.Begin(t.Context())
	For(ctx, caller)
	t.Cleanup(func() { v.End(false) })
	return ctx, v
}

// meter sums what is taken at once and keeps the maximum.
type meter struct {
	mu        sync.Mutex
	now, most int64
}

func (m *meter) add(n int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now += n
	m.most = max(m.most, m.now)
}

func TestNoMoreBytesAreTakenAtOnceThanThereAre(t *testing.T) {
	for _, c := range []struct {
		name  string
		take  func(context.Context, int64) (func(), error)
		bytes int64
		most  int64
	}{
		{"held", Hold, 5 * mib, 64 * mib},
		{"on its way", Receive, 5 * mib, 64 * mib},
		{"small work", Work, 7 * mib, 64 * mib},
		{"large work", Work, 60 * mib, 60 * mib},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				control := sized()
				taken := &meter{}
				served := 0
				var mu sync.Mutex
				for i := range 200 {
					go func() {
						ctx, v := control.Begin(t.Context())
						defer v.End(false)
						For(ctx, fmt.Sprint("caller ", i%40))
						done, err := c.take(ctx, c.bytes)
						if err != nil {
							t.Error(err)
							return
						}
						taken.add(c.bytes)
						time.Sleep(100 * time.Millisecond)
						taken.add(-c.bytes)
						done()
						mu.Lock()
						defer mu.Unlock()
						served++
					}()
				}
				time.Sleep(25 * time.Second)
				synctest.Wait()
				if taken.most > c.most {
					t.Errorf("%d MiB were taken at once, of %d", taken.most/mib, c.most/mib)
				}
				if served != 200 {
					t.Errorf("%d of 200 were served", served)
				}
			})
		})
	}
}

func TestOneCallerHasAQuarterAtMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		taken := &meter{}
		for range 50 {
			go func() {
				ctx, _ := begin(t, control, "greedy")
				if _, err := Hold(ctx, 3*mib); err == nil {
					taken.add(3 * mib)
				}
			}()
		}
		synctest.Wait()
		if taken.most != 15*mib {
			t.Errorf("one caller has %d MiB, not 15 of the 16 that are its quarter", taken.most/mib)
		}

		ctx, _ := begin(t, control, "other")
		if _, err := Hold(ctx, 12*mib); err != nil {
			t.Error("another caller finds no place:", err)
		}
		time.Sleep(time.Minute) // the others give up
		synctest.Wait()
	})
}

func TestCallersTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		var mu sync.Mutex
		var order []string
		work := func(caller string) {
			ctx, v := control.Begin(t.Context())
			defer v.End(false)
			For(ctx, caller)
			done, err := Work(ctx, 10*mib)
			if err != nil {
				return
			}
			mu.Lock()
			order = append(order, caller)
			mu.Unlock()
			time.Sleep(time.Second)
			done()
		}
		for range 20 {
			go work("first")
		}
		synctest.Wait()
		go work("late")
		synctest.Wait()
		time.Sleep(5 * time.Second)
		synctest.Wait()

		mu.Lock()
		at := -1
		for i, caller := range order {
			if caller == "late" {
				at = i
			}
		}
		mu.Unlock()
		if at < 0 || at > 2 {
			t.Errorf("the late caller was served at place %d of %v", at, order)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
	})
}

func TestSmallWorkDoesNotWaitBehindLarge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		for i := range 30 {
			go func() {
				ctx, _ := begin(t, control, fmt.Sprint(i))
				Work(ctx, 100*mib)
			}()
		}
		synctest.Wait()

		ctx, _ := begin(t, control, "small")
		before := time.Now()
		if _, err := Work(ctx, mib); err != nil || time.Since(before) != 0 {
			t.Errorf("small work waited %s, %v", time.Since(before), err)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
	})
}

func TestABodyThatNeverComesKeepsOnlyBodiesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		slow, _ := begin(t, control, "slow")
		arrived, err := Receive(slow, 64*mib)
		if err != nil {
			t.Fatal(err)
		}

		other, _ := begin(t, control, "other")
		before := time.Now()
		if _, err := Hold(other, 64*mib); err != nil || time.Since(before) != 0 {
			t.Errorf("a page waited %s, %v", time.Since(before), err)
		}
		if _, err := Receive(other, mib); err == nil {
			t.Error("there is memory for more bodies than fit")
		}
		arrived()
		if _, err := Receive(other, mib); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoeverFindsNoPlaceIsToldWhenToComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		first, _ := begin(t, control, "first")
		if _, err := Work(first, 200*mib); err != nil {
			t.Fatal("a piece that is larger than all does not find the pool for itself:", err)
		}

		second, _ := begin(t, control, "second")
		second, cancel := context.WithTimeout(second, 40*time.Second)
		defer cancel()
		before := time.Now()
		_, err := Work(second, 100*mib)
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != http.StatusServiceUnavailable ||
			p.Code != problem.CodeBusy || p.RetryAfter <= 0 {
			t.Errorf("answer is %v", err)
		}
		if waited := time.Since(before); waited != 20*time.Second {
			t.Errorf("waited %s, not half of the 40 s that the request had", waited)
		}
	})
}

// TestTimeToComeAgainIsThatOfThoseBefore: places come every two seconds, so that of 35 who find none the first is told
// to come in a minute at most, and the last in two seconds.
func TestTimeToComeAgainIsThatOfThoseBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		var mu sync.Mutex
		var told []time.Duration
		var all sync.WaitGroup
		for i := range 40 {
			all.Go(func() {
				ctx, _ := begin(t, control, fmt.Sprint(i))
				ctx, cancel := context.WithTimeout(ctx, 21*time.Second)
				defer cancel()
				done, err := Work(ctx, 100*mib)
				var p *problem.Problem
				if errors.As(err, &p) {
					mu.Lock()
					defer mu.Unlock()
					told = append(told, p.RetryAfter)
					return
				}
				time.Sleep(2 * time.Second)
				done()
			})
		}
		all.Wait()

		if len(told) != 34 {
			t.Fatalf("%d found no place, want 34", len(told))
		}
		slices.Sort(told)
		if told[0] != 2*time.Second || told[len(told)-1] != time.Minute {
			t.Errorf("told from %s to %s", told[0], told[len(told)-1])
		}
		if len(slices.Compact(told)) < 20 {
			t.Errorf("all are told to come again at once: %s", told)
		}
	})
}

func TestAnEndedRequestGivesAllBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		for range 100 {
			ctx, v := control.Begin(t.Context())
			For(ctx, "a")
			release, err := Hold(ctx, 60*mib)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Work(ctx, 128*mib); err != nil {
				t.Fatal(err)
			}
			if _, err := Receive(ctx, 64*mib); err != nil {
				t.Fatal(err)
			}
			Rest(ctx)
			release() // once more
			if _, err := Hold(ctx, 64*mib); err != nil {
				t.Fatal("a request that rests has given nothing back:", err)
			}
			v.End(false)
		}
		for _, p := range []*pool{control.arriving, control.held, control.small, control.large} {
			if p.freeBytes != p.bytes || p.freePieces != p.pieces || len(p.lines) != 0 || len(p.turns) != 0 {
				t.Errorf("left over: %d of %d bytes, %d lines, %d turns",
					p.freeBytes, p.bytes, len(p.lines), len(p.turns))
			}
		}
	})
}

func TestARequestMayGrowBeyondItsShareWhenItIsAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, _ := begin(t, sized(), "a")
		for _, bytes := range []int64{mib, 40 * mib, 60 * mib} { // more than exists: it gets the rest
			if _, err := Hold(ctx, bytes); err != nil {
				t.Errorf("%d MiB more: %v", bytes/mib, err)
			}
		}
	})
}

func TestManyFaultsPutACallerBehindAllOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		control := sized()
		fail := func(caller string, bytes int64, times int) {
			for range times {
				ctx, v := control.Begin(t.Context())
				For(ctx, caller)
				if _, err := Work(ctx, bytes); err != nil {
					t.Fatal(err)
				}
				v.End(true)
			}
		}
		fail("hopeless", 20*mib, manyFaults)
		fail("unlucky", 20*mib, manyFaults-1)
		fail("small", mib, 10*manyFaults)
		for caller, low := range map[string]bool{"hopeless": true, "unlucky": false, "small": false, "new": false} {
			if control.standings.low(caller) != low {
				t.Errorf("standing of %s: low is %v", caller, !low)
			}
		}

		blocker, v := control.Begin(t.Context())
		For(blocker, "blocker")
		if _, err := Work(blocker, 20*mib); err != nil {
			t.Fatal(err)
		}
		var mu sync.Mutex
		var order []string
		for _, caller := range []string{"hopeless", "hopeless", "honest", "new"} {
			go func() {
				ctx, v := control.Begin(t.Context())
				For(ctx, caller)
				if _, err := Work(ctx, 20*mib); err == nil {
					mu.Lock()
					order = append(order, caller)
					mu.Unlock()
				}
				v.End(false)
			}()
			synctest.Wait()
		}
		v.End(false)
		synctest.Wait()
		if got := fmt.Sprint(order); got != "[honest new hopeless hopeless]" {
			t.Errorf("served in the order %s", got)
		}

		time.Sleep(faultsKept)
		if control.standings.low("hopeless") {
			t.Error("faults count for ever")
		}
	})
}

func TestOutsideOfAVisitNothingIsBounded(t *testing.T) {
	for range 100 {
		if _, err := Work(t.Context(), 1<<40); err != nil {
			t.Fatal(err)
		}
	}
	For(t.Context(), "a")
	Rest(t.Context())
}

func TestAnEndedRequestGetsNoPlace(t *testing.T) {
	control := sized()
	ctx, visit := control.Begin(t.Context())
	visit.End(false)
	if _, err := Hold(ctx, mib); err == nil || control.Taken() != 0 {
		t.Errorf("%d bytes are taken by nobody, %v", control.Taken(), err)
	}
}

func TestDetachedWorkHasPlacesUntilItsOwnEnd(t *testing.T) {
	control := sized()
	ctx, visit := begin(t, control, "first")
	shared, end := Detach(ctx)
	if _, err := Hold(shared, mib); err != nil {
		t.Fatal(err)
	}
	visit.End(false)
	if _, err := Hold(shared, mib); err != nil || control.Taken() != 2*mib {
		t.Errorf("%d bytes are taken, want two MiB: %v", control.Taken(), err)
	}
	if _, held := control.held.lines["first"]; !held {
		t.Error("they are not counted to the caller")
	}
	end()
	if got := control.Taken(); got != 0 {
		t.Errorf("%d bytes are taken after the end", got)
	}
}
