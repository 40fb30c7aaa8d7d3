package render

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/web/fetch"
)

// proxy is the browser's only way out: an HTTP proxy that connects through the guard and serves only renderings,
// each with its own password.
type proxy struct {
	guard     *fetch.Guard
	transport http.RoundTripper
	listener  net.Listener
	server    *http.Server

	mu   sync.Mutex
	open map[string]*traffic // by Proxy-Authorization header
}

// proxyUser is the user name of every rendering; the password identifies it.
const proxyUser = "render"

// traffic is what one rendering may send and receive, and its outcome.
type traffic struct {
	password string
	ctx      context.Context
	cancel   context.CancelFunc
	probe    bool          // answered without connecting, to verify that the browser uses the proxy
	limit    int64         // bytes that may arrive or be sent
	left     atomic.Int64  // of them, what has not
	over     chan struct{} // closed when none are left
	overOnce sync.Once

	mu       sync.Mutex
	failures map[string]error // by host name: why it was not reached
	hosts    map[string]bool  // that were asked for
}

func newProxy(guard *fetch.Guard, address string) (*proxy, error) {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listening for the browser: %w", err)
	}
	p := &proxy{
		guard:     guard,
		transport: guard.RoundTripper(),
		listener:  listener,
		open:      make(map[string]*traffic),
	}
	p.server = &http.Server{
		Handler:           p,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    256 << 10,
	}

	go func() { _ = p.server.Serve(listener) }()
	return p, nil
}

func (p *proxy) address() string { return "http://" + p.listener.Addr().String() }

func (p *proxy) close() { p.server.Close() }

// admit opens the proxy for one rendering, until the traffic is closed.
func (p *proxy) admit(ctx context.Context, maxBytes int64, probe bool) *traffic {
	t := &traffic{
		password: rand.Text(),
		probe:    probe,
		limit:    maxBytes,
		over:     make(chan struct{}),
		failures: make(map[string]error),
		hosts:    make(map[string]bool),
	}
	t.left.Store(maxBytes)
	t.ctx, t.cancel = context.WithCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.open[t.authorization()] = t
	return t
}

// end closes the traffic and all its connections.
func (p *proxy) end(t *traffic) {
	p.mu.Lock()
	delete(p.open, t.authorization())
	p.mu.Unlock()
	t.cancel()
}

func (t *traffic) authorization() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte(proxyUser+":"+t.password))
}

// take counts bytes received or about to be sent, and reports whether more are allowed.
func (t *traffic) take(n int) bool {
	if t.left.Add(-int64(n)) > 0 {
		return true
	}
	t.overOnce.Do(func() { close(t.over) })
	return false
}

func (t *traffic) asked(host string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.hosts) < 1000 {
		t.hosts[host] = true
	}
}

func (t *traffic) sawHost(host string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.hosts[host]
}

// fail remembers why a host was not reached, the first reason of each.
func (t *traffic) fail(host string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.failures[host]; !ok && len(t.failures) < 1000 && !errors.Is(err, context.Canceled) {
		t.failures[host] = err
	}
}

func (t *traffic) failure(host string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failures[host]
}

// ServeHTTP answers the browser: CONNECT for https and WebSockets, absolute URLs for http.
func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	t := p.open[r.Header.Get("Proxy-Authorization")]
	p.mu.Unlock()

	if t == nil {
		w.Header().Set("Proxy-Authenticate", `Basic realm="render"`)
		w.WriteHeader(http.StatusProxyAuthRequired)
		return
	}

	host := hostname(r.URL.Host)
	if r.Method == http.MethodConnect {
		host = hostname(r.Host)
	}

	t.asked(host)
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(t.ctx, cancel)()

	r = r.WithContext(ctx)
	switch {
	case t.ctx.Err() != nil || t.left.Load() <= 0:
		panic(http.ErrAbortHandler) // see forward
	case t.probe:
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodConnect:
		p.tunnel(w, r, t, host)
	default:
		p.forward(w, r, t, host)
	}
}

// hostname is the host of "host:port" without brackets, as the browser writes it.
func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// forward sends a plain request. A failure is not answered at all: our answer could be taken for the page.
func (p *proxy) forward(w http.ResponseWriter, r *http.Request, t *traffic, host string) {
	out := r.Clone(r.Context())
	out.RequestURI = ""
	dropHopHeaders(out.Header)
	if out.ContentLength != 0 {
		out.Body = &metered{ReadCloser: r.Body, traffic: t}
	}

	resp, err := p.transport.RoundTrip(out)
	if err != nil {
		t.fail(host, err)
		panic(http.ErrAbortHandler) // net/http's way to close a connection without an answer
	}

	defer resp.Body.Close()
	dropHopHeaders(resp.Header)
	for name, values := range resp.Header {
		w.Header()[name] = values
	}

	status := resp.StatusCode
	if status == http.StatusProxyAuthRequired || status < http.StatusOK { // a host cannot speak for the proxy
		status = http.StatusBadGateway
	}

	w.WriteHeader(status)
	if err := t.copy(flusher{w}, resp.Body); err != nil {
		panic(http.ErrAbortHandler) // so that a truncated answer does not look complete
	}
}

type flusher struct{ http.ResponseWriter }

func (f flusher) Write(b []byte) (int, error) {
	n, err := f.ResponseWriter.Write(b)
	if err == nil {
		err = http.NewResponseController(f.ResponseWriter).Flush()
	}
	return n, err
}

var errOver = errors.New("the rendering has had all the bytes it may have")

// metered is the body of a request, limited to the remaining bytes.
type metered struct {
	io.ReadCloser
	traffic *traffic
}

func (m *metered) Read(b []byte) (int, error) {
	n, err := m.ReadCloser.Read(b)
	if n > 0 && !m.traffic.take(n) {
		return 0, errOver
	}
	return n, err
}

// copy passes bytes on in either direction, within the remaining bytes.
func (t *traffic) copy(to io.Writer, from io.Reader) error {
	buf := make([]byte, 32<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 {
			more := t.take(n)
			if _, werr := to.Write(buf[:n]); werr != nil {
				return werr
			}
			if !more {
				return errOver
			}
		}

		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// tunnel connects to a host allowed by the guard and passes bytes both ways.
func (p *proxy) tunnel(w http.ResponseWriter, r *http.Request, t *traffic, host string) {
	server, err := p.guard.DialContext(r.Context(), "tcp", r.Host)
	if err != nil {
		t.fail(host, err)
		w.WriteHeader(http.StatusBadGateway)
		return
	}

	defer server.Close()
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}

	defer client.Close()
	_ = client.SetDeadline(time.Time{})
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}

	defer context.AfterFunc(t.ctx, func() {
		client.Close()
		server.Close()
	})()
	done := make(chan struct{})

	go func() {
		defer close(done)
		_ = t.copy(server, buffered.Reader)
		if half, ok := server.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}()

	_ = t.copy(client, server)
	client.Close()
	server.Close()
	<-done
}

// dropHopHeaders removes the headers meant for one hop only (RFC 9110 section 7.6.1).
func dropHopHeaders(h http.Header) {
	for _, list := range h.Values("Connection") {
		for name := range strings.SplitSeq(list, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authorization", "Proxy-Authenticate",
		"Proxy-Authentication-Info", "Te", "Trailer", "Transfer-Encoding", "Upgrade"} {
		h.Del(name)
	}
}
