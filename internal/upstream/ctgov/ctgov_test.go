package ctgov

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// TestNoUserAgentGoesOut looks at what a server gets: the registry refuses those that name a program.
func TestNoUserAgentGoesOut(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		if agent, ok := r.Header["User-Agent"]; ok {
			t.Errorf("User-Agent %q", agent)
		}
		_, _ = w.Write([]byte(`{"protocolSection":{"identificationModule":{"nctId":"NCT00000001"}}}`))
	}))
	defer server.Close()
	pool := upstream.NewPool(upstream.Options{
		DataDir:   t.TempDir(),
		UserAgent: "farebox/test",
		Lookup: func(name string) (string, bool) {
			return server.URL, name == "UPSTREAM_CTGOV_URL"
		},
	})

	if _, err := New(pool).Protocol(t.Context(), "NCT00000001"); err != nil || asked != 1 {
		t.Errorf("asked %d times: %v", asked, err)
	}
}
