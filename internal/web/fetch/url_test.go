package fetch

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

func testRules() urlRules {
	return urlRules{ports: []int{8443}, ownHosts: []string{"farebox.dev", "93.184.215.99"}}
}

func TestURLsThatBreakARuleAreRefusedByThatRule(t *testing.T) {
	for _, c := range []struct {
		url  string
		rule Rule
	}{
		{"", RuleEmpty},
		{" \n", RuleEmpty},
		{"https://example.com/" + strings.Repeat("a", 2048), RuleTooLong},
		{"https://example.com/a\x00b", RuleCharacters},
		{"https://exa\tmple.com/", RuleCharacters},
		{"https://example.com/a\nHost: x", RuleCharacters},
		{"https://example.com\\@127.0.0.1/", RuleCharacters},
		{"https:\\\\example.com/", RuleCharacters},
		{"https://example.com/\xff", RuleCharacters},
		{"ftp://example.com/", RuleScheme},
		{"file:///etc/passwd", RuleScheme},
		{"gopher://example.com/", RuleScheme},
		{"javascript:alert(1)", RuleScheme},
		{"data:text/html,x", RuleScheme},
		{"example.com", RuleScheme},
		{"//example.com/", RuleScheme},
		{"https:example.com", RuleScheme},
		{"https:/example.com", RuleScheme},
		{"http://user:pass@example.com/", RuleUserinfo},
		{"http://@example.com/", RuleUserinfo},
		{"http://example.com@127.0.0.1/", RuleUserinfo},
		{"http://example.com:80@127.0.0.1/", RuleUserinfo},
		{"http://", RuleHost},
		{"http:///path", RuleHost},
		{"http://:80/", RuleHost},
		{"http://?q", RuleHost},
		{"http://./", RuleHost},
		{"http://example..com/", RuleHost},
		{"http://example.com../", RuleHost},
		{"http://exam ple.com/", RuleHost},
		{"http://exa<mple.com/", RuleHost},
		{"http://xn--a.com/", RuleHost},
		{"http://%65xample.com/", RuleHost},
		{"http://" + strings.Repeat("a", 64) + ".com/", RuleHost},
		{"http://" + strings.Repeat("abcdefgh.", 30) + "com/", RuleHost},
		{"http://intranet-server/", RuleHost},
		{"http://metadata/", RuleHost},
		{"http://example.com:22/", RulePort},
		{"http://example.com:0/", RulePort},
		{"http://example.com:99999/", RulePort},
		{"http://example.com:080000/", RulePort},
		{"http://example.com:-80/", RulePort},
		{"http://example.com:80:80/", RulePort},
		{"http://[2606:4700::1]80/", RulePort},
		{"http://localhost/", RuleReservedName},
		{"http://LOCALHOST./", RuleReservedName},
		{"http://a.localhost/", RuleReservedName},
		{"http://printer.local/", RuleReservedName},
		{"http://metadata.google.internal/", RuleReservedName},
		{"http://metadata.tencentyun.com/", RuleReservedName},
		{"http://metadata.packet.net/", RuleReservedName},
		{"http://x.intranet/", RuleReservedName}, {"http://x.lan/", RuleReservedName}, {"http://x.home/", RuleReservedName},
		{"http://x.corp/", RuleReservedName}, {"http://x.home.arpa/", RuleReservedName}, {"http://x.onion/", RuleReservedName},
		{"http://x.test/", RuleReservedName}, {"http://x.invalid/", RuleReservedName}, {"http://x.example/", RuleReservedName},
		{"http://ｌｏｃａｌｈｏｓｔ/", RuleReservedName}, // fullwidth letters
		{"https://farebox.dev/extract", RuleOwnHost},
		{"https://FAREBOX.dev./", RuleOwnHost},
		{"https://93.184.215.99/", RuleOwnHost},
	} {
		checkRefused(t, testRules(), c.url, c.rule)
	}
}

