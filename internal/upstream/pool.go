package upstream

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/go-resty/resty/v2"
)

const defaultCacheBytes = 64 << 20

// Options of a Pool. The zero value works: nothing configured, nothing recorded, a cache of 64 MiB.
type Options struct {
	// Lookup reads a setting, like os.LookupEnv; nil means that nothing is set.
	Lookup func(name string) (value string, set bool)
	// UserAgent goes with every request. Several providers refuse one without a contact, such as
	// "farebox/1.4 (+https://example.org)".
	UserAgent string
	// Transport sends the requests; nil means NewTransport(Lookup).
	Transport http.RoundTripper
	// Shared is a second cache behind the process's own; nil means none.
	Shared Cache
	// Fleet is what processes that share providers' limits agree on; nil means that this one is alone.
	Fleet *Fleet
	// Shelf is where this process and others keep the lists that one of them has downloaded; nil means that each keeps
	// its own.
	Shelf *Shelf
	// Turns lets one process at a time download a list; nil means that this one has no replicas.
	Turns Turns
	// CacheBytes bounds the process's own cache; 0 means 64 MiB.
	CacheBytes int64
	// DataDir is where datasets are kept. They refuse to start without it.
	DataDir string
	// Meter takes what the pool measures; nil means that nobody reads it.
	Meter Meter
	// Log gets circuit changes, dataset refreshes and cache trouble, no request contents; nil means nothing is logged.
	Log *slog.Logger
	// Now is the clock for ages and dates; nil means time.Now.
	Now func() time.Time
	// Rand gives numbers in [0, 1) for jitter; nil means math/rand/v2.
	Rand func() float64
	// UnsaidPause is added before a try after a refusal for the rate limit that does not say for how long; 0 means one
	// second.
	UnsaidPause time.Duration
	// RateScale is the part of each provider's rate limit that this process may use; 0 means 1.
	RateScale float64
	// Patience is how many times as long as it says a call may take; 0 means 1. Tests have more than that: they run
	// beside others, and an answer that is in the process comes in the end.
	Patience time.Duration
	// SmallLists takes datasets over however few records they have, for tests and recorded excerpts: MinRecords and
	// Floors of their DatasetSpec are not asked for. All other checks stay, those against shrinking too. Without it a
	// list that is far shorter than the real one is refused: half a blocklist would clear what is on the other half.
	SmallLists bool
	// AnyAge takes lists for new however old they are by their own date, for fixtures whose days stand still.
	AnyAge bool
}

// Pool makes the clients of all providers and holds what they share. Make one per process.
type Pool struct {
	lookup  func(string) (string, bool)
	agent   string
	send    http.RoundTripper
	cache   *layers
	link    *link // to what is shared
	fleet   *Fleet
	shelf   *stock // nil if there is none
	turns   Turns
	pace    pace
	dataDir string
	small   bool
	anyAge  bool
	meter   Meter
	log     *slog.Logger
	now     func() time.Time
	rand    func() float64
	unsaid  time.Duration
	patient time.Duration
	scale   float64

	budgeted atomic.Bool // a provider has a budget

	mu       sync.Mutex
	clients  map[string]*Client
	datasets []refresher
	errs     []error
}

// NewPool makes a pool.
func NewPool(o Options) *Pool {
	p := &Pool{
		lookup:  o.Lookup,
		agent:   cmp.Or(o.UserAgent, "farebox"),
		send:    o.Transport,
		dataDir: o.DataDir,
		small:   o.SmallLists,
		anyAge:  o.AnyAge,
		meter:   o.Meter,
		log:     o.Log,
		now:     o.Now,
		rand:    o.Rand,
		unsaid:  cmp.Or(o.UnsaidPause, unsaidPause),
		scale:   cmp.Or(o.RateScale, 1),
		patient: max(o.Patience, 1),
		clients: map[string]*Client{},
	}

	if p.meter == nil {
		p.meter = func(*Metric, float64, ...string) {}
	}
	if p.lookup == nil {
		p.lookup = func(string) (string, bool) { return "", false }
	}
	if p.send == nil {
		p.send = NewTransport(p.lookup)
	}
	p.log = cmp.Or(p.log, slog.New(slog.DiscardHandler))

	if p.now == nil {
		p.now = time.Now
	}
	if p.rand == nil {
		p.rand = rand.Float64
	}

	p.fleet = o.Fleet
	p.shelf = newStock(o.Shelf, p.now)
	p.turns = o.Turns
	if p.turns == nil {
		p.turns = alone{}
	}

	p.pace = usualPace
	p.link = &link{
		wait:   sharedWait,
		late:   sharedSlow,
		log:    p.log,
		now:    p.now,
		failed: func() { p.meter(cacheFailed, 1) },
	}

	p.cache = &layers{
		own:    NewMemoryCache(cmp.Or(o.CacheBytes, defaultCacheBytes), p.now),
		shared: o.Shared,
		link:   p.link,
		now:    p.now,
	}
	return p
}

