package web

import (
	"context"
	"errors"
	"math"
	"strings"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/pdftext"
)

const typePDF = "application/pdf"

// extractPDF answers the text of a PDF file. Tagged files say what is a heading, a list or a table; in others, headings
// are recognised by their size.
func (h *Handlers) extractPDF(ctx context.Context, answer *gen.Extract200JSONResponse, got *fetch.Page) error {
	if _, err := capacity.Work(ctx, pdftext.Cost(len(got.Body))); err != nil { // until the answer is made
		return err
	}
	doc, err := h.PDF.Read(ctx, got.Body)
	if err != nil {
		return pdfProblem(err)
	}

	answer.Content = doc.Text
	if answer.Format == gen.WebContentFormat(extract.Markdown) {
		answer.Content = doc.Markdown
	}
	answer.Method = gen.Pdf
	answer.WordCount = extract.CountWords(answer.Content)
	answer.UnreadablePages = &doc.UnreadablePages
	answer.Confidence = legibility(doc)
	answer.PageCount = &doc.Pages
	answer.Truncated = doc.Cut
	answer.Title = response.OrNull(doc.Title)
	if doc.Author != "" {
		answer.Author = &doc.Author
		answer.Authors = []string{doc.Author}
	}
	answer.Lang = response.OrNull(doc.Language)
	answer.PublishedAt, answer.PublishedDate = momentAndDay(doc.Created)
	answer.ModifiedAt, answer.ModifiedDate = momentAndDay(doc.Modified)
	return nil
}

// legibility is the share of the file's characters that can be read, to two decimals and rounded down: 1 means all.
func legibility(doc *pdftext.Document) *float64 {
	if doc.Letters == 0 {
		return nil
	}
	share := float64(doc.Letters-doc.Unreadable) / float64(doc.Letters)
	return new(math.Floor(share*100) / 100)
}

func pdfProblem(err error) error {
	switch {
	case errors.Is(err, pdftext.ErrNoText):
		return problem.Unprocessable("url", problem.CodeNoContent,
			"the PDF has no text that can be read: its pages are pictures, as of a scan, or its fonts do not say "+
				"which letters they show")
	case errors.Is(err, pdftext.ErrEncrypted):
		return problem.Unprocessable("url", problem.CodeNoContent, "the PDF asks for a password")
	case errors.Is(err, pdftext.ErrTooMuch):
		return problem.Unprocessable("url", problem.CodeTooComplex, "the PDF takes too long to read")
	case errors.Is(err, pdftext.ErrBroken):
		p := problem.Unprocessable("url", problem.CodeNoContent,
			"the PDF is broken, or takes more memory to read than is given to it")
		p.Cause = err
		return p
	}
	return problem.BadGateway(problem.CodeExtractionFailed, err, "the PDF could not be read")
}

// contentType is the media type of what was read. A page without one was examined.
func contentType(got *fetch.Page) string {
	switch known := got.MediaType(); {
	case known != "":
		return strings.ToLower(known)
	case isHTML(got):
		return "text/html"
	default:
		return "text/plain"
	}
}
