// Package fetch opens callers' URLs, and no other code does. A Guard keeps it off private addresses; a Client adds
// robots.txt, redirects, time and size caps, decompression, charset conversion, politeness towards hosts and a
// cache.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/fetch/internal/testdoor"
)

// maxRedirects bounds the redirects followed in one fetch.
const maxRedirects = 5

// Options configure a Client. The zero value works.
type Options struct {
	UserAgent   string       // sent with each request, default "FareboxBot/1.0"; see BotUserAgent
	RobotsToken string       // product token looked for in robots.txt, default "FareboxBot"
	Ports       []int        // allowed besides 80 and 443, e.g. 8080
	OwnHosts    []string     // refused names: the service's own and its facilitator's
	OwnAddrs    []netip.Addr // refused addresses besides private ones: the server's public ones
	Resolver    Resolver     // default SystemResolver
	Timeouts    Timeouts
	// between the starts of two requests to one host, default 250 ms; negative for no delay
	HostSpacing   time.Duration
	MaxCacheBytes int64            // memory for cached pages, default 64 MiB; negative caches nothing
	Now           func() time.Time // default time.Now

	door *testdoor.Door
}

// Option changes Options. Only package fetchtest makes any.
type Option func(*Options)

// TestDoor is for package fetchtest: no other package can make a door, and a nil one opens nothing.
func TestDoor(d *testdoor.Door) Option {
	return func(o *Options) { o.door = d }
}

// BotUserAgent is the User-Agent of a service that describes its crawler at publicBaseURL + "/bot".
func BotUserAgent(publicBaseURL string) string {
	return "FareboxBot/1.0 (+" + strings.TrimRight(publicBaseURL, "/") + "/bot)"
}

// Client fetches pages. It is safe for use by many goroutines.
type Client struct {
	guard     *Guard
	transport http.RoundTripper
	options   Options
	gate      *gate
	pages     *pageCache
	robots    *robotsCache
}

// New makes a Client.
func New(o Options, opts ...Option) *Client {
	for _, apply := range opts {
		apply(&o)
	}
	o.UserAgent = cmp.Or(o.UserAgent, "FareboxBot/1.0")

	o.RobotsToken = cmp.Or(o.RobotsToken, "FareboxBot")
	if o.Resolver == nil {
		o.Resolver = SystemResolver{}
	}

	if o.Now == nil {
		o.Now = time.Now
	}
	o.HostSpacing = cmp.Or(o.HostSpacing, hostSpacing)

	o.MaxCacheBytes = cmp.Or(o.MaxCacheBytes, 64*mib)

	o.Timeouts = o.Timeouts.withDefaults()
	own := each.Of(o.OwnHosts, func(h string) string { return strings.ToLower(strings.TrimSuffix(h, ".")) })

	g := &Guard{
		rules:    urlRules{ports: o.Ports, ownHosts: own, loopback: o.door.Loopback()},
		ownAddrs: o.OwnAddrs,
		resolver: o.Resolver,
		timeouts: o.Timeouts,
		door:     o.door,
	}

	return &Client{
		guard: g, transport: g.RoundTripper(), options: o,
		gate: newGate(o.Now), pages: newPageCache(o.MaxCacheBytes),
		robots: &robotsCache{files: make(map[string]robotsEntry), flight: new(singleflight.Group)},
	}
}

// Guard is the guard that keeps the Client to public addresses, for other code that opens callers' URLs.
func (c *Client) Guard() *Guard { return c.guard }

// Request says what to fetch and how.
type Request struct {
	URL          string
	For          Purpose
	MaxBytes     int64      // after decompression; 0 means the purpose's cap, which is also the maximum
	Accept       string     // Accept header, default by purpose
	MediaTypes   []string   // types that are accepted ("text/html", "text/*"), any when empty; a page that names none passes
	Statuses     StatusRule // which final statuses give a Page
	IgnoreRobots bool       // fetch without asking robots.txt: for files that are meant for robots
	UnreadRobots bool       // continue if a host fails to serve robots.txt; readable rules, of every hop, are obeyed
	NoCache      bool       // neither read nor write the cache
	KeepRaw      bool       // fill Page.Raw and Page.SHA256
	JSON         []byte     // sent by POST if not nil; then nothing is cached and a redirect is an ordinary answer
}

// StatusRule says which final statuses return a Page rather than an error.
type StatusRule int

// The rules. The zero value is OnlySuccess.
const (
	OnlySuccess StatusRule = iota // 2xx
	Below500                      // any status the site gives the page, including 404
	AnyStatus
)

func (r StatusRule) accepts(status int) bool {
	switch r {
	case AnyStatus:
		return true
	case Below500:
		return status < 500
	}
	return status >= 200 && status < 300
}

