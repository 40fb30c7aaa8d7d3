package bank

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// signalsOf are the names of an answer's reasons.
func signalsOf(answer map[string]any) string {
	var names []string
	for _, r := range answer["reasons"].([]any) {
		names = append(names, r.(map[string]any)["code"].(string))
	}
	return strings.Join(names, " ")
}

func TestRiskIsTheSumOfItsReasons(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct {
		iban, expected string
		score          float64
		band           any
		signals        string
	}{
		{"DE75512108001245126199", "", 1, nil, "not_all_known"},
		{"DE75512108001245126199", "DE", 1, nil, "not_all_known"},
		{"DE75512108001245126199", "fr", 45, "medium", "expected_country_mismatch"},
		{"GB82WEST12345698765432", "uk", 1, nil, "not_all_known"},
		{"DE89370400440532013000", "", 25, "medium", "example_iban"},
		{"NL23BUNQ0123456789", "", 5, "low", "online_institution"},
		{"LT601010012345678901", "", 0, "low", ""},
		{"SA0380000000608010167519", "", 35, "medium", "example_iban outside_sepa"},
		{"IR062960000000100324200001", "", 50, "high", "sanctioned_jurisdiction not_in_registry outside_sepa"},
		{"GP1120041010050500013M02606", "FR", 35, "medium", "example_iban unusual_country_code"},
		{"FR7630006000011234567890189", "GP", 1, nil, "not_all_known"},
		{"BE68539007547034", "NL", 70, "high", "expected_country_mismatch example_iban"},
		{"BE41539007547035", "", 40, "medium", "national_check_failed"},
		{"DE89370400440532013001", "", 100, "critical", "invalid_iban"},
		{"DE89370400440532013001", "FR", 100, "critical", "invalid_iban expected_country_mismatch"},
		{"hello", "FR", 100, "critical", "invalid_iban"},
	} {
		query := url.Values{"iban": {row.iban}}
		if row.expected != "" {
			query.Set("expected_country", row.expected)
		}
		_, got := get(t, h, "/bank/verify", query)
		if got["risk_score"] != row.score || got["risk_category"] != row.band || signalsOf(got) != row.signals {
			t.Errorf("%s %s: %v %v %s", row.iban, row.expected, got["risk_score"], got["risk_category"], signalsOf(got))
		}
	}
}

func TestUnknownExpectedCountryIsABadRequest(t *testing.T) {
	code, got := get(t, handlers(t), "/bank/verify", url.Values{"iban": {"DE89370400440532013000"}, "expected_country": {"ZZ"}})
	if code != 400 || got["field"] != "expected_country" {
		t.Errorf("%d %v", code, got)
	}
}

func TestPartsOfTheIBANAreNamed(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct{ iban, bankCode, branchCode, scheme, account, national, bank string }{
		{"GB29NWBK60161331926819", "NWBK", "601613", "sort code", "****6819", "not_checked", "National Westminster Bank"},
		{"IT60X0542811101000000123456", "05428", "11101", "CAB", "********3456", "pass", ""},
		{"FR1420041010050500013M02606", "20041", "01005", "code guichet", "*******3M026", "pass", "La Banque Postale"},
		{"ES9121000418450200051332", "2100", "0418", "código de oficina", "******1332", "pass", "CaixaBank"},
		{"NO9386011117947", "8601", "", "", "***794", "pass", "Danske Bank, Norwegian branch"},
		{"HU42117730161111101800000000", "117", "7301", "branch code", "***********0000", "pass", "OTP Bank"},
	} {
		_, got := get(t, h, "/bank/verify", url.Values{"iban": {row.iban}})
		branch, bank := map[string]any{"code": "", "scheme": ""}, map[string]any{"name": ""}
		if b, ok := got["branch"].(map[string]any); ok {
			branch = b
		}
		if b, ok := got["bank"].(map[string]any); ok {
			bank = b
		}
		if got["bank_code"] != row.bankCode || branch["code"] != row.branchCode || branch["scheme"] != row.scheme || got["national_check"] != row.national ||
			bank["name"] != row.bank {
			t.Errorf("%s: %v", row.iban, got)
		}
		if account := got["account_number_masked"].(string); strings.Trim(account[:len(account)-4], "*") != "" {
			t.Errorf("%s: account %s is not masked", row.iban, account)
		}
	}
}

func TestSEPAIsTheStateOf2026(t *testing.T) {
	h := handlers(t)
	in := strings.Fields(`AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE IS LI NO CH MC SM AD VA GB GI
		AL ME MD MK RS`) // 41 countries and Gibraltar, which counts as the United Kingdom there
	out := strings.Fields("XK BA TR UA GE BY FO GL PF NC WF TF TN SA AE BR")
	for _, c := range in {
		if !h.inSEPA(c) {
			t.Errorf("%s is not in SEPA", c)
		}
	}
	for _, c := range out {
		if h.inSEPA(c) {
			t.Errorf("%s is in SEPA", c)
		}
	}
	n := 0
	for _, f := range h.formats {
		if f.sepa && f.issuedAs == "" {
			n++
		}
	}
	if n != len(in) {
		t.Errorf("%d countries in SEPA, want %d", n, len(in))
	}
}

