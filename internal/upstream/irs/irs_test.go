package irs

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
)

const header = "EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY," +
	"FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD," +
	"ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME\r\n"

// zipped is a zip file with one text file.
func zipped(t *testing.T, text string) fstest.MapFS {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("list.txt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"list.zip": {Data: b.Bytes()}}
}

func TestRowsOfTheMasterFile(t *testing.T) {
	text := header +
		`000019818,PALMER CHURCH,% A PERSON,1050 THORNDIKE ST,PALMER,MA,01069-1507,3125,03,9,7000,195504,1,10,` +
		`001000000,5,01,,0,0,06,0,12,,,,,LOCAL 7` + "\r\n" +
		`030185556,"NORTH HOSPITAL & CENTER,INC",,1 MAIN ST,NEWPORT,VT,05855,0000,03,3,1200,196807,1,12,150000000,1,` +
		`01,202409,9,9,01,0,09,1000,2000,-300,E220,` + "\r\n" +
		"1,SHORT ROW\r\n"
	var got []Organization
	if err := ReadOrganizations(
		strings.NewReader(text),
		func(o Organization) error { got = append(got, o); return nil },
	); err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 {
		t.Fatalf("%d rows: %+v", len(got), got)
	}
	if o := got[0]; o.EIN != 19818 || o.Name != "PALMER CHURCH" || o.Group != "3125" || o.Assets != "" ||
		o.SortName != "LOCAL 7" ||
		o.TaxPeriod != "" {
		t.Errorf("church: %+v", o)
	}
	if o := got[1]; o.Name != "NORTH HOSPITAL & CENTER,INC" || o.State != "VT" || o.Revenue != "-300" ||
		o.NTEE != "E220" ||
		o.Form != "1" {
		t.Errorf("hospital: %+v", o)
	}
}

func TestOtherTablesAreRefused(t *testing.T) {
	none := func(Organization) error { return nil }
	for name, text := range map[string]string{
		"a page":        "<html><body>Service unavailable</body></html>",
		"nothing":       "",
		"a column gone": strings.Replace(header, "DEDUCTIBILITY,", "", 1) + "1,2\n",
		"other rows":    header + strings.Repeat("x,y\n", 20),
	} {
		if err := ReadOrganizations(strings.NewReader(text), none); err == nil {
			t.Errorf("%s was taken for the EO BMF", name)
		}
	}
	if err := ReadListings(
		fstest.MapFS{"list.zip": {Data: []byte("<html>")}},
		"list.zip",
		func(Listing) error { return nil },
	); err == nil {
		t.Error("a page was taken for a zip file")
	}
	if err := ReadListings(
		zipped(t, strings.Repeat("a|b|c\r\n", 20)),
		"list.zip",
		func(Listing) error { return nil },
	); err == nil {
		t.Error("other lines were taken for Publication 78")
	}
}

func TestLinesOfPublication78(t *testing.T) {
	var got []Listing
	err := ReadListings(
		zipped(
			t,
			"\r\n\r\n000019818|Palmer Church|Palmer|MA|United States|PC\r\n010278030|Lodge 3|York|ME|United "+
				"States|EO,LODGE\r\n",
		),
		"list.zip",
		func(l Listing) error { got = append(got, l); return nil },
	)
	if err != nil || len(got) != 2 || got[0].EIN != 19818 || got[1].Codes != "EO,LODGE" {
		t.Errorf("%+v %v", got, err)
	}
}

func TestLinesOfTheRevocations(t *testing.T) {
	day := func(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }
	var got []Revocation
	err := ReadRevocations(zipped(t, "\r\n\r\n"+
		"001037180|CLUB||1 ST|TOWN|OH|44101|US|03|15-JUN-2013|15-AUG-2013|15-JUN-2013\r\n"+
		"001037180|CLUB||1 ST|TOWN|OH|44101|US|03|15-MAY-2020|10-SEP-2020|\r\n"+
		"001037181|CLUB||1 ST|TOWN|OH|44101|US|03|15-MAY-2020|10-SEP-2020|31-XXX-2021\r\n"),
		"list.zip", func(r Revocation) error { got = append(got, r); return nil })
	if err != nil || len(got) != 2 {
		t.Fatalf("%+v %v", got, err)
	}
	if got[0].Reinstated != day(2013, 6, 15) || got[1].Revoked != day(2020, 5, 15) ||
		got[1].Posted != day(2020, 9, 10) ||
		!got[1].Reinstated.IsZero() {
		t.Errorf("%+v", got)
	}
}

func TestRecordedRevocation(t *testing.T) {
	line := samples.Read(t, "irs_bulk/revocation_line_941322198.txt")
	var got []Revocation
	if err := ReadRevocations(
		zipped(t, string(line)),
		"list.zip",
		func(r Revocation) error { got = append(got, r); return nil },
	); err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].EIN != 941322198 || got[0].Revoked.Format(time.DateOnly) != "2025-11-15" ||
		got[0].Posted.Format(
			time.DateOnly,
		) != "2026-03-10" || !got[0].Reinstated.IsZero() || got[0].Subsection != "03" {
		t.Errorf("%+v", got)
	}
}
