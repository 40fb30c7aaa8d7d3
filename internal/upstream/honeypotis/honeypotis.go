// Package honeypotis reads the honeypot simulations of honeypot.is (api.honeypot.is, keyless). It serves
// Ethereum, BNB Chain and Base, and tokens that trade on pools of the Uniswap v2 and v3 kind.
package honeypotis

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is honeypot.is.
var Provider = upstream.Provider{
	Name:        "honeypot-is",
	BaseURL:     "https://api.honeypot.is",
	Docs:        "https://docs.honeypot.is",
	Attribution: "honeypot.is",
	Checked:     "recorded 2026-10",
	Keys: []upstream.Key{
		{Env: "HONEYPOT_IS_API_KEY", Header: "X-API-KEY", Gives: "access once keys are wanted"},
	},
	RatePerMinute: 60,
	Burst:         5,
	TTL:           10 * time.Minute,
	Timeout:       8 * time.Second,
	MaxBytes:      1 << 20,
	Retries:       -1,
}

// Serves says whether honeypot.is simulates on a chain.
func Serves(chainID uint64) bool { return chainID == 1 || chainID == 56 || chainID == 8453 }

// Client asks honeypot.is.
type Client struct{ c *upstream.Client }

// New returns the pool's client of honeypot.is.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the token WETH.
func probe(ctx context.Context, u *upstream.Client) error {
	result, err := (&Client{u}).Check(ctx, 1, common.HexToAddress("0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2"))
	return upstream.Fact(err, "honeypotResult.isHoneypot", "false", func() any { return result.Honeypot.Is })
}

// Check simulates a purchase and a sale of token, or is upstream.NotFound for one without a pool.
func (c *Client) Check(ctx context.Context, chainID uint64, token common.Address) (*Result, error) {
	var r Result
	_, err := c.c.Get("/v2/IsHoneypot").
		Query("address", token.Hex()).
		Query("chainID", strconv.FormatUint(chainID, 10)).
		NoRecord(http.StatusNotFound, upstream.Says("not found")). // {"error":"Token not found..."}
		JSON(ctx, &r)
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// Result is the answer of IsHoneypot. What is missing is unknown, never "no": parts may be absent, and older answers do
// not say whether the simulation went through (recorded).
type Result struct {
	Simulated *bool `json:"simulationSuccess,omitempty"`
	Chain     struct {
		ID string `json:"id" asked:"chainID"`
	} `json:"chain,omitzero"` // in all recordings
	Honeypot *struct {
		Is bool `json:"isHoneypot"`
	} `json:"honeypotResult,omitempty"` // of simulations that went through
	Simulation *struct {
		BuyTax      scalar.Decimal `json:"buyTax"` // percent: 5 is 5 percent
		SellTax     scalar.Decimal `json:"sellTax"`
		TransferTax scalar.Decimal `json:"transferTax,omitempty"`
	} `json:"simulationResult,omitempty"` // of simulations that went through
	Summary struct {
		Risk string `json:"risk,omitempty"` // low, medium, high, honeypot, unknown
	} `json:"summary,omitempty"`
	Code *struct {
		OpenSource *bool `json:"openSource"`
		Proxy      *bool `json:"isProxy"`
	} `json:"contractCode,omitempty"`
	Token struct {
		Address string         `json:"address,omitempty" asked:"address"` // in all recordings
		Holders scalar.Decimal `json:"totalHolders,omitempty"`
	} `json:"token"`
	Pair *struct {
		Liquidity scalar.Decimal `json:"liquidity,omitempty"`          // dollars
		Created   scalar.Decimal `json:"createdAtTimestamp,omitempty"` // Unix seconds
	} `json:"pair,omitempty"`
}

// Hold sees that a simulation that went through has its results.
func (r *Result) Hold() error {
	switch {
	case r.Simulated == nil || !*r.Simulated:
		return nil
	case r.Honeypot == nil:
		return upstream.Lacks("honeypotResult")
	case r.Simulation == nil:
		return upstream.Lacks("simulationResult")
	}
	return nil
}
