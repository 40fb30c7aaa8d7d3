// Package epss reads the Exploit Prediction Scoring System: how likely a CVE is to be exploited within 30 days (FIRST,
// model 5 since 2026-06-15).
package epss

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the public API, which needs no key. Scores are made once a day.
var Provider = upstream.Provider{
	Name:          "epss",
	Undated:       true,
	BaseURL:       "https://api.first.org/data/v1",
	Docs:          "https://www.first.org/epss/api",
	Attribution:   "EPSS, FIRST.Org (first.org/epss)",
	Terms:         "https://www.first.org/epss/ (free with attribution)",
	Checked:       "recorded 2024-01",
	RatePerMinute: 600,
	TTL:           2 * time.Hour,
	StaleFor:      48 * time.Hour,
}

// MaxIDs is how many ids one call of Scores may have: the API gives pages of 100 and takes lists of up to 2,000
// characters.
const MaxIDs = 70

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the score of a vulnerability of 2021.
func probe(ctx context.Context, u *upstream.Client) error {
	scores, err := (&Client{u}).Scores(ctx, "CVE-2021-40438")
	return upstream.Fact(err, "data", "1", func() any { return len(scores) })
}

// Score is a prediction.
type Score struct {
	Probability float64 // of being exploited within 30 days, 0 to 1
	Percentile  float64 // the part of all CVEs with the same or a lower score, 0 to 1
	Date        string  // YYYY-MM-DD
}

// page is what the API answers.
type page struct {
	Status status `json:"status"`
	Total  int    `json:"total"`
	Data   []struct {
		CVE         string `json:"cve" asked:"cve"`
		Probability string `json:"epss" contract:"fraction"`
		Percentile  string `json:"percentile" contract:"fraction"`
		Date        string `json:"date" contract:"past"`
	} `json:"data" counted:"total"`
}

type status string

// Words are OK alone: the others tell of failures.
func (status) Words() []string { return []string{"OK"} }

// Scores are the predictions for CVE ids in upper case, at most MaxIDs; those that the model has none for are missing.
func (c *Client) Scores(ctx context.Context, ids ...string) (map[string]Score, error) {
	if len(ids) == 0 || len(ids) > MaxIDs {
		return nil, upstream.Invalid.Errorf("epss: %d ids, want 1 to %d", len(ids), MaxIDs)
	}

	var page page
	if _, err := c.c.Get("/epss").Query("cve", strings.Join(ids, ",")).JSON(ctx, &page); err != nil {
		return nil, err
	}

	scores := make(map[string]Score, len(page.Data))
	for _, d := range page.Data {
		probability, err := part(d.Probability)
		if err != nil {
			return nil, err
		}
		percentile, err := part(d.Percentile)
		if err != nil {
			return nil, err
		}
		scores[d.CVE] = Score{
			Probability: probability,
			Percentile:  percentile,
			Date:        d.Date,
		}
	}

	return scores, nil
}

func part(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= 1) {
		return 0, upstream.BadResponse.Errorf("epss: a score that is not between 0 and 1")
	}
	return x, nil
}
