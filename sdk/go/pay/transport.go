// Package pay is an HTTP transport that pays: it answers the quote of a 402 (x402) with a signed payment in USDC,
// within caps. It makes calls of package farebox, or of any other HTTP client, into purchases.
//
// A payment is signed once for a call and sent again, the same, until its outcome is known. The token takes it once.
package pay

import (
	"bytes"
	"context"
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
)

// Headers of x402. The quote of version 1 is the body.
const (
	headerRequired    = "Payment-Required"
	headerSignature   = "Payment-Signature"
	headerSignatureV1 = "X-Payment"
	headerResponse    = "Payment-Response"
	headerResponseV1  = "X-Payment-Response"
)

// headerPrefer asks a seller that knows it for the quote of one version alone. All others ignore it (RFC 7240).
const headerPrefer = "Prefer"

// headerCharged is "false" on an answer that was asked for with a payment and not charged.
const headerCharged = "X-Charged"

// Options are the wallet and what it may spend.
type Options struct {
	// Wallet pays on EVM networks. Without any wallet nothing is signed: what costs something is a PaymentRequired
	// error.
	Wallet Signer
	// SolanaWallet pays on Solana.
	SolanaWallet SolanaSigner
	// SolanaNode is the JSON-RPC URL of a node of Solana, which is asked for a blockhash where the seller names none.
	// Default [SolanaNode].
	SolanaNode string
	// MaxPerCallUSD is the highest price that is paid for one call, in decimal dollars. Default "0.05".
	MaxPerCallUSD string
	// BudgetUSD is the most that all calls of the transport may cost together. Default "": no limit. An amount that the
	// seller says it did not take is given back.
	BudgetUSD string
	// OnPayment is asked before each signature, after the caps. An error refuses, and is in the Declined error.
	OnPayment func(ctx context.Context, p Purchase) error
	// Assets are what may be paid with, in order of preference. Default: USDC on Base, then on Solana, as far as there
	// is a wallet.
	Assets []Asset
	// Version of the protocol that is paid in. Default: the seller's, 2 before 1.
	Version Version
	// DepositUSD pays calls by channel if the seller accepts that: one deposit of this sum, and of no less than the
	// price, then a signature for each call until it is used up. See the package's README for what that risks. Deposits
	// are the wallet's money until calls are charged; all of the transport together stay within BudgetUSD. Default "":
	// each call is paid by itself.
	DepositUSD string
	// Channels keeps what is known about channels for the next process, such as Folder("channels"). Default: nothing is
	// kept, and sellers are asked.
	Channels ChannelStore
	// ReceiptSigner is the account that signs the seller's receipts. Default "": Receipt says who signed.
	ReceiptSigner string
	// Timeout ends one try without an answer. A payment's outcome is asked for again after it. Default 90 s.
	Timeout time.Duration
	// RedeemFor is how long a payment whose outcome is not known is sent again, before SettlementPending. Default:
	// until the payment expires, which the seller's quote says; of a voucher 2 minutes.
	RedeemFor time.Duration
	// Retries is how often what cost nothing and may pass is tried again: an answer such as upstream_failed, and a
	// service that is out of reach while nothing is paid yet. Default 2; negative: never. A payment of unknown outcome
	// is sent for RedeemFor, whatever this is.
	Retries int
	// Base sends the requests. Default http.DefaultTransport.
	Base http.RoundTripper
}

// Purchase is what OnPayment decides about.
type Purchase struct {
	Request *http.Request // not to be changed
	Quote   *Quote        // not to be changed
	Offer   Offer         // the one that is to be paid
	// DepositUSD is what is put into a channel with this signature; "" when nothing is. The call itself was asked about
	// before.
	DepositUSD string
	// Channel are the terms of the channel that a deposit is put into. Who keeps them can [Transport.Withdraw] from it
	// also when the seller has changed its own since.
	Channel *ChannelTerms
}

// Transport pays for the requests that it sends. It is an [http.RoundTripper] and safe for concurrent use; all calls
// share the budget.
//
// Against the custom of round trippers, an answer of 400 and above is an error, one of those of this package: a typed
// client has no value for it, and what it cost must not be overlooked. Bodies are read whole before they are given on.
type Transport struct {
	opts       Options
	maxPerCall micro
	budget     budget
	deposit    micro  // at once; 0 when channels are not used
	deposits   budget // what was put into channels
	channelsMu sync.Mutex
	channels   map[[32]byte]*ownChannel
	now        func() time.Time
	wait       func(context.Context, time.Duration) error
	random     io.Reader
}

