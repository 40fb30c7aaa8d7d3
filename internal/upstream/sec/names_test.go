package sec

import (
	"slices"
	"strings"
	"testing"
)

func TestNamesOfEverybodyWhoEverFiled(t *testing.T) {
	text := "HEWLETT PACKARD CO:0000047217:\nHP INC:0000047217:\n\nA: B FUND:0000000012:\nSOCI\xc9T\xc9 ACME:0000000013:\n"
	var got []string
	err := ReadNames(strings.NewReader(text), func(cik, name string) error {
		got = append(got, cik+" "+name)
		return nil
	})
	want := []string{
		"0000047217 HEWLETT PACKARD CO", "0000047217 HP INC", "0000000012 A: B FUND", "0000000013 SOCIÉTÉ ACME",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v %q", err, got)
	}
}

func TestAnotherTextIsNotTheListOfNames(t *testing.T) {
	none := func(string, string) error { return nil }
	for why, text := range map[string]string{
		"a page":         "<html><body>Your request has been identified as part of a network</body></html>",
		"nothing":        "\n",
		"no CIK":         "HP INC::\n",
		"a CIK too long": "HP INC:00000472170:\n",
		"a table":        "cik,name\n47217,HP INC\n",
	} {
		if err := ReadNames(strings.NewReader(text), none); err == nil {
			t.Errorf("%s was taken for the list", why)
		}
	}

	good := strings.Repeat("HP INC:0000047217:\n", oddLines)
	if err := ReadNames(strings.NewReader(good+"half a li"), none); err != nil {
		t.Errorf("one odd line of a thousand: %v", err)
	}
}
