package eia

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for what electricity cost in Alaska in January 2001.
func (c *Client) probe(ctx context.Context) error {
	rows, err := Rows[Sale](ctx, c, Query{
		Route:     "electricity/retail-sales",
		Frequency: "monthly",
		Columns:   []string{"price", "sales", "revenue", "customers"},
		Facets:    []Facet{{Name: "stateid", Values: []string{"AK"}}, {Name: "sectorid", Values: []string{"ALL"}}},
		Start:     "2001-01",
		Rows:      1,
	})
	if err != nil {
		return err
	}
	return upstream.Has("response.data", rows, "Alaska", func(s Sale) bool { return s.State == "AK" })
}
