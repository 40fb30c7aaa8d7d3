package fetch

import (
	"context"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/capacity"
)

const (
	maxPerHost   = 2                      // requests to one host at once
	hostSpacing  = 250 * time.Millisecond // default time between the starts of two requests to one host
	maxSpacing   = 5 * time.Second        // the longest Crawl-delay that is honoured
	maxRest      = 10 * time.Minute       // the longest Retry-After that is honoured
	hostsToSweep = 4096                   // number of hosts at which idle ones are forgotten
)

// gate throttles requests to each host: at most maxPerHost at once, with a delay between starts, and none while the
// host has asked for a pause. Callers take turns: one with a thousand pages keeps no other from the host.
type gate struct {
	now   func() time.Time
	mu    sync.Mutex
	hosts map[string]*hostGate
}

type hostGate struct {
	turns      *capacity.Turns
	users      int       // waiting or running; the entry stays while there are any
	next       time.Time // earliest start of the next request
	restUntil  time.Time // from Retry-After
	restStatus int       // the answer that carried it
}

func newGate(now func() time.Time) *gate {
	return &gate{now: now, hosts: make(map[string]*hostGate)}
}

// enter waits for a turn at the host and returns a function that releases it. It fails at once if the turn would
// come after ctx's deadline, with KindBusy or the host's last KindStatus.
func (g *gate) enter(ctx context.Context, host string, spacing time.Duration) (leave func(), err error) {
	h := g.join(host)
	release, err := h.turns.Take(ctx)
	if err != nil {
		g.part(host, h)
		return nil, waitError(ctx, host)
	}

	leave = func() {
		release()
		g.part(host, h)
	}

	wait, err := g.reserve(ctx, host, h, spacing)
	if err != nil {
		leave()
		return nil, err
	}

	if wait > 0 {
		t := time.NewTimer(wait)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			leave()
			return nil, waitError(ctx, host)
		}
	}

	return leave, nil
}

// waitError: a timeout in the queue is the queue's fault; a cancelled caller is not.
func waitError(ctx context.Context, host string) error {
	if ctx.Err() == context.Canceled {
		return asError(context.Canceled, KindBusy, host)
	}
	return &Error{
		Kind:       KindBusy,
		Host:       host,
		RetryAfter: time.Second,
	}
}

func (g *gate) join(host string) *hostGate {
	g.mu.Lock()
	defer g.mu.Unlock()
	h := g.hosts[host]
	if h == nil {
		if len(g.hosts) >= hostsToSweep {
			g.sweep()
		}
		h = &hostGate{turns: capacity.NewTurns(maxPerHost, maxPerHost, 1)}
		g.hosts[host] = h
	}
	h.users++
	return h
}

func (g *gate) part(host string, h *hostGate) {
	g.mu.Lock()
	defer g.mu.Unlock()
	h.users--
}

func (g *gate) sweep() {
	now := g.now()
	for name, h := range g.hosts {
		if h.users == 0 && !now.Before(h.next) && !now.Before(h.restUntil) {
			delete(g.hosts, name)
		}
	}
}

// reserve takes the host's next start time and returns the wait until then.
func (g *gate) reserve(ctx context.Context, host string, h *hostGate, spacing time.Duration) (time.Duration, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if rest := h.restUntil.Sub(now); rest > 0 && tooLong(ctx, rest) {
		return 0, &Error{
			Kind:       KindStatus,
			Host:       host,
			Status:     h.restStatus,
			RetryAfter: rest,
		}
	}

	start := now
	for _, t := range []time.Time{h.next, h.restUntil} {
		if t.After(start) {
			start = t
		}
	}

	wait := start.Sub(now)
	if tooLong(ctx, wait) {
		return 0, &Error{
			Kind:       KindBusy,
			Host:       host,
			RetryAfter: wait,
		}
	}

	if next := start.Add(max(0, spacing)); next.After(h.next) {
		h.next = next
	}
	return wait, nil
}

func tooLong(ctx context.Context, wait time.Duration) bool {
	deadline, ok := ctx.Deadline()
	return ok && wait >= time.Until(deadline)
}

// rest pauses requests to the host for d, because it answered status with a Retry-After.
func (g *gate) rest(host string, d time.Duration, status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if h := g.hosts[host]; h != nil && d > 0 {
		h.restUntil = g.now().Add(min(d, maxRest))
		h.restStatus = status
	}
}
