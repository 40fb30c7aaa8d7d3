package serp

import "github.com/farebox/farebox/internal/upstream"

// Ways are the two ways to query an engine: its result page and, if the operator has a key, its official API.
type Ways struct{ Page, API *upstream.Client }

// WaysOf returns the pool's clients for both.
func WaysOf(pool *upstream.Pool, page, api upstream.Provider) Ways {
	return Ways{Page: pool.Client(page), API: pool.Client(api)}
}

// Keyed reports whether the API is used.
func (w Ways) Keyed() bool { return w.API.Configured() == nil }

// Configured returns nil if either way is available.
func (w Ways) Configured() error {
	if w.Keyed() {
		return nil
	}
	return w.Page.Configured()
}
