package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/gen/shared"
	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/sitemaps"
)

// The caps of the seed, section 8, and the bounds of the whole search.
const (
	maxSitemapURLs = 5000
	maxChildren    = 5 // child sitemaps of indexes; also sitemaps read from one robots.txt
	sitemapsAtOnce = 2 // parallel fetches; package fetch allows no more per host
	sitemapBudget  = 45 * time.Second
	sitemapCost    = 2 // bytes of memory for each byte of a sitemap, which is read as a stream
)

// usualPaths are the sitemap locations to try if robots.txt names none: the protocol's, then those of common site
// software.
var usualPaths = []string{"/sitemap.xml", "/sitemap_index.xml", "/sitemap.xml.gz", "/wp-sitemap.xml"}

// Sitemap answers GET /sitemap: the URLs that a site lists. A URL that ends like a sitemap's is read as one; any
// other means its site. Sitemaps are made for robots, so robots.txt is not consulted. An unreadable file makes the
// answer partial. Without any sitemap it is 404, or 502 if the network was the reason.
func (h *Handlers) Sitemap(ctx context.Context, req gen.SitemapRequestObject) (gen.SitemapResponseObject, error) {
	u, err := h.Fetcher.Guard().CheckURL(req.Params.URL)
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	ctx, cancel := context.WithTimeout(ctx, sitemapBudget)
	defer cancel()

	s := &sitemapSearch{
		fetcher: h.Fetcher,
		now:     h.now,
		seen:    map[string]bool{},
		listed:  map[string]bool{},
		sources: []shared.Source{},
	}
	if isSitemapPath(u.Path) {
		s.read(ctx, gen.Direct, u.String())
	} else if err := s.searchSite(ctx, u); err != nil {
		return nil, err
	}
	if ctx.Err() != nil && s.files == 0 {
		return nil, problem.BadGateway(string(fetch.KindTimeout), ctx.Err(), "the sitemaps of %s took too long", u.Hostname())
	}
	if s.files == 0 {
		return nil, s.nothing(u)
	}

	answer := s.answer
	if answer.Urls == nil {
		answer.Urls = []gen.WebSitemapURL{}
	}
	answer.Count = len(answer.Urls)
	answer.Sources = s.sources
	answer.Partial = response.Partial(s.sources)
	return gen.Sitemap200JSONResponse(answer), nil
}

// isSitemapPath reports whether a path is a sitemap's rather than a page's.
func isSitemapPath(path string) bool {
	path = strings.ToLower(path)
	if path == "/robots.txt" {
		return false
	}
	path = strings.TrimSuffix(path, ".gz")
	return slices.ContainsFunc([]string{".xml", ".txt", ".rss", ".atom"}, func(end string) bool {
		return strings.HasSuffix(path, end)
	})
}

// sitemapSearch is the work of one request.
type sitemapSearch struct {
	fetcher *fetch.Client
	now     func() time.Time
	answer  gen.WebSitemap
	files   int             // readable files that list pages
	seen    map[string]bool // sitemaps that were asked for
	listed  map[string]bool // locations in the answer
	sources []shared.Source // robots.txt and the sitemaps, in the order of requests
	failed  []error         // why sitemaps could not be read, including missing ones at usual paths
}

// searchSite looks in the possible places of a site's sitemaps. It returns an error if the site is unreachable.
func (s *sitemapSearch) searchSite(ctx context.Context, u *url.URL) error {
	robots, err := s.fetcher.RobotsFile(ctx, u.String())
	if err != nil {
		return fetch.Problem(err, "url")
	}
	s.sources = append(s.sources, response.RobotsTxt(robots))

	named := htmlpage.ResolveAll(robots.URL, robots.Rules.Sitemaps)
	if len(named) > maxChildren {
		named = named[:maxChildren]
		s.answer.Truncated = true
	}
	s.read(ctx, gen.RobotsTxt, named...)
	site := &url.URL{Scheme: u.Scheme, Host: u.Host}
	for _, path := range usualPaths {
		if s.files > 0 || ctx.Err() != nil {
			break
		}
		site.Path = path
		s.read(ctx, gen.DefaultPath, site.String())
	}
	return nil
}

// read reads the sitemaps at the locations and the children of indexes.
func (s *sitemapSearch) read(ctx context.Context, source gen.WebSitemapSource, locations ...string) {
	files := s.fetchAll(ctx, locations, source == gen.DefaultPath)
	var children []string
	for _, f := range files {
		if f == nil {
			continue
		}
		s.take(f)
		s.answer.Source = source
		s.answer.IsIndex = s.answer.IsIndex || f.IsIndex
		children = append(children, f.Children...)
	}

	if len(children) > maxChildren {
		children = children[:maxChildren]
		s.answer.Truncated = true
	}
	if len(children) > 0 && len(s.answer.Urls) == maxSitemapURLs {
		s.answer.Truncated = true
		return
	}

	for _, f := range s.fetchAll(ctx, children, false) {
		if f == nil {
			continue
		}
		s.take(f)
		s.answer.Truncated = s.answer.Truncated || len(f.Children) > 0 // an index in an index
	}
}

