package payment

import (
	"context"
	"runtime/debug"
	"time"

	"github.com/farebox/farebox/payment/x402"
)

// leaseMargin is added to the time that verification and work may take, for the ledger's steps and for differences
// between the replicas' clocks. An attempt that holds its reservation for longer counts as dead although its process
// lives: it hangs.
const leaseMargin = time.Minute

// keepMargin is how long a paid answer is kept at least after its authorization has ended: until then the
// buyer may send the same payment again.
const keepMargin = time.Hour

// newOwner names this attempt for the ledger.
func (a *attempt) newOwner() { a.owner = a.gate.id + randomID() }

// reservePayment claims the payment. What stands in the way ends the attempt.
func (a *attempt) reservePayment() *outcome {
	a.gate.opt.Step("reserve")
	a.reservedAt = a.gate.opt.Now()
	claim, entry, err := a.gate.opt.Ledger.Reserve(a.ctx(), a.reservation(a.reservedAt))
	if err != nil {
		a.releaseLater() // it may have been reserved all the same
		return a.ledgerAway(err)
	}

	if a.closed != nil && (claim == Claimed || claim == Reverted) {
		a.release() // nothing is reserved of a reverted one
		return a.failed(a.closed)
	}

	switch claim {
	case Claimed:
		a.gate.opt.Step("reserved")
		return nil
	case Settled:
		return a.replay(entry)
	case Settling:
		return a.resolve(entry)
	case InFlight:
		return a.inFlight()
	case OtherRequest:
		return a.otherRequest(entry)
	default:
		return a.refused(x402.ReasonReverted)
	}
}

func (a *attempt) reservation(now time.Time) Reservation {
	item := a.quote.item
	keepUntil := now.Add(a.gate.opt.KeepAnswers)
	if least := a.offer.validBefore.Add(keepMargin); least.After(keepUntil) {
		keepUntil = least
	}

	var forget time.Duration
	if item.KeepNothing {
		forget = forgetAfter
	}

	return Reservation{
		Key:         a.offer.key,
		RequestHash: a.requestHash,
		PurchaseID:  a.purchaseID,
		Owner:       a.owner,
		Process:     a.gate.id,
		Now:         now,
		LeaseUntil:  now.Add(a.lease()),
		KeepUntil:   keepUntil,
		ForgetAfter: forget,
		Route:       a.request.Route,
		PriceUSD:    item.PriceUSD.String(),
		Version:     a.offer.version,
		Payload:     a.offer.payment.Payload,
		Requirement: a.offer.requirement,
	}
}

// lease is how long a reservation holds while its process lives.
func (a *attempt) lease() time.Duration {
	return a.quote.item.Budget + a.gate.opt.VerifyTimeout + leaseMargin
}

// release gives the reservation back. What the ledger does not take now it is offered again: the error is only for who
// has to say whether it did.
func (a *attempt) release() error {
	if a.owner == "" { // nothing was claimed
		return nil
	}
	err := a.releaser()(a.ctx())
	if err != nil {
		a.gate.opt.Log.Warn("payment not released yet", "route", a.request.Route, "error", err)
		a.releaseLater()
	}
	return err
}

// releaser gives the payment back, or its channel. It keeps nothing else of the attempt, which may have a large body.
func (a *attempt) releaser() func(context.Context) error {
	owner := a.owner
	if a.offer.channel != nil {
		key := a.channelKey()
		ledger := a.gate.opt.Channels.Ledger
		return func(ctx context.Context) error { return ledger.ReleaseChannel(ctx, key, owner) }
	}

	key := a.offer.key
	ledger := a.gate.opt.Ledger
	return func(ctx context.Context) error { return ledger.Release(ctx, key, owner) }
}

// A reservation that could not be released is tried again after these times.
const (
	releaseSoonest = time.Second
	releaseLatest  = 10 * time.Second
)

// releaseLater gives a reservation back that the ledger would not take when its request ended. Until then, or until
// the lease ends, the buyer of a payment that bought nothing is told that it is in flight. Who has claimed the payment
// since is another owner and keeps it. A process that ends meanwhile has no reservations any more.
func (a *attempt) releaseLater() {
	go a.gate.releaseLater(a.request.Route, a.releaser(), a.lease())
}

func (g *Gate) releaseLater(route string, release func(context.Context) error, lease time.Duration) {
	defer func() {
		if v := recover(); v != nil {
			g.opt.Panicked(route, v, debug.Stack())
		}
	}()

	ctx, cancel := context.WithTimeout(context.Background(), lease)
	defer cancel()
	for wait := releaseSoonest; ; wait = min(2*wait, releaseLatest) {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		if release(ctx) == nil {
			return
		}
	}
}
