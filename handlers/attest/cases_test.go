package attest

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	gen "github.com/farebox/farebox/gen/attest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// serveSamples is a notary for recorded files under their real hosts, over plain HTTP because certificates for
// these are not available. asked are the requested paths.
func serveSamples(t *testing.T, files map[string]string) (h *Handlers, asked *[]string) {
	t.Helper()
	asked = &[]string{}
	hosts := map[string]*httptest.Server{}
	for host, name := range files {
		path := "/llms.txt"
		if filepath.Dir(name) == "robots" {
			path = "/robots.txt"
		}
		body := samples.Read(t, name)
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			*asked = append(*asked, r.Host+r.URL.Path)
			if r.URL.Path != path {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = w.Write(body)
		}))
		t.Cleanup(s.Close)
		hosts[host] = s
	}
	h = &Handlers{
		signer:  newSigner(t, "ours"),
		fetcher: fetch.New(fetch.Options{}, fetchtest.Hosts(t, hosts)),
		random:  rand.Reader,
	}
	return h, asked
}

// TestRecordedRobotsForbidAResultPage: Google's robots.txt disallows /search, which is then not requested.
func TestRecordedRobotsForbidAResultPage(t *testing.T) {
	h, asked := serveSamples(t, map[string]string{"www.google.com": "robots/www.google.com.robots.txt"})
	_, err := notarize(t.Context(), h, "http://www.google.com/search?q=weather", gen.NotarizeParamsModeHash)
	if p := problem.From(err); p.Status != http.StatusForbidden || p.Code != "robots_denied" {
		t.Errorf("%v", err)
	}
	if len(*asked) != 1 || (*asked)[0] != "www.google.com/robots.txt" {
		t.Errorf("asked for %q", *asked)
	}
}

// TestRecordedFileIsAttestedAsItIs: llmstxt.org's llms.txt, of 648 bytes.
func TestRecordedFileIsAttestedAsItIs(t *testing.T) {
	h, _ := serveSamples(t, map[string]string{"llmstxt.org": "llms-txt/llmstxt_org_llms.txt"})
	n, err := notarize(t.Context(), h, "http://llmstxt.org/llms.txt", gen.NotarizeParamsModeHash)
	if err != nil {
		t.Fatal(err)
	}
	s := n.Snapshot
	if s.FinalURL != "http://llmstxt.org/llms.txt" || s.HTTPStatus != http.StatusOK || s.ContentType != "text/plain; charset=utf-8" || s.ContentLength != 648 ||
		s.Sha256 != "ea68604d4d353fde5ce0af52cd1572a2c437bf50ffefc36d58abb82d8f9557e9" || s.UpstreamHost != "llmstxt.org" {
		t.Errorf("%+v", s)
	}
}
