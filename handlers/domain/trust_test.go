package domain

import (
	"context"
	"crypto/tls"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/domain"
	"github.com/farebox/farebox/handlers/domain/domaintest"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/tlsinfo/tlsinfotest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/fetchtest"
)

const trustZone = `
solid.com.  60 IN A 45.66.77.1
solid.com.  60 IN NS ns1.solid.com.
solid.com.  60 IN NS ns2.solid.com.
solid.com.  60 IN MX 10 mx.solid.com.
solid.com.  60 IN TXT "v=spf1 mx -all"
_dmarc.solid.com. 60 IN TXT "v=DMARC1; p=reject"
bare.com.   60 IN A 45.66.77.2
bare.com.   60 IN NS ns1.bare.com.
quiet.com.  60 IN A 45.66.77.3
quiet.com.  60 IN NS ns1.quiet.com.
quiet.com.  60 IN NS ns2.quiet.com.
quiet.com.  60 IN MX 0 .
quiet.com.  60 IN TXT "v=spf1 ?all"
_dmarc.quiet.com. 60 IN TXT "v=DMARC1; p=quarantine"
paypa1-login.com. 60 IN A 45.66.77.4
tea-search.com. 60 IN A 45.66.77.5
wrong.com. 60 IN A 45.66.77.6
wrong.com. 60 IN NS ns1.wrong.com.
wild.com. 60 IN A 45.66.77.6
inside.com. 60 IN A 10.0.0.7
inside.com. 60 IN AAAA fd00::7
brokenspf.com. 60 IN A 45.66.77.8
brokenspf.com. 60 IN TXT "v=spf1 include:nothing.brokenspf.com -all"
badtls.com. 60 IN A 45.66.77.7
`

func registered(domain, more string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/" + domain, Type: "application/rdap+json",
		Body: `{"objectClassName":"domain","ldhName":"` + domain + `"` + more + `}`}
}

func created(day string) string {
	return `,"events":[{"eventAction":"registration","eventDate":"` + day + `T00:00:00Z"}]`
}

func trustNet() internet {
	answers := append(
		domaintest.Answers(),
		registered("solid.com", created("2001-01-01")),
		registered("quiet.com", created("2026-01-20")),
		registered("tea-search.com", created("1999-01-01")),
		registered("bare.com", `,"events":[{"eventAction":"registration","eventDate":"2026-11-01T00:00:00Z"},
			{"eventAction":"expiration","eventDate":"2026-12-01T00:00:00Z"}],"status":["client hold"]`),
		registered("paypa1-login.com", created("2026-05-01")),
		registered("phish-teapot.com", created("2010-01-01")),
		registered("badtls.com", created("2026-09-20")),
		upstreamtest.Answer{
			URL:    "https://rdap.verisign.com/com/v1/domain/down.com",
			Status: http.StatusInternalServerError,
		},
		registered("held.com", `,"status":["client Hold"]`),
		registered("late.com", `,"events":[{"eventAction":"registration","eventDate":"2001-01-01T00:00:00Z"},
			{"eventAction":"expiration","eventDate":"2026-11-01T00:00:00Z"}]`),
		registered("dateless.com", `,"status":["active"]`),
		registered("odd.com", created("2001-01-01")+`,"entities":{"registrar":"Teapot"}`),
		upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/wild.com", Status: http.StatusNotFound},
		upstreamtest.Answer{URL: "https://rdap.verisign.com/com/v1/domain/wrong.com", Status: http.StatusNotFound},
		upstreamtest.Answer{
			URL:    "https://rdap.verisign.com/com/v1/domain/nobody-has-this.com",
			Status: http.StatusNotFound,
		},
	)
	return internet{
		trustZone,
		answers,
		map[string]func(*tlsinfotest.Authority) tls.Certificate{
			"solid.com":               good("solid.com"),
			"quiet.com":               good("quiet.com"),
			"paypa1-login.com":        good("paypa1-login.com"),
			"tea-search.com":          good("tea-search.com"),
			"free-tea-1.netlify.app":  good("*.netlify.app"),
			"another-tea.netlify.app": good("*.netlify.app"),
			"badtls.com": func(a *tlsinfotest.Authority) tls.Certificate {
				return a.SelfSigned(now.AddDate(0, -1, 0), now.AddDate(0, 1, 0), []string{"badtls.com"})
			},
			"bare.com": good("other.com"),
		},
	}
}