// New is a transport that pays from the wallet.
func New(opts Options) (*Transport, error) {
	if opts.Version < AnyVersion || opts.Version > V2 {
		return nil, fmt.Errorf("pay: there is no version %d of x402", opts.Version)
	}
	t := &Transport{
		opts:   opts,
		now:    time.Now,
		wait:   sleep,
		random: rand.Reader,

		channels: map[[32]byte]*ownChannel{},
	}
	if t.opts.MaxPerCallUSD == "" {
		t.opts.MaxPerCallUSD = "0.05"
	}
	if t.opts.Assets == nil {
		t.opts.Assets = defaultAssets(opts)
	}
	if t.opts.SolanaNode == "" {
		t.opts.SolanaNode = SolanaNode
	}
	if t.opts.Timeout <= 0 {
		t.opts.Timeout = 90 * time.Second
	}
	if t.opts.Retries == 0 {
		t.opts.Retries = 2
	}
	if t.opts.Base == nil {
		t.opts.Base = http.DefaultTransport
	}

	for _, asset := range t.opts.Assets {
		if err := asset.check(); err != nil {
			return nil, fmt.Errorf("%w (Options.Assets)", err)
		}
		if t.hasWallet() && !t.canPay(asset) {
			return nil, fmt.Errorf("pay: there is no wallet for %s on %s (Options.Assets)", asset.Name, asset.Network)
		}
	}
	if opts.ReceiptSigner != "" {
		if _, err := addressWord(opts.ReceiptSigner); err != nil {
			return nil, fmt.Errorf("%w (Options.ReceiptSigner)", err)
		}
	}

	var err error
	if t.maxPerCall, err = parseUSD(t.opts.MaxPerCallUSD); err != nil {
		return nil, fmt.Errorf("pay: MaxPerCallUSD: %w", err)
	}
	if opts.BudgetUSD != "" {
		t.budget.limited = true
		if t.budget.limit, err = parseUSD(opts.BudgetUSD); err != nil {
			return nil, fmt.Errorf("pay: BudgetUSD: %w", err)
		}
		t.deposits.limited = true
		t.deposits.limit = t.budget.limit
	}
	if opts.DepositUSD != "" {
		if t.deposit, err = parseUSD(opts.DepositUSD); err != nil {
			return nil, fmt.Errorf("pay: DepositUSD: %w", err)
		}
	}
	return t, nil
}

// defaultAssets are those that the wallets pay with; Base's where there is none, so that quotes can be read.
func defaultAssets(opts Options) []Asset {
	var assets []Asset
	if opts.Wallet != nil || opts.SolanaWallet == nil {
		assets = append(assets, BaseUSDC)
	}
	if opts.SolanaWallet != nil {
		assets = append(assets, SolanaUSDC)
	}
	return assets
}

func (t *Transport) hasWallet() bool { return t.opts.Wallet != nil || t.opts.SolanaWallet != nil }

// canPay says that there is a wallet for an asset.
func (t *Transport) canPay(a Asset) bool {
	if a.onSolana() {
		return t.opts.SolanaWallet != nil
	}
	return t.opts.Wallet != nil
}

// sign signs a payment for an offer by the wallet of its network.
func (t *Transport) sign(ctx context.Context, q *Quote, o Offer, id string) (*Signed, error) {
	if !t.canPay(o.asset) {
		return nil, fmt.Errorf("pay: there is no wallet for %s", o.Network)
	}
	if !o.asset.onSolana() {
		return sign(t.opts.Wallet, t.now(), t.random, q, o, id)
	}
	return solanaTerms{
		wallet: t.opts.SolanaWallet,
		node:   t.opts.SolanaNode,
		client: &http.Client{Timeout: nodeTimeout},
	}.sign(ctx, t.now(), t.random, q, o, id)
}

// nodeTimeout bounds a question to a node before a payment.
const nodeTimeout = 15 * time.Second

// Client is an http.Client that pays. Give it no Timeout: http.Client then replaces a SettlementPending by an error of
// its own, and the payment in it is lost. A deadline of the request's context ends a call with its payment.
func (t *Transport) Client() *http.Client { return &http.Client{Transport: t} }

