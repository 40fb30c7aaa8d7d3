// Package buyer pays for x402 resources: it asks, reads the quote, signs an EIP-3009 authorization
// when the price is agreeable, and asks again with the payment.
//
// What it guards: a payment whose outcome is not known is sent again as it is, never replaced by a
// new one, because sellers keep the answer of a settled payment for its buyer and a second signature
// would be a second charge.
package buyer

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/payment/x402"
)

// Options of a Client. MaxUSD or Approve must be set: nothing is ever paid by default.
type Options struct {
	// MaxUSD is the highest price of one request that is paid without asking.
	MaxUSD decimal.Decimal
	// Approve, when set, decides about every payment, the ones within MaxUSD too. An error is
	// returned from Do as it is.
	Approve func(ctx context.Context, p Purchase) (bool, error)
	// Version of the protocol to pay with; Auto takes what the seller quotes, 2 before 1.
	Version Version
	// Networks are the known assets in order of preference. Others are never paid in. Nil means
	// x402.Builtin, USDC on Base and Base Sepolia.
	Networks []x402.Network
	// DepositUSD above 0 has calls paid by channel where the seller takes that (scheme batch-settlement): so much is
	// deposited when the channel lacks money, and each call is paid by a voucher out of it. What is left can be had
	// back with Refund.
	DepositUSD decimal.Decimal
	// PurchaseIDs gives each Do an Idempotency-Key (unless the request has one) and fills the
	// payment-identifier extension, so that a seller charges a repeated purchase once even when it is
	// signed anew.
	PurchaseIDs bool
	// RedeemFor is how long a payment of unknown outcome is sent again before Do gives up with a
	// *PendingError. Default 90 s.
	RedeemFor time.Duration
	// RetryWait is the pause between two such tries where the seller names none. Default 1 s.
	RetryWait time.Duration
	// MaxBody bounds the bytes of an answer. Default 32 MiB.
	MaxBody int64
	// HTTP is the client to use; its redirect policy is replaced. Default http.DefaultClient's transport.
	HTTP   *http.Client
	Now    func() time.Time // default time.Now
	Random io.Reader        // of nonces and ids; default crypto/rand
}

// Purchase is what Approve decides about.
type Purchase struct {
	Quote     *Quote
	Offer     Offer // the one that would be paid
	WithinMax bool  // its price is at most MaxUSD
}

// Response is the final answer to a request.
type Response struct {
	Status  int
	Header  http.Header
	Body    []byte
	Quote   *Quote        // nil when the resource was free
	Payment *Payment      // the payment that was sent, nil when none was
	Receipt *x402.Receipt // what the seller says became of it, nil when it says nothing
	Refusal string        // the reason, when a payment was sent and refused (402)
}

// Errors of Do besides *UnpayableError, *PendingError and ErrNoQuote. The Response that comes with
// them is the 402; nothing was paid.
var (
	ErrTooExpensive = errors.New("the price is above the maximum")
	ErrDeclined     = errors.New("the payment was declined")
)

// PendingError says that a payment was sent and its outcome is not known: it may have been taken.
// Redeem with the same payment until an answer comes; signing a new one may pay twice.
type PendingError struct {
	Payment  *Payment
	Response *Response // the last answer; nil when there was none
	Err      error     // the last transport error, or nil
}

// Error says what to do.
func (e *PendingError) Error() string {
	why := "the seller has not confirmed it"
	if e.Err != nil {
		why = e.Err.Error()
	}
	return "the payment was sent and its outcome is not known (" + why + "): send the same payment again for the answer"
}

// Unwrap is the last transport error.
func (e *PendingError) Unwrap() error { return e.Err }

// Client pays with one key. Safe for concurrent use.
type Client struct {
	key  *ecdsa.PrivateKey
	opts Options
	http *http.Client

	channels sync.Map // *ownChannel by its id
}

