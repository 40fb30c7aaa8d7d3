package capacity

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

// unlimited is a number of pieces that is never reached.
const unlimited = 1 << 30

const (
	// usualWait is for requests without a deadline.
	usualWait = 30 * time.Second
	// usualPause is the Retry-After of requests without a place while nobody has given one back, soonest and latest
	// bound it otherwise.
	usualPause = 5 * time.Second
	soonest    = time.Second
	latest     = time.Minute
	// newest is the weight of the latest pause between two places given back, of all before.
	newest = 0.2
)

// pool has a number of bytes for a number of simultaneous pieces. A caller has at most a quarter of the bytes and
// half of the pieces, or one request of any size, so that no caller can take everything.
type pool struct {
	bytes  int64
	pieces int
	each   int           // pieces that a caller has at once
	wait   time.Duration // of requests without a deadline
	part   float64       // of the remaining time of others
	now    func() time.Time

	mu         sync.Mutex
	freeBytes  int64
	freePieces int
	lines      map[string]*line // of callers that have or want a place
	turns      []*line          // lines with waiters; the first is served next
	given      time.Time        // when a place was given back last
	pause      time.Duration    // mean time between places given back while somebody waits; 0 before the first
	loans      []*place         // those that may be called back
	returning  int64            // bytes that were called back and are not given back yet
	looking    bool             // serve will be called when the next loan is due
}

// line is a caller's places in a pool, and its waiting requests in order.
type line struct {
	caller  string
	low     bool // served after all others, one piece at a time
	bytes   int64
	pieces  int
	waiters []*waiter
}

type waiter struct {
	bytes    int64
	own      int64         // bytes of the pool that its request already has
	admitted chan struct{} // closed when it has its place
}

func newPool(bytes int64, pieces int, l Limits) *pool {
	return &pool{
		now:        l.Now,
		wait:       l.Wait,
		bytes:      bytes,
		pieces:     pieces,
		each:       max(1, pieces/2),
		part:       0.5,
		freeBytes:  bytes,
		freePieces: pieces,
		lines:      map[string]*line{},
	}
}

// take waits for a place, for at most a part of ctx's remaining time. It returns the bytes taken, at most what the
// pool has.
func (p *pool) take(ctx context.Context, caller string, low bool, bytes, own int64) (int64, error) {
	w := &waiter{
		bytes:    min(bytes, p.bytes-own),
		own:      own,
		admitted: make(chan struct{}),
	}
	p.join(caller, low, w)

	wait := p.wait
	if deadline, ok := ctx.Deadline(); ok {
		wait = time.Duration(p.part * float64(time.Until(deadline)))
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-w.admitted:
		return w.bytes, nil
	case <-timer.C:
	case <-ctx.Done():
	}

	if p.leave(caller, w) {
		return 0, problem.Unavailable(problem.CodeBusy, p.again(),
			"too much work of this kind is under way here; try again in a while")
	}
	return w.bytes, nil // admitted in the same moment
}

func (p *pool) join(caller string, low bool, w *waiter) {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lines[caller]
	if l == nil {
		l = &line{caller: caller}
		p.lines[caller] = l
	}
	l.low = low
	l.waiters = append(l.waiters, w)
	if len(l.waiters) == 1 {
		p.turns = append(p.turns, l)
	}
	p.serve()
}

// leave removes a waiter from its line. It returns false if the waiter has got a place.
func (p *pool) leave(caller string, w *waiter) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	l := p.lines[caller]
	if l == nil {
		return false
	}
	at := slices.Index(l.waiters, w)
	if at < 0 {
		return false
	}

	l.waiters = slices.Delete(l.waiters, at, at+1)
	p.tidy(l)
	p.serve() // it may have blocked others
	return true
}

func (p *pool) give(from *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endLoan(from)
	from.given = true
	l := p.lines[from.caller]
	l.bytes -= from.bytes
	l.pieces--
	p.freeBytes += from.bytes
	p.freePieces++
	p.pace()
	p.tidy(l)
	p.serve()
}

// pace notes that a place is given back. Pauses in which nobody waited say nothing of how fast places come. The caller
// holds mu.
func (p *pool) pace() {
	now := p.now()
	since := now.Sub(p.given)
	first := p.given.IsZero()
	p.given = now
	switch {
	case first || len(p.turns) == 0:
	case p.pause == 0:
		p.pause = since
	default:
		p.pause = time.Duration(newest*float64(since) + (1-newest)*float64(p.pause))
	}
}

// again is after how long those who wait now should have had their places.
func (p *pool) again() time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pause == 0 {
		return usualPause
	}

	waiting := 1
	for _, l := range p.turns {
		waiting += len(l.waiters)
	}
	return min(max(soonest, time.Duration(waiting)*p.pause), latest)
}

// tidy removes a line that has and wants nothing, and the turn of a line that wants nothing.
func (p *pool) tidy(l *line) {
	if len(l.waiters) > 0 {
		return
	}
	if at := slices.Index(p.turns, l); at >= 0 {
		p.turns = slices.Delete(p.turns, at, at+1)
	}
	if l.pieces == 0 {
		delete(p.lines, l.caller)
	}
}

// serve admits as many waiters as fit. None overtakes the one whose turn it is, or large pieces would wait forever
// behind small ones.
func (p *pool) serve() {
	for {
		l := p.next()
		if l == nil {
			return
		}
		w := l.waiters[0]
		if !p.fits(w) {
			p.recallFor(w)
			return
		}

		l.waiters = l.waiters[1:]
		l.bytes += w.bytes
		l.pieces++
		p.freeBytes -= w.bytes
		p.freePieces--
		close(w.admitted)

		at := slices.Index(p.turns, l)
		p.turns = slices.Delete(p.turns, at, at+1)
		if len(l.waiters) > 0 {
			p.turns = append(p.turns, l)
		}
	}
}

// next is the line whose turn it is: the first with less than its share, those of low standing last.
func (p *pool) next() *line {
	var last *line
	for _, l := range p.turns {
		switch {
		case !p.withinShare(l):
		case !l.low:
			return l
		case last == nil:
			last = l
		}
	}
	return last
}

func (p *pool) withinShare(l *line) bool {
	w := l.waiters[0]
	if l.bytes == w.own {
		return true
	}
	return !l.low && l.bytes+w.bytes <= p.bytes/4 && l.pieces < p.each
}

func (p *pool) fits(w *waiter) bool { return w.bytes <= p.freeBytes && p.freePieces > 0 }

func (p *pool) taken() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes - p.freeBytes
}
