// Package payment sells the answers of handlers: it quotes, takes signed x402 payments, runs the
// handler, settles and hands the answer out. Its ledger makes each payment buy exactly one answer,
// whatever dies on the way.
package payment

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/secret"
	"github.com/farebox/farebox/payment/eip3009"
	"github.com/farebox/farebox/payment/facilitator"
	"github.com/farebox/farebox/payment/mpp"
	"github.com/farebox/farebox/payment/offerreceipt"
)

// Options of a Gate. Seller, Facilitator, Ledger, Chain, Secret and the three bounds are required: their defaults are
// only in the service's settings.
type Options struct {
	Seller      Seller
	Facilitator facilitator.Facilitator
	Ledger      Ledger
	Chain       Chain
	// Mark is the ledger's: what the transactions end with that the services of this ledger make. Zero where others
	// make them.
	Mark eip3009.Mark
	// Settles says why payments on a network (CAIP-2) cannot be settled now, as when the key that pays for gas
	// holds nothing; nil says that they can. It answers from memory. Default: they always can.
	Settles func(network string) error
	// Sponsors are who may pay the fees of transactions on a network of Solana (CAIP-2), as the facilitator says; the
	// first is named in quotes. Payments on a network without any are not taken. It answers from memory. Default: there
	// are none.
	Sponsors func(network string) []string
	// Closed is the answer in place of a quote while a route is not sold, whoever pays; nil says that it is. It answers
	// from memory. A payment that is sent all the same is taken as always. Default: every route is sold.
	Closed func(route string) *problem.Problem
	// SettlementCost is what a settlement on a network (CAIP-2) has cost the seller: its share of gas, or a fee.
	// Default: nothing.
	SettlementCost func(network string, s facilitator.Settlement) Expense
	// Denied is the answer to a payment of somebody who is not sold to, nil for all others. It is asked for the payer
	// and the signer, in the writing of their network, before any work, and answers from memory. Default: nobody.
	Denied func(address string) *problem.Problem
	// Blocks tells whether settlements still stand. Without it nobody looks for them again.
	Blocks Blocks
	// Secret makes the keys under which the ledger keeps requests and answers. All gates of one ledger share it.
	Secret secret.Secret
	// MPP issues the challenges of the Payment scheme of HTTP authentication, the second protocol in which quotes
	// are given and payments taken. Nil: x402 alone.
	MPP *mpp.Issuer
	// Channels has payments by channel taken too (scheme batch-settlement), on the terms of Seller.Channels. Nil:
	// x402's exact payments alone.
	Channels *ChannelOptions
	// Receipts signs a receipt for each settled answer. Nil: receipts are not signed.
	Receipts *offerreceipt.Signer
	// SignOffers has Receipts sign the terms of each quote too.
	SignOffers bool
	// VerifyTimeout bounds a verification.
	VerifyTimeout time.Duration
	// SettleTimeout bounds a settlement; what is not known by then is left to the reconciler.
	SettleTimeout time.Duration
	// MaxInFlightPerPayer bounds the requests of one payer under way at once.
	MaxInFlightPerPayer int
	// KeepAnswers is how long a paid answer can be had again by the same payment: never less than an hour
	// past the end of the authorization, so that 0 is just that.
	KeepAnswers time.Duration
	// Page makes the HTML that a browser sees instead of the body of a quote, and sets further headers of it. A nil
	// page leaves the body. The quote's own headers go out either way. Default: no pages.
	Page func(header http.Header, r *http.Request, route string) []byte
	// Log takes what an operator should see. Default slog.Default.
	Log *slog.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// Step is called by name before and after each durable step. Tests kill the process in it.
	Step func(name string)
	// Panicked is called after a handler's panic, which is answered as a 502. Tests fail in it.
	Panicked func(route string, value any, stack []byte)
}

// Gate sells items.
type Gate struct {
	opt    Options
	id     string // names this process in the ledger
	pulse  *pulse
	keep   *keeper
	quotes map[string]*quoted
	payers *payers
	trade  atomic.Pointer[market]
	looked atomic.Int64 // when trade was last compared with reality, Unix nanoseconds
	// settling are the keys that this process is settling now; its reconciler leaves them alone.
	settling sync.Map
	refunds  singleflight.Group // of channels under way
	// working counts paid requests from their reservation to their last durable step.
	working sync.WaitGroup
}

