package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/web/fetch/robots"
)

const (
	robotsTTL      = 24 * time.Hour   // RFC 9309 section 2.4: a copy should not be used for longer
	robotsMinTTL   = 5 * time.Minute  // even if the server says less
	robotsRetry    = time.Minute      // delay before an unavailable file is requested again
	robotsTimeout  = 10 * time.Second // the whole way to the file
	maxRobotsFiles = 4096
	maxRobotsBytes = 128 * mib // of memory for all files together
)

// Robots is what robots.txt says about one page and our crawler.
type Robots struct {
	Allowed      bool
	MatchedRule  string // "Disallow: /search", "" when no rule matched
	MatchedAgent string // the User-agent value that applied, "" when none does
	RobotsURL    string
	RobotsStatus int // what the host answered for robots.txt
	Sitemaps     []string
}

// RobotsFile is a site's robots.txt as found.
type RobotsFile struct {
	URL       string       // <scheme>://<host>[:port]/robots.txt, where it was asked for
	FinalURL  string       // after redirects
	Status    int          // final status
	Rules     *robots.File // its rules; empty (all allowed) without a file
	Body      []byte       // UTF-8, at most 500 KiB; empty unless Status is 2xx
	FetchedAt time.Time

	// Unreachable is set if the server failed (5xx, 429, or a redirect to a place we refuse), so that the rules are
	// unknown. Then everything is disallowed (RFC 9309 section 2.3.1.4).
	Unreachable bool
}

// Verdict judges a URL of the site for the crawler with the product token agent.
func (f *RobotsFile) Verdict(agent, target string) Robots {
	r := Robots{
		RobotsURL:    f.URL,
		RobotsStatus: f.Status,
		Sitemaps:     f.Rules.Sitemaps,
	}
	if f.Unreachable {
		return r
	}
	v := f.Rules.Test(agent, target)
	r.Allowed = v.Allowed
	r.MatchedAgent = strings.Clone(v.Agent) // robots.txt is not cached with a page
	if v.Rule != nil {
		r.MatchedRule = v.Rule.String()
	}
	return r
}

type robotsEntry struct {
	file  *RobotsFile
	until time.Time
	size  int64 // about what it takes in memory
}

// robotsCache caches files by scheme, host and port, and allows one request at a time for each.
type robotsCache struct {
	mu     sync.Mutex
	files  map[string]robotsEntry
	used   int64 // bytes, of all
	flight *singleflight.Group
}

func (c *robotsCache) get(origin string, now time.Time) *RobotsFile {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.files[origin]; ok && now.Before(e.until) {
		return e.file
	}
	return nil
}

func (c *robotsCache) put(origin string, file *RobotsFile, now time.Time, ttl time.Duration) {
	// Short lines make many rules: the parsed file takes up to ten times the bytes sent.
	e := robotsEntry{
		file:  file,
		until: now.Add(ttl),
		size:  10*int64(len(file.Body)) + 4*kib,
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(origin)
	full := func() bool { return len(c.files) >= maxRobotsFiles || c.used+e.size > maxRobotsBytes }
	if full() {
		for name, old := range c.files { // drop stale entries, then any others if that is not enough
			if full() || !now.Before(old.until) {
				c.drop(name)
			}
		}
	}

	c.files[origin] = e
	c.used += e.size
}

func (c *robotsCache) drop(origin string) {
	c.used -= c.files[origin].size
	delete(c.files, origin)
}

// RobotsFile returns the robots.txt for rawURL, from memory if possible. A site without one, or whose server
// answers 4xx, allows everything; a failing server gives a file that is Unreachable. An error is a *BadURL or means
// that the host is unreachable, which would also hold for its pages.
func (c *Client) RobotsFile(ctx context.Context, rawURL string) (*RobotsFile, error) {
	u, err := c.guard.CheckURL(rawURL)
	if err != nil {
		return nil, err
	}
	return c.robotsFile(ctx, u)
}

func (c *Client) robotsFile(ctx context.Context, u *url.URL) (*RobotsFile, error) {
	origin := u.Scheme + "://" + u.Host
	if file := c.robots.get(origin, c.options.Now()); file != nil {
		return file, nil
	}

	// The request serves all waiting callers: it continues if the first of them leaves, within its own time limit.
	done := c.robots.flight.DoChan(origin, func() (result any, err error) {
		defer func() { // here a panic would end the process, not the request
			if p := recover(); p != nil {
				err = &Error{
					Kind:     KindBadResponse,
					Host:     u.Hostname(),
					OfRobots: true,
					Err:      fmt.Errorf("panic: %v", p),
				}
			}
		}()
		ctx, end := capacity.Detach(ctx)
		defer end()
		ctx, cancel := context.WithTimeoutCause(ctx, min(robotsTimeout, c.options.Timeouts.Total),
			&Error{
				Kind:  KindTimeout,
				Host:  u.Hostname(),
				phase: "reading",
			})
		defer cancel()
		file, ttl, err := c.fetchRobots(ctx, origin)
		if err != nil {
			return nil, err
		}
		c.robots.put(origin, file, c.options.Now(), ttl)
		return file, nil
	})

	select {
	case r := <-done:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*RobotsFile), nil
	case <-ctx.Done():
		return nil, asError(context.Cause(ctx), KindTimeout, u.Hostname())
	}
}

