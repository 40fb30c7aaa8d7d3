package tools

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/payment/mpp"
)

// seen is what a route was asked.
type seen struct {
	line   string // method, path and query
	body   string
	header http.Header
}

// echoing are routes that remember what they were asked and answer with a problem.
func echoing(asked *seen) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*asked = seen{r.Method + " " + r.URL.RequestURI(), string(body), r.Header}
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"code":"not_found","charged":false}`)
	}
}

// callMessage is a tools/call.
func callMessage(name, arguments, meta string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments +
		`,"_meta":` + meta + `}}`
}

// clientResult is the result of one.
type clientResult struct {
	IsError           bool
	ResultType        string
	PaymentRequired   json.RawMessage
	StructuredContent json.RawMessage
	Content           []struct{ Type, Text string }
	Meta              map[string]json.RawMessage `json:"_meta"`
}

func call(t testing.TB, d *Door, body string, change ...func(*http.Request)) clientResult {
	t.Helper()
	w, m := post(t, d, Path, body, change...)
	var r clientResult
	if err := json.Unmarshal(m.Result, &r); err != nil {
		t.Fatalf("%d %s: %v", w.Code, w.Body, err)
	}
	return r
}

// TestArgumentsAreTheRoutesInputs: numbers and texts of GET routes are the same thing, lists come in each form that
// models write, and a body stays as it was sent.
func TestArgumentsAreTheRoutesInputs(t *testing.T) {
	var asked seen
	d := newDoor(t, echoing(&asked))
	for _, c := range []struct{ why, name, arguments, line, body string }{
		{
			"texts", "cryptoHash", `{"algo":"keccak256","input":"a b&c"}`,
			"GET /crypto/hash?algo=keccak256&input=a+b%26c", "",
		},
		{
			"a number for a text", "cryptoHash", `{"algo":"sha256","input":5}`,
			"GET /crypto/hash?algo=sha256&input=5", "",
		},
		{
			"digits are kept", "cryptoHash", `{"algo":"sha256","input":1.50}`,
			"GET /crypto/hash?algo=sha256&input=1.50", "",
		},
		{
			"a text for a number", "cryptoNews", `{"coin":"bitcoin","limit":"5"}`,
			"GET /crypto/news?coin=bitcoin&limit=5", "",
		},
		{
			"truth", "extract", `{"url":"https://example.com/","render":true}`,
			"GET /extract?render=true&url=https%3A%2F%2Fexample.com%2F", "",
		},
		{"null is not given", "cryptoNews", `{"coin":"bitcoin","limit":null}`, "GET /crypto/news?coin=bitcoin", ""},
		{"an empty text", "cryptoHash", `{"algo":"sha256","input":""}`, "GET /crypto/hash?algo=sha256&input=", ""},
		{"a list", "trialsSearch", `{"phase":["PHASE2","PHASE3"]}`, "GET /trials/search?phase=PHASE2&phase=PHASE3", ""},
		{
			"a list as one text", "trialsSearch", `{"phase":"PHASE2,PHASE3"}`,
			"GET /trials/search?phase=PHASE2%2CPHASE3", "",
		},
		{
			"a list as its JSON", "trialsSearch", `{"phase":"[\"PHASE2\", \"PHASE3\"]"}`,
			"GET /trials/search?phase=PHASE2&phase=PHASE3", "",
		},
		{
			"a text that looks like a list", "cryptoHash", `{"algo":"sha256","input":"[1]"}`,
			"GET /crypto/hash?algo=sha256&input=%5B1%5D", "",
		},
		{"unknown ones are refused by the route", "gas", `{"netwrk":"base"}`, "GET /gas?netwrk=base", ""},
		{"none", "gas", `{}`, "GET /gas?", ""},
		{"null", "gas", `null`, "GET /gas?", ""},
		{
			"a body", "matchDedupe", `{ "type": "company",  "items": ["a", 1.0] }`, "POST /match/dedupe",
			`{ "type": "company",  "items": ["a", 1.0] }`,
		},
		{
			"a body with a list as its JSON", "matchDedupe", `{"type":"company","items":"[\"a\",1.0]"}`,
			"POST /match/dedupe", `{"items":["a",1.0],"type":"company"}`,
		},
		{"no body", "matchDedupe", `{}`, "POST /match/dedupe", `{}`},
		{
			"through call_tool", callTool, `{"name":"cryptoHash","arguments":{"algo":"sha256","input":"x"}}`,
			"GET /crypto/hash?algo=sha256&input=x", "",
		},
		{"by its path", callTool, `{"name":"/crypto/hash","arguments":{"input":"x"}}`, "GET /crypto/hash?input=x", ""},
		{"in snake case", callTool, `{"name":"crypto_hash","arguments":{"input":"x"}}`, "GET /crypto/hash?input=x", ""},
		{
			"arguments as their JSON", callTool, `{"name":"cryptoHash","arguments":"{\"input\":\"x\"}"}`,
			"GET /crypto/hash?input=x", "",
		},
		{"without arguments", callTool, `{"name":"gas"}`, "GET /gas?", ""},
		{
			"controls of a query", "cryptoHash", `{"input":"x","fields":["hash","algo"],"check":true}`,
			"GET /crypto/hash?check=true&fields=hash&fields=algo&input=x", "",
		},
		{
			"controls of a body", "matchDedupe", `{"fields":"count","items":["a"]}`, "POST /match/dedupe?fields=count",
			`{"items":["a"]}`,
		},
		{
			"controls through call_tool", callTool, `{"name":"gas","check":true,"fields":"network"}`,
			"GET /gas?check=true&fields=network", "",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			asked = seen{}
			call(t, d, callMessage(c.name, c.arguments, `{"x402/payment":"cGFpZA=="}`))
			if asked.line != c.line || asked.body != c.body {
				t.Errorf("%s %q, want %s %q", asked.line, asked.body, c.line, c.body)
			}
		})
	}
}

// TestBadArgumentsAreToldToTheModel before any route is asked.
func TestBadArgumentsAreToldToTheModel(t *testing.T) {
	d := newDoor(t, func(http.ResponseWriter, *http.Request) { t.Error("a route was asked") })
	for _, c := range []struct{ why, name, arguments, field, code string }{
		{"an object for a text", "cryptoHash", `{"input":{}}`, "input", "invalid_input"},
		{"a list of lists", "cryptoHash", `{"input":[["x"]]}`, "input", "invalid_input"},
		{
			"arguments in arguments", "cryptoHash", strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat(`}`, 5000),
			"a", "invalid_input",
		},
		{"a list for all", "cryptoHash", `["x"]`, "arguments", "invalid_input"},
		{"a text for all", "cryptoHash", `"x"`, "arguments", "invalid_input"},
		{"no name", callTool, `{}`, "name", "missing_input"},
		{"no such tool", callTool, `{"name":"makeCoffee"}`, "name", "not_found"},
		{"a tip", callTool, `{"name":"tipDollar"}`, "name", "not_found"},
		{"a free tool", callTool, `{"name":"find_tools"}`, "name", "not_found"},
		{"a stray argument", callTool, `{"name":"gas","network":"base"}`, "network", "unknown_parameter"},
		{"no task", findTools, `{}`, "task", "missing_input"},
		{"a long task", findTools, `{"task":"` + strings.Repeat("x", 501) + `"}`, "task", "invalid_input"},
		{"no such family", findTools, `{"task":"hash","family":"nowhere"}`, "family", "invalid_input"},
		{"a large limit", findTools, `{"task":"hash","limit":11}`, "limit", "invalid_input"},
		{"an unknown detail", findTools, `{"task":"hash","detail":"all"}`, "detail", "invalid_input"},
		{"half a limit", findTools, `{"task":"hash","limit":1.5}`, "limit", "invalid_input"},
		{"not a limit", findTools, `{"task":"hash","limit":"many"}`, "arguments", "invalid_input"},
		{"not a task", findTools, `{"task":5}`, "arguments", "invalid_input"},
		{"no such tool to describe", describeTool, `{"name":"x"}`, "name", "not_found"},
	} {
		t.Run(c.why, func(t *testing.T) {
			r := call(t, d, callMessage(c.name, c.arguments, `{}`))
			var p struct {
				Code, Field string
				Charged     *bool
			}
			if err := json.Unmarshal(r.StructuredContent, &p); err != nil || !r.IsError {
				t.Fatalf("%+v %v", r, err)
			}
			if p.Code != c.code || p.Field != c.field || p.Charged == nil || *p.Charged {
				t.Errorf("%s", r.StructuredContent)
			}
			if string(r.StructuredContent) != r.Content[0].Text {
				t.Errorf("text %s", r.Content[0].Text)
			}
		})
	}

	_, m := post(t, d, Path, callMessage("makeCoffee", `{}`, `{}`))
	if m.Error == nil || m.Error.Code != codeInvalidParams || !strings.Contains(m.Error.Message, findTools) {
		t.Errorf("%+v", m)
	}
}

// TestWrongArgumentsAreToldBeforeTheQuote: who signs for a call that cannot be answered has read a quote for nothing.
func TestWrongArgumentsAreToldBeforeTheQuote(t *testing.T) {
	asked := 0
	d := newDoor(t, func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.WriteHeader(http.StatusNotFound)
		io.WriteString(w, `{"code":"not_found","charged":false}`)
	})
	for _, c := range []struct{ name, arguments, field, code string }{
		{"cryptoHash", `{"input":"x"}`, "algo", "missing_input"},
		{"cryptoHash", `{"input":"x","algo":"md4"}`, "algo", "invalid_input"},
		{"cryptoHash", `{"input":"x","algo":"sha256","salt":"y"}`, "salt", "unknown_parameter"},
		{"matchDedupe", `{}`, "items", "missing_input"},
		{callTool, `{"name":"cryptoHash"}`, "algo", "missing_input"},
	} {
		r := call(t, d, callMessage(c.name, c.arguments, `{}`))
		var p struct{ Code, Field string }
		if json.Unmarshal(r.StructuredContent, &p) != nil || p.Code != c.code || p.Field != c.field || !r.IsError {
			t.Errorf("%s %s: %s", c.name, c.arguments, r.StructuredContent)
		}
	}
	if asked > 0 {
		t.Error("a route was asked")
	}

	call(t, d, callMessage("cryptoHash", `{"input":"x","algo":"sha256"}`, `{}`))
	call(t, d, callMessage("cryptoHash", `{"input":"`+strings.Repeat("x", mostUnpaid)+`"}`, `{}`))
	if asked != 2 {
		t.Errorf("a route was asked %d times for what is right, and what is too long to look at for nothing", asked)
	}
}

// TestFreeToolsAnswer without a route.
func TestFreeToolsAnswer(t *testing.T) {
	d := newDoor(t, func(http.ResponseWriter, *http.Request) { t.Error("a route was asked") })

	r := call(t, d, callMessage(findTools, `{"task":"keccak hash of a text","max_usd":"0.001","limit":"3"}`, `{}`))
	var found struct {
		Count int
		Tools []match
	}
	if err := json.Unmarshal(r.StructuredContent, &found); err != nil || r.IsError {
		t.Fatalf("%+v %v", r, err)
	}
	if found.Count == 0 || found.Count > 3 {
		t.Fatalf("%s", r.StructuredContent)
	}
	if best := found.Tools[0]; best.Name != "cryptoHash" || best.PriceUSD != "0.001" {
		t.Errorf("%s", r.StructuredContent)
	}
	for _, m := range found.Tools {
		if m.PriceUSD > "0.001" || len(m.InputSchema) > 0 || len(m.ExampleArguments) > mostExample || m.Why != "" {
			t.Errorf("%+v", m)
		}
	}
	if needs := found.Tools[0].Needs; !slices.Equal(needs, []string{"algo: str", "input: str"}) {
		t.Errorf("needs %q", needs)
	}
	r = call(t, d, callMessage(findTools, `{"task":"keccak hash of a text","detail":"full"}`, `{}`))
	if json.Unmarshal(r.StructuredContent, &found) != nil || len(found.Tools[0].InputSchema) == 0 || found.Tools[0].Why == "" {
		t.Errorf("%s", r.StructuredContent)
	}
	r = call(t, d, callMessage(findTools, `{"task":"keccak hash of a text","family":"edgar"}`, `{}`))
	if json.Unmarshal(r.StructuredContent, &found) != nil {
		t.Fatal("no answer")
	}
	for _, m := range found.Tools {
		if !strings.HasPrefix(m.Name, "edgar") {
			t.Errorf("%s is of another family", m.Name)
		}
	}

	r = call(t, d, callMessage(describeTool, `{"name":"cryptoHash"}`, `{}`))
	if !strings.Contains(r.Content[0].Text, `"answer":"algo, hash"`) || strings.Contains(r.Content[0].Text, "output_schema") {
		t.Errorf("%s", r.Content[0].Text)
	}
	r = call(t, d, callMessage(describeTool, `{"name":"cryptoHash","schema":true}`, `{}`))
	var described map[string]json.RawMessage
	if err := json.Unmarshal(r.StructuredContent, &described); err != nil {
		t.Fatal(err)
	}
	for _, member := range []string{
		"price_usd", "input_schema", "output_schema", "example_arguments", "example_answer", "url",
	} {
		if len(described[member]) == 0 || string(described[member]) == "null" {
			t.Errorf("no %s in %s", member, r.StructuredContent)
		}
	}

	r = call(t, d, callMessage(howToPay, `{}`, `{}`))
	if r.IsError || !strings.Contains(r.Content[0].Text, "farebox mcp --url https://api.farebox.test/mcp") ||
		!strings.Contains(r.Content[0].Text, "eip155:8453") {
		t.Errorf("%+v", r)
	}
}

// TestWhatAModelReadsIsShort: what it looks up to choose a tool costs it tokens before it has bought anything.
func TestWhatAModelReadsIsShort(t *testing.T) {
	d := newDoor(t, nil)
	sizes := map[string][]int{}
	for name, tool := range d.catalog.byName {
		described := call(t, d, callMessage(describeTool, `{"name":"`+name+`"}`, `{}`))
		sizes[describeTool] = append(sizes[describeTool], len(described.Content[0].Text))
		task, err := json.Marshal(tool.op.Summary)
		if err != nil {
			t.Fatal(err)
		}
		found := call(t, d, callMessage(findTools, `{"task":`+string(task)+`}`, `{}`))
		sizes[findTools] = append(sizes[findTools], len(found.Content[0].Text))
	}
	for tool, most := range map[string][2]int{describeTool: {2000, 6200}, findTools: {1500, 3100}} {
		list := sizes[tool]
		slices.Sort(list)
		median := list[len(list)/2]
		p99 := list[len(list)*99/100]
		t.Logf("%s: median %d, p99 %d bytes", tool, median, p99)
		if median > most[0] || p99 > most[1] {
			t.Errorf("%s: median %d, p99 %d bytes; at most %v", tool, median, p99, most)
		}
	}
}

// TestFiveSpellingsOfAPayment reach the gate as it knows them; nothing else of a message's headers does.
func TestFiveSpellingsOfAPayment(t *testing.T) {
	var asked seen
	d := newDoor(t, echoing(&asked))
	const v2 = `{"x402Version":2,"payload":{"signature":"0x1"}}`
	v2Text := base64.StdEncoding.EncodeToString([]byte(v2))
	credential := "Payment " + base64.RawURLEncoding.EncodeToString([]byte(
		`{"challenge":{"id":"i","request":"`+base64.RawURLEncoding.EncodeToString([]byte(
			`{"amount":"1","currency":"0xA","methodDetails":{"chainId":8453}}`))+
			`"},"payload":{"type":"authorization"}}`))

	for _, c := range []struct {
		why, meta                   string
		change                      func(*http.Request)
		payment, v1, authentication string
	}{
		{why: "none", meta: `{}`},
		{why: "object", meta: `{"x402/payment":` + v2 + `}`, payment: v2},
		{why: "base64", meta: `{"x402/payment":"` + v2Text + `"}`, payment: v2},
		{
			why:  "JSON in a text",
			meta: `{"x402/payment":"{\"x402Version\":2,\"payload\":{\"signature\":\"0x1\"}}"}`, payment: v2,
		},
		{why: "with a dot", meta: `{"x402.payment":"` + v2Text + `"}`, v1: v2},
		{
			why: "MPP",
			meta: `{"org.paymentauth/credential":{"payload":{"type":"authorization"},"challenge":{"id":"i",` +
				`"request":{"methodDetails":{"chainId":8453},"currency":"0xA","amount":"1"}}}}`,
			authentication: credential,
		},
		{why: "header", meta: `{}`, change: header("Payment-Signature", v2Text), payment: v2},
		{why: "header of version 1", meta: `{}`, change: header("X-Payment", v2Text), v1: v2},
		{why: "header of MPP", meta: `{}`, change: header("Authorization", credential), authentication: credential},
		{why: "another scheme", meta: `{}`, change: header("Authorization", "Bearer secret")},
		{
			why: "_meta before a header", meta: `{"x402/payment":` + v2 + `}`,
			change: header("X-Payment", "other"), payment: v2,
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			change := c.change
			if change == nil {
				change = func(*http.Request) {}
			}
			call(t, d, callMessage("gas", `{}`, c.meta), change,
				header("Cookie", "a=b"), header("Idempotency-Key", "mine"))
			for name, want := range map[string]string{"Payment-Signature": c.payment, "X-Payment": c.v1} {
				raw, _ := base64.StdEncoding.DecodeString(asked.header.Get(name))
				if string(raw) != want && !sameJSON(raw, want) {
					t.Errorf("%s: %s, want %s", name, raw, want)
				}
			}
			got, want := asked.header.Get("Authorization"), c.authentication
			if got != want && !sameCredential(got, want) {
				t.Errorf("Authorization: %s, want %s", got, want)
			}
			if asked.header.Get("Cookie") != "" || asked.header.Get("Idempotency-Key") != "mine" {
				t.Errorf("header %v", asked.header)
			}
		})
	}
}

