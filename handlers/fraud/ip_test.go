package fraud

import (
	"fmt"
	"maps"
	"math"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/miekg/dns"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// signals are the names of the reasons in an answer of /fraud/score.
func signals(answer map[string]any) string { return namesOf(answer, "signal") }

// codes are the names of the reasons in an answer of /fraud/ip.
func codes(answer map[string]any) string { return namesOf(answer, "code") }

func namesOf(answer map[string]any, member string) string {
	var names []string
	reasons, _ := answer["reasons"].([]any)
	for _, r := range reasons {
		names = append(names, fmt.Sprint(r.(map[string]any)[member]))
	}
	return strings.Join(names, " ")
}

// judged is an address, with what is said of it to who claims a country.
type judged struct {
	why, ip, claimed string
	want             map[string]any
	signals          string
}

// answer is what is said, which is checked.
func (c judged) answer(t *testing.T, s *service) map[string]any {
	t.Helper()
	query := []string{"ip", c.ip}
	if c.claimed != "" {
		query = append(query, "country", c.claimed)
	}
	status, got := s.Get("/fraud/ip", query...)
	for name, want := range c.want {
		if !reflect.DeepEqual(got[name], want) {
			t.Errorf("%s: %s is %v, want %v", c.why, name, got[name], want)
		}
	}
	if status != http.StatusOK || codes(got) != c.signals {
		t.Errorf("%s: %d, signals %q, want %q", c.why, status, codes(got), c.signals)
	}
	return got
}

func TestAddressesAreJudgedByTheLists(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	for _, c := range []judged{
		{"a plain access line", "62.1.2.3", "GR", map[string]any{"asn": 64501.0, "organization": "KETTLE-AS Kettle Telecom S.A.", "prefix": "62.1.0.0/16", "country": "GR",
			"country_basis": "asn_registration", "is_datacenter": false, "is_relay": false, "is_tor_exit": false, "is_blocklisted": false, "risk_score": 0.0, "risk_category": "low", "partial": false}, ""},
		{"the database's country is preferred to the registration's", "91.20.5.5", "de", map[string]any{"country": "AT", "country_basis": "geo_database", "claimed_country": "DE",
			"risk_score": 20.0, "risk_category": "low"}, "country_mismatch"},
		{"a Tor exit on an access line", "91.20.1.1", "", map[string]any{"is_tor_exit": true, "risk_score": 60.0, "risk_category": "high", "claimed_country": nil}, "tor_exit"},
		{"space that nobody announces", "1.0.0.9", "", map[string]any{"asn": nil, "organization": nil, "prefix": nil, "is_datacenter": false, "risk_score": 40.0, "risk_category": "medium"}, "unrouted"},
		{"a blocked range in a blocked network, the inner range is named", "193.5.6.9", "", map[string]any{"is_blocklisted": true, "country": nil, "country_basis": nil,
			"blocklists": []any{"spamhaus-drop", "spamhaus-asndrop"}, "risk_score": 99.0, "risk_category": "critical", "listings": []any{
				map[string]any{"list": "spamhaus-drop", "entry": "193.5.6.0/24", "reference": "SBL900002"},
				map[string]any{"list": "spamhaus-asndrop", "entry": "AS64666", "reference": "BADTEA-Schwarztee-Ü"}}}, "blocklist_drop asn_drop"},
		{"a network that is blocked outside its blocked ranges", "193.5.7.255", "", map[string]any{"is_blocklisted": true}, "blocklist_drop asn_drop"},
		{"a data centre by its own feed, which knows the country too", "104.131.1.1", "NL", map[string]any{"is_datacenter": true, "datacenter_provider": "DigitalOcean", "country": "US",
			"country_basis": "geofeed", "risk_score": 47.0}, "country_mismatch datacenter"},
		{"a data centre by the table of large companies", "104.30.99.1", "", map[string]any{"is_datacenter": true, "datacenter_provider": "Cloudflare", "risk_score": 30.0, "risk_category": "medium"}, "datacenter"},
		{"a privacy relay in a data centre: its people are no machines", "104.30.10.1", "GR", map[string]any{"is_datacenter": true, "is_relay": true,
			"datacenter_provider": "iCloud Private Relay", "country": "GR", "country_basis": "geofeed", "risk_score": 10.0}, "privacy_relay"},
		{"a territory of the claimed country", "104.131.1.1", "PR", map[string]any{"country": "US", "claimed_country": "PR"}, "datacenter"},
		{"a relay elsewhere than claimed", "104.30.10.0", "UK", map[string]any{"claimed_country": "GB", "risk_score": 24.0}, "country_mismatch privacy_relay"},
		{"the form of the address does not matter", "::ffff:62.1.2.3", "", map[string]any{"ip": "62.1.2.3"}, ""},
	} {
		c.answer(t, s)
	}
}

func TestAddressesThatAreNotPublicIPv4AreRefused(t *testing.T) {
	s := serve(t, "", fraudtest.Answers()...)
	for _, bad := range []string{
		"10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "169.254.1.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.51.100.7", "203.0.113.9", "198.18.0.1",
		"198.19.255.255", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "0.0.0.0", "192.0.0.8", "::1", "2001:4860:4860::8888", "::ffff:10.0.0.1", "fe80::1%eth0", "8.8.8", "08.8.8.8",
		"8.8.8.8/32", "0x8.8.8.8", "1.2.3.4.5", "example.com", "8.8.8.8:53", " ", "--",
	} {
		status, got := s.Get("/fraud/ip", "ip", bad)
		if status != http.StatusBadRequest || !strings.Contains(fmt.Sprint(got["detail"]), "ip") {
			t.Errorf("%q: %d %v", bad, status, got)
		}
		if status, _ := s.Get("/fraud/score", "ip", bad); status != http.StatusBadRequest {
			t.Errorf("score of %q: %d", bad, status)
		}
	}
	for _, good := range []string{"8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "198.20.0.1", "223.255.255.255", "192.0.1.1", "9.255.255.255", "11.0.0.0"} {
		if status, _ := s.Get("/fraud/ip", "ip", good); status == http.StatusBadRequest {
			t.Errorf("%q was refused", good)
		}
	}
	for _, bad := range []string{"Atlantis", "ZZ", "XX", "QQ", "EU", "AP", "d", "é", "QO", "DD", "ZR", "YU1"} {
		if status, got := s.Get("/fraud/ip", "ip", "8.8.8.8", "country", bad); status != http.StatusBadRequest || !strings.Contains(fmt.Sprint(got), "country") {
			t.Errorf("country %s: %d %v", bad, status, got)
		}
		if status, _ := s.Get("/fraud/score", "email", "a@gmail.com", "country", bad); status != http.StatusBadRequest {
			t.Errorf("score, country %s: %d", bad, status)
		}
	}
	if len(s.world.Misses()) != 0 && !strings.Contains(s.world.Misses()[0], "ripe") {
		t.Errorf("asked: %v", s.world.Misses())
	}
}

func TestListsThatAreNotLoadedClearNobody(t *testing.T) {
	ripe := upstreamtest.Answer{URL: "https://stat.ripe.net/data/prefix-overview/data.json?resource=62.1.2.3&sourceapp=farebox",
		Body: `{"status":"ok","data":{"announced":true,"resource":"62.1.0.0/16","asns":[{"asn":64501,"holder":"KETTLE-AS Kettle Telecom S.A.,GR"}]}}`}
	s := serve(t, "", ripe)
	status, got := s.Get("/fraud/ip", "ip", "62.1.2.3", "country", "GR")
	want := map[string]any{"asn": 64501.0, "organization": "KETTLE-AS Kettle Telecom S.A.,GR", "prefix": "62.1.0.0/16", "country": "GR", "country_basis": "asn_registration",
		"is_tor_exit": nil, "is_blocklisted": nil, "is_relay": nil, "partial": true, "is_datacenter": nil, "risk_score": 0.0}
	for name, w := range want {
		if !reflect.DeepEqual(got[name], w) {
			t.Errorf("%s is %v, want %v", name, got[name], w)
		}
	}
	if status != http.StatusOK {
		t.Errorf("%d %v", status, got)
	}
	// Without anything at all there is no answer to sell.
	if status, got := s.Get("/fraud/ip", "ip", "62.1.2.4"); status != http.StatusServiceUnavailable || got["code"] != "warming" {
		t.Errorf("nothing known: %d %v", status, got)
	}
	if status, got := s.Get("/fraud/score", "ip", "62.1.2.4"); status != http.StatusServiceUnavailable {
		t.Errorf("nothing known, score: %d %v", status, got)
	}
}

func TestNetworksThatTheTableLacksAreAskedFor(t *testing.T) {
	zone := `
0.3.2.80.origin.asn.cymru.com. 60 IN TXT "64512 | 80.0.0.0/12 | DE | ripencc | 2001-02-03"
0.3.2.80.origin.asn.cymru.com. 60 IN TXT "64510 64511 | 80.2.3.0/24 | FR | ripencc | 2001-02-03"
0.3.2.80.origin.asn.cymru.com. 60 IN TXT "64513 | 80.2.3.128/25 | IT | ripencc | 2001-02-03"
0.3.2.80.origin.asn.cymru.com. 60 IN TXT "garbage"
AS64510.asn.cymru.com. 60 IN TXT "64510 | FR | ripencc | 2001-02-03 | BOUILLOIRE, FR"
asn.cymru.com. 60 IN NS ns.cymru.com.
`
	unrouted := upstreamtest.Answer{URL: "https://stat.ripe.net/data/prefix-overview/data.json?resource=80.9.9.9", Body: `{"status":"ok","data":{"announced":false,"resource":"80.9.9.9","asns":[]}}`}
	s := serve(t, zone, append(fraudtest.Answers(), unrouted)...)
	withDNS, err := ipfacts.New(poolOf(t, s.world, nil), clock, dnslookuptest.Resolver(t, zone))
	if err != nil {
		t.Fatal(err)
	}
	s.h.ips = withDNS // its lists are not loaded: everything is asked for
	status, got := s.Get("/fraud/ip", "ip", "80.2.3.4")
	if status != http.StatusOK || got["asn"] != 64510.0 || got["organization"] != "BOUILLOIRE, FR" || got["prefix"] != "80.2.3.0/24" || got["country"] != "FR" || got["partial"] != true {
		t.Errorf("%d %v", status, got)
	}
	status, got = s.Get("/fraud/ip", "ip", "80.9.9.9")
	if status != http.StatusOK || got["asn"] != nil || codes(got) != "unrouted" {
		t.Errorf("%d %v %s", status, got, codes(got))
	}
	// A resolver that knows no name at all proves nothing: RIPEstat does not answer for this address.
	if status, got = s.Get("/fraud/ip", "ip", "81.7.7.7"); status != http.StatusServiceUnavailable || strings.Contains(fmt.Sprint(got), "unrouted") {
		t.Errorf("a forged no: %d %v", status, got)
	}
	silent := dnslookuptest.ServeFunc(t, func(_ dns.Question, m *dns.Msg) { m.Rcode = dns.RcodeServerFailure })
	broken, err := ipfacts.New(poolOf(t, s.world, nil), clock, silent.Resolver(t))
	if err != nil {
		t.Fatal(err)
	}
	s.h.ips = broken
	if status, _ := s.Get("/fraud/ip", "ip", "80.2.3.4"); status != http.StatusServiceUnavailable {
		t.Errorf("both fail: %d", status)
	}
}

func TestOldListsStillBlockButNoLongerClear(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	later := time.Date(2027, 3, 20, 12, 0, 0, 0, time.UTC) // four months on, nothing was confirmed since
	clockNow := now
	old, err := ipfacts.New(poolOf(t, s.world, nil), func() time.Time { return clockNow }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := old.Refresh(t.Context()); err != nil && !strings.Contains(err.Error(), "firehol") {
		t.Fatal(err)
	}
	s.h.ips = old
	if _, got := s.Get("/fraud/ip", "ip", "62.1.2.3"); got["is_tor_exit"] != false || got["is_blocklisted"] != false {
		t.Errorf("fresh: %v", got)
	}
	clockNow = later
	if _, got := s.Get("/fraud/ip", "ip", "62.1.2.3"); got["is_tor_exit"] != nil || got["is_blocklisted"] != nil || got["is_relay"] != nil || got["is_datacenter"] != nil || got["asn"] != 64501.0 {
		t.Errorf("old lists cleared an address: %v", got)
	}
	if _, got := s.Get("/fraud/ip", "ip", "193.5.6.9"); got["is_blocklisted"] != true {
		t.Errorf("old lists forgot an address: %v", got)
	}
	if _, got := s.Get("/fraud/ip", "ip", "45.66.77.89"); got["is_datacenter"] != true {
		t.Errorf("old lists forgot a data centre: %v", got)
	}
	// What nobody announced four months ago may be in use: it is asked about.
	ripe := upstreamtest.Answer{URL: "https://stat.ripe.net/data/prefix-overview/data.json?resource=1.0.0.9",
		Body: `{"status":"ok","data":{"announced":true,"resource":"1.0.0.0/24","asns":[{"asn":64520,"holder":"NEWTEA-AS New Tea, AU"}]}}`}
	s.world.Add(t, ripe)
	if _, got := s.Get("/fraud/ip", "ip", "1.0.0.9"); got["asn"] != 64520.0 || codes(got) != "" {
		t.Errorf("an old table said that nobody announces an address: %v", got)
	}
}

func TestWeightsAreThoseOfTheSpec(t *testing.T) {
	for _, c := range []struct {
		signals []string
		want    int
	}{
		{nil, 0}, {[]string{"tor_exit"}, 60}, {[]string{"tor_exit", "unrouted"}, 76}, {[]string{"blocklist_drop"}, 75}, {[]string{"blocklist_drop", "tor_exit"}, 99},
		{[]string{"blocklist_firehol", "tor_exit"}, 90}, {[]string{"asn_drop", "tor_exit"}, 90}, {[]string{"disposable", "undeliverable", "no_spf_dmarc", "free_provider"}, 100}, {[]string{"datacenter", "privacy_relay"}, 34},
	} {
		var reasons []gen.FraudReason
		for _, name := range c.signals {
			reasons = append(reasons, finding(name, "x"))
		}
		if got := combine(reasons); got != c.want {
			t.Errorf("%v: %d, want %d", c.signals, got, c.want)
		}
	}
	for score, want := range map[int]gen.FraudRiskCategory{0: "low", 24: "low", 25: "medium", 49: "medium", 50: "high", 74: "high", 75: "critical", 100: "critical"} {
		if got := category(score, nil); *got != want {
			t.Errorf("%d is %s", score, *got)
		}
	}
}

// TestScoresFollowFromTheirReasons works every score of an answer out again from the reasons that the same answer gives.
func TestScoresFollowFromTheirReasons(t *testing.T) {
	s := loaded(t, fraudtest.Zone, fraudtest.Answers()...)
	ips := []string{"62.1.2.3", "91.20.5.5", "91.20.1.1", "1.0.0.9", "193.5.6.9", "193.5.4.4", "104.131.1.1", "104.30.10.1", "45.66.77.88", "45.76.1.1", "139.162.130.1", "52.1.1.1"}
	mails := []string{"info+shop@example.net", "someone@gmail.com", "kim1234567@gmial.com", "a@throwaway.example", "x@nowhere.example", "qzkxwvbnmt74@example.net", ""}
	rule := func(weights []float64, signals string) float64 {
		heaviest, sum := 0.0, 0.0
		for _, w := range weights {
			heaviest, sum = max(heaviest, w), sum+w
		}
		score := min(100, math.Round(heaviest+0.4*(sum-heaviest)))
		if strings.Contains(signals, "tor_exit") && (strings.Contains(signals, "blocklist_") || strings.Contains(signals, "asn_drop")) {
			score = max(score, 90)
		}
		return score
	}
	rapid.Check(t, func(rt *rapid.T) {
		ip, mail := rapid.SampledFrom(append(ips, "")).Draw(rt, "ip"), rapid.SampledFrom(mails).Draw(rt, "mail")
		country := rapid.SampledFrom([]string{"", "DE", "us", "GR"}).Draw(rt, "country")
		var query []string
		for name, value := range map[string]string{"ip": ip, "email": mail, "country": country} {
			if value != "" {
				query = append(query, name, value)
			}
		}
		status, got := s.Get("/fraud/score", query...)
		if ip == "" && mail == "" {
			if status != http.StatusBadRequest {
				rt.Fatalf("neither input: %d", status)
			}
			return
		}
		weights, all := map[string][]float64{}, map[string]string{}
		var every []float64
		last := 101.0
		for _, r := range got["reasons"].([]any) {
			r := r.(map[string]any)
			d, w := r["dimension"].(string), r["weight"].(float64)
			if w > last {
				rt.Fatalf("not sorted: %v", got["reasons"])
			}
			last = w
			weights[d], all[d] = append(weights[d], w), all[d]+" "+r["signal"].(string)
			every = append(every, w)
		}
		for name, d := range got["dimensions"].(map[string]any) {
			if d == nil {
				if len(weights[name]) > 0 {
					rt.Fatalf("%s has reasons and no score", name)
				}
				continue
			}
			score := d.(map[string]any)["score"].(float64)
			if score != rule(weights[name], all[name]) {
				rt.Fatalf("%s: %v of %v", name, score, weights[name])
			}
		}
		if want := rule(every, strings.Join(slices.Collect(maps.Values(all)), " ")); got["risk_score"] != want {
			rt.Fatalf("%v, want %v", got["risk_score"], want)
		}
		if ip == "" {
			return
		}
		query = nil
		for name, value := range map[string]string{"ip": ip, "country": country} {
			if value != "" {
				query = append(query, name, value)
			}
		}
		_, got = s.Get("/fraud/ip", query...)
		points, last := 0.0, 101.0
		for _, r := range got["reasons"].([]any) {
			p := r.(map[string]any)["points"].(float64)
			if p > last {
				rt.Fatalf("not sorted: %v", got["reasons"])
			}
			last = p
			points += p
		}
		if want := min(100, math.Round(points)); got["risk_score"] != want {
			rt.Fatalf("%s: %v, want %v", ip, got["risk_score"], want)
		}
	})
}

// TestPointsAddUpToTheScore takes every set of findings about an address: the points are exact, and no score that the
// weights give differs from their sum.
func TestPointsAddUpToTheScore(t *testing.T) {
	names := []string{
		"tor_exit", "blocklist_drop", "asn_drop", "blocklist_firehol", "datacenter", "unrouted", "privacy_relay",
		"country_mismatch",
	}
	for set := range 1 << len(names) {
		var found []gen.FraudReason
		for i, name := range names {
			if set>>i&1 == 1 {
				found = append(found, finding(name, "x"))
			}
		}
		found = sorted(found)

		sum := 0.0
		for i, r := range effective(found) {
			sum += r.Points
			if i < len(found) && r.Points > float64(found[0].Weight) || r.Detail == "" || r.Severity == "" {
				t.Errorf("%d: %+v", set, r)
			}
		}
		if got := min(100, int(math.Round(sum))); got != combine(found) {
			t.Errorf("%d: the points come to %v, the score is %d", set, sum, combine(found))
		}
	}
}
