package upstream

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"
)

func TestFailuresThatMayPassAreTriedAgain(t *testing.T) {
	later := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
	tests := []struct {
		name  string
		first func() http.HandlerFunc
		why   string
		took  time.Duration // with jitter 0
		hits  int64
		kind  Kind
	}{
		{"server error", func() http.HandlerFunc { return status(500) }, "", 0, 2, ""},
		{"bad gateway", func() http.HandlerFunc { return status(502) }, "", 0, 2, ""},
		{
			"unavailable with Retry-After",
			func() http.HandlerFunc { return status(503, "Retry-After", "3") },
			"honoured for 503 too",
			3 * time.Second,
			2,
			"",
		},
		{
			"limit with seconds",
			func() http.HandlerFunc { return status(429, "Retry-After", "2") },
			"",
			2 * time.Second,
			2,
			"",
		},
		{
			"limit with date",
			func() http.HandlerFunc { return status(429, "Retry-After", later(4*time.Second)) },
			"",
			4 * time.Second,
			2,
			"",
		},
		{
			"limit without a word",
			func() http.HandlerFunc { return status(429) },
			"not at once again",
			time.Second,
			2,
			"",
		},
		{"quota by 403", func() http.HandlerFunc {
			return status(403, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "5")
		}, "GitHub's form", 5 * time.Second, 2, ""},
		{"reset", func() http.HandlerFunc {
			return func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
		}, "connection closed without an answer", 0, 2, ""},
		{
			"Retry-After past the deadline",
			func() http.HandlerFunc { return status(429, "Retry-After", "11") },
			"the call has 10 s",
			0,
			1,
			RateLimited,
		},
		{
			"missing",
			func() http.HandlerFunc { return status(404) },
			"the provider has another word for that",
			0,
			1,
			BadResponse,
		},
		{"gone", func() http.HandlerFunc { return status(410) }, "the same", 0, 1, BadResponse},
		{
			"refused",
			func() http.HandlerFunc { return status(422) },
			"the same again would be refused again",
			0,
			1,
			Invalid,
		},
		{"wants money", func() http.HandlerFunc { return status(402) }, "never paid", 0, 1, Unavailable},
		{
			"blocked",
			func() http.HandlerFunc { return status(403) },
			"the provider has no keys: a block",
			0,
			1,
			Unavailable,
		},
		{"redirect to nowhere", func() http.HandlerFunc { return status(300) }, "", 0, 1, BadResponse},
		{"unasked 304", func() http.HandlerFunc { return status(304) }, "", 0, 1, BadResponse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, hits := counted(script(tt.first(), text("ok")))
				c := bubble(t, Provider{}, Options{Rand: never}, h)
				began := time.Now()
				_, err := c.Get("/x").Do(t.Context())
				if KindOf(err) != tt.kind {
					t.Errorf("error %v, want kind %q (%s)", err, tt.kind, tt.why)
				}
				if took := time.Since(began); took != tt.took || hits.Load() != tt.hits {
					t.Errorf(
						"took %v with %d requests, want %v with %d (%s)",
						took,
						hits.Load(),
						tt.took,
						tt.hits,
						tt.why,
					)
				}
			})
		})
	}
}

func TestNoRetrySleepsPastTheCallersDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(status(503, "Retry-After", "2"))
		c := bubble(t, Provider{}, Options{Rand: never}, h)
		began := time.Now()
		_, err := c.Get("/x").Do(within(t, time.Second))
		var e *Error
		if !errors.As(err, &e) || e.Kind != Unavailable || e.RetryAfter != 2*time.Second || e.Status != 503 {
			t.Errorf("error %#v", err)
		}
		if time.Since(began) != 0 || hits.Load() != 1 {
			t.Errorf("waited %v, %d requests", time.Since(began), hits.Load())
		}
	})
}

func TestOnlySafeCallsAreRepeated(t *testing.T) {
	tests := []struct {
		why  string
		make func(*Client) *Request
		hits int64
	}{
		{"a GET is", func(c *Client) *Request { return c.Get("/x") }, 3},
		{"a POST is not", func(c *Client) *Request { return c.Post("/x").JSONBody(1) }, 1},
		{"a POST declared safe is", func(c *Client) *Request { return c.Post("/x").JSONBody(1).Safe() }, 3},
	}
	for _, tt := range tests {
		synctest.Test(t, func(t *testing.T) {
			h, hits := counted(status(500))
			c := bubble(t, Provider{}, Options{}, h)
			if _, err := tt.make(c).Do(t.Context()); !errors.Is(err, Unavailable) {
				t.Errorf("%s: error %v", tt.why, err)
			}
			if hits.Load() != tt.hits {
				t.Errorf("%s: %d requests, want %d", tt.why, hits.Load(), tt.hits)
			}
		})
	}
}

