package pdftext

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PDFium writes one of the first two for a hyphen that may exist only because of a line break. A cleaned text has the
// second for all of them.
const (
	hyphenMark  = '\x02'
	hyphenMark2 = '\uFFFE'
	softHyphen  = '\u00AD'
)

var (
	// lineBreak matches a hyphen at the end of a line.
	lineBreak = regexp.MustCompile("[\x02\uFFFE\u00AD][ \t]*\n[ \t]*")

	brokenWord = regexp.MustCompile("([\\pL\\pM\\pN]+)\uFFFE([\\pL\\pM\\pN]+)")
	wholeWord  = regexp.MustCompile(`[\pL\pM\pN]+(?:-[\pL\pM\pN]+)*`)
)

// joinBroken joins words that line breaks part. The rest of the text shows whether the hyphen is the word's own.
func joinBroken(text string) string {
	if !strings.ContainsRune(text, hyphenMark2) {
		return text
	}
	known := map[string]bool{}
	for _, word := range wholeWord.FindAllString(brokenWord.ReplaceAllString(text, " "), -1) {
		known[strings.ToLower(word)] = true
	}

	var b strings.Builder
	last := 0
	for _, at := range brokenWord.FindAllStringSubmatchIndex(text, -1) {
		first := text[at[2]:at[3]]
		second := text[at[4]:at[5]]
		b.WriteString(text[last:at[3]])
		if ownHyphen(first, second, known) || inAddress(text[:at[2]]) {
			b.WriteByte('-')
		}
		b.WriteString(second)
		last = at[5]
	}
	b.WriteString(text[last:])
	return strings.ReplaceAll(b.String(), string(hyphenMark2), "-")
}

// ownHyphen reports whether a hyphen belongs to a word: the text has it with the hyphen elsewhere, or both its parts as
// words of their own, or the second begins with a capital letter or a digit.
func ownHyphen(first, second string, known map[string]bool) bool {
	const shortest = 3 // letters of a part that is a word by itself
	first = strings.ToLower(first)
	begin, _ := utf8.DecodeRuneInString(second)
	lower := strings.ToLower(second)
	switch {
	case known[first+lower]:
		return false
	case known[first+"-"+lower], unicode.IsUpper(begin), unicode.IsDigit(begin):
		return true
	}
	return len(first) >= shortest && len(second) >= shortest && known[first] && known[lower]
}

// inAddress reports whether a text ends within an address of a page or of mail.
func inAddress(before string) bool {
	word := before[strings.LastIndexFunc(before, unicode.IsSpace)+1:]
	return strings.ContainsAny(word, "/@_")
}
