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
	keyConditions
)

// WithHTML marks the request of a browser: it prefers text/html and its User-Agent says Mozilla. Only GET / heeds it.
func WithHTML(ctx context.Context) context.Context { return context.WithValue(ctx, keyHTML, true) }

// WithOperator marks a request that showed the operator's token: it sees payers whole.
func WithOperator(ctx context.Context) context.Context {
	return context.WithValue(ctx, keyOperator, true)
}

// WithConditions passes on the forms of a document that the request's header accepts, so that documents can answer 304
// and send themselves compressed.
func WithConditions(ctx context.Context, header http.Header) context.Context {
	return context.WithValue(ctx, keyConditions, discovery.ConditionsOf(header))
}

func wantsHTML(ctx context.Context) bool  { v, _ := ctx.Value(keyHTML).(bool); return v }
func isOperator(ctx context.Context) bool { v, _ := ctx.Value(keyOperator).(bool); return v }

// served is a finished document as the answer of any route that has one.
type served struct {
	doc        discovery.Document
	conditions discovery.Conditions
}

func (h *Handlers) serve(ctx context.Context, doc discovery.Document) served {
	conditions, _ := ctx.Value(keyConditions).(discovery.Conditions)
	return served{doc: doc, conditions: conditions}
}

// The generated server lets each answer write itself.

// VisitRootResponse writes the document.
func (s served) VisitRootResponse(w http.ResponseWriter) error { return s.doc.Write(w, s.conditions) }

// VisitCatalogueResponse writes the document.
func (s served) VisitCatalogueResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitDidDocumentResponse writes the document.
func (s served) VisitDidDocumentResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitCatalogueFileResponse writes the document.
func (s served) VisitCatalogueFileResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitLlmsTextResponse writes the document.
func (s served) VisitLlmsTextResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitLlmsFullTextResponse writes the document.
func (s served) VisitLlmsFullTextResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitOpenAPIDocumentResponse writes the document.
func (s served) VisitOpenAPIDocumentResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitFaviconResponse writes the document.
func (s served) VisitFaviconResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitRobotsTextResponse writes the document.
func (s served) VisitRobotsTextResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}

// VisitBotPageResponse writes the document.
func (s served) VisitBotPageResponse(w http.ResponseWriter) error {
	return s.doc.Write(w, s.conditions)
}
