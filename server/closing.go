package server

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/server/admin"
)

const (
	closingTick = time.Minute
	// A provider that fails callers is probed again after confirmAfter, so that its routes close, and open again,
	// within minutes.
	confirmAfter = 5 * time.Minute
	// failedInRow is how many probes in a row have to fail before routes are closed.
	failedInRow = 2
	// closedRetry is when a buyer is asked to come back.
	closedRetry = 10 * time.Minute
	// The turn of the regular probes outlasts a tick that comes late.
	checksTurn      = "provider checks"
	checksTurnLasts = 3 * closingTick
)

// closures probes the providers in the background, and says which routes cannot be sold for want of their main sources.
//
// The replica that has the turn asks every provider once per interval. That alone closes nothing: a replica closes a
// route by what its own callers met with, and two probes of its own that failed in a row. Closed routes are not asked
// for payment; the first probe that comes back well, or a call of another route, opens them.
type closures struct {
	pool     *upstream.Pool
	table    map[string]routeSources
	turns    upstream.Turns
	every    time.Duration // 0: no probes
	now      func() time.Time
	rand     func() float64 // in [0, 1)
	holder   string
	sold     func(route string) time.Time // when a route was last answered for its price, by this process
	warn     func(text string, attrs ...any)
	probedOK *prometheus.GaugeVec

	mu    sync.Mutex
	state map[string]*probeState
	// closed is replaced at each change; readers share it.
	closed atomic.Pointer[map[string]closure]
}

// probeState is what the probes of one provider have shown.
type probeState struct {
	last   upstream.Verdict
	failed int       // in a row
	since  time.Time // the first of them
	next   time.Time // the regular one
}

// closure is why a route is closed.
type closure struct {
	code      string   // of the problem
	providers []string // none of which can be used
	since     time.Time
}

func newClosures(p Parts, sold func(route string) time.Time) *closures {
	c := &closures{
		pool:   p.Upstreams,
		table:  mainSources(),
		turns:  p.Turns,
		every:  p.Config.CheckEvery,
		now:    p.Now,
		rand:   rand.Float64,
		holder: crand.Text(),
		sold:   sold,
		warn:   p.Log.Warn,
		state:  map[string]*probeState{},
		probedOK: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "farebox_provider_probe_ok",
			Help: "1 when the last probe of the provider by this process came back well, 0 when it did not.",
		}, []string{"provider", "status"}),
	}
	c.closed.Store(&map[string]closure{})

	closedRoutes := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "farebox_routes_closed",
		Help: "Routes that this process does not sell because none of their main sources can be used.",
	}, func() float64 { return float64(len(*c.closed.Load())) })
	p.Metrics.MustRegister(c.probedOK, closedRoutes)
	return c
}

// run probes until ctx ends.
func (c *closures) run(ctx context.Context) {
	if c.every <= 0 {
		return
	}
	tick.Every(ctx, closingTick, c.tick)
	if err := c.turns.EndTurn(context.WithoutCancel(ctx), checksTurn, c.holder); err != nil {
		c.warn("turn of the provider checks not given back", "error", err)
	}
}

// tick probes the providers that are due, and judges the routes.
func (c *closures) tick(ctx context.Context) {
	mine, err := c.turns.TakeTurn(ctx, checksTurn, c.holder, checksTurnLasts)
	if err != nil && ctx.Err() == nil {
		c.warn("whose turn the provider checks are is not known", "error", err)
	}

	health := c.health()
	var all errgroup.Group
	all.SetLimit(checksAtOnce)
	for _, provider := range c.pool.Probed() {
		if !c.due(provider, health[provider], mine && err == nil) {
			continue
		}
		all.Go(func() error {
			if ctx.Err() == nil {
				c.note(c.pool.Check(ctx, provider))
			}
			return nil
		})
	}
	_ = all.Wait() // what failed is in the verdicts

	c.judge()
}

func (c *closures) health() map[string]upstream.Health {
	all := map[string]upstream.Health{}
	for _, h := range c.pool.Health() {
		all[h.Name] = h
	}
	return all
}

// due says whether a provider is probed now: in its regular turn, if that is this process's, or because it fails
// callers or failed its last probe. The regular probes begin at different moments of the interval.
func (c *closures) due(provider string, h upstream.Health, mine bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	s := c.state[provider]
	if s == nil {
		s = &probeState{next: now.Add(c.part(0, 1))}
		c.state[provider] = s
	}

	if (h.Failures > 0 || s.failed > 0) && now.Sub(s.last.At) >= confirmAfter {
		return true
	}
	if now.Before(s.next) {
		return false
	}
	s.next = now.Add(c.part(0.8, 1.2))
	return mine
}

// part is a random part of the interval, between two shares of it.
func (c *closures) part(least, most float64) time.Duration {
	return time.Duration((least + (most-least)*c.rand()) * float64(c.every))
}

// note takes a verdict. One without a request says nothing.
func (c *closures) note(v upstream.Verdict) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.state[v.Provider]
	if !v.Asked {
		s.last.At = v.At
		return
	}

	s.last = v
	c.probedOK.DeletePartialMatch(prometheus.Labels{"provider": v.Provider})
	ok := 0.0
	switch {
	case v.Failed():
		if s.failed == 0 {
			s.since = v.At
			c.warn("a provider failed its probe", "provider", v.Provider, "status", v.Status, "member", v.Member,
				"expected", v.Expected, "got", v.Got, "detail", v.Detail)
		}
		s.failed++
	case v.Status == upstream.ProbeOK:
		s.failed = 0
		ok = 1
	}
	c.probedOK.WithLabelValues(v.Provider, v.Status).Set(ok)
}

