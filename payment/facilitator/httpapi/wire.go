// Package httpapi is the HTTP API of an x402 facilitator: the JSON of POST verify, POST settle and
// GET supported, and handlers that serve any facilitator.Facilitator through them.
//
// Source: x402 specification v1 and v2, section "Facilitator interface".
package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/x402"
)

// Call is the body of POST verify and POST settle in the version 2 form.
type Call struct {
	X402Version         int              `json:"x402Version"` // 2
	PaymentPayload      x402.Payment     `json:"paymentPayload"`
	PaymentRequirements x402.Requirement `json:"paymentRequirements"`
}

// VerifyAnswer is the answer of POST verify. IsValid is a pointer because its absence, which is how
// an error page or a gateway's own JSON looks, must not be read as "invalid".
type VerifyAnswer struct {
	IsValid        *bool  `json:"isValid"`
	InvalidReason  string `json:"invalidReason,omitempty"`
	InvalidMessage string `json:"invalidMessage,omitempty"`
	Payer          string `json:"payer,omitempty"`
}

// SettleAnswer is the answer of POST settle. Success is a pointer for the reason that IsValid is one.
type SettleAnswer struct {
	Success      *bool  `json:"success"`
	ErrorReason  string `json:"errorReason,omitempty"`
	ErrorMessage string `json:"errorMessage,omitempty"`
	Transaction  string `json:"transaction"` // hash, or ""
	Network      string `json:"network"`     // CAIP-2 to a version 2 caller, the short name to a version 1 caller
	Payer        string `json:"payer,omitempty"`
}

// NewCall is what a seller posts for req: always version 2, and always with the seller's own
// requirement as the accepted one, so that nothing the buyer echoed decides what is settled.
func NewCall(req facilitator.Request) Call {
	p := req.Payment
	p.X402Version = 2
	p.Accepted = req.Requirement
	return Call{
		X402Version:         2,
		PaymentPayload:      p,
		PaymentRequirements: req.Requirement,
	}
}

// Body is the JSON of req's call. The extensions of an item, some 3 kB, are the same in all its calls: where their JSON
// is there it is not made, nor looked through, once more.
func Body(req facilitator.Request) ([]byte, error) {
	return req.Wire.Body(func() ([]byte, error) {
		if req.Wire == nil || len(req.Wire.Extensions) == 0 {
			return json.Marshal(NewCall(req))
		}

		call := NewCall(req)
		call.PaymentPayload.Extensions = nil // the last member of a payment
		payment, err := json.Marshal(call.PaymentPayload)
		if err != nil {
			return nil, err
		}
		requirement, err := json.Marshal(call.PaymentRequirements)
		if err != nil {
			return nil, err
		}
		return slices.Concat(
			[]byte(`{"x402Version":2,"paymentPayload":`), payment[:len(payment)-1],
			[]byte(`,"extensions":`), req.Wire.Extensions,
			[]byte(`},"paymentRequirements":`), requirement, []byte(`}`),
		), nil
	})
}

// BadCall is a request body that is not a facilitator call. Reason is a protocol reason, Message
// names the member at fault.
type BadCall struct {
	Reason  string
	Message string
}

func (e *BadCall) Error() string { return e.Message }

// envelope is a call before its version is known. RequirementVersion-dependent members stay raw.
type envelope struct {
	X402Version         *int            `json:"x402Version"`
	PaymentPayload      json.RawMessage `json:"paymentPayload"`
	PaymentRequirements json.RawMessage `json:"paymentRequirements"`
}

