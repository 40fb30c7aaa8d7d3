package upstream

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

// errNoVerdict tells the breaker that a call says nothing about the provider.
var errNoVerdict = errors.New("no verdict")

// fetch asks the provider, under its circuit breaker.
func (c *Client) fetch(ctx context.Context, r *Request) (*Response, error) {
	done, err := c.breaker.Allow()
	if err != nil {
		c.mu.Lock()
		wait := c.openUntil.Sub(c.pool.now())
		c.mu.Unlock()
		return nil, &Error{
			Kind: Unavailable, Provider: c.provider.Name, Doing: r.doing(), RetryAfter: max(wait, time.Second),
			Cause: errors.New("left alone for a while after failing repeatedly"), unsent: true,
		}
	}
	began := time.Now()
	verdict := errNoVerdict
	o := c.newOuting()
	defer func() {
		done(verdict)
		c.report(ctx, o, verdict)
	}()

	resp, err := c.tries(ctx, r, o)
	took := time.Since(began)
	c.pool.meter(callSeconds, took.Seconds(), c.provider.Name)
	note := c.record.note
	if probing(ctx) {
		note = func(Kind, time.Time) {}
	}
	var e *Error
	switch errors.As(err, &e); {
	case err == nil:
		verdict = nil
		note("", c.pool.now())
	case e == nil, e.unsent, e.cut && (e.Kind == RateLimited || took < c.pool.Within(c.provider.Timeout)/2):
		// The caller went away, our own limit or the fleet stopped the call, or it had too little time to tell.
	case e.Kind == RateLimited:
		note(RateLimited, c.pool.now())
	default:
		verdict = nil
		if e.Kind == Unavailable || e.Kind == BadResponse {
			verdict = err
		}
		if e.ofOneRecord() || verdict != nil && !countsOutage(ctx, c) {
			verdict = errNoVerdict
		}
		note(e.Kind, c.pool.now())
	}
	return resp, err
}

// tries sends the request, and again after failures that may pass, as long as the context's deadline allows.
func (c *Client) tries(ctx context.Context, r *Request, o *outing) (*Response, error) {
	var last error
	for n := 0; ; n++ {
		if err := c.admit(ctx, r, o); err != nil {
			if last != nil {
				return nil, last
			}
			return nil, err
		}

		resp, err := c.attempt(ctx, r)
		<-c.slots
		c.pool.meter(triesTotal, 1, c.provider.Name, outcome(resp, err))
		if err == nil {
			return resp, nil
		}

		last = err
		var e *Error
		if !errors.As(err, &e) || !r.safe || n >= c.provider.Retries || !mayPass(e) {
			return nil, err
		}

		wait := e.RetryAfter + backoff(n, c.pool.rand())
		if e.Kind == RateLimited && e.RetryAfter == 0 {
			wait += c.pool.unsaid
		}

		if !sleep(ctx, wait) {
			return nil, err
		}
	}
}

// admit waits for the provider's rate limit, for the end of a pause that it asked for, and for a free slot. It takes a
// slot. Callers wait in turns, so that one who asks for much keeps no other from the provider. When the deadline does
// not allow the wait, it fails at once. What the fleet allows counts against this process's own limits too: they hold
// what the fleet forgets, and are all there is while it cannot be asked.
func (c *Client) admit(ctx context.Context, r *Request, o *outing) error {
	limited := func(wait time.Duration, why string) error { return c.limited(ctx, r, wait, why) }
	now := c.pool.now()
	c.mu.Lock()
	cool := c.coolUntil.Sub(now)
	c.mu.Unlock()

	if cool > 0 && !sleep(ctx, cool) {
		return limited(cool, "the provider asked to be left alone")
	}
	turnOver, err := c.turns.Take(ctx)
	if err != nil {
		return limited(problem.From(err).RetryAfter, "others are asking the provider")
	}
	defer turnOver()
	if err := c.enter(ctx, r, o); err != nil {
		return err
	}

	now = c.pool.now()
	share := c.pool.share()
	c.aloneAt(now, share)
	booked := c.limiter.ReserveN(now, 1)
	if wait := booked.DelayFrom(now); wait > 0 && !sleep(ctx, wait) {
		booked.CancelAt(c.pool.now())
		return limited(wait, "our own limit towards the provider")
	}

	for wait := c.quotas.take(now, share); wait > 0; wait = c.quotas.take(c.pool.now(), share) {
		if !sleep(ctx, wait) {
			booked.CancelAt(c.pool.now())
			return limited(wait, "our own quota towards the provider")
		}
	}

	select {
	case c.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return limited(time.Second, "too many calls to the provider under way")
	}
}

