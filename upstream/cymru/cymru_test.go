package cymru

import (
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestRecordsAreRead(t *testing.T) {
	got, err := ParseOrigin("64500 64501 | 45.66.64.0/18 | NL | ripencc | 2014-03-28")
	if want := (Origin{[]uint32{64500, 64501}, netip.MustParsePrefix("45.66.64.0/18"), "NL", "ripencc"}); err != nil || !reflect.DeepEqual(got, want) {
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
	name, err := OriginName(netip.MustParseAddr("1.2.3.4"))
	if err != nil || name != "4.3.2.1.origin.asn.cymru.com" || NetworkName(64500) != "AS64500.asn.cymru.com" {
		t.Errorf("%q %q %v", name, NetworkName(64500), err)
	}
	if _, err := OriginName(netip.MustParseAddr("2001:db8::1")); err == nil {
		t.Error("IPv6")
	}
}

func TestRealSample(t *testing.T) {
	dir := os.Getenv("FAREBOX_SAMPLES")
	if dir == "" {
		dir = "../../../shared/atlas/samples"
	}
	body, err := os.ReadFile(filepath.Join(dir, "cymru", "origin_txt.txt"))
	if err != nil {
		t.Skip("no samples here")
	}
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