// Page is what was fetched. Pages are shared through the cache: treat its slices as read-only.
type Page struct {
	RequestedURL    string // normalised, without fragment
	FinalURL        string // after redirects
	Status          int
	Header          http.Header
	ContentType     string         // media type in lower case without parameters, "" when not given
	BinaryType      string         // media type of a body that is not text, by its bytes; "" for text and exact bytes
	ContentEncoding string         // as sent
	Text            bool           // the body is text and was converted to UTF-8
	Charset         string         // what the text was converted from, a WHATWG name such as "utf-8"; "" when not text
	CharsetFrom     charset.Source // what said so
	Body            []byte         // decompressed; valid UTF-8 without byte order mark when Text
	Raw             []byte         // decompressed and otherwise as sent, if requested
	SHA256          string         // of Raw, lower-case hex, if requested
	FetchedAt       time.Time      // when the last byte arrived, UTC; for a cached page, the first time
	FirstByte       time.Duration  // from the start of the last hop to its first byte
	Redirects       []Redirect
	Robots          *Robots // nil when robots.txt was not asked
	FromCache       bool
	RemoteAddr      netip.Addr // the address that answered
	CertSHA256      string     // of its certificate, lower-case hex; "" without TLS

	room *room // held by the body; nil for a cached page
}

// MediaType is the page's type: by its bytes if they are not text, else as its sender declares it, or "".
func (p *Page) MediaType() string { return cmp.Or(p.BinaryType, p.ContentType) }

// Done releases the body's place in memory once the body is no longer needed, while the request continues. The end
// of the request does the same.
func (p *Page) Done() { p.room.leave() }

// Redirect is one hop of the way to the final URL.
type Redirect struct {
	From, To string
	Status   int
}

// Get fetches a URL, with GET unless the request has JSON to send. Errors are *BadURL for URLs and addresses that
// may not be fetched, and *Error for anything later; Problem turns both into answers. Nothing is sent to the host
// of a refused URL.
func (c *Client) Get(ctx context.Context, req Request) (*Page, error) {
	u, err := c.guard.CheckURL(req.URL)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, c.options.Timeouts.Total,
		&Error{
			Kind:  KindTimeout,
			Host:  u.Hostname(),
			phase: "taking more than the whole time of a fetch",
		})
	defer cancel()

	f := c.newFetch(req)
	if page := f.fresh(u); page != nil {
		return f.checked(page)
	}
	page, err := f.follow(ctx, u)
	if err != nil {
		return nil, err
	}
	return f.checked(page)
}

// fetch is one Get: its request with what the purpose sets filled in.
type fetch struct {
	*Client
	req     Request
	purpose purpose
}

func (c *Client) newFetch(req Request) *fetch {
	p := req.For.settings()
	if req.MaxBytes > 0 {
		p.maxBytes = min(p.maxBytes, req.MaxBytes)
	}
	if req.Accept != "" {
		p.accept = req.Accept
	}
	return &fetch{
		Client:  c,
		req:     req,
		purpose: p,
	}
}

func (f *fetch) key(u *url.URL) cacheKey {
	return cacheKey{
		url:     u.String(),
		purpose: f.req.For,
		accept:  f.purpose.accept,
		robots:  !f.req.IgnoreRobots,
		unread:  f.req.UnreadRobots,
		raw:     f.req.KeepRaw,
		max:     f.purpose.maxBytes,
	}
}

func (f *fetch) caches() bool { return !f.req.NoCache && f.req.JSON == nil && f.purpose.ttl > 0 }

// fresh is the cached page of u, or nil if there is no fresh one.
func (f *fetch) fresh(u *url.URL) *Page {
	if !f.caches() {
		return nil
	}
	hit, ok := f.pages.get(f.key(u))
	if !ok || !f.options.Now().Before(hit.until) {
		return nil
	}
	page := *hit.page
	page.Header, page.Redirects, page.FromCache = page.Header.Clone(), slices.Clone(page.Redirects), true
	page.RequestedURL = u.String()
	return &page
}

// checked applies the rules that depend only on the request, so that they also hold for cached pages.
func (f *fetch) checked(p *Page) (*Page, error) {
	is := p.MediaType()
	if len(f.req.MediaTypes) > 0 && is != "" && !slices.ContainsFunc(f.req.MediaTypes, func(want string) bool {
		family, any := strings.CutSuffix(want, "*")
		return want == is || any && strings.HasPrefix(is, family)
	}) {
		return nil, &Error{
			Kind:      KindMedia,
			Host:      HostOf(p.FinalURL),
			MediaType: is,
		}
	}
	return p, nil
}