// SpentUSD is what the calls have cost so far, with payments that are under way or of unknown outcome.
func (t *Transport) SpentUSD() string { return t.budget.spent().String() }

// RoundTrip sends the request, pays when it is asked to and may, and gives the answer. [Of] says what it cost.
func (t *Transport) RoundTrip(request *http.Request) (*http.Response, error) {
	c, err := newCall(request)
	if err != nil {
		return nil, err
	}
	if payment, ok := request.Context().Value(resumeKey{}).(string); ok {
		return t.resume(c, payment)
	}

	a, err := t.ask(c)
	if err != nil {
		if ctxErr := request.Context().Err(); ctxErr != nil {
			return nil, ctxErr
		}
		return nil, unreachable(err)
	}
	if a.status == http.StatusPaymentRequired {
		return t.buy(c, a)
	}
	if a.status >= 400 {
		return nil, failure(problemOf(a, t.now(), false))
	}
	return a.response(request), nil
}

// buy pays for the call that a quoted.
func (t *Transport) buy(c *call, a *answer) (*http.Response, error) {
	if !t.hasWallet() {
		return nil, required(problemOf(a, t.now(), false), a, t.opts.Version, t.opts.Assets)
	}
	id, err := t.purchaseID(c.request)
	if err != nil {
		return nil, err
	}
	q, o, err := t.offerOf(c, a)
	if err != nil {
		return nil, err
	}

	if o.Scheme == schemeChannel {
		return t.buyByChannel(c, q, o, id)
	}

	response, refused, err := t.purchase(c, q, o, id)
	if refused == nil || !signAnew[refused.reason()] {
		return response, err
	}

	// The payment was refused for what a fresh one can mend. It must be of the same purchase: a seller that names other
	// terms after a signature is not paid.
	again, fresh, offerErr := t.offerOf(c, refused)
	samePlace := fresh.asset == o.asset && fresh.isTo(o.PayTo)
	if offerErr != nil || !samePlace || fresh.amount > o.amount {
		return nil, err
	}
	response, _, err = t.purchase(c, again, fresh, id)
	return response, err
}

// signAnew are the refusals after which nobody can spend the payment any more. After all others the caller decides: the
// seller could still take the money for a payment that it has refused.
var signAnew = map[string]bool{
	"payment_expired": true,
	"invalid_exact_evm_payload_authorization_valid_before": true,
	"permit2_deadline_expired":                             true,
}

// offerOf is what a quotes, when it may be paid at all.
func (t *Transport) offerOf(c *call, a *answer) (*Quote, Offer, error) {
	unpayable := func(err error) error {
		p := problemOf(a, t.now(), false)
		p.Detail = err.Error()
		return &Unpayable{p}
	}
	if c.request.Response != nil {
		return nil, Offer{}, unpayable(errors.New("a redirect leads to the price: call that URL itself"))
	}

	q, err := a.quote(t.opts.Version, t.opts.Assets)
	if err != nil {
		return nil, Offer{}, unpayable(err)
	}

	if t.deposit > 0 {
		if o, ok := q.byChannel(); ok {
			return q, o, nil
		}
	}

	o, err := q.Best()
	if err != nil {
		return nil, Offer{}, unpayable(err)
	}

	return q, o, nil
}

// allow holds the caps against a price and reserves it, or against a deposit that goes with it if that is not 0.
func (t *Transport) allow(c *call, q *Quote, o Offer, deposit micro) error {
	wanted := o.amount
	budget := &t.budget
	what := "price"
	if deposit > 0 {
		wanted = deposit
		budget = &t.deposits
		what = "deposit"
	}
	over := func(limit micro, which string) error {
		return &OverBudget{
			Problem: &Problem{
				Status: http.StatusPaymentRequired,
				Detail: fmt.Sprintf("the %s of %s USD is above %s, %s USD", what, wanted, which, limit),
			},
			PriceUSD: wanted.String(),
			LimitUSD: limit.String(),
		}
	}
	if o.amount > t.maxPerCall {
		return over(t.maxPerCall, "the cap of a call")
	}
	if left, ok := budget.reserve(wanted); !ok {
		return over(left, "what is left of the budget")
	}
	if t.opts.OnPayment == nil {
		return nil
	}

	purchase := Purchase{
		Request: c.request,
		Quote:   q,
		Offer:   o,
	}
	if deposit > 0 {
		purchase.DepositUSD = deposit.String()
		purchase.Channel = o.channelTerms()
	}
	err := t.opts.OnPayment(c.request.Context(), purchase)
	if err != nil {
		budget.giveBack(wanted)
		return &Declined{&Problem{
			Status: http.StatusPaymentRequired,
			Detail: "the payment was declined: " + err.Error(),
			Err:    err,
		}}
	}
	return nil
}

