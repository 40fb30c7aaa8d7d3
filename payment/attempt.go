package payment

import (
	"context"
	"net/http"
	"time"

	"github.com/holiman/uint256"
	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/facilitator"
)

// attempt is the life of one paid request, from the payment that came with it to its answer.
//
// Its steps, each in the file of its name:
//
//	reserve  The payment is claimed in the ledger: one attempt wins, across all replicas.
//	verify   The facilitator checks the payment, beside the work or before it.
//	work     The handler runs into a buffer, and its answer is stored.
//	settle   The facilitator puts the transfer on the chain, and the ledger records it.
//	answer   The stored answer goes out with its receipt, or a problem does.
//
// A payment that was here before leaves this way at reserve, for repeat.go. One by channel has other steps, see
// bychannel.go.
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
	offer   offer // the payment, as far as it could be read

	purchaseID  string // the buyer's name for what is bought, as the ledger knows it, or ""
	body        []byte // of the request; nil until it was read, and where there is none
	bodyRead    bool
	bought      []byte // what is bought; nil until it was read
	requestHash string // the ledger's name for what is bought; "" until it was read
	owner       string // of the reservation; "" until one was asked for

	closed    *problem.Problem // why nothing new can be settled now, or nil
	wire      facilitator.Wire // what a facilitator over HTTP is sent of the payment
	verified  bool             // before anything was reserved
	delivered bool             // the answer may be stored, so that the payment may be settled whatever happens here

	row    *Channel    // of a payment by channel, as it was last seen
	before uint256.Int // what its channel was charged before this call

	sale Sale
}

// run takes the attempt from its payment to an answer. refused is why the payment is no good, or "".
func (a *attempt) run(refused string) {
	// What was paid for is handed out also while nothing can be settled. A proven payment goes on to the ledger,
	// which knows purchases by the buyer's name for them too, and ends there when it is a new one.
	a.closed = a.gate.closed(a.offer.requirement.Network)
	if a.closed != nil && (refused != "" || !a.offer.proven) {
		if !a.remembered() {
			a.problem(a.closed)
		}
		return
	}

	if refused == reasonMethodUnsupported {
		a.problem(methodUnsupported())
		return
	}
	if refused != "" {
		if !a.remembered() {
			a.refuse(refused)
		}
		return
	}

	if a.offer.refunds() {
		a.admit()
		return
	}
	if err := a.read(); err != nil {
		a.problem(err)
		return
	}

	if a.offer.proven {
		a.admit()
		return
	}

	// The signature is no key's. A contract wallet's must be judged by the chain before anything is kept or
	// given in its name, and what it has bought already is found by the exact bytes that were signed, which
	// nobody else can know before they are on the chain.
	if !a.remembered() && a.prove() {
		a.admit()
	}
}

// read takes in what is bought: the buyer's name for it, the body, the inputs.
func (a *attempt) read() error {
	id, bad := readPurchaseID(a.echo.Request().Header, a.offer.payment)
	if bad != "" {
		return problem.InvalidCode(IdempotencyHeader, problem.CodeInvalidPurchaseID, "%s", bad)
	}

	a.callerIs()
	body, err := a.readBody()
	if err != nil {
		return err
	}
	if err := a.request.Validate(); err != nil {
		return err
	}

	a.bought = bought(a.echo.Request(), body)
	a.requestHash = a.gate.keep.requestHash(a.bought)
	a.purchaseID = a.gate.keep.purchaseID(a.offer.buyer(), id)
	return nil
}

// readBody is the request's body, read once.
func (a *attempt) readBody() ([]byte, error) {
	if a.bodyRead {
		return a.body, nil
	}
	body, err := readBody(a.echo.Request(), a.request.MaxBody)
	if err != nil {
		return nil, err
	}
	a.body = body
	a.bodyRead = true
	return body, nil
}

// unproven is the one caller of all payments whose payer is not proven: anyone can name any payer.
const unproven = "unproven"

// callerIs says to whom the work of this request is counted.
func (a *attempt) callerIs() {
	caller := unproven
	if a.offer.proven {
		caller = a.offer.signer()
	}
	capacity.For(a.client, caller)
}

// admit goes on with a payment that is surely the payer's, within the payer's bounds.
func (a *attempt) admit() {
	g := a.gate
	standing, until := g.payers.enter(a.offer.signer(), g.opt.Now())
	switch standing {
	case busy:
		a.problem(&problem.Problem{
			Status:     http.StatusTooManyRequests,
			Code:       problem.CodePayerBusy,
			RetryAfter: 2 * time.Second,
			Retry:      problem.RetrySamePayment,
			Detail:     "this payer has too many requests under way",
		})
		return
	case shutOut:
		if !a.remembered() {
			a.problem(&problem.Problem{
				Status:     http.StatusTooManyRequests,
				Code:       problem.CodePayerBlocked,
				RetryAfter: until.Sub(g.opt.Now()),
				Retry:      problem.RetryNewPayment,
				Detail: "too many settlements of this payer were refused lately; " +
					"nothing more is sold to it for now",
			})
		}
		return
	}
	defer g.payers.leave(a.offer.signer())
	a.callerIs()

	g.working.Add(1)
	defer g.working.Done()

	if err := g.pulse.enter(a.ctx()); err != nil {
		a.ledgerAway(err)
		return
	}
	defer g.pulse.leave()

	switch {
	case a.offer.refunds():
		a.refundChannel()
	case a.offer.channel != nil:
		a.byChannel()
	case a.reserve():
		a.verifyAndWork(standing == suspect)
	}
}

// ctx outlives the client: once a payment is reserved, every step is finished whether or not anyone listens.
func (a *attempt) ctx() context.Context { return context.WithoutCancel(a.client) }

func (a *attempt) payer() string { return a.offer.payment.Payload.Authorization.From }
