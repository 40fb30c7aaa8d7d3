package bank

import (
	"fmt"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/banklists"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
)

func TestBuiltInBanksAreWellFormed(t *testing.T) {
	h := handlers(t)
	countries := map[string]bool{}
	for key, e := range h.banks.builtIn.byCode {
		country := key[:2]
		code := key[2:]
		countries[country] = true
		f := h.formats[country]
		if f == nil || f.bank.empty() {
			t.Fatalf("%s has no bank code in its IBANs", country)
		}
		if len(code) > f.bank.to-f.bank.from {
			t.Errorf("%s %s is longer than a bank code", country, code)
		}
		if e.name == "" || strings.TrimSpace(e.name) != e.name {
			t.Errorf("%s %s has the name %q", country, code, e.name)
		}
		if e.bic == "" {
			continue
		}
		b, bad := h.parseBIC(e.bic)
		if bad != nil || b.text != e.bic || b.country() != country {
			t.Errorf("%s %s: BIC %s %+v", country, code, e.bic, bad)
		}
		if f.bicPrefix && code != e.bic[:4] && code != "BOFS" { // Bank of Scotland's accounts are under Lloyds' BIC
			t.Errorf("%s %s has the BIC %s", country, code, e.bic)
		}
	}
	if n := len(countries); n != 34 { // the number in the description of /bank/bic
		t.Errorf("%d countries", n)
	}
}

func TestBankIsFoundByCodeRangeAndBeginning(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct{ country, code, bic string }{
		{"DE", "37040044", "COBADEFFXXX"},
		{"DE", "37040045", ""},
		{"BE", "001", "GEBABEBB"},
		{"BE", "049", "GEBABEBB"},
		{"BE", "050", "GKCCBEBB"},
		{"PL", "10901014", "WBKPPLPP"},
		{"FI", "123", "NDEAFIHH"},
		{"FI", "345", "DABAFIHH"},
		{"FI", "405", "HELSFIHH"},
		{"FI", "401", ""},
		{"FI", "460", "ITELFIHH"},
		{"FI", "475", "POPFFI22"},
		{"GB", "BOFS", "LOYDGB2L"},
		{"XX", "123", ""},
		{"DE", "", ""},
	} {
		got := ""
		if e := h.banks.builtIn.bank(row.country, row.code); e != nil {
			got = e.bic
		}
		if got != row.bic {
			t.Errorf("%s %s: %q, want %q", row.country, row.code, got, row.bic)
		}
	}
}

func TestInstitutionIsFoundByAnyOfItsBICs(t *testing.T) {
	h := handlers(t)
	for _, row := range []struct{ bic, name, city string }{
		{"DEUTDEFF", "Deutsche Bank", "Frankfurt am Main"},
		{"DEUTDEFFXXX", "Deutsche Bank", "Frankfurt am Main"},
		{"DEUTDEFF500", "Deutsche Bank", ""},                  // another office of the same institution
		{"PBNKDEFF", "Postbank, branch of Deutsche Bank", ""}, // several cities
		{"HASPDEHHXXX", "Hamburger Sparkasse", "Hamburg"},
		{"ABCDDEFF", "", ""},
	} {
		name, city := "", ""
		if e := h.banks.institution(row.bic); e != nil {
			name, city = e.name, e.city
		}
		if name != row.name || city != row.city {
			t.Errorf("%s: %q in %q, want %q in %q", row.bic, name, city, row.name, row.city)
		}
	}
}

// ibanOf is a valid IBAN of the country that begins with the bank code.
func ibanOf(t *testing.T, h *Handlers, country, code string) string {
	t.Helper()
	f := h.formats[country]
	bban := code
	for len(bban) < len(f.pattern) {
		bban += "0"
	}
	check := fmt.Sprintf("%02d", 98-mod97(bban+country+"00"))
	if _, _, bad := h.parseIBAN(country + check + bban); bad != nil {
		t.Fatalf("%s %s: %s", country, code, bad.message)
	}
	return country + check + bban
}

// verify requests an account of the bank.
func verify(t *testing.T, h *Handlers, country, code string) map[string]any {
	t.Helper()
	_, got := get(t, h, "/bank/verify", url.Values{"iban": {ibanOf(t, h, country, code)}})
	return got
}

// named is the bank's name in an answer, or "".
func named(answer map[string]any) any {
	if bank, ok := answer["bank"].(map[string]any); ok {
		return bank["name"]
	}
	return ""
}

// sourcesOf are the names and states of an answer's sources.
func sourcesOf(answer map[string]any) string {
	var out []string
	for _, s := range answer["sources"].([]any) {
		source := s.(map[string]any)
		out = append(out, fmt.Sprintf("%s=%s", source["name"], source["status"]))
	}
	return strings.Join(out, " ")
}

