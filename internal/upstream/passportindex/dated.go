package passportindex

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of visa requirements.
var Dated = dated.Table{
	Name:      "passport_index",
	Holds:     "Visa requirements by passport and destination.",
	Source:    "imorte/passport-index-data, from passportindex.org",
	URL:       "https://github.com/imorte/passport-index-data",
	AsOf:      AsOf,
	GoodUntil: "2026-12-31",
	Renew: "Set snapshot and AsOf to a later version of the table: many rules change with the " +
		"year.",
	Routes: []string{"/travel/visa", "/travel/entry"},
}
