package upstream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestAnswerIsRememberedForItsTTL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(text(`{"a":1}`))
		c := bubble(t, Provider{TTL: time.Hour, StaleFor: -1}, Options{}, h)
		get := func() *Response {
			resp, err := c.Get("/x").Query("q", "1").JSON(t.Context(), new(any))
			if err != nil {
				t.Fatal(err)
			}
			return resp
		}
		first := get()
		time.Sleep(59 * time.Minute)
		if again := get(); hits.Load() != 1 || !again.Cached || again.Stale ||
			!again.FetchedAt.Equal(first.FetchedAt) ||
			again.URL != "http://a.test/v1/x?q=1" {
			t.Errorf("%d requests, answer %+v", hits.Load(), again)
		}
		time.Sleep(time.Minute)
		if again := get(); hits.Load() != 2 || again.Cached {
			t.Errorf("after the TTL: %d requests, answer %+v", hits.Load(), again)
		}
		if _, err := c.Get("/x").Query("q", "1").TTL(0).Do(t.Context()); err != nil || hits.Load() != 3 {
			t.Errorf("TTL 0: %v, %d requests", err, hits.Load())
		}
		if _, err := c.Get("/x").Query("q", "1").NoCache().Do(t.Context()); err != nil || hits.Load() != 4 {
			t.Errorf("NoCache: %v, %d requests", err, hits.Load())
		}
	})
}

func TestDifferentRequestsDoNotShareAnAnswer(t *testing.T) {
	c := client(
		t,
		Provider{TTL: time.Hour, Hosts: map[string]string{"data": "http://a.test/data"}},
		nil,
		func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			_, _ = fmt.Fprintf(w, "%s %s %s %s", r.Method, r.URL, r.Header.Get("Accept"), body)
		},
	)
	seen := map[string]bool{}
	for i, r := range []*Request{
		c.Get("/x"), c.Get("/y"), c.Get("/x").Query("a", "1"), c.Get("/x").Query("a", "2"), c.Get("/x").Header("Accept", "text/csv"),
		c.Post("/x").Safe().Body("text/plain", []byte("1")), c.Post("/x").Safe().Body("text/plain", []byte("2")), c.Get("/x").On("data"),
	} {
		resp, err := r.Do(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if seen[string(resp.Body)] {
			t.Errorf("request %d got another's answer: %s", i, resp.Body)
		}
		seen[string(resp.Body)] = true
	}
	one, err := c.Get("/x").Query("nonce", "1").CacheKey("x").Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	other, err := c.Get("/x").Query("nonce", "2").CacheKey("x").Do(t.Context())
	if err != nil || string(one.Body) != string(other.Body) {
		t.Errorf("same CacheKey, different answers: %s, %s, %v", one.Body, other.Body, err)
	}
}

func TestUnchangedAnswerIsConfirmedNotFetched(t *testing.T) {
	for _, v := range []struct{ answer, ask, value string }{
		{"ETag", "If-None-Match", `"v1"`},
		{"Last-Modified", "If-Modified-Since", "Fri, 20 Nov 2026 12:00:00 GMT"},
	} {
		synctest.Test(t, func(t *testing.T) {
			var full, confirmed atomic.Int64
			c := bubble(t, Provider{TTL: time.Minute}, Options{}, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set(v.answer, v.value)
				if r.Header.Get(v.ask) == v.value {
					confirmed.Add(1)
					w.WriteHeader(304)
					return
				}
				full.Add(1)
				_, _ = io.WriteString(w, "body")
			})
			for range 3 {
				resp, err := c.Get("/x").Do(t.Context())
				if err != nil || string(resp.Body) != "body" || resp.Stale || resp.NotModified || resp.Status != 200 {
					t.Fatalf("%s: %+v, %v", v.answer, resp, err)
				}
				if resp.FetchedAt != time.Now() {
					t.Errorf("%s: FetchedAt %v is not the confirmation's time", v.answer, resp.FetchedAt)
				}
				time.Sleep(61 * time.Second)
			}
			if full.Load() != 1 || confirmed.Load() != 2 {
				t.Errorf("%s: %d full answers, %d confirmations", v.answer, full.Load(), confirmed.Load())
			}
		})
	}
}

