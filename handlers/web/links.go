package web

import (
	"context"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// maxLinks is the most links in one answer (seed, section 8).
const maxLinks = 1000

// Links answers GET /links: a page's links, and the feeds and the sitemap declared for it.
//
// The counts cover all links of the page, before the cap and before same_host_only, so that they do not depend on
// the request.
func (h *Handlers) Links(ctx context.Context, req gen.LinksRequestObject) (gen.LinksResponseObject, error) {
	page, err := h.page(ctx, req.Params.URL)
	if err != nil {
		return nil, err
	}

	answer := gen.Links200JSONResponse{
		URL:         page.got.FinalURL,
		Links:       []gen.WebLink{},
		Feeds:       []string{},
		SitemapHint: sitemapHint(page.got),
		Truncated:   page.Cut,
		StandIn:     response.StandIn(page.stand),
	}
	links, cut := page.Links()
	answer.Truncated = answer.Truncated || cut

	for _, l := range links {
		if l.Internal {
			answer.InternalCount++
		} else {
			answer.ExternalCount++
			if req.Params.SameHostOnly {
				continue
			}
		}
		if len(answer.Links) == maxLinks {
			answer.Truncated = true
			continue
		}
		answer.Links = append(answer.Links, gen.WebLink{URL: l.URL, Text: response.OrNull(l.Text)})
	}

	for _, f := range page.Feeds() {
		if len(answer.Feeds) == maxLinks {
			answer.Truncated = true
			break
		}
		answer.Feeds = append(answer.Feeds, f.URL)
	}

	return answer, nil
}

// sitemapHint is the first sitemap in the robots.txt that was read before fetching the page.
func sitemapHint(got *fetch.Page) *string {
	if got.Robots == nil {
		return nil
	}
	named := htmlpage.ResolveAll(got.Robots.RobotsURL, got.Robots.Sitemaps)
	if len(named) == 0 {
		return nil
	}
	return &named[0]
}
