package server

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
	"github.com/farebox/farebox/server/discovery"
	"github.com/farebox/farebox/server/tools"
)

// toolClient is a stock MCP client of the service.
type toolClient struct {
	*service
	session *mcp.ClientSession
}

// tools connects the SDK's own client.
func (s *service) tools(options ...func(*mcp.ClientOptions, *mcp.StreamableClientTransport)) *toolClient {
	s.Helper()
	clientOptions := &mcp.ClientOptions{}
	transport := &mcp.StreamableClientTransport{Endpoint: s.url + tools.Path}
	for _, change := range options {
		change(clientOptions, transport)
	}
	client := mcp.NewClient(&mcp.Implementation{
		Name:    "test",
		Version: "1",
	}, clientOptions)
	session, err := client.Connect(s.Context(), transport, nil)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { session.Close() })
	return &toolClient{s, session}
}

// call calls a tool with _meta.
func (c *toolClient) call(name string, arguments any, meta mcp.Meta) *mcp.CallToolResult {
	c.Helper()
	result, err := c.session.CallTool(c.Context(), &mcp.CallToolParams{
		Name:      name,
		Arguments: arguments,
		Meta:      meta,
	})
	if err != nil {
		c.Fatalf("%s: %v", name, err)
	}
	return result
}

// structured is the structured content of a result as JSON.
func structured(t testing.TB, result *mcp.CallToolResult) []byte {
	t.Helper()
	raw, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// text is the first text of a result.
func text(t testing.TB, result *mcp.CallToolResult) string {
	t.Helper()
	if len(result.Content) == 0 {
		t.Fatal("a result without content")
	}
	content, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("content %T", result.Content[0])
	}
	return content.Text
}

// signed is a payment for a quote that came as a result.
func (c *toolClient) signed(quoted *mcp.CallToolResult) *pay.Signed {
	c.Helper()
	header := http.Header{}
	header.Set(x402.HeaderRequired, base64.StdEncoding.EncodeToString(structured(c, quoted)))
	payment, err := c.payment(header, nil, pay.V2)
	if err != nil {
		c.Fatalf("%v in %s", err, structured(c, quoted))
	}
	return payment
}

// object is a payment as x402 over MCP has it.
func object(t testing.TB, p *pay.Signed) map[string]any {
	t.Helper()
	raw, err := base64.StdEncoding.DecodeString(p.Value)
	if err != nil {
		t.Fatal(err)
	}
	var payment map[string]any
	if err := json.Unmarshal(raw, &payment); err != nil {
		t.Fatal(err)
	}
	return payment
}

// settlementOf is the settlement that a result tells of.
func settlementOf(t testing.TB, result *mcp.CallToolResult) x402.Receipt {
	t.Helper()
	raw, err := json.Marshal(result.Meta["x402/payment-response"])
	if err != nil {
		t.Fatal(err)
	}
	var receipt x402.Receipt
	if err := json.Unmarshal(raw, &receipt); err != nil {
		t.Fatal(err)
	}
	return receipt
}

func hashOf(input string) map[string]any {
	return map[string]any{
		"algo":  "keccak256",
		"input": input,
	}
}

// TestToolsAreBoughtOnTheChain buys through the SDK's client, in each spelling of a payment that buys today.
func TestToolsAreBoughtOnTheChain(t *testing.T) {
	t.Parallel()
	onEachKind(t, toolsAreBoughtOnTheChain)
}

func toolsAreBoughtOnTheChain(t *testing.T, w *world) {
	s := w.start(t, nil)
	c := s.tools()
	const price = 1000
	want := int64(0)

	for _, spelling := range []struct {
		name string
		meta func(*pay.Signed) mcp.Meta
	}{
		{"object", func(p *pay.Signed) mcp.Meta { return mcp.Meta{"x402/payment": object(t, p)} }},
		{"base64 of it", func(p *pay.Signed) mcp.Meta { return mcp.Meta{"x402/payment": p.Value} }},
		{"with a dot", func(p *pay.Signed) mcp.Meta { return mcp.Meta{"x402.payment": p.Value} }},
	} {
		t.Run(spelling.name, func(t *testing.T) {
			quoted := c.call("cryptoHash", hashOf(spelling.name), nil)
			if !quoted.IsError {
				t.Fatalf("an unpaid call was answered: %s", structured(t, quoted))
			}
			bought := c.call("cryptoHash", hashOf(spelling.name), spelling.meta(c.signed(quoted)))

			var answer struct {
				Hash string `json:"hash"`
			}
			if err := json.Unmarshal(structured(t, bought), &answer); err != nil || bought.IsError {
				t.Fatalf("%s %v", structured(t, bought), err)
			}
			if hash := crypto.Keccak256Hash([]byte(spelling.name)).Hex(); answer.Hash != hash {
				t.Errorf("%s, want %s", answer.Hash, hash)
			}
			if r := settlementOf(t, bought); !r.Success || r.Network != w.network || r.Transaction == "" {
				t.Errorf("receipt %+v", r)
			}
			want += price
			if held := w.received(); held != want {
				t.Errorf("the seller holds %d, want %d", held, want)
			}
		})
	}
}

