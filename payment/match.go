package payment

import (
	"encoding/json"
	"strings"

	"github.com/farebox/farebox/payment/x402"
)

// A payment is matched with our own terms: what the buyer echoes of them only says which it took.

// readV1 finds the requirement for the network that the buyer named.
func (o *offer) readV1(came *sent, requirements []x402.Requirement, networks []x402.Network) string {
	p, err := came.asV1()
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	if p.Scheme != x402.SchemeExact {
		return x402.ReasonInvalidScheme
	}

	for _, n := range networks {
		if n.V1Name == "" || n.V1Name != p.Network {
			continue
		}
		for _, r := range requirements {
			if r.Network == n.CAIP2 {
				o.requirement = r
				o.payment = x402.Payment{
					X402Version: 2,
					Payload:     p.Payload,
				}
				return ""
			}
		}
	}
	return x402.ReasonInvalidNetwork
}

// readV2 finds the requirement that the buyer accepted. Amounts and the scheme must be equal, addresses
// equal whatever their case; the rest of the echo is the buyer's business.
func (o *offer) readV2(came *sent, accepted x402.Requirement, requirements []x402.Requirement) string {
	var payload x402.ExactPayload
	p, err := came.asV2(accepted, &payload)
	if err != nil {
		return x402.ReasonInvalidPayload
	}
	p.Payload = payload
	if p.Accepted.Scheme != x402.SchemeExact {
		return x402.ReasonInvalidScheme
	}

	reason := x402.ReasonInvalidNetwork
	for _, r := range requirements {
		if r.Network != p.Accepted.Network {
			continue
		}
		o.requirement = r
		o.payment = p
		if accepts(p.Accepted, r) {
			return ""
		}
		reason = x402.ReasonInvalidRequirements
	}
	return reason
}

func accepts(accepted, r x402.Requirement) bool {
	return accepted.Amount == r.Amount &&
		strings.EqualFold(accepted.Asset, r.Asset) &&
		strings.EqualFold(accepted.PayTo, r.PayTo)
}

// payloadKind refuses payloads of other kinds than a network takes by name, so that their senders learn why.
func payloadKind(payload []byte, n x402.Network) string {
	var sent struct {
		Authorization json.RawMessage `json:"authorization"`
		Permit2       json.RawMessage `json:"permit2Authorization"`
		Delegation    json.RawMessage `json:"delegationManager"`
		Transaction   json.RawMessage `json:"transaction"`
	}
	if json.Unmarshal(payload, &sent) != nil {
		return x402.ReasonInvalidPayload
	}

	taken := sent.Authorization
	switch {
	case n.Kind == x402.SVM:
		taken = sent.Transaction
	case n.Permit2:
		taken = sent.Permit2
	}
	isOther := sent.Authorization != nil || sent.Permit2 != nil || sent.Transaction != nil || sent.Delegation != nil
	if taken == nil && isOther {
		return x402.ReasonUnsupportedPayload
	}
	return x402.ReasonInvalidPayload
}
