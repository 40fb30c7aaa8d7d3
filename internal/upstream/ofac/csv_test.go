package ofac

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream/recordlimit"
)

func readText(parties, aliases, addresses, comments string) (out []Entry, err error) {
	err = ReadTables(Tables{strings.NewReader(parties), strings.NewReader(aliases), strings.NewReader(addresses), strings.NewReader(comments)}, func(e *Entry) error {
		out = append(out, *e)
		return nil
	})
	return out, err
}

const endMark = "\x1a\r\n"

func TestTablesAreJoinedByTheNumberOfTheParty(t *testing.T) {
	got, err := readText(
		"7,\"DOE, Jane Q.\",\"individual\",\"SDGT] [IRAN-EO13902\",\"Dr.\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"DOB 12 Mar 1989; alt. DOB 1957 to 1959; POB Oslo; nationality Iran; alt. nationality Iraq; citizen Syria; Gender Female; Digital Currency Address - XBT 1abc; alt. Digital Currency Address - ETH 0xd\"\r\n"+
			"8,\"GREY, BROWN AND CO., S.A.\",-0- ,\"CUBA\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"f.k.a. 'GB; CO'; n.k.a. 'GBC'.\"\r\n"+
			"9,\"BOAT\",\"vessel\",\"\",-0- ,\"X\",\"Tanker\",\"1,200\",\"900\",\"Panama\",-0- ,\"Vessel Registration Identification IMO 9900019\"\r\n"+endMark,
		"7,71,\"aka\",\"DOE, J.\",-0- \r\n7,72,\"fka\",\"JD\",-0- \r\n"+endMark,
		"7,701,-0- ,-0- ,-0- ,-0- \r\n7,702,\"Street 1, Flat 2\",\"Town\",\"Korea, North\",-0- \r\n"+endMark,
		"7,\"ef; Linked To: BOAT; a.k.a. 'ROE, Rich'\"\r\n7,\"; a.k.a. 'NIGHT'.\"\r\n"+endMark)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`7|DOE|Jane Q.|individual|"SDGT" "IRAN-EO13902"|POB Oslo; Gender Female; Linked To: BOAT` +
			`|[strong DOE/J.] [strong JD/] [weak ROE/Rich] [weak NIGHT/]|[] [Korea, North]|Iran Iraq|Syria|12 Mar 1989, 1957 to 1959|XBT=1abc ETH=0xdef`,
		`8|GREY, BROWN AND CO., S.A.|||"CUBA"||[weak GB; CO/] [weak GBC/]|||||`,
		`9|BOAT||vessel|""||||||| flag Panama`,
	} {
		e := got[i]
		var aliases, addresses, nations, citizens, births, ids []string
		for _, a := range e.Aliases {
			aliases = append(aliases, fmt.Sprintf("[%s %s/%s]", a.Category, a.LastName, a.FirstName))
		}
		for _, a := range e.Addresses {
			addresses = append(addresses, fmt.Sprintf("[%s]", a.Country))
		}
		for _, c := range e.Nationalities {
			nations = append(nations, c.Country)
		}
		for _, c := range e.Citizenships {
			citizens = append(citizens, c.Country)
		}
		for _, b := range e.Births {
			births = append(births, b.Date)
		}
		for _, id := range e.IDs {
			if c := id.Currency(); c != "" {
				ids = append(ids, c+"="+id.Number)
			}
		}
		line := strings.Join([]string{e.UID, e.LastName, e.FirstName, e.Type, strings.Trim(fmt.Sprintf("%q", e.Programs), "[]"), e.Remarks, strings.Join(aliases, " "), strings.Join(addresses, " "),
			strings.Join(nations, " "), strings.Join(citizens, " "), strings.Join(births, ", "), strings.Join(ids, " ")}, "|")
		if e.Vessel != nil {
			line += " flag " + e.Vessel.Flag
		}
		if line != want {
			t.Errorf("got  %s\nwant %s", line, want)
		}
	}
	if n := len(got[2].IDs); n != 1 || got[2].IDs[0].Number != "IMO 9900019" {
		t.Errorf("%+v", got[2].IDs)
	}
}

func TestTablesInTheOldEncodingAreRead(t *testing.T) {
	got, err := readText("1,\"CAF\xc9 JOS\xe9\",-0- ,\"X\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n2,\"ZÜRICH\",-0- ,\"X\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n", endMark, endMark, endMark)
	if err != nil || len(got) != 2 || got[0].LastName != "CAFÉ JOSé" || got[1].LastName != "ZÜRICH" {
		t.Errorf("%+v %v", got, err)
	}
}

func TestWhatIsNoTableIsRefused(t *testing.T) {
	long := strings.Repeat("1,\"A\",-0- ,\"X\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n", 2)
	if _, err := readText(long+"2,\"B\",-0- ,\"X\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,\"DOB"+strings.Repeat("\n3,C,-0- ,X,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ", 2000), endMark, endMark, endMark); err == nil {
		t.Error("a quote that is not closed: read")
	}
	if _, err := readText(long+"2,\"B\",\""+strings.Repeat("x", 5<<20), endMark, endMark, endMark); !errors.Is(err, recordlimit.ErrTooLong) {
		t.Errorf("one long field: %v", err)
	}
	good := [4]string{"1,\"A\",-0- ,\"X\",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \n" + endMark, "1,2,\"aka\",\"B\",-0- \n" + endMark, "1,3,-0- ,-0- ,\"Cuba\",-0- \n" + endMark, "1,\"more\"\n" + endMark}
	if got, err := readText(good[0], good[1], good[2], good[3]); err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	for i := range good {
		for why, bad := range map[string]string{
			"empty": "", "a web page": "<html><body>Not available</body></html>", "JSON": `{"error":"no"}`, "cut in a line": good[i][:4], "a header": "ent_num,SDN_Name,SDN_Type,Program,a,b,c,d,e,f,g,h,i\n" + good[i],
			"other columns": "1\n" + good[i], "a negative number": "-1" + good[i][1:],
		} {
			tables := good
			tables[i] = bad
			if i == 3 && why == "cut in a line" {
				continue // two columns, of which the last is cut: nothing tells
			}
			if got, err := readText(tables[0], tables[1], tables[2], tables[3]); err == nil {
				t.Errorf("table %d, %s: read as %+v", i, why, got)
			}
		}
	}
}
