package buyer

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/crypto"
	"github.com/mattn/go-isatty"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/web/loosejson"
	"github.com/farebox/farebox/payment/x402"
)

// Exit codes of the command. Shell usage errors are those of the argument parser (80).
const (
	ExitFailed   = 1 // bad configuration, the seller unreachable, no quote: nothing was paid
	ExitDeclined = 3 // too expensive, declined, or not payable: nothing was paid
	ExitRefused  = 4 // the seller refused the payment
	ExitStatus   = 5 // the final answer has a status of 400 or above (other than a refused payment)
	ExitPending  = 6 // the payment was sent and its outcome is not known: repeat with --redeem
)

// ExitError is a failure with the exit code that it stands for.
type ExitError struct {
	Code int
	Err  error
}

// Error is the failure.
func (e *ExitError) Error() string { return e.Err.Error() }

// Unwrap is the failure.
func (e *ExitError) Unwrap() error { return e.Err }

// ExitCode is what the process should exit with.
func (e *ExitError) ExitCode() int { return e.Code }

// DevKeyFile is where the local dev server leaves the key of its funded buyer, in hex.
const DevKeyFile = ".dev/buyer.key"

// Command is "farebox pay": it shows the quote of a URL, pays it and prints the answer. The answer
// goes to stdout, all else to stderr. Its fields are flags of github.com/alecthomas/kong.
type Command struct {
	URL string `arg:"" help:"What to pay for."`

	Method  string        `short:"X" placeholder:"METHOD" help:"HTTP method. Default GET, or POST with -d."`
	Data    string        `short:"d" placeholder:"BODY" help:"Request body; @FILE reads a file, @- standard input."`
	Header  []string      `short:"H" sep:"none" placeholder:"NAME:VALUE" help:"Request header, repeatable."`
	MaxUSD  string        `name:"max-usd" placeholder:"0.10" help:"Highest price that is paid without a question."`
	Yes     bool          `short:"y" help:"Pay any price without a question."`
	V1      bool          `name:"v1" xor:"version" help:"Pay with x402 version 1 (X-PAYMENT)."`
	V2      bool          `name:"v2" xor:"version" help:"Pay with x402 version 2 (PAYMENT-SIGNATURE)."`
	Key     string        `env:"BUYER_KEY" placeholder:"HEX" help:"Private key that pays."`
	Dev     bool          `help:"Pay with the funded buyer of a local dev server: FAREBOX_DEV_BUYER_KEY, else the file .dev/buyer.key."`
	ID      string        `name:"id" placeholder:"ID" help:"Idempotency-Key and payment identifier: the same purchase is charged once."`
	Redeem  string        `placeholder:"PAYMENT" help:"Send this payment from an earlier run again, instead of signing one."`
	Deposit string        `name:"channel" placeholder:"0.10" help:"Pay by payment channel where the seller takes that: deposit so many dollars when the channel lacks money."`
	Times   int           `default:"1" placeholder:"N" help:"With --channel: make the call so often, one after the other. The last answer is printed."`
	Refund  bool          `help:"Ask the seller for what is left in the channel, instead of calling."`
	Wait    time.Duration `default:"90s" help:"How long a payment that is not confirmed yet is sent again."`
	JSON    bool          `name:"json" help:"Print one JSON object: status, quote, payment, receipt and body."`

	Stdin  io.Reader `kong:"-"` // default os.Stdin
	Stdout io.Writer `kong:"-"` // default os.Stdout
	Stderr io.Writer `kong:"-"` // default os.Stderr
	// Terminal says that Stdin can be asked. Default: whether os.Stdin is a terminal.
	Terminal *bool `kong:"-"`
	// Options that flags do not cover (HTTP client, clock, networks); those that they do are overwritten.
	Options Options `kong:"-"`
}

// Help is the long help text.
func (*Command) Help() string {
	return `The quote is shown and the payment asked for on a terminal, unless --max-usd covers the price or --yes is given.

Exit codes: 0 done; 1 failed, nothing was paid; 3 too expensive, declined or not payable; 4 the payment was refused;
5 the answer is an error; 6 the payment was sent and its outcome is not known (repeat with --redeem); 80 wrong usage.`
}

// Run does it. Errors are *ExitError.
func (c *Command) Run(ctx context.Context) error {
	c.defaults()
	client, err := c.client()
	if err != nil {
		return &ExitError{ExitFailed, err}
	}
	req, err := c.request(ctx)
	if err != nil {
		return &ExitError{ExitFailed, err}
	}
	resp, err := c.pay(ctx, client, req)
	if err != nil {
		return c.failure(err)
	}
	if err := c.print(resp); err != nil {
		return &ExitError{ExitFailed, fmt.Errorf("print the answer: %w", err)}
	}
	switch {
	case resp.Status == http.StatusPaymentRequired:
		return &ExitError{ExitRefused, fmt.Errorf("the payment was refused: %s", resp.Refusal)}
	case resp.Status >= 400:
		return &ExitError{ExitStatus, fmt.Errorf("the answer is HTTP %d", resp.Status)}
	}
	return nil
}

