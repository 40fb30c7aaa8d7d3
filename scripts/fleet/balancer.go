package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/tick"
)

const (
	// readyEvery is how often the balancer asks each replica whether it can sell.
	readyEvery = 300 * time.Millisecond
	// readyTimeout bounds one such question.
	readyTimeout = 2 * time.Second
)

// balancer sends each request to the ready replica with the fewest pending ones. It tries the next replica only if
// a connection was refused, so that no request is sent twice: the caller sees any other failure as 502.
type balancer struct {
	url      string
	backends []*backend
	send     *http.Transport
	ask      *http.Client
	server   *http.Server
	refused  atomic.Int64 // connections
	broken   atomic.Int64 // requests sent but not answered
}

// backend is a replica as seen by the balancer.
type backend struct {
	host  string // with its port
	ready atomic.Bool
	busy  atomic.Int64
}

// newBalancer listens, and polls the hosts' readiness until ctx ends.
func newBalancer(ctx context.Context, hosts ...string) (*balancer, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}

	b := &balancer{
		url:  "http://" + listener.Addr().String(),
		send: &http.Transport{MaxIdleConnsPerHost: 128, IdleConnTimeout: 30 * time.Second},
		ask:  &http.Client{Timeout: readyTimeout},
	}

	for _, host := range hosts {
		one := &backend{host: host}
		b.backends = append(b.backends, one)
		go b.watch(ctx, one)
	}

	b.server = &http.Server{
		Handler: &httputil.ReverseProxy{
			Rewrite:      func(*httputil.ProxyRequest) {},
			Transport:    b,
			ErrorHandler: b.failed,
		},
		ReadHeaderTimeout: time.Minute,
	}

	go b.server.Serve(listener)
	return b, nil
}

func (b *balancer) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() == nil {
		b.broken.Add(1)
	}
	http.Error(w, "balancer: "+err.Error(), http.StatusBadGateway)
}

// watch tracks a replica's readiness.
func (b *balancer) watch(ctx context.Context, one *backend) {
	tick.Now(ctx, readyEvery, func(ctx context.Context) { one.ready.Store(b.isReady(ctx, one.host)) })
}

func (b *balancer) isReady(ctx context.Context, host string) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+host+"/health?ready=1", http.NoBody)
	if err != nil {
		return false
	}
	resp, err := b.ask.Do(r)
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err == nil && resp.StatusCode == http.StatusOK
}

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (*http.Response, error) {
	body, err := readAll(r)
	if err != nil {
		return nil, err
	}
	tried := map[*backend]bool{}
	for {
		one := b.next(tried)
		if one == nil {
			return nil, errors.New("no replica takes connections")
		}
		tried[one] = true

		out := r.Clone(r.Context())
		out.URL = &url.URL{
			Scheme:   "http",
			Host:     one.host,
			Path:     r.URL.Path,
			RawPath:  r.URL.RawPath,
			RawQuery: r.URL.RawQuery,
		}
		if body != nil {
			out.Body = io.NopCloser(bytes.NewReader(body))
		}
		one.busy.Add(1)
		resp, err := b.send.RoundTrip(out)
		one.busy.Add(-1)

		var failed *net.OpError
		if errors.As(err, &failed) && failed.Op == "dial" {
			one.ready.Store(false)
			b.refused.Add(1)
			continue
		}
		return resp, err
	}
}

func readAll(r *http.Request) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	defer r.Body.Close()
	return io.ReadAll(r.Body)
}

// next is the ready replica with the fewest pending requests. If none is ready, all count as ready, because they
// may still have paid answers.
func (b *balancer) next(tried map[*backend]bool) *backend {
	for _, wanted := range []bool{true, false} {
		var best *backend
		for _, one := range b.backends {
			if tried[one] || one.ready.Load() != wanted {
				continue
			}
			if best == nil || one.busy.Load() < best.busy.Load() {
				best = one
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}
