package main

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
)

// item is one thing of a page's Markdown that a reader would miss: its kind, and a key that is equal for two writings
// of the same thing.
type item struct{ kind, key string }

// kinds are the kinds of items in the order in which they are reported.
var kinds = []string{
	"formula", "noteref", "note", "code", "language", "row", "entry", "link", "image", "callout", "task",
	"title", "author", "date",
}

var (
	fenceLine    = regexp.MustCompile("^([ \t>]*(?:[-*+] |[0-9]+[.)] )?[ ]*)(```+|~~~+)[ ]*([^`]*)$")
	displayMath  = regexp.MustCompile(`(?s)\$\$(.+?)\$\$`)
	inlineMath   = regexp.MustCompile(`(^|[^\\$\w])\$([^\s$](?:[^$\n]*[^\s$\\])?)\$`)
	codeSpan     = regexp.MustCompile("`+[^`\n]+`+")
	noteLine     = regexp.MustCompile(`^\[\^([^\]\s]+)\]: ?(.*)$`)
	noteMark     = regexp.MustCompile(`\[\^([^\]\s]+)\]`)
	dividingLine = regexp.MustCompile(`^\|?[\s:|-]+\|?$`)
	picture      = regexp.MustCompile(`!\[([^\]]*)\]\(<?([^)\s>]+)[^)]*\)`)
	autolink     = regexp.MustCompile(`<(https?://[^>\s]+)>`)
	linked       = regexp.MustCompile(`\[([^\[\]]+)\]\(<?([^)\s>]+)[^)]*\)`)
	callout      = regexp.MustCompile(`(?m)^[> ]*\[!(\w+)\]`)
	task         = regexp.MustCompile(`(?m)^\s*[-*+] \[([ xX])\] (.*)$`)
)

// withoutHead takes the lines of the title, author and date off a labelled text.
func withoutHead(markdown string) (head []item, body string) {
	stated := map[string]string{}
	body = markdown
	for {
		line, rest, _ := strings.Cut(body, "\n")
		key, value, isStated := strings.Cut(line, ": ")
		if !isStated || key != "title" && key != "author" && key != "date" {
			return statedItems(stated["title"], stated["author"], stated["date"]), body
		}
		stated[key] = value
		body = rest
	}
}

// statedItems are the items of a page's metadata.
func statedItems(title, author, date string) []item {
	const day = len("2006-01-02")
	var found []item
	for _, one := range []item{
		{"title", letters(title, len(title))},
		{"author", letters(author, len(author))},
		{"date", date[:min(day, len(date))]},
	} {
		if one.key != "" {
			found = append(found, one)
		}
	}
	return found
}

// itemsOf lists the items of a Markdown text.
func itemsOf(markdown string) []item {
	prose, found := withoutCode(markdown)
	prose = codeSpan.ReplaceAllStringFunc(prose, func(span string) string {
		return strings.NewReplacer("$", " ", "[", " ", "|", " ").Replace(span)
	})

	prose = displayMath.ReplaceAllStringFunc(prose, func(formula string) string {
		found = append(found, item{"formula", plainTeX(strings.Trim(formula, "$"))})
		return " "
	})
	for _, m := range inlineMath.FindAllStringSubmatch(prose, -1) {
		found = append(found, item{"formula", plainTeX(m[2])})
	}
	for _, m := range callout.FindAllStringSubmatch(prose, -1) {
		found = append(found, item{"callout", strings.ToLower(m[1])})
	}
	for _, m := range task.FindAllStringSubmatch(prose, -1) {
		found = append(found, item{"task", strings.ToLower(m[1]) + letters(m[2], 40)})
	}

	for line := range strings.SplitSeq(prose, "\n") {
		found = append(found, itemsOfLine(line)...)
	}
	return found
}

// entriesOf are the entries of lists and the terms that a Markdown text has as lines. A label has a mark before each;
// programs write terms in different ways, so that any line of theirs is one, as is a line of a cell.
func entriesOf(markdown string, marked bool) []item {
	const most = 40
	var found []item
	for line := range strings.SplitSeq(markdown, "\n") {
		isEntry := entryMark.MatchString(line) || !marked
		line = entryMark.ReplaceAllString(closable.Replace(line), "")
		parts := []string{line}
		if row := rowLine.FindString(line); row != "" && !marked {
			parts = append(parts, cellLine.Split(line[len(row):], -1)...)
		}
		for _, text := range parts {
			if key := letters(text, most); key != "" && isEntry {
				found = append(found, item{"entry", key})
			}
		}
	}
	return found
}

// linksOf are the links of a Markdown text by their words alone, without those of a picture in them.
func linksOf(markdown string) []item {
	var found []item
	for line := range strings.SplitSeq(markdown, "\n") {
		line = picture.ReplaceAllString(closable.Replace(line), "")
		for _, m := range linked.FindAllStringSubmatch(line, -1) {
			found = append(found, item{"link", linkKey(m[1], m[2])})
		}
	}
	return found
}

func linkKey(text, address string) string { return letters(text, 60) + " " + lastPart(address) }

var (
	rowLine  = regexp.MustCompile(`^[ >]*\|`) // a row of a table, which may be in a quote
	cellLine = regexp.MustCompile(`\||<br>`)
)

var entryMark = regexp.MustCompile(`^[ \t>]*(?:[-*+:]|[0-9]+\\?[.)]) +(?:\[[ xX]\] )?`)

