package match

import (
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// offered are a dozen things as shops with their own habits title them, in order of the things.
func offered() (titles []string, shops int) {
	habits := []func(maker, model, words string) string{
		func(maker, model, words string) string { return maker + " " + model + " " + words },
		func(maker, model, words string) string {
			return strings.ToUpper(maker) + " " + words + " (" + model + ")"
		},
		func(maker, model, words string) string {
			return "Buy " + maker + " " + model + " " + words + " online | Harbour Goods"
		},
		func(maker, model, words string) string {
			return maker + " " + model + " " + lastWords(words, 4) + " - Northgate Store"
		},
		func(maker, model, words string) string { return words + " by " + maker + ", " + model },
		func(maker, model, words string) string { return maker + " " + words + " - free delivery" },
	}
	for _, thing := range [][3]string{
		{"Halberd", "HX410", "espresso machine with steam wand and ceramic burr grinder"},
		{"Norvik", "WB200", "merino wool blanket herringbone with fringed edges"},
		{"Quillon", "RP35", "ripstop touring backpack with rain cover and hip belt"},
		{"Tessera", "LT90", "folding desk lamp with dimmer and walnut base"},
		{"Brannock", "SK12", "cast iron skillet preseasoned with helper handle"},
		{"Calder", "BK700", "carbon gravel bicycle with hydraulic disc brakes"},
		{"Oriel", "TE5", "brass travel telescope with tripod and leather case"},
		{"Pemberley", "DV3", "goose feather duvet with cotton percale cover"},
		{"Sandpiper", "KY14", "inflatable two seat kayak with paddles and pump"},
		{"Wexcombe", "GR60", "cordless garden hedge trimmer with spare battery"},
		{"Ludlow", "PI88", "digital stage piano with weighted hammer keys"},
		{"Aldgate", "CL9", "railway wall clock with enamel dial and silent movement"},
	} {
		for _, habit := range habits {
			titles = append(titles, habit(thing[0], thing[1], thing[2]))
		}
	}
	return titles, len(habits)
}

func lastWords(s string, n int) string {
	words := strings.Fields(s)
	return strings.Join(words[len(words)-n:], " ")
}

// TestAThingThatManyShopsOfferIsOneCluster: each title has several others about as near.
func TestAThingThatManyShopsOfferIsOneCluster(t *testing.T) {
	titles, shops := offered()
	of := clustersOf(t, titles)
	for i := range titles {
		first := i / shops * shops
		if of[i] == 0 || of[i] != of[first] {
			t.Errorf("%q is apart from %q", titles[i], titles[first])
		}
		if i >= shops && of[i] == of[i-shops] {
			t.Errorf("%q is joined with %q", titles[i], titles[i-shops])
		}
	}
}

// TestCrowdedListsKeepSiblingsApart: another model of a thing that many shops offer, in another size and colour.
func TestCrowdedListsKeepSiblingsApart(t *testing.T) {
	titles, _ := offered()
	n := len(titles)
	of := clustersOf(t, append(titles,
		"Norvik fleece throw plain 130 cm", "Norvik fleece throw plain 220 cm",
		"Quillon daypack canvas navy", "Quillon daypack canvas burgundy",
		"Oriel desk magnifier MG20", "Oriel desk globe GL45"))
	for i := n; i < n+6; i += 2 {
		if of[i] != 0 && of[i] == of[i+1] {
			t.Errorf("item %d is joined with its sibling", i-n)
		}
	}
}

func TestModelNumbersOfTitles(t *testing.T) {
	book := &vocabulary{ids: map[string]int32{}}
	e := names.New()
	for title, want := range map[string]string{
		"359438-006 HP 146.8-GB 10K FC-AL HDD":      "#359438006",
		"Sony FE 85mm f/1.4-22 lens":                "",
		"HP DLT 20/40-GB Int":                       "",
		"Samsung DU1055BK, 12345 Berlin, from 1999": "#du1055bk #du1055",
	} {
		form, err := e.Prepare(names.Product, title, "")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range book.read(form) {
			if w.sort == names.ModelCode {
				got = append(got, book.texts[w.id])
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", title, got, want)
		}
	}
}
