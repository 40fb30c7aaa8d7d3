package usstate

import (
	"slices"
	"testing"
)

func TestStatesAreFoundByCodeNameAndNumber(t *testing.T) {
	cases := []struct{ text, want string }{
		{"ca", "CA"},
		{"new  york", "NY"},
		{"06", "CA"},
		{"District of Columbia", "DC"},
		{"6", ""},
		{"", ""},
		{"XX", ""},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if got, ok := Find(c.text); got.Code != c.want || ok != (c.want != "") {
				t.Errorf("got %q, %v; want %q", got.Code, ok, c.want)
			}
		})
	}
}

func TestTableHoldsEachStateOnce(t *testing.T) {
	seen := map[string]int{}
	plain := 0
	for _, s := range All() {
		seen[s.Code]++
		seen[s.FIPS]++
		seen[s.Name]++
		if !s.Territory {
			plain++
		}
	}

	if plain != 51 || len(All()) != 56 {
		t.Errorf("%d states and the District, %d with territories; want 51 and 56", plain, len(All()))
	}
	for text, n := range seen {
		if n != 1 {
			t.Errorf("%q stands %d times", text, n)
		}
	}
	if !slices.IsSortedFunc(All(), func(a, b State) int { return slices.Compare([]byte(a.FIPS), []byte(b.FIPS)) }) {
		t.Error("not in the order of the FIPS codes")
	}
}

func TestInputNamesAState(t *testing.T) {
	for text, want := range map[string]string{
		"ks": "KS", " new  york ": "NY", "72": "PR", "US-CA": "CA", "us-pr": "PR", "Kanzas": "", "": "", "US-72": "",
		"CA-US": "", "DE-BY": "",
	} {
		if state, err := Named("state", text); state.Code != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, state.Code, err)
		}
	}
}
