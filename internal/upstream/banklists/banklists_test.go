package banklists

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/banklists/banklisttest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// downloads are the lists as stored in their datasets, a page before its list.
func downloads() map[string]string {
	return map[string]string{
		"bank-at":  banklisttest.OeNB(),
		"bank-be":  banklisttest.NBB(),
		"bank-ch":  banklisttest.SIX,
		"bank-cz":  banklisttest.CNB,
		"bank-de":  banklisttest.BundesbankPage() + "\n" + banklisttest.BLZ(),
		"bank-ecb": banklisttest.ECBPage + "\n" + banklisttest.ECB() + "\n",
		"bank-hu":  banklisttest.MNB(),
		"bank-nl":  banklisttest.Betaalvereniging(),
		"bank-no":  banklisttest.Bits(),
		"bank-pl":  banklisttest.NBP(),
		"bank-si":  banklisttest.BSI(),
		"bank-sk":  banklisttest.NBSPage + "\n" + banklisttest.NBS(),
	}
}

func feed(t *testing.T, id string) Feed {
	t.Helper()
	for _, f := range Feeds() {
		if f.ID == id {
			return f
		}
	}
	t.Fatalf("no feed %s", id)
	return Feed{}
}

// polish is the Polish register: its rows, then the prefixes that belong to one bank.
var polish = []Bank{
	{Country: "PL", Code: "10100000", BIC: "NBPLPLPWXXX", Name: "Narodowy Bank Polski", City: "Warszawa"},
	{Country: "PL", Code: "10901014", BIC: "WBKPPLPPXXX", Name: "Erste Bank Polska Spółka Akcyjna", City: "Warszawa"},
	{Country: "PL", Code: "80090007", Name: "Bank Spółdzielczy w Łodzi", City: "Warszawa"},
	{Country: "PL", Code: "14400003", BIC: "BPKOPLPWXXX", Name: "PKO Bank Polski Spółka Akcyjna", City: "Warszawa"},
	{Country: "PL", Code: "14450008", BIC: "ABCDPLPWXXX", Name: "Inny Bank", City: "Warszawa"},
	{Country: "PL", Code: "101", BIC: "NBPLPLPWXXX", Name: "Narodowy Bank Polski"},
	{Country: "PL", Code: "109", BIC: "WBKPPLPPXXX", Name: "Erste Bank Polska Spółka Akcyjna"},
	{Country: "PL", Code: "800", Name: "Bank Spółdzielczy w Łodzi"},
	{Country: "PL", Code: "1010", BIC: "NBPLPLPWXXX", Name: "Narodowy Bank Polski"},
	{Country: "PL", Code: "1090", BIC: "WBKPPLPPXXX", Name: "Erste Bank Polska Spółka Akcyjna"},
	{Country: "PL", Code: "1440", BIC: "BPKOPLPWXXX", Name: "PKO Bank Polski Spółka Akcyjna"},
	{Country: "PL", Code: "1445", BIC: "ABCDPLPWXXX", Name: "Inny Bank"},
	{Country: "PL", Code: "8009", Name: "Bank Spółdzielczy w Łodzi"},
}