func TestOldAnswerStandsInForAFailingProvider(t *testing.T) {
	tests := []struct {
		name  string
		then  http.HandlerFunc
		stale bool
	}{
		{"server error", status(500), true},
		{"limit", status(429, "Retry-After", "3600"), true},
		{"garbage", text("<html>busy</html>"), true},
		{"silence", hang, true},
		{"gone for good", status(404), false},
		{"refused", status(400), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := bubble(
					t,
					Provider{TTL: time.Minute, StaleFor: 10 * time.Minute},
					Options{},
					script(text("{}"), tt.then),
				)
				get := func() (*Response, error) {
					return c.Get("/x").NoRecord(404, BareStatus).JSON(within(t, 5*time.Second), new(any))
				}
				if _, err := get(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(10 * time.Minute)
				began := time.Now()
				resp, err := get()
				if tt.stale && (err != nil || !resp.Stale || !resp.Cached) {
					t.Errorf("want the old answer, got %+v, %v", resp, err)
				}
				if time.Since(began) >= 5*time.Second {
					t.Errorf("it came after %v, too late for a caller with 5s", time.Since(began))
				}
				if !tt.stale && err == nil {
					t.Error("want an error: the provider has answered")
				}
				time.Sleep(2 * time.Minute)
				if _, err := get(); err == nil {
					t.Error("an answer older than TTL and StaleFor was given")
				}
			})
		})
	}
}

func TestMissingRecordIsBelievedShortly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(status(404))
		c := bubble(t, Provider{TTL: time.Hour}, Options{}, h)
		get := func() {
			var e *Error
			if _, err := c.Get("/x").
				NoRecord(404, BareStatus).
				Do(t.Context()); !errors.As(err, &e) || e.Kind != NotFound ||
				e.Status != 404 {
				t.Errorf("error %v", err)
			}
		}
		get()
		get()
		if hits.Load() != 1 {
			t.Errorf("%d requests, want 1", hits.Load())
		}
		time.Sleep(missingTTL)
		get()
		if hits.Load() != 2 {
			t.Errorf("%d requests after a minute, want 2", hits.Load())
		}
	})
}

func TestHundredCallersOneRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(time.Second)
			_, _ = io.WriteString(w, `{"n":7}`)
		})
		c := bubble(t, Provider{}, Options{}, h)
		var callers sync.WaitGroup
		for range 100 {
			callers.Go(func() {
				var v struct{ N int }
				if _, err := c.Get("/x").JSON(t.Context(), &v); err != nil || v.N != 7 {
					t.Errorf("%+v, %v", v, err)
				}
			})
		}
		callers.Wait()
		if hits.Load() != 1 {
			t.Errorf("%d requests, want 1", hits.Load())
		}
	})
}

func TestCallerThatGoesAwayTakesNobodyWithIt(t *testing.T) {
	slow := func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(3 * time.Second)
		_, _ = io.WriteString(w, "ok")
	}
	leave := map[string]func(*testing.T) context.Context{
		"cancelled": func(t *testing.T) context.Context {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(time.Second, cancel)
			return ctx
		},
		"out of time": func(t *testing.T) context.Context { return within(t, time.Second) },
	}
	want := map[string]error{"cancelled": context.Canceled, "out of time": context.DeadlineExceeded}
	for name, first := range leave {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := bubble(t, Provider{}, Options{}, slow)
				ctx := first(t)
				gone := make(chan error)
				go func() {
					_, err := c.Get("/x").Do(ctx)
					gone <- err
				}()
				synctest.Wait()
				patient := make(chan error)
				go func() {
					_, err := c.Get("/x").Do(t.Context())
					patient <- err
				}()
				began := time.Now()
				if err := <-gone; !errors.Is(err, want[name]) ||
					errors.Is(err, Unavailable) != (name == "out of time") {
					t.Errorf("the first caller got %v", err)
				}
				if time.Since(began) > time.Second {
					t.Errorf("the first caller was kept for %v", time.Since(began))
				}
				if err := <-patient; err != nil {
					t.Errorf("the second caller got %v", err)
				}
			})
		})
	}
}