// pay does what the flags say. Of many calls the last answer counts, or the first that is no success.
func (c *Command) pay(ctx context.Context, client *Client, req *http.Request) (*Response, error) {
	switch {
	case c.Redeem != "":
		payment, err := ParsePayment(c.Redeem)
		if err != nil {
			return nil, fmt.Errorf("--redeem: %w", err)
		}
		return client.Redeem(ctx, req, payment)
	case c.Refund:
		return client.Refund(ctx, req)
	}

	for n := 1; ; n++ {
		again := req.Clone(ctx)
		if req.GetBody != nil {
			body, err := req.GetBody()
			if err != nil {
				return nil, err
			}
			again.Body = body
		}
		resp, err := client.Do(ctx, again)
		if err != nil || resp.Status >= http.StatusBadRequest || n >= c.Times {
			return resp, err
		}
	}
}

func (c *Command) defaults() {
	if c.Stdin == nil {
		c.Stdin = os.Stdin
	}
	if c.Stdout == nil {
		c.Stdout = os.Stdout
	}
	if c.Stderr == nil {
		c.Stderr = os.Stderr
	}
	if c.Terminal == nil {
		is := isatty.IsTerminal(os.Stdin.Fd())
		c.Terminal = &is
	}
}

func (c *Command) client() (*Client, error) {
	opts := c.Options
	opts.Approve = c.approve
	opts.RedeemFor = c.Wait
	opts.PurchaseIDs = c.ID != ""
	opts.Version = Auto
	if c.V1 {
		opts.Version = V1
	} else if c.V2 {
		opts.Version = V2
	}
	if c.MaxUSD != "" {
		limit, err := decimal.NewFromString(strings.TrimPrefix(c.MaxUSD, "$"))
		if err != nil || limit.IsNegative() {
			return nil, fmt.Errorf("--max-usd: %q is not an amount of dollars such as 0.10", c.MaxUSD)
		}
		opts.MaxUSD = limit
	}
	if c.Deposit != "" {
		deposit, err := decimal.NewFromString(strings.TrimPrefix(c.Deposit, "$"))
		if err != nil || !deposit.IsPositive() {
			return nil, fmt.Errorf("--channel: %q is not an amount of dollars such as 0.10", c.Deposit)
		}
		opts.DepositUSD = deposit
	}
	if c.Times > 1 && !opts.deposits() {
		return nil, errors.New("--times is for calls that are paid by --channel")
	}
	if c.Redeem != "" {
		return newClient(opts)
	}
	key, err := c.key()
	if err != nil {
		return nil, err
	}
	return New(key, opts)
}

func (c *Command) key() (*ecdsa.PrivateKey, error) {
	text := c.Key
	from := "--key"
	if c.Dev {
		text, from = os.Getenv("FAREBOX_DEV_BUYER_KEY"), "FAREBOX_DEV_BUYER_KEY"
		if text == "" {
			data, err := os.ReadFile(DevKeyFile)
			if err != nil {
				return nil, fmt.Errorf("--dev: no FAREBOX_DEV_BUYER_KEY and no key file of a dev server here: %w", err)
			}
			text, from = string(data), DevKeyFile
		}
	}
	if text == "" {
		return nil, errors.New("no key to pay with: give --key, BUYER_KEY or --dev")
	}
	key, err := crypto.HexToECDSA(strings.TrimPrefix(strings.TrimSpace(text), "0x"))
	if err != nil { // the library's error may quote the key
		return nil, fmt.Errorf("%s is not a private key: 64 hex digits are expected", from)
	}
	return key, nil
}

func (c *Command) request(ctx context.Context) (*http.Request, error) {
	body, err := c.body()
	if err != nil {
		return nil, err
	}
	method := c.Method
	if method == "" {
		method = http.MethodGet
		if body != nil {
			method = http.MethodPost
		}
	}
	req, err := http.NewRequestWithContext(ctx, strings.ToUpper(method), c.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if req.URL.Host == "" || (req.URL.Scheme != "http" && req.URL.Scheme != "https") {
		return nil, fmt.Errorf("%q is not an absolute http(s) URL", c.URL)
	}
	req.Header.Set("Accept", "application/json, */*;q=0.8")
	req.Header.Set("User-Agent", "farebox-pay")
	if json.Valid(body) {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.ID != "" {
		req.Header.Set("Idempotency-Key", c.ID)
	}
	for _, line := range c.Header {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("-H: %q is not NAME:VALUE", line)
		}
		req.Header.Set(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return req, nil
}

// body is nil when there is none.
func (c *Command) body() ([]byte, error) {
	name, isFile := strings.CutPrefix(c.Data, "@")
	var data []byte
	var err error
	switch {
	case c.Data == "":
		return nil, nil
	case !isFile:
		return []byte(c.Data), nil
	case name == "-":
		data, err = io.ReadAll(c.Stdin)
	default:
		data, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, fmt.Errorf("-d: %w", err)
	}
	return data, nil
}

// approve shows the quote and decides, or asks.
func (c *Command) approve(_ context.Context, p Purchase) (bool, error) {
	fmt.Fprintf(c.Stderr, "price    $%s (%s %s atomic units)\nnetwork  %s\npay to   %s\nfor      %s\n",
		p.Offer.USD, p.Offer.Amount, p.Offer.Symbol, p.Offer.Network, p.Offer.PayTo, printable(p.Quote.Resource))
	if p.Quote.Description != "" {
		fmt.Fprintf(c.Stderr, "         %s\n", printable(p.Quote.Description))
	}
	if c.Yes || (c.MaxUSD != "" && p.WithinMax) {
		return true, nil
	}
	if !*c.Terminal || c.Data == "@-" { // the body has used the input up
		if c.MaxUSD != "" {
			return false, fmt.Errorf("%w: %s USD asked, --max-usd is %s", ErrTooExpensive, p.Offer.USD, c.MaxUSD)
		}
		return false, fmt.Errorf("%w: there is no terminal to ask on; give --max-usd or --yes", ErrDeclined)
	}
	fmt.Fprint(c.Stderr, "pay? [y/N] ")
	line, err := bufio.NewReader(c.Stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	answer := strings.ToLower(strings.TrimSpace(line))
	return answer == "y" || answer == "yes", nil
}

// printable takes control characters out of a seller's text: it must not drive the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || (r >= 0x7f && r < 0xa0) {
			return ' '
		}
		return r
	}, s)
}

