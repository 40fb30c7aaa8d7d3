package capacity

import (
	"slices"
	"time"
)

// What is borrowed has to be filled evenly within loanLength, after some grace. Most pages come in much less; a host
// that keeps 5 MiB from others has to send a megabyte a second.
const (
	loanGrace  = time.Second
	loanLength = 5 * time.Second
)

// loan is what makes a place one that others may have.
type loan struct {
	began         time.Time
	grace, length time.Duration
	filled        func() float64 // the part of the bytes that has come
	recall        func()
	recalled      bool
}

// due is when the loan is behind, if no more comes.
func (l *loan) due() time.Time {
	return l.began.Add(l.grace + time.Duration(l.filled()*float64(l.length)))
}

func (p *pool) lend(to *place, l *loan) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if to.given { // with all others of a visit that ended just now
		return
	}
	to.loan = l
	p.loans = append(p.loans, to)
	p.serve() // somebody may wait for it already
}

// settle makes a loan a place like others.
func (p *pool) settle(borrowed *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.endLoan(borrowed)
	p.serve() // it may have been called back, and is not given back
}

// endLoan forgets that a place was lent. The caller holds mu.
func (p *pool) endLoan(of *place) {
	switch {
	case of.loan == nil:
		return
	case of.loan.recalled:
		p.returning -= of.bytes
	default:
		at := slices.Index(p.loans, of)
		p.loans = slices.Delete(p.loans, at, at+1)
	}
	of.loan = nil
}

// recallFor calls loans back that are behind, the furthest first, until there is room for a waiter. If they do not do,
// it looks again when another one may be behind. The caller holds mu.
func (p *pool) recallFor(w *waiter) {
	for len(p.loans) > 0 && w.bytes > p.freeBytes+p.returning {
		furthest := slices.MinFunc(p.loans, func(a, b *place) int { return a.loan.due().Compare(b.loan.due()) })
		if left := furthest.loan.due().Sub(p.now()); left > 0 {
			p.lookAfter(left)
			return
		}
		p.loans = slices.DeleteFunc(p.loans, func(l *place) bool { return l == furthest })
		p.returning += furthest.bytes
		furthest.loan.recalled = true
		go furthest.loan.recall()
	}
}

func (p *pool) lookAfter(d time.Duration) {
	if p.looking {
		return
	}
	p.looking = true
	time.AfterFunc(d, func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.looking = false
		p.serve()
	})
}
