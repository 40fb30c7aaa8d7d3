package server

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gen "github.com/farebox/farebox/gen/platform"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/tick"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch"
	"github.com/farebox/farebox/payment"
	"github.com/farebox/farebox/payment/facilitator/remote"
	"github.com/farebox/farebox/server/platform"
	"github.com/farebox/farebox/store"
	"github.com/farebox/farebox/store/sqlite"
)

// probeEvery and probeTimeout pace the background checks behind /health, which answers from their last results.
const (
	probeEvery   = 15 * time.Second
	probeTimeout = 10 * time.Second
)

// finding is what a check came to.
type finding struct {
	status string // "ok", or what is wrong in few words
	detail string // why, safe to publish; "" when the status says all
}

const (
	found      = "ok"
	failing    = "failing"
	notChecked = "not checked yet"
)

// trouble is an error of a probe whose text /health shows. Other errors may hold a URL with a key, and go to the log.
type trouble string

// Error is the text.
func (t trouble) Error() string { return string(t) }

// meaning says what it means that a probe failed, by name, where the probe does not say so itself.
var meaning = map[string]string{
	"store": "the database did not answer or takes no writes; the log has the reason",
	"chain": "a payment token could not be read from its chain, or is not as PAYMENT_NETWORKS says; " +
		"the log has the reason",
}

// probeStore asks whether the database takes writes. That its file is gone is said in full: nobody but the operator can
// put it back.
func probeStore(db *store.Store) func(context.Context) error {
	return func(ctx context.Context) error {
		err := db.Ping(ctx)
		if errors.Is(err, sqlite.ErrFileGone) {
			return trouble(sqlite.ErrFileGone.Error())
		}
		return err
	}
}

// monitor keeps what /health says.
type monitor struct {
	parts   Parts
	started time.Time
	mu      sync.Mutex
	results map[string]finding
	reached bool // the facilitator answered last time
	lastOK  time.Time
	ending  atomic.Bool // the process is stopping
	// work is what requests take; set before the first report.
	work *capacity.Control
	// verdicts are what the facilitator has refused or left open; set before the first report.
	verdicts func() []gen.PlatformVerdict
	// settlements is what the ledger last said; asked is when, zero before it was asked.
	settlements payment.Standing
	channels    *payment.ChannelStanding // the same for payment channels; nil before the ledger was asked
	asked       time.Time
	// closures are the routes that are not sold, and why; set before the first report.
	closures *closures
	// endpoints is the state of the chains' endpoints; set before the first report.
	endpoints func() []evm.EndpointHealth
	sponsors  sponsors
	engines   []string // providers of search engines
}

func newMonitor(p Parts) *monitor {
	m := &monitor{
		parts:   p,
		started: p.Now(),
		engines: websearch.Providers(),
		results: map[string]finding{"facilitator": {status: notChecked}},
	}
	for name := range p.Probes {
		m.results[name] = finding{status: notChecked}
	}
	return m
}

func (m *monitor) run(ctx context.Context) { tick.Now(ctx, probeEvery, m.probe) }

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
	wg.Go(func() { m.probeSettlements(ctx) })
	wg.Wait()
}

// probeFacilitator wants every payment network among what the facilitator supports. A facilitator
// that answers in an unknown shape is reachable, no more.
func (m *monitor) probeFacilitator(ctx context.Context) {
	supported, err := m.parts.Facilitator.Supported(ctx)
	odd := errors.Is(err, remote.ErrSupportedUnknown)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.reached = err == nil || odd
	if !m.reached {
		m.results["facilitator"] = finding{
			status: "unreachable",
			detail: "the facilitator did not answer when it was last asked, so that payments may be refused",
		}
		m.parts.Log.Warn("facilitator probe", "error", err)
		return
	}

	m.lastOK = m.parts.Now()
	m.sponsors.learn(m.parts.Networks, supported)
	m.results["facilitator"] = finding{status: found}
	for _, n := range m.parts.Networks {
		takes := odd || len(supported.Kinds) == 0
		for _, k := range supported.Kinds {
			takes = takes || k.Scheme == "exact" && (k.Network == n.CAIP2 || k.Network == n.V1Name && n.V1Name != "")
		}
		if !takes {
			m.results["facilitator"] = finding{status: "does not support " + n.CAIP2}
			m.parts.Log.Error("the facilitator does not take the payments that are asked for", "network", n.CAIP2)
		}
	}
}

func (m *monitor) set(name string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err == nil {
		m.results[name] = finding{status: found}
		return
	}
	m.parts.Log.Warn("health probe", "probe", name, "error", err)

	detail := cmp.Or(meaning[name], "the log has the reason")
	var known trouble
	if errors.As(err, &known) {
		detail = string(known)
	}
	m.results[name] = finding{
		status: failing,
		detail: detail,
	}
}

// report is the answer of /health: a section for each kind of thing that the service depends on. What a section finds
// missing it notes with Lacks, which makes the service degraded.
func (m *monitor) report(context.Context) platform.HealthReport {
	r := platform.NewHealthReport()
	r.Version = m.parts.Version
	r.UptimeSeconds = int64(m.parts.Now().Sub(m.started).Seconds())
	for _, section := range []func(*platform.HealthReport){
		m.payments, m.readiness, m.checks, m.providers, m.closed, m.lists, m.tables, m.memory,
	} {
		section(&r)
	}
	return r
}