// DecodeCall reads the body of verify or settle in the version 1 or version 2 form and returns it in
// the version 2 form with the version it came in. Version 1 network names and those of version 2 are
// resolved by networks. The error is a *BadCall.
func DecodeCall(body []byte, networks []x402.Network) (facilitator.Request, int, error) {
	var env envelope
	if err := json.Unmarshal(body, &env); err != nil {
		return facilitator.Request{}, 0, bad(x402.ReasonInvalidPayload, "the body is not a JSON object of the facilitator API: %v", err)
	}
	if !isObject(env.PaymentPayload) {
		return facilitator.Request{}, 0, bad(x402.ReasonInvalidPayload, "paymentPayload must be an object")
	}
	if !isObject(env.PaymentRequirements) {
		return facilitator.Request{}, 0, bad(x402.ReasonInvalidRequirements, "paymentRequirements must be an object")
	}

	version, err := callVersion(env)
	if err != nil {
		return facilitator.Request{}, 0, err
	}

	var req facilitator.Request
	switch version {
	case 1:
		req, err = decodeV1(env, networks)
	case 2:
		req, err = decodeV2(env, networks)
	default:
		return facilitator.Request{}, 0, bad(x402.ReasonInvalidVersion, "x402Version %d is not served; 1 and 2 are", version)
	}

	if err != nil {
		return facilitator.Request{}, version, err
	}
	return req, version, checkPayload(req, networks)
}

// callVersion takes the version of the payload where the envelope has none: older callers send only that.
func callVersion(env envelope) (int, error) {
	var inner struct {
		X402Version *int `json:"x402Version"`
	}
	if err := json.Unmarshal(env.PaymentPayload, &inner); err != nil {
		return 0, bad(x402.ReasonInvalidPayload, "paymentPayload: %v", err)
	}
	switch {
	case env.X402Version == nil && inner.X402Version == nil:
		return 0, bad(x402.ReasonInvalidVersion, "x402Version is missing")
	case env.X402Version == nil:
		return *inner.X402Version, nil
	case inner.X402Version != nil && *inner.X402Version != *env.X402Version:
		return 0, bad(x402.ReasonInvalidVersion, "x402Version is %d outside and %d inside paymentPayload", *env.X402Version, *inner.X402Version)
	}
	return *env.X402Version, nil
}

func decodeV2(env envelope, networks []x402.Network) (facilitator.Request, error) {
	var req facilitator.Request
	if err := json.Unmarshal(env.PaymentPayload, &req.Payment); err != nil {
		return req, bad(x402.ReasonInvalidPayload, "paymentPayload: %v", err)
	}
	if err := json.Unmarshal(env.PaymentRequirements, &req.Requirement); err != nil {
		return req, bad(x402.ReasonInvalidRequirements, "paymentRequirements: %v", err)
	}
	if _, ok := networkNamed(networks, req.Requirement.Network, ""); !ok {
		return req, bad(x402.ReasonInvalidNetwork, "network %s is not served here", strconv.Quote(req.Requirement.Network))
	}
	if accepted := req.Payment.Accepted; accepted.Scheme != req.Requirement.Scheme {
		return req, bad(x402.ReasonInvalidScheme, "the payment is for scheme %q, the requirement for %q", accepted.Scheme, req.Requirement.Scheme)
	} else if accepted.Network != req.Requirement.Network {
		return req, bad(x402.ReasonInvalidNetwork, "the payment is for network %q, the requirement for %q", accepted.Network, req.Requirement.Network)
	}
	return req, nil
}

// decodeV1 rewraps a version 1 call. The signed authorization is the same in both versions, so only
// what surrounds it changes.
func decodeV1(env envelope, networks []x402.Network) (facilitator.Request, error) {
	var payment x402.PaymentV1
	if err := json.Unmarshal(env.PaymentPayload, &payment); err != nil {
		return facilitator.Request{}, bad(x402.ReasonInvalidPayload, "paymentPayload: %v", err)
	}

	var want x402.RequirementV1
	if err := json.Unmarshal(env.PaymentRequirements, &want); err != nil {
		return facilitator.Request{}, bad(x402.ReasonInvalidRequirements, "paymentRequirements: %v", err)
	}

	network, ok := networkNamed(networks, "", want.Network)
	if !ok {
		return facilitator.Request{}, bad(x402.ReasonInvalidNetwork, "network %s is not served here", strconv.Quote(want.Network))
	}
	if payment.Network != want.Network {
		return facilitator.Request{}, bad(x402.ReasonInvalidNetwork, "the payment is for network %q, the requirement for %q", payment.Network, want.Network)
	}
	if payment.Scheme != want.Scheme {
		return facilitator.Request{}, bad(x402.ReasonInvalidScheme, "the payment is for scheme %q, the requirement for %q", payment.Scheme, want.Scheme)
	}

	requirement := x402.Requirement{
		Scheme: want.Scheme, Network: network.CAIP2, Amount: want.MaxAmountRequired, Asset: want.Asset,
		PayTo: want.PayTo, MaxTimeoutSeconds: want.MaxTimeoutSeconds, Extra: want.Extra,
	}

	return facilitator.Request{
		Payment: x402.Payment{
			X402Version: 2,
			Resource: &x402.Resource{
				URL:         want.Resource,
				Description: want.Description,
				MimeType:    want.MimeType,
			},
			Accepted: requirement,
			Payload:  payment.Payload,
		},
		Requirement: requirement,
	}, nil
}

