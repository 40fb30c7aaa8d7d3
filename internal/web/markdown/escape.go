package markdown

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Made once: a Replacer takes 8 kB, and a page may have hundreds of thousands of links.
var (
	titleEscapes  = strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	targetEscapes = strings.NewReplacer(
		" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E", `\`, "%5C", "|", "%7C", "\u00A0", "%C2%A0",
	)
)

// escapeText puts backslashes before the characters of a text that Markdown would read as marks. It checks only
// neighbours, so that snake_case, lone tildes and brackets outside links stay unchanged. In the text of a link all
// brackets are escaped.
func escapeText(s string, inLink bool) string {
	if !strings.ContainsAny(s, "\\`*_[]<&!~") {
		return s
	}

	tildes := strings.Count(s, "~") > 1
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		escape := false
		switch s[i] {
		case '`', '*':
			escape = true
		case '\\':
			escape = next == 0 || next < utf8.RuneSelf && unicode.In(rune(next), unicode.P, unicode.S)
		case '_':
			before, _ := utf8.DecodeLastRuneInString(s[:i])
			after, _ := utf8.DecodeRuneInString(s[i+1:])
			escape = !isWord(before) || !isWord(after)
		case ']':
			escape = inLink || next != 0 && strings.IndexByte(afterBracket, next) >= 0
		case '[':
			escape = inLink || (next == ' ' || next == 'x' || next == 'X') && i+2 < len(s) && s[i+2] == ']'
		case '!':
			escape = next == '['
		case '<':
			escape = next == 0 || next == '/' || next == '!' || next == '?' || next >= 'a' && next <= 'z' || next >= 'A' && next <= 'Z'
		case '&':
			escape = looksLikeEntity(s[i+1:])
		case '~':
			escape = tildes
		}
		if escape {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}

	return string(b)
}

// afterBracket are the characters that make a link or a definition of the brackets before them.
const afterBracket = "([:"

// toEscape are the characters that must not follow a text, unless its last character is escaped.
func toEscape(text []byte) string {
	last := len(text) - 1
	if last > 0 && text[last-1] == '\\' {
		return ""
	}
	switch text[last] {
	case ']':
		return afterBracket
	case '!':
		return "["
	}
	return ""
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

func looksLikeEntity(s string) bool {
	const longest = 33
	for i := range min(len(s), longest) {
		c := s[i]
		switch {
		case c == ';':
			return i > 0
		case c == '#' && i == 0 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		default:
			return false
		}
	}
	return false
}

var (
	lineMark    = regexp.MustCompile(`^(?:#{1,6}(?:\s|$)|[-+](?:\s|$)|>|=+\s*$|-+\s*$|~~~|(?:-[ ]*){3,}$)`)
	lineNumber  = regexp.MustCompile(`^([0-9]{1,9})[.)](?:\s|$)`)
	headerMarks = regexp.MustCompile(`^[|:\-][|:\- ]*$`)
)

// escapeLineStart keeps the first characters of a text line from starting a block.
func escapeLineStart(line string) string {
	switch {
	case lineMark.MatchString(line), headerMarks.MatchString(line):
		return `\` + line
	case lineNumber.MatchString(line):
		digits := lineNumber.FindStringSubmatch(line)[1]
		return digits + `\` + line[len(digits):]
	}
	return line
}
