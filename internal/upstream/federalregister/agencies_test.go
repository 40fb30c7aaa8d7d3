package federalregister

import (
	"errors"
	"slices"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const agencies = `[
	{"id":145,"name":"Environmental Protection Agency","short_name":"EPA","slug":"environmental-protection-agency"},
	{"id":227,"name":"Homeland Security Department","short_name":"DHS","slug":"homeland-security-department"},
	{"id":466,"name":"Securities and Exchange Commission","short_name":"SEC",
		"slug":"securities-and-exchange-commission"},
	{"id":497,"name":"Treasury Department","short_name":null,"slug":"treasury-department"},
	{"id":12,"name":"Agriculture Department","slug":"agriculture-department"}]`

func directory(t *testing.T, body string) (*Directory, error) {
	t.Helper()
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/agencies.json", Body: body})
	d := NewDirectory(world.Pool(t, nil, upstreamtest.SmallLists))
	return d, d.Refresh(t.Context())
}

func TestAgenciesAreFoundBySlugLettersAndName(t *testing.T) {
	d, err := directory(t, agencies)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"treasury-department":             "treasury-department",
		"Treasury-Department":             "treasury-department",
		"Treasury  Department":            "treasury-department",
		"EPA":                             "environmental-protection-agency",
		"epa":                             "environmental-protection-agency",
		"environmental protection agency": "environmental-protection-agency",
		"department-of-treasury":          "",
		"":                                "",
		"homeland-security":               "",
		"agriculture-department/x":        "",
	} {
		if got, found, err := d.Find(text); err != nil || got.Slug != want || found != (want != "") {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestNearSlugsAreGivenForUnknownOnes(t *testing.T) {
	d, err := directory(t, agencies)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"department-of-homeland-security": "homeland-security-department",
		"homeland-security":               "homeland-security-department",
		"epa":                             "environmental-protection-agency",
		"sec":                             "securities-and-exchange-commission",
		"environment":                     "environmental-protection-agency",
		"agriculture":                     "agriculture-department",
	} {
		if got := d.Near(text, 3); len(got) == 0 || got[0] != want {
			t.Errorf("%s: %q, want %s", text, got, want)
		}
	}
	if got := d.Near("zzzz-agency", 3); len(got) != 0 {
		t.Errorf("%q for what is like none", got)
	}
	if got := d.Near("department", 2); len(got) != 2 || slices.Contains(got, "environmental-protection-agency") {
		t.Errorf("%q", got)
	}
}

func TestDirectoryThatIsNotLoadedSaysSo(t *testing.T) {
	world := upstreamtest.New(t)
	d := NewDirectory(world.Pool(t, nil))
	if _, _, err := d.Find("treasury-department"); !errors.Is(err, upstream.Warming) || d.Near("treasury", 3) != nil {
		t.Errorf("%v", err)
	}
	for _, body := range []string{"<html>", "[]", `{"errors":{}}`, `[{"id":1}]`} {
		if _, err := directory(t, body); err == nil {
			t.Errorf("%s is taken for a list", body)
		}
	}
}