func TestEverySpellingOfPrivateAddressesIsRefused(t *testing.T) {
	for url, rule := range map[string]Rule{
		"http://127.0.0.1/": RulePrivateAddress, "http://10.0.0.1/": RulePrivateAddress, "http://169.254.169.254/latest/meta-data/": RulePrivateAddress,
		"http://0.0.0.0/": RulePrivateAddress, "http://192.168.1.1:8443/": RulePrivateAddress, "http://100.100.100.200/": RulePrivateAddress,
		"http://2130706433/": RuleIPSpelling, "http://0x7f000001/": RuleIPSpelling, "http://017700000001/": RuleIPSpelling,
		"http://0177.0.0.1/": RuleIPSpelling, "http://0x7f.0.0.1/": RuleIPSpelling, "http://127.1/": RuleIPSpelling, "http://127.0.1/": RuleIPSpelling,
		"http://127.0.0.1./": RuleIPSpelling, "http://0/": RuleIPSpelling, "http://127.0.0.0x1/": RuleIPSpelling, "http://127.0.0.01/": RuleIPSpelling,
		"http://0o177.0.0.1/": RuleIPSpelling, "http://0o17700000001/": RuleIPSpelling, "http://1.2.3.4.5/": RuleIPSpelling, "http://256.1.1.1/": RuleIPSpelling,
		"http://①②⑦.⓪.⓪.①/": RuleIPSpelling, "http://１２７.0.0.1/": RuleIPSpelling, "http://127。0。0。1/": RuleIPSpelling, "http://example.0x7f/": RuleIPSpelling,
		"http://4294967296/": RuleIPSpelling, "http://127.0.0.1%2f/": RuleHost, "http://127.0.0.1%00.example.com/": RuleHost,
		"http://[::]/": RulePrivateAddress, "http://[::1]/": RulePrivateAddress, "http://[0:0:0:0:0:0:0:1]/": RuleIPSpelling,
		"http://[::ffff:127.0.0.1]/": RulePrivateAddress, "http://[::ffff:7f00:1]/": RuleIPSpelling, "http://[::127.0.0.1]/": RuleIPSpelling, "http://[::7f00:1]/": RulePrivateAddress,
		"http://[64:ff9b::7f00:1]/": RulePrivateAddress, "http://[64:ff9b::127.0.0.1]/": RuleIPSpelling, "http://[fe80::1%25eth0]/": RuleIPSpelling, "http://[fe80::1]/": RulePrivateAddress,
		"http://[fd00:ec2::254]/": RulePrivateAddress, "http://[2002:7f00:1::]/": RulePrivateAddress, "http://[2001:0:7f00:1::]/": RulePrivateAddress, "http://[2001:0:7f00:1:0:0:0:0]/": RuleIPSpelling,
		"http://[::ffff:8.8.8.8]/": RulePrivateAddress, "http://[/": RuleHost, "http://[]/": RuleIPSpelling, "http://[[::1]]/": RulePort, "http://::1/": RuleHost,
	} {
		checkRefused(t, testRules(), url, rule)
	}
}

func checkRefused(t *testing.T, r urlRules, raw string, rule Rule) {
	t.Helper()
	u, err := r.parse(raw)
	var b *BadURL
	if !errors.As(err, &b) {
		t.Errorf("%.80q accepted as %v, want refusal by %s", raw, u, rule)
	} else if b.Rule != rule {
		t.Errorf("%.80q refused by %s (%v), want %s", raw, b.Rule, b, rule)
	}
}

