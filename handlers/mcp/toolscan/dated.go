package toolscan

import "github.com/farebox/farebox/internal/dated"

// Dated declares the weights of the wording.
var Dated = dated.Table{
	Name:   "tool_wording",
	Holds:  "Weights by which the wording of tools is judged, trained on texts of our own.",
	Source: "scripts/research/toolscan",
	AsOf:   "2026-11",
	Renew:  "Not needed: what they are worth is measured in docs/quality.",
	Routes: []string{"mcp"},
}
