package sanctions

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/farebox/farebox/internal/party/names"
)

// written are lists of 600 made-up parties in the publishers' forms; every other one has a further name.
func written(t *testing.T) map[string]string {
	t.Helper()
	src := newGenerator(11).list("x", 600)
	for i := 0; i < len(src.Parties); i += 2 {
		p := &src.Parties[i]
		p.Names = addName(p.Names, Name{Text: "Also " + p.Names[0].Text})
	}
	return map[string]string{
		"sdn.xml": string(writeOFAC(src.Parties)), "uk.csv": string(writeUK(src.Parties)), "eu.xml": string(writeEU(src.Parties)),
		"un.xml": string(writeUN(src.Parties)), "swiss.xml": string(writeSwiss(src.Parties)),
	}
}

// taken reads a list as a dataset with at least 500 parties does.
func taken(file, body string) (*List, error) {
	src, err := readers[file](newReader(readCountries()), strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if len(src.Parties) < 500 {
		return nil, fmt.Errorf("%d parties", len(src.Parties))
	}
	if err := whole(src, 500); err != nil {
		return nil, err
	}
	l := NewList(names.New(), src)
	return l, l.check()
}

// TestListsThatLostWhatMakesPartiesKnownAreRefused: as many parties as before, and yet nobody would be found.
func TestListsThatLostWhatMakesPartiesKnownAreRefused(t *testing.T) {
	good := written(t)
	for file, body := range good {
		l, err := taken(file, body)
		if err != nil || l.Entries() != 600 || l.Names() < 900 {
			t.Fatalf("%s: %v %v", file, l, err)
		}
	}
	type change struct{ file, why, old, new string }
	for _, c := range []change{
		{"sdn.xml", "names renamed", "lastName", "surname"},
		{"sdn.xml", "aliases renamed", "akaList", "aliasList"},
		{"sdn.xml", "types renamed", "sdnType", "partyType"},
		{"sdn.xml", "types in numbers", "<sdnType>Individual</sdnType>", "<sdnType>4</sdnType>"},
		{"sdn.xml", "one number for all", `<uid>\d+</uid>`, "<uid>7</uid>"},
		{"sdn.xml", "no numbers", `<uid>\d+</uid>`, ""},
		{"sdn.xml", "programmes renamed", "programList", "programmes"},
		{"sdn.xml", "dates of birth renamed", "dateOfBirthList", "births"},
		{"sdn.xml", "no date", "<Publish_Date>11/18/2026</Publish_Date>", ""},
		{"sdn.xml", "more entries promised", "<Record_Count>600</Record_Count>", "<Record_Count>19,452</Record_Count>"},
		{"sdn.xml", "entries renamed", "sdnEntry", "entry"},
		{"uk.csv", "a column more in the rows", "(?m)^02/11/2026,", "02/11/2026,x,"},
		{"uk.csv", "names in another column", "Name 6,Name 1", "Name 1,Name 6,"},
		{"uk.csv", "a column that is needed is gone", "Designation Type", "Kind"},
		{"uk.csv", "semicolons", ",", ";"},
		{"uk.csv", "no ids", `RUS\d+`, ""},
		{"uk.csv", "one id for all", `RUS\d+`, "RUS1"},
		{"eu.xml", "names renamed", "nameAlias", "name"},
		{"eu.xml", "names moved into elements", `wholeName="[^"]*"`, ""},
		{"eu.xml", "types renamed", "subjectType", "kind"},
		{"eu.xml", "no ids", `(euReferenceNumber|logicalId)="[^"]*"`, ""},
		{"eu.xml", "no date", "generationDate", "made"},
		{"eu.xml", "entities renamed", "sanctionEntity", "entity"},
		{"un.xml", "names renamed", "FIRST_NAME", "NAME"},
		{"un.xml", "aliases renamed", "_ALIAS>", "_AKA>"},
		{"un.xml", "one id for all", `<(REFERENCE_NUMBER|DATAID)>[^<]*<`, "<$1>1<"},
		{"un.xml", "no individuals", "INDIVIDUAL>", "PERSON>"},
		{"swiss.xml", "name parts renamed", "name-part", "part"},
		{"swiss.xml", "values renamed", "value>", "text>"},
		{"swiss.xml", "persons renamed", "individual>", "person>"},
		{"swiss.xml", "all taken off", `"(amended|listed)"`, `"de-listed"`},
		{"swiss.xml", "no ids", `<target ssid="\d+"`, `<target`},
		{"swiss.xml", "no programmes", "sanctions-set-id", "set"},
	} {
		bad := regexp.MustCompile(c.old).ReplaceAllString(good[c.file], c.new)
		if bad == good[c.file] {
			t.Fatalf("%s, %s: nothing changed", c.file, c.why)
		}
		if l, err := taken(c.file, bad); err == nil {
			t.Errorf("%s, %s: taken with %d parties, %d names", c.file, c.why, l.Entries(), l.Names())
		}
	}
	for file, body := range good {
		for other := range good {
			if _, err := taken(other, body); (err == nil) != (other == file) {
				t.Errorf("the list %s taken as %s: %v", file, other, err)
			}
		}
		if _, err := taken(file, strings.Replace(body, "utf-8", "x", 1)+"<html>"); err == nil && file != "uk.csv" {
			t.Errorf("%s with a page behind it: taken", file)
		}
	}
}

// TestListsWithOddPartsAreTaken: what is odd in one entry, or changed without meaning, costs no more than itself.
func TestListsWithOddPartsAreTaken(t *testing.T) {
	good := written(t)
	for _, c := range []struct{ file, why, old, new string }{
		{"sdn.xml", "another namespace", "https://sanctionslistservice", "https://www.example.org/next"},
		{"sdn.xml", "a prefix", "<sdnEntry>", "<sdnEntry xmlns:x='urn:x' x:y='1'>"},
		{"sdn.xml", "a count with a comma", "<Record_Count>600</Record_Count>", "<Record_Count>6,00 </Record_Count>"},
		{"sdn.xml", "no count", "<Record_Count>600</Record_Count>", "<Record_Count>many</Record_Count>"},
		{"sdn.xml", "main entries in other words", "<mainEntry>true</mainEntry>", "<mainEntry>Y</mainEntry>"},
		{"sdn.xml", "odd dates", "05 Jul 1971", "5th of July 71"},
		{"sdn.xml", "an odd date of the list", "11/18/2026", "2026-11-18"},
		{"uk.csv", "odd dates", "05/07/1971", "1971/7/5"},
		{"uk.csv", "a row without id", "02/11/2026,RUS00100,", "02/11/2026,,"},
		{"uk.csv", "a short row", "02/11/2026,RUS00100,[^\r]*", "02/11/2026,RUS00100,SHORT"},
		{"uk.csv", "line feeds only", "\r\n", "\n"},
		{"uk.csv", "a mark at the front", "^Report", "\ufeffReport"},
		{"uk.csv", "an odd date of the list", "17-Nov-2026", "17 November 2026"},
		{"eu.xml", "another namespace", "http://eu.europa.ec/fpi/fsd/export", "urn:next"},
		{"eu.xml", "odd dates", `year="1971"`, `year="MCMLXXI"`},
		{"un.xml", "odd dates", "1971-07-05", "5.7.1971"},
		{"un.xml", "an odd date of the list", "2026-11-19T00:00:07.101Z", "19.11.26é"},
		{"swiss.xml", "odd dates", `day="5" month="7" year="1971"`, `day="" month="July" year="1971.0"`},
		{"swiss.xml", "odd orders", `order="1"`, `order="first"`},
		{"swiss.xml", "main in other words", `main="true"`, `main="yes"`},
	} {
		odd := regexp.MustCompile(c.old).ReplaceAllString(good[c.file], c.new)
		if odd == good[c.file] {
			t.Fatalf("%s, %s: nothing changed", c.file, c.why)
		}
		src, err := readers[c.file](newReader(readCountries()), strings.NewReader(odd))
		if err != nil || len(src.Parties) < 600 {
			t.Errorf("%s, %s: %d parties, %v", c.file, c.why, len(src.Parties), err)
			continue
		}
		if err := whole(src, 500); err != nil && !strings.Contains(err.Error(), "date of birth") {
			t.Errorf("%s, %s: %v", c.file, c.why, err)
		}
	}
}

func TestNamesInTheWrongEncodingAreSeen(t *testing.T) {
	for s, want := range map[string]int{
		"Orlovenko": onlyASCII, "José Peña": beyondASCII, "Виктор": beyondASCII, "كماري": beyondASCII, "Ångström": beyondASCII,
		"JosÃ© PeÃ±a": wrongEncoding, "Ð’Ð¸ÐºÑ‚Ð¾Ñ€": wrongEncoding, "Jos\ufffd": wrongEncoding, "Jos\xe9": wrongEncoding, "Ð\u0092Ð¸": wrongEncoding,
	} {
		if got := spelling(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
	src := newGenerator(12).list("x", 600)
	for i := range src.Parties {
		src.Parties[i].Names = addName(src.Parties[i].Names, Name{Text: "Ð’Ð¸ÐºÑ‚Ð¾Ñ€ " + fmt.Sprint(i)})
		src.Parties[i].Births = []string{"1971"}
	}
	utf8 := string(writeEU(src.Parties))
	if _, err := taken("eu.xml", utf8); err == nil || !strings.Contains(err.Error(), "encoding") {
		t.Error(err)
	}
	old := strings.ReplaceAll(written(t)["uk.csv"], "Primary Name", "Primary Name,\xc9COLE")
	old = strings.ReplaceAll(old, "Primary Name,\xc9COLE,", "Primary Name,")
	if _, err := taken("uk.csv", old); err != nil {
		t.Errorf("the old encoding of Windows: %v", err)
	}
	l, err := taken("uk.csv", strings.Replace(written(t)["uk.csv"], "RUS00100,", "RUS00100,CAF\xc9 ", 1))
	if err != nil || !slices.ContainsFunc(l.parties, func(p Party) bool { return strings.Contains(p.Names[0].Text, "CAFÉ") }) {
		t.Errorf("a name in the old encoding of Windows: %v", err)
	}
}

// TestNoListTakesMoreThanItsShare of memory or time.
func TestNoListTakesMoreThanItsShare(t *testing.T) {
	for file, body := range map[string]string{
		"sdn.xml":   "<sdnList>" + strings.Repeat("<sdnEntry/>", mostParties+1) + "</sdnList>",
		"eu.xml":    `<export generationDate="2026">` + strings.Repeat("<sanctionEntity/>", mostParties+1) + "</export>",
		"un.xml":    `<CONSOLIDATED_LIST dateGenerated="2026">` + strings.Repeat("<ENTITY/>", mostParties+1) + "</CONSOLIDATED_LIST>",
		"swiss.xml": `<swiss-sanctions-list date="2026">` + strings.Repeat("<target/>", mostParties+1) + "</swiss-sanctions-list>",
		"uk.csv":    "Report Date: 17-Nov-2026\nUnique ID,Name 1,Name 6,Name type,Designation Type,Regime Name\n" + strings.Repeat(",,x,,,\n", mostParties+1),
	} {
		if _, err := readers[file](newReader(readCountries()), strings.NewReader(body)); !errors.Is(err, errTooMany) {
			t.Errorf("%s: %v", file, err)
		}
	}
	var aliases, variants, births strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&aliases, `<aka><lastName>%d</lastName></aka>`, i)
		fmt.Fprintf(&variants, `<spelling-variant lang="%d" script="LATN">n%d</spelling-variant>`, i, i)
		fmt.Fprintf(&births, `<dateOfBirthItem><dateOfBirth>n%d</dateOfBirth></dateOfBirthItem>`, i)
	}
	one := parse(t, "sdn.xml", `<sdnList><publshInformation><Publish_Date>x</Publish_Date></publshInformation><sdnEntry><uid>1</uid><lastName>`+strings.Repeat("é", 1<<20)+`</lastName><akaList>`+aliases.String()+`</akaList><dateOfBirthList>`+births.String()+`</dateOfBirthList></sdnEntry></sdnList>`).Parties[0]
	if len(one.Names) != mostOfOne+1 || len(one.Births) != mostOfOne || len(one.Names[0].Text) != longestName {
		t.Errorf("%d names, %d dates, the first name has %d bytes", len(one.Names), len(one.Births), len(one.Names[0].Text))
	}
	two := parse(t, "swiss.xml", `<swiss-sanctions-list date="2026"><target ssid="1"><entity><identity main="true"><name><name-part><value>a</value>`+variants.String()+`</name-part></name></identity></entity></target></swiss-sanctions-list>`).Parties[0]
	if len(two.Names) > mostOfOne+1 {
		t.Errorf("%d names", len(two.Names))
	}
	if err := whole(Source{Parties: []Party{one}}, 1); err == nil || !strings.Contains(err.Error(), "over 1000 names") {
		t.Error(err)
	}
}

// TestTablesThatLostTheirMeaningAreRefused, as the XML is.
func TestTablesThatLostTheirMeaningAreRefused(t *testing.T) {
	var parties, aliases strings.Builder
	for i := range 600 {
		kind := []string{"individual", "-0- "}[i%2]
		fmt.Fprintf(&parties, "%d,\"FAMILY%d, Given\",%q,\"SDGT\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"DOB 05 Jul 1971.\"\n", i, i, kind)
		fmt.Fprintf(&aliases, "%d,%d,\"aka\",\"OTHER%d, Name\",-0- \n", i, i, i)
	}
	good := map[string]string{"p": parties.String(), "a": aliases.String(), "d": "\x1a", "c": "\x1a"}
	take := func(change, old, new string) error {
		dir := fstest.MapFS{}
		for name, body := range good {
			if name == change {
				changed := regexp.MustCompile(old).ReplaceAllString(body, new)
				if changed == body {
					t.Fatalf("%s: nothing changed", old)
				}
				body = changed
			}
			dir[name] = &fstest.MapFile{Data: []byte(body)}
		}
		src, err := openTables(newReader(readCountries()), dir, "ofac", tables{"p", "a", "d", "c"})
		if err != nil {
			return err
		}
		return whole(src, 500)
	}
	if err := take("", "", ""); err != nil {
		t.Fatal(err)
	}
	for why, c := range map[string][3]string{
		"a column more":           {"p", `(?m)^(\d+,)`, "${1}x,"},
		"a column less":           {"p", `"SDGT",`, ""},
		"types in other words":    {"p", "individual", "P"},
		"aliases of another list": {"a", `(?m)^`, "9"},
		"one number":              {"p", `(?m)^\d+,`, "1,"},
		"no names":                {"p", `"FAMILY\d+, Given"`, "-0- "},
	} {
		if err := take(c[0], c[1], c[2]); err == nil {
			t.Errorf("%s: taken", why)
		}
	}
}

func TestMoreNamesThanAnyListHasAreRefused(t *testing.T) {
	r := newReader(readCountries())
	r.names = mostNames
	var out Source
	if err := r.add(&out, Party{Ref: "1"}); err != nil {
		t.Error(err)
	}
	if err := r.add(&out, Party{Ref: "2", Names: []Name{{Text: "A"}}}); !errors.Is(err, errTooMany) || len(out.Parties) != 1 {
		t.Errorf("%v, %d parties", err, len(out.Parties))
	}
	r = newReader(readCountries())
	r.names = mostNames
	if _, err := r.readUK(strings.NewReader(written(t)["uk.csv"])); !errors.Is(err, errTooMany) {
		t.Error(err)
	}
}
