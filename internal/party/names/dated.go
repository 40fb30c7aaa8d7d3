package names

import "github.com/farebox/farebox/internal/dated"

// DatedForms declares the legal forms of companies.
var DatedForms = dated.Table{
	Name:   "legal_forms",
	Holds:  "Legal forms of companies with their abbreviations.",
	Source: "ISO 20275 list of entity legal forms (GLEIF), version 1.5",
	URL:    "https://www.gleif.org/en/about-lei/code-lists/iso-20275-entity-legal-forms-code-list",
	AsOf:   "2023-09-28",
	Renew:  "Not needed: a form keeps its meaning.",
	Routes: []string{"match", "kyb", "screen", "entity"},
}

// DatedNicknames declares the nicknames.
var DatedNicknames = dated.Table{
	Name:   "nicknames",
	Holds:  "Given names that name one person.",
	Source: "Written for this service",
	AsOf:   "2026-11",
	Renew:  "Not needed: names of people do not age.",
	Routes: []string{"match", "screen"},
}

// DatedWords declares what words of names are worth.
var DatedWords = dated.Table{
	Name:  "name_words",
	Holds: "How many names of people and of firms have a word, as bits.",
	Source: "Counted in half of the names of the UN's and OFAC's lists, of athletes of three Olympic Games, of SEC filers, " +
		"of research organisations (ROR) and brands (OpenStreetMap), and the commonest surnames of 75 countries (Wikipedia)",
	AsOf:   "2026-11",
	Renew:  "Not needed: what people are called changes slowly.",
	Routes: []string{"screen", "kyb", "/preflight"},
}

// DatedTranslations declares the words of organisations' names in other writings.
var DatedTranslations = dated.Table{
	Name:  "organisation_words",
	Holds: "Words of organisations' names in other writings, with the English words that stand for them.",
	Source: "Written for this service, and learned from pairs of names of research organisations (ROR), brands " +
		"(OpenStreetMap), countries (CLDR) and listed organisations",
	AsOf:   "2026-11",
	Renew:  "Not needed: a word keeps its meaning.",
	Routes: []string{"screen"},
}
