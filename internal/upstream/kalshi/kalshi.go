// Package kalshi reads the public market data of Kalshi, a US exchange of event contracts.
package kalshi

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the trade API, whose reads need no key.
var Provider = upstream.Provider{
	Name:          "kalshi",
	Undated:       true,
	BaseURL:       "https://external-api.kalshi.com/trade-api/v2",
	Docs:          "https://docs.kalshi.com",
	Attribution:   "Kalshi",
	Terms:         "https://kalshi.com/developer-agreement",
	Checked:       "recorded 2026-08",
	RatePerMinute: 600,
	Burst:         20,
	TTL:           15 * time.Second,
	StaleFor:      -1, // an old price is worse than none
	Timeout:       8 * time.Second,
	MaxBytes:      48 << 20, // 200 events with their markets
}

// Statuses of a market.
const (
	Initialized = "initialized" // not open yet
	Active      = "active"
	Inactive    = "inactive" // trading is paused
	Closed      = "closed"   // past its close, not determined
	Determined  = "determined"
	Disputed    = "disputed"
	Amended     = "amended" // determined again after a dispute
	Finalized   = "finalized"
)

// MaxTickers is how many markets one call of [Client.Markets] may name: more would make the URL too long.
const MaxTickers = 100

// Event is a group of markets about one thing.
type Event struct {
	Ticker            string   `json:"event_ticker" asked:"/events/{}"`
	Title             string   `json:"title"`
	Category          string   `json:"category,omitempty"`
	MutuallyExclusive bool     `json:"mutually_exclusive"`
	Markets           []Market `json:"markets,omitempty"` // beside the event where it was asked for alone
}

// Market is a contract that pays a dollar when its Yes comes true. Prices are in dollars; fields that end in FP are
// numbers of contracts.
type Market struct {
	Ticker      string `json:"ticker" contract:"key said" asked:"/markets/{} /historical/markets/{}"`
	EventTicker string `json:"event_ticker" asked:"/events/{}"`
	Title       string `json:"title"` // empty where that of the event says it
	YesSubTitle string `json:"yes_sub_title"`
	Status      string `json:"status" contract:"said"`
	Result      string `json:"result"` // yes, no, scalar, void, or empty

	OpenTime       string `json:"open_time"`
	CloseTime      string `json:"close_time"`
	SettlementTime string `json:"settlement_ts,omitempty"`
	UpdatedTime    string `json:"updated_time,omitempty"`

	YesBid     scalar.Text `json:"yes_bid_dollars" contract:"fraction"`
	YesAsk     scalar.Text `json:"yes_ask_dollars" contract:"fraction"`
	Last       scalar.Text `json:"last_price_dollars" contract:"fraction"`
	Previous   scalar.Text `json:"previous_price_dollars,omitempty" contract:"fraction"` // a day ago; 0 without a trade
	Settlement scalar.Text `json:"settlement_value_dollars,omitempty"`
	YesBidSize scalar.Text `json:"yes_bid_size_fp,omitempty"`
	YesAskSize scalar.Text `json:"yes_ask_size_fp,omitempty"`
	VolumeFP   scalar.Text `json:"volume_fp"`        // contracts traded so far
	Volume24FP scalar.Text `json:"volume_24h_fp"`    // in the last 24 hours
	InterestFP scalar.Text `json:"open_interest_fp"` // contracts outstanding

	RulesPrimary   string `json:"rules_primary,omitempty"`
	RulesSecondary string `json:"rules_secondary,omitempty"`
}

