package payment

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// settle puts the payment on the chain and hands the stored answer out.
func (s *attempt) settle(answer Answer) {
	g := s.g
	ctx, cancel := context.WithTimeout(s.ctx(), g.opt.SettleTimeout)
	defer cancel()
	start := g.opt.Now()
	g.opt.Step("settle")
	result, err := g.settle(ctx, s.req.Route, s.facilitatorRequest())
	s.sale.Settle = g.opt.Now().Sub(start)
	switch {
	case err != nil:
		if !s.forget() {
			s.pending()
			return
		}
		s.problem(&problem.Problem{
			Status: http.StatusServiceUnavailable, Code: "payment_backend_unavailable", RetryAfter: 5 * time.Second,
			Retry: problem.RetrySamePayment, Detail: "the payment could not be settled right now; it was not charged and may be sent again", Cause: err,
		})
	case result.Outcome == facilitator.Settled:
		g.opt.Step("settled")
		s.sale.Transaction = result.Transaction
		s.record()
		g.opt.Step("recorded")
		g.payers.settled(s.offer.key.Payer)
		s.sale.Outcome = usage.OutcomePaid
		s.writePaid(answer, s.offer.key.Network, result.Transaction)
	case result.Outcome == facilitator.Refused:
		if !s.forget() {
			s.pending()
			return
		}
		g.payers.settleRefused(s.offer.key.Payer, g.opt.Now())
		reason := opaque(result.Reason, x402.ReasonUnexpectedSettle)
		s.writeReceipt(s.offer.key.Network, x402.Receipt{ErrorReason: reason, Payer: s.payer(), Transaction: result.Transaction})
		s.refuse(reason)
	default:
		s.pending()
	}
}

// settle is the facilitator's. After a panic in it, nothing is known of the transfer.
func (g *Gate) settle(ctx context.Context, route string, r facilitator.Request) (result facilitator.Settlement, err error) {
	defer func() {
		if v := recover(); v != nil {
			g.opt.Panicked(route, v, debug.Stack())
			result, err = facilitator.Settlement{Outcome: facilitator.Unknown}, nil
		}
	}()
	return g.opt.Facilitator.Settle(ctx, r)
}

// maxReason bounds a facilitator's reason: it goes into a header.
const maxReason = 100

// opaque is a facilitator's own word for a refusal, passed on as far as a header can take it.
func opaque(reason, otherwise string) string {
	reason = strings.ToValidUTF8(reason[:min(len(reason), maxReason)], "")
	return cmp.Or(reason, otherwise)
}

// record writes the settlement and its event. Failing that, the row stays settling and the reconciler
// writes it later: the buyer has paid and gets the answer now.
func (s *attempt) record() {
	g, now := s.g, s.g.opt.Now()
	_, err := g.opt.Ledger.Settle(s.ctx(), s.offer.key, s.sale.Transaction, now, usage.Event{
		Time: now, Route: s.req.Route, Status: http.StatusOK, Outcome: usage.OutcomePaid,
		PriceUSD: s.q.item.PriceUSD.String(), Network: s.offer.key.Network, Payer: s.payer(),
		Transaction: s.sale.Transaction, Version: s.offer.version,
		Latency: now.Sub(s.req.Started), Upstream: s.req.Upstream(),
	})
	if err != nil {
		g.opt.Log.Error("settlement not recorded; the reconciler will", "route", s.req.Route, "transaction", s.sale.Transaction, "error", err)
	}
	s.sale.Recorded = true
}

// forget drops a payment that will not be settled; true when that is sure to be so. Otherwise the
// reconciler finds it and settles it.
func (s *attempt) forget() bool {
	err := s.g.opt.Ledger.Refuse(s.ctx(), s.offer.key, s.owner)
	if err != nil {
		s.g.opt.Log.Error("refused payment not forgotten; the reconciler will settle or drop it", "route", s.req.Route, "error", err)
	}
	return err == nil
}

func (s *attempt) writePaid(a Answer, network, transaction string) {
	s.writeReceipt(network, x402.Receipt{Success: true, Transaction: transaction, Payer: s.payer()})
	s.c.Response().Header().Set("Cache-Control", "private")
	writeAnswer(s.c.Response(), a)
}

// writeReceipt sets the settlement header of the buyer's own version.
func (s *attempt) writeReceipt(network string, r x402.Receipt) {
	name := x402.HeaderPaymentResponse
	r.Network = network
	if s.offer.version == 1 {
		name = x402.HeaderPaymentResponseV1
		for _, n := range s.g.opt.Seller.Networks {
			if n.CAIP2 == network {
				r.Network = n.V1Name
			}
		}
	}
	text, err := json.Marshal(r)
	if err == nil {
		s.c.Response().Header().Set(name, base64.StdEncoding.EncodeToString(text))
	}
}
