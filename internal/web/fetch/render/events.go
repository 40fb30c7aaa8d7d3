package render

import (
	"cmp"
	"context"
	"errors"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/chromedp/cdproto"
	cdpfetch "github.com/chromedp/cdproto/fetch"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"

	"github.com/farebox/farebox/internal/web/fetch"
)

// maxHops bounds the further main documents that redirects and scripts may lead to: as many redirects as package
// fetch follows.
const maxHops = 5

// handle processes one event of the page or of something that it started.
func (t *tab) handle(ctx context.Context, msg *cdproto.Message) {
	t.queued.Add(-int64(len(msg.Params)))
	switch string(msg.Method) {
	case cdpfetch.RequestPaused.Method:
		if e, err := event[cdpfetch.EventRequestPaused](msg); err == nil {
			t.paused(ctx, msg.SessionID, e)
		}
	case cdpfetch.AuthRequired.Method:
		if e, err := event[cdpfetch.EventAuthRequired](msg); err == nil {
			t.authorize(ctx, msg.SessionID, e)
		}

	case page.JavascriptDialogOpening.Method:
		if t.dialogs++; t.dialogs > maxDialogs {
			t.storm("dialogs")
		}
		tell(ctx, t.browser.conn, t.session, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})

	case page.FrameNavigated.Method:
		if e, err := event[page.EventFrameNavigated](msg); err == nil && msg.SessionID == t.session && e.Frame.ParentID == "" {
			t.arrived(e)
		}
	case page.LifecycleEvent.Method:
		if e, err := event[page.EventLifecycleEvent](msg); err == nil && e.LoaderID == t.loader && e.Name == "DOMContentLoaded" {
			t.parsed = true
			t.active = time.Now()
		}
	// also of a document whose parsing a script cut short by a navigation to nowhere
	case page.FrameStoppedLoading.Method:
		if e, err := event[page.EventFrameStoppedLoading](msg); err == nil && string(e.FrameID) == string(t.id) && t.loader != "" && !t.moving {
			t.parsed = true
			t.active = time.Now()
		}

	case network.RequestWillBeSent.Method, network.LoadingFinished.Method, network.LoadingFailed.Method:
		if e, err := event[transfer](msg); err == nil {
			t.transfers(e, string(msg.Method) == network.RequestWillBeSent.Method)
		}
	case target.AttachedToTarget.Method:
		if e, err := event[target.EventAttachedToTarget](msg); err == nil {
			t.child(ctx, e)
		}
	case inspector.TargetCrashed.Method:
		if msg.SessionID == t.session {
			t.fail(failed(KindCrashed, errPageCrashed))
		}
	}
}

var errPageCrashed = errors.New("the page's process ended")

func (t *tab) fail(err error) {
	t.err = cmp.Or(t.err, err)
}

// authorize sends the proxy its password, and sites none.
func (t *tab) authorize(ctx context.Context, s target.SessionID, e cdpfetch.EventAuthRequired) {
	answer := &cdpfetch.AuthChallengeResponse{Response: cdpfetch.AuthChallengeResponseResponseCancelAuth}
	if e.AuthChallenge.Source == cdpfetch.AuthChallengeSourceProxy {
		answer = &cdpfetch.AuthChallengeResponse{
			Response: cdpfetch.AuthChallengeResponseResponseProvideCredentials, Username: proxyUser, Password: t.traffic.password,
		}
	}
	tell(ctx, t.browser.conn, s, cdpfetch.ContinueWithAuth, cdpfetch.ContinueWithAuthParams{RequestID: e.RequestID, AuthChallengeResponse: answer})
}

func (t *tab) proceed(ctx context.Context, s target.SessionID, id cdpfetch.RequestID) {
	tell(ctx, t.browser.conn, s, cdpfetch.ContinueRequest, cdpfetch.ContinueRequestParams{RequestID: id})
}

func (t *tab) refuse(ctx context.Context, s target.SessionID, id cdpfetch.RequestID) {
	tell(ctx, t.browser.conn, s, cdpfetch.FailRequest, cdpfetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonBlockedByClient})
}

