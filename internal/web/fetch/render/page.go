package render

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	jsonv2 "github.com/chromedp/cdproto/cdp/jsonv2"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/farebox/farebox/internal/web/fetch"
)

// Page is a page after its scripts have run.
type Page struct {
	// Page has the form of package fetch, so that readers of fetched pages can read it: Body is the document as the
	// scripts left it, in UTF-8; Status, Header and ContentType are those of the main document's answer. Redirects
	// with status 0 come from scripts and refreshes. Raw, RemoteAddr, FirstByte and the certificate are unknown.
	*fetch.Page

	Title    string // document.title
	Complete bool   // the page had settled; false if it was captured at the deadline or a cap
	Stopped  string // what it was not given more of, when not complete: "time", "bytes", "dialogs"...
	Requests int    // made by the page, including refused ones
	Bytes    int64  // received through the proxy, as sent
}

// maxHTML is the largest document returned, in bytes: as much as package fetch reads of a page.
const maxHTML = 5 << 20

// maxElements bounds the documents that are serialised.
const maxElements = 500_000

// fewRequests may be open on a settled page, after pace.rest.
const fewRequests = 2

// run opens location and waits until the page settles or must be stopped.
func (t *tab) run(ctx context.Context, location string, deadline time.Time) (*snapshot, error) {
	first, err := url.Parse(location)
	if err != nil {
		return nil, fmt.Errorf("rendering: %w", err)
	}

	t.requested = location
	navigated := t.navigate(ctx, location)
	stop := time.NewTimer(time.Until(deadline))
	defer stop.Stop()
	rest := time.NewTicker(50 * time.Millisecond)
	defer rest.Stop()

	stopped := ""
	for t.err == nil && stopped == "" && !t.resting() {
		select {
		case msg := <-t.events:
			t.handle(ctx, msg)
		case a := <-t.admitted:
			t.decide(ctx, a)
		case words := <-navigated:
			if words != "" && t.err == nil {
				t.fail(t.unreachable(first.Hostname(), words))
			}
		case <-rest.C:
		case <-stop.C:
			stopped = "time"
		case <-t.traffic.over:
			stopped = "bytes"
		case <-t.flood:
			stopped = "events"
		case <-t.browser.lost:
			return nil, failed(KindCrashed, t.browser.err)
		case <-ctx.Done():
			return nil, fmt.Errorf("rendering: %w", ctx.Err())
		}
		if t.stormy != "" {
			stopped = t.stormy
		}
	}

	if t.err != nil {
		return nil, t.err
	}
	ctx, cancel := context.WithTimeout(ctx, t.options.pace.take)
	defer cancel()

	if stopped != "" {
		if err := t.halt(ctx, first.Hostname(), stopped); err != nil {
			return nil, err
		}
	}

	s, err := t.take(ctx)
	if err != nil {
		return nil, err
	}

	s.stopped = stopped
	return s, nil
}

// resting: parsed, not navigating, and nothing in flight for a while, or little in flight for a longer while.
func (t *tab) resting() bool {
	if !t.parsed || t.moving {
		return false
	}
	still := time.Since(t.active)
	pace := t.options.pace
	return len(t.inFlight) == 0 && still >= pace.quiet || len(t.inFlight) <= fewRequests && still >= pace.rest
}

// unreachable is the error of package fetch for a main document that did not arrive: the proxy's reason, else the
// browser's.
func (t *tab) unreachable(host, words string) error {
	if t.visit != nil {
		host = t.visit.URL.Hostname()
	}

	e := &fetch.Error{
		Kind: fetch.KindBadResponse,
		Host: host,
		Err:  errors.New(words),
	}
	if err := t.traffic.failure(host); err != nil {
		var known *fetch.Error
		var bad *fetch.BadURL
		if errors.As(err, &known) || errors.As(err, &bad) {
			return redirect(err, t.hops > 1)
		}
		var network net.Error
		if e.Err = err; errors.As(err, &network) && network.Timeout() {
			e.Kind = fetch.KindTimeout
		}
		return e
	}

	switch {
	case words == errDownload, t.err == nil && strings.Contains(words, "ERR_ABORTED"): // nothing to show: a download or no content
		e.Kind = fetch.KindMedia
		e.Err = nil
	case strings.Contains(words, "ERR_CERT"), strings.Contains(words, "ERR_SSL"):
		e.Kind = fetch.KindTLS
	case strings.Contains(words, "TIMED_OUT"):
		e.Kind = fetch.KindTimeout
	case strings.Contains(words, "TOO_MANY_REDIRECTS"):
		e.Kind = fetch.KindRedirects
		e.Err = nil
	}

	return e
}

