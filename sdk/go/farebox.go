// Package farebox is a client of the Farebox service: one method for each route, with the types of its inputs and
// answers. The methods that end in WithResponse read the answer too.
//
// Most routes are paid for. Without a payment they answer 402 with a quote (x402), and the answer's JSON200 is nil. To
// buy them, give [New] the client of a transport that pays, from package pay of this module:
//
//	key, err := pay.NewKey(os.Getenv("FAREBOX_KEY"))
//	...
//	wallet, err := pay.New(pay.Options{Wallet: key, MaxPerCallUSD: "0.01", BudgetUSD: "1"})
//	...
//	client, err := farebox.New("https://api.example.com", wallet.Client())
//	...
//	answer, err := client.CryptoHashWithResponse(ctx, &farebox.CryptoHashParams{Input: "hello", Algo: "sha256"})
//
// With it, an answer whose status is 400 or above is an error of package pay, which says what it cost. Without it, such
// an answer is a problem document (RFC 9457) in Body, and cost nothing.
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