// TestAnswerBoughtAtOneDoorIsHadAtTheOther: there is one ledger, and the same payment is the same purchase.
func TestAnswerBoughtAtOneDoorIsHadAtTheOther(t *testing.T) {
	t.Parallel()
	onEachKind(t, answerBoughtAtOneDoorIsHadAtTheOther)
}

func answerBoughtAtOneDoorIsHadAtTheOther(t *testing.T, w *world) {
	f := &scripted{}
	s := w.start(t, nil, f.with(true))
	c := s.tools()

	t.Run("GET, tool first", func(t *testing.T) {
		payment := c.signed(c.call("cryptoHash", hashOf("doors"), nil))
		bought := c.call("cryptoHash", hashOf("doors"), mcp.Meta{"x402/payment": object(t, payment)})
		r := s.hashCall("doors")
		r.Header.Set(payment.Header, payment.Value)
		a := s.do(r)
		if a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" {
			t.Fatalf("%d %v %s", a.status, a.header, a.body)
		}
		if string(a.body) != text(t, bought) {
			t.Errorf("%s over HTTP, %s as a tool", a.body, text(t, bought))
		}
	})

	t.Run("GET, HTTP first", func(t *testing.T) {
		r := s.paid(s.hashCall("windows"), pay.V2)
		a := s.do(r)
		again := c.call("call_tool", map[string]any{
			"name":      "cryptoHash",
			"arguments": hashOf("windows"),
		}, mcp.Meta{"x402/payment": r.Header.Get(x402.HeaderPayment)})
		if a.status != http.StatusOK || text(t, again) != string(a.body) || again.IsError {
			t.Errorf("%s over HTTP, %s as a tool", a.body, text(t, again))
		}
	})

	t.Run("POST, spelled in another way", func(t *testing.T) {
		r := s.paid(s.request(http.MethodPost, "/match/dedupe",
			[]byte(`{ "type": "company",  "items": ["Farebox Ltd", "FAREBOX LIMITED"] }`)), pay.V2)
		a := s.do(r)
		again := c.call("matchDedupe", map[string]any{
			"items": []string{"Farebox Ltd", "FAREBOX LIMITED"},
			"type":  "company",
		}, mcp.Meta{"x402/payment": r.Header.Get(x402.HeaderPayment)})
		if a.status != http.StatusOK || text(t, again) != string(a.body) || again.IsError {
			t.Errorf("%d %s over HTTP, %s as a tool", a.status, a.body, text(t, again))
		}
	})

	t.Run("another request is not bought with it", func(t *testing.T) {
		payment := c.signed(c.call("cryptoHash", hashOf("one"), nil))
		c.call("cryptoHash", hashOf("one"), mcp.Meta{"x402/payment": object(t, payment)})
		other := c.call("cryptoHash", hashOf("other"), mcp.Meta{"x402/payment": object(t, payment)})
		if !other.IsError || !strings.Contains(text(t, other), x402.ReasonDuplicate) {
			t.Errorf("%s", text(t, other))
		}
	})

	if n := f.settlements(); n != 4 {
		t.Errorf("%d settlements", n)
	}
}

