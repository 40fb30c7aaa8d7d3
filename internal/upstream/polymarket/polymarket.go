// Package polymarket reads the public data of Polymarket, a market of event contracts paid in a dollar stablecoin: its
// events and markets (gamma), trades and price history (data), and the price history of its order book (clob).
package polymarket

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// The further hosts of the provider.
const (
	dataHost = "data"
	clobHost = "clob"
)

// Provider is the three public APIs, which need no key.
var Provider = upstream.Provider{
	Name:       "polymarket",
	Undeclared: true,
	BaseURL:    "https://gamma-api.polymarket.com",
	Hosts: map[string]string{
		dataHost: "https://data-api.polymarket.com",
		clobHost: "https://clob.polymarket.com",
	},
	Docs:          "https://docs.polymarket.com",
	Attribution:   "Polymarket",
	Terms:         "https://polymarket.com/tos",
	Checked:       "recorded 2026-06; data API v2 by its documentation",
	RatePerMinute: 900,
	Burst:         40,
	TTL:           15 * time.Second,
	StaleFor:      -1, // an old price is worse than none
	Timeout:       8 * time.Second,
	MaxBytes:      48 << 20,
}

// Texts is a list of texts, which the API writes as JSON inside a string.
type Texts []string

// UnmarshalJSON takes a list, or a string with a list in it; members may be numbers.
func (t *Texts) UnmarshalJSON(raw []byte) error {
	*t = nil
	var inside string
	if json.Unmarshal(raw, &inside) == nil {
		raw = []byte(inside)
	}
	var list []scalar.Text
	if json.Unmarshal(raw, &list) != nil {
		return nil // "", null: it does not say
	}
	for _, v := range list {
		*t = append(*t, string(v))
	}
	return nil
}

// Event is a group of markets about one thing.
type Event struct {
	ID        scalar.Text `json:"id"`
	Slug      string      `json:"slug"`
	Title     string      `json:"title"`
	Category  string      `json:"category"`
	NegRisk   bool        `json:"negRisk"` // at most one of its markets comes true
	Volume24h scalar.Text `json:"volume24hr"`
	Closed    bool        `json:"closed"`
	Tags      []Tag       `json:"tags"`
	Markets   []Market    `json:"markets"`
}

// Tag is a subject.
type Tag struct {
	Label string `json:"label"`
}

// Market is a question with two outcomes, mostly Yes and No, that sell for up to a dollar.
type Market struct {
	ID          scalar.Text `json:"id"`
	ConditionID string      `json:"conditionId"`
	Slug        string      `json:"slug"`
	Question    string      `json:"question"`
	Group       string      `json:"groupItemTitle"` // what sets it apart in its event
	Description string      `json:"description"`
	Category    string      `json:"category"`
	Outcomes    Texts       `json:"outcomes"`
	Prices      Texts       `json:"outcomePrices"` // of the outcomes, in their order
	Tokens      Texts       `json:"clobTokenIds"`  // of the outcomes, in their order

	BestBid      scalar.Text `json:"bestBid"`
	BestAsk      scalar.Text `json:"bestAsk"`
	Last         scalar.Text `json:"lastTradePrice"`
	DayChange    scalar.Text `json:"oneDayPriceChange"`
	VolumeNum    scalar.Text `json:"volumeNum"`
	VolumeText   scalar.Text `json:"volume"`
	Volume24h    scalar.Text `json:"volume24hr"`
	LiquidityNum scalar.Text `json:"liquidityNum"`
	Liquidity    scalar.Text `json:"liquidity"`

	StartDate   string `json:"startDate"`
	EndDate     string `json:"endDate"`
	ClosedTime  string `json:"closedTime"`
	UpdatedTime string `json:"updatedAt"`

	Active    *bool  `json:"active"`
	Closed    bool   `json:"closed"`
	Archived  bool   `json:"archived"`
	Accepting *bool  `json:"acceptingOrders"`
	Oracle    string `json:"umaResolutionStatus"` // proposed, disputed, resolved, or empty

	Events []Event `json:"events"`
}

// Client calls the APIs.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Upstream is the client of the provider, for a list that is kept of it.
func (c *Client) Upstream() *upstream.Client { return c.c }