// follow makes the hops to the final page. Every target passes the same checks as the first URL.
func (f *fetch) follow(ctx context.Context, first *url.URL) (*Page, error) {
	var redirects []Redirect
	seen := map[string]bool{}
	for u := first; ; {
		if seen[u.String()] || len(redirects) > maxRedirects {
			return nil, &Error{Kind: KindRedirects, Host: u.Hostname()}
		}

		seen[u.String()] = true
		verdict, spacing, err := f.askRobots(ctx, u)
		if err != nil {
			return nil, markRedirect(err, len(redirects) > 0)
		}

		page, next, err := f.hop(ctx, u, spacing)
		if err != nil {
			return nil, markRedirect(err, len(redirects) > 0)
		}

		if next == nil {
			page.RequestedURL = first.String()
			page.Robots = verdict
			page.Redirects = append(redirects, page.Redirects...) // those of a page cached meanwhile
			f.store(first, u, page)
			return page, nil
		}

		if f.purpose.exact && u.Scheme == "https" && next.Scheme == "http" {
			return nil, &BadURL{
				Rule:     RuleDowngrade,
				Host:     next.Hostname(),
				Redirect: true,
				Detail:   "must not lead from https to http",
			}
		}
		redirects = append(redirects, Redirect{
			From:   u.String(),
			To:     next.String(),
			Status: page.Status,
		})
		u = next
	}
}

func markRedirect(err error, redirected bool) error {
	var b *BadURL
	if redirected && errors.As(err, &b) {
		marked := *b
		marked.Redirect = true
		return &marked
	}
	return err
}

// store caches a page under the requested URL and the one that answered.
func (f *fetch) store(first, final *url.URL, page *Page) {
	if !f.caches() || page.FromCache || page.Status != http.StatusOK {
		return
	}
	life, keep := lifetime(page.Header, f.purpose.ttl)
	if !keep || life <= 0 && page.Header.Get("Etag") == "" && page.Header.Get("Last-Modified") == "" {
		return
	}

	kept := *page
	kept.Header = page.Header.Clone()
	kept.Redirects = slices.Clone(page.Redirects)
	kept.room = nil

	item := cached{page: &kept, until: f.options.Now().Add(life)}
	f.pages.put(f.key(first), item)
	if first.String() != final.String() {
		direct := kept
		direct.RequestedURL = kept.FinalURL
		direct.Redirects = nil
		f.pages.put(f.key(final), cached{page: &direct, until: item.until})
	}
}

// hop makes one request. It returns a page, or a redirect's target with a page that has only the status.
func (f *fetch) hop(ctx context.Context, u *url.URL, spacing time.Duration) (*Page, *url.URL, error) {
	host := u.Hostname()
	leave, err := f.gate.enter(ctx, host, spacing)
	if err != nil {
		return nil, nil, err
	}

	defer leave()
	if page := f.fresh(u); page != nil { // fetched by another request while we waited
		return page, nil, nil
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	x := &exchange{
		fetch:   f,
		url:     u,
		host:    host,
		started: f.options.Now(),
	}
	resp, err := x.send(ctx)
	if err != nil {
		return nil, nil, err
	}

	defer resp.Body.Close()
	if target := resp.Header.Get("Location"); isRedirect(resp.StatusCode) && target != "" && f.req.JSON == nil {
		next, err := f.redirectTarget(u, target)
		return &Page{Status: resp.StatusCode}, next, err
	}
	if resp.StatusCode == http.StatusNotModified && x.stale != nil {
		return x.revalidated(resp), nil, nil
	}

	if after := retryAfter(resp.Header, f.options.Now()); resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500 {
		f.gate.rest(host, after, resp.StatusCode)
	}
	if !f.req.Statuses.accepts(resp.StatusCode) {
		return nil, nil, &Error{
			Kind:       KindStatus,
			Host:       host,
			Status:     resp.StatusCode,
			RetryAfter: retryAfter(resp.Header, f.options.Now()),
		}
	}

	page, err := x.read(ctx, cancel, resp)
	return page, nil, err
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// redirectTarget resolves a Location against the URL that sent it and checks it like a caller's URL.
func (c *Client) redirectTarget(from *url.URL, location string) (*url.URL, error) {
	location = strings.TrimSpace(location)
	refuse := func(rule Rule, detail string) error {
		return &BadURL{
			Rule:     rule,
			Host:     from.Hostname(),
			Redirect: true,
			Detail:   detail,
		}
	}

	if !cleanText(location) {
		return nil, refuse(RuleCharacters, "must not contain control characters, backslashes or bytes that are not UTF-8")
	}
	ref, err := url.Parse(encode(location, "\"<>`{}|^"))
	if err != nil {
		return nil, refuse(RuleSyntax, "must be a URL")
	}
	u, err := c.guard.CheckURL(from.ResolveReference(ref).String())
	return u, markRedirect(err, true)
}

// HostOf is the host of a URL, "" where there is none to read.
func HostOf(rawURL string) string {
	u, err := url.Parse(rawURL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}