// checkPayload refuses what no facilitator could look at; whether the numbers and signatures are good
// is the facilitator's to say.
func checkPayload(req facilitator.Request, networks []x402.Network) error {
	if req.Requirement.Scheme != x402.SchemeExact {
		return bad(x402.ReasonInvalidScheme, "scheme %s is not served; exact is", strconv.Quote(req.Requirement.Scheme))
	}
	n, _ := networkNamed(networks, req.Requirement.Network, "")
	members := authorizationMembers(req.Payment.Payload)
	only := "EIP-3009 authorizations are"
	switch {
	case n.Kind == x402.SVM:
		members = []member{{"transaction", req.Payment.Payload.Transaction}}
		only = "a signed transaction is"
	case n.Permit2:
		members = permitMembers(req.Payment.Payload)
		only = "permits of Permit2 are"
	}
	for _, m := range members {
		if m.value == "" {
			return bad(x402.ReasonUnsupportedPayload, "paymentPayload.payload.%s is missing: only %s served on %s",
				m.name, only, n.CAIP2)
		}
	}

	r := req.Requirement
	for _, m := range []struct{ name, value string }{{"amount", r.Amount}, {"asset", r.Asset}, {"payTo", r.PayTo}} {
		if m.value == "" {
			return bad(x402.ReasonInvalidRequirements, "paymentRequirements.%s is missing", m.name)
		}
	}

	return nil
}

// member is a part of a payload.
type member struct{ name, value string }

func authorizationMembers(p x402.ExactPayload) []member {
	a := p.Authorization
	return []member{
		{"signature", p.Signature},
		{"authorization.from", a.From},
		{"authorization.to", a.To},
		{"authorization.value", a.Value},
		{"authorization.validAfter", a.ValidAfter},
		{"authorization.validBefore", a.ValidBefore},
		{"authorization.nonce", a.Nonce},
	}
}

func permitMembers(p x402.ExactPayload) []member {
	a := p.Permit2
	return []member{
		{"signature", p.Signature},
		{"permit2Authorization.from", a.From},
		{"permit2Authorization.permitted.token", a.Permitted.Token},
		{"permit2Authorization.permitted.amount", a.Permitted.Amount},
		{"permit2Authorization.spender", a.Spender},
		{"permit2Authorization.nonce", a.Nonce},
		{"permit2Authorization.deadline", a.Deadline},
		{"permit2Authorization.witness.to", a.Witness.To},
		{"permit2Authorization.witness.validAfter", a.Witness.ValidAfter},
	}
}

// networkNamed finds a network by its version 2 or its version 1 name; an empty name never matches.
func networkNamed(networks []x402.Network, caip2, v1Name string) (x402.Network, bool) {
	for _, n := range networks {
		if (caip2 != "" && n.CAIP2 == caip2) || (v1Name != "" && n.V1Name == v1Name) {
			return n, true
		}
	}
	return x402.Network{}, false
}

func isObject(raw json.RawMessage) bool {
	trimmed := bytes.TrimLeft(raw, " \t\r\n")
	return len(trimmed) > 0 && trimmed[0] == '{'
}

func bad(reason, format string, args ...any) *BadCall {
	return &BadCall{Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// reasonOf gives the protocol reason and the text of a DecodeCall error.
func reasonOf(err error) (reason, message string) {
	var b *BadCall
	if errors.As(err, &b) {
		return b.Reason, b.Message
	}
	return x402.ReasonInvalidPayload, err.Error()
}