// abort cancels the navigation to a main document as if the page had cancelled it. After a refusal the browser
// would show its own error page.
func (t *tab) abort(ctx context.Context, id cdpfetch.RequestID) {
	tell(ctx, t.browser.conn, t.session, cdpfetch.FailRequest, cdpfetch.FailRequestParams{RequestID: id, ErrorReason: network.ErrorReasonAborted})
}

// paused decides on a request before it is sent, or on a document before it is read.
func (t *tab) paused(ctx context.Context, s target.SessionID, e cdpfetch.EventRequestPaused) {
	if t.options.client == nil {
		t.proceed(ctx, s, e.RequestID)
		return
	}

	main := s == t.session && e.ResourceType == network.ResourceTypeDocument && string(e.FrameID) == string(t.id)
	if e.ResponseStatusCode != 0 || e.ResponseErrorReason != "" {
		if main {
			t.answered(ctx, e)
			return
		}
		t.proceed(ctx, s, e.RequestID)
		return
	}

	if t.requests++; t.requests > 4*t.options.maxRequests {
		t.storm("requests")
	}

	switch {
	case main:
		t.ask(ctx, e)
	case t.requests > t.options.maxRequests, t.unwanted(e.ResourceType):
		t.refuse(ctx, s, e.RequestID)
	default:
		t.proceed(ctx, s, e.RequestID)
	}
}

// unwanted are the requests that the text does not need.
func (t *tab) unwanted(kind network.ResourceType) bool {
	switch kind {
	case network.ResourceTypeImage:
		return !t.options.images
	case network.ResourceTypeMedia, network.ResourceTypeFont, network.ResourceTypeTextTrack, network.ResourceTypePing,
		network.ResourceTypePrefetch, network.ResourceTypeCSPViolationReport, network.ResourceTypeManifest:
		return true
	}
	return false
}

// ask applies package fetch's rules to a main document before it is requested. Every hop comes here: the first URL,
// redirect targets, and navigations by scripts.
func (t *tab) ask(ctx context.Context, e cdpfetch.EventRequestPaused) {
	if e.Request.Method != http.MethodGet { // a page may not post by itself; it stays as it is
		t.abort(ctx, e.RequestID)
		return
	}

	if t.visit != nil {
		t.visit.Leave()
		t.visit = nil
	}

	if t.hops++; t.hops > maxHops+1 {
		t.refuse(ctx, t.session, e.RequestID)
		t.fail(&fetch.Error{Kind: fetch.KindRedirects, Host: fetch.HostOf(e.Request.URL)})
		return
	}

	if t.hops > 1 {
		t.from.From = cmp.Or(t.from.From, t.location)
		t.from.To = e.Request.URL
		t.redirects = append(t.redirects, t.from)
	}

	t.from = fetch.Redirect{}
	t.moving = true
	t.asked = e.RequestID
	redirected := t.hops > 1

	go func() {
		visit, err := t.options.client.Visit(ctx, e.Request.URL)
		select {
		case t.admitted <- admission{
			request: e.RequestID,
			url:     e.Request.URL,
			visit:   visit,
			err:     redirect(err, redirected),
		}:
		case <-t.closed: // the rendering has ended: release the slot at the host
			if visit != nil {
				visit.Leave()
			}
		}
	}()
}

// redirect marks an error about a URL that the caller did not give.
func redirect(err error, is bool) error {
	var bad *fetch.BadURL
	if is && errors.As(err, &bad) {
		marked := *bad
		marked.Redirect = true
		return &marked
	}
	return err
}

func (t *tab) decide(ctx context.Context, a admission) {
	if a.request != t.asked { // the page went elsewhere, and the browser abandoned this one
		if a.visit != nil {
			a.visit.Leave()
		}
		return
	}

	var unreached *fetch.Error
	if secure := "https" + strings.TrimPrefix(t.requested, "http"); a.url == secure && errors.As(a.err, &unreached) && unreached.OfRobots {
		// A remote browser may try https first and fall back to http if that fails.
		t.hops--
		t.moving = false
		tell(ctx, t.browser.conn, t.session, cdpfetch.FailRequest, cdpfetch.FailRequestParams{RequestID: a.request, ErrorReason: network.ErrorReasonConnectionFailed})
		return
	}

	if a.err != nil {
		t.refuse(ctx, t.session, a.request)
		t.fail(a.err)
		return
	}

	if t.visit != nil {
		t.visit.Leave()
	}
	t.visit = a.visit
	t.robots = a.visit.Robots
	t.proceed(ctx, t.session, a.request)
}

