package main

// exceptions are members of answers that do not follow the vocabulary, by place, with the reason: mostly a line of
// the specification that names their members, or the field's own standard.
var exceptions = map[string]string{
	"/depin/coverage ?network":   deviceNetworks,
	"/depin/hotspot ?network":    deviceNetworks,
	"/depin/network ?network":    deviceNetworks,
	"/depin/rewards ?network":    deviceNetworks,
	"/depin/wallet ?network":     deviceNetworks,
	"/energy/electricity ?state": "the United States are a choice beside the states",
	"/macro/compare ?country":    severalCountries,
	"/macro/country ?country":    severalCountries,
	"/macro/indicator ?country":  severalCountries,
	"/preflight ?network":        "any chain may be named, also one that no route reads",

	"/cve/lookup cvss.base_score":       cvssScale,
	"/cve/lookup cvss_all[].base_score": cvssScale,
	"/cve/scan advisories[].cvss_score": cvssScale,

	"/enrich/domain registration.created": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",
	"/enrich/domain registration.expires": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",

	"/legal/litigation sources":         litigationSources,
	"/legal/profile litigation.sources": litigationSources,

	"/feed feed.updated":      "seed 1, /feed: feed (title, link, description, updated)",
	"/feed items[].published": "seed 1, /feed: items (title, link, published, summary, id, author)",

	"/fraud/score dimensions": "seed 2, /fraud/score: dimensions (objects score, signals)",
	"/fraud/score reasons":    "seed 2, /fraud/score: reasons (signal, weight, dimension, severity, reason)",

	// The level as the caller wrote it, also in per cent.
	"/quant/risk inputs.confidence":       "seed 2, /quant/risk: body ... confidence",
	"/quant/montecarlo inputs.confidence": "seed 2, /quant/risk: body ... confidence, and the same input here",
	"/gas gas_price_wei":                  "seed 1, /gas: `gas_price_wei` integer",
	"/tx/explain coverage":                "seed 1, /tx/explain: `coverage` (`method`,`internal_tx`,`trace`)",
	"/weather coverage":                   "seed 2, /weather: `coverage` = `US`",
	"/forecast coverage":                  "seed 2, /forecast: ...`wind_direction`),`coverage`",
	"/token/risk coverage": "seed 2, /token/risk: " +
		"`coverage` (`dimensions_total`,`dimensions_evaluated`,`confidence`)",

	"/safety/vehicle risk_score": "seed 2, /safety/vehicle: " +
		"`risk_score` (`score`,`band` low/medium/high/critical,`flags`)",
	"/safety/product risk_score": "seed 2, /safety/vehicle: " +
		"`risk_score` (`score`,`band`,`flags`), and the same member here",

	"/crypto/news items[].published":         "seed 2, /crypto/news: `items` (...`source`,`published`,`summary`...)",
	"/crypto/news items[].sentiment.score":   "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/news summary.sentiment.score":   "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/sentiment composite.score":      "seed 2, /crypto/sentiment: `composite` (`label`,`score` in [-1,1])",
	"/crypto/sentiment news_sentiment.score": "seed 2, /crypto/sentiment: `score` in [-1,1], the same measure",
	"/crypto/sentiment sources": "seed 2, /crypto/sentiment: " +
		"`sources` (`fear_greed`,`news_feeds_ok`,`errors`)",

	"/sports/game game.away.score":             gameScore,
	"/sports/game game.home.score":             gameScore,
	"/sports/game scoring_plays[].away_score":  gameScore,
	"/sports/game scoring_plays[].home_score":  gameScore,
	"/sports/schedule games[].away.score":      gameScore,
	"/sports/schedule games[].home.score":      gameScore,
	"/sports/scores games[].away.score":        gameScore,
	"/sports/scores games[].home.score":        gameScore,
	"/sports/team next_game.away.score":        gameScore,
	"/sports/team next_game.home.score":        gameScore,
	"/sports/team recent_games[].away.score":   gameScore,
	"/sports/team recent_games[].home.score":   gameScore,
	"/sports/team upcoming_games[].away.score": gameScore,
	"/sports/team upcoming_games[].home.score": gameScore,
}

const gameScore = "seed 2, /sports/scores: the score of a game, which is not a judgement"

const cvssScale = "seed 2, /cve/lookup: cvss (base_score); the standard of CVSS scores from 0 to 10 with one decimal"

const litigationSources = "seed 2, /legal/litigation: `sources` (`partial`,`rate_limited`)"

const (
	deviceNetworks   = "networks of devices, not chains"
	severalCountries = "several countries and groups of countries are taken"
)
