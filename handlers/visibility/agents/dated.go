package agents

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of crawlers.
var Dated = dated.Table{
	Name: "ai_crawlers",
	Holds: "Crawlers of answer engines and language models: their names in robots.txt, and what " +
		"they fetch for.",
	Source:    "Documentation of their operators",
	AsOf:      "2026-10-28",
	GoodUntil: "2027-10-28",
	Renew:     "Compare the table with the operators' pages: crawlers are renamed and added.",
	Routes:    []string{"/aeo/crawlers", "/aeo/audit"},
}
