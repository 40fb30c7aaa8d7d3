package payment

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// writePaid hands out an answer that was paid for, by the payment of that key.
func (a *attempt) writePaid(answer Answer, bought Key, transaction string) {
	receipt := x402.Receipt{
		Success:     true,
		Transaction: transaction,
		Payer:       a.payer(),
		Extensions:  a.signedReceipt(bought.Network, transaction),
	}
	a.channelReceipt(&receipt, bought)
	a.writeReceipt(bought.Network, receipt)
	a.echo.Response().Header().Set("Cache-Control", "private")
	writeAnswer(a.echo.Response(), answer)
}

// giveAway hands out an answer that delivers nothing because the operator lacks a key: it costs nothing.
func (a *attempt) giveAway(answer Answer) {
	a.sale.Outcome = usage.OutcomeError
	a.sale.Reason = problem.CodeNotConfigured

	header := a.echo.Response().Header()
	header.Set("X-Charged", "false")
	header.Set("Cache-Control", "no-store")
	writeAnswer(a.echo.Response(), answer)
}

func writeAnswer(w http.ResponseWriter, answer Answer) {
	w.Header().Set("Content-Type", answer.ContentType)
	w.WriteHeader(answer.Status)
	w.Write(answer.Body)
}

// writeReceipt sets the settlement header of the buyer's own protocol and version. The Payment scheme has none for
// what was not settled.
func (a *attempt) writeReceipt(network string, r x402.Receipt) {
	if a.offer.challengeID != "" {
		if r.Success {
			a.writeMPPReceipt(network, r)
		}
		return
	}

	name := x402.HeaderPaymentResponse
	r.Network = network
	if a.offer.version == 1 {
		name = x402.HeaderPaymentResponseV1
		for _, n := range a.gate.opt.Seller.Networks {
			if n.CAIP2 == network {
				r.Network = n.V1Name
			}
		}
	}

	text, err := jsontext.Marshal(r)
	if err == nil {
		a.echo.Response().Header().Set(name, base64.StdEncoding.EncodeToString(text))
	}
}

// refuse answers a payment that is no good, with a fresh quote.
func (a *attempt) refuse(reason string) {
	if reason == x402.ReasonDepositSmall {
		header, err := a.quote.depositSmall(a.gate.opt.Seller)
		a.refuseWith(reason, header, err)
		return
	}
	a.quote.writeRefused(a.echo.Response(), reason, a.freshChallenges())
	a.sale.Outcome = usage.OutcomeRejected
	a.sale.Reason = reason
}

// maxReason bounds a facilitator's reason: it goes into a header.
const maxReason = 100

// opaque is a facilitator's own word for a refusal, passed on as far as a header can take it.
func opaque(reason, otherwise string) string {
	reason = strings.ToValidUTF8(reason[:min(len(reason), maxReason)], "")
	return cmp.Or(reason, otherwise)
}

// problem answers err. A fault of the caller's is a rejection, one of ours or of an upstream an error.
func (a *attempt) problem(err error) {
	p := problem.From(err)
	if p.Cause != nil && p.Status >= 500 {
		a.gate.opt.Log.Warn("paid request failed",
			"route", a.request.Route, "request_id", a.request.RequestID, "code", p.Code, "error", p.Cause)
	}
	p.Write(a.echo.Response(), a.request.RequestID)

	a.sale.Reason = p.Code
	a.sale.Outcome = usage.OutcomeRejected
	if p.Status >= 500 {
		a.sale.Outcome = usage.OutcomeError
	}
}

// facilitatorAway answers when no facilitator took the payment up.
func (a *attempt) facilitatorAway(cause error, detail string) {
	a.problem(&problem.Problem{
		Status:     http.StatusServiceUnavailable,
		Code:       problem.CodePaymentBackendUnavailable,
		RetryAfter: 5 * time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     detail,
		Cause:      cause,
	})
}

// ledgerAway answers when the ledger does not. Whether this payment was charged earlier is not known then.
func (a *attempt) ledgerAway(cause error) {
	p := &problem.Problem{
		Status:     http.StatusServiceUnavailable,
		Code:       problem.CodeLedgerUnavailable,
		RetryAfter: 5 * time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     "payments cannot be looked up right now; send the same payment again",
		Cause:      cause,
	}
	a.problem(p.With("charged", nil))
}

// pending answers when the transfer may be, or come to be, on the chain. A fresh quote would make an honest
// buyer pay twice.
func (a *attempt) pending() {
	a.sale.Outcome = usage.OutcomePending
	a.sale.Reason = x402.ReasonSettlementPending

	p := problem.Unavailable(problem.CodeSettlementPending, 5*time.Second,
		"the payment is on its way and not confirmed yet; send the SAME payment again for the answer, "+
			"a new one would pay twice")
	p = p.With("error", x402.ReasonSettlementPending).With("charged", nil)
	p.Write(a.echo.Response(), a.request.RequestID)
}

// panicked answers a panic outside of the handler: in our own code.
func (a *attempt) panicked(value any) {
	p := problem.BadGateway(problem.CodeInternal, fmt.Errorf("panic: %v", value),
		"the service could not work this request out")
	if a.delivered {
		p = p.With("charged", nil)
	} else if a.owner != "" {
		a.release()
	}

	if !a.echo.Response().Committed {
		a.problem(p)
	}
}