func TestRepeatedPostSendsItsBodyAgain(t *testing.T) {
	var bodies []string
	c := client(t, Provider{}, nil, func(w http.ResponseWriter, r *http.Request) {
		buf := make([]byte, 100)
		n, _ := r.Body.Read(buf)
		if bodies = append(bodies, string(buf[:n])); len(bodies) == 1 {
			w.WriteHeader(503)
		}
	})
	if _, err := c.Post("/x").JSONBody(map[string]string{"q": "<&>"}).Safe().Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := `{"q":"<&>"}`; len(bodies) != 2 || bodies[0] != want || bodies[1] != want {
		t.Errorf("bodies %q, want %q twice", bodies, want)
	}
}

func TestLimitOfOneCallKeepsOthersAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(status(429, "Retry-After", "60"))
		c := bubble(t, Provider{}, Options{}, h)
		for range 3 {
			var e *Error
			if _, err := c.Get("/x").
				Do(t.Context()); !errors.As(err, &e) || e.Kind != RateLimited ||
				e.RetryAfter != time.Minute {
				t.Errorf("error %v, want rate limited for a minute", err)
			}
		}
		if hits.Load() != 1 {
			t.Errorf("%d requests within the pause, want 1", hits.Load())
		}
		time.Sleep(time.Minute)
		_, _ = c.Get("/x").Do(t.Context())
		if hits.Load() != 2 {
			t.Errorf("%d requests after the pause, want 2", hits.Load())
		}
	})
}

func TestRateLimitWaitsOnlyWithinTheDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(text("ok"))
		c := bubble(t, Provider{RatePerMinute: 60}, Options{}, h)
		began := time.Now()
		for range 3 {
			if _, err := c.Get("/x").Do(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("three calls at one a second took %v, want 2s", took)
		}
		began = time.Now()
		_, err := c.Get("/x").Do(within(t, 500*time.Millisecond))
		if !errors.Is(err, RateLimited) || time.Since(began) != 0 || hits.Load() != 3 {
			t.Errorf("error %v after %v, %d requests; want rate limited at once", err, time.Since(began), hits.Load())
		}
		time.Sleep(time.Second) // the refused call has given its place back
		if _, err := c.Get("/x").Do(within(t, 100*time.Millisecond)); err != nil {
			t.Error(err)
		}
		if c.Health().Status != "ok" {
			t.Errorf("our own limit counts as a failure of the provider: %+v", c.Health())
		}
	})
}

func TestConcurrencyIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(hang)
		c := bubble(t, Provider{Concurrency: 1, Timeout: time.Minute}, Options{}, h)
		ctx, cancel := context.WithCancel(t.Context())
		go func() { _, _ = c.Get("/first").Do(ctx) }()
		synctest.Wait()
		_, err := c.Get("/second").Do(within(t, time.Second))
		if !errors.Is(err, RateLimited) || hits.Load() != 1 {
			t.Errorf("error %v, %d requests; want the second to find no slot", err, hits.Load())
		}
		cancel()
		time.Sleep(2 * time.Minute) // what the first started runs out
	})
}

func TestCircuitOpensAndClosesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := true
		h, hits := counted(func(w http.ResponseWriter, _ *http.Request) {
			if down {
				w.WriteHeader(500)
			}
		})
		c := bubble(t, Provider{Retries: -1}, Options{}, h)
		call := func() error { _, err := c.Get("/x").Do(t.Context()); return err }
		for range breakAfter {
			_ = call()
		}
		if h := c.Health(); h.Breaker != "open" || h.Status != "open" || h.ErrorKind != Unavailable ||
			h.Failures != breakAfter {
			t.Fatalf("health %+v", h)
		}
		var e *Error
		if err := call(); !errors.As(err, &e) || e.Kind != Unavailable || e.RetryAfter != breakFor ||
			hits.Load() != breakAfter {
			t.Fatalf("open circuit: %v, %d requests", err, hits.Load())
		}
		time.Sleep(breakFor + time.Millisecond)
		_ = call() // the probe fails
		if err := call(); !errors.Is(err, Unavailable) || hits.Load() != breakAfter+1 {
			t.Fatalf("after a failed probe: %v, %d requests", err, hits.Load())
		}
		time.Sleep(breakFor + time.Millisecond)
		down = false
		if err := call(); err != nil {
			t.Fatal(err)
		}
		if h := c.Health(); h.Status != "ok" || h.Breaker != "closed" || h.LastOK == nil {
			t.Errorf("health %+v", h)
		}
	})
}