func sameCredential(one, other string) bool {
	var read [2]mpp.Credential
	for i, value := range []string{one, other} {
		text, ok := mpp.Offered(value)
		if !ok {
			return false
		}
		var err error
		if read[i], err = mpp.ReadCredential(text); err != nil {
			return false
		}
	}
	return read[0] == read[1]
}

func sameJSON(raw []byte, want string) bool {
	var one, other any
	if json.Unmarshal(raw, &one) != nil || json.Unmarshal([]byte(want), &other) != nil {
		return false
	}
	a, _ := compact(one)
	b, _ := compact(other)
	return string(a) == string(b)
}

// quoting is a route that asks for a payment, in the words of both protocols.
func quoting(quote string, challenge string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Payment-Required", base64.StdEncoding.EncodeToString([]byte(quote)))
		if challenge != "" {
			w.Header().Add("Www-Authenticate", challenge)
		}
		w.WriteHeader(http.StatusPaymentRequired)
		io.WriteString(w, `{"x402Version":1,"accepts":[],"type":"https://paymentauth.org/problems/payment-expired",`+
			`"title":"Payment Expired","status":402,"detail":"sign a new one"}`)
	}
}

const testQuote = `{"x402Version":2,"error":"no payment","resource":{"url":"https://api.farebox.test/gas",` +
	`"description":"long","mimeType":"application/json","serviceName":"Farebox"},` +
	`"accepts":[{"scheme":"exact","network":"eip155:8453","amount":"1000",` +
	`"asset":"0xA","payTo":"0xB","maxTimeoutSeconds":120,"extra":{"name":"USD Coin","version":"2"}}],` +
	`"extensions":{"bazaar":{"info":{}},"payment-identifier":{"info":{"required":false}}}}`

