// Package clinicaltables searches the National Library of Medicine's index of the US register of health care providers,
// which finds words anywhere in a name, former names too. The register itself only finds beginnings.
package clinicaltables

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// Provider is the Clinical Table Search Service, which needs no key. It asks for at most 25 requests a second.
var Provider = upstream.Provider{
	Name:          "clinicaltables",
	BaseURL:       "https://clinicaltables.nlm.nih.gov/api",
	Docs:          "https://clinicaltables.nlm.nih.gov/apidoc/npi_org/v3/doc.html",
	Attribution:   "Clinical Table Search Service, U.S. National Library of Medicine",
	Terms:         "https://clinicaltables.nlm.nih.gov/faq.html",
	Checked:       "answers as quoted in 2026; errors in a word (~1) as documented",
	RatePerMinute: 600,
	Burst:         20,
	TTL:           24 * time.Hour,
	Timeout:       6 * time.Second,
	Retries:       1,
}

// Tables of the index.
const (
	Persons       = "npi_idv"
	Organizations = "npi_org"
)

// Most is how many rows one answer has at most.
const Most = 500

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a provider by name.
func probe(ctx context.Context, u *upstream.Client) error {
	found, err := (&Client{u}).Search(ctx, Persons, "name.full:(ardalan AND enkeshafi)")
	if err != nil {
		return err
	}
	return upstream.Has(found.Rows, err, "ids", "1003000126", func(r Row) bool { return r.NPI == "1003000126" })
}

// Found is what a search finds: Total may be more than the rows that are given.
type Found struct {
	Total int
	Rows  []Row
}

// Row is a provider: of a person the family name is first. Another name is former, or one that an organisation does
// business under; "" without one.
type Row struct{ NPI, Name, Other string }

// UnmarshalJSON reads the list of the total, the numbers, further fields and the shown fields, row by row.
func (f *Found) UnmarshalJSON(data []byte) error {
	var numbers []string
	var fields json.RawMessage
	var shown [][]*string
	parts := []any{&f.Total, &numbers, &fields, &shown}
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	if len(parts) != 4 || numbers == nil || shown == nil {
		return upstream.BadResponse.Errorf("clinicaltables: total, numbers or rows are missing")
	}
	if len(shown) != len(numbers) || f.Total < len(numbers) || f.Total > 0 && len(numbers) == 0 {
		return upstream.BadResponse.Errorf("clinicaltables: %d rows of %d for %d numbers",
			len(shown), f.Total, len(numbers))
	}

	f.Rows = nil
	for i, row := range shown {
		if len(row) != 2 || row[0] == nil || *row[0] == "" {
			return upstream.BadResponse.Errorf("clinicaltables: a row without its name")
		}
		found := Row{NPI: numbers[i], Name: *row[0]}
		if row[1] != nil {
			found.Other = *row[1]
		}
		f.Rows = append(f.Rows, found)
	}
	return nil
}

// Search finds the rows of a table by a query in the syntax of Elasticsearch's query strings, such as
// "name.full:(smith~1 AND lee*) AND addr_practice.state:GA".
func (c *Client) Search(ctx context.Context, table, query string) (*Found, error) {
	var found Found
	_, err := c.c.Get("/{}/v3/search", table).
		Query("terms", "").
		Query("q", query).
		Query("df", "name.full,name_other.full").
		Query("count", strconv.Itoa(Most)).
		JSON(ctx, &found)
	if err != nil {
		return nil, err
	}
	return &found, nil
}
