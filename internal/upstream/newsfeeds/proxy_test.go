package newsfeeds

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// TestFeedsAreReadThroughTheOutboundProxy: their hosts are fixed, so that they are providers and no callers' URLs.
func TestFeedsAreReadThroughTheOutboundProxy(t *testing.T) {
	var mu sync.Mutex
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, r.Method+" "+r.Host)
		w.WriteHeader(http.StatusBadGateway)
	}))
	defer proxy.Close()

	pool := upstream.NewPool(upstream.Options{
		Transport: upstream.NewTransport(func(name string) (string, bool) { return proxy.URL, name == "HTTPS_PROXY" }),
	})
	for _, feed := range New(pool) {
		if _, err := feed.Read(t.Context()); err == nil {
			t.Errorf("%s answered past the proxy", feed.Publisher)
		}
		at, err := url.Parse(feed.URL())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(asked, "CONNECT "+at.Host+":443") {
			t.Errorf("the proxy was not asked for %s: %v", at.Host, asked)
		}
	}
}
