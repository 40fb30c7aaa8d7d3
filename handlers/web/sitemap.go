package web

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/web/feeds/loosexml"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/sitemaps"
)

// The caps of the seed, section 8, and what bounds the whole search.
const (
	maxSitemapURLs = 5000
	maxChildren    = 5 // child sitemaps of indexes; also sitemaps that are read of one robots.txt
	sitemapsAtOnce = 2 // fetches side by side; package fetch allows no more per host
	sitemapBudget  = 45 * time.Second
)

// usualPaths are where sitemaps are when robots.txt names none: that of the protocol, then those of common
// site software.
var usualPaths = []string{"/sitemap.xml", "/sitemap_index.xml", "/sitemap.xml.gz", "/wp-sitemap.xml"}

// Sitemap answers GET /sitemap: the URLs that a site lists. A URL that ends like a sitemap's is read as one, any other stands
// for its site. Sitemaps are made for robots, so robots.txt is not asked whether they may be fetched. A file that cannot be
// read leaves the answer partial; nothing at all is 404, or 502 when the network was the reason.
func (h *Handlers) Sitemap(ctx context.Context, req gen.SitemapRequestObject) (gen.SitemapResponseObject, error) {
	u, err := h.fetcher.Guard().CheckURL(req.Params.URL)
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}
	ctx, cancel := context.WithTimeout(ctx, sitemapBudget)
	defer cancel()
	s := &sitemapSearch{fetcher: h.fetcher, seen: map[string]bool{}, listed: map[string]bool{}}
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
	answer.Count, answer.Partial = len(answer.Urls), len(answer.Errors) > 0
	return gen.Sitemap200JSONResponse(filled(answer)), nil
}

// filled has empty lists where there are none, rather than null.
func filled(a gen.WebSitemap) gen.WebSitemap {
	if a.Urls == nil {
		a.Urls = []gen.WebSitemapURL{}
	}
	if a.SitemapsRead == nil {
		a.SitemapsRead = []string{}
	}
	if a.Errors == nil {
		a.Errors = []gen.WebSitemapError{}
	}
	return a
}

// isSitemapPath says whether a path is that of a sitemap rather than of a page.
func isSitemapPath(path string) bool {
	path = strings.ToLower(path)
	if path == "/robots.txt" {
		return false
	}
	path = strings.TrimSuffix(path, ".gz")
	for _, end := range []string{".xml", ".txt", ".rss", ".atom"} {
		if strings.HasSuffix(path, end) {
			return true
		}
	}
	return false
}

// sitemapSearch is the work of one request.
type sitemapSearch struct {
	fetcher *fetch.Client
	answer  gen.WebSitemap
	files   int                // files that list pages and could be read
	seen    map[string]bool    // sitemaps that were asked for
	listed  map[string]bool    // locations in the answer
	failed  []*problem.Problem // one for each entry of answer.Errors
}