// New returns a client that pays from the address of key.
func New(key *ecdsa.PrivateKey, opts Options) (*Client, error) {
	if key == nil {
		return nil, errors.New("buyer: no key")
	}
	c, err := newClient(opts)
	if err != nil {
		return nil, err
	}
	if opts.MaxUSD.IsNegative() || (opts.MaxUSD.IsZero() && opts.Approve == nil) {
		return nil, errors.New("buyer: set MaxUSD above 0, or Approve")
	}
	c.key = key
	return c, nil
}

// newClient is a client that can redeem payments and read quotes, but not sign.
func newClient(opts Options) (*Client, error) {
	if opts.Version < Auto || opts.Version > V2 {
		return nil, fmt.Errorf("buyer: version %d of x402 does not exist", opts.Version)
	}
	if opts.Networks == nil {
		opts.Networks = x402.Builtin()
	}
	if opts.RedeemFor <= 0 {
		opts.RedeemFor = 90 * time.Second
	}
	if opts.RetryWait <= 0 {
		opts.RetryWait = time.Second
	}
	if opts.MaxBody <= 0 {
		opts.MaxBody = 32 << 20
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Random == nil {
		opts.Random = rand.Reader
	}
	var httpClient http.Client
	if opts.HTTP != nil {
		httpClient = *opts.HTTP
	}
	httpClient.CheckRedirect = SameOrigin
	return &Client{opts: opts, http: &httpClient}, nil
}

// SameOrigin keeps a signed payment from being carried to a host that the caller did not name. The
// redirect itself is then the answer.
func SameOrigin(next *http.Request, via []*http.Request) error {
	first := via[0].URL
	if len(via) > 5 || next.URL.Host != first.Host || (next.URL.Scheme != first.Scheme && next.URL.Scheme != "https") {
		return http.ErrUseLastResponse
	}
	return nil
}

// Do sends req, pays if it is asked to and may, and returns the final answer. Any HTTP status is an
// answer; errors are transport failures before a payment, ErrNoQuote, *UnpayableError, ErrTooExpensive
// and ErrDeclined (with the 402 as Response), and *PendingError. The body of req is read whole.
func (c *Client) Do(ctx context.Context, req *http.Request) (*Response, error) {
	call, err := newCall(ctx, req)
	if err != nil {
		return nil, err
	}
	var purchaseID string
	if c.opts.PurchaseIDs {
		if purchaseID, err = c.purchaseID(call); err != nil {
			return nil, err
		}
	}
	resp, _, err := c.send(ctx, call, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for the price: %w", err)
	}
	if resp.Status != http.StatusPaymentRequired {
		return resp, nil
	}
	quote, err := ParseQuote(resp.Header, resp.Body, c.opts.Version, c.opts.Networks)
	if err != nil {
		return resp, err
	}
	resp.Quote = quote
	if offer, ok := quote.byChannel(c.opts.Networks); ok && c.opts.deposits() {
		if err := c.approve(ctx, quote, offer); err != nil {
			return resp, err
		}
		return c.doByChannel(ctx, call, quote, offer)
	}
	offer, err := quote.Best(c.opts.Networks)
	if err != nil {
		return resp, err
	}
	if err := c.approve(ctx, quote, offer); err != nil {
		return resp, err
	}
	if purchaseID == "" && quote.requiresPurchaseID() {
		if purchaseID, err = c.newPurchaseID(); err != nil {
			return resp, err
		}
	}
	payment, err := c.Sign(quote, offer, purchaseID)
	if err != nil {
		return resp, err
	}
	return c.redeem(ctx, call, quote, payment)
}

// Redeem sends req with a payment signed earlier, for the answer that it bought. It is not charged
// again by a seller that keeps answers.
func (c *Client) Redeem(ctx context.Context, req *http.Request, payment *Payment) (*Response, error) {
	call, err := newCall(ctx, req)
	if err != nil {
		return nil, err
	}
	return c.redeem(ctx, call, nil, payment)
}

func (c *Client) approve(ctx context.Context, quote *Quote, offer Offer) error {
	within := offer.USD.LessThanOrEqual(c.opts.MaxUSD)
	if c.opts.Approve == nil {
		if !within {
			return fmt.Errorf("%w: %s USD asked, %s allowed", ErrTooExpensive, offer.USD, c.opts.MaxUSD)
		}
		return nil
	}
	yes, err := c.opts.Approve(ctx, Purchase{Quote: quote, Offer: offer, WithinMax: within})
	if err == nil && !yes {
		err = ErrDeclined
	}
	return err
}

// purchaseID gives the call an Idempotency-Key and returns an id for the payment extension: the same
// where the extension's rule allows it.
func (c *Client) purchaseID(call *call) (string, error) {
	const header = "Idempotency-Key"
	id := strings.Trim(call.header.Get(header), `"`)
	if x402.ValidPaymentID(id) {
		return id, nil
	}
	fresh, err := c.newPurchaseID()
	if err == nil && id == "" {
		call.header.Set(header, fresh)
	} else if id != "" {
		fresh = "" // the caller's own key names the purchase; a fresh id would name another
	}
	return fresh, err
}

func (c *Client) newPurchaseID() (string, error) {
	var raw [16]byte
	if _, err := io.ReadFull(c.opts.Random, raw[:]); err != nil {
		return "", fmt.Errorf("purchase id: %w", err)
	}
	return hex.EncodeToString(raw[:]), nil
}

// redeem sends the payment until its outcome is known or the time is up.
func (c *Client) redeem(ctx context.Context, call *call, quote *Quote, payment *Payment) (*Response, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.RedeemFor)
	defer cancel()
	pending := &PendingError{Payment: payment}
	sent := false // the seller may have received the payment
	for {
		resp, connected, err := c.send(ctx, call, payment)
		sent = sent || connected
		wait := c.opts.RetryWait
		switch {
		case err == nil:
			resp.Quote = quote
			resp.Payment = payment
			c.readOutcome(resp)
			if !isPending(resp) {
				return resp, nil
			}
			asked, _ := httpheader.RetryAfter(resp.Header, c.opts.Now(), maxRetryAfter)
			wait = max(wait, asked)
			pending.Response = resp
			pending.Err = nil
		case !sent:
			return nil, fmt.Errorf("the payment could not be sent, nothing was paid: %w", err)
		case errors.Is(err, errTooLarge):
			pending.Err = err
			return nil, pending
		case ctx.Err() == nil || (pending.Err == nil && pending.Response == nil):
			pending.Err = err // the end of our own patience does not hide what went wrong before
		}
		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return pending.Response, pending
		}
	}
}

