package borders

import "github.com/farebox/farebox/internal/dated"

// Dated declares the borders of states.
var Dated = dated.Table{
	Name:   "us_state_borders",
	Holds:  "Borders of states and territories of the United States.",
	Source: "U.S. Census Bureau, cartographic boundaries",
	URL: "" +
		"https://www.census.gov/geographies/mapping-files/time-series/geo/cartographic-boundary.html",
	AsOf:   "2017",
	Renew:  "Not needed: states have not changed since.",
	Routes: []string{"/geocode/reverse"},
}