func TestAcceptedURLsAreNormalised(t *testing.T) {
	for in, want := range map[string]string{
		"https://Example.COM":                   "https://example.com/",
		"  http://example.com:80/a?b#frag ":     "http://example.com/a?b",
		"HTTPS://example.com:443/":              "https://example.com/",
		"http://example.com:443/":               "http://example.com:443/",
		"https://example.com:8443/x":            "https://example.com:8443/x",
		"https://example.com.":                  "https://example.com/",
		"https://example.com?":                  "https://example.com/?",
		"https://bücher.example.com/ü?q=ü":      "https://xn--bcher-kva.example.com/%C3%BC?q=%C3%BC",
		"https://例え.jp/":                        "https://xn--r8jz45g.jp/",
		"https://ｅｘａｍｐｌｅ.com/":                  "https://example.com/",
		"https://foo_bar.example.com/":          "https://foo_bar.example.com/",
		"https://r3---sn-abc.example.com/":      "https://r3---sn-abc.example.com/",
		"https://example.com/a b/c?d e\"f":      "https://example.com/a%20b/c?d%20e%22f",
		"https://example.com/a%2Fb|c%zz%":       "https://example.com/a%2Fb%7Cc%25zz%25",
		"https://example.com/a/../b/./c/%2e%2E": "https://example.com/b/",
		"https://example.com/../../x":           "https://example.com/x",
		"https://example.com/x/..":              "https://example.com/",
		"https://example.com//a//b":             "https://example.com//a//b",
		"https://example.com/?u=http://a@b/":    "https://example.com/?u=http://a@b/",
		"https://93.184.215.14/":                "https://93.184.215.14/",
		"https://[2606:4700::1111]:443/":        "https://[2606:4700::1111]/",
		"https://[2606:4700::ABCD]/":            "https://[2606:4700::abcd]/",
		"https://1.example.com/":                "https://1.example.com/",
		"https://127.0.0.1.nip.io/":             "https://127.0.0.1.nip.io/", // caught by its address, not its name
	} {
		u, err := testRules().parse(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
		} else if u.String() != want {
			t.Errorf("%q became %q, want %q", in, u, want)
		}
	}
}

func TestRefusalsKeepNothingOfTheURLButTheHost(t *testing.T) {
	for _, raw := range []string{
		"http://example.com:22/secretpath?secretquery", "http://secretuser:secretpass@example.com/", "ftp://secret.example.com/",
		"http://127.0.0.1/secret", "http://x.internal/secret?secret", "http://exa mple.com/secret", "http://example.com/\x00secret", "secret",
	} {
		_, err := testRules().parse(raw)
		if err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", raw, err)
		}
	}
}

func FuzzCheckURL(f *testing.F) {
	for _, seed := range []string{"https://example.com/a?b#c", "http://[::1]:80/", "http://①.com/%2e%2e/|", "HTTP://user@x.y:8443", "https://bücher.de?ü=%", "http://0x7f.1", "https://a.b/%2"} {
		f.Add(seed)
	}
	r := testRules()
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := r.parse(raw)
		if err != nil {
			var b *BadURL
			if !errors.As(err, &b) || b.Rule == "" || b.Detail == "" {
				t.Fatalf("%q: refusal without a rule: %v", raw, err)
			}
			return
		}
		text := u.String()
		for _, c := range []byte(u.RequestURI() + u.Host) {
			if c <= 0x20 || c >= 0x7f {
				t.Fatalf("%q gives a request line with byte %#x: %q", raw, c, text)
			}
		}
		if u.User != nil || u.Fragment != "" || u.Hostname() == "" || !utf8.ValidString(text) {
			t.Fatalf("%q became %q", raw, text)
		}
		if len(text) > maxURL { // grew by encoding
			return
		}
		again, err := r.parse(text)
		if err != nil || again.String() != text {
			t.Fatalf("%q became %q, which becomes %v (%v)", raw, text, again, err)
		}
		std, err := url.Parse(text)
		if err != nil || std.Hostname() != u.Hostname() || std.Port() != u.Port() || std.RequestURI() != u.RequestURI() {
			t.Fatalf("%q: the standard parser reads %q otherwise: %v %v", raw, text, std, err)
		}
	})
}

func TestReservedNames(t *testing.T) {
	for name, want := range map[string]bool{"internal": true, "db.corp.internal": true, "localhost": true, "printer.local": true, "notinternal.com": false, "internal.example.com": false, "example.com": false} {
		if ReservedName(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
