package main

// exceptions are members of answers that do not follow the vocabulary, by place, with the reason: mostly a line of the
// specification that names their members, or a field's own standard.
var exceptions = map[string]string{
	"/fraud/score dimensions": "seed 2, /fraud/score: dimensions (objects score, signals)",
	"/fraud/score reasons":    "seed 2, /fraud/score: reasons (signal, weight, dimension, severity, reason)",
}
