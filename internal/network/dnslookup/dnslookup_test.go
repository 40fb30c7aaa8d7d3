package dnslookup_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"

	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
)

const zone = `
tea.example.       60 IN A     192.0.2.7
tea.example.       60 IN A     192.0.2.8
tea.example.       60 IN AAAA  2001:db8::7
tea.example.       60 IN MX    20 Backup.Tea.example.
tea.example.       60 IN MX    10 mx.tea.example.
tea.example.       60 IN NS    ns2.tea.example.
tea.example.       60 IN NS    NS1.tea.example.
tea.example.       60 IN TXT   "v=spf1 " "include:_spf.example -all"
tea.example.       60 IN TXT   "say \"tea\" \\ \252"
tea.example.       60 IN CAA   128 ISSUE "ca.example; policy=\"ev\""
null.example.      60 IN MX    0 .
quiet.example.     60 IN A     192.0.2.9
www.tea.example.   60 IN CNAME shop.tea.example.
shop.tea.example.  60 IN CNAME tea.example.
lost.tea.example.  60 IN CNAME nowhere.invalid.
7.2.0.192.in-addr.arpa. 60 IN PTR Kettle.tea.example.
7.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa. 60 IN PTR six.tea.example.
`

func TestRecordsOfEveryType(t *testing.T) {
	r, ctx := dnslookuptest.Resolver(t, zone), t.Context()
	for _, c := range []struct {
		what string
		ask  func() (any, error)
		want any
	}{
		{"A", func() (any, error) { return r.A(ctx, "Tea.example.") }, []netip.Addr{netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("192.0.2.8")}},
		{"AAAA", func() (any, error) { return r.AAAA(ctx, "tea.example") }, []netip.Addr{netip.MustParseAddr("2001:db8::7")}},
		{"A behind two aliases", func() (any, error) { return r.A(ctx, "www.tea.example") }, []netip.Addr{netip.MustParseAddr("192.0.2.7"), netip.MustParseAddr("192.0.2.8")}},
		{"MX by preference", func() (any, error) { return r.MX(ctx, "tea.example") }, []dnslookup.MX{{Preference: 10, Exchange: "mx.tea.example"}, {Preference: 20, Exchange: "backup.tea.example"}}},
		{"null MX", func() (any, error) { return r.MX(ctx, "null.example") }, []dnslookup.MX{{}}},
		{"NS", func() (any, error) { return r.NS(ctx, "tea.example") }, []string{"ns1.tea.example", "ns2.tea.example"}},
		{"TXT joined and unescaped", func() (any, error) { return r.TXT(ctx, "tea.example") }, []string{"v=spf1 include:_spf.example -all", "say \"tea\" \\ �"}},
	} {
		if got, err := c.ask(); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %#v, %v; want %#v", c.what, got, err, c.want)
		}
	}
}

func TestNoNameNoDataAndFailureAreTold(t *testing.T) {
	good := dnslookuptest.Resolver(t, zone)
	rcode := func(code int) *dnslookup.Resolver {
		return dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = code }).Resolver(t)
	}
	silent := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Response = false })
	mute, err := dnslookup.New(dnslookup.Options{Servers: []string{silent.Addr}, Timeout: 30 * time.Millisecond, Stagger: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	closed, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	nobody, err := dnslookup.New(dnslookup.Options{
		Servers: []string{closed.LocalAddr().String()},
		Timeout: time.Minute,
		Stagger: 10 * time.Millisecond,
	})
	if err != nil {
		t.Fatal(err)
	}
	liar := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) {
		m.Question[0].Name = "other.example."
		m.Answer = []dns.RR{&dns.MX{Hdr: dns.RR_Header{Name: "other.example.", Rrtype: dns.TypeMX, Class: dns.ClassINET}, Mx: "mx.evil.example."}}
	}).Resolver(t)
	for _, c := range []struct {
		why  string
		r    *dnslookup.Resolver
		name string
		want error
	}{
		{"the name exists and has no MX", good, "quiet.example", nil},
		{"only names below it exist", good, "example", nil},
		{"NXDOMAIN", good, "nothing.example", dnslookup.NXDomain},
		{"an alias that leads nowhere", good, "lost.tea.example", dnslookup.NXDomain},
		{"SERVFAIL", rcode(dns.RcodeServerFailure), "tea.example", dnslookup.Failed},
		{"REFUSED", rcode(dns.RcodeRefused), "tea.example", dnslookup.Failed},
		{"silence", mute, "tea.example", dnslookup.Timeout},
		{"nobody there", nobody, "tea.example", dnslookup.Failed},
		{"another question's answer", liar, "tea.example", dnslookup.Failed},
		{"no name", good, "", dnslookup.BadName},
		{"the root", good, ".", dnslookup.BadName},
		{"an empty label", good, "a..example", dnslookup.BadName},
		{"a long label", good, strings.Repeat("a", 64) + ".example", dnslookup.BadName},
		{"a long name", good, strings.Repeat("a.", 130) + "example", dnslookup.BadName},
	} {
		list, err := c.r.MX(t.Context(), c.name)
		if len(list) != 0 || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, %v; want %v", c.why, list, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.NS(ctx, "tea.example"); !errors.Is(err, context.Canceled) {
		t.Errorf("a caller that left: %v", err)
	}
}

