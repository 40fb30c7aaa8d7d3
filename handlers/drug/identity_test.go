package drug

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
)

// product is one of the directory: "Zestril: LISINOPRIL + HYDROCHLOROTHIAZIDE".
func product(text string) openfda.Product {
	brand, substances, _ := strings.Cut(text, ": ")
	p := openfda.Product{Brand: brand, NDC: text}
	var names []string
	for name := range strings.SplitSeq(substances, " + ") {
		p.Ingredients = append(p.Ingredients, openfda.Ingredient{Name: name})
		names = append(names, name)
	}
	p.Generic = strings.Join(names, " and ")
	return p
}

func brandConcept(name string, ingredients []string, combination string) *concept {
	c := &concept{Concept: rxnorm.Concept{RxCUI: "1", Name: name, Type: rxnorm.Brand}}
	for _, i := range ingredients {
		c.ingredients = append(c.ingredients, rxnorm.Concept{Name: i, Type: rxnorm.Ingredient})
	}
	if combination != "" {
		c.combinations = []rxnorm.Concept{{Name: combination, Type: rxnorm.Combination}}
	}
	return c
}

func ingredientConcept(name string) *concept {
	c := rxnorm.Concept{RxCUI: "1", Name: name, Type: rxnorm.Ingredient}
	return &concept{Concept: c, ingredients: []rxnorm.Concept{c}}
}