// take adds what a file lists.
func (s *sitemapSearch) take(f *sitemaps.File) {
	if !f.IsIndex || len(f.URLs) > 0 {
		s.files++
	}
	s.answer.Truncated = s.answer.Truncated || f.Cut

	for _, u := range f.URLs {
		if s.listed[u.Loc] {
			continue
		}
		if len(s.answer.Urls) == maxSitemapURLs {
			s.answer.Truncated = true
			return
		}
		s.listed[u.Loc] = true
		s.answer.Urls = append(s.answer.Urls, gen.WebSitemapURL{
			Loc:      u.Loc,
			Lastmod:  response.OrNull(u.LastMod),
			Priority: response.OrNull(u.Priority),
		})
	}
}

// reading is the outcome for a requested sitemap.
type reading struct {
	file *sitemaps.File
	page *fetch.Page
	err  error
}

// fetchAll reads the sitemaps not requested before, some in parallel. An unreadable one is nil. At guessed
// locations a missing sitemap is not a failure.
func (s *sitemapSearch) fetchAll(ctx context.Context, locations []string, guessed bool) []*sitemaps.File {
	var fresh []string
	for _, location := range locations {
		if !s.seen[location] {
			s.seen[location] = true
			fresh = append(fresh, location)
		}
	}

	readings := make([]reading, len(fresh))
	var group errgroup.Group
	group.SetLimit(sitemapsAtOnce)
	for i, location := range fresh {
		group.Go(func() error {
			readings[i] = s.fetchOne(ctx, location)
			return nil
		})
	}
	_ = group.Wait() // returns no error: each is in its reading

	files := make([]*sitemaps.File, len(fresh))
	for i, location := range fresh {
		r := readings[i]
		switch {
		case r.err != nil:
			s.failed = append(s.failed, r.err)
			s.sources = append(s.sources, s.unread(location, r.err, guessed))
		case r.page.FinalURL != location && s.seen[r.page.FinalURL]:
			// redirects to one that is read anyway
		default:
			s.seen[r.page.FinalURL] = true
			files[i] = r.file
			source := response.Fetched(sitemapSource, location, r.page.FetchedAt, nil)
			source.Records = new(len(r.file.URLs) + len(r.file.Children))
			s.sources = append(s.sources, source)
		}
	}
	return files
}

// sitemapSource is the name of sitemaps among the sources; their URLs tell them apart.
const sitemapSource = "sitemap"

// errNoSitemap is the error for a file that is not a sitemap.
var errNoSitemap = errors.New("what is there is no sitemap")

// unread is an unreadable sitemap among the sources. A named one that is missing is a failure.
func (s *sitemapSearch) unread(location string, err error, guessed bool) shared.Source {
	source := response.Fetched(sitemapSource, location, s.now(), err)
	none := source.Status == shared.SourceStatusEmpty
	switch {
	case guessed && (none || errors.Is(err, errNoSitemap)):
		source = response.Fetched(sitemapSource, location, s.now(), upstream.NotFound.Errorf("no sitemap"))
	case none:
		source.Status = shared.SourceStatusError
		source.FetchedAt = nil
		source.Detail = new("there is nothing at this address, which the site names")
	case errors.Is(err, errNoSitemap):
		source.Detail = new(errNoSitemap.Error())
	}
	return source
}

func (s *sitemapSearch) fetchOne(ctx context.Context, location string) reading {
	page, err := s.fetcher.Get(ctx, fetch.Request{
		URL:          location,
		For:          fetch.ForSitemap,
		IgnoreRobots: true,
	})
	if err != nil {
		return reading{err: err}
	}
	defer page.Done()
	done, err := capacity.Work(ctx, sitemapCost*int64(len(page.Body)))
	if err != nil {
		return reading{err: err}
	}
	defer done()

	body := page.Body
	if !page.Text {
		body, _, _ = charset.ToUTF8(body, "")
	}
	f, err := sitemaps.Parse(body, page.FinalURL, sitemaps.Limits{URLs: maxSitemapURLs, Children: maxChildren})
	if err != nil {
		_, barred := fetch.JudgeBody(page)
		return reading{err: cmp.Or(barred, errNoSitemap)}
	}
	return reading{file: f, page: page}
}

// nothing is the answer if no sitemap could be read: the network's error if the likeliest place failed, the error
// of a caller's own sitemap that is too large or redirects in circles, or else 404.
func (s *sitemapSearch) nothing(u *url.URL) error {
	var first *problem.Problem
	if len(s.failed) > 0 && !errors.Is(s.failed[0], errNoSitemap) {
		first = fetch.Problem(s.failed[0], "url")
	}
	if first != nil && first.Status >= http.StatusInternalServerError {
		return first.With("sources", s.sources)
	}
	if first != nil && isSitemapPath(u.Path) && len(s.failed) == 1 && !s.answer.IsIndex {
		if _, status := first.Extra[string(fetch.KindStatus)]; !status {
			return first
		}
	}

	p := problem.NotFound("url", "no sitemap was found for %s", u.Hostname())
	return p.With("sources", s.sources)
}