// dimensions are the scores by name, -1 for those that were not evaluated.
func dimensions(answer map[string]any) map[string]float64 {
	out := map[string]float64{}
	all, _ := answer["dimensions"].(map[string]any)
	for name, d := range all {
		out[name] = -1
		if score, ok := d.(map[string]any)["score"].(float64); ok {
			out[name] = score
		}
	}
	return out
}

func TestSitesAreJudgedByAllDimensions(t *testing.T) {
	s := loaded(t, trustNet())
	for _, c := range []struct {
		why, domain string
		dims        map[string]float64
		want        map[string]any
	}{
		{"nothing to say against it", "solid.com", map[string]float64{"registration": 100, "dns_mail": 100, "tls": 100, "popularity": 30, "blocklist": 100, "lexical": 100},
			map[string]any{"trust_score": 86.0, "trust_category": "trusted", "registered": true, "on_blocklist": false, "age_days": 9454.0, "tls_status": "valid", "score_cap": nil}},
		{"the most popular", "https://tea-search.com/x?y", map[string]float64{"popularity": 100, "dns_mail": 40}, map[string]any{"rank": 1.0}},
		{"new, on hold, ending soon, hardly set up, a certificate for others", "bare.com", map[string]float64{"registration": 0, "dns_mail": 40, "tls": 20, "popularity": 30, "blocklist": 100, "lexical": 100},
			map[string]any{"trust_score": 45.0, "trust_category": "caution", "age_days": 19.0, "expires_at": "2026-12-01T00:00:00Z", "tls_status": "name_mismatch"}},
		{"takes no mail and says so", "quiet.com", map[string]float64{"registration": 60, "dns_mail": 95}, map[string]any{"trust_score": 77.0}},
		{"self-signed", "badtls.com", map[string]float64{"registration": 30, "tls": 10}, map[string]any{"tls_status": "self_signed", "age_days": 61.0}},
		{"a young imitation", "paypa1-login.com", map[string]float64{"lexical": 55}, map[string]any{"trust_score": 30.0, "score_cap": 30.0, "is_typosquat": true, "nearest_brand": "paypal", "trust_category": "untrusted"}},
		{"listed", "www.phish-teapot.com", map[string]float64{"blocklist": 0}, map[string]any{"trust_score": 10.0, "score_cap": 10.0, "on_blocklist": true, "blocklists": []any{"phishing-db"}, "trust_category": "untrusted"}},
		{"listed by a URL, on a hosting service: the service's age is not the site's", "free-tea-1.netlify.app",
			map[string]float64{"registration": -1, "dns_mail": -1, "tls": 100, "blocklist": 0}, map[string]any{"on_blocklist": true, "hosted_under": "netlify.app", "age_days": nil, "registered": nil, "trust_score": 10.0}},
		{
			"its neighbour is not listed, and nothing else is known of it",
			"another-tea.netlify.app",
			map[string]float64{"registration": -1, "tls": 100, "blocklist": 100},
			map[string]any{"on_blocklist": false, "trust_score": nil, "trust_category": "unknown"},
		},
		{"nor is the service", "netlify.app", map[string]float64{"blocklist": 100}, map[string]any{"on_blocklist": false}},
		{"a name below a listed one", "a.b.steeped.example.in.net", map[string]float64{}, map[string]any{"on_blocklist": false, "registrable_domain": "in.net"}},
		{"a listed host of the last 30 days", "dl.steeped.example.in.net", map[string]float64{}, map[string]any{"on_blocklist": true, "blocklists": []any{"urlhaus"}}},
		{"below a listed host", "x.malware.teapot-mirror.com", map[string]float64{}, map[string]any{"on_blocklist": true}},
		{"beside a listed host", "teapot-mirror.com", map[string]float64{}, map[string]any{"on_blocklist": false}},
		{"www is no other site", "leaky-kettle.com", map[string]float64{}, map[string]any{"on_blocklist": true}},
		{"hosts that anyone can have pages on are never listed", "github.com", map[string]float64{}, map[string]any{"on_blocklist": false}},
		{"nor those of a listed form", "docs.google.com", map[string]float64{}, map[string]any{"on_blocklist": false}},
		{
			"not registered",
			"nobody-has-this.com",
			map[string]float64{"registration": 0, "dns_mail": 0, "tls": -1},
			map[string]any{
				"registered": false, "age_days": nil,
				"trust_category": "untrusted", "score_cap": 20.0, "partial": false,
			},
		},
		{"the registry is wrong where the DNS has it", "wrong.com", map[string]float64{"registration": -1}, map[string]any{"registered": nil, "score_cap": nil}},
		{"the registry is down", "down.com", map[string]float64{"registration": -1}, map[string]any{"registered": nil, "partial": true}},
		{"under a suffix where every name has an address", "wild.com", map[string]float64{"registration": 0}, map[string]any{"registered": false, "trust_category": "untrusted"}},
		{"out of use since nobody knows when", "held.com", map[string]float64{"registration": 50}, map[string]any{"registered": true, "age_days": nil}},
		{
			"of unknown age, and no rank speaks for it",
			"dateless.com",
			map[string]float64{"registration": -1},
			map[string]any{"registered": true, "trust_score": nil, "trust_category": "unknown"},
		},
		{"over since three weeks", "late.com", map[string]float64{"registration": 90}, map[string]any{"expires_at": "2026-11-01T00:00:00Z"}},
		{
			"an address that is nobody's",
			"inside.com",
			map[string]float64{"dns_mail": 0, "tls": -1},
			map[string]any{"tls_status": nil},
		},
		{"a record that no receiver can use", "brokenspf.com", map[string]float64{"dns_mail": 100 - 10 - 10 - 5 - 20}, nil},
		{
			"no registry to ask",
			"something.lt",
			map[string]float64{"registration": -1, "dns_mail": 0},
			map[string]any{"registered": nil, "partial": false},
		},
	} {
		status, got := s.Get("/domain/trust", "domain", c.domain)
		if status != http.StatusOK {
			t.Errorf("%s: %d %v", c.why, status, got)
			continue
		}
		dims := dimensions(got)
		for name, want := range c.dims {
			if dims[name] != want {
				t.Errorf("%s: %s is %v, want %v", c.why, name, dims[name], want)
			}
		}
		for name, want := range c.want {
			if !reflect.DeepEqual(got[name], want) {
				t.Errorf("%s: %s is %v, want %v", c.why, name, got[name], want)
			}
		}
	}
}

