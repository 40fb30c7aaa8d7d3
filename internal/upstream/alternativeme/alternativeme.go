// Package alternativeme reads the Crypto Fear & Greed Index of alternative.me: one value a day, from 0 (extreme fear) to 100
// (extreme greed), made of bitcoin's volatility, volume, dominance, search interest and social media.
package alternativeme

import (
	"context"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
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

// answer is the body. All numbers are texts; a failure is HTTP 200 with an error text.
type answer struct {
	Data []struct {
		Value          string `json:"value"`
		Classification string `json:"value_classification"`
		Timestamp      string `json:"timestamp"`
	} `json:"data"`
	Metadata struct {
		Error *string `json:"error,omitempty"`
	} `json:"metadata,omitempty"`
}

// FearGreed are the points of the last days, newest first, at most days of them and at least one.
func (c *Client) FearGreed(ctx context.Context, days int) ([]Point, error) {
	r, err := c.c.Get("/fng/").Query("limit", strconv.Itoa(days)).Query("format", "json").Check(func(r *upstream.Response) error {
		_, err := parse(r)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}
	points, err := parse(r)
	if err != nil {
		return nil, err
	}
	return points[:min(len(points), days)], nil
}

func parse(r *upstream.Response) ([]Point, error) {
	var a answer
	if err := upstream.Decode(r.Body, &a); err != nil {
		return nil, err
	}
	if a.Metadata.Error != nil && *a.Metadata.Error != "" {
		return nil, upstream.Unavailable.Errorf("the answer holds an error instead of the index")
	}
	if len(a.Data) == 0 {
		return nil, upstream.BadResponse.Errorf("the answer holds no value of the index")
	}

	points := make([]Point, len(a.Data))
	for i, d := range a.Data {
		value, err := strconv.Atoi(d.Value)
		if err != nil || value < 0 || value > 100 {
			return nil, upstream.BadResponse.Errorf("value %d of the index is not a whole number from 0 to 100", i)
		}
		seconds, err := strconv.ParseInt(d.Timestamp, 10, 64)
		if err != nil || seconds < 0 || seconds > 1<<36 {
			return nil, upstream.BadResponse.Errorf("time %d of the index is not in Unix seconds", i)
		}
		if d.Classification == "" {
			return nil, upstream.BadResponse.Errorf("value %d of the index has no classification", i)
		}
		points[i] = Point{Value: value, Classification: d.Classification, Day: time.Unix(seconds, 0).UTC()}
	}

	return points, nil
}
