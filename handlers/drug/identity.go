package drug

import (
	"cmp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/openfda"
	"github.com/farebox/farebox/internal/upstream/rxnorm"
)

// identity is what a name or a code was taken for.
type identity struct {
	asked       string
	kind        gen.DrugIdentityKind
	generic     string
	brand       string // when a brand was asked for
	ingredients []string
	salt        string // when one salt or ester of the ingredient was asked for
	rxcui       string
	substance   string // RxNorm's identifier of the only ingredient, "" when it did not say
	recognised  *bool
	via         []string
	note        string

	products []openfda.Product // of the directory, with exactly these ingredients, among those found under the name
	more     bool              // the directory has more products under the name than were read
	others   []openfda.Product // sold under the same name with other ingredients
	nearby   []string          // names that resemble one that nobody knows
	unread   error             // why the directory could not be read, so that products and labels may be missing
	blind    bool              // so it is, and nobody else knows the name
	sources  []shared.Source
}

// terms are the names that records of other kinds are searched for, the FDA's own beside RxNorm's.
func (id identity) terms() []string {
	var list []string
	if len(id.ingredients) == 1 {
		list = spellings(id.ingredients[0])
	} else {
		for _, p := range id.products {
			if !hasName(list, p.Generic) && len(list) < 4 {
				list = append(list, strings.ToLower(p.Generic))
			}
		}
	}
	if len(list) == 0 {
		list = append(list, id.generic)
	}
	if id.brand != "" && !hasName(list, id.brand) {
		list = append(list, id.brand)
	}
	return list
}

func hasName(list []string, name string) bool {
	return slices.ContainsFunc(list, func(other string) bool { return sameName(other, name) })
}

func (id identity) shown() gen.DrugIdentity {
	shown := gen.DrugIdentity{
		GenericName: id.generic,
		Kind:        id.kind,
		Recognised:  id.recognised,
		Ingredients: response.Items(id.ingredients),
		BrandName:   response.OrNull(id.brand),
		Rxcui:       response.OrNull(id.rxcui),
		ResolvedVia: response.Items(id.via),
		Note:        response.OrNull(id.note),
	}
	if id.unread == nil {
		shown.OtherDrugs = []gen.DrugNamesake{}
	}

	seen := map[string]bool{}
	for _, p := range id.others {
		set := ingredientsOf(p)
		key := strings.Join(set, "/")
		if seen[key] || len(shown.OtherDrugs) == 10 {
			continue
		}
		seen[key] = true
		shown.OtherDrugs = append(shown.OtherDrugs, gen.DrugNamesake{
			BrandName:   response.OrNull(p.Brand),
			GenericName: cmp.Or(p.Generic, strings.Join(set, " / ")),
			Ingredients: response.Items(set),
			ProductNdc:  p.NDC,
		})
	}
	return shown
}

// concept is what RxNorm knows about a name.
type concept struct {
	rxnorm.Concept
	ingredients  []rxnorm.Concept
	combinations []rxnorm.Concept
}

// rank puts ingredients before brands: the name of a substance means the substance, whoever sells something under it.
func (c concept) rank() int {
	order := []string{rxnorm.Ingredient, rxnorm.PreciseIngredient, rxnorm.Brand, rxnorm.Combination}
	if at := slices.Index(order, c.Type); at >= 0 {
		return at
	}
	return len(order)
}

// known is what the sources say about a name. A nil concept is a name that RxNorm does not have or could not say.
type known struct {
	field     string
	asked     string
	concept   *concept
	namesakes []concept         // further ones of its kind
	products  []openfda.Product // that the directory finds under the name, as a word of it
}

