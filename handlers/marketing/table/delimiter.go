package table

import (
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/problem"
)

// delimiters in tie-breaking order.
var delimiters = []struct {
	char   byte
	format string
}{
	{'\t', "tab"},
	{';', "semicolon"},
	{',', "comma"},
}

// formatOf is a delimiter's name in answers.
func formatOf(delimiter byte) string {
	for _, d := range delimiters {
		if d.char == delimiter {
			return d.format
		}
	}

	return ""
}

// delimiterOf is the requested delimiter, or the detected one. In tsv it is the tab unless the header has none.
func delimiterOf(field, text string, given *string) (byte, error) {
	if given != nil {
		return namedDelimiter(*given)
	}

	if field == "tsv" {
		if header := firstLines(text, 1); len(header) > 0 && countUnquoted(header[0], '\t') > 0 {
			return '\t', nil
		}
	}

	return sniff(text), nil
}

// namedDelimiter reads the delimiter input: a name or the character itself.
func namedDelimiter(text string) (byte, error) {
	name := strings.ToLower(strings.TrimSpace(text))
	for _, d := range delimiters {
		if text == string(d.char) || name == d.format || name == string(d.char) {
			return d.char, nil
		}
	}
	if name == `\t` {
		return '\t', nil
	}

	return 0, problem.Invalid("delimiter", "delimiter must be comma, tab or semicolon")
}

// sniffLines is how many lines are examined if the header does not settle the delimiter.
const sniffLines = 20

// sniff finds the delimiter: the most frequent one of the header line; on a tie, the one with the same count in
// most of the first lines.
func sniff(text string) byte {
	lines := firstLines(text, sniffLines)
	best := byte(',')
	most := 0
	mostSteady := 0

	for _, d := range delimiters {
		counts := each.Of(lines, func(line string) int { return countUnquoted(line, d.char) })

		steady := steadyLines(counts)
		if steady > 0 && (counts[0] > most || counts[0] == most && steady > mostSteady) {
			best = d.char
			most = counts[0]
			mostSteady = steady
		}
	}

	return best
}

// steadyLines is how many lines have the most common nonzero count.
func steadyLines(counts []int) int {
	best := 0
	times := map[int]int{}
	for _, n := range counts {
		if n > 0 {
			times[n]++
			best = max(best, times[n])
		}
	}

	return best
}

func countUnquoted(line string, char byte) int {
	n := 0
	quoted := false
	for i := range len(line) {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == char && !quoted:
			n++
		}
	}

	return n
}

// firstLines are the first lines with any text, at most limit.
func firstLines(text string, limit int) []string {
	var lines []string
	for text != "" && len(lines) < limit {
		var line string
		line, text = cutLine(text)
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}

	return lines
}

// cutLine cuts the first line off, at CRLF, LF or CR outside quotes.
func cutLine(text string) (line, rest string) {
	quoted := false
	for i := range len(text) {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '\n', '\r':
			if quoted {
				continue
			}
			line = text[:i]
			rest = text[i+1:]
			if text[i] == '\r' {
				rest = strings.TrimPrefix(rest, "\n")
			}

			return line, rest
		}
	}

	return text, ""
}
