package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// attempt is one paid request on its way.
type attempt struct {
	g          *Gate
	c          echo.Context
	q          *quote
	req        Request
	offer      offer
	sale       Sale
	purchaseID string
	hash       string
	owner      string
	verified   bool // before anything was reserved
	// delivered says that the answer may be stored, so that the payment may be settled whatever happens here.
	delivered bool
	// client ends when the caller goes away.
	client context.Context
}

// errVerifyRefused cancels the work of a payment that turned out bad.
var errVerifyRefused = errors.New("payment: verification refused")

// read takes in what is bought: the buyer's name for it, the body, the inputs.
func (s *attempt) read() error {
	id, bad := readPurchaseID(s.c.Request().Header, s.offer.payment)
	if bad != "" {
		return problem.InvalidCode(IdempotencyHeader, "invalid_purchase_id", "%s", bad)
	}
	body, err := readBody(s.c.Request(), s.req.MaxBody)
	if err != nil {
		return err
	}
	if err := s.req.Validate(); err != nil {
		return err
	}
	s.purchaseID, s.hash = id, requestHash(s.c.Request(), body)
	return nil
}

func (s *attempt) run() {
	g := s.g
	if s.offer.proven {
		s.runAdmitted()
		return
	}
	// The signature is no key's. A contract wallet's must be judged by the chain before anything is kept or
	// given in its name, and what it has bought already is found by the exact bytes that were signed, which
	// nobody else can know before they are on the chain.
	if s.remembered() {
		return
	}
	select {
	case g.unproven <- struct{}{}:
	default:
		s.problem(problem.Unavailable("busy", 2*time.Second, "too many contract wallet payments are being checked; try again"))
		return
	}
	v := s.verify(s.client)
	<-g.unproven
	if s.sale.Facilitator += v.took; !v.ok() {
		s.unverified(v)
		return
	}
	s.offer.proven, s.verified = true, true
	s.runAdmitted()
}

// runAdmitted goes on with a payment that is surely the payer's, within the payer's bounds.
func (s *attempt) runAdmitted() {
	g := s.g
	standing, until := g.payers.enter(s.offer.key.Payer, g.opt.Now())
	switch standing {
	case busy:
		s.problem(&problem.Problem{
			Status: http.StatusTooManyRequests, Code: "payer_busy", RetryAfter: 2 * time.Second, Retry: problem.RetrySamePayment,
			Detail: "this payer has too many requests under way",
		})
		return
	case shutOut:
		if !s.remembered() {
			s.problem(&problem.Problem{
				Status: http.StatusTooManyRequests, Code: "payer_blocked", RetryAfter: until.Sub(g.opt.Now()), Retry: problem.RetryNewPayment,
				Detail: "too many settlements of this payer were refused lately; nothing more is sold to it for now",
			})
		}
		return
	}
	defer g.payers.leave(s.offer.key.Payer)
	g.working.Add(1)
	defer g.working.Done()
	if !s.reserve() {
		return
	}
	s.workAndSettle(standing == suspect)
}

// ctx outlives the client: once a payment is reserved, every step is finished whether or not anyone listens.
func (s *attempt) ctx() context.Context { return context.WithoutCancel(s.client) }

// reserve claims the payment. When something stands in the way it answers and returns false.
func (s *attempt) reserve() bool {
	g, now := s.g, s.g.opt.Now()
	s.owner = g.id + randomID()
	keep := now.Add(g.opt.KeepAnswers)
	if min := s.offer.validBefore.Add(time.Hour); min.After(keep) {
		keep = min
	}
	g.opt.Step("reserve")
	claim, entry, err := g.opt.Ledger.Reserve(s.ctx(), Reservation{
		Key: s.offer.key, RequestHash: s.hash, PurchaseID: s.purchaseID, Owner: s.owner, Now: now,
		LeaseUntil: now.Add(s.q.item.Budget + g.opt.VerifyTimeout + 5*time.Second), KeepUntil: keep,
		Route: s.req.Route, PriceUSD: s.q.item.PriceUSD.String(), Version: s.offer.version,
		Payment: s.settlePayment(), Requirement: s.offer.requirement,
	})
	if err != nil {
		s.ledgerAway(err)
		return false
	}
	switch claim {
	case Claimed:
		g.opt.Step("reserved")
		return true
	case Stored:
		s.replay(entry)
	case Settling:
		s.resolve(entry)
	case InFlight:
		s.inFlight()
	case OtherRequest:
		s.otherRequest(entry)
	}
	return false
}

