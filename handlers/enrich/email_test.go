package enrich

import (
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/miekg/dns"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
)

const mailZone = `
strong-policy.com.        60 IN MX  10 mx.strong-policy.com.
mx.strong-policy.com.     60 IN A   192.0.2.1
strong-policy.com.        60 IN TXT "v=spf1 -all"
_dmarc.strong-policy.com. 60 IN TXT "v=DMARC1; p=quarantine"
monitor.com.              60 IN MX  10 mx.strong-policy.com.
monitor.com.              60 IN TXT "v=spf1 -all"
_dmarc.monitor.com.       60 IN TXT "v=DMARC1; p=none"
plain.com.                60 IN MX  10 mx.strong-policy.com.
known.com.                60 IN MX  10 aspmx.l.google.com.
null.com.                 60 IN MX  0 .
null.com.                 60 IN A   192.0.2.1
implicit.com.             60 IN A   192.0.2.1
sub.empty.com.            60 IN A   192.0.2.1
lost.com.                 60 IN MX  10 nowhere.lost.com.
burner.com.               60 IN MX  10 mail.mailinator.com.
mail.mailinator.com.      60 IN A   192.0.2.1
mailinator.com.           60 IN MX  10 mail.mailinator.com.
gmail.com.                60 IN MX  5 gmail-smtp-in.l.google.com.
gmail-smtp-in.l.google.com. 60 IN A 192.0.2.1
inside.com.               60 IN MX  10 mx.inside.com.
mx.inside.com.            60 IN A   10.0.0.25
self.com.                 60 IN MX  10 localhost.
self.com.                 60 IN MX  20 db.internal.
localhost.                60 IN A   127.0.0.1
nowhere.com.              60 IN A   0.0.0.0
xn--bcher-kva.de.         60 IN MX 10 mx.strong-policy.com.
`

func TestDeliverabilitySignals(t *testing.T) {
	w := start(t, setting{zone: mailZone})
	for email, want := range map[string][2]string{
		"a@strong-policy.com":     {"strong", `["mx_resolves","spf_and_dmarc"]`},
		"a@known.com":             {"strong", `["mx_resolves","known_provider"]`},
		"a@gmail.com":             {"strong", `["mx_resolves","known_provider"]`},
		"a@monitor.com":           {"moderate", `["mx_resolves"]`},
		"a@plain.com":             {"moderate", `["mx_resolves"]`},
		"a@BÜCHER.de":             {"moderate", `["mx_resolves"]`},
		"a@implicit.com":          {"weak", `["implicit_mx"]`},
		"a@lost.com":              {"weak", `["mx_unresolved"]`},
		"a@inside.com":            {"weak", `["mx_unresolved"]`},
		"a@self.com":              {"weak", `["mx_unresolved"]`},
		"a@nowhere.com":           {"undeliverable", `["no_mx_no_address"]`},
		"a@burner.com":            {"weak", `["disposable"]`},
		"a@mailinator.com":        {"weak", `["disposable"]`},
		"a@null.com":              {"undeliverable", `["null_mx"]`},
		"a@empty.com":             {"undeliverable", `["no_mx_no_address"]`},
		"a@nobody-has-this.com":   {"undeliverable", `["nxdomain"]`},
		"a@tea.localhost":         {"undeliverable", `["nxdomain"]`},
		"a@corp.internal":         {"undeliverable", `["nxdomain"]`},
		"info@kettle.example.com": {"weak", `["implicit_mx"]`},
	} {
		status, got := w.Get("/enrich/email", "email", email)
		if status != http.StatusOK || got["deliverability_signal"] != want[0] || text(got["signals"]) != want[1] {
			t.Errorf("%s: %d %s, want %v", email, status, text(got), want)
		}
	}
	for _, asked := range w.dns.Asked() {
		if strings.Contains(asked, "localhost") || strings.Contains(asked, "internal") {
			t.Errorf("asked for %s", asked)
		}
	}
}

