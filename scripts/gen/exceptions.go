package main

// exceptions are members of answers that do not follow the vocabulary, by place, with the reason: mostly a line of the
// specification that names their members, or a field's own standard.
var exceptions = map[string]string{
	"/enrich/domain registration.created": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",
	"/enrich/domain registration.expires": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",

	"/fraud/score dimensions": "seed 2, /fraud/score: dimensions (objects score, signals)",
	"/fraud/score reasons":    "seed 2, /fraud/score: reasons (signal, weight, dimension, severity, reason)",

	"/gas gas_price_wei":   "seed 1, /gas: `gas_price_wei` integer",
	"/tx/explain coverage": "seed 1, /tx/explain: `coverage` (`method`,`internal_tx`,`trace`)",
	"/token/risk coverage": "seed 2, /token/risk: `coverage` (`dimensions_total`,`dimensions_evaluated`,`confidence`)",

	"/crypto/news items[].published":         "seed 2, /crypto/news: `items` (...`source`,`published`,`summary`...)",
	"/crypto/news items[].sentiment.score":   "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/news summary.sentiment.score":   "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/sentiment composite.score":      "seed 2, /crypto/sentiment: `composite` (`label`,`score` in [-1,1])",
	"/crypto/sentiment news_sentiment.score": "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/sentiment sources":              "seed 2, /crypto/sentiment: `sources` (`fear_greed`,`news_feeds_ok`,`errors`)",
}
