package visibility

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

const arsPath = "/information-technology/2015/04/just-released-minecraft-exploit-makes-it-easy-to-crash-game-servers/"

// serveSamples serves recorded files under their real hosts, over plain HTTP because certificates for these are not
// available.
func serveSamples(t *testing.T) *service {
	t.Helper()
	dir := samples.Path(t, ".")
	recorded := map[string]string{
		"llmstxt.org/llms.txt": "llms-txt/llmstxt_org_llms.txt", "docs.fastht.ml/llms.txt": "llms-txt/fasthtml_llms.txt", "arstechnica.com" + arsPath: "extract/ars-1.source.html",
	}
	hosts := map[string]*httptest.Server{}
	for _, host := range []string{"archive.org", "en.wikipedia.org", "github.com", "stackoverflow.com", "www.google.com", "www.gov.uk", "www.nytimes.com"} {
		recorded[host+"/robots.txt"] = "robots/" + host + ".robots.txt"
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := recorded[r.Host+r.URL.Path]
		if !ok && r.URL.Path == "/" { // the home pages are not recorded: empty ones
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			return
		}
		if !ok {
			http.NotFound(w, r)
			return
		}
		body, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if strings.HasSuffix(name, ".html") {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
		}
		_, _ = w.Write(body)
	}))
	t.Cleanup(server.Close)
	for where := range recorded {
		host, _, _ := strings.Cut(where, "/")
		hosts[host] = server
	}
	return newService(t, fetch.Options{}, fetchtest.Hosts(t, hosts))
}

func TestRecordedLLMsFiles(t *testing.T) {
	s := serveSamples(t)
	for domain, want := range map[string]map[string]any{
		"llmstxt.org": {"found": true, "valid": true, "title": "llms.txt", "sections.0.name": "Docs", "sections.0.optional": false, "sections.0.links.0.url": "https://llmstxt.org/index.md",
			"sections.0.links.0.notes": "The proposal for llms.txt", "sections.0.links.2.title": "ed demo", "sections.1": nil, "link_count": 3.0, "llms_full.found": false, "errors.0": nil},
		"docs.fastht.ml": {"found": true, "valid": true, "title": "FastHTML", "sections.0.name": "Docs", "sections.1.name": "Examples", "sections.2.name": "Optional", "sections.2.optional": true, "sections.3": nil,
			"link_count": 5.0, "sections.0.links.2.title": "Starlette quick guide", "sections.0.links.2.notes": nil, "sections.1.links.1": nil, "sections.2.links.1": nil, "errors.0": nil},
	} {
		_, got := s.get("/aeo/llms", "domain", domain)
		for path, v := range want {
			if at(got, path) != v {
				t.Errorf("%s: %s is %v, want %v", domain, path, at(got, path), v)
			}
		}
		t.Logf("%s: %v points", domain, got["score"])
	}
	_, got := s.get("/aeo/llms", "domain", "llmstxt.org")
	if summary, _ := got["summary"].(string); !strings.HasPrefix(summary, "A proposal that those interested in providing LLM-friendly content") {
		t.Errorf("%q", summary)
	}
}

func TestRecordedRobotsFiles(t *testing.T) {
	s := serveSamples(t)
	for _, c := range []struct {
		domain, agents, status string
		explicit               bool
	}{
		{"www.nytimes.com", "omgili", "blocked", true},
		{"www.nytimes.com", "GPTBot ClaudeBot Googlebot PerplexityBot CCBot", "partly_allowed", false},
		{"github.com", "GPTBot ClaudeBot PerplexityBot Google-Extended", "blocked", false},
		{"github.com", "Googlebot Bingbot CCBot", "partly_allowed", true},
		{"en.wikipedia.org", "*", "partly_allowed", false},
		{"www.gov.uk", "*", "partly_allowed", false},
		{"archive.org", "*", "partly_allowed", false},
		{"stackoverflow.com", "*", "partly_allowed", false},
		{"www.google.com", "*", "partly_allowed", false},
	} {
		_, got := s.get("/aeo/crawlers", "domain", c.domain)
		if got["robots_found"] != true || got["robots_status"] != 200.0 {
			t.Errorf("%s: %v %v", c.domain, got["robots_found"], got["robots_status"])
		}
		for _, crawler := range got["crawlers"].([]any) {
			agent := at(crawler, "agent").(string)
			if c.agents != "*" && !strings.Contains(" "+c.agents+" ", " "+agent+" ") {
				continue
			}
			group := fmt.Sprint(at(crawler, "matched_group"))
			if at(crawler, "status") != c.status || at(crawler, "explicit") != c.explicit || c.explicit == (group == "*") {
				t.Errorf("%s %s: %v, explicit %v, by %s", c.domain, agent, at(crawler, "status"), at(crawler, "explicit"), group)
			}
		}
	}
	for domain, want := range map[string]string{
		"github.com": "[]", "en.wikipedia.org": "[]", "www.gov.uk": "[https://www.gov.uk/sitemap.xml]", "archive.org": "[https://archive.org/sitemap/sitemap.xml]",
		"stackoverflow.com": "[https://stackoverflow.com/sitemap.xml]", "www.google.com": "[https://www.google.com/sitemap.xml]",
	} {
		if _, got := s.get("/aeo/crawlers", "domain", domain); fmt.Sprint(got["sitemaps"]) != want {
			t.Errorf("%s: %v", domain, got["sitemaps"])
		}
	}
	_, times := s.get("/aeo/crawlers", "domain", "www.nytimes.com")
	if n := len(times["sitemaps"].([]any)); n != 6 {
		t.Errorf("www.nytimes.com: %d sitemaps", n)
	}
	_, gov := s.get("/aeo/crawlers", "domain", "www.gov.uk")
	if got := fmt.Sprint(at(gov, "crawlers.0.disallow_examples")); !strings.Contains(got, "/*/print$") || !strings.Contains(got, "/info/*") {
		t.Errorf("www.gov.uk: %s", got)
	}
}

func TestRecordedArticle(t *testing.T) {
	s := serveSamples(t)
	status, got := s.get("/seo/audit", "url", "http://arstechnica.com"+arsPath)
	if status != http.StatusOK || got["rules_total"] != 24.0 || got["http_status"] != 200.0 {
		t.Fatalf("%d %v", status, got)
	}
	for id, want := range map[string]string{
		"http_status": "pass", "https": "fail", "indexable": "pass", "robots_allowed": "pass", "title_present": "pass", "canonical": "pass", "html_lang": "pass", "sitemap": "fail",
	} { // https fails only because the sample is served over http here
		if rule := named(got["rules"], "id", id); rule["status"] != want {
			t.Errorf("%s: %v", id, rule)
		}
	}
	if lang := named(got["rules"], "id", "html_lang")["detail"]; lang != `"en-us"` {
		t.Errorf("lang: %v", lang)
	}
	t.Logf("seo %v", got["score"])
	status, got = s.get("/aeo/audit", "url", "http://arstechnica.com"+arsPath)
	if status != http.StatusOK || at(got, "llms.found") != false {
		t.Errorf("%d %v", status, got["llms"])
	}
	t.Logf("aeo %v", got["score"])
}
