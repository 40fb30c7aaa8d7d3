// Package wallet is a local MCP server that pays: it lists the tools of a remote one, calls them for its client and
// signs what they cost, within a cap for each call and a budget for the session. It is for clients that speak MCP on
// standard input and output and cannot pay.
//
// What it guards is what the SDK guards: a payment whose outcome is not known is sent again as it is, and never
// replaced by a new one.
package wallet

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/payment/x402"
	"github.com/farebox/farebox/sdk/go/pay"
)

// assetDecimals are those of all assets of the SDK.
const assetDecimals = 6

// Options of a Wallet. All are required.
type Options struct {
	Payer     Payer
	MaxUSD    decimal.Decimal // highest price of one call
	BudgetUSD decimal.Decimal // most that a session spends
	Asset     pay.Asset       // the one that is paid with
	// Wait is how long a payment of unknown outcome is sent again before the client is told so.
	Wait time.Duration
	// Balance reads what an account holds, in US dollars.
	Balance func(ctx context.Context, owner string) (decimal.Decimal, error)
	Log     *slog.Logger
	Now     func() time.Time
}

// Payer signs payments on one network.
type Payer struct {
	Address string
	// Sign signs for an offer of a quote. id names the purchase.
	Sign func(ctx context.Context, quote *pay.Quote, offer pay.Offer, id string) (*pay.Signed, error)
}

// caller is a session with a remote server, as far as it is used.
type caller interface {
	CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

// Wallet calls the tools of a remote server and pays for them.
type Wallet struct {
	opt      Options
	remote   caller
	spending *spending

	mu sync.Mutex
	// open are payments whose outcome is not known, by the call that they are for.
	open map[string]*pay.Signed
}

// New is a wallet for calls of remote.
func New(o Options, remote caller) (*Wallet, error) {
	if !o.MaxUSD.IsPositive() || !o.BudgetUSD.IsPositive() {
		return nil, errors.New("a wallet needs a cap and a budget")
	}
	return &Wallet{
		opt:    o,
		remote: remote,
		spending: &spending{
			max:    o.MaxUSD,
			budget: o.BudgetUSD,
			now:    o.Now,
			held:   map[string]hold{},
		},
		open: map[string]*pay.Signed{},
	}, nil
}

// Call calls a tool and pays for it when it asks. Errors are transport failures before a payment; everything that a
// model should read is a result.
func (w *Wallet) Call(ctx context.Context, name string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	params := &mcp.CallToolParams{
		Name:      name,
		Arguments: arguments,
	}
	call := name + "\n" + string(arguments)
	if payment := w.unfinished(call); payment != nil {
		return w.redeem(ctx, call, params, payment), nil
	}

	result, err := w.remote.CallTool(ctx, params)
	if err != nil { // the connection may have been an old one; nothing was paid with it
		result, err = w.remote.CallTool(ctx, params)
	}
	if err != nil {
		return nil, err
	}
	quote := w.quoteIn(result)
	if quote == nil {
		return result, nil
	}
	offer, err := quote.Best()
	if err != nil {
		return refusal("%s was not paid: %v. Nothing was charged.", name, err), nil
	}
	payment, err := w.sign(ctx, quote, offer)
	var over overBudget
	if errors.As(err, &over) {
		return refusal("%s was not paid: %v. Nothing was charged.", name, err), nil
	}
	if err != nil {
		return nil, err
	}
	return w.redeem(ctx, call, params, payment), nil
}

// sign takes the price out of the budget and signs a payment of it.
func (w *Wallet) sign(ctx context.Context, quote *pay.Quote, offer pay.Offer) (*pay.Signed, error) {
	id, err := randomID()
	if err != nil {
		return nil, err
	}

	price, err := decimal.NewFromString(offer.USD)
	if err != nil {
		return nil, err
	}
	if err := w.spending.reserve(id, price); err != nil {
		return nil, err
	}

	payment, err := w.opt.Payer.Sign(ctx, quote, offer, id)
	if err != nil {
		w.spending.release(id, time.Time{})
		return nil, err
	}

	w.spending.rename(id, payment.Nonce)
	return payment, nil
}

// outcome is what became of a payment that was sent.
type outcome int

const (
	unknown outcome = iota
	paid
	unpaid
)

// redeem sends a payment until its outcome is known or the time is up.
func (w *Wallet) redeem(
	ctx context.Context, call string, params *mcp.CallToolParams, payment *pay.Signed,
) *mcp.CallToolResult {
	ctx, cancel := context.WithTimeout(ctx, w.opt.Wait)
	defer cancel()
	w.keep(call, payment)
	with := *params
	with.Meta = mcp.Meta{"x402/payment": payment.Value}

	for wait := time.Second; ; wait = min(2*wait, 8*time.Second) {
		result, err := w.remote.CallTool(ctx, &with)
		if err == nil {
			switch w.outcomeOf(result) {
			case paid:
				w.forget(call)
				w.spending.charge(payment.Nonce)
				return w.withCost(result, payment)
			case unpaid:
				w.forget(call)
				w.spending.release(payment.Nonce, payment.ValidBefore)
				return result
			}
		} else {
			w.opt.Log.Warn("a paid call was not answered; the same payment is sent again",
				"tool", params.Name, "error", err)
		}

		timer := time.NewTimer(wait)
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return refusal("%s was paid for and has not answered yet: it may have been charged. Call it again with "+
				"the same arguments: the same payment is sent again, and nothing is paid twice.", params.Name)
		}
	}
}

