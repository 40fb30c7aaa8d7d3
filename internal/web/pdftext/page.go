package pdftext

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// maxPlaced bounds the characters whose places are read, one by one: a second for 40,000.
const maxPlaced = 40_000

// Bounds of the words whose places are read, of a file and of a page. Lines of a page are compared with each other.
const (
	maxWords  = 60_000
	pageWords = 10_000
	pageLines = 2000
)

// openedPage is a page whose characters PDFium has put in order.
type openedPage struct {
	box   pdfium.Pdfium
	page  requests.Page
	text  references.FPDF_TEXTPAGE
	chars int
	plain string
	turn  quarters // of its text, as far as it was looked at
}

func openPage(box pdfium.Pdfium, document references.FPDF_DOCUMENT, index int) (*openedPage, error) {
	page := requests.Page{ByIndex: &requests.PageByIndex{
		Document: document,
		Index:    index,
	}}
	open, err := box.FPDFText_LoadPage(&requests.FPDFText_LoadPage{Page: page})
	if err != nil {
		return nil, err
	}

	p := &openedPage{
		box:  box,
		page: page,
		text: open.TextPage,
	}
	if err := p.read(); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func (p *openedPage) read() error {
	count, err := p.box.FPDFText_CountChars(&requests.FPDFText_CountChars{TextPage: p.text})
	if err != nil || count.Count <= 0 {
		return err
	}
	got, err := p.box.FPDFText_GetText(&requests.FPDFText_GetText{
		TextPage: p.text,
		Count:    count.Count,
	})
	if err != nil {
		return err
	}
	p.chars = count.Count
	p.plain = strings.TrimRight(got.Text, "\x00")
	return nil
}

func (p *openedPage) close() {
	_, _ = p.box.FPDFText_ClosePage(&requests.FPDFText_ClosePage{TextPage: p.text})
}

// form is what is filled into the page's fields, in a file that has any.
func (p *openedPage) form(has bool) string {
	if !has {
		return ""
	}
	return formOf(p.box, p.page, p.plain)
}

// lines are the lines of a page in the order in which they are read, with their sizes. Of pages in scripts that run
// from right to left the places are read, as long as not too many were before.
func (p *openedPage) lines(before *pages) []line {
	if strings.ContainsFunc(p.plain, rightToLeft) && before.placed+len(p.plain) <= maxPlaced {
		before.placed += len(p.plain)
		got, err := p.box.GetPageTextStructured(&requests.GetPageTextStructured{
			Page: p.page,
			Mode: requests.GetPageTextStructuredModeChars,
		})
		if err == nil {
			return placedLines(got.Chars)
		}
	}
	lines := plainLines(strings.ReplaceAll(p.plain, "\r", ""))
	p.size(lines)
	return lines
}

// size sets the sizes of the lines of the page's plain text. One letter stands for its line: each takes calls into the
// sandbox.
func (p *openedPage) size(lines []line) {
	p.eachLine(lines, func(l *line, all []uint16, start, end int) {
		if at := middleLetter(all, start, end); at >= 0 {
			l.size = sizeAt(p.box, p.text, at)
		}
	})
}

// shaped are the lines of a page that is not tagged with its tables and paragraphs, as far as the places of its words
// tell them.
func (p *openedPage) shaped(lines []line, tagged bool, drawn *ruleReader, before *pages) []line {
	count := strings.Count(p.plain, " ") + len(lines)
	tooMany := count > pageWords || len(lines) > pageLines || before.words+count > maxWords
	if tagged || tooMany || strings.ContainsFunc(p.plain, rightToLeft) {
		return lines
	}
	before.words += count

	all := slices.Clone(lines)
	p.turn = p.turned(all)
	number := -1
	p.eachLine(all, func(l *line, units []uint16, start, end int) {
		number++
		l.words = p.place(units, start, end, number)
		l.bold = p.bold(units, start, end)
	})
	return shape(all, p.turn.turnRules(drawn.page(p)))
}

// eachLine calls do with each line and the part of the page's characters that it is, as PDFium counts them: in UTF-16.
// Where the text has not as many characters as PDFium counts, their places are not known.
func (p *openedPage) eachLine(lines []line, do func(l *line, all []uint16, start, end int)) {
	all := utf16.Encode([]rune(p.plain))
	if p.chars != len(all) {
		return
	}

	start := 0
	for i := range lines {
		end := start
		for end < len(all) && all[end] != '\n' {
			end++
		}
		do(&lines[i], all, start, end)
		start = end + 1
	}
}

// boldFont matches the names of fonts of bold letters.
var boldFont = regexp.MustCompile(`(?i)bold|black|heavy|demi|cmbx|[-,]bd`)

// bold reports whether a line is written in bold letters, by its first, middle and last.
func (p *openedPage) bold(all []uint16, start, end int) bool {
	at := middleLetter(all, start, end)
	if at < 0 || !p.boldAt(at) {
		return false
	}
	first := start
	for !unicode.IsLetter(rune(all[first])) && first < at {
		first++
	}
	last := end - 1
	for !unicode.IsLetter(rune(all[last])) && last > at {
		last--
	}
	return p.boldAt(first) && p.boldAt(last)
}

func (p *openedPage) boldAt(at int) bool {
	font, err := p.box.FPDFText_GetFontInfo(&requests.FPDFText_GetFontInfo{
		TextPage: p.text,
		Index:    at,
	})
	return err == nil && boldFont.MatchString(font.FontName)
}

// middleLetter is the letter nearest behind the middle of a line, or before it; -1 without letters.
func middleLetter(all []uint16, start, end int) int {
	middle := (start + end) / 2
	for i := middle; i < end; i++ {
		if unicode.IsLetter(rune(all[i])) {
			return i
		}
	}
	for i := middle - 1; i >= start; i-- {
		if unicode.IsLetter(rune(all[i])) {
			return i
		}
	}
	return -1
}
