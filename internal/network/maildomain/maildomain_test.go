package maildomain

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
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
	syntax, several := SPF{Present: true, Policy: Invalid, Problem: BadSyntax}, SPF{Present: true, Policy: Invalid, Problem: SeveralRecords}
	for _, c := range []struct {
		why   string
		texts []string
		want  SPF
	}{
		{"none", []string{"google-site-verification=x", "v=spf10 -all", "xv=spf1 -all", " v=spf1 -all", "v=spf1;-all"}, SPF{}},
		{"fail", []string{"v=spf1 mx -all"}, SPF{Present: true, Policy: Fail, plain: 1}},
		{"softfail in capitals", []string{"V=SPF1 A ~ALL"}, SPF{Present: true, Policy: SoftFail, plain: 1}},
		{"neutral", []string{"v=spf1 ?all"}, SPF{Present: true, Policy: Neutral}},
		{"pass, said", []string{"v=spf1 +all"}, SPF{Present: true, Policy: Pass}},
		{"pass, not said", []string{"v=spf1 all"}, SPF{Present: true, Policy: Pass}},
		{"no all", []string{"v=spf1 mx"}, SPF{Present: true, Policy: Neutral, plain: 1}},
		{"nothing at all", []string{"v=spf1"}, SPF{Present: true, Policy: Neutral}},
		{"two records", []string{"v=spf1 -all", "v=spf1 ~all"}, several},
		{"two records, one of them bad", []string{"v=spf1 whatever -all", "v=spf1 ~all"}, several},
		{"includes before all only", []string{"v=spf1 include:_spf.Google.com ~include:b.example -all include:c.example"}, SPF{Present: true, Policy: Fail, includes: []include{{"_spf.google.com", Pass}, {"b.example", SoftFail}}}},
		{"redirect without all", []string{"v=spf1 redirect=_spf.example"}, SPF{Present: true, Policy: Neutral, redirect: "_spf.example"}},
		{"redirect with all", []string{"v=spf1 redirect=_spf.example -all"}, SPF{Present: true, Policy: Fail}},
		{"the first all holds", []string{"v=spf1 -all +all"}, SPF{Present: true, Policy: Fail}},
		{"what costs a lookup", []string{"v=spf1 a mx/24 a:b.example//64 mx:%{d2}/24 ptr exists:%{i}.b.example ip4:192.0.2.0/24 ip6:2001:db8::1 -all a"}, SPF{Present: true, Policy: Fail, plain: 6, targets: []string{"b.example"}}},
		{"macros", []string{"v=spf1 include:%{ir}.%{v}.%{d1r+-}.%%%_%-.b.example -all"}, SPF{Present: true, Policy: Fail, includes: []include{{"%{ir}.%{v}.%{d1r+-}.%%%_%-.b.example", Pass}}}},
		{"modifiers nobody knows", []string{"v=spf1 moo=x ra=postmaster exp=why.example -all"}, SPF{Present: true, Policy: Fail}},
		{"a lone qualifier", []string{"v=spf1 - ~ -all"}, syntax}, {"a word", []string{"v=spf1 include _spf.example -all"}, syntax}, {"an IPv4 address of five numbers", []string{"v=spf1 ip4:1.2.3.4.5 -all"}, syntax},
		{"too long a prefix", []string{"v=spf1 ip4:192.0.2.0/33 -all"}, syntax}, {"the other kind of address", []string{"v=spf1 ip4:2001:db8::1 -all"}, syntax}, {"an address without its mechanism", []string{"v=spf1 192.0.2.1 -all"}, syntax},
		{"an empty include", []string{"v=spf1 include: -all"}, syntax}, {"two redirects", []string{"v=spf1 redirect=a.example redirect=b.example"}, syntax}, {"a bad prefix", []string{"v=spf1 a/33"}, syntax},
		{"not a macro", []string{"v=spf1 include:%{x}.example -all"}, syntax}, {"a lone percent sign", []string{"v=spf1 exists:%.example -all"}, syntax}, {"a macro of explanations", []string{"v=spf1 redirect=%{c}.example"}, syntax},
		{"letters outside ASCII", []string{"v=spf1 include:b\u00fccher.example -all"}, syntax}, {"a tab for a blank", []string{"v=spf1 a\t-all"}, syntax}, {"a prefix with a sign", []string{"v=spf1 a/+24 -all"}, syntax}, {"a prefix with a nought", []string{"v=spf1 a/024 -all"}, syntax},
		{"a modifier whose name is none", []string{"v=spf1 a!=x -all"}, syntax},
		{"a value on all", []string{"v=spf1 -all:x"}, syntax}, {"also after all", []string{"v=spf1 -all x"}, syntax}, {"a qualified modifier", []string{"v=spf1 -redirect=x"}, syntax},
	} {
		if got := ReadSPF(c.texts); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

func TestSPFIsFollowedAsReceiversDo(t *testing.T) {
	var zone strings.Builder
	record := func(name, text string) { fmt.Fprintf(&zone, "%s.example.com. 60 IN TXT \"v=spf1 %s\"\n", name, text) }
	record("ten", "a mx include:five.example.com include:two.example.com -all")
	record("five", "a mx a:b.example.com mx:b.example.com exists:c.example.com ?all")
	record("two", "ptr ~all")
	record("eleven", "a mx ptr include:five.example.com include:two.example.com -all")
	record("itself", "include:itself.example.com -all")
	record("ring", "include:ring2.example.com -all")
	record("ring2", "redirect=ring.example.com")
	record("many", strings.Repeat("include:two.example.com ", 6)+"-all")
	record("hole", "include:nothing.example.com -all")
	record("deephole", "include:hole.example.com -all")
	record("badin", "include:bad.example.com -all")
	record("bad", "ip4:x -all")
	record("re1", "redirect=re2.example.com")
	record("re2", "include:two.example.com redirect=re3.example.com")
	record("re3", "-all")
	record("reitself", "redirect=reitself.example.com")
	record("rehole", "redirect=nothing.example.com")
	record("macro", "include:%{i}.example.com exists:%{l}.example.com -all")
	zone.WriteString("b.example.com. 60 IN A 192.0.2.1\nc.example.com. 60 IN AAAA 2001:db8::1\n")
	record("wild", "+all")
	record("anyone", "include:wild.example.com -all")
	record("rewild", "redirect=wild.example.com")
	record("deepanyone", "include:two.example.com include:rewild.example.com include:nothing.example.com -all")
	record("nobody", "-include:wild.example.com ~all")
	record("harmless", "?include:two.example.com ~all")
	record("voids", "a:no1.example.com mx:no2.example.com/24//64 include:hidden.example.com -all")
	record("hidden", "?exists:no3.example.com ~all")
	record("twovoids", "a:no1.example.com a:no2.example.com a:ten.example.com exists:%{i}.no3.example.com ptr:no4.example.com -all")
	r := dnslookuptest.Resolver(t, zone.String())
	for name, want := range map[string]string{
		"ten": "fail  10", "eleven": "invalid too_many_lookups 11", "itself": "invalid too_many_lookups 11", "ring": "invalid too_many_lookups 11", "many": "invalid too_many_lookups 11", "reitself": "invalid too_many_lookups 11",
		"hole": "invalid broken_include -", "deephole": "invalid broken_include -", "badin": "invalid broken_include -", "bad": "invalid syntax -", "rehole": "invalid broken_redirect -",
		"re1": "fail  4", "macro": "fail  2", "wild": "pass  0", "re3": "fail  0",
		"anyone": "pass  1", "deepanyone": "pass  4", "nobody": "fail  1", "harmless": "softfail  2", "voids": "invalid too_many_void_lookups -", "twovoids": "fail  5",
	} {
		s := readSPF(t.Context(), r, name+".example.com")
		lookups := "-"
		if s.Lookups != nil {
			lookups = fmt.Sprint(*s.Lookups)
		}
		if got := s.Policy + " " + s.Problem + " " + lookups; got != want || !s.Present {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// TestNamesOfOurOwnNetworkAreNotAskedFor: what a record comes to would tell its owner what is there.
func TestNamesOfOurOwnNetworkAreNotAskedFor(t *testing.T) {
	server := dnslookuptest.Serve(t, `
inc.example.com.   60 IN TXT "v=spf1 include:DB.internal. -all"
re.example.com.    60 IN TXT "v=spf1 redirect=redis"
esc.example.com.   60 IN TXT "v=spf1 include:db.int\\101rnal -all"
void.example.com.  60 IN TXT "v=spf1 a:db.internal mx:redis exists:printer.local -all"
db.internal.       60 IN TXT "v=spf1 +all"
redis.             60 IN TXT "v=spf1 +all"
db.internal.       60 IN A 10.0.0.1
redis.             60 IN A 10.0.0.2
printer.local.     60 IN A 10.0.0.3
`)
	for name, want := range map[string]string{"inc": BrokenInclude, "re": BrokenRedirect, "esc": BrokenInclude, "void": TooManyVoids} {
		if s := readSPF(t.Context(), server.Resolver(t), name+".example.com"); s == nil || s.Problem != want {
			t.Errorf("%s: %+v", name, s)
		}
	}
	for _, asked := range server.Asked() {
		if !strings.Contains(asked, ".example.com") {
			t.Errorf("asked for %s", asked)
		}
	}
}

func TestSPFThatCannotBeFollowedKeepsWhatItSays(t *testing.T) {
	r := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
		switch text := map[string]string{"tea.example.com.": "v=spf1 a:away.example.com mx:away.example.com exists:away.example.com include:away.example.com -all", "re.example.com.": "v=spf1 redirect=away.example.com", "whoever.example.com.": "v=spf1 redirect=%{i}.example.com"}[q.Name]; {
		case q.Name == "away.example.com.":
			m.Rcode = dns.RcodeServerFailure
		case text != "":
			m.Answer = append(m.Answer, &dns.TXT{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeTXT, Class: dns.ClassINET, Ttl: 60}, Txt: []string{text}})
		}
	}).Resolver(t)
	if s := readSPF(t.Context(), r, "tea.example.com"); s == nil || s.Policy != Fail || s.Lookups != nil || s.Problem != "" {
		t.Errorf("%+v", s)
	}
	for _, name := range []string{"re.example.com", "whoever.example.com"} {
		if s := readSPF(t.Context(), r, name); s != nil {
			t.Errorf("%s: %+v", name, s)
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
		{"none", []string{"v=DMARC10; p=reject", "v=dmarc1; p=reject", "p=reject; v=DMARC1"}, DMARC{}},
		{"reject", []string{"v=DMARC1; p=reject"}, DMARC{Present: true, Policy: Reject}},
		{"everything", []string{"v = DMARC1 ;P=Quarantine ; sp=none; np=reject; pct=50; t=y; psd=n; rua=mailto:x@a.example;"},
			DMARC{Present: true, Policy: Quarantine, SubdomainPolicy: None, Percent: n(50), Testing: true, nonexistent: Reject, suffix: "n"}},
		{"unknown policy with reports", []string{"v=DMARC1; p=block; sp=reject; rua=mailto:x@a.example"}, DMARC{Present: true, Policy: None}},
		{"unknown policy", []string{"v=DMARC1; p=block"}, DMARC{Present: true, Policy: Invalid}},
		{"unknown policy for subdomains", []string{"v=DMARC1; p=reject; sp=block"}, DMARC{Present: true, Policy: Invalid}},
		{"no policy", []string{"v=DMARC1"}, DMARC{Present: true, Policy: None}},
		{"odd percentages", []string{"v=DMARC1; p=none; pct=101"}, DMARC{Present: true, Policy: None}},
		{"two records", []string{"v=DMARC1; p=none", "v=DMARC1; p=reject"}, DMARC{Present: true, Policy: Invalid}},
	} {
		if got := ReadDMARC(c.texts); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", c.why, got, c.want)
		}
	}
}

func TestDMARCIsFoundByWalkingUp(t *testing.T) {
	const walk = `
_dmarc.example.com.        60 IN TXT "v=DMARC1; p=reject; sp=quarantine; np=none"
_dmarc.own.example.com.    60 IN TXT "v=DMARC1; p=none; sp=reject"
a.b.example.com.           60 IN A   192.0.2.1
x.own.example.com.         60 IN A   192.0.2.1
_dmarc.unit.tea.org.       60 IN TXT "v=DMARC1; p=quarantine"
a.unit.tea.org.            60 IN A   192.0.2.1
_dmarc.top.big.org.        60 IN TXT "v=DMARC1; p=reject; psd=n"
_dmarc.big.org.            60 IN TXT "v=DMARC1; p=none"
a.top.big.org.             60 IN A   192.0.2.1
_dmarc.bank.               60 IN TXT "v=DMARC1; p=reject; psd=y; sp=quarantine"
tea.bank.                  60 IN A   192.0.2.1
_dmarc.ws.                 60 IN TXT "v=DMARC1; p=reject"
tea.ws.                    60 IN A   192.0.2.1
_dmarc.coffee.bank.        60 IN TXT "v=DMARC1; p=none"
a.coffee.bank.             60 IN A   192.0.2.1
_dmarc.twice.org.          60 IN TXT "v=DMARC1; p=none"
_dmarc.twice.org.          60 IN TXT "v=DMARC1; p=reject"
a.twice.org.               60 IN A   192.0.2.1
1.2.3.4.5.6.7.8.9.deep.org. 60 IN A  192.0.2.1
_dmarc.deep.org.           60 IN TXT "v=DMARC1; p=reject"
`
	server := dnslookuptest.Serve(t, walk)
	tab, r := tables(t), server.Resolver(t)
	for _, c := range []struct{ why, domain, org, want string }{
		{"its own", "example.com", "example.com", "reject"},
		{"the policy for subdomains", "a.b.example.com", "example.com", "quarantine inherited"},
		{"the policy for names that are not there", "gone.example.com", "example.com", "none inherited"},
		{"the organisation's before that of a part of it", "x.own.example.com", "example.com", "quarantine inherited"},
		{"a part's where the organisation has none", "a.unit.tea.org", "tea.org", "quarantine inherited"},
		{"a part that says it is the top", "a.top.big.org", "big.org", "reject inherited"},
		{"the public suffix's", "tea.bank", "tea.bank", "quarantine inherited"},
		{"the organisation's before the public suffix's", "a.coffee.bank", "coffee.bank", "none inherited"},
		{"above the organisation only what says that it is a suffix", "tea.ws", "tea.ws", ""},
		{"two records are none", "a.twice.org", "twice.org", ""},
		{"too deep for all its names to be asked", "1.2.3.4.5.6.7.8.9.deep.org", "deep.org", "reject inherited"},
		{"nothing anywhere", "other.net", "other.net", ""},
	} {
		s, err := tab.Read(t.Context(), r, c.domain, c.org)
		if err != nil {
			t.Fatal(err)
		}
		got := s.DMARC.Policy
		if s.DMARC.Inherited {
			got += " inherited"
		}
		if got != c.want || s.DMARC.Present != (c.want != "") {
			t.Errorf("%s: %q, want %q", c.why, got, c.want)
		}
	}
	asked := strings.Join(server.Asked(), "\n")
	if strings.Contains(asked, "_dmarc.4.5.6") || !strings.Contains(asked, "_dmarc.5.6.7.8.9.deep.org") {
		t.Errorf("%s", asked)
	}
}

const zone = `
tea.example.com.         60 IN A   192.0.2.7
tea.example.com.         60 IN MX  20 aspmx2.googlemail.com.
tea.example.com.         60 IN MX  10 mx1.pphosted.com.
tea.example.com.         60 IN TXT "v=spf1 redirect=_spf.tea.example.com"
_spf.tea.example.com.    60 IN TXT "v=spf1 include:spf.protection.outlook.com include:u1.sendgrid.net. ~all"
_dmarc.example.com.      60 IN TXT "v=DMARC1; p=reject; sp=quarantine"
spf.protection.outlook.com. 60 IN TXT "v=spf1 ip4:192.0.2.0/24 -all"
u1.sendgrid.net.         60 IN TXT "v=spf1 ip4:192.0.2.0/24 ~all"
loop.example.com.        60 IN A 127.0.0.1
office.example.com.      60 IN A 10.0.0.25
office.example.com.      60 IN AAAA fd00::25
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
		"macro.example.com":   func(s *Setup) bool { return s.SPF.Policy == Invalid && s.SPF.Problem == BrokenRedirect },
		"nothing.example.com": func(s *Setup) bool { return !s.Exists && s.MX != nil && !s.SPF.Present && s.DMARC.Policy == Quarantine },
	} {
		s, err := tab.Read(t.Context(), r, domain, "example.com")
		if err != nil || !check(s) {
			t.Errorf("%s: %+v, %v", domain, s, err)
		}
	}
	for exchange, want := range map[string]bool{"mx.own.example.com": true, "nowhere.example.com": false, "tea.example.com": true, "loop.example.com": false, "office.example.com": false} {
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
	for local, want := range map[string]bool{"info": true, "Sales": true, "support+ticket7": true, "no-reply": true, "Do-Not-Reply": true, "datenschutz": true, "jane": false, "info.jane": false, "": false, "+info": false} {
		if got := tab.Role(local); got != want {
			t.Errorf("%q: %v", local, got)
		}
	}
	for domain, want := range map[string]bool{"gmail.com": true, "Yahoo.co.uk": true, "tea.example.com": false, "corp.gmail.com": false} {
		if got := tab.Free(domain); got != want {
			t.Errorf("%q: %v", domain, got)
		}
	}
	if len(tab.free) < 150 || len(tab.shipped) < 120 || len(tab.roles) < 150 {
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
			got, info := tab.Disposable(time.Now(), c.domain, c.mx)
			known := loaded || c.want // what is not shipped says nothing before
			if (got != nil) != known || known && *got != c.want || (info.FetchedAt != nil) != loaded {
				t.Errorf("loaded %v: %s %v is %v, %+v", loaded, c.domain, c.mx, got, info)
			}
			if loaded && (info.State != upstream.StatusOK || info.Records != 1201 || info.CheckedAt == nil) ||
				!loaded && (info.State != string(upstream.Warming) || info.Records != 0) {
				t.Errorf("%+v", info)
			}
		}
	}
	old := time.Now().Add(disposableHolds + time.Hour)
	if got, info := tab.Disposable(old, "tea.example.com", nil); got != nil || info.State != upstream.StatusStale {
		t.Errorf("after a month without the list: %v %+v", got, info)
	}
}

// TestSlowNameServersDoNotHoldUpTheRest: whoever has a zone could make each name on the way take its time.
func TestSlowNameServersDoNotHoldUpTheRest(t *testing.T) {
	var mu sync.Mutex
	asked := map[string]bool{}
	r := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
		if q.Qtype != dns.TypeTXT {
			return
		}
		mu.Lock()
		asked[q.Name] = true
		mu.Unlock()
		time.Sleep(700 * time.Millisecond)
		if !strings.HasPrefix(q.Name, "_dmarc.") {
			m.Answer = append(m.Answer, &dns.TXT{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeTXT, Class: dns.ClassINET, Ttl: 60}, Txt: []string{"v=spf1 include:x" + q.Name + " -all"}})
		}
	}).Resolver(t)
	s, err := tables(t).Read(t.Context(), r, "a.b.c.d.e.f.example.com", "example.com")
	if err != nil || s.DMARC != nil || s.SPF != nil && s.SPF.Lookups != nil {
		t.Errorf("%+v, %v", s, err)
	}
	mu.Lock()
	defer mu.Unlock()
	if most := 2 * (int(textBudget/(700*time.Millisecond)) + 1); len(asked) > most {
		t.Errorf("%d names were asked, want at most %d", len(asked), most)
	}
}
