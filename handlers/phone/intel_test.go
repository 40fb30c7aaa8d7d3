package phone

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nyaruka/phonenumbers"
	"pgregory.net/rapid"

	gen "github.com/farebox/farebox/gen/phone"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/scored"
)

// intel asks the handler.
func intel(t interface{ Fatalf(string, ...any) }, number string) gen.PhoneIntel200JSONResponse {
	answer, err := New(november).PhoneIntel(context.Background(), gen.PhoneIntelRequestObject{
		Params: gen.PhoneIntelParams{Number: number},
	})
	if err != nil {
		t.Fatalf("%q: %v", number, err)
	}
	return answer.(gen.PhoneIntel200JSONResponse)
}

func text(s *string) string {
	if s == nil {
		return "null"
	}
	return *s
}

// numbers are mostly example numbers from libphonenumber's metadata and from ranges that regulators reserve for
// examples.
var numbers = []struct {
	number, e164, lineType, country, region string
	valid                                   bool
	score                                   int
	signals                                 string
}{
	{"+1 650 253 0000", "+16502530000", "fixed_line_or_mobile",
		"US", "Mountain View, CA", true, 5, "line_type_ambiguous"},
	{"+14156667777", "+14156667777", "fixed_line_or_mobile", "US", "San Francisco, CA", true, 5, "line_type_ambiguous"},
	{"+1 (604) 666-7777", "+16046667777", "fixed_line_or_mobile", "CA", "Vancouver, BC", true, 5, "line_type_ambiguous"},
	{"+33 6 12 98 54 07", "+33612985407", "mobile", "FR", "null", true, 0, ""},
	{"+49 30 901820", "+4930901820", "fixed_line", "DE", "Berlin", true, 0, ""},
	{"+44 (0)20 7031 3000", "+442070313000", "fixed_line", "GB", "London", true, 0, ""},
	{"+39 (0)2 3661 8300", "+390236618300", "fixed_line", "IT", "Milan", true, 0, ""},
	{"+91 98765 40321", "+919876540321", "mobile", "IN", "null", true, 0, ""},
	{"+18005551239", "+18005551239", "toll_free", "US", "null", true, 30, "toll_free"},
	{"+19002345670", "+19002345670", "premium_rate", "US", "null", true, 70, "premium_rate"},
	{"+41840123098", "+41840123098", "shared_cost", "CH", "null", true, 35, "shared_cost"},
	{"+445601234890", "+445601234890", "voip", "GB", "null", true, 45, "voip"},
	{"+447012398450", "+447012398450", "personal_number", "GB", "null", true, 50, "personal_number"},
	{"+447640123456", "+447640123456", "pager", "GB", "null", true, 35, "pager"},
	{"+445512345670", "+445512345670", "uan", "GB", "null", true, 35, "company_number"},
	{"+80012345098", "+80012345098", "toll_free", "null", "null", true, 30, "toll_free"},
	{"+97912345 0981", "+979123450981", "premium_rate", "null", "null", true, 70, "premium_rate"},
	{"+881612345098", "+881612345098", "mobile", "null", "null", true, 50, "global_network"},
	{"+870773111632", "+870773111632", "mobile", "null", "null", true, 50, "global_network"},
	{"+14155550132", "+14155550132", "fixed_line_or_mobile", "US", "San Francisco, CA", true, 85, "reserved_for_fiction line_type_ambiguous"},
	{"+18005550199", "+18005550199", "toll_free", "US", "null", true, 100, "reserved_for_fiction toll_free"},
	{"+18005550198", "+18005550198", "toll_free", "US", "null", true, 30, "toll_free"},
	{"+442079460123", "+442079460123", "fixed_line", "GB", "London", true, 80, "reserved_for_fiction"},
	{"+447700900461", "+447700900461", "unknown", "null", "null", false, 100, "invalid_number reserved_for_fiction"},
	{"+33199001423", "+33199001423", "fixed_line", "FR", "null", true, 80, "reserved_for_fiction"},
	{"+61491570156", "+61491570156", "mobile", "AU", "null", true, 80, "reserved_for_fiction"},
	{"+33612345678", "+33612345678", "mobile", "FR", "null", true, 20, "digit_pattern"},
	{"+14156666666", "+14156666666", "fixed_line_or_mobile", "US", "San Francisco, CA", true, 25, "digit_pattern line_type_ambiguous"},
	{"+12001230101", "+12001230101", "unknown", "null", "null", false, 90, "invalid_number"},
	{"+1415666777", "+1415666777", "unknown", "null", "null", false, 95, "not_possible"},
	{"+999123406789", "+999123406789", "unknown", "null", "null", false, 95, "not_possible"},
}

