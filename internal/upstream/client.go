package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/sony/gobreaker/v2"
	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/cost"
	"github.com/farebox/farebox/internal/span"
)

const (
	missingTTL = time.Minute // how long "no such record" is believed, unless the TTL is shorter

	// The circuit opens after this many failed calls in a row and lets one through again after breakFor.
	breakAfter = 5
	breakFor   = 30 * time.Second

	// A call ends this much before the caller's deadline, so that a remembered answer still arrives in time.
	reserve = 25 * time.Millisecond
)

// Client calls one provider. It is safe for concurrent use.
type Client struct {
	declared Provider // as given
	provider Provider // with defaults and settings put in
	pool     *Pool
	http     *resty.Client
	off      string              // why calls are NotConfigured, "" when they are not
	bases    map[string]*url.URL // by host name, "" for the main one
	keys     map[string]string   // by variable name

	limit   rate.Limit // of the provider, for all processes together
	burst   int
	limiter *rate.Limiter
	cost    cost.Amount  // of one answered request
	shared  atomic.Int64 // by how much the limiter is divided now
	quotas  *quotas
	turns   *capacity.Turns // at being admitted
	slots   chan struct{}
	breaker breaker
	flights singleflight.Group
	record  record

	mu        sync.Mutex
	coolUntil time.Time // the provider asked to be left alone until then
	openUntil time.Time // end of the open circuit

	spentUntil    time.Time   // end of what the fleet has no room for in the budget
	openElsewhere time.Time   // end of the circuit that another process has opened
	opened        atomic.Bool // the circuit has opened here, and the fleet was not told yet

	probe func(context.Context) error // nil if there is none
}

// breaker is the circuit breaker of a client.
//
// It keeps a library's types out of the types of this package. The compiler makes the methods of a
// generic type again in each package that can reach it through the fields of another, and most packages import this
// one.
type breaker interface {
	Allow() (done func(err error), err error)
	State() gobreaker.State
}

// newClient always gives a client; with an error, its calls are NotConfigured.
func newClient(p *Pool, decl Provider) (*Client, error) {
	c := &Client{
		declared: decl, provider: decl.filled(), pool: p, http: p.httpClient(),
		bases: map[string]*url.URL{}, keys: map[string]string{},
	}
	err := decl.Validate()
	if err == nil {
		err = c.configure()
	}

	if err != nil {
		c.off = err.Error()
	}
	c.limit, c.burst = c.provider.pace(p.scale)
	c.limiter = rate.NewLimiter(c.limit, c.burst)
	c.shared.Store(1)
	c.quotas = newQuotas(c.provider.Quotas, p.scale)
	if daily, ok, e := c.budgetSetting(); e != nil {
		err = errors.Join(err, e)
		c.off = e.Error()
	} else if ok {
		c.quotas.setBudget(daily, p.scale)
	}
	c.turns = capacity.NewTurns(1, 1, 1)
	c.slots = make(chan struct{}, max(1, c.provider.Concurrency))

	c.breaker = gobreaker.NewTwoStepCircuitBreaker[any](gobreaker.Settings{
		Name: decl.Name, Timeout: breakFor, OnStateChange: c.circuitChanged,
		ReadyToTrip:  func(n gobreaker.Counts) bool { return n.ConsecutiveFailures >= breakAfter },
		IsSuccessful: func(err error) bool { return err == nil },
		IsExcluded:   func(err error) bool { return errors.Is(err, errNoVerdict) },
	})

	return c, err
}

// pace is how the requests of a share of the limit are spread. Those that may go at once count against the minute in
// which they go. A declaration that lets more of them go than a minute allows is of an hour or a day.
func (p Provider) pace(share float64) (limit rate.Limit, burst int) {
	if p.RatePerMinute <= 0 {
		return rate.Inf, 1
	}
	perMinute := p.RatePerMinute * share
	burst = max(1, int(math.Ceil(math.Min(float64(p.Burst)*share, 1e6))))
	if p.Burst == 0 {
		burst = max(1, int(math.Min(perMinute/60, 1000)))
	}

	if rest := float64(burst - 1); perMinute > rest {
		perMinute -= rest
	}
	return rate.Limit(perMinute / 60), burst
}

