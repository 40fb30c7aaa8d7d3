package uksl

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

const head = "Report Date: 17-Nov-2026\r\nUnique ID,Name 1,Name 6,Name type,Designation Type,Regime Name,UK Statement of Reasons\r\n"

func rows(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "AFG%04d,Given,FAMILY,Primary Name,Individual,The Regulations,reasons\r\n", i)
	}
	return b.String()
}

func read(body string) (got []Row, reported string, err error) {
	reported, err = Read(strings.NewReader(body), func(r *Row) error {
		got = append(got, *r)
		return nil
	})
	return got, reported, err
}

func TestRowsAreReadByTheirHeadings(t *testing.T) {
	got, reported, err := read("\ufeff\"" + head[:24] + "\",,,\r\n" + head[26:] + rows(2) + ",,,,,,\r\n,,NO ID,,,,\r\nAFG9,CAF\xc9,ZÜRICH,,,,\r\n")
	if err != nil || len(got) != 4 || reported != "17-Nov-2026" {
		t.Fatal(got, reported, err)
	}
	want := Row{UniqueID: "AFG0001", Names: [6]string{"Given", "", "", "", "", "FAMILY"}, NameType: "Primary Name", Type: "Individual", Regime: "The Regulations", Statement: "reasons"}
	if got[1] != want || got[1].Whole() != "Given FAMILY" {
		t.Errorf("%+v", got[1])
	}
	if got[2].UniqueID != "" || got[2].Names[5] != "NO ID" || got[3].Whole() != "CAFÉ ZÜRICH" {
		t.Errorf("%+v", got[2:])
	}
}

func TestTablesThatAreNotTheListAreRefused(t *testing.T) {
	if got, _, err := read(head + rows(500)); err != nil || len(got) != 500 {
		t.Fatal(len(got), err)
	}
	for why, body := range map[string]string{
		"empty": "", "no line": "Report Date: 17-Nov-2026", "no header": head[:26], "a web page": "<html>\n<body>Not available</body>\n</html>", "JSON": "{\"error\":\n\"no\"}",
		"no date": head[26:] + rows(500), "another header": strings.Replace(head, "Name 6", "Surname", 1) + rows(500), "semicolons": strings.ReplaceAll(head+rows(500), ",", ";"),
		"a quote that is not closed": head + rows(100) + "AFG1,\"Given,FAMILY\r\n" + rows(2000),
		"one long field":             head + rows(100) + "AFG1,\"" + strings.Repeat("x", 5<<20),
		"one long line":              head + strings.Repeat("x,", 4<<20),
		"a first line without end":   strings.Repeat("Report Date: ", 1<<20),
		"rows of uneven length":      head + strings.ReplaceAll(rows(500), "7,Given", "7,Given,Other"),
		"two bytes a letter":         "\xff\xfe" + strings.Join(strings.Split(head+rows(500), ""), "\x00"),
	} {
		if got, _, err := read(body); err == nil {
			t.Errorf("%s: %d rows", why, len(got))
		}
	}
	stop := errors.New("stop")
	if _, err := Read(strings.NewReader(head+rows(2)), func(*Row) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
	if got, _, err := read(head + rows(500) + "AFG1,Given,SHORT\r\n"); err != nil || len(got) != 501 {
		t.Errorf("one short row: %d rows, %v", len(got), err)
	}
}