// Search are active events that fit words. The match is loose: compare the titles.
func (c *Client) Search(ctx context.Context, words string, limit int) ([]Event, error) {
	var body struct {
		Events     []Event          `json:"events"`
		Pagination *json.RawMessage `json:"pagination"`
	}
	request := c.c.Get("/public-search").
		Query("q", words).
		Query("limit_per_type", strconv.Itoa(limit)).
		Query("events_status", "active").
		Query("keep_closed_markets", "0")
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, listed(err)
	}
	if body.Events == nil && body.Pagination == nil {
		return nil, upstream.BadResponse.Errorf("polymarket: a search without events")
	}
	return body.Events, nil
}

// Busiest are the open events with the largest volume of the last 24 hours.
func (c *Client) Busiest(ctx context.Context, limit int) ([]Event, error) {
	var list *[]Event
	request := c.c.Get("/events").
		Query("order", "volume24hr").
		Query("ascending", "false").
		Query("active", "true").
		Query("closed", "false").
		Query("limit", strconv.Itoa(limit))
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, listed(err)
	}
	if list == nil {
		return nil, upstream.BadResponse.Errorf("polymarket: an answer without a list of events")
	}
	return *list, nil
}

// Listing asks for a page of the open events, the busiest first; cursor is empty for the first page.
func Listing(c *upstream.Client, cursor string) *upstream.Request {
	request := c.Get("/events/keyset").
		Query("order", "volume24hr").
		Query("ascending", "false").
		Query("active", "true").
		Query("closed", "false").
		Query("limit", "50").
		Timeout(time.Minute)
	if cursor != "" {
		request = request.Query("after_cursor", cursor)
	}
	return request
}

// Page is an answer to [Listing].
type Page struct {
	Events []Event `json:"events"`
	Cursor string  `json:"next_cursor"`
}

// Event is an event by its number.
func (c *Client) Event(ctx context.Context, id string) (*Event, error) {
	return c.event(ctx, c.c.Get("/events/{}", id))
}

// EventBySlug is an event by the last part of its page's address.
func (c *Client) EventBySlug(ctx context.Context, slug string) (*Event, error) {
	return c.event(ctx, c.c.Get("/events/slug/{}", slug))
}

func (c *Client) event(ctx context.Context, request *upstream.Request) (*Event, error) {
	var event Event
	if _, err := request.JSON(ctx, &event); err != nil {
		return nil, err
	}
	if event.ID == "" {
		return nil, upstream.BadResponse.Errorf("polymarket: an answer without an event")
	}
	return &event, nil
}

// Market is a market by its number.
func (c *Client) Market(ctx context.Context, id string) (*Market, error) {
	return c.market(ctx, c.c.Get("/markets/{}", id))
}

// MarketBySlug is a market by the last part of its page's address.
func (c *Client) MarketBySlug(ctx context.Context, slug string) (*Market, error) {
	return c.market(ctx, c.c.Get("/markets/slug/{}", slug))
}

func (c *Client) market(ctx context.Context, request *upstream.Request) (*Market, error) {
	var market Market
	if _, err := request.JSON(ctx, &market); err != nil {
		return nil, err
	}
	if market.ConditionID == "" {
		return nil, upstream.BadResponse.Errorf("polymarket: an answer without a market")
	}
	return &market, nil
}

// ByCondition is the market of a condition id, open or closed; NotFound when there is none. A lookup leaves closed
// markets out unless it asks for them.
func (c *Client) ByCondition(ctx context.Context, id string) (*Market, error) {
	for _, closed := range []string{"", "true"} {
		var list *[]Market
		request := c.c.Get("/markets").Query("condition_ids", id)
		if closed != "" {
			request = request.Query("closed", closed)
		}
		if _, err := request.JSON(ctx, &list); err != nil {
			return nil, listed(err)
		}
		if list == nil {
			return nil, upstream.BadResponse.Errorf("polymarket: an answer without a list of markets")
		}
		for _, m := range *list {
			if m.ConditionID == id {
				return &m, nil
			}
		}
	}
	return nil, &upstream.Error{Kind: upstream.NotFound, Provider: Provider.Name}
}

// listed is the error of a request for a list: the venue gives an empty one where there is nothing, so that no list at
// all is a fault.
func listed(err error) error {
	if errors.Is(err, upstream.NotFound) {
		return upstream.BadResponse.Errorf("polymarket: a list is not where it was")
	}
	return err
}
