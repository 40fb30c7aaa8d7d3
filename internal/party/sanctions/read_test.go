package sanctions

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions/sanctionstest"
	"github.com/farebox/farebox/internal/samples"
)

// readers are the lists by the file of sanctionstest that has their form.
var readers = map[string]func(*reader, io.Reader) (Source, error){
	"sdn.xml":          func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac", f) },
	"consolidated.xml": func(r *reader, f io.Reader) (Source, error) { return r.readOFAC("ofac-cons", f) },
	"uk.csv":           (*reader).readUK,
	"eu.xml":           (*reader).readEU,
	"un.xml":           (*reader).readUN,
	"swiss.xml":        (*reader).readSwiss,
}

func parse(t *testing.T, file, body string) Source {
	t.Helper()
	src, err := readers[file](newReader(readCountries()), strings.NewReader(body))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return src
}

// line is a party in one line.
func line(p Party) string {
	var ns []string
	for _, n := range p.Names {
		s := n.Text
		if n.Reading != "" {
			s += " <" + n.Reading + ">"
		}
		if n.Primary {
			s = "*" + s
		}
		if n.Weak {
			s = "~" + s
		}
		ns = append(ns, s)
	}
	return fmt.Sprintf("%s %s %s; %s; %v; dob %q; imo %q; %v", p.Ref, p.Type, p.Country, strings.Join(ns, " / "), p.Programs, p.Births, p.IMO, p.Wallets)
}