// outcomeOf tells what became of the payment from the result that it got.
func (w *Wallet) outcomeOf(result *mcp.CallToolResult) outcome {
	if receipt := receiptIn(result); receipt != nil && receipt.Success {
		return paid
	}
	if w.quoteIn(result) != nil {
		return unpaid
	}
	var told struct {
		Charged *bool  `json:"charged"`
		Retry   string `json:"retry"`
	}
	if result.IsError {
		if text := jsonOf(result.StructuredContent); text != nil && json.Unmarshal(text, &told) == nil &&
			told.Charged == nil && told.Retry == "same_payment" {
			return unknown
		}
	}
	return unpaid
}

// unfinished is the payment that an earlier call with the same arguments left open.
func (w *Wallet) unfinished(call string) *pay.Signed {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.open[call]
}

func (w *Wallet) keep(call string, payment *pay.Signed) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[call] = payment
}

func (w *Wallet) forget(call string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.open, call)
}

// quoteIn is the quote that a result holds, or nil.
func (w *Wallet) quoteIn(result *mcp.CallToolResult) *pay.Quote {
	if !result.IsError {
		return nil
	}
	text := jsonOf(result.StructuredContent)
	if text == nil {
		text = jsonOf(result.Meta["x402/error"])
	}
	header := http.Header{}
	header.Set(x402.HeaderRequired, base64.StdEncoding.EncodeToString(text))
	quote, err := pay.ParseQuote(header, nil, pay.V2, []pay.Asset{w.opt.Asset})
	if err != nil || len(quote.Offers) == 0 {
		return nil
	}
	return quote
}

// receiptIn is the settlement that a result tells of, or nil.
func receiptIn(result *mcp.CallToolResult) *x402.Receipt {
	text := jsonOf(result.Meta["x402/payment-response"])
	var receipt x402.Receipt
	if text == nil || json.Unmarshal(text, &receipt) != nil {
		return nil
	}
	return &receipt
}

// jsonOf is a value of a result as JSON; nil if there is none.
func jsonOf(value any) []byte {
	if value == nil {
		return nil
	}
	text, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	return text
}

// withCost ends a result with what it cost.
func (w *Wallet) withCost(result *mcp.CallToolResult, payment *pay.Signed) *mcp.CallToolResult {
	spent, _, left := w.spending.figures()
	transaction := ""
	if receipt := receiptIn(result); receipt != nil {
		transaction = receipt.Transaction
	}
	result.Content = append(result.Content, &mcp.TextContent{Text: fmt.Sprintf(
		"Paid $%s on %s (transaction %s). This session has spent $%s; $%s are left.",
		w.usd(payment), payment.Network, transaction, spent, left)})
	return result
}

// usd is the price that a payment pays.
func (w *Wallet) usd(payment *pay.Signed) decimal.Decimal {
	amount, err := decimal.NewFromString(payment.Amount)
	if err != nil {
		return decimal.Zero
	}
	return amount.Shift(-assetDecimals)
}

// refusal is a result that says why there is none.
func refusal(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}},
		IsError: true,
	}
}
