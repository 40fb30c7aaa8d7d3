package upstream

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

type declaredPage struct {
	Total   int                        `json:"total"`
	Note    string                     `json:"note,omitempty"`
	Foods   []*declaredFood            `json:"foods"`
	Values  map[string]map[string]*int `json:"values"`
	Amounts map[string]declaredAmount  `json:"amounts"`
	Actions []declaredAction           `json:"actions"`
	ByCode  map[string]struct {
		Label string `json:"label,omitempty"`
		Kind  string `json:"kind"`
	} `json:"byCode"`
}

type declaredFood struct {
	declaredBase
	Name   string    `json:"name"`
	Weight *int      `json:"weight"`
	Marks  []*string `json:"marks"`
	Codes  []string  `json:"codes"`
}

// UnmarshalJSON makes it a type that reads itself.
func (f *declaredFood) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, (*struct{})(nil)) }

// declaredAmount and declaredAction read themselves too: a single value, and whatever there is.
type (
	declaredAmount struct{ Value float64 }
	declaredAction map[string]string
)

func (a *declaredAmount) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, &a.Value) }

func (a *declaredAction) UnmarshalJSON(raw []byte) error {
	return json.Unmarshal(raw, (*map[string]string)(a))
}

type declaredBase struct {
	Code string `json:"code,omitempty"`
	All  string `json:"all" contract:"nullable"`
	End  string `json:"end" contract:"none"`
}

// TestMembersAreWhatTheTagsDeclare: o is optional, n may be null, 0 is null for none.
func TestMembersAreWhatTheTagsDeclare(t *testing.T) {
	reader := Reader{contractOf(new(declaredPage)).contract}
	for path, want := range map[string]string{
		"total":           "",
		"note":            "on",
		"NOTE":            "on", // encoding/json reads it too
		"unread":          "",
		"foods":           "",
		"foods/*":         "n",
		"foods/*/name":    "",
		"foods/*/weight":  "n",
		"foods/*/code":    "on", // of the embedded struct
		"foods/*/all":     "n",
		"foods/*/end":     "n0",
		"foods/*/marks/*": "n",
		"foods/*/codes/*": "",
		"foods/name":      "",
		"values/DEU/2025": "on", // an entry of a map in a map
		"amounts/fat":     "o",
		"actions/*/type":  "o",
		"byCode/a":        "", // an entry that is an object
		"byCode/a/label":  "on",
		"byCode/a/kind":   "",
	} {
		d, isKnown := reader.Member(strings.Split(path, "/"))
		got := ""
		for sign, is := range map[string]bool{"o": d.Optional, "n": d.Nullable, "0": d.None} {
			if is {
				got += sign
			}
		}
		if isKnown == slices.Contains([]string{"unread", "foods/name"}, path) || len(got) != len(want) ||
			strings.Trim(got, want) != "" {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}
