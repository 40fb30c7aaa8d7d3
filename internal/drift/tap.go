package drift

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Exchange is a question to a provider with its answer.
type Exchange struct {
	Provider string // as declared, or the host where nobody traces
	Key      string // method, address and body
	Status   int
	Type     string // Content-Type
	Body     []byte
}

// Tap sits between the service and its providers. It notes what is asked and answered, and changes answers. Begin
// starts a call; the answers of all calls under way are noted together.
type Tap struct {
	World http.RoundTripper

	mu     sync.Mutex
	change *Change
	fault  error
	hit    bool
	seen   []Exchange
	known  map[string]bool
}

// Begin forgets what was noted, and applies change from now on; nil changes nothing.
func (t *Tap) Begin(change *Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.change = change
	t.fault = nil
	t.hit = false
	t.seen = nil
	t.known = map[string]bool{}
}

// Repeated compares the questions since Begin with those of the same call before. A question that has other addresses
// or hashes in it now gets a key without them. It is false when there are fewer questions, since the service has kept
// answers then.
func (t *Tap) Repeated(before []Exchange) ([]Exchange, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	out := slices.Clone(before)
	for i, x := range out {
		if !t.known[x.Key] {
			out[i].Key = masked(x.Key)
		}
	}
	return out, len(t.seen) >= len(before)
}

// longNumber is an address or a hash, which may be made up for a call.
var longNumber = regexp.MustCompile(`[0-9a-f]{40,}`)

func masked(key string) string { return longNumber.ReplaceAllString(key, "*") }

// Seen are the exchanges since Begin as the providers answered, each question once.
func (t *Tap) Seen() []Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.seen
}

// Applied says whether the change met an answer since Begin. The error is of a change that could not be made.
func (t *Tap) Applied() (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hit, t.fault
}

// RoundTrip implements http.RoundTripper.
func (t *Tap) RoundTrip(r *http.Request) (*http.Response, error) {
	asked, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	resp, err := t.World.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if err != nil {
		return nil, err
	}

	answer := Exchange{
		Provider: providerOf(r),
		Key:      strings.TrimSpace(r.Method + " " + r.URL.String() + " " + string(asked)),
		Status:   resp.StatusCode,
		Type:     resp.Header.Get("Content-Type"),
		Body:     body,
	}
	if calls := callsIn(asked); len(calls) > 0 {
		answer.Provider = rpc
		answer = t.passCalls(answer, calls)
	} else {
		answer, _ = t.pass(answer)
	}
	resp.StatusCode = answer.Status
	resp.Status = fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
	resp.Header.Set("Content-Type", answer.Type)
	resp.Header.Del("Content-Length")
	resp.ContentLength = int64(len(answer.Body))
	resp.Body = io.NopCloser(bytes.NewReader(answer.Body))
	return resp, nil
}

// pass notes an exchange and gives the answer as it is to be heard, with the change that was made to it.
func (t *Tap) pass(x Exchange) (Exchange, *Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known[x.Key] {
		t.known[x.Key] = true
		t.seen = append(t.seen, x)
	}

	c := t.change
	if c == nil || !c.meets(x) {
		return x, nil
	}
	out, err := c.apply(x)
	if err != nil {
		t.fault = err
		return x, nil
	}
	t.hit = true
	return out, c
}

// bodyOf is the body of a request, which gets it back.
func bodyOf(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return nil, fmt.Errorf("reading the request: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}

// providerOf is the name of the provider that a request goes to, by the span of its call.
func providerOf(r *http.Request) string {
	part, ok := trace.SpanFromContext(r.Context()).(sdktrace.ReadOnlySpan)
	if !ok {
		return r.URL.Host
	}
	name, found := strings.CutPrefix(part.Name(), "upstream:")
	if !found {
		return r.URL.Host
	}
	return name
}
