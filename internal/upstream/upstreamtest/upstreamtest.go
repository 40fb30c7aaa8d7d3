// Package upstreamtest stands in for the internet of data providers in tests: it answers under the providers' real URLs, so
// that a test sees whether an adapter asks for what the provider has. Answers are fixtures of our own in the shape that the
// provider documents.
package upstreamtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Answer is what a provider says to one kind of request.
type Answer struct {
	Method string // GET when empty
	// URL is scheme, host and escaped path: "https://api.example.org/v1/items/7". A path that ends in "*" matches every
	// path that begins so. Its query, if any, must be there with these values, in any order; other parameters are free.
	URL string
	// BodyHas must occur in the request's body; empty means any body.
	BodyHas string

	Status int    // 200 when 0
	Type   string // Content-Type, application/json when empty
	Header map[string]string
	Body   string
}

// World is all providers together. It is an http.RoundTripper: give it to upstream.Options, or use Pool. The first
// answer that matches is given. A request to a known host that nothing matches gets that host's 404, one to an unknown host
// fails as if there was no such name.
type World struct {
	answers  []answer
	handlers map[string]http.Handler
	edit     func(asked string, said *httptest.ResponseRecorder)

	mu     sync.Mutex
	asked  []string
	misses []string
}

type answer struct {
	Answer
	host, path string
	query      url.Values
}

// New makes a world of the answers.
func New(tb testing.TB, answers ...Answer) *World {
	tb.Helper()
	w := &World{handlers: map[string]http.Handler{}}
	w.Add(tb, answers...)
	return w
}

// Add puts more answers behind those that are there. Not for use while requests are under way.
func (w *World) Add(tb testing.TB, answers ...Answer) {
	tb.Helper()
	for _, a := range answers {
		u, err := url.Parse(a.URL)
		if err != nil || u.Host == "" {
			tb.Fatalf("answer for %q: not a URL: %v", a.URL, err)
		}
		w.answers = append(w.answers, answer{a, u.Host, cmp.Or(u.EscapedPath(), "/"), u.Query()})
	}
}

// Handle lets h answer all requests to host, "api.example.org" or "127.0.0.1:8545", before any Answer is considered.
func (w *World) Handle(host string, h http.Handler) { w.handlers[host] = h }

// Edit lets edit change every answer. What was asked is a URL; of JSON-RPC it is what was called, whichever endpoint
// was asked. Requests may come side by side, and edit is called for one at a time. Pools made after it remember no
// answers.
func (w *World) Edit(edit func(asked string, said *httptest.ResponseRecorder)) { w.edit = edit }

// Zone is a zone of DNS as the world gives it.
func (w *World) Zone(text string) string {
	said := httptest.NewRecorder()
	said.Body.WriteString(text)
	w.edited("dns:zone", said)
	return said.Body.String()
}

func (w *World) edited(asked string, said *httptest.ResponseRecorder) {
	if w.edit == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.edit(asked, said)
}

// asked names a request. One of JSON-RPC has the same name at each endpoint.
func asked(r *http.Request, body []byte) string {
	type call struct {
		Version string `json:"jsonrpc"`
		Method  string
		Params  json.RawMessage
	}
	var one call
	calls := []call{}
	if json.Unmarshal(body, &one) == nil {
		calls = append(calls, one)
	} else if json.Unmarshal(body, &calls) != nil {
		calls = nil
	}
	if len(calls) == 0 || calls[0].Version == "" {
		return r.URL.String()
	}

	sum := fnv.New32()
	methods := make([]string, 0, len(calls))
	for _, c := range calls {
		_, _ = sum.Write(c.Params)
		methods = append(methods, c.Method)
	}
	return fmt.Sprintf("rpc:%08x/%s", sum.Sum32(), strings.Join(methods, "+"))
}

// Pool makes a pool whose providers all live in this world. env holds settings, such as keys. It neither holds back
// by the providers' rate limits nor pauses before it tries again, and its calls have more time. Each change, such as
// [SmallLists], is made to its options.
func (w *World) Pool(tb testing.TB, env map[string]string, changes ...func(*upstream.Options)) *upstream.Pool {
	tb.Helper()
	o := upstream.Options{
		Transport:   w,
		DataDir:     tb.TempDir(),
		RateScale:   1e6,
		Patience:    8,
		Rand:        func() float64 { return 0 },
		UnsaidPause: time.Nanosecond,
		UserAgent:   "farebox/test (+https://farebox.test)",
		Lookup: func(name string) (string, bool) {
			value, ok := env[name]
			return value, ok
		},
	}

	if w.edit != nil {
		o.CacheBytes = 1 // nothing is remembered
	}
	for _, change := range changes {
		change(&o)
	}
	return upstream.NewPool(o)
}