// payments is the state of taking payments. What is wrong with it is among the checks.
func (m *monitor) payments(r *platform.HealthReport) {
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Payments.Mode = m.parts.Mode
	r.Payments.Facilitator = facilitatorName(m.parts.Config.FacilitatorURL)
	r.Payments.Reachable = m.reached
	r.Payments.Settlements = m.settlementsHealth()
	if !m.lastOK.IsZero() {
		r.Payments.LastOkAt = new(m.lastOK.UTC())
	}
}

// stop makes the service not ready until the process ends.
func (m *monitor) stop() { m.ending.Store(true) }

func (m *monitor) stopping() bool { return m.ending.Load() }

// readiness is what keeps the service from selling: a ledger or facilitator that does not answer, or was not asked yet,
// a settlement key without gas money, and the end of the process. Other troubles stop single routes, networks or
// nothing at all.
func (m *monitor) readiness(r *platform.HealthReport) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range []string{"store", "facilitator"} {
		result, probed := m.results[name]
		if !probed || result.status == found || name == "facilitator" && m.reached {
			continue
		}
		r.Blocked = append(r.Blocked, gen.PlatformProblem{
			Name:   name,
			Status: result.status,
			Detail: cmp.Or(result.detail, result.status),
		})
	}

	if m.stopping() {
		r.Blocked = append(r.Blocked, gen.PlatformProblem{
			Name:   "process",
			Status: "stopping",
			Detail: "this process is stopping; what it has begun is finished",
		})
	}
	if m.penniless() {
		r.Blocked = append(r.Blocked, gen.PlatformProblem{
			Name:   settlementKey,
			Status: failing,
			Detail: "the settlement key has no gas money on any payment network",
		})
	}
}

// penniless says whether the settlement key, as last seen, can settle payments on no network.
func (m *monitor) penniless() bool {
	if m.parts.Settles == nil || len(m.parts.Networks) == 0 {
		return false
	}
	for _, n := range m.parts.Networks {
		if m.parts.Settles(n.CAIP2) == nil {
			return false
		}
	}
	return true
}

// last are the last results of the probes, by name.
func (m *monitor) last() map[string]finding {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.results)
}

// checks are the last results of the probes.
func (m *monitor) checks(r *platform.HealthReport) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(m.results)) {
		result := m.results[name]
		r.Checks[name] = result.status
		if result.status != found {
			r.Lacks(name, result.status, cmp.Or(result.detail, result.status))
		}
	}
}

// providers are listed but do not degrade the service: most have stand-ins, and each route that needs one says so
// itself.
func (m *monitor) providers(r *platform.HealthReport) {
	for _, h := range m.parts.Upstreams.Health() {
		if h.Status != "unused" {
			r.Checks["upstream:"+h.Name] = h.Status
		}

		if h.Calls > 0 && slices.Contains(m.engines, h.Name) {
			r.SearchEngines = append(r.SearchEngines, gen.PlatformHealth_SearchEngines{
				Name:     h.Name,
				Asked:    h.Calls,
				Answered: h.Answered,
			})
		}
	}

	if m.verdicts != nil {
		r.Payments.Verdicts = m.verdicts()
	}
	if m.endpoints != nil {
		// What an endpoint of a chain says can be wrong although it answers well.
		for _, e := range m.endpoints() {
			if e.Status == "wrong_chain" || e.Status == "lagging" {
				r.Checks["upstream:"+e.Endpoint] = e.Status
			}
		}
	}
}

// closed are the providers that failed their last probe, and the routes that are not sold for it.
func (m *monitor) closed(r *platform.HealthReport) {
	for _, v := range m.closures.failing() {
		r.Checks["probe:"+v.Provider] = v.Status
	}
	codes := m.closures.codes()
	for _, route := range slices.Sorted(maps.Keys(codes)) {
		r.Lacks("route:"+route, codes[route], m.closures.of(route).Detail)
	}
}

// lists are the lists that are kept here. One that is missing or out of date is what no stand-in makes up for.
func (m *monitor) lists(r *platform.HealthReport) {
	for _, l := range m.parts.Upstreams.DatasetHealth() {
		r.Lists = append(r.Lists, listAnswer(l))
		if l.Lacks() {
			r.Lacks("list:"+l.Name, l.Status, cmp.Or(l.LastError, listStates[l.Status]))
		}
	}
}

func listAnswer(l upstream.DatasetHealth) gen.PlatformList {
	list := gen.PlatformList{
		Name:      l.Name,
		Status:    gen.PlatformListStatus(l.Status),
		Records:   l.Records,
		CheckedAt: l.CheckedAt,
		StatedAt:  l.StatedAt,
		LastError: response.OrNull(l.LastError),
		From:      response.OrNull(gen.PlatformListFrom(l.From)),
	}
	if l.CheckedAt != nil {
		list.AgeSeconds = &l.AgeSeconds
	}
	return list
}

// listStates says what the state of a list means, where no error does.
var listStates = map[string]string{
	"warming": "it is being loaded for the first time",
	"stale":   "it could not be confirmed for a long time, or is too old by its own date",
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
