// Package usitc reads the Harmonized Tariff Schedule of the United States (HTS) from the U.S. International Trade
// Commission.
package usitc

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the schedule's search, which needs no key. It returns the release in force.
var Provider = upstream.Provider{
	Name:          "usitc_hts",
	BaseURL:       "https://hts.usitc.gov/reststop",
	Docs:          "https://www.usitc.gov/documents/hts_external_user_guide.pdf",
	Attribution:   "U.S. International Trade Commission, Harmonized Tariff Schedule of the United States",
	Terms:         "public domain",
	Checked:       "recorded 2026-04 and 2026-09, cut",
	RatePerMinute: 120,
	Burst:         10,
	TTL:           24 * time.Hour,
	StaleFor:      3 * 24 * time.Hour,
	MaxBytes:      16 << 20,
	Timeout:       15 * time.Second,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for the tariff line of printed circuits.
func probe(ctx context.Context, u *upstream.Client) error {
	lines, err := (&Client{u}).Search(ctx, "8534")
	return upstream.Has(lines, err, "htsno", "8534.00.00", func(l Line) bool { return l.Code == "8534.00.00" })
}

// Line is a line of the schedule as printed. Every line has all members; omitted ones are "" and inherited from the
// line above.
type Line struct {
	Code        string      `json:"htsno"`       // "8534.00.00", "" for a line that only bears a text
	Description scalar.Text `json:"description"` // may hold markup
	Units       []string    `json:"units" contract:"nullable"`
	General     scalar.Text `json:"general"`                       // column 1, general rate
	Special     scalar.Text `json:"special"`                       // column 1, special rates with the symbols of their programmes
	Other       scalar.Text `json:"other"`                         // column 2
	Footnotes   []Footnote  `json:"footnotes" contract:"nullable"` // null or [] if there are none
}

// Footnote is a note to some columns of a line.
type Footnote struct {
	Text scalar.Text `json:"value"`
}

// Heading is a line of chapter 99: an addition to a duty, or a replacement.
type Heading struct {
	Code        string      `json:"htsno"`
	Description scalar.Text `json:"description"`
	General     scalar.Text `json:"general"`
}

// Digits are the code without its dots.
func (l Line) Digits() string { return strings.ReplaceAll(l.Code, ".", "") }

// Search finds lines by words or by a code; a code also finds the lines below it. There are no pages.
func (c *Client) Search(ctx context.Context, keyword string) ([]Line, error) {
	return read[lines](ctx, c.search(keyword))
}

// Headings finds lines of chapter 99 by code.
func (c *Client) Headings(ctx context.Context, code string) ([]Heading, error) {
	return read[[]Heading](ctx, c.search(code))
}

func (c *Client) search(keyword string) *upstream.Request {
	return c.c.Get("/search").Query("keyword", keyword)
}

// Range is the part of the schedule from one four-digit heading to another.
func (c *Client) Range(ctx context.Context, from, to string) ([]Line, error) {
	return read[lines](ctx, c.c.Get("/exportList").Query("from", from).Query("to", to).
		Query("format", "JSON").Query("styles", "false"))
}

func read[T any](ctx context.Context, request *upstream.Request) (found T, err error) {
	_, err = request.JSON(ctx, &found)
	return found, err
}

// lines are the schedule's answer.
type lines []Line

// Hold checks that each line has a code or a text.
func (list *lines) Hold() error {
	for i, l := range *list {
		if l.Code == "" && l.Description == "" {
			return fmt.Errorf("line %d has neither a code nor a text", i+1)
		}
	}
	return nil
}