// workAndSettle runs verification and the handler, side by side unless wait, or the handler alone when
// the payment is verified.
func (s *attempt) workAndSettle(wait bool) {
	if s.verified {
		s.work(s.client, nil)
		return
	}
	if wait {
		v := s.verify(s.ctx())
		if s.sale.Facilitator += v.took; !v.ok() {
			s.release()
			s.unverified(v)
			return
		}
		s.work(s.client, nil)
		return
	}
	ctx, cancel := context.WithCancelCause(s.client)
	defer cancel(nil)
	verdict := make(chan verification, 1)
	go func() {
		v := s.verify(s.ctx())
		if !v.ok() {
			cancel(errVerifyRefused)
		}
		verdict <- v
	}()
	s.work(ctx, verdict)
}

type verification struct {
	facilitator.Verification
	err  error
	took time.Duration
}

func (v verification) ok() bool { return v.err == nil && v.Valid }

// verify asks the facilitator. It runs beside the request too, where a panic would end the process.
func (s *attempt) verify(ctx context.Context) (v verification) {
	ctx, cancel := context.WithTimeout(ctx, s.g.opt.VerifyTimeout)
	defer cancel()
	start := s.g.opt.Now()
	defer func() {
		if r := recover(); r != nil {
			s.g.opt.Panicked(s.req.Route, r, debug.Stack())
			v.err = fmt.Errorf("panic in verify: %v", r)
		}
		v.took = s.g.opt.Now().Sub(start)
	}()
	v.Verification, v.err = s.g.opt.Facilitator.Verify(ctx, s.facilitatorRequest())
	return v
}

func (s *attempt) facilitatorRequest() facilitator.Request {
	return facilitator.Request{Payment: s.settlePayment(), Requirement: s.offer.requirement}
}

// settlePayment is the payment as a facilitator gets it: the buyer's signature with our own
// requirement, resource and extensions. What a buyer echoes could poison a registry.
func (s *attempt) settlePayment() x402.Payment {
	return x402.Payment{
		X402Version: 2, Payload: s.offer.payment.Payload, Accepted: s.offer.requirement,
		Resource:   &x402.Resource{URL: s.q.item.URL, Description: s.q.item.Description, MimeType: "application/json"},
		Extensions: s.q.item.Extensions,
	}
}

// unverified answers a verification that is not ok.
func (s *attempt) unverified(v verification) {
	if v.err != nil {
		s.problem(&problem.Problem{
			Status: http.StatusServiceUnavailable, Code: "payment_backend_unavailable", RetryAfter: 5 * time.Second,
			Retry: problem.RetrySamePayment, Detail: "the payment could not be checked right now; it was not charged and may be sent again", Cause: v.err,
		})
		return
	}
	if s.offer.proven {
		s.g.payers.verifyFailed(s.offer.key.Payer, s.g.opt.Now())
	}
	s.refuse(opaque(v.Reason, x402.ReasonUnexpectedVerify))
}

// work runs the handler, stores its answer and settles. verdict delivers the verification that runs
// beside it, or is nil when that has passed already.
func (s *attempt) work(ctx context.Context, verdict <-chan verification) {
	g := s.g
	g.opt.Step("work")
	start := g.opt.Now()
	out, waived, err := s.handle(ctx)
	s.sale.Handler = g.opt.Now().Sub(start)
	if verdict != nil {
		v := <-verdict
		if s.sale.Facilitator += v.took; !v.ok() {
			s.release()
			s.unverified(v)
			return
		}
	}
	if err == nil && out.status >= 400 {
		err = problem.New(out.status, "handler_failed", "the route answered %d", out.status)
	}
	if s.client.Err() != nil {
		err = problem.New(499, "client_closed_request", "the client went away before the answer was ready")
	}
	if err != nil {
		s.release()
		s.problem(err)
		return
	}
	if waived() {
		s.release()
		s.sale.Outcome, s.sale.Reason = usage.OutcomeError, "not_configured"
		s.c.Response().Header().Set("X-Charged", "false")
		s.c.Response().Header().Set("Cache-Control", "no-store")
		writeAnswer(s.c.Response(), out.answer())
		return
	}
	g.opt.Step("deliver")
	g.settling.Store(s.offer.key, true)
	defer g.settling.Delete(s.offer.key)
	s.delivered = true
	if err := g.opt.Ledger.Deliver(s.ctx(), s.offer.key, s.owner, out.answer(), g.opt.Now()); err != nil {
		s.undelivered(err)
		return
	}
	g.opt.Step("delivered")
	s.settle(out.answer())
}

