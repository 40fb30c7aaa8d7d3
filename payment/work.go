package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/span"
)

// work runs the handler, stores its answer and settles. verdict delivers the verification that runs
// beside it, or is nil when that has passed already.
func (a *attempt) work(ctx context.Context, verdict <-chan verification) {
	a.gate.opt.Step("work")
	start := a.gate.opt.Now()
	out, waived, err := a.handle(ctx)
	a.sale.Handler = a.gate.opt.Now().Sub(start)

	if verdict != nil && !a.passed(<-verdict) {
		return
	}

	if err == nil && out.status >= 400 {
		err = problem.New(out.status, problem.CodeHandlerFailed, "the route answered %d", out.status)
	}
	if a.client.Err() != nil {
		err = problem.New(499, problem.CodeClientClosedRequest, "the client went away before the answer was ready")
	}
	if err != nil {
		a.release()
		a.problem(err)
		return
	}

	if waived() {
		a.release()
		a.giveAway(out.answer())
		return
	}
	answer := out.answer()
	if err := a.hold(answer); err != nil {
		a.release()
		a.problem(err)
		return
	}
	a.deliver(answer)
}

// hold takes place for an answer until it is written: its reader may be slow.
func (a *attempt) hold(answer Answer) error {
	_, err := capacity.Hold(a.client, int64(len(answer.Body)))
	return err
}

// handle runs the handler into a buffer. A panic becomes an error.
func (a *attempt) handle(ctx context.Context) (out *buffered, waived func() bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, budget(a.client, a.quote.item.Budget))
	defer cancel()
	ctx, waived = response.Watch(ctx)
	ctx, part := span.Start(ctx, "handler", "")

	request := a.echo.Request()
	writer := a.echo.Response()
	out = &buffered{header: http.Header{}}
	a.echo.SetRequest(request.WithContext(ctx))
	a.echo.SetResponse(echo.NewResponse(out, a.echo.Echo()))

	defer func() {
		defer func() { part.End(handled(err)) }()
		a.echo.SetRequest(request)
		a.echo.SetResponse(writer)
		if r := recover(); r != nil {
			told := a.quote.item.told(r)
			a.gate.opt.Panicked(a.request.Route, told, debug.Stack())
			err = problem.BadGateway(problem.CodeInternal, fmt.Errorf("panic: %v", told),
				"the service could not work this request out; it was not charged")
		}
	}()
	return out, waived, a.quote.item.discreet(a.request.Handle(a.echo))
}

// handled is what came of the handler, in a trace.
func handled(err error) string {
	if err != nil {
		return "error"
	}
	return "ok"
}

// answerMargin is what is left of a caller's time for the steps that end an attempt.
const answerMargin = time.Second

// budget bounds the work by the item's budget, and by the time that a caller waits when it says so. A work that ends
// with its caller is for nobody: it is told to end a little before.
func budget(client context.Context, item time.Duration) time.Duration {
	end, waits := client.Deadline()
	if !waits {
		return item
	}
	return min(item, time.Until(end)-answerMargin)
}

// deliver stores the answer and settles. The answer is durable before money may move.
func (a *attempt) deliver(answer Answer) {
	g := a.gate
	sealed, err := g.keep.seal(answer, a.offer.key, a.bought)
	if err != nil {
		a.release()
		a.problem(err)
		return
	}

	if a.offer.channel != nil {
		a.charge(answer, sealed)
		return
	}

	g.opt.Step("store")
	g.settling.Store(a.offer.key, true)
	defer g.settling.Delete(a.offer.key)

	a.delivered = true
	if err := g.opt.Ledger.StoreAnswer(a.ctx(), a.offer.key, a.owner, sealed, g.opt.Now()); err != nil {
		a.undelivered(err)
		return
	}

	g.opt.Step("stored")
	if !a.holds() {
		a.inFlight()
		return
	}
	a.settle(answer)
}

// holds says that nobody else has taken the delivered payment on. A process that others may think dead, because it
// was frozen or the ledger was away, must look.
func (a *attempt) holds() bool {
	if a.gate.pulse.heard() {
		return true
	}
	entry, err := a.gate.opt.Ledger.Find(a.ctx(), a.offer.key)
	return err == nil && entry != nil && entry.Owner == a.owner && entry.SettledAt.IsZero()
}

// undelivered answers when the answer could not be stored, or nobody knows whether it was. It takes the step
// back in either case, because what is stored is settled by the reconciler.
func (a *attempt) undelivered(err error) {
	switch {
	case errors.Is(err, ErrLostClaim):
		a.inFlight()
	case a.release() && a.forget():
		p := problem.Unavailable(problem.CodeLedgerUnavailable, 5*time.Second,
			"payments cannot be recorded right now; nothing was charged")
		p.Cause = err
		a.problem(p)
	default:
		a.gate.opt.Log.Error("answer perhaps not stored; the reconciler will settle the payment if it is",
			"route", a.request.Route, "error", err)
		a.pending()
	}
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
	return Answer{
		Status:      status,
		ContentType: b.header.Get("Content-Type"),
		Body:        b.body,
	}
}
