package bank

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// examples are the published example IBANs of data/iban.psv, by country.
func examples(h *Handlers) map[string]string {
	out := map[string]string{}
	for country, f := range h.formats {
		if f.example != "" {
			out[country] = f.example
		}
	}
	return out
}

func TestEveryPublishedExampleIsValid(t *testing.T) {
	h := handlers(t)
	list := examples(h)
	if len(list) < 124 { // all but GG, IM and JE, which publish none
		t.Fatalf("%d examples", len(list))
	}
	for country, example := range list {
		i, found, bad := h.parseIBAN(example)
		if bad != nil {
			t.Errorf("%s: %s %s", example, bad.kind, bad.message)
		} else if found != country || i.text != example {
			t.Errorf("%s: country %s", example, found)
		}
	}
}

// TestFurtherPublishedNumbersAreValid: examples of central banks and banks that are not the registry's.
func TestFurtherPublishedNumbersAreValid(t *testing.T) {
	h := handlers(t)
	for _, s := range []string{
		"GB82 WEST 1234 5698 7654 32", "GB33BUKB20201555555555", "DE75512108001245126199", "BE71 0961 2345 6769", "FR7630006000011234567890189",
		"ES79 2100 0813 6101 2345 6789", "SA03 8000 0000 6080 1016 7519", "HR17 2360 0001 1012 3456 5", "PL10105000997603123456789123",
		"ch56-0483-5012-3456-7800-9", "IBAN NL91 ABNA 0417 1643 00", "BR9700360305000010009795493P1", "SD8811123456789012", "IR062960000000100324200001",
		"BR10 12AB 34CD 0000 1093 2840 814P 2", "BR1045KZ90AB000120004567893C1", // letters since release 103
	} {
		if _, _, bad := h.parseIBAN(s); bad != nil {
			t.Errorf("%s: %s", s, bad.kind)
		}
	}
}

// TestNumbersOfOtherLibrariesAreToldApart: what other IBAN libraries' tests consider valid and invalid, besides the
// published examples.
func TestNumbersOfOtherLibrariesAreToldApart(t *testing.T) {
	h := handlers(t)
	for _, s := range strings.Fields(`
		BR1800000000141455123924100C2 BR9700360305000010009795493P1 CV64000500000020108215144
		CZ9455000000001011038930 FO6264600001631634 GL8964710001000206 HN54PISA00000000000000123124
		IR710570029971601460641001 ST68000100010051845310112`) {
		if _, _, bad := h.parseIBAN(s); bad != nil {
			t.Errorf("%s: %s", s, bad.kind)
		}
	}
	for _, s := range strings.Fields(`
		DE893704004405320130 DE8937040044053201300000 GB96BARC202015300934591 XX89370400440532013000
		DE99370400440532013000 DEAA370400440532013000 GB2LABBY09012857201707 DE89AA0400440532013000
		GB12BARC20201530093A59 GB01BARC20714583608387 GB00HLFX11016111455365 GB94BARC20201530093459`) {
		if _, _, bad := h.parseIBAN(s); bad == nil {
			t.Errorf("%s is taken", s)
		}
	}
}

// TestCopiedNumbersAreRead: text brings along marks of direction and of no width, and BICs may begin like IBANs.
func TestCopiedNumbersAreRead(t *testing.T) {
	h := handlers(t)
	for _, s := range []string{
		"\u202aDE89 3704 0044 0532 0130 00\u202c",
		"DE89\u200b3704\ufeff0044\u20070532\u00a00130\u202f00",
		"IBAN: DE89 3704 0044 0532 0130 00",
	} {
		if _, _, bad := h.parseIBAN(s); bad != nil {
			t.Errorf("%q: %s", s, bad.message)
		}
	}
	for _, s := range []string{"\u200eDEUTDEFF\u200e", "IBANDEFFXXX"} {
		if _, bad := h.parseBIC(s); bad != nil {
			t.Errorf("%q: %s", s, bad.message)
		}
	}
}

