package typosquat

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/network/hostname"
)

func check(t testing.TB, d *Detector, name string) Verdict {
	t.Helper()
	h, err := hostname.Parse(name)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d.Check(h)
}

// TestEachRuleAndItsCost has one name for every way of imitation and every flag.
func TestEachRuleAndItsCost(t *testing.T) {
	d := load(t)
	for _, c := range []struct {
		name  string
		squat bool
		brand string
		edits int
		homo  string
		codes string // of the reasons, in order
		delta int
		inSub bool
		why   string
	}{
		{name: "paypal.com", brand: "paypal", codes: "official_domain"},
		{name: "login.paypal.com", brand: "paypal", codes: "official_domain"},
		{name: "microsoft.github.io", brand: "microsoft", codes: "official_domain"},
		{name: "example.com"},
		{name: "gmial.com", squat: true, brand: "gmail", edits: 1, codes: "transposition", delta: -40},
		{name: "gogle.com", squat: true, brand: "google", edits: 1, codes: "omission", delta: -40},
		{name: "gooogle.com", squat: true, brand: "google", edits: 1, codes: "repetition", delta: -40},
		{name: "paypsl.com", squat: true, brand: "paypal", edits: 1, codes: "keyboard_replacement", delta: -40},
		{name: "facebaok.com", squat: true, brand: "facebook", edits: 1, codes: "vowel_swap", delta: -40},
		{name: "netflhx.com", squat: true, brand: "netflix", edits: 1, codes: "bitsquat", delta: -40},
		{name: "instargamm.com", squat: true, brand: "instagram", edits: 2, codes: "several_edits", delta: -40, why: "nine letters: two edits"},
		{name: "face-book.com", squat: true, brand: "facebook", edits: 1, codes: "hyphenation", delta: -40},
		{name: "face.book.com", squat: true, brand: "facebook", codes: "brand_in_subdomain split_name", delta: -70, inSub: true},
		{name: "paypa1.com", squat: true, brand: "paypal", edits: 1, homo: "paypal", codes: "homoglyph", delta: -45},
		{name: "rnicrosoft.com", squat: true, brand: "microsoft", edits: 2, homo: "microsoft", codes: "homoglyph", delta: -45},
		{name: "xn--pypal-4ve.com", squat: true, brand: "paypal", edits: 1, homo: "paypal", codes: "homoglyph idn_mixed_script", delta: -70},
		{name: "xn--80ak6aa92e.com", squat: true, brand: "apple", edits: 5, homo: "apple", codes: "homoglyph idn", delta: -50, why: "all letters Cyrillic"},
		{name: "paypal-login.com", squat: true, brand: "paypal", codes: "brand_affix", delta: -40},
		{name: "irs-gov.com", squat: true, brand: "irs", codes: "brand_affix", delta: -40},
		{name: "secure-booking-com.net", squat: true, brand: "booking", codes: "brand_affix", delta: -40},
		{name: "nike-net.com", squat: true, brand: "nike", codes: "brand_affix", delta: -40},
		{name: "x-com.net", codes: "", delta: 0},
		{name: "my-shop-app.com", why: "two words, although shop.app is Shopify's"},
		{name: "supply-chain-link.com", why: "so is chain.link"},
		{name: "home-office-net.com", why: "and office.net"},
		{name: "mypaypalaccount.com", squat: true, brand: "paypal", codes: "brand_affix", delta: -40},
		{name: "wwwgoogle.com", squat: true, brand: "google", codes: "brand_affix", delta: -40},
		{name: "dhl-tracking.info", squat: true, brand: "dhl", codes: "brand_affix", delta: -40},
		{name: "paypal.xyz", squat: true, brand: "paypal", codes: "tld_swap suspicious_tld", delta: -50},
		{name: "paypal.cm", squat: true, brand: "paypal", codes: "tld_typo", delta: -40},
		{name: "chase.cm", squat: true, brand: "chase", codes: "tld_typo", delta: -40},
		{name: "netflix.om", squat: true, brand: "netflix", codes: "tld_typo", delta: -40},
		{name: "netflix.com.om", brand: "netflix", codes: "tld_variant"},
		{name: "google.cm", brand: "google", codes: "official_domain"},
		{name: "openair.com", brand: "openai", edits: 1},
		{name: "adobo.com", brand: "adobe", edits: 1},
		{name: "instagrid.com", brand: "instagram", edits: 2},
		{name: "coinbase.github.io", brand: "coinbase", codes: "brand_account"},
		{name: "coinbase-login.github.io", squat: true, brand: "coinbase", codes: "brand_affix brand_in_subdomain", delta: -70, inSub: true},
		{name: "netflix.biz", squat: true, brand: "netflix", codes: "tld_swap", delta: -40},
		{name: "netflix.dk", brand: "netflix", codes: "tld_variant", why: "a national ending"},
		{name: "chase.org", brand: "chase", codes: "tld_variant", why: "a word"},
		{name: "paypal.com.evil.org", squat: true, brand: "paypal", codes: "brand_in_subdomain brand_domain_in_subdomain", delta: -70, inSub: true},
		{name: "paypal.com-verify.org", squat: true, brand: "paypal", codes: "brand_in_subdomain brand_domain_in_subdomain", delta: -70, inSub: true},
		{name: "paypal.example.org", brand: "paypal", codes: "brand_in_subdomain", delta: -30, inSub: true},
		{name: "paypal.secure-login.org", squat: true, brand: "paypal", codes: "brand_in_subdomain brand_as_bait", delta: -70, inSub: true},
		{name: "gitlab.example.org", why: "software that anyone runs"},
		{name: "signal.example.org", why: "a word"},
		{name: "paypal-login.web.app", squat: true, brand: "paypal", codes: "brand_affix brand_in_subdomain abuse_hosting", delta: -80, inSub: true},
		{name: "netflix.weebly.com", squat: true, brand: "netflix", codes: "brand_hosted brand_in_subdomain abuse_hosting", delta: -80, inSub: true},
		{name: "my-cats.netlify.app", codes: "abuse_hosting", delta: -10},
		{name: "netflix.uk.com", squat: true, brand: "netflix", codes: "brand_hosted", delta: -40, why: "a private registry"},
		{name: "ilovefacebook.com", brand: "facebook", codes: "brand_in_name", delta: -10},
		{name: "vodafone-stiftung.de", brand: "vodafone", codes: "brand_in_name", delta: -10},
		{name: "münchen.de", codes: "idn", delta: -5},
		{name: "cheap.top", codes: "suspicious_tld", delta: -10},
		{name: "a-b-c-d-e.org", codes: "many_hyphens", delta: -5},
		{name: "abc12345.org", codes: "many_digits", delta: -5},
		{name: "thisnameismuchlongerthanmostothers.org", codes: "long_label", delta: -5},
		{name: "xkqzvbwtrhnpmjdgc.org", codes: "random_looking", delta: -10},
		{name: "192.0.2.7", codes: "ip_literal", delta: -30},
		{name: "https://google.com@evil.org/", codes: "userinfo_in_url", delta: -10},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := check(t, d, c.name)
			var codes []string
			for _, r := range v.Reasons {
				codes = append(codes, r.Code)
			}
			if v.Typosquat != c.squat || v.NearestBrand != c.brand || v.EditDistance != c.edits || v.HomoglyphBrand != c.homo || v.BrandInSubdomain != c.inSub || v.Delta != c.delta || strings.Join(codes, " ") != c.codes {
				t.Errorf("got %+v, want %+v", v, c)
			}
		})
	}
}

