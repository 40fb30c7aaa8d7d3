package drug

import (
	"cmp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// salts are words after the name of a substance that say in which salt, ester or hydrate it is given.
var salts = each.WordSet(`
	acetate acetonide anhydrous arginine aspartate benzathine benzoate besilate besylate bitartrate bromide calcium
	camsylate carbonate chloride citrate cypionate decanoate diacetate dihydrate dihydrochloride dimeglumine
	dimesylate dinitrate dipivoxil dipropionate disodium ditromethamine edisylate enanthate estolate ethanolate
	ethylsuccinate fumarate furoate gluconate glutamate hcl hemifumarate hemihydrate heptahydrate hexacetonide
	hyclate hydrate hydrobromide hydrochloride hydrogen iodide isethionate lactate lysine magnesium malate maleate
	mandelate medoxomil meglumine mesilate mesylate methylbromide methylsulfate monohydrate mononitrate monosodium
	nitrate oxalate palmitate pamoate pentahydrate phosphate pivalate potassium procaine propionate saccharate
	salicylate sesquihydrate sodium stearate succinate sulfate sulphate tartrate tetrahydrate tosylate trihydrate
	tromethamine usp valerate xinafoate zinc`)

// hydrates are the words for water in a salt, which makes no other drug.
var hydrates = each.WordSet(`
	anhydrous dihydrate hemihydrate heptahydrate hydrate monohydrate pentahydrate sesquihydrate tetrahydrate
	trihydrate`)

// elements are first words of substances that are themselves salts: sodium chloride is not the chloride of sodium as
// amlodipine besylate is the besylate of amlodipine.
var elements = each.WordSet(`
	aluminum ammonium barium bismuth calcium copper cupric ferric ferrous gold hydrogen iron lanthanum lithium
	magnesium manganese potassium selenium silver sodium stannous strontium zinc`)

// folded is a name as names are compared: words of small letters and digits.
func folded(name string) string { return strings.ToLower(openfda.Plain(name)) }

func sameName(a, b string) bool { return folded(a) != "" && folded(a) == folded(b) }

// substance is the name of a substance without the words for its salt, in small letters.
func substance(name string) string {
	words := strings.Fields(folded(name))
	if len(words) == 0 {
		return ""
	}
	ofSalt := salts
	if elements[words[0]] {
		ofSalt = hydrates
	}
	for len(words) > 1 && ofSalt[words[len(words)-1]] {
		words = words[:len(words)-1]
	}
	name = unsuffixed(strings.Join(words, " "))
	if preferred, ok := preferredNames[name]; ok {
		return preferred
	}
	return name
}

// preferredNames are RxNorm's names of substances that the FDA lists under others.
var preferredNames = map[string]string{
	"alcohol":                   "ethanol",
	"dehydrated alcohol":        "ethanol",
	"dextrose":                  "glucose",
	"dextrose unspecified form": "glucose",
	"divalproex":                "valproate",
	"sterile water":             "water",
	"valproic acid":             "valproate",
}

// spellings are the names of a substance, RxNorm's first.
func spellings(name string) []string {
	list := []string{name}
	for other, preferred := range preferredNames {
		if preferred == name {
			list = append(list, other)
		}
	}
	slices.Sort(list[1:])
	return list
}

// unsuffixed takes off the four letters without meaning that tell biologics of several makers apart: adalimumab-adaz.
func unsuffixed(name string) string {
	const shortest, suffix = 6, 4
	at := strings.LastIndexByte(name, '-')
	if at < shortest || len(name)-at-1 != suffix || strings.ContainsAny(name[at:], " 0123456789") {
		return name
	}
	return name[:at]
}

// ingredientsOf are the substances of a product, each once, in alphabetical order.
func ingredientsOf(p openfda.Product) []string {
	list := response.Each(p.Ingredients, func(i openfda.Ingredient) string { return substance(i.Name) })
	return distinct(list)
}

// distinct is the list without doubles and empty ones, in alphabetical order.
func distinct(list []string) []string {
	list = slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == "" })
	slices.Sort(list)
	return slices.Compact(list)
}

// sameSet is whether two lists name the same substances.
func sameSet(a, b []string) bool {
	substances := func(list []string) []string {
		return distinct(response.Each(list, substance))
	}
	return slices.Equal(substances(a), substances(b))
}

// parts are the names that a generic name joins: LISINOPRIL AND HYDROCHLOROTHIAZIDE.
func parts(generic string) []string {
	text := " " + strings.ToLower(generic) + " "
	for _, joint := range []string{" and ", " with ", ";", "/", ",", " & ", " + "} {
		text = strings.ReplaceAll(text, joint, "|")
	}

	var list []string
	for part := range strings.SplitSeq(text, "|") {
		list = append(list, substance(part))
	}
	return distinct(list)
}

// labelled are the substances of a record by the block of names that it was given, none when the block is empty.
func labelled(names openfda.Names) []string {
	if len(names.Substances) > 0 {
		return distinct(response.Each(names.Substances, substance))
	}
	return parts(cmp.Or(names.Generic...))
}
