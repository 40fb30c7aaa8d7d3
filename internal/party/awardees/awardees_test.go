package awardees

import (
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/samename/samenametest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const list = "https://api.usaspending.gov/api/v2/recipient/"

var engine = names.New()

// entry is a row of the list of recipients.
func entry(id, uei, name string, amount int) string {
	return fmt.Sprintf(`{"id":%q,"uei":%q,"duns":"123456789","name":%q,"recipient_level":%q,"amount":%d}`,
		id, uei, name, id[len(id)-1:], amount)
}

func finder(t *testing.T, answers ...upstreamtest.Answer) (*Finder, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return New(world.Pool(t, nil), engine), world
}

func holding(word string, entries ...string) upstreamtest.Answer {
	return upstreamtest.Answer{
		Method:  "POST",
		URL:     list,
		BodyHas: word,
		Body:    fmt.Sprintf(`{"page_metadata":{"total":%d},"results":[%s]}`, len(entries), strings.Join(entries, ",")),
	}
}

func TestIdentifiersComeBeforeNames(t *testing.T) {
	for _, c := range []struct {
		asked  string
		method Method
		id     string
	}{
		{"a1b2c3d4e5f6", ByUEI, "1-C"},
		{"123456789", ByDUNS, "2-P"}, // all have it, and a parent comes first
		{"acorn tools", ByExactName, "3-R"},
		{"Acorn Tool Works, LLC", BySameName, "2-P"},
	} {
		f, _ := finder(t, holding("",
			entry("1-C", "A1B2C3D4E5F6", "OAK LLC", 5),
			entry("2-P", "B1B2C3D4E5F6", "ACORN TOOL WORKS", 500),
			entry("3-R", "C1B2C3D4E5F6", "ACORN TOOLS", 1)))
		found, err := f.Find(t.Context(), "recipient", c.asked)
		if err != nil || found.Best == nil || found.Best.ID != c.id || found.Method != c.method {
			t.Errorf("%s: %+v %v", c.asked, found, err)
			continue
		}
		if len(found.Others) != 2 {
			t.Errorf("%s: %d others", c.asked, len(found.Others))
		}
	}
}

func TestIdentifierThatNobodyHasIsNoName(t *testing.T) {
	f, world := finder(t, holding("", entry("1-C", "B1B2C3D4E5F6", "OAK LLC", 5)))
	found, err := f.Find(t.Context(), "recipient", "A1B2C3D4E5F6")
	if err != nil || found.Best != nil || found.Method != "" || len(found.Others) != 1 {
		t.Errorf("%+v %v", found, err)
	}
	if len(world.Asked()) != 1 {
		t.Errorf("%q", world.Asked())
	}
}

func TestEqualEntriesOfOtherOrganisationsAreSaid(t *testing.T) {
	for _, c := range []struct {
		why       string
		entries   []string
		ambiguous bool
	}{
		{"two identifiers", []string{
			entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS", 5),
			entry("2-R", "B1B2C3D4E5F6", "ACORN TOOLS", 6),
		}, true},
		{"two levels of one", []string{
			entry("1-P", "A1B2C3D4E5F6", "ACORN TOOLS", 5),
			entry("1-C", "A1B2C3D4E5F6", "ACORN TOOLS", 6),
		}, false},
		{"one with an identifier and one without", []string{
			entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS", 5),
			entry("2-R", "", "ACORN TOOLS", 6),
		}, true},
		{"the name with a legal form", []string{
			entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS", 5),
			entry("2-R", "B1B2C3D4E5F6", "ACORN TOOLS INC", 6),
		}, true},
		{"a near name", []string{
			entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS", 5),
			entry("2-R", "B1B2C3D4E5F6", "ACORN TOOLS OF OHIO", 6),
		}, false},
	} {
		f, _ := finder(t, holding("", c.entries...))
		found, err := f.Find(t.Context(), "recipient", "Acorn Tools")
		if err != nil || found.Best == nil || found.Ambiguous != c.ambiguous {
			t.Errorf("%s: %+v %v", c.why, found, err)
		}
	}
}

func TestSecondSearchIsWithoutTheLegalForm(t *testing.T) {
	f, world := finder(t,
		holding(`"ACORN TOOLS INCORPORATED"`),
		holding(`"ACORN TOOLS"`, entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS, INC.", 5)))
	found, err := f.Find(t.Context(), "recipient", ` "Acorn"  Tools Incorporated`)
	if err != nil || found.Best == nil || found.Method != BySameName || len(world.Asked()) != 2 {
		t.Errorf("%+v %v %q", found, err, world.Misses())
	}
}

// TestANameThatIsOnlyAlikeFindsNobody: the entry is among the others.
func TestANameThatIsOnlyAlikeFindsNobody(t *testing.T) {
	for _, p := range samenametest.Pairs {
		f, _ := finder(t, holding("", entry("1-R", "A1B2C3D4E5F6", p.Registered, 5)))
		found, err := f.Find(t.Context(), "recipient", p.Asked)
		if err != nil || (found.Best != nil) != p.Same || found.Best == nil && len(found.Others) != 1 {
			t.Errorf("%q and %q: %+v %v", p.Asked, p.Registered, found, err)
		}
	}
}

// TestANameIsFoundHoweverItsSignsAreWritten: the list finds texts to the letter.
func TestANameIsFoundHoweverItsSignsAreWritten(t *testing.T) {
	for _, c := range []struct {
		asked, listed, held string // held is the part of the listed name that the list finds it by
	}{
		{"J&J Worldwide Services", "J & J WORLDWIDE SERVICES", "J WORLDWIDE SERVICES"},
		{"O'Neil Federal Systems Inc", "ONEIL FEDERAL SYSTEMS, INC.", "NEIL FEDERAL SYSTEMS"},
		{"Smith-Jones Construction", "SMITH JONES CONSTRUCTION LLC", "JONES CONSTRUCTION"},
		{"Booz Allen Hamilton, Inc.", "BOOZ ALLEN HAMILTON INC", "BOOZ ALLEN HAMILTON"},
		{"Leidos, Inc", "LEIDOS INC.", "LEIDOS"},
	} {
		f, world := finder(t,
			holding(`"`+c.held+`"`, entry("1-R", "A1B2C3D4E5F6", c.listed, 5)),
			holding("", entry("2-R", "B1B2C3D4E5F6", strings.ToUpper(c.asked)+" OF OHIO", 7)))
		found, err := f.Find(t.Context(), "recipient", c.asked)
		if err != nil || found.Best == nil || found.Best.ID != "1-R" {
			t.Errorf("%q: %+v %v, asked %q", c.asked, found, err, world.Asked())
		}
	}
}

// TestANameThatNobodyHasKeepsWhatWasNearest: the candidates are those of the narrowest text that any entry holds.
func TestANameThatNobodyHasKeepsWhatWasNearest(t *testing.T) {
	f, world := finder(t,
		holding(`"ACORN TOOLS INC"`, entry("1-R", "A1B2C3D4E5F6", "ACORN TOOLS INC OF OHIO", 5)),
		holding("", entry("2-R", "B1B2C3D4E5F6", "ACORN TOOLSHED", 7)))
	found, err := f.Find(t.Context(), "recipient", "Acorn Tools Inc")
	if err != nil || found.Best != nil || len(found.Others) != 1 || found.Others[0].ID != "1-R" {
		t.Errorf("%+v %v", found, err)
	}
	if len(world.Asked()) != 2 {
		t.Errorf("%q", world.Asked())
	}
}
