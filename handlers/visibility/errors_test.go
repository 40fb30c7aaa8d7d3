package visibility

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/visibility/testpage"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

// files answers requests by path, and all others with 404. A handler serves more than text.
type files map[string]any

// reply is an answer that is not plain 200.
type reply struct {
	status      int
	contentType string
	header      map[string]string
	body        string
}

func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch v := f[r.URL.Path].(type) {
	case string:
		kind := "text/html; charset=utf-8"
		if strings.HasSuffix(r.URL.Path, ".txt") {
			kind = "text/plain; charset=utf-8"
		} else if strings.HasSuffix(r.URL.Path, ".xml") {
			kind = "application/xml"
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(v))
	case reply:
		w.Header().Set("Content-Type", v.contentType)
		for name, value := range v.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(v.status)
		_, _ = w.Write([]byte(v.body))
	case http.HandlerFunc:
		v(w, r)
	default:
		http.NotFound(w, r)
	}
}

const sitemapFile = `<urlset><url><loc>https://kiln.example.com/</loc></url></urlset>`

// kiln is a site with a flawless page, plus changes.
func kiln(changes files) map[string]http.Handler {
	site := files{
		"/glazes": testpage.HTML(), "/robots.txt": "User-agent: *\nDisallow: /private\nSitemap: https://kiln.example.com/sitemap.xml\n", "/sitemap.xml": sitemapFile,
		"/llms.txt":      "# Kiln\n\n> About glazes.\n\n## Docs\n\n- [Glazes](https://kiln.example.com/glazes.md): what they are made of, at which heat they melt, and which metals colour them\n- [Firing](https://kiln.example.com/firing.md): curves\n",
		"/llms-full.txt": "# Kiln\n\nEverything.",
	}
	for path, v := range changes {
		site[path] = v
	}
	return map[string]http.Handler{"kiln.example.com": site}
}

func TestAGoodSiteHasAllPoints(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(nil)))
	_, seo := s.get("/seo/audit", "url", testpage.URL)
	_, aeo := s.get("/aeo/audit", "url", testpage.URL)
	_, llms := s.get("/aeo/llms", "domain", "https://kiln.example.com/glazes?x=1")
	for what, answer := range map[string]map[string]any{"seo": seo, "aeo": aeo, "llms": llms} {
		if answer["score"] != 100.0 || answer["grade"] != "A" || answer["partial"] != false {
			t.Errorf("%s: %v %v %v", what, answer["score"], answer["grade"], answer["sources"])
		}
	}
}

// TestBadInputIsRefusedBeforeAnyRequest: any call of the resolver fails the test.
func TestBadInputIsRefusedBeforeAnyRequest(t *testing.T) {
	s := newService(t, fetch.Options{}, fetchtest.Hosts(t, nil))
	for _, c := range []struct{ route, name, value, code string }{
		{"/seo/audit", "url", "ftp://example.com/", "bad_url"}, {"/seo/audit", "url", "example.com", "bad_url"}, {"/aeo/audit", "url", "http://user:pw@example.com/", "bad_url"},
		{"/aeo/audit", "url", "http://127.0.0.1/", "private_address"}, {"/seo/audit", "url", "http://[::1]/", "private_address"}, {"/seo/audit", "url", "http://2130706433/", "bad_url"},
		{"/seo/audit", "url", "http://169.254.169.254/latest/meta-data", "private_address"}, {"/seo/audit", "url", "http://localhost/", "bad_url"}, {"/seo/audit", "url", "https://example.com:22/", "bad_url"},
		{"/seo/audit", "url", "https://" + strings.Repeat("a", 2048) + ".com/", "invalid_input"},
		{"/aeo/llms", "domain", "not a domain", "bad_url"}, {"/aeo/llms", "domain", "nodot", "bad_url"}, {"/aeo/llms", "domain", "10.0.0.1", "private_address"}, {"/aeo/llms", "domain", "-", "bad_url"},
		{"/aeo/crawlers", "domain", "ftp://example.com", "bad_url"}, {"/aeo/crawlers", "domain", "service.internal", "bad_url"}, {"/aeo/crawlers", "domain", "exa_mple..com", "bad_url"},
		{"/aeo/crawlers", "domain", "http://127.1/", "bad_url"}, {"/aeo/crawlers", "domain", "a\x00b.com", "bad_url"}, {"/aeo/crawlers", "domain", "", "missing_input"},
	} {
		status, got := s.get(c.route, c.name, c.value)
		if status != http.StatusBadRequest || got["code"] != c.code || c.code != "invalid_input" && got["field"] != c.name {
			t.Errorf("%s %.60q: %d %v %v %v", c.route, c.value, status, got["code"], got["field"], got["detail"])
		}
	}
	for _, c := range []struct{ route, name, value string }{{"/seo/audit", "url", "https://gone.example.com/"}, {"/aeo/audit", "url", "https://gone.example.com/"}, {"/aeo/llms", "domain", "gone.example.com"}, {"/aeo/crawlers", "domain", "gone.example.com"}} {
		if status, got := s.get(c.route, c.name, c.value); status != http.StatusBadGateway || got["code"] != "dns_failed" || got["field"] != c.name {
			t.Errorf("%s of a host that is not there: %d %v", c.route, status, got)
		}
	}
}

