package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto"
	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/farebox/farebox/internal/web/fetch"
)

// tabOptions are what a tab may do. Without a client it checks no rules and opens anything: the probe.
type tabOptions struct {
	client      *fetch.Client
	images      bool
	maxRequests int
	pace        pace
}

// tab is one page in its own browser context. The fields below the events belong to the goroutine that handles
// them.
type tab struct {
	browser *browser
	traffic *traffic
	options tabOptions
	context cdp.BrowserContextID
	id      target.ID
	session target.SessionID

	mu       sync.Mutex
	children []target.SessionID
	events   chan *cdproto.Message
	flood    chan struct{} // closed if events came faster than they were handled
	flooded  sync.Once
	queued   atomic.Int64 // bytes of the events that wait

	admitted  chan admission     // read by run alone
	closed    chan struct{}      // closed when nobody reads admitted any more
	asked     cdpfetch.RequestID // the last requested main document
	requested string             // the URL that was asked for
	visit     *fetch.Visit       // the requested main document that has no answer yet
	robots    *fetch.Robots
	moving    bool // a requested main document has not arrived
	hops      int
	from      fetch.Redirect // a redirect whose target has not been requested yet

	loader    cdp.LoaderID // of the document that arrived last
	location  string       // where it came from
	status    int
	header    http.Header
	mediaType string
	redirects []fetch.Redirect
	settled   int  // how many of them led to the current document
	parsed    bool // DOMContentLoaded
	inFlight  map[network.RequestID]bool
	active    time.Time // when a request last began or ended, or the document was parsed
	requests  int
	dialogs   int
	stormy    string // what there was too much of
	err       error
}

// admission is the verdict on a main document.
type admission struct {
	request cdpfetch.RequestID
	url     string
	visit   *fetch.Visit
	err     error
}

// maxEvents bounds the queued events and maxQueued their total bytes. Each takes microseconds, so only a page that
// floods them gets there.
const (
	maxEvents = 4096
	maxQueued = 32 << 20
)

// openTab makes a context that goes through the proxy with the traffic's password, and an empty page in it.
func (b *browser) openTab(ctx context.Context, traffic *traffic, o tabOptions) (*tab, error) {
	made, err := call(ctx, b.conn, "", target.CreateBrowserContext, target.CreateBrowserContextParams{
		DisposeOnDetach: new(true), ProxyServer: b.proxyAt, ProxyBypassList: "<-loopback>",
	})
	if err != nil {
		return nil, err
	}
	t := &tab{
		browser: b, traffic: traffic, options: o, context: made.BrowserContextID,
		inFlight: make(map[network.RequestID]bool), events: make(chan *cdproto.Message, maxEvents), flood: make(chan struct{}), admitted: make(chan admission), closed: make(chan struct{}),
	}
	if err := t.prepare(ctx); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *tab) prepare(ctx context.Context) error {
	c := t.browser.conn
	tell(ctx, c, "", cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorDeny, BrowserContextID: t.context,
	})

	for _, name := range []string{"geolocation", "notifications"} {
		tell(ctx, c, "", cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: name}, Setting: cdpbrowser.PermissionSettingDenied, BrowserContextID: t.context,
		})
	}

	created, err := call(ctx, c, "", target.CreateTarget, target.CreateTargetParams{URL: "about:blank", BrowserContextID: t.context})
	if err != nil {
		return err
	}

	t.id = created.TargetID
	t.browser.mu.Lock()
	t.browser.mains[t.context] = t.id
	t.browser.mu.Unlock()

	attached, err := call(ctx, c, "", target.AttachToTarget, target.AttachToTargetParams{
		TargetID: t.id,
		Flatten:  new(true),
	})
	if err != nil {
		return err
	}

	t.session = attached.SessionID
	c.listen(t.session, t.receive)

	// Wait for all of these: what the page's first process has not confirmed is lost when the site's own process
	// takes over.
	waits := []func() (cdp.Empty, error){
		begin(ctx, c, t.session, inspector.Enable, cdp.Empty{}),
		begin(ctx, c, t.session, page.Enable, page.EnableParams{}),
		begin(ctx, c, t.session, network.Enable, network.EnableParams{
			MaxTotalBufferSize:    new(int64(1)),
			MaxResourceBufferSize: new(int64(1)),
			MaxPostDataSize:       new(int64(1)),
		}),
		begin(ctx, c, t.session, page.SetLifecycleEventsEnabled, page.SetLifecycleEventsEnabledParams{Enabled: true}),
	}

	return confirm(append(waits, t.intercept(ctx, t.session)...))
}