func TestRulesAreCheckedInOrder(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct{ iban, kind, country, why string }{
		{"", errStructure, "", "nothing"},
		{"DE", errStructure, "", "no check digits"},
		{"8937040044", errStructure, "", "no country"},
		{"DEAB370400440532013000", errStructure, "", "letters for check digits"},
		{"DE8937040044053201300!", errStructure, "", "a sign"},
		{"DE89370400440532013ÖÖÖ", errStructure, "", "letters beyond A to Z"},
		{"ZZ89370400440532013000", errCountry, "", "no such country"},
		{"US89370400440532013000", errCountry, "", "a country without IBANs"},
		{"DE8937040044053201300", errLength, "DE", "one short"},
		{"DE893704004405320130000", errLength, "DE", "one long"},
		{"DE8937040044053201300A", errStructure, "DE", "a letter where digits are"},
		{"GB29NW1K60161331926819", errStructure, "GB", "a digit where letters are"},
		{"DE88370400440532013000", errChecksum, "DE", "wrong check digits"},
		{"DE89370400440532013001", errChecksum, "DE", "wrong last digit"},
		{"DE89370400440532010300", errChecksum, "DE", "two digits swapped"},
	} {
		_, country, bad := h.parseIBAN(row.iban)
		if bad == nil || bad.kind != row.kind || country != row.country {
			t.Errorf("%s: %s got %+v %s, want %s %s", row.why, row.iban, bad, country, row.kind, row.country)
		}
	}
}

