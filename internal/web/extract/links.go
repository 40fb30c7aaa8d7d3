package extract

import (
	"strconv"
	"strings"
)

// linkWriter writes links in one of the ways of Markdown.
type linkWriter struct {
	style   Links
	numbers map[string]int // of targets
	order   []string
}

func (w *linkWriter) write(text, target string) string {
	switch {
	case w.style == NoLinks:
		return text
	case strings.ReplaceAll(text, `\`, "") == target && strings.Contains(target, "://"):
		return "<" + target + ">"
	case w.style == Reference:
		return "[" + text + "][" + strconv.Itoa(w.number(target)) + "]"
	}
	return "[" + text + "](" + target + ")"
}

// number is the number of a target, the same for the same target.
func (w *linkWriter) number(target string) int {
	if w.numbers == nil {
		w.numbers = make(map[string]int)
	}
	if w.numbers[target] == 0 {
		w.order = append(w.order, target)
		w.numbers[target] = len(w.order)
	}
	return w.numbers[target]
}

// targets are the definitions of the links that were written by reference.
func (w *linkWriter) targets() string {
	var b strings.Builder
	for i, target := range w.order {
		if i == 0 {
			b.WriteByte('\n')
		}
		b.WriteString("\n[" + strconv.Itoa(i+1) + "]: " + target)
	}
	return b.String()
}

// hasLink reports whether Markdown has a link or a picture already: links do not nest.
func hasLink(markdown string) bool {
	return strings.Contains(markdown, "](") || strings.Contains(markdown, "][") || strings.Contains(markdown, "<http")
}
