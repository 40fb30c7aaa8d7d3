package spelt

import "testing"

func TestBare(t *testing.T) {
	for text, want := range map[string]string{
		"0000-320193": "320193",
		"tx":          "tx",
		"0":           "0",
		"Ä-1":         "ä1",
		"--":          "",
	} {
		if got := Bare(text); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestSharesWord(t *testing.T) {
	for _, c := range []struct {
		search, text string
		want         bool
	}{
		{"the horse", "Horses", true},
		{"zebra", "Horses", false},
		{"Müller", "Mueller", true},
		{"AT&T", "AT&T INC.", true},
		{"!!", "Horses", true},
		{"Grenpeace", "GREENPEACE FUND INC", true},
		{"Walmrat", "WALMART INC", true},
	} {
		if got := SharesWord(c.search, c.text); got != c.want {
			t.Errorf("%s, %s: %t", c.search, c.text, got)
		}
	}
}