// judge closes and opens routes. A route that was sold since the first of the failed probes stays open: some of its
// inputs do without what has failed.
func (c *closures) judge() {
	health := c.health()
	c.mu.Lock()
	defer c.mu.Unlock()
	usable := func(provider string) bool {
		s := c.state[provider]
		return s == nil || s.failed < failedInRow || health[provider].Failures == 0
	}
	before := *c.closed.Load()
	after := map[string]closure{}
	for route, sources := range c.table {
		lost := sources.lost(usable)
		if lost == nil {
			continue
		}
		now := c.closureOf(lost)
		if old, was := before[route]; was {
			now.since = old.since
		} else if c.sold(route).After(c.firstFailure(lost)) {
			continue
		}
		after[route] = now
	}

	c.closed.Store(&after)
	c.tellChanges(before, after)
}

// firstFailure is when the last of some providers failed its first probe.
func (c *closures) firstFailure(providers []string) (at time.Time) {
	for _, p := range providers {
		if since := c.state[p].since; since.After(at) {
			at = since
		}
	}
	return at
}

// closureOf says that providers have changed when one of them has drifted, and else that they are away.
func (c *closures) closureOf(providers []string) closure {
	closed := closure{
		code:      problem.CodeProviderUnavailable,
		providers: providers,
		since:     c.now(),
	}
	for _, p := range providers {
		if c.state[p].last.Status == upstream.ProbeDrifted {
			closed.code = problem.CodeProviderChanged
		}
	}
	return closed
}

func (c *closures) tellChanges(before, after map[string]closure) {
	for _, route := range slices.Sorted(maps.Keys(after)) {
		if _, was := before[route]; !was {
			c.warn("route closed", "route", route, "code", after[route].code,
				"providers", strings.Join(after[route].providers, " "))
		}
	}
	for _, route := range slices.Sorted(maps.Keys(before)) {
		if _, still := after[route]; !still {
			c.warn("route open again", "route", route)
		}
	}
}

// of is the answer to a request for a closed route without payment, nil for an open one.
func (c *closures) of(route string) *problem.Problem {
	if spent := c.pool.Spent(); len(spent) > 0 {
		if lost := c.beyond(route, spent); lost != nil {
			return problem.Unavailable(problem.CodeProviderUnavailable, longestOf(lost, spent),
				"%s may not be asked again today, so that this route is not sold until then; nothing was charged",
				strings.Join(lost, " and "))
		}
	}

	closed, is := (*c.closed.Load())[route]
	if !is {
		return nil
	}
	why := "cannot be reached"
	if closed.code == problem.CodeProviderChanged {
		why = "answers in another form than it did"
	}
	return problem.Unavailable(closed.code, closedRetry,
		"%s %s, so that this route is not sold until it is well; nothing was charged",
		strings.Join(closed.providers, " and "), why)
}

// beyond are the providers of a route whose budgets are spent, when it can answer nothing without them; else nil.
func (c *closures) beyond(route string, spent map[string]time.Duration) []string {
	return c.table[route].lost(func(provider string) bool { return spent[provider] == 0 })
}

// longestOf is when a route can be sold again: once the last of its providers may be asked.
func longestOf(providers []string, spent map[string]time.Duration) (wait time.Duration) {
	for _, p := range providers {
		wait = max(wait, spent[p])
	}
	return wait
}

// overBudget are the routes that are closed because a budget is spent, with the providers.
func (c *closures) overBudget() map[string][]string {
	spent := c.pool.Spent()
	if len(spent) == 0 {
		return nil
	}
	all := map[string][]string{}
	for route := range c.table {
		if lost := c.beyond(route, spent); lost != nil {
			all[route] = lost
		}
	}
	return all
}

// codes are those of the closed routes.
func (c *closures) codes() map[string]string {
	all := map[string]string{}
	for route := range c.overBudget() {
		all[route] = problem.CodeProviderUnavailable
	}
	for route, closed := range *c.closed.Load() {
		all[route] = closed.code
	}
	return all
}

// list are the closed routes as the dashboard shows them.
func (c *closures) list() []admin.Closed {
	var all []admin.Closed
	for route, providers := range c.overBudget() {
		all = append(all, admin.Closed{
			Route:     route,
			Code:      "budget spent",
			Providers: providers,
			Since:     c.now(),
		})
	}

	for route, closed := range *c.closed.Load() {
		all = append(all, admin.Closed{
			Route:     route,
			Code:      closed.code,
			Providers: closed.providers,
			Since:     closed.since,
		})
	}
	return all
}

// failing are the verdicts of providers that failed their last probe, in order of their names.
func (c *closures) failing() []upstream.Verdict {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []upstream.Verdict
	for _, s := range c.state {
		if s.failed > 0 {
			all = append(all, s.last)
		}
	}
	slices.SortFunc(all, func(a, b upstream.Verdict) int { return cmp.Compare(a.Provider, b.Provider) })
	return all
}
