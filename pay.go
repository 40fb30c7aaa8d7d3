package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/web/loosejson"
	"github.com/farebox/farebox/sdk/go/pay"
)

// Exit codes of "farebox pay". Shell usage errors are those of the argument parser (80).
const (
	exitFailed   = 1 // bad configuration, the seller unreachable: nothing was paid
	exitDeclined = 3 // too expensive, declined, or not payable: nothing was paid
	exitRefused  = 4 // the seller refused the payment
	exitStatus   = 5 // the final answer has a status of 400 or above (other than a refused payment)
	exitPending  = 6 // the payment was sent and its outcome is not known: repeat with --redeem
)

// exitError is a failure with the exit code that it stands for.
type exitError struct {
	code int
	err  error
}

// Error is the failure.
func (e *exitError) Error() string { return e.err.Error() }

// Unwrap is the failure.
func (e *exitError) Unwrap() error { return e.err }

// ExitCode is what the process should exit with.
func (e *exitError) ExitCode() int { return e.code }

// Where the local dev server leaves the keys of its funded buyers, and where it serves its Solana.
const (
	devKeyFile       = ".dev/buyer.key"        // in hex
	devSolanaKeyFile = ".dev/solana-buyer.key" // in base58
	devSolanaPort    = 8899
	devSolanaNode    = "http://127.0.0.1:8899"
)

// anyPrice is a cap that no price reaches: what may be paid is decided when the quote is shown.
const anyPrice = "999999999999"

// payCmd shows the quote of a URL, pays it and prints the answer. The answer goes to stdout, all else to stderr. Its
// fields are flags of github.com/alecthomas/kong.
type payCmd struct {
	URL string `arg:"" help:"What to pay for."`

	Method  string        `short:"X" placeholder:"METHOD" help:"HTTP method. Default GET, or POST with -d."`
	Data    string        `short:"d" placeholder:"BODY" help:"Request body; @FILE reads a file, @- standard input."`
	Header  []string      `short:"H" sep:"none" placeholder:"NAME:VALUE" help:"Request header, repeatable."`
	MaxUSD  string        `name:"max-usd" placeholder:"0.10" help:"Highest price that is paid without a question."`
	Yes     bool          `short:"y" help:"Pay any price without a question."`
	V1      bool          `name:"v1" xor:"version" help:"Pay with x402 version 1 (X-PAYMENT)."`
	V2      bool          `name:"v2" xor:"version" help:"Pay with x402 version 2 (PAYMENT-SIGNATURE)."`
	Network string        `default:"eip155:8453" enum:"eip155:8453,eip155:84532" help:"Network that is paid on: eip155:8453 (Base) or eip155:84532 (Base Sepolia)."`
	Key     string        `env:"BUYER_KEY" placeholder:"HEX" help:"Private key that pays."`
	Solana  bool          `help:"Pay on Solana, with --solana-key."`
	SolKey  string        `name:"solana-key" env:"SOLANA_BUYER_KEY" placeholder:"BASE58" help:"Private key that pays on Solana, as wallets export it or as the JSON list of solana-keygen."`
	Dev     bool          `help:"Pay with the funded buyer of a local dev server: FAREBOX_DEV_BUYER_KEY, else the file .dev/buyer.key; with --solana FAREBOX_DEV_SOLANA_BUYER_KEY, else .dev/solana-buyer.key."`
	ID      string        `name:"id" placeholder:"ID" help:"Idempotency-Key and payment identifier: the same purchase is charged once."`
	Redeem  string        `placeholder:"PAYMENT" help:"Send this payment from an earlier run again, instead of signing one."`
	Deposit string        `name:"channel" placeholder:"0.10" help:"Pay by payment channel where the seller takes that: deposit so many dollars when the channel lacks money."`
	Times   int           `default:"1" placeholder:"N" help:"With --channel: make the call so often, one after the other. The last answer is printed."`
	Refund  bool          `xor:"back" help:"Ask the seller for what is left in the channel, instead of calling."`
	Back    bool          `name:"withdraw" xor:"back" help:"Take back what is left in the channel without the seller: begin it, and after the delay end it by the same command. Both are transactions whose gas the key pays in ether."`
	Node    string        `name:"rpc" placeholder:"URL" help:"With --withdraw or --solana: JSON-RPC node of the chain. Default: a public one; with --dev that of farebox dev."`
	Terms   string        `placeholder:"PAYTO,AUTHORIZER,SECONDS" help:"With --withdraw: the terms of a channel whose seller has changed its own since, as they were shown at the deposit. The seller is not asked."`
	Wait    time.Duration `default:"90s" help:"How long a payment that is not confirmed yet is sent again."`
	JSON    bool          `name:"json" help:"Print one JSON object: status, quote, payment, charged and body."`

	Stdin  io.Reader `kong:"-"` // default os.Stdin
	Stdout io.Writer `kong:"-"` // default os.Stdout
	Stderr io.Writer `kong:"-"` // default os.Stderr
	// Terminal says that Stdin can be asked. Default: whether os.Stdin is a terminal.
	Terminal *bool `kong:"-"`

	max   *decimal.Decimal // of --max-usd; nil without it
	quote *pay.Quote       // the one that was shown last
}

