package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

func gives(d time.Duration, v string, err error) func(context.Context) (string, error) {
	return func(ctx context.Context) (string, error) {
		select {
		case <-time.After(d):
			return v, err
		case <-ctx.Done():
			return "", ended(ctx, "late", "")
		}
	}
}

func TestSourcesAnswerSideBySideWithinTheirBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := make(chan struct{})
		began := time.Now()
		got := Fuse(
			t.Context(),
			Source[string]{Name: "fast", Budget: time.Second, Call: gives(100*time.Millisecond, "a", nil)},
			Source[string]{Name: "slow", Budget: time.Second, Call: gives(time.Hour, "b", nil)},
			Source[string]{
				Name:   "deaf",
				Budget: 2 * time.Second,
				Call:   func(context.Context) (string, error) { <-deaf; return "c", nil },
			},
			Source[string]{Name: "mad", Call: func(context.Context) (string, error) { panic("oops") }},
			Source[string]{Name: "empty", Call: gives(0, "", NotFound.Errorf("x"))},
			Source[string]{Name: "unset", Call: gives(0, "", NotConfigured.Errorf("x"))},
			Source[string]{Name: "limited", Call: gives(0, "", RateLimited.Errorf("x"))},
		)
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("took %v, want the longest budget, 2s", took)
		}
		var words []string
		for _, o := range got {
			words = append(words, o.Name+" "+o.Status())
		}
		const want = "fast ok, slow timeout, deaf timeout, mad error, empty empty, " +
			"unset not_configured, limited rate_limited"
		if s := strings.Join(words, ", "); s != want {
			t.Error(s)
		}
		if got[0].Value != "a" || got[0].Took != 100*time.Millisecond || !errors.Is(got[1].Err, Unavailable) ||
			!errors.Is(got[2].Err, Unavailable) {
			t.Errorf("%+v", got)
		}
		if !strings.Contains(got[3].Err.Error(), "oops") {
			t.Errorf("panic became %v", got[3].Err)
		}
		if !got.Partial() || got.Err() != nil {
			t.Errorf("partial %v, error %v", got.Partial(), got.Err())
		}
		close(deaf)
	})
}

func TestAnswerIsPartialOnlyWhenASourceFailed(t *testing.T) {
	boom, missing, unset := Unavailable.Errorf("x"), NotFound.Errorf("x"), NotConfigured.Errorf("x")
	tests := []struct {
		errs    []error
		partial bool
		err     error
	}{
		{[]error{nil, nil}, false, nil},
		{[]error{nil, missing, unset}, false, nil},
		{[]error{nil, NotCovered.Errorf("x")}, false, nil},
		{[]error{nil, Warming.Errorf("x")}, true, nil},
		{[]error{nil, boom}, true, nil},
		{[]error{missing, boom}, true, boom},
		{[]error{unset, missing}, false, missing},
		{[]error{unset, unset}, false, unset},
		{[]error{unset, errors.New("ours")}, true, nil},
		{nil, false, nil},
	}
	for _, tt := range tests {
		var f Fused[int]
		for _, err := range tt.errs {
			f = append(f, Outcome[int]{Err: err})
		}
		if f.Partial() != tt.partial || (tt.err != nil && !errors.Is(f.Err(), tt.err)) {
			t.Errorf("%v: partial %v, error %v", tt.errs, f.Partial(), f.Err())
		}
	}
}

func TestPartsGoIntoTheAnswerInOrderOnceAllAreDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		type answer struct{ parts []string }
		add := func(a *answer, v string) { a.parts = append(a.parts, v) }
		var got answer
		fused := FuseInto(t.Context(), &got,
			Part("slow", time.Minute, gives(2*time.Second, "a", nil), add),
			Part("failed", time.Minute, gives(0, "b", Unavailable.Errorf("x")), add),
			Part("late", time.Second, gives(time.Hour, "c", nil), add),
			Part("fast", time.Minute, gives(0, "d", nil), add),
		)
		if s := strings.Join(got.parts, " "); s != "a d" {
			t.Errorf("parts %q", s)
		}
		if fused.Failure("fast") != nil || !errors.Is(fused.Failure("failed"), Unavailable) ||
			fused.Failure("nobody") != nil {
			t.Errorf("%+v", fused)
		}
	})
}

