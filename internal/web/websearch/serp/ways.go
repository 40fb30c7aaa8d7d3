package serp

import "github.com/farebox/farebox/internal/upstream"

// Ways are the two in which an engine can be asked: by its result page, and by its official API where the operator has
// a key.
type Ways struct{ Page, API *upstream.Client }

// WaysOf are the pool's clients of both.
func WaysOf(pool *upstream.Pool, page, api upstream.Provider) Ways {
	return Ways{Page: pool.Client(page), API: pool.Client(api)}
}

// Keyed is true when the API is asked.
func (w Ways) Keyed() bool { return w.API.Configured() == nil }

// Configured is nil when one of the two ways is open.
func (w Ways) Configured() error {
	if w.Keyed() {
		return nil
	}
	return w.Page.Configured()
}
