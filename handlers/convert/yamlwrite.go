package convert

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
)

func jsonToYAML(data string, opts options, out *output) error {
	v, err := readJSON(data)
	if err != nil {
		return err
	}
	w := &yamlWriter{out: out, sortKeys: opts.sortKeys}
	w.value(v, 0)
	return nil
}

// yamlWriter writes block style that YAML 1.1 and 1.2 read alike: two blanks per level, no anchors, and quotes
// around every string that either version would read as something else.
type yamlWriter struct {
	out      *output
	sortKeys bool
}

// value writes v at the end of the current line and ends the line. indent is the column of v's members.
func (w *yamlWriter) value(v *value, indent int) {
	switch {
	case v.kind == kindNull:
		w.out.put("null\n")
	case v.kind == kindString:
		w.text(v.text, indent)
	case v.kind == kindList && len(v.items) == 0:
		w.out.put("[]\n")
	case v.kind == kindObject && len(v.keys) == 0:
		w.out.put("{}\n")
	case v.kind == kindList:
		for i, item := range v.items {
			if w.out.over {
				return
			}
			if i > 0 {
				w.out.space(indent)
			}
			w.out.put("- ")
			w.value(item, indent+2)
		}
	case v.kind == kindObject:
		for i, at := range v.order(w.sortKeys) {
			if w.out.over {
				return
			}
			if i > 0 {
				w.out.space(indent)
			}
			w.member(v.keys[at], v.values[at], indent)
		}
	case v.kind == kindNumber:
		w.out.put(yamlNumber(v.text) + "\n")
	default:
		w.out.put(v.text + "\n")
	}
}

// yamlNumber writes a JSON number that YAML 1.1 readers also read as a number. They take 1e+20 and 1.0e20 for text:
// a float with an exponent needs a point, and the exponent a sign.
func yamlNumber(s string) string {
	at := strings.IndexAny(s, "eE")
	if at < 0 {
		return s
	}
	mantissa := s[:at]
	exponent := s[at+1:]
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	if exponent[0] != '+' && exponent[0] != '-' {
		exponent = "+" + exponent
	}
	return mantissa + s[at:at+1] + exponent
}

// maxSimpleKey is the longest key allowed before a colon without a question mark (YAML 1.2.2, 7.4.2: 1024
// characters, quotes and escapes included).
const maxSimpleKey = 1024

func (w *yamlWriter) member(key string, v *value, indent int) {
	written := scalar(key)
	if len(written) > maxSimpleKey {
		w.out.put("? " + written + "\n")
		w.out.space(indent)
		w.out.put(": ")
		w.value(v, indent+2)
		return
	}
	w.out.put(written + ":")
	if v.kind == kindList && len(v.items) > 0 || v.kind == kindObject && len(v.keys) > 0 {
		w.out.put("\n")
		w.out.space(indent + 2)
	} else {
		w.out.put(" ")
	}
	w.value(v, indent+2)
}

// text writes a string: as a literal block if it has several plain lines, else on one line.
func (w *yamlWriter) text(s string, indent int) {
	if !literal(s) {
		w.out.put(scalar(s) + "\n")
		return
	}

	lines := strings.Split(s, "\n")
	trailing := 0
	for lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
		trailing++
	}

	w.out.put("|" + [...]string{"-", "", "+"}[min(trailing, 2)] + "\n")
	for _, line := range lines {
		if w.out.over {
			return
		}
		if line != "" {
			w.out.space(max(indent, 2))
		}
		w.out.put(line + "\n")
	}

	for ; trailing > 1; trailing-- {
		w.out.put("\n")
	}
}

// literal reports whether a string has several lines that all fit a literal block unchanged.
func literal(s string) bool {
	if !strings.Contains(s, "\n") || s[0] == '\n' || s[0] == ' ' {
		return false
	}
	for line := range strings.SplitSeq(s, "\n") {
		if line != "" && (line[0] == '\t' || strings.Trim(line, " ") == "") || !printable(line) {
			return false
		}
	}
	return true
}

// printable reports whether text without line ends needs no escapes in YAML. Characters that only some readers
// treat as line ends or marks must be escaped.
func printable(s string) bool {
	for _, r := range s {
		if r < 0x20 && r != '\t' || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == unicode.ReplacementChar ||
			r >= 0xFFFE && r <= 0xFFFF {
			return false
		}
	}
	return true
}

var (
	// plainText starts with a letter, so it is neither a number nor a date, and has no characters with a meaning in
	// YAML.
	plainText = regexp.MustCompile(`^[\pL_/][\pL\pM\pN _/.,+@%()$;^~=:#'!?*&-]*$`)
	// otherType are the words that YAML 1.1 or 1.2 reads as booleans or null.
	otherType = regexp.MustCompile(`^(?i:y|n|yes|no|on|off|true|false|null)$`)
)

// scalar is a string on one line: plain if that is safe, in single quotes if nothing needs an escape, else in
// double quotes.
func scalar(s string) string {
	switch {
	case plainText.MatchString(s) && !otherType.MatchString(s) && !strings.Contains(s, ": ") && !strings.Contains(s, " #") &&
		!strings.HasSuffix(s, ":") && !strings.HasSuffix(s, " "):
		return s
	case printable(s) && !strings.ContainsAny(s, "\n\t"):
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}

	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\r':
			b.WriteString(`\r`)
		case !printable(string(r)):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}

	b.WriteByte('"')
	return b.String()
}
