package drift

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Exchange is a question to a provider with its answer.
type Exchange struct {
	Provider string // as declared, or the host where nobody traces
	Key      string // method, address and body, without what differs from call to call
	Status   int
	Type     string // Content-Type
	Body     []byte
}

// Tap stands between the service and its providers. It notes what is asked and answered, and changes answers. Begin
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

// Same says whether the questions since Begin are those of the exchanges, in any order.
func (t *Tap) Same(exchanges []Exchange) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range exchanges {
		if !t.known[x.Key] {
			return false
		}
	}
	return len(t.seen) == len(exchanges)
}

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
	key, err := keyOf(r)
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

	answer := t.pass(Exchange{
		Provider: providerOf(r, key),
		Key:      key,
		Status:   resp.StatusCode,
		Type:     resp.Header.Get("Content-Type"),
		Body:     body,
	})
	resp.StatusCode = answer.Status
	resp.Status = fmt.Sprintf("%d %s", answer.Status, http.StatusText(answer.Status))
	resp.Header.Set("Content-Type", answer.Type)
	resp.Header.Del("Content-Length")
	resp.ContentLength = int64(len(answer.Body))
	resp.Body = io.NopCloser(bytes.NewReader(answer.Body))
	return resp, nil
}

// pass notes an exchange and gives the answer as it is to be heard.
func (t *Tap) pass(x Exchange) Exchange {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known[x.Key] {
		t.known[x.Key] = true
		t.seen = append(t.seen, x)
	}

	c := t.change
	if c == nil || !c.meets(x) {
		return x
	}
	out, err := c.apply(x)
	if err != nil {
		t.fault = err
		return x
	}
	t.hit = true
	return out
}

// callNumber is the id of a JSON-RPC call, which counts up.
var callNumber = regexp.MustCompile(`"id":\s*(?:"[^"]*"|\d+)`)

// keyOf names a question, and gives the request its body back. A JSON-RPC call has many endpoints that answer alike,
// and goes to any of them: it is named without its address.
func keyOf(r *http.Request) (string, error) {
	name := r.Method + " " + r.URL.String()
	if r.Body == nil || r.Body == http.NoBody {
		return name, nil
	}
	body, err := io.ReadAll(r.Body)
	_ = r.Body.Close()
	if err != nil {
		return "", fmt.Errorf("reading the request: %w", err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))

	text := string(body)
	if strings.Contains(text, `"jsonrpc"`) && strings.Contains(text, `"eth_`) {
		return rpc + " " + callNumber.ReplaceAllString(text, `"id":0`), nil
	}
	return name + " " + text, nil
}

// rpc is the provider of all JSON-RPC calls to EVM networks.
const rpc = "evm-rpc"

// providerOf is the name of the provider that a request goes to, by the span of its call.
func providerOf(r *http.Request, key string) string {
	if strings.HasPrefix(key, rpc+" ") {
		return rpc
	}
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