// halt stops the scripts and requests of a page whose time or bytes are used up. An unparsed document gets another
// second, in case a script blocked the parser; otherwise there is nothing to return.
func (t *tab) halt(ctx context.Context, host, why string) error {
	c := t.browser.conn
	tell(ctx, c, t.session, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	tell(ctx, c, t.session, runtime.TerminateExecution, cdp.Empty{})
	if why == "bytes" && !t.parsed {
		return &fetch.Error{
			Kind:  fetch.KindTooLarge,
			Host:  host,
			Limit: t.traffic.limit,
		}
	}

	wait := time.NewTimer(time.Second)
	defer wait.Stop()
	for waiting := true; waiting && !t.parsed; {
		select {
		case msg := <-t.events:
			t.handle(ctx, msg)
		case <-wait.C:
			waiting = false
		case <-t.browser.lost:
			return failed(KindCrashed, t.browser.err)
		case <-ctx.Done():
			waiting = false
		}
		if t.err != nil {
			return t.err
		}
	}

	if !t.parsed {
		return failed(KindTimeout, fmt.Errorf("the document was not complete when it was stopped for its %s", why))
	}
	tell(ctx, c, t.session, page.StopLoading, cdp.Empty{})
	return nil
}

// snapshot is the document at one moment.
type snapshot struct {
	HTML    *string `json:"html"` // nil when it is too large
	Title   string  `json:"title"`
	URL     string  `json:"url"`
	Charset string  `json:"charset"`

	stopped string
}

// takeScript reads the document. It runs in an isolated world, whose built-ins the page cannot change, and takes
// the getters from the prototypes, because named elements hide those of document.
const takeScript = `(() => {
	const get = (type, name, of) => Object.getOwnPropertyDescriptor(type.prototype, name).get.call(of);
	const root = get(Document, 'documentElement', document), type = get(Document, 'doctype', document);
	let html = '';
	if (Document.prototype.getElementsByTagName.call(document, '*').length > %d) html = null;
	else if (root) html = (type ? '<!DOCTYPE ' + type.name + '>\n' : '') + get(Element, 'outerHTML', root);
	if (html !== null && html.length > %d) html = null;
	return {html, title: get(Document, 'title', document).slice(0, 10000), url: get(Document, 'URL', document), charset: get(Document, 'characterSet', document)};
})()`

func (t *tab) take(ctx context.Context) (*snapshot, error) {
	c := t.browser.conn
	late := func(err error) error {
		if ctx.Err() != nil {
			return failed(KindTimeout, errors.New("the page does not let its document be read"))
		}
		return failed(KindCrashed, err)
	}

	// A crashed page does not answer; an event reports it.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	defer close(done)

	go func() {
		for {
			select {
			case msg := <-t.events:
				t.queued.Add(-int64(len(msg.Params)))
				if msg.SessionID == t.session && string(msg.Method) == inspector.TargetCrashed.Method {
					cancel(failed(KindCrashed, errPageCrashed))
				}
			case <-done:
				return
			}
		}
	}()

	world, err := call(ctx, c, t.session, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: cdp.FrameID(t.id), WorldName: "render"})
	if err == nil {
		var result runtime.EvaluateResult
		result, err = call(ctx, c, t.session, runtime.Evaluate, runtime.EvaluateParams{
			Expression:    fmt.Sprintf(takeScript, maxElements, maxHTML),
			ContextID:     world.ExecutionContextID,
			ReturnByValue: new(true),
		})
		if err == nil && result.ExceptionDetails != nil {
			err = errors.New("reading the document threw an exception")
		}
		if err == nil {
			s := new(snapshot)
			if err = jsonv2.Unmarshal(result.Result.Value, s, jsonv2.AllowInvalidUTF8(true)); err == nil {
				return s, nil
			}
		}
	}

	var e *Error
	if errors.As(context.Cause(ctx), &e) {
		return nil, e
	}

	return nil, late(err)
}

// page turns a snapshot into a page in the form of package fetch.
func (t *tab) page(ctx context.Context, requested string, s *snapshot) (*Page, error) {
	final, err := url.Parse(t.location)
	if err != nil {
		return nil, fmt.Errorf("rendering: %w", err)
	}
	if s.HTML == nil || len(*s.HTML) > maxHTML {
		return nil, &fetch.Error{
			Kind:  fetch.KindTooLarge,
			Host:  final.Hostname(),
			Limit: maxHTML,
		}
	}

	robots := t.robots
	// A script may have changed the URL in the address bar; robots.txt must allow that one too. A URL that could
	// not be fetched is ignored.
	if shown, err := t.options.client.Guard().CheckURL(s.URL); err == nil && shown.String() != t.location {
		if robots, err = t.options.client.Allowed(ctx, shown.String()); err != nil {
			return nil, redirect(err, true)
		}
		final = shown
	}

	kind := cmp.Or(t.mediaType, "text/html")

	return &Page{
		Page: &fetch.Page{
			RequestedURL: requested, FinalURL: final.String(), Status: t.status, Header: t.header, ContentType: kind,
			Text: true, Charset: strings.ToLower(s.Charset), Body: []byte(strings.ToValidUTF8(*s.HTML, "\uFFFD")),
			FetchedAt: t.options.client.Now().UTC(), Redirects: t.redirects, Robots: robots,
		},
		Title: strings.ToValidUTF8(s.Title, "\uFFFD"), Complete: s.stopped == "", Stopped: s.stopped,
		Requests: t.requests, Bytes: t.traffic.limit - t.traffic.left.Load(),
	}, nil
}