// withoutCode takes the fenced blocks out of a text.
func withoutCode(markdown string) (prose string, found []item) {
	var kept []string
	var block []string
	fence := ""
	before := ""
	language := ""

	for line := range strings.SplitSeq(markdown, "\n") {
		m := fenceLine.FindStringSubmatch(line)
		switch {
		case fence == "" && m != nil:
			before = listMark.ReplaceAllStringFunc(m[1], func(mark string) string { return strings.Repeat(" ", len(mark)) })
			fence = m[2]
			language, _, _ = strings.Cut(strings.TrimSpace(m[3]), " ")
			block = nil
		case fence != "" && m != nil && strings.HasPrefix(m[2], fence) && m[3] == "":
			key := codeKey(block)
			found = append(found, item{"code", key})
			if language != "" {
				found = append(found, item{"language", strings.ToLower(language) + "\n" + key})
			}
			fence = ""
		case fence != "":
			block = append(block, withoutPrefix(line, before))
		default:
			kept = append(kept, line)
		}
	}

	return strings.Join(kept, "\n"), found
}

var listMark = regexp.MustCompile(`[-*+]|[0-9]+[.)]`)

// withoutPrefix takes the indentation and the marks of quotes before a fence off a line of its block.
func withoutPrefix(line, before string) string {
	if rest, found := strings.CutPrefix(line, before); found {
		return rest
	}
	if strings.TrimRight(line, " ") == strings.TrimRight(before, " ") {
		return ""
	}
	return strings.TrimPrefix(line, strings.Repeat(" ", len(before)))
}

// codeKey is code without the white space at the ends of lines and the empty lines around.
func codeKey(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(strings.TrimRightFunc(line, unicode.IsSpace))
		b.WriteByte('\n')
	}
	return strings.Trim(strings.NewReplacer("\t", "    ", "\u00a0", " ", "\u200b", "").Replace(b.String()), "\n")
}

func itemsOfLine(line string) []item {
	var found []item
	line = strings.ReplaceAll(closable.Replace(strings.TrimSpace(line)), "<br>", " ")
	if m := noteLine.FindStringSubmatch(line); m != nil {
		found = append(found, item{"note", letters(m[2], 40)})
		line = m[2]
	}
	if row := strings.TrimLeft(line, "> "); strings.HasPrefix(row, "|") && !dividingLine.MatchString(row) {
		found = append(found, item{"row", cellKey(row)})
	}

	for _, at := range noteMark.FindAllStringIndex(line, -1) {
		found = append(found, item{"noteref", lastLetters(noteMark.ReplaceAllString(line[:at[0]], ""), 12)})
	}

	for _, m := range picture.FindAllStringSubmatch(line, -1) {
		found = append(found, item{"image", lastPart(m[2])})
	}

	line = picture.ReplaceAllString(line, "$1")

	line = autolink.ReplaceAllString(line, "[$1]($1)")
	for _, m := range linked.FindAllStringSubmatch(line, -1) {
		found = append(found, item{"link", linkKey(m[1], m[2])})
	}

	return found
}

// cellKey is a row's cells by their letters, without addresses.
func cellKey(row string) string {
	row = linked.ReplaceAllString(picture.ReplaceAllString(row, ""), "$1")
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(row, "| "), "|") {
		cells = append(cells, letters(cell, 80))
	}
	return strings.TrimRight(strings.Join(cells, "|"), "|")
}

// lastPart is the end of an address, by which two writings of it are equal: percent signs are read.
func lastPart(address string) string {
	address, _, _ = strings.Cut(address, "?")
	address = strings.TrimRight(address, "/")
	last := address[strings.LastIndexByte(address, '/')+1:]
	if plain, err := url.PathUnescape(last); err == nil {
		return plain
	}
	return last
}

// inPercentSigns is a link's key with its address as some labels have it.
func inPercentSigns(key string) string {
	text, last, _ := strings.Cut(key, " ")
	escaped := (&url.URL{Path: last}).EscapedPath()
	return text + " " + strings.NewReplacer("(", "%28", ")", "%29").Replace(escaped)
}

// closable keeps an escaped bracket from beginning a link, and one in an address from ending it.
var closable = strings.NewReplacer(`\(`, "%28", `\)`, "%29", `\[`, "(", `\]`, ")")

var meaningless = regexp.MustCompile(`\\(?:left|right|displaystyle|textstyle|mathrm|text|operatorname\*?|limits|nolimits|` +
	`quad|qquad|mathopen|mathclose|label\{[^}]*\})(?:[^a-zA-Z]|$)`)

// plainTeX is a formula without white space, braces and what changes its look only.
func plainTeX(formula string) string {
	for range 3 {
		formula = meaningless.ReplaceAllStringFunc(formula, func(m string) string {
			last := m[len(m)-1]
			if last >= 'a' && last <= 'z' || last >= 'A' && last <= 'Z' || last == '}' {
				return ""
			}
			return string(last)
		})
	}

	for _, space := range []string{`\,`, `\;`, `\!`, `\:`, `\ `} {
		formula = strings.ReplaceAll(formula, space, "")
	}

	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '{' || r == '}' || r == '~' {
			return -1
		}
		return r
	}, strings.TrimRight(strings.TrimSpace(formula), ".,"))
}

// letters are the first letters and digits of a text, in lower case.
func letters(text string, most int) string {
	text = linked.ReplaceAllString(picture.ReplaceAllString(text, ""), "$1")
	text = noteMark.ReplaceAllString(text, "")
	var all []rune
	for _, r := range strings.ToLower(text) {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			all = append(all, r)
		}
	}
	return string(all[:min(most, len(all))])
}

func lastLetters(text string, most int) string {
	all := []rune(letters(text, len(text)))
	return string(all[max(0, len(all)-most):])
}
