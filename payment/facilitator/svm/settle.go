package svm

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/eip3009/ethrpc"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/svm"
	"github.com/farebox/farebox/payment/x402"
)

// errNoAnswer is why a settlement is left open when its time is over.
var errNoAnswer = errors.New("no answer from the cluster in time")

// settle takes a payment that was checked through its life: one call at a time for each.
func (s *settler) settle(ctx context.Context, p *svm.Payment) (facilitator.Settlement, error) {
	if err := s.enter(); err != nil {
		return facilitator.Settlement{}, err
	}
	defer s.leave()
	r, signed, err := s.find(p)
	if err != nil {
		return facilitator.Settlement{}, err
	}

	ctx, cancel := context.WithTimeoutCause(ctx, s.options.SettleTimeout, errNoAnswer)
	defer cancel()
	select {
	case <-r.turn:
		defer func() { r.turn <- struct{}{} }()
	case <-ctx.Done():
		return unknown(r, context.Cause(ctx)), nil
	}
	return (&passage{
		settler: s,
		payment: p,
		record:  r,
		signed:  signed,
	}).run(ctx)
}

// passage is one call's way with a payment.
type passage struct {
	*settler
	*record
	payment *svm.Payment
	signed  *svm.Transaction

	sentAt  time.Time // last; zero when not yet
	trouble error     // what last kept it from being seen or sent
}

// run inspects the payment, sends it and looks until it is decided.
func (g *passage) run(ctx context.Context) (facilitator.Settlement, error) {
	found, err := g.inspect(ctx, g.payment, g.record)
	switch {
	case err != nil && g.isFresh():
		return facilitator.Settlement{}, fmt.Errorf("the payment was not sent: %w", err)
	case err != nil:
		return unknown(g.record, err), nil
	}
	if end := g.decided(found.Report); end != nil {
		return *end, nil
	}
	if found.Simulated != "" && found.Simulated != svm.FaultProcessed {
		return g.unsendable(found)
	}

	for looks := 1; ; looks++ {
		if time.Since(g.sentAt) >= g.options.Resend {
			if end, err := g.send(ctx); end != nil || err != nil {
				return *end, err
			}
		}
		if !tick.Sleep(ctx, g.options.Poll) {
			return g.outOfTime(ctx)
		}

		report, err := g.look(ctx, looks)
		if err != nil {
			g.trouble = err
			continue
		}
		if end := g.decided(report); end != nil {
			return *end, nil
		}
	}
}

// wholeLook is how often the question whether a transaction can still come goes with the one whether it is there.
const wholeLook = 10

// look asks what became of the transaction. Most looks are for the node's memory alone, which costs least.
func (g *passage) look(ctx context.Context, looks int) (svm.Report, error) {
	if looks%wholeLook != 0 {
		return g.chain.Recent(ctx, g.id)
	}
	return g.chain.State(ctx, g.payment, g.seen, g.id)
}

// isFresh says that nobody can have sent the payment yet.
func (g *passage) isFresh() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.fresh && !g.sent
}

// unsendable ends a payment that fails in simulation. If it may have been sent before, the trial proves nothing: it may
// be on its way to a block, or its money may be gone because it is there.
func (g *passage) unsendable(found svm.Inspection) (facilitator.Settlement, error) {
	switch {
	case !g.isFresh():
		return unknown(g.record, fmt.Errorf("it would fail now (%s) and may have been sent before", found.Simulated)), nil
	case found.Simulated.Sponsor():
		return facilitator.Settlement{}, g.broke(found)
	}
	why := unfit(found.Simulated)
	if facilitator.Judge(why.Reason) != facilitator.Final {
		why.Reason = svm.ReasonTransferFails
	}
	return refused(why), nil
}

// send hands the transaction over. It ends the way only where surely nobody has it.
func (g *passage) send(ctx context.Context) (*facilitator.Settlement, error) {
	fresh := g.isFresh()
	g.mark(true)
	g.sentAt = time.Now()

	// Seen through whatever becomes of the caller: half a sending may have arrived.
	delivery, err := g.chain.Send(context.WithoutCancel(ctx), g.signed)
	if err != nil {
		g.trouble = err
		g.options.Log.Warn("a transaction was not taken", "network", g.network.CAIP2, "id", g.id, "error", err)
	}
	if !fresh || delivery == ethrpc.Delivered || delivery == ethrpc.Uncertain {
		return nil, nil
	}

	g.mark(false)
	if delivery == ethrpc.Rejected {
		end := refused(no(svm.ReasonTransferFails, "the node refuses the transaction: "+err.Error()))
		return &end, nil
	}
	return &facilitator.Settlement{}, fmt.Errorf("the payment was not sent: %w", err)
}

func (g *passage) mark(sent bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sent = sent
	g.fresh = !sent
}

// outOfTime leaves a payment to whoever asks next.
func (g *passage) outOfTime(ctx context.Context) (facilitator.Settlement, error) {
	why := context.Cause(ctx)
	if g.trouble != nil {
		why = fmt.Errorf("%w; last: %w", why, g.trouble)
	}
	return unknown(g.record, why), nil
}

// decided is how a payment ends whose fate the chain has decided, or nil.
func (g *passage) decided(report svm.Report) *facilitator.Settlement {
	var end facilitator.Settlement
	switch report.State {
	case svm.Landed:
		end = facilitator.Settlement{
			Outcome:     facilitator.Settled,
			Transaction: report.ID.String(),
			Block:       report.Slot,
			Repeated:    !g.claim(),
		}
		if !end.Repeated {
			end.Gas = new(big.Int).SetUint64(g.fee())
		}

	case svm.Failed:
		end = refused(no(svm.ReasonTransferFails, fmt.Sprintf("transaction %s has failed on the chain: %s",
			report.ID, report.Fault)))
		g.pay()

	case svm.Expired:
		end = refused(no(svm.ReasonTransferFails, "the blockhash has expired, and the transaction is in no block"))
	default:
		return nil
	}
	return &end
}

// claim says that the transfer is this call's own: that it is this process's, and that no other call was told so.
func (g *passage) claim() bool {
	first := false
	g.mu.Lock()
	if g.sent && !g.told {
		g.told = true
		first = true
	}
	g.mu.Unlock()
	if first {
		g.pay()
	}
	return first
}

// fee is what the transaction has cost the fee payer, in lamports.
func (g *passage) fee() uint64 { return signatureFees + g.payment.PriorityFee() }

// pay counts the fee of a transaction that is on the chain. What the fee payer holds is less by it at once, so that a
// network closes before a payment that nothing is left for.
func (g *passage) pay() {
	fee := g.fee()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last.Spent += fee
	if !g.last.SeenAt.IsZero() {
		g.hold(g.last.Lamports - min(fee, g.last.Lamports))
	}
}

// refused is the end of a payment that moves no money. It names no transaction: one that is named may still move some.
func refused(why *svm.Refusal) facilitator.Settlement {
	return facilitator.Settlement{
		Outcome: facilitator.Refused,
		Reason:  why.Reason,
		Message: why.Message,
	}
}

// unknown is the answer for a payment that is not decided.
func unknown(r *record, why error) facilitator.Settlement {
	return facilitator.Settlement{
		Outcome:     facilitator.Unknown,
		Transaction: r.id.String(),
		Reason:      x402.ReasonSettlementPending,
		Message:     why.Error(),
	}
}
