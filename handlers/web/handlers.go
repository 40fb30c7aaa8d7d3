// Package web answers the routes that turn public web pages, feeds and sitemaps into data. Every URL that a caller
// names, or that a page or file names in turn, is opened through the guarded client and nothing else.
package web

import (
	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/internal/web/websearch"
)

// Handlers answers the web routes.
type Handlers struct {
	fetcher   *fetch.Client
	extractor *extract.Engine
	searcher  *websearch.Searcher
	renderer  *render.Renderer
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers; fetcher opens what callers name, extractor finds the content of pages, searcher asks the search
// engines, renderer runs the scripts of pages and may be nil.
func New(fetcher *fetch.Client, extractor *extract.Engine, searcher *websearch.Searcher, renderer *render.Renderer) *Handlers {
	return &Handlers{fetcher: fetcher, extractor: extractor, searcher: searcher, renderer: renderer}
}
