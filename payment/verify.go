package payment

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// errVerifyRefused cancels the work of a payment that turned out bad.
var errVerifyRefused = errors.New("payment: verification refused")

// verification is a facilitator's verdict, or why there is none.
type verification struct {
	facilitator.Verification
	err  error
	took time.Duration
}

func (v verification) ok() bool { return v.err == nil && v.Valid }

// word is the verdict in a trace.
func (v verification) word() string {
	switch {
	case v.err != nil:
		return "unknown"
	case v.Valid:
		return "valid"
	}
	return "refused"
}

// prove has the chain judge a payment whose signature is not a key's, before anything is reserved in its payer's
// name. What such a payment has bought already is found by the exact bytes that were signed, which nobody else can
// know before they are on the chain.
func (a *attempt) prove() *outcome {
	if a.offer.proven {
		return nil
	}
	if end := a.remembered(); end != nil {
		return end
	}

	select {
	case a.gate.unproven <- struct{}{}:
	default:
		return a.failed(problem.Unavailable(problem.CodeBusy, 2*time.Second,
			"too many contract wallet payments are being checked; try again"))
	}
	v := a.verify(a.client)
	<-a.gate.unproven

	a.sale.Facilitator += v.took
	if !v.ok() {
		return a.unverified(v)
	}
	a.offer.proven = true
	a.verified = true
	return nil
}

// verifyAndWork has the reserved payment verified and the handler run, side by side. For a payer under suspicion they
// come one after the other: what is bad then gets no work for nothing.
func (a *attempt) verifyAndWork() (Answer, *outcome) {
	if a.verified {
		return a.work(a.client, nil)
	}
	if a.suspected {
		if end := a.judge(a.verify(a.ctx())); end != nil {
			return Answer{}, end
		}
		return a.work(a.client, nil)
	}

	ctx, cancel := context.WithCancelCause(a.client)
	defer cancel(nil)
	verdict := make(chan verification, 1)
	go func() {
		v := a.verify(a.ctx())
		if !v.ok() {
			cancel(errVerifyRefused)
		}
		verdict <- v
	}()
	return a.work(ctx, verdict)
}

// verify asks the facilitator. It runs beside the request too, where a panic would end the process.
func (a *attempt) verify(ctx context.Context) (v verification) {
	ctx, cancel := context.WithTimeout(ctx, a.gate.opt.VerifyTimeout)
	defer cancel()

	ctx, part := span.Start(ctx, "verify", "")
	start := a.gate.opt.Now()
	defer func() {
		defer func() { part.End(v.word()) }()
		if r := recover(); r != nil {
			a.gate.opt.Panicked(a.request.Route, r, debug.Stack())
			v.err = fmt.Errorf("panic in verify: %v", r)
		}
		v.took = a.gate.opt.Now().Sub(start)
	}()

	if a.offer.outlives {
		if v.Verification, v.err = a.unspent(ctx); !v.ok() {
			return v
		}
	}
	v.Verification, v.err = a.gate.opt.Facilitator.Verify(ctx, a.facilitatorRequest())
	if v.err == nil {
		v.Verification, v.err = v.Verification.Believed()
	}
	return v
}

// unspent asks the chain whether a payment is new that the ledger may have known and forgotten. Facilitators
// need not look at the nonce, and some say of a spent one that it is settled.
func (a *attempt) unspent(ctx context.Context) (facilitator.Verification, error) {
	end, err := a.gate.opt.Chain.Fate(ctx, a.entry())
	if err != nil {
		return facilitator.Verification{}, err
	}
	if end.Fate != Open {
		return facilitator.Verification{Reason: x402.ReasonNonceUsed}, nil
	}
	return facilitator.Verification{Valid: true}, nil
}

// judge takes in the verdict on a reserved payment. A bad one releases the payment.
func (a *attempt) judge(v verification) *outcome {
	a.sale.Facilitator += v.took
	if v.ok() {
		return nil
	}
	a.release()
	return a.unverified(v)
}

// unverified ends an attempt whose verification is not ok.
func (a *attempt) unverified(v verification) *outcome {
	if v.err != nil {
		return a.facilitatorAway(v.err,
			"the payment could not be checked right now; it was not charged and may be sent again")
	}
	if a.offer.proven {
		a.gate.payers.verifyFailed(a.offer.signer(), a.gate.opt.Now())
	}
	return a.refused(opaque(v.Reason, x402.ReasonUnexpectedVerify))
}

func (a *attempt) facilitatorRequest() facilitator.Request {
	return facilitator.Request{
		Payment:     described(a.ownPayment(), a.quote.item),
		Requirement: a.offer.requirement,
		Wire:        &a.wire,
	}
}

// ownPayment is the buyer's signature with our own requirement, and nothing else of what the buyer sent. The ledger
// keeps it so: what an item is called and how it is described is the same in each of its rows, and ten times as long.
func (a *attempt) ownPayment() x402.Payment {
	return x402.Payment{
		X402Version: 2,
		Payload:     a.offer.payment.Payload,
		Accepted:    a.offer.requirement,
	}
}

// described is a payment for an item as a facilitator gets it: with our own resource and extensions. What a buyer
// echoes could poison a registry.
func described(p x402.Payment, item Item) x402.Payment {
	p.Resource = &x402.Resource{
		URL:         item.URL,
		Description: item.Description,
		MimeType:    "application/json",
	}
	p.Extensions = item.Extensions
	return p
}