// limited is the error of a call for which there is no room within its time.
func (c *Client) limited(ctx context.Context, r *Request, wait time.Duration, why string) error {
	if errors.Is(ctx.Err(), context.Canceled) {
		return ended(ctx, c.provider.Name, r.doing())
	}
	return &Error{
		Kind:       RateLimited,
		Provider:   c.provider.Name,
		Doing:      r.doing(),
		RetryAfter: wait,
		Cause:      errors.New(why),
		cut:        true,
	}
}

// attempt sends the request once.
func (c *Client) attempt(ctx context.Context, r *Request) (*Response, error) {
	raw, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}

	defer raw.Body.Close()
	c.pay(ctx)
	checks := r.check
	if !r.answeredBy(raw.Request) {
		elsewhere := c.sendError(ctx, r, fmt.Errorf("%w: to another question", errRedirect))
		if raw.StatusCode != http.StatusOK || r.sink != nil {
			return nil, elsewhere
		}
		// Where an API sends those whose key it refuses, the page says so.
		checks = append(slices.Clip(r.refusal), func(*Response) error { return elsewhere })
	}
	if raw.StatusCode == http.StatusNotModified && r.since != (Validators{}) {
		return &Response{
			Status:      raw.StatusCode,
			Header:      raw.Header,
			URL:         r.url(),
			FetchedAt:   c.pool.now(),
			NotModified: true,

			age: ageOf(raw.Header, c.pool.now()),
		}, nil
	}

	if kind := c.kindOf(raw, r.accept); kind != "" {
		// Reading it lets the connection be used again; what breaks off says nothing.
		body, _ := io.ReadAll(io.LimitReader(raw.Body, 64<<10))
		e := &Error{
			Kind:       kind,
			Provider:   c.provider.Name,
			Doing:      r.doing(),
			Status:     raw.StatusCode,
			RetryAfter: retryAfter(raw.Header, c.pool.now()),
		}
		e.Kind = r.recordKind(kind, &Response{
			Status: raw.StatusCode,
			Header: raw.Header,
			Body:   body,
		})
		if kind == Invalid && len(c.provider.Keys) > 0 && refusedKey.Match(body) {
			e.Kind = Unauthorized
		}
		if e.Kind == BadResponse && kind == NotFound {
			e.Cause = errors.New("the path is not there, which is not how the provider says that it has no such record")
		}
		if kind == RateLimited && e.RetryAfter > 0 {
			c.LeaveAlone(ctx, e.RetryAfter)
		}
		return nil, e
	}

	raw.Header.Del("Set-Cookie")
	resp := &Response{
		Status:    raw.StatusCode,
		Header:    raw.Header,
		URL:       r.url(),
		FetchedAt: c.pool.now(),
		age:       ageOf(raw.Header, c.pool.now()),
		numbers:   r.numbers,
		doing:     r.doing(),
		provider:  c.provider.Name,
	}
	if raw.ContentLength > r.maxBytes && r.method != http.MethodHead { // which says how long the body would be
		return nil, c.oversized(r, raw.StatusCode)
	}

	limited := &io.LimitedReader{R: raw.Body, N: r.maxBytes + 1}
	if r.sink != nil {
		raw.Body = io.NopCloser(limited)
		err = r.sink(raw)
	} else {
		resp.Body, err = io.ReadAll(limited)
	}

	if limited.N <= 0 {
		return nil, c.oversized(r, raw.StatusCode)
	}
	if err != nil {
		return nil, c.unread(ctx, r, raw, err)
	}

	for _, check := range checks {
		if err := c.checked(check, resp); err != nil {
			return nil, c.complete(ctx, err, r, raw)
		}
	}

	return resp, nil
}

