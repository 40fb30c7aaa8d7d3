package buyer

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/farebox/farebox/payment/x402"
)

// readOutcome reads the receipt, and the reason of a refusal.
func (c *Client) readOutcome(resp *Response) {
	for _, name := range []string{x402.HeaderPaymentResponse, x402.HeaderPaymentResponseV1} {
		raw, err := base64.StdEncoding.DecodeString(resp.Header.Get(name))
		var receipt x402.Receipt
		if err == nil && len(raw) > 0 && json.Unmarshal(raw, &receipt) == nil {
			resp.Receipt = &receipt
			break
		}
	}
	if resp.Status != http.StatusPaymentRequired {
		return
	}
	if again, err := ParseQuote(resp.Header, resp.Body, Auto, c.opts.Networks); err == nil {
		resp.Refusal = again.Reason
	}
	if resp.Receipt != nil && resp.Receipt.ErrorReason != "" {
		resp.Refusal = resp.Receipt.ErrorReason
	}
}

// isPending tells an answer after which the same payment must be sent again: the settlement is under
// way, another request holds the payment, or a gateway answered in the seller's place.
func isPending(r *Response) bool {
	if r.Receipt != nil && r.Receipt.Success {
		return false
	}
	switch r.Status {
	case http.StatusPaymentRequired:
		return r.Refusal == x402.ReasonSettlementPending
	case http.StatusConflict:
		return r.Header.Get("Retry-After") != ""
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		var body map[string]any
		if json.Unmarshal(r.Body, &body) != nil {
			return true
		}
		for _, member := range []string{"code", "error", "errorReason"} {
			if body[member] == x402.ReasonSettlementPending {
				return true
			}
		}
		return !r.uncharged() // when the seller says that nothing was taken, its answer is final
	}
	return false
}

// uncharged says that the body is a problem whose seller says it took nothing.
func (r *Response) uncharged() bool {
	var body struct {
		Charged *bool `json:"charged"`
	}
	return json.Unmarshal(r.Body, &body) == nil && body.Charged != nil && !*body.Charged
}

// maxRetryAfter bounds how long a seller can make us wait between two tries.
const maxRetryAfter = 30 * time.Second
