package eia

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for what electricity cost in Alaska in January 2001.
func (c *Client) probe(ctx context.Context) error {
	rows, err := c.Rows(ctx, Query{
		Route:     "electricity/retail-sales",
		Frequency: "monthly",
		Columns:   []string{"price"},
		Facets:    []Facet{{Name: "stateid", Values: []string{"AK"}}, {Name: "sectorid", Values: []string{"ALL"}}},
		Start:     "2001-01",
		Rows:      1,
	})
	if err != nil {
		return err
	}
	return upstream.Has("response.data", rows, "Alaska", func(r Row) bool { return string(r["stateid"]) == `"AK"` })
}
