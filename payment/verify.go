package payment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/payment/eip3009"
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

	done, err := capacity.Ask(a.client, a.request.From)
	if err != nil {
		return a.failed(err)
	}
	v := a.verify(a.client)
	done(v.err == nil && !v.Valid)

	a.sale.Facilitator += v.took
	if !v.ok() {
		return a.unverified(v)
	}
	a.offer.proven = true
	a.verified = true
	return nil
}

// verifyAndWork has the reserved payment verified and the handler run, side by side. For a payer under suspicion, and
// for a payment that may end before the work does, they come one after the other: what is bad then gets no work for
// nothing. The payment of a payer who is trusted is not verified.
func (a *attempt) verifyAndWork() (Answer, *outcome) {
	if a.verified || a.isTrusted() {
		return a.work(a.client, nil)
	}
	if a.suspected || a.offer.isShort() {
		v := a.verify(a.ctx())
		if end := a.judge(v); end != nil {
			return Answer{}, end
		}
		if end := a.hurry(v); end != nil {
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

// isTrusted says that the facilitator need not be asked before the settlement. The signature was checked here. Payments
// for which the verification has more to find out, or tells how long they last, are always verified.
func (a *attempt) isTrusted() bool {
	if a.offer.outlives || a.offer.isShort() {
		return false
	}
	a.trusted = a.gate.payers.takeTrust(a.offer.signer(), a.quote.item.PriceUSD, a.gate.opt.Now())
	return a.trusted
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

	if a.offer.outlives || a.isReplayable() {
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

// isReplayable says that a facilitator may call a payment settled that it finds on the chain, although somebody else
// put it there before. Those of others do so on Solana, where to send a transaction again changes nothing and looks the
// same.
func (a *attempt) isReplayable() bool {
	return a.offer.isShort() && a.gate.opt.Mark == eip3009.Mark{}
}

// unspent asks the chain whether a payment is new that the ledger may have known and forgotten. Facilitators need not
// check the nonce, and some report a spent one as settled.
func (a *attempt) unspent(ctx context.Context) (facilitator.Verification, error) {
	end, err := a.gate.opt.Chain.Fate(ctx, a.entry())
	if err != nil {
		return facilitator.Verification{}, err
	}
	if end.Fate != Open {
		return facilitator.Verification{Reason: a.offer.spent()}, nil
	}
	return facilitator.Verification{Valid: true}, nil
}

// A payment that ends by itself: what is left of its life beside the work, and what is believed of one whose
// facilitator does not say how long it lasts. Stock buyers sign on a blockhash that has 118 of its 150 blocks left.
const (
	leastWork    = 2 * time.Second
	usuallyLasts = 20 * time.Second
)

// hurry bounds the work by the life of a payment that ends by itself. One that would be over before it can be settled
// is told so before any work.
func (a *attempt) hurry(v verification) *outcome {
	if !a.offer.isShort() {
		return nil
	}
	left := cmp.Or(v.Lasts, usuallyLasts) - settleMargin
	if left < leastWork {
		a.release()
		return a.refusedAs(x402.ReasonPaymentExpired, "the transaction's blockhash expires before it could be settled; "+
			"sign another on a newer one")
	}
	a.workUntil = a.gate.opt.Now().Add(left)
	return nil
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
		Payment:     described(a.offer.payment.Payload, a.offer.requirement, &a.quote.item),
		Requirement: a.offer.requirement,
		Wire:        &a.wire,
	}
}

// described is a payment for an item as a facilitator gets it: what the buyer has signed, with our own requirement,
// resource and extensions. What a buyer echoes could poison a registry. The item is nil where its route is gone.
func described(signed x402.ExactPayload, requirement x402.Requirement, item *Item) x402.Payment {
	p := x402.Payment{
		X402Version: 2,
		Accepted:    requirement,
		Payload:     signed,
	}
	if item == nil {
		return p
	}
	p.Resource = &x402.Resource{
		URL:         item.URL,
		Description: item.Description,
		MimeType:    "application/json",
	}
	p.Extensions = item.Extensions
	return p
}
