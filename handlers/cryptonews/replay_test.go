package cryptonews

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream"
)

// TestRecordedAnswersThroughTheReplayProxy runs the routes under the providers' real URLs. It wants FAREBOX_REPLAY, the address
// of a proxy that answers from recordings, and its authority in SSL_CERT_FILE; it is skipped without. Feeds are fetched without
// proxy, by design of the guard, so that here each publisher's host hands its requests on.
func TestRecordedAnswersThroughTheReplayProxy(t *testing.T) {
	proxy := os.Getenv("FAREBOX_REPLAY")
	if proxy == "" {
		t.Skip("FAREBOX_REPLAY is not set")
	}
	transport := upstream.NewTransport(func(name string) (string, bool) { return proxy, name == "HTTPS_PROXY" })
	t.Cleanup(transport.CloseIdleConnections)
	pages := map[string]http.Handler{}
	for _, p := range publishers() {
		u, err := url.Parse(p.URL)
		if err != nil {
			t.Fatal(err)
		}
		pages[u.Host] = handOn(t, transport, u.Host)
	}
	checkRecorded(t, func(now func() time.Time) *handlertest.Service {
		return serveFrom(t, now, pages, upstream.NewPool(upstream.Options{Transport: transport, UserAgent: "farebox/test (+https://farebox.test)"}))
	})
}

// handOn asks for the same path at the recorded host. No robots.txt is recorded.
func handOn(t *testing.T, transport http.RoundTripper, host string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		out, err := http.NewRequestWithContext(r.Context(), http.MethodGet, "https://"+host+r.URL.RequestURI(), nil)
		if err != nil {
			t.Error(err)
			return
		}
		out.Header.Set("User-Agent", r.UserAgent())
		resp, err := transport.RoundTrip(out)
		if err != nil {
			t.Errorf("%s: %v", host, err)
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		defer resp.Body.Close()
		w.Header().Set("Content-Type", resp.Header.Get("Content-Type"))
		w.WriteHeader(resp.StatusCode)
		if _, err := io.Copy(w, resp.Body); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	})
}
