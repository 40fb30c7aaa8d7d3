package site

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"
)

// TestManifestIsOneThatTheRegistryTakes: its bounds are those of the registry's schema.
func TestManifestIsOneThatTheRegistryTakes(t *testing.T) {
	name := regexp.MustCompile(`^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$`)
	for host, want := range map[string]string{
		"https://api.example.com":  "com.example.api/test-tools",
		"http://127.0.0.1:8402":    "127.0.0.1/test-tools",
		"http://[::1]:8402":        "--1/test-tools",
		"https://xn--bcher-kva.ch": "ch.xn--bcher-kva/test-tools",
	} {
		s := newSite(t, func(o *Options) { o.Service.PublicBaseURL = host })

		w := s.get(manifestPath)
		var m manifest
		if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != http.StatusOK {
			t.Fatalf("%d %v", w.Code, err)
		}
		if m.Name != want || !name.MatchString(m.Name) {
			t.Errorf("name %q, want %q", m.Name, want)
		}
		if m.Description == "" || len(m.Description) > 100 || m.Version != "1.0.0" {
			t.Errorf("version %q, %d characters: %s", m.Version, len(m.Description), m.Description)
		}
		if len(m.Remotes) != 1 || m.Remotes[0].URL != host+"/mcp" {
			t.Errorf("remotes %v", m.Remotes)
		}
	}
}
