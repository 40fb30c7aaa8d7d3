package upstream

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func errorHas(err error, s string) bool { return err != nil && strings.Contains(err.Error(), s) }

func TestXMLIsReadInItsDeclaredEncoding(t *testing.T) {
	c := client(t, Provider{}, nil, text("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><!DOCTYPE list [<!ENTITY a \"b\">]><list><name>M\xfcller</name></list>"))
	var v struct {
		Name string `xml:"name"`
	}
	if _, err := c.Get("/x").XML(t.Context(), &v); err != nil || v.Name != "Müller" {
		t.Errorf("%q, %v", v.Name, err)
	}
}

func TestNumbersKeepAllDigitsWhenAsked(t *testing.T) {
	c := client(t, Provider{}, nil, text(`{"n":12345678901234567890.123456789}`))
	var v map[string]any
	if _, err := c.Get("/x").UseNumber().JSON(t.Context(), &v); err != nil || v["n"] != json.Number("12345678901234567890.123456789") {
		t.Errorf("%v, %v", v, err)
	}
}

func TestTablesAreReadAsProvidersWriteThem(t *testing.T) {
	tests := []struct {
		name string
		in   string
		o    CSV
		want string // the columns a and b of each row
		err  string
	}{
		{"plain", "a,b\n1,2\n3,4\n", CSV{}, "1|2 3|4", ""},
		{"other order, blanks, byte order mark", "\xef\xbb\xbfb, a \r\n 2 ,1\r\n", CSV{}, "1|2", ""},
		{"words for no value", "a,b\nN/A,2\n-,x-1\n", CSV{}, "|2 |x-1", ""},
		{"semicolons", "a;b\n1,5;2\n", CSV{Comma: ';'}, "1,5|2", ""},
		{"lines before the header", "Report Date: 20-Nov-2026\na,b\n1,2\n", CSV{Skip: 1}, "1|2", ""},
		{"comments", "a,b\n# x,y\n1,2\n", CSV{Comment: '#'}, "1|2", ""},
		{"uneven lines", "a,b\n1\n1,2,3\n", CSV{}, "1| 1|2", ""},
		{"quotes inside", "a,b\n\"x, \"\"y\"\"\",5\" pipe\n", CSV{}, `x, "y"|5" pipe`, ""},
		{"line break inside", "a,b\n\"1\n2\",3\n", CSV{}, "1\n2|3", ""},
		{"no rows", "a,b\n", CSV{}, "", ""},
		{"renamed column", "a,c\n1,2\n", CSV{}, "", `no column "b"`},
		{"empty file", "", CSV{}, "", "header"},
		{"HTML", "<html><body>busy</body></html>", CSV{}, "", "no column"},
		{"cut before the header", "x", CSV{Skip: 3}, "", "header"},
	}
	for _, tt := range tests {
		rows := tt.o.Read(strings.NewReader(tt.in)).Need("a", "b")
		var got []string
		for row := range rows.All() {
			got = append(got, row.Get("a")+"|"+row.Get("b"))
			if row.Get("nowhere") != "" || row.At(99) != "" || row.At(-1) != "" {
				t.Errorf("%s: a field that is not there has a value", tt.name)
			}
		}
		if s := strings.Join(got, " "); s != tt.want || (rows.Err() != nil) != (tt.err != "") || (tt.err != "" && !errorHas(rows.Err(), tt.err)) {
			t.Errorf("%s: got %q, %v", tt.name, s, rows.Err())
		}
	}
	for row := range (CSV{NoHeader: true}).Read(strings.NewReader("1,2\n")).All() {
		if row.At(1) != "2" || row.Len() != 2 || len(row.Fields()) != 2 {
			t.Errorf("without header: %v", row.Fields())
		}
	}
}

func TestTableReaderEndsOnAnyInput(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := CSV{Skip: rapid.IntRange(0, 3).Draw(t, "skip"), NoHeader: rapid.Bool().Draw(t, "bare")}.Read(strings.NewReader(rapid.String().Draw(t, "in")))
		for row := range rows.All() {
			_ = row.Get("a") + row.At(0)
		}
	})
}

func TestKindsAreFoundInAChain(t *testing.T) {
	err := error(&Error{Kind: NotFound, Provider: "gleif", Doing: "GET /lei-records/{}", Status: 404, Cause: errors.New("why")})
	wrapped := errors.Join(errors.New("resolving"), err)
	if !errors.Is(wrapped, NotFound) || errors.Is(wrapped, Unavailable) || KindOf(wrapped) != NotFound {
		t.Error("the kind is not found")
	}
	if want := "gleif: GET /lei-records/{}: not found (HTTP 404): why"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	if KindOf(nil) != "" || KindOf(errors.New("x")) != "" {
		t.Error("a kind out of nothing")
	}
}

func TestByteOrderMarkBeforeJSONIsIgnored(t *testing.T) {
	var got struct{ N int }
	c := client(t, Provider{TTL: time.Hour}, nil, text("\xef\xbb\xbf{\"n\":7}"))
	for range 2 { // from the provider and from the cache
		if _, err := c.Get("/x").JSON(t.Context(), &got); err != nil || got.N != 7 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}
