// Package toolscan reads the tool list of an MCP server, or any one text of it, as a language model would, and
// reports what is meant for the model rather than the user: hidden characters, orders, requests for secrets,
// interference with other tools, encoded text, changes since approval.
//
// Nothing is fetched and nothing is executed. The work is linear in the input: each text is read once by a
// character scan, an automaton of literals and a lexicon that turns words into classes. The rules are short
// sequences of classes with gaps, so a paraphrase of an attack matches the same rule as its textbook sentence.
// There is no backtracking and no list of sentences. Besides the rules, two linear models judge a text's wording
// (wording.go, package learned).
//
// The parts: manifest.go finds tools in a body, segments.go lists their texts, hidden.go judges characters, view.go
// undoes disguises, lexicon.go and literals.go name classes, rules.go has the sequences, checks.go has every check
// with its points, score.go adds them up, canonical.go hashes.
package toolscan