func (o *Options) check() error {
	if o.Facilitator == nil || o.Ledger == nil || o.Chain == nil || len(o.Seller.Networks) == 0 {
		return errors.New("payment: a gate needs a facilitator, a ledger, a chain and a network")
	}
	if o.VerifyTimeout <= 0 || o.SettleTimeout <= 0 || o.MaxInFlightPerPayer <= 0 {
		return errors.New("payment: a gate needs bounds on verification, settlement and each payer")
	}
	if o.SignOffers && o.Receipts == nil {
		return errors.New("payment: offers are signed with the key of receipts, and there is none")
	}
	if (o.Channels == nil) != (o.Seller.Channels == nil) {
		return errors.New("payment: channels need terms, and terms channels")
	}
	if err := o.Channels.check(); err != nil {
		return err
	}
	if o.KeepAnswers < 0 {
		return errors.New("payment: answers cannot be kept for less than no time")
	}

	return nil
}

func (o *Options) defaults() {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.Default())

	if o.Settles == nil {
		o.Settles = func(string) error { return nil }
	}
	if o.Sponsors == nil {
		o.Sponsors = func(string) []string { return nil }
	}
	if o.Closed == nil {
		o.Closed = func(string) *problem.Problem { return nil }
	}
	if o.Denied == nil {
		o.Denied = func(string) *problem.Problem { return nil }
	}
	if o.SettlementCost == nil {
		o.SettlementCost = func(string, facilitator.Settlement) Expense { return Expense{} }
	}
	if o.Step == nil {
		o.Step = func(string) {}
	}
	if o.Panicked == nil {
		o.Panicked = func(string, any, []byte) {}
	}
}

// NewGate prepares the quotes of items. A price that a network's token cannot express exactly is an error.
func NewGate(opt Options, items []Item) (*Gate, error) {
	if err := opt.check(); err != nil {
		return nil, err
	}
	opt.defaults()
	keep, err := newKeeper(opt.Secret)
	if err != nil {
		return nil, fmt.Errorf("payment: a gate needs keys to keep answers under: %w", err)
	}

	g := &Gate{
		opt:    opt,
		id:     randomID(),
		keep:   keep,
		quotes: map[string]*quoted{},
		payers: newPayers(opt.MaxInFlightPerPayer),
	}
	g.pulse = &pulse{
		ledger:  opt.Ledger,
		process: g.id,
		log:     opt.Log,
		now:     opt.Now,
	}
	for _, item := range items {
		q, err := g.signedQuote(item)
		if err != nil {
			return nil, err
		}
		g.quotes[item.Route] = q
	}
	return g, nil
}

// Sale is the outcome of one request to a paid route, for events and logs.
type Sale struct {
	Outcome     string // an outcome of package usage
	Reason      string // code of the problem or reason of the refusal
	Network     string
	Payer       string
	Transaction string
	Version     int
	Recorded    bool // the usage event is written already, with the payment
	Handler     time.Duration
	Facilitator time.Duration
	Settle      time.Duration
	Cost        cost.Amount // of the settlement
	Coins       cost.Coins  // of it, that our own keys have spent; 0 when that is not known, or others have paid
	// Passing is how long an answer took that went out as it came.
	Passing time.Duration
	// Broken says that such an answer has not gone out whole: the connection has to be cut off.
	Broken bool
}

// Expense is the cost of a settlement to the seller.
type Expense struct {
	USD   cost.Amount // 0 also where the coin's price is not known
	Coins cost.Coins  // of the network's coin, by our own keys; 0 when that is not known, or others have paid
}

