// Package capacity bounds the memory and processor time of all running requests together. Caps bound each request,
// but a few hundred of the largest at once would still take gigabytes, and minutes in which nothing else is
// answered.
//
// There are three kinds of places. [Hold] is for bytes in memory: a request's body, a fetched page, an answer on its
// way to a slow reader. [Borrow] is [Hold] for a page that a stranger's host still sends: it gives way to others if it
// comes slowly. [Receive] is for a body that is still on its way: whoever sends one slowly, or never, keeps
// bodies out and nothing else. [Ask] is for questions to others that anyone can cause for nothing. [Work] is for
// computations: parsing a page, reading a table. Large work has its own lane
// with few places, so that small work does not wait behind it.
//
// A request without a place waits in its caller's line, and the callers take turns. It waits for at most half of
// its remaining time and is then answered 503, with the time in which those before it should be done. Only the server
// knows who a caller is: to this package it is a text.
//
// A request that waits for bytes may receive, one that waits for Work may hold bytes, and none waits for bytes while
// working: work runs in one go, without the network. This prevents deadlocks.
package capacity

import (
	"context"
	"runtime"
	"sync"
	"time"
)

const (
	// free is how many bytes need no place: enough for most bodies and pages of other routes.
	free = 64 << 10
	// large is the memory from which work belongs to the lane for large work: a page of about 20,000 nodes. Smaller
	// work takes at most some 50 ms.
	large = 8 << 20
	// huge is the memory from which garbage is collected before work.
	huge = 64 << 20
	// questions is how many are asked at once.
	questions = 16
	// faultsKept is how long a fault counts.
	faultsKept = 10 * time.Minute
)