// Within is the time that something of d may take here: d, unless the pool has Patience.
func (p *Pool) Within(d time.Duration) time.Duration { return p.patient * d }

// Client is the one client of the declared provider; families that share a provider share its limits. Mistakes in the
// declaration or in its settings are collected in Err, and calls of such a client are NotConfigured.
func (p *Pool) Client(decl Provider) *Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c, ok := p.clients[decl.Name]; ok {
		if !reflect.DeepEqual(c.declared, decl) {
			p.errs = append(p.errs, fmt.Errorf("provider %q is declared twice, differently", decl.Name))
		}
		return c
	}
	c, err := newClient(p, decl)
	if err != nil {
		p.errs = append(p.errs, err)
	}
	if c.quotas.budget != nil {
		p.budgeted.Store(true)
	}
	p.clients[decl.Name] = c
	return c
}

// Err reports mistakes in the declarations and settings of the clients and datasets made so far. Check it once all are
// wired, before serving.
func (p *Pool) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return errors.Join(p.errs...)
}

// Providers are those declared so far, by name.
func (p *Pool) Providers() []Provider {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := make([]Provider, 0, len(p.clients))
	for _, name := range slices.Sorted(maps.Keys(p.clients)) {
		all = append(all, p.clients[name].declared)
	}
	return all
}

// Variables are the settings of the providers declared so far, in no order.
func (p *Pool) Variables() []Variable {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []Variable
	for _, c := range p.clients {
		all = append(all, c.declared.Variables()...)
		for _, what := range []string{costVariable, budgetVariable} {
			all = append(all, Variable{Name: c.declared.variable(what)})
		}
	}
	return all
}

// Missing says which settings of a provider are missing, as a sentence; "" if it is configured, or unknown.
func (p *Pool) Missing(provider string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.clients[provider]; c != nil {
		return c.off
	}
	return ""
}

// Health lists the state of every provider, by name.
func (p *Pool) Health() []Health {
	p.mu.Lock()
	clients := make([]*Client, 0, len(p.clients))
	for _, c := range p.clients {
		clients = append(clients, c)
	}
	p.mu.Unlock()
	out := each.Of(clients, func(c *Client) Health { return c.Health() })
	slices.SortFunc(out, func(a, b Health) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// httpClient is resty over the shared connection pool. Retries, limits and decoding are ours (see Client.tries), so
// resty is left to build and send one request; it keeps no cookies and logs nothing, because it would log URLs.
func (p *Pool) httpClient() *resty.Client {
	return resty.NewWithClient(&http.Client{Transport: p.send, CheckRedirect: checkRedirect}).
		SetDoNotParseResponse(true).
		SetPreRequestHook(withoutAgent).
		SetLogger(silent{})
}

// withoutAgent sends a request with an empty User-Agent without one; resty would put its own there.
func withoutAgent(_ *resty.Client, r *http.Request) error {
	if strings.HasPrefix(r.Header.Get("User-Agent"), "go-resty/") {
		r.Header.Set("User-Agent", "")
	}
	return nil
}

type silent struct{}

func (silent) Errorf(string, ...any) {}
func (silent) Warnf(string, ...any)  {}
func (silent) Debugf(string, ...any) {}
