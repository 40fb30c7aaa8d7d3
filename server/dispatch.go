package server

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/fieldmask"
	"github.com/farebox/farebox/internal/intake"
	"github.com/farebox/farebox/internal/operation"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/span"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/server/caller"
	"github.com/farebox/farebox/server/platform"
	"github.com/farebox/farebox/server/site"
)

const requestIDHeader = "X-Request-Id"

// Values of headers that every answer has. All answers share them, so they must not be changed.
var (
	anyOrigin      = []string{"*"}
	exposedHeaders = []string{"PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, " +
		"Payment-Receipt, Retry-After, X-Request-Id, X-Replayed, X-Charged"}
)

// call is one request on its way through dispatch.
type call struct {
	op      *spec.Operation // nil when the path is not a route
	id      string
	started time.Time
	ctx     context.Context // of the request, with its trace; nil when the path is not a route
	trace   *upstream.Trace
	whole   trace.Span // nil without a tracer
}

// dispatch is the one middleware. It answers what is not a route, and sends a paid route through the gate, a free one
// through validation, to its handler.
func (s *Server) dispatch(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		r := c.Request()
		k := call{
			id:      requestID(r),
			started: s.now(),
		}
		c.Response().Header().Set(requestIDHeader, k.id)
		door := s.doorTo(r.URL.Path)
		if door == nil || !door.sameOrigin {
			setCORS(c.Response().Header())
		}
		if door != nil {
			s.open(c, door, k.id)
			return nil
		}

		op, allowed := s.parts.Spec.Lookup(r.Method, r.URL.Path)
		if r.URL.RawPath != "" { // percent-encoded where no route is: the router, which goes by it, would not find one
			op = nil
			allowed = nil
		}
		if op == nil {
			s.noOperation(c, k, allowed)
			return nil
		}
		k.op = op
		k.ctx, k.trace = upstream.WithTrace(operation.At(r.Context(), k.started))
		if s.parts.Tracer != nil {
			k.ctx, k.whole = s.parts.Tracer.Start(k.ctx, op.Name(),
				trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindServer))
		}
		var sale payment.Sale
		if op.Paid {
			sale = s.servePaid(c, k, next)
		} else {
			sale = s.serveFree(c, k, next)
		}
		s.record(c.Request().Context(), k, c.Response().Status, sale)
		k.endTrace(sale, c.Response().Status)
		if sale.Broken {
			panic(http.ErrAbortHandler) // which alone keeps a caller from taking the part for the whole
		}
		return nil
	}
}

// endTrace records the outcome of the request, in our own words only.
func (k call) endTrace(sale payment.Sale, status int) {
	if k.whole == nil {
		return
	}
	k.whole.SetAttributes(
		attribute.String("http.route", k.op.Path),
		attribute.String("http.request.method", k.op.Method),
		attribute.Int("http.response.status_code", status),
		attribute.String("farebox.outcome", sale.Outcome),
	)
	if status >= http.StatusInternalServerError {
		k.whole.SetStatus(codes.Error, "")
	}
	k.whole.End()
}

// servePaid sells a paid route, within the bounds of what all requests together may take. With check nothing is bought.
func (s *Server) servePaid(c echo.Context, k call, next echo.HandlerFunc) payment.Sale {
	controls, err := intake.TakeControls(c.Request(), k.op)
	if err != nil || controls.Check {
		return s.serveCheck(c, k, err)
	}

	ctx, visit := s.work.Begin(k.ctx)
	ctx, part := span.Start(ctx, "gate", "")
	defer part.End("")
	c.SetRequest(c.Request().WithContext(ctx))
	defer func() { visit.End(uncharged(c.Response().Status)) }()

	return s.gate.Serve(c, payment.Request{
		Route:     s.routes[k.op].name,
		RequestID: k.id,
		From:      caller.Address(c.Request()),
		Started:   k.started,
		MaxBody:   k.op.MaxBody,
		Own:       s.isOperator(c.Request()),
		Upstream:  k.trace.Total,
		Cost:      k.trace.Cost,
		Validate: func() (string, error) {
			err := onBody(c.Request(), k.op, func() error { return intake.Validate(c.Request(), k.op) })
			return intake.Said(c.Request(), k.op), err
		},
		Handle: func(c echo.Context) error {
			defer capacity.Rest(c.Request().Context())
			return onBody(c.Request(), k.op, func() error { return intake.Problem(next(c)) })
		},
		Present: s.presenter(k.op, controls.Fields),
	})
}

