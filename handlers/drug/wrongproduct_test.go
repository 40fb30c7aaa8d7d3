package drug

import (
	"fmt"
	"net/http"
	"slices"
	"testing"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/handlers/drug/drugtest"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/upstream/dailymed"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestASaltIsNotAnotherSalt: metoprolol succinate is taken once a day, the tartrate is not.
func TestASaltIsNotAnotherSalt(t *testing.T) {
	salt := &concept{
		Concept:     rxnorm.Concept{RxCUI: "221124", Name: "metoprolol succinate", Type: rxnorm.PreciseIngredient},
		ingredients: []rxnorm.Concept{{Name: "metoprolol", Type: rxnorm.Ingredient}},
	}
	both := []openfda.Product{
		product("Lopressor: METOPROLOL TARTRATE"), product("Metoprolol Tartrate: METOPROLOL TARTRATE"),
		product("Toprol-XL: METOPROLOL SUCCINATE"),
	}
	for _, c := range []struct {
		why, asked string
		concept    *concept
		products   []openfda.Product
		salt       string
		count      int
	}{
		{"a salt", "metoprolol succinate", salt, both, "metoprolol succinate", 1},
		{"without RxNorm", "Metoprolol Succinate", nil, both, "Metoprolol Succinate", 1},
		{"the ingredient", "metoprolol", ingredientConcept("metoprolol"), both, "", 3},
		{"a salt that the directory lists as the ingredient", "metoprolol succinate", salt, both[:2], "", 2},
		{"without the directory", "metoprolol succinate", salt, nil, "metoprolol succinate", 0},
		{"an element", "potassium chloride", ingredientConcept("potassium chloride"), nil, "", 0},
	} {
		id, ok, err := known{
			field:    "drug",
			asked:    c.asked,
			concept:  c.concept,
			products: c.products,
		}.judge()
		if c.concept == nil && !ok || err != nil || id.salt != c.salt || len(id.products) != c.count {
			t.Errorf("%s: %q, %d products, %v", c.why, id.salt, len(id.products), err)
		}
	}

	id := identity{
		ingredients: []string{"metoprolol"},
		salt:        "metoprolol succinate",
	}
	tartrate := openfda.Label{
		SetID: "t",
		Names: openfda.Names{Generic: []string{"METOPROLOL TARTRATE"}, Substances: []string{"METOPROLOL TARTRATE"}},
	}
	succinate := openfda.Label{
		SetID: "s",
		Names: openfda.Names{Generic: []string{"METOPROLOL SUCCINATE"}, Substances: []string{"METOPROLOL SUCCINATE"}},
	}
	if id.fits(tartrate) || !id.fits(succinate) {
		t.Error("the label of another salt")
	}
	if id.isTitled(dailymed.Entry{Title: "METOPROLOL TARTRATE TABLET [A]"}) ||
		!id.isTitled(dailymed.Entry{Title: "METOPROLOL SUCCINATE TABLET, FILM COATED [A]"}) {
		t.Error("the title of another salt")
	}
}

// TestTheOtherSaltsAreNamed: metoprolol tartrate has the succinate beside it, and a label of one holds for no other.
func TestTheOtherSaltsAreNamed(t *testing.T) {
	label := `{"set_id":"t","openfda":{"generic_name":["METOPROLOL TARTRATE"],"substance_name":["METOPROLOL TARTRATE"]},
"indications_and_usage":["Hypertension."]}`
	salts := `{"relatedGroup":{"conceptGroup":[` +
		drugtest.Group("PIN", "metoprolol fumarate", "metoprolol succinate", "metoprolol tartrate") + `]}}`
	answers := []upstreamtest.Answer{
		{URL: drugtest.Labels, Body: drugtest.Page(1, label)},
		{URL: drugtest.With(drugtest.Norm+"/rxcui.json", "name", "metoprolol tartrate"), Body: `{"idGroup":{"rxnormId":["2"]}}`},
		{
			URL:  drugtest.Norm + "/rxcui/2/properties.json",
			Body: `{"properties":{"rxcui":"2","name":"metoprolol tartrate","tty":"PIN"}}`,
		},
		{
			URL: drugtest.Norm + "/rxcui/2/related.json",
			Body: `{"relatedGroup":{"conceptGroup":[{"tty":"IN","conceptProperties":[
{"rxcui":"6918","name":"metoprolol","tty":"IN"}]}]}}`,
		},
		{URL: drugtest.With(drugtest.Norm+"/rxcui/6918/related.json", "tty", "PIN"), Body: salts},
	}

	for _, route := range []string{"/drug/label", "/drug/profile"} {
		t.Run(route, func(t *testing.T) {
			s, _ := service(t, append(answers, unnamed("x")...)...)
			_, got := s.Get(route, "drug", "metoprolol tartrate")
			handlertest.Holds(t, got, map[string]any{"other_salts": "[metoprolol fumarate metoprolol succinate]"})
		})
	}

	t.Run("RxNorm does not say", func(t *testing.T) {
		down := upstreamtest.Answer{
			URL:    drugtest.With(drugtest.Norm+"/rxcui/6918/related.json", "tty", "PIN"),
			Status: http.StatusServiceUnavailable,
		}
		s, _ := service(t, append(append([]upstreamtest.Answer{down}, answers...), unnamed("x")...)...)
		_, got := s.Get("/drug/label", "drug", "metoprolol tartrate")
		handlertest.Holds(t, got, map[string]any{"other_salts": nil, "partial": true})
	})
}

// TestBrandsOfOneNameAreRefused: RxNorm has two concepts of the name, of other drugs or of the same.
func TestBrandsOfOneNameAreRefused(t *testing.T) {
	for _, c := range []struct {
		why, second, code string
	}{
		{"two drugs", "estradiol", "ambiguous"},
		{"one drug twice", "timolol", ""},
	} {
		for _, ids := range []string{`["1","2"]`, `["2","1"]`} {
			answers := []upstreamtest.Answer{{URL: drugtest.Norm + "/rxcui.json", Body: `{"idGroup":{"rxnormId":` + ids + `}}`}}
			for id, drug := range map[string]string{"1": "timolol", "2": c.second} {
				answers = append(answers,
					upstreamtest.Answer{
						URL:  drugtest.Norm + "/rxcui/" + id + "/properties.json",
						Body: fmt.Sprintf(`{"properties":{"rxcui":%q,"name":"Clarova","tty":"BN"}}`, id),
					},
					upstreamtest.Answer{
						URL:  drugtest.Norm + "/rxcui/" + id + "/related.json",
						Body: `{"relatedGroup":{"conceptGroup":[` + drugtest.Group("IN", drug) + `]}}`,
					})
			}
			s, _ := service(t, append(answers, unnamed("x")...)...)
			_, got := s.Get("/drug/profile", "drug", "Clarova")
			if code, _ := got["code"].(string); code != c.code {
				t.Errorf("%s, %s: %v", c.why, ids, got)
			}
		}
	}
}

// TestALabelOfAnotherCompanyIsNotThatOfACode: it may be of other drops or tablets of the same substance.
func TestALabelOfAnotherCompanyIsNotThatOfACode(t *testing.T) {
	id := identity{
		kind:        gen.DrugIdentityKindProduct,
		ingredients: []string{"timolol"},
		products:    []openfda.Product{{NDC: "11111-222"}},
	}
	label := openfda.Label{
		SetID: "x",
		Names: openfda.Names{Substances: []string{"TIMOLOL MALEATE"}, ProductNDC: []string{"99999-888"}},
	}
	if id.fits(label) {
		t.Error("the label of another product")
	}
	label.Names.ProductNDC = []string{"99999-888", "11111-222"}
	if !id.fits(label) {
		t.Error("not the label of the product")
	}
}

// TestAFormIsNoDrug has RxNorm's concept for the word tablet, which has no ingredient.
func TestAFormIsNoDrug(t *testing.T) {
	answers := []upstreamtest.Answer{
		{
			URL:  drugtest.With(drugtest.Norm+"/rxcui.json", "name", "tablet"),
			Body: `{"idGroup":{"rxnormId":["317541"]}}`,
		},
		{
			URL:  drugtest.Norm + "/rxcui/317541/properties.json",
			Body: `{"properties":{"rxcui":"317541","name":"Oral Tablet","synonym":"","tty":"DF"}}`,
		},
		{
			URL:  drugtest.With(drugtest.Norm+"/rxcui/317541/related.json", "tty", "IN MIN"),
			Body: `{"relatedGroup":{"conceptGroup":[{"tty":"IN"},{"tty":"MIN"}]}}`,
		},
	}
	s, _ := service(t, append(answers, unnamed("tablet")...)...)
	if status, got := s.Get("/drug/profile", "drug", "tablet"); status != http.StatusNotFound {
		t.Errorf("%d %v", status, got)
	}
}

// TestNothingIsSaidOfShortagesOfANameThatCouldNotBeLookedUp: the list has brands under their generic names.
func TestNothingIsSaidOfShortagesOfANameThatCouldNotBeLookedUp(t *testing.T) {
	down := []upstreamtest.Answer{
		{URL: drugtest.Norm + "/rxcui.json", Status: http.StatusServiceUnavailable},
		{URL: drugtest.Products, Status: http.StatusServiceUnavailable},
		drugtest.None(drugtest.Shortages),
	}
	s, _ := service(t, down...)
	if status, got := s.Get("/drug/shortages", "drug", "adderall"); status != http.StatusBadGateway {
		t.Errorf("not looked up: %d %v", status, got)
	}
}

// TestANameThatCouldNotBeLookedForIsNotMissingFromALabel: its brands and salts were not known.
func TestANameThatCouldNotBeLookedForIsNotMissingFromALabel(t *testing.T) {
	answers := append([]upstreamtest.Answer{{
		URL:    drugtest.With(drugtest.Norm+"/rxcui/29046/related.json", "tty", "BN PIN"),
		Status: http.StatusServiceUnavailable,
	}}, drugtest.Examples()...)
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/interactions", "drug", "lisinopril", "interacts_with", "ibuprofen")
	handlertest.Holds(t, got, map[string]any{
		"partial":                  true,
		"interacts_with.mentioned": true,
		"reverse.mentioned":        nil,
	})
}

// TestADrugDoesNotInteractWithItself: its label names it in every section.
func TestADrugDoesNotInteractWithItself(t *testing.T) {
	s, _ := service(t, drugtest.Examples()...)
	status, got := s.Get("/drug/interactions", "drug", "lisinopril", "interacts_with", "Lisinopril")
	if status != http.StatusBadRequest || got["field"] != "interacts_with" {
		t.Errorf("%d %v", status, got)
	}
}

// TestNamesThatBothDrugsHaveAreNotLookedFor: the label of one part of a combination names that part on its own account.
func TestNamesThatBothDrugsHaveAreNotLookedFor(t *testing.T) {
	of := func(names ...string) side {
		s := side{label: &labelText{sections: map[string]string{"warnings": "Lisinopril may harm. Thiazide was given."}}}
		for _, name := range names {
			s.names = append(s.names, wanted{name, gen.DrugMentionTermKindIngredient})
		}
		return s
	}
	alone := of("lisinopril")
	both := of("lisinopril", "thiazide")

	if got := mentionsOf(both, alone); got.MentionCount != 1 || got.Sections[0].Term != "Thiazide" {
		t.Errorf("%+v", got)
	}
	if got := mentionsOf(alone, both); got.MentionCount != 0 || got.Mentioned != nil {
		t.Errorf("%+v", got)
	}
}

// TestOtherWordsOfLabelsForASubstance: labels warn of potassium and of acetylsalicylic acid.
func TestOtherWordsOfLabelsForASubstance(t *testing.T) {
	answers := append(drugtest.Concept("potassium chloride", "8591"), drugtest.Examples()...)
	s, _ := service(t, answers...)
	_, got := s.Get("/drug/interactions", "drug", "lisinopril", "interacts_with", "potassium chloride")
	handlertest.Holds(t, got, map[string]any{
		"interacts_with.mentioned":          false,
		"interacts_with.class_mentioned":    true,
		"interacts_with.sections.0.section": "warnings_and_cautions",
	})

	for name, want := range map[string]string{
		"aspirin":           "acetylsalicylic acid",
		"Lithium Carbonate": "lithium",
		"valproic acid":     "divalproex",
	} {
		if !slices.Contains(aliasesOf(name), want) {
			t.Errorf("%s: %v", name, aliasesOf(name))
		}
	}
}
