package cymru

import (
	"net/netip"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
)

func TestRecordsAreRead(t *testing.T) {
	got, err := ParseOrigin("64500 64501 | 45.66.64.0/18 | NL | ripencc | 2014-03-28")
	if want := (Origin{[]uint32{64500, 64501}, netip.MustParsePrefix("45.66.64.0/18"), "NL"}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	country, name, err := ParseNetwork(`"64500 | NL | ripencc | 2010-07-14 | TEAPOTHOST Teapot Hosting, NL"`)
	if err != nil || country != "NL" || name != "TEAPOTHOST Teapot Hosting, NL" {
		t.Errorf("%q %q %v", country, name, err)
	}
	for _, bad := range []string{"", "64500", "NA | 45.66.64.0/18 | NL | ripencc", " | 45.66.64.0/18 | NL | ripencc | 2014-03-28", "64500 | nowhere | NL | ripencc | x", "v=spf1 -all"} {
		if o, err := ParseOrigin(bad); err == nil {
			t.Errorf("%q: %+v", bad, o)
		}
	}
	if _, _, err := ParseNetwork("64500 | NL"); err == nil {
		t.Error("a short record was read")
	}
}

func TestNamesThatAreAsked(t *testing.T) {
	for address, want := range map[string]string{
		"1.2.3.4": "0.3.2.1.origin.asn.cymru.com", "::ffff:1.2.3.4": "0.3.2.1.origin.asn.cymru.com",
		"2001:4860:4860::8888": strings.Repeat("0.", 20) + "0.6.8.4.0.6.8.4.1.0.0.2.origin6.asn.cymru.com", "2a00:1:2:3::4%eth0": strings.Repeat("0.", 20) + "2.0.0.0.1.0.0.0.0.0.a.2.origin6.asn.cymru.com",
	} {
		if got := OriginName(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	if OriginName(netip.Addr{}) != "" || NetworkName(64500) != "AS64500.asn.cymru.com" {
		t.Errorf("%q %q", OriginName(netip.Addr{}), NetworkName(64500))
	}
}

func TestRealSample(t *testing.T) {
	body := samples.Read(t, "cymru/origin_txt.txt")
	var asns []uint32
	for line := range strings.Lines(strings.TrimSpace(string(body))) {
		o, err := ParseOrigin(line)
		if err != nil {
			t.Errorf("%q: %v", line, err)
			continue
		}
		asns = append(asns, o.ASNs...)
	}
	if !reflect.DeepEqual(asns, []uint32{13335, 207990}) {
		t.Errorf("%v", asns)
	}
}