func TestRobotsThatForbidThePageAreKeptTo(t *testing.T) {
	asked := false
	site := kiln(files{
		"/robots.txt": "User-agent: FareboxBot\nDisallow: /glazes\n",
		"/glazes":     http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }),
	})
	s := newService(t, fetch.Options{}, sites(t, site))
	for _, route := range []string{"/seo/audit", "/aeo/audit"} {
		status, got := s.get(route, "url", testpage.URL)
		if status != http.StatusForbidden || got["code"] != "robots_denied" ||
			got["matched_rule"] != "Disallow: /glazes" || asked {
			t.Errorf("%s: %d %v, asked %v", route, status, got, asked)
		}
	}
}

// TestRobotsThatForbidOthersAreReported: only Googlebot, only the answer engines.
func TestRobotsThatForbidOthersAreReported(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(files{"/robots.txt": "User-agent: Googlebot\nUser-agent: PerplexityBot\nDisallow: /gla\n"})))
	_, seo := s.get("/seo/audit", "url", testpage.URL)
	rule := named(seo["rules"], "id", "robots_allowed")
	if rule["status"] != "fail" || seo["score"] != 49.0 || seo["capped"] != true || seo["grade"] != "F" ||
		rule["detail"] != "Disallow: /gla (group Googlebot) forbids the page for Googlebot" {
		t.Errorf("%v %v", rule, seo["score"])
	}
	_, aeo := s.get("/aeo/audit", "url", testpage.URL)
	// Applebot follows the rules for Googlebot.
	if got := fmt.Sprint(at(aeo, "crawlers.blocked")); got != "[PerplexityBot Googlebot Applebot]" {
		t.Errorf("blocked: %s", got)
	}
	if got := named(aeo["signals"], "id", "search_crawlers")["points"]; got != 6.0 {
		t.Errorf("points: %v", got)
	}
}

