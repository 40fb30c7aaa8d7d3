package serp

import (
	"context"
	"errors"

	"github.com/farebox/farebox/internal/upstream"
)

// probed is a query for which every engine has results.
const probed = "javascript tutorial"

// Probe declares the probe of an engine behind c: a search that always has results.
func Probe(c *upstream.Client, search func(context.Context, Query) (Page, error)) {
	c.Probe(func(ctx context.Context) error {
		page, err := search(ctx, Query{
			Text: probed,
			Page: 1,
		})
		if errors.Is(err, ErrBlocked) {
			return upstream.Unauthorized.Errorf("%w", err)
		}
		return upstream.Has(page.Results, err, "results", "a page with an address", func(r Result) bool {
			return r.URL != ""
		})
	})
}

// Probe declares the probe of the available way.
func (w Ways) Probe(search func(context.Context, Query) (Page, error)) {
	if w.Keyed() {
		Probe(w.API, search)
		return
	}
	Probe(w.Page, search)
}
