package orcid

import (
	"context"
	"strings"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a researcher by number.
func (c *Client) probe(ctx context.Context) error {
	person, err := c.Person(ctx, "0000-0002-9341-7985")
	if err != nil {
		return err
	}
	return upstream.Fact("path", strings.Trim(person.Path, "/"), "0000-0002-9341-7985/person")
}