var errTooLarge = errors.New("the answer is too large")

// call is a request that can be sent several times.
type call struct {
	request *http.Request
	header  http.Header
	body    []byte
}

func newCall(ctx context.Context, req *http.Request) (*call, error) {
	c := &call{request: req.Clone(ctx), header: req.Header.Clone()}
	if c.header == nil {
		c.header = http.Header{}
	}
	if req.Body == nil || req.Body == http.NoBody {
		return c, nil
	}
	defer req.Body.Close()
	var err error
	if c.body, err = io.ReadAll(req.Body); err != nil {
		return nil, fmt.Errorf("read the request body: %w", err)
	}
	return c, nil
}

// send sends the call once, and reports whether a connection was had: without one, nobody can have
// received the payment.
func (c *Client) send(ctx context.Context, call *call, payment *Payment) (*Response, bool, error) {
	var connected atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { connected.Store(true) }})
	req := call.request.Clone(ctx)
	req.Header = call.header.Clone()
	req.Body = http.NoBody
	req.GetBody = nil
	req.ContentLength = 0
	if call.body != nil {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(call.body)), int64(len(call.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(call.body)), nil }
	}
	req.Header.Del(x402.HeaderPayment)
	req.Header.Del(x402.HeaderPaymentV1)
	if payment != nil {
		req.Header.Set(payment.Header, payment.Value)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, connected.Load(), err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, c.opts.MaxBody+1))
	if err != nil {
		return nil, true, fmt.Errorf("read the answer: %w", err)
	}
	if int64(len(body)) > c.opts.MaxBody {
		return nil, true, fmt.Errorf("%w: over %d bytes", errTooLarge, c.opts.MaxBody)
	}
	return &Response{Status: res.StatusCode, Header: res.Header, Body: body}, true, nil
}
