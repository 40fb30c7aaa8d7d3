// Package catalog lists every data provider that the service can call, one line each. The configuration page,
// docs/upstreams.md and the start-up checks are made from it.
package catalog

import "github.com/farebox/farebox/upstream"

// Providers are all declarations, ordered by name. A package below upstream/ that declares a Provider adds it here; a
// test finds those that are missing.
func Providers() []upstream.Provider {
	return []upstream.Provider{}
}
