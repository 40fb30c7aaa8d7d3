package names

import (
	"slices"
	"strings"
)

// maxFormWords is how many words of a name's end a legal form is looked for in: "S. A. de C. V." has five.
const maxFormWords = 5

// Plain is a company's name as written, but for the legal form at its end and the article before it: "Boeing" for "The
// Boeing Company", "Amazon.com" for "Amazon.com, Inc.". It is for searches by parts of names, which would else miss
// the spellings with another form. A name that is nothing else stays as it is.
func (e *Engine) Plain(text string) string {
	words := strings.Fields(text)
	form, err := e.Prepare(Company, text, "")
	if err == nil && len(form.company.forms) > 0 {
		words = e.withoutForm(words, form.Text)
	}
	if len(words) > 1 && strings.EqualFold(words[0], "the") {
		words = words[1:]
	}
	return strings.TrimRight(strings.Join(words, " "), ",;")
}

// withoutForm is the shortest beginning of a name with the core of the whole: without the legal form, and without an
// "and" before it. Sons is no form: Smith & Sons stays, because Smith Sons has another core than Smith.
func (e *Engine) withoutForm(words []string, core string) []string {
	hasCore := func(words []string) bool {
		form, err := e.Prepare(Company, strings.Join(words, " "), "")
		return err == nil && form.Text == core
	}
	for n := min(maxFormWords, len(words)-1); n > 0; n-- {
		rest, form := words[:len(words)-n], words[len(words)-n:]
		if isAnd(form[0]) && !hasCore(slices.Concat(rest, form[1:])) {
			continue
		}
		if hasCore(rest) {
			return rest
		}
	}
	return words
}

func isAnd(word string) bool { return word == "&" || strings.EqualFold(word, "and") }
