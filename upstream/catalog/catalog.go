// Package catalog lists every data provider that the service can call, one line each. The configuration page,
// docs/upstreams.md and the start-up checks are made from it.
package catalog

import (
	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/bing"
	"github.com/farebox/farebox/upstream/brave"
	"github.com/farebox/farebox/upstream/cratesio"
	"github.com/farebox/farebox/upstream/depsdev"
	"github.com/farebox/farebox/upstream/duckduckgo"
	"github.com/farebox/farebox/upstream/github"
	"github.com/farebox/farebox/upstream/google"
	"github.com/farebox/farebox/upstream/hibp"
	"github.com/farebox/farebox/upstream/hnalgolia"
	"github.com/farebox/farebox/upstream/mojeek"
	"github.com/farebox/farebox/upstream/npmdownloads"
	"github.com/farebox/farebox/upstream/pwnedpasswords"
	"github.com/farebox/farebox/upstream/pypistats"
	"github.com/farebox/farebox/upstream/startpage"
	"github.com/farebox/farebox/upstream/wikipedia"
	"github.com/farebox/farebox/upstream/yahoo"
	"github.com/farebox/farebox/upstream/yandex"
)

// Providers are all declarations, ordered by name. A package below upstream/ that declares a Provider adds it here; a
// test finds those that are missing.
func Providers() []upstream.Provider {
	return []upstream.Provider{
		bing.Provider,
		brave.Provider,
		brave.API,
		cratesio.Provider,
		depsdev.Provider,
		duckduckgo.Provider,
		github.Provider,
		github.Search,
		google.Provider,
		google.API,
		hibp.Provider,
		hibp.Accounts,
		hnalgolia.Provider,
		mojeek.Provider,
		mojeek.API,
		npmdownloads.Provider,
		pwnedpasswords.Provider,
		pypistats.Provider,
		startpage.Provider,
		wikipedia.Provider,
		yahoo.Provider,
		yandex.Provider,
		yandex.API,
	}
}
