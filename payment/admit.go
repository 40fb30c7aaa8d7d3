package payment

import (
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

// admissible ends the request of a payer who is not sold to. What it has paid for before it still gets.
func (a *attempt) admissible() *outcome {
	for _, address := range []string{a.payer(), a.offer.signer()} {
		denied := a.gate.opt.Denied(address)
		if denied == nil {
			continue
		}
		if end := a.remembered(); end != nil {
			return end
		}
		return a.failed(denied)
	}
	return nil
}

// admit lets a payment in that is surely the payer's, within the payer's bounds. leave gives its place back.
func (a *attempt) admit() (leave func(), end *outcome) {
	g := a.gate
	signer := a.offer.signer()
	admission, until := g.payers.enter(signer, g.opt.Now())
	switch admission {
	case busy:
		return nil, a.payerBusy()
	case shutOut:
		if end := a.remembered(); end != nil {
			return nil, end
		}
		return nil, a.payerBlocked(until)
	}
	a.suspected = admission == suspect
	a.countWork()
	g.working.Add(1)

	if err := g.pulse.enter(a.ctx()); err != nil {
		g.working.Done()
		g.payers.leave(signer)
		return nil, a.ledgerAway(err)
	}
	return func() {
		g.pulse.leave()
		g.working.Done()
		g.payers.leave(signer)
	}, nil
}

// payerBusy ends the request of a payer whose places are all taken.
func (a *attempt) payerBusy() *outcome {
	return a.failed(&problem.Problem{
		Status:     http.StatusTooManyRequests,
		Code:       problem.CodePayerBusy,
		RetryAfter: 2 * time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     "this payer has too many requests under way",
	})
}

// payerBlocked ends the request of a payer who is shut out.
func (a *attempt) payerBlocked(until time.Time) *outcome {
	return a.failed(&problem.Problem{
		Status:     http.StatusTooManyRequests,
		Code:       problem.CodePayerBlocked,
		RetryAfter: until.Sub(a.gate.opt.Now()),
		Retry:      problem.RetryNewPayment,
		Detail: "too many settlements of this payer were refused lately; " +
			"nothing more is sold to it for now",
	})
}
