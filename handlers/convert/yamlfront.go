package convert

import (
	"cmp"
	"errors"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// oldBreaks are the characters that end a line in YAML 1.1 but are ordinary in 1.2 (5.4). The library treats them
// as line ends.
const oldBreaks = "\u0085\u2028\u2029"

// withoutOldBreaks replaces each of oldBreaks by a character that does not occur in data, and returns a replacer
// that restores them, or nil if there were none.
func withoutOldBreaks(data string) (string, *strings.Replacer) {
	if !strings.ContainsAny(data, oldBreaks) {
		return data, nil
	}
	var away, back []string
	next := '\uE000' // private use, which data may contain too
	for _, r := range oldBreaks {
		for strings.ContainsRune(data, next) {
			next++
		}
		away = append(away, string(r), string(next))
		back = append(back, string(next), string(r))
		next++
	}
	return strings.NewReplacer(away...).Replace(data), strings.NewReplacer(back...)
}

var (
	// yamlMark ends a document wherever it starts a line, even in quotes and blocks.
	yamlMark = regexp.MustCompile(`^(---|\.\.\.)([ \t].*)?$`)

	yamlVersion = regexp.MustCompile(`^%YAML[ \t]+([0-9]+)\.([0-9]+)[ \t]*([ \t]#.*)?$`)

	errNoDocument = errors.New("a directive is not followed by a document that begins with ---")
)

// withoutDirectives blanks out directives that change no value: %YAML with any version of YAML 1, and reserved
// directives, which readers should ignore (YAML 1.2.2, 6.8). The library rejects both. Lines keep their numbers,
// and %TAG stays for the library to read.
func withoutDirectives(data string) (string, error) {
	if !strings.HasPrefix(data, "%") && !strings.Contains(data, "\n%") && !strings.Contains(data, "\r%") {
		return data, nil
	}
	lines := strings.SplitAfter(strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\r", "\n"), "\n")

	before := true // of a document, where a line that begins with % is a directive
	open := 0      // line of the first directive of a document that has not begun
	versions := 0
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\n")
		mark := yamlMark.FindStringSubmatch(line)

		switch {
		case mark != nil && mark[1] == "---":
			before = false
			open = 0
			versions = 0
		case mark != nil:
			if open > 0 {
				return "", errAtLine(open, "%s", errNoDocument)
			}
			before = true
		case !before:
		case strings.HasPrefix(line, "%"):
			open = cmp.Or(open, i+1)
			name := strings.Fields(line)[0]
			if name == "%TAG" {
				continue
			}
			if name == "%YAML" {
				version := yamlVersion.FindStringSubmatch(line)
				if versions++; version == nil || version[1] != "1" || versions > 1 {
					return "", errAtLine(i+1, "a %%YAML directive stands once and names a version of YAML 1")
				}
			}
			lines[i] = "\n"
		case line != "" && !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") && strings.Trim(line, " \t") != "":
			if open > 0 {
				return "", errAtLine(open, "%s", errNoDocument)
			}
			before = false
		}
	}
	if open > 0 {
		return "", errAtLine(open, "%s", errNoDocument)
	}
	return strings.Join(lines, ""), nil
}

// overrun reports whether a document is a block scalar at the left margin in which the library mistook the mark
// that ends the document for a line.
func overrun(doc *yaml.Node, data string) bool {
	root := doc.Content[0]
	if root.Style&(yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		return false
	}
	for line := range strings.SplitSeq(root.Value, "\n") {
		if yamlMark.MatchString(line) {
			return atMargin(data, root.Line)
		}
	}
	return false
}

// atMargin reports whether the first line with text after the given line begins without a blank.
func atMargin(data string, number int) bool {
	for _, line := range strings.Split(strings.ReplaceAll(data, "\r\n", "\n"), "\n")[number:] {
		if strings.Trim(line, " \t") != "" {
			return line[0] != ' '
		}
	}
	return false
}