// Request is one call of a paid route.
type Request struct {
	Route     string    // the item's
	RequestID string    // for problems
	From      string    // where the request comes from: the address of its sender
	Started   time.Time // for the event's latency
	// Validate checks the input against the spec; called once a payment was read. What is bought is named by what it
	// returns, of query and header, which must be the same for the same inputs in every release.
	Validate func() (said string, err error)
	Handle   echo.HandlerFunc     // the work
	Upstream func() time.Duration // how long the work waited for data providers so far
	Cost     func() cost.Amount   // what the work has spent with data providers so far
	MaxBody  int64                // bytes of the body that are read
	// Own says that the caller is the operator: without a payment the work is done for nothing.
	Own bool
	// Present is what goes out of an answer; nil for all of it. What is kept is the whole, so that the same payment can
	// have the rest.
	Present func(Answer) Answer
}

// present is what goes out of an answer.
func (r *Request) present(a Answer) Answer {
	if r.Present == nil || a.passage != nil {
		return a
	}
	return r.Present(a)
}

// Serve answers a request to a paid route completely: the response is written when it returns. A request without
// payment gets a quote, see [attempt] for all others.
func (g *Gate) Serve(c echo.Context, req Request) (sale Sale) {
	quote := g.quoteFor(req.Route)
	pays := g.protocol(c.Request().Header)
	if pays == unpaid && !req.Own {
		end := g.quoteOrClosed(c, req, quote)
		end.shortFor(c.Request().Header).write(c.Response(), req.RequestID)
		return Sale{
			Outcome: end.word,
			Reason:  end.reason,
		}
	}

	a := &attempt{
		gate:    g,
		echo:    c,
		client:  c.Request().Context(),
		request: req,
		quote:   quote,
		pays:    pays,
	}
	a.wire.Extensions = quote.extensions
	defer func() {
		if v := recover(); v != nil {
			told := quote.item.told(v)
			g.opt.Panicked(req.Route, told, debug.Stack())
			a.endPanicked(told)
		}
		a.closeStream()
		sale = a.sale
	}()
	if pays == unpaid {
		a.end(a.runOwn())
		return a.sale
	}
	a.end(a.run())
	return a.sale
}

// quoteOrClosed is the outcome of a request without payment.
func (g *Gate) quoteOrClosed(c echo.Context, req Request, q *quote) *outcome {
	if p := g.NotSold(req.Route); p != nil {
		return failed(p)
	}
	challenges := g.unpaidChallenges(c, req, q)
	if page := g.page(c, req.Route); page != nil {
		return firstQuote(paymentRequired(q.unpaid().header[0], challenges, typeHTML, page))
	}
	return firstQuote(q.unpaidOutcome(c.Request(), challenges))
}

// VaryPage is in the Vary header of each quote if browsers get a page instead.
const VaryPage = "Accept, User-Agent"

// page is what a browser sees instead of the quote's body; nil for everyone else.
func (g *Gate) page(c echo.Context, route string) []byte {
	if g.opt.Page == nil {
		return nil
	}
	h := c.Response().Header()
	h.Add("Vary", VaryPage)
	return g.opt.Page(h, c.Request(), route)
}

// closedFor is when to ask again after nothing could be settled. The operator has to act first.
const closedFor = time.Minute

// closed is the answer while payments on a network cannot be settled, or nil. With network "" it is that while
// payments can be settled on none: a quote names those that are open.
func (g *Gate) closed(network string) *problem.Problem {
	var cause error
	for _, n := range g.opt.Seller.Networks {
		if network != "" && network != n.CAIP2 {
			continue
		}
		err := g.settles(n)
		if err == nil {
			return nil
		}
		cause = err
	}
	if cause == nil {
		return nil
	}

	p := problem.Unavailable(problem.CodeSettlementUnavailable, closedFor,
		"payments cannot be settled right now, so nothing is sold; nothing was charged")
	p.Cause = cause
	return p
}

// NotSold is the answer of a route while it is not sold to anybody; nil while it is sold.
func (g *Gate) NotSold(route string) *problem.Problem {
	if p := g.closed(""); p != nil {
		return p
	}
	return g.opt.Closed(route)
}

// Drain waits until every paid request has taken its last durable step, or ctx ends.
func (g *Gate) Drain(ctx context.Context) error {
	done := make(chan struct{})
	go func() {
		g.working.Wait()
		close(done)
	}()

	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting for paid requests: %w", ctx.Err())
	}
}

func randomID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}
