package oracle

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of price feeds. On its day, each proxy was last checked. For Base that was against
// Chainlink's directory as a public monitor read it on 2026-10-10 (proxies, heartbeats, market hours). For the other
// networks it was against Aave's address book (generated from the directory, 2026-05), the directory of 2025-03 for
// heartbeats, and a list of currency feeds read on chain on 2026-09-27. On Base, the feeds of WIF, MELANIA, DOLA and
// OUSDT were in the directory in August but not in October: they stay until they stop answering, backed by another
// network's feed if there is one.
var Dated = dated.Table{
	Name:  "price_feeds",
	Holds: "Chainlink's price feeds by asset, with their heartbeats.",
	Source: "Chainlink's directory of Base (2026-10-10); Aave's address book for other networks " +
		"(2026-05)",
	URL:  "https://docs.chain.link/data-feeds/price-feeds/addresses",
	AsOf: "2026-11-21",
	Renew: "Not needed: each feed is asked for its name and the age of its answer, and one that " +
		"has ended goes stale.",
	Routes: []string{"/price", "/market/report", "/token/risk"},
}

// DatedHours declares the rules of market hours.
var DatedHours = dated.Table{
	Name: "market_hours",
	Holds: "Hours and holidays of the markets behind feeds of currencies and metals, as rules " +
		"for every year.",
	Source: "Chainlink's documentation: Selecting Quality Data Feeds, Data Streams Market Hours",
	URL:    "https://docs.chain.link/data-feeds/selecting-data-feeds",
	AsOf:   "2026-11-21",
	Renew:  "Not needed: New Year, Good Friday and Christmas are computed for every year.",
	Routes: []string{"/price", "/market/report"},
}
