package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/sdk/go/pay"
)

// TestHostileInput sends every operation bad, missing, huge and odd inputs, with a good payment: never
// a 5xx, and never a charge unless the answer is a 200. Under the race detector, which makes this the
// longest test of all, it sends a share of them; scripts/test.sh runs it whole beside that.
func TestHostileInput(t *testing.T) {
	t.Parallel()
	whole := t
	first := newHostileTarget(whole)
	operations := first.spec.Operations
	idle := make(chan *hostileTarget, len(operations)) // in the end as many as tests run at once
	idle <- first
	for _, op := range operations {
		t.Run(op.Name(), func(t *testing.T) {
			t.Parallel()
			var target *hostileTarget
			select {
			case target = <-idle:
			default:
				target = newHostileTarget(whole)
			}
			defer func() { idle <- target }()
			for i, bad := range hostileRequests(target.service, op) {
				if raceDetector && i%8 != len(op.Path)%8 {
					continue
				}
				target.call(t, op, bad)
			}
		})
	}
}

// hostileTarget is a service that gets one call after the other, so that a settlement, and a question that the fixtures
// have no answer to, belong to the call before.
type hostileTarget struct {
	*service
	facilitator *scripted
	world       *upstreamtest.World
}

func newHostileTarget(t *testing.T) *hostileTarget {
	t.Helper()
	f := &scripted{}
	world, fixtures := internet(t)
	s := start(t, newKey(t), nil, f.with(false), fixtures)
	loadDatasets(t, s.server.parts.Upstreams)
	return &hostileTarget{
		service:     s,
		facilitator: f,
		world:       world,
	}
}

func (h *hostileTarget) call(t *testing.T, op *spec.Operation, bad hostile) {
	t.Helper()
	s := *h.service
	s.TB = t
	r := bad.request
	if op.Paid {
		r = s.paid(r, pay.Version(2))
	}
	before := h.facilitator.settlements()
	unknown := len(h.world.Misses())
	a := s.do(r)
	charged := h.facilitator.settlements() - before
	// The fixtures have no answer to all that may be asked: what they say then is no provider's.
	missed := len(h.world.Misses()) > unknown && a.code() == "upstream_failed"

	switch {
	case a.status >= 500 && !expected(a) && !missed:
		t.Errorf("%s: %d %s", bad.name, a.status, a.body)
	case a.status != http.StatusOK && charged > 0:
		t.Errorf("%s: charged for a %d", bad.name, a.status)
	case a.status >= 400 && a.status != 422 && a.code() == "":
		t.Errorf("%s: %d without a problem: %s", bad.name, a.status, a.body)
	case a.status == http.StatusOK && op.Paid && charged != 1 && a.header.Get("X-Charged") != "false":
		t.Errorf("%s: 200 with %d charges", bad.name, charged)
	}
}

// expected are the 5xx that say that the operator lacks something, which no input causes, that a host which the caller
// names does not exist, that a publisher is away (one of the fixtures' is), so that nobody knows whether nothing
// matches, and that the fixtures answered another question.
func expected(a answer) bool {
	unloaded := a.code() == "not_configured" || a.code() == "warming" || a.code() == "list_unavailable" ||
		a.code() == "not_ready"
	elsewhere := []string{"dns_failed", "news_failed", "promise_broken"}
	return a.status == http.StatusServiceUnavailable && unloaded ||
		a.status == http.StatusBadGateway && slices.Contains(elsewhere, a.code())
}

type hostile struct {
	name    string
	request *http.Request
}

// oddTexts are values that break parsers, databases, terminals and pages.
func oddTexts() map[string]string {
	return map[string]string{
		"empty": "", "space": " ", "nul": "a\x00b", "newlines": "a\r\nSet-Cookie: x=1", "huge": strings.Repeat("A", 20_000),
		"unicode": "\u202e\u0000\ufffd𝕏é\u200b", "invalid utf-8": "\xff\xfe\xfd", "sql": "' OR 1=1; DROP TABLE payments;--",
		"script": `"><script>alert(1)</script>`, "path": "../../../../etc/passwd", "template": "{{7*7}}${7*7}%{7*7}",
		"percent": "%s%n%d%00", "nan": "NaN", "inf": "-Infinity", "hex float": "0x1p-2", "exponent": "1e400", "tiny": "1e-400",
		"minus zero": "-0", "big int": strings.Repeat("9", 200), "negative": "-1", "zero": "0", "bool": "true", "null": "null",
		"array": "[1,2]", "object": `{"a":1}`, "commas": ",,,,,,", "url": "http://169.254.169.254/latest/meta-data", "dollar": "$1,000.00",
	}
}