// judge takes the name for one thing, or refuses one that stands for several. ok is false for a name that no source
// has: the directory also finds products whose names only hold the words.
func (k known) judge() (id identity, ok bool, err error) {
	named := k.sold()
	if sets := k.rivals(); len(sets) > 1 {
		return identity{}, false, k.ambiguous(sets)
	}
	switch {
	case k.concept != nil:
		id, err = k.byConcept(named)
	default:
		id, ok, err = k.byDirectory(named)
		if !ok {
			return identity{}, false, err
		}
	}
	if err != nil {
		return identity{}, false, err
	}

	id.asked = k.asked
	if id.brand != "" {
		id.note = "The brand is that of the US market; the same name may be another drug in another country."
	}
	for _, p := range k.products {
		if sameSet(ingredientsOf(p), id.ingredients) {
			id.products = append(id.products, p)
		}
	}
	id.narrow(k.saltOf(id))
	if k.concept != nil && id.note == "" && !chosen.Same(k.asked, k.concept.Name) {
		id.note = "RxNorm has this name as another of " + k.concept.Name + "."
	}
	for _, p := range named {
		if !sameSet(ingredientsOf(p), id.ingredients) {
			id.others = append(id.others, p)
		}
	}
	return id, true, nil
}

// rivals are the sets of ingredients that RxNorm has under the name.
func (k known) rivals() [][]string {
	if k.concept == nil {
		return nil
	}
	sets := [][]string{namesOf(k.concept.ingredients)}
	for _, c := range k.namesakes {
		set := namesOf(c.ingredients)
		if !slices.ContainsFunc(sets, func(other []string) bool { return sameSet(other, set) }) {
			sets = append(sets, set)
		}
	}
	return sets
}

// saltOf is the requested name if it is a salt or ester of a single substance, else "".
func (k known) saltOf(id identity) string {
	if id.brand != "" || len(id.ingredients) != 1 {
		return ""
	}
	if k.concept != nil && k.concept.Type == rxnorm.PreciseIngredient {
		return k.concept.Name // its name need not be its ingredient's: divalproex sodium is one of valproate
	}
	if sameName(k.asked, substance(k.asked)) || substance(k.asked) != substance(id.ingredients[0]) {
		return ""
	}
	return k.asked
}

// narrow keeps to the products of a salt: metoprolol succinate is taken once a day, metoprolol tartrate is not.
func (id *identity) narrow(salt string) {
	if salt == "" {
		return
	}
	own := slices.DeleteFunc(slices.Clone(id.products), func(p openfda.Product) bool {
		return !slices.ContainsFunc(p.Ingredients, func(i openfda.Ingredient) bool {
			return anhydrous(i.Name) == anhydrous(salt)
		})
	})
	if len(own) == 0 && len(id.products) > 0 {
		id.note = "The directory has no product under the name of this salt; the answer is about the ingredient in any."
		return
	}
	id.salt = salt
	id.products = own
	id.note = "A salt or ester of the ingredient: products and label are of it alone, all else is of the ingredient."
}

// sold are the products that carry the name itself as their brand.
func (k known) sold() []openfda.Product {
	return each.Where(k.products, func(p openfda.Product) bool {
		return sameName(p.Brand, k.asked) && len(p.Ingredients) > 0
	})
}

func (k known) byConcept(named []openfda.Product) (identity, error) {
	c := k.concept
	id := identity{
		rxcui:       c.RxCUI,
		ingredients: namesOf(c.ingredients),
	}

	if len(c.ingredients) == 1 {
		id.substance = c.ingredients[0].RxCUI
	}

	switch {
	case len(c.ingredients) == 0:
		id.ingredients = []string{strings.ToLower(c.Name)}
		id.kind = gen.DrugIdentityKindIngredient
	case c.Type == rxnorm.Brand:
		return k.byBrand(id, named)
	case len(c.ingredients) > 1:
		id.kind = gen.DrugIdentityKindCombination
	default:
		id.kind = gen.DrugIdentityKindIngredient
		if c.rank() > 1 {
			id.note = "The name is that of a product in RxNorm; the answer is about its ingredient."
		}
	}

	id.generic = strings.Join(id.ingredients, " / ")
	return id, nil
}