var plainAgent = strings.NewReplacer("(+", "", "(", "", ")", "")

// send gets the head of the answer.
func (c *Client) send(ctx context.Context, r *Request) (*http.Response, error) {
	agent := c.pool.agent
	if c.provider.PlainAgent {
		agent = plainAgent.Replace(agent)
	}
	req := c.http.R().SetContext(ctx).SetHeader("User-Agent", agent)
	for name, values := range r.header {
		req.SetHeader(name, values[0])
	}

	if r.since.ETag != "" {
		req.SetHeader("If-None-Match", r.since.ETag)
	}
	if r.since.LastModified != "" {
		req.SetHeader("If-Modified-Since", r.since.LastModified)
	}

	address := r.url()
	for _, k := range c.provider.Keys {
		value := c.keys[k.Env]
		switch {
		case value == "":
		case k.Header != "" && k.Scheme != "":
			req.SetHeader(k.Header, k.Scheme+" "+value)
		case k.Header != "":
			req.SetHeader(k.Header, value)
		case k.Query != "":
			join := "?"
			if r.queryString() != "" {
				join = "&"
			}
			address += join + url.QueryEscape(k.Query) + "=" + url.QueryEscape(value)
		}
	}

	if r.method == http.MethodPost {
		req.SetBody(append([]byte{}, r.body...)) // not nil even when empty: resty would send that in chunks, which some servers refuse
	}
	resp, err := req.Execute(r.method, address)
	if err != nil {
		return nil, c.sendError(ctx, r, err)
	}

	return resp.RawResponse, nil
}

// answeredBy says whether the last of a chain of redirects on one host asked the same question, by method and
// parameters: a search without its words, or with others, has an answer too.
func (r *Request) answeredBy(last *http.Request) bool {
	first, err := url.Parse(r.url())
	if err != nil || !strings.EqualFold(first.Host, last.URL.Host) {
		return true
	}
	parameters := last.URL.Query()
	for name, values := range r.query {
		if !slices.Equal(parameters[name], values) {
			return false
		}
	}
	return last.Method == r.method
}

// sendError is the error of a request that got no answer. url.Error is taken off because it quotes the whole URL.
func (c *Client) sendError(ctx context.Context, r *Request, err error) error {
	var quoting *url.Error
	if errors.As(err, &quoting) {
		err = quoting.Err
	}
	if ctx.Err() != nil {
		return ended(ctx, c.provider.Name, r.doing())
	}
	kind := Unavailable
	if errors.Is(err, errRedirect) {
		kind = BadResponse
	}
	return &Error{
		Kind:     kind,
		Provider: c.provider.Name,
		Doing:    r.doing(),
		Cause:    scrub(err, c.secrets()),
	}
}

// unread is the error of an answer that was not read to its end: a Stream reader's error, or what broke it off.
func (c *Client) unread(ctx context.Context, r *Request, raw *http.Response, err error) error {
	var given *Error
	if errors.As(err, &given) {
		return c.complete(ctx, given, r, raw)
	}
	return c.bodyError(ctx, r, raw.StatusCode, err)
}