// Over makes clients, by a provider's New, over a new world of the answers that a test gives.
func Over[C any](client func(*upstream.Pool) C) func(testing.TB, ...Answer) (C, *World) {
	return func(tb testing.TB, answers ...Answer) (C, *World) {
		tb.Helper()
		world := New(tb, answers...)
		return client(world.Pool(tb, nil)), world
	}
}

// SmallLists lets a pool accept lists of a few records, such as fixtures, as complete and new.
func SmallLists(o *upstream.Options) {
	o.SmallLists = true
	o.AnyAge = true
}

// Hurried lets calls take as long as they say and no longer, for tests of refusals that are waited out.
func Hurried(o *upstream.Options) { o.Patience = 1 }

// LoadLists asks once for each list of a pool.
func LoadLists(tb testing.TB, pool *upstream.Pool) {
	tb.Helper()
	asked := map[string]bool{}
	for _, list := range pool.DatasetHealth() {
		if !asked[list.Provider] {
			asked[list.Provider] = true
			pool.UpdateLists(tb.Context(), list.Provider)
		}
	}
}

// At gives a pool the clock now.
func At(now func() time.Time) func(*upstream.Options) {
	return func(o *upstream.Options) { o.Now = now }
}

// Asked lists the requests so far as "GET https://host/path?query", in order.
func (w *World) Asked() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// Misses lists those that nothing answered: requests that the providers, as far as the answers go, do not have.
func (w *World) Misses() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.misses)
}

// RoundTrip implements http.RoundTripper.
func (w *World) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	var body []byte
	if r.Body != nil {
		var err error
		body, err = io.ReadAll(r.Body)
		if closing := r.Body.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return nil, fmt.Errorf("reading the request: %w", err)
		}
	}
	name := r.Method + " " + r.URL.String()
	w.mu.Lock()
	w.asked = append(w.asked, name)
	w.mu.Unlock()

	rec := httptest.NewRecorder()
	if h := w.handlers[r.URL.Host]; h != nil {
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.RequestURI = r.URL.RequestURI()
		h.ServeHTTP(rec, r)
		return w.finish(rec, r, body)
	}
	known := false
	for _, a := range w.answers {
		known = known || a.host == r.URL.Host
		if a.matches(r, body) {
			for key, value := range a.Header {
				rec.Header().Set(key, value)
			}
			if rec.Header().Get("Content-Type") == "" {
				rec.Header().Set("Content-Type", cmp.Or(a.Type, "application/json"))
			}
			rec.WriteHeader(cmp.Or(a.Status, http.StatusOK))
			_, _ = rec.WriteString(a.Body)
			return w.finish(rec, r, body)
		}
	}
	w.mu.Lock()
	w.misses = append(w.misses, name)
	w.mu.Unlock()
	if !known {
		return nil, fmt.Errorf("no such host in this test: %s", r.URL.Host)
	}
	rec.Header().Set("Content-Type", "application/json")
	rec.WriteHeader(http.StatusNotFound)
	_, _ = rec.WriteString(`{}`)
	return w.finish(rec, r, body)
}

func (w *World) finish(rec *httptest.ResponseRecorder, r *http.Request, body []byte) (*http.Response, error) {
	w.edited(asked(r, body), rec)
	resp := rec.Result()
	resp.Request = r
	if r.Method == http.MethodHead {
		resp.Body = http.NoBody
	}
	return resp, nil
}

func (a *answer) matches(r *http.Request, body []byte) bool {
	if r.Method != cmp.Or(a.Method, http.MethodGet) || r.URL.Host != a.host || !strings.Contains(string(body), a.BodyHas) {
		return false
	}

	path := cmp.Or(r.URL.EscapedPath(), "/")
	if prefix, ok := strings.CutSuffix(a.path, "*"); ok {
		if !strings.HasPrefix(path, prefix) {
			return false
		}
	} else if path != a.path {
		return false
	}

	have := r.URL.Query()
	for name := range maps.Keys(a.query) {
		if !slices.Equal(have[name], a.query[name]) {
			return false
		}
	}

	return true
}
