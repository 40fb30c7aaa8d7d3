package server

import (
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/server/ready"
)

// overTCP serves s as [Server.web] does, and counts the requests that were not answered on the connection itself.
func (s *service) overTCP(t *testing.T) (url string, passed *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	passed = new(atomic.Int64)
	web := s.server.web()
	web.Handler = s.server.quotes(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		passed.Add(1)
		s.server.handler.ServeHTTP(w, r)
	}))
	go web.Serve(ready.Listener(l, noRequest))
	t.Cleanup(func() { web.Close() })
	return "http://" + l.Addr().String(), passed
}

// ask sends a request whose header has exactly the lines given.
func ask(t *testing.T, url, method string, header map[string]string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		r.Header.Set(name, value)
	}
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	resp, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

func body(t *testing.T, resp *http.Response) string {
	t.Helper()
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestQuoteAtOnceIsTheQuote: an answer on the connection itself is the one that all others get, line by line.
func TestQuoteAtOnceIsTheQuote(t *testing.T) {
	t.Parallel()
	token := strings.Repeat("token", 8)
	s := start(t, newKey(t), map[string]string{"ADMIN_TOKEN": token}, (&scripted{}).with(false))
	quick, passed := s.overTCP(t)
	usual := httptest.NewServer(s.server.handler)
	defer usual.Close()

	const path = "/crypto/hash?algo=keccak256&input=x"
	for _, c := range []struct {
		name   string
		method string
		path   string
		header map[string]string
		atOnce bool
	}{
		{"plain", "GET", path, nil, true},
		{"gzip", "GET", path, map[string]string{"Accept-Encoding": "gzip, deflate, br, zstd"}, true},
		{"another encoding", "GET", path, map[string]string{"Accept-Encoding": "zstd"}, false},
		{"no encoding", "GET", path, map[string]string{"Accept-Encoding": "identity"}, false},
		{"an id of the caller's", "GET", path, map[string]string{"X-Request-Id": "mine-1"}, true},
		{"without a query", "GET", "/crypto/hash", nil, true},
		{"a browser", "GET", path, map[string]string{"Accept": "text/html", "User-Agent": "Mozilla/5.0"}, false},
		{"a payment", "GET", path, map[string]string{"PAYMENT-SIGNATURE": "x"}, false},
		{"a payment of version 1", "GET", path, map[string]string{"X-PAYMENT": "x"}, false},
		{"a check", "GET", path + "&check=1", nil, false},
		{"a member that the answer does not have", "GET", path + "&fields=hsh", nil, false},
		{"the operator's own call", "GET", path, map[string]string{"Authorization": "Bearer " + token}, false},
		{"somebody else's token", "GET", path, map[string]string{"Authorization": "Bearer guess"}, true},
		{"a free route", "GET", "/find?q=hash", nil, false},
		{"no route", "GET", "/crypto/hush", nil, false},
		{"an encoded path", "GET", "/crypto%2Fhash", nil, false},
		{"HEAD", "HEAD", path, nil, false},
		{"another method", "DELETE", path, nil, false},
		{"POST without a body", "POST", "/crypto/verify", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := passed.Load()
			got := ask(t, quick+c.path, c.method, c.header)
			want := ask(t, usual.URL+c.path, c.method, c.header)
			if atOnce := passed.Load() == before; atOnce != c.atOnce {
				t.Errorf("at once: %t, want %t", atOnce, c.atOnce)
			}

			for _, resp := range []*http.Response{got, want} {
				if id := resp.Header.Get("X-Request-Id"); id == "" || c.header["X-Request-Id"] != "" && id != "mine-1" {
					t.Errorf("request id %q", id)
				}
				if _, err := http.ParseTime(resp.Header.Get("Date")); err != nil {
					t.Error(err)
				}
				resp.Header.Del("X-Request-Id")
				resp.Header.Del("Date")
			}
			if got.Status != want.Status || got.ContentLength != want.ContentLength {
				t.Errorf("%s with %d bytes, want %s with %d",
					got.Status, got.ContentLength, want.Status, want.ContentLength)
			}
			if !maps.EqualFunc(got.Header, want.Header, slices.Equal) {
				t.Errorf("header\n%v, want\n%v", got.Header, want.Header)
			}
			// A problem holds the id of its request.
			if g, w := body(t, got), body(t, want); c.atOnce && g != w {
				t.Errorf("%.300s, want\n%.300s", g, w)
			}
		})
	}
}

// TestQuoteThatIsNotTheSameForAllIsNotAtOnce: with challenges of its own, on the way out, and where nothing is sold.
func TestQuoteThatIsNotTheSameForAllIsNotAtOnce(t *testing.T) {
	t.Parallel()
	const path = "/crypto/hash?algo=keccak256&input=x"
	t.Run("challenges", func(t *testing.T) {
		s := start(t, newKey(t), map[string]string{"MPP": "true"}, (&scripted{}).with(false))
		url, passed := s.overTCP(t)
		resp := ask(t, url+path, "GET", nil)
		if body(t, resp); passed.Load() != 1 || resp.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%d, %v", passed.Load(), resp.Header)
		}
	})
	t.Run("stopping", func(t *testing.T) {
		s := start(t, newKey(t), nil, (&scripted{}).with(false))
		url, passed := s.overTCP(t)
		s.server.health.stop()
		if body(t, ask(t, url+path, "GET", nil)); passed.Load() != 1 {
			t.Error("answered at once")
		}
	})
	t.Run("closed", func(t *testing.T) {
		s := start(t, newKey(t), nil, (&scripted{}).with(false), func(p *Parts) {
			p.Settles = func(string) error { return io.EOF }
		})
		url, passed := s.overTCP(t)
		resp := ask(t, url+path, "GET", nil)
		if text := body(t, resp); passed.Load() != 1 || resp.StatusCode != http.StatusServiceUnavailable ||
			!strings.Contains(text, "settlement_unavailable") {
			t.Errorf("%d, %d %s", passed.Load(), resp.StatusCode, text)
		}
	})
}

// TestQuotesAtOnceAreCounted as all others.
func TestQuotesAtOnceAreCounted(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), map[string]string{"QUOTE_EVENTS": "all"}, (&scripted{}).with(false))
	url, passed := s.overTCP(t)
	for range 3 {
		body(t, ask(t, url+"/crypto/hash?algo=keccak256&input=x", "GET", nil))
	}
	await.Until(t, "three quotes", func() bool {
		events, err := s.server.parts.Usage.Events(t.Context(), 0, 10)
		for _, e := range events {
			if e.Route != "GET /crypto/hash" || e.Outcome != usage.OutcomeQuoted || e.PriceUSD == "" ||
				e.Status != http.StatusPaymentRequired || e.Latency <= 0 {
				t.Errorf("%+v", e)
			}
		}
		return err == nil && len(events) == 3
	})
	if passed.Load() != 0 {
		t.Errorf("%d not answered at once", passed.Load())
	}
}
