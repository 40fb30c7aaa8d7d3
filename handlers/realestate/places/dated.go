package places

import "github.com/farebox/farebox/internal/dated"

// Dated declares the tables of counties and of metropolitan areas.
var Dated = dated.Table{
	Name: "us_metro_areas",
	Holds: "Counties of the United States, and the metropolitan areas that they are in: OMB " +
		"Bulletin 23-01.",
	Source: "Office of Management and Budget; U.S. Census Bureau, delineation files of July 2023",
	URL: "" +
		"https://www.census.gov/geographies/reference-files/time-series/demo/metro-micro/delineation-files.html",
	AsOf:   "2023-07",
	Renew:  "Not needed: the codes of statistics change with the next bulletin only.",
	Routes: []string{"realestate"},
}
