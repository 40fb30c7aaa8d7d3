package find

import (
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/spec"
)

func TestValuesAreSpokenOfByTheirKind(t *testing.T) {
	for text, want := range map[string]string{
		"who registered example.com?":            "who registered domain",
		"is (mail.Example.co.uk) safe":           "is domain safe",
		"was bob@corp.com part of it":            "was email part of it",
		"is 1.2.3.4 a VPN":                       "is ip a vpn",
		"geolocate 2001:db8::1":                  "geolocate ip",
		"charity 53-0196605":                     "charity ein",
		"what did 0x" + strings.Repeat("aB", 32): "what did transaction",
		"who is 0x" + strings.Repeat("aB", 20):   "who is wallet",
		"lodash 4.17.20 in node.js":              "package 4 17 20 in node js",
		"README.md, on 2026-11-23":               "readme md on 2026 11 23",
		"near 29.98,-90.44":                      "near 29 98 90 44",
	} {
		if got := strings.Join(spoken(text), " "); got != want {
			t.Errorf("spoken(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestPathIsNamedOnlyWhole(t *testing.T) {
	for _, c := range []struct {
		task, path string
		want       bool
	}{
		{"/govcon/awards", "/govcon/award", false},
		{"/govcon/awards", "/govcon/awards", true},
		{"use /govcon/award, not /govcon/awards", "/govcon/award", true},
		{"not /govcon/awards but /govcon/award", "/govcon/award", true},
		{"/energy/natural-gas", "/energy/natural", false},
		{"https://api.example.com/gas?chain=base", "/gas", true},
		{"and/or", "/", false},
	} {
		if got := names(c.task, c.path); got != c.want {
			t.Errorf("names(%q, %q) = %t", c.task, c.path, got)
		}
	}
}

// A word that any task may hold, or a number, is rare in the spec by chance. It must not outweigh what is asked for.
func TestChanceWordsCountLessThanTheSubject(t *testing.T) {
	s := miniSpec()
	filer := slices.IndexFunc(s.Operations, func(op *spec.Operation) bool { return op.Path == "/edgar/financials" })
	s.Operations[filer].Tasks = []string{"what be the 44 big filings of yesterday"}

	ix := New(s)
	for _, task := range []string{"how big will the wind be", "wind yesterday", "wind at 44 metres"} {
		if got := ix.Find(task, 1); len(got) == 0 || got[0].Op.Path != "/weather" {
			t.Errorf("%q finds %s, want /weather", task, paths(got))
		}
	}
}

// One route says firm, the others company: it must not be found for every firm because its word is rare.
func TestWordsOfOneMeaningCountAlike(t *testing.T) {
	s := miniSpec()
	s.Operations[0].Description += " Made for firms."
	for _, op := range s.Operations[1:] {
		op.Description += " Made for a company."
	}

	ix := New(s)
	for _, task := range []string{"statements of a firm", "statements of a corporation", "statements of a company"} {
		if got := ix.Find(task, 1); len(got) == 0 || got[0].Op.Path != "/edgar/financials" {
			t.Errorf("%q finds %s, want /edgar/financials", task, paths(got))
		}
	}
	if got, want := ix.Find("firm", 9), ix.Find("company", 9); paths(got) != paths(want) {
		t.Errorf("firm finds %s, company %s", paths(got), paths(want))
	}
}
