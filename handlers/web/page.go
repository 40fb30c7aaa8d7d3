package web

import (
	"bytes"
	"context"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// htmlTypes are the media types that the page routes read. A page without one is examined.
var htmlTypes = []string{"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"}

// page fetches and parses the HTML page at location. The caller processes it and fetches nothing more.
func (h *Handlers) page(ctx context.Context, location string) (*fetch.Page, *htmlpage.Page, error) {
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL:        location,
		For:        fetch.ForPage,
		MediaTypes: htmlTypes,
	})
	if err != nil {
		return nil, nil, fetch.Problem(err, "url")
	}
	if !got.Text || got.ContentType == "" && !htmlpage.LooksLikeHTML(got.Body) {
		return nil, nil, problem.Unprocessable("url", string(fetch.KindMedia), "url must lead to an HTML page")
	}
	if len(bytes.TrimSpace(got.Body)) == 0 {
		return nil, nil, problem.Unprocessable("url", problem.CodeEmptyPage, "the page is empty")
	}
	if _, err := capacity.Work(ctx, htmlpage.Cost(got.Body)); err != nil { // until the answer is made
		return nil, nil, err
	}

	parsed, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err != nil {
		return nil, nil, problem.BadGateway(string(fetch.KindBadResponse), err, "the page's own address cannot be read")
	}

	return got, parsed, nil
}