// configure reads the provider's settings. A setting that cannot work is an error; one that is missing only makes the
// client NotConfigured.
func (c *Client) configure() error {
	for host, declared := range c.addresses() {
		name := c.provider.urlVariable(host)
		address, set := c.pool.lookup(name)
		switch {
		case !set || address == "":
			address = declared
		case address == "off" && host == "":
			c.off = name + " is off"
			return nil
		}
		if address == "" {
			if len(c.provider.Hosts) == 0 {
				c.off = name + " is not set"
			}
			continue
		}
		base, err := parseBase(address)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		c.bases[host] = base
		if host == "" && address != declared {
			c.ownServer()
		}
	}

	if err := c.readCost(); err != nil {
		return err
	}

	for _, k := range c.provider.Keys {
		value, _ := c.pool.lookup(k.Env)
		value = strings.TrimSpace(value)
		if strings.ContainsAny(value, "\r\n\x00") {
			return fmt.Errorf("%s: has a line break in it", k.Env)
		}
		if value != "" && k.RatePerMinute > 0 {
			c.provider.RatePerMinute = k.RatePerMinute
		}
		value = cmp.Or(value, k.Default)
		if value == "" && k.Required {
			c.off = k.Env + " is not set"
		}
		c.keys[k.Env] = value
	}

	return nil
}

// ownServer puts the limits in place that hold for a server of the operator's own.
func (c *Client) ownServer() {
	own := c.provider.Own
	if own == nil {
		return
	}

	c.provider.RatePerMinute = own.RatePerMinute
	c.provider.Burst = own.Burst
	c.provider.Concurrency = own.Concurrency
}

// addresses are the declared ones, by host name, "" for the main one.
func (c *Client) addresses() map[string]string {
	all := map[string]string{"": c.declared.BaseURL}
	maps.Copy(all, c.declared.Hosts)
	return all
}

// Provider is the declaration, with defaults put in.
func (c *Client) Provider() Provider { return c.provider }

// Interval is the time between two requests that the provider's limit leaves to this process; 0 for no limit.
func (c *Client) Interval() time.Duration {
	if c.limit == rate.Inf {
		return 0
	}
	return time.Duration(float64(time.Second) / float64(c.limit))
}

// Configured is nil, or the NotConfigured error that every call would return.
func (c *Client) Configured() error {
	if c.off == "" {
		return nil
	}
	return &Error{
		Kind:     NotConfigured,
		Provider: c.provider.Name,
		Cause:    errors.New(c.off),
	}
}

// Key is the value of a declared key, "" when it is not set: to choose another way without it, or to sign with it.
func (c *Client) Key(env string) string { return c.keys[env] }

// secrets are the texts that must not appear in an error.
func (c *Client) secrets() []string {
	var s []string
	for _, k := range c.provider.Keys {
		if v := c.keys[k.Env]; v != "" && v != k.Default {
			s = append(s, v, url.QueryEscape(v))
		}
	}
	return s
}