func hostileRequests(s *service, op *spec.Operation) []hostile {
	if op.Body != nil {
		return hostileBodies(s, op)
	}
	var out []hostile
	add := func(name string, q url.Values) {
		out = append(out, hostile{name, s.request(op.Method, op.Path+"?"+q.Encode(), nil)})
	}
	add("no input", nil)
	out = append(out, hostile{"malformed query", s.request(op.Method, op.Path+"?%zz=1&;", nil)})
	good := url.Values{}
	for name, value := range op.ExampleQuery() {
		good.Set(name, value)
	}
	add("unknown parameter", with(good, "no_such_parameter", "1"))
	for _, in := range op.Inputs {
		without := with(good, in.Name, "")
		without.Del(in.Name)
		add("without "+in.Name, without)
		twice := with(good, in.Name, "1")
		twice.Add(in.Name, "2")
		add("two of "+in.Name, twice)
		for kind, text := range oddTexts() {
			add(in.Name+" "+kind, with(good, in.Name, text))
		}
	}
	return out
}

func with(q url.Values, name, value string) url.Values {
	c := url.Values{}
	for k, v := range q {
		c[k] = append([]string(nil), v...)
	}
	c.Set(name, value)
	return c
}

func hostileBodies(s *service, op *spec.Operation) []hostile {
	var out []hostile
	raw := func(name, body string) {
		out = append(out, hostile{name, s.request(op.Method, op.Path, []byte(body))})
	}
	deep := 100_000
	for name, body := range map[string]string{
		"empty": "", "not json": "hello", "null": "null", "array": "[]", "number": "1", "string": `"x"`, "two values": "{}{}",
		"trailing comma": `{"a":1,}`, "duplicate keys": `{"data":"a","data":"b"}`, "deep arrays": strings.Repeat("[", deep) + strings.Repeat("]", deep),
		"deep objects": strings.Repeat(`{"a":`, deep) + "1" + strings.Repeat("}", deep), "unclosed": strings.Repeat("[", deep),
		"huge number": `{"a":1e999999999}`, "bom": "\xef\xbb\xbf{}", "invalid utf-8": "{\"a\":\"\xff\xfe\"}", "nul": "{\"a\":\"\\u0000\"}",
		"lone surrogate": `{"a":"\ud800"}`, "over the cap": strings.Repeat(" ", int(op.MaxBody)+1),
	} {
		raw(name, body)
	}
	bin := s.request(op.Method, op.Path, []byte{0, 1, 2, 3})
	bin.Header.Set("Content-Type", "application/octet-stream")
	out = append(out, hostile{"binary", bin})
	query := s.request(op.Method, op.Path+"?x=1", mustJSON(s, op.BodyExample))
	out = append(out, hostile{"query on a body route", query})
	good, _ := op.BodyExample.(map[string]any)
	for _, in := range op.Inputs {
		for name, value := range oddValues() {
			body := map[string]any{}
			for k, v := range good {
				body[k] = v
			}
			body[in.Name] = value
			raw(in.Name+" "+name, string(mustJSON(s, body)))
		}
		body := map[string]any{}
		for k, v := range good {
			if k != in.Name {
				body[k] = v
			}
		}
		raw("without "+in.Name, string(mustJSON(s, body)))
	}
	extra := map[string]any{"no_such_member": 1}
	for k, v := range good {
		extra[k] = v
	}
	raw("unknown member", string(mustJSON(s, extra)))
	return out
}

// oddValues are the odd texts and values of every other JSON type.
func oddValues() map[string]any {
	out := map[string]any{
		"null": nil, "true": true, "zero": 0, "minus one": -1, "half": 0.5, "huge": json.Number("1e308"), "beyond": json.Number("123456789012345678901234567890123456789012345678901234567890"),
		"empty list": []any{}, "empty object": map[string]any{}, "list of null": []any{nil}, "nested": []any{[]any{[]any{map[string]any{"a": []any{1}}}}},
		"mixed list": []any{1, "a", nil, true, map[string]any{}}, "long list": make([]any, 20_000), "object": map[string]any{"__proto__": map[string]any{"a": 1}, "": 1},
	}
	for name, text := range oddTexts() {
		out["text "+name] = strings.ToValidUTF8(text, "\ufffd")
	}
	return out
}

func mustJSON(s *service, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		s.Fatal(fmt.Errorf("test body: %w", err))
	}
	return b
}
