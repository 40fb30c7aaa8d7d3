package fraud

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const mailZone = `
gmail.com.      60 IN MX 5 mx.gmail.com.
gmail.com.      60 IN TXT "v=spf1 redirect=_spf.gmail.com"
_spf.gmail.com. 60 IN TXT "v=spf1 ip4:45.66.0.0/16 ~all"
_dmarc.gmail.com. 60 IN TXT "v=DMARC1; p=none"
gmial.com.      60 IN MX 5 mx.gmial.com.
gmial.com.      60 IN TXT "v=spf1 -all"
nullmx.net.     60 IN MX 0 .
nullmx.net.     60 IN A 45.66.77.88
webonly.net.    60 IN A 45.66.77.88
webonly.net.    60 IN TXT "v=spf1 -all"
nothing.net.    60 IN TXT "hello"
inside.net.     60 IN A 10.0.0.25
inside.net.     60 IN AAAA fd00::25
young.net.      60 IN MX 5 mx.young.net.
young.net.      60 IN TXT "v=spf1 mx -all"
mailinator.com. 60 IN MX 5 mail.mailinator.com.
mailinator.com. 60 IN TXT "v=spf1 -all"
dmarconly.net.  60 IN MX 5 mx.dmarconly.net.
_dmarc.dmarconly.net. 60 IN TXT "v=DMARC1; p=reject"
`

func registration(domain, created string) upstreamtest.Answer {
	_, tld, _ := strings.Cut(domain, ".")
	return upstreamtest.Answer{URL: "https://rdap.verisign.com/" + tld + "/v1/domain/" + domain, Type: "application/rdap+json",
		Body: `{"objectClassName":"domain","ldhName":"` + domain + `","events":[{"eventAction":"registration","eventDate":"` + created + `T00:00:00Z"}]}`}
}

func TestAddressesOfMailAreJudged(t *testing.T) {
	answers := []upstreamtest.Answer{registration("young.net", "2026-11-10"), registration("gmial.com", "2010-01-01"), registration("dmarconly.net", "2026-08-23"), registration("webonly.net", "2026-08-22")}
	s := loaded(t, mailZone, answers...)
	for _, c := range []struct {
		why, email, signals string
		domainScore, score  float64
	}{
		{"a mailbox like most", "someone@gmail.com", "free_provider", 5, 5},
		{"case and blanks do not matter", " SomeOne@GMAIL.com ", "free_provider", 5, 5},
		{"throw-away", "someone@mailinator.com", "disposable", 70, 70},
		{"throw-away by its parent", "someone@d1.throwaway.example", "disposable undeliverable", 98, 98},
		{"the domain does not exist", "someone@nowhere.net", "undeliverable", 70, 70},
		{"it takes no mail", "someone@nullmx.net", "undeliverable", 70, 70},
		{"neither mail server nor address", "someone@nothing.net", "undeliverable", 70, 70},
		{"only addresses that are nobody's", "someone@inside.net", "undeliverable", 70, 70},
		{"only an address, 90 days old", "someone@webonly.net", "no_mx", 60, 60},
		{"new", "someone@young.net", "domain_age_under_30_days", 40, 40},
		{"not so new, and DMARC suffices", "someone@dmarconly.net", "domain_age_under_90_days", 20, 20},
		{"one letter from Gmail", "someone@gmial.com", "mail_provider_typosquat", 50, 50},
		{"a function, with a tag", "INFO+x@gmail.com", "role_account free_provider plus_tag", 5, 13},
		{"numbered", "kim19871234@gmail.com", "digits_tail free_provider", 5, 12},
		{"made by a machine", "xkqzrtvbnw@gmail.com", "random_local_part free_provider", 5, 22},
	} {
		status, got := s.Get("/fraud/score", "email", c.email)
		if status != http.StatusOK || signals(got) != c.signals {
			t.Errorf("%s: %d, %q, want %q", c.why, status, signals(got), c.signals)
			continue
		}
		d, _ := got["dimensions"].(map[string]any)
		domain, _ := d["email_domain"].(map[string]any)
		if domain["score"] != c.domainScore || got["risk_score"] != c.score || d["ip_network"] != nil || !reflect.DeepEqual(got["inputs_scored"], []any{"email"}) {
			t.Errorf("%s: domain %v, score %v, %v", c.why, domain["score"], got["risk_score"], got["inputs_scored"])
		}
	}
}

