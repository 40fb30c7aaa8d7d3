package upstream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The servers here are real ones on sockets, and misbehave as real ones do.

func TestSilentServerCostsTheTimeoutAndNoMore(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0") // accepts into its backlog and never says a word
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	pool := NewPool(Options{Transport: hosts(t, map[string]string{"a.test": ln.Addr().String()})})
	c := pool.Client(Provider{Name: "mute", BaseURL: "http://a.test", Timeout: 50 * time.Millisecond})
	_, err = c.Get("/x").Do(t.Context())
	if !errors.Is(err, Unavailable) || KindOf(err) == "" {
		t.Errorf("error %v", err)
	}
}

func TestServerThatIsNotThereIsUnavailable(t *testing.T) {
	pool := NewPool(Options{Transport: hosts(t, map[string]string{"a.test": "127.0.0.1:1"}), Rand: never})
	c := pool.Client(Provider{Name: "gone", BaseURL: "http://a.test"})
	if _, err := c.Get("/x").Do(t.Context()); !errors.Is(err, Unavailable) {
		t.Errorf("error %v", err)
	}
}

func TestAnswerThatBreaksOffIsTriedAgain(t *testing.T) {
	broken := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = io.WriteString(w, `{"n":`)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	h, hits := counted(script(broken, text(`{"n":1}`)))
	c := client(t, Provider{}, nil, h)
	if _, err := c.Get("/x").JSON(t.Context(), new(any)); err != nil || hits.Load() != 2 {
		t.Errorf("%v, %d requests", err, hits.Load())
	}
	if _, err := client(t, Provider{Retries: -1}, nil, broken).Get("/x").JSON(t.Context(), new(any)); !errors.Is(err, Unavailable) {
		t.Errorf("error %v", err)
	}
}

func TestUnusableAnswersAreBadResponses(t *testing.T) {
	zipped := func(n int) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = io.CopyN(z, zeros{}, int64(n))
		_ = z.Close()
		return b.Bytes()
	}
	bomb, damaged := zipped(32<<20), zipped(1<<16)
	damaged[len(damaged)-6] ^= 0xff // the checksum
	asGzip := func(body []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(body)
		}
	}
	tests := []struct {
		name string
		h    http.HandlerFunc
		call func(*Request) error
	}{
		{"HTML for JSON", text("<!doctype html><title>Just a moment...</title>"), asJSON(t)},
		{"JSON cut short", text(`{"a":[1,2`), asJSON(t)},
		{"two JSON values", text(`{} {}`), asJSON(t)},
		{"nothing for JSON", text(``), asJSON(t)},
		{"HTML for XML", text("<html><body>Busy</body></html>"), asXML(t)},
		{"text for XML", text("busy"), asXML(t)},
		{"declared oversized", text(strings.Repeat("x", 2<<20)), asBytes(t)},
		{"oversized in chunks", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.CopyN(w, zeros{}, 2<<20) }, asBytes(t)},
		{"gzip bomb", asGzip(bomb), asBytes(t)},
		{"damaged gzip", asGzip(damaged), asBytes(t)},
		{"text called gzip", asGzip([]byte("plain text, not gzip")), asBytes(t)},
		{"endless redirects", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String()+"x", http.StatusFound)
		}, asBytes(t)},
		{"redirect to an address", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://169.254.169.254/meta", http.StatusFound)
		}, asBytes(t)},
		{"redirect to a file", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, asBytes(t)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := client(t, Provider{MaxBytes: 1 << 20}, nil, tt.h)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err := tt.call(c.Get("/x"))
			runtime.ReadMemStats(&after)
			if !errors.Is(err, BadResponse) {
				t.Errorf("error %v", err)
			}
			if grown := after.TotalAlloc - before.TotalAlloc; grown > 16<<20 {
				t.Errorf("%d MiB allocated for a cap of 1", grown>>20)
			}
		})
	}
}

func asJSON(t *testing.T) func(*Request) error {
	return func(r *Request) error { _, err := r.JSON(t.Context(), new(any)); return err }
}
func asXML(t *testing.T) func(*Request) error {
	return func(r *Request) error { _, err := r.XML(t.Context(), new(struct{})); return err }
}
func asBytes(t *testing.T) func(*Request) error {
	return func(r *Request) error { _, err := r.Do(t.Context()); return err }
}

func TestRedirectMustAskTheSameQuestion(t *testing.T) {
	for target, followed := range map[string]bool{
		"/v2/x?page=1&q=a+b":   true,
		"/x/?q=a+b&format=new": true,
		"/x":                   false,
		"/x?q=c":               false,
	} {
		c := client(t, Provider{}, nil, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/v1/search" {
				http.Redirect(w, r, target, http.StatusMovedPermanently)
			}
		})
		_, err := c.Get("/search").Query("q", "a b").Do(t.Context())
		if errors.Is(err, BadResponse) == followed {
			t.Errorf("to %s: %v", target, err)
		}
		keyRefused := func(*Response) error { return Unauthorized.Errorf("the key is refused") }
		_, err = c.Get("/search").Query("q", "a b").Refusal(keyRefused).Do(t.Context())
		if !errors.Is(err, Unauthorized) {
			t.Errorf("to the page of a key at %s: %v", target, err)
		}
		if _, err := c.Post("/search").Do(t.Context()); !errors.Is(err, BadResponse) {
			t.Errorf("a body is lost on the way to %s: %v", target, err)
		}
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

