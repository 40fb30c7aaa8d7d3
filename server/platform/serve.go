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

// Write writes the document.
func (s served) Write(w http.ResponseWriter) error { return s.doc.Write(w, s.conditions) }

// AnswersCatalogue and the methods below say which routes with JSON answers have such a document.
func (served) AnswersCatalogue() {}

// AnswersCatalogueFile says that it may answer that route.
func (served) AnswersCatalogueFile() {}

// AnswersDidDocument says that it may answer that route.
func (served) AnswersDidDocument() {}

// AnswersOpenAPIDocument says that it may answer that route.
func (served) AnswersOpenAPIDocument() {}