func TestEveryListIsReadInItsPublishersForm(t *testing.T) {
	want := map[string]struct {
		asOf  string
		banks []Bank
	}{
		"bank-at": {"2026-11-19", []Bank{
			{Country: "AT", Code: "20320", BIC: "ASPKAT2LXXX", Name: "Sparkasse Oberösterreich", City: "Linz"},
			{Country: "AT", Code: "19043", BIC: "BKAUATWWXXX", Name: "Bank; mit Strichpunkt", City: "Wien"},
			{Country: "AT", Code: "01230", BIC: "ABCDATWWXXX", Name: "Auslandsbank Filiale Wien", City: "Wien"},
			{Country: "AT", Code: "20315", BIC: "ASPKAT2LXXX", Name: "Sparkasse Oberösterreich", City: "Wels"},
		}},
		"bank-be": {"2026-09-01", []Bank{
			{Country: "BE", Code: "001", BIC: "GEBABEBB", Name: "BNP Paribas Fortis"},
			{Country: "BE", Code: "096", BIC: "GKCCBEBB", Name: "BELFIUS BANK"},
			{Country: "BE", Code: "171", BIC: "CPHBBE75", Name: "BANQUE CPH"},
		}},
		"bank-ch": {"2026-11-20", []Bank{
			{Country: "CH", Code: "00100", BIC: "SNBZCHZZXXX", Name: "Schweizerische Nationalbank", City: "Zürich"},
			{Country: "CH", Code: "00240", BIC: "UBSWCHZH80A", Name: "UBS Switzerland AG", City: "Zürich"},
			{Country: "CH", Code: "30000", BIC: "POFICHBEXXX", Name: "PostFinance AG", City: "Bern"},
			{Country: "LI", Code: "08810", BIC: "VPBVLI2XXXX", Name: "VP Bank AG", City: "Vaduz"},
			{
				Country: "CH", Code: "04835", BIC: "UBSWCHZH80A", Name: "UBS Switzerland AG", City: "Zürich",
				Status: Merged, Successor: "00240",
			},
		}},
		"bank-cz": {"", []Bank{
			{Country: "CZ", Code: "0100", BIC: "KOMBCZPP", Name: "Komerční banka, a.s."},
			{Country: "CZ", Code: "0800", BIC: "GIBACZPX", Name: "Česká spořitelna, a.s."},
			{Country: "CZ", Code: "7950", Name: "Raiffeisen stavební spořitelna a.s."},
		}},
		"bank-de": {"2026-09-07", []Bank{
			{
				Country: "DE", Code: "10000000", BIC: "MARKDEF1100", Name: "Bundesbank", City: "Berlin",
				CheckMethod: "09",
			},
			{
				Country: "DE", Code: "10060198", BIC: "GENODED1PA6", Name: "Pax-Bank", City: "Berlin",
				CheckMethod: "06", Status: Closing, Successor: "37060193",
			},
			{
				Country: "DE", Code: "10090900", BIC: "GENODEF1P01", Name: "PSD Bank Berlin-Brandenburg -alt-",
				City: "Berlin", CheckMethod: "91", Status: Deleted, Successor: "10090000",
			},
			{
				Country: "DE", Code: "37040044", BIC: "COBADEFFXXX", Name: "Commerzbank", City: "Köln",
				CheckMethod: "13",
			},
			{
				Country: "DE", Code: "50070010", BIC: "DEUTDEFFXXX", Name: "Deutsche Bank", City: "Frankfurt am Main",
				CheckMethod: "63",
			},
			{
				Country: "DE", Code: "51210800", BIC: "SOGEDEFFXXX", Name: "Société Générale",
				City: "Frankfurt am Main", CheckMethod: "09",
			},
		}},
		"bank-ecb": {"2026-11-20", []Bank{
			{Country: "ES", Code: "0019", Name: "Deutsche Bank, S.A.E.", City: "Barcelona"},
			{Country: "FR", Code: "12548", Name: "AXA Banque", City: "Fontenay-sous-Bois"},
		}},
		"bank-hu": {"", []Bank{
			{Country: "HU", Code: "100", BIC: "HUSTHUHB", Name: "Magyar Államkincstár"},
			{Country: "HU", Code: "117", BIC: "OTPVHUHB", Name: "OTP Bank Nyrt."},
		}},
		"bank-nl": {"2026-09-02", []Bank{
			{Country: "NL", Code: "ABNA", BIC: "ABNANL2A", Name: "ABN AMRO BANK"},
			{Country: "NL", Code: "INGB", BIC: "INGBNL2A", Name: "ING BANK"},
		}},
		"bank-no": {"", []Bank{
			{Country: "NO", Code: "0530", BIC: "DNBANOKKXXX", Name: "DNB Bank ASA"},
			{Country: "NO", Code: "8601", BIC: "DABANO22XXX", Name: "Danske Bank"},
		}},
		"bank-pl": {"", polish},
		"bank-si": {"", []Bank{
			{Country: "SI", Code: "01000", BIC: "BSLJSI2XXXX", Name: "BANKA SLOVENIJE", City: "LJUBLJANA"},
			{Country: "SI", Code: "01100", BIC: "BSLJSI2XFNB", Name: "UJP, RAČUN", City: "LJUBLJANA"},
			{Country: "SI", Code: "19100", BIC: "SZKBSI2XXXX", Name: "DEŽELNA BANKA SLOVENIJE", City: "LJUBLJANA"},
			{Country: "SI", Code: "33000", BIC: "HAABSI22XXX", Name: "ADDIKO BANK D.D.", City: "LJUBLJANA"},
			{Country: "SI", Code: "33001", BIC: "ABCDSI22XXX", Name: "DRUGA BANKA D.D.", City: "LJUBLJANA"},
			{Country: "SI", Code: "01", BIC: "BSLJSI2XXXX", Name: "BANKA SLOVENIJE"},
			{Country: "SI", Code: "19", BIC: "SZKBSI2XXXX", Name: "DEŽELNA BANKA SLOVENIJE"},
		}},
		"bank-sk": {"2026-05-18", []Bank{
			{Country: "SK", Code: "0200", BIC: "SUBASKBX", Name: "Všeobecná úverová banka, a.s."},
			{Country: "SK", Code: "1200", BIC: "BSLOSK22", Name: "Privatbanka, a.s."},
			{Country: "SK", Code: "2010", BIC: "FIOBCZPP", Name: "Fio banka, a.s."},
			{Country: "SK", Code: "8191", Name: "Centrálny depozitár cenných papierov SR, a.s."},
		}},
	}
	for _, f := range Feeds() {
		t.Run(f.ID, func(t *testing.T) {
			list, err := f.Read([]byte(downloads()[f.ID]))
			if err != nil {
				t.Fatal(err)
			}
			asOf := ""
			if !list.AsOf.IsZero() {
				asOf = list.AsOf.Format(time.DateOnly)
			}
			if asOf != want[f.ID].asOf {
				t.Errorf("as of %q, want %q", asOf, want[f.ID].asOf)
			}
			for i, b := range want[f.ID].banks {
				if b.Status == "" {
					b.Status = Active
				}
				if i >= len(list.Banks) || list.Banks[i] != b {
					t.Errorf("bank %d of %+v\nwant %+v", i, list.Banks, b)
				}
			}
			if len(list.Banks) != len(want[f.ID].banks) {
				t.Errorf("%d banks, want %d", len(list.Banks), len(want[f.ID].banks))
			}
		})
	}
}

