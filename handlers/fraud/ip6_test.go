package fraud

import (
	"net/http"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/fraud/fraudtest"
	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/network/dnslookup/dnslookuptest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// withIPv6 is the setting that has IPv6 addresses looked up.
var withIPv6 = map[string]string{"UPSTREAM_IPTOASN_V6_URL": "https://iptoasn.com"}

func TestIPv6AddressesAreJudgedWhereTheyAreCovered(t *testing.T) {
	s := serveWith(t, withIPv6, "", append(fraudtest.Answers(), fraudtest.Disposable())...)
	s.load(t)
	for _, c := range []judged{
		{"a plain access line; nothing is known of Tor there, since the list has an entry of the family", "2a02:580::1", "GR", map[string]any{"asn": 64501.0, "organization": "KETTLE-AS Kettle Telecom S.A.",
			"prefix": "2a02:580::/29", "country": "GR", "country_basis": "asn_registration", "is_datacenter": false, "is_relay": false, "is_tor_exit": false, "is_blocklisted": false, "risk_score": 0.0}, ""},
		{"the database's country", "2A02:587:0:0::7", "GR", map[string]any{"ip": "2a02:587::7", "country": "CY", "country_basis": "geo_database", "risk_score": 20.0}, "country_mismatch"},
		{"a Tor exit", "2001:470:1:908::9001", "", map[string]any{"is_tor_exit": true, "asn": 64510.0, "risk_score": 60.0}, "tor_exit"},
		{"a data centre by its network", "2a09:1::7", "", map[string]any{"is_datacenter": true, "datacenter_provider": "TEAPOTHOST - Teapot Hosting B.V."}, "datacenter"},
		{"a data centre by its own list", "2603:1000:0:1::1", "", map[string]any{"is_datacenter": true, "datacenter_provider": "Microsoft Azure", "asn": nil}, "datacenter"},
		{"a privacy relay", "2a06:98c0:7::1", "GB", map[string]any{"is_relay": true, "datacenter_provider": "iCloud Private Relay", "country": "GB", "country_basis": "geofeed"}, "privacy_relay"},
		{"space that nobody announces", "2a0f:7::1", "", map[string]any{"asn": nil, "risk_score": 40.0}, "unrouted"},
		{"a blocked range in a blocked network of no country", "2a10:9:8000::1", "DE", map[string]any{"is_blocklisted": true, "country": nil, "blocklists": []any{"spamhaus-dropv6", "spamhaus-asndrop"}, "risk_score": 99.0}, "blocklist_drop asn_drop"},
		{"beside it", "2a10:9:7fff:ffff:ffff:ffff:ffff:ffff", "", map[string]any{"blocklists": []any{"spamhaus-asndrop"}, "risk_score": 60.0}, "asn_drop"},
		{"an IPv4 address in IPv6 form", "::ffff:91.20.1.1", "", map[string]any{"ip": "91.20.1.1", "is_tor_exit": true}, "tor_exit"},
	} {
		got := c.answer(t, s)
		// Lists of the other family have no say.
		for _, source := range got["sources"].([]any) {
			id := source.(map[string]any)["name"].(string)
			six := strings.Contains(c.ip, ":") && !strings.Contains(c.ip, ".")
			if (id == "iptoasn-v6" || id == "spamhaus-dropv6") && !six || (id == "iptoasn" || id == "spamhaus-drop" || id == "firehol-level1") && six {
				t.Errorf("%s: %s is among the sources", c.why, id)
			}
		}
	}
	status, got := s.Get("/fraud/score", "ip", "2001:470:1:908::9001", "email", "a@throwaway.example")
	if status != http.StatusOK || got["query"].(map[string]any)["ip"] != "2001:470:1:908::9001" || !strings.Contains(signals(got), "tor_exit") || !strings.Contains(signals(got), "disposable") {
		t.Errorf("%d %v", status, got)
	}
	for _, bad := range []string{"::1", "::", "fe80::1", "fe80::1%eth0", "2a02:580::1%eth0", "fd00::1", "ff02::1", "2001:db8::1", "3fff::1", "2002:808:808::1", "64:ff9b::808:808", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "4000::1", "2a02:580::/29", "[2a02:580::1]", "2a02::580::1", "::ffff:10.0.0.1"} {
		if status, got := s.Get("/fraud/ip", "ip", bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d %v", bad, status, got)
		}
	}
}

// TestListsWithoutIPv6ClearNoIPv6Address: the list of Tor exits has been one of IPv4 addresses alone.
func TestListsWithoutIPv6ClearNoIPv6Address(t *testing.T) {
	answers := fraudtest.Answers()
	for i := range answers {
		if answers[i].Body == fraudtest.Exits {
			answers[i].Body = "45.66.77.88\n"
		}
		if answers[i].Body == fraudtest.Apple {
			answers[i].Body = "104.30.10.0/31,GR,GR-I,Athens,\n"
		}
	}
	s := serveWith(t, withIPv6, "", answers...)
	s.load(t)
	if status, got := s.Get("/fraud/ip", "ip", "2a02:580::1"); status != http.StatusOK || got["is_tor_exit"] != nil || got["is_relay"] != nil || got["is_blocklisted"] != false {
		t.Errorf("%d %v", status, got)
	}
	if _, got := s.Get("/fraud/ip", "ip", "62.1.2.3"); got["is_tor_exit"] != false || got["is_relay"] != false {
		t.Errorf("%v", got)
	}
}

func TestIPv6NetworksThatTheTableLacksAreAskedFor(t *testing.T) {
	zone := `
` + strings.Repeat("0.", 20) + `5.0.0.0.0.0.a.0.1.0.a.2.origin6.asn.cymru.com. 60 IN TXT "64510 | 2a01:a00::/29 | FR | ripencc | 2001-02-03"
AS64510.asn.cymru.com. 60 IN TXT "64510 | FR | ripencc | 2001-02-03 | BOUILLOIRE, FR"
asn.cymru.com. 60 IN NS ns.cymru.com.
`
	ripe := upstreamtest.Answer{URL: "https://stat.ripe.net/data/prefix-overview/data.json?resource=2a01:b00::9&sourceapp=farebox",
		Body: `{"status":"ok","data":{"announced":true,"resource":"2a01:b00::/32","asns":[{"asn":64501,"holder":"KETTLE-AS Kettle Telecom S.A.,GR"}]}}`}
	s := serveWith(t, withIPv6, "", ripe)
	withDNS, err := ipfacts.New(poolOf(t, s.world, withIPv6), clock, dnslookuptest.Resolver(t, zone))
	if err != nil {
		t.Fatal(err)
	}
	s.h.ips = withDNS
	if status, got := s.Get("/fraud/ip", "ip", "2a01:a00:5::4"); status != http.StatusOK || got["asn"] != 64510.0 || got["prefix"] != "2a01:a00::/29" || got["country"] != "FR" {
		t.Errorf("Team Cymru: %d %v", status, got)
	}
	if status, got := s.Get("/fraud/ip", "ip", "2a01:b00::9"); status != http.StatusOK || got["asn"] != 64501.0 || got["prefix"] != "2a01:b00::/32" || got["country"] != "GR" {
		t.Errorf("RIPEstat: %d %v", status, got)
	}
}
