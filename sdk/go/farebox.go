// Package farebox is a client of the Farebox service: one method for each route, with the types of its inputs and
// answers. The methods that end in WithResponse read the answer too.
//
// Most routes are paid for. Without a payment they answer 402 with a quote (x402), and the answer's JSON200 is nil. To
// buy them, give [New] an http.Client that signs what quotes ask for. Package payment/buyer of this module makes one:
//
//	payer, err := buyer.New(key, buyer.Options{MaxUSD: decimal.RequireFromString("0.05")})
//	...
//	client, err := farebox.New("https://api.example.com", payer.HTTPClient())
//	...
//	answer, err := client.CryptoHashWithResponse(ctx, &farebox.CryptoHashParams{Input: "hello", Algo: "sha256"})
//
// An answer whose status is not 200 is a problem document (RFC 9457) in Body, and cost nothing.
package farebox

import (
	"fmt"
	"net/http"
	"net/url"
)

// New returns a client of the service at baseURL, such as https://api.example.com. Requests are sent by sender; nil is
// http.DefaultClient, which pays for nothing.
func New(baseURL string, sender *http.Client) (*ClientWithResponses, error) {
	at, err := url.Parse(baseURL)
	if err != nil {
		return nil, fmt.Errorf("base URL of the service: %w", err)
	}
	if at.Scheme != "https" && at.Scheme != "http" || at.Host == "" {
		return nil, fmt.Errorf("base URL of the service: %q has no scheme and host", baseURL)
	}
	if sender == nil {
		sender = http.DefaultClient
	}

	return NewClientWithResponses(baseURL, WithHTTPClient(sender))
}
