package metadata

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// dayStatement is a text anywhere on the page that begins with a word for publishing or changing: "Published",
// "Stand:", "This entry was posted on". The date is in it or follows it.
type dayStatement struct {
	text      string
	node      *html.Node
	next      string // the text after it
	isChanged bool   // of the last change
}

// aboutPost matches the closing sentences of blog posts.
var aboutPost = regexp.MustCompile(`(?i)^(?:dieser (?:beitrag|artikel|eintrag)|this (?:entry|post|article) was|` +
	`posted (?:on|in)\b|cet (?:article|billet)|este artículo)`)

// Bounds of a statement of a day.
const (
	mostStatements   = 16
	longestStatement = 120 // bytes
	longestDayLabel  = 30  // in bytes; a label before the date fits
)

// takeDayStatement notes a text that begins like a statement, or that follows the last one.
func (f *found) takeDayStatement(n *html.Node, text string) {
	if last := len(f.statements) - 1; last >= 0 && f.statements[last].next == "" {
		f.statements[last].next = text
	}
	if len(text) > longestStatement || len(f.statements) >= mostStatements {
		return
	}

	const head = 24 // bytes in which the label stands
	if !mayStateDay(text) {
		return
	}

	start := text[:min(len(text), head)]
	isChanged := changedLabel.MatchString(start)
	if isChanged || startsPublished(start) || aboutPost.MatchString(text) {
		f.statements = append(f.statements, dayStatement{
			text:      text,
			node:      n,
			isChanged: isChanged,
		})
	}
}

// dayStarts are the first words of such statements in languages with spaces, in lower case.
var dayStarts = setOf(`
	published publish posted date dated added created released first this post article page content on
	veröffentlicht veröffentlichung erschienen erstellt datum dieser publié mis fecha publicado pubblicato geplaatst cet
	este опубликовано дата обновлено изменено último última
	updated update last latest modified edited revised generated
	aktualisiert aktualisierung geändert letzte letztes zuletzt stand
	dernière actualizado atualizado aggiornato ultimo bijgewerkt laatst
`)

// mayStateDay reports whether the first word of a text is one of dayStarts or in a script without spaces.
func mayStateDay(text string) bool {
	if r, _ := utf8.DecodeRuneInString(text); r >= firstWithoutSpaces {
		return true
	}
	first, _, _ := strings.Cut(text, " ")
	const longest = 24 // bytes
	return len(first) <= longest && dayStarts[strings.ToLower(strings.TrimRight(first, ":/,"))]
}

// firstWithoutSpaces is the first letter after those of Latin, Greek and Cyrillic.
const firstWithoutSpaces = '\u0590'

// day is the date of the statement, or "".
func (s dayStatement) day(order dayOrder) string {
	if strings.ContainsFunc(s.text, unicode.IsDigit) {
		if s.isChanged {
			return firstOf(dayIn(s.text, order), shortDay(s.text, order))
		}
		return shownDay(s.text, order)
	}
	if len(s.text) > longestDayLabel && !aboutPost.MatchString(s.text) || len(s.next) > longestDayLabel {
		return ""
	}
	return firstOf(dayIn(s.next, order), shortDay(s.next, order))
}

// statementDay is the day on which all statements of the page agree. If they differ, some belong to other texts.
func (f *found) statementDay(isChanged bool, order dayOrder) string {
	only := ""
	for _, s := range f.statements {
		if s.isChanged != isChanged {
			continue
		}
		day := s.day(order)
		if day != "" && only != "" && day != only {
			return ""
		}
		only = firstOf(only, day)
	}
	return only
}

// shortYear matches dates with a two-digit year, as German pages write them.
var shortYear = regexp.MustCompile(`(?:^|[^\d./-])(\d{1,2})\.(\d{1,2})\.(\d\d)(?:[^\d./-]|$)`)

// shortDay reads a date with a two-digit year from a short text, on pages whose dates begin with the day. Version
// numbers look the same, so only texts that show a date are read.
func shortDay(text string, order dayOrder) string {
	const (
		longest = 48 // bytes
		last    = 40 // the last year of this century that two digits mean
	)
	if order != dayFirst || len(text) > longest {
		return ""
	}
	m := shortYear.FindStringSubmatch(text)
	if m == nil || number(m[3]) > last {
		return ""
	}
	return gregorian(2000+number(m[3]), number(m[2]), number(m[1]))
}
