package marketing

import (
	"strings"

	"github.com/farebox/farebox/internal/problem"
)

// delimiters in the order that settles a tie.
var delimiters = []struct {
	char   byte
	format string
}{{'\t', "tab"}, {';', "semicolon"}, {',', "comma"}}

// formatOf names a delimiter as answers do.
func formatOf(delimiter byte) string {
	for _, d := range delimiters {
		if d.char == delimiter {
			return d.format
		}
	}
	return ""
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

// sniffLines are the lines that are looked at when the header does not settle the delimiter.
const sniffLines = 20

// sniff finds the delimiter: the most frequent one of the header line; when several are equally
// frequent, the one with the same count in most of the first lines.
func sniff(text string) byte {
	var counts [3][]int // by delimiter, by line
	for line := 0; line < sniffLines && text != ""; {
		var row string
		row, text = splitLine(text)
		if strings.TrimSpace(row) == "" {
			continue
		}
		for d := range delimiters {
			counts[d] = append(counts[d], countUnquoted(row, delimiters[d].char))
		}
		line++
	}
	if len(counts[0]) == 0 {
		return ','
	}
	most := max(counts[0][0], counts[1][0], counts[2][0])
	best, bestLines := -1, -1
	for d := range delimiters {
		if counts[d][0] != most {
			continue
		}
		if lines := steadyLines(counts[d]); lines > bestLines {
			best, bestLines = d, lines
		}
	}
	if most == 0 && bestLines == 0 {
		return ','
	}
	return delimiters[best].char
}

// steadyLines is in how many lines the most common count that is not zero comes.
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
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '"':
			quoted = !quoted
		case line[i] == char && !quoted:
			n++
		}
	}
	return n
}

// splitLine cuts the first line off, at CRLF, LF or CR outside of quotes.
func splitLine(text string) (line, rest string) {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			quoted = !quoted
		case '\n', '\r':
			if quoted {
				continue
			}
			rest = text[i+1:]
			if text[i] == '\r' {
				rest = strings.TrimPrefix(rest, "\n")
			}
			return text[:i], rest
		}
	}
	return text, ""
}

// textScanner reads delimited text (RFC 4180; line ends CRLF, LF or CR). It is forgiving: spaces
// before a quote are dropped, a quote within an unquoted field is itself, text after a closing quote is
// kept. Only a quote that never closes is an error, because it hides the rest of the data.
type textScanner struct {
	s         string
	i         int
	delimiter byte
	fields    []string
}

// next is the fields of the next record that has any text; they are valid until the next call.
// ok is false at the end.
func (t *textScanner) next() (fields []string, ok bool, err error) {
	for t.i < len(t.s) {
		t.fields = t.fields[:0]
		for last := false; !last; {
			var field string
			if field, last, err = t.field(); err != nil {
				return nil, false, err
			}
			t.fields = append(t.fields, field)
		}
		for _, f := range t.fields {
			if f != "" {
				return t.fields, true, nil
			}
		}
	}
	return nil, false, nil
}

// field reads a field and what ends it; last means that the record ended too.
func (t *textScanner) field() (text string, last bool, err error) {
	start := t.i
	for t.i < len(t.s) && t.s[t.i] == ' ' {
		t.i++
	}
	if t.i < len(t.s) && t.s[t.i] == '"' {
		return t.quoted()
	}
	t.i = start
	for ; t.i < len(t.s); t.i++ {
		switch b := t.s[t.i]; {
		case b == t.delimiter:
			text = t.s[start:t.i]
			t.i++
			return strings.TrimSpace(text), false, nil
		case b == '\n' || b == '\r':
			text = t.s[start:t.i]
			t.lineEnd()
			return strings.TrimSpace(text), true, nil
		}
	}
	return strings.TrimSpace(t.s[start:]), true, nil
}

func (t *textScanner) quoted() (text string, last bool, err error) {
	opened := t.i
	t.i++
	doubled := false
	start := t.i
	for {
		n := strings.IndexByte(t.s[t.i:], '"')
		if n < 0 {
			line := 1 + strings.Count(t.s[:opened], "\n")
			return "", false, problem.InvalidCode("", "unterminated_quote", "a quote that opens in line %d never closes", line)
		}
		t.i += n + 1
		if t.i >= len(t.s) || t.s[t.i] != '"' {
			break
		}
		doubled = true
		t.i++
	}
	text = t.s[start : t.i-1]
	if doubled {
		text = strings.ReplaceAll(text, `""`, `"`)
	}
	rest := t.i
	for ; t.i < len(t.s); t.i++ {
		b := t.s[t.i]
		if b != t.delimiter && b != '\n' && b != '\r' {
			continue
		}
		text += strings.TrimSpace(t.s[rest:t.i])
		if b == t.delimiter {
			t.i++
			return text, false, nil
		}
		t.lineEnd()
		return text, true, nil
	}
	return text + strings.TrimSpace(t.s[rest:]), true, nil
}

// lineEnd steps over the line end that is next.
func (t *textScanner) lineEnd() {
	if t.s[t.i] == '\r' && t.i+1 < len(t.s) && t.s[t.i+1] == '\n' {
		t.i++
	}
	t.i++
}
