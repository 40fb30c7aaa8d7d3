// Package alternativeme reads the Crypto Fear & Greed Index of alternative.me: one value a day, from 0 (extreme fear) to 100
// (extreme greed), made of bitcoin's volatility, volume, dominance, search interest and social media.
package alternativeme

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public API, which needs no key. Its terms ask that the source be named beside the data.
var Provider = upstream.Provider{
	Name: "alternative-me", BaseURL: "https://api.alternative.me", Docs: "https://alternative.me/crypto/fear-and-greed-index/#api",
	Attribution: "Crypto Fear & Greed Index by alternative.me", Terms: "https://alternative.me/crypto/fear-and-greed-index/",
	Checked: "recorded 2026-11", RatePerMinute: 60, Burst: 10, TTL: 30 * time.Minute, StaleFor: 12 * time.Hour, MaxBytes: 1 << 20, Timeout: 6 * time.Second,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.Client(Provider)} }

// Point is the index of one day.
type Point struct {
	Value          int       // 0 to 100
	Classification string    // as the provider words it: "Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"
	Day            time.Time // 00:00 UTC of the day
}

// answer is the body. All numbers are texts.
type answer struct {
	Data []struct {
		Value          scalar.Int     `json:"value"`
		Classification classification `json:"value_classification"`
		Timestamp      scalar.Int     `json:"timestamp"` // Unix seconds
	} `json:"data"`
}

type classification string

// Words are the grades of the index.
func (classification) Words() []string {
	return []string{"Extreme Fear", "Fear", "Neutral", "Greed", "Extreme Greed"}
}

// Hold wants values within the index, at least one.
func (a *answer) Hold() error {
	if len(a.Data) == 0 {
		return upstream.Lacks("data[]")
	}
	for _, d := range a.Data {
		switch {
		case d.Value < 0 || d.Value > 100:
			return &upstream.Drift{Member: "data[].value", Expected: "0 to 100", Got: "another number"}
		case d.Timestamp < 0 || d.Timestamp > 1<<36:
			return &upstream.Drift{Member: "data[].timestamp", Expected: "Unix seconds", Got: "another number"}
		}
	}
	return nil
}

// FearGreed are the points of the last days, newest first, at most days of them and at least one.
func (c *Client) FearGreed(ctx context.Context, days int) ([]Point, error) {
	var came answer
	request := c.c.Get("/fng/").Query("limit", strconv.Itoa(days)).Query("format", "json")
	if _, err := request.Refusal(refusal).JSON(ctx, &came); err != nil {
		return nil, err
	}

	points := make([]Point, min(len(came.Data), days))
	for i := range points {
		d := came.Data[i]
		points[i] = Point{
			Value:          int(d.Value),
			Classification: string(d.Classification),
			Day:            time.Unix(int64(d.Timestamp), 0).UTC(),
		}
	}
	return points, nil
}

// refusal reads a failure, which has HTTP status 200 too.
func refusal(r *upstream.Response) error {
	var body struct {
		Metadata struct {
			Error string `json:"error"`
		} `json:"metadata"`
	}
	if err := r.JSON(&body); err != nil {
		return err
	}
	if body.Metadata.Error != "" {
		return upstream.Unavailable.Errorf("the answer holds an error instead of the index")
	}
	return nil
}
