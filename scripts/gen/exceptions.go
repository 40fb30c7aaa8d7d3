package main

// exceptions are members of answers that do not follow the vocabulary, by place, with the reason: mostly a line of the
// specification that names their members, or a field's own standard.
var exceptions = map[string]string{
	"/enrich/domain registration.created": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",
	"/enrich/domain registration.expires": "seed 2, /enrich/domain: registration (created, age_days, expires, ...)",

	"/fraud/score dimensions": "seed 2, /fraud/score: dimensions (objects score, signals)",
	"/fraud/score reasons":    "seed 2, /fraud/score: reasons (signal, weight, dimension, severity, reason)",

	// The level as the caller wrote it, in per cent too.
	"/quant/risk inputs.confidence":       "seed 2, /quant/risk: body ... confidence",
	"/quant/montecarlo inputs.confidence": "seed 2, /quant/risk: body ... confidence, and the same input here",
}
