package marinade

import (
	"context"

	"github.com/farebox/farebox/internal/upstream"
)

// probe asks for a validator by its vote account.
func (c *Client) probe(ctx context.Context) error {
	validator, err := c.Validator(ctx, "beefKGBWeSpHzYBHZXwp5So7wdQGX6mu4ZHCsH3uTar", 1)
	if err != nil {
		return err
	}
	return upstream.Fact("identity", validator.Identity, "XkCriyrNwS3G4rzAXtG5B1nnvb5Ka1JtCku93VqeKAr")
}
