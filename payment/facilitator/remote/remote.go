// Package remote settles payments through x402 facilitators reached over HTTP, Coinbase's among them.
//
// The rule that shapes it: a settlement is moved to another facilitator only when the first one
// surely never received it. Everything else that is not an answer is Outcome Unknown, because the
// transfer may still appear on the chain, and asking someone else, or telling the buyer "refused",
// would then charge twice.
package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/facilitator/httpapi"
	"github.com/farebox/farebox/payment/x402"
)

// Reasons why a facilitator gave no verdict; test with errors.Is. None of them says anything about
// the buyer's payment.
var (
	// ErrCredentials: HTTP 401, 402 or 403. The operator's key or token is missing, wrong or of another kind, or its
	// account has no means of payment.
	ErrCredentials = errors.New("facilitator refuses our credentials")
	// ErrRateLimited: HTTP 429 for longer than the deadline allowed.
	ErrRateLimited = errors.New("facilitator limits our rate")
	// ErrUnreachable: no connection could be made (DNS, refused, TLS), so nothing was sent.
	ErrUnreachable = errors.New("facilitator unreachable")
	// ErrNoVerdict: something came back, or the connection broke, and it was not a verdict.
	ErrNoVerdict = errors.New("facilitator gave no verdict")
	// ErrSupportedUnknown: GET supported answered in a shape of its own. The facilitator may still work.
	ErrSupportedUnknown = errors.New("facilitator lists its kinds in an unknown shape")
)

// Auth signs one outgoing request, by setting its headers.
type Auth func(*http.Request) error

// Bearer authorizes with a fixed token.
func Bearer(token string) Auth {
	return func(r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+token)
		return nil
	}
}

// Endpoint is one facilitator: the URL that /verify, /settle and /supported are below, and how to
// authorize there (nil: not at all).
type Endpoint struct {
	URL  string
	Auth Auth
}

// Options of a Client. The zero value holds the defaults.
type Options struct {
	// VerifyTimeout bounds one verify at one endpoint. Default 10 s.
	VerifyTimeout time.Duration
	// SettleTimeout bounds a whole settlement with its second question. Default 45 s.
	SettleTimeout time.Duration
	// SecondSettle is the pause before the second question. When the outcome of a settlement is unknown, the same
	// endpoint is asked again once with identical bytes: most unknowns are slow confirmations, and the token spends a
	// nonce once. Default 2 s.
	SecondSettle time.Duration
	// RetryWait is the first pause after a 429 without Retry-After, doubled each time. Default 1 s.
	RetryWait time.Duration

	Transport http.RoundTripper
	Now       func() time.Time
	Logger    *slog.Logger
}

const (
	// dialTimeout bounds connecting, and again the TLS handshake. Short, so that fail-over has time left.
	dialTimeout = 5 * time.Second
	// cooldown is how long an endpoint that failed is asked last.
	cooldown = 15 * time.Second

	maxAnswer     = 1 << 20          // bytes of an answer
	maxRetryAfter = 30 * time.Second // longest Retry-After that is honoured
	rateRetries   = 3                // repeats after a 429
	poolSize      = 64               // idle connections kept per endpoint
	callSize      = 16 << 10         // bytes of a call that go out in one piece; most have 2 to 6 kB
)

func (o Options) withDefaults() Options {
	set := func(d *time.Duration, to time.Duration) {
		if *d <= 0 {
			*d = to
		}
	}
	set(&o.VerifyTimeout, 10*time.Second)
	set(&o.SettleTimeout, 45*time.Second)
	set(&o.SecondSettle, 2*time.Second)
	set(&o.RetryWait, time.Second)

	if o.Now == nil {
		o.Now = time.Now
	}
	o.Logger = cmp.Or(o.Logger, slog.Default())
	if o.Transport == nil {
		o.Transport = newTransport(dialTimeout)
	}
	return o
}

// Client is a facilitator.Facilitator over an ordered list of HTTP facilitators. Safe for concurrent use.
type Client struct {
	endpoints []*endpoint
	http      *http.Client
	opts      Options
	pins      *pins
}