func TestNumbersAreReadByTheirPlans(t *testing.T) {
	for _, row := range numbers {
		got := intel(t, row.number)
		var signals []string
		for _, r := range got.Reasons {
			signals = append(signals, r.Code)
		}
		if got.E164 != row.e164 || *got.Valid != row.valid || string(got.LineType) != row.lineType ||
			text(got.Country) != row.country || text(got.Region) != row.region || got.RiskScore != row.score || strings.Join(signals, " ") != row.signals {
			t.Errorf("%s: got %s valid %v %s country %s region %s score %d %v", row.number, got.E164, *got.Valid, got.LineType,
				text(got.Country), text(got.Region), got.RiskScore, signals)
		}
	}
}

// TestNationalFormatIsThatOfTheNumber: dialled at home, it is the same number again; and libphonenumber's own vectors.
func TestNationalFormatIsThatOfTheNumber(t *testing.T) {
	for region := range phonenumbers.GetSupportedRegions() {
		for kind := phonenumbers.FIXED_LINE; kind <= phonenumbers.VOICEMAIL; kind++ {
			example := phonenumbers.GetExampleNumberForType(region, kind)
			if example == nil {
				continue
			}
			got, err := national(example)
			if err != nil {
				t.Fatal(err)
			}
			again, err := phonenumbers.Parse(got, region)
			want := phonenumbers.Format(example, phonenumbers.E164)
			if err != nil || phonenumbers.Format(again, phonenumbers.E164) != want {
				t.Errorf("%s: %s is written %s at home: %v", region, phonenumbers.Format(example, phonenumbers.E164), got, err)
			}
		}
	}
	for number, want := range map[string]string{
		"+5491187654321": "011 15-8765-4321",
		"+541187654321":  "011 8765-4321",
		"+390236618300":  "02 3661 8300",
	} {
		if got := text(intel(t, number).NationalFormat); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
}

func TestImpossibleNumbersSayWhy(t *testing.T) {
	for number, want := range map[string]string{
		"+1415666777":      "too_short",
		"+141566677771":    "too_long",
		"+999123406789":    "invalid_country_code",
		"+0123406789":      "invalid_country_code",
		"+888123456":       "too_short",
		"+33612985":        "too_short",
		"+4930901820":      "",
		"+800123450981234": "too_long",
	} {
		got := intel(t, number)
		reason := ""
		if got.PossibleReason != nil {
			reason = string(*got.PossibleReason)
		}
		if reason != want || *got.Possible != (want == "") {
			t.Errorf("%s: possible %v %q, want %q", number, *got.Possible, reason, want)
		}
	}
	if got := intel(t, "+999123406789"); got.CountryCallingCode != nil || got.NationalFormat != nil || got.InternationalFormat != nil {
		t.Errorf("a calling code that does not exist was described: %+v", got)
	}
}

// TestPlansPastTheirDayDoNotSayNo: newer ones may have the range, the length or the calling code.
func TestPlansPastTheirDayDoNotSayNo(t *testing.T) {
	h := New(func() time.Time { return november().AddDate(1, 0, 0) })
	for _, number := range []string{"+12001230101", "+1415666777", "+999123406789"} {
		answer, err := h.PhoneIntel(t.Context(), gen.PhoneIntelRequestObject{
			Params: gen.PhoneIntelParams{Number: number},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := answer.(gen.PhoneIntel200JSONResponse)
		said := got.Possible != nil && !*got.Possible || got.PossibleReason != nil
		if got.Valid != nil || said || got.Reasons[0].Code != "unknown_line_type" || !got.Partial {
			t.Errorf("%s: %+v", number, got)
		}
	}
}

func TestInputThatIsNoE164IsABadRequestThatHidesTheNumber(t *testing.T) {
	for number, why := range map[string]string{
		"14156667777":       "no +",
		"0612985407":        "national form",
		"+1415CALLNOW":      "letters",
		"+14156667777;x=1":  "extension",
		"+141566":           "6 digits",
		"+1415666777712345": "16 digits",
		"+":                 "nothing",
		"   ":               "blank",
		"++14156667777":     "two plus signs",
		"+١٤١٥٦٦٦٧٧٧٧":      "digits of another script",
	} {
		_, err := New(november).PhoneIntel(t.Context(), gen.PhoneIntelRequestObject{
			Params: gen.PhoneIntelParams{Number: number},
		})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != 400 || p.Field != "number" {
			t.Errorf("%s (%q): %v", why, number, err)
		} else if len(number) > 6 && strings.Contains(p.Detail, number) {
			t.Errorf("%s: the problem repeats the number", why)
		}
	}
}

func TestCarrierIsAHintForMobileNumbersOnly(t *testing.T) {
	if got := intel(t, "+33612985407"); text(got.Carrier) != "SFR" || !got.CarrierIsHint || !got.PortableRegion {
		t.Errorf("carrier %s, hint %v, portable %v", text(got.Carrier), got.CarrierIsHint, got.PortableRegion)
	}
	for _, number := range []string{"+4930901820", "+447700900461", "+19002345670"} {
		if got := intel(t, number); got.Carrier != nil {
			t.Errorf("%s has the carrier %s", number, *got.Carrier)
		}
	}
}

func TestTimeZonesHavePresentNames(t *testing.T) {
	for number, want := range map[string]string{
		"+919876540321": "Asia/Kolkata", "+541143216789": "America/Argentina/Buenos_Aires", "+4930901820": "Europe/Berlin",
		"+9779841234507": "Asia/Kathmandu", "+80012345098": "",
	} {
		if got := intel(t, number); strings.Join(got.Timezones, " ") != want {
			t.Errorf("%s: %v, want %s", number, got.Timezones, want)
		}
	}
	for region := range phonenumbers.GetSupportedRegions() {
		number := phonenumbers.GetExampleNumber(region)
		for _, zone := range intel(t, phonenumbers.Format(number, phonenumbers.E164)).Timezones {
			if _, err := time.LoadLocation(zone); err != nil {
				t.Errorf("%s: %v", region, err)
			}
		}
	}
}

// TestEveryRegionsExampleNumberIsValid runs the library's published example of each region and kind of line
// through the route.
func TestEveryRegionsExampleNumberIsValid(t *testing.T) {
	kinds := []phonenumbers.PhoneNumberType{
		phonenumbers.FIXED_LINE, phonenumbers.MOBILE, phonenumbers.TOLL_FREE, phonenumbers.PREMIUM_RATE, phonenumbers.SHARED_COST,
		phonenumbers.VOIP, phonenumbers.PERSONAL_NUMBER, phonenumbers.PAGER, phonenumbers.UAN, phonenumbers.VOICEMAIL,
	}
	count := 0
	for region := range phonenumbers.GetSupportedRegions() {
		for _, kind := range kinds {
			example := phonenumbers.GetExampleNumberForType(region, kind)
			if example == nil {
				continue
			}
			count++
			number := phonenumbers.Format(example, phonenumbers.E164)
			// dialled only domestically, as +1 310 1234
			possible := phonenumbers.IsPossibleNumberWithReason(example) == phonenumbers.IS_POSSIBLE
			if len(number) < 1+minDigits || !possible {
				continue
			}
			got := intel(t, number)
			if !*got.Valid || !*got.Possible || got.E164 != number {
				t.Errorf("%s %v: %s valid %v possible %v", region, kind, number, *got.Valid, *got.Possible)
			}
			if want := lineType(kind); got.LineType != want && got.LineType != gen.FixedLineOrMobile {
				t.Errorf("%s %s: %s, want %s", region, number, got.LineType, want)
			}
		}
	}
	if count < 1000 {
		t.Errorf("only %d examples", count)
	}
}

// TestAnyDigitsAreAnsweredWithASoundScore: for any digits after the +, there is an answer whose score is the sum of
// its reasons, heaviest first, and whose e164 reads back as the same number.
func TestAnyDigitsAreAnsweredWithASoundScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := "+" + rapid.StringMatching(`[0-9]{7,15}`).Draw(t, "digits")
		got := intel(t, number)
		sum := 0.0
		last := 100.0
		for _, r := range got.Reasons {
			if sum += r.Points; r.Points > last {
				t.Fatalf("%s: reasons out of order %+v", number, got.Reasons)
			}
			last = r.Points
		}
		if float64(got.RiskScore) != min(sum, 100) || string(got.RiskCategory) != scored.Quarters.Of(got.RiskScore) {
			t.Fatalf("%s: score %d band %s, reasons sum to %v", number, got.RiskScore, got.RiskCategory, sum)
		}
		if *got.Valid && (!*got.Possible || got.LineType == "" || got.Country == nil && !got.NonGeographic) {
			t.Fatalf("%s: valid and %+v", number, got)
		}
		if *got.Valid {
			if again := intel(t, got.E164); again.E164 != got.E164 || again.LineType != got.LineType {
				t.Fatalf("%s: %s reads back as %s %s", number, got.E164, again.E164, again.LineType)
			}
		}
	})
}