func TestStatusWithAMeaningIsAnAnswer(t *testing.T) {
	c := client(t, Provider{TTL: time.Hour}, nil, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(404)
		_, _ = io.WriteString(w, `{"error":{"code":"NOT_FOUND"}}`)
	})
	var v struct{ Error struct{ Code string } }
	resp, err := c.Get("/x").AcceptStatus(404).JSON(t.Context(), &v)
	if err != nil || resp.Status != 404 || v.Error.Code != "NOT_FOUND" {
		t.Errorf("%+v, %+v, %v", resp, v, err)
	}
	if _, err := c.Get("/x").NoRecord(404, Says("not_found")).Do(t.Context()); !errors.Is(err, NotFound) {
		t.Errorf("without AcceptStatus: %v", err)
	}
}

func TestFailureInsideAnAnswerIsReadByCheck(t *testing.T) {
	type envelope struct{ Code int }
	over := func(resp *Response) error {
		var e envelope
		if err := json.Unmarshal(resp.Body, &e); err != nil {
			return err
		}
		if e.Code == 4029 {
			return RateLimited.Errorf("code %d", e.Code)
		}
		return nil
	}
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(script(text(`{"Code":4029}`), text(`{"Code":1}`)))
		c := bubble(t, Provider{TTL: time.Hour}, Options{Rand: never}, h)
		var e envelope
		if _, err := c.Get("/x").Check(over).JSON(t.Context(), &e); err != nil || e.Code != 1 || hits.Load() != 2 {
			t.Errorf("%+v, %v, %d requests; want the limit to be tried again", e, err, hits.Load())
		}
	})
	synctest.Test(t, func(t *testing.T) {
		h, hits := counted(text(`{"Code":4029}`))
		c := bubble(t, Provider{TTL: time.Hour, Retries: -1}, Options{}, h)
		for range 2 {
			var e *Error
			if _, err := c.Get("/x").
				Check(over).
				JSON(t.Context(), new(any)); !errors.As(err, &e) || e.Kind != RateLimited || e.Provider != "alpha" ||
				e.Status != 200 {
				t.Errorf("error %#v", err)
			}
		}
		if hits.Load() != 2 {
			t.Errorf("%d requests: a failed check was remembered", hits.Load())
		}
		if _, err := c.Get("/y").
			Check(func(*Response) error { panic("oops") }).
			Do(t.Context()); !errors.Is(err, BadResponse) {
			t.Errorf("panic in a check: %v", err)
		}
	})
}

func TestAnswerOfTheWrongShapeIsForgotten(t *testing.T) {
	h, hits := counted(script(text(`{"n":"seven"}`), text(`{"n":7}`)))
	c := client(t, Provider{TTL: time.Hour}, nil, h)
	var v struct{ N int }
	if _, err := c.Get("/x").JSON(t.Context(), &v); !errors.Is(err, BadResponse) {
		t.Fatalf("error %v", err)
	}
	if _, err := c.Get("/x").JSON(t.Context(), &v); err != nil || v.N != 7 || hits.Load() != 2 {
		t.Errorf("%+v, %v, %d requests", v, err, hits.Load())
	}
}

