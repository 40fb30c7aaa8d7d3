package rdap

import "github.com/farebox/farebox/internal/dated"

// Dated declares the shipped RDAP servers.
var Dated = dated.Table{
	Name: "rdap_servers",
	Holds: "RDAP servers of top-level domains, for those that IANA's registry lacks, and until " +
		"it is loaded.",
	Source: "IANA bootstrap registry for domains (RFC 9224), and registries' own pages",
	URL:    "https://data.iana.org/rdap/dns.json",
	AsOf:   "2026-11-20",
	Renew:  "Not needed: a server that has moved gives an error, no answer.",
	Routes: []string{"/domain/trust", "/enrich/domain", "/fraud/score", "/preflight"},
}
