package ipfacts

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of hosting networks.
var Dated = dated.Table{
	Name:      "hosting_networks",
	Holds:     "Numbers of the networks of large hosting, cloud and content companies.",
	Source:    "Registrations of the regional registries, read by hand",
	AsOf:      "2026-11-20",
	GoodUntil: "2027-11-20",
	Renew:     "Compare data/hosting.tsv with the registrations: numbers change hands.",
	Routes:    []string{"/fraud/ip", "/fraud/score"},
}