// bodyError is the error of an answer that broke off, was not compressed as declared, or could not be written down.
func (c *Client) bodyError(ctx context.Context, r *Request, status int, err error) error {
	if ctx.Err() != nil {
		return ended(ctx, c.provider.Name, r.doing())
	}
	var local *fs.PathError
	if errors.As(err, &local) {
		return fmt.Errorf("%s: writing the answer to a file: %w", c.provider.Name, err)
	}

	kind := Unavailable
	var corrupt flate.CorruptInputError
	if errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		kind = BadResponse
	}

	return &Error{
		Kind:     kind,
		Provider: c.provider.Name,
		Doing:    r.doing(),
		Status:   status,
		Cause:    fmt.Errorf("reading the answer: %w", scrub(err, c.secrets())),
	}
}

func (c *Client) oversized(r *Request, status int) error {
	return &Error{
		Kind:     BadResponse,
		Provider: c.provider.Name,
		Doing:    r.doing(),
		Status:   status,
		Cause:    fmt.Errorf("answer over %d bytes", r.maxBytes),
	}
}

// checked runs one Check of the request; a panic in it is a failed check, since it may run for several callers.
func (c *Client) checked(check func(*Response) error, resp *Response) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = BadResponse.Errorf("reading the answer panicked: %v", cause)
		}
	}()
	return check(resp)
}

// complete puts what a Check cannot know into its error.
func (c *Client) complete(ctx context.Context, err error, r *Request, raw *http.Response) error {
	e := &Error{Kind: BadResponse, Cause: err}
	var given *Error
	if errors.As(err, &given) {
		copied := *given
		e = &copied
	}
	e.Provider = c.provider.Name
	e.Doing = r.doing()
	e.Status = raw.StatusCode
	if e.RetryAfter == 0 && e.Kind == RateLimited {
		e.RetryAfter = retryAfter(raw.Header, c.pool.now())
	}
	if e.Kind == RateLimited && e.RetryAfter > 0 {
		c.LeaveAlone(ctx, e.RetryAfter)
	}
	return e
}

// refusedKey are the words of APIs that refuse a key as a malformed request: Google's with HTTP 400, Brave's with 422.
var refusedKey = regexp.MustCompile(`(?i)(api[ _]?key|subscription[ _]token)[ _](is )?(not valid|invalid)`)

// kindOf is what a status means, "" for an answer.
func (c *Client) kindOf(raw *http.Response, accepted []int) Kind {
	status := raw.StatusCode
	exhausted := raw.Header.Get("X-RateLimit-Remaining") == "0"
	switch {
	case slices.Contains(accepted, status), status == http.StatusOK, status == http.StatusNoContent:
		return ""
	case status == http.StatusTooManyRequests, status == http.StatusForbidden && (exhausted || raw.Header.Get("Retry-After") != ""):
		return RateLimited // some, GitHub among them, use 403 for an exhausted quota
	case status == http.StatusNotFound, status == http.StatusGone:
		return NotFound
	case (status == http.StatusUnauthorized || status == http.StatusForbidden) && len(c.provider.Keys) > 0:
		return Unauthorized
	case status == http.StatusUnauthorized, status == http.StatusForbidden, // without a key that could be wrong: we are being blocked
		status == http.StatusPaymentRequired, // never paid by us
		status == http.StatusProxyAuthRequired, status == http.StatusRequestTimeout, status == http.StatusTooEarly,
		status == http.StatusUnavailableForLegalReasons, status >= 500:
		return Unavailable
	case status >= 400:
		return Invalid
	}

	return BadResponse // a part, what a proxy made of it, not yet there (202 to 207), or a 3xx that leads nowhere
}

// mayPass tells failures that a repetition may mend from those it will not.
func mayPass(e *Error) bool {
	switch e.Kind {
	case RateLimited:
		return !e.cut
	case Unavailable:
		var cert *tls.CertificateVerificationError
		permanent := e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden || e.Status == http.StatusPaymentRequired ||
			e.Status == http.StatusNotImplemented || e.Status == http.StatusUnavailableForLegalReasons
		return !e.cut && !permanent && !errors.As(e.Cause, &cert)
	}
	return false
}
