package main

import (
	_ "embed"
	"math/rand/v2"
	"strings"
)

// partsList holds the parts of orders to a model in thirty languages, and of harmless sentences with the
// same words.
//
//go:embed texts/orders.txt
var partsList string

// ofParts is how many sentences are made of one line of parts.
const ofParts = 500

// fromParts makes sentences of the lines of texts/orders.txt.
func fromParts() (orders, harmless []string) {
	r := rand.New(rand.NewPCG(3, 5))
	for _, line := range textLines(partsList) {
		made := sentencesOf(line[2:], r)
		if line[0] == '+' {
			orders = append(orders, made...)
		} else {
			harmless = append(harmless, made...)
		}
	}
	return orders, harmless
}

// sentencesOf joins parts that are drawn by r. Languages differ in whether the verb stands first.
func sentencesOf(line string, r *rand.Rand) []string {
	parts := strings.SplitN(line, "#", 3)
	verbs := strings.Split(parts[0], "|")
	objects := strings.Split(parts[1], "|")
	rests := strings.Split(parts[2], "|")
	draw := func(list []string) string { return strings.TrimSpace(list[r.IntN(len(list))]) }

	var out []string
	for i := range min(ofParts, len(verbs)*len(objects)*len(rests)) {
		verb := draw(verbs)
		object := draw(objects)
		rest := draw(rests)
		if i%3 == 2 {
			verb, object = object, verb
		}
		out = append(out, strings.TrimSpace(verb+" "+object+" "+rest))
	}
	return out
}
