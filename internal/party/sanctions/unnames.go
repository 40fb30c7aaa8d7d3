package sanctions

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	lettered = regexp.MustCompile(`(?:^|\s)\(?[a-z]\)\s+`)
	// unNote is what the UN writes behind a name about it.
	unNote = regexp.MustCompile(`(?i)\((?:birth name|combat name|previously listed as|third|original script|` +
		`false identity[^)]*|[^)]*passport[^)]*)\)|` +
		`\s+-\s+sub-unit name\b|\boriginal script:|,?\s+born\s+(?:in\s|on\s|\d).*$`)
)

// unNames are the names in one field of the UN list. A field holds one, or several: "A ; B", "a) A b) B", and a name in
// its own script with Latin spellings of it, "native (A; B)", or the other way round. A Latin name with an acronym or a
// variant in parentheses stays one name.
func unNames(field string) []string {
	field = unNote.ReplaceAllString(field, " ")
	field = lettered.ReplaceAllString(field, "; ")

	var out []string
	for _, part := range atDepth(field) {
		out = append(out, asideNames(part)...)
	}
	return out
}

// atDepth divides at the semicolons outside parentheses.
func atDepth(s string) []string {
	var out []string
	depth := 0
	from := 0
	for i, c := range s {
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ';' && depth == 0:
			out = append(out, s[from:i])
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// asideNames are the name before the parentheses of a part, and those within them.
func asideNames(part string) []string {
	before, asides := asidesOf(part)
	var names, kept []string
	for _, aside := range asides {
		if strings.Contains(aside, ";") || inScript(aside) != inScript(before) && before != "" {
			names = append(names, unNames(aside)...)
		} else {
			kept = append(kept, aside)
		}
	}

	if len(kept) == len(asides) { // as printed, for the place of a parenthesis within the name
		before = balanced(part)
	} else {
		for _, aside := range kept {
			before += " (" + aside + ")"
		}
	}
	if before = trimName(before); before != "" {
		names = append([]string{before}, names...)
	}
	return names
}

// asidesOf divides a text into what stands outside of parentheses and the texts within the outer ones.
func asidesOf(s string) (outside string, asides []string) {
	depth := 0
	from := 0
	var out strings.Builder
	for i, c := range s {
		switch {
		case c == '(':
			if depth++; depth == 1 {
				from = i + 1
			}
		case c == ')' && depth > 0:
			if depth--; depth == 0 {
				asides = append(asides, strings.TrimSpace(s[from:i]))
				out.WriteByte(' ')
			}
		case c != ')' && depth == 0:
			out.WriteRune(c)
		}
	}

	if depth > 0 { // never closed
		asides = append(asides, strings.TrimSpace(s[from:]))
	}
	return trimName(out.String()), asides
}

// balanced leaves out the parentheses when one of them lacks its other half.
func balanced(s string) string {
	if strings.Count(s, "(") == strings.Count(s, ")") && strings.Index(s, "(") <= strings.Index(s, ")") {
		return s
	}
	return strings.NewReplacer("(", " ", ")", " ").Replace(s)
}

func trimName(s string) string { return strings.Trim(strings.Join(strings.Fields(s), " "), " ,;\"") }

// inScript says whether a text is in another script than the Latin one.
func inScript(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) &&
			r != 'ʼ'
	})
}