// TestListsThatCannotBeWholeAreRefused: a truncated, garbled or reformatted list lacks banks.
func TestListsThatCannotBeWholeAreRefused(t *testing.T) {
	replace := func(id, old, new string) string { return strings.Replace(downloads()[id], old, new, 1) }
	cut := func(id string, bytes int) string { return downloads()[id][:len(downloads()[id])-bytes] }

	for _, c := range []struct{ id, why, data string }{
		{"bank-de", "no page before it", banklisttest.BLZ()},
		{"bank-de", "a page alone", banklisttest.BundesbankPage()},
		{"bank-de", "cut off in a record", cut("bank-de", 40)},
		{"bank-de", "a record without its blanks", replace("bank-de", "Commerzbank  ", "Commerzbank")},
		{"bank-de", "an error page for the file", banklisttest.BundesbankPage() + "<html>404</html>\n\nnot found"},
		{"bank-de", "a code with a letter", replace("bank-de", "500700101", "5007001X1")},
		{"bank-de", "an invalid mark", replace("bank-de", "500700101", "500700103")},
		{"bank-de", "fields moved by one", strings.ReplaceAll(downloads()["bank-de"], "XXX", "XX ")},
		{"bank-at", "no names of columns", "Hinweis\r\n1;2;3\r\n"},
		{"bank-at", "a renamed column", replace("bank-at", "SWIFT-Code", "BIC")},
		{"bank-at", "cut off in a row", cut("bank-at", 30)},
		{"bank-at", "a code with a letter", replace("bank-at", `"19043"`, `"A9043"`)},
		{"bank-at", "a code too long", replace("bank-at", `"19043"`, `"190431"`)},
		{"bank-at", "a quote that is not closed", replace("bank-at", `"Zweigstelle"`, `"Zweigstelle`)},
		{"bank-ch", "cut off in a row", cut("bank-ch", 20)},
		{"bank-ch", "a renamed column", replace("bank-ch", "Concatenation", "Concat")},
		{"bank-ch", "an invalid day", replace("bank-ch", "100;2026-11-20", "100;20.11.2026")},
		{"bank-ch", "led on to nothing", replace("bank-ch", "Y;240;", "Y;;")},
		{"bank-ch", "the same as JSON", `{"validOn":"2026-11-20","entries":[{"iid":100}]}`},
		{"bank-cz", "a renamed column", replace("bank-cz", "BIC kód (SWIFT)", "BIC")},
		{"bank-cz", "cut off in a row", cut("bank-cz", 4)},
		{"bank-cz", "a bank without a name", replace("bank-cz", "Komerční banka, a.s.", "")},
		{"bank-cz", "a web page", "<!DOCTYPE html><html><body>Omlouváme se</body></html>"},
		{"bank-cz", "nothing", ""},
		{"bank-sk", "no page before it", banklisttest.NBS()},
		{"bank-sk", "commas for semicolons", strings.ReplaceAll(downloads()["bank-sk"], ";", ",")},
		{"bank-sk", "cut off in a row", cut("bank-sk", 4)},
		{"bank-pl", "cut off in a row", cut("bank-pl", 14)},
		{"bank-pl", "a field less", strings.ReplaceAll(downloads()["bank-pl"], "Narodowy Bank Polski   \t", "")},
		{"bank-pl", "a check digit that fails", replace("bank-pl", "10901014", "10901015")},
		{"bank-pl", "a web page", "<html>\n<body>Request rejected</body></html>"},
		{"bank-si", "a renamed column", replace("bank-si", "BIC11", "BIC")},
		{"bank-si", "cut off in a row", cut("bank-si", 20)},
		{"bank-be", "no spreadsheet", "<html>gone</html>"},
		{"bank-be", "cut off", cut("bank-be", 400)},
		{"bank-be", "a renamed column", banklisttest.Sheet("x", [][]any{{"Code", "Biccode"}, {"001", "GEBABEBB"}})},
		{"bank-nl", "an invalid code", banklisttest.Sheet("x", [][]any{
			{"BIC", "Identifier", "Betaaldienstverlener"},
			{"ABNANL2A", "ABN", "ABN AMRO"},
		})},
		{"bank-ecb", "no page before it", banklisttest.ECB()},
		{"bank-ecb", "cut off in a row", cut("bank-ecb", 31)},
		{"bank-ecb", "in another encoding", banklisttest.ECBPage + "\nRIAD_CODE\tLEI\r\n"},
		{"bank-hu", "a bank without a name", banklisttest.Sheet("x", [][]any{
			{"Branch office code", "BIC code", "Name"},
			{"10000009", "HUSTHUHB"},
		})},
		{"bank-no", "BICs in another column", banklisttest.Sheet("x", [][]any{
			{"Bank identifier", "BIC", "Bank"},
			{"0530", "DNB Bank", "DNBANOKK"},
		})},
		{"bank-no", "no rows", banklisttest.Sheet("x", [][]any{{"Bank identifier", "BIC", "Bank"}})},
	} {
		t.Run(c.id+" "+c.why, func(t *testing.T) {
			if list, err := feed(t, c.id).Read([]byte(c.data)); err == nil {
				t.Errorf("taken: %+v", list)
			}
		})
	}
}

