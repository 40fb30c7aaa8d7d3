// Package tick runs work at an interval, or waits, until a context ends. Tests that need another clock run in a
// testing/synctest bubble.
package tick

import (
	"context"
	"time"
)

// Every calls work each interval until ctx ends, the first time after one interval. A call that takes longer than
// the interval delays the next one; missed calls are not made up.
func Every(ctx context.Context, interval time.Duration, work func(context.Context)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()

	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if ctx.Err() != nil {
			return // both were ready
		}
		work(ctx)
	}
}

// Now is Every with a first call at once.
func Now(ctx context.Context, interval time.Duration, work func(context.Context)) {
	work(ctx)
	Every(ctx, interval, work)
}

// Sleep waits for d. It returns false as soon as ctx ends.
func Sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()

	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
