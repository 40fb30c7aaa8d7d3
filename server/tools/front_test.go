package tools

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/gen"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/find"
)

var loadSpec = sync.OnceValues(func() (*spec.Spec, error) { return spec.Load(gen.OpenAPI) })

// loadFind is the search over it, which takes as long to make as to read it.
var loadFind = sync.OnceValue(func() *find.Index {
	s, err := loadSpec()
	if err != nil {
		panic(err)
	}
	return find.New(s)
})

// newDoor is a door to routes that a test plays.
func newDoor(t testing.TB, routes http.HandlerFunc, change ...func(*Options)) *Door {
	t.Helper()
	s, err := loadSpec()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Spec: s,
		Find: loadFind,
		Service: discovery.Service{
			Name:          "Farebox",
			Version:       "1.0",
			PublicBaseURL: "https://api.farebox.test",
			Networks: []discovery.Network{{
				CAIP2:  "eip155:8453",
				Asset:  "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
				Symbol: "USDC",
				PayTo:  "0x1111111111111111111111111111111111111402",
			}},
		},
		Routes: routes,
		Log:    slog.New(slog.DiscardHandler),
		Now:    time.Now,
	}
	for _, f := range change {
		f(&o)
	}
	d, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// message is a JSON-RPC answer.
type message struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// post sends a message as clients do.
func post(
	t testing.TB, d *Door, path, body string, change ...func(*http.Request),
) (*httptest.ResponseRecorder, message) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Host = "api.farebox.test"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for _, f := range change {
		f(r)
	}
	w := httptest.NewRecorder()
	d.ServeHTTP(w, r)

	var m message
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil {
			t.Fatalf("%d %s: %v", w.Code, w.Body, err)
		}
	}
	return w, m
}

func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// ping is a message with an id.
func ping(id string) string { return `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}` }

const listMessage = `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`