// answered judges the status and the type of a main document before the browser reads it.
func (t *tab) answered(ctx context.Context, e cdpfetch.EventRequestPaused) {
	visit := t.visit
	t.visit = nil
	if e.ResponseErrorReason != "" || visit == nil {
		if visit != nil {
			visit.Leave()
		}
		t.proceed(ctx, t.session, e.RequestID) // the browser has more to say about it
		return
	}

	header := make(http.Header, len(e.ResponseHeaders))
	for _, h := range e.ResponseHeaders {
		header.Add(h.Name, h.Value)
	}

	status := int(e.ResponseStatusCode)
	if err := visit.Answered(status, header); err != nil {
		t.refuse(ctx, t.session, e.RequestID)
		t.fail(err)
		return
	}

	if status >= 300 {
		t.from = fetch.Redirect{From: visit.URL.String(), Status: status}
		t.proceed(ctx, t.session, e.RequestID)
		return
	}

	if (status == http.StatusNoContent || status == http.StatusResetContent) && t.loader != "" { // the document that is there stays
		t.moving, t.redirects, t.active = false, t.redirects[:t.settled], time.Now()
		t.proceed(ctx, t.session, e.RequestID)
		return
	}

	kind := mediaType(header)
	if !renderable(kind) || strings.HasPrefix(strings.ToLower(header.Get("Content-Disposition")), "attachment") {
		t.refuse(ctx, t.session, e.RequestID)
		t.fail(&fetch.Error{
			Kind:      fetch.KindMedia,
			Host:      visit.URL.Hostname(),
			MediaType: kind,
		})
		return
	}

	t.status = status
	t.header = header
	t.mediaType = kind
	t.location = visit.URL.String()
	t.proceed(ctx, t.session, e.RequestID)
}

// renderable are the types of pages with scripts. Others need no browser; a page without a type is rendered.
func renderable(mediaType string) bool {
	switch mediaType {
	case "", "text/html", "application/xhtml+xml":
		return true
	}
	return false
}

func mediaType(h http.Header) string {
	v := h.Get("Content-Type")
	if kind, _, err := mime.ParseMediaType(v); err == nil {
		return kind
	}
	kind, _, _ := strings.Cut(v, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// arrived notes that the page has a new document.
func (t *tab) arrived(e page.EventFrameNavigated) {
	if lost := e.Frame.UnreachableURL; lost != "" { // an error page of the browser's own
		if _, err := t.browser.proxy.guard.CheckURL(lost); err != nil {
			t.fail(redirect(err, t.hops > 0))
		} else if t.hops > 1 { // for the first document, navigate tells more
			t.fail(t.unreachable(fetch.HostOf(lost), "no document came"))
		}
		return
	}
	if !strings.HasPrefix(e.Frame.URL, "http") {
		return // one that a script made
	}
	t.loader, t.moving, t.settled = e.Frame.LoaderID, false, len(t.redirects)
	clear(t.inFlight) // the previous document's requests ended with it
	t.parsed = false
	t.active = time.Now()
}

// transfer holds what the events about a request share.
type transfer struct {
	ID   network.RequestID    `json:"requestId"`
	Type network.ResourceType `json:"type"`
}

// transfers counts what the page waits for. Event streams stay open forever and do not count.
func (t *tab) transfers(e transfer, began bool) {
	t.active = time.Now()
	switch {
	case !began:
		delete(t.inFlight, e.ID)
	case e.Type != network.ResourceTypeEventSource && len(t.inFlight) < maxEvents:
		t.inFlight[e.ID] = true
	}
}