// TestARegistryAloneDoesNotSayThatADomainIsNotRegistered: it may be the wrong one, which the DNS would show.
func TestARegistryAloneDoesNotSayThatADomainIsNotRegistered(t *testing.T) {
	net := trustNet()
	net.zone = ";SERVFAIL NS\n;SERVFAIL MX\n;SERVFAIL TXT\n;SERVFAIL A\n;SERVFAIL AAAA\n"
	_, got := loaded(t, net).Get("/domain/trust", "domain", "wrong.com")
	if got["registered"] != nil || got["score_cap"] != nil || got["trust_score"] != nil || got["partial"] != true {
		t.Errorf("%v", got)
	}
}

// TestHostThatDoesNotAnswerMakesTheAnswerPartial: one without an address, or with none that is public, has nothing to
// say.
func TestHostThatDoesNotAnswerMakesTheAnswerPartial(t *testing.T) {
	silent := httptest.NewUnstartedServer(nil) // it listens, and nobody takes what comes
	t.Cleanup(silent.Close)
	hosts := map[string]*httptest.Server{"silent.com": silent}
	guard := fetch.New(fetch.Options{}, fetchtest.Hosts(t, hosts)).Guard()
	h := &Handlers{sources: Sources{TLS: tlsinfo.New(guard, nil, clock)}}

	for name, partial := range map[string]bool{"silent.com": true, "nobody-has-this.com": false, "10.0.0.7": false} {
		patience := 2 * time.Minute
		if partial {
			patience = 100 * time.Millisecond
		}
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		asked := &trust{host: &hostname.Host{ASCII: name}, suffix: "com"}
		fused := upstream.FuseInto(ctx, asked, h.asked(asked)...)
		if fused.Partial() != partial || asked.tls != nil {
			t.Errorf("%s: %v, partial %v", name, fused.Failure(srcTLS), fused.Partial())
		}
		cancel()
	}
}

func TestRegistryThatWasReadInPartIsNamed(t *testing.T) {
	s := loaded(t, trustNet())
	_, got := s.Get("/domain/trust", "domain", "odd.com")
	for _, listed := range got["sources"].([]any) {
		source := listed.(map[string]any)
		if source["name"] == srcRegistry && (source["status"] != "error" || source["detail"] != oddRegistration) {
			t.Errorf("%v", source)
		}
	}
	if got["partial"] != true || got["registrar"] != nil || got["age_days"] == nil {
		t.Errorf("partial %v, registrar %v, age %v", got["partial"], got["registrar"], got["age_days"])
	}
}

