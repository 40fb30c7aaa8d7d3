package google

import "github.com/farebox/farebox/internal/dated"

// Dated declares the Custom Search API.
var Dated = dated.Table{
	Name:      "google_cse",
	Holds:     "Google's Custom Search JSON API: once it has ended, Google is asked by its result page.",
	Source:    "Google",
	URL:       "https://developers.google.com/custom-search/v1/overview",
	AsOf:      "2026-11",
	GoodUntil: "2026-12-31",
	Renew:     "Take the API and its keys out: it ends on 2027-01-01.",
	Routes:    []string{"/search"},
}
