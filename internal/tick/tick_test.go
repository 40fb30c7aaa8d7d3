package tick

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// calls runs a loop for five and a half seconds and returns the times of the calls in seconds after the start. Each
// call takes the given time.
func calls(t *testing.T, loop func(context.Context, time.Duration, func(context.Context)), takes time.Duration) []int {
	t.Helper()
	var at []int
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5500*time.Millisecond)
		defer cancel()
		loop(ctx, time.Second, func(context.Context) {
			at = append(at, int(time.Since(began).Seconds()))
			time.Sleep(takes)
		})
	})
	return at
}

func TestWorkIsDoneEachIntervalUntilTheEnd(t *testing.T) {
	for _, c := range []struct {
		why   string
		loop  func(context.Context, time.Duration, func(context.Context))
		takes time.Duration
		want  []int
	}{
		{"the first after an interval", Every, 0, []int{1, 2, 3, 4, 5}},
		{"the first at once", Now, 0, []int{0, 1, 2, 3, 4, 5}},
		{"none beside one that takes longer", Every, 1900 * time.Millisecond, []int{1, 2, 4}},
		{"none after the end", Every, time.Minute, []int{1}},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := calls(t, c.loop, c.takes); !slices.Equal(got, c.want) {
				t.Errorf("called at %v, want %v", got, c.want)
			}
		})
	}
}

func TestSleepEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()

		if !Sleep(ctx, 50*time.Second) || time.Since(began) != 50*time.Second {
			t.Errorf("slept %s", time.Since(began))
		}
		if Sleep(ctx, 50*time.Second) || time.Since(began) != time.Minute {
			t.Errorf("slept until %s after the start", time.Since(began))
		}
	})
}
