// Package manifold reads Manifold, a site of prediction markets in play money (mana).
package manifold

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key for reads and allows 500 requests a minute per address.
var Provider = upstream.Provider{
	Name:          "manifold",
	BaseURL:       "https://api.manifold.markets/v0",
	Docs:          "https://docs.manifold.markets/api",
	Attribution:   "Manifold",
	Terms:         "https://manifold.markets/terms",
	Checked:       "documented 2025-06",
	RatePerMinute: 400,
	Burst:         20,
	TTL:           15 * time.Second,
	StaleFor:      -1,
	Timeout:       8 * time.Second,
	MaxBytes:      16 << 20,
}

// MaxBets is the most that one call gives.
const MaxBets = 1000

// Market is a question. Times are milliseconds since 1970, amounts are mana.
type Market struct {
	ID       string   `json:"id" contract:"key" asked:"/market/{}"`
	Slug     string   `json:"slug,omitempty" asked:"/slug/{}"`
	Question string   `json:"question" contract:"said"`
	URL      string   `json:"url"`
	Type     string   `json:"outcomeType" contract:"said"`               // BINARY, MULTIPLE_CHOICE, PSEUDO_NUMERIC...
	Chance   *float64 `json:"probability,omitempty" contract:"fraction"` // of Yes, of BINARY alone

	Volume    *float64 `json:"volume"`
	Volume24h *float64 `json:"volume24Hours"`
	Liquidity *float64 `json:"totalLiquidity,omitempty"`

	Created  int64 `json:"createdTime" contract:"millis"`
	Closes   int64 `json:"closeTime,omitempty"`
	Updated  int64 `json:"lastUpdatedTime,omitempty" contract:"millis"`
	Resolved int64 `json:"resolutionTime,omitempty"`

	IsResolved bool     `json:"isResolved"`
	Resolution string   `json:"resolution,omitempty"`                                // YES, NO, MKT, CANCEL, or the id of an answer
	Payout     *float64 `json:"resolutionProbability,omitempty" contract:"fraction"` // of a BINARY that was resolved MKT

	Answers     []Answer `json:"answers,omitempty"`
	SumToOne    *bool    `json:"shouldAnswersSumToOne,omitempty"`
	Description string   `json:"textDescription,omitempty"`
	Topics      []string `json:"groupSlugs,omitempty"`
}

// Answer is one of several outcomes.
type Answer struct {
	ID         string   `json:"id" contract:"key"`
	Text       string   `json:"text"`
	Chance     *float64 `json:"probability,omitempty" contract:"fraction"`
	Resolution string   `json:"resolution,omitempty"`
}

// Binary is a question of Yes and No.
const Binary = "BINARY"

// answered are the sorts of questions whose outcomes are answers.
var answered = map[string]bool{"MULTIPLE_CHOICE": true, "FREE_RESPONSE": true}

// Hold wants the answers of a market that has them. Those of a search come without.
func (m *Market) Hold() error {
	if answered[m.Type] && m.Answers == nil {
		return upstream.Lacks("answers")
	}
	return nil
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for an old question.
func probe(ctx context.Context, u *upstream.Client) error {
	market, err := (&Client{u}).Market(ctx, "lEoqtnDgJzft6apSKzYK")
	return upstream.Fact(err, "createdTime", "1655258914863", func() any { return market.Created })
}

// Upstream is the client of the provider, for a list that is kept of it.
func (c *Client) Upstream() *upstream.Client { return c.c }

// Search are open markets that fit words, the best first.
func (c *Client) Search(ctx context.Context, words string, limit int) ([]Market, error) {
	var list []Market
	request := c.c.Get("/search-markets").
		Query("term", words).
		Query("sort", "score").
		Query("filter", "open").
		Query("limit", strconv.Itoa(limit))
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, err
	}
	return list, nil
}

// Listing asks for the open markets with the largest volume of the last day.
func Listing(c *upstream.Client) *upstream.Request {
	return c.Get("/search-markets").
		Query("term", "").
		Query("sort", "24-hour-vol").
		Query("filter", "open").
		Query("limit", "1000").
		Timeout(time.Minute)
}

// Market is a market by its id.
func (c *Client) Market(ctx context.Context, id string) (*Market, error) {
	return c.market(ctx, c.c.Get("/market/{}", id))
}

// BySlug is a market by the last part of its page's address.
func (c *Client) BySlug(ctx context.Context, slug string) (*Market, error) {
	return c.market(ctx, c.c.Get("/slug/{}", slug))
}

func (c *Client) market(ctx context.Context, request *upstream.Request) (*Market, error) {
	request.NoRecord(http.StatusNotFound, upstream.Says("not found"))
	return upstream.Read[Market](ctx, request)
}

// Bet is an order of a user, as far as it was filled. A negative amount is a sale.
type Bet struct {
	ID         string   `json:"id" contract:"key"`
	Contract   string   `json:"contractId" asked:"contractId"`
	Created    int64    `json:"createdTime" contract:"millis"`
	Amount     float64  `json:"amount" contract:"signed"`
	Shares     float64  `json:"shares" contract:"signed"`
	Outcome    string   `json:"outcome"`
	Answer     string   `json:"answerId,omitempty"`
	After      *float64 `json:"probAfter"`
	Redemption bool     `json:"isRedemption,omitempty"` // shares of both sides given back: no trade
	Limit      *float64 `json:"limitProb,omitempty"`
	Fills      []Fill   `json:"fills,omitempty"`
}

// Fill is a part of an order that was met.
type Fill struct {
	Time int64 `json:"timestamp" contract:"millis"`
}

// bets is a list of bets.
type bets []Bet

// Hold wants the fills of an order with a limit that was met: they say when.
func (list *bets) Hold() error {
	for _, b := range *list {
		if b.Limit != nil && b.Amount != 0 && b.Fills == nil {
			return upstream.Lacks("[].fills")
		}
	}
	return nil
}

// Filled is when the order was last met in part or whole, which of one with a limit is later than it was made.
func (b Bet) Filled() int64 {
	last := b.Created
	for _, f := range b.Fills {
		last = max(last, f.Time)
	}
	return last
}

// Bets are the latest bets on a market, newest first, before the bet of that id and after that time where these are
// given.
func (c *Client) Bets(ctx context.Context, id string, limit int, before string, after time.Time) ([]Bet, error) {
	var list bets
	request := c.c.Get("/bets").Query("contractId", id).Query("limit", strconv.Itoa(limit))
	if before != "" {
		request = request.Query("before", before)
	}
	if !after.IsZero() {
		request = request.Query("afterTime", strconv.FormatInt(after.UnixMilli(), 10))
	}
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, err
	}
	return list, nil
}
