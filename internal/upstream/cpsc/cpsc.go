// Package cpsc reads recalls of consumer products from the Consumer Product Safety Commission.
package cpsc

import (
	"context"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the public service, which refuses the User-Agents of stock libraries.
var Provider = upstream.Provider{
	Name:          "cpsc",
	Undated:       true,
	BaseURL:       "https://www.saferproducts.gov/RestWebServices",
	Docs:          "https://www.cpsc.gov/Recalls/CPSC-Recalls-Application-Program-Interface-API-Information",
	Attribution:   "U.S. Consumer Product Safety Commission",
	Terms:         "public domain (US Government work)",
	Checked:       "recorded 2026-09, one recall; no match by descriptions of others",
	RatePerMinute: 60,
	Burst:         6,
	TTL:           6 * time.Hour,
	StaleFor:      24 * time.Hour,
	Timeout:       20 * time.Second,
	MaxBytes:      32 << 20,
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a recall of 2026.
func probe(ctx context.Context, u *upstream.Client) error {
	recalls, err := (&Client{u}).Recalls(ctx, "RecallNumber", "26639", time.Time{})
	return upstream.Has(recalls, err, "RecallID", "recall 10880", func(r Recall) bool { return r.ID == "10880" })
}

// Recall is a recall with its lists, including empty ones (recorded).
type Recall struct {
	ID       scalar.Text `json:"RecallID" contract:"key"`
	Number   scalar.Text `json:"RecallNumber,omitempty"` // as published: "26639"
	Date     scalar.Text `json:"RecallDate"`             // without a zone
	Title    string      `json:"Title"`
	URL      string      `json:"URL,omitempty"`
	Products []struct {
		Name  string      `json:"Name"`
		Units scalar.Text `json:"NumberOfUnits,omitempty"` // words: "About 52"
	} `json:"Products"`
	Hazards       []Named `json:"Hazards"`
	Injuries      []Named `json:"Injuries"`
	Remedies      []Named `json:"Remedies,omitempty"`
	Manufacturers []Named `json:"Manufacturers"`
	Importers     []Named `json:"Importers"`
	Distributors  []Named `json:"Distributors"`
	Retailers     []Named `json:"Retailers,omitempty"` // where and when it was sold, in a sentence
}

// Named is an entry of a list that is read by its name only.
type Named struct {
	Name string `json:"Name"`
}

// The fields that texts are looked for in, one a request.
const (
	InTitle   = "RecallTitle"
	InProduct = "ProductName"
)

// Recalls gives those whose field contains the text, also inside of words, and from the day on, if it is one. No match
// is an empty list.
func (c *Client) Recalls(ctx context.Context, field, text string, since time.Time) ([]Recall, error) {
	request := c.c.Get("/Recall").
		Query("format", "json").
		Query(field, text)
	if !since.IsZero() {
		request.Query("RecallDateStart", since.Format(time.DateOnly))
	}

	var list []Recall
	_, err := request.Check(func(resp *upstream.Response) error {
		var recalls []Recall
		if err := resp.JSON(&recalls); err != nil {
			return err
		}
		for i, recall := range recalls {
			if recall.ID == "" || recall.Title == "" || recall.Date.Day().IsZero() {
				return upstream.BadResponse.Errorf("recall %d has no number, title or day", i+1)
			}
		}
		return nil
	}).JSON(ctx, &list)
	return list, err
}
