package server

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/fetch"
	"github.com/farebox/farebox/fetch/fetchtest"
	"github.com/farebox/farebox/handlers/attest/attesttest"
	"github.com/farebox/farebox/handlers/breach/breachtest"
	"github.com/farebox/farebox/handlers/dev/devtest"
	"github.com/farebox/farebox/handlers/visibility/visibilitytest"
	"github.com/farebox/farebox/handlers/web/webtest"
	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/upstreamtest"
)

// pages are the web sites that the examples of the spec name, by host.
func pages() []map[string]http.Handler {
	return []map[string]http.Handler{attesttest.Pages(), visibilitytest.Pages(), webtest.Pages()}
}

// answers are what the data providers say to the examples of the spec.
func answers() []upstreamtest.Answer {
	return slices.Concat(breachtest.Answers(), devtest.Answers(), webtest.Answers())
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

// loadDatasets keeps the bulk lists loaded for the length of the test, and waits for their first load.
func loadDatasets(t testing.TB, pool *upstream.Pool) {
	t.Helper()
	go pool.RunDatasets(t.Context(), 0)
	deadline := time.Now().Add(30 * time.Second)
	for {
		waiting := ""
		for _, d := range pool.DatasetHealth() {
			if d.Status == "warming" {
				waiting = d.Name + " " + d.LastError
			}
		}
		if waiting == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("dataset %s was not loaded", waiting)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
