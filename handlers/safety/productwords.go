package safety

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/cpsc"
	"github.com/farebox/farebox/internal/upstream/openfda"
)

// wanted is what is looked for, as each source is asked for it.
type wanted struct {
	contained string                 // in a title or name at the Commission
	said      func(cpsc.Recall) bool // whether what it gives is meant
	clause    string                 // at the FDA
	loose     bool
}

// inOrder looks for the words of a query one after another.
func inOrder(query string) wanted {
	return wanted{
		contained: query,
		said:      func(r cpsc.Recall) bool { return says(query, r) },
		clause:    inAnyField(query),
	}
}

// anywhere looks for all words, wherever they stand: "Jif peanut butter" is "Jif Creamy Peanut Butter" on labels.
func anywhere(words []string) wanted {
	longest := slices.MaxFunc(words, func(a, b string) int { return len(a) - len(b) })
	return wanted{
		contained: longest,
		said:      func(r cpsc.Recall) bool { return saysAll(words, r) },
		clause:    openfda.All(response.Each(words, inAnyField)...),
		loose:     true,
	}
}

// inAnyField looks for what has a digit among lots and codes too.
func inAnyField(text string) string {
	clauses := []string{
		openfda.Phrase("product_description", text),
		openfda.Phrase("reason_for_recall", text),
		openfda.Phrase("recalling_firm", text),
	}
	if strings.ContainsAny(text, "0123456789") {
		clauses = append(clauses, openfda.Phrase("code_info", text), openfda.Phrase("openfda.product_ndc", text))
	}
	return openfda.Any(clauses...)
}

// linking are words that say nothing of what is looked for.
const linking = " a an and at by for from in of on or the to with "

// queryWords are the words of a query that tell something.
func queryWords(query string) []string {
	var list []string
	for word := range strings.FieldsSeq(openfda.Plain(query)) {
		if !strings.Contains(linking, " "+strings.ToLower(word)+" ") && !slices.Contains(list, word) {
			list = append(list, word)
		}
	}
	return list
}

// saysAll is whether a recall has all the words in its title, the names of its products and its firms.
func saysAll(words []string, recall cpsc.Recall) bool {
	texts := []string{recall.Title}
	for _, product := range recall.Products {
		texts = append(texts, product.Name)
	}
	for _, firm := range slices.Concat(recall.Manufacturers, recall.Importers, recall.Distributors) {
		texts = append(texts, firm.Name)
	}
	whole := strings.Join(texts, " ")
	return !slices.ContainsFunc(words, func(word string) bool { return !hasWords(whole, word) })
}

// says is whether a recall has the query as whole words: the service also finds them inside of others, as fan in
// infant.
func says(query string, recall cpsc.Recall) bool {
	texts := []string{recall.Title}
	for _, product := range recall.Products {
		texts = append(texts, product.Name)
	}
	return slices.ContainsFunc(texts, func(text string) bool { return hasWords(text, query) })
}

// hasWords says whether a text has these words one after another, the last one also in the plural.
func hasWords(text, words string) bool {
	begins := strings.TrimSuffix(spaced(words), " ")
	text = spaced(text)
	return slices.ContainsFunc([]string{" ", "s ", "es "}, func(ending string) bool {
		return strings.Contains(text, begins+ending)
	})
}

// spaced is a text in lower case with one blank around each of its words.
func spaced(text string) string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
	return " " + strings.Join(fields, " ") + " "
}