// fetchRobots returns a file and how long it is valid. Redirects are followed anywhere; the rules are still those
// of the origin (RFC 9309 section 2.3.1.2).
func (c *Client) fetchRobots(ctx context.Context, origin string) (*RobotsFile, time.Duration, error) {
	first, err := c.guard.CheckURL(origin + "/robots.txt")
	if err != nil {
		return nil, 0, err
	}

	f := c.newFetch(Request{
		For:          forRobots,
		Statuses:     AnyStatus,
		IgnoreRobots: true,
		NoCache:      true,
	})
	file := &RobotsFile{
		URL:      first.String(),
		FinalURL: first.String(),
		Rules:    &robots.File{},
	}
	u := first
	for hops := 0; ; hops++ {
		page, next, err := f.hop(ctx, u, 0)
		switch {
		case err != nil && (hops > 0 || isRedirectError(err)):
			// The site answered, but its target is unavailable: the rules are unknown.
			file.FetchedAt = c.options.Now().UTC()
			file.Unreachable = true
			if page != nil {
				file.Status = page.Status
			}
			return file, robotsRetry, nil
		case err != nil:
			return nil, 0, ofRobots(err)
		}
		file.FinalURL = u.String()
		file.Status = page.Status
		if next == nil {
			file.FetchedAt = page.FetchedAt
			return c.judgeRobots(file, page)
		}
		if hops == maxRedirects { // "unavailable", as if there were no file
			file.FetchedAt = c.options.Now().UTC()
			return file, robotsTTL, nil
		}
		u = next
	}
}

func (c *Client) judgeRobots(file *RobotsFile, page *Page) (*RobotsFile, time.Duration, error) {
	switch s := page.Status; {
	case s >= 200 && s < 300:
		file.Body = page.Body
		file.Rules = robots.Parse(page.Body)
	case s >= 300 && s < 500 && s != http.StatusTooManyRequests:
		// No file, or no access to it: everything is allowed (RFC 9309 section 2.3.1.3).
	default:
		file.Unreachable = true
		return file, max(robotsRetry, min(retryAfter(page.Header, c.options.Now()), maxRest)), nil
	}
	ttl := robotsTTL
	if life, keep := lifetime(page.Header, robotsTTL); keep {
		ttl = max(life, robotsMinTTL)
	}
	return file, ttl, nil
}

func isRedirectError(err error) bool {
	var b *BadURL
	return errors.As(err, &b) && b.Redirect
}

func ofRobots(err error) error {
	var e *Error
	if errors.As(err, &e) {
		marked := *e
		marked.OfRobots = true
		return &marked
	}
	return err
}

// isRobotsTrouble: failures that may affect robots.txt alone, so that the page may still be available.
func isRobotsTrouble(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.OfRobots && (e.Kind == KindTimeout || e.Kind == KindBadResponse || e.Kind == KindTooLarge)
}

// askRobots returns the verdict on u and the site's crawl delay, or a KindRobots error.
func (f *fetch) askRobots(ctx context.Context, u *url.URL) (*Robots, time.Duration, error) {
	if f.req.IgnoreRobots {
		return nil, f.options.HostSpacing, nil
	}

	file, err := f.robotsFile(ctx, u)
	switch {
	case f.req.UnreadRobots && (err == nil && file.Unreachable || isRobotsTrouble(err)):
		return nil, f.options.HostSpacing, nil
	case isRobotsTrouble(err): // unreadable rules disallow everything (RFC 9309 section 2.3.1.4)
		unread := Robots{RobotsURL: u.Scheme + "://" + u.Host + "/robots.txt"}
		return nil, 0, &Error{
			Kind:   KindRobots,
			Host:   u.Hostname(),
			Robots: &unread,
			Err:    err,
		}
	case err != nil:
		return nil, 0, err
	}

	verdict := file.Verdict(f.options.RobotsToken, u.RequestURI())
	if plain := unreservedDecoded(u.RequestURI()); verdict.Allowed && plain != u.RequestURI() {
		verdict = file.Verdict(f.options.RobotsToken, plain)
	}

	if !verdict.Allowed {
		return nil, 0, &Error{
			Kind:   KindRobots,
			Host:   u.Hostname(),
			Status: file.Status,
			Robots: &verdict,
		}
	}
	spacing := min(file.Rules.CrawlDelay(f.options.RobotsToken), maxSpacing)
	return &verdict, max(spacing, f.options.HostSpacing), nil
}

// unreservedDecoded decodes unreserved characters (RFC 3986 section 6.2.2.2), so that an encoded letter cannot
// bypass a rule.
func unreservedDecoded(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && isEscape(s[i:]) {
			c := unhex(s[i+1])<<4 | unhex(s[i+2])
			if c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '.' || c == '_' || c == '~' {
				out = append(out, c)
				i += 2
				continue
			}
		}
		out = append(out, s[i])
	}
	return string(out)
}

func unhex(c byte) byte {
	if c >= '0' && c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}