func TestRequestsArriveAsBuilt(t *testing.T) {
	tests := []struct {
		name string
		make func(*Client) *Request
		want string
	}{
		{
			"path segments are escaped",
			func(c *Client) *Request { return c.Get("/lei/{}/x/{}", "a/b?c#d", "ü %") },
			"GET /v1/lei/a%2Fb%3Fc%23d/x/%C3%BC%20%25 ||",
		},
		{
			"query is escaped",
			func(c *Client) *Request { return c.Get("/x").Query("filter[isin]", "a&b=c d") },
			"GET /v1/x?filter%5Bisin%5D=a%26b%3Dc+d ||",
		},
		{
			"apostrophes, hyphens and blanks are those of a keyboard",
			func(c *Client) *Request { return c.Get("/x").Query("q", "Moody’s Coca\u2011Cola\u00a0É") },
			"GET /v1/x?q=Moody%27s+Coca-Cola+%C3%89 ||",
		},
		{"raw query is not", func(c *Client) *Request {
			return c.Get("/x").Query("limit", "1").RawQuery(`search=a:%22b%22+AND+c:1`)
		}, "GET /v1/x?limit=1&search=a:%22b%22+AND+c:1 ||"},
		{"form", func(c *Client) *Request {
			return c.Post("/f").Form(map[string][]string{"q": {"a b", "&"}})
		}, "POST /v1/f |application/x-www-form-urlencoded|q=a+b&q=%26"},
		{
			"JSON",
			func(c *Client) *Request { return c.Post("/rpc").JSONBody(map[string]any{"id": 1}) },
			`POST /v1/rpc |application/json|{"id":1}`,
		},
		{"empty body", func(c *Client) *Request { return c.Post("/x") }, "POST /v1/x |text/plain; charset=utf-8|"},
		{"further host", func(c *Client) *Request { return c.Get("/x").On("data") }, "GET /data/x ||"},
		{"head", func(c *Client) *Request { return c.Head("/x") }, "HEAD /v1/x ||"},
		{"next page", func(c *Client) *Request { return c.Follow("http://a.test/v1/x?page=2") }, "GET /v1/x?page=2 ||"},
		{"next page elsewhere", func(c *Client) *Request { return c.Follow("http://a.test/data/x") }, "GET /data/x ||"},
	}
	var got string
	c := client(
		t,
		Provider{
			Hosts:   map[string]string{"data": "http://a.test/data"},
			Headers: map[string]string{"Accept": "application/json;version=1"},
		},
		nil,
		func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			got = fmt.Sprintf("%s %s |%s|%s", r.Method, r.URL.RequestURI(), r.Header.Get("Content-Type"), body)
			if r.ContentLength < 0 {
				t.Errorf("%s: sent in chunks", got)
			}
			if r.Header.Get("Accept") != "application/json;version=1" || r.Header.Get("User-Agent") != "farebox" {
				t.Errorf("headers %v", r.Header)
			}
		},
	)
	for _, tt := range tests {
		if _, err := tt.make(c).Do(t.Context()); err != nil || got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s (%v)", tt.name, got, tt.want, err)
		}
	}
}

func TestMistakesInARequestNeverGoOut(t *testing.T) {
	h, hits := counted(text("ok"))
	c := client(t, Provider{}, nil, h)
	for name, r := range map[string]*Request{
		"empty segment": c.Get("/x/{}", ""), "dots": c.Get("/x/{}/y", ".."), "too few segments": c.Get("/x/{}"), "relative": c.Get("x"),
		"no such host": c.Get("/x").On("nowhere"), "body on a GET": c.Get("/x").Body("text/plain", nil), "not JSON": c.Post("/x").JSONBody(func() {}),
		"link elsewhere": c.Follow("http://evil.test/v1/x"), "link with our name as a prefix": c.Follow("http://a.test/v1.evil.test/"), "control character": c.Get("/x").RawQuery("a=\x7f"),
	} {
		if _, err := r.Do(t.Context()); !errors.Is(err, Invalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests went out", hits.Load())
	}
}

func TestTraceCountsTimeSideBySideOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := bubble(t, Provider{Name: "slow"}, Options{}, func(_ http.ResponseWriter, r *http.Request) {
			d, _ := time.ParseDuration(r.URL.Query().Get("wait"))
			time.Sleep(d)
		})
		ctx, trace := WithTrace(t.Context())
		var calls sync.WaitGroup
		for _, d := range []string{"1s", "3s"} {
			calls.Go(func() { _, _ = c.Get("/x").Query("wait", d).Do(ctx) })
		}
		calls.Wait()
		time.Sleep(time.Minute)
		_, _ = c.Get("/x").Query("wait", "2s").Do(ctx)
		if trace.Total() != 5*time.Second {
			t.Errorf("total %v, want 5s", trace.Total())
		}
		if name, took := trace.Slowest(); name != "slow" || took != 6*time.Second {
			t.Errorf("slowest %q %v, want slow 6s", name, took)
		}
		if _, empty := WithTrace(t.Context()); empty.Total() != 0 {
			t.Error("an unused trace has time in it")
		}
	})
}