// TestFailuresOfTheSitesFilesLeaveTheAnswerPartial: the page itself is there.
func TestFailuresOfTheSitesFilesLeaveTheAnswerPartial(t *testing.T) {
	broken := reply{status: http.StatusServiceUnavailable, contentType: "text/plain", body: "busy"}
	s := newService(t, fetch.Options{}, sites(t, kiln(files{"/robots.txt": broken, "/llms.txt": broken, "/sitemap.xml": broken})))
	status, seo := s.get("/seo/audit", "url", testpage.URL)
	if got := sources(seo); status != http.StatusOK || got != "page=ok robots_txt=error sitemap=error" ||
		seo["partial"] != true {
		t.Errorf("seo: %d %s", status, got)
	}
	if rule := named(seo["rules"], "id", "robots_allowed"); rule["status"] != "warn" || rule["points"] != 3.0 {
		t.Errorf("%v", rule)
	}
	if rule := named(seo["rules"], "id", "sitemap"); rule["status"] != "unchecked" ||
		rule["detail"] != "robots.txt could not be read" {
		t.Errorf("%v", rule)
	}
	if seo["score"] != 97.0 { // of 97: half of robots_allowed
		t.Errorf("seo: %v", seo["score"])
	}
	status, aeo := s.get("/aeo/audit", "url", testpage.URL)
	if got := sources(aeo); status != http.StatusOK || got != "page=ok robots_txt=error llms_txt=error" ||
		aeo["partial"] != true {
		t.Errorf("aeo: %d %s", status, got)
	}
	missing := fmt.Sprint(at(aeo, "coverage.missing"))
	if aeo["score"] != 99.0 || missing != "[search_crawlers user_fetchers llms_txt]" ||
		at(aeo, "coverage.evaluated") != 26.0 {
		t.Errorf("aeo: %v, coverage %v", aeo["score"], aeo["coverage"])
	}
	if at(aeo, "crawlers.allowed") != nil || at(aeo, "crawlers.blocked") != nil {
		t.Errorf("aeo: crawlers %v", aeo["crawlers"])
	}
	llms := aeo["llms"]
	if at(llms, "found") != nil || at(llms, "score") != nil || at(llms, "valid") != nil {
		t.Errorf("aeo: an llms.txt that could not be had is %v", llms)
	}
	d := at(aeo, "dimensions.llms_txt")
	if at(d, "evaluated") != false || at(d, "score") != nil || at(d, "weight") != 0.08 {
		t.Errorf("aeo: the dimension of it is %v", d)
	}
	status, crawlers := s.get("/aeo/crawlers", "domain", "kiln.example.com")
	if status != http.StatusOK || crawlers["policy"] != "unknown" ||
		at(crawlers, "summary.unknown") != at(crawlers, "summary.total") || crawlers["robots_found"] != nil ||
		crawlers["robots_bytes"] != nil || sources(crawlers) != "robots_txt=error home_page=error" ||
		crawlers["partial"] != true {
		t.Errorf("crawlers: %d %v %v %s", status, crawlers["policy"], crawlers["summary"], sources(crawlers))
	}
	if status, got := s.get("/aeo/llms", "domain", "kiln.example.com"); status != http.StatusBadGateway || got["code"] != "upstream_status" || got["field"] != "domain" {
		t.Errorf("llms: %d %v", status, got)
	}
}

// TestASitemapThatCouldNotBeHadIsNotSaidToBeMissing: where robots.txt names none, and the usual place has an error.
func TestASitemapThatCouldNotBeHadIsNotSaidToBeMissing(t *testing.T) {
	for status, want := range map[int]string{404: "fail", 503: "unchecked"} {
		s := newService(t, fetch.Options{}, sites(t, kiln(files{
			"/robots.txt":  reply{status: 200, contentType: "text/plain", body: "User-agent: *\nAllow: /\n"},
			"/sitemap.xml": reply{status: status, contentType: "text/plain"},
		})))
		_, got := s.get("/seo/audit", "url", testpage.URL)
		if rule := named(got["rules"], "id", "sitemap"); rule["status"] != want {
			t.Errorf("%d: %v", status, rule)
		}
	}
}

// TestFilesThatCouldNotBeHadAreNotSaidToBeMissing: missing is different from unknown.
func TestFilesThatCouldNotBeHadAreNotSaidToBeMissing(t *testing.T) {
	broken := reply{status: http.StatusInternalServerError, contentType: "text/plain"}
	s := newService(t, fetch.Options{}, sites(t, kiln(files{
		"/llms-full.txt":        broken,
		"/.well-known/llms.txt": broken,
		"/ai.txt":               broken,
	})))

	_, got := s.get("/aeo/llms", "domain", "kiln.example.com")

	if got["found"] != true || at(got, "llms_full.found") != nil || got["well_known_found"] != nil ||
		got["ai_txt_found"] != nil {
		t.Errorf("%v %v %v", got["llms_full"], got["well_known_found"], got["ai_txt_found"])
	}
	want := "llms_txt=ok llms_full_txt=error well_known_llms_txt=error ai_txt=error"
	if sources(got) != want || got["partial"] != true {
		t.Errorf("partial %v, %s", got["partial"], sources(got))
	}
}

