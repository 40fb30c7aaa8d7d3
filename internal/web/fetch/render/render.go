// Package render opens pages in a headless browser and returns them as their scripts leave them. Renderings share
// one browser, each in its own context that keeps nothing. All traffic goes through a proxy that connects by
// fetch.Guard, so pages in the browser reach no more than package fetch does. The main document, wherever redirects
// and scripts take it, is subject to robots.txt and package fetch's other rules.
package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Options configure a Renderer. Fetch is required; everything else has a default.
type Options struct {
	Fetch       *fetch.Client // provides the guard, robots.txt, the turn at a host and the User-Agent
	BrowserPath string        // program to start; default the first of the usual names in PATH
	BrowserURL  string        // ws(s):// or http(s):// DevTools address of a browser to use instead of starting one

	// ProxyListen is where the proxy listens, default 127.0.0.1 and any port. A browser on another machine needs a
	// reachable address, and ProxyURL to name it ("http://farebox:3129"). Without it, or if the browser does not
	// send everything there, the browser is not used.
	ProxyListen, ProxyURL string

	Pool        int           // renderings at once, default 2
	Timeout     time.Duration // for a page to settle, default 15 s; reading it takes up to 4 s more
	MaxBytes    int64         // through the proxy per rendering, both ways, as sent, default 15 MiB
	MaxRequests int           // per rendering, default 300; more are refused
	Images      bool          // load images; the text does not need them

	MaxPageMemory int64         // of one page's process, default 768 MiB; beyond that it is killed
	MaxMemory     int64         // of the browser with all its pages, default 2 GiB; beyond that it is killed
	MaxRenders    int           // after which a fresh browser takes over, default 200
	Idle          time.Duration // after which an unused browser is ended, default 5 min

	extra []string // arguments for tests
	pace  pace     // for tests; zero is usualPace
}

// pace bounds the steps of a rendering. Tests allow more, because a busy machine needs longer for each.
type pace struct {
	quiet time.Duration // a page with nothing in flight is settled after this
	rest  time.Duration // wait for a page that keeps fewRequests open (polling, a silent host)
	take  time.Duration // time after the deadline to stop a page and read its document
	start time.Duration // for a browser to start and be checked
	close time.Duration // for disposing of a page's context; a browser that needs longer is unhealthy
}

var usualPace = pace{
	quiet: 500 * time.Millisecond,
	rest:  2 * time.Second,
	take:  4 * time.Second,
	start: 20 * time.Second,
	close: 3 * time.Second,
}

func (o Options) withDefaults() Options {
	fill := func(n *int, def int) {
		*n = cmp.Or(*n, def)
	}

	duration := func(d *time.Duration, def time.Duration) {
		if *d <= 0 {
			*d = def
		}
	}

	size := func(n *int64, def int64) {
		if *n <= 0 {
			*n = def
		}
	}

	fill(&o.Pool, 2)
	fill(&o.MaxRequests, 300)
	fill(&o.MaxRenders, 200)
	o.Pool = max(1, o.Pool)
	duration(&o.Timeout, 15*time.Second)
	duration(&o.Idle, 5*time.Minute)
	size(&o.MaxBytes, 15<<20)
	size(&o.MaxPageMemory, 768<<20)
	size(&o.MaxMemory, 2<<30)

	if o.pace == (pace{}) {
		o.pace = usualPace
	}
	o.ProxyListen = cmp.Or(o.ProxyListen, "127.0.0.1:0")

	return o
}

const (
	startRest = 10 * time.Second // after a start that failed, before the next is tried
	maxAge    = time.Hour        // an older browser is replaced by a fresh one
)

// Renderer renders pages. It is safe for use by many goroutines.
type Renderer struct {
	options Options
	turns   *capacity.Turns
	start   chan struct{} // held by whoever starts a browser

	mu       sync.Mutex
	proxy    *proxy
	current  *browser
	alive    map[*browser]bool // not stopped yet: the current one and those finishing their work
	idle     *time.Timer
	startErr error // of the last start, if that failed
	failedAt time.Time
	closed   bool
	work     sync.WaitGroup // renderings, and browsers being stopped
}

var errClosed = errors.New("the renderer is closed")