// TestScoresFollowFromTheirReasons works the dimensions' scores and the score out again from the same answer.
func TestScoresFollowFromTheirReasons(t *testing.T) {
	s := loaded(t, trustNet())
	domains := []string{
		"solid.com", "bare.com", "quiet.com", "badtls.com", "paypa1-login.com", "phish-teapot.com",
		"free-tea-1.netlify.app", "nobody-has-this.com", "down.com", "xn--pypal-4ve.com",
		"paypal.com.secure-verify.tk", "a-b-c-d-e-f.12345.top", "wrong.com", "tea-search.com",
	}
	rapid.Check(t, func(rt *rapid.T) {
		domain := rapid.SampledFrom(domains).Draw(rt, "domain")
		_, got := s.Get("/domain/trust", "domain", domain)
		points := 0.0
		last := -101.0
		for i, r := range got["reasons"].([]any) {
			r := r.(map[string]any)
			p := r["points"].(float64)
			if i == 0 && (r["code"] != "start" || p != 100) || i > 0 && (p > 0 || p < last) {
				rt.Fatalf("out of order, or more than nothing: %v", got["reasons"])
			}
			if i > 0 {
				last = p
			}
			points += p
		}

		sum, weight, n, total := 0.0, 0.0, 0.0, 0.0
		missing := []string{}
		for name, d := range got["dimensions"].(map[string]any) {
			d := d.(map[string]any)
			w := d["weight"].(float64)
			total += w
			score, evaluated := d["score"].(float64)
			if evaluated != d["evaluated"] || d["detail"] == nil && score != 100 {
				rt.Fatalf("%s: %v", name, d)
			}
			if !evaluated {
				missing = append(missing, name)
				continue
			}
			sum += w * score
			weight += w
			n++
		}
		mean := sum / weight
		if math.Abs(points-mean) > 0.1 {
			rt.Fatalf("%s: the points come to %v, the mean is %v: %v", domain, points, mean, got["reasons"])
		}
		var want any = math.Round(mean)
		limit, capped := got["score_cap"].(float64)
		switch {
		case capped:
			want = min(math.Round(mean), limit)
		case mean >= 40 && got["age_days"] == nil && got["rank"] == nil:
			want = nil // nothing speaks for it
		}
		c := got["coverage"].(map[string]any)
		if got["trust_score"] != want || math.Abs(total-1) > 1e-9 || c["evaluated"] != n || c["total"] != 6.0 ||
			c["ratio"] != n/6 || len(c["missing"].([]any)) != len(missing) {
			rt.Fatalf("%s: score %v, want %v; coverage %v, total %v", domain, got["trust_score"], want, c, total)
		}
	})
}

// TestPointsOfADimensionEndWithItsHundred: what goes beyond takes nothing, so that the points still add up.
func TestPointsOfADimensionEndWithItsHundred(t *testing.T) {
	s := loaded(t, trustNet())
	_, got := s.Get("/domain/trust", "domain", "bare.com") // 90 for its age, 50 for the hold, 10 for its end
	points := map[string]float64{}
	for _, r := range got["reasons"].([]any) {
		r := r.(map[string]any)
		points[r["code"].(string)] = r["points"].(float64)
	}
	if points["age_under_30_days"] != -18 || points["on_hold"] != -2 || points["expires_soon"] != 0 {
		t.Errorf("%v", points)
	}
}

func TestTooLittleKnownIsUnknown(t *testing.T) {
	s := serve(t, internet{certs: map[string]func(*tlsinfotest.Authority) tls.Certificate{}})
	status, got := s.Get("/domain/trust", "domain", "some-site.lt")
	if status != http.StatusOK || got["trust_category"] != "unknown" || got["trust_score"] != nil ||
		got["on_blocklist"] != nil ||
		got["partial"] != true {
		t.Errorf("%d %v", status, got)
	}
	for _, l := range got["sources"].([]any) {
		l := l.(map[string]any)
		asked := l["name"] == "tls" || l["name"] == "dns" || l["name"] == "rdap"
		if !asked && l["status"] != "warming" && l["name"] != "tranco" || l["as_of"] != nil {
			t.Errorf("%v", l)
		}
	}
	for _, bad := range []string{"", "com", "co.uk", "1.2.3.4", "http://[::1]/", "someone@example.com", "postgres.internal", "https://printer.local/", "x.localhost", "tea.example", "metadata.google.internal", "not a domain", "-", strings.Repeat("a", 64) + ".com", "http://"} {
		if status, got := s.Get("/domain/trust", "domain", bad); status != http.StatusBadRequest {
			t.Errorf("%q: %d %v", bad, status, got)
		}
	}
}

