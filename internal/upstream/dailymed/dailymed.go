// Package dailymed reads labels of drugs from DailyMed, where the National Library of Medicine publishes those that
// companies file with the FDA.
package dailymed

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the API, which needs no key.
var Provider = upstream.Provider{
	Name:          "dailymed",
	BaseURL:       "https://dailymed.nlm.nih.gov/dailymed/services/v2",
	Docs:          "https://dailymed.nlm.nih.gov/dailymed/app-support-web-services.cfm",
	Attribution:   "DailyMed, U.S. National Library of Medicine",
	Terms:         "https://dailymed.nlm.nih.gov/dailymed/about-dailymed.cfm",
	Checked:       "recorded 2026: two searches; labels as the standard of structured product labeling has them",
	RatePerMinute: 120,
	Burst:         10,
	TTL:           24 * time.Hour,
	StaleFor:      14 * 24 * time.Hour,
	Timeout:       12 * time.Second,
	Retries:       1,
}

const maxLabel = 16 << 20

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the labels of lisinopril.
func probe(ctx context.Context, u *upstream.Client) error {
	entries, err := (&Client{u}).Search(ctx, "lisinopril", 20)
	return upstream.Has(entries, err, "data", "a label of lisinopril", func(e Entry) bool {
		return strings.Contains(strings.ToLower(e.Title), "lisinopril")
	})
}

// Entry is a label in a list.
type Entry struct {
	SetID     string `json:"setid"`
	Version   int    `json:"spl_version,omitempty"`
	Published string `json:"published_date,omitempty"` // Aug 12, 2026; the label itself has a date too
	Title     string `json:"title"`                    // SILIQ (BRODALUMAB) INJECTION [BAUSCH HEALTH US LLC]
}

// Day is the day of publication, "" when it is not written as one.
func (e Entry) Day() string {
	day, err := time.Parse("Jan 2, 2006", e.Published)
	if err != nil {
		return ""
	}
	return day.Format(time.DateOnly)
}

// Parts are the parts of the title: the name that the product is sold under with its form, the generic name in round
// brackets, which may be missing, and the labeler in square ones.
func (e Entry) Parts() (name, generic, form, labeler string) {
	title := e.Title
	if at := strings.LastIndexByte(title, '['); at >= 0 {
		labeler = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(title[at+1:]), "]"))
		title = title[:at]
	}
	if open := strings.IndexByte(title, '('); open >= 0 {
		if end := strings.LastIndexByte(title, ')'); end > open {
			return strings.TrimSpace(title[:open]), strings.TrimSpace(title[open+1 : end]),
				strings.TrimSpace(title[end+1:]), labeler
		}
	}
	return strings.TrimSpace(title), "", "", labeler
}

// Search gives the labels whose names hold a text, newest first, or [upstream.NotFound]. The text may be part of a
// word: SILIQ finds SILIQUASTRUM.
func (c *Client) Search(ctx context.Context, name string, limit int) ([]Entry, error) {
	type body struct {
		Data     []Entry `json:"data"`
		Metadata struct {
			Total int `json:"total_elements,omitempty"`
		} `json:"metadata,omitempty"` // says only how many there are
	}

	var came body
	request := c.c.Get("/spls.json").Query("drug_name", name).Query("pagesize", strconv.Itoa(limit))
	_, err := request.Check(func(resp *upstream.Response) error {
		var b body
		if err := resp.JSON(&b); err != nil {
			return err
		}
		switch {
		case len(b.Data) > 0:
			return nil
		case b.Metadata.Total > 0:
			return upstream.BadResponse.Errorf("none of %d labels is given", b.Metadata.Total)
		}
		return upstream.NotFound.Errorf("no label of this name")
	}).JSON(ctx, &came)

	return came.Data, err
}

// Label gives the label of a set identifier, which is that of an entry.
func (c *Client) Label(ctx context.Context, setID string) (*Label, error) {
	var label document
	_, err := c.c.Get("/spls/{}", setID+".xml").MaxBytes(maxLabel).Check(func(resp *upstream.Response) error {
		var came document
		if err := resp.XML(&came); err != nil {
			return err
		}
		if !strings.EqualFold(came.SetID.Root, setID) {
			return upstream.BadResponse.Errorf("an answer that is not the label asked for")
		}
		if len(came.Sections) == 0 {
			return upstream.BadResponse.Errorf("a label without sections")
		}
		return nil
	}).XML(ctx, &label)
	if err != nil {
		return nil, err
	}

	return label.read(), nil
}
