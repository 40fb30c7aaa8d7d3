package leie

import (
	"strings"
	"testing"
)

const header = "LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE," +
	"EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE\n"

func read(t *testing.T, text string) ([]Exclusion, error) {
	t.Helper()
	var all []Exclusion
	err := Read(strings.NewReader(text), func(e Exclusion) error { all = append(all, e); return nil })
	return all, err
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
