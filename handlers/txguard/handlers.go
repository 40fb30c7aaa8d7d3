// Package txguard answers POST /tx/signature, POST /tx/raw and GET /token/risk: what an account is about to sign,
// and tokens before they are bought. The judging is in packages guard and tokenrisk; here facts are gathered for them.
package txguard

import (
	_ "embed"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/txguard"
	engine "github.com/farebox/farebox/handlers/txguard/guard"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/dexscreener"
	"github.com/farebox/farebox/internal/upstream/goplus"
	"github.com/farebox/farebox/internal/upstream/honeypotis"
	"github.com/farebox/farebox/internal/upstream/sourcify"
)

// Handlers answers the txguard routes.
type Handlers struct {
	engine     *engine.Engine
	chains     *evm.Chains
	blocklist  *upstream.Dataset[addressSet]
	sanctioned *sanctions.Lists // nil: not looked up
	goplus     *goplus.Client
	honeypot   *honeypotis.Client
	sourcify   *sourcify.Client
	dex        *dexscreener.Client
	measured   map[string]gen.Measured // by the keys of measuredText
	now        func() time.Time
}

// measuredText has the figures of docs/quality/txguard.md that answers give.
//
//go:embed measured.txt
var measuredText string

// What is measured.
const (
	ofRaw       = "raw"
	ofSignature = "signature"
	ofToken     = "token"
)

// New returns the handlers. lists may be nil: addresses are then not looked up in sanctions lists. now is the clock
// of deadlines and ages.
func New(pool *upstream.Pool, chains *evm.Chains, lists *sanctions.Lists, now func() time.Time) (*Handlers, error) {
	e, err := engine.NewEngine()
	if err != nil {
		return nil, fmt.Errorf("tables of the transaction guard: %w", err)
	}
	e.Now = now

	rates, err := scored.Measured(measuredText, ofRaw, ofSignature, ofToken)
	if err != nil {
		return nil, err
	}

	return &Handlers{
		engine:     e,
		chains:     chains,
		blocklist:  newBlocklist(pool),
		sanctioned: lists,
		goplus:     goplus.New(pool),
		honeypot:   honeypotis.New(pool),
		sourcify:   sourcify.New(pool),
		dex:        dexscreener.New(pool),
		measured:   rates,
		now:        now,
	}, nil
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// disclaimer says what no reading of a request can tell.
const disclaimer = "Decided by fixed rules from the request and public data. A contract can do other than its " +
	"functions are called, and other when the request is sent than when it is executed here. allow is no proof of " +
	"safety: measured says what share of attacks the rules have found. Not financial advice."