// New makes a Renderer. It starts nothing: the first rendering does.
func New(o Options) *Renderer {
	o = o.withDefaults()
	return &Renderer{
		options: o,
		turns:   capacity.NewTurns(o.Pool, max(1, o.Pool/2), 0.5),
		start:   make(chan struct{}, 1),
		alive:   make(map[*browser]bool),
	}
}

// Available returns nil if a rendering would find a browser, as far as can be told without starting one, or else
// why not.
func (r *Renderer) Available() (ok bool, reason string) {
	if err := r.available(); err != nil {
		return false, err.Error()
	}
	return true, ""
}

func (r *Renderer) available() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.closed:
		return errClosed
	case r.current != nil:
		return nil
	case r.startErr != nil && time.Since(r.failedAt) < startRest:
		return r.startErr
	case r.options.BrowserURL != "":
		_, err := remoteProxy(r.options.BrowserURL, r.options.ProxyURL, "")
		return err
	}
	_, err := findBrowser(r.options.BrowserPath)
	return err
}

// Render opens a URL, lets its scripts run until the page rests, and returns the document. Errors are *Error when the
// browser is at fault ([Reason]), those of fetch.Client.Get when the URL, the page or its host is.
// Only HTML pages are rendered, others give fetch.KindMedia: Get them instead.
//
// A page that does not come to rest within Options.Timeout is returned as it is then, with Complete false, unless its
// document has not even been parsed.
func (r *Renderer) Render(ctx context.Context, rawURL string) (*Page, error) {
	u, err := r.options.Fetch.Guard().CheckURL(rawURL)
	if err != nil {
		return nil, err
	}
	if err := r.available(); err != nil {
		return nil, failed(KindNoBrowser, err)
	}
	if _, err := r.options.Fetch.Allowed(ctx, u.String()); err != nil { // before a browser is started for it
		return nil, err
	}

	capacity.Heavy(ctx)
	leave, err := r.turns.Take(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, fmt.Errorf("waiting for a browser: %w", ctx.Err())
	case err != nil:
		return nil, failed(KindBusy, err)
	}

	defer leave()
	page, err := r.render(ctx, u)
	if errors.Is(err, errLost) && ctx.Err() == nil { // the browser broke, perhaps because of another page
		page, err = r.render(ctx, u)
	}
	if err != nil && errors.Is(context.Cause(ctx), context.Canceled) { // the browser may call it otherwise
		return nil, fmt.Errorf("rendering: %w", context.Canceled)
	}

	return page, err
}

func (r *Renderer) render(ctx context.Context, u *url.URL) (*Page, error) {
	b, err := r.acquire(ctx)
	if err != nil {
		return nil, err
	}

	defer r.release(b)
	began := time.Now()
	take := r.options.pace.take
	deadline := began.Add(r.options.Timeout)
	if d, ok := ctx.Deadline(); ok && d.Add(-take).Before(deadline) {
		deadline = d.Add(-take)
	}

	ctx, cancel := context.WithDeadline(ctx, deadline.Add(take))
	defer cancel()
	traffic := b.proxy.admit(ctx, r.options.MaxBytes, false)
	defer b.proxy.end(traffic)

	t, err := b.openTab(ctx, traffic, tabOptions{
		client:      r.options.Fetch,
		images:      r.options.Images,
		maxRequests: r.options.MaxRequests,
		pace:        r.options.pace,
	})
	if err != nil {
		return nil, r.unwell(ctx, b, err)
	}

	defer t.close()
	s, err := t.run(ctx, u.String(), deadline)
	if err != nil {
		return nil, err
	}

	return t.page(ctx, u.String(), s)
}

// unwell is the error of a browser that failed to open a page; it is not used again.
func (r *Renderer) unwell(ctx context.Context, b *browser, err error) error {
	if errors.Is(context.Cause(ctx), context.Canceled) {
		return fmt.Errorf("rendering: %w", err)
	}
	b.stop(fmt.Errorf("%w: %w", errLost, err))
	return failed(KindCrashed, b.err)
}