// New returns a client of endpoints, the first being preferred. It fails on an empty list and on a
// URL that is not absolute http(s) or carries a query.
func New(endpoints []Endpoint, opts Options) (*Client, error) {
	if len(endpoints) == 0 {
		return nil, errors.New("remote facilitator: no URL given")
	}
	opts = opts.withDefaults()
	c := &Client{
		opts: opts,
		pins: newPins(),
		http: &http.Client{
			Transport: opts.Transport,
			// A redirect would carry a signed payment and our credentials to a host nobody configured.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}

	for _, e := range endpoints {
		ep, err := newEndpoint(e)
		if err != nil {
			return nil, err
		}
		c.endpoints = append(c.endpoints, ep)
	}
	return c, nil
}

// Verify asks the endpoints in turn until one gives a verdict. The error, when none does, is that of
// all of them joined.
func (c *Client) Verify(ctx context.Context, req facilitator.Request) (facilitator.Verification, error) {
	body, err := httpapi.Body(req)
	if err != nil {
		return facilitator.Verification{}, fmt.Errorf("facilitator verify: encode: %w", err)
	}

	var errs []error
	candidates, err := c.candidates(req)
	if err != nil {
		return facilitator.Verification{}, err
	}
	for _, ep := range candidates {
		v, err := c.verifyAt(ctx, ep, body)
		if err == nil {
			v.Payer = cmp.Or(v.Payer, req.Payment.Payload.From())
			return v, nil
		}
		errs = append(errs, err)
		if ctx.Err() != nil {
			break
		}
	}
	return facilitator.Verification{}, errors.Join(errs...)
}

func (c *Client) verifyAt(ctx context.Context, ep *endpoint, body []byte) (facilitator.Verification, error) {
	callCtx, cancel := context.WithTimeout(ctx, c.opts.VerifyTimeout)
	defer cancel()

	var v facilitator.Verification
	ans, err := c.call(callCtx, ep, http.MethodPost, "/verify", body)
	if err == nil {
		v, err = readVerification(ans)
	}
	if err == nil {
		c.ok(ep)
		return v, nil
	}

	err = fmt.Errorf("verify at %s: %w", ep.host, err)
	c.failed(ctx, ep, err)
	return facilitator.Verification{}, err
}

// Settle settles through the first endpoint that can be connected to. Once an endpoint may have
// received a payment, that endpoint alone is asked about it until the authorization has expired.
func (c *Client) Settle(ctx context.Context, req facilitator.Request) (facilitator.Settlement, error) {
	body, err := httpapi.Body(req)
	if err != nil {
		return facilitator.Settlement{}, fmt.Errorf("facilitator settle: encode: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.opts.SettleTimeout)
	defer cancel()

	pin, err := c.pins.hold(ctx, req, c.opts.Now())
	if err != nil {
		return facilitator.Settlement{}, fmt.Errorf(
			"facilitator settle: waiting for the same payment's other settlement: %w", err)
	}
	defer c.pins.release(pin)

	s, err := c.settlePinned(ctx, pin, req, body)
	if err != nil {
		return facilitator.Settlement{}, err
	}
	s.Network = req.Requirement.Network
	s.Payer = cmp.Or(s.Payer, req.Payment.Payload.From())
	return s, nil
}

// settlePinned settles at the endpoint of the pin, or at the first that can be connected to. The pin keeps an
// endpoint that may have received the payment while its outcome is open.
func (c *Client) settlePinned(
	ctx context.Context, pin *pin, req facilitator.Request, body []byte,
) (facilitator.Settlement, error) {
	candidates, err := c.candidates(req)
	earlier := pin.endpoint != nil // an earlier call left the outcome open
	switch {
	case earlier:
		candidates = []*endpoint{pin.endpoint}
	case err != nil:
		return facilitator.Settlement{}, err
	}

	var errs []error
	q := question{
		network: req.Requirement.Network,
		body:    body,
	}
	for _, ep := range candidates {
		pin.endpoint = ep
		s, err := c.settleAt(ctx, ep, q, earlier)
		if err == nil {
			if s.Outcome != facilitator.Unknown {
				pin.endpoint = nil
			}
			return s, nil
		}

		pin.endpoint = nil
		errs = append(errs, err)
		if !errors.Is(err, ErrUnreachable) {
			break
		}
	}
	return facilitator.Settlement{}, errors.Join(errs...)
}

// question is what is sent about a settlement.
type question struct {
	network string // CAIP-2
	body    []byte
}

// settleAt settles at one endpoint, asking twice if need be. With open set, an earlier question about
// this payment has no answer yet: then only a success is believed, since "nonce used", "no funds" or
// "expired" may well be what the earlier attempt's own success looks like now.
func (c *Client) settleAt(ctx context.Context, ep *endpoint, q question, open bool) (facilitator.Settlement, error) {
	s, wait, err := c.askSettleFirst(ctx, ep, q)
	if err != nil && !open {
		return s, err
	}
	s = settleOpen(s, err, open)
	if s.Outcome != facilitator.Unknown {
		return s, nil
	}

	if wait <= 0 {
		wait = c.opts.SecondSettle
	}
	if !tick.Sleep(ctx, wait) {
		return s, nil
	}

	again, _, err := c.askSettle(ctx, ep, q)
	again = settleOpen(again, err, true)
	if again.Outcome != facilitator.Settled {
		// The first may be the one that counts: asked again, some send a second one, which fails.
		again.Transaction = cmp.Or(s.Transaction, again.Transaction)
	}
	return again, nil
}

// settleOpen turns the answer to a repeated question into what it proves.
func settleOpen(s facilitator.Settlement, err error, open bool) facilitator.Settlement {
	if !open || s.Outcome == facilitator.Settled {
		return s
	}
	if err != nil {
		return unknown(err)
	}
	s.Outcome = facilitator.Unknown
	return s
}

// unknown is a settlement whose outcome nobody has reported.
func unknown(why error) facilitator.Settlement {
	return facilitator.Settlement{
		Outcome: facilitator.Unknown,
		Reason:  x402.ReasonSettlementPending,
		Message: why.Error(),
	}
}

// askSettleFirst is askSettle within two thirds of the time, so that the second question has the last.
func (c *Client) askSettleFirst(
	ctx context.Context, ep *endpoint, q question,
) (facilitator.Settlement, time.Duration, error) {
	deadline, ok := ctx.Deadline()
	if ok {
		first, cancel := context.WithTimeout(ctx, time.Until(deadline)*2/3)
		defer cancel()
		ctx = first
	}
	return c.askSettle(ctx, ep, q)
}

// askSettle asks once. A nil error with Outcome Unknown covers every doubt; an error means that the
// request surely was not taken up. The duration is the pause the endpoint asked for.
func (c *Client) askSettle(
	ctx context.Context, ep *endpoint, q question,
) (facilitator.Settlement, time.Duration, error) {
	var s facilitator.Settlement
	ans, err := c.call(ctx, ep, http.MethodPost, "/settle", q.body)
	if err == nil {
		s, err = readSettlement(ans, q.network)
	}
	if err == nil {
		c.ok(ep)
		return s, ans.retryAfter, nil
	}

	err = fmt.Errorf("settle at %s: %w", ep.host, err)
	c.failed(ctx, ep, err)
	if errors.Is(err, ErrUnreachable) || errors.Is(err, ErrCredentials) || errors.Is(err, ErrRateLimited) {
		return facilitator.Settlement{}, 0, err
	}
	return unknown(err), ans.retryAfter, nil
}

// Supported is what the endpoints take together. Of one that does not answer, what it has said before counts. Where
// none answers, the error is that of all of them joined; it is ErrSupportedUnknown where one answered in a shape of its
// own.
func (c *Client) Supported(ctx context.Context) (facilitator.Supported, error) {
	errs := make([]error, len(c.endpoints))
	var all sync.WaitGroup
	for i, ep := range c.endpoints {
		all.Go(func() {
			s, err := c.supportedAt(ctx, ep)
			if err != nil {
				errs[i] = fmt.Errorf("supported at %s: %w", ep.host, err)
				return
			}
			ep.remember(s)
		})
	}
	all.Wait()
	if !slices.Contains(errs, nil) {
		return facilitator.Supported{}, errors.Join(errs...)
	}

	var together facilitator.Supported
	for _, ep := range c.endpoints {
		together = together.With(ep.remembered())
	}
	return together, nil
}

// errNoSponsor says that no facilitator can be asked for a payment, because none of them has its fee payer.
var errNoSponsor = fmt.Errorf("%w: none of them has said that it pays the fee of this transaction", ErrUnreachable)

// candidates are the endpoints that may take a payment, in order: on Solana those that manage its fee payer, elsewhere
// all.
func (c *Client) candidates(req facilitator.Request) ([]*endpoint, error) {
	all := c.inOrder()
	sponsor := req.Requirement.Extra.FeePayer
	if sponsor == "" {
		return all, nil
	}
	all = slices.DeleteFunc(all, func(ep *endpoint) bool {
		return !slices.Contains(ep.remembered().Sponsors(req.Requirement.Network), sponsor)
	})
	if len(all) == 0 {
		return nil, errNoSponsor
	}
	return all, nil
}

func (c *Client) supportedAt(ctx context.Context, ep *endpoint) (facilitator.Supported, error) {
	callCtx, cancel := context.WithTimeout(ctx, c.opts.SettleTimeout) // long: this call may wait out a rate limit
	defer cancel()

	var s facilitator.Supported
	ans, err := c.call(callCtx, ep, http.MethodGet, "/supported", nil)
	if err == nil {
		s, err = readSupported(ans)
	}

	if err == nil || errors.Is(err, ErrSupportedUnknown) {
		c.ok(ep)
	} else {
		c.failed(ctx, ep, err)
	}
	return s, err
}

// ParseEndpoints pairs a comma-separated list of URLs with a comma-separated list of bearer tokens.
// Tokens belong to the URLs by position, and a single token to the first URL alone: a token is never
// sent to a host it was not given for. The URL "cdp" stands for Coinbase's, authorized by cdp.
func ParseEndpoints(urls, bearers string, cdp Auth) ([]Endpoint, error) {
	list := splitList(urls)
	tokens := splitList(bearers)
	if len(tokens) > len(list) {
		return nil, fmt.Errorf("remote facilitator: %d bearer tokens for %d URLs", len(tokens), len(list))
	}

	var out []Endpoint
	for i, u := range list {
		e := Endpoint{URL: u}
		switch {
		case u == "cdp":
			if cdp == nil {
				return nil, errors.New(`remote facilitator: "cdp" needs a CDP API key id and secret`)
			}
			e = Endpoint{URL: CDPBaseURL, Auth: cdp}
		case i < len(tokens) && tokens[i] != "":
			e.Auth = Bearer(tokens[i])
		}
		out = append(out, e)
	}
	return out, nil
}

// splitList splits at commas, keeping empty places between them and dropping an empty whole.
func splitList(s string) []string {
	if strings.TrimSpace(s) == "" {
		return nil
	}
	parts := strings.Split(s, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