func TestRegistryHasItsCodes(t *testing.T) {
	h := handlers(t)
	registered := 0
	for country, f := range h.formats {
		if h.countries[country] == "" {
			t.Errorf("%s has no name", country)
		}
		if f.registry {
			registered++
		}
		if f.issuedAs != "" && h.formats[f.issuedAs] == nil {
			t.Errorf("%s is issued as %s, which has no IBANs", country, f.issuedAs)
		}
	}
	if registered != 105 || len(h.formats) != 127 { // as the description of /bank/validate says
		t.Errorf("%d registered, %d in all", registered, len(h.formats))
	}
	if len(h.countries) != 250 {
		t.Errorf("%d countries", len(h.countries))
	}
	for country, length := range map[string]int{"NO": 15, "BE": 16, "DE": 22, "GB": 22, "FR": 27, "MT": 31, "RU": 33, "LC": 32, "HN": 28, "YE": 30, "NI": 28, "UA": 29, "FK": 18} {
		if got := h.formats[country].ibanLength(); got != length {
			t.Errorf("%s: %d characters, want %d", country, got, length)
		}
	}
}

func TestBICRules(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct {
		bic, kind                      string
		branch                         any
		primary, test, passive, billed bool
	}{
		{bic: "DEUTDEFF", primary: true},
		{bic: "DEUTDEFFXXX", primary: true},
		{bic: "DEUTDEFF500", branch: "500"},
		{bic: "deut de ff", primary: true},
		{bic: "BARCGB22", primary: true, billed: true},
		{bic: "ABCDDEF0", primary: true, test: true},
		{bic: "ABCDDEF1XXX", primary: true, passive: true},
		{bic: "NCBVXKPR", primary: true},
		{bic: "DEUTDEF", kind: errLength},
		{bic: "DEUTDEFF5", kind: errLength},
		{bic: "DEUTDEFF5000", kind: errLength},
		{bic: "DEU1DEFF", kind: errStructure},
		{bic: "DEUTD1FF", kind: errStructure},
		{bic: "DEUTDEF_", kind: errStructure},
		{bic: "DEUTDEFF5+0", kind: errStructure},
		{bic: "DEUTZZFF", kind: errCountry},
		{bic: "DEUTEUFF", kind: errCountry},
		{bic: "DEUTUKFF", kind: errCountry},
	} {
		_, got := get(t, h, "/bank/bic", url.Values{"bic": {row.bic}})
		if row.kind != "" {
			if got["valid"] != false || got["error_type"] != row.kind || got["bic8"] != nil || got["is_test"] != nil {
				t.Errorf("%s: %v", row.bic, got)
			}
			continue
		}
		if got["valid"] != true || got["branch_code"] != row.branch || got["is_primary_office"] != row.primary || got["is_test"] != row.test ||
			got["is_passive"] != row.passive || got["is_reverse_billing"] != row.billed {
			t.Errorf("%s: %v", row.bic, got)
		}
	}
}

// TestAnyTextIsAnsweredWithoutItBeingRepeated: any input gets an answer, and a rejected text is not in it.
func TestAnyTextIsAnsweredWithoutItBeingRepeated(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[A-Z]{2}[0-9]{2}[0-9A-Z]{4,30}`)).Draw(t, "text")
		if _, _, bad := h.parseIBAN(text); bad != nil && len(text) > 8 && strings.Contains(bad.message, text) {
			t.Fatalf("%q is repeated: %s", text, bad.message)
		}
		if b, bad := h.parseBIC(text); bad == nil && bic11(b.text)[:8] != b.bic8() {
			t.Fatalf("%q", text)
		}
	})
}

func TestValidIBANIsScoredForEveryCountry(t *testing.T) {
	h := handlers(t)
	rapid.Check(t, func(rt *rapid.T) {
		text := drawIBAN(rt, h)
		code, got := get(t, h, "/bank/verify", url.Values{"iban": {text}})
		sum := 0.0
		for _, r := range got["reasons"].([]any) {
			sum += r.(map[string]any)["points"].(float64)
		}
		if code != 200 || got["valid"] != true || got["risk_score"] != min(sum, 100) {
			rt.Fatalf("%s: %d %v", text, code, got)
		}
		if strings.Contains(fmt.Sprint(got), text) {
			rt.Fatalf("%s is in the answer", text)
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	h := handlers(b)
	for b.Loop() {
		i, _, bad := h.parseIBAN("BE71 0961 2345 6769")
		if bad != nil {
			b.Fatal(bad)
		}
		verifySignals(i, h.banks.bank(i), "pass", nil)
	}
}
