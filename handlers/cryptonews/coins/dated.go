package coins

import "github.com/farebox/farebox/internal/dated"

// Dated declares the table of coins.
var Dated = dated.Table{
	Name:   "crypto_coins",
	Holds:  "Coins with their tickers and names, and the rules by which a text names one.",
	Source: "Written for this service",
	AsOf:   "2026-11",
	Renew:  "Not needed: it lacks coins that came later.",
	Routes: []string{"/crypto/news", "/crypto/sentiment"},
}
