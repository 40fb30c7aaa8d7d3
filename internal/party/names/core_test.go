package names

import "testing"

func TestCoreIsTheNameAsWrittenWithoutItsLegalForm(t *testing.T) {
	e := New()
	for name, want := range map[string]string{
		"Tyson Foods, Inc.":            "Tyson Foods",
		"The O'Neal Steel Co., L.L.C.": "O'Neal Steel",
		"Johnson & Johnson Co., Inc.":  "Johnson & Johnson",
		"Smith & Sons Company":         "Smith & Sons",
		"AT&T Corp.":                   "AT&T",
		"J. B. Hunt Transport, Inc.":   "J. B. Hunt Transport",
		"Aldi GmbH & Co. KG":           "Aldi",
		"Limited Brands":               "Limited Brands",
		"Company Inc.":                 "Company",
		"LLC":                          "LLC",
		"Société Générale S.A.":        "Société Générale",
		"%%%":                          "%%%",
	} {
		if got := e.Core(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
