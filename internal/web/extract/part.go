package extract

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Tokens estimates how many tokens a text has for a language model: four letters of ASCII are one, and so is each
// character of other scripts that have no spaces between words; two letters of other alphabets. Models differ by a
// third.
func Tokens(text string) int {
	const each = 12 // parts of a token
	parts := 0
	for _, r := range text {
		parts += cost(r)
	}
	return (parts + each - 1) / each
}

// cost is what a character costs, in twelfths of a token.
func cost(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 3
	case r >= 0x2E80 && r <= 0x9FFF, r >= 0xAC00 && r <= 0xD7AF, r >= 0xF900 && r <= 0xFAFF, r >= 0x20000:
		return 12
	}
	return 6
}

// trailing matches a definition below the content: of a footnote, or of a link's target.
var trailing = regexp.MustCompile(`^\[(\^?[^\]\s]+)\]: `)

// Part is the part of a content from a byte on that has at most a number of tokens, and where the next part begins; 0
// at the end. It ends before a heading, else at the end of a paragraph, else of a line. In Markdown it has the
// definitions of the footnotes and links that it uses, which come on top.
func Part(content string, from, most int) (part string, next int) {
	body, definitions := split(content)
	if from < 0 || from >= len(body) {
		return "", 0
	}
	end := from + cutAt(body[from:], most)
	part = strings.Trim(body[from:end], "\n")
	part += used(part, definitions)
	if end < len(body) {
		return part, end
	}
	return part, 0
}

// definition is a footnote's or a link's at the end of a content.
type definition struct{ label, text string }

// split parts a content from the definitions at its end.
func split(content string) (body string, definitions []definition) {
	body = content
	for {
		at := strings.LastIndex(body, "\n[")
		if at < 0 {
			break
		}
		m := trailing.FindStringSubmatch(body[at+1:])
		if m == nil {
			break
		}
		definitions = append([]definition{{m[1], body[at+1:]}}, definitions...)
		body = strings.TrimRight(body[:at], "\n")
	}
	return body, definitions
}

// used are the definitions of labels in a part, and of those in their texts.
func used(part string, definitions []definition) string {
	var b strings.Builder
	text := part
	written := make([]bool, len(definitions))

	for changed := true; changed; {
		changed = false
		for i, d := range definitions {
			mark := "[" + d.label + "]"
			if !written[i] && strings.Contains(text, mark) {
				written[i] = true
				changed = true
				text += d.text
			}
		}
	}

	for i, d := range definitions {
		if written[i] {
			b.WriteString("\n\n" + d.text)
		}
	}

	return b.String()
}

// cutAt finds where a text is cut so that it has at most a number of tokens. Code is not cut as long as it leaves half
// of them.
func cutAt(text string, most int) int {
	limit := reach(text, most)
	if limit == len(text) {
		return limit
	}
	heading := 0
	paragraph := 0
	line := 0
	fence := ""

	for at := 0; at < limit; {
		end := at + len(text[at:])
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		this := strings.TrimRight(text[at:end], "\n")
		switch {
		case fence == "" && at > 0 && isHeadingLine(this):
			heading = at
		case fence == "" && this == "" && end <= limit:
			paragraph = end
		}
		if end <= limit {
			line = end
		}
		fence = fenceAfter(fence, strings.TrimLeft(this, " >"))
		at = end
	}

	for _, cut := range []int{heading, paragraph, line} {
		if cut > limit/2 {
			return cut
		}
	}

	for _, cut := range []int{heading, paragraph, line} {
		if cut > 0 {
			return cut
		}
	}

	return limit
}

var headingLine = regexp.MustCompile(`^#{1,6} `)

func isHeadingLine(line string) bool { return headingLine.MatchString(line) }

// fenceAfter is the fence that is open after a line, "" without one.
func fenceAfter(fence, line string) string {
	if fence == "" {
		if strings.HasPrefix(line, "```") {
			return line[:len(line)-len(strings.TrimLeft(line, "`"))]
		}
		return ""
	}
	if strings.HasPrefix(line, fence) && strings.Trim(line, "`") == "" {
		return ""
	}
	return fence
}

// reach is how far a number of tokens reaches, at least over one character.
func reach(text string, most int) int {
	left := most * 12
	for i, r := range text {
		if left -= cost(r); left < 0 && i > 0 {
			return i
		}
	}
	return len(text)
}
