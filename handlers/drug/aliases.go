package drug

import (
	"slices"
	"strings"
)

// aliases are groups of names that labels use for one substance beside the name that RxNorm gives it.
var aliases = [][]string{
	{"acetaminophen", "paracetamol", "APAP"},
	{"albuterol", "salbutamol"},
	{"ascorbic acid", "vitamin C"},
	{"aspirin", "acetylsalicylic acid"},
	{"cholecalciferol", "vitamin D"},
	{"cyanocobalamin", "vitamin B12"},
	{"cyclosporine", "ciclosporin"},
	{"epinephrine", "adrenaline"},
	{"ergocalciferol", "vitamin D"},
	{"folic acid", "folate"},
	{"glyburide", "glibenclamide"},
	{"hydrochlorothiazide", "HCTZ"},
	{"levothyroxine", "thyroxine"},
	{"lithium carbonate", "lithium"},
	{"lithium citrate", "lithium"},
	{"meperidine", "pethidine"},
	{"norepinephrine", "noradrenaline"},
	{"phytonadione", "vitamin K"},
	{"rifampin", "rifampicin"},
	{"valproic acid", "valproate", "divalproex"},
	{"valproate", "valproic acid", "divalproex"},
	{"divalproex", "valproate", "valproic acid"},
}

// aliasesOf are the other names of a substance, none when there are none in common use.
func aliasesOf(name string) []string {
	at := slices.IndexFunc(aliases, func(group []string) bool { return group[0] == substance(name) })
	if at < 0 {
		return nil
	}
	return aliases[at][1:]
}

// ofElement are the words that labels use for salts of an element: they warn of potassium supplements, not of potassium
// chloride. Sodium is left out, because it is part of other drugs' names.
var ofElement = map[string][]string{
	"aluminum":  {"aluminum"},
	"calcium":   {"calcium"},
	"ferric":    {"iron"},
	"ferrous":   {"iron"},
	"iron":      {"iron"},
	"magnesium": {"magnesium"},
	"potassium": {"potassium"},
	"zinc":      {"zinc"},
}

// elementWords are the words for the elements of ingredients that are salts of one.
func elementWords(ingredients []string) []string {
	var list []string
	for _, name := range ingredients {
		first, _, _ := strings.Cut(folded(name), " ")
		list = append(list, ofElement[first]...)
	}
	return distinct(list)
}