// TestRefusedFilesAreNotKnown: the answer, its sources and the audit agree that there may be a file.
func TestRefusedFilesAreNotKnown(t *testing.T) {
	refused := reply{status: http.StatusForbidden, contentType: "text/plain", body: "no"}
	s := newService(t, fetch.Options{}, sites(t, kiln(files{
		"/llms.txt":             refused,
		"/llms-full.txt":        refused,
		"/.well-known/llms.txt": refused,
		"/ai.txt":               refused,
	})))

	_, got := s.get("/aeo/llms", "domain", "kiln.example.com")
	for _, member := range []string{
		"found", "valid", "score", "grade", "llms_full.found", "well_known_found", "ai_txt_found",
	} {
		if at(got, member) != nil {
			t.Errorf("%s is %v, not null", member, at(got, member))
		}
	}
	want := "llms_txt=error llms_full_txt=error well_known_llms_txt=error ai_txt=error"
	if sources(got) != want || got["partial"] != true || at(got, "rules.0.status") != "unchecked" {
		t.Errorf("partial %v, %s, rules %v", got["partial"], sources(got), got["rules"])
	}

	_, audit := s.get("/aeo/audit", "url", testpage.URL)
	if at(audit, "llms.found") != nil || at(audit, "llms.score") != nil || at(audit, "llms.valid") != nil {
		t.Errorf("/aeo/audit: %v", audit["llms"])
	}
	if got := sources(audit); !strings.Contains(got, "llms_txt=error") || audit["partial"] != true {
		t.Errorf("/aeo/audit: partial %v, %s", audit["partial"], got)
	}
}

// TestAPageThatIsCutIsPartial: the unread part may contain what a rule misses.
func TestAPageThatIsCutIsPartial(t *testing.T) {
	var long strings.Builder
	fmt.Fprintf(&long, "<base href=/%s/>", strings.Repeat("x", 1900)) // makes every address long
	for i := range 20_000 {
		fmt.Fprintf(&long, "<a href=%d>x</a>", i)
	}
	s := newService(t, fetch.Options{}, sites(t, kiln(files{"/long": long.String()})))
	for _, route := range []string{"/seo/audit", "/aeo/audit"} {
		_, got := s.get(route, "url", "https://kiln.example.com/long")
		page := named(got["sources"], "name", "page")
		if got["partial"] != true || page["status"] != "ok" || page["detail"] == nil {
			t.Errorf("%s: partial %v, %v", route, got["partial"], page)
		}
	}
}

// TestDimensionsAddUpToTheScore: weights are shares of the score, and scores are shares of their points.
func TestDimensionsAddUpToTheScore(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(files{
		"/plain":    "<title>Kiln</title><h1>Kiln</h1><p>All about it.</p>",
		"/llms.txt": "# Kiln\n",
	})))
	for _, path := range []string{"/glazes", "/plain"} {
		for route, list := range map[string]string{"/seo/audit": "rules", "/aeo/audit": "signals"} {
			_, got := s.get(route, "url", "https://kiln.example.com"+path)
			points := map[string]float64{}
			there := map[string]float64{}
			for _, item := range got[list].([]any) {
				name := at(item, "dimension").(string)
				points[name] += at(item, "points").(float64)
				there[name] += at(item, "max").(float64)
			}

			var sum, weights float64
			for name, d := range got["dimensions"].(map[string]any) {
				weight := at(d, "weight").(float64)
				weights += weight
				sum += points[name]
				if math.Abs(weight-there[name]/100) > 1e-9 ||
					at(d, "score") != math.Round(100*points[name]/there[name]) {
					t.Errorf("%s %s: %s is %v, of %v points of %v", route, path, name, d, points[name], there[name])
				}
			}
			if math.Abs(weights-1) > 1e-9 || got["capped"] != true && got["score"] != math.Round(sum) {
				t.Errorf("%s %s: weights %v, points %v, score %v", route, path, weights, sum, got["score"])
			}
		}
	}
}

