package payment

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/x402"
)

// outcome is how a request to a paid route ends: what the caller gets, and how the sale is counted. A step of an
// attempt returns it and writes nothing; nil lets the attempt go on. Responses are written by [outcome.write] alone.
// A step that wrote by itself would leave it to each of its callers to know whether there is an answer already.
type outcome struct {
	word   string // an outcome of package usage
	reason string // code of the problem, or reason of the refusal

	problem *problem.Problem // the response; nil when it is the rest
	status  int
	header  http.Header // goes out with a problem too; may be shared, so that nobody changes it
	body    []byte
	stream  *passing // goes out in the place of body
}

// write sends the response.
func (o *outcome) write(w http.ResponseWriter, requestID string) {
	maps.Copy(w.Header(), o.header)
	if o.problem != nil {
		o.problem.Write(w, requestID)
		return
	}
	if o.stream != nil {
		o.stream.write(w)
		return
	}
	w.WriteHeader(o.status)
	w.Write(o.body) // the client is gone when this fails
}

// end answers the request and counts the sale.
func (a *attempt) end(o *outcome) {
	a.sale.Outcome = o.word
	a.sale.Reason = o.reason
	maps.Copy(a.echo.Response().Header(), a.notes)
	o.shortFor(a.echo.Request().Header).write(a.echo.Response(), a.request.RequestID)
}

// endPanicked ends an attempt after a panic outside of the handler: in our own code.
func (a *attempt) endPanicked(value any) {
	p := problem.BadGateway(problem.CodeInternal, fmt.Errorf("panic: %v", value),
		"the service could not work this request out")
	if a.stored {
		p = p.With("charged", nil)
	} else if a.owner != "" {
		a.release()
	}
	if !a.echo.Response().Committed {
		a.end(a.failed(p))
	}
	a.sale.Broken = a.stream != nil
}

// answered is the outcome of a request that gets an answer.
func answered(word string, answer Answer) *outcome {
	return &outcome{
		word:   word,
		status: answer.Status,
		header: http.Header{"Content-Type": {answer.ContentType}},
		body:   answer.Body,
	}
}

// paid hands out an answer that the attempt's payment has just paid for.
func (a *attempt) paid(answer Answer, transaction string) *outcome {
	end := a.receipted(answer, a.offer.key, transaction)
	if a.stream == nil {
		return end
	}
	entry := &Entry{
		Reservation: Reservation{Key: a.offer.key},
		Sealed:      a.sealed,
	}
	return a.pass(end, entry, passage{})
}

// receipted hands out an answer that was paid for by the payment of that key.
func (a *attempt) receipted(answer Answer, bought Key, transaction string) *outcome {
	receipt := x402.Receipt{
		Success:     true,
		Transaction: transaction,
		Payer:       a.payer(),
		Extensions:  a.signedReceipt(bought.Network, transaction),
	}
	a.channelReceipt(&receipt, bought)

	end := answered(usage.OutcomePaid, a.request.present(answer))
	a.setReceipt(end.header, bought.Network, receipt)
	end.header.Set("Cache-Control", "private")
	return end
}

// waivedAnswer hands out an answer that delivers nothing because the operator lacks a key: it costs nothing.
func waivedAnswer(answer Answer) *outcome {
	end := answered(usage.OutcomeError, answer)
	end.reason = problem.CodeNotConfigured
	end.header.Set("X-Charged", "false")
	end.header.Set("Cache-Control", "no-store")
	return end
}

// firstQuote is the outcome of a request that came without payment.
func firstQuote(o *outcome) *outcome {
	o.word = usage.OutcomeQuoted
	return o
}

// rejected is the outcome of a payment that is answered by a fresh quote.
func rejected(o *outcome, reason string) *outcome {
	o.word = usage.OutcomeRejected
	o.reason = reason
	return o
}

// refused answers an unacceptable payment with a fresh quote.
func (a *attempt) refused(reason string) *outcome { return a.refusedAs(reason, "") }

// refusedAs is refused with more to say than the protocol has a word for.
func (a *attempt) refusedAs(reason, more string) *outcome {
	if a.offer.auth != nil {
		reason = a.offer.auth.inWords(reason, a.offer.version)
	}
	told := reason
	if more != "" {
		told += ": " + more
	}
	return rejected(a.quote.refusal(told, a.freshChallenges()), reason)
}

// maxReason bounds a facilitator's reason: it goes into a header.
const maxReason = 100

// opaque is a facilitator's own word for a refusal, passed on as far as a header can take it.
func opaque(reason, otherwise string) string {
	reason = strings.ToValidUTF8(reason[:min(len(reason), maxReason)], "")
	return cmp.Or(reason, otherwise)
}

// failed is the outcome of a request that ends with a problem. A fault of the caller's is a rejection, one of ours or
// of an upstream an error.
func failed(p *problem.Problem) *outcome {
	word := usage.OutcomeRejected
	if p.Status >= 500 {
		word = usage.OutcomeError
	}
	return &outcome{
		word:    word,
		reason:  p.Code,
		problem: p,
	}
}

// failed ends an attempt with the problem of err.
func (a *attempt) failed(err error) *outcome {
	p := problem.From(err)
	if p.Cause != nil && p.Status >= 500 {
		a.gate.opt.Log.Warn("paid request failed",
			"route", a.request.Route, "request_id", a.request.RequestID, "code", p.Code, "error", p.Cause)
	}
	return failed(p)
}

// facilitatorAway ends an attempt that no facilitator took up.
func (a *attempt) facilitatorAway(cause error, detail string) *outcome {
	return a.failed(&problem.Problem{
		Status:     http.StatusServiceUnavailable,
		Code:       problem.CodePaymentBackendUnavailable,
		RetryAfter: 5 * time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     detail,
		Cause:      cause,
	})
}

// ledgerAway ends an attempt for which the ledger did not answer. Whether this payment was charged earlier is not known
// then.
func (a *attempt) ledgerAway(cause error) *outcome {
	p := &problem.Problem{
		Status:     http.StatusServiceUnavailable,
		Code:       problem.CodeLedgerUnavailable,
		RetryAfter: 5 * time.Second,
		Retry:      problem.RetrySamePayment,
		Detail:     "payments cannot be looked up right now; send the same payment again",
		Cause:      cause,
	}
	return a.failed(p.With("charged", nil))
}

// notRecorded ends an attempt whose payment could not be written down, and surely was not.
func (a *attempt) notRecorded(cause error) *outcome {
	p := problem.Unavailable(problem.CodeLedgerUnavailable, 5*time.Second,
		"payments cannot be recorded right now; nothing was charged")
	p.Cause = cause
	return a.failed(p)
}

// pending ends an attempt whose transfer may be, or come to be, on the chain. A fresh quote would make an honest buyer
// pay twice.
func (a *attempt) pending() *outcome {
	p := problem.Unavailable(problem.CodeSettlementPending, 5*time.Second,
		"the payment is on its way and not confirmed yet; send the SAME payment again for the answer, "+
			"a new one would pay twice")
	return pendingOutcome(p.With("error", x402.ReasonSettlementPending).With("charged", nil))
}

// pendingOutcome is that of a request that waits for the chain.
func pendingOutcome(p *problem.Problem) *outcome {
	return &outcome{
		word:    usage.OutcomePending,
		reason:  x402.ReasonSettlementPending,
		problem: p,
	}
}