// byBrand reads a brand. RxNorm gives one that was used for several drugs over time the ingredients of all of them, so
// that these are one combination only when it also has the combination, or the directory a product with all of them.
func (k known) byBrand(id identity, named []openfda.Product) (identity, error) {
	id.brand = k.concept.Name
	single := setsOf(named, func(set []string) bool { return len(set) == 1 })

	together := slices.ContainsFunc(k.concept.combinations, func(c rxnorm.Concept) bool {
		return sameSet(parts(c.Name), id.ingredients)
	}) || len(setsOf(named, func(set []string) bool { return len(set) > 1 && sameSet(set, id.ingredients) })) > 0

	switch {
	case len(id.ingredients) == 1:
		id.kind = gen.DrugIdentityKindBrand
		foreign := setsOf(named, func(set []string) bool { return !slices.Contains(set, substance(id.ingredients[0])) })
		if len(foreign) > 0 {
			return identity{}, k.ambiguous(append(foreign, id.ingredients))
		}
	case together && len(single) == 1:
		id.kind = gen.DrugIdentityKindBrand
		id.ingredients = single[0]
	case together && len(single) == 0:
		id.kind = gen.DrugIdentityKindCombination
	default:
		sets := response.Each(id.ingredients, func(name string) []string { return []string{name} })
		return identity{}, k.ambiguous(sets)
	}
	id.generic = strings.Join(id.ingredients, " / ")
	return id, nil
}

// byDirectory reads a name that RxNorm does not have, or could not say, by the products that carry it: as their
// substance, as their brand or as their generic name.
func (k known) byDirectory(named []openfda.Product) (id identity, ok bool, err error) {
	ofSubstance := setsOf(k.products, func(set []string) bool { return len(set) == 1 && set[0] == substance(k.asked) })
	single := setsOf(named, func(set []string) bool { return len(set) == 1 })
	joined := setsOf(named, func(set []string) bool { return len(set) > 1 })
	generic := setsOf(k.withGeneric(), func(set []string) bool { return len(set) > 0 })

	id.brand = k.asked
	switch {
	case len(ofSubstance) > 0:
		id.kind = gen.DrugIdentityKindIngredient
		id.brand = ""
		id.ingredients = ofSubstance[0]
	case len(single) > 1, len(single) == 0 && len(joined) > 1:
		return identity{}, false, k.ambiguous(append(single, joined...))
	case len(single) == 1:
		id.kind = gen.DrugIdentityKindBrand
		id.ingredients = single[0]
	case len(joined) == 1:
		id.kind = gen.DrugIdentityKindCombination
		id.ingredients = joined[0]
	case len(generic) == 1:
		id.kind = gen.DrugIdentityKindCombination
		id.brand = ""
		id.ingredients = generic[0]
		if len(id.ingredients) == 1 {
			id.kind = gen.DrugIdentityKindIngredient
		}
	default:
		return identity{}, false, nil
	}
	id.generic = strings.Join(id.ingredients, " / ")
	return id, true, nil
}

func (k known) withGeneric() []openfda.Product {
	return each.Where(k.products, func(p openfda.Product) bool { return sameName(p.Generic, k.asked) })
}

// setsOf are the different sets of substances of the products, as far as they are wanted.
func setsOf(products []openfda.Product, wanted func(set []string) bool) [][]string {
	var sets [][]string
	for _, p := range products {
		set := ingredientsOf(p)
		have := slices.ContainsFunc(sets, func(other []string) bool { return slices.Equal(other, set) })
		if len(set) > 0 && wanted(set) && !have {
			sets = append(sets, set)
		}
	}
	return sets
}

// ambiguous refuses a name that several drugs are sold under.
func (k known) ambiguous(sets [][]string) error {
	names := response.Each(sets, func(set []string) string { return strings.Join(set, " / ") })
	return problem.InvalidCode(k.field, problem.CodeAmbiguous,
		"%s is a name of several drugs; ask for one of the candidates by its generic name", k.field).
		With("candidates", distinct(names))
}

func namesOf(concepts []rxnorm.Concept) []string {
	names := response.Each(concepts, func(c rxnorm.Concept) string { return strings.ToLower(c.Name) })
	return distinct(names)
}
