package country

import "github.com/farebox/farebox/internal/dated"

// Dated declares the names of countries.
var Dated = dated.Table{
	Name:   "country_names",
	Holds:  "Countries by their codes and names in several languages.",
	Source: "github.com/biter777/countries 1.7.5",
	URL:    "https://github.com/biter777/countries",
	AsOf:   "2024-05-30",
	Renew:  "Not needed: a name stays that of its country.",
	Routes: []string{"travel", "trade", "macro"},
}