func TestANameStandsForOneDrug(t *testing.T) {
	cases := []struct {
		why      string
		asked    string
		concept  *concept
		products []string
		want     string // kind: ingredients; others
	}{
		{
			"a substance, before combinations that hold it", "lisinopril", ingredientConcept("lisinopril"),
			[]string{"Zestoretic: LISINOPRIL + HYDROCHLOROTHIAZIDE", "Zestril: LISINOPRIL"},
			"ingredient: lisinopril; 0",
		},
		{
			"a brand of one substance", "Keytruda", brandConcept("Keytruda", []string{"pembrolizumab"}, ""),
			[]string{"KEYTRUDA: PEMBROLIZUMAB", "KEYTRUDA QLEX: PEMBROLIZUMAB + BERAHYALURONIDASE ALFA-PMPH"},
			"brand: pembrolizumab; 0",
		},
		{
			"a brand that is also sold as a combination", "Prilo", brandConcept("Prilo", []string{"a"}, ""),
			[]string{"Prilo: A", "Prilo: A + B"},
			"brand: a; 1",
		},
		{
			"a brand of a combination", "Vicodin",
			brandConcept("Vicodin", []string{"acetaminophen", "hydrocodone"}, "acetaminophen / hydrocodone"), nil,
			"combination: acetaminophen + hydrocodone; 0",
		},
		{
			"a brand of a combination by its product only", "Duo", brandConcept("Duo", []string{"a", "b"}, ""),
			[]string{"Duo: A SODIUM + B"},
			"combination: a + b; 0",
		},
		{
			"a brand that was used for two drugs", "Zantac",
			brandConcept("Zantac", []string{"famotidine", "ranitidine"}, ""), nil,
			"ambiguous famotidine, ranitidine",
		},
		{
			"a brand that the directory has for another drug", "Urex", brandConcept("Urex", []string{"furosemide"}, ""),
			[]string{"Urex: METHENAMINE HIPPURATE"},
			"ambiguous furosemide, methenamine hippurate",
		},
		{
			"a substance whose name is also a brand of another", "Iron", ingredientConcept("iron"),
			[]string{"Iron: SOMETHING ELSE"},
			"ingredient: iron; 1",
		},
		{
			"by the directory, a generic sold under its own name", "Lisinopril", nil,
			[]string{"Lisinopril and Hydrochlorothiazide: LISINOPRIL + HYDROCHLOROTHIAZIDE", "Lisinopril: LISINOPRIL"},
			"ingredient: lisinopril; 0",
		},
		{
			"by the directory, with the salt", "amlodipine", nil, []string{"Norvasc: AMLODIPINE BESYLATE"},
			"ingredient: amlodipine; 0",
		},
		{
			"by the directory, a brand", "norvasc", nil, []string{"Norvasc: AMLODIPINE BESYLATE"},
			"brand: amlodipine; 0",
		},
		{
			"by the directory, a brand of two drugs", "Same", nil, []string{"Same: A", "SAME: B"},
			"ambiguous a, b",
		},
		{
			"by the directory, a combination", "lisinopril and hydrochlorothiazide", nil,
			[]string{"X: LISINOPRIL + HYDROCHLOROTHIAZIDE", "Lisinopril: LISINOPRIL"},
			"combination: hydrochlorothiazide + lisinopril; 0",
		},
		{"only part of other names", "insul", nil, []string{"Insulin X: INSULIN GLARGINE"}, "unknown"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			k := known{field: "drug", asked: c.asked, concept: c.concept}
			for _, text := range c.products {
				k.products = append(k.products, product(text))
			}
			id, ok, err := k.judge()

			got := fmt.Sprintf("%s: %s; %d", id.kind, strings.Join(id.ingredients, " + "), len(id.others))
			var p *problem.Problem
			switch {
			case errors.As(err, &p):
				got = "ambiguous " + strings.Join(p.Extra["candidates"].([]string), ", ")
			case !ok:
				got = "unknown"
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestSubstancesWithoutTheirSalts(t *testing.T) {
	cases := []struct {
		name string
		want string
	}{
		{"AMLODIPINE BESYLATE", "amlodipine"},
		{"Sodium Chloride", "sodium chloride"},
		{"POTASSIUM CITRATE", "potassium citrate"},
		{"MAGNESIUM SULFATE HEPTAHYDRATE", "magnesium sulfate"},
		{"PENICILLIN G BENZATHINE", "penicillin g"},
		{"DEXTROSE, UNSPECIFIED FORM", "glucose"},
		{"fluticasone propionate", "fluticasone"},
		{"Tenofovir Alafenamide Fumarate", "tenofovir alafenamide"},
		{"ADALIMUMAB-ADAZ", "adalimumab"},
		{"insulin glargine", "insulin glargine"},
		{"magnesium", "magnesium"},
		{"", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := substance(c.name); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestCodesThatATextMayStandFor(t *testing.T) {
	cases := []struct {
		why  string
		text string
		want string
	}{
		{"package 4-4-2", "0573-0165-20", "0573-0165-20"},
		{"package 5-3-2", "52427-440-90", "52427-440-90"},
		{"package 5-4-1", "12345-6789-1", "12345-6789-1"},
		{"11 digits, filled labeler or product", "00573-0165-20", "0573-0165-20 00573-165-20"},
		{"11 digits, filled product", "52427-0440-90", "52427-440-90"},
		{"11 digits, filled package", "12345-6789-01", "12345-6789-1"},
		{"11 digits, two may be filled", "52427-0440-09", "52427-440-09 52427-0440-9"},
		{"11 digits without hyphens", "00573016520", "0573-0165-20 00573-165-20"},
		{"10 digits, each layout", "0573016520", "0573-0165-20 05730-165-20 05730-1652-0"},
		{"product 4-4", "0573-0165", "0573-0165"},
		{"product 5-3", "52427-440", "52427-440"},
		{"product 5-4, as it is or filled", "52427-0440", "52427-0440 52427-440"},
		{"11 digits that no code is filled up to", "12345-6789-12", "invalid"},
		{"letters", "0573-0165-2A", "invalid"},
		{"9 digits", "057301652", "invalid"},
		{"12 digits", "057301652012", "invalid"},
		{"other lengths", "573-165-20", "invalid"},
		{"hyphens only", "--", "invalid"},
		{"quotes", `0573-0165" OR x`, "invalid"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			codes, err := codesOf(c.text)
			var list []string
			for _, c := range codes {
				if c.pack == "" {
					list = append(list, c.productNDC())
					continue
				}
				list = append(list, c.packageNDC())
			}
			got := strings.Join(list, " ")
			if err != nil {
				got = "invalid"
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	if codes := billingCodes([]code{{"0573", "0165", "20"}, {"05730", "165", "20"}}); !slices.Equal(codes,
		[]string{"00573016520", "05730016520"}) {
		t.Error(codes)
	}
}
