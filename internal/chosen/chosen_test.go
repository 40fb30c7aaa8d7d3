package chosen

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/problem"
)

type team struct{ name, letters, town, nick string }

var teams = []team{
	{"New York Giants", "NYG", "New York", "Giants"},
	{"New York Jets", "NYJ", "New York", "Jets"},
	{"Atlético Madrid", "ATM", "Madrid", "Atleti"},
	{"FK Bodø/Glimt", "BOD", "Bodø", "Glimt"},
	{"St. Louis City SC", "STL", "St. Louis", "City"},
	{"Department of Homeland Security", "DHS", "", ""},
	{"Department of the Treasury", "TREAS", "", ""},
	{"San Francisco 49ers", "SF", "San Francisco", "49ers"},
	{"Mint", "USM", "", ""},
	{"United States Mint", "TM", "", ""},
}

func oneTeam(text string) (team, string, error) {
	return One("team", text, "team", teams,
		func(t team) []string { return []string{t.name, t.letters} },
		func(t team) []string { return []string{t.town, t.nick} })
}

func TestOneThingIsTakenByItsNameAlone(t *testing.T) {
	for _, c := range []struct{ why, text, want string }{
		{"its name", "New York Jets", "New York Jets"},
		{"its letters", "nyj", "New York Jets"},
		{"other case, accents and marks", "atletico madrid", "Atlético Madrid"},
		{"one as it is written", "united states mint", "United States Mint"},
		{"two but for spelling", "The Mint", "ambiguous"},
		{"marks of trade", "New York Jets™", "New York Jets"},
		{"letters with a stroke", "FK Bodo/Glimt", "FK Bodø/Glimt"},
		{"a saint", "Saint Louis City SC", "St. Louis City SC"},
		{"words in another order", "Homeland Security Department", "Department of Homeland Security"},
		{"words that say nothing", "U.S. Dept. of Treasury", "Department of the Treasury"},
		{"the country in front", "United States Department of the Treasury", "Department of the Treasury"},
		{"a town of one", "San Francisco", "San Francisco 49ers"},
		{"a town of two", "New York", "ambiguous"},
		{"a slip", "New York Jest", "not_found"},
		{"a distinctive word replaced", "Department of Home Security", "not_found"},
		{"a word more", "New York Jets II", "not_found"},
		{"a part of a name", "York", "not_found"},
		{"marks alone", "--", "not_found"},
		{"nothing", "", "not_found"},
	} {
		t.Run(c.why, func(t *testing.T) {
			got, _, err := oneTeam(c.text)
			name := got.name
			var refused *problem.Problem
			if errors.As(err, &refused) {
				name = refused.Code
			}
			if name != c.want {
				t.Errorf("%q: %s, want %s", c.text, name, c.want)
			}
		})
	}
}

func TestRefusalsNameCandidates(t *testing.T) {
	for text, want := range map[string]string{
		"New York":             "New York Giants",
		"New York Jest":        "New York Jets",
		"Department of Home":   "Department of Homeland Security",
		"Deparment of Tresury": "Department of the Treasury",
	} {
		_, _, err := oneTeam(text)
		var refused *problem.Problem
		if !errors.As(err, &refused) {
			t.Fatalf("%s: %v", text, err)
		}
		list, _ := refused.Extra["candidates"].([]string)
		if len(list) == 0 || list[0] != want && !slices.Contains(list[:min(2, len(list))], want) {
			t.Errorf("%s: %q, want %s", text, list, want)
		}
	}
	if near := Near("zzzz", []string{"New York Jets"}); len(near) != 0 {
		t.Errorf("%q is near nothing", near)
	}
}

func TestCandidatesOfOneNameAreToldApart(t *testing.T) {
	rangers := []team{{"Rangers", "TEX", "Arlington", ""}, {"Rangers", "NYR", "New York", ""}, {"Kraken", "SEA", "", ""}}
	names := func(t team) []string { return []string{t.name, t.letters} }
	for range 2 {
		slices.Reverse(rangers)
		_, _, err := One("team", "Rangers", "team", rangers, names)
		var refused *problem.Problem
		if !errors.As(err, &refused) || refused.Code != problem.CodeAmbiguous {
			t.Fatal(err)
		}
		list, _ := refused.Extra["candidates"].([]string)
		if !slices.Equal(list, []string{"Rangers (NYR)", "Rangers (TEX)"}) {
			t.Errorf("%q", list)
		}
	}
}

func TestANameIsItself(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.String().Draw(r, "text")
		other := rapid.String().Draw(r, "other")
		if len(Words(text)) > 0 && !Same(text, text) {
			r.Fatalf("%q is not itself", text)
		}
		if Same(text, other) != Same(other, text) {
			r.Fatalf("%q and %q", text, other)
		}
	})
}
