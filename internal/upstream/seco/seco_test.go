package seco

import "testing"

func TestOnlyTheNewestModificationCounts(t *testing.T) {
	for _, c := range []struct {
		why  string
		mods []Modification
		want bool
	}{
		{"taken off last", []Modification{{Type: "de-listed", Published: "2024-05-02"}, {Type: "listed", Published: "2020-01-01"}}, true},
		{"listed again", []Modification{{Type: "listed", Published: "2025-01-01"}, {Type: "de-listed", Published: "2024-05-02"}}, false},
		{"oldest first in the file", []Modification{{Type: "listed", Published: "2020-01-01"}, {Type: "de-listed", Published: "2024-05-02"}}, true},
		{"two on one day: the first is the newest", []Modification{{Type: "de-listed", Published: "2024-05-02"}, {Type: "amended", Published: "2024-05-02"}}, true},
		{"amended after", []Modification{{Type: "amended", Published: "2024-06-02"}, {Type: "listed", Published: "2024-05-02"}}, false},
		{"no history", nil, false},
	} {
		if got := (&Target{Modifications: c.mods}).Delisted(); got != c.want {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}
