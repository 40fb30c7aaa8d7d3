package remote

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/payment/facilitator"
)

// endpoint is a configured facilitator and what is remembered of it.
type endpoint struct {
	base string // without a trailing slash
	host string // for messages: never the path, which some facilitators hide a key in
	auth Auth

	mu    sync.Mutex
	down  time.Time
	takes facilitator.Supported // what it has said last
}

func (e *endpoint) remember(s facilitator.Supported) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.takes = s
}

func (e *endpoint) remembered() facilitator.Supported {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.takes
}

func newEndpoint(e Endpoint) (*endpoint, error) {
	u, err := url.Parse(e.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" ||
		u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("remote facilitator: %q is not an absolute http(s) URL without query", e.URL)
	}
	return &endpoint{
		base: strings.TrimRight(u.String(), "/"),
		host: u.Host,
		auth: e.Auth,
	}, nil
}

func (c *Client) ok(e *endpoint) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.down = time.Time{}
}

// failed notes trouble at e. A call that our own caller gave up says nothing about the endpoint.
func (c *Client) failed(ctx context.Context, e *endpoint, err error) {
	if errors.Is(err, context.Canceled) {
		return
	}
	e.mu.Lock()
	e.down = c.opts.Now().Add(cooldown)
	e.mu.Unlock()
	c.opts.Logger.WarnContext(ctx, "facilitator call failed", "facilitator", e.host, "error", err)
}

// inOrder lists the endpoints as configured, those that failed lately last: a dead first facilitator
// must not cost every request its timeout.
func (c *Client) inOrder() []*endpoint {
	now := c.opts.Now()
	up := make([]*endpoint, 0, len(c.endpoints))
	var down []*endpoint
	for _, e := range c.endpoints {
		e.mu.Lock()
		cooling := now.Before(e.down)
		e.mu.Unlock()
		if cooling {
			down = append(down, e)
		} else {
			up = append(up, e)
		}
	}
	return append(up, down...)
}

// answer is what came back over HTTP, whatever its status.
type answer struct {
	status     int
	body       []byte
	retryAfter time.Duration
}

// call makes one request and repeats it after a 429, which says that it was not taken up. Errors are
// ErrUnreachable (never sent), ErrRateLimited, or ErrNoVerdict (sent, and nothing known).
func (c *Client) call(ctx context.Context, ep *endpoint, method, path string, body []byte) (answer, error) {
	for try := 0; ; try++ {
		ans, err := c.once(ctx, ep, method, path, body)
		if err != nil || ans.status != http.StatusTooManyRequests {
			return ans, err
		}

		wait := ans.retryAfter
		if wait <= 0 {
			wait = c.opts.RetryWait << try
		}
		deadline, ok := ctx.Deadline()
		tooLong := ok && time.Until(deadline) <= wait
		if try == rateRetries || tooLong || !tick.Sleep(ctx, wait) {
			return ans, ErrRateLimited
		}
	}
}

func (c *Client) once(ctx context.Context, ep *endpoint, method, path string, body []byte) (answer, error) {
	req, err := newRequest(ctx, ep, method, path, body)
	if err != nil {
		return answer{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	res, err := c.send(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	c.logExtensions(ctx, ep, res.Header.Get("EXTENSION-RESPONSES"))

	ans := answer{status: res.StatusCode}
	ans.retryAfter, _ = httpheader.RetryAfter(res.Header, c.opts.Now(), maxRetryAfter)
	ans.body, err = io.ReadAll(io.LimitReader(res.Body, maxAnswer+1))
	switch {
	case err != nil:
		return ans, fmt.Errorf("%w: read the answer: %w", ErrNoVerdict, err)
	case len(ans.body) > maxAnswer:
		return ans, fmt.Errorf("%w: the answer is larger than %d bytes", ErrNoVerdict, maxAnswer)
	}
	return ans, nil
}

func newRequest(ctx context.Context, ep *endpoint, method, path string, body []byte) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, ep.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}

	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "farebox")
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if ep.auth != nil {
		if err := ep.auth(req); err != nil {
			return nil, fmt.Errorf("sign the request: %w", err)
		}
	}
	return req, nil
}

// send makes the request. Whether a connection was had is the line between "surely not received", which is
// ErrUnreachable, and "perhaps", which is ErrNoVerdict.
func (c *Client) send(req *http.Request) (*http.Response, error) {
	var connected atomic.Bool
	trace := &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { connected.Store(true) },
	}

	res, err := c.http.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err == nil {
		return res, nil
	}

	var withURL *url.Error
	if errors.As(err, &withURL) {
		err = withURL.Err // the URL's path may hold a key
	}
	if connected.Load() {
		return nil, fmt.Errorf("%w: %w", ErrNoVerdict, err)
	}
	return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
}

// logExtensions logs what the facilitator did with protocol extensions (a bazaar listing refused,
// say). It is for the operator; buyers are not told.
func (c *Client) logExtensions(ctx context.Context, ep *endpoint, header string) {
	if header == "" {
		return
	}
	text := header
	if decoded, err := base64.StdEncoding.DecodeString(header); err == nil {
		text = string(decoded)
	}
	c.opts.Logger.DebugContext(ctx, "facilitator extension responses",
		"facilitator", ep.host, "responses", text[:min(len(text), 2048)])
}

func newTransport(dialTimeout time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           dialer.DialContext,
		ForceAttemptHTTP2:     true,
		TLSHandshakeTimeout:   dialTimeout,
		MaxIdleConns:          4 * poolSize,
		MaxIdleConnsPerHost:   poolSize,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
		WriteBufferSize:       callSize,
	}
}