// searchSite looks where a site's sitemaps may be. The error is that nobody is there to ask.
func (s *sitemapSearch) searchSite(ctx context.Context, u *url.URL) error {
	robots, err := s.fetcher.RobotsFile(ctx, u.String())
	if err != nil {
		return fetch.Problem(err, "url")
	}
	named := htmlpage.ResolveAll(robots.URL, robots.Rules.Sitemaps)
	if len(named) > maxChildren {
		named, s.answer.Truncated = named[:maxChildren], true
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
	if s.answer.Source == gen.DefaultPath && s.files > 0 {
		s.forgetMisses()
	}
	return nil
}

// forgetMisses drops the errors of usual paths where there was nothing: nobody said that there would be.
func (s *sitemapSearch) forgetMisses() {
	errors, failed := s.answer.Errors[:0], s.failed[:0]
	for i, e := range s.answer.Errors {
		none := e.Code == problem.CodeNotFound || e.Code == problem.CodeNotASitemap
		if u, err := url.Parse(e.URL); err == nil && none && isUsualPath(u.Path) {
			continue
		}
		errors, failed = append(errors, e), append(failed, s.failed[i])
	}
	s.answer.Errors, s.failed = errors, failed
}

func isUsualPath(path string) bool {
	for _, usual := range usualPaths {
		if path == usual {
			return true
		}
	}
	return false
}

// read reads the sitemaps at the locations and, where they are indexes, the children of these.
func (s *sitemapSearch) read(ctx context.Context, source gen.WebSitemapSource, locations ...string) {
	files := s.fetchAll(ctx, locations)
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
		children, s.answer.Truncated = children[:maxChildren], true
	}
	if len(children) > 0 && len(s.answer.Urls) == maxSitemapURLs {
		s.answer.Truncated = true
		return
	}
	for _, f := range s.fetchAll(ctx, children) {
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

// fetchAll reads the sitemaps that were not asked for before, some side by side. What could not be read is nil, and noted.
func (s *sitemapSearch) fetchAll(ctx context.Context, locations []string) []*sitemaps.File {
	var fresh []string
	for _, location := range locations {
		if !s.seen[location] {
			s.seen[location] = true
			fresh = append(fresh, location)
		}
	}
	files, pages, problems := make([]*sitemaps.File, len(fresh)), make([]*fetch.Page, len(fresh)), make([]*problem.Problem, len(fresh))
	var group errgroup.Group
	group.SetLimit(sitemapsAtOnce)
	for i, location := range fresh {
		group.Go(func() error {
			files[i], pages[i], problems[i] = s.fetchOne(ctx, location)
			return nil
		})
	}
	_ = group.Wait() // no error is given: each is in problems
	for i, location := range fresh {
		switch {
		case problems[i] != nil:
			s.failed = append(s.failed, problems[i])
			s.answer.Errors = append(s.answer.Errors, gen.WebSitemapError{URL: location, Code: problems[i].Code, Detail: problems[i].Detail})
		case pages[i].FinalURL != location && s.seen[pages[i].FinalURL]:
			files[i] = nil // redirects to one that is read anyway
		default:
			s.seen[pages[i].FinalURL] = true
			s.answer.SitemapsRead = append(s.answer.SitemapsRead, location)
		}
	}
	return files
}

func (s *sitemapSearch) fetchOne(ctx context.Context, location string) (*sitemaps.File, *fetch.Page, *problem.Problem) {
	page, err := s.fetcher.Get(ctx, fetch.Request{URL: location, For: fetch.ForSitemap, IgnoreRobots: true})
	if err != nil {
		p := fetch.Problem(err, "url")
		if status, _ := p.Extra[string(fetch.KindStatus)].(int); status == http.StatusNotFound || status == http.StatusGone {
			p.Code = problem.CodeNotFound
		}
		return nil, nil, p
	}
	body := page.Body
	if !page.Text {
		body = loosexml.ToUTF8(body)
	}
	f, err := sitemaps.Parse(body, page.FinalURL, sitemaps.Limits{URLs: maxSitemapURLs, Children: maxChildren})
	if err != nil {
		return nil, nil, problem.New(http.StatusNotFound, problem.CodeNotASitemap, "what is there is no sitemap")
	}
	return f, page, nil
}

// nothing is the answer when no sitemap could be read: that of the network when the likeliest place failed, that of
// a caller's own sitemap that is too large or leads in circles, else 404.
func (s *sitemapSearch) nothing(u *url.URL) error {
	if len(s.failed) > 0 && s.failed[0].Status >= http.StatusInternalServerError {
		return s.failed[0].With("errors", s.answer.Errors)
	}
	if isSitemapPath(u.Path) && len(s.failed) == 1 && !s.answer.IsIndex {
		p := s.failed[0]
		if _, upstream := p.Extra[string(fetch.KindStatus)]; p.Code != problem.CodeNotASitemap && !upstream {
			return p
		}
	}
	p := problem.NotFound("url", "no sitemap was found for %s", u.Hostname())
	return p.With("errors", filled(s.answer).Errors)
}
