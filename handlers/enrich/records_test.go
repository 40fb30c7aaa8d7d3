package enrich

import (
	"crypto/tls"
	"strings"
	"testing"

	"github.com/miekg/dns"

	"github.com/farebox/farebox/handlers/enrich/enrichtest"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/network/tlsinfo/tlsinfotest"
)

func TestRegistryThatTheDNSContradictsIsNotBelieved(t *testing.T) {
	w := start(t, setting{zone: "moved.com. 60 IN NS ns1.moved.com.\nwild.com. 60 IN A 45.66.77.1\n"})
	for domain, want := range map[string]string{"moved.com": "contradicted", "wild.com": "", "nobody-has-this.com": ""} {
		_, got := w.Get("/enrich/domain", "domain", domain, "include", "registration,dns")
		if r, answered := got["registration"].(map[string]any); answered != (want == "") || answered && r["registered"] != false || want != "" && !strings.Contains(text(got["summary"]), want) {
			t.Errorf("%s: %s", domain, text(got))
		}
	}
}

// TestARegistryAloneDoesNotSayThatADomainIsNotRegistered: where the DNS fails, it may be the wrong registry.
func TestARegistryAloneDoesNotSayThatADomainIsNotRegistered(t *testing.T) {
	w := start(t, setting{zone: ";SERVFAIL NS\nmoved.com. 60 IN A 45.66.77.1\n"})
	_, got := w.Get("/enrich/domain", "domain", "moved.com", "include", "registration,dns")
	if got["registration"] != nil || !strings.Contains(text(got["summary"]), "dns_failed") {
		t.Error(text(got))
	}
}

func TestListsThatCouldNotBeLookedUpAreNamed(t *testing.T) {
	for failing, want := range map[uint16]string{dns.TypeA: `["a_unknown"]`, dns.TypeAAAA: `["aaaa_unknown"]`, dns.TypeNS: `["ns_unknown"]`} {
		server := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
			line := map[uint16]string{dns.TypeA: "A 45.66.77.1", dns.TypeAAAA: "AAAA 2001:4860::1", dns.TypeMX: "MX 10 mx.tea.com.", dns.TypeNS: "NS ns1.tea.com."}[q.Qtype]
			switch rr, err := dns.NewRR(q.Name + " 60 IN " + line); {
			case q.Qtype == failing && q.Name == "www.tea.com." || q.Qtype == dns.TypeNS && failing == dns.TypeNS:
				m.Rcode = dns.RcodeServerFailure
			case line != "" && err == nil:
				m.Answer = append(m.Answer, rr)
			}
		})
		_, got := start(t, setting{dns: server}).Get("/enrich/domain", "domain", "www.tea.com", "include", "dns")
		if d, ok := got["dns"].(map[string]any); !ok || text(d["notes"]) != want || d["resolves"] != true {
			t.Errorf("%s: %s", want, text(got))
		}
	}
}

func TestNamesAtHostingServicesAreMarked(t *testing.T) {
	w := start(t, setting{})
	for domain, want := range map[string]any{"tea.github.io": "github.io", "a.b.tea.pages.dev.": "pages.dev", "github.io": nil, "www.example.com": nil, "shop.example.co.uk": nil} {
		if _, got := w.Get("/enrich/domain", "domain", domain, "include", "dns"); got["hosted_under"] != want {
			t.Errorf("%s: %v, want %v", domain, got["hosted_under"], want)
		}
	}
}

func TestNamesInCertificatesAreCleaned(t *testing.T) {
	cert := func(a *tlsinfotest.Authority) tls.Certificate {
		return a.SelfSigned(noon.AddDate(-1, 0, 0), noon.AddDate(1, 0, 0), []string{"Greta  <greta.k@example.com>\n" + strings.Repeat("x", 5000), enrichtest.Host})
	}
	_, got := start(t, setting{cert: cert}).Get("/enrich/domain", "domain", enrichtest.Host, "include", "tls")
	b, ok := got["tls"].(map[string]any)
	if !ok {
		t.Fatalf("%s", text(got))
	}
	if cn, _ := b["subject_cn"].(string); !strings.HasPrefix(cn, "Greta <[address]> xxx") || len(cn) > maxLine {
		t.Errorf("%.100q", cn)
	}
}

func TestMailSetupIsExplained(t *testing.T) {
	w := start(t, setting{zone: `
		tea.com.          60 IN A   45.66.77.1
		tea.com.          60 IN TXT "v=spf1 include:tea.com -all"
		tea.com.          60 IN TXT "MS=ms1"
		_dmarc.tea.com.   60 IN TXT "v=DMARC1; p=reject; t=y"
		_mta-sts.tea.com. 60 IN TXT "v=STSv1; id=1"
		default._bimi.tea.com. 60 IN TXT "v=BIMI1; l=https://tea.com/logo.svg"
	`})
	_, got := w.Get("/enrich/domain", "domain", "www.tea.com", "include", "dns")
	d, _ := got["dns"].(map[string]any)
	if text(d["spf"]) != `{"lookups":11,"policy":"invalid","present":true,"problem":"too_many_lookups"}` || text(d["services"]) != `["Microsoft 365"]` || d["mta_sts"] != true || d["bimi"] != true ||
		text(d["dmarc"]) != `{"inherited":false,"policy":"reject","policy_pct":null,"present":true,`+
			`"subdomain_policy":null,"testing":true}` {
		t.Errorf("%s", text(d))
	}
}
