package visibility

import (
	"bytes"
	"context"
	"net/url"
	"slices"

	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/sitemaps"
)

// htmlTypes are the media types of pages.
var htmlTypes = []string{"text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"}

// visit is a page fetched for an audit, with its robots.txt.
type visit struct {
	got     *fetch.Page
	facts   *pagefacts.Facts
	robots  *fetch.RobotsFile // nil if it could not be read
	status  int               // of robots.txt; 0 without an answer
	address string            // of robots.txt
	sources []shared.Source
}

// visit fetches a page, whatever its status. A page that robots.txt forbids is not fetched. If the server fails to
// return robots.txt, the page is fetched anyway: the caller asks about this one page, and the audit must report
// that crawlers find no robots.txt. Readable rules are always obeyed, including those of hosts that the page
// redirects to. A challenge, a demand for consent or a refusal is not the page, whatever its status.
func (h *Handlers) visit(ctx context.Context, location string) (*visit, error) {
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL:          location,
		For:          fetch.ForPage,
		Statuses:     fetch.AnyStatus,
		UnreadRobots: true,
	})
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	v := &visit{got: got, address: origin(got.FinalURL) + "/robots.txt"}
	if err := v.parse(ctx, h); err != nil {
		return nil, err
	}
	if err := fetch.Withheld(v.facts.StandIn, got); err != nil {
		return nil, fetch.Problem(err, "url")
	}
	if v.facts.StandIn.Bars() {
		return nil, statusProblem(fetch.HostOf(got.FinalURL), got.Status)
	}

	v.sources = []shared.Source{v.pageSource(), v.readRobots(ctx, h)}
	return v, nil
}

// pageSource is the page among the sources.
func (v *visit) pageSource() shared.Source {
	source := response.Fetched(srcPage, v.got.FinalURL, v.got.FetchedAt, nil)
	if v.facts.Cut {
		source.Detail = new("the page has more elements than are looked at")
	}
	return source
}

// partial reports whether a file was unavailable, or the page was only partly read.
func (v *visit) partial() bool { return v.facts.Cut || response.Partial(v.sources) }

// origin is the scheme and host of a URL, or "".
func origin(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// parse reads the page. The body of an error page that is not HTML counts as empty; on any other page that is an
// error.
func (v *visit) parse(ctx context.Context, h *Handlers) error {
	got := v.got
	isHTML := got.Text && (slices.Contains(htmlTypes, got.ContentType) || got.ContentType == "" && htmlpage.LooksLikeHTML(got.Body))
	if got.Status >= 200 && got.Status < 300 {
		if !isHTML && len(bytes.TrimSpace(got.Body)) > 0 {
			return fetch.Problem(&fetch.Error{
				Kind:      fetch.KindMedia,
				Host:      fetch.HostOf(got.FinalURL),
				MediaType: got.MediaType(),
			}, "url")
		}
		if len(bytes.TrimSpace(got.Body)) == 0 {
			return problem.Unprocessable("url", problem.CodeEmptyPage, "the page is empty")
		}
	}
	if !isHTML {
		kept := *got
		kept.Body = nil
		got = &kept
	}

	defer got.Done()
	done, err := capacity.Work(ctx, htmlpage.Cost(got.Body))
	if err != nil {
		return err
	}
	defer done()
	parsed, err := htmlpage.Parse(got.Body, got.FinalURL)
	if err != nil {
		return problem.BadGateway(string(fetch.KindBadResponse), err, "the page's own address cannot be read")
	}
	v.facts = pagefacts.Build(got, parsed, h.extractor)
	return nil
}

// readRobots finds the rules for the page's final URL.
func (v *visit) readRobots(ctx context.Context, h *Handlers) shared.Source {
	file, err := h.fetcher.RobotsFile(ctx, v.got.FinalURL)
	if err != nil {
		return response.Fetched(srcRobots, v.address, h.now(), err)
	}

	v.address = file.URL
	v.status = file.Status
	if !file.Unreachable {
		v.robots = file
	}
	return robotsSource(file)
}

// robotsSource is a site's robots.txt among the sources. A page served instead says nothing.
func robotsSource(file *fetch.RobotsFile) shared.Source {
	source := response.RobotsTxt(file)
	if source.Status == shared.SourceStatusOk && !isFound(file) {
		source.Status = shared.SourceStatusEmpty
	}
	return source
}

const (
	maxTriedSitemaps = 3       // of those that robots.txt names
	maxSitemapBytes  = 2 << 20 // enough to recognise a sitemap, even if it is cut
)

// isSitemap reports whether there is a sitemap at a location. An error means that this is unknown.
func (h *Handlers) isSitemap(ctx context.Context, location string) (bool, error) {
	got, err := h.fetcher.Get(ctx, fetch.Request{
		URL:          location,
		For:          fetch.ForSitemap,
		MaxBytes:     maxSitemapBytes,
		IgnoreRobots: true,
	})

	switch {
	case err == nil:
	case kindOf(err) == fetch.KindTooLarge:
		return true, nil
	case isBadURL(err), kindOf(err) == fetch.KindRedirects, fetch.Problem(err, "url").Status < 500:
		return false, nil
	default:
		return false, err
	}

	defer got.Done()
	done, err := capacity.Work(ctx, int64(len(got.Body)))
	if err != nil {
		return false, err
	}

	defer done()
	body := got.Body
	if !got.Text {
		body, _, _ = charset.ToUTF8(body, "")
	}

	if _, err = sitemaps.Parse(body, got.FinalURL, sitemaps.Limits{URLs: 1, Children: 1}); err == nil {
		return true, nil
	}
	_, err = fetch.JudgeBody(got)
	return false, err
}

// areSitemaps checks several locations in parallel.
func (h *Handlers) areSitemaps(ctx context.Context, locations []string) upstream.Fused[bool] {
	asked := make([]upstream.Source[bool], len(locations))
	for i, location := range locations {
		asked[i] = upstream.Source[bool]{
			Name: location,
			Call: func(ctx context.Context) (bool, error) { return h.isSitemap(ctx, location) },
		}
	}
	return upstream.Fuse(ctx, asked...)
}