// Limits are the sizes of a Control.
type Limits struct {
	// Memory is how many bytes all requests may take together: a quarter to hold, a quarter for small work, half
	// for large work. Bodies on their way may take another quarter, which they seldom fill. A single piece larger than
	// its part gets the whole part.
	Memory int64
	// Processors is the number of the process's processors. With two or more, large work leaves one free. Default
	// runtime.GOMAXPROCS.
	Processors int
	// Wait is how long a request without a deadline waits for a place. Default 30 s.
	Wait time.Duration
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Control hands out places. It is safe for concurrent use.
type Control struct {
	arriving  *pool
	held      *pool
	small     *pool
	large     *pool
	asked     *pool
	standings *standings
	now       func() time.Time
}

// New makes a Control.
func New(l Limits) *Control {
	if l.Processors <= 0 {
		l.Processors = runtime.GOMAXPROCS(0)
	}
	if l.Wait <= 0 {
		l.Wait = usualWait
	}
	if l.Now == nil {
		l.Now = time.Now
	}

	quarter := max(1, l.Memory/4)
	return &Control{
		arriving:  newPool(quarter, unlimited, l),
		held:      newPool(quarter, unlimited, l),
		small:     newPool(quarter, 4*l.Processors, l),
		large:     newPool(2*quarter, max(1, l.Processors-1), l),
		asked:     newPool(questions, questions, l),
		standings: newStandings(l.Now),
		now:       l.Now,
	}
}

// Taken is how many bytes all running requests have.
func (c *Control) Taken() int64 {
	return c.arriving.taken() + c.held.taken() + c.small.taken() + c.large.taken()
}

// Visit is one request's places. It is safe for concurrent use.
type Visit struct {
	control *Control

	mu     sync.Mutex
	caller string
	places map[*place]bool
	heavy  bool // it did large work
	ended  bool
}

// place is a visit's part of a pool.
type place struct {
	pool   *pool
	caller string
	bytes  int64
	loan   *loan // nil for what is not borrowed
	given  bool  // it was given back: under the pool's lock
}

type visitKey struct{}

// Begin makes the visit of one request and a context that carries it. The caller must end the visit.
func (c *Control) Begin(ctx context.Context) (context.Context, *Visit) {
	v := &Visit{
		control: c,
		places:  map[*place]bool{},
	}
	return context.WithValue(ctx, visitKey{}, v), v
}

// Detach is context.WithoutCancel for work that several requests wait for, and that outlives the one that began it. It
// has places of its own, counted to the same caller, until the caller of Detach calls end.
func Detach(ctx context.Context) (detached context.Context, end func()) {
	ctx = context.WithoutCancel(ctx)
	v := visitOf(ctx)
	if v == nil {
		return ctx, func() {}
	}
	ctx, own := v.control.Begin(ctx)
	own.caller = v.name()
	return ctx, func() { own.End(false) }
}

// For names the request's caller, whose places are counted together. Outside a visit it does nothing.
func For(ctx context.Context, caller string) {
	if v := visitOf(ctx); v != nil {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.caller = caller
	}
}

// End releases all places, and no more are given. fault means that the request failed through the caller's fault. A
// caller with many such requests that did large work comes after all others for a while.
func (v *Visit) End(fault bool) {
	v.mu.Lock()
	v.ended = true
	caller := v.caller
	unpaidWork := fault && v.heavy
	v.mu.Unlock()

	v.rest()
	if unpaidWork {
		v.control.standings.fault(caller)
	}
}

// Rest releases all places of the request, because its work is done.
func Rest(ctx context.Context) {
	if v := visitOf(ctx); v != nil {
		v.rest()
	}
}

// Hold reserves bytes that the request keeps in memory until it calls release, rests or ends. A few bytes need no
// place. The error is a problem, 503. Outside a visit there is no bound.
func Hold(ctx context.Context, bytes int64) (release func(), err error) {
	return reserve(ctx, func(c *Control) *pool { return c.held }, bytes)
}

// Borrow is [Hold] for bytes that a stranger sends. filled is the part of them that has come, from 0 to 1. They have to
// come evenly, within seconds: of those that are behind, the one that is furthest is called back when others wait for
// memory. recall is called then, and sees to it that release is called soon; it counts as a fault of the caller. Bytes
// borrowed by a caller of low standing are always behind. keep ends the loan: everything is there, and is held.
func Borrow(ctx context.Context, bytes int64, filled func() float64, recall func()) (release, keep func(), err error) {
	v := visitOf(ctx)
	if v == nil || bytes <= free {
		return func() {}, func() {}, nil
	}
	p, err := v.take(ctx, v.control.held, bytes)
	if err != nil {
		return nil, nil, err
	}
	p.pool.lend(p, v.loan(p.caller, filled, recall))
	return func() { v.giveBack(p) }, func() { p.pool.settle(p) }, nil
}

// loan is one to a caller from now on.
func (v *Visit) loan(caller string, filled func() float64, recall func()) *loan {
	l := &loan{
		began:  v.control.now(),
		filled: filled,
		recall: func() {
			v.control.standings.fault(caller)
			recall()
		},
	}
	if !v.control.standings.low(caller) {
		l.grace = loanGrace
		l.length = loanLength
	}
	return l
}

// Receive reserves bytes for a body that is on its way, until done is called. It is otherwise like [Hold].
func Receive(ctx context.Context, bytes int64) (done func(), err error) {
	return reserve(ctx, func(c *Control) *pool { return c.arriving }, bytes)
}

func reserve(ctx context.Context, from func(*Control) *pool, bytes int64) (release func(), err error) {
	v := visitOf(ctx)
	if v == nil || bytes <= free {
		return func() {}, nil
	}
	return v.reserve(ctx, from(v.control), bytes)
}

// Work reserves a processor and the given bytes for a computation of the request. done releases the place; so do
// resting and ending. The error is a problem, 503. Outside a visit there is no bound.
func Work(ctx context.Context, bytes int64) (done func(), err error) {
	v := visitOf(ctx)
	if v == nil || bytes <= free {
		return func() {}, nil
	}
	if bytes < large {
		return v.reserve(ctx, v.control.small, bytes)
	}
	Heavy(ctx)
	done, err = v.reserve(ctx, v.control.large, bytes)
	if err == nil && bytes >= huge {
		// Otherwise garbage from earlier work would let the heap grow to twice what was alive at the last
		// collection. Collecting takes a tenth of the time of such work.
		runtime.GC()
	}
	return done, err
}

// Ask reserves one of the few places for questions to others, such as a chain, that a request causes before it has
// proven who pays for it. from is where the request came from: whoever it says that it is may be somebody else. done
// releases the place. fault says that the answer was what it should not be: from comes after all others for a while
// when that happens often. The error is a problem, 503. Outside a visit there is no bound.
func Ask(ctx context.Context, from string) (done func(fault bool), err error) {
	v := visitOf(ctx)
	if v == nil {
		return func(bool) {}, nil
	}
	p, err := v.takeFor(ctx, v.control.asked, from, 1)
	if err != nil {
		return nil, err
	}
	return func(fault bool) {
		v.giveBack(p)
		if fault {
			v.control.standings.fault(from)
		}
	}, nil
}

// Heavy says that the request does large work, of which a caller may have wanted too much ([Visit.End]).
func Heavy(ctx context.Context) {
	if v := visitOf(ctx); v != nil {
		v.mu.Lock()
		defer v.mu.Unlock()
		v.heavy = true
	}
}

func visitOf(ctx context.Context) *Visit {
	v, _ := ctx.Value(visitKey{}).(*Visit)
	return v
}

// name is the caller as it is known by now.
func (v *Visit) name() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.caller
}

func (v *Visit) reserve(ctx context.Context, from *pool, bytes int64) (release func(), err error) {
	p, err := v.take(ctx, from, bytes)
	if err != nil {
		return nil, err
	}
	return func() { v.giveBack(p) }, nil
}

func (v *Visit) take(ctx context.Context, from *pool, bytes int64) (*place, error) {
	return v.takeFor(ctx, from, v.name(), bytes)
}

func (v *Visit) takeFor(ctx context.Context, from *pool, caller string, bytes int64) (*place, error) {
	v.mu.Lock()
	own := int64(0)
	for p := range v.places {
		if p.pool == from && p.caller == caller {
			own += p.bytes
		}
	}
	v.mu.Unlock()

	bytes, err := from.take(ctx, caller, v.control.standings.low(caller), bytes, own)
	if err != nil {
		return nil, err
	}

	p := &place{
		pool:   from,
		caller: caller,
		bytes:  bytes,
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.ended { // nobody would give the place back
		from.give(p)
		return nil, context.Canceled
	}
	v.places[p] = true
	return p, nil
}

// giveBack gives a place back, once.
func (v *Visit) giveBack(p *place) {
	v.mu.Lock()
	has := v.places[p]
	delete(v.places, p)
	v.mu.Unlock()
	if has {
		p.pool.give(p)
	}
}

func (v *Visit) rest() {
	v.mu.Lock()
	places := v.places
	v.places = map[*place]bool{}
	v.mu.Unlock()
	for p := range places {
		p.pool.give(p)
	}
}
