// Package web answers the routes that turn public web pages, feeds and sitemaps into data. Every URL from a caller,
// or from a page or file, is opened only through the guarded client.
package web

import (
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/internal/web/pdftext"
	"github.com/farebox/farebox/internal/web/websearch"
)

// Sources are the routes' sources.
type Sources struct {
	Fetcher   *fetch.Client    // opens what callers name
	Extractor *extract.Engine  // finds the content of pages
	Renderer  *render.Renderer // runs pages' scripts; may be nil
	PDF       *pdftext.Reader  // reads PDF files
	Pool      *upstream.Pool   // has the search engines
}

// Handlers answers the web routes.
type Handlers struct {
	Sources
	searcher *websearch.Searcher
	now      func() time.Time
}

// New returns the handlers; now is the clock for the dates of search results and the times of requests.
func New(s Sources, now func() time.Time) *Handlers {
	return &Handlers{s, websearch.New(s.Pool, now), now}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }
