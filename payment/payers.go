package payment

import (
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

// payers keeps each payer's bound on requests under way and its standing. A signed payment from an
// empty account gets work for nothing when work and verification run side by side, so a payer whose
// verification failed lately is served one step after the other. A payer whose settlement succeeded
// lately is trusted with one call, which goes to its settlement without a verification: what it
// would find, the settlement finds too, and no answer is given before that.
//
// Standing is kept per process: it protects this process's work, and losing it costs at most one
// round of that work. Only payments proven by the payer's own key count, or anyone could spoil the
// standing of anyone.
type payers struct {
	mu          sync.Mutex
	byAddress   map[string]*payer // those with requests under way or a standing to remember
	maxInFlight int
	swept       time.Time
}

type payer struct {
	inFlight     int
	suspectUntil time.Time
	refused      []time.Time     // settlements refused within standingWindow
	paid         decimal.Decimal // in USD, by the settlement that it is trusted for
	trustedUntil time.Time       // zero without trust
	transactions []time.Time     // that the seller paid gas for within standingWindow
}

const (
	suspicionTime   = 10 * time.Minute
	suspectInFlight = 1
	standingWindow  = time.Hour
	maxRefusals     = 3
	sweepEvery      = suspicionTime / 2
	trustTime       = 10 * time.Minute
	// maxRemembered bounds the payers that are remembered for their trust: some 300 bytes each.
	maxRemembered = 10_000
)

func newPayers(maxInFlight int) *payers {
	return &payers{byAddress: map[string]*payer{}, maxInFlight: maxInFlight}
}

// admission is the outcome of payers.enter.
type admission int

const (
	// admitted: the caller has a place and must leave.
	admitted admission = iota
	// suspect: likewise, and is to verify before working.
	suspect
	// busy: the payer has all its places taken.
	busy
	// shutOut: too many settlements of the payer were refused.
	shutOut
)

// enter takes a place for one request. For a payer who is shut out, until tells how long.
func (ps *payers) enter(address string, now time.Time) (a admission, until time.Time) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.sweep(now)
	p := ps.byAddress[address]
	if p == nil {
		p = &payer{}
		ps.byAddress[address] = p
	}

	p.refused = within(p.refused, now)
	if n := len(p.refused); n >= maxRefusals {
		return shutOut, p.refused[n-maxRefusals].Add(standingWindow)
	}

	limit := ps.maxInFlight
	if now.Before(p.suspectUntil) {
		a = suspect
		limit = suspectInFlight
	}

	if p.inFlight >= limit {
		return busy, until
	}
	p.inFlight++
	return a, until
}

// leave gives the place back. Whoever leaves without a bad standing is forgotten: anyone can sign as
// any number of payers.
func (ps *payers) leave(address string) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	p := ps.byAddress[address]
	if p == nil {
		return
	}
	p.inFlight--
	isTrusted := !p.trustedUntil.IsZero() && len(ps.byAddress) <= maxRemembered
	hasStanding := isTrusted || !p.suspectUntil.IsZero() || len(p.refused) > 0 || len(p.transactions) > 0
	if p.inFlight == 0 && !hasStanding {
		delete(ps.byAddress, address)
	}
}

// verifyFailed and settleRefused lower the standing of a payer with a place; settled restores it. A facilitator's
// own trouble reaches neither of them: see facilitator.Judge. Only what is surely the payer's own fault counts as a
// refused settlement. A failed verification may be anything else, and costs the payer no more than its haste.
func (ps *payers) verifyFailed(address string, now time.Time) {
	ps.with(address, func(p *payer) {
		p.suspectUntil = now.Add(suspicionTime)
		p.trustedUntil = time.Time{}
	})
}

func (ps *payers) settleRefused(address string, now time.Time) {
	ps.verifyFailed(address, now)
	ps.with(address, func(p *payer) { p.refused = append(within(p.refused, now), now) })
}

func (ps *payers) settled(address string) {
	ps.with(address, func(p *payer) { p.suspectUntil, p.refused = time.Time{}, nil })
}

// earnTrust trusts a payer whose transfer is on the chain with one call that costs no more than that transfer.
func (ps *payers) earnTrust(address string, paid decimal.Decimal, now time.Time) {
	ps.with(address, func(p *payer) {
		p.paid = paid
		p.trustedUntil = now.Add(trustTime)
	})
}

// takeTrust says that a call of that price needs no verification. The trust is gone then, until the call has earned it
// again: a payer has at most one such call under way, and is verified after one that was not settled.
func (ps *payers) takeTrust(address string, price decimal.Decimal, now time.Time) (isTrusted bool) {
	ps.with(address, func(p *payer) {
		isTrusted = now.Before(p.trustedUntil) && price.LessThanOrEqual(p.paid)
		if isTrusted {
			p.trustedUntil = time.Time{}
		}
	})
	return isTrusted
}

// transact counts a transaction of a payer with a place, if it has made fewer than most within the hour. Else again is
// when it may make one.
func (ps *payers) transact(address string, most int, now time.Time) (again time.Time, ok bool) {
	ps.with(address, func(p *payer) {
		p.transactions = within(p.transactions, now)
		n := len(p.transactions)
		if ok = n < most; ok {
			p.transactions = append(p.transactions, now)
			return
		}
		again = p.transactions[n-most].Add(standingWindow)
	})
	return again, ok
}

func (ps *payers) with(address string, change func(*payer)) {
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if p := ps.byAddress[address]; p != nil {
		change(p)
	}
}

// sweep forgets payers whose bad standing is over, once in a while.
func (ps *payers) sweep(now time.Time) {
	if now.Sub(ps.swept) < sweepEvery {
		return
	}
	ps.swept = now
	for address, p := range ps.byAddress {
		isUsual := !now.Before(p.suspectUntil) && !now.Before(p.trustedUntil) && len(within(p.refused, now)) == 0
		if p.inFlight == 0 && isUsual && len(within(p.transactions, now)) == 0 {
			delete(ps.byAddress, address)
		}
	}
}

func within(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= standingWindow {
		times = times[1:]
	}
	return times
}