func confirm(waits []func() (cdp.Empty, error)) error {
	for _, wait := range waits {
		if _, err := wait(); err != nil {
			return err
		}
	}
	return nil
}

// intercept pauses a session's requests, and those of everything it starts, before they are sent.
func (t *tab) intercept(ctx context.Context, s target.SessionID) []func() (cdp.Empty, error) {
	c := t.browser.conn
	if t.options.client != nil { // not every kind of session supports it
		tell(ctx, c, s, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{
			UserAgent: t.options.client.UserAgent(), AcceptLanguage: "en",
		})
	}

	return []func() (cdp.Empty, error){
		begin(ctx, c, s, target.SetAutoAttach, target.SetAutoAttachParams{
			AutoAttach:             true,
			WaitForDebuggerOnStart: true,
			Flatten:                new(true),
		}),
		begin(ctx, c, s, cdpfetch.Enable, cdpfetch.EnableParams{
			HandleAuthRequests: new(true),
			Patterns: []*cdpfetch.RequestPattern{
				{URLPattern: "http://*", RequestStage: cdpfetch.RequestStageRequest},
				{URLPattern: "https://*", RequestStage: cdpfetch.RequestStageRequest},
				{URLPattern: "*", ResourceType: "Document", RequestStage: cdpfetch.RequestStageResponse},
			},
		}),
	}
}

// receive queues an event; it runs on the reading goroutine of the connection.
func (t *tab) receive(msg *cdproto.Message) {
	if t.queued.Add(int64(len(msg.Params))) <= maxQueued {
		select {
		case t.events <- msg:
			return
		default:
		}
	}
	t.queued.Add(-int64(len(msg.Params)))
	t.flooded.Do(func() { close(t.flood) })
}

// close disposes of the context with everything in it. A browser that fails to do so in time is stopped.
func (t *tab) close() {
	close(t.closed)
	if t.visit != nil {
		t.visit.Leave()
	}
	b := t.browser
	b.mu.Lock()
	delete(b.mains, t.context)
	b.mu.Unlock()
	t.mu.Lock()
	b.forget(append(t.children, t.session)...)
	t.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), t.options.pace.close)
	defer cancel()
	if _, err := call(ctx, b.conn, "", target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: t.context}); ctx.Err() != nil {
		b.stop(fmt.Errorf("%w: %w: %w", errLost, errUnreachable, err))
	}
}

// navigate starts towards a URL. The channel gets the browser's error text, or "".
func (t *tab) navigate(ctx context.Context, location string) <-chan string {
	done := make(chan string, 1)
	go func() {
		result, err := call(ctx, t.browser.conn, t.session, page.Navigate, page.NavigateParams{URL: location})
		switch {
		case err != nil && errors.Is(err, errLost): // seen by whoever waits
		case err != nil:
			done <- err.Error()
		case result.IsDownload:
			done <- errDownload
		default:
			done <- result.ErrorText
		}
	}()
	return done
}

// errDownload takes the place of the browser's error text.
const errDownload = "download"

// child handles what the page started: frames are intercepted like the page, workers may run, service workers and
// windows may not.
func (t *tab) child(ctx context.Context, e target.EventAttachedToTarget) {
	c := t.browser.conn
	switch e.TargetInfo.Type {
	case "service_worker": // never resumed
		return
	case "page", "tab", "webview", "other":
		if e.TargetInfo.TargetID != t.id {
			tell(ctx, c, "", target.CloseTarget, target.CloseTargetParams{TargetID: e.TargetInfo.TargetID})
		}
		return
	}

	t.mu.Lock()
	t.children = append(t.children, e.SessionID)
	many := len(t.children) > maxChildren
	t.mu.Unlock()
	if many {
		t.storm("frames and workers")
		return
	}

	c.listen(e.SessionID, t.receive)
	frame := e.TargetInfo.Type == "iframe"
	go func() {
		// Not every worker's requests can be intercepted, but the proxy sees them anyway. A frame that is not
		// intercepted stays paused.
		if err := confirm(t.intercept(ctx, e.SessionID)); err != nil && frame {
			return
		}
		tell(ctx, c, e.SessionID, runtime.RunIfWaitingForDebugger, cdp.Empty{})
	}()
}

// Bounds on what a page may start, far above ordinary use.
const (
	maxChildren = 100
	maxDialogs  = 50
)

func (t *tab) storm(of string) {
	t.stormy = cmp.Or(t.stormy, of)
}
