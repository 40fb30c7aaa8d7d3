// Package problem is the one shape of every error answer: application/problem+json (RFC 9457) with
// a stable code, the field at fault and what the caller was charged.
package problem

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/jsontext"
)

// ContentType of a problem answer (RFC 9457, section 3).
const ContentType = "application/problem+json"

// Retry says which payment a buyer should send when trying again.
const (
	RetrySamePayment = "same_payment" // the payment is unspent or being settled: send the same one
	RetryNewPayment  = "new_payment"  // this payment is of no more use: sign a new one
	RetryNever       = "never"        // the same request will fail the same way
)

// Problem is an error that knows its answer. Zero values are left out of the JSON.
type Problem struct {
	Type       string         // URI of the kind of problem where a protocol names one; empty: about:blank
	Status     int            // HTTP status, 400 or above
	Code       string         // stable snake_case name, for programs
	Detail     string         // one sentence for people: what was wrong and what would be right
	Field      string         // the parameter or body member at fault
	RetryAfter time.Duration  // sent as Retry-After and retry_after_s, in whole seconds, rounded up
	Allow      string         // sent as Allow (405)
	Retry      string         // one of the Retry constants; empty: what fits the status
	Extra      map[string]any // further members, e.g. the nearest routes
	Cause      error          // what went wrong inside: logged, never sent
}

// Error is the code and detail, for logs.
func (p *Problem) Error() string {
	s := p.Code + ": " + p.Detail
	if p.Field != "" {
		s = p.Field + ": " + s
	}
	if p.Cause != nil {
		s += ": " + p.Cause.Error()
	}
	return s
}

// Unwrap is the cause.
func (p *Problem) Unwrap() error { return p.Cause }

// With returns a copy with one more member in the answer.
func (p *Problem) With(name string, value any) *Problem {
	q := *p
	q.Extra = make(map[string]any, len(p.Extra)+1)
	maps.Copy(q.Extra, p.Extra)
	q.Extra[name] = value
	return &q
}

// New is a problem with a formatted detail.
func New(status int, code, format string, args ...any) *Problem {
	return &Problem{
		Status: status,
		Code:   code,
		Detail: fmt.Sprintf(format, args...),
	}
}

// Invalid is a 400 for an input that breaks a rule: field names it, the detail says the rule.
func Invalid(field, format string, args ...any) *Problem {
	return InvalidCode(field, CodeInvalidInput, format, args...)
}

// InvalidCode is Invalid with a code of its own, for rules that programs react to.
func InvalidCode(field, code, format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusBadRequest,
		Code:   code,
		Field:  field,
		Detail: fmt.Sprintf(format, args...),
	}
}

// Missing is a 400 for a required input that is not there.
func Missing(field string) *Problem {
	return InvalidCode(field, CodeMissingInput, "%s is required", field)
}

// NotFound is a 404 for a thing asked about that does not exist; field names the input that named it.
func NotFound(field, format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusNotFound,
		Code:   CodeNotFound,
		Field:  field,
		Detail: fmt.Sprintf(format, args...),
	}
}

// Unprocessable is a 422: the input was well formed, what it points at cannot be worked on.
func Unprocessable(field, code, format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusUnprocessableEntity,
		Code:   code,
		Field:  field,
		Detail: fmt.Sprintf(format, args...),
	}
}

// TooLarge is a 413 for an input over a size cap.
func TooLarge(field, format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusRequestEntityTooLarge,
		Code:   CodeTooLarge,
		Field:  field,
		Detail: fmt.Sprintf(format, args...),
	}
}

// NotConfigured is a 503: the operator has not given what the route needs (a provider's key). No payment changes that.
func NotConfigured(format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusServiceUnavailable,
		Code:   CodeNotConfigured,
		Detail: fmt.Sprintf(format, args...),
		Retry:  RetryNever,
	}
}

// Unavailable is a 503 to be tried again after a while.
func Unavailable(code string, after time.Duration, format string, args ...any) *Problem {
	return &Problem{
		Status:     http.StatusServiceUnavailable,
		Code:       code,
		Detail:     fmt.Sprintf(format, args...),
		RetryAfter: after,
	}
}

// BadGateway is a 502: something the route depends on failed. The cause is logged, not sent.
func BadGateway(code string, cause error, format string, args ...any) *Problem {
	return &Problem{
		Status: http.StatusBadGateway,
		Code:   code,
		Detail: fmt.Sprintf(format, args...),
		Cause:  cause,
	}
}

// From is the problem in err's chain, or a 502 that hides an error nobody gave an answer to: a route
// never answers 500.
func From(err error) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	return BadGateway(CodeInternal, err, "the service could not work this request out; it was not charged")
}

// JSON is the body of the answer. charged is false, because a problem is never paid for, unless Extra
// holds it: while a settlement is pending nobody knows, and it is null.
func (p *Problem) JSON(requestID string) []byte {
	body := make(map[string]any, len(p.Extra)+8)
	body["charged"] = false
	maps.Copy(body, p.Extra)

	body["type"] = cmp.Or(p.Type, "about:blank")
	body["title"] = http.StatusText(p.Status)
	body["status"] = p.Status
	body["detail"] = p.Detail
	body["code"] = p.Code

	if p.Field != "" {
		body["field"] = p.Field
	}
	body["retry"] = cmp.Or(p.Retry, retryOf(p.Status))
	if p.RetryAfter > 0 {
		body["retry_after_s"] = p.retryAfterSeconds()
	}
	if requestID != "" {
		body["request_id"] = requestID
	}

	b, err := jsontext.Marshal(body)
	if err != nil { // an Extra that cannot be written must not cost the answer
		return fmt.Appendf(nil, `{"type":"about:blank","status":%d,"code":%q,"charged":false}`, p.Status, p.Code)
	}

	return b
}

func (p *Problem) retryAfterSeconds() int { return int((p.RetryAfter + time.Second - 1) / time.Second) }

// Write sends the problem.
func (p *Problem) Write(w http.ResponseWriter, requestID string) {
	h := w.Header()
	h.Set("Content-Type", ContentType)
	h.Set("Cache-Control", "no-store")
	if p.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retryAfterSeconds()))
	}
	if p.Allow != "" {
		h.Set("Allow", p.Allow)
	}
	w.WriteHeader(p.Status)
	w.Write(p.JSON(requestID)) // the client is gone when this fails
}