// undelivered answers when the answer could not be stored, or nobody knows whether it was. It takes the step
// back in either case, because what is stored is settled by the reconciler.
func (s *attempt) undelivered(err error) {
	switch {
	case errors.Is(err, ErrLostClaim):
		s.inFlight()
	case s.release() && s.forget():
		p := problem.Unavailable("ledger_unavailable", 5*time.Second, "payments cannot be recorded right now; nothing was charged")
		p.Cause = err
		s.problem(p)
	default:
		s.g.opt.Log.Error("answer perhaps not stored; the reconciler will settle the payment if it is", "route", s.req.Route, "error", err)
		s.pending()
	}
}

// handle runs the handler into a buffer. A panic becomes an error.
func (s *attempt) handle(ctx context.Context) (out *buffered, waived func() bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, s.q.item.Budget)
	defer cancel()
	ctx, waived = response.Watch(ctx)
	request := s.c.Request()
	s.c.SetRequest(request.WithContext(ctx))
	out = &buffered{header: http.Header{}}
	real := s.c.Response()
	s.c.SetResponse(echo.NewResponse(out, s.c.Echo()))
	defer func() {
		s.c.SetResponse(real)
		s.c.SetRequest(request)
		if r := recover(); r != nil {
			s.g.opt.Panicked(s.req.Route, r, debug.Stack())
			err = problem.BadGateway("internal", fmt.Errorf("panic: %v", r), "the service could not work this request out; it was not charged")
		}
	}()
	return out, waived, s.req.Handle(s.c)
}

// panicked answers a panic outside of the handler: in our own code.
func (s *attempt) panicked(value any) {
	p := problem.BadGateway("internal", fmt.Errorf("panic: %v", value), "the service could not work this request out")
	if s.delivered {
		p = p.With("charged", nil)
	} else if s.owner != "" {
		s.release()
	}
	if !s.c.Response().Committed {
		s.problem(p)
	}
}

// release gives the reservation back; true when that is sure to be so.
func (s *attempt) release() bool {
	err := s.g.opt.Ledger.Release(s.ctx(), s.offer.key, s.owner)
	if err != nil {
		// The lease ends by itself; until then the buyer is told that the payment is in flight.
		s.g.opt.Log.Warn("payment not released", "route", s.req.Route, "error", err)
	}
	return err == nil
}

func (s *attempt) refuse(reason string) {
	s.q.writeRefused(s.c.Response(), reason)
	s.sale.Outcome, s.sale.Reason = usage.OutcomeRejected, reason
}

// problem answers err. A fault of the caller's is a rejection, one of ours or of an upstream an error.
func (s *attempt) problem(err error) {
	p := problem.From(err)
	if p.Cause != nil && p.Status >= 500 {
		s.g.opt.Log.Warn("paid request failed", "route", s.req.Route, "request_id", s.req.RequestID, "code", p.Code, "error", p.Cause)
	}
	if p.Retry == "" { // the payment is unspent, and as good for another request
		unspent := *p
		unspent.Retry, p = problem.RetrySamePayment, &unspent
	}
	p.Write(s.c.Response(), s.req.RequestID)
	s.sale.Outcome, s.sale.Reason = usage.OutcomeRejected, p.Code
	if p.Status >= 500 {
		s.sale.Outcome = usage.OutcomeError
	}
}

func (s *attempt) payer() string { return s.offer.payment.Payload.Authorization.From }

func writeAnswer(w http.ResponseWriter, a Answer) {
	w.Header().Set("Content-Type", a.ContentType)
	w.WriteHeader(a.Status)
	w.Write(a.Body) // the client is gone when this fails; the answer can be had again
}

// requestHash names what is bought. The query has been normalised by validation, so that another
// order or spelling of the same inputs is the same purchase.
func requestHash(r *http.Request, body []byte) string {
	h := sha256.New()
	sum := sha256.Sum256(body)
	io.WriteString(h, r.Method+"\n"+r.URL.Path+"\n"+r.URL.Query().Encode()+"\n") // a hash never fails
	h.Write(sum[:])
	return hex.EncodeToString(h.Sum(nil))
}

// buffered is a response kept back until it is paid for.
type buffered struct {
	header http.Header
	status int
	body   []byte
}

func (b *buffered) Header() http.Header { return b.header }

func (b *buffered) WriteHeader(status int) {
	if b.status == 0 {
		b.status = status
	}
}

func (b *buffered) Write(p []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	b.body = append(b.body, p...)
	return len(p), nil
}

func (b *buffered) answer() Answer {
	status := b.status
	if status == 0 {
		status = http.StatusOK
	}
	return Answer{Status: status, ContentType: b.header.Get("Content-Type"), Body: b.body}
}