// TestQuoteSpeaksToAllClients at once: x402 over MCP reads structured content or text, Cloudflare's client and MPP
// read _meta.
func TestQuoteSpeaksToAllClients(t *testing.T) {
	request := base64.RawURLEncoding.EncodeToString([]byte(`{"amount":"1000","currency":"0xA"}`))
	d := newDoor(t, quoting(testQuote, `Payment id="i\"d", realm="api.farebox.test", method="evm", intent="charge", `+
		`expires="2026-12-01T00:05:00Z", request="`+request+`", opaque="eyJyIjoxfQ"`))
	r := call(t, d, callMessage("gas", `{}`, `{}`))

	quote := string(r.StructuredContent)
	if !r.IsError || r.Content[0].Text != quote || string(r.Meta["x402/error"]) != quote {
		t.Fatalf("%+v", r)
	}
	var q struct {
		X402Version int
		Error       string
		Resource    struct{ URL, MimeType string }
		Accepts     []map[string]any
		Extensions  map[string]any
	}
	if err := json.Unmarshal(r.StructuredContent, &q); err != nil {
		t.Fatal(err)
	}
	if q.X402Version != 2 || q.Resource.URL != "mcp://tool/gas" || q.Error != "Payment required to call gas" {
		t.Errorf("%s", quote)
	}
	if len(q.Accepts) != 1 || q.Accepts[0]["amount"] != "1000" {
		t.Errorf("%s", quote)
	}
	if q.Extensions["bazaar"] != nil || q.Extensions["payment-identifier"] == nil {
		t.Errorf("%s", quote)
	}
	if len(r.Content) != 2 || !strings.Contains(r.Content[1].Text, howToPay) {
		t.Errorf("content %+v", r.Content)
	}

	want := `{"httpStatus":402,"challenges":[{"expires":"2026-12-01T00:05:00Z","id":"i\"d","intent":"charge",` +
		`"method":"evm","opaque":"eyJyIjoxfQ","realm":"api.farebox.test",` +
		`"request":{"amount":"1000","currency":"0xA"}}],` +
		`"problem":{"type":"https://paymentauth.org/problems/payment-expired","title":"Payment Expired",` +
		`"status":402,"detail":"sign a new one"}}`
	if got := r.Meta["org.paymentauth/payment-required"]; !sameJSON(got, want) {
		t.Errorf("%s, want %s", got, want)
	}

	plain := newDoor(t, quoting(testQuote, ""))
	if r := call(t, plain, callMessage("gas", `{}`, `{}`)); r.Meta["org.paymentauth/payment-required"] != nil {
		t.Errorf("challenges of nobody: %v", r.Meta)
	}
	r = call(t, plain, callMessage("gas", `{}`, `{"x402/payment":"eA=="}`))
	if !strings.Contains(string(r.StructuredContent), `"no payment"`) {
		t.Errorf("the gate's reason is lost: %s", r.StructuredContent)
	}
}

