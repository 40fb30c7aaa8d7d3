package typosquat

import "github.com/farebox/farebox/internal/dated"

// Dated declares the tables of brands.
var Dated = dated.Table{
	Name: "typosquat_brands",
	Holds: "Brands that are imitated in domain names, with their domains, and the words and " +
		"endings of imitations.",
	Source: "General knowledge; confusable letters by Unicode Technical Standard 39, version " +
		"17.0.0",
	URL:    "https://www.unicode.org/reports/tr39/",
	AsOf:   "2026-11-20",
	Renew:  "Not needed: it lacks brands that came later; answers give its day.",
	Routes: []string{"/domain/typosquat", "/domain/trust", "/fraud/score", "/preflight"},
}
