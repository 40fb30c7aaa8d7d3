package web

import (
	"context"
	"errors"
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

// extractPDF answers the text of a PDF file, the same in both formats: a PDF says where letters are, but not what
// is a heading or a list.
func (h *Handlers) extractPDF(ctx context.Context, answer *gen.Extract200JSONResponse, got *fetch.Page) error {
	if _, err := capacity.Work(ctx, pdftext.Cost(len(got.Body))); err != nil { // until the answer is made
		return err
	}
	doc, err := h.pdf.Read(ctx, got.Body)
	if err != nil {
		return pdfProblem(err)
	}

	answer.Content = doc.Text
	answer.Method = gen.Pdf
	answer.WordCount = extract.CountWords(doc.Text)
	answer.PageCount = &doc.Pages
	answer.Truncated = doc.Cut
	answer.Title = response.OrNull(doc.Title)
	answer.Author = response.OrNull(doc.Author)
	answer.Lang = response.OrNull(doc.Language)
	answer.PublishedAt, answer.PublishedDate = momentAndDay(doc.Created)
	answer.ModifiedAt, answer.ModifiedDate = momentAndDay(doc.Modified)
	return nil
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