func TestErrorTextNeverShowsKeysNorInputs(t *testing.T) {
	const secret, input = "s3cr3t/key+", "jane.doe"
	p := Provider{Retries: -1, Keys: []Key{{Env: "K", Query: "api_key"}, {Env: "H", Header: "X-Api-Key"}}}
	env := map[string]string{"K": secret, "H": secret + "2"}
	answers := map[string]http.HandlerFunc{
		"404":        status(404),
		"401":        status(401),
		"429":        status(429),
		"500":        status(500),
		"400":        status(400),
		"garbage":    text("<html>" + secret),
		"reset":      func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"bad header": func(w http.ResponseWriter, r *http.Request) { hijack(w, "HTTP/1.1 "+secret+"\r\n\r\n") },
		"bad length": func(w http.ResponseWriter, r *http.Request) {
			hijack(w, "HTTP/1.1 200 OK\r\nContent-Length: "+secret+"\r\n\r\n")
		},
		"bad redirect": func(w http.ResponseWriter, r *http.Request) {
			hijack(w, "HTTP/1.1 302 Found\r\nLocation: http://["+secret+"\r\nContent-Length: 0\r\n\r\n")
		},
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://10.0.0.1/?api_key="+secret+"&q="+input, http.StatusFound)
		},
		"silence": hang,
	}
	for name, h := range answers {
		c := client(t, p, env, h)
		_, err := c.Get("/people/{}", input).Query("q", input).JSON(within(t, 200*time.Millisecond), new(any))
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		for _, s := range []string{"s3cr3t", input, "api_key="} {
			if strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q is in %q", name, s, err)
			}
		}
	}
}

func hijack(w http.ResponseWriter, answer string) {
	conn, _, err := w.(http.Hijacker).Hijack()
	if err != nil {
		panic(err)
	}
	_, _ = io.WriteString(conn, answer)
	_ = conn.Close()
}

func TestHeadOfALargeFileIsAnAnswer(t *testing.T) {
	c := client(t, Provider{MaxBytes: 1000}, nil, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5000000")
	})
	if resp, err := c.Head("/x").Do(t.Context()); err != nil || resp.Header.Get("Content-Length") != "5000000" {
		t.Errorf("%+v, %v", resp, err)
	}
}

func TestAnswerOfTheFutureIsAskedForAgain(t *testing.T) {
	h, hits := counted(text("ok"))
	now := time.Date(2029, 1, 1, 0, 0, 0, 0, time.UTC)
	pool := NewPool(
		Options{Transport: hosts(t, map[string]string{"a.test": serve(t, h)}), Now: func() time.Time { return now }},
	)
	c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test", TTL: time.Hour})
	ctx, _ := WithReads(t.Context()) // by the clock of 2029 the answer is of long ago
	for _, tt := range []struct {
		year int
		hits int64
	}{{2029, 1}, {2029, 1}, {2026, 2}, {2026, 2}} { // the clock was three years ahead
		now = time.Date(tt.year, 1, 1, 0, 0, 0, 0, time.UTC)
		if _, err := c.Get("/x").Do(ctx); err != nil || hits.Load() != tt.hits {
			t.Errorf("in %d: %v, %d requests, want %d", tt.year, err, hits.Load(), tt.hits)
		}
	}
}

func TestEmptyUserAgentSendsNone(t *testing.T) {
	var got []string
	c := client(t, Provider{Headers: map[string]string{"User-Agent": ""}}, nil,
		func(_ http.ResponseWriter, r *http.Request) { got = r.Header["User-Agent"] })
	if _, err := c.Get("/x").Do(t.Context()); err != nil || strings.Join(got, "") != "" {
		t.Errorf("User-Agent %q (%v)", got, err)
	}
}
