package tools

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/x402"
)

// The spellings in which clients put a payment into the _meta of a call.
const (
	metaPayment    = "x402/payment"               // x402 over MCP, as an object; Cloudflare's client, as base64
	metaPaymentDot = "x402.payment"               // x402-mcp of npm: base64, version 1
	metaCredential = "org.paymentauth/credential" // MPP
)

// credential puts what a call brings to pay with into the headers of the route's request. The spellings in _meta go
// before headers of the message itself, which are the fifth: a client behind a proxy that adds one means its own. The
// gate judges what is in them; what cannot be read there is refused there.
func credential(meta mcp.Meta, message, route http.Header) {
	switch {
	case meta[metaPayment] != nil:
		setPayment(route, x402.HeaderPayment, meta[metaPayment])
	case meta[metaPaymentDot] != nil:
		setPayment(route, x402.HeaderPaymentV1, meta[metaPaymentDot])
	case meta[metaCredential] != nil:
		setCredential(route, meta[metaCredential])
	default:
		for _, name := range []string{x402.HeaderPayment, x402.HeaderPaymentV1} {
			if value := message.Get(name); value != "" {
				route.Set(name, value)
			}
		}
		if value := message.Get(mpp.HeaderCredential); value != "" {
			if _, credential := mpp.Offered(value); credential { // an operator's token is not one
				route.Set(mpp.HeaderCredential, value)
			}
		}
	}
}

// setPayment takes a payment as an object, or as its base64 or JSON in a text.
func setPayment(route http.Header, name string, payment any) {
	text, isText := payment.(string)
	if isText && !strings.HasPrefix(strings.TrimSpace(text), "{") {
		route.Set(name, text)
		return
	}
	raw := []byte(text)
	if !isText {
		var err error
		if raw, err = json.Marshal(payment); err != nil { // what came as JSON goes as JSON
			return
		}
	}
	route.Set(name, base64.StdEncoding.EncodeToString(raw))
}

// setCredential takes an MPP credential as an object.
func setCredential(route http.Header, credential any) {
	raw, err := json.Marshal(credential)
	if err != nil { // what came as JSON goes as JSON
		return
	}
	value, err := mpp.FromNative(raw)
	if err != nil { // the gate says that it is malformed
		value = mpp.Scheme + " " + base64.RawURLEncoding.EncodeToString(raw)
	}
	route.Set(mpp.HeaderCredential, value)
}
