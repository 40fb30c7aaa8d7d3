package maildomain

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/miekg/dns"

	"github.com/farebox/farebox/dnslookup"
	"github.com/farebox/farebox/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/upstream/upstreamtest"
)

func tables(t *testing.T, answers ...upstreamtest.Answer) *Tables {
	t.Helper()
	got, err := New(upstreamtest.New(t, answers...).Pool(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSPFPolicies(t *testing.T) {
	for _, c := range []struct {
		why   string
		texts []string
		want  SPF
	}{
		{"none", []string{"google-site-verification=x", "v=spf10 -all", "xv=spf1 -all"}, SPF{}},
		{"fail", []string{"v=spf1 mx -all"}, SPF{Present: true, Policy: Fail}},
		{"softfail in capitals", []string{"V=SPF1 A ~ALL"}, SPF{Present: true, Policy: SoftFail}},
		{"neutral", []string{"v=spf1 ?all"}, SPF{Present: true, Policy: Neutral}},
		{"pass, said", []string{"v=spf1 +all"}, SPF{Present: true, Policy: Pass}},
		{"pass, not said", []string{"v=spf1 all"}, SPF{Present: true, Policy: Pass}},
		{"no all", []string{"v=spf1 mx"}, SPF{Present: true, Policy: Neutral}},
		{"nothing at all", []string{"v=spf1"}, SPF{Present: true, Policy: Neutral}},
		{"two records", []string{"v=spf1 -all", "v=spf1 ~all"}, SPF{Present: true, Policy: Invalid}},
		{"includes before all only", []string{"v=spf1 include:_spf.Google.com ~include:b.example -all include:c.example"}, SPF{Present: true, Policy: Fail, Includes: []string{"_spf.google.com", "b.example"}}},
		{"redirect without all", []string{"v=spf1 redirect=_spf.example"}, SPF{Present: true, Policy: Neutral, redirect: "_spf.example"}},
		{"redirect with all", []string{"v=spf1 redirect=_spf.example -all"}, SPF{Present: true, Policy: Fail}},
		{"the first all holds", []string{"v=spf1 -all +all"}, SPF{Present: true, Policy: Fail}},
		{"a lone qualifier", []string{"v=spf1 - ~ -all"}, SPF{Present: true, Policy: Fail}},
	} {
		if got := ReadSPF(c.texts); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

func TestDMARCPolicies(t *testing.T) {
	n := func(i int) *int { return &i }
	for _, c := range []struct {
		why   string
		texts []string
		want  DMARC
	}{
		{"none", []string{"v=DMARC10; p=reject", "v=dmarc1; p=reject"}, DMARC{}},
		{"reject", []string{"v=DMARC1; p=reject"}, DMARC{Present: true, Policy: Reject}},
		{"everything", []string{"v = DMARC1 ;P=Quarantine ; sp=none; pct=50; rua=mailto:x@a.example;"}, DMARC{Present: true, Policy: Quarantine, SubdomainPolicy: None, Percent: n(50)}},
		{"unknown policy with reports", []string{"v=DMARC1; p=block; rua=mailto:x@a.example"}, DMARC{Present: true, Policy: None}},
		{"unknown policy", []string{"v=DMARC1; p=block"}, DMARC{Present: true, Policy: Invalid}},
		{"no policy", []string{"v=DMARC1"}, DMARC{Present: true, Policy: Invalid}},
		{"odd percentages", []string{"v=DMARC1; p=none; pct=101"}, DMARC{Present: true, Policy: None}},
		{"two records", []string{"v=DMARC1; p=none", "v=DMARC1; p=reject"}, DMARC{Present: true, Policy: Invalid}},
	} {
		if got := ReadDMARC(c.texts); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

const zone = `
tea.example.com.         60 IN A   192.0.2.7
tea.example.com.         60 IN MX  20 aspmx2.googlemail.com.
tea.example.com.         60 IN MX  10 mx1.pphosted.com.
tea.example.com.         60 IN TXT "v=spf1 redirect=_spf.tea.example.com"
_spf.tea.example.com.    60 IN TXT "v=spf1 include:spf.protection.outlook.com include:u1.sendgrid.net ~all"
_dmarc.example.com.      60 IN TXT "v=DMARC1; p=reject; sp=quarantine"
own.example.com.         60 IN MX  10 mx.own.example.com.
mx.own.example.com.      60 IN AAAA 2001:db8::1
_dmarc.own.example.com.  60 IN TXT "v=DMARC1; p=none"
null.example.com.        60 IN MX  0 .
null.example.com.        60 IN A   192.0.2.9
lost.example.com.        60 IN MX  10 nowhere.example.com.
lost.example.com.        60 IN TXT "v=spf1 redirect=nowhere.example.com"
macro.example.com.       60 IN A   192.0.2.9
macro.example.com.       60 IN TXT "v=spf1 redirect=a..b"
`

func TestSetupIsReadFromTheDNS(t *testing.T) {
	tab, r := tables(t), dnslookuptest.Resolver(t, zone)
	for domain, check := range map[string]func(*Setup) bool{
		"tea.example.com": func(s *Setup) bool {
			return s.Exists && len(s.A) == 1 && s.Provider == "proofpoint" && reflect.DeepEqual(s.Providers, []string{"proofpoint", "google", "microsoft365", "sendgrid"}) &&
				s.SPF.Present && s.SPF.Policy == SoftFail && s.DMARC.Policy == Quarantine && s.DMARC.Inherited
		},
		"own.example.com": func(s *Setup) bool {
			return s.Exists && len(s.MX) == 1 && s.Provider == "" && s.DMARC.Policy == None && !s.DMARC.Inherited && !s.SPF.Present
		},
		"null.example.com":    func(s *Setup) bool { return s.Exists && s.NullMX && len(s.MX) == 0 && len(s.A) == 1 },
		"lost.example.com":    func(s *Setup) bool { return s.Exists && s.SPF.Policy == Invalid },
		"macro.example.com":   func(s *Setup) bool { return s.SPF.Policy == Neutral },
		"nothing.example.com": func(s *Setup) bool { return !s.Exists && s.MX != nil && !s.SPF.Present && s.DMARC.Policy == Quarantine },
	} {
		s, err := tab.Read(t.Context(), r, domain, "example.com")
		if err != nil || !check(s) {
			t.Errorf("%s: %+v, %v", domain, s, err)
		}
	}
	for exchange, want := range map[string]bool{"mx.own.example.com": true, "nowhere.example.com": false, "tea.example.com": true} {
		if got, err := ExchangersResolve(t.Context(), r, []dnslookup.MX{{Exchange: exchange}}); got != want || err != nil {
			t.Errorf("%s: %v, %v", exchange, got, err)
		}
	}
}

func TestTextsThatCannotBeLookedUpAreLeftOut(t *testing.T) {
	for failing, want := range map[uint16]bool{dns.TypeTXT: true, dns.TypeAAAA: true, dns.TypeMX: false, dns.TypeA: false} {
		r := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
			if q.Qtype == failing {
				m.Rcode = dns.RcodeServerFailure
			} else if q.Qtype == dns.TypeA {
				rr, err := dns.NewRR(q.Name + " 60 IN A 192.0.2.1")
				if err == nil {
					m.Answer = append(m.Answer, rr)
				}
			}
		}).Resolver(t)
		s, err := tables(t).Read(t.Context(), r, "tea.example.com", "example.com")
		if (err == nil) != want || !want && !errors.Is(err, dnslookup.Failed) {
			t.Errorf("%s fails: %v", dns.TypeToString[failing], err)
		}
		if failing == dns.TypeTXT && err == nil && (s.SPF != nil || s.DMARC != nil) {
			t.Errorf("%+v", s)
		}
	}
	r := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure }).Resolver(t)
	if ok, err := ExchangersResolve(t.Context(), r, []dnslookup.MX{{Exchange: "mx.example.com"}}); ok || err == nil {
		t.Errorf("%v, %v", ok, err)
	}
}

func TestOperatorsOfExchangers(t *testing.T) {
	tab := tables(t)
	for exchange, want := range map[string]string{
		"aspmx.l.google.com": "google", "smtp.google.com": "google", "tea-example.mail.protection.outlook.com": "microsoft365", "tea.k-v1.mx.microsoft": "microsoft365",
		"eur.olc.protection.outlook.com": "outlook", "in1-smtp.messagingengine.com": "fastmail", "MAIL.PROTONMAIL.CH": "proton", "inbound-smtp.eu-west-1.amazonaws.com": "amazon_ses",
		"ec2-1.compute.amazonaws.com": "", "evilgoogle.com": "", "google.com.evil.example": "", "": "", "route1.mx.cloudflare.net": "cloudflare_routing",
	} {
		if got := tab.Operator(exchange); got != want {
			t.Errorf("%s: %q, want %q", exchange, got, want)
		}
	}
}

func TestRolesAndFreeDomains(t *testing.T) {
	tab := tables(t)
	for local, want := range map[string]bool{"info": true, "Sales": true, "support+ticket7": true, "no-reply": true, "jane": false, "info.jane": false, "": false, "+info": false} {
		if got := tab.Role(local); got != want {
			t.Errorf("%q: %v", local, got)
		}
	}
	for domain, want := range map[string]bool{"gmail.com": true, "Yahoo.co.uk": true, "tea.example.com": false, "corp.gmail.com": false} {
		if got := tab.Free(domain); got != want {
			t.Errorf("%q: %v", domain, got)
		}
	}
	if len(tab.free) < 150 || len(tab.shipped) < 120 || len(tab.roles) != 57 {
		t.Errorf("%d free, %d disposable, %d roles", len(tab.free), len(tab.shipped), len(tab.roles))
	}
	for domain := range tab.free {
		if tab.shipped[domain] {
			t.Errorf("%s is both free and disposable", domain)
		}
	}
}

func TestDisposableDomains(t *testing.T) {
	var list strings.Builder
	for i := range 1200 {
		fmt.Fprintf(&list, "throwaway%d.example\n", i)
	}
	list.WriteString("burner.co.uk\n")
	tab := tables(t, upstreamtest.Answer{URL: "https://raw.githubusercontent.com/disposable-email-domains/disposable-email-domains/main/disposable_email_blocklist.conf", Type: "text/plain", Body: list.String()})
	for _, loaded := range []bool{false, true} {
		if loaded {
			if err := tab.full.Refresh(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range []struct {
			domain string
			mx     []string
			want   bool
		}{
			{"mailinator.com", nil, true}, {"me.Mailinator.com", nil, true}, {"notmailinator.com", nil, false}, {"tea.example.com", []string{"mail.mailinator.com"}, true},
			{"tea.example.com", []string{"mx.tea.example.com"}, false}, {"burner.co.uk", nil, loaded}, {"a.b.burner.co.uk", nil, loaded}, {"co.uk", nil, false}, {"192.0.2.1", nil, false},
		} {
			got, info := tab.Disposable(c.domain, c.mx)
			if got != c.want || info.Full != loaded {
				t.Errorf("loaded %v: %s %v is %v, %+v", loaded, c.domain, c.mx, got, info)
			}
			if loaded && (info.Entries != 1201 || info.Name != "disposable-email-domains" || len(info.AsOf) != 10) {
				t.Errorf("%+v", info)
			}
		}
	}
}