func TestAnswerOfExactlyTheCapIsTaken(t *testing.T) {
	c := client(t, Provider{MaxBytes: 1000}, nil, text(strings.Repeat("x", 1000)))
	if resp, err := c.Get("/x").Do(t.Context()); err != nil || len(resp.Body) != 1000 {
		t.Error(err)
	}
}

func TestRedirectCarriesTheKeyToNobodyElse(t *testing.T) {
	const secret = "topsecret"
	var got atomic.Pointer[http.Request]
	other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got.Store(r)
		_, _ = io.WriteString(w, "file")
	})
	var target atomic.Value
	code := atomic.Int64{}
	first := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/moved" {
			got.Store(r)
			return
		}
		http.Redirect(w, r, target.Load().(string), int(code.Load()))
	})
	pool := NewPool(Options{Transport: hosts(t, map[string]string{"a.test": first, "store.test": other}),
		Lookup: settings(map[string]string{"A": secret, "Q": secret})})
	c := pool.Client(Provider{Name: "alpha", BaseURL: "http://a.test", Retries: -1, Keys: []Key{{Env: "A", Header: "X-Api-Key"}, {Env: "Q", Query: "key"}}})
	tests := []struct {
		name, to string
		code     int64
		request  *Request
		follows  bool
		key      bool
	}{
		{"read, same host", "/moved", 302, c.Get("/x"), true, true},
		{"read, other host", "http://store.test/f?signed=1", 302, c.Get("/y"), true, false},
		{"body, other host", "http://store.test/f", 307, c.Post("/z").JSONBody(secret), false, false},
	}
	for _, tt := range tests {
		got.Store(nil)
		target.Store(tt.to)
		code.Store(tt.code)
		_, err := tt.request.Header("Authorization", "Bearer "+secret).Header("Cookie", secret).Do(t.Context())
		if r := got.Load(); (err == nil) != tt.follows || (r != nil) != tt.follows {
			t.Errorf("%s: error %v, followed %v", tt.name, err, r != nil)
		} else if r != nil && strings.Contains(fmt.Sprint(r.Header, r.URL), secret) != tt.key {
			t.Errorf("%s: arrived with %v %v", tt.name, r.URL, r.Header)
		} else if r != nil && r.Header.Get("Referer") != "" {
			t.Errorf("%s: Referer %s", tt.name, r.Header.Get("Referer"))
		}
	}
}

func TestKeyGoesWhereDeclaredAndNowhereElse(t *testing.T) {
	var got *http.Request
	c := client(t, Provider{TTL: time.Hour, Keys: []Key{
		{Env: "H", Header: "Authorization", Scheme: "Token"}, {Env: "Q", Query: "api_key"}, {Env: "D", Query: "demo", Default: "DEMO_KEY"}, {Env: "N", Query: "unset"}, {Env: "S"},
	}}, map[string]string{"H": " hhh ", "Q": "q&q", "S": "sss"}, func(w http.ResponseWriter, r *http.Request) { got = r })
	resp, err := c.Get("/x").Query("a", "1").Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.URL.RawQuery != "a=1&api_key=q%26q&demo=DEMO_KEY" || got.Header.Get("Authorization") != "Token hhh" {
		t.Errorf("sent %s %v", got.URL, got.Header)
	}
	if resp.URL != "http://a.test/v1/x?a=1" || c.Key("S") != "sss" {
		t.Errorf("URL to show %q, key to sign with %q", resp.URL, c.Key("S"))
	}
	if _, err := c.Follow("http://a.test/v1/x?api_key=q%26q&page=2&demo=DEMO_KEY").Do(t.Context()); err != nil || got.URL.RawQuery != "page=2&api_key=q%26q&demo=DEMO_KEY" {
		t.Errorf("followed with %s, %v", got.URL.RawQuery, err)
	}
}

func TestUnauthorizedNeedsAKeyThatCouldBeWrong(t *testing.T) {
	for _, code := range []int{401, 403} {
		c := client(t, Provider{Keys: []Key{{Env: "K", Header: "X"}}}, map[string]string{"K": "v"}, status(code))
		if _, err := c.Get("/x").Do(t.Context()); !errors.Is(err, Unauthorized) {
			t.Errorf("%d with a key: %v", code, err)
		}
		if _, err := client(t, Provider{}, nil, status(code)).Get("/x").Do(t.Context()); !errors.Is(err, Unavailable) {
			t.Errorf("%d without keys: %v", code, err)
		}
	}
}
