package known

import "github.com/farebox/farebox/internal/dated"

// Dated declares the tables of known contracts and tokens.
var Dated = dated.Table{
	Name:      "known-contracts",
	Holds:     "Contracts and tokens that are well known under their addresses on EVM chains.",
	Source:    "Deployment pages of the projects; each row names its own",
	AsOf:      "2026-11-21",
	GoodUntil: "2027-11-21",
	Renew:     "Compare the rows with the deployment pages: projects retire contracts.",
	Routes:    []string{"/tx/raw", "/tx/signature"},
}