// Help is the long help text.
func (*payCmd) Help() string {
	return `The quote is shown and the payment asked for on a terminal, unless --max-usd covers the price or --yes is
given.

Exit codes: 0 done; 1 failed, nothing was paid; 3 too expensive, declined or not payable; 4 the payment was refused;
5 the answer is an error; 6 the payment was sent and its outcome is not known (repeat with --redeem); 80 wrong usage.`
}

// Run does it. Errors are *exitError.
func (c *payCmd) Run(ctx context.Context) error {
	c.defaults()
	wallet, err := c.wallet()
	if err != nil {
		return &exitError{exitFailed, err}
	}
	req, err := c.request(ctx)
	if err != nil {
		return &exitError{exitFailed, err}
	}
	switch {
	case c.Refund:
		return c.refund(wallet, req)
	case c.Back:
		return c.withdraw(wallet, req)
	}

	answer, err := c.call(wallet, req)
	if err != nil {
		return c.failure(err)
	}
	if err := c.print(answer); err != nil {
		return &exitError{exitFailed, fmt.Errorf("print the answer: %w", err)}
	}
	return nil
}

func (c *payCmd) defaults() {
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

// wallet is what pays, by the flags. A payment from an earlier run is sent without a key.
func (c *payCmd) wallet() (*pay.Transport, error) {
	opts := pay.Options{
		MaxPerCallUSD: anyPrice,
		OnPayment:     c.approve,
		RedeemFor:     c.Wait,
	}
	if c.Network == pay.BaseSepoliaUSDC.Network {
		opts.Assets = []pay.Asset{pay.BaseSepoliaUSDC}
	}
	switch {
	case c.V1:
		opts.Version = pay.V1
	case c.V2:
		opts.Version = pay.V2
	}
	if c.MaxUSD != "" {
		limit, err := decimal.NewFromString(strings.TrimPrefix(c.MaxUSD, "$"))
		if err != nil || limit.IsNegative() {
			return nil, fmt.Errorf("--max-usd: %q is not an amount of dollars such as 0.10", c.MaxUSD)
		}
		c.max = &limit
	}
	if c.Deposit != "" {
		deposit, err := decimal.NewFromString(strings.TrimPrefix(c.Deposit, "$"))
		if err != nil || !deposit.IsPositive() {
			return nil, fmt.Errorf("--channel: %q is not an amount of dollars such as 0.10", c.Deposit)
		}
		opts.DepositUSD = deposit.String()
	}
	if c.Times > 1 && c.Deposit == "" {
		return nil, errors.New("--times is for calls that are paid by --channel")
	}

	if c.Redeem == "" {
		if err := c.addKey(&opts); err != nil {
			return nil, err
		}
	}
	return pay.New(opts)
}

// addKey reads the key that pays, and nothing else of the other kind of network.
func (c *payCmd) addKey(opts *pay.Options) error {
	if !c.Solana {
		text, from, err := c.keyText("--key", c.Key, "BUYER_KEY", devKeyFile)
		if err != nil {
			return err
		}
		key, err := pay.NewKey(text)
		if err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		opts.Wallet = key
		return nil
	}

	text, from, err := c.keyText("--solana-key", c.SolKey, "SOLANA_BUYER_KEY", devSolanaKeyFile)
	if err != nil {
		return err
	}
	key, err := pay.NewSolanaKey(text)
	if err != nil {
		return fmt.Errorf("%s: %w", from, err)
	}
	opts.SolanaWallet = key
	opts.SolanaNode = c.Node
	if c.Node == "" && c.Dev {
		opts.SolanaNode = devSolanaNode
	}
	return nil
}

// keyText is a private key and where it is from: the flag, or with --dev the dev server.
func (c *payCmd) keyText(flag, given, variable, file string) (text, from string, err error) {
	if !c.Dev {
		if given == "" {
			return "", "", fmt.Errorf("no key to pay with: give %s, %s or --dev", flag, variable)
		}
		return given, flag, nil
	}

	from = "FAREBOX_DEV_" + variable
	if text = os.Getenv(from); text != "" {
		return text, from, nil
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", "", fmt.Errorf("--dev: no %s and no key file of a dev server here: %w", from, err)
	}
	return string(data), file, nil
}

func (c *payCmd) request(ctx context.Context) (*http.Request, error) {
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
	if c.Redeem != "" {
		ctx = pay.WithPayment(ctx, c.Redeem)
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
func (c *payCmd) body() ([]byte, error) {
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
func (c *payCmd) approve(_ context.Context, p pay.Purchase) error {
	if p.DepositUSD != "" { // the call that it is for was approved
		fmt.Fprintf(c.Stderr, "deposit  $%s (to withdraw it: --terms %s)\n", p.DepositUSD, termsText(p.Channel))
		return nil
	}
	c.quote = p.Quote
	fmt.Fprintf(c.Stderr, "price    $%s (%s atomic units of %s)\nnetwork  %s\npay to   %s\nfor      %s\n",
		p.Offer.USD, p.Offer.Amount, p.Offer.Token, p.Offer.Network, p.Offer.PayTo, printable(p.Quote.Resource))
	if p.Quote.Description != "" {
		fmt.Fprintf(c.Stderr, "         %s\n", printable(p.Quote.Description))
	}
	if c.Yes || c.within(p.Offer.USD) {
		return nil
	}
	if !*c.Terminal || c.Data == "@-" { // the body has used the input up
		if c.MaxUSD != "" {
			return fmt.Errorf("it costs %s USD, --max-usd is %s", p.Offer.USD, c.MaxUSD)
		}
		return errors.New("there is no terminal to ask on; give --max-usd or --yes")
	}

	fmt.Fprint(c.Stderr, "pay? [y/N] ")
	line, err := bufio.NewReader(c.Stdin).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the answer: %w", err)
	}
	if answer := strings.ToLower(strings.TrimSpace(line)); answer != "y" && answer != "yes" {
		return errors.New("the answer was not yes")
	}
	return nil
}

// within says that --max-usd covers a price.
func (c *payCmd) within(usd string) bool {
	price, err := decimal.NewFromString(usd)
	return err == nil && c.max != nil && price.LessThanOrEqual(*c.max)
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

// answered is an answer as it is printed with --json.
type answered struct {
	Status  int             `json:"status"`
	Quote   *pay.Quote      `json:"quote,omitempty"`
	Payment *pay.Payment    `json:"payment,omitempty"`
	Charged string          `json:"charged"` // no, maybe or yes
	Body    json.RawMessage `json:"body"`

	text []byte // the body as it came
}

// call makes the call, as often as --times says. Of many calls the last answer counts.
func (c *payCmd) call(wallet *pay.Transport, req *http.Request) (*answered, error) {
	for n := 1; ; n++ {
		answer, err := c.callOnce(wallet, req.Clone(req.Context()))
		if err != nil || n >= c.Times {
			return answer, err
		}
	}
}

func (c *payCmd) callOnce(wallet *pay.Transport, req *http.Request) (*answered, error) {
	var err error
	if req.GetBody != nil {
		if req.Body, err = req.GetBody(); err != nil {
			return nil, err
		}
	}
	response, err := wallet.Client().Do(req)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}

	a := &answered{
		Status:  response.StatusCode,
		Quote:   c.quote,
		Payment: pay.Of(response),
		Charged: pay.NotCharged.String(),
		text:    body,
	}
	if a.Payment != nil && a.Payment.ChargedUSD != "0" {
		a.Charged = pay.Charged.String()
	}
	return a, nil
}

// failure prints what there is of a call that failed, and gives its exit code.
func (c *payCmd) failure(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	code := exitOf(err)
	if code == exitPending {
		var pending *pay.SettlementPending
		errors.As(err, &pending)
		fmt.Fprintf(c.Stderr, "payment  %s\n", pending.Payment)
		fmt.Fprintf(c.Stderr, "         valid until %s; repeat the command with --redeem and this payment\n",
			pending.ValidBefore.UTC().Format(time.RFC3339))
	}

	if code == exitRefused || code == exitStatus {
		p := pay.AsProblem(err)
		printing := c.print(&answered{
			Status:  p.Status,
			Quote:   c.quote,
			Charged: p.Charged.String(),
			text:    p.Body,
		})
		if printing != nil {
			return &exitError{exitFailed, fmt.Errorf("print the answer: %w", printing)}
		}
	}
	return &exitError{code, err}
}

// exitOf is the exit code of an error.
func exitOf(err error) int {
	var (
		pending   *pay.SettlementPending
		tooMuch   *pay.OverBudget
		unpayable *pay.Unpayable
		declined  *pay.Declined
		refused   *pay.PaymentRefused
		penniless *pay.InsufficientFunds
	)
	p := pay.AsProblem(err)
	unanswered := p == nil || p.Status == 0

	switch {
	case errors.As(err, &pending):
		return exitPending
	case errors.As(err, &tooMuch), errors.As(err, &unpayable), errors.As(err, &declined):
		return exitDeclined
	case errors.As(err, &refused), errors.As(err, &penniless):
		return exitRefused
	case unanswered:
		return exitFailed
	}
	return exitStatus
}

// print prints what came to stdout, and what it cost to stderr.
func (c *payCmd) print(a *answered) error {
	fmt.Fprintf(c.Stderr, "status   %d %s\n", a.Status, http.StatusText(a.Status))
	c.printCost(a)
	if !c.JSON {
		text := a.text
		if pretty, ok := loosejson.Indent(text); ok {
			text = fmt.Appendln(pretty)
		}
		_, err := c.Stdout.Write(text)
		return err
	}

	a.Body = a.text
	if !json.Valid(a.text) {
		text, err := jsontext.Marshal(string(a.text))
		if err != nil {
			return err
		}
		a.Body = text
	}
	return c.printJSON(a)
}

func (c *payCmd) printJSON(value any) error {
	text, err := jsontext.Marshal(value)
	if err != nil {
		return err
	}
	if pretty, ok := loosejson.Indent(text); ok {
		text = bytes.TrimSpace(pretty)
	}
	_, err = c.Stdout.Write(append(text, '\n'))
	return err
}

// printCost prints what an answer cost.
func (c *payCmd) printCost(a *answered) {
	p := a.Payment
	switch {
	case p == nil:
		fmt.Fprintln(c.Stderr, "receipt  none: "+a.unpaid())
	case p.ChargedUSD != "":
		c.printChannel(p)
	case p.Transaction == "":
		fmt.Fprintln(c.Stderr, "receipt  none: the seller does not name the settlement")
	default:
		fmt.Fprintf(c.Stderr, "receipt  settled on %s in %s, paid by %s\n",
			p.Network, printable(p.Transaction), p.Payer)
	}
}

// unpaid says what a call without a receipt has cost.
func (a *answered) unpaid() string {
	switch {
	case a.Charged == pay.MaybeCharged.String():
		return "it may have been charged"
	case a.Charged == pay.Charged.String():
		return "it was charged all the same"
	case a.Quote != nil:
		return "nothing was charged"
	}
	return "nothing was paid"
}

// printChannel tells what a call by channel cost.
func (c *payCmd) printChannel(p *pay.Payment) {
	fmt.Fprintf(c.Stderr, "receipt  $%s charged by voucher\n", p.ChargedUSD)
	if p.DepositUSD != "" {
		fmt.Fprintf(c.Stderr, "on chain $%s deposited in %s\n", p.DepositUSD, printable(p.Transaction))
	}
	if p.LeftUSD != "" {
		fmt.Fprintf(c.Stderr, "channel  $%s left for calls to come\n", p.LeftUSD)
	}
}

// refund asks for what is left in the channel.
func (c *payCmd) refund(wallet *pay.Transport, req *http.Request) error {
	left, err := wallet.Refund(req)
	if err != nil {
		return c.failure(err)
	}
	fmt.Fprintf(c.Stderr, "refund   $%s in %s\n", left.AmountUSD, printable(left.Transaction))
	if err := c.printJSON(left); err != nil {
		return &exitError{exitFailed, fmt.Errorf("print the refund: %w", err)}
	}
	return nil
}