// TestEveryListIsFoundWhereItsPublisherHasIt requests the real URLs, through pages if there are any.
func TestEveryListIsFoundWhereItsPublisherHasIt(t *testing.T) {
	world := upstreamtest.New(t, banklisttest.Answers()...)
	pool := world.Pool(t, nil, upstreamtest.SmallLists)
	for _, f := range Feeds() {
		data := upstream.NewDataset(pool, upstream.DatasetSpec[int]{
			Name:   f.ID,
			Client: pool.Client(f.Provider),
			Every:  time.Hour,
			Files:  []upstream.File{{Name: "list", Request: f.Request, Next: f.Next}},
			Count:  func(n int) int { return n },
			Parse: func(dir fs.FS) (int, error) {
				text, err := fs.ReadFile(dir, "list")
				if err != nil {
					return 0, err
				}
				list, err := f.Read(text)
				if err != nil {
					return 0, err
				}
				return len(list.Banks), nil
			},
		})
		if err := data.Refresh(t.Context()); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
	}
	if misses := world.Misses(); len(misses) > 0 {
		t.Errorf("asked in vain: %v", misses)
	}
	if err := pool.Err(); err != nil {
		t.Error(err)
	}
}

func TestPageWithoutItsLinkIsRefused(t *testing.T) {
	pool := upstreamtest.New(t).Pool(t, nil)
	for _, id := range []string{"bank-de", "bank-ecb", "bank-sk"} {
		f := feed(t, id)
		c := pool.Client(f.Provider)
		if next, err := f.Next(c, []byte("<html><a href='/x.txt'>Datei</a></html>"), 1); err == nil {
			t.Errorf("%s: %v", id, next)
		}
		if next, err := f.Next(c, []byte("the list"), 2); next != nil || err != nil {
			t.Errorf("%s after the list: %v %v", id, next, err)
		}
	}
}

