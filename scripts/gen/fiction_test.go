package main

import (
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// specDay is the day as of which the tests judge examples.
var specDay = time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)

// TestFictionRules plants one text at a time. want is part of the message, or empty if the text is fine.
func TestFictionRules(t *testing.T) {
	const (
		host = "does not exist"
		mail = "cannot get mail"
		made = "is made up"
		word = "placeholder"
	)
	for _, c := range []struct{ text, want, why string }{
		{"https://tea.example.com/", host, "below a reserved domain"},
		{"shop.example.org", host, "without a scheme too"},
		{"https://example.com/feed.xml", host, "answers 404"},
		{"see https://www.example.net/a for more", host, "within a sentence"},
		{"https://notary.example", host, "a reserved TLD"},
		{"http://site.test/", host, "a reserved TLD"},
		{"a.invalid", host, "a reserved TLD"},
		{"http://localhost:8080/x", host, "a machine without an owner"},
		{"https://app.localhost/", host, "a machine without an owner"},
		{"https://example.com", "", "resolves and serves a page"},
		{"https://example.com/", "", "resolves and serves a page"},
		{"site:example.com", "", "the name alone"},
		{"not localhost", "", "the word alone"},
		{"https://www.rfc-editor.org/rfc/rfc2606", "", "real"},
		{"contest.com and latest.org", "", "only the end of a name is a TLD"},

		{"ada@example.com", "", "nobody's mailbox"},
		{"security@mozilla.org", "", "a role of somebody"},
		{"ada@tea.example.com", mail, "below a reserved domain"},
		{"ada@tea.test", mail, "a reserved TLD"},
		{"ada@example.org", mail, "only example.com belongs to nobody"},

		{"CVE-2027-1234", host, "of next year"},
		{"CVE-2026-990001", host, "no year has so many"},
		{"CVE-2021-44228", "", "real"},
		{"CVE-2018-1000861", "", "from the block above a million"},

		{"0x1111111111111111111111111111111111111111", made, "one byte over and over"},
		{"0xabababababababababababababababababababab", made, "one byte over and over"},
		{"0xdeadbeef00000000000000000000000000000000", made, "spells something"},
		{"0x1234567890123456789012345678901234567890", made, "counts"},
		{"0x0102030405060708090a0b0c0d0e0f1011121314", made, "bytes that count up"},
		{"0x1f1e1d1c1b1a191817161514131211100f0e0d0c0b0a09080706050403020100", made, "bytes that count down"},
		{"sha256:" + strings.Repeat("00", 32), made, "no hash"},
		{strings.Repeat("ff", 32), made, "no hash"},
		{"0x0000000000000000000000000000000000000000", "", "nobody"},
		{"0x000000000000000000000000000000000000dEaD", "", "where tokens are burnt"},
		{"0x4200000000000000000000000000000000000006", "", "WETH on Base"},
		{"0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "", "vitalik.eth"},
		{"12345678", "", "a number"},
		{"dead links", "", "a word"},

		{"example-org/teapot", word, "no repository"},
		{"Acme Inc.", word, "no company"},
		{"foo", word, "nothing"},
		{"Lorem ipsum dolor", word, "nothing"},
		{"John Doe", word, "nobody"},
		{"food, footnote, acmeism", "", "words that begin alike"},
	} {
		got := strings.Join(fictions("/demo", c.text, specDay), "\n")
		if c.want == "" && got != "" || c.want != "" && !strings.Contains(got, c.want) {
			t.Errorf("%q (%s): %q, want %q", c.text, c.why, got, c.want)
		}
	}
}

// TestFictionIsLookedForEverywhere plants a host everywhere a reader of the spec may see one.
func TestFictionIsLookedForEverywhere(t *testing.T) {
	const planted = "https://tea.example.com/a"
	for _, c := range []struct{ place, from, to string }{
		{"GET /demo: ", "Does a thing well.", "Reads " + planted},
		{"GET /demo q: ", "description: What.", "description: As " + planted},
		{"GET /demo q: ", "maxLength: 10}, example: a}", "maxLength: 90}, example: '" + planted + "'}"},
		{"GET /demo q: ", "maxLength: 10}, example: a}", "maxLength: 90, example: '" + planted + "'}, example: a}"},
		{"GET /demo 200: ", "example: {a: b}", "example: {a: '" + planted + "'}"},
		{"schema X.a: ", "schemas: {}", "schemas: {X: {type: object, properties: " +
			"{a: {type: string, description: 'As " + planted + "'}}}}"},
	} {
		text := strings.Replace(clean, c.from, c.to, 1)
		if text == clean {
			t.Fatalf("%s: the case changes nothing", c.place)
		}
		doc, err := openapi3.NewLoader().LoadFromData([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(lint(doc, specDay), "\n"); !strings.Contains(got, c.place+`"`+planted) {
			t.Errorf("%s%s: %q", c.place, planted, got)
		}
	}
}

// TestAllowedFictionsAreOfTheirPathOnly: the deployment's own origin is not a page to call.
func TestAllowedFictionsAreOfTheirPathOnly(t *testing.T) {
	const text = "https://api.example.com/find"
	if got := fictions("/find", text, specDay); len(got) != 0 {
		t.Errorf("%q", got)
	}
	if got := fictions("/extract", text, specDay); len(got) != 1 {
		t.Errorf("%q", got)
	}
}
