package tools

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/server/discovery"
)

// What results carry in _meta, in the words of those who read it.
const (
	metaQuote      = "x402/error"                       // Cloudflare's client reads a quote here and nowhere else
	metaReceipt    = "x402/payment-response"            // x402 over MCP
	metaReceiptDot = "x402.payment-response"            // x402-mcp of npm
	metaChallenges = "org.paymentauth/payment-required" // MPP
	metaMPPReceipt = "org.paymentauth/receipt"          // MPP
	metaCall       = "farebox/call"                     // ours: what became of the call
)

// paymentExtension is the extension by which a client of revision 2026-07-28 asks for results of the type
// payment_required.
const paymentExtension = "org.x402/payment"

// newest is the revision whose results state their type.
const newest = "2026-07-28"

const requestIDHeader = "X-Request-Id"

// asked is what of a call decides how its result is written.
type asked struct {
	paid      bool   // a payment came with it
	dialect   string // the spelling of the payment in _meta, or ""
	extension bool   // the client takes results of the type payment_required
}

// callInfo is what became of a call, for clients that know the service.
type callInfo struct {
	PriceUSD  json.Number `json:"price_usd"`
	Charged   *bool       `json:"charged"` // null: not known yet
	Replayed  bool        `json:"replayed,omitempty"`
	RequestID string      `json:"request_id,omitempty"`
}

func hasPayment(h http.Header) bool {
	_, credential := mpp.Offered(h.Get(mpp.HeaderCredential))
	return credential || h.Get(x402.HeaderPayment) != "" || h.Get(x402.HeaderPaymentV1) != ""
}

func dialectOf(meta mcp.Meta) string {
	for _, name := range []string{metaPayment, metaPaymentDot, metaCredential} {
		if meta[name] != nil {
			return name
		}
	}
	return ""
}

// speaksExtension says whether the client takes results of the type payment_required. Only revision 2026-07-28 has
// them, and there every message says what its client can do.
func speaksExtension(req *mcp.CallToolRequest) bool {
	if req.ProtocolVersion() < newest {
		return false
	}
	can := req.ClientCapabilities()
	return can != nil && can.Extensions[paymentExtension] != nil
}