// withoutKeys drops our keys from an escaped query.
func (c *Client) withoutKeys(rawQuery string) string {
	var kept []string
	for part := range strings.SplitSeq(rawQuery, "&") {
		name, _, _ := strings.Cut(part, "=")
		ours := false
		for _, k := range c.provider.Keys {
			ours = ours || (k.Query != "" && name == url.QueryEscape(k.Query))
		}
		if !ours && part != "" {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "&")
}

func (c *Client) circuitChanged(_ string, _, to gobreaker.State) {
	open := 0.0
	c.mu.Lock()
	if to == gobreaker.StateOpen {
		open = 1
		c.openUntil = c.pool.now().Add(breakFor)
		c.opened.Store(true)
	}
	c.mu.Unlock()
	c.pool.meter(circuitOpen, open, c.provider.Name)
	c.pool.log.Warn("provider circuit "+to.String(), slog.String("provider", c.provider.Name))
}

// do handles every call: from the cache, together with an identical one under way, or by a request.
func (c *Client) do(ctx context.Context, r *Request) (*Response, error) {
	defer measure(ctx, c.provider.Name)()
	ctx, part := span.Start(ctx, "upstream", c.provider.Name)
	resp, err := c.answer(ctx, r)
	came := outcome(resp, err)
	part.End(came)
	c.pool.meter(callsTotal, 1, c.provider.Name, came)
	if err != nil {
		return nil, err
	}
	own := *resp // the original may be given to others
	own.FetchedAt = own.FetchedAt.Add(-own.age)
	own.Stale = own.Stale || own.outlived(r.ttl)
	noteRead(ctx, &own)
	own.doing = r.doing()
	own.provider = c.provider.Name
	own.numbers = r.numbers
	return &own, nil
}

func (c *Client) answer(ctx context.Context, r *Request) (*Response, error) {
	if r.err != nil {
		return nil, r.err
	}
	if err := c.Configured(); err != nil {
		return nil, err
	}
	if c.bases[r.host] == nil {
		return nil, &Error{
			Kind:     NotConfigured,
			Provider: c.provider.Name,
			Doing:    r.doing(),
			Cause:    errors.New("no address for " + r.host),
		}
	}
	if _, err := url.Parse(r.url()); err != nil {
		return nil, &Error{
			Kind:     Invalid,
			Provider: c.provider.Name,
			Doing:    r.doing(),
			Cause:    errors.New("no valid URL"),
		}
	}
	if ctx.Err() != nil {
		return nil, ended(ctx, c.provider.Name, r.doing())
	}

	if r.noCache || !r.safe || r.sink != nil || probing(ctx) {
		cctx, cancel := context.WithTimeout(ctx, r.timeout)
		defer cancel()
		return c.fetch(cctx, r)
	}

	key := r.cacheKey()
	if e := c.pool.cache.get(ctx, key, false); c.fresh(r, e) {
		return c.recall(r, e, false)
	}

	return c.share(ctx, r, key)
}

// flight is what identical calls at the same moment share.
type flight struct {
	resp     *Response
	err      error
	deadline time.Time
}

// share joins the identical call under way, or starts one. It lives on when its first caller goes away, within the
// time that caller had; a caller with more time, to whom that limit means nothing, starts another when it cut this one short.
func (c *Client) share(ctx context.Context, r *Request, key string) (*Response, error) {
	deadline := time.Now().Add(r.timeout)
	margin := reserve
	if d, ok := ctx.Deadline(); ok {
		margin = min(reserve, time.Until(d)/10)
		deadline = earlier(deadline, d.Add(-margin))
	}

	wait, cancel := context.WithDeadline(ctx, deadline.Add(margin/2)) // the shared call, ending at its deadline, knows better why
	defer cancel()
	for {
		landed := c.flights.DoChan(key, func() (any, error) {
			fctx, cancel := context.WithDeadline(context.WithoutCancel(ctx), deadline)
			defer cancel()
			f := &flight{deadline: deadline}
			f.resp, f.err = c.refresh(fctx, r, key)
			return f, nil
		})
		var f *flight
		select {
		case result := <-landed:
			f = result.Val.(*flight)
		case <-wait.Done():
			if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return nil, ended(ctx, c.provider.Name, r.doing())
			}
			return c.fallBack(r, c.pool.cache.get(ctx, key, false), ended(wait, c.provider.Name, r.doing()))
		}
		var e *Error
		if errors.As(f.err, &e) && e.cut && f.deadline.Before(deadline) && wait.Err() == nil {
			continue
		}
		return f.resp, f.err
	}
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// refresh asks the provider and remembers the answer. With an old answer at hand it asks whether that still holds, and
// falls back on it when the provider fails.
func (c *Client) refresh(ctx context.Context, r *Request, key string) (*Response, error) {
	old := c.pool.cache.get(ctx, key, true)
	if c.fresh(r, old) {
		return c.recall(r, old, false)
	}

	brought, done := c.lead(ctx, r, key)
	defer done()
	if brought != nil {
		return c.recall(r, brought, false)
	}

	asked := *r
	if old != nil && !old.Missing {
		asked.since = Validators{ETag: old.Header.Get("ETag"), LastModified: old.Header.Get("Last-Modified")}
	}

	resp, err := c.fetch(ctx, &asked)
	switch {
	case err == nil && resp.NotModified:
		old.FetchedAt = c.pool.now()
		old.Age = resp.age
		c.remember(ctx, r, key, old)
		return c.recall(r, old, false)
	case err == nil:
		c.remember(ctx, r, key, &entry{
			Status:    resp.Status,
			Header:    resp.Header,
			FetchedAt: resp.FetchedAt,
			Age:       resp.age,
			body:      resp.Body,
		})
		return resp, nil
	case errors.Is(err, NotFound):
		c.remember(ctx, r, key, &entry{
			Status:    statusOf(err),
			FetchedAt: c.pool.now(),
			Missing:   true,
		})
		return nil, err
	}

	return c.fallBack(r, old, err)
}

// fallBack gives the old answer in place of a failure of the provider, if there is one and it is not too old.
func (c *Client) fallBack(r *Request, old *entry, err error) (*Response, error) {
	kind := KindOf(err)
	if old == nil || old.Missing || (kind != Unavailable && kind != RateLimited && kind != BadResponse) ||
		!c.pool.now().Before(old.FreshTo.Add(r.staleFor())) {
		return nil, err
	}
	return c.recall(r, old, true)
}

// fresh is true while e answers r without asking again: within the TTL it was stored under, and r's own.
func (c *Client) fresh(r *Request, e *entry) bool {
	now := c.pool.now()
	return e != nil && now.Before(e.FreshTo) && now.Sub(e.FetchedAt).Abs() < r.ttl // an age below zero: a clock was put back
}

// remember keeps e for its TTL and for as long as it may be given stale after that.
func (c *Client) remember(ctx context.Context, r *Request, key string, e *entry) {
	ttl := r.ttl
	stale := r.staleFor()
	if e.Missing || e.Status < 200 || e.Status > 299 {
		ttl = min(ttl, missingTTL)
		stale = 0
	}
	if ttl <= 0 {
		return
	}
	e.FreshTo = c.pool.now().Add(ttl)
	// The answer is in hand: storing it may take its moment even when the call's own time is nearly over.
	c.pool.cache.put(context.WithoutCancel(ctx), key, e, ttl+stale)
}

func (r *Request) staleFor() time.Duration {
	switch s := r.c.provider.StaleFor; {
	case s < 0:
		return 0
	case s == 0:
		return r.ttl
	default:
		return s
	}
}

// recall makes a remembered answer the result.
func (c *Client) recall(r *Request, e *entry, stale bool) (*Response, error) {
	if e.Missing {
		return nil, &Error{
			Kind:     NotFound,
			Provider: c.provider.Name,
			Doing:    r.doing(),
			Status:   e.Status,
		}
	}

	return &Response{
		Status:    e.Status,
		Header:    e.Header,
		Body:      e.body,
		URL:       r.url(),
		FetchedAt: e.FetchedAt,
		Cached:    true,
		Stale:     stale,
		age:       e.Age,
	}, nil
}

// forget drops a remembered answer that turned out to be of no use.
func (c *Client) forget(ctx context.Context, r *Request) {
	if r.safe && !r.noCache {
		c.pool.cache.drop(ctx, r.cacheKey())
	}
}

func statusOf(err error) int {
	var e *Error
	if errors.As(err, &e) {
		return e.Status
	}
	return 0
}
