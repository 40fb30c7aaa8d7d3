package leie

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
)

const header = "LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE," +
	"EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\n"

func read(t *testing.T, text string) ([]Exclusion, error) {
	t.Helper()
	var all []Exclusion
	err := Read(strings.NewReader(text), func(e Exclusion) error { all = append(all, e); return nil })
	return all, err
}

func TestRecordedRows(t *testing.T) {
	var all []Exclusion
	err := Read(
		bytes.NewReader(samples.Read(t, "leie/updated_head.csv")),
		func(e Exclusion) error { all = append(all, e); return nil },
	)
	if err != nil || len(all) != 2 {
		t.Fatalf("%+v %v", all, err)
	}
	if e := all[0]; e.Name() != "#1 MARKETING SERVICE, INC" || e.NPI != "" || e.Type != "1128a1" || e.State != "NY" {
		t.Errorf("%+v", e)
	}
	if e := all[1]; e.NPI != "1972902351" || e.Excluded.Format(time.DateOnly) != "2022-03-20" || e.Type != "1128b8" ||
		!e.Waived.IsZero() ||
		Meaning(e.Type) == "" {
		t.Errorf("%+v", e)
	}
}

func TestRowsOfPersons(t *testing.T) {
	all, err := read(t, header+
		`"ROE","RICHARD","A","","IND- LIC HC SERV PRO","NURSE/NURSES AIDE","","0000000000","19600102","1 A ST",`+
		`"TOWN","OH","44101","1128b4","20150101","00000000","20160101","OH"`+"\n"+
		`"BACK","AGAIN","","","X","Y","","1003000126","","1 A ST","TOWN","OH","44101","1128b4","20150101",`+
		`"20200101","00000000",""`+"\n"+
		`"ODD","DATE","","","X","Y","","","","1 A ST","TOWN","OH","44101","1128b4","2015-01-01","00000000",`+
		`"00000000",""`+"\n"+
		`"","","","","X","Y","","","","1 A ST","TOWN","OH","44101","1128b4","20150101","00000000","00000000",""`+"\n")
	if err != nil || len(all) != 1 {
		t.Fatalf("%+v %v", all, err)
	}
	if e := all[0]; e.Name() != "RICHARD A ROE" || e.BirthYear != 1960 || e.WaiverState != "OH" ||
		e.Waived.Year() != 2016 {
		t.Errorf("%+v", e)
	}
}

func TestOtherTablesAreRefused(t *testing.T) {
	for name, text := range map[string]string{
		"a page":        "<html>\n<body>",
		"nothing":       "",
		"a column gone": strings.Replace(header, "NPI,", "", 1),
		"other rows":    header + strings.Repeat("a,b\n", 20),
	} {
		if all, err := read(t, text); err == nil {
			t.Errorf("%s was taken for the list: %+v", name, all)
		}
	}
}