// TestANumberIsReadAsItIsDialledInItsCountry: other answers have numbers of the United States without a calling code.
func TestANumberIsReadAsItIsDialledInItsCountry(t *testing.T) {
	for _, row := range []struct{ number, country, want string }{
		{"(650) 253-0000", "US", "+16502530000"}, {"1 650 253 0000", "US", "+16502530000"},
		{"020 7946 0958", "GB", "+442079460958"}, {"+442079460958", "US", "+442079460958"},
		{" 442079460958", "US", "+442079460958"}, {"650 253 0000", "", ""}, {"1", "US", ""}, {"650 CALL US", "US", ""},
	} {
		got, err := cleanNumber(row.number, row.country)
		if got != row.want || (err == nil) != (row.want != "") {
			t.Errorf("%q of %q: %q, %v; want %q", row.number, row.country, got, err, row.want)
		}
	}
	var p *problem.Problem
	if _, err := cleanNumber("0123 456", "AQ"); !errors.As(err, &p) || p.Field != "country" {
		t.Errorf("the Antarctic: %v", err)
	}
}

// TestSeparatorsDoNotChangeTheNumber: spaces, dashes, dots and brackets anywhere after the + are ignored.
func TestSeparatorsDoNotChangeTheNumber(t *testing.T) {
	marks := []rune(separators)
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`[1-9][0-9]{6,14}`).Draw(t, "digits")
		var spaced strings.Builder
		spaced.WriteByte('+')
		for _, d := range digits {
			if rapid.Bool().Draw(t, "mark") {
				spaced.WriteRune(rapid.SampledFrom(marks).Draw(t, "separator"))
			}
			spaced.WriteRune(d)
		}
		if got, err := cleanNumber(spaced.String(), ""); err != nil || got != "+"+digits {
			t.Fatalf("%q: %s %v", spaced.String(), got, err)
		}
	})
}

func TestMadeUpDigits(t *testing.T) {
	for digits, want := range map[string]bool{
		"12345678": true, "87654321": true, "7890123": false, "78901234": true, "1234567": false, "55555": false, "0555555": true,
		"121212121212": false, "9876543210": true, "": false, "1": false,
	} {
		if madeUp(digits) != want {
			t.Errorf("%s: %v", digits, !want)
		}
	}
}

// TestMetadataVersionIsThatOfTheModule: metadataVersion is written by hand and must move with go.mod.
func TestMetadataVersionIsThatOfTheModule(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	const want = "github.com/nyaruka/phonenumbers v1.8.1" // metadata 9.0.32, by its change log
	if !slices.ContainsFunc(strings.Split(string(mod), "\n"), func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), want) }) {
		t.Errorf("go.mod does not have %s: set metadataVersion (%s) to what the new module carries", want, metadataVersion)
	}
}

func BenchmarkIntel(b *testing.B) {
	h := New(november)
	req := gen.PhoneIntelRequestObject{Params: gen.PhoneIntelParams{Number: "+33612985407"}}
	for b.Loop() {
		if _, err := h.PhoneIntel(b.Context(), req); err != nil {
			b.Fatal(err)
		}
	}
}
