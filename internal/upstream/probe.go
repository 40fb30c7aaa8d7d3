package upstream

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"time"
)

// What a probe of a provider came to.
const (
	ProbeOK            = "ok"
	ProbeDrifted       = "drifted"     // it answers, and not as it did: see Member, Expected and Got
	ProbeRefused       = "refused"     // it does not take the key, the User-Agent or the address of this service
	ProbeLimited       = "limited"     // its limit, or ours towards it, leaves no room
	ProbeUnreachable   = "unreachable" // no connection, no answer in time, or a 5xx
	ProbeNotConfigured = "not_configured"
	ProbeNone          = "no_probe" // the provider has no question whose true answer does not change
)

// probeTimeout bounds the questions of one probe together. Some providers take one request a minute.
const probeTimeout = 3 * time.Minute

// Verdict is what a probe of a provider came to. It is safe to publish: it has no key, no query and no body.
type Verdict struct {
	Provider string
	Status   string
	// What has drifted. An answer that is no JSON at all has no Member.
	Member   string
	Expected string
	Got      string
	Detail   string // the error in words, "" with ProbeOK
	Took     time.Duration
	At       time.Time
	// Asked is false if no request was sent, because the provider asked for a pause or the circuit is open. Nothing
	// follows about the provider then.
	Asked bool
}

// Failed says whether the probe has shown that the provider cannot be used.
func (v Verdict) Failed() bool {
	switch v.Status {
	case ProbeDrifted, ProbeRefused, ProbeUnreachable:
		return v.Asked
	}
	return false
}

// Probe declares how to verify that the provider still answers as before. Ask makes one to three cheap requests by the
// typed methods, for what does not change (a closed fiscal year, an old block, a law), and compares the responses with
// known facts, with [Fact]. The clients of a provider share one probe, the first that is declared.
func (c *Client) Probe(ask func(context.Context) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.probe == nil {
		c.probe = ask
	}
}

// ProbedClient is [Pool.Client] with a probe, which gets that client; see [Client.Probe].
func (p *Pool) ProbedClient(decl Provider, ask func(context.Context, *Client) error) *Client {
	c := p.Client(decl)
	c.Probe(func(ctx context.Context) error { return ask(ctx, c) })
	return c
}

// Fact is for probes: the error with which an answer came, or that of a known fact in it that came differently. got
// reads the answer if there is one. A pointer stands for what it points to.
func Fact(err error, member, want string, got func() any) error {
	if err != nil {
		return err
	}
	came := said(got())
	if came == want {
		return nil
	}
	return &Error{Kind: BadResponse, Cause: Drifted(member, want, came)}
}

// Has is for probes: the error with which a list came, or that of one without a row for which is is true, as in
// "results" and "the filing of 2019".
func Has[T any](rows []T, err error, member, row string, is func(T) bool) error {
	if err != nil || slices.ContainsFunc(rows, is) {
		return err
	}
	return &Error{Kind: BadResponse, Cause: Drifted(member, row, fmt.Sprintf("%d others", len(rows)))}
}

func said(value any) string {
	v := reflect.ValueOf(value)
	for v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return "nothing"
		}
		v = v.Elem()
	}
	if !v.IsValid() {
		return "nothing"
	}
	return cmp.Or(fmt.Sprint(v.Interface()), "nothing")
}

type probingKey struct{}

// probing makes the calls of a context go out even if an answer is remembered. They say nothing to [Health]: that is
// what callers met with.
func probing(ctx context.Context) bool {
	on, _ := ctx.Value(probingKey{}).(bool)
	return on
}

// Probed are the names of the providers of the pool, in order.
func (p *Pool) Probed() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Sorted(maps.Keys(p.clients))
}

// Check probes a provider of the pool now, unless it is to be left alone.
func (p *Pool) Check(ctx context.Context, provider string) Verdict {
	p.mu.Lock()
	c := p.clients[provider]
	p.mu.Unlock()
	v := Verdict{
		Provider: provider,
		Status:   ProbeNone,
		At:       p.now(),
	}
	if c == nil {
		return v
	}
	if err := c.Configured(); err != nil {
		v.Status = ProbeNotConfigured
		v.Detail = c.off
		return v
	}

	c.mu.Lock()
	ask := c.probe
	alone := c.coolUntil.After(p.now())
	c.mu.Unlock()
	switch {
	case ask == nil:
		return v
	case alone:
		v.Status = ProbeLimited
		v.Detail = "the provider asked to be left alone"
		return v
	}

	began := time.Now()
	ctx, cancel := context.WithTimeout(context.WithValue(ctx, probingKey{}, true), probeTimeout)
	defer cancel()
	v.judge(guarded(ctx, ask))
	v.Took = time.Since(began)
	return v
}

// guarded is what a probe came to. A panic in it is a failure of the adapter.
func guarded(ctx context.Context, ask func(context.Context) error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = BadResponse.Errorf("reading the answer panicked: %v", cause)
		}
	}()
	return ask(ctx)
}

// judge makes a verdict of a probe's error.
func (v *Verdict) judge(err error) {
	v.Asked = true
	if err == nil {
		v.Status = ProbeOK
		return
	}

	v.Detail = err.Error()
	v.Status = ProbeUnreachable
	var e *Error
	if !errors.As(err, &e) {
		v.Asked = !errors.Is(err, context.Canceled)
		return
	}
	v.Asked = !e.unsent
	switch e.Kind {
	case RateLimited:
		v.Status = ProbeLimited
		v.Asked = !e.cut
	case Unauthorized, Invalid:
		v.Status = ProbeRefused
	case NotConfigured:
		v.Status = ProbeNotConfigured
	case BadResponse, NotFound, NotCovered, Outdated:
		v.Status = ProbeDrifted
		v.drift(e)
	case Unavailable, Warming, Unloaded:
		if refuses(e.Status) {
			v.Status = ProbeRefused
		}
	}
}

// drift fills in what has drifted.
func (v *Verdict) drift(e *Error) {
	v.Expected = "an answer as documented"
	v.Got = "another one"
	var d *Drift
	switch {
	case errors.As(e, &d):
		v.Member = d.Member
		v.Expected = d.Expected
		v.Got = d.Got
	case e.Kind == NotFound, e.Kind == NotCovered:
		v.Expected = "the record"
		v.Got = "that there is none"
	}
}

// refuses says whether a status is that of a service that is kept out, rather than of a provider that is down.
func refuses(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden,
		http.StatusProxyAuthRequired, http.StatusUnavailableForLegalReasons:
		return true
	}
	return false
}
