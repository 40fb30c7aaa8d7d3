package sentiment

import (
	"strconv"
	"strings"
	"unicode"
)

// maxTokens is how much of a text is read.
const maxTokens = 400

// token is a word, a number or a punctuation mark.
type token struct {
	text    string   // lower case, without possessive 's
	forms   []string // text and the base forms that it may be of
	mark    bool     // punctuation that parts statements
	percent float64  // size of a percentage without its sign, 0 for other tokens
	sign    int      // of a percentage that was written with one
	number  bool
}

// tokenize cuts a text into tokens. Hyphens part words; marks inside a word ("U.S.", "can't") do not.
func (x *lexicon) tokenize(text string) []token {
	text = strings.NewReplacer("’", "'", "‘", "'", "“", " ", "”", " ", "\"", " ", "–", " - ", "—", " - ", "…", " . ", "−", "-").Replace(text)
	var out []token
	for _, field := range strings.Fields(text) {
		if len(out) >= maxTokens {
			break
		}
		out = x.field(out, field)
	}
	return out
}

// field adds the tokens of a text without blanks.
func (x *lexicon) field(out []token, field string) []token {
	word := strings.TrimLeft(field, "([{'*<>#")
	if t, ok := percentage(word); ok {
		return x.trailing(append(out, t), field)
	}
	if strings.Trim(word, "-/|~•") == "" {
		return append(out, token{text: "-", mark: true})
	}

	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '/' || r == '_' }) {
		clean := strings.ToLower(strings.TrimFunc(part, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '$' }))
		clean = strings.TrimSuffix(clean, "'s")
		if clean == "" {
			continue
		}
		t := token{text: clean, number: strings.ContainsFunc(clean, unicode.IsDigit)}
		if t.number {
			t.forms = numberForms(clean)
		} else {
			t.forms = x.baseForms(clean)
		}
		out = append(out, t)
	}

	return x.trailing(out, field)
}

// trailing adds the mark that a field ends with.
func (x *lexicon) trailing(out []token, field string) []token {
	end := strings.TrimRight(field, ")]}'*")
	if end == "" {
		return out
	}
	switch last := end[len(end)-1]; last {
	case ',', ';', ':', '?', '!':
		return append(out, token{text: string(last), mark: true})
	case '.':
		if strings.Count(end, ".") == 1 && len(end) > 3 { // not "U.S." or "vs."
			return append(out, token{text: ".", mark: true})
		}
	}
	return out
}

// percentage reads "12%", "-3.5%", "+1,200%".
func percentage(field string) (token, bool) {
	body, ok := strings.CutSuffix(strings.TrimRight(field, ",.;:!?)]'"), "%")
	if !ok || body == "" {
		return token{}, false
	}

	t := token{text: strings.ToLower(body) + "%", number: true}
	t.forms = []string{t.text}
	switch body[0] {
	case '+':
		t.sign = 1
		body = body[1:]
	case '-':
		t.sign = -1
		body = body[1:]
	}

	body = strings.TrimLeft(strings.ReplaceAll(body, ",", ""), "~<>")
	size, err := strconv.ParseFloat(body, 64)
	if err != nil || size < 0 || size > 1e9 {
		return token{}, false
	}

	t.percent = size
	return t, true
}

// numberForms: "$" stands for any amount of money, "#" for any number.
func numberForms(text string) []string {
	if text[0] == '$' {
		return []string{text, "$", "#"}
	}
	return []string{text, "#"}
}

// baseForms are the words that an inflected form may come from, itself first: "stopped" gives stopped, stopp, stoppe, stop.
// Most are no words; what counts is which of them the lexicon has.
func (x *lexicon) baseForms(word string) []string {
	forms := []string{word}
	add := func(form string) {
		if len(form) > 1 || form == "#" {
			forms = append(forms, form)
		}
	}

	if base := x.irregular[word]; base != "" {
		add(base)
	}

	if cut, ok := strings.CutSuffix(word, "ies"); ok {
		add(cut + "y")
	} else if cut, ok := strings.CutSuffix(word, "es"); ok {
		add(cut)
		add(cut + "e")
	} else if cut, ok := strings.CutSuffix(word, "s"); ok && !strings.HasSuffix(cut, "s") {
		add(cut)
	}

	if cut, ok := strings.CutSuffix(word, "ied"); ok {
		add(cut + "y")
	}

	for _, ending := range []string{"ed", "ing"} {
		cut, ok := strings.CutSuffix(word, ending)
		if !ok || len(cut) < 2 {
			continue
		}
		add(cut)
		add(cut + "e")
		if n := len(cut); cut[n-1] == cut[n-2] {
			add(cut[:n-1])
		}
	}

	return forms
}
