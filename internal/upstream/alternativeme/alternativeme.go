// Package alternativeme reads the Crypto Fear & Greed Index of alternative.me: one value a day, from 0 (extreme fear) to 100
// (extreme greed), made of bitcoin's volatility, volume, dominance, search interest and social media.
package alternativeme

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which needs no key. Its terms ask that the source be named beside the data.
var Provider = upstream.Provider{
	Name:          "alternative-me",
	BaseURL:       "https://api.alternative.me",
	Docs:          "https://alternative.me/crypto/fear-and-greed-index/#api",
	Attribution:   "Crypto Fear & Greed Index by alternative.me",
	Terms:         "https://alternative.me/crypto/fear-and-greed-index/",
	Checked:       "recorded 2026-11",
	RatePerMinute: 60,
	Burst:         10,
	TTL:           30 * time.Minute,
	StaleFor:      12 * time.Hour,
	MaxBytes:      1 << 20,
	Timeout:       6 * time.Second,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the index of the last two days.
func probe(ctx context.Context, u *upstream.Client) error {
	points, err := (&Client{u}).FearGreed(ctx, 2)
	return upstream.Fact(err, "data", "2", func() any { return len(points) })
}

// Point is the index of one day.
type Point struct {
	Value          int       // 0 to 100
	Classification string    // as the provider words it: "Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"
	Day            time.Time // 00:00 UTC of the day
}

// answer is the body. All numbers are texts; a failure is HTTP 200 with an error text.
type answer struct {
	Data []point `json:"data"`
}

type point struct {
	Value          scalar.Int     `json:"value"`
	Classification classification `json:"value_classification"`
	Timestamp      scalar.Int     `json:"timestamp" contract:"seconds"`
}

type classification string

// Words are the provider's.
func (classification) Words() []string {
	return []string{"Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"}
}

// Hold sees that there are points, and that they are in the bounds of the index.
func (a *answer) Hold() error {
	if len(a.Data) == 0 {
		return upstream.Lacks("data")
	}
	for i, d := range a.Data {
		if d.Value < 0 || d.Value > 100 {
			return fmt.Errorf("value %d of the index is not from 0 to 100", i)
		}
		if d.Timestamp < 0 || d.Timestamp > 1<<36 {
			return fmt.Errorf("time %d of the index is not in Unix seconds", i)
		}
	}
	return nil
}

// FearGreed are the points of the last days, newest first, at most days of them and at least one.
func (c *Client) FearGreed(ctx context.Context, days int) ([]Point, error) {
	var a answer
	_, err := c.c.Get("/fng/").
		Query("limit", strconv.Itoa(days)).
		Query("format", "json").
		Refusal(refusal).
		JSON(ctx, &a)
	if err != nil {
		return nil, err
	}

	return each.Of(a.Data[:min(len(a.Data), days)], func(d point) Point {
		return Point{
			Value:          int(d.Value),
			Classification: string(d.Classification),
			Day:            time.Unix(int64(d.Timestamp), 0).UTC(),
		}
	}), nil
}

// refusal reads a failure with status 200.
func refusal(resp *upstream.Response) error {
	var said struct {
		Metadata struct {
			Error string `json:"error"`
		} `json:"metadata"`
	}
	if resp.JSON(&said) == nil && said.Metadata.Error != "" {
		return upstream.Unavailable.Errorf("the answer holds an error instead of the index")
	}
	return nil
}
