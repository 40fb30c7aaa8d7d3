package upstream

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// settings makes a lookup function of a map.
func settings(m map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := m[name]
		return v, ok
	}
}

// hosts is a transport over real sockets on which every name leads to the listener given for it.
func hosts(t *testing.T, addresses map[string]string) *http.Transport {
	t.Helper()
	tr := NewTransport(settings(nil))
	tr.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		name, _, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		return new(net.Dialer).DialContext(ctx, "tcp", addresses[name])
	}
	t.Cleanup(tr.CloseIdleConnections)
	return tr
}

// serve starts a server on a real socket and returns its address.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// client makes a client of a provider on http://a.test, answered over real sockets by h.
func client(t *testing.T, p Provider, env map[string]string, h http.HandlerFunc) *Client {
	t.Helper()
	p.Name, p.BaseURL = "alpha", "http://a.test/v1"
	pool := NewPool(Options{Transport: hosts(t, map[string]string{"a.test": serve(t, h)}), Lookup: settings(env)})
	c := pool.Client(p)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// pipes is an HTTP server and a transport to it over in-memory connections, for tests in a synctest bubble, where
// waiting on a real socket would keep the fake clock from moving.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// bubble makes a client like client does, inside a synctest bubble.
func bubble(t *testing.T, p Provider, o Options, h http.HandlerFunc) *Client {
	t.Helper()
	if p.Name == "" {
		p.Name = "alpha"
	}
	p.BaseURL = "http://a.test/v1"
	ln := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
	srv := &http.Server{Handler: h}
	go func() { _ = srv.Serve(ln) }() // always ErrServerClosed in the end
	tr := NewTransport(settings(nil))
	tr.DialContext = ln.dial
	t.Cleanup(func() {
		tr.CloseIdleConnections()
		_ = srv.Close()
	})
	o.Transport = tr
	pool := NewPool(o)
	c := pool.Client(p)
	if err := pool.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// counted counts the requests that reach h.
func counted(h http.HandlerFunc) (http.HandlerFunc, *atomic.Int64) {
	var n atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		n.Add(1)
		h(w, r)
	}, &n
}

// slow is h after a pause, and how many of its requests were under way at once at most.
func slow(pause time.Duration, h http.HandlerFunc) (http.HandlerFunc, *atomic.Int64) {
	var now, most atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		most.Store(max(most.Load(), now.Add(1)))
		defer now.Add(-1)
		time.Sleep(pause)
		h(w, r)
	}, &most
}

// script answers the first request with the first step, and so on; the last one repeats.
func script(steps ...http.HandlerFunc) http.HandlerFunc {
	var n atomic.Int64
	return func(w http.ResponseWriter, r *http.Request) {
		steps[min(int(n.Add(1)), len(steps))-1](w, r)
	}
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }
}

func status(code int, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
	}
}

// hang reads the request and never answers. The server notices that a client has gone only once the body is read.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func never() float64 { return 0 } // no jitter

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}
