package maildomain

import "github.com/farebox/farebox/internal/dated"

// Dated declares the tables of mail domains.
var Dated = dated.Table{
	Name:      "mail_domains",
	Holds:     "Who runs mail exchangers and sends for domains; free and throw-away mailboxes.",
	Source:    "Documentation of the operators, and a selection of our own",
	AsOf:      "2026-11-20",
	GoodUntil: "2027-11-20",
	Renew: "Compare the files of data/ with the operators' pages: names of exchangers change " +
		"hands.",
	Routes: []string{"/enrich/email", "/enrich/domain", "/fraud/score", "/domain/trust"},
}
