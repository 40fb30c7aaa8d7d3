package web

import (
	"bytes"
	"context"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

// htmlTypes are the media types that the page routes read. A page without one is examined.
var htmlTypes = []string{"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"}

// page is an HTML page, with what it seems to be in place of a page.
type page struct {
	*htmlpage.Page
	got   *fetch.Page
	stand standin.Verdict
}

// page fetches, parses and judges the HTML page at location. The caller processes it and fetches nothing more.
func (h *Handlers) page(ctx context.Context, location string) (*page, error) {
	got, err := h.Fetcher.Get(ctx, fetch.Request{
		URL:        location,
		For:        fetch.ForPage,
		MediaTypes: htmlTypes,
	})
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	if !got.Text || got.ContentType == "" && !htmlpage.LooksLikeHTML(got.Body) {
		return nil, problem.Unprocessable("url", string(fetch.KindMedia), "url must lead to an HTML page")
	}
	if len(bytes.TrimSpace(got.Body)) == 0 {
		return nil, problem.Unprocessable("url", problem.CodeEmptyPage, "the page is empty")
	}
	if _, err := capacity.Work(ctx, htmlpage.Cost(got.Body)); err != nil { // until the answer is made
		return nil, err
	}

	parsed, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err != nil {
		return nil, problem.BadGateway(string(fetch.KindBadResponse), err, "the page's own address cannot be read")
	}

	stand, err := fetch.Judge(got, parsed)
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	return &page{
		Page:  parsed,
		got:   got,
		stand: stand,
	}, nil
}
