// Package polymarket reads the public data of Polymarket, a market of event contracts paid in a dollar stablecoin: its
// events and markets (gamma), trades and price history (data), and the price history of its order book (clob).
package polymarket

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
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
	Name:    "polymarket",
	BaseURL: "https://gamma-api.polymarket.com",
	Hosts: map[string]string{
		dataHost: "https://data-api.polymarket.com",
		clobHost: "https://clob.polymarket.com",
	},
	Docs:          "https://docs.polymarket.com",
	Attribution:   "Polymarket",
	Terms:         "https://polymarket.com/tos",
	Checked:       "recorded 2026-06; pages of lists and data API v2 by its documentation",
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
	if len(raw) == 0 || string(raw) == "null" {
		return nil // "", null: it does not say
	}
	var list []scalar.Text
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, v := range list {
		*t = append(*t, string(v))
	}
	return nil
}

// Event is a group of markets about one thing. Within a market it stands without its markets (recorded 2026-06); events
// and markets leave out what has no value, such as a price of an empty book or a volume of nothing.
type Event struct {
	ID       scalar.Text `json:"id" contract:"key" asked:"/events/{}"`
	Slug     string      `json:"slug" asked:"/events/slug/{}"`
	Title    string      `json:"title"`
	Category string      `json:"category,omitempty"`
	NegRisk  *bool       `json:"negRisk,omitempty"` // at most one of its markets comes true
	Tags     []Tag       `json:"tags,omitempty"`
	Markets  []Market    `json:"markets,omitempty"`
}

// Tag is a subject.
type Tag struct {
	Label string `json:"label"`
}

// Market is a question with two outcomes, mostly Yes and No, that sell for up to a dollar.
type Market struct {
	ID          scalar.Text `json:"id" contract:"key" asked:"/markets/{}"`
	ConditionID string      `json:"conditionId"`
	Slug        string      `json:"slug" asked:"/markets/slug/{}"`
	Question    string      `json:"question"`
	Group       string      `json:"groupItemTitle,omitempty"` // what sets it apart in its event
	Description string      `json:"description,omitempty"`
	Category    string      `json:"category,omitempty"`
	Outcomes    Texts       `json:"outcomes"`
	Prices      Texts       `json:"outcomePrices,omitempty"` // of the outcomes, in their order
	Tokens      Texts       `json:"clobTokenIds,omitempty"`  // of the outcomes, in their order

	BestBid      scalar.Text `json:"bestBid,omitempty"`
	BestAsk      scalar.Text `json:"bestAsk,omitempty"`
	Spread       scalar.Text `json:"spread,omitempty"` // between the two, of which an empty side counts as 0 or 1
	Last         scalar.Text `json:"lastTradePrice,omitempty"`
	DayChange    scalar.Text `json:"oneDayPriceChange,omitempty"`
	VolumeNum    scalar.Text `json:"volumeNum,omitempty"`
	VolumeText   scalar.Text `json:"volume,omitempty"`
	Volume24h    scalar.Text `json:"volume24hr,omitempty"`
	LiquidityNum scalar.Text `json:"liquidityNum,omitempty"`
	Liquidity    scalar.Text `json:"liquidity,omitempty"`

	StartDate   string `json:"startDate,omitempty"`
	EndDate     string `json:"endDate,omitempty"`
	ClosedTime  string `json:"closedTime,omitempty"`
	UpdatedTime string `json:"updatedAt" contract:"past"`

	Active    *bool  `json:"active"`
	Closed    bool   `json:"closed"`
	Archived  bool   `json:"archived"`
	Accepting *bool  `json:"acceptingOrders,omitempty"`
	Oracle    string `json:"umaResolutionStatus,omitempty"` // proposed, disputed, resolved, or empty

	Events []Event `json:"events,omitempty"`
}

// Hold refuses a market that leaves out an offer which its spread counts with: the last trade would stand for both.
func (m *Market) Hold() error {
	spread, told := m.Spread.Number()
	bid, buys := m.BestBid.Number()
	ask, sells := m.BestAsk.Number()
	switch {
	case !told || buys == sells:
		return nil
	case sells && math.Abs(spread-ask) > spreadError:
		return upstream.Lacks("bestBid")
	case buys && math.Abs(spread-(1-bid)) > spreadError:
		return upstream.Lacks("bestAsk")
	}
	return nil
}

// spreadError is how far a spread may be off: 0.009 is recorded between 0.5 and 0.51.
const spreadError = 0.002

// Hold holds each of its markets.
func (e *Event) Hold() error {
	for i := range e.Markets {
		if err := e.Markets[i].Hold(); err != nil {
			return err
		}
	}
	return nil
}

// markets is a list of markets.
type markets []Market

// Hold holds each of them.
func (list *markets) Hold() error { return (&Event{Markets: *list}).Hold() }