// presenter cuts answers down to the members that the caller has named; nil where all go out.
func (s *Server) presenter(op *spec.Operation, fields *fieldmask.Mask) func(payment.Answer) payment.Answer {
	if fields == nil {
		return nil
	}
	return func(a payment.Answer) payment.Answer {
		cut, err := fields.Apply(a.Body)
		if err != nil { // it was paid for: better all of it than none
			s.log.Error("an answer could not be cut down", "route", op.Name(), "error", err)
			return a
		}
		a.Body = cut
		return a
	}
}

// uncharged says that the caller is the reason why an answer was not paid for: the request or the page that it names is
// at fault, the payment is invalid, or the caller left.
func uncharged(status int) bool {
	return status >= http.StatusBadRequest && status < http.StatusInternalServerError
}

// smallBody is the length up to which work on a body needs no reservation of memory.
const smallBody = 64 << 10

// onBody does work on the whole body of a request within the memory for such work. Routes with large bodies call no
// provider, so that no memory is reserved while the network is slow.
func onBody(r *http.Request, op *spec.Operation, work func() error) error {
	if r.ContentLength <= smallBody {
		return work()
	}
	done, err := capacity.Work(r.Context(), op.BodyMemory*r.ContentLength)
	if err != nil {
		return err
	}
	defer done()
	return work()
}

// noOperation answers a path that is not a route, a method that the route does not have, or a preflight.
func (s *Server) noOperation(c echo.Context, k call, allowed []string) {
	r := c.Request()
	if why, known := s.parts.unsold[r.URL.Path]; known && len(allowed) == 0 {
		s.writeProblem(c, why.problem(r.URL.Path))
		return
	}
	if len(allowed) == 0 {
		s.noRoute(c)
		return
	}

	methods := append(slices.Clone(allowed), http.MethodOptions)
	if s.answersHead(r.URL.Path) {
		methods = append(methods, http.MethodHead)
	}
	allow := strings.Join(methods, ", ")
	if r.Method == http.MethodOptions {
		h := c.Response().Header()
		h.Set("Allow", allow)
		h.Set("Access-Control-Allow-Methods", allow)
		h.Set("Access-Control-Allow-Headers",
			"content-type, x-payment, payment-signature, authorization, idempotency-key, x-request-id, prefer")
		h.Set("Access-Control-Max-Age", "86400")
		c.Response().WriteHeader(http.StatusNoContent)
		return
	}

	k.op, _ = s.parts.Spec.Lookup(allowed[0], r.URL.Path)
	s.writeProblem(c, &problem.Problem{
		Status: http.StatusMethodNotAllowed,
		Code:   problem.CodeWrongMethod,
		Allow:  allow,
		Detail: fmt.Sprintf("%s is called with %s", r.URL.Path, strings.Join(allowed, " or ")),
	})

	s.record(r.Context(), k, c.Response().Status, payment.Sale{
		Outcome: usage.OutcomeRejected,
		Reason:  problem.CodeWrongMethod,
	})
}

// noRoute answers a path that is not a route: with a page for a browser, with a problem for all others.
func (s *Server) noRoute(c echo.Context) {
	r := c.Request()
	s.metrics.unknown.Inc()
	near := intake.Nearest(r.URL.Path, s.parts.Spec.Paths(), 3)
	if s.site.Missing(c.Response(), r, near) {
		return
	}

	p := problem.New(http.StatusNotFound, problem.CodeNoSuchRoute,
		"there is no route %s; GET /find?q=<task> lists routes for a task", shortPath(r.URL.Path))
	if len(near) > 0 {
		p = p.With("did_you_mean", near)
	}
	s.writeProblem(c, p)
}

func shortPath(path string) string {
	return strings.ToValidUTF8(clip.Shown(path, 100), "?")
}

func setCORS(h http.Header) {
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposedHeaders
}