// TestMPPBuysATool with a credential as an object, and has the answer again over HTTP with the same one as a header.
func TestMPPBuysATool(t *testing.T) {
	t.Parallel()
	s, chain := startMPP(t)
	c := s.tools()
	offered := c.session.InitializeResult().Capabilities.Experimental["payment"]
	if raw, err := json.Marshal(offered); err != nil || string(raw) != `{"methods":{"evm":{"intents":["charge"]}}}` {
		t.Errorf("capability %s %v", raw, err)
	}

	quoted := c.call("cryptoHash", hashOf("mpp"), nil)
	required, err := json.Marshal(quoted.Meta["org.paymentauth/payment-required"])
	if err != nil {
		t.Fatal(err)
	}
	var asks struct {
		HTTPStatus int
		Challenges []struct {
			mpp.Challenge
			Request json.RawMessage `json:"request"`
		}
	}
	if err := json.Unmarshal(required, &asks); err != nil || len(asks.Challenges) != 1 || asks.HTTPStatus != 402 {
		t.Fatalf("%s %v", required, err)
	}
	challenge := asks.Challenges[0].Challenge
	challenge.Request = base64.RawURLEncoding.EncodeToString(asks.Challenges[0].Request)
	credential := s.credential(challenge, chain.BuyerKey())
	native := map[string]any{
		"challenge": asks.Challenges[0],
		"payload":   credential.Payload,
		"source":    credential.Source,
	}

	bought := c.call("cryptoHash", hashOf("mpp"), mcp.Meta{"org.paymentauth/credential": native})
	if bought.IsError {
		t.Fatalf("%s", text(t, bought))
	}
	receipt, _ := bought.Meta["org.paymentauth/receipt"].(map[string]any)
	if receipt["status"] != "success" || receipt["challengeId"] != challenge.ID {
		t.Errorf("receipt %v", receipt)
	}

	raw, err := json.Marshal(native)
	if err != nil {
		t.Fatal(err)
	}
	r := s.hashCall("mpp")
	value, err := mpp.FromNative(raw)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", value)
	if a := s.do(r); a.header.Get("X-Replayed") != "true" || string(a.body) != text(t, bought) {
		t.Errorf("%d %v %s", a.status, a.header, a.body)
	}

	native["payload"] = "nothing"
	refused := c.call("cryptoHash", hashOf("mpp"), mcp.Meta{"org.paymentauth/credential": native})
	if !refused.IsError || !strings.Contains(text(t, refused), "malformed_credential") {
		t.Errorf("%s", text(t, refused))
	}
}

// TestErrorsThatCostNothingAreResults: a model sees a result and no JSON-RPC error.
func TestErrorsThatCostNothingAreResults(t *testing.T) {
	t.Parallel()
	f := &scripted{}
	s := start(t, newKey(t), nil, f.with(false))
	c := s.tools()
	payment := c.signed(c.call("cryptoHash", hashOf("x"), nil))

	for _, bad := range []struct {
		why, field, code string
		arguments        map[string]any
	}{
		{"missing", "algo", "missing_input", map[string]any{"input": "x"}},
		{"not of the enum", "algo", "invalid_input", map[string]any{"algo": "md5", "input": "x"}},
		{"unknown", "inptu", "unknown_parameter", map[string]any{"algo": "sha256", "inptu": "x"}},
		{"object", "input", "invalid_input", map[string]any{"algo": "sha256", "input": map[string]any{}}},
	} {
		t.Run(bad.why, func(t *testing.T) {
			result := c.call("cryptoHash", bad.arguments, mcp.Meta{"x402/payment": object(t, payment)})
			var p struct {
				Code    string
				Field   string
				Charged *bool
				Retry   string
			}
			if err := json.Unmarshal([]byte(text(t, result)), &p); err != nil || !result.IsError {
				t.Fatalf("%s %v", text(t, result), err)
			}
			if p.Code != bad.code || p.Field != bad.field || p.Charged == nil || *p.Charged || p.Retry != "never" {
				t.Errorf("%s", text(t, result))
			}
			if result.Meta["x402/error"] != nil || strings.Contains(text(t, result), "accepts") {
				t.Errorf("a client would sign again: %v", result.Meta)
			}
		})
	}
	if f.settlements() != 0 {
		t.Error("charged")
	}
}

// TestEveryToolIsItsRoute buys every tool with its example, and then has the answer again over HTTP with the payment.
func TestEveryToolIsItsRoute(t *testing.T) {
	t.Parallel()
	s := start(t, newKey(t), nil, (&scripted{}).with(false))
	loadDatasets(t, s.server.parts.Upstreams)
	c := s.tools()
	bought := 0
	for _, op := range s.spec.Operations {
		if !op.Paid || op.Family == "tips" {
			continue
		}
		arguments, err := discovery.ExampleArguments(op)
		if err != nil {
			t.Fatal(err)
		}
		quoted := c.call(op.ID, arguments, nil)
		payment := c.signed(quoted)
		if !strings.Contains(text(t, quoted), `"mcp://tool/`+op.ID+`"`) || payment.Amount != atomicPrice(op).String() {
			t.Errorf("%s: quote %s", op.ID, text(t, quoted))
		}
		answer := c.call(op.ID, arguments, mcp.Meta{"x402/payment": object(t, payment)})
		if answer.IsError {
			t.Errorf("%s: %s", op.ID, text(t, answer))
			continue
		}
		if settlementOf(t, answer).Transaction == "" {
			continue // it was free, because the operator lacks a key
		}

		bought++
		r := s.example(op)
		r.Header.Set(payment.Header, payment.Value)
		a := s.do(r)
		if a.status != http.StatusOK || a.header.Get("X-Replayed") != "true" || string(a.body) != text(t, answer) {
			t.Errorf("%s over HTTP: %d %.300s, as a tool %.300s", op.Name(), a.status, a.body, text(t, answer))
		}
	}
	if bought < 150 {
		t.Errorf("only %d tools were bought", bought)
	}
}