// TestRobotsOfTheTargetOfARedirectAreKeptTo, even if the first host's could not be read: nothing is sent to the
// target.
func TestRobotsOfTheTargetOfARedirectAreKeptTo(t *testing.T) {
	forbidden := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the forbidden page was asked for") })
	s := newService(t, fetch.Options{}, sites(t, map[string]http.Handler{
		"a.example.com": files{"/robots.txt": reply{status: 500}, "/": reply{status: 302, header: map[string]string{"Location": "https://b.example.com/x"}}},
		"b.example.com": files{"/robots.txt": "User-agent: *\nDisallow: /x\n", "/x": forbidden},
	}))
	if status, got := s.get("/seo/audit", "url", "https://a.example.com/"); status != http.StatusForbidden ||
		got["code"] != "robots_denied" {
		t.Errorf("%d %v", status, got)
	}
}

func TestErrorPages(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(files{
		"/gone":      reply{status: 410, contentType: "text/html", body: "<title>Gone</title><h1>Gone</h1>"},
		"/down":      reply{status: 503, contentType: "text/plain", body: "down"},
		"/challenge": reply{status: 403, contentType: "text/html", header: map[string]string{"Cf-Mitigated": "challenge"}, body: "<title>Just a moment...</title>"},
		"/check":     reply{status: 200, contentType: "text/html", body: "<title>Just a moment...</title>Checking your browser."},
		"/empty":     reply{status: 200, contentType: "text/html"},
		"/pdf":       reply{status: 200, contentType: "application/pdf", body: "%PDF-1.7"},
		"/moved":     reply{status: 301, header: map[string]string{"Location": "/glazes"}},
		"/loop":      reply{status: 302, header: map[string]string{"Location": "/loop"}},
		"/inside":    reply{status: 302, header: map[string]string{"Location": "http://10.0.0.1/"}},
	})))
	for _, c := range []struct {
		route, path string
		status      int
		want        string // code of the problem, or http_status and score
	}{
		{"/seo/audit", "/gone", 200, "410 F"}, {"/seo/audit", "/nothing", 200, "404 F"}, {"/seo/audit", "/down", 200, "503 F"}, {"/seo/audit", "/challenge", 422, "upstream_status"},
		{"/seo/audit", "/check", 502, "page_withheld"}, {"/aeo/audit", "/check", 502, "page_withheld"},
		{"/seo/audit", "/moved", 200, "200 A"}, {"/seo/audit", "/empty", 422, "empty_page"}, {"/seo/audit", "/pdf", 422, "unsupported_media_type"},
		{"/seo/audit", "/loop", 422, "redirect_loop"}, {"/seo/audit", "/inside", 400, "private_address"},
		{"/aeo/audit", "/gone", 422, "upstream_status"}, {"/aeo/audit", "/down", 502, "upstream_status"}, {"/aeo/audit", "/challenge", 422, "upstream_status"}, {"/aeo/audit", "/moved", 200, "200 A"},
		{"/aeo/audit", "/empty", 422, "empty_page"}, {"/aeo/audit", "/pdf", 422, "unsupported_media_type"},
	} {
		status, got := s.get(c.route, "url", "https://kiln.example.com"+c.path)
		answer := fmt.Sprint(got["code"])
		if status == http.StatusOK {
			answer = fmt.Sprint(got["http_status"], " ", got["grade"])
		}
		if status != c.status || answer != c.want {
			t.Errorf("%s %s: %d %s, want %d %s; %v", c.route, c.path, status, answer, c.status, c.want, got["detail"])
		}
	}
	_, moved := s.get("/seo/audit", "url", "https://kiln.example.com/moved")
	if moved["url"] != "https://kiln.example.com/moved" || moved["final_url"] != testpage.URL || at(moved, "page.redirects") != 1.0 {
		t.Errorf("%v %v %v", moved["url"], moved["final_url"], moved["page"])
	}
}