// TestNamesThatAreNeverPublicAreNotAskedFor: the DNS of the machine's own network may know something about them.
func TestNamesThatAreNeverPublicAreNotAskedFor(t *testing.T) {
	dnsServer := dnslookuptest.Serve(t, mailZone)
	s := loaded(t, mailZone)
	s.h.DNS = dnsServer.Resolver(t)
	before := len(s.world.Asked())
	status, got := s.Get("/fraud/score", "email", "someone@db.corp.internal")
	if status != http.StatusOK || signals(got) != "undeliverable" {
		t.Errorf("%d, %v", status, got)
	}
	if asked := append(s.world.Asked()[before:], dnsServer.Asked()...); len(asked) > 0 {
		t.Errorf("asked %v", asked)
	}
}

// TestLocalPartsGoNowhere looks for a local part in the answers, the problems and everything that is asked of others.
func TestLocalPartsGoNowhere(t *testing.T) {
	dnsServer := dnslookuptest.Serve(t, mailZone)
	s := loaded(t, mailZone, registration("young.net", "2026-11-10"))
	s.h.DNS = dnsServer.Resolver(t)
	const secret = "zq7secret"
	for _, email := range []string{secret + "@young.net", secret + "+" + secret + "@nowhere.net", secret + "@", secret + "@10.0.0.1", secret + "@@young.net", secret + " x@young.net", secret + "@young.net/x?" + "y", "a." + secret + ".@young.net"} {
		status, got := s.Get("/fraud/score", "email", email)
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(string(text)), secret) {
			t.Errorf("%s: %d %s", email, status, text)
		}
	}
	for _, asked := range append(s.world.Asked(), dnsServer.Asked()...) {
		if strings.Contains(asked, secret) {
			t.Errorf("asked %s", asked)
		}
	}
	if len(dnsServer.Asked()) == 0 {
		t.Error("nothing was asked, so the test shows nothing")
	}
}

