package wallet

import (
	"fmt"
	"sync"
	"time"

	"github.com/shopspring/decimal"
)

// spending holds a session to its budget.
//
// What was signed counts, and not what a seller says that it charged: until a signed payment has ended, whoever has it
// can settle it. So a payment that bought nothing is held against the budget until then.
type spending struct {
	max    decimal.Decimal // for one call, in US dollars
	budget decimal.Decimal // for the session
	now    func() time.Time

	mu    sync.Mutex
	spent decimal.Decimal
	held  map[string]hold // by nonce
}

// hold is a payment that may still be settled.
type hold struct {
	usd   decimal.Decimal
	until time.Time // zero: it is not known how it ends
}

// overBudget says why a price is not paid.
type overBudget string

func (e overBudget) Error() string { return string(e) }

// reserve takes a price out of the budget, under the name of its payment, or says why it may not be paid. Nothing is
// signed before. What was reserved ends with charge or release.
func (s *spending) reserve(name string, usd decimal.Decimal) error {
	s.mu.Lock()
	defer s.mu.Unlock()

	if usd.GreaterThan(s.max) {
		return overBudget(fmt.Sprintf("it costs $%s, and one call may cost $%s (--max-usd)", usd, s.max))
	}
	if left := s.left(); usd.GreaterThan(left) {
		return overBudget(fmt.Sprintf("it costs $%s, and $%s are left of this session's budget of $%s (--budget-usd)",
			usd, left, s.budget))
	}
	s.held[name] = hold{usd: usd}
	return nil
}

// rename puts a reserved price under the name of its payment once that is signed.
func (s *spending) rename(name, payment string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.held[payment] = s.held[name]
	delete(s.held, name)
}

// charge counts a reserved price as spent.
func (s *spending) charge(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()

	s.spent = s.spent.Add(s.held[name].usd)
	delete(s.held, name)
}

// release gives a reserved price back when its payment has ended; at once with the zero time, when none was signed.
func (s *spending) release(name string, ends time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()

	h, ok := s.held[name]
	if !ok {
		return
	}
	if ends.IsZero() {
		delete(s.held, name)
		return
	}
	h.until = ends
	s.held[name] = h
}

// left is what may still be spent. Callers hold mu.
func (s *spending) left() decimal.Decimal {
	left := s.budget.Sub(s.spent)
	for name, h := range s.held {
		if !h.until.IsZero() && s.now().After(h.until) {
			delete(s.held, name)
			continue
		}
		left = left.Sub(h.usd)
	}
	return left
}

// figures are what was spent, what is held, and what is left.
func (s *spending) figures() (spent, held, left decimal.Decimal) {
	s.mu.Lock()
	defer s.mu.Unlock()

	left = s.left()
	return s.spent, s.budget.Sub(s.spent).Sub(left), left
}
