package bank

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// ownBLZ is a German file of two codes.
func ownBLZ(name string) []byte {
	return []byte(banklisttest.Record{
		Code: "37040044", Mark: "1", Name: name, City: "Koeln", BIC: "COBADEFFXXX", Method: "13",
		Change: "U", Deletion: "0", Successor: "00000000",
	}.Line() + "\r\n")
}

func lists(files map[string][]byte) fstest.MapFS {
	out := fstest.MapFS{}
	for name, data := range files {
		out[name] = &fstest.MapFile{Data: data, ModTime: time.Date(2026, 11, 2, 3, 4, 5, 0, time.UTC)}
	}
	return out
}

func TestOperatorsListsTakeThePlaceOfTheSelection(t *testing.T) {
	h := from(t, lists(map[string][]byte{
		"blz-2026-06-08.txt": ownBLZ("Commerzbank eigen"),
		"at.json": []byte(`{"as_of":"2026-10-01","entries":[{"country_code":"AT","bank_codes":["19043","19044"],` +
			`"bic":"ABCDATWW","name":"Testbank","primary":true}]}`),
		"lei-bic-2026.csv": []byte("LEI,BIC\n7LTWFZYICNSX8D621K86,DEUTDEFFXXX\n"),
		"README.txt":       []byte("not a list"),
	}))

	got := verify(t, h, "DE", "37040044")
	bank := got["bank"].(map[string]any)
	if bank["name"] != "Commerzbank eigen" || bank["source"] != "blz-2026-06-08.txt" ||
		bank["directory_date"] != "2026-06-08" {
		t.Errorf("%v", bank)
	}
	list := got["directory"].(map[string]any)
	if list["extent"] != "complete" || list["directory_date"] != "2026-06-08" {
		t.Errorf("%v", list)
	}
	if sourcesOf(got) != "bank-de=warming bank-own=ok sepa-registers=warming" {
		t.Error(sourcesOf(got))
	}
	if gone := verify(t, h, "DE", "51210800"); gone["bank"] != nil || gone["bank_resolution"] != "not_in_directory" ||
		signalsOf(gone) != "bank_not_in_directory" {
		t.Errorf("a code that the complete list lacks: %v", gone)
	}
	if at := verify(t, h, "AT", "19043"); named(at) != "Testbank" {
		t.Errorf("%v", at)
	}
	_, bic := get(t, h, "/bank/bic", url.Values{"bic": {"DEUTDEFF"}})
	if bic["lei"] != "7LTWFZYICNSX8D621K86" || bic["bank"] != nil {
		t.Errorf("%v", bic)
	}
	if ch := verify(t, h, "CH", "00100"); ch["directory"].(map[string]any)["extent"] != "selection" {
		t.Errorf("countries without a list of their own lost theirs: %v", ch)
	}
}

// TestYoungerContentWins: an operator's file counts by the date of its content, never by that of its copy.
func TestYoungerContentWins(t *testing.T) {
	for _, c := range []struct{ file, want, date string }{
		{"blz-2026-06-08.txt", "Commerzbank", "2026-09-07"},
		{"blz.txt", "Commerzbank", "2026-09-07"},
		{"blz_20261207.txt", "Commerzbank eigen", "2026-12-07"},
	} {
		h := loaded(t, lists(map[string][]byte{c.file: ownBLZ("Commerzbank eigen")}))
		got := verify(t, h, "DE", "37040044")
		if named(got) != c.want || got["directory"].(map[string]any)["directory_date"] != c.date {
			t.Errorf("%s: %v %v", c.file, got["bank"], got["directory"])
		}
	}
	undated := from(t, lists(map[string][]byte{"blz.txt": ownBLZ("Commerzbank eigen")}))
	got := verify(t, undated, "DE", "37040044")
	if got["directory"].(map[string]any)["directory_date"] != nil ||
		got["bank"].(map[string]any)["directory_date"] != nil {
		t.Errorf("a list that does not say its date has one: %v", got["directory"])
	}
}

func TestListThatCannotBeReadStopsTheStart(t *testing.T) {
	for name, data := range map[string]string{
		"x.json":           `[{"country_code":"DE","bank_code":"1","name":""}]`,
		"y.json":           `{`,
		"z.json":           `[{"country_code":"DE","bank_code":"1","name":"A","bic":"ABC"}]`,
		"d.json":           `{"as_of":"1.1.2026","entries":[]}`,
		"blz.txt":          "short\n",
		"lei-bic.csv":      "BIC,LEI\n",
		"sepa-zv-vz.csv":   "nothing",
		"sepa-zv-vz_2.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort\n",
		"sepa-zv-vz_3.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort;SWIFT-Code\nx;12;A",
		"sepa-zv-vz_4.csv": "Kennzeichen;Bankleitzahl;Bankenname;Ort;SWIFT-Code\nx;A1234;A;B;C\n",
	} {
		pool := upstreamtest.New(t).Pool(t, nil)
		if _, err := newFrom(lists(map[string][]byte{name: []byte(data)}), pool, clock); err == nil ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	pool := upstreamtest.New(t).Pool(t, nil)
	if _, err := newFrom(os.DirFS(filepath.Join(t.TempDir(), "missing")), pool, clock); err != nil {
		t.Errorf("a directory that does not exist: %v", err)
	}
}

// TestRealListsAreRead reads the recorded directories if available.
func TestRealListsAreRead(t *testing.T) {
	head := samples.Read(t, "bank-directory/bundesbank_blz_head.txt")
	files := fstest.MapFS{"blz.txt": {Data: head}}
	recorded := []string{"generated_at.v2.json", "generated_ch.v2.json", "generated_nl.json", "manual_gb.json"}
	for _, name := range recorded {
		files[name] = &fstest.MapFile{Data: samples.Read(t, "bank-directory/"+name)}
	}
	h := from(t, files)
	for _, row := range []struct{ country, code, bic string }{
		{"DE", "10010010", "PBNKDEFF"},
		{"AT", "15151", "OBKLAT2LXXX"},
		{"CH", "00298", "UBSWCHZH80A"},
		{"NL", "INGB", "INGBNL2A"},
		{"GB", "MIDL", "MIDLGB22XXX"},
	} {
		if e := h.banks.of(row.country).bank(row.country, row.code); e == nil || !strings.HasPrefix(e.bic, row.bic) {
			t.Errorf("%s %s: %+v", row.country, row.code, e)
		}
	}
}
