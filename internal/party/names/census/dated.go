package census

import "github.com/farebox/farebox/internal/dated"

// Dated declares the names of the census.
var Dated = dated.Table{
	Name:   "census_names",
	Holds:  "Frequently occurring names of the census of 1990.",
	Source: "U.S. Census Bureau",
	URL:    "https://www.census.gov/topics/population/genealogy/data/1990_census.html",
	AsOf:   "1990",
	Renew:  "Not needed: a census is of its year.",
	Routes: []string{"match", "screen"},
}
