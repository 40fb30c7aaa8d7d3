package hostname

import (
	"strings"
	"testing"
)

func TestHostsAreReadAsBrowsersDo(t *testing.T) {
	for input, want := range map[string]Host{
		"Example.COM.":                       {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"https://a.b.example.co.uk:8443/x?y": {ASCII: "a.b.example.co.uk", Unicode: "a.b.example.co.uk", Registrable: "example.co.uk", Suffix: "co.uk", Listed: true},
		"//example.com/path":                 {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"example.com:80":                     {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"http:\\\\example.com\\x":            {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"BÜCHER.de":                          {ASCII: "xn--bcher-kva.de", Unicode: "bücher.de", Registrable: "xn--bcher-kva.de", Suffix: "de", Listed: true, IDN: true},
		"ｅｘａｍｐｌｅ。com":                        {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"me.github.io":                       {ASCII: "me.github.io", Unicode: "me.github.io", Registrable: "github.io", Suffix: "io", Listed: true},
		"_dmarc.example.com":                 {ASCII: "_dmarc.example.com", Unicode: "_dmarc.example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"host.corp.internal":                 {ASCII: "host.corp.internal", Unicode: "host.corp.internal", Registrable: "corp.internal", Suffix: "internal"},
		"https://u:p@example.com/":           {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true, UserInfo: true},
		"http://127.1/":                      {ASCII: "127.0.0.1", Unicode: "127.0.0.1", IP: true},
		"http://0x7f000001/":                 {ASCII: "127.0.0.1", Unicode: "127.0.0.1", IP: true},
		"http://017700000001/":               {ASCII: "127.0.0.1", Unicode: "127.0.0.1", IP: true},
		"2130706433":                         {ASCII: "127.0.0.1", Unicode: "127.0.0.1", IP: true},
		"2001:db8::1":                        {ASCII: "2001:db8::1", Unicode: "2001:db8::1", IP: true},
		"example.com。":                       {ASCII: "example.com", Unicode: "example.com", Registrable: "example.com", Suffix: "com", Listed: true},
		"http://[2001:db8::1]/":              {ASCII: "2001:db8::1", Unicode: "2001:db8::1", IP: true},
		"１２７.０.０.１":                          {ASCII: "127.0.0.1", Unicode: "127.0.0.1", IP: true},
	} {
		got, err := Parse(input)
		if err != nil {
			t.Errorf("%s: %v", input, err)
			continue
		}
		if *got != want {
			t.Errorf("%s: got %+v, want %+v", input, *got, want)
		}
	}
	for _, input := range []string{
		"", " ", ".", "com", "co.uk", "localhost", "a..com", "example.com..", "example.com.。", ".example.com", "-a.com", "a-.com", "a b.com", "a\x00.com", "someone@example.com", "http://", "https:///path",
		"http://[::1", "xn--a.com", "xn--zz--.com", strings.Repeat("a", 64) + ".com", strings.Repeat("a.", 130) + "com", "example.com:port", "1.2.3.4.5", "1.2.3.256", "%zz.com", "exa$mple.com",
	} {
		if h, err := Parse(input); err == nil {
			t.Errorf("%q was read as %+v", input, *h)
		}
	}
}

func TestOrganisationalNameIsTheCustomersBelowASharedSuffix(t *testing.T) {
	for name, want := range map[string]string{
		"example.com": "example.com", "a.b.example.co.uk": "example.co.uk", "me.github.io": "me.github.io", "a.b.me.github.io": "me.github.io",
		"github.io": "github.io", "www.site.co.uk.example.net": "example.net", "_dmarc.me.github.io": "me.github.io",
	} {
		h, err := Parse(name)
		if err != nil || h.Organisational() != want {
			t.Errorf("%s: %s, %v, want %s", name, h.Organisational(), err, want)
		}
	}
}

// TestASuffixWithASiteIsReadAsSite: gov.uk and nhs.uk are public suffixes and sites at once.
func TestASuffixWithASiteIsReadAsSite(t *testing.T) {
	for input, want := range map[string]string{
		"gov.uk": "gov.uk", "https://NHS.uk/find": "nhs.uk", "www.gov.uk": "www.gov.uk", "com": "", "localhost": "",
	} {
		host, err := ParseSite(input)
		if (err == nil) != (want != "") || err == nil && host.Registrable != want {
			t.Errorf("%s: %+v, %v", input, host, err)
		}
	}
	if _, err := Parse("gov.uk"); err == nil {
		t.Error("a public suffix is no registrable domain")
	}
}