func TestAddressesThatCannotBeAreRefused(t *testing.T) {
	s := serve(t, "")
	for _, bad := range []string{
		"someone", "@gmail.com", "someone@", "a b@gmail.com", `"a b"@gmail.com`, "a@b@gmail.com", "a..b@gmail.com", ".a@gmail.com", "a.@gmail.com", "a@com", "a@1.2.3.4", "a@[1.2.3.4]", "a@-x.com",
		"a@gmail.com:25", "a@gmail.com/x", "<a@gmail.com>", "a\x00@gmail.com", "a\u202e@gmail.com", "a\u200b@gmail.com", "a\u0085@gmail.com", "a\u3000b@gmail.com", "a\ue000@gmail.com", "a\xff@gmail.com", strings.Repeat("a", 65) + "@gmail.com", "a@" + strings.Repeat("a", 64) + ".com", "a@" + strings.Repeat("abcd.", 52) + "com", "a,b@gmail.com",
	} {
		status, got := s.Get("/fraud/score", "email", bad)
		if status != http.StatusBadRequest || got["field"] != "email" {
			t.Errorf("%q: %d %v", bad, status, got)
		}
	}
	for _, good := range []string{"a@gmail.com", "o'hara@gmail.com", "a+b=c@gmail.com", "jürgen@gmail.com", "a@bücher.de", strings.Repeat("a", 64) + "@gmail.com"} {
		if _, err := parseAddress(good); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

func TestSourcesThatFailMakeThePartialScore(t *testing.T) {
	down := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure })
	s := serve(t, "", upstreamtest.Answer{URL: "https://rdap.verisign.com/net/v1/domain/young.net", Status: http.StatusInternalServerError})
	s.h.DNS = down.Resolver(t)
	status, got := s.Get("/fraud/score", "email", "info@young.net")
	if status != http.StatusOK || got["partial"] != true || got["dimensions"].(map[string]any)["email_domain"] != nil || signals(got) != "role_account" {
		t.Errorf("%d %v", status, got)
	}
	states := map[string]any{}
	for _, source := range got["sources"].([]any) {
		source := source.(map[string]any)
		states[source["name"].(string)] = source["status"]
	}
	wanted := map[string]any{
		"disposable_domains": "warming",
		"dns":                "error",
		"rdap":               "error",
	}
	if fmt.Sprint(states) != fmt.Sprint(wanted) {
		t.Errorf("%v", states)
	}
	// What the name of the domain says by itself needs nobody.
	status, got = s.Get("/fraud/score", "email", "info@gmial.com")
	if status != http.StatusOK || got["partial"] != true || signals(got) != "mail_provider_typosquat role_account" {
		t.Errorf("%d %v", status, got)
	}
	// A mailbox that nothing at all is known about is no answer to sell.
	if status, got = s.Get("/fraud/score", "email", "someone@young.net"); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", status, got)
	}
	if status, got = s.Get("/fraud/score", "email", "someone@young.net", "ip", "62.1.2.3"); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("%d %v", status, got)
	}
	s.world.Add(t, upstreamtest.Answer{URL: "https://rdap.verisign.com/net/v1/domain/undated.net", Type: "application/rdap+json", Body: `{"objectClassName":"domain","ldhName":"undated.net"}`})
	if status, got = s.Get("/fraud/score", "email", "someone@undated.net"); status != http.StatusBadGateway && status != http.StatusServiceUnavailable {
		t.Errorf("a registration without a date: %d %v", status, got)
	}
	// One input that nothing is known about does not hide the other.
	status, got = s.Get("/fraud/score", "email", "info@young.net", "ip", "62.1.2.3")
	if status != http.StatusOK || !reflect.DeepEqual(got["inputs_scored"], []any{"email"}) || got["partial"] != true {
		t.Errorf("%d %v", status, got["inputs_scored"])
	}
}

// TestListThatTheOperatorLeftOutIsSaidToBe: it will not be loaded in a minute, and another call would not know more.
func TestListThatTheOperatorLeftOutIsSaidToBe(t *testing.T) {
	off := map[string]string{"UPSTREAM_DISPOSABLE_EMAIL_DOMAINS_URL": "off"}
	s := serveWith(t, off, mailZone, registration("young.net", "2010-01-01"))
	m := &mailFacts{}
	host, err := hostname.Parse("young.net")
	if err != nil {
		t.Fatal(err)
	}
	s.h.disposable(m, host, nil)
	if m.sources[0].Status != shared.SourceStatusNotConfigured || m.partial || m.disposable != nil {
		t.Errorf("%+v", m)
	}
}