// Client calls the APIs.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the event on a nomination.
func probe(ctx context.Context, u *upstream.Client) error {
	event, err := (&Client{u}).Event(ctx, "30829")
	return upstream.Fact(err, "slug", "democratic-presidential-nominee-2028", func() any { return event.Slug })
}

// Upstream is the client of the provider, for a list that is kept of it.
func (c *Client) Upstream() *upstream.Client { return c.c }

// results is an answer of the search.
type results struct {
	Events     []Event `json:"events,omitempty" counted:"pagination.totalResults"` // absent or null where nothing was found
	Pagination struct {
		Total int `json:"totalResults"`
	} `json:"pagination"`
}

// Hold refuses an answer without the events that it counts, or with events without markets: the search is for those.
func (r *results) Hold() error {
	for i := range r.Events {
		if r.Events[i].Markets == nil {
			return upstream.Lacks("events[].markets")
		}
		if err := r.Events[i].Hold(); err != nil {
			return err
		}
	}
	return nil
}

// Search are active events that fit words. The match is loose: compare the titles.
func (c *Client) Search(ctx context.Context, words string, limit int) ([]Event, error) {
	var body results
	request := c.c.Get("/public-search").
		Query("q", words).
		Query("limit_per_type", strconv.Itoa(limit)).
		Query("events_status", "active").
		Query("keep_closed_markets", "0")
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return body.Events, nil
}

// events is a list of events with their markets.
type events []Event

// Hold wants the markets of each, and a volume of those that were asked for by it: the busiest have one.
func (list *events) Hold() error {
	volumes := 0
	for _, e := range *list {
		if e.Markets == nil {
			return upstream.Lacks("[].markets")
		}
		if err := e.Hold(); err != nil {
			return err
		}

		for _, m := range e.Markets {
			if m.Volume24h != "" {
				volumes++
			}
		}
	}
	if volumes == 0 && len(*list) > 0 {
		return upstream.Lacks("[].markets[].volume24hr")
	}
	return nil
}

// Busiest are the open events with the largest volume of the last 24 hours.
func (c *Client) Busiest(ctx context.Context, limit int) ([]Event, error) {
	var page eventPage
	_, err := busiest(c.c, limit).JSON(ctx, &page)
	return page.Events, err
}

type eventPage struct {
	Events events `json:"events"`
}

// Hold holds what a reader of the list alone would.
func (p *eventPage) Hold() error { return p.Events.Hold() }

// busiest asks for open events by pages: the lists without are to be taken away (its header Sunset says 2026-05-01).
func busiest(c *upstream.Client, limit int) *upstream.Request {
	return c.Get("/events/keyset").
		Query("order", "volume24hr").
		Query("ascending", "false").
		Query("active", "true").
		Query("closed", "false").
		Query("limit", strconv.Itoa(limit))
}

// Listing asks for a page of the open events, the busiest first; cursor is empty for the first page.
func Listing(c *upstream.Client, cursor string) *upstream.Request {
	request := busiest(c, 50).Timeout(time.Minute)
	if cursor != "" {
		request = request.Query("after_cursor", cursor)
	}
	return request
}

// Page is an answer to [Listing]. Each of its events is the text of an [Event], so that an odd one spoils no others.
type Page struct {
	Events []json.RawMessage `json:"events"`
	Cursor string            `json:"next_cursor"` // null at the end
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
	if _, err := noRecord(request).JSON(ctx, &event); err != nil {
		return nil, err
	}
	if len(event.Markets) == 0 {
		return nil, upstream.BadResponse.Errorf("polymarket: an event without markets")
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
	return upstream.Read[Market](ctx, noRecord(request))
}

// ByCondition is the market of a condition id, open or closed; NotFound when there is none. A lookup leaves closed
// markets out unless it asks for them.
func (c *Client) ByCondition(ctx context.Context, id string) (*Market, error) {
	for _, closed := range []string{"", "true"} {
		var page marketPage
		request := c.c.Get("/markets/keyset").Query("condition_ids", id)
		if closed != "" {
			request = request.Query("closed", closed)
		}

		if _, err := request.JSON(ctx, &page); err != nil {
			return nil, err
		}

		for _, m := range page.Markets {
			if m.ConditionID == id {
				return &m, nil
			}
		}
	}
	return nil, &upstream.Error{Kind: upstream.NotFound, Provider: Provider.Name}
}

type marketPage struct {
	Markets markets `json:"markets"`
}

// Hold holds what a reader of the list alone would.
func (p *marketPage) Hold() error { return p.Markets.Hold() }

// noRecord declares the word of gamma for an event or a market that it does not have: a JSON error of the type
// "not found error".
func noRecord(r *upstream.Request) *upstream.Request {
	return r.NoRecord(http.StatusNotFound, upstream.Says("not found"))
}