func number(v scalar.Text) *float64 {
	if n, ok := v.Number(); ok {
		return &n
	}
	return nil
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a market that is open until 2099.
func probe(ctx context.Context, u *upstream.Client) error {
	market, err := (&Client{u}).Market(ctx, "KXELONMARS-99")
	return upstream.Fact(err, "market.ticker", "KXELONMARS-99", func() any { return market.Ticker })
}

// Upstream is the client of the provider, for a list that is kept of it.
func (c *Client) Upstream() *upstream.Client { return c.c }

// Market is a market by its ticker. Those settled some months ago have moved to another place, which is asked second.
func (c *Client) Market(ctx context.Context, ticker string) (*Market, error) {
	market, err := c.market(ctx, noRecord(c.c.Get("/markets/{}", ticker)))
	if errors.Is(err, upstream.NotFound) {
		return c.market(ctx, noRecord(c.c.Get("/historical/markets/{}", ticker)))
	}
	return market, err
}

func (c *Client) market(ctx context.Context, request *upstream.Request) (*Market, error) {
	var body struct {
		Market Market `json:"market"`
	}
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return &body.Market, nil
}

// Markets are up to [MaxTickers] markets by their tickers, in no order; those that do not exist are left out.
func (c *Client) Markets(ctx context.Context, tickers []string) ([]Market, error) {
	if len(tickers) == 0 {
		return nil, nil
	}
	var body struct {
		Markets []Market `json:"markets"`
	}
	request := c.c.Get("/markets").Query("tickers", strings.Join(tickers, ","))
	if len(tickers) > 1 {
		request = request.Query("limit", strconv.Itoa(len(tickers)))
	}
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return body.Markets, nil
}

// Event is an event with its markets.
func (c *Client) Event(ctx context.Context, ticker string) (*Event, error) {
	var body struct {
		Event   Event    `json:"event"`
		Markets []Market `json:"markets,omitempty"` // if they are not in the event
	}
	request := noRecord(c.c.Get("/events/{}", ticker).Query("with_nested_markets", "true"))
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}

	if len(body.Event.Markets) == 0 {
		body.Event.Markets = body.Markets
	}
	if len(body.Event.Markets) == 0 {
		return nil, upstream.BadResponse.Errorf("kalshi: an event without markets")
	}
	return &body.Event, nil
}

// Trade is a match of two orders.
type Trade struct {
	ID      string      `json:"trade_id" contract:"key"`
	Ticker  string      `json:"ticker" asked:"ticker"`
	Time    time.Time   `json:"created_time" contract:"past"`
	Yes     scalar.Text `json:"yes_price_dollars" contract:"fraction"`
	No      scalar.Text `json:"no_price_dollars" contract:"fraction"`
	CountFP scalar.Text `json:"count_fp"`
	Taker   string      `json:"taker_outcome_side" contract:"said"` // the side that the taker bought: yes or no
	Block   *bool       `json:"is_block_trade,omitempty"`
}

// Count is the number of contracts.
func (t Trade) Count() *float64 { return number(t.CountFP) }

// archived begins the cursors of the archive, which no cursor of the venue does.
const archived = "old."

// Trades are the latest trades of a market, newest first, and the cursor of those before them, "" when there are none.
//
// The venue keeps trades from before a cutoff, which is some months back, in an archive: where the recent ones end, the
// archive goes on. That the archive does not answer is an error only where there is nothing else; otherwise the cursor
// asks for it again.
func (c *Client) Trades(ctx context.Context, ticker string, limit int, cursor string) ([]Trade, string, error) {
	if rest, ok := strings.CutPrefix(cursor, archived); ok {
		return c.archive(ctx, ticker, limit, rest)
	}
	recent, next, err := c.trades(ctx, "/markets/trades", ticker, limit, cursor)
	switch {
	case err != nil || next != "":
		return recent, next, err
	case len(recent) >= limit:
		return recent, archived, nil
	}

	older, next, err := c.archive(ctx, ticker, limit-len(recent), "")
	if err != nil && len(recent) > 0 {
		return recent, archived, nil
	}
	for _, trade := range older {
		if !slices.ContainsFunc(recent, func(t Trade) bool { return t.ID == trade.ID }) {
			recent = append(recent, trade)
		}
	}
	return recent, next, err
}

func (c *Client) archive(ctx context.Context, ticker string, limit int, cursor string) ([]Trade, string, error) {
	trades, next, err := c.trades(ctx, "/historical/trades", ticker, limit, cursor)
	if next != "" {
		next = archived + next
	}
	return trades, next, err
}

func (c *Client) trades(ctx context.Context, path, ticker string, limit int, cursor string) ([]Trade, string, error) {
	var body struct {
		Trades []Trade `json:"trades"`
		Cursor string  `json:"cursor"`
	}
	request := c.c.Get(path).Query("ticker", ticker).Query("limit", strconv.Itoa(limit))
	if cursor != "" {
		request = request.Query("cursor", cursor)
	}
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, "", err
	}
	return body.Trades, body.Cursor, nil
}

