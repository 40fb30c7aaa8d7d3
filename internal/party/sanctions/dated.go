package sanctions

import "github.com/farebox/farebox/internal/dated"

// Dated declares the names of countries on lists.
var Dated = dated.Table{
	Name:   "sanctions_countries",
	Holds:  "Countries by the names that sanctions lists write.",
	Source: "ISO 3166-1, and the lists' own spellings",
	AsOf:   "2026-11",
	Renew:  "Not needed: a country with a newer spelling is shown as the list has it.",
	Routes: []string{"screen", "kyb", "/preflight"},
}

// DatedRates declares the measured rates of screening.
var DatedRates = dated.Table{
	Name:   "screen_rates",
	Holds:  "How many names of listed parties, and of others, have a match of a score or above.",
	Source: "Measured for this service: docs/quality/screen.md",
	AsOf:   "2026-11",
	Renew:  "Not needed: each change of the rules is measured.",
	Routes: []string{"screen", "kyb"},
}
