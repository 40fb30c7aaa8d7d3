package enrich

import "github.com/farebox/farebox/internal/dated"

// Dated declares the rules for technologies and verifications.
var Dated = dated.Table{
	Name:   "technology_rules",
	Holds:  "Marks by which software, and services behind TXT records, are recognised.",
	Source: "Written for this service",
	AsOf:   "2026-11-21",
	Renew:  "Not needed: it lacks software that came later.",
	Routes: []string{"/enrich/domain"},
}
