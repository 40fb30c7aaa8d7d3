// Package mempoolspace reads mempool.space, a Bitcoin explorer with Esplora's paths and additional ones: fee rates,
// projected blocks, packages of transactions, pools, difficulty and prices.
package mempoolspace

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
)

// Provider is the public explorer, which needs no key. Its limits are not published.
var Provider = upstream.Provider{
	Name:          "mempool-space",
	BaseURL:       "https://mempool.space/api",
	Docs:          "https://mempool.space/docs/api/rest",
	Attribution:   "mempool.space",
	Terms:         "https://mempool.space/terms-of-service",
	Checked:       "answers printed in its documentation, two recorded transactions",
	RatePerMinute: 300,
	Burst:         20,
	TTL:           time.Hour,
	StaleFor:      -1,
	Lasts:         6 * time.Hour, // the longest time to a block
	Undated:       true,          // only the next change of difficulty has a day
	Timeout:       8 * time.Second,
	Retries:       1,
}

const movingTTL = 12 * time.Second

// Client calls the explorer.
type Client struct {
	*esplora.Client
	c *upstream.Client
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := pool.Client(Provider)
	return &Client{esplora.Over(c), c}
}

// Fees are fee rates in satoshis per virtual byte.
type Fees struct {
	Fastest  float64 `json:"fastestFee"`
	HalfHour float64 `json:"halfHourFee"`
	Hour     float64 `json:"hourFee"`
	Economy  float64 `json:"economyFee"`
	Minimum  float64 `json:"minimumFee"`

	// Rounded says that these are whole numbers of at least 1, whatever the mempool takes.
	Rounded bool `json:"-"`
}

// Hold sees that rates are rates, and that waiting costs no more.
func (f *Fees) Hold() error {
	if min(f.Fastest, f.HalfHour, f.Hour, f.Economy, f.Minimum) <= 0 {
		return upstream.BadResponse.Errorf("fee rates of nothing")
	}
	if f.Fastest < f.HalfHour || f.HalfHour < f.Hour {
		return upstream.BadResponse.Errorf("fee rates that rise with the wait")
	}
	return nil
}

// Projected is a block as miners would make it out of the mempool now. FeeRange are quantiles, lowest first.
type Projected struct {
	VSize     float64   `json:"blockVSize"`
	TxCount   int64     `json:"nTx"`
	TotalFees float64   `json:"totalFees"`
	Median    float64   `json:"medianFee"`
	FeeRange  []float64 `json:"feeRange"`
}

// Difficulty is how the difficulty is going to change.
type Difficulty struct {
	ProgressPct   float64 `json:"progressPercent" contract:"percent"`
	ChangePct     float64 `json:"difficultyChange"`
	PreviousPct   float64 `json:"previousRetarget"`
	Remaining     int64   `json:"remainingBlocks"`
	NextHeight    int64   `json:"nextRetargetHeight"`
	EstimatedTime int64   `json:"estimatedRetargetDate"`
}

// Hold sees that the change has a time.
func (d *Difficulty) Hold() error {
	if d.EstimatedTime <= 0 {
		return upstream.Lacks("estimatedRetargetDate")
	}
	return nil
}

// RetargetAt is when the change is expected. It comes in milliseconds, earlier in seconds.
func (d *Difficulty) RetargetAt() time.Time {
	if d.EstimatedTime < 1e11 {
		return time.Unix(d.EstimatedTime, 0)
	}
	return time.UnixMilli(d.EstimatedTime)
}

// DataOf implements [upstream.Dated]: what is expected lies ahead of the data.
func (d *Difficulty) DataOf() time.Time { return d.RetargetAt() }

// Price is what a bitcoin costs.
type Price struct {
	Time int64   `json:"time" contract:"seconds"`
	USD  float64 `json:"USD"`
}

// Hold sees that it is a price.
func (p *Price) Hold() error {
	if p.USD <= 0 || p.Time <= 0 {
		return upstream.BadResponse.Errorf("no price")
	}
	return nil
}

// Relative is a transaction in the package of another.
type Relative struct {
	Fee    int64 `json:"fee"`
	Weight int64 `json:"weight"`
}

// Package is what waits together with a transaction: parents that must be mined first, children that may pay for it.
// Children and the rate are null, or absent, of transactions that the explorer has not worked them out for; its
// documentation prints an answer without them.
type Package struct {
	Ancestors   []Relative `json:"ancestors"`
	Descendants []Relative `json:"descendants,omitempty"` // nil: unknown
	Effective   *float64   `json:"effectiveFeePerVsize,omitempty"`
}

// BlockExtras is what the explorer works out about a block. Rates are satoshis per virtual byte.
type BlockExtras struct {
	TotalFees int64     `json:"totalFees"`
	Reward    int64     `json:"reward"`
	Median    float64   `json:"medianFee"`
	FeeRange  []float64 `json:"feeRange"`
	AvgFee    int64     `json:"avgFee"`
	Pool      Pool      `json:"pool"`
}

// Pool is the mining pool that the explorer believes made a block; Unknown means no pool.
type Pool struct {
	Name string `json:"name"`
}

// Block is a block with what the explorer works out about it, which is absent of blocks that it has not indexed.
type Block struct {
	esplora.Block
	Extras *BlockExtras `json:"extras,omitempty"`
}

// Fees gives the recommended fee rates with their decimals, and in whole numbers when those with decimals fail.
func (c *Client) Fees(ctx context.Context) (*Fees, error) {
	fees, err := c.fees(ctx, "/v1/fees/precise")
	if err == nil {
		return fees, nil
	}
	rounded, second := c.fees(ctx, "/v1/fees/recommended")
	if second != nil {
		return nil, err
	}
	rounded.Rounded = true
	return rounded, nil
}

func (c *Client) fees(ctx context.Context, path string) (*Fees, error) {
	return upstream.Read[Fees](ctx, c.c.Get(path).TTL(movingTTL))
}

// Projected gives the next blocks as they would be made now. The last of eight holds all that is left.
func (c *Client) Projected(ctx context.Context) ([]Projected, error) {
	var list []Projected
	_, err := c.c.Get("/v1/fees/mempool-blocks").TTL(movingTTL).JSON(ctx, &list)
	return list, err
}

// Difficulty gives the progress of the present period of 2,016 blocks.
func (c *Client) Difficulty(ctx context.Context) (*Difficulty, error) {
	return upstream.Read[Difficulty](ctx, c.c.Get("/v1/difficulty-adjustment").TTL(time.Minute))
}

// Price gives what a bitcoin costs in dollars.
func (c *Client) Price(ctx context.Context) (*Price, error) {
	return upstream.Read[Price](ctx, c.c.Get("/v1/prices").TTL(time.Minute))
}

// Package gives what waits together with an unconfirmed transaction.
func (c *Client) Package(ctx context.Context, txid string) (*Package, error) {
	return upstream.Read[Package](ctx, c.c.Get("/v1/cpfp/{}", txid).TTL(movingTTL))
}

// BlockWithExtras gives a block with fees, reward and pool.
func (c *Client) BlockWithExtras(ctx context.Context, hash string) (*Block, error) {
	return upstream.Read[Block](ctx, esplora.NoBlock(c.c.Get("/v1/block/{}", hash)))
}