func TestBanksOfWholeCountriesAreKnown(t *testing.T) {
	h := loaded(t, nil)
	for _, c := range []struct {
		country, code, name string
		exists              any
		why                 string
	}{
		{"DE", "37040044", "Commerzbank", true, "the code's main office, not a further one"},
		{"DE", "37040045", "", false, "a code that the complete list lacks"},
		{"AT", "20320", "Sparkasse Oberösterreich", true, ""},
		{"AT", "12000", "", false, "one of the selection that the publisher's list lacks"},
		{"CH", "00100", "Schweizerische Nationalbank", true, ""},
		{"CH", "30000", "PostFinance AG", true, "a QR-IID"},
		{"CH", "08810", "", false, "Liechtenstein's code under Switzerland's letters"},
		{"LI", "08810", "VP Bank AG", true, ""},
		{"BE", "096", "BELFIUS BANK", true, ""},
		{"BE", "539", "", false, "an unassigned code"},
		{"NL", "ABNA", "ABN AMRO BANK", true, ""},
		{"CZ", "7950", "Raiffeisen stavební spořitelna a.s.", true, "a bank without a BIC"},
		{"SK", "0200", "Všeobecná úverová banka, a.s.", true, ""},
		{"HU", "117", "OTP Bank Nyrt.", true, ""},
		{"NO", "8601", "Danske Bank", true, ""},
		{"PL", "10901014", "Erste Bank Polska Spółka Akcyjna", true, ""},
		{"PL", "10909999", "Erste Bank Polska Spółka Akcyjna", true, "a number that begins with a bank's"},
		{"PL", "14400003", "PKO Bank Polski Spółka Akcyjna", true, "under the number of a bank that was merged"},
		{"PL", "14499999", "", nil, "two banks have numbers that begin so"},
		{"PL", "14409999", "PKO Bank Polski Spółka Akcyjna", true, "of these four digits one bank has all"},
		{"PL", "99999999", "", false, ""},
		{"SI", "19100", "DEŽELNA BANKA SLOVENIJE", true, ""},
		{"SI", "19777", "DEŽELNA BANKA SLOVENIJE", true, "an office that the list does not name"},
		{"SI", "33777", "", nil, "two banks share the two digits"},
		{"SI", "77000", "", false, ""},
		{"GB", "BARC", "Barclays Bank UK PLC", true, "letters of a BIC, by the registers of the schemes"},
		{"GB", "NWBK", "National Westminster Bank", true, "the selection"},
		{"GB", "ZZZZ", "", nil, "no complete list of the country"},
		{"FR", "20041", "La Banque Postale", true, "the selection"},
		{"FR", "12548", "AXA Banque", true, "a list that does not have all banks"},
		{"FR", "12345", "", nil, "a fund"},
		{"ES", "0019", "Deutsche Bank, S.A.E.", true, "a list that does not have all banks"},
	} {
		t.Run(c.country+" "+c.code, func(t *testing.T) {
			got := verify(t, h, c.country, c.code)
			if named(got) != c.name || got["bank_code_exists"] != c.exists {
				t.Errorf("%s: %v %v, want %q %v", c.why, got["bank"], got["bank_code_exists"], c.name, c.exists)
			}
			if missing := strings.Contains(signalsOf(got), "bank_not_in_directory"); missing != (c.exists == false) {
				t.Errorf("reasons %s", signalsOf(got))
			}
			if list := got["directory"].(map[string]any); (list["note"] == nil) != (list["extent"] == "complete") {
				t.Errorf("directory %v", list)
			}
			if got["partial"] != false {
				t.Errorf("partial: %s", sourcesOf(got))
			}
		})
	}
}

func TestCodesThatEndAreSaidSo(t *testing.T) {
	h := loaded(t, nil)
	for _, c := range []struct {
		country, code, status, successor, reasons string
		exists                                    bool
	}{
		{"DE", "10060198", "closing", "37060193", "bank_code_closing", true},
		{"DE", "10090900", "deleted", "10090000", "bank_code_closing", false},
		{"CH", "04835", "merged", "00240", "bank_code_merged", true},
		{"DE", "50070010", "active", "", "", true},
	} {
		got := verify(t, h, c.country, c.code)
		successor, _ := got["successor_bank_code"].(string)
		if got["bank_code_status"] != c.status || successor != c.successor || signalsOf(got) != c.reasons ||
			got["bank_code_exists"] != c.exists {
			t.Errorf("%s %s: %v", c.country, c.code, got)
		}
	}
	if got := verify(t, h, "DE", "50070010"); got["account_check_method"] != "63" {
		t.Errorf("method %v", got["account_check_method"])
	}
	if got := verify(t, h, "CH", "04835"); named(got) != "UBS Switzerland AG" {
		t.Errorf("the bank of a merged code: %v", got["bank"])
	}
}

