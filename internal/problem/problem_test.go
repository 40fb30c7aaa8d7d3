package problem

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestProblemAnswer(t *testing.T) {
	w := httptest.NewRecorder()
	p := Unavailable("settlement_pending", 1500*time.Millisecond, "wait").With("error", "settlement_pending")
	p.Cause = errors.New("secret inside")
	p.Write(w, "id-1")
	var body map[string]any
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"type": "about:blank", "title": "Service Unavailable", "status": 503.0, "detail": "wait", "code": "settlement_pending",
		"charged": false, "retry": RetrySamePayment, "request_id": "id-1", "error": "settlement_pending",
		"retry_after_s": 2.0,
	}
	if fmt.Sprint(body) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", body, want)
	}
	if w.Code != 503 || w.Header().Get("Retry-After") != "2" || w.Header().Get("Content-Type") != ContentType {
		t.Errorf("%d %v", w.Code, w.Header())
	}
}

// TestDetailIsNotEscapedForHTML: a problem is read by programs and people, never within a page.
func TestDetailIsNotEscapedForHTML(t *testing.T) {
	p := Invalid("q", "a < b & c > d is no query")

	if text := string(p.JSON("")); !strings.Contains(text, "a < b & c > d") {
		t.Error(text)
	}
}

func TestErrorWithoutAnAnswerIsNeverA500(t *testing.T) {
	cause := errors.New("nil pointer somewhere")
	p := From(fmt.Errorf("doing a thing: %w", cause))
	if p.Status != 502 || !errors.Is(p, cause) || p.Code != "internal" {
		t.Errorf("%+v", p)
	}
	if inner := Invalid("q", "too long"); From(fmt.Errorf("wrapped: %w", inner)) != inner {
		t.Error("a problem in the chain is not the answer")
	}
}

func TestMemberThatCannotBeWrittenDoesNotCostTheAnswer(t *testing.T) {
	var body map[string]any
	if err := json.Unmarshal(New(404, "not_found", "no").With("x", math.Inf(1)).JSON("id"), &body); err != nil || body["code"] != "not_found" || body["charged"] != false {
		t.Errorf("%v %v", body, err)
	}
}

// TestRetrySaysWhetherTheSameRequestCanDoBetter: a fault of the request fails the same way again.
func TestRetrySaysWhetherTheSameRequestCanDoBetter(t *testing.T) {
	for _, c := range []struct {
		problem *Problem
		want    string
	}{
		{Invalid("q", "too long"), RetryNever},
		{NotFound("q", "unknown"), RetryNever},
		{Unprocessable("url", CodeNoContent, "empty"), RetryNever},
		{TooLarge("body", "too long"), RetryNever},
		{New(405, CodeWrongMethod, "called with GET"), RetryNever},
		{New(409, CodePaymentInFlight, "wait"), RetrySamePayment},
		{New(429, CodePayerBusy, "wait"), RetrySamePayment},
		{&Problem{Status: 429, Code: CodePayerBlocked, Retry: RetryNewPayment}, RetryNewPayment},
		{NotConfigured("no key"), RetryNever},
		{New(404, CodeNotConfigured, "nothing to verify"), RetryNever},
		{BadGateway(CodeUpstreamFailed, nil, "failed"), RetrySamePayment},
	} {
		t.Run(c.problem.Code, func(t *testing.T) {
			var body struct{ Retry string }
			if err := json.Unmarshal(c.problem.JSON("id"), &body); err != nil || body.Retry != c.want {
				t.Errorf("%q (%v), want %q", body.Retry, err, c.want)
			}
		})
	}
}

func TestWithLeavesTheOriginal(t *testing.T) {
	p := NotFound("cve_id", "unknown").With("a", 1)
	p.With("b", 2)
	if len(p.Extra) != 1 {
		t.Errorf("%v", p.Extra)
	}
}
