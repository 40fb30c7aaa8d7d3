package pdftext

import (
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// Bounds of what is read of a file's tags. Each object and each element takes several calls into the sandbox: a second
// for some 15,000.
const (
	maxTagged = 60_000 // objects and elements of a file
	maxDepth  = 50
)

// element is a structure element of a page (ISO 32000-1 section 14.8.4), or with kind "" a marked content.
type element struct {
	kind    string // its standard type, "P"
	content *markedText
	kids    []element
}

// tagReader reads the structure that tagged files give to their pages.
type tagReader struct{ objectReader }

// newTagReader is nil for a file without tags, or whose tags are not to be used.
func newTagReader(box pdfium.Pdfium, document references.FPDF_DOCUMENT, untagged bool) *tagReader {
	if untagged {
		return nil
	}
	got, err := box.FPDFCatalog_IsTagged(&requests.FPDFCatalog_IsTagged{Document: document})
	if err != nil || !got.IsTagged {
		return nil
	}
	return &tagReader{objectReader{
		box:  box,
		left: maxTagged,
	}}
}

// page is the structure of a page; nil without one, and where it leaves out much of the page's text. What is not
// tagged is to be decoration: running heads and page numbers.
func (r *tagReader) page(p *openedPage) []element {
	const most = 0.75 // of the page's letters have to be tagged
	if r == nil || r.left <= 0 {
		return nil
	}

	contents := r.contents(p)
	if len(contents) == 0 {
		return nil
	}
	tree, err := r.box.FPDF_StructTree_GetForPage(&requests.FPDF_StructTree_GetForPage{Page: p.page})
	if err != nil {
		return nil
	}
	defer func() {
		_, _ = r.box.FPDF_StructTree_Close(&requests.FPDF_StructTree_Close{StructTree: tree.StructTree})
	}()

	elements := r.roots(tree.StructTree, contents)
	if r.left <= 0 || float64(lettersOf(elements)) < most*float64(countLetters(p.plain)) {
		return nil
	}
	return elements
}

// contents are the texts of a page's marked contents by their numbers.
func (r *tagReader) contents(p *openedPage) map[int]*markedText {
	texts := map[int]*markedText{}
	r.each(p, enums.FPDF_PAGEOBJ_TEXT, func(object references.FPDF_PAGEOBJECT) { r.gather(texts, object, p.text) })
	return texts
}

// gather adds the text of an object to the marked content that it belongs to.
func (r *tagReader) gather(
	texts map[int]*markedText, object references.FPDF_PAGEOBJECT, page references.FPDF_TEXTPAGE,
) {
	marked, err := r.box.FPDFPageObj_GetMarkedContentID(&requests.FPDFPageObj_GetMarkedContentID{PageObject: object})
	if err != nil || marked.MarkedContentID < 0 {
		return
	}
	got, err := r.box.FPDFTextObj_GetText(&requests.FPDFTextObj_GetText{
		PageObject: object,
		TextPage:   page,
	})
	if err != nil {
		return
	}
	bounds, err := r.box.FPDFPageObj_GetBounds(&requests.FPDFPageObj_GetBounds{PageObject: object})
	if err != nil {
		return
	}

	text := texts[marked.MarkedContentID]
	if text == nil {
		text = &markedText{}
		texts[marked.MarkedContentID] = text
	}
	text.add(got.Text, span{
		bottom: bounds.Bottom,
		top:    bounds.Top,
	})
}

// span is from where to where a text reaches from the foot of the page up.
type span struct{ bottom, top float32 }

// apart reports whether two texts are on lines of their own.
func (s span) apart(other span) bool { return other.bottom >= s.top || other.top <= s.bottom }

// markedText is the text of a marked content as its objects come.
type markedText struct {
	written     strings.Builder
	first, last span // of its first and its last object
}

// add adds the text of an object. PDFium ends it with the space behind it, but not with the end of the line.
func (m *markedText) add(text string, at span) {
	if m.written.Len() == 0 {
		m.first = at
	} else if m.last.apart(at) {
		m.written.WriteByte('\n')
	}
	m.written.WriteString(strings.ReplaceAll(text, "\r", ""))
	m.last = at
}

// roots are the elements of a page at the top of its tree.
func (r *tagReader) roots(tree references.FPDF_STRUCTTREE, contents map[int]*markedText) []element {
	count, err := r.box.FPDF_StructTree_CountChildren(&requests.FPDF_StructTree_CountChildren{StructTree: tree})
	if err != nil {
		return nil
	}

	var all []element
	for i := 0; i < count.Count && r.spend(); i++ {
		child, err := r.box.FPDF_StructTree_GetChildAtIndex(&requests.FPDF_StructTree_GetChildAtIndex{
			StructTree: tree,
			Index:      i,
		})
		if err == nil {
			all = append(all, r.element(child.StructElement, contents, 1))
		}
	}
	return all
}

// element reads an element and what is in it. What is in several elements is given to the first.
func (r *tagReader) element(at references.FPDF_STRUCTELEMENT, contents map[int]*markedText, depth int) element {
	var e element
	kind, err := r.box.FPDF_StructElement_GetType(&requests.FPDF_StructElement_GetType{StructElement: at})
	if err == nil {
		e.kind = kind.Type
	}
	count, err := r.box.FPDF_StructElement_CountChildren(&requests.FPDF_StructElement_CountChildren{StructElement: at})
	if err != nil || depth == maxDepth {
		return e
	}

	for i := 0; i < count.Count && r.spend(); i++ {
		marked, err := r.box.FPDF_StructElement_GetChildMarkedContentID(
			&requests.FPDF_StructElement_GetChildMarkedContentID{
				StructElement: at,
				Index:         i,
			})
		if err == nil {
			if text := contents[marked.ChildMarkedContentID]; text != nil {
				e.kids = append(e.kids, element{content: text})
				delete(contents, marked.ChildMarkedContentID)
			}
			continue
		}
		child, err := r.box.FPDF_StructElement_GetChildAtIndex(&requests.FPDF_StructElement_GetChildAtIndex{
			StructElement: at,
			Index:         i,
		})
		if err == nil {
			e.kids = append(e.kids, r.element(child.StructElement, contents, depth+1))
		}
	}
	return e
}

func lettersOf(elements []element) int {
	n := 0
	for _, e := range elements {
		if e.content != nil {
			n += countLetters(e.content.written.String())
		}
		n += lettersOf(e.kids)
	}
	return n
}

func countLetters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}