// TestMissingListSaysNothingAgainstACode: until a list is loaded the selection replaces it, and the answer says so.
func TestMissingListSaysNothingAgainstACode(t *testing.T) {
	bad := banklisttest.Answers()
	for i := range bad {
		if strings.HasSuffix(bad[i].URL, "blz-aktuell-txt-data.txt") {
			bad[i].Body = bad[i].Body[:400] // cut off in a record
		}
	}
	h := from(t, nil, bad...)

	warming := verify(t, h, "DE", "37040044")
	if named(warming) != "Commerzbank" || warming["partial"] != true ||
		sourcesOf(warming) != "bank-de=warming bank-selection=ok sepa-registers=warming" {
		t.Errorf("before the first load: %v %s", warming["bank"], sourcesOf(warming))
	}

	if err := h.banks.feed("DE").data.Refresh(t.Context()); err == nil {
		t.Fatal("a list that is cut off is taken")
	}
	refused := verify(t, h, "DE", "99999999")
	if refused["bank_code_exists"] != nil || refused["bank_code_status"] != nil || signalsOf(refused) != "not_all_known" {
		t.Errorf("%v", refused)
	}
	if refused["directory"].(map[string]any)["extent"] != "selection" ||
		!strings.HasPrefix(sourcesOf(refused), "bank-de=error") {
		t.Errorf("%v %s", refused["directory"], sourcesOf(refused))
	}
	why := refused["sources"].([]any)[0].(map[string]any)["detail"].(string)
	if !strings.Contains(why, "not a record of 168 characters") {
		t.Errorf("why: %s", why)
	}
	if refused["bank"] == nil && refused["sepa"].(map[string]any)["schemes"] != nil {
		t.Error("schemes of a bank that is not known")
	}
}

func TestSchemesAreThoseOfTheRegisters(t *testing.T) {
	h := loaded(t, nil)
	all := map[string]any{"sct": true, "sct_inst": true, "sdd_core": true, "sdd_b2b": true}
	one := map[string]any{"sct": true, "sct_inst": false, "sdd_core": false, "sdd_b2b": false}
	for _, c := range []struct {
		bic     string
		schemes any
		why     string
	}{
		{"GKCCBEBB", all, "eight characters"},
		{"BARCGB22XXX", one, "credit transfer alone"},
		{"MARKDEF1100", nil, "a bank that is in none of the registers may be reached through another"},
		{"DEUTDEFF500", nil, "an office that is not registered"},
	} {
		_, got := get(t, h, "/bank/bic", url.Values{"bic": {c.bic}})
		if !reflect.DeepEqual(got["sepa_schemes"], c.schemes) {
			t.Errorf("%s: %v, want %v (%s)", c.bic, got["sepa_schemes"], c.schemes, c.why)
		}
	}
}

// TestOfficesOfOtherBanksAreNotNamed: cooperative banks share the first eight characters of a BIC.
func TestOfficesOfOtherBanksAreNotNamed(t *testing.T) {
	list := &banklists.List{Banks: []banklists.Bank{
		{Country: "DE", Code: "10000001", BIC: "GENODEF1AAA", Name: "Volksbank Anfang", City: "A"},
		{Country: "DE", Code: "10000002", BIC: "GENODEF1BBB", Name: "Raiffeisenbank Beta", City: "B"},
		{Country: "DE", Code: "10000003", BIC: "COBADEFFXXX", Name: "Commerzbank, CC SP", City: "Köln"},
		{Country: "DE", Code: "10000004", BIC: "COBADEFFXXX", Name: "Commerzbank", City: "Bonn"},
		{Country: "DE", Code: "10000005", BIC: "HASPDEHHXXX", Name: "Hamburger Sparkasse", City: "Hamburg"},
	}}
	x := indexed(list, source{name: "test", complete: true})
	for _, c := range []struct{ bic, name, city string }{
		{"GENODEF1AAA", "Volksbank Anfang", "A"},
		{"GENODEF1CCC", "", ""},
		{"GENODEF1", "", ""},
		{"COBADEFF", "Commerzbank", ""},
		{"COBADEFF123", "Commerzbank", ""},
		{"HASPDEHH", "Hamburger Sparkasse", "Hamburg"},
		{"HASPDEHH123", "Hamburger Sparkasse", ""},
	} {
		name := ""
		city := ""
		if e := x.institution(c.bic); e != nil {
			name = e.name
			city = e.city
		}
		if name != c.name || city != c.city {
			t.Errorf("%s: %q in %q, want %q in %q", c.bic, name, city, c.name, c.city)
		}
	}
}
