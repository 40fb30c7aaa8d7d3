package enrich

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	gen "github.com/farebox/farebox/gen/enrich"
	"github.com/farebox/farebox/handlers/enrich/enrichtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/tlsinfo/tlsinfotest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is everything outside of the service.
type world struct {
	*handlertest.Service
	h         *Handlers
	providers *upstreamtest.World
	dns       *dnslookuptest.Server
	log       *bytes.Buffer
	pool      *upstream.Pool
}

// setting says what differs from the world of the spec's examples.
type setting struct {
	zone    string
	dns     *dnslookuptest.Server
	answers []upstreamtest.Answer
	pages   map[string]http.Handler
	plain   map[string]bool // hosts without https
	cert    func(a *tlsinfotest.Authority) tls.Certificate
}

func start(t *testing.T, s setting) *world {
	t.Helper()
	return s.over(t, upstreamtest.New(t, append(s.answers, enrichtest.Answers()...)...))
}

func (s setting) over(t testing.TB, providers *upstreamtest.World) *world {
	t.Helper()
	w := &world{
		log:       &bytes.Buffer{},
		dns:       s.dns,
		providers: providers,
	}
	if w.dns == nil {
		w.dns = dnslookuptest.Serve(t, w.providers.Zone(s.zone+enrichtest.Zone()))
	}
	logger := slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.pool = upstream.NewPool(upstream.Options{
		Transport: w.providers, DataDir: t.TempDir(), RateScale: 1e6, Rand: func() float64 { return 0 }, UserAgent: "farebox/test (+https://farebox.test)",
		Log: logger, Now: func() time.Time { return noon },
	})
	authority := tlsinfotest.New(t)
	between := authority.Intermediate(noon.AddDate(5, 0, 0))
	pages := enrichtest.Pages()
	for host, handler := range s.pages {
		pages[host] = handler
	}
	servers := map[string]*httptest.Server{}
	for host, handler := range pages {
		cert := between.Leaf(time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 30, 0, 0, 0, 0, time.UTC), []string{host, "www." + host}, between)
		if s.cert != nil {
			cert = s.cert(authority)
		}
		server := httptest.NewUnstartedServer(handler)
		server.Config.ErrorLog = log.New(io.Discard, "", 0) // handshakes that fail are part of the tests
		if server.TLS = (&tls.Config{Certificates: []tls.Certificate{cert}}); s.plain[host] {
			server.Start()
		} else {
			server.StartTLS()
		}
		t.Cleanup(server.Close)
		servers[host] = server
	}
	opener := fetch.New(fetch.Options{}, fetchtest.Hosts(t, servers))
	registries, err := rdap.New(w.pool, opener)
	if err != nil {
		t.Fatal(err)
	}
	mail, err := maildomain.New(w.pool)
	if err != nil {
		t.Fatal(err)
	}
	clock := func() time.Time { return noon }
	w.h, err = New(Sources{
		Registry: registries,
		DNS:      w.dns.Resolver(t),
		Mail:     mail,
		TLS:      tlsinfo.New(opener.Guard(), authority.Roots(), clock),
		Pages:    opener,
	}, clock)
	if err != nil {
		t.Fatal(err)
	}
	w.Service = handlertest.New(t, "enrich", w.h.Register)
	return w
}

func (w *world) load(t testing.TB) {
	t.Helper()
	upstreamtest.LoadLists(t, w.pool)
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	w := start(t, setting{})
	w.load(t)
	w.CheckExamples()
	if m := w.providers.Misses(); len(m) > 0 {
		t.Errorf("asked for what the providers do not have: %q", m)
	}
}

func TestNothingAboutPersonsIsAnswered(t *testing.T) {
	w := start(t, setting{})
	_, got := w.Get("/enrich/domain", "domain", enrichtest.Host)
	for _, p := range enrichtest.Persons {
		if strings.Contains(text(got), p) {
			t.Errorf("%q is in the answer: %s", p, text(got))
		}
		if strings.Contains(w.log.String(), p) {
			t.Errorf("%q is in the log: %s", p, w.log)
		}
	}
}

