// Package toolscan reads the tool list of an MCP server, or any one text of it, as a language model would. It reports
// what is meant for the model rather than the user: hidden characters, orders, requests for secrets, interference with
// other tools, encoded text, changes since approval.
//
// Nothing is fetched and nothing is executed. Disguises are undone first. Then each sentence is read with the lexicon
// of its language: its words fill slots (who is addressed, to do what, with what, where to, on what terms), and an
// act is a conjunction of slots that does harm. The order of words matters little, so a paraphrase in any of ten
// languages is the same act as the textbook sentence. Besides, two linear models judge a text's wording as a whole,
// which finds tools that describe their own harm and orders in other languages; the slots take back what is only
// usage.
//
// The parts: manifest.go finds tools in a body, and segments.go lists their texts. hidden.go judges characters;
// view.go, disguise.go and spelling.go undo disguises; decode.go decodes. slots.go has the lexicons, reading.go makes
// sentences, acts.go has the acts, and wording.go the models (package learned). checks.go has every check with its
// points, score.go adds them up, and canonical.go hashes.
package toolscan
