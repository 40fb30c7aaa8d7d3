package upstream

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"
)

// Bounds of what a slow or absent shared store may cost a request.
const (
	sharedWait  = 300 * time.Millisecond
	sharedSlow  = 100 * time.Millisecond // a longer operation is a slow one
	slowInARow  = 3                      // slow operations that count as a failure
	sharedPause = 5 * time.Second        // without questions after a failure
)

// link connects one process to the store that it shares with others. No failure of the store reaches a caller.
type link struct {
	wait        time.Duration // for one operation
	late        time.Duration // a longer operation is slow
	pausedUntil atomic.Int64  // unix nanoseconds
	slow        atomic.Int64  // slow operations in a row
	log         *slog.Logger
	now         func() time.Time
	failed      func() // counts failures
}

// up says whether the store is in use, rather than left alone after a failure.
func (l *link) up() bool { return l.now().UnixNano() >= l.pausedUntil.Load() }

// ask runs one operation on the store, unless the store has just failed. It returns whether the operation succeeded.
func (l *link) ask(ctx context.Context, op func(context.Context) error) bool {
	if !l.up() {
		return false
	}
	began := l.now()
	bounded, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()

	err := op(bounded)
	switch {
	case err == nil && l.now().Sub(began) < l.late:
		l.slow.Store(0)
	case err == nil:
		if l.slow.Add(1) >= slowInARow {
			l.pause("slow answers in a row", slowInARow)
		}
	case ctx.Err() == nil: // else the caller left, which says nothing about the store
		l.pause("error", err)
	}
	return err == nil
}

func (l *link) pause(what string, why any) {
	l.failed()
	l.slow.Store(0)
	l.pausedUntil.Store(l.now().Add(sharedPause).UnixNano())
	l.log.Warn("shared cache failed; going on without it for a moment", what, why)
}
