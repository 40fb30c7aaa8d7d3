package names

import "strings"

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

// withoutForm are the words that are left when the legal form is taken off their end: the most that have the core of
// the whole name and no form themselves.
func (e *Engine) withoutForm(words []string, core string) []string {
	for n := 1; n <= maxFormWords && n < len(words); n++ {
		rest := words[:len(words)-n]
		form, err := e.Prepare(Company, strings.Join(rest, " "), "")
		if err == nil && form.Text == core && len(form.company.forms) == 0 {
			return rest
		}
	}
	return words
}
