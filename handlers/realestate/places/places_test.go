package places

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/problem"
)

var fiveDigits = regexp.MustCompile(`^\d{5}$`)

func TestTablesHoldTogether(t *testing.T) {
	tab := load()
	if len(tab.counties) != 3243 || len(tab.areas) != 972 {
		t.Errorf("%d counties, %d areas", len(tab.counties), len(tab.areas))
	}
	for _, c := range tab.counties {
		if !fiveDigits.MatchString(c.fips) || c.name == "" || strings.HasSuffix(c.area().Name, ", ") {
			t.Errorf("county %+v", c)
		}
		if c.cbsa != "" && tab.areas[c.cbsa].title == "" {
			t.Errorf("county %+v is in no known area", c)
		}
		if c.division != "" && tab.areas[c.division].parent != c.cbsa {
			t.Errorf("county %+v is in a division of another area", c)
		}
	}
	members := map[string]int{}
	for _, c := range tab.counties {
		members[c.cbsa]++
		members[c.division]++
	}
	for code, a := range tab.areas {
		if members[code] == 0 || !strings.Contains(a.title, ", ") || len(tab.states[code]) == 0 {
			t.Errorf("area %+v has %d counties", a, members[code])
		}
		for _, state := range tab.states[code] {
			if len(state) != 2 {
				t.Errorf("area %+v is in %q", a, state)
			}
		}
	}
}

// Facts of the delineation of July 2023 that are easy to get wrong.
func TestKnownCountiesAndAreas(t *testing.T) {
	tab := load()
	for fips, want := range map[string][3]string{
		"06037": {"Los Angeles County", "31080", "31084"},
		"48453": {"Travis County", "12420", ""},
		"51001": {"Accomack County", "", ""},
		"51510": {"Alexandria city", "47900", "11694"},
		"24510": {"Baltimore city", "12580", ""},
		"29510": {"St. Louis city", "41180", ""},
		"32510": {"Carson City", "16180", ""},
		"09190": {"Western Connecticut Planning Region", "14860", ""},
		"09001": {"Fairfield County", "", ""},
		"72127": {"San Juan Municipio", "41980", ""},
		"15005": {"Kalawao County", "27980", ""},
	} {
		c := tab.counties[fips]
		if c.name != want[0] || c.cbsa != want[1] || c.division != want[2] {
			t.Errorf("%s is %+v, want %q", fips, c, want)
		}
	}
	if tab.areas["10180"].title != "Abilene, TX" || tab.areas["17410"].title != "Cleveland, OH" {
		t.Error(tab.areas["10180"], tab.areas["17410"])
	}
	if !tab.former("09001") || tab.former("09120") || tab.former("08001") {
		t.Error("which counties no longer exist")
	}
}

func TestANameOfTwoAreasIsChosenByItsKind(t *testing.T) {
	for _, c := range []struct {
		text string
		kind Kind
		code string
	}{
		{"Cook County, IL", "", "17031"},
		{"cook county il", "", "17031"},
		{"O’Brien County, IA", "", "19141"},
		{"Dona Ana County, NM", "", "35013"},
		{"Saint Louis County, MO", "", "29189"},
		{"Saint Louis County, MO", KindCBSA, ""},
		{"Carson City, NV", "", ""},
		{"Carson City, NV", KindCounty, "32510"},
		{"Carson City, NV", KindCBSA, "16180"},
		{"cbsa:Carson City, NV", "", "16180"},
		{"Carson City, NV", kindState, ""},
	} {
		if q, err := Read("geo", c.text, c.kind); (err == nil) != (c.code != "") || q.area.Code != c.code {
			t.Errorf("%s %s: %v, %v", c.text, c.kind, q, err)
		}
	}

	_, err := Read("geo", "Carson City, NV", "")
	var refused *problem.Problem
	if !errors.As(err, &refused) || refused.Code != problem.CodeAmbiguous {
		t.Fatal(err)
	}
	candidates, _ := refused.Extra["candidates"].([]string)
	for _, candidate := range candidates {
		if _, err := Read("geo", candidate, ""); err != nil {
			t.Errorf("%s: %v", candidate, err)
		}
	}
	if len(candidates) != 2 {
		t.Errorf("%q", candidates)
	}
}