// TestPaymentRequiredIsForThoseWhoAsk: only a client of the newest revision that names the extension gets the result
// type of its own.
func TestPaymentRequiredIsForThoseWhoAsk(t *testing.T) {
	d := newDoor(t, quoting(testQuote, ""))
	meta := func(extensions string) string {
		return `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
			`"io.modelcontextprotocol/clientCapabilities":` + extensions + `}`
	}
	newest := func(r *http.Request) {
		r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
		r.Header.Set("Mcp-Method", "tools/call")
		r.Header.Set("Mcp-Name", "gas")
	}

	r := call(t, d, callMessage("gas", `{}`, meta(`{"extensions":{"org.x402/payment":{}}}`)), newest)
	asks := strings.Contains(string(r.PaymentRequired), `"accepts"`)
	if r.ResultType != "payment_required" || len(r.Content) != 0 || r.IsError || !asks {
		t.Errorf("%+v", r)
	}
	r = call(t, d, callMessage("gas", `{}`, meta(`{}`)), newest)
	if r.ResultType != "complete" || !r.IsError || r.PaymentRequired != nil {
		t.Errorf("%+v", r)
	}
	r = call(t, d, callMessage("gas", `{}`, `{}`), header("Mcp-Protocol-Version", "2025-11-25"))
	if r.ResultType != "" || !r.IsError || r.PaymentRequired != nil {
		t.Errorf("%+v", r)
	}
}

// TestPaidAnswerComesWithItsSettlement in the words of the client that paid.
func TestPaidAnswerComesWithItsSettlement(t *testing.T) {
	const body = `{"price": 1.50, "note": "<b>"}` + "\n"
	settled := `{"success":true,"transaction":"0xT","network":"eip155:8453","payer":"0xP"}`
	d := newDoor(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Payment-Response", base64.StdEncoding.EncodeToString([]byte(settled)))
		w.Header().Set("Payment-Receipt", base64.RawURLEncoding.EncodeToString([]byte(`{"status":"success"}`)))
		w.Header().Set("X-Replayed", "true")
		w.Header().Set("X-Request-Id", "r1")
		io.WriteString(w, body)
	})

	r := call(t, d, callMessage("gas", `{}`, `{"x402.payment":"eA=="}`))
	if r.IsError || r.Content[0].Text != body || !strings.Contains(string(r.StructuredContent), `1.50`) {
		t.Errorf("%+v", r)
	}
	for name, want := range map[string]string{
		"x402/payment-response":   settled,
		"x402.payment-response":   settled,
		"org.paymentauth/receipt": `{"status":"success"}`,
		"farebox/call":            `{"price_usd":0.005,"charged":true,"replayed":true,"request_id":"r1"}`,
	} {
		if got := string(r.Meta[name]); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if r := call(t, d, callMessage("gas", `{}`, `{"x402/payment":"eA=="}`)); r.Meta["x402.payment-response"] != nil {
		t.Errorf("a spelling that nobody used: %v", r.Meta)
	}
}

// TestPendingSettlementHoldsNothingToSign: a client that found terms in it would pay twice.
func TestPendingSettlementHoldsNothingToSign(t *testing.T) {
	d := newDoor(t, func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, `{"code":"settlement_pending","charged":null,"retry":"same_payment"}`)
	})
	r := call(t, d, callMessage("gas", `{}`, `{"x402/payment":"eA=="}`))
	var receipt struct {
		Success     *bool
		ErrorReason string
	}
	if err := json.Unmarshal(r.Meta["x402/payment-response"], &receipt); err != nil {
		t.Fatalf("%v: %v", r.Meta, err)
	}
	if !r.IsError || receipt.Success == nil || *receipt.Success || receipt.ErrorReason != "settlement_pending" {
		t.Errorf("%+v", r)
	}
	if r.Meta["x402/error"] != nil || strings.Contains(string(r.StructuredContent), "accepts") {
		t.Errorf("%+v", r)
	}
}

// TestSlowCallIsAnsweredBeforeItsClientGivesUp: what became of its payment is not known then, and it says so.
func TestSlowCallIsAnsweredBeforeItsClientGivesUp(t *testing.T) {
	left := make(chan struct{})
	finish := make(chan struct{})
	d := newDoor(t, func(w http.ResponseWriter, r *http.Request) {
		<-r.Context().Done() // the work is told to end
		close(left)
		<-finish // the settlement is not
	})
	d.workTime = 10 * time.Millisecond
	d.callTime = 20 * time.Millisecond
	r := call(t, d, callMessage("gas", `{}`, `{"x402/payment":"eA=="}`))
	<-left
	close(finish)

	var p map[string]any
	if err := json.Unmarshal(r.StructuredContent, &p); err != nil || !r.IsError {
		t.Fatalf("%+v %v", r, err)
	}
	charged, said := p["charged"]
	if p["code"] != "settlement_pending" || p["retry"] != "same_payment" || !said || charged != nil {
		t.Errorf("%s", r.StructuredContent)
	}
}

// TestCallerWhoLeavesEndsTheWork, so that it is not charged, as over HTTP.
func TestCallerWhoLeavesEndsTheWork(t *testing.T) {
	for _, revision := range []string{"2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run(revision, func(t *testing.T) {
			asked := make(chan struct{})
			ended := make(chan error, 1)
			d := newDoor(t, func(_ http.ResponseWriter, r *http.Request) {
				close(asked)
				<-r.Context().Done()
				ended <- r.Context().Err()
			}, func(o *Options) { o.Hosts = []string{"127.0.0.1"} })
			server := httptest.NewServer(d)
			defer server.Close()

			meta := `{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
				`"io.modelcontextprotocol/clientCapabilities":{}}`
			if revision < "2026-07-28" {
				meta = `{}`
			}
			ctx, leave := context.WithCancel(t.Context())
			body := strings.NewReader(callMessage("gas", `{}`, meta))
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+Path, body)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Mcp-Protocol-Version", revision)
			r.Header.Set("Mcp-Method", "tools/call")
			r.Header.Set("Mcp-Name", "gas")
			go func() {
				<-asked
				leave()
			}()
			if _, err := http.DefaultClient.Do(r); err == nil {
				t.Error("an answer")
			}
			select {
			case err := <-ended:
				if err != context.Canceled {
					t.Errorf("it ended with %v", err)
				}
			case <-time.After(30 * time.Second):
				t.Fatal("the work goes on")
			}
		})
	}
}
