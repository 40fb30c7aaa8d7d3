package names

import "testing"

func TestPlainNamesAreAsWrittenWithoutTheirForm(t *testing.T) {
	e := New()
	for text, want := range map[string]string{
		"The Boeing Company":               "Boeing",
		"Lockheed Martin Corporation":      "Lockheed Martin",
		"LOCKHEED MARTIN CORP.":            "LOCKHEED MARTIN",
		"Amazon.com, Inc.":                 "Amazon.com",
		"AT&T Inc":                         "AT&T",
		"BTL Medical Technologies S.R.O.":  "BTL Medical Technologies",
		"Grupo Bimbo, S.A.B. de C.V.":      "Grupo Bimbo",
		"Meta Platforms":                   "Meta Platforms",
		"Volkswagen AG":                    "Volkswagen",
		"3M Company":                       "3M",
		"Smith & Co., Inc.":                "Smith",
		"The Limited":                      "Limited",
		"Inc":                              "Inc",
		"Johnson & Johnson":                "Johnson & Johnson",
		"  Flock   Safety  ":               "Flock Safety",
		"":                                 "",
		"!!!":                              "!!!",
		"Tyson Foods, Inc.":                "Tyson Foods",
		"The O'Neal Steel Co., L.L.C.":     "O'Neal Steel",
		"Johnson & Johnson Co., Inc.":      "Johnson & Johnson",
		"Smith & Sons Company":             "Smith & Sons",
		"AT&T Corp.":                       "AT&T",
		"J. B. Hunt Transport, Inc.":       "J. B. Hunt Transport",
		"Aldi GmbH & Co. KG":               "Aldi",
		"Limited Brands":                   "Limited Brands",
		"Company Inc.":                     "Company",
		"LLC":                              "LLC",
		"Société Générale S.A.":            "Société Générale",
		"%%%":                              "%%%",
		"Bank of America, National Assoc.": "Bank of America, National Assoc.",
	} {
		if got := e.Plain(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
