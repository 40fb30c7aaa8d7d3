// Package farebox is a client of the Farebox service: one method for each route, with the types of its inputs and
// answers.
//
// Most routes are paid for. To buy them, give [New] the client of a transport that pays, from package pay of this
// module:
//
//	key, err := pay.NewKey(os.Getenv("FAREBOX_KEY"))
//	...
//	wallet, err := pay.New(pay.Options{Wallet: key, MaxPerCallUSD: "0.01", BudgetUSD: "1"})
//	...
//	client, err := farebox.New("https://api.example.com", wallet.Client())
//	...
//	answer, err := client.CryptoHash(ctx, farebox.CryptoHashParams{Input: "hello", Algo: "sha256"})
//
// An answer whose status is 400 or above is an error of package pay, which says what it cost. Without a wallet, a route
// that is paid for is a [pay.PaymentRequired] with the quote.
package farebox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/farebox/farebox/sdk/go/pay"
)

// Client calls one service. Its methods are named after the operations of the service's OpenAPI document.
type Client struct {
	base   string
	sender *http.Client
}

// New returns a client of the service at baseURL, such as https://api.example.com. Requests are sent by sender; nil is
// http.DefaultClient, which pays for nothing. One that pays may have no Timeout: see [pay.Transport.Client].
func New(baseURL string, sender *http.Client) (*Client, error) {
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
	if _, pays := sender.Transport.(*pay.Transport); pays && sender.Timeout > 0 {
		return nil, errors.New("the Timeout of an http.Client would lose payments: give contexts a deadline instead")
	}
	return &Client{
		base:   strings.TrimSuffix(baseURL, "/"),
		sender: sender,
	}, nil
}

// Answer is what a call gave.
type Answer[T any] struct {
	Data     T
	Payment  *pay.Payment   // what it cost; nil when it was free
	Response *http.Response // its body can be read again, for members that T does not have and all digits of a number
}

// Option changes a request before it is sent.
type Option func(*http.Request)

// Header sets a header of the request.
func Header(name, value string) Option {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

// IdempotencyKey names the purchase: the service charges one of a name once, however often it is asked for.
func IdempotencyKey(key string) Option { return Header("Idempotency-Key", key) }

// Ptr is a pointer to a value, as optional inputs want it.
func Ptr[T any](value T) *T { return &value }

// Call calls a route: in is the JSON body of a POST, and the query of any other method. The methods of Client are calls
// of it; call it yourself for a route that is newer than they are. An answer that lacks a member of T without omitempty
// is an error, which says what it cost and has the answer as its Body.
func Call[T any](ctx context.Context, c *Client, method, path string, in any, opts ...Option) (*Answer[T], error) {
	answer := &Answer[T]{}
	response, err := c.call(ctx, method, path, in, opts, &answer.Data)
	if err != nil {
		return nil, err
	}
	answer.Response = response
	answer.Payment = pay.Of(response)
	return answer, nil
}

// call sends a request and decodes the answer into out.
func (c *Client) call(
	ctx context.Context, method, path string, in any, opts []Option, out any,
) (*http.Response, error) {
	request, err := c.request(ctx, method, path, in)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	request.Header.Set("Accept", "application/json")
	for _, change := range opts {
		change(request)
	}
	response, err := c.sender.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: read the answer: %w", method, path, err)
	}

	if err := pay.ErrorOf(response, body); err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, path, err)
	}
	response.Body = io.NopCloser(bytes.NewReader(body))
	if err := decode(body, out); err != nil {
		return nil, unreadable(response, body, err)
	}
	return response, nil
}

// unreadable is the error of an answer that is not what the route promises. It may have been paid for.
func unreadable(response *http.Response, body []byte, err error) error {
	p := &pay.Problem{
		Status: response.StatusCode,
		Detail: "the answer cannot be read: " + err.Error(),
		Body:   body,
		Err:    err,
	}
	if pay.Of(response) != nil {
		p.Charged = pay.Charged
	}
	return &pay.Upstream{Problem: p}
}

// request makes the request of a call.
func (c *Client) request(ctx context.Context, method, path string, in any) (*http.Request, error) {
	target := c.base + path
	if in == nil {
		return http.NewRequestWithContext(ctx, method, target, nil)
	}
	text, err := json.Marshal(in)
	if err != nil {
		return nil, err
	}
	if method == http.MethodPost {
		request, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(text))
		if err == nil {
			request.Header.Set("Content-Type", "application/json")
		}
		return request, err
	}

	query, err := queryOf(text)
	if err != nil {
		return nil, err
	}
	if query != "" {
		target += "?" + query
	}
	return http.NewRequestWithContext(ctx, method, target, nil)
}

// queryOf is the query with the members of a JSON object. The elements of a list are separated by commas, which stay as
// they are, while one within an element is escaped.
func queryOf(object []byte) (string, error) {
	var members map[string]any
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber() // with all its digits
	if err := decoder.Decode(&members); err != nil {
		return "", err
	}

	pairs := make([]string, 0, len(members))
	for name, value := range members {
		list, ok := value.([]any)
		if !ok {
			list = []any{value}
		}
		texts := make([]string, len(list))
		for i, element := range list {
			texts[i] = url.QueryEscape(fmt.Sprint(element))
		}
		pairs = append(pairs, url.QueryEscape(name)+"="+strings.Join(texts, ","))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&"), nil
}
