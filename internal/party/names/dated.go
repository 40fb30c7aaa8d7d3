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
