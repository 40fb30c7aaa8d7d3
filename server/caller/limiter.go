package caller

import (
	"sync"
	"time"
)

// maxCallers bounds what a limiter remembers. Past it those who have asked for nothing of late are forgotten.
const maxCallers = 10_000

// Limiter lets each caller do something a number of times per minute, all at once or spread out.
type Limiter struct {
	perMinute int
	now       func() time.Time

	mu sync.Mutex
	// free is when a caller will have all of its minute again: each time moves it on by a share.
	free map[string]time.Time
}

// NewLimiter lets each caller do something perMinute times; 0 is any number.
func NewLimiter(perMinute int, now func() time.Time) *Limiter {
	return &Limiter{
		perMinute: perMinute,
		now:       now,
		free:      map[string]time.Time{},
	}
}

// Take counts once for caller. When it has used up its minute, nothing is counted, and the caller learns how long to
// wait.
func (l *Limiter) Take(caller string) (wait time.Duration) {
	if l.perMinute <= 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()

	now := l.now()
	if len(l.free) >= maxCallers {
		l.forget(now)
	}
	share := time.Minute / time.Duration(l.perMinute)
	free := l.free[caller]
	if free.Before(now) {
		free = now
	}
	free = free.Add(share)
	if over := free.Sub(now) - time.Minute; over > 0 {
		return over
	}
	l.free[caller] = free
	return 0
}

// forget drops those who have their whole minute, and everybody when there are none: a flood from many addresses must
// not grow the memory.
func (l *Limiter) forget(now time.Time) {
	for caller, free := range l.free {
		if free.Before(now) {
			delete(l.free, caller)
		}
	}
	if len(l.free) >= maxCallers {
		clear(l.free)
	}
}
