package drug

import (
	"regexp"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/drug"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// relation is what an entry of the list of shortages has to do with a drug. Searches find more than the drug: sodium
// phosphate is also a part of the name of a salt of dexamethasone.
type relation int

const (
	unrelated relation = iota
	itself
	otherSalt   // the same ingredient in a salt that the drug is not
	combination // the drug's ingredients and others
)

// listedEntry is an entry of the list that has to do with the drug.
type listedEntry struct {
	openfda.Shortage
	relation relation
}

// related are the entries that have to do with the drug.
func (id identity) related(found []openfda.Shortage) []listedEntry {
	var list []listedEntry
	for _, s := range found {
		if r := id.relation(s); r != unrelated {
			list = append(list, listedEntry{s, r})
		}
	}
	return list
}

// relation joins an entry by its set of ingredients. The name on the list decides. The block of names that openFDA adds
// may be that of another product, so that it alone makes no entry one of a single substance. Mixtures are listed under
// names of their own ("Amino Acid Injection"): their labels, brands and packages say what they are.
func (id identity) relation(s openfda.Shortage) relation {
	drug := id.substances()
	names := listNames(s.Generic)
	listed := setKeys(names)
	labels := setKeys(labelled(s.Names))
	branded := id.isNamed(s)

	switch {
	case slices.Equal(listed, drug):
		return id.bySalt(names, s.PackageNDC)
	case len(drug) > 1 && (branded || slices.Equal(labels, drug) || id.packs(s.PackageNDC)):
		return itself
	case branded && len(id.ingredients) == 0:
		return itself
	case holdsAll(listed, drug), len(labels) > len(drug) && holdsAll(labels, drug):
		return combination
	}
	return unrelated
}

// substances are the drug's ingredients as sets are compared; the name as asked of one that nobody knows.
func (id identity) substances() []string {
	if len(id.ingredients) == 0 {
		return setKeys([]string{id.asked})
	}
	return setKeys(id.ingredients)
}

// isNamed is whether an entry has the brand that was asked for, or the name that nobody knows as its brand.
func (id identity) isNamed(s openfda.Shortage) bool {
	name := id.brand
	if len(id.ingredients) == 0 {
		name = id.asked
	}
	return name != "" && hasName(append([]string{s.Brand}, s.Names.Brand...), name)
}

// packs is whether a package is one of the drug's in the directory.
func (id identity) packs(code string) bool {
	return code != "" && slices.Contains(packagesOf(id.products), code)
}

// packagesOf are the codes of the packages of products.
func packagesOf(products []openfda.Product) []string {
	var list []string
	for _, p := range products {
		for _, pack := range p.Packages {
			list = append(list, pack.NDC)
		}
	}
	return list
}

// bySalt tells an entry of the drug's only ingredient in another salt from one of the drug itself.
func (id identity) bySalt(names []string, code string) relation {
	salts := id.salts()
	if len(names) != 1 || len(salts) == 0 || id.packs(code) {
		return itself
	}

	listed := unsuffixed(anhydrous(names[0]))
	if listed == anhydrous(substance(names[0])) || slices.Contains(salts, listed) {
		return itself
	}
	return otherSalt
}

// salts are the names of the single ingredient in the forms that the drug is given in: the salt that was asked for, or
// those of the products of a brand or code. A form without a salt is one as well: testosterone is not its cypionate.
func (id identity) salts() []string {
	if len(id.ingredients) != 1 {
		return nil
	}
	if id.salt != "" {
		return []string{anhydrous(id.salt)}
	}

	var list []string
	for _, p := range id.products {
		if len(p.Ingredients) == 1 && (id.kind == gen.DrugIdentityKindProduct || id.sells(p)) {
			list = append(list, anhydrous(p.Ingredients[0].Name))
		}
	}
	return distinct(list)
}

// sells is whether a product is one of the brand. The directory has words behind the name of a brand: Toprol-XL.
func (id identity) sells(p openfda.Product) bool {
	rest, ok := strings.CutPrefix(folded(p.Brand), folded(id.brand))
	return id.brand != "" && ok && (rest == "" || strings.ContainsAny(rest[:1], " -"))
}

// anhydrous is a name with its salt and without words for water, as names are compared.
func anhydrous(name string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(folded(name)), func(word string) bool {
		return hydrates[word]
	}), " ")
}

var strength = regexp.MustCompile(`(?:^|\s)(?:mix\s+)?\d+(?:[./]\d+)*\s?%?(?:\s|$)`)

// listNames are the names that the list joins for an entry, with their salts. It joins them by semicolons, commas, "and"
// and strokes. Commas also set off forms, and strengths are among the words.
func listNames(generic string) []string {
	text := strength.ReplaceAllString(strings.ToLower(generic), " ")
	for _, joint := range []string{" and ", " with ", ",", "/"} {
		text = strings.ReplaceAll(text, joint, ";")
	}

	var list []string
	for name := range strings.SplitSeq(text, ";") {
		name = folded(withoutForm(name))
		if name != "" && !forms[name] {
			list = append(list, name)
		}
	}
	return distinct(list)
}

// setKeys are names of substances as sets of them are compared: without salts, each once, words in any order
// ("estrogens, esterified").
func setKeys(names []string) []string {
	var list []string
	for _, name := range names {
		words := strings.Fields(substance(name))
		slices.Sort(words)
		list = append(list, strings.Join(words, " "))
	}
	return distinct(list)
}

func holdsAll(set, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(name string) bool { return !slices.Contains(set, name) })
}

// How much of a drug is searched for. An entry of a mixture has all of its ingredients, so that some of many find it.
const (
	searchedIngredients = 8
	searchedPackages    = 30
)

// shortageSearch matches entries that may be of the drug: those with one of its ingredients under any of its names,
// with its brand, or of one of its packages.
func (id identity) shortageSearch() string {
	ingredients := id.ingredients
	brand := id.brand
	if len(ingredients) == 0 {
		ingredients = []string{id.asked}
		brand = id.asked
	}

	var clauses []string
	for _, ingredient := range firstOf(ingredients, searchedIngredients) {
		for _, name := range spellings(substance(ingredient)) {
			for _, field := range []string{"generic_name", "openfda.generic_name", "openfda.substance_name"} {
				clauses = append(clauses, worded(field, name))
			}
		}
	}
	if brand != "" {
		clauses = append(clauses,
			openfda.Phrase("proprietary_name", brand),
			openfda.Phrase("openfda.brand_name", brand))
	}
	for _, code := range firstOf(packagesOf(id.preferred()), searchedPackages) {
		clauses = append(clauses, openfda.Keyword("package_ndc", code))
	}
	return openfda.Any(clauses...)
}

// worded matches records whose field has all words of a name, in any order.
func worded(field, name string) string {
	var clauses []string
	for word := range strings.FieldsSeq(name) {
		clauses = append(clauses, openfda.Phrase(field, word))
	}
	if len(clauses) == 1 {
		return clauses[0]
	}
	return "(" + openfda.All(clauses...) + ")"
}