func TestAddressesInTextsAndURLsAreTakenOut(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" && r.URL.RawQuery == "" {
			http.Redirect(w, r, "/?for=greta.k%40example.com", http.StatusFound)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<title>Tea of greta.k@example.com and info@example.com</title><meta name="description" content="Ask Jörg: jörg@exämple.com">
			<meta property="og:description" content="otto@example.com"><meta property="og:site_name" content="Tea"><p>Info@Example.com INFO+x@example.com info@example.com.evil.org sales@example.org`))
	})
	w := start(t, setting{pages: map[string]http.Handler{"tea.example.com": page}})
	_, got := w.Get("/enrich/domain", "domain", "tea.example.com", "include", "web")
	want := map[string]any{
		"final_url": "https://tea.example.com/", "http_status": 200.0, "server": nil, "title": "Tea of [address] and info@example.com", "description": "Ask Jörg: [address]", "lang": nil,
		"open_graph":   map[string]any{"og:description": "[address]", "og:site_name": "Tea"},
		"organization": map[string]any{"name": "Tea", "logo": nil, "social": []any{}, "contacts": []any{"info@example.com"}},
	}
	if !reflect.DeepEqual(got["web"], want) {
		t.Errorf("%s\nwant %s", text(got["web"]), text(want))
	}
}

func TestBlocksAreAskedForOneByOne(t *testing.T) {
	w := start(t, setting{})
	for block, asks := range map[string]string{"registration": "rdap", "dns": "dns", "tls": "", "web": "", "tech": ""} {
		before := len(w.providers.Asked())
		beforeDNS := len(w.dns.Asked())
		status, got := w.Get("/enrich/domain", "domain", enrichtest.Host, "include", block)
		if status != http.StatusOK || text(got["summary"]) != `{"errors":[],"partial":false,"sources_ok":1,"sources_requested":1}` {
			t.Errorf("%s: %d %s", block, status, text(got["summary"]))
		}
		for _, other := range []string{"registration", "dns", "tls", "web", "tech"} {
			if (got[other] != nil) != (other == block) {
				t.Errorf("include=%s: %s is %v", block, other, got[other])
			}
		}
		if rdapAsked := len(w.providers.Asked()) > before; rdapAsked != (asks == "rdap") {
			t.Errorf("%s: providers were asked %q", block, w.providers.Asked())
		}
		if dnsAsked := len(w.dns.Asked()) > beforeDNS; dnsAsked != (asks == "dns") {
			t.Errorf("%s: the DNS was asked %q", block, w.dns.Asked())
		}
	}
	if _, got := w.Get("/enrich/domain", "domain", enrichtest.Host, "include", "tls,dns,tls"); got["summary"].(map[string]any)["sources_requested"] != 2.0 {
		t.Errorf("the same block twice: %s", text(got["summary"]))
	}
}

func TestInputsThatAreNoPublicDomain(t *testing.T) {
	w := start(t, setting{})
	for _, in := range []string{"", " ", "com", "a..b", "192.0.2.1", "http://127.1/", "someone@example.com", "printer.local", "tea.localhost", "db.internal", "tea.test", strings.Repeat("a", 64) + ".com"} {
		if status, got := w.Get("/enrich/domain", "domain", in); status != http.StatusBadRequest || in != "" && got["field"] != "domain" {
			t.Errorf("%q: %d %v", in, status, got)
		}
	}
	if n := len(w.providers.Asked()) + len(w.dns.Asked()); n != 0 {
		t.Errorf("%d requests went out", n)
	}
	if status, got := w.Get("/enrich/domain", "domain", "co.uk"); status != http.StatusBadRequest {
		t.Errorf("a public suffix without a site: %d %v", status, got)
	}
	before := len(w.providers.Asked()) + len(w.dns.Asked())
	for _, include := range []string{"whois", "dns,whois", "dns,tls,web,tech,registration,dns"} {
		if status, got := w.Get("/enrich/domain", "domain", "example.com", "include", include); status != http.StatusBadRequest {
			t.Errorf("include=%q: %d %v", include, status, got)
		}
	}
	if n := len(w.providers.Asked()) + len(w.dns.Asked()); n != before {
		t.Errorf("%d requests went out", n-before)
	}
	_, got := w.Get("/enrich/domain", "domain", "https://www.Bücher.example.com:8443/x?y", "include", "registration")
	if got["domain"] != "example.com" || got["queried"] != "www.xn--bcher-kva.example.com" {
		t.Errorf("%v", got)
	}
}

func TestEachBlockFailsByItself(t *testing.T) {
	refuse := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			_, _ = w.Write([]byte("User-agent: *\nDisallow: /\n"))
		}
	})
	failing := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure })
	for why, c := range map[string]struct {
		setting setting
		host    string
		want    map[string]string // block -> code
	}{
		"the registry's limit": {
			setting{answers: []upstreamtest.Answer{{
				URL:    rdapURL,
				Status: 429,
				Header: map[string]string{"Retry-After": "600"},
			}}},
			enrichtest.Host,
			map[string]string{"registration": "rate_limited"},
		},
		"garbage from the registry": {
			setting{answers: []upstreamtest.Answer{{URL: rdapURL, Type: "text/html", Body: "<html>"}}},
			enrichtest.Host,
			map[string]string{"registration": "bad_response"},
		},
		"the registry is down": {
			setting{answers: []upstreamtest.Answer{{URL: rdapURL, Status: 500}}},
			enrichtest.Host,
			map[string]string{"registration": "unavailable"},
		},
		"a registry that refuses": {
			setting{answers: []upstreamtest.Answer{{URL: rdapURL, Status: 400}}},
			enrichtest.Host,
			map[string]string{"registration": "refused"},
		},
		"the DNS fails": {setting{dns: failing}, enrichtest.Host, map[string]string{"dns": "dns_failed"}},
		"robots.txt": {
			setting{pages: map[string]http.Handler{enrichtest.Host: refuse}}, enrichtest.Host,
			map[string]string{"web": "robots_denied", "tech": "robots_denied"},
		},
		"no https":                {setting{plain: map[string]bool{enrichtest.Host: true}}, enrichtest.Host, map[string]string{"tls": "tls_failed"}},
		"no address":              {setting{}, "nothing.example.com", map[string]string{"tls": "dns_failed", "web": "dns_failed", "tech": "dns_failed"}},
		"a registry without RDAP": {setting{}, "kettle.lt", map[string]string{"registration": "no_rdap_service", "tls": "dns_failed", "web": "dns_failed", "tech": "dns_failed"}},
	} {
		w := start(t, c.setting)
		status, got := w.Get("/enrich/domain", "domain", c.host)
		errors := map[string]string{}
		for _, e := range got["summary"].(map[string]any)["errors"].([]any) {
			e := e.(map[string]any)
			errors[e["block"].(string)] = e["code"].(string)
			if got[e["block"].(string)] != nil || e["message"] == "" {
				t.Errorf("%s: %v", why, got)
			}
		}
		if status != http.StatusOK || !reflect.DeepEqual(errors, c.want) {
			t.Errorf("%s: %d %v, want %v", why, status, errors, c.want)
		}
		if s := got["summary"].(map[string]any); s["sources_ok"] != float64(5-len(c.want)) || s["partial"] != true {
			t.Errorf("%s: %v", why, s)
		}
	}
}

const rdapURL = "https://rdap.verisign.com/com/v1/domain/example.com"

// TestNoBlockNoSale: an answer without any block is an error, which is never charged. One that nobody can give is
// told from one that may come.
func TestNoBlockNoSale(t *testing.T) {
	w := start(t, setting{answers: []upstreamtest.Answer{{URL: rdapURL, Status: 500}}})
	for host, want := range map[string]int{
		enrichtest.Host: http.StatusServiceUnavailable,
		"kettle.lt":     http.StatusNotFound,
		"kettle.com":    http.StatusOK,
	} {
		status, got := w.Get("/enrich/domain", "domain", host, "include", "registration")
		if status != want || status != http.StatusOK && len(got["errors"].([]any)) != 1 {
			t.Errorf("%s: %d, want %d: %v", host, status, want, got)
		}
	}
}

func TestUnregisteredDomainIsAnAnswer(t *testing.T) {
	w := start(t, setting{})
	_, got := w.Get("/enrich/domain", "domain", "nobody-has-this.com", "include", "registration,dns")
	want := `{"age_days":null,"created":null,"dnssec":null,"expires":null,"nameservers":[],"registered":false,` +
		`"registrar":null,"registrar_handle":null,"registrar_iana_id":null,"source":null,"statuses":[],"updated_at":null}`
	if text(got["registration"]) != want {
		t.Errorf("%s", text(got["registration"]))
	}
	if d := got["dns"].(map[string]any); d["resolves"] != false || text(d["notes"]) != `["nxdomain"]` || d["has_mail"] != false {
		t.Errorf("%s", text(d))
	}
}

func TestMailIsThatOfTheDomainOrOfTheCustomersName(t *testing.T) {
	w := start(t, setting{zone: `
		github.io.           60 IN MX  10 mail.github.io.
		tea.github.io.       60 IN A   192.0.2.1
		www.null.com.        60 IN A   192.0.2.1
		null.com.            60 IN MX  0 .
		bare.com.            60 IN AAAA 2001:db8::1
		_dmarc.tea.github.io. 60 IN TXT "v=DMARC1; p=none"
	`})
	for host, want := range map[string][3]string{
		"www.tea.github.io": {"tea.github.io", "false", `["nxdomain","implicit_mx"]`},
		"www.null.com":      {"null.com", "false", `["null_mx"]`},
		"bare.com":          {"bare.com", "false", `["implicit_mx"]`},
		"www.example.com":   {"example.com", "true", `["nxdomain"]`},
	} {
		_, got := w.Get("/enrich/domain", "domain", host, "include", "dns")
		d := got["dns"].(map[string]any)
		if have := [3]string{d["mail_domain"].(string), text(d["has_mail"]), text(d["notes"])}; have != want {
			t.Errorf("%s: %q, want %q", host, have, want)
		}
	}
}

func TestCertificatesAreJudged(t *testing.T) {
	for why, c := range map[string]struct {
		cert    func(a *tlsinfotest.Authority) tls.Certificate
		verdict string
		expired bool
	}{
		"expired": {func(a *tlsinfotest.Authority) tls.Certificate {
			return a.Leaf(noon.AddDate(-1, 0, 0), noon.AddDate(0, 0, -3), []string{enrichtest.Host})
		}, "expired", true},
		"self-signed": {func(a *tlsinfotest.Authority) tls.Certificate {
			return a.SelfSigned(noon.AddDate(-1, 0, 0), noon.AddDate(1, 0, 0), []string{enrichtest.Host})
		}, "self_signed", false},
		"another host's": {func(a *tlsinfotest.Authority) tls.Certificate {
			return a.Leaf(noon.AddDate(-1, 0, 0), noon.AddDate(1, 0, 0), []string{"other.example.com"})
		}, "wrong_host", false},
	} {
		_, got := start(t, setting{cert: c.cert}).Get("/enrich/domain", "domain", enrichtest.Host, "include", "tls")
		if b := got["tls"].(map[string]any); b["valid"] != false || b["expired"] != c.expired || b["verdict"] != c.verdict {
			t.Errorf("%s: %v", why, b)
		}
	}
}

func TestPagesOfOddKinds(t *testing.T) {
	serve := func(status int, header http.Header, body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			for k, v := range header {
				w.Header()[k] = v
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		})
	}
	w := start(t, setting{plain: map[string]bool{"plain.example.com": true}, pages: map[string]http.Handler{
		"pdf.example.com":   serve(200, http.Header{"Content-Type": {"application/pdf"}, "Server": {"nginx/1.27.0"}}, "%PDF-1.7"),
		"error.example.com": serve(503, http.Header{"Content-Type": {"text/html"}}, "<title>Maintenance</title>"),
		"plain.example.com": serve(200, http.Header{"Content-Type": {"text/html"}}, "<title>Plain</title>"),
		"empty.example.com": serve(204, http.Header{"Content-Type": {"text/html"}}, ""),
	}})
	for host, want := range map[string][3]string{
		"pdf.example.com": {"200", "null", "https://pdf.example.com/"}, "error.example.com": {"503", `"Maintenance"`, "https://error.example.com/"},
		"plain.example.com": {"200", `"Plain"`, "http://plain.example.com/"}, "empty.example.com": {"204", "null", "https://empty.example.com/"},
	} {
		_, got := w.Get("/enrich/domain", "domain", host, "include", "web,tech")
		page, ok := got["web"].(map[string]any)
		if !ok || got["tech"] == nil {
			t.Errorf("%s: %s", host, text(got))
			continue
		}
		if have := [3]string{text(page["http_status"]), text(page["title"]), page["final_url"].(string)}; have != want {
			t.Errorf("%s: %q, want %q", host, have, want)
		}
	}
	_, got := w.Get("/enrich/domain", "domain", "pdf.example.com", "include", "tech")
	want := `[{"category":"web server","confidence":0.95,` +
		`"evidence":["header server"],"name":"nginx","version":"1.27.0"}]`
	if text(got["tech"].(map[string]any)["technologies"]) != want {
		t.Errorf("%s", text(got["tech"]))
	}
}

func TestAGoneCallerGetsNoAnswer(t *testing.T) {
	w := start(t, setting{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := w.h.EnrichDomain(ctx, gen.EnrichDomainRequestObject{Params: gen.EnrichDomainParams{Domain: enrichtest.Host}}); err == nil {
		t.Errorf("%v", got)
	}
}
