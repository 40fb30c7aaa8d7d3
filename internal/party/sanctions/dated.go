package sanctions

import "github.com/farebox/farebox/internal/dated"

// Dated declares the names of countries on lists.
var Dated = dated.Table{
	Name:   "sanctions_countries",
	Holds:  "Countries by the names that sanctions lists write.",
	Source: "ISO 3166-1, and the lists' own spellings",
	AsOf:   "2026-11",
	Renew:  "Not needed: a spelling that came later is no country, and is told as the list has it.",
	Routes: []string{"screen", "kyb", "/preflight"},
}
