// Package usitc reads the Harmonized Tariff Schedule of the United States (HTS) from the U.S. International Trade
// Commission.
package usitc

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the schedule's search, which needs no key. It gives the release in force.
var Provider = upstream.Provider{
	Name:          "usitc_hts",
	Undeclared:    true,
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
func New(pool *upstream.Pool) *Client {
	c := &Client{pool.Client(Provider)}
	c.c.Probe(c.probe)
	return c
}

// Line is a line of the schedule as it is printed. What a line does not print it has from the line above it with a
// smaller Indent.
type Line struct {
	Code        string // "8534.00.00", "" for a line that only bears a text
	Indent      int
	Description string // may hold markup
	Units       []string
	General     string // column 1, general rate
	Special     string // column 1, special rates with the symbols of their programmes
	Other       string // column 2
	Footnotes   []Footnote
}

// Footnote is a note to some columns of a line.
type Footnote struct {
	Columns []string
	Text    string
}

// Digits are the code without its dots.
func (l Line) Digits() string { return strings.ReplaceAll(l.Code, ".", "") }

// row is a line as the API gives it. Numbers come as texts; a line without something has null or "".
type row struct {
	Code        *scalar.Text `json:"htsno"`
	Indent      scalar.Text  `json:"indent"`
	Description scalar.Text  `json:"description"`
	Units       []string     `json:"units"`
	General     scalar.Text  `json:"general"`
	Special     scalar.Text  `json:"special"`
	Other       scalar.Text  `json:"other"`
	Footnotes   []struct {
		Columns []string    `json:"columns"`
		Value   scalar.Text `json:"value"`
	} `json:"footnotes"`
}

// Search finds lines by words or by a code; a code finds the lines below it too. There are no pages.
func (c *Client) Search(ctx context.Context, keyword string) ([]Line, error) {
	return c.lines(ctx, c.c.Get("/search").Query("keyword", keyword))
}

// Range is the part of the schedule from one heading to another, both of four digits.
func (c *Client) Range(ctx context.Context, from, to string) ([]Line, error) {
	return c.lines(ctx, c.c.Get("/exportList").Query("from", from).Query("to", to).
		Query("format", "JSON").Query("styles", "false"))
}

func (c *Client) lines(ctx context.Context, request *upstream.Request) ([]Line, error) {
	resp, err := request.Check(func(resp *upstream.Response) error {
		_, err := Read(resp.Body)
		return err
	}).Do(ctx)
	if err != nil {
		return nil, err
	}
	return Read(resp.Body)
}

// Read reads an answer: a list of lines. An answer of another shape is a bad one.
func Read(body []byte) ([]Line, error) {
	var rows []row
	if err := json.Unmarshal(body, &rows); err != nil {
		return nil, upstream.BadResponse.Errorf("lines of the schedule: %w", err)
	}
	if rows == nil {
		return nil, upstream.BadResponse.Errorf("null where lines of the schedule should be")
	}

	list := make([]Line, 0, len(rows))
	for i, r := range rows {
		if r.Code == nil && r.Description == "" {
			return nil, upstream.BadResponse.Errorf("row %d has neither a code nor a text", i+1)
		}
		line := Line{
			Description: string(r.Description),
			Units:       slices.DeleteFunc(slices.Clone(r.Units), func(u string) bool { return u == "" }),
			General:     string(r.General),
			Special:     string(r.Special),
			Other:       string(r.Other),
		}
		if r.Code != nil {
			line.Code = string(*r.Code)
		}
		if n := r.Indent.Count(); n != nil {
			line.Indent = *n
		}
		for _, f := range r.Footnotes {
			line.Footnotes = append(line.Footnotes, Footnote{
				Columns: f.Columns,
				Text:    string(f.Value),
			})
		}
		list = append(list, line)
	}
	return list, nil
}