func TestWhatCountsAsAnLLMsFile(t *testing.T) {
	for _, c := range []struct {
		why    string
		file   any
		full   any
		want   string // found, valid, score, first error
		status int
	}{
		{"none", nil, nil, "false false 0 not_found", 200},
		{"a page for every address", reply{status: 200, contentType: "text/html", body: "<!doctype html><title>Kiln</title>"}, nil, "false false 0 not_text", 200},
		{"a page that says that it is text", reply{status: 200, contentType: "text/plain", body: "<html><body>none"}, nil, "false false 0 not_text", 200},
		{"Markdown that says that it is HTML", reply{status: 200, contentType: "text/html", body: "# Kiln\n"}, nil, "true true 49 <nil>", 200},
		{"empty", reply{status: 200, contentType: "text/plain", body: " \n"}, nil, "false false 0 not_text", 200},
		{"refused", reply{status: 403, contentType: "text/plain", body: "no"}, nil, "<nil> <nil> <nil> refused", 200},
		{"asked for a password", reply{status: 401, contentType: "text/plain"}, nil, "<nil> <nil> <nil> refused", 200},
		{"withheld by law", reply{status: 451, contentType: "text/plain"}, nil, "<nil> <nil> <nil> refused", 200},
		{"gone", reply{status: 410, contentType: "text/plain"}, nil, "false false 0 not_found", 200},
		{"binary", reply{status: 200, contentType: "application/octet-stream", body: "# Kiln"}, nil, "false false 0 not_text", 200},
		{"large", reply{status: 200, contentType: "text/plain", body: "# Kiln\n" + strings.Repeat("x", 1<<20)}, nil, "false false 0 too_large", 200},
		{"a circle", reply{status: 302, header: map[string]string{"Location": "/llms.txt"}}, nil, "false false 0 redirect_loop", 200},
		{"too many requests", reply{status: 429, contentType: "text/plain"}, nil, "<nil> <nil> <nil> <nil>", 422},
		{"byte order mark", "\uFEFF# Kiln\n", nil, "true true 51 <nil>", 200},
		{"a title only", "# Kiln\n", nil, "true true 52 <nil>", 200},
		{"no title", "Kiln\n", nil, "true false 37 no_title", 200},
		{"a large llms-full.txt", "# Kiln\n", reply{status: 200, contentType: "text/plain", body: strings.Repeat("All of it.\n", 600_000)}, "true true 56 <nil>", 200},
		{"llms-full.txt fails", "# Kiln\n", reply{status: 500}, "true true 54 <nil>", 200}, // 52 of 96
	} {
		site := kiln(files{"/llms.txt": c.file, "/llms-full.txt": c.full})
		s := newService(t, fetch.Options{}, sites(t, site))
		status, got := s.get("/aeo/llms", "domain", "kiln.example.com")
		if answer := fmt.Sprint(got["found"], got["valid"], got["score"], " ", at(got, "errors.0.code")); status != c.status || strings.ReplaceAll(answer, " ", "") != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s: %d %s, want %d %s", c.why, status, answer, c.status, c.want)
		}
	}
}

func TestASiteWithoutTLSIsAskedOverHTTP(t *testing.T) {
	server := httptest.NewServer(kiln(nil)["kiln.example.com"])
	t.Cleanup(server.Close)
	s := newService(t, fetch.Options{}, fetchtest.Hosts(t, map[string]*httptest.Server{"kiln.example.com": server}))
	if _, got := s.get("/aeo/llms", "domain", "kiln.example.com"); got["url"] != "http://kiln.example.com/llms.txt" || got["found"] != true {
		t.Errorf("%v", got)
	}
	if _, got := s.get("/aeo/crawlers", "domain", "kiln.example.com"); got["robots_url"] != "http://kiln.example.com/robots.txt" || got["policy"] != "open" {
		t.Errorf("%v %v", got["robots_url"], got["policy"])
	}
}