// acquire returns a working browser and starts one if necessary.
func (r *Renderer) acquire(ctx context.Context) (*browser, error) {
	select {
	case r.start <- struct{}{}:
		defer func() { <-r.start }()
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a browser: %w", ctx.Err())
	}

	r.mu.Lock()
	if b := r.usable(); b != nil || r.closed {
		defer r.mu.Unlock()
		if r.closed {
			return nil, failed(KindNoBrowser, errClosed)
		}
		b.users++
		r.work.Add(1)
		return b, nil
	}

	r.work.Add(1) // so that Close waits for the start
	r.mu.Unlock()
	b, err := r.newBrowser()
	r.mu.Lock()
	defer r.mu.Unlock()

	if err != nil {
		r.work.Done()
		r.startErr = err
		r.failedAt = time.Now()
		return nil, failed(KindNoBrowser, err)
	}

	if r.closed {
		r.work.Go(func() { b.stop(errClosed) })
		r.work.Done()
		return nil, failed(KindNoBrowser, errClosed)
	}

	r.startErr = nil
	r.current = b
	r.alive[b] = true
	b.users++
	go b.watch(r.options.MaxPageMemory, r.options.MaxMemory)
	return b, nil
}

// usable is the current browser, unless it should be retired.
func (r *Renderer) usable() *browser {
	b := r.current
	if b == nil {
		return nil
	}
	if r.idle != nil {
		r.idle.Stop()
	}
	select {
	case <-b.lost:
	default:
		if b.served+b.users < r.options.MaxRenders && time.Since(b.started) < maxAge {
			return b
		}
	}
	r.retire(b)
	return nil
}

// retire lets a browser finish its current pages and gives it no more.
func (r *Renderer) retire(b *browser) {
	b.retired = true
	if r.current == b {
		r.current = nil
	}
	if b.users == 0 {
		r.stop(b)
	}
}

// stop ends an idle browser.
func (r *Renderer) stop(b *browser) {
	if !r.alive[b] {
		return
	}
	delete(r.alive, b)
	r.work.Go(func() { b.stop(errClosed) })
}

func (r *Renderer) release(b *browser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer r.work.Done()
	b.users--
	b.served++
	select {
	case <-b.lost:
		b.retired = true
	default:
	}
	if b.retired {
		r.retire(b)
		return
	}
	if b.users == 0 && r.current == b {
		r.idle = time.AfterFunc(r.options.Idle, func() { r.rest(b) })
	}
}

// rest ends a browser that has been idle for a while.
func (r *Renderer) rest(b *browser) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b.users == 0 && r.current == b && !r.closed {
		r.retire(b)
	}
}

// newBrowser starts or connects to a browser. It has its own time limit, because other renderings will use the
// browser too.
func (r *Renderer) newBrowser() (*browser, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.options.pace.start)
	defer cancel()
	p, err := r.openProxy()
	if err != nil {
		return nil, err
	}

	if r.options.BrowserURL != "" {
		at, err := remoteProxy(r.options.BrowserURL, r.options.ProxyURL, p.address())
		if err != nil {
			return nil, err
		}
		transport, err := dialRemote(ctx, r.options.BrowserURL)
		if err != nil {
			return nil, err
		}
		return newBrowser(ctx, transport, nil, p, at)
	}

	program, err := findBrowser(r.options.BrowserPath)
	if err != nil {
		return nil, err
	}

	removeLeftProfiles(time.Now())
	local, err := launch(program, p.address(), r.options.Fetch.UserAgent(), r.options.extra)
	if err != nil {
		return nil, err
	}

	return newBrowser(ctx, local.transport, local, p, p.address())
}

// openProxy starts the proxy once; it serves one browser after another.
func (r *Renderer) openProxy() (*proxy, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.proxy != nil {
		return r.proxy, nil
	}
	listen := r.options.ProxyListen
	if _, _, err := net.SplitHostPort(listen); err != nil {
		return nil, fmt.Errorf("the proxy's address: %w", err)
	}
	p, err := newProxy(r.options.Fetch.Guard(), listen)
	if err != nil {
		return nil, err
	}
	r.proxy = p
	return p, nil
}

// Close ends all renderings and every started browser, and waits until nothing is left of them.
func (r *Renderer) Close() error {
	r.mu.Lock()
	r.closed = true
	if r.idle != nil {
		r.idle.Stop()
	}
	for b := range r.alive {
		r.work.Go(func() { b.stop(errClosed) })
	}
	clear(r.alive)
	r.current = nil
	p := r.proxy
	r.mu.Unlock()
	r.work.Wait()
	if p != nil {
		p.close()
	}
	return nil
}
