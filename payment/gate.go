// Package payment sells the answers of handlers: it quotes, takes signed x402 payments, runs the
// handler, settles and hands the answer out. Its ledger makes each payment buy exactly one answer,
// whatever dies on the way.
package payment

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/usage"
	"github.com/farebox/farebox/payment/facilitator"
)

// Options of a Gate. Facilitator, Ledger, Chain and Seller are required.
type Options struct {
	Seller      Seller
	Facilitator facilitator.Facilitator
	Ledger      Ledger
	Chain       Chain
	Log         *slog.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// VerifyTimeout bounds a verification. Default 10 s.
	VerifyTimeout time.Duration
	// SettleTimeout bounds a settlement; what is not known by then is left to the reconciler. Default 60 s.
	SettleTimeout time.Duration
	// LedgerTimeout bounds one call of the ledger. Default 10 s.
	LedgerTimeout time.Duration
	// MaxInFlightPerPayer bounds the requests of one payer under way at once. Default 256.
	MaxInFlightPerPayer int
	// KeepAnswers is how long a paid answer can be had again by the same payment. Default 24 h; never
	// less than an hour past the end of the authorization.
	KeepAnswers time.Duration
	// Step is called by name before and after each durable step. Tests kill the process in it.
	Step func(name string)
	// Panicked is told of a handler's panic, which is answered as a 502. Tests fail in it.
	Panicked func(route string, value any, stack []byte)
}

// Gate sells items.
type Gate struct {
	opt    Options
	id     string // begins the owner of every reservation of this process
	quotes map[string]*quote
	payers *payers
	// unproven bounds verifications of payments that only the chain can judge (contract wallets):
	// anyone can send such a payment in anyone's name.
	unproven chan struct{}
	// settling are the keys that this process is settling now; its reconciler leaves them alone.
	settling sync.Map
	// working counts paid requests from their reservation to their last durable step.
	working sync.WaitGroup
}

// NewGate prepares the quotes of items. A price with no exact form in a network's token is an error.
func NewGate(opt Options, items []Item) (*Gate, error) {
	if opt.Facilitator == nil || opt.Ledger == nil || opt.Chain == nil || len(opt.Seller.Networks) == 0 {
		return nil, errors.New("payment: a gate needs a facilitator, a ledger, a chain and a network")
	}
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Log == nil {
		opt.Log = slog.Default()
	}
	if opt.VerifyTimeout == 0 {
		opt.VerifyTimeout = 10 * time.Second
	}
	if opt.SettleTimeout == 0 {
		opt.SettleTimeout = time.Minute
	}
	if opt.LedgerTimeout == 0 {
		opt.LedgerTimeout = 10 * time.Second
	}
	if opt.MaxInFlightPerPayer == 0 {
		opt.MaxInFlightPerPayer = 256
	}
	if opt.KeepAnswers == 0 {
		opt.KeepAnswers = 24 * time.Hour
	}
	if opt.Step == nil {
		opt.Step = func(string) {}
	}
	if opt.Panicked == nil {
		opt.Panicked = func(string, any, []byte) {}
	}
	opt.Ledger = boundedLedger{opt.Ledger, opt.LedgerTimeout}
	g := &Gate{
		opt: opt, id: randomID(), quotes: map[string]*quote{}, payers: newPayers(opt.MaxInFlightPerPayer),
		unproven: make(chan struct{}, 16),
	}
	for _, item := range items {
		q, err := newQuote(opt.Seller, item)
		if err != nil {
			return nil, err
		}
		g.quotes[item.Route] = q
	}
	return g, nil
}

// Sale is what became of one request to a paid route, for events and logs.
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
}

// Request is one call of a paid route.
type Request struct {
	Route     string               // the item's
	RequestID string               // for problems
	Started   time.Time            // for the event's latency
	Validate  func() error         // checks the input against the spec; called once a payment was read
	Handle    echo.HandlerFunc     // the work
	Upstream  func() time.Duration // how long the work waited for data providers so far
	MaxBody   int64                // bytes of the body that are read
}

// Serve answers a request to a paid route, whole: the response is written when it returns.
//
// Order: quote when unpaid; read the payment and check it locally; validate the input (400 costs
// nothing); reserve the payment; verify and work side by side; store the answer; settle; hand out.
func (g *Gate) Serve(c echo.Context, req Request) (sale Sale) {
	q := g.quotes[req.Route]
	w := c.Response()
	if !hasPayment(c.Request().Header) {
		q.writeUnpaid(w)
		return Sale{Outcome: usage.OutcomeQuoted}
	}
	o, reason := readOffer(c.Request().Header, q.requirements, g.opt.Seller.Networks, g.opt.Now())
	s := &attempt{
		g: g, c: c, q: q, req: req, offer: o, client: c.Request().Context(),
		sale: Sale{Version: o.version, Network: o.key.Network},
	}
	if o.key != (Key{}) {
		s.sale.Payer = s.payer()
	}
	defer func() {
		if v := recover(); v != nil {
			g.opt.Panicked(req.Route, v, debug.Stack())
			s.panicked(v)
		}
		sale = s.sale
	}()
	if reason != "" {
		if !s.remembered() {
			s.refuse(reason)
		}
		return s.sale
	}
	if err := s.read(); err != nil {
		s.problem(err)
		return s.sale
	}
	s.run()
	return s.sale
}

// readBody reads the body whole, so that what is bought can be named, and leaves it to be read again.
func readBody(r *http.Request, limit int64) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	if err != nil {
		return nil, problem.InvalidCode("body", "unreadable_body", "the request body could not be read")
	}
	if int64(len(body)) > limit {
		return nil, problem.TooLarge("body", "the request body must have at most %d bytes", limit)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	r.ContentLength = int64(len(body))
	return body, nil
}

// Drain waits until every paid request has taken its last durable step, or ctx ends.
func (g *Gate) Drain(ctx context.Context) error {
	done := make(chan struct{})
	go func() { g.working.Wait(); close(done) }()
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