func TestCrawlersReadTheHomePageToo(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(files{
		"/robots.txt": "User-agent: *\nContent-Signal: search=yes, ai-train=no\nContent-Usage: train-ai=n\nDisallow: bad\nUser-agent: SomeBot\nCrawl-delay: 3\nDisallow: /\nSitemap: /map.xml\n",
		"/": reply{status: 200, contentType: "text/html", header: map[string]string{"X-Robots-Tag": "noai", "Content-Usage": "train-ai=n"},
			body: "<meta name=robots content='nosnippet, max-image-preview:large'><meta name=GPTBot content=noindex>"},
	})))
	_, got := s.get("/aeo/crawlers", "domain", "KILN.example.com")
	for path, want := range map[string]string{
		"domain": "kiln.example.com", "policy": "open", "x_robots_tag": "[noai]", "meta_robots": "[robots=nosnippet, max-image-preview:large gptbot=noindex]", "content_signals.search": "yes",
		"content_signals.ai_train": "no", "content_signals.ai_input": "<nil>", "content_usage.0.line": "3", "content_usage.1.value": "train-ai=n", "content_usage.1.line": "<nil>",
		"other_agents": "[SomeBot]", "sitemaps": "[https://kiln.example.com/map.xml]", "errors.0.code": "path_start", "errors.0.line": "4", "errors.1.code": "sitemap_not_absolute",
		"network_blocks": "not_tested", "recommendations.0.id": "signal_without_rule", "recommendations.1.id": "errors",
	} {
		if v := fmt.Sprint(at(got, path)); v != want {
			t.Errorf("%s is %s, want %s", path, v, want)
		}
	}
}

// TestAHomePageThatWasNotReadHasNoDirectives: those of a challenge or an error page are not its own.
func TestAHomePageThatWasNotReadHasNoDirectives(t *testing.T) {
	const meta = "<meta name=robots content=noindex><title>Just a moment...</title>"
	for why, c := range map[string]struct {
		page   reply
		status string
	}{
		"a challenge":         {reply{status: 403, contentType: "text/html", body: meta}, "error"},
		"a challenge and 200": {reply{status: 200, contentType: "text/html", body: meta + "Checking your browser."}, "error"},
		"an error page":       {reply{status: 500, contentType: "text/html", body: meta}, "error"},
	} {
		s := newService(t, fetch.Options{}, sites(t, kiln(files{"/": c.page})))
		_, got := s.get("/aeo/crawlers", "domain", "kiln.example.com")
		if got["meta_robots"] != nil || got["x_robots_tag"] != nil || at(got, "sources.1.status") != c.status {
			t.Errorf("%s: %v %v %v", why, got["meta_robots"], got["x_robots_tag"], got["sources"])
		}
	}
}

