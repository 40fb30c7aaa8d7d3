package server

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// membersOf are the members of an answer at its top.
func membersOf(t testing.TB, a answer) string {
	t.Helper()
	var names []string
	for name := range a.json(t) {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

func TestAnswerIsCutDownToTheMembersThatAreNamed(t *testing.T) {
	t.Parallel()
	facilitator := &scripted{}
	s := start(t, newKey(t), nil, facilitator.with(false))

	whole := s.paid(s.hashCall("x"), pay.V2)
	all := membersOf(t, s.do(whole))

	cut := again(whole)
	cut.URL.RawQuery += "&fields=hash"
	if a := s.do(cut); a.status != http.StatusOK || membersOf(t, a) != "hash" ||
		a.header.Get("X-Replayed") != "true" {
		t.Errorf("the same payment with fields: %d %s", a.status, a.body)
	}
	if got := membersOf(t, s.do(again(whole))); got != all {
		t.Errorf("the whole was not kept: %s of %s", got, all)
	}

	first := s.hashCall("y")
	first.URL.RawQuery += "&fields=algo,hash"
	first = s.paid(first, pay.V2)
	if a := s.do(first); a.status != http.StatusOK || membersOf(t, a) != "algo hash" ||
		a.header.Get(x402.HeaderPaymentResponse) == "" {
		t.Errorf("at the first call: %d %s", a.status, a.body)
	}
	if got := facilitator.settlements(); got != 2 {
		t.Errorf("%d settlements of two purchases", got)
	}
}

func TestUnknownMembersAreFreeAndNamed(t *testing.T) {
	t.Parallel()
	facilitator := &scripted{}
	s := start(t, newKey(t), nil, facilitator.with(false))

	bare := s.hashCall("x")
	bare.URL.RawQuery += "&fields=hsh"
	for _, r := range []*http.Request{bare, s.paid(s.hashCall("x"), pay.V2)} {
		r.URL.RawQuery = bare.URL.RawQuery
		a := s.do(r)
		body := a.json(t)
		near, _ := json.Marshal(body["did_you_mean"])
		if a.status != http.StatusBadRequest || body["field"] != "fields" || body["charged"] != false ||
			!strings.Contains(string(near), `"hash"`) {
			t.Errorf("%d %s", a.status, a.body)
		}
	}
	if facilitator.verified+facilitator.settlements() != 0 {
		t.Error("the payment was touched")
	}
}

func TestFieldsOfABodyStandInItsQuery(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	op, _ := s.spec.Lookup(http.MethodPost, "/match/dedupe")
	member := op.Output.Required[0]
	a := s.do(s.paid(s.request(http.MethodPost, "/match/dedupe?fields="+member,
		[]byte(`{"type":"company","items":["Acme Inc","ACME Incorporated"]}`)), pay.V2))
	if got := membersOf(t, a); a.status != http.StatusOK || got != member {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestCheckLooksAtACallAndBuysNothing(t *testing.T) {
	t.Parallel()
	facilitator := &scripted{}
	s := start(t, newKey(t), nil, facilitator.with(false))
	for _, op := range s.spec.Operations {
		if !op.Paid {
			continue
		}
		r := s.example(op)
		query := r.URL.Query()
		query.Set("check", "1")
		r.URL.RawQuery = query.Encode()
		a := s.do(r)
		if a.status != http.StatusOK || a.header.Get("X-Charged") != "false" {
			t.Errorf("%s: %d %s", op.Name(), a.status, a.body)
			continue
		}

		got := a.json(t)
		if err := s.spec.Doc.Components.Schemas["Precheck"].Value.VisitJSON(got); err != nil {
			t.Errorf("%s: %v", op.Name(), err)
		}
		price, _ := op.Price.Float64()
		if got["route"] != op.Name() || got["price_usd"] != price || got["standing"] == "" {
			t.Errorf("%s: %s", op.Name(), a.body)
		}
		if len(a.body) > 3000 {
			t.Errorf("%s: %d bytes", op.Name(), len(a.body))
		}
	}
	if facilitator.verified+facilitator.settlements() != 0 {
		t.Error("a payment was touched")
	}
}

func TestCheckOfBadInputsIsTheirProblem(t *testing.T) {
	t.Parallel()
	facilitator := &scripted{}
	s := start(t, newKey(t), nil, facilitator.with(false))
	long := []byte(`{"type":"company","items":["` + strings.Repeat("a", smallBody) + `"]}`)
	paid := s.paid(s.hashCall("x"), pay.V2)
	paid.URL.RawQuery = "check=1&algo=nonsense&input=x"
	for why, c := range map[string]struct {
		request *http.Request
		status  int
		field   string
	}{
		"a missing input": {s.request(http.MethodGet, "/crypto/hash?check=1&algo=sha256", nil), 400, "input"},
		"a bad input":     {s.request(http.MethodGet, "/crypto/hash?check=1&algo=x&input=x", nil), 400, "algo"},
		"with a payment":  {paid, 400, "algo"},
		"no truth value":  {s.request(http.MethodGet, "/crypto/hash?check=maybe", nil), 400, "check"},
		"unknown fields": {
			s.request(http.MethodGet, "/crypto/hash?check=1&fields=nope&algo=sha256&input=x", nil), 400, "fields",
		},
		"a long body": {s.request(http.MethodPost, "/match/dedupe?check=1", long), 413, "body"},
	} {
		a := s.do(c.request)
		if body := a.json(t); a.status != c.status || body["field"] != c.field || body["charged"] != false {
			t.Errorf("%s: %d %s", why, a.status, a.body)
		}
	}
	if facilitator.verified+facilitator.settlements() != 0 {
		t.Error("a payment was touched")
	}
}

func TestCheckSaysThatARouteIsClosed(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	s.server.closures.closed.Store(&map[string]closure{
		"GET /btc/fees": {code: "provider_unavailable", providers: []string{"blockstream"}},
	})
	got := s.get("/btc/fees?check=1").json(t)
	if got["standing"] != "not" || got["closed_code"] != "provider_unavailable" || got["closed_detail"] == nil {
		t.Errorf("%v", got)
	}
	sources, _ := got["sources"].([]any)
	if len(sources) < 2 || got["kept_s"] == nil {
		t.Errorf("%v", got)
	}
}

func TestControlsWorkOverMCP(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	c := s.tools()
	input := map[string]any{"algo": "sha256", "input": "x"}

	for _, arguments := range []map[string]any{
		{"name": "cryptoHash", "arguments": input, "check": true},
		{"name": "cryptoHash", "arguments": map[string]any{"algo": "sha256", "input": "x", "check": true}},
	} {
		looked := c.call("call_tool", arguments, nil)
		var check struct {
			Route   string `json:"route"`
			Charged bool   `json:"charged"`
		}
		if err := json.Unmarshal(structured(t, looked), &check); err != nil || looked.IsError ||
			check.Route != "GET /crypto/hash" || check.Charged {
			t.Errorf("%s: %v", structured(t, looked), err)
		}
	}

	cut := map[string]any{"name": "cryptoHash", "arguments": input, "fields": "hash"}
	payment := c.signed(c.call("call_tool", cut, nil))
	bought := c.call("call_tool", cut, map[string]any{"x402/payment": object(t, payment)})
	if text := string(structured(t, bought)); !strings.HasPrefix(text, `{"hash":`) || strings.Contains(text, "algo") {
		t.Errorf("%s", text)
	}
	again := c.call("cryptoHash", input, map[string]any{"x402/payment": object(t, payment)})
	if text := string(structured(t, again)); !strings.Contains(text, `"algo"`) {
		t.Errorf("the whole was not kept: %s", text)
	}
}
