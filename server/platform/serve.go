package platform

import (
	"context"
	"net/http"

	"github.com/farebox/farebox/server/discovery"
)

// key is the type of this package's context keys.
type key int

const (
	keyHTML key = iota
	keyOperator
	keyIfNoneMatch
)

// WithHTML marks the request of a browser: it prefers text/html and its User-Agent says Mozilla. Only GET / heeds it.
func WithHTML(ctx context.Context) context.Context { return context.WithValue(ctx, keyHTML, true) }

// WithOperator marks a request that showed the operator's token: it sees payers whole.
func WithOperator(ctx context.Context) context.Context {
	return context.WithValue(ctx, keyOperator, true)
}

// WithIfNoneMatch passes the request's If-None-Match header on, so that documents can answer 304.
func WithIfNoneMatch(ctx context.Context, header string) context.Context {
	return context.WithValue(ctx, keyIfNoneMatch, header)
}

func wantsHTML(ctx context.Context) bool  { v, _ := ctx.Value(keyHTML).(bool); return v }
func isOperator(ctx context.Context) bool { v, _ := ctx.Value(keyOperator).(bool); return v }

// served is a finished document as the answer of any route that has one.
type served struct {
	doc         discovery.Document
	ifNoneMatch string
}

func (h *Handlers) serve(ctx context.Context, doc discovery.Document) served {
	match, _ := ctx.Value(keyIfNoneMatch).(string)
	return served{doc: doc, ifNoneMatch: match}
}

// The generated server asks each answer to write itself.

// VisitRootResponse writes the document.
func (s served) VisitRootResponse(w http.ResponseWriter) error { return s.doc.Write(w, s.ifNoneMatch) }

// VisitCatalogueResponse writes the document.
func (s served) VisitCatalogueResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitCatalogueFileResponse writes the document.
func (s served) VisitCatalogueFileResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitLlmsTextResponse writes the document.
func (s served) VisitLlmsTextResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitOpenAPIDocumentResponse writes the document.
func (s served) VisitOpenAPIDocumentResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitFaviconResponse writes the document.
func (s served) VisitFaviconResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitRobotsTextResponse writes the document.
func (s served) VisitRobotsTextResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}

// VisitBotPageResponse writes the document.
func (s served) VisitBotPageResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.ifNoneMatch)
}
