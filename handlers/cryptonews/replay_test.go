package cryptonews

import (
	"os"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream"
)

// TestRecordedAnswersThroughTheReplayProxy runs the routes under the providers' real URLs. It wants FAREBOX_REPLAY, the address
// of a proxy that answers from recordings, and its authority in SSL_CERT_FILE; it is skipped without.
func TestRecordedAnswersThroughTheReplayProxy(t *testing.T) {
	proxy := os.Getenv("FAREBOX_REPLAY")
	if proxy == "" {
		t.Skip("FAREBOX_REPLAY is not set")
	}
	transport := upstream.NewTransport(func(name string) (string, bool) { return proxy, name == "HTTPS_PROXY" })
	t.Cleanup(transport.CloseIdleConnections)
	checkRecorded(t, false, func(now func() time.Time) *handlertest.Service {
		return serveFrom(t, now, upstream.NewPool(upstream.Options{
			Transport: transport,
			UserAgent: "farebox/test (+https://farebox.test)",
		}))
	})
}