func TestStatesThatMakeAnAnswerPartial(t *testing.T) {
	for status, lacking := range map[string]bool{
		"ok": false, "empty": false, "not_configured": false, "skipped": false,
		"error": true, "rate_limited": true, "warming": true, "stale": true, "timeout": true,
	} {
		if Lacking(status) != lacking {
			t.Errorf("%s: %v", status, !lacking)
		}
	}
}

func TestCancelledFusionEndsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		got := Fuse(ctx, Source[string]{Name: "slow", Budget: time.Minute, Call: gives(time.Hour, "", nil)})
		if time.Since(began) != time.Second || !errors.Is(got[0].Err, context.Canceled) {
			t.Errorf("%v after %v", got[0].Err, time.Since(began))
		}
	})
}

func TestEveryKindHasItsAnswer(t *testing.T) {
	tests := []struct {
		kind   Kind
		theirs int
		status int
		code   string
		after  time.Duration
	}{
		{NotFound, 0, 404, "not_found", 0},
		{NotCovered, 0, 404, "not_found", 0},
		{RateLimited, 0, 503, "rate_limited", 30 * time.Second},
		{Unauthorized, 0, 503, "not_configured", 0},
		{NotConfigured, 0, 503, "not_configured", 0},
		{Warming, 0, 503, "warming", time.Minute},
		{Unavailable, 0, 502, "upstream_failed", 0},
		{BadResponse, 0, 502, "upstream_failed", 0},
		{Invalid, 0, 400, "invalid_input", 0},
		{Invalid, 400, 422, "upstream_refused", 0},
		{Invalid, 422, 422, "upstream_refused", 0},
		{Invalid, 405, 502, "upstream_refused", 0},
	}
	for _, tt := range tests {
		err := &Error{Kind: tt.kind, Status: tt.theirs, Provider: "gleif", Cause: errors.New("inner detail")}
		var p *problem.Problem
		if !errors.As(Problem(fmt.Errorf("looking up: %w", err)), &p) || p.Status != tt.status || p.Code != tt.code ||
			p.RetryAfter != tt.after {
			t.Errorf("%s: %+v", tt.kind, p)
			continue
		}
		if !strings.Contains(p.Detail, "gleif") || strings.Contains(p.Detail, "inner") || !errors.Is(p, tt.kind) {
			t.Errorf("%s: detail %q", tt.kind, p.Detail)
		}
	}
	said := &Error{Kind: RateLimited, RetryAfter: 7 * time.Second}
	if p := problem.From(Problem(said)); p.RetryAfter != 7*time.Second {
		t.Errorf("Retry-After %v, the provider said 7s", p.RetryAfter)
	}
	own := problem.NotFound("lei", "no such LEI")
	if Problem(nil) != nil || Problem(own) != error(own) ||
		problem.From(Problem(errors.New("x"))).Status != http.StatusBadGateway {
		t.Error("nil, problems and other errors have to pass through")
	}
}

// TestAProblemNamesSomebody: an adapter's error that passed no client and no source has no provider's name.
func TestAProblemNamesSomebody(t *testing.T) {
	kinds := []Kind{
		NotFound, NotCovered, RateLimited, Unauthorized, Unavailable, BadResponse, NotConfigured, Invalid, Warming,
		Unloaded, Outdated,
	}
	for _, kind := range kinds {
		for _, err := range []error{kind.Errorf("x"), Always(kind.Errorf("x"))} {
			detail := problem.From(Problem(err)).Detail
			if !strings.Contains(detail, "a provider") {
				t.Errorf("%s: %q", kind, detail)
			}
		}
	}
}
