package cryptonews

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

func atNow() time.Time { return cryptonewstest.Now }

// serve is the service over these publishers' hosts and answers of the index.
func serve(t testing.TB, now func() time.Time, pages map[string]http.Handler, answers ...upstreamtest.Answer) *handlertest.Service {
	t.Helper()
	return serveFrom(t, now, pages, upstreamtest.New(t, answers...).Pool(t, nil))
}

func serveFrom(t testing.TB, now func() time.Time, pages map[string]http.Handler, pool *upstream.Pool) *handlertest.Service {
	t.Helper()
	fetcher := fetch.New(fetch.Options{Now: now}, fetchtest.Hosts(t, cryptonewstest.Servers(t, pages)))
	h, err := New(fetcher, pool, now)
	if err != nil {
		t.Fatal(err)
	}
	return handlertest.New(t, "cryptonews", h.Register)
}

// samples is the folder of recorded answers of a provider; the test is skipped where there is none.
func samples(t *testing.T, provider string) string {
	t.Helper()
	root := os.Getenv("FAREBOX_SAMPLES")
	if root == "" {
		root = "../../../shared/atlas/samples"
	}
	dir := filepath.Join(root, provider)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no recorded answers here")
	}
	return dir
}