// purchaseID names the call for the seller: the caller's own Idempotency-Key, else a fresh id. It is "" when the
// caller's key has a form that the extension does not take: the seller then goes by the header.
func (t *Transport) purchaseID(request *http.Request) (string, error) {
	if key := strings.Trim(request.Header.Get("Idempotency-Key"), `"`); key != "" {
		if !validID(key) {
			return "", nil
		}
		return key, nil
	}
	var raw [16]byte
	if _, err := io.ReadFull(t.random, raw[:]); err != nil {
		return "", fmt.Errorf("pay: purchase id: %w", err)
	}
	return "fbx_" + hex.EncodeToString(raw[:]), nil
}

// validID is the rule of the extension: 16 to 128 of letters, digits, _ and -.
func validID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
	return len(id) >= 16 && len(id) <= 128 && strings.Trim(id, allowed) == ""
}

// call is a request that can be sent several times.
type call struct {
	request *http.Request
	body    func() (io.ReadCloser, error) // nil: none
	// written counts how often the head of the request went out: an http.Transport repeats a request by itself when a
	// connection that was kept open turns out to be closed.
	written atomic.Int64
}

func newCall(request *http.Request) (*call, error) {
	c := &call{request: request}
	if request.Body == nil || request.Body == http.NoBody {
		return c, nil
	}
	defer request.Body.Close()

	if request.GetBody != nil {
		c.body = request.GetBody
		return c, nil
	}
	whole, err := io.ReadAll(request.Body)
	if err != nil {
		return nil, fmt.Errorf("pay: read the request's body: %w", err)
	}
	c.body = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(whole)), nil }
	return c, nil
}

// answer is a response that was read whole.
type answer struct {
	status     int
	header     http.Header
	body       []byte
	settlement settlement
	raw        *http.Response
}

// maxBody bounds the bytes of an answer.
const maxBody = 64 << 20

// send sends the call once, without a payment when s is nil.
func (t *Transport) send(ctx context.Context, c *call, s *Signed) (*answer, error) {
	ctx, cancel := context.WithTimeout(ctx, t.opts.Timeout)
	defer cancel()
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		WroteHeaders: func() { c.written.Add(1) },
	})
	request := c.request.Clone(ctx)
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Add(headerPrefer, "x402-version="+t.readVersion())
	request.Header.Del(headerSignature)
	request.Header.Del(headerSignatureV1)
	if s != nil {
		request.Header.Set(s.Header, s.Value)
	}
	if c.body != nil {
		body, err := c.body()
		if err != nil {
			return nil, fmt.Errorf("the request's body: %w", err)
		}
		request.Body = body
		request.GetBody = c.body
	}

	response, err := t.opts.Base.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxBody+1))
	if err != nil {
		return nil, fmt.Errorf("read the answer: %w", err)
	}
	if len(body) > maxBody {
		return nil, fmt.Errorf("the answer has more than %d bytes", maxBody)
	}
	return &answer{
		status:     response.StatusCode,
		header:     response.Header,
		body:       body,
		settlement: parseSettlement(response.Header),
		raw:        response,
	}, nil
}

// readVersion is the version whose quote is read where a seller has both.
func (t *Transport) readVersion() string {
	if t.opts.Version == V1 {
		return "1"
	}
	return "2"
}

// quote is what a 402 quotes.
func (a *answer) quote(version Version, allowed []Asset) (*Quote, error) {
	return ParseQuote(a.header, a.body, version, allowed)
}

// reason is why a 402 asks for a payment, or did not take one.
func (a *answer) reason() string {
	if a.settlement.ErrorReason != "" {
		return a.settlement.ErrorReason
	}
	q, err := a.quote(AnyVersion, nil)
	if err != nil {
		return ""
	}
	return q.Reason
}

// response is the answer as the caller of RoundTrip gets it.
func (a *answer) response(request *http.Request) *http.Response {
	r := *a.raw
	r.Body = io.NopCloser(bytes.NewReader(a.body))
	r.ContentLength = int64(len(a.body))
	r.Request = request
	return &r
}