func TestFlagsOfEndingsAndScripts(t *testing.T) {
	d := load(t)
	for name, want := range map[string][3]bool{ // IDN, suspicious ending, abused hosting
		"example.com": {}, "bücher.de": {true, false, false}, "xn--bcher-kva.de": {true, false, false}, "почта.example.org": {true, false, false},
		"a.tk": {false, true, false}, "a.click": {false, true, false}, "a.vercel.app": {false, false, true}, "vercel.app": {}, "x.y.duckdns.org": {false, false, true},
		"d111111abcdef8.cloudfront.net": {false, false, true}, "a.github.io": {}, "bücher.pages.dev": {true, false, true},
	} {
		if v := check(t, d, name); [3]bool{v.IDN, v.SuspiciousTLD, v.AbuseHosting} != want {
			t.Errorf("%s: %+v, want %v", name, v, want)
		}
	}
}

func TestDistancesOfTheLiterature(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"kitten", "sitting", 3}, {"saturday", "sunday", 3}, {"ca", "abc", 3}, {"teh", "the", 1}, {"", "abc", 3}, {"abcd", "abcd", 0}, {"münchen", "munchen", 1}, {"abcd", "badc", 2},
	} {
		if got := distance(c.a, c.b, 9); got != c.want {
			t.Errorf("%s, %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestKeysBesideEachOther(t *testing.T) {
	for pair, want := range map[string]bool{"qw": true, "qa": true, "sw": true, "se": true, "sx": true, "sz": true, "as": true, "qp": false, "qs": true, "az": true, "gt": true, "gy": true, "gb": true, "gv": true, "gm": false, "aa": false, "1q": true, "é1": false} {
		r := []rune(pair)
		if adjacent(r[0], r[1]) != want || adjacent(r[1], r[0]) != want {
			t.Errorf("%s: want %v", pair, want)
		}
	}
}

// TestLawsOfDistance: it is zero for equal texts only, symmetric, and one for one edit; a limit only cuts it.
func TestLawsOfDistance(t *testing.T) {
	word := rapid.StringMatching(`[a-d]{0,9}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		n := distance(a, b, 20)
		if (n == 0) != (a == b) || n != distance(b, a, 20) || n > max(len(a), len(b)) || n < len(a)-len(b) {
			t.Fatalf("%s, %s: %d", a, b, n)
		}
		limit := rapid.IntRange(0, 9).Draw(t, "limit")
		if got := distance(a, b, limit); got != min(n, limit+1) {
			t.Fatalf("limit %d: %d, without it %d", limit, got, n)
		}
		if n == 1 {
			if kind, _ := kindOfEdit(a, b); kind == editSeveral || kind == editNone {
				t.Fatalf("%s, %s: %s", a, b, kind)
			}
		}
	})
}

// TestLawsOfVerdicts: whatever is read, the verdict is the same for the name in A-labels and in U-labels, its
// delta is the sum of its reasons, and its flags have reasons.
func TestLawsOfVerdicts(t *testing.T) {
	d := load(t)
	label := rapid.OneOf(
		rapid.StringMatching(`[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])?`), rapid.SampledFrom([]string{"paypal", "xn--pypal-4ve", "login", "com", "раураl", "日本", "www", "amaz0n", "secure-google", "web", "blogspot"}),
		rapid.StringOfN(rapid.RuneFrom([]rune("aаeеoо0l1i-ü")), 1, 12, -1),
	)
	ending := rapid.SampledFrom([]string{"com", "xyz", "co.uk", "github.io", "web.app", "рф", "zzz", "s3.amazonaws.com"})
	rapid.Check(t, func(t *rapid.T) {
		name := strings.Join(rapid.SliceOfN(label, 1, 4).Draw(t, "labels"), ".") + "." + ending.Draw(t, "ending")
		h, err := hostname.Parse(name)
		if err != nil {
			return
		}
		v := d.Check(h)
		sum := 0
		for _, r := range v.Reasons {
			if r.Delta > 0 || r.Code == "" || r.Detail == "" {
				t.Fatalf("%s: %+v", name, r)
			}
			sum += r.Delta
		}
		if v.Delta != max(sum, MinDelta) || v.Typosquat && v.Delta > costTyposquat || v.HomoglyphBrand != "" && !v.Typosquat || v.Typosquat && v.NearestBrand == "" {
			t.Fatalf("%s: %+v", name, v)
		}
		for _, form := range []string{h.ASCII, h.Unicode} {
			again, err := hostname.Parse(form)
			if err != nil || *again != *h {
				t.Fatalf("%s: %+v, again %+v, %v", name, h, again, err)
			}
		}
		if !strings.HasSuffix("."+h.ASCII, "."+h.Registrable) || !strings.HasSuffix(h.Registrable, "."+h.Suffix) {
			t.Fatalf("%s: %+v", name, h)
		}
	})
}

// TestAnyTextIsReadOrRefused: no input makes it fail otherwise.
func TestAnyTextIsReadOrRefused(t *testing.T) {
	d := load(t)
	rapid.Check(t, func(t *rapid.T) {
		if h, err := hostname.Parse(rapid.String().Draw(t, "text")); err == nil {
			d.Check(h)
		}
	})
}

// TestConfusablesGiveASCII: every entry is one character beyond ASCII that looks like ASCII letters.
func TestConfusablesGiveASCII(t *testing.T) {
	d := load(t)
	if len(d.confusables) < 1000 {
		t.Fatalf("%d confusables", len(d.confusables))
	}
	for r, like := range d.confusables {
		if r < 0x80 || like == "" || strings.Trim(like, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("%U: %q", r, like)
		}
	}
	for text, want := range map[string]string{"раураӏ": "paypal", "ɡооɡⅼе": "google", "αpple": "apple", "ṁíćrösøft": "microsoft", "日本": "日本"} {
		if got := d.asASCII(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestBrandListHasTheLargestTargets: the brands that the yearly reports name.
func TestBrandListHasTheLargestTargets(t *testing.T) {
	d := load(t)
	for _, name := range strings.Fields("paypal google gmail microsoft office365 outlook apple icloud amazon aws facebook meta instagram whatsapp netflix linkedin twitter tiktok github dropbox docusign adobe dhl fedex ups usps chase bankofamerica wellsfargo citi hsbc barclays santander revolut wise stripe coinbase binance kraken metamask opensea uniswap ledger trezor phantom steam roblox discord telegram zoom spotify walmart ebay alibaba booking airbnb irs") {
		if d.byLabel[name].label == "" {
			t.Errorf("%s is missing", name)
		}
	}
	var without []string
	for _, b := range d.labels {
		found := false
		for _, brand := range d.official {
			found = found || brand == b.brand
		}
		if !found {
			without = append(without, b.label)
		}
	}
	slices.Sort(without)
	if len(without) > 0 || len(d.labels) < 300 {
		t.Errorf("%d spellings, without a domain: %v", len(d.labels), without)
	}
}

func BenchmarkCheck(b *testing.B) {
	d := load(b)
	for name, host := range map[string]string{"plain": "example.com", "affix": "secure-paypal-login.com", "homoglyph": "xn--pypal-4ve.com", "long": strings.Repeat("paypal-", 8) + "x.com"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				h, err := hostname.Parse(host)
				if err != nil {
					b.Fatal(err)
				}
				d.Check(h)
			}
		})
	}
}