// TestCheckDigits00And01And99AreNeverValid: they are congruent to 97, 98 and 02, and ISO 7064 gives 02 to 98.
func TestCheckDigits00And01And99AreNeverValid(t *testing.T) {
	h := handlers(t)
	seen := map[string]bool{}
	for account := range 100000 {
		for _, check := range []string{"00", "01", "99"} {
			s := fmt.Sprintf("NO%s1503%07d", check, account)
			if mod97(s[4:]+s[:4]) == 1 {
				seen[check] = true
				if _, _, bad := h.parseIBAN(s); bad == nil || bad.kind != errChecksum {
					t.Fatalf("%s: %+v", s, bad)
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v were tried", seen)
	}
}

// drawIBAN makes an IBAN of any country with correct check digits.
func drawIBAN(t *rapid.T, h *Handlers) string {
	countries := make([]string, 0, len(h.formats))
	for c := range h.formats {
		countries = append(countries, c)
	}
	slices.Sort(countries)
	f := h.formats[rapid.SampledFrom(countries).Draw(t, "country")]
	var bban strings.Builder
	for _, kind := range f.pattern {
		alphabet := map[rune]string{'n': "0123456789", 'a': "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 'c': "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"}[kind]
		bban.WriteByte(rapid.SampledFrom([]byte(alphabet)).Draw(t, "character"))
	}
	return fmt.Sprintf("%s%02d%s", f.country, 98-mod97(bban.String()+f.country+"00"), bban.String())
}

// TestAnySingleErrorAndAnySwapOfNeighboursIsCaught is the law of mod 97-10: no IBAN stays valid if one digit
// changes, or two different neighbouring digits or letters change places. A digit and a letter have different
// lengths in the sum, so a few of their swaps pass.
func TestAnySingleErrorAndAnySwapOfNeighboursIsCaught(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(t *rapid.T) {
		good := drawIBAN(t, h)
		if _, _, bad := h.parseIBAN(good); bad != nil {
			t.Fatalf("%s: %s", good, bad.message)
		}
		at := rapid.IntRange(2, len(good)-1).Draw(t, "at")
		wrong := []byte(good)
		for wrong[at] == good[at] {
			if isDigits(good[at : at+1]) {
				wrong[at] = byte('0' + rapid.IntRange(0, 9).Draw(t, "digit"))
			} else {
				wrong[at] = byte('A' + rapid.IntRange(0, 25).Draw(t, "letter"))
			}
		}
		if _, _, bad := h.parseIBAN(string(wrong)); bad == nil {
			t.Fatalf("%s is valid too, after %s", wrong, good)
		}
		swap := rapid.IntRange(4, len(good)-2).Draw(t, "swap")
		if good[swap] == good[swap+1] || isDigits(good[swap:swap+1]) != isDigits(good[swap+1:swap+2]) {
			return
		}
		swapped := []byte(good)
		swapped[swap], swapped[swap+1] = good[swap+1], good[swap]
		if _, _, bad := h.parseIBAN(string(swapped)); bad == nil {
			t.Fatalf("%s is valid too, after %s", swapped, good)
		}
	})
}

// TestEverySingleDigitErrorOfTheExamplesIsCaught tries all of them: 127 countries, each digit, nine others.
func TestEverySingleDigitErrorOfTheExamplesIsCaught(t *testing.T) {
	h := handlers(t)
	tried := 0
	for _, example := range examples(h) {
		for at := 2; at < len(example); at++ {
			for digit := byte('0'); digit <= '9'; digit++ {
				if !isDigits(example[at:at+1]) || example[at] == digit {
					continue
				}
				tried++
				wrong := []byte(example)
				wrong[at] = digit
				if _, _, bad := h.parseIBAN(string(wrong)); bad == nil {
					t.Errorf("%s is valid too, after %s", wrong, example)
				}
			}
		}
	}
	if tried < 20000 {
		t.Errorf("only %d tried", tried)
	}
}

func TestMaskHidesTheAccount(t *testing.T) {
	h := handlers(t)
	for iban, want := range map[string]string{
		"DE89370400440532013000":      "DE8937040044******3000",
		"GB29NWBK60161331926819":      "GB29NWBK**********6819",
		"IT60X0542811101000000123456": "IT60*05428*************3456",
		"NO9386011117947":             "NO938601***7947",
	} {
		i, _, bad := h.parseIBAN(iban)
		if bad != nil {
			t.Fatal(iban, bad)
		}
		if got := i.masked(); got != want {
			t.Errorf("%s: %s, want %s", iban, got, want)
		}
	}
	for in, want := range map[string]string{"": "", "1": "*", "12": "*2", "1234567": "****567", "123456789": "*****6789"} {
		if got := maskTail(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestMod97AgainstLongDivision compares with the schoolbook remainder of the number written out.
func TestMod97AgainstLongDivision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.StringMatching(`[0-9A-Z]{0,40}`).Draw(t, "s")
		want := 0
		for _, c := range s {
			number := string(c)
			if c >= 'A' {
				number = fmt.Sprint(c - 'A' + 10)
			}
			for _, d := range number {
				want = (want*10 + int(d-'0')) % 97
			}
		}
		if got := mod97(s); got != want {
			t.Fatalf("%s: %d, want %d", s, got, want)
		}
	})
}

// TestErrorsThatTheChecksumLetsThroughAreFew mistypes every published example. A swapped letter and digit may leave
// the same remainder; of two random errors, about one pair in 97 must.
func TestErrorsThatTheChecksumLetsThroughAreFew(t *testing.T) {
	h := handlers(t)
	random := rand.New(rand.NewPCG(1, 2))
	count := map[string]int{}
	mistyped := func(kind, example, text string) {
		if text == example {
			return
		}
		count[kind]++
		if _, _, bad := h.parseIBAN(text); bad == nil {
			count[kind+" taken"]++
		}
	}
	for _, example := range examples(h) {
		for p := 2; p+1 < len(example); p++ {
			mistyped("swapped", example, example[:p]+example[p+1:p+2]+example[p:p+1]+example[p+2:])
		}
		for range 2000 {
			text := []byte(example)
			for range 2 {
				p := 2 + random.IntN(len(text)-2)
				if text[p] <= '9' {
					text[p] = byte('0' + random.IntN(10))
				} else {
					text[p] = byte('A' + random.IntN(26))
				}
			}
			mistyped("two wrong", example, string(text))
		}
	}
	t.Log(count)
	if count["swapped taken"] > 1 || count["two wrong taken"]*100 > count["two wrong"] || count["two wrong"] < 200_000 {
		t.Error(count)
	}
}