func (c *Command) failure(err error) error {
	var pending *PendingError
	var unpayable *UnpayableError
	switch {
	case errors.As(err, &pending):
		fmt.Fprintf(c.Stderr, "payment  %s\n         valid until %s; repeat the command with --redeem and this payment\n",
			pending.Payment.Value, pending.Payment.ValidBefore.Format(time.RFC3339))
		return &ExitError{ExitPending, err}
	case errors.Is(err, ErrTooExpensive), errors.Is(err, ErrDeclined), errors.As(err, &unpayable):
		return &ExitError{ExitDeclined, err}
	}
	return &ExitError{ExitFailed, err}
}

func (c *Command) print(r *Response) error {
	c.printReceipt(r)
	body := r.Body
	if !c.JSON {
		if pretty, ok := loosejson.Indent(body); ok {
			body = append(pretty, '\n')
		}
		_, err := c.Stdout.Write(body)
		return err
	}
	out := struct {
		Status  int             `json:"status"`
		Quote   *Quote          `json:"quote,omitempty"`
		Payment *Payment        `json:"payment,omitempty"`
		Receipt *x402.Receipt   `json:"receipt,omitempty"`
		Refusal string          `json:"refusal,omitempty"`
		Body    json.RawMessage `json:"body"`
	}{r.Status, r.Quote, r.Payment, r.Receipt, r.Refusal, body}
	if !json.Valid(body) {
		text, err := jsontext.Marshal(string(body))
		if err != nil {
			return err
		}
		out.Body = text
	}

	text, err := jsontext.Marshal(out)
	if err != nil {
		return err
	}
	if pretty, ok := loosejson.Indent(text); ok {
		text = bytes.TrimSpace(pretty)
	}
	_, err = c.Stdout.Write(append(text, '\n'))
	return err
}

// printChannel tells how a channel stands after a call or a refund.
func (c *Command) printChannel(r *x402.Receipt) {
	if r.Transaction != "" {
		fmt.Fprintf(c.Stderr, "on chain %s units in %s\n", printable(r.Amount), printable(r.Transaction))
	}
	if state := r.Extra.ChannelState; state != nil {
		fmt.Fprintf(c.Stderr, "channel  %s: %s units charged of %s, %s claimed\n", printable(state.ChannelID),
			printable(state.ChargedCumulativeAmount), printable(state.Balance), printable(state.TotalClaimed))
	}
	if r.Extra.ChargedAmount != "" {
		fmt.Fprintf(c.Stderr, "receipt  %s units charged by voucher\n", printable(r.Extra.ChargedAmount))
	}
}

func (c *Command) printReceipt(r *Response) {
	fmt.Fprintf(c.Stderr, "status   %d %s\n", r.Status, http.StatusText(r.Status))
	switch {
	case r.Payment == nil:
		fmt.Fprintln(c.Stderr, "receipt  none: nothing was paid")
	case r.Receipt == nil && r.uncharged():
		fmt.Fprintln(c.Stderr, "receipt  none: the seller says that nothing was charged")
	case r.Receipt == nil:
		fmt.Fprintln(c.Stderr, "receipt  none: the seller sent no settlement header")
	case r.Receipt.Success && r.Receipt.Extra != nil:
		c.printChannel(r.Receipt)
	case r.Receipt.Success:
		fmt.Fprintf(c.Stderr, "receipt  settled on %s in %s, paid by %s\n",
			printable(r.Receipt.Network), printable(r.Receipt.Transaction), r.Payment.Payer)
	default:
		fmt.Fprintf(c.Stderr, "receipt  not settled: %s\n", printable(r.Receipt.ErrorReason))
	}
}