func TestRandomLookingNames(t *testing.T) {
	for name, want := range map[string]bool{
		"christopher.montgomery": false, "elizabeth.mcdonald": false, "krzysztof.szczepanski": false, "wolfgang-schmidt": false, "john.smith1987": false, "abdulrahman.alghamdi": false,
		"thomasfrederickson": false, "nguyenthithanhhuong": false, "schwarzkopf": false, "newsletter2024": false, "short": false, "aaaaaaaaaaaaaaaa": false, "żółćgęśląjaźń": false,
		"xkqzrtvbnw": true, "a8f3k2m9x1q7": true, "k3j9d8s7h2g4": true, "qwrtpsdfghjklz": true, "b7x2vq9zk4mt": true,
	} {
		if got := randomLooking(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestMailProvidersAreBrandsThatTheDetectorKnows(t *testing.T) {
	s := serve(t, "")
	for brand := range mailBrands {
		domain := map[string]string{"mailru": "mail.ru", "proton": "proton.me", "protonmail": "protonmail.com"}[brand]
		if domain == "" {
			domain = brand + ".com"
		}
		host, err := hostname.Parse(domain)
		if err != nil {
			t.Fatal(err)
		}
		if v := s.h.Squats.Check(host); v.Typosquat || !mailBrands[v.NearestBrand] {
			t.Errorf("%s: %+v", domain, v)
		}
	}
}

// TestOldListOfThrowAwayDomainsClearsNoDomain: new ones come every day.
func TestOldListOfThrowAwayDomainsClearsNoDomain(t *testing.T) {
	s := loaded(t, mailZone, registration("young.net", "2010-01-01"))
	for days, stale := range map[int]bool{29: false, 31: true} {
		later := *s.h
		later.now = func() time.Time { return now.AddDate(0, 0, days) }
		m := &mailFacts{}
		host, err := hostname.Parse("young.net")
		if err != nil {
			t.Fatal(err)
		}
		later.disposable(m, host, nil)
		old := m.sources[0].Status == shared.SourceStatusStale
		if (m.disposable == nil) != stale || m.partial != stale || old != stale {
			t.Errorf("%d days: %+v", days, m)
		}
		m = &mailFacts{}
		if host, err = hostname.Parse("throwaway.example"); err != nil {
			t.Fatal(err)
		}
		if later.disposable(m, host, nil); !yes(m.disposable) {
			t.Errorf("%d days: a listed domain was forgotten", days)
		}
	}
}

// TestMoreFindingsNeverLowerTheScore: what is found besides cannot make an input look safer, whichever group it is in.
func TestMoreFindingsNeverLowerTheScore(t *testing.T) {
	names := slices.Sorted(maps.Keys(rules))
	rapid.Check(t, func(t *rapid.T) {
		var few, more []gen.FraudReason
		for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, len(names), rapid.ID).Draw(t, "signals") {
			r := finding(name, "x")
			more = append(more, r)
			if rapid.Bool().Draw(t, "in both") {
				few = append(few, r)
			}
		}
		if combine(few) > combine(more) || combine(more) > 100 || combine(few) < 0 {
			t.Fatalf("%d of %d findings: %d, %d", len(few), len(more), combine(few), combine(more))
		}
	})
}

// TestOneAddressHasOneScore: both routes say the same of an address, and neither an e-mail address that is well nor a
// country makes it safer.
func TestOneAddressHasOneScore(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	for _, ip := range []string{
		"62.1.2.3", "91.20.5.5", "91.20.1.1", "1.0.0.9", "193.5.6.9", "104.131.1.1", "104.30.10.1", "45.66.77.88",
	} {
		before := 0.0
		for _, more := range [][]string{nil, {"country", "DE"}} {
			query := append([]string{"ip", ip}, more...)
			_, alone := s.Get("/fraud/ip", query...)
			_, scored := s.Get("/fraud/score", query...)
			_, both := s.Get("/fraud/score", append(query, "email", "jane.doe@mozilla.org")...)
			if scored["risk_score"] != alone["risk_score"] || scored["risk_category"] != alone["risk_category"] ||
				both["risk_score"] != alone["risk_score"] {
				t.Errorf("%v: %v %v, %v %v, with a clean e-mail address %v", query, alone["risk_score"],
					alone["risk_category"], scored["risk_score"], scored["risk_category"], both["risk_score"])
			}
			if score, _ := alone["risk_score"].(float64); score < before {
				t.Errorf("%v: %v, without a country %v", query, score, before)
			} else {
				before = score
			}
		}
	}
}

// TestCountriesThatAreNoMoreAreRefused: nobody is in one.
func TestCountriesThatAreNoMoreAreRefused(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	for _, code := range []string{"SU", "YU", "DD", "EU", "ZZ", "XX", "AA"} {
		if status, got := s.Get("/fraud/ip", "ip", "8.8.8.8", "country", code); status != http.StatusBadRequest {
			t.Errorf("%s: %d %v", code, status, got["claimed_country"])
		}
	}
	for code, want := range map[string]string{"uk": "GB", "EL": "GR", "xk": "XK", "PR": "PR"} {
		if _, got := s.Get("/fraud/ip", "ip", "8.8.8.8", "country", code); got["claimed_country"] != want {
			t.Errorf("%s: %v", code, got["claimed_country"])
		}
	}
}