func TestCutAnswersAreAskedForAgainOverTCP(t *testing.T) {
	var zone strings.Builder
	for i := range 150 {
		fmt.Fprintf(&zone, "many.example. 60 IN TXT \"%d %s\"\n", i, strings.Repeat("x", 200))
	}
	s := dnslookuptest.Serve(t, zone.String())
	list, err := s.Resolver(t).TXT(t.Context(), "many.example")
	if err != nil || len(list) != 150 {
		t.Errorf("%d texts, %v", len(list), err)
	}
	if n := len(s.Asked()); n != 2 {
		t.Errorf("asked %d times, want UDP and TCP", n)
	}
}

func TestHugeAnswersAreNotKept(t *testing.T) {
	var zone strings.Builder
	for i := range 50 {
		fmt.Fprintf(&zone, "huge.example. 60 IN TXT \"%d %s\"\n", i, strings.Repeat("x", 200))
	}
	s := dnslookuptest.Serve(t, zone.String()+"few.example. 60 IN TXT \"x\"\n")
	r := s.Resolver(t)
	for name, want := range map[string]int{"huge.example": 6, "few.example": 1} {
		before := len(s.Asked())
		for range 3 {
			if _, err := r.TXT(t.Context(), name); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(s.Asked()) - before; n != want {
			t.Errorf("%s: %d questions, want %d", name, n, want)
		}
	}
}

func TestNextServerIsAskedWhenOneFailsOrIsSilent(t *testing.T) {
	good := dnslookuptest.Serve(t, zone)
	failing := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure })
	silent := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Response = false })
	old := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
		m.Rcode = dns.RcodeFormatError
	})
	for _, first := range []*dnslookuptest.Server{failing, silent, old} {
		r, err := dnslookup.New(dnslookup.Options{
			Servers: []string{first.Addr, good.Addr},
			Timeout: time.Minute,
			Stagger: 20 * time.Millisecond,
		})
		if err != nil {
			t.Fatal(err)
		}
		if list, err := r.A(t.Context(), "tea.example"); err != nil || len(list) != 2 {
			t.Errorf("%v, %v", list, err)
		}
	}
}

func TestServersFromBeforeEDNSAreAskedPlainly(t *testing.T) {
	s := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeFormatError })
	r := s.Resolver(t)
	if _, err := r.A(t.Context(), "tea.example"); !errors.Is(err, dnslookup.Failed) {
		t.Error(err)
	}
	if n := len(s.Asked()); n != 4 {
		t.Errorf("asked %d times, want each try with EDNS and without", n)
	}
}

func TestForeignRecordsInAnAnswerAreLeftOut(t *testing.T) {
	r := dnslookuptest.ServeFunc(t, func(q dns.Question, m *dns.Msg) {
		for _, line := range []string{"tea.example. 60 IN A 192.0.2.7", "bank.example. 60 IN A 192.0.2.66", "tea.example. 60 CH A 192.0.2.67"} {
			rr, err := dns.NewRR(line)
			if err == nil {
				m.Answer = append(m.Answer, rr)
			}
		}
	}).Resolver(t)
	if list, err := r.A(t.Context(), "tea.example"); err != nil || len(list) != 1 || list[0].String() != "192.0.2.7" {
		t.Errorf("%v, %v", list, err)
	}
}

func TestAnswersAreKeptForTheirTTL(t *testing.T) {
	s := dnslookuptest.Serve(t, "long.example. 120 IN A 192.0.2.1\nzero.example. 0 IN A 192.0.2.2\nages.example. 86400 IN A 192.0.2.3\n")
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	r, err := dnslookup.New(dnslookup.Options{Servers: []string{s.Addr}, Stagger: time.Second, Now: func() time.Time { return now }, CacheEntries: 3})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(name string) int {
		before := len(s.Asked())
		for range 3 {
			if _, err := r.A(t.Context(), name); err != nil && !errors.Is(err, dnslookup.NXDomain) {
				t.Fatal(err)
			}
		}
		return len(s.Asked()) - before
	}
	for _, c := range []struct {
		name    string
		advance time.Duration
		want    int
	}{
		{"long.example", 0, 1}, {"long.example", 119 * time.Second, 0}, {"long.example", time.Second, 1},
		{"zero.example", 0, 1}, {"zero.example", 5 * time.Second, 1},
		{"ages.example", 0, 1}, {"ages.example", 10 * time.Minute, 1},
		{"none.example", 0, 1}, {"none.example", 29 * time.Second, 0}, {"none.example", time.Second, 1},
	} {
		now = now.Add(c.advance)
		if got := ask(c.name); got != c.want {
			t.Errorf("%s after %v: asked %d times, want %d", c.name, c.advance, got, c.want)
		}
	}
}

func TestServersAreAddresses(t *testing.T) {
	for in, ok := range map[string]bool{
		"192.0.2.53": true, "192.0.2.53:5353": true, "2001:db8::53": true, "[2001:db8::53]": true, "[2001:db8::53]:53": true, " 192.0.2.53 ": true,
		"dns.example": false, "192.0.2": false, "192.0.2.53:x": false, "": false,
	} {
		if _, err := dnslookup.New(dnslookup.Options{Servers: []string{in}}); (err == nil) != ok {
			t.Errorf("%q: %v", in, err)
		}
	}
	if _, err := dnslookup.New(dnslookup.Options{}); err != nil {
		t.Errorf("the system's: %v", err)
	}
}