// TestProbeWithoutAVerdictLetsTheNextOneThrough: the caller of the one call that a half-open circuit lets through goes
// away.
func TestProbeWithoutAVerdictLetsTheNextOneThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		steps := []http.HandlerFunc{}
		for range breakAfter {
			steps = append(steps, status(500))
		}
		c := bubble(t, Provider{Retries: -1}, Options{}, script(append(steps, hang, text("ok"))...))
		for range breakAfter {
			_, _ = c.Post("/x").Do(t.Context())
		}
		time.Sleep(breakFor + time.Millisecond)
		gone, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := c.Post("/x").Do(gone); !errors.Is(err, context.Canceled) {
			t.Fatalf("error %v", err)
		}
		if _, err := c.Post("/x").Do(t.Context()); err != nil || c.Health().Breaker != "closed" {
			t.Errorf("%v, circuit %s", err, c.Health().Breaker)
		}
	})
}

func TestCircuitCountsOnlyFaultsOfTheProvider(t *testing.T) {
	tests := []struct {
		name string
		h    http.HandlerFunc
		call func(*testing.T, *Client)
		open bool
	}{
		{"missing pages", status(404), nil, false},
		{"a record that breaks its contract", text("{}"), func(t *testing.T, c *Client) {
			_, _ = c.Get("/x").JSON(t.Context(), new(recalls))
		}, false},
		{"refused requests", status(400), nil, false},
		{"its limit", status(429), nil, false},
		{
			"garbage",
			text("<html>"),
			func(t *testing.T, c *Client) { _, _ = c.Get("/x").JSON(t.Context(), new(any)) },
			true,
		},
		{"silence", hang, nil, true},
		{"callers that go away", hang, func(t *testing.T, c *Client) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			_, _ = c.Post("/x").Do(ctx)
		}, false},
		{
			"callers in a hurry",
			hang,
			func(t *testing.T, c *Client) { _, _ = c.Get("/x").Do(within(t, time.Second)) },
			false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := bubble(t, Provider{Retries: -1}, Options{}, tt.h)
				for range breakAfter + 1 {
					if tt.call != nil {
						tt.call(t, c)
					} else {
						_, _ = c.Get("/x").Do(t.Context())
					}
				}
				if open := c.Health().Breaker == "open"; open != tt.open {
					t.Errorf("circuit open: %v, want %v", open, tt.open)
				}
			})
		})
	}
}

func TestBackoffStaysUnderItsCeiling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 1000).Draw(t, "n")
		d := backoff(n, rapid.Float64Range(0, 0.999999).Draw(t, "jitter"))
		if d < 0 || d > backoffMax || (n == 0 && d > backoffBase) {
			t.Fatalf("backoff(%d) = %v", n, d)
		}
	})
}

func TestRetryAfterIsNeverNegativeNorEndless(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		value string
		want  time.Duration
	}{
		{
			"120",
			2 * time.Minute,
		},
		{"1.5", 1500 * time.Millisecond},
		{"", 0},
		{"-5", 0},
		{"soon", 0},
		{"NaN", 0},
		{"1e300", time.Hour},
		{"86400", time.Hour},
		{
			"Fri, 20 Nov 2026 12:00:30 GMT",
			30 * time.Second,
		},
		{"Fri, 20 Nov 2026 11:00:00 GMT", 0},
		{"Friday, 20-Nov-26 12:01:00 GMT", time.Minute},
	}
	for _, tt := range tests {
		if got := retryAfter(http.Header{"Retry-After": {tt.value}}, now); got != tt.want {
			t.Errorf("Retry-After %q: %v, want %v", tt.value, got, tt.want)
		}
	}
	quota := http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1795176010"}} // ten seconds after now
	if got := retryAfter(quota, now); got != 10*time.Second {
		t.Errorf("exhausted quota: %v, want 10s", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		h := http.Header{"Retry-After": {rapid.String().Draw(t, "value")}}
		if got := retryAfter(h, now); got < 0 || got > maxRetryAfter {
			t.Fatalf("Retry-After %q: %v", h, got)
		}
	})
}