// TestHostilePages: bounded work and a clear answer, never a panic or a 5xx of our own.
func TestHostilePages(t *testing.T) {
	endless := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for chunk := bytes.Repeat([]byte("<p>more"), 1000); r.Context().Err() == nil; {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	if _, err := z.Write(make([]byte, 30<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat("<div>", 50_000)
	site := kiln(files{
		"/endless": endless, "/bomb": reply{status: 200, contentType: "text/html", header: map[string]string{"Content-Encoding": "gzip"}, body: bomb.String()},
		"/deep": deep + "text", "/h1": strings.Repeat("<h1>x", 50_000), "/a": strings.Repeat("<a href=/x>", 50_000), "/img": strings.Repeat("<img src=http://x.example.com/>", 50_000),
		"/b": strings.Repeat("<b><p>", 50_000), "/meta": strings.Repeat("<meta name=robots content='noindex, noindex'>", 50_000), "/title": strings.Repeat("<title>x</title>", 50_000),
		"/json":  `<script type="application/ld+json">` + strings.Repeat(`[`, 200_000) + `</script>`,
		"/types": `<script type="application/ld+json">[` + strings.Repeat(`{"@type":["Article","Person"]},`, 50_000) + `{}]</script>`,
		"/item":  strings.Repeat("<div itemscope itemtype=https://schema.org/Article itemprop=x>", 20_000),
		"/nul":   "<h1>\x00\x00</h1><title>\x00</title>", "/canonical": strings.Repeat("<link rel=canonical href=/x>", 50_000), "/plain": strings.Repeat("word ", 500_000),
		"/header":     reply{status: 200, contentType: "text/html", header: map[string]string{"X-Robots-Tag": strings.Repeat("noindex,", 5000), "Link": strings.Repeat("<x>;rel=canonical,", 3000)}, body: "<p>x"},
		"/robots.txt": strings.Repeat("User-agent: b\nDisallow: /*a*a*a*a*a*a$\n", 10_000), "/llms.txt": strings.Repeat("- [", 100_000),
	})
	s := newService(t, fetch.Options{}, sites(t, site))
	want := map[string]string{"/endless": "too_large", "/bomb": "too_large"}
	for path := range site["kiln.example.com"].(files) {
		for _, route := range []string{"/seo/audit", "/aeo/audit"} {
			if strings.Contains(path, ".") {
				continue
			}
			began := time.Now()
			status, got := s.get(route, "url", "https://kiln.example.com"+path)
			t.Logf("%s %s: %v", route, path, time.Since(began).Round(time.Millisecond))
			if code, bad := want[path]; bad && got["code"] != code || !bad && status != http.StatusOK {
				t.Errorf("%s %s: %d %v %v", route, path, status, got["code"], got["detail"])
			}
		}
	}
	for _, route := range []string{"/aeo/llms", "/aeo/crawlers"} {
		if status, got := s.get(route, "domain", "kiln.example.com"); status != http.StatusOK {
			t.Errorf("%s: %d %v", route, status, got)
		}
	}
}

func TestAServerThatNeverAnswersIsATimeout(t *testing.T) {
	site := kiln(files{"/slow": http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })})
	s := newService(t, fetch.Options{Timeouts: fetch.Timeouts{FirstByte: 500 * time.Millisecond}}, sites(t, site))
	if status, got := s.get("/seo/audit", "url", "https://kiln.example.com/slow"); status != http.StatusBadGateway || got["code"] != "timeout" {
		t.Errorf("%d %v", status, got)
	}
}

// TestARobotsFileThatNeverComesDoesNotHideThePage: the server hangs only on robots.txt.
func TestARobotsFileThatNeverComesDoesNotHideThePage(t *testing.T) {
	site := kiln(files{"/robots.txt": http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })})
	s := newService(t, fetch.Options{Timeouts: fetch.Timeouts{FirstByte: 5 * time.Second}}, sites(t, site))
	status, got := s.get("/seo/audit", "url", testpage.URL)
	if status != http.StatusOK || got["partial"] != true ||
		sources(got) != "page=ok robots_txt=timeout sitemap=ok" ||
		named(got["rules"], "id", "robots_allowed")["status"] != "warn" {
		t.Errorf("%d %v %v", status, got["sources"], got["detail"])
	}
}

func TestAPageServedAsRobotsFileIsNone(t *testing.T) {
	s := newService(t, fetch.Options{}, sites(t, kiln(files{"/robots.txt": reply{status: 200, contentType: "text/html", body: "<!doctype html><html><title>Kiln</title>"}})))
	_, got := s.get("/aeo/crawlers", "domain", "kiln.example.com")
	if got["robots_found"] != false || got["policy"] != "undeclared" || at(got, "errors.0.code") != "html" || at(got, "summary.allowed") != at(got, "summary.total") {
		t.Errorf("%v %v %v", got["robots_found"], got["policy"], got["errors"])
	}
}

// sources are the sources of an answer and their status: "page=ok robots_txt=error".
func sources(answer map[string]any) string {
	var out []string
	for _, s := range answer["sources"].([]any) {
		out = append(out, fmt.Sprint(at(s, "name"), "=", at(s, "status")))
	}
	return strings.Join(out, " ")
}
