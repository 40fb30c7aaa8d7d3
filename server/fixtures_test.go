package server

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/farebox/farebox/fetch"
	"github.com/farebox/farebox/fetch/fetchtest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/upstream/upstreamtest"
)

// pages are the web sites that the examples of the spec name, by host.
func pages() []map[string]http.Handler {
	return []map[string]http.Handler{webtest.Pages()}
}

// answers are what the data providers say to the examples of the spec.
func answers() []upstreamtest.Answer {
	var all []upstreamtest.Answer
	return all
}

// fixtures puts the examples' web sites and data providers in the place of the internet.
func fixtures(t testing.TB) func(*Parts) {
	t.Helper()
	world := upstreamtest.New(t, answers()...)
	hosts := map[string]*httptest.Server{}
	for _, family := range pages() {
		for host, handler := range family {
			if hosts[host] != nil {
				t.Fatalf("two families have pages on %s", host)
			}
			hosts[host] = httptest.NewTLSServer(handler)
			t.Cleanup(hosts[host].Close)
		}
	}
	return func(p *Parts) {
		p.Fetch = fetch.New(fetch.Options{OwnHosts: p.Config.ownHosts()}, fetchtest.Hosts(t, hosts))
		p.Upstreams = world.Pool(t, nil)
	}
}