// callResult is the result of a call. The SDK's own type has no payment_required, and gets its type from a registry of
// tools that is not used here.
type callResult struct {
	mcp.ResultBase
	ResultType        string          `json:"resultType,omitempty"` // since revision 2026-07-28
	Content           []mcp.Content   `json:"content,omitempty"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
	PaymentRequired   json.RawMessage `json:"paymentRequired,omitempty"`
}

// result is a route's answer as the result of a call.
func result(t *tool, a *recorded, by asked) *callResult {
	switch {
	case a.status == http.StatusPaymentRequired:
		return quoteResult(t, a, by)
	case a.status >= http.StatusBadRequest:
		return errorResult(a, by)
	}
	return paidResult(t, a, by)
}

// paidResult gives the answer as text and as an object, the same bytes.
func paidResult(t *tool, a *recorded, by asked) *callResult {
	charged := a.header.Get("X-Charged") != "false"
	out := &callResult{
		Content: []mcp.Content{&mcp.TextContent{Text: string(a.body)}},
	}
	out.Meta = mcp.Meta{metaCall: callInfo{
		PriceUSD:  json.Number(discovery.PriceUSD(t.op)),
		Charged:   &charged,
		Replayed:  a.header.Get("X-Replayed") == "true",
		RequestID: a.header.Get(requestIDHeader),
	}}
	if body := bytes.TrimSpace(a.body); len(body) > 0 && body[0] == '{' { // clients take nothing but objects
		out.StructuredContent = json.RawMessage(body)
	}
	putReceipts(out.Meta, a.header, by)
	return out
}

// putReceipts passes on what the gate says about the settlement.
func putReceipts(meta mcp.Meta, header http.Header, by asked) {
	for _, name := range []string{x402.HeaderPaymentResponse, x402.HeaderPaymentResponseV1} {
		receipt := decoded(header.Get(name), base64.StdEncoding)
		if receipt == nil {
			continue
		}
		meta[metaReceipt] = receipt
		if by.dialect == metaPaymentDot {
			meta[metaReceiptDot] = receipt
		}
	}
	if receipt := decoded(header.Get(mpp.HeaderReceipt), base64.RawURLEncoding); receipt != nil {
		meta[metaMPPReceipt] = receipt
	}
}

// decoded is the JSON in a header's base64; nil when there is none.
func decoded(text string, encoding *base64.Encoding) json.RawMessage {
	raw, err := encoding.DecodeString(text)
	if err != nil || len(raw) == 0 || !json.Valid(raw) {
		return nil
	}
	return raw
}

// errorResult gives a problem as it is. It is a result and no JSON-RPC error, which models do not get to see, and
// holds nothing that a client would sign.
func errorResult(a *recorded, by asked) *callResult {
	out := &callResult{
		Content: []mcp.Content{&mcp.TextContent{Text: string(a.body)}},
		IsError: true,
	}
	out.Meta = mcp.Meta{}
	var told struct {
		Code string `json:"code"`
	}
	if json.Unmarshal(a.body, &told) == nil {
		out.StructuredContent = json.RawMessage(a.body)
	}
	putReceipts(out.Meta, a.header, by)
	if told.Code == problem.CodeSettlementPending && out.Meta[metaReceipt] == nil {
		out.Meta[metaReceipt] = x402.Receipt{ErrorReason: x402.ReasonSettlementPending}
	}
	return out
}

// problemResult is a problem of the door's own.
func problemResult(p *problem.Problem, requestID string) *callResult {
	return errorResult(&recorded{
		header: http.Header{},
		status: p.Status,
		body:   p.JSON(requestID),
	}, asked{})
}

// quoteResult asks for a payment, or for another one, in the words of all clients at once: structured content and
// text for x402 over MCP, _meta for Cloudflare's client and for MPP.
func quoteResult(t *tool, a *recorded, by asked) *callResult {
	quote, err := quoteOf(t, a.header, by)
	if err != nil {
		return problemResult(problem.From(err), a.header.Get(requestIDHeader))
	}
	if by.extension {
		out := &callResult{
			ResultType:      "payment_required",
			PaymentRequired: quote,
		}
		out.Meta = mcp.Meta{}
		putReceipts(out.Meta, a.header, by)
		return out
	}

	out := &callResult{
		Content: []mcp.Content{
			&mcp.TextContent{Text: string(quote)},
			&mcp.TextContent{Text: inWords(t)},
		},
		StructuredContent: quote,
		IsError:           true,
	}
	out.Meta = mcp.Meta{metaQuote: quote}
	if challenges := challengesOf(a.header); len(challenges) > 0 {
		out.Meta[metaChallenges] = mppRequired{
			HTTPStatus: http.StatusPaymentRequired,
			Challenges: challenges,
			Problem:    mppProblem(a.body),
		}
	}
	putReceipts(out.Meta, a.header, by)
	return out
}

// quoteOf is the version 2 quote of the route with the tool as its resource. It has no example of the HTTP call: what
// catalogues learn of the route they learn from the gate, which sends the route's own resource to be settled.
func quoteOf(t *tool, header http.Header, by asked) (json.RawMessage, error) {
	raw, err := base64.StdEncoding.DecodeString(header.Get(x402.HeaderRequired))
	if err != nil {
		return nil, fmt.Errorf("the quote of %s: %w", t.op.Name(), err)
	}
	var quote x402.Required
	if err := json.Unmarshal(raw, &quote); err != nil {
		return nil, fmt.Errorf("the quote of %s: %w", t.op.Name(), err)
	}

	quote.Resource.URL = "mcp://tool/" + t.op.ID
	quote.Resource.Description = t.op.Summary
	delete(quote.Extensions, "bazaar")
	if !by.paid {
		quote.Error = "Payment required to call " + t.op.ID
	}
	return compact(quote)
}

// inWords is the quote for a model whose client does not pay by itself.
func inWords(t *tool) string {
	return "Nothing was charged. " + t.op.ID + " costs $" + discovery.PriceUSD(t.op) + " a call, paid by the MCP " +
		"client: it signs the quote above and calls again. If your client cannot, how_to_pay (free) says what to do."
}

// compact is v as JSON on one line, members of maps sorted and nothing escaped that need not be.
func compact(v any) (json.RawMessage, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(text.Bytes()), nil
}
