package openfda

import "context"

// Kind is a kind of goods with an enforcement report of its own.
type Kind string

// The kinds.
const (
	Food   Kind = "food"
	Drug   Kind = "drug"
	Device Kind = "device"
)

// Recalls gives recalls of goods of a kind.
func (c *Client) Recalls(ctx context.Context, kind Kind, q Query) (Found[Recall], error) {
	return records[Recall](ctx, c, "/"+string(kind)+"/enforcement.json", q, recallTTL)
}