func TestDomainsAndRolesOfAddresses(t *testing.T) {
	w := start(t, setting{zone: mailZone})
	for email, want := range map[string][]any{ // domain, disposable, free, role
		"Info@GMAIL.com":            {"gmail.com", nil, true, true},
		"jane.doe@gmail.com":        {"gmail.com", nil, true, false},
		"sales+x@plain.com":         {"plain.com", nil, false, true},
		"x@bücher.de":               {"xn--bcher-kva.de", nil, false, false},
		"jörg@plain.com":            {"plain.com", nil, false, false},
		"o'neil@x.mailinator.com":   {"x.mailinator.com", true, false, false},
		" support@mailinator.com  ": {"mailinator.com", true, false, true},
	} {
		_, got := w.Get("/enrich/email", "email", email)
		if have := []any{got["domain"], got["is_disposable"], got["is_free_provider"], got["is_role_account"]}; !reflect.DeepEqual(have, want) {
			t.Errorf("%s: %v, want %v", email, have, want)
		}
	}
	_, got := w.Get("/enrich/email", "email", "a@kettle.example.com")
	if text(got["dmarc"]) != `{"inherited":true,"policy":"quarantine","policy_pct":null,"present":true,`+
		`"subdomain_policy":"quarantine","testing":false}` ||
		text(got["spf"]) != `{"lookups":null,"policy":null,"present":false,"problem":null}` {
		t.Errorf("%s, %s", text(got["dmarc"]), text(got["spf"]))
	}
	if got["partial"] != true ||
		!strings.Contains(text(got["sources"]), `"name":"disposable_domains","records":`) ||
		!strings.Contains(text(got["sources"]), `"status":"warming"`) ||
		!strings.Contains(text(got["sources"]), "until it is loaded, 131 well-known ones") {
		t.Errorf("before the full list is there: %s", text(got))
	}
}

func TestAddressesThatBreakARule(t *testing.T) {
	w := start(t, setting{})
	for _, email := range []string{
		"", "a@", "@example.com", "example.com", "a@b@example.com", `"a b"@example.com`, "a b@example.com", "a@@example.com", ".a@example.com", "a.@example.com", "a..b@example.com",
		"a,b@example.com", "<a@example.com>", "A <a@example.com>", "a@example", "a@com", "a@192.0.2.1", "a@[192.0.2.1]", "a@[IPv6:2001:db8::1]", "a@exa mple.com", "a@example.com/x", "a@-example.com",
		"a@exa_mple..com", strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("a.", 126) + "com", "a\x00b@example.com", "a\nb@example.com", "a@example.com\r\nx", "a\u200bb@example.com", "a@example.com:25",
	} {
		status, got := w.Get("/enrich/email", "email", email)
		if status != http.StatusBadRequest {
			t.Errorf("%q: %d %v", email, status, got)
		}
		if local, _, ok := strings.Cut(email, "@"); ok && len(local) > 20 && strings.Contains(text(got), local) {
			t.Errorf("%q is quoted: %v", email, got)
		}
	}
	if n := len(w.dns.Asked()); n != 0 {
		t.Errorf("the DNS was asked %d times", n)
	}
}

func TestFailingDNSIs502(t *testing.T) {
	failing := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure })
	silent := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Response = false })
	exchangers := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) { // the domain answers, its exchanger does not
		if q.Name == "mx.other.com." {
			m.Rcode = dns.RcodeServerFailure
		} else if rr, err := dns.NewRR(q.Name + " 60 IN MX 10 mx.other.com."); err == nil && q.Qtype == dns.TypeMX {
			m.Answer = append(m.Answer, rr)
		}
	})
	for code, server := range map[string]*dnslookuptest.Server{"dns_failed": failing, "dns_timeout": silent} {
		if status, got := start(t, setting{dns: server}).Get("/enrich/email", "email", "a@example.com"); status != http.StatusBadGateway || got["code"] != code {
			t.Errorf("%s: %d %v", code, status, got)
		}
	}
	if status, got := start(t, setting{dns: exchangers}).Get("/enrich/email", "email", "a@example.com"); status != http.StatusBadGateway || got["code"] != "dns_failed" {
		t.Errorf("%d %v", status, got)
	}
}

func TestLocalPartGoesNowhere(t *testing.T) {
	const local = "zanzibar.quokka77"
	w := start(t, setting{zone: mailZone})
	for _, domain := range []string{"example.com", "known.com", "nobody-has-this.com", "mailinator.com", "tea.localhost", "192.0.2.1", "com"} {
		_, got := w.Get("/enrich/email", "email", local+"@"+domain)
		for where, what := range map[string]string{
			"the answer": text(got), "the log": w.log.String(), "the DNS": strings.Join(w.dns.Asked(), " "), "providers' requests": strings.Join(w.providers.Asked(), " "),
		} {
			if strings.Contains(what, "zanzibar") || strings.Contains(what, "quokka") {
				t.Errorf("%s: the local part is in %s: %s", domain, where, what)
			}
		}
	}
	if len(w.dns.Asked()) == 0 {
		t.Error("nothing was asked")
	}
}

func TestAddressesAreTakenApartOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		email := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z.+"<]{0,70}@{0,2}[a-zA-Z0-9.-]{0,40}\.(com|co\.uk|x)`)).Draw(t, "email")
		local, host, err := splitAddress(email)
		if err != nil {
			return
		}
		if local == "" || len(local) > 64 || strings.ContainsAny(local, "@ \t\r\n") || host.ASCII == "" || host.IP || !strings.HasPrefix(strings.TrimSpace(email), local+"@") {
			t.Fatalf("%q became %q and %+v", email, local, host)
		}
	})
}
