package server

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/domain/domaintest"
	"github.com/farebox/farebox/handlers/enrich/enrichtest"
	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/txguard/txguardtest"
	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/internal/chain/chaintest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/server/standins"
)

// fixtures puts the examples' web sites and data providers in the place of the internet.
func fixtures(t testing.TB) func(*Parts) {
	t.Helper()
	_, put := internet(t)
	return put
}

// internet is the providers of fixtures, and what puts them in place.
func internet(t testing.TB) (*upstreamtest.World, func(*Parts)) {
	t.Helper()
	world := upstreamtest.New(t, standins.Answers()...)
	mountChain(t, world, time.Now)
	hosts := map[string]*httptest.Server{}
	for _, family := range standins.Pages() {
		for host, handler := range family {
			if hosts[host] != nil {
				t.Fatalf("two families have pages on %s", host)
			}
			hosts[host] = fetchtest.Server(t, host, handler)
		}
	}
	return world, func(p *Parts) {
		p.Fetch = fetch.New(fetch.Options{OwnHosts: p.Config.ownHosts()}, fetchtest.Hosts(t, hosts))
		p.DNS = dnslookuptest.Resolver(t, enrichtest.Zone(), domaintest.Zone, fraudtest.Zone)
		// The browser would not trust the certificates of test servers; what it does is tested in package render and handlers/web.
		p.Render = render.New(render.Options{Fetch: p.Fetch, BrowserPath: "/no/browser"})
		p.Upstreams = world.Pool(t, standins.Keys, upstreamtest.SmallLists)
	}
}

// mountChain puts a chain in the place of the public endpoints of EVM networks; now is the clock of its blocks. It is
// started by the first request, because most tests make none.
func mountChain(t testing.TB, world *upstreamtest.World, now func() time.Time) {
	t.Helper()
	start := sync.OnceValue(func() *chaintest.Chain {
		return chaintest.Start(t, chaintest.Options{
			More: txguardtest.Deployments(t),
			Now:  now,
		})
	})
	for host, id := range chaintest.Hosts() {
		world.Handle(host, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			chaintest.WithExplained(start().Handler(id)).ServeHTTP(w, r)
		}))
	}
}

// loadDatasets keeps the bulk lists loaded for the length of the test, and waits for their first load.
func loadDatasets(t testing.TB, pool *upstream.Pool) {
	t.Helper()
	go pool.RunDatasets(t.Context(), 0)
	await.Until(t, "all lists", func() bool {
		return !slices.ContainsFunc(pool.DatasetHealth(), upstream.DatasetHealth.Lacks)
	})
}
