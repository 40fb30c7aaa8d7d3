package bank

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
)

func TestBuiltInBanksAreWellFormed(t *testing.T) {
	h := handlers(t)
	if n := len(h.banks.byCode); n != 34 { // the number that the description of /bank/bic gives
		t.Errorf("%d countries", n)
	}
	for country, codes := range h.banks.byCode {
		f := h.formats[country]
		if f == nil || f.bank.empty() {
			t.Fatalf("%s has no bank code in its IBANs", country)
		}
		for code, e := range codes {
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
		{"GB", "BOFS", "LOYDGB2L"},
		{"XX", "123", ""},
		{"DE", "", ""},
	} {
		got := ""
		if e := h.banks.bank(row.country, row.code); e != nil {
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

// blzRecord writes a record of the Bundesbank's file.
func blzRecord(blz, marker, name, city, bic, change, deletion, successor string) []byte {
	s := fmt.Sprintf("%s%s%-58s12345%-35s%-27s12345%-11s09012345%s%s%s", blz, marker, name, city, name[:min(27, len(name))], bic, change, deletion, successor)
	out := make([]byte, 0, len(s))
	for _, r := range s { // ISO 8859-1
		out = append(out, byte(r))
	}
	return append(out, '\r', '\n')
}

func lists(files map[string][]byte) fstest.MapFS {
	out := fstest.MapFS{}
	for name, data := range files {
		out[name] = &fstest.MapFile{Data: data, ModTime: time.Date(2026, 11, 2, 3, 4, 5, 0, time.UTC)}
	}
	return out
}

func TestOperatorsListsTakeThePlaceOfTheSelection(t *testing.T) {
	blz := append(blzRecord("37040044", "1", "Commerzbank K\u00f6ln", "K\u00f6ln", "COBADEFFXXX", "U", "0", "00000000"),
		append(blzRecord("37040044", "2", "Commerzbank Filiale", "Bonn", "", "U", "0", "00000000"),
			blzRecord("99999999", "1", "Alte Bank", "Berlin", "ALTEDEBBXXX", "D", "0", "37040044")...)...)
	h, err := newFrom(lists(map[string][]byte{
		"blz-2026-11.txt":  blz,
		"at.json":          []byte(`{"entries":[{"country_code":"AT","bank_codes":["19043","19044"],"bic":"ABCDATWW","name":"Testbank","primary":true}]}`),
		"lei-bic-2026.csv": []byte("LEI,BIC\n7LTWFZYICNSX8D621K86,DEUTDEFFXXX\n"),
		"README.txt":       []byte("not a list"),
	}))
	if err != nil {
		t.Fatal(err)
	}
	_, got := get(t, h, "/bank/verify", url.Values{"iban": {"DE89370400440532013000"}})
	bank := got["bank"].(map[string]any)
	if bank["name"] != "Commerzbank Köln" || bank["city"] != "Köln" ||
		bank["source"] != "blz-2026-11.txt" || bank["directory_date"] != "2026-11-02" {
		t.Errorf("%v", bank)
	}
	if list := got["directory"].(map[string]any); list["extent"] != "complete" ||
		list["directory_date"] != "2026-11-02" {
		t.Errorf("%v", list)
	}
	_, gone := get(t, h, "/bank/verify", url.Values{"iban": {"DE75512108001245126199"}})
	if gone["bank"] != nil || gone["bank_resolution"] != "not_in_directory" || signalsOf(gone) != "bank_not_in_directory" {
		t.Errorf("a code that the complete list lacks: %v", gone)
	}
	_, old := get(t, h, "/bank/verify", url.Values{"iban": {"DE44999999990532013000"}})
	if old["successor_bank_code"] != "37040044" || signalsOf(old) != "bank_code_closing" {
		t.Errorf("a deleted code: %v", old)
	}
	if _, at := get(t, h, "/bank/verify", url.Values{"iban": {"AT611904300234573201"}}); at["bank"].(map[string]any)["name"] != "Testbank" {
		t.Errorf("%v", at)
	}
	if _, bic := get(t, h, "/bank/bic", url.Values{"bic": {"DEUTDEFF"}}); bic["lei"] != "7LTWFZYICNSX8D621K86" || bic["bank"] != nil {
		t.Errorf("%v", bic)
	}
	_, ch := get(t, h, "/bank/verify", url.Values{"iban": {"CH5604835012345678009"}})
	if ch["directory"].(map[string]any)["extent"] != "selection" {
		t.Errorf("countries without a list of their own lost theirs: %v", ch)
	}
}

func TestAustrianDirectoryIsReadInBothLanguages(t *testing.T) {
	const german = "Hinweise; und mehr\r\n\r\nBankstellenverzeichnis vom 19. 11. 2026;\r\n" +
		"Kennzeichen;Identnummer;Bankleitzahl;Institutsart;Sektor;Firmenbuchnummer;Bankenname;Stra\xdfe;PLZ;Ort;Bundesland;SWIFT-Code;Homepage\r\n" +
		";\"1\";\"20315\";\"\";\"Sparkassen\";\"1a\";\"Teebank \xd6sterreich AG\";\"Weg 1\";\"4020\";\"Linz\";\"O\xd6\";\"TEEBAT2LXXX\";\"\"\r\n" +
		";\"2\";\"20320\";\"\";\"Sparkassen\";\"1a\";\"Zweigstelle\";\"Weg 2\";\"4020\";\"Wels\";\"O\xd6\";\"\";\"\"\r\n" +
		"Hauptanstalt;\"1\";\"20320\";\"KI\";\"Sparkassen\";\"1a\";\"Teebank \xd6sterreich AG\";\"Weg 1\";\"4020\";\"Linz\";\"O\xd6\";\"TEEBAT2LXXX\";\"\"\r\n" +
		"Filiale;\"3\";\"1230\";\"KI\";\"Banken\";\"\";\"Auslandsbank; Filiale Wien\";\"Ring 1\";\"1010\";\"Wien\";\"Wien\";\"n/a\";\"\"\r\n"
	english := strings.NewReplacer("Kennzeichen", "Marker", "Bankleitzahl", "Routing number (BLZ)", "Bankenname", "Name", "Ort", "City/town", "SWIFT-Code", "SWIFT").Replace(german)
	for _, text := range []string{german, english} {
		h, err := newFrom(lists(map[string][]byte{"sepa-zv-vz_gesamt.csv": []byte(text)}))
		if err != nil {
			t.Fatal(err)
		}
		for code, want := range map[string]entry{
			"20320": {bic: "TEEBAT2LXXX", name: "Teebank Österreich AG", city: "Linz"}, "20315": {bic: "TEEBAT2LXXX", name: "Teebank Österreich AG", city: "Linz"},
			"01230": {name: "Auslandsbank; Filiale Wien", city: "Wien"},
		} {
			e := h.banks.bank("AT", code)
			if e == nil || e.bic != want.bic || e.name != want.name || e.city != want.city || !e.source.complete {
				t.Errorf("%s: %+v, want %+v", code, e, want)
			}
		}
		if e := h.banks.bank("AT", "12000"); e != nil {
			t.Errorf("a bank of the selection stayed: %+v", e)
		}
	}
}

func TestListThatCannotBeReadStopsTheStart(t *testing.T) {
	for name, data := range map[string]string{
		"x.json": `[{"country_code":"DE","bank_code":"1","name":""}]`, "y.json": `{`, "z.json": `[{"country_code":"DE","bank_code":"1","name":"A","bic":"ABC"}]`,
		"blz.txt": "short\n", "lei-bic.csv": "BIC,LEI\n", "sepa-zv-vz.csv": "nothing", "sepa-zv-vz_2.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort\n",
		"sepa-zv-vz_3.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort;SWIFT-Code\nx;12;A", "sepa-zv-vz_4.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort;SWIFT-Code\nx;A1234;A;B;C\n",
	} {
		if _, err := newFrom(lists(map[string][]byte{name: []byte(data)})); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := newFrom(os.DirFS(filepath.Join(t.TempDir(), "missing"))); err != nil {
		t.Errorf("a directory that does not exist: %v", err)
	}
}

// TestRealListsAreRead reads the recorded directories where they are at hand.
func TestRealListsAreRead(t *testing.T) {
	head := samples.Read(t, "bank-directory/bundesbank_blz_head.txt")
	files := fstest.MapFS{"blz.txt": {Data: head}}
	for _, name := range []string{"generated_at.v2.json", "generated_ch.v2.json", "generated_nl.json", "manual_gb.json"} {
		files[name] = &fstest.MapFile{Data: samples.Read(t, "bank-directory/"+name)}
	}
	h, err := newFrom(files)
	if err != nil {
		t.Fatal(err)
	}
	austria := samples.Read(t, "bank-directory/oenb_sepa_head.csv")
	if own, err := newFrom(fstest.MapFS{"sepa-zv-vz_gesamt.csv": {Data: austria}}); err != nil ||
		own.banks.bank("AT", "20320").bic != "ASPKAT2LXXX" {
		t.Errorf("the recorded Austrian directory: %v", err)
	}
	for _, row := range []struct{ country, code, bic string }{
		{"DE", "10010010", "PBNKDEFF"}, {"AT", "15151", "OBKLAT2LXXX"}, {"CH", "00298", "UBSWCHZH80A"}, {"NL", "INGB", "INGBNL2A"}, {"GB", "MIDL", "MIDLGB22XXX"},
	} {
		if e := h.banks.bank(row.country, row.code); e == nil || !strings.HasPrefix(e.bic, row.bic) {
			t.Errorf("%s %s: %+v", row.country, row.code, e)
		}
	}
}
