// Package web answers the routes that turn public web pages, feeds and sitemaps into data. Every URL that a caller
// names, or that a page or file names in turn, is opened through the guarded client and nothing else.
package web

import (
	"github.com/farebox/farebox/extract"
	"github.com/farebox/farebox/fetch"
	gen "github.com/farebox/farebox/gen/web"
)

// Handlers answers the web routes.
type Handlers struct {
	fetcher   *fetch.Client
	extractor *extract.Engine
}

var _ gen.StrictServerInterface = (*Handlers)(nil)

// New returns the handlers; fetcher opens what callers name, extractor finds the content of pages.
func New(fetcher *fetch.Client, extractor *extract.Engine) *Handlers {
	return &Handlers{fetcher: fetcher, extractor: extractor}
}