func TestImitationsOfUnknownAgeCountAsYoungUnlessPopular(t *testing.T) {
	net := exampleNet()
	for i, a := range net.answers {
		if strings.Contains(a.URL, "majestic") {
			net.answers[i].Body += "99999,9,paypai.lt,lt,40,42,paypai.lt,lt,9,9,40,42\n100001,9,paypa1.lt,lt,40,42,paypa1.lt,lt,9,9,40,42\n"
		}
	}
	s := loaded(t, net)
	for domain, limit := range map[string]any{"paypai.lt": nil, "paypa1.lt": 30.0, "paypaal.lt": 30.0} {
		if _, got := s.Get("/domain/trust", "domain", domain); got["score_cap"] != limit ||
			got["is_typosquat"] != true {
			t.Errorf("%s: cap %v, want %v; %v", domain, got["score_cap"], limit, got["is_typosquat"])
		}
	}
}

// TestNothingIsTrustedForWantOfEvidence: what could condemn a site, or bring its score below the bound, has to be read.
func TestNothingIsTrustedForWantOfEvidence(t *testing.T) {
	net := exampleNet()
	net.answers = slices.DeleteFunc(net.answers, func(a upstreamtest.Answer) bool {
		return strings.Contains(a.URL, "openphish")
	})
	_, got := loaded(t, net).Get("/domain/trust", "domain", "www.python.org")
	if got["on_blocklist"] != nil || got["trust_score"].(float64) < trusted || got["trust_category"] != "caution" {
		t.Errorf("without a blocklist: %v %v", got["trust_score"], got["trust_category"])
	}

	for _, c := range []struct {
		why   string
		score int
		skip  dimensionName // of 20 in 100
		want  gen.DomainTrustTrustCategory
	}{
		{"all is known", 70, "", gen.Trusted},
		{"a young name would make 70 of it", 88, registration, gen.Trusted},
		{"less", 87, registration, gen.Caution},
	} {
		s := &trust{blocked: new(false)}
		for _, w := range weights {
			s.evaluated(w.name)
		}
		if c.skip != "" {
			s.skip(c.skip, "nobody can be asked")
		}
		s.weigh()
		if got := s.category(&c.score); got != c.want {
			t.Errorf("%s: %d is %s", c.why, c.score, got)
		}
	}
}

func TestOneListDoesNotClear(t *testing.T) {
	net := exampleNet()
	net.answers = nil
	for _, a := range domaintest.Answers() {
		if strings.Contains(a.URL, "openphish") {
			net.answers = append(net.answers, a)
		}
	}
	s := loaded(t, net)
	_, got := s.Get("/domain/trust", "domain", "www.python.org")
	if got["on_blocklist"] != nil || dimensions(got)["blocklist"] != -1 || dimensions(got)["popularity"] != -1 {
		t.Errorf("%v %v", got["on_blocklist"], dimensions(got))
	}
	_, got = s.Get("/domain/trust", "domain", "signin.tea-bank.lt")
	if got["on_blocklist"] != true || got["trust_category"] != "untrusted" {
		t.Errorf("%v %v", got["on_blocklist"], got["trust_category"])
	}
}

func TestEverySignalIsInTheSpec(t *testing.T) {
	s := loaded(t, trustNet())
	schemas := s.Doc.Components.Schemas
	known := schemas["DomainTrust"].Value.Properties["reasons"].Value.Description +
		schemas["DomainTyposquat"].Value.Properties["reasons"].Value.Description
	seen := map[string]bool{}
	for _, domain := range []string{"solid.com", "bare.com", "quiet.com", "badtls.com", "paypa1-login.com", "phish-teapot.com", "nobody-has-this.com"} {
		_, got := s.Get("/domain/trust", "domain", domain)
		for _, r := range got["reasons"].([]any) {
			seen[fmt.Sprint(r.(map[string]any)["code"])] = true
		}
	}
	for signal := range seen {
		if !strings.Contains(known, signal) {
			t.Errorf("%s is not described", signal)
		}
	}
	if len(seen) < 12 {
		t.Errorf("only %v", seen)
	}
}
