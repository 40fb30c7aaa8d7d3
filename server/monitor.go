package server

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/server/platform"
)

// probeEvery and probeTimeout pace the background checks behind /health, which answers from their last results.
const (
	probeEvery   = 15 * time.Second
	probeTimeout = 10 * time.Second
)

// monitor keeps what /health says.
type monitor struct {
	parts   Parts
	started time.Time
	mu      sync.Mutex
	results map[string]string // "ok", or what is wrong in few words
	reached bool              // the facilitator answered last time
	lastOK  time.Time
	// endpoints is the state of the chains' endpoints; set before the first report.
	endpoints func() []evm.EndpointHealth
}

func newMonitor(p Parts) *monitor {
	m := &monitor{parts: p, started: p.Now(), results: map[string]string{"facilitator": "not checked yet"}}
	for name := range p.Probes {
		m.results[name] = "not checked yet"
	}
	return m
}

func (m *monitor) run(ctx context.Context) {
	ticker := time.NewTicker(probeEvery)
	defer ticker.Stop()
	for {
		m.probe(ctx)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// probe asks everything once, side by side.
func (m *monitor) probe(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	var wg sync.WaitGroup
	for name, ask := range m.parts.Probes {
		wg.Go(func() {
			m.set(name, ask(ctx))
		})
	}
	wg.Go(func() { m.probeFacilitator(ctx) })
	wg.Wait()
}

// probeFacilitator wants every payment network among what the facilitator supports. A facilitator
// that answers in a shape nobody knows is reachable, no more.
func (m *monitor) probeFacilitator(ctx context.Context) {
	supported, err := m.parts.Facilitator.Supported(ctx)
	odd := errors.Is(err, remote.ErrSupportedUnknown)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reached = err == nil || odd
	if !m.reached {
		m.results["facilitator"] = "unreachable"
		m.parts.Log.Warn("facilitator probe", "error", err)
		return
	}
	m.lastOK = m.parts.Now()
	m.results["facilitator"] = "ok"
	for _, n := range m.parts.Networks {
		found := odd || len(supported.Kinds) == 0
		for _, k := range supported.Kinds {
			found = found || k.Scheme == "exact" && (k.Network == n.CAIP2 || k.Network == n.V1Name && n.V1Name != "")
		}
		if !found {
			m.results["facilitator"] = "does not support " + n.CAIP2
			m.parts.Log.Error("the facilitator does not take the payments that are asked for", "network", n.CAIP2)
		}
	}
}

func (m *monitor) set(name string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil {
		m.results[name] = "failing"
		m.parts.Log.Warn("health probe", "probe", name, "error", err)
		return
	}
	m.results[name] = "ok"
}

// report is the answer of /health. Data providers are listed but do not degrade the service: each
// route that needs one says so itself.
func (m *monitor) report(context.Context) platform.HealthReport {
	m.mu.Lock()
	defer m.mu.Unlock()
	r := platform.HealthReport{
		OK: true, Version: m.parts.Version, UptimeSeconds: int64(m.parts.Now().Sub(m.started).Seconds()),
		Payments: platform.PaymentsHealth{
			Mode: m.parts.Mode, Facilitator: facilitatorName(m.parts.Config.FacilitatorURL), Reachable: m.reached, LastOK: m.lastOK,
		},
		Checks: map[string]string{},
	}
	for name, result := range m.results {
		r.Checks[name] = result
		r.OK = r.OK && result == "ok"
	}
	for _, h := range m.parts.Upstreams.Health() {
		if h.Status != "unused" {
			r.Checks["upstream:"+h.Name] = h.Status
		}
	}
	if m.endpoints != nil {
		// What an endpoint of a chain says can be wrong although it answers well.
		for _, e := range m.endpoints() {
			if e.Status == "wrong_chain" || e.Status == "lagging" {
				r.Checks["upstream:"+e.Endpoint] = e.Status
			}
		}
	}
	r.Lists = m.parts.Upstreams.DatasetHealth()
	return r
}

// facilitatorName is what the public may know: a URL's path can hold a key.
func facilitatorName(list string) string {
	names := splitList(list)
	for i, name := range names {
		if name != "self" && name != "cdp" {
			names[i] = publicOrigins(name)
		}
	}
	return strings.Join(names, ", ")
}
