package payment

import (
	"cmp"
	"context"
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

// work runs the handler. verdict delivers the concurrent verification, or is nil if that has already passed. Whatever
// brings no answer that can be sold releases the payment.
func (a *attempt) work(ctx context.Context, verdict <-chan verification) (Answer, *outcome) {
	a.gate.opt.Step("work")
	start := a.gate.opt.Now()
	out, waived, err := a.handle(ctx)
	a.sale.Handler = a.gate.opt.Now().Sub(start)
	a.stream = out.stream

	if verdict != nil {
		if end := a.judge(<-verdict); end != nil {
			return Answer{}, end
		}
	}
	if err == nil && out.status >= 400 {
		err = problem.New(out.status, problem.CodeHandlerFailed, "the route answered %d", out.status)
	}
	if a.client.Err() != nil {
		err = problem.New(499, problem.CodeClientClosedRequest, "the client went away before the answer was ready")
	}
	if err != nil {
		a.release()
		return Answer{}, a.failed(err)
	}

	answer := out.answer()
	if waived() {
		a.release()
		return Answer{}, waivedAnswer(a.request.present(answer))
	}
	if err := a.makeRoom(answer); err != nil {
		a.release()
		return Answer{}, a.failed(err)
	}
	return answer, nil
}

// makeRoom takes memory for an answer until it is written: its reader may be slow.
func (a *attempt) makeRoom(answer Answer) error {
	_, err := capacity.Hold(a.client, int64(len(answer.Body)))
	return err
}

// handle runs the handler into a buffer. A panic becomes an error.
func (a *attempt) handle(ctx context.Context) (out *buffered, waived func() bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, a.budget())
	defer cancel()
	ctx, waived = response.Watch(ctx)
	ctx = withBuyer(ctx, a.offer.key)
	ctx, part := span.Start(ctx, "handler", "")

	request := a.echo.Request()
	writer := a.echo.Response()
	out = &buffered{
		header:  http.Header{},
		streams: canStream(writer.Writer),
	}
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

// budget is how long the work may take.
func (a *attempt) budget() time.Duration {
	item := a.quote.item.Budget
	if !a.workUntil.IsZero() {
		item = min(item, a.workUntil.Sub(a.gate.opt.Now()))
	}
	return budget(a.client, item)
}

// budget bounds the work by the item's budget, and by the time that a caller waits when it says so. A work that ends
// with its caller is for nobody: it is told to end a little before.
func budget(client context.Context, item time.Duration) time.Duration {
	end, waits := client.Deadline()
	if !waits {
		return item
	}
	return min(item, time.Until(end)-answerMargin)
}

// buffered is a response kept back until it is paid for.
type buffered struct {
	header http.Header
	status int
	body   []byte

	streams bool    // the caller can take an answer as it comes
	stream  *Stream // that answer, in the place of body
}

func (b *buffered) Header() http.Header { return b.header }

func (b *buffered) WriteHeader(status int) {
	b.status = cmp.Or(b.status, status)
}

func (b *buffered) Write(p []byte) (int, error) {
	b.WriteHeader(http.StatusOK)
	b.body = append(b.body, p...)
	return len(p), nil
}

func (b *buffered) answer() Answer {
	status := cmp.Or(b.status, http.StatusOK)
	answer := Answer{
		Status:      status,
		ContentType: b.header.Get("Content-Type"),
		Body:        b.body,
	}
	if b.stream != nil {
		answer.passage = &passage{}
	}
	return answer
}