func TestListsAreReadInThePublishersForms(t *testing.T) {
	for file, want := range map[string][]string{
		"sdn.xml": {
			`90001 individual RU; *ORLOVENKO Viktor Sergeyevich <ORLOVENKO, Viktor Sergeyevich> / ORLOVENKA Viktar Siarheyevich <ORLOVENKA, Viktar Siarheyevich> / ~THE EAGLE OF NARVA; [RUSSIA-EO14024 CYBER2]; dob ["1971-07-05" "circa 1972"]; imo ""; [{0x7B3e2C1D5F60a9784bC2De9f0A1b2C3d4E5f6071 ETH} {0x7b3e2c1d5f60a9784bc2de9f0a1b2c3d4e5f6071 USDT} {18252U26JLDdjzAqpfuKnSF8Q82GnBmukk XBT}]`,
			`90002 entity KP; *SEVERNAYA ZVEZDA TRADING LLC / NORTH STAR COMMODITIES; [RUSSIA-EO14024]; dob []; imo ""; []`,
			`90003 vessel PA; *POLAR HERON; [DPRK4]; dob []; imo "9900019"; []`,
			`90004 aircraft ; *ZZ-QRT; [SDGT]; dob []; imo ""; []`,
			`27307 entity KP; *LAZARUS GROUP; [DPRK3]; dob []; imo ""; ` +
				`[{0x098B716B8Aaf21512996dC57EB0615e2383E2f96 ETH}]`,
		},
		"consolidated.xml": {
			`95001 entity RU; *BALTIC HARBOUR SAVINGS BANK / BALTIC HARBOR BANK; [UKRAINE-EO13662]; dob []; imo ""; []`,
		},
		"uk.csv": {
			`RUS9001 individual RU; *Viktor Sergeyevich ORLOVENKO <ORLOVENKO, Viktor Sergeyevich> / *Виктор Сергеевич Орловенко / Victor ORLOVENKO <ORLOVENKO, Victor> / ~Narva; [The Russia (Sanctions) (EU Exit) Regulations 2019]; dob ["1971-07-05" "1971"]; imo ""; [{TGzH2XPpT4LauAEUQwZ3JawGJumb375nXG }]`,
			`DPR9002 vessel PA; *POLAR HERON; [The Democratic People's Republic of Korea (Sanctions) (EU Exit) Regulations 2019]; dob []; imo "9900019"; []`,
			`AFG9003 entity AF; *KOHISTAN MONEY EXCHANGE, LTD; [The Afghanistan (Sanctions) (EU Exit) Regulations 2020]; dob []; imo ""; []`,
		},
		"eu.xml": {
			`EU.9001.11 individual RU; *Viktor Sergeyevich Orlovenko <Orlovenko, Viktor Sergeyevich> / Виктор Сергеевич ОРЛОВЕНКО / ~Abu Narva; [UKR]; dob ["circa 1971"]; imo ""; [{bc1qfn72s9tw5pdvjzwuddzkvflraq6lyzsk7ecslp }]`,
			`900201 vessel ; *Polar Heron; [PRK]; dob []; imo "9900019"; []`,
		},
		"un.xml": {
			`CDi.901 individual CD; *KAMARI ODHIALO / *كماري أوديالو / Kamari Odialo / Kamary Odhiyalo / ~Tango Nine; [DRC]; dob ["1968 to 1970" "circa 1969" "1969-11"]; imo ""; []`,
			`CDe.902 entity CD; *LAKE KIVU GOLD HOUSE (LKGH) ; KIVU BULLION TRADERS / LAKE KIVU GOLD HOUSE (LKGH) / KIVU BULLION TRADERS / LKGH Traders; [DRC]; dob []; imo ""; []`,
		},
		"swiss.xml": { // 9200 is no longer listed; "Gregor Formerly" is history
			`9100 individual CY; *Viktor Sergeyevich Orlovenko <Orlovenko, Viktor Sergeyevich> / Виктор Сергеевич Орловенко <Орловенко, Виктор Сергеевич> / Viktor Sergeyevich Arlovenka <Arlovenka, Viktor Sergeyevich>; [Ukraine]; dob ["1971-07-05"]; imo ""; []`,
			`9300 vessel ; *Polar Heron / ~Grey Heron 7; [Ukraine]; dob []; imo "9900019"; []`,
		},
	} {
		src := parse(t, file, sanctionstest.List(file))
		var got []string
		for _, p := range src.Parties {
			got = append(got, line(p))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s:\ngot  %s\nwant %s", file, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
		if src.Published.Year() != 2026 || src.Published.Month() != 11 {
			t.Errorf("%s: published %v", file, src.Published)
		}
	}
}

// TestHalfAListIsRefused cuts each list at many places: what is left is an error, or (the table has no end mark) fewer
// parties, which the dataset's guard against shrinking sees.
func TestHalfAListIsRefused(t *testing.T) {
	for file, read := range readers {
		body := sanctionstest.List(file)
		whole := len(parse(t, file, body).Parties)
		for cut := 0; cut < len(strings.TrimSpace(body)); cut += 61 {
			src, err := read(newReader(readCountries()), strings.NewReader(body[:cut]))
			if err == nil && (file != "uk.csv" || len(src.Parties) > whole) {
				t.Errorf("%s cut at %d: %d parties, no error", file, cut, len(src.Parties))
			}
		}
		for _, garbage := range []string{"", "<html><title>Maintenance</title></html>", "\x00\x01\x02", `{"error":"no"}`, strings.Repeat("<a>", 5000), "Report Date: x\nname,other\n1,2\n"} {
			if src, err := read(newReader(readCountries()), strings.NewReader(garbage)); err == nil {
				t.Errorf("%s: %.20q read as %d parties", file, garbage, len(src.Parties))
			}
		}
	}
}

func TestListsWithOddEntriesAreStillRead(t *testing.T) {
	for _, c := range []struct {
		file, body string
		want       int // parties that have a name
	}{
		{"sdn.xml", `<sdnList><publshInformation><Publish_Date>bad date</Publish_Date></publshInformation><sdnEntry/><sdnEntry><uid>1</uid><lastName> </lastName></sdnEntry><sdnEntry><uid>2</uid><lastName>X CORP</lastName><sdnType>Unheard</sdnType></sdnEntry></sdnList>`, 1},
		{"eu.xml", `<export generationDate="x"><sanctionEntity/><sanctionEntity logicalId="1"><nameAlias firstName="A" lastName="Bee"/></sanctionEntity></export>`, 1},
		{"un.xml", `<CONSOLIDATED_LIST dateGenerated="2026"><INDIVIDUALS><INDIVIDUAL/></INDIVIDUALS></CONSOLIDATED_LIST>`, 0},
		{"swiss.xml", `<swiss-sanctions-list date=" 2026"><target/><target><individual/></target><target><entity><identity main="true"><name><name-part/></name></identity></entity></target></swiss-sanctions-list>`, 0},
	} {
		src := parse(t, c.file, c.body)
		e := names.New()
		l := NewList(e, src)
		if l.Names() != c.want {
			t.Errorf("%s: %d names, want %d", c.file, l.Names(), c.want)
		}
		q, err := NewQuery(e, "A Bee", "")
		if err != nil {
			t.Fatal(err)
		}
		l.Screen(q, 50) // must not panic
	}
}

func TestBirthDates(t *testing.T) {
	for in, want := range map[string]string{
		"12 Mar 1989": "1989-03-12", "circa 1960": "circa 1960", "1957 to 1959": "1957 to 1959", "01 Jan 1957 to 31 Dec 1959": "1957-01-01 to 1959-12-31", "Sep 1970": "1970-09",
		"dd/mm/1945": "1945", "dd/05/1945": "1945-05", "05/07/1971": "1971-07-05", "00/00/1950": "1950", "1937-04-28": "1937-04-28", "1971": "1971", "Nov. 1973 ": "1973-11",
		"": "", "unknown": "", "  ": "", "Between 1961 and 1963": "Between 1961 and 1963", "circa Mar 1960": "circa 1960-03", strings.Repeat("1", 99): strings.Repeat("1", 40),
	} {
		if got := birthDate(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCountriesAreReadAsTheListsWriteThem(t *testing.T) {
	c := readCountries()
	for in, want := range map[string]string{
		"Korea, North": "KP", "Democratic People's Republic of Korea": "KP", "Korea, South": "KR", "Iran": "IR", "Iran (Islamic Republic of)": "IR", "Democratic Republic of the Congo": "CD",
		"Congo, Republic of the": "CG", "Republic of the Congo": "CG", "Burma": "MM", "Cote d Ivoire": "CI", "Syrian Arab Republic": "SY", "West Bank": "PS", "ru": "RU", "00": "", "": "", "Region: Crimea": "", "Russian Federation": "RU",
		"(1) Syria (2) Turkey": "SY", "Yemen/Saudi Arabia": "YE", "Bosnia and Herzegovina": "BA", "The Gambia": "GM", "Kosovo": "XK",
	} {
		if got := c.code(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestShipNumbers(t *testing.T) {
	for in, want := range map[string]string{"IMO 9900019": "9900019", "IMO Number: 9900019": "9900019", "imo no. 9900019.": "9900019", "IMO 9900018": "", "9900019": "", "IMO 990001": "", "IMO": ""} {
		if got := imoIn(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestSamplesOfTheRealLists reads recorded parts of the real lists, where they are at hand.
func TestSamplesOfTheRealLists(t *testing.T) {
	for _, c := range []struct {
		path, file string
		parties    int
		has        string
	}{
		{"ofac/sdn_xml_digital_currency.xml", "sdn.xml", 4, "45404 individual CN; *WANG Mingming <WANG, Mingming>; [ILLICIT-DRUGS-EO14059]; dob [\"1989-03-12\"]"},
		{"uk-sl/UK-Sanctions-List.csv", "uk.csv", 1, "AFG0001 entity"},
		{"eu-fsf/xmlFullSanctionsList_1_1.xml", "eu.xml", 1, "13 individual IQ; *Saddam Hussein Al-Tikriti <Hussein Al-Tikriti, Saddam> / Abu Ali / Abou Ali; [IRQ]; dob [\"1937-04-28\"]"},
		{"un-sc/consolidated.xml", "un.xml", 20, "CDi.001 individual CD; *ERIC BADEGE; [DRC]; dob [\"1971\"]"},
		{"ch-seco/whole-list.xml", "swiss.xml", 2, "34461 vessel ; *Hui Chon / Hwang Gum San 2; [North Korea]; dob []; imo \"8405270\""},
	} {
		body := samples.Read(t, c.path)
		src := parse(t, c.file, string(body))
		found := slices.ContainsFunc(src.Parties, func(p Party) bool { return strings.Contains(line(p), c.has) })
		if len(src.Parties) != c.parties || !found {
			for _, p := range src.Parties {
				t.Log(line(p))
			}
			t.Errorf("%s: %d parties, want %d; %q found %v", c.path, len(src.Parties), c.parties, c.has, found)
		}
		if src.Published.IsZero() {
			t.Errorf("%s: published %v", c.path, src.Published)
		}
	}
}

func tablesOf(dir fs.FS, t *testing.T, files tables) Source {
	t.Helper()
	src, err := openTables(newReader(readCountries()), dir, "ofac", files)
	if err != nil {
		t.Fatal(err)
	}
	return src
}

// TestTablesSayWhatTheXMLSays: both forms of OFAC's list give the same parties, but for what the XML alone has.
func TestTablesSayWhatTheXMLSays(t *testing.T) {
	dir := fstest.MapFS{}
	for _, name := range append(sdnTables[:], consolidatedTables[:]...) {
		dir[name] = &fstest.MapFile{Data: []byte(sanctionstest.List(strings.ToLower(name)))}
	}
	whole, table := parse(t, "sdn.xml", sanctionstest.List("sdn.xml")), tablesOf(dir, t, sdnTables)
	if len(whole.Parties) != len(table.Parties) {
		t.Fatalf("%d and %d parties", len(whole.Parties), len(table.Parties))
	}
	for i := range whole.Parties {
		if a, b := line(whole.Parties[i]), line(table.Parties[i]); a != b {
			t.Errorf("XML   %s\ntable %s", a, b)
		}
	}
	cons := tablesOf(dir, t, consolidatedTables)
	want := `95001 entity RU; *BALTIC HARBOUR SAVINGS BANK / BALTIC HARBOR BANK / ~BHSB; [UKRAINE-EO13662]; dob []; imo ""; []`
	if len(cons.Parties) != 1 || line(cons.Parties[0]) != want {
		t.Errorf("%+v", cons.Parties)
	}
	for _, lost := range sdnTables {
		less := maps.Clone(dir)
		delete(less, lost)
		if _, err := openTables(newReader(readCountries()), less, "ofac", sdnTables); err == nil {
			t.Errorf("without %s: read", lost)
		}
	}
}

// TestSamplesOfTheRealTables reads recorded parts of OFAC's tables, where they are at hand.
func TestSamplesOfTheRealTables(t *testing.T) {
	dir := os.DirFS(samples.Path(t, "ofac"))
	src := tablesOf(dir, t, tables{"sdn.csv", "alt.csv", "add.csv", "sdn_comments.csv"})
	byRef := map[string]string{}
	wallets := 0
	for _, p := range src.Parties {
		byRef[p.Ref] = line(p)
		wallets += len(p.Wallets)
		for _, w := range p.Wallets {
			if _, err := ParseAddress(w.Address); err != nil {
				t.Errorf("%s: %s %s: %v", p.Ref, w.Currency, w.Address, err)
			}
		}
	}
	if len(src.Parties) != 152 || wallets != 2 {
		t.Errorf("%d parties, %d wallets", len(src.Parties), wallets)
	}
	for ref, want := range map[string]string{
		"36":    `36 entity CU; *AEROCARIBBEAN AIRLINES / AERO-CARIBBEAN; [CUBA]; dob []; imo ""; []`,
		"2686":  `2686 individual ; *NASRALLAH Hasan <NASRALLAH, Hasan> / NASRALLAH Hasan Abd-al-Karim <NASRALLAH, Hasan Abd-al-Karim>; [SDGT SDT SYRIA]; dob ["1960-08-31" "1953-08-31" "1955-08-31" "1958-08-31"]; imo ""; []`,
		"15036": `15036 vessel IR; *ARTAVIL; [IRAN]; dob []; imo "9187629"; []`,
		"26137": `26137 individual IR; *KHORASHADIZADEH Ali <KHORASHADIZADEH, Ali> / ~Mastercartaria / ~Iranvisacart; [CYBER2]; dob ["1979-09-21"]; imo ""; [{149w62rY42aZBox8fGcmqNsXUzSStKeq8C XBT}]`,
	} {
		if byRef[ref] != want {
			t.Errorf("got  %s\nwant %s", byRef[ref], want)
		}
	}
	cons := tablesOf(fstest.MapFS{
		"p": file(t, dir, "cons_prim.csv"), "a": file(t, dir, "cons_alt.csv"), "d": file(t, dir, "cons_add.csv"), "c": {Data: []byte("\x1a")},
	}, t, tables{"p", "a", "d", "c"})
	at := slices.IndexFunc(cons.Parties, func(p Party) bool { return p.Ref == "9647" })
	want := `9647 individual PS; *ZAHHAR Mahmoud Khaled <ZAHHAR, Mahmoud Khaled> / AL ZAHAR Mahmoud Khaled <AL ZAHAR, Mahmoud Khaled> / ~ZAHAR Mahmoud <ZAHAR, Mahmoud> / ~AL-ZAHAR Mahmoud <AL-ZAHAR, Mahmoud>; [SDGT NS-PLC]; dob ["1945"]; imo ""; []`
	if at < 0 || line(cons.Parties[at]) != want {
		t.Errorf("%d %+v", at, cons.Parties[max(at, 0)])
	}
}

func file(t *testing.T, dir fs.FS, name string) *fstest.MapFile {
	t.Helper()
	body, err := fs.ReadFile(dir, name)
	if err != nil {
		t.Fatal(err)
	}
	return &fstest.MapFile{Data: body}
}
