package payment

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/holiman/uint256"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
)

// attempt is the life of one paid request, from the payment that came with it to its answer.
//
// Its steps, each in the file named after it. Those of a payment by channel are in brackets where they differ:
//
//	recognise  The payment is read, matched with our terms (match.go), and its signature checked
//	           (authorization.go).
//	admissible The payer is somebody who is sold to.
//	validate   The inputs are checked against the spec.
//	prove      The chain judges a signature that is not a key's (verify.go).
//	admit      The payer is let in, within its bounds.
//	reserve    The payment is claimed in the ledger: one attempt wins, across all replicas (channelreserve.go).
//	verify     The facilitator checks the payment, beside the work or before it (not for vouchers, nor where the
//	           payer has paid lately).
//	work       The handler runs into a buffer.
//	settle     The answer is stored, the transfer put on the chain and recorded (channelcharge.go).
//	outcome    The answer goes out with its receipt, or a problem does. One that goes out as it comes is settled when
//	           it has begun, and kept when it is whole (stream.go).
//
// A payment that was here before leaves this way at reserve, for repeat.go; the wish for a refund leaves it after
// admit, for channelrefund.go.
//
// Two moments part the life. Until the payment is reserved, the attempt ends with its caller. From then
// on every step is seen through, whether or not anyone still listens. Until the answer is stored, what
// fails releases the reservation and costs nothing. From then on the payment may be settled, by this
// process or by a reconciler. "Not charged" may then be said only after [Ledger.Forget] has made it true.
type attempt struct {
	gate    *Gate
	echo    echo.Context
	client  context.Context // ends when the caller goes away
	request Request
	quote   *quote
	pays    protocol
	offer   offer // the payment, as far as it could be read

	purchaseID  string // the buyer's name for what is bought, as the ledger knows it, or ""
	body        []byte // of the request; nil until it was read, and where there is none
	bodyRead    bool
	bought      []byte // what is bought; nil until it was read
	requestHash string // the ledger's name for what is bought; "" until it was read
	owner       string // of the reservation; "" until one was asked for
	reservedAt  time.Time

	closed    *problem.Problem // why nothing new can be settled now, or nil
	wire      facilitator.Wire // what a facilitator over HTTP is sent of the payment
	suspected bool             // the payer is to be verified before the work
	verified  bool             // nothing is left for the facilitator to check
	trusted   bool             // the payer has paid lately: the settlement is the verification
	workUntil time.Time        // when the work has to be done for the payment to be settled; zero without such a time
	stream    *Stream          // of an answer that goes out as it comes; closed when the attempt ends
	sealed    []byte           // what the ledger was given in the place of the answer, or as it
	stored    bool             // the answer may be stored: the payment may be settled whatever happens here

	row    *Channel    // of a payment by channel, as it was last seen
	before uint256.Int // what its channel was charged before this call

	notes http.Header // go out with whatever ends the attempt
	sale  Sale
}

// run handles a paid request. Each step returns how the request ends, or nil to let it go on.
func (a *attempt) run() *outcome {
	if end := a.recognise(); end != nil {
		return end
	}
	if end := a.admissible(); end != nil {
		return end
	}
	if end := a.validate(); end != nil {
		return end
	}
	if end := a.prove(); end != nil {
		return end
	}

	leave, end := a.admit()
	if end != nil {
		return end
	}
	defer leave()

	if a.offer.wantsRefund() {
		return a.refundChannel()
	}
	if end := a.reserve(); end != nil {
		return end
	}
	answer, end := a.verifyAndWork()
	if end != nil {
		return end
	}
	return a.settle(answer)
}

// runOwn handles the operator's own request, which pays nothing and is not stored.
func (a *attempt) runOwn() *outcome {
	if end := a.validate(); end != nil {
		return end
	}
	answer, end := a.work(a.client, nil)
	if end != nil {
		return end
	}
	end = answered(usage.OutcomeFree, a.request.present(answer))
	end.header.Set("X-Charged", "false")
	end.header.Set("Cache-Control", "no-store")
	if a.stream != nil {
		return a.pass(end, nil, passage{})
	}
	return end
}

// reserve claims the payment, or its channel.
func (a *attempt) reserve() *outcome {
	a.newOwner()
	if a.offer.channel != nil {
		return a.reserveFunded()
	}
	return a.reservePayment()
}

// settle has the answer paid for and hands it out. What is written for that is written before money moves.
func (a *attempt) settle(answer Answer) *outcome {
	sealed, err := a.gate.keep.seal(answer, a.offer.key, a.bought)
	if err != nil {
		a.release()
		return a.failed(err)
	}
	a.sealed = sealed
	if a.offer.channel != nil {
		return a.chargeChannel(answer, sealed)
	}
	return a.settlePayment(answer, sealed)
}

// ctx outlives the client: once a payment is reserved, every step is finished whether or not anyone listens.
func (a *attempt) ctx() context.Context { return context.WithoutCancel(a.client) }

func (a *attempt) payer() string {
	return cmp.Or(a.offer.payment.Payload.From(), a.offer.key.Payer)
}
