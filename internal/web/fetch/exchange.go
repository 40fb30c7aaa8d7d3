package fetch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/web/charset"
)

// exchange is one request and its answer.
type exchange struct {
	*fetch
	url     *url.URL
	host    string
	started time.Time
	stale   *Page // the cached page to revalidate
	seen    seen
}

// seen is what the transport reports from its own goroutines, which may outlive the request.
type seen struct {
	mu        sync.Mutex
	firstByte time.Time
	remote    netip.Addr
	tlsFailed bool
}

func (s *seen) trace(now func() time.Time) *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			s.mu.Lock()
			defer s.mu.Unlock()
			if ap, err := netip.ParseAddrPort(info.Conn.RemoteAddr().String()); err == nil {
				s.remote = ap.Addr().Unmap()
			}
		},

		TLSHandshakeDone: func(_ tls.ConnectionState, err error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.tlsFailed = err != nil
		},

		GotFirstResponseByte: func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.firstByte = now()
		},
	}
}

// observe fills in what was seen.
func (x *exchange) observe(p *Page) {
	x.seen.mu.Lock()
	defer x.seen.mu.Unlock()
	p.RemoteAddr = x.seen.remote
	p.FirstByte = x.seen.firstByte.Sub(x.started)
}

func (x *exchange) send(ctx context.Context) (*http.Response, error) {
	ctx = httptrace.WithClientTrace(ctx, x.seen.trace(x.options.Now))
	method := http.MethodGet
	body := io.Reader(nil)
	if x.req.JSON != nil {
		method = http.MethodPost
		body = bytes.NewReader(x.req.JSON)
	}

	req, err := http.NewRequestWithContext(ctx, method, x.url.String(), body)
	if err != nil {
		return nil, &BadURL{
			Rule:   RuleSyntax,
			Host:   x.host,
			Detail: "must be a URL",
		}
	}

	h := req.Header
	h.Set("User-Agent", x.options.UserAgent)
	h.Set("Accept", x.purpose.accept)
	h.Set("Accept-Language", "en;q=0.9,*;q=0.5")
	h.Set("Accept-Encoding", acceptEncoding)

	if x.req.JSON != nil {
		h.Set("Content-Type", "application/json")
	}
	if x.purpose.exact {
		h.Set("Accept-Encoding", "identity")
	}

	x.condition(h)
	resp, err := x.transport.RoundTrip(req)
	if err != nil {
		return nil, x.failure(ctx, err)
	}

	return resp, nil
}

// condition requests the page only if it differs from a stale cached one.
func (x *exchange) condition(h http.Header) {
	if !x.caches() {
		return
	}
	hit, ok := x.pages.get(x.key(x.url))
	if !ok || hit.page.FinalURL != x.url.String() {
		return
	}

	etag := hit.page.Header.Get("Etag")
	modified := hit.page.Header.Get("Last-Modified")
	if etag != "" {
		h.Set("If-None-Match", etag)
	}

	if modified != "" {
		h.Set("If-Modified-Since", modified)
	}
	if etag != "" || modified != "" {
		x.stale = hit.page
	}
}

// revalidated is the stale page, with the headers that the 304 brought.
func (x *exchange) revalidated(resp *http.Response) *Page {
	page := *x.stale
	page.Header = page.Header.Clone()
	for _, name := range []string{"Cache-Control", "Date", "Etag", "Expires", "Last-Modified", "Vary"} {
		if v := resp.Header.Values(name); len(v) > 0 {
			page.Header[name] = v
		}
	}
	page.FromCache = false // it was confirmed just now
	page.FetchedAt = x.options.Now().UTC()
	x.observe(&page)
	return &page
}

// read reads the body within the caps into a page.
func (x *exchange) read(ctx context.Context, cancel context.CancelCauseFunc, resp *http.Response) (*Page, error) {
	limit := x.limit(resp.Header)
	tooLarge := &Error{
		Kind:  KindTooLarge,
		Host:  x.host,
		Limit: limit,
	}
	if resp.ContentLength > limit && !x.purpose.cut {
		return nil, tooLarge
	}

	sent := &counter{r: resp.Body}
	stop := watchProgress(sent, x.options.Timeouts.Stall, cancel, x.host)
	codings := strings.Join(resp.Header.Values("Content-Encoding"), ",")
	place := &room{
		expected: expectedSize(resp, codings),
		recall: func() {
			cancel(&Error{Kind: KindBusy, Host: x.host}) // it says nothing about the host: others wait for memory
		},
	}

	grow := func(size int64) error {
		if place.has(size) {
			return nil
		}
		stop() // waiting for memory is not the host's fault
		err := place.grow(ctx, size, limit)
		stop = watchProgress(sent, x.options.Timeouts.Stall, cancel, x.host)
		return err
	}

	body, err := readDecoded(sent, codings, limit, x.purpose.cut, grow)
	if err == nil && x.purpose.gunzip {
		body, err = gunzipFile(body, limit, grow)
	}

	stop()
	if err != nil {
		place.leave()
		return nil, x.unread(ctx, err, tooLarge)
	}

	place.keep()
	page := &Page{
		FinalURL: x.url.String(), Status: resp.StatusCode, Header: resp.Header, ContentEncoding: codings,
		ContentType: mediaType(resp.Header), Body: body,
		FetchedAt: x.options.Now().UTC(),
		room:      place,
	}

	x.observe(page)
	if x.req.KeepRaw {
		sum := sha256.Sum256(body)
		page.Raw = body
		page.SHA256 = hex.EncodeToString(sum[:])
	}

	if !x.purpose.exact {
		page.BinaryType = binaryType(body, resp.Header.Get("Content-Type"))
	}
	if !x.purpose.exact && page.BinaryType == "" && isText(page.ContentType) {
		page.Text = true
		page.Body, page.Charset, page.CharsetFrom = charset.ToUTF8(body, resp.Header.Get("Content-Type"))
	}

	if resp.TLS != nil && len(resp.TLS.PeerCertificates) > 0 {
		sum := sha256.Sum256(resp.TLS.PeerCertificates[0].Raw)
		page.CertSHA256 = hex.EncodeToString(sum[:])
	}

	return page, nil
}

// limit is the cap of a body. A PDF has a higher cap if the route reads PDFs and does not set a lower one.
func (x *exchange) limit(header http.Header) int64 {
	if x.req.For == ForPage && x.req.MaxBytes == 0 && mediaType(header) == typePDF &&
		slices.Contains(x.req.MediaTypes, typePDF) {
		return maxPDF
	}
	return x.purpose.maxBytes
}

// unread is the error for a body that was not read to its end.
func (x *exchange) unread(ctx context.Context, err error, tooLarge *Error) error {
	var own *problem.Problem
	switch {
	case errors.As(err, &own): // there was no place for it
		return own
	case errors.Is(err, errTooLarge), errors.Is(err, errBomb):
		tooLarge.Err = err
		return tooLarge
	}
	return x.failure(ctx, fmt.Errorf("reading the body: %w", err))
}

// failure assigns a network error its kind.
func (x *exchange) failure(ctx context.Context, err error) error {
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	x.seen.mu.Lock()
	defer x.seen.mu.Unlock()
	if x.seen.tlsFailed {
		return asError(err, KindTLS, x.host)
	}
	return asError(err, KindBadResponse, x.host)
}

func mediaType(h http.Header) string {
	v := h.Get("Content-Type")
	if t, _, err := mime.ParseMediaType(v); err == nil {
		return t
	}
	t, _, _ := strings.Cut(v, ";")
	return strings.ToLower(strings.TrimSpace(t))
}
