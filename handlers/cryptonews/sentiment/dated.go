package sentiment

import "github.com/farebox/farebox/internal/dated"

// Dated declares the lexicon.
var Dated = dated.Table{
	Name:   "crypto_lexicon",
	Holds:  "Words and phrases of crypto headlines with their values.",
	Source: "Written for this service",
	AsOf:   "2026-11",
	Renew:  "Not needed: a word keeps its meaning.",
	Routes: []string{"/crypto/news", "/crypto/sentiment"},
}