// serveFree validates and answers a free route.
func (s *Server) serveFree(c echo.Context, k call, next echo.HandlerFunc) payment.Sale {
	c.SetRequest(c.Request().WithContext(k.ctx))
	c.Response().Header().Set("Cache-Control", "no-store") // documents set their own

	sale := payment.Sale{Outcome: usage.OutcomeFree}
	err := s.caught(k.op.Name(), func() (err error) {
		sale, err = s.answerFree(c, k, next)
		return err
	})
	if err != nil {
		sale.Reason = s.writeProblem(c, err).Code
	}
	return sale
}

// answerFree answers a free route, but for the error that it returns.
func (s *Server) answerFree(c echo.Context, k call, next echo.HandlerFunc) (payment.Sale, error) {
	sale := payment.Sale{Outcome: usage.OutcomeFree}
	if err := s.admit(c, k.op); err != nil {
		return sale, err
	}

	c.Request().Body = http.MaxBytesReader(c.Response(), c.Request().Body, k.op.MaxBody)
	if err := intake.Validate(c.Request(), k.op); err != nil {
		sale.Outcome = usage.OutcomeRejected
		if !k.op.Validation {
			return sale, err
		}
		p := problem.From(err)
		sale.Reason = p.Code
		writeValidation(c, p)
		return sale, nil
	}

	start := s.now()
	if err := next(c); err != nil {
		return sale, intake.Problem(err)
	}
	sale.Handler = s.now().Sub(start)
	return sale, nil
}

// isOperator says whether a request carries ADMIN_TOKEN as a bearer token.
func (s *Server) isOperator(r *http.Request) bool {
	token := s.parts.Config.AdminToken
	scheme, given, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	return token != "" && strings.EqualFold(scheme, "Bearer") &&
		subtle.ConstantTimeCompare([]byte(given), []byte(token)) == 1
}

// admit lets only the operator into the operator's routes, and tells handlers who is asking.
func (s *Server) admit(c echo.Context, op *spec.Operation) error {
	r := c.Request()
	ctx := r.Context()
	token := s.parts.Config.AdminToken
	if token != "" {
		operator := s.isOperator(r)
		if op.Operator && !operator {
			c.Response().Header().Set("WWW-Authenticate", "Bearer")
			return problem.New(http.StatusUnauthorized, problem.CodeOperatorOnly,
				"%s is for the operator: send ADMIN_TOKEN as a bearer token", op.Path)
		}
		if operator {
			ctx = platform.WithOperator(ctx)
		}
	}

	if token == "" && op.Operator && op.Method != http.MethodGet && s.parts.Config.public() {
		return problem.New(http.StatusUnauthorized, problem.CodeOperatorOnly,
			"%s is for the operator, who has set no ADMIN_TOKEN: anybody could call it", op.Path)
	}
	ctx = platform.WithConditions(ctx, r.Header)
	if site.IsBrowser(r) {
		ctx = platform.WithHTML(ctx)
	}
	c.SetRequest(r.WithContext(ctx))
	return nil
}

func writeValidation(c echo.Context, p *problem.Problem) {
	c.Response().Header().Set("Content-Type", "application/json")
	c.Response().WriteHeader(http.StatusUnprocessableEntity)
	c.Response().Write(platform.ValidationError(p.Field, p.Detail, p.Code)) // the client is gone when this fails
}

func (s *Server) writeProblem(c echo.Context, err error) *problem.Problem {
	p := problem.From(err)
	if p.Status >= 500 && p.Cause != nil {
		s.log.Error("request failed", "path", shortPath(c.Request().URL.Path), "code", p.Code, "error", p.Cause)
	}
	if !c.Response().Committed {
		p.Write(c.Response(), c.Response().Header().Get(requestIDHeader))
	}
	return p
}

// requestID is the caller's own id if it is short and plain, so that both sides log the same one.
func requestID(r *http.Request) string {
	id := r.Header.Get(requestIDHeader)
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.'
	}
	if id != "" && len(id) <= 64 && strings.IndexFunc(id, func(r rune) bool { return !plain(r) }) < 0 {
		return id
	}
	var b [12]byte
	io.ReadFull(rand.Reader, b[:]) // never fails
	return hex.EncodeToString(b[:])
}