// registersFrom are the four registers in a directory, with one of them changed.
func registersFrom(scheme, text string) fstest.MapFS {
	dir := fstest.MapFS{}
	for _, r := range registers {
		body := banklisttest.EPC(r.name)
		if r.name == scheme {
			body = text
		}
		dir[r.name+".csv"] = &fstest.MapFile{Data: []byte(body)}
	}
	return dir
}

func TestRegistersSayWhichSchemesReachABIC(t *testing.T) {
	list, err := ReadRegisters(registersFrom("", ""))
	if err != nil {
		t.Fatal(err)
	}
	barclays := list.Participants["BARCGB22XXX"]
	if len(list.Participants) != 4 || barclays == nil || barclays.Name != "Barclays Bank UK PLC" {
		t.Fatalf("%+v", list.Participants)
	}
	if p := list.Participants["DEUTDEFFXXX"]; p.City != "FRANKFURT AM MAIN" || !p.Schemes[SDDB2B].On("2026-11-22") {
		t.Errorf("%+v", p)
	}
	term := map[string]bool{"2018-03-31": false, "2018-04-01": true, "2027-06-29": true, "2027-06-30": false}
	for day, on := range term {
		if barclays.Schemes[SCT].On(day) != on || barclays.Schemes[SCTInst].On(day) {
			t.Errorf("%s: %+v", day, barclays.Schemes)
		}
	}
	if list.Holder("GB", "BARC") != barclays || list.Holder("GB", "DEUT") != nil {
		t.Error("holders of the first four letters")
	}
}

func TestLettersThatSeveralBanksShareHaveNoHolder(t *testing.T) {
	sct := banklisttest.EPC("sct")
	row := func(name, bic string) string {
		return `"X","` + name + `","","","` + bic + `","2018-04-01","",""` + "\n"
	}
	sct += row("Barclays Bank PLC", "BARCGB5GXXX") + row("A", "AIBKIE2DDPB") + row("B", "AIBKIE2DXXX")
	list, err := ReadRegisters(registersFrom("sct", sct))
	if err != nil {
		t.Fatal(err)
	}
	if p := list.Holder("GB", "BARC"); p != nil {
		t.Errorf("two banks: %+v", p)
	}
	if p := list.Holder("IE", "AIBK"); p == nil || p.Name != "B" {
		t.Errorf("an office and the head office: %+v", p)
	}
}

func TestRegistersThatCannotBeWholeAreRefused(t *testing.T) {
	whole := banklisttest.EPC("sdd_core")
	for why, text := range map[string]string{
		"renamed column":   strings.Replace(whole, "Scheme Leaving Date", "Leaving", 1),
		"cut off":          whole[:len(whole)-20],
		"no BIC":           strings.Replace(whole, "GKCCBEBBXXX", "GKCC", 1),
		"date of no sense": strings.Replace(whole, "2008-01-28", "28/01/2008", 1),
		"web page":         "<html></html>",
	} {
		if _, err := ReadRegisters(registersFrom("sdd_core", text)); err == nil {
			t.Errorf("%s: taken", why)
		}
	}
	missing := registersFrom("", "")
	delete(missing, "sdd_b2b.csv")
	if _, err := ReadRegisters(missing); err == nil {
		t.Error("three of four registers are taken")
	}
}

// TestRealListsAreRead reads recorded beginnings of two directories, if available.
func TestRealListsAreRead(t *testing.T) {
	list, err := ReadBLZ(samples.Read(t, "bank-directory/bundesbank_blz_head.txt"))
	if err != nil || !slices.ContainsFunc(list.Banks, func(b Bank) bool {
		return b.Code == "10010010" && b.BIC == "PBNKDEFF100" && b.City == "Berlin" && b.CheckMethod == "24"
	}) {
		t.Errorf("Germany: %v %+v", err, list)
	}
	excerpt := samples.Read(t, "bank-directory/oenb_sepa_head.csv")
	excerpt = excerpt[:bytes.LastIndexByte(excerpt, '\n')+1]
	list, err = ReadOeNB(excerpt)
	if err != nil || list.AsOf.Format(time.DateOnly) != "2017-01-22" || len(list.Banks) < 25 {
		t.Errorf("Austria: %v %+v", err, list)
	}
}
