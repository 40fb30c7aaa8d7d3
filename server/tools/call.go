package tools

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/spec"
)

const (
	// workTime bounds the work of a call. Its caller counts as gone after it, so that what is not done by then is
	// not charged.
	workTime = 45 * time.Second
	// callTime bounds a call with its settlement: clients give up after 60 seconds.
	callTime = 50 * time.Second
)

// call answers tools/call.
func (d *Door) call(ctx context.Context, req *mcp.CallToolRequest) (mcp.Result, error) {
	result, err := d.answer(ctx, req)
	if err != nil {
		return nil, err
	}
	if result.ResultType == "" && req.ProtocolVersion() >= newest {
		result.ResultType = "complete"
	}
	return result, nil
}

func (d *Door) answer(ctx context.Context, req *mcp.CallToolRequest) (*callResult, error) {
	name := req.Params.Name
	arguments := req.Params.Arguments
	switch name {
	case findTools:
		return d.findTools(arguments), nil
	case describeTool:
		return d.describeTool(arguments), nil
	case howToPay:
		return d.howToPay(), nil
	case callTool:
		inner, bad := d.innerCall(arguments)
		if bad != nil {
			return problemResult(bad, ""), nil
		}
		return d.buy(ctx, req, inner.tool, inner.arguments)
	}

	t := d.catalog.byName[name]
	if t == nil {
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInvalidParams,
			Message: fmt.Sprintf("there is no tool %q; find_tools gives the tools for a task", shown(name)),
		}
	}
	return d.buy(ctx, req, t, arguments)
}

// buy runs the route's request and gives its answer as the result of the call.
func (d *Door) buy(
	ctx context.Context, req *mcp.CallToolRequest, t *tool, arguments json.RawMessage,
) (*callResult, error) {
	message := http.Header{}
	if req.Extra != nil && req.Extra.Header != nil {
		message = req.Extra.Header
	}
	ctx, end := d.bounded(ctx)
	r, err := routeRequest(ctx, t.op, arguments)
	if err != nil {
		end()
		return problemResult(problem.From(err), message.Get(requestIDHeader)), nil
	}
	for _, name := range []string{"Idempotency-Key", requestIDHeader, "User-Agent"} {
		if value := message.Get(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	cameFrom(ctx, r)
	credential(req.Params.Meta, message, r.Header)
	if !hasPayment(r.Header) {
		if bad := wrong(ctx, t.op, arguments); bad != nil {
			end()
			return problemResult(bad, message.Get(requestIDHeader)), nil
		}
	}

	answer, done := d.run(r, end)
	if !done {
		return problemResult(unfinished(), message.Get(requestIDHeader)), nil
	}
	return result(t, answer, asked{
		paid:      hasPayment(r.Header),
		dialect:   dialectOf(req.Params.Meta),
		extension: speaksExtension(req),
	}), nil
}

// mostUnpaid bounds the arguments that are looked at before anybody has paid for it, in bytes.
const mostUnpaid = 16 << 10

// wrong says what is wrong with the arguments of an unpaid call, which would otherwise be quoted, signed for and then
// refused; nil when nothing is, or when they are too long to be looked at for nothing.
func wrong(ctx context.Context, op *spec.Operation, arguments json.RawMessage) *problem.Problem {
	if len(arguments) > mostUnpaid {
		return nil
	}
	r, err := routeRequest(ctx, op, arguments)
	if err == nil {
		_, err = intake.TakeControls(r, op)
	}
	if err == nil {
		err = intake.Validate(r, op)
	}
	if err == nil {
		return nil
	}
	return problem.From(err)
}

// client is the key under which the context of a call has the HTTP request that brought it.
type client struct{}

// cameFrom gives the request of a route the address of the client that sent the call.
func cameFrom(ctx context.Context, r *http.Request) {
	message, ok := ctx.Value(client{}).(*http.Request)
	if !ok {
		return
	}
	r.RemoteAddr = message.RemoteAddr
	const forwarded = "X-Forwarded-For"
	r.Header[forwarded] = message.Header[forwarded]
}

// bounded is the context of a route's request: it ends when the caller leaves, or when the work has taken too long.
// The SDK tells of callers who leave only in the newest revision. end must be called when the request is over.
func (d *Door) bounded(ctx context.Context) (bounded context.Context, end func()) {
	bounded, cancel := context.WithTimeout(ctx, d.workTime)
	message, ok := ctx.Value(client{}).(*http.Request)
	if !ok {
		return bounded, cancel
	}
	stop := context.AfterFunc(message.Context(), cancel)
	return bounded, func() {
		stop()
		cancel()
	}
}

// run has the route answer. When that takes too long, done is false, and the request goes on without its caller: what
// was being settled then is settled, and can be had with the same payment.
func (d *Door) run(r *http.Request, end func()) (answer *recorded, done bool) {
	finished := make(chan *recorded, 1)
	go func() {
		defer end()
		w := &recorded{header: http.Header{}}
		d.opt.Routes.ServeHTTP(w, r)
		finished <- w
	}()

	patience := time.NewTimer(d.callTime)
	defer patience.Stop()
	select {
	case answer = <-finished:
		return answer, true
	case <-patience.C:
		return nil, false
	}
}

// unfinished answers a call whose outcome is not known in time.
func unfinished() *problem.Problem {
	p := problem.New(http.StatusServiceUnavailable, problem.CodeSettlementPending,
		"the call took longer than MCP clients wait, and its payment may still be settled; "+
			"send the SAME payment again for the answer, a new one could pay twice")
	p.Retry = problem.RetrySamePayment
	return p.With("charged", nil)
}

// recorded is the answer of a route.
type recorded struct {
	header http.Header
	status int
	body   []byte
}

// Header is the header of the answer.
func (w *recorded) Header() http.Header { return w.header }

// WriteHeader keeps the status.
func (w *recorded) WriteHeader(status int) {
	w.status = cmp.Or(w.status, status)
}

// Write keeps a part of the body.
func (w *recorded) Write(part []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	w.body = append(w.body, part...)
	return len(part), nil
}

// shown is a stranger's text as an answer repeats it.
func shown(text string) string { return clip.Shown(text, 80) }
