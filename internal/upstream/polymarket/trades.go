package polymarket

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Trade is the taker's side of a match. The user's name and profile are left out.
type Trade struct {
	Token   string
	Side    string // BUY or SELL of the outcome
	Outcome string
	Index   int // of the outcome; -1 when it is not said
	Price   scalar.Text
	Size    scalar.Text
	Time    int64 // seconds since 1970
	Hash    string
}

type newTrade struct {
	Condition string      `json:"condition_id" asked:"condition"`
	Token     scalar.Text `json:"token_id,omitempty" contract:"key"`
	Side      string      `json:"side"`
	Outcome   string      `json:"outcome"`
	Index     *int        `json:"outcome_index,omitempty"`
	Price     scalar.Text `json:"price" contract:"fraction key"`
	Size      scalar.Text `json:"size" contract:"key"`
	Time      int64       `json:"timestamp" contract:"seconds"`
	Hash      string      `json:"transaction_hash,omitempty" contract:"key"`
}

type oldTrade struct {
	Condition string      `json:"conditionId" asked:"market"`
	Token     scalar.Text `json:"asset" contract:"key"` // it and the hash tell trades apart
	Side      string      `json:"side"`
	Outcome   string      `json:"outcome"`
	Index     *int        `json:"outcomeIndex,omitempty"`
	Price     scalar.Text `json:"price" contract:"fraction key"`
	Size      scalar.Text `json:"size" contract:"key"`
	Time      int64       `json:"timestamp" contract:"seconds"`
	Hash      string      `json:"transactionHash" contract:"key"`
}

// The two generations of a cursor: an older API answers where the newer does not.
const (
	newCursor = "n"
	oldCursor = "o"
)

// Trades are the latest trades of a market, newest first, each match once (the taker's side), and the cursor of those
// before them, "" when there are none.
func (c *Client) Trades(ctx context.Context, condition string, limit int, cursor string) ([]Trade, string, error) {
	generation, rest, _ := strings.Cut(cursor, ".")
	if generation == oldCursor {
		return c.oldTrades(ctx, condition, limit, rest)
	}
	trades, next, err := c.newTrades(ctx, condition, limit, rest)
	if err != nil && generation == "" && ctx.Err() == nil && !errors.Is(err, upstream.NotConfigured) {
		return c.oldTrades(ctx, condition, limit, "")
	}
	return trades, next, err
}

func (c *Client) newTrades(ctx context.Context, condition string, limit int, cursor string) ([]Trade, string, error) {
	var body struct {
		Data       []newTrade `json:"data,omitempty"` // null where there are none (documented)
		Pagination page       `json:"pagination"`
	}
	request := c.c.Get("/v2/trades").
		On(dataHost).
		Query("condition", condition).
		Query("taker_only", "true").
		Query("limit", strconv.Itoa(limit))
	if cursor != "" {
		request = request.Query("cursor", cursor)
	}
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, "", err
	}

	return each.Of(body.Data, func(t newTrade) Trade {
		return Trade{
			string(t.Token), t.Side, t.Outcome, index(t.Index), t.Price, t.Size, t.Time, t.Hash,
		}
	}), body.Pagination.next(newCursor), nil
}

func (c *Client) oldTrades(ctx context.Context, condition string, limit int, offset string) ([]Trade, string, error) {
	from, err := strconv.Atoi(offset)
	if offset != "" && (err != nil || from < 0) {
		return nil, "", upstream.Invalid.Errorf("polymarket: not a cursor")
	}
	var list []oldTrade
	request := c.c.Get("/trades").
		On(dataHost).
		Query("market", condition).
		Query("takerOnly", "true").
		Query("limit", strconv.Itoa(limit)).
		Query("offset", strconv.Itoa(from))
	if _, err := request.JSON(ctx, &list); err != nil {
		return nil, "", err
	}

	trades := make([]Trade, 0, len(list))
	for _, t := range list {
		trades = append(trades, Trade{
			string(t.Token), t.Side, t.Outcome, index(t.Index), t.Price, t.Size, t.Time, t.Hash,
		})
	}
	next := ""
	if len(trades) >= limit {
		next = oldCursor + "." + strconv.Itoa(from+len(trades))
	}
	return trades, next, nil
}

func index(i *int) int {
	if i == nil {
		return -1
	}
	return *i
}

type page struct {
	More bool   `json:"has_more"`
	Next string `json:"next_cursor,omitempty"`
}

func (p page) next(generation string) string {
	if !p.More || p.Next == "" {
		return ""
	}
	return generation + "." + p.Next
}

// Point is a price at a time.
type Point struct {
	Time  int64 // seconds since 1970
	Price float64
}

// History is the price of an outcome over an interval ("1h", "6h", "1d", "1w", "1m" for a month, "max"), oldest first,
// in steps of that length; truncated is true where it has more points than are read.
func (c *Client) History(
	ctx context.Context, token, interval string, step time.Duration,
) (points []Point, truncated bool, err error) {
	points, truncated, err = c.newHistory(ctx, token, interval, step)
	if err == nil && len(points) > 0 || errors.Is(err, upstream.NotConfigured) || ctx.Err() != nil {
		return points, truncated, err
	}
	old, oldErr := c.oldHistory(ctx, token, interval, step)
	switch {
	case oldErr == nil:
		return old, false, nil
	case err == nil:
		return points, truncated, nil // it answered, with nothing
	}
	return nil, false, oldErr
}

// maxHistoryPages bounds the pages of a history.
const maxHistoryPages = 4

func (c *Client) newHistory(
	ctx context.Context, token, interval string, step time.Duration,
) (points []Point, truncated bool, err error) {
	cursor := ""
	for range maxHistoryPages {
		var body struct {
			Data []struct {
				Time  int64       `json:"timestamp" contract:"seconds key"`
				Price scalar.Text `json:"price"`
			} `json:"data,omitempty"` // null where there are none
			Pagination page `json:"pagination"`
		}
		request := c.c.Get("/v2/prices-history").
			On(dataHost).
			Query("token_id", token).
			Query("interval", interval).
			Query("bucket_seconds", strconv.Itoa(int(step/time.Second))).
			TTL(time.Minute)
		if cursor != "" {
			request = request.Query("cursor", cursor)
		}
		if _, err := request.JSON(ctx, &body); err != nil {
			return nil, false, err
		}
		for _, p := range body.Data {
			if price, ok := p.Price.Number(); ok {
				points = append(points, Point{p.Time, price})
			}
		}
		if !body.Pagination.More || body.Pagination.Next == "" {
			return points, false, nil
		}
		cursor = body.Pagination.Next
	}

	return points, true, nil
}

func (c *Client) oldHistory(ctx context.Context, token, interval string, step time.Duration) ([]Point, error) {
	var body struct {
		History []struct {
			Time  int64   `json:"t" contract:"seconds key"`
			Price float64 `json:"p"`
		} `json:"history"`
	}

	request := c.c.Get("/prices-history").
		On(clobHost).
		Query("market", token).
		Query("interval", interval).
		Query("fidelity", strconv.Itoa(max(1, int(step/time.Minute)))).
		TTL(time.Minute)
	if _, err := request.JSON(ctx, &body); err != nil {
		return nil, err
	}

	points := make([]Point, 0, len(body.History))
	for _, p := range body.History {
		points = append(points, Point{p.Time, p.Price})
	}

	return points, nil
}
