package pdftext

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// maxPlaced bounds the characters whose places are read, one by one: a second for 40,000.
const maxPlaced = 40_000

// openedPage is a page whose characters PDFium has put in order.
type openedPage struct {
	box   pdfium.Pdfium
	page  requests.Page
	text  references.FPDF_TEXTPAGE
	chars int
	plain string
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
// sandbox. Where the text has not as many characters as PDFium counts, their places are not known and sizes stay 0.
// PDFium counts those of UTF-16.
func (p *openedPage) size(lines []line) {
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
		if at := middleLetter(all, start, end); at >= 0 {
			lines[i].size = sizeAt(p.box, p.text, at)
		}
		start = end + 1
	}
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