// Candle is what happened within a period: trades, and where the best quotes stood at its end.
type Candle struct {
	End   int64 `json:"end_period_ts" contract:"key seconds"` // seconds since 1970
	Price ohlc  `json:"price"`
	Bid   ohlc  `json:"yes_bid"`
	Ask   ohlc  `json:"yes_ask"`
}

// ohlc is where a price stood in a period: empty in one without trades, or without quotes. The members without dollars
// in their names are in dollars of old markets, and in cents beside the others.
type ohlc struct {
	OpenDollars  scalar.Text `json:"open_dollars,omitempty"`
	Open         scalar.Text `json:"open,omitempty"`
	CloseDollars scalar.Text `json:"close_dollars,omitempty"`
	Plain        scalar.Text `json:"close,omitempty"`
}

// UnmarshalJSON wants the end of what has a beginning, in dollars.
func (o *ohlc) UnmarshalJSON(raw []byte) error {
	type plain ohlc
	if err := upstream.Decode(raw, (*plain)(o)); err != nil {
		return err
	}
	begins := o.OpenDollars+o.Open+o.Plain != ""
	if begins && o.number() == nil {
		return upstream.Lacks("close_dollars")
	}
	return nil
}

func (o ohlc) number() *float64 {
	if n, ok := o.CloseDollars.Number(); ok {
		return &n
	}
	if n, ok := o.Plain.Number(); ok && strings.Contains(string(o.Plain), ".") {
		return &n
	}
	return nil
}

// Close is the price of the period's last trade, nil when there was none.
func (c Candle) Close() *float64 { return c.Price.number() }

// Quotes are the best bid and ask at the end of the period.
func (c Candle) Quotes() (bid, ask *float64) { return c.Bid.number(), c.Ask.number() }

// Periods of candles.
const (
	Minute = time.Minute
	Hour   = time.Hour
	Day    = 24 * time.Hour
)

// Candles are those of a market between two times, oldest first; period is Minute, Hour or Day.
func (c *Client) Candles(
	ctx context.Context, ticker string, from, to time.Time, period time.Duration,
) ([]Candle, error) {
	var body struct {
		Markets []struct {
			Ticker  string   `json:"market_ticker"`
			Candles []Candle `json:"candlesticks"`
		} `json:"markets"`
	}

	request := c.window(c.c.Get("/markets/candlesticks").Query("market_tickers", ticker), from, to, period)
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}

	for _, m := range body.Markets {
		if m.Ticker == ticker {
			return m.Candles, nil
		}
	}

	return nil, nil
}

// OldCandles are those of a market that was settled some months ago.
func (c *Client) OldCandles(
	ctx context.Context, ticker string, from, to time.Time, period time.Duration,
) ([]Candle, error) {
	var body struct {
		Candles []Candle `json:"candlesticks"`
	}
	request := c.window(c.c.Get("/historical/markets/{}/candlesticks", ticker), from, to, period)
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}
	return body.Candles, nil
}

func (c *Client) window(r *upstream.Request, from, to time.Time, period time.Duration) *upstream.Request {
	return r.
		Query("start_ts", strconv.FormatInt(from.Unix(), 10)).
		Query("end_ts", strconv.FormatInt(to.Unix(), 10)).
		Query("period_interval", strconv.Itoa(int(period/time.Minute))).
		TTL(time.Minute)
}

// Listing asks for a page of the open events with their markets; cursor is empty for the first.
func Listing(c *upstream.Client, cursor string) *upstream.Request {
	request := c.Get("/events").
		Query("status", "open").
		Query("with_nested_markets", "true").
		Query("limit", "200").
		Timeout(time.Minute)
	if cursor != "" {
		request = request.Query("cursor", cursor)
	}
	return request
}

// Page is an answer to [Listing].
type Page struct {
	Events []Event `json:"events"`
	Cursor string  `json:"cursor"`
}

// noRecord declares the venue's word for a market or an event that it does not have: a JSON error with that code.
func noRecord(r *upstream.Request) *upstream.Request {
	return r.NoRecord(http.StatusNotFound, upstream.Says("not_found"))
}