// TestFrontRefuses: what costs more than it looks, and what is no message, ends before anybody works on it, always as
// a JSON-RPC error.
func TestFrontRefuses(t *testing.T) {
	d := newDoor(t, nil)
	for _, c := range []struct {
		why, path, body string
		change          func(*http.Request)
		status, code    int
	}{
		{"a batch", Path, `[` + listMessage + `]`, nil, 400, codeInvalidRequest},
		{
			"a batch of many", Path, `[` + strings.Repeat(listMessage+`,`, 4999) + listMessage + `]`, nil, 400,
			codeInvalidRequest,
		},
		{"a batch after space", Path, "\r\n\t [" + listMessage + `]`, nil, 400, codeInvalidRequest},
		{"no JSON", Path, `{"jsonrpc":`, nil, 400, codeParse},
		{"nothing", Path, ``, nil, 400, codeParse},
		{"two values", Path, listMessage + listMessage, nil, 400, codeParse},
		{"no object", Path, `"tools/list"`, nil, 400, codeInvalidRequest},
		{"a method that is no text", Path, `{"jsonrpc":"2.0","id":1,"method":5}`, nil, 400, codeInvalidRequest},
		{"too long", Path, `{"a":"` + strings.Repeat("x", maxBody) + `"}`, nil, 413, codeInvalidRequest},
		{
			"another host", Path, listMessage, func(r *http.Request) { r.Host = "evil.example.com" }, 403,
			codeInvalidRequest,
		},
		{
			"another host with a port", Path, listMessage, func(r *http.Request) { r.Host = "evil.example.com:80" },
			403, codeInvalidRequest,
		},
		{"no such set", Path + "/x/nowhere", listMessage, nil, 404, codeInvalidParams},
		{
			"no such set in the header", Path, listMessage, header(toolsetHeader, "edgar,nowhere"), 404,
			codeInvalidParams,
		},
		{
			"no such tool in the header", Path, listMessage, header(toolsHeader, "cryptoHash,nowhere"), 404,
			codeInvalidParams,
		},
		{"no such method", Path, `{"jsonrpc":"2.0","id":7,"method":"tools/buy"}`, nil, 400, codeNoMethod},
		{
			"a feature that is not there", Path, `{"jsonrpc":"2.0","id":7,"method":"completion/complete"}`,
			header("Mcp-Protocol-Version", "2025-11-25"), 200, codeNoMethod,
		},
		{
			"the same in the newest revision", Path, `{"jsonrpc":"2.0","id":7,"method":"resources/subscribe"}`,
			header("Mcp-Protocol-Version", "2026-07-28"), 404, codeNoMethod,
		},
		{"no such revision", Path, listMessage, header("Mcp-Protocol-Version", "1999-01-01"), 400, codeNoRevision},
		{"a revision to come", Path, listMessage, header("Mcp-Protocol-Version", "2099-01-01"), 400, codeNoRevision},
		{"an id that is no whole number", Path, ping(`1.5`), nil, 400, codeInvalidRequest},
		{"an id that readers round", Path, ping(`9007199254740993`), nil, 400, codeInvalidRequest},
		{"an id without end", Path, ping(`1e400`), nil, 400, codeInvalidRequest},
		{"an id as long as a page", Path, ping(`"` + strings.Repeat("x", 5000) + `"`), nil, 400, codeInvalidRequest},
		{"an id that is an object", Path, ping(`{"a":1}`), nil, 400, codeInvalidRequest},
		{"an id that is a truth value", Path, ping(`true`), nil, 400, codeInvalidRequest},
		{"not a JSON type", Path, listMessage, header("Content-Type", "text/plain"), 415, codeInvalidRequest},
		{"GET", Path, ``, func(r *http.Request) { r.Method = http.MethodGet }, 405, codeInvalidRequest},
		{"DELETE", Path, ``, func(r *http.Request) { r.Method = http.MethodDelete }, 405, codeInvalidRequest},
	} {
		t.Run(c.why, func(t *testing.T) {
			change := c.change
			if change == nil {
				change = func(*http.Request) {}
			}
			w, m := post(t, d, c.path, c.body, change)
			if w.Code != c.status || m.Error == nil || m.Error.Code != c.code || m.Error.Message == "" {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			if c.status == 405 && !strings.Contains(w.Header().Get("Allow"), "POST") {
				t.Error("Allow lacks POST")
			}
		})
	}
}

// TestFrontTakes what clients and people with curl send.
func TestFrontTakes(t *testing.T) {
	d := newDoor(t, nil, func(o *Options) { o.Hosts = []string{"Inside.Test"} })
	for _, c := range []struct {
		why    string
		change func(*http.Request)
	}{
		{"the public host", func(*http.Request) {}},
		{"with a port", func(r *http.Request) { r.Host = "api.farebox.test:443" }},
		{"localhost", func(r *http.Request) { r.Host = "localhost:8402" }},
		{"loopback", func(r *http.Request) { r.Host = "127.0.0.1:8402" }},
		{"loopback of IPv6", func(r *http.Request) { r.Host = "[::1]:8402" }},
		{"a host of the operator's", func(r *http.Request) { r.Host = "inside.test:80" }},
		{"one type in Accept", header("Accept", "application/json")},
		{"no Accept", func(r *http.Request) { r.Header.Del("Accept") }},
		{"an Origin", header("Origin", "https://inspector.example.com")},
		{"a slash", func(r *http.Request) { r.URL.Path = Path + "/" }},
		{"2024-11-05", header("Mcp-Protocol-Version", "2024-11-05")},
		{"2025-03-26", header("Mcp-Protocol-Version", "2025-03-26")},
		{"2025-06-18", header("Mcp-Protocol-Version", "2025-06-18")},
		{"2025-11-25", header("Mcp-Protocol-Version", "2025-11-25")},
	} {
		t.Run(c.why, func(t *testing.T) {
			w, m := post(t, d, Path, listMessage, c.change)
			if w.Code != http.StatusOK || m.Error != nil || m.ID != 7.0 {
				t.Errorf("%d %.300s", w.Code, w.Body)
			}
		})
	}
}

// TestAnswersHaveTheIDThatWasSent, or none: a client waits for nothing else.
func TestAnswersHaveTheIDThatWasSent(t *testing.T) {
	d := newDoor(t, nil)
	for id, want := range map[string]any{
		`0`:                  0.0,
		`-3`:                 -3.0,
		`9007199254740991`:   9007199254740991.0,
		`-9007199254740991`:  -9007199254740991.0,
		`1e3`:                1000.0,
		`"9007199254740993"`: "9007199254740993",
		`""`:                 "",
	} {
		if w, m := post(t, d, Path, ping(id)); m.ID != want || m.Error != nil {
			t.Errorf("%s: %d %s", id, w.Code, w.Body)
		}
	}
	for _, id := range []string{`9007199254740993`, `1.5`, `{"a":1}`} {
		if w, m := post(t, d, Path, ping(id)); m.ID != nil || m.Error == nil {
			t.Errorf("%s: %d %s", id, w.Code, w.Body)
		}
	}
}

// TestUnknownRevisionIsAnsweredWithThoseServed, so that a client can go on with one of them.
func TestUnknownRevisionIsAnsweredWithThoseServed(t *testing.T) {
	d := newDoor(t, nil)
	w, _ := post(t, d, Path, `{"jsonrpc":"2.0","id":1,"method":"server/discover"}`,
		header("Mcp-Protocol-Version", "2099-01-01"))
	var answer struct {
		Error struct {
			Data struct {
				Supported []string
				Requested string
			}
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if data := answer.Error.Data; len(data.Supported) != 5 || data.Requested != "2099-01-01" {
		t.Errorf("%s", w.Body)
	}

	w, m := post(t, d, Path, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01",`+
		`"capabilities":{},"clientInfo":{"name":"old","version":"1"}}}`)
	if m.Error != nil || !strings.Contains(string(m.Result), `"protocolVersion":"2025-11-25"`) {
		t.Errorf("initialize: %s", w.Body)
	}
}

// TestNewestRevisionNeedsNoHandshake: each message stands for itself.
func TestNewestRevisionNeedsNoHandshake(t *testing.T) {
	d := newDoor(t, nil)
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
		`"io.modelcontextprotocol/clientCapabilities":{}}`
	newest := header("Mcp-Protocol-Version", "2026-07-28")

	w, m := post(t, d, Path, `{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}`,
		newest, header("Mcp-Method", "server/discover"))
	var discovered struct {
		SupportedVersions []string
		Instructions      string
		Capabilities      struct {
			Extensions map[string]any
		}
	}
	if err := json.Unmarshal(m.Result, &discovered); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if len(discovered.SupportedVersions) != 5 || discovered.Capabilities.Extensions[paymentExtension] == nil {
		t.Errorf("%s", m.Result)
	}
	if n := len(discovered.Instructions); n == 0 || n > 1500 {
		t.Errorf("%d characters of instructions", n)
	}

	w, m = post(t, d, Path, `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{`+meta+`}}`,
		newest, header("Mcp-Method", "tools/list"))
	var listed struct {
		ResultType string
		TTLMs      int
		CacheScope string
	}
	if err := json.Unmarshal(m.Result, &listed); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	if listed.ResultType != "complete" || listed.TTLMs <= 0 || listed.CacheScope != "public" {
		t.Errorf("%+v", listed)
	}
}

// TestPreflightAllowsWhatClientsSend: MCP clients in browsers send headers that have to be allowed by name.
func TestPreflightAllowsWhatClientsSend(t *testing.T) {
	d := newDoor(t, nil)
	w, _ := post(t, d, Path, ``, func(r *http.Request) { r.Method = http.MethodOptions })
	allowed := w.Header().Get("Access-Control-Allow-Headers")
	if w.Code != http.StatusNoContent {
		t.Errorf("%d", w.Code)
	}
	for _, name := range []string{
		"content-type", "mcp-protocol-version", "mcp-method", "mcp-name", "mcp-session-id",
		"payment-signature", "x-payment", "authorization",
	} {
		if !strings.Contains(allowed, name) {
			t.Errorf("%s is not allowed: %s", name, allowed)
		}
	}
}

// TestListsAreLimitedByAddress: calls are not, and neither is a caller by what another one does.
func TestListsAreLimitedByAddress(t *testing.T) {
	now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	d := newDoor(t, nil, func(o *Options) {
		o.ListsPerMinute = 3
		o.Now = func() time.Time { return now }
	})
	from := func(addr, forwarded string) func(*http.Request) {
		return func(r *http.Request) {
			r.RemoteAddr = addr
			if forwarded != "" {
				r.Header.Set("X-Forwarded-For", forwarded)
			}
		}
	}
	ask := func(why string, want int, who func(*http.Request)) {
		t.Helper()
		w, m := post(t, d, Path, listMessage, who)
		if w.Code != want {
			t.Errorf("%s: %d %.200s", why, w.Code, w.Body)
		}
		if want == http.StatusTooManyRequests && (m.Error == nil || w.Header().Get("Retry-After") == "") {
			t.Errorf("%s: %s, Retry-After %q", why, w.Body, w.Header().Get("Retry-After"))
		}
	}

	for range 3 {
		ask("within the limit", 200, from("203.0.113.5:1000", ""))
	}
	ask("over it", 429, from("203.0.113.5:1001", ""))
	ask("somebody else", 200, from("203.0.113.6:1000", ""))
	ask("who says to be somebody else", 429, from("203.0.113.5:1002", "198.51.100.1"))
	for i := range 3 {
		ask("an IPv6 network", 200, from(fmt.Sprintf("[2001:db8::%d]:5", i+1), ""))
	}
	ask("the same network", 429, from("[2001:db8::99]:5", ""))
	for range 3 {
		ask("behind a proxy here", 200, from("127.0.0.1:1", "10.0.0.1, 198.51.100.7"))
	}
	ask("again, with another first entry", 429, from("127.0.0.1:1", "10.9.9.9, 198.51.100.7"))
	ask("another one behind the proxy", 200, from("127.0.0.1:1", "198.51.100.8"))
	w, _ := post(t, d, Path, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, from("203.0.113.5:1001", ""))
	if w.Code != http.StatusOK {
		t.Errorf("ping: %d", w.Code)
	}

	now = now.Add(21 * time.Second)
	ask("after a third of a minute", 200, from("203.0.113.5:1000", ""))
	ask("and no more", 429, from("203.0.113.5:1000", ""))
}
