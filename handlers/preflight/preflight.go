// Package preflight answers whether an x402 endpoint is safe to pay: from the public catalogues of endpoints, unpaid
// requests to the endpoint itself, the sanctions lists and the seller's domain. It never pays and never sends a payment
// header.
package preflight

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/preflight"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/chain/caip2"
	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/bazaar"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Sources are the route's sources.
type Sources struct {
	Pool      *upstream.Pool // has the catalogues of endpoints
	Fetcher   *fetch.Client  // opens the callers' URLs
	Sanctions *sanctions.Lists
	Squats    *typosquat.Detector
	Registry  *rdap.Client
	Lists     *domainlist.Lists
	Pause     func(context.Context, time.Duration) bool // between the looks; false if the caller left
}

// Handlers answers the preflight route.
type Handlers struct {
	fetcher    *fetch.Client
	bazaar     *bazaar.Client
	catalogues []namedCatalogue
	lists      *sanctions.Lists
	squats     *typosquat.Detector
	created    func(ctx context.Context, domain string) (time.Time, error) // nil omits the age of domains
	blocklists func(ctx context.Context, host string) ([]string, error)    // nil omits the lists of domains
	now        func() time.Time
	pause      func(context.Context, time.Duration) bool
}

type namedCatalogue struct {
	name string
	data *upstream.Dataset[*index]
}

// New returns the handlers, and declares the catalogues as datasets of the pool; now is the clock for ages and
// dates.
func New(s Sources, now func() time.Time) *Handlers {
	return &Handlers{
		fetcher:    s.Fetcher,
		bazaar:     bazaar.New(s.Pool),
		lists:      s.Sanctions,
		squats:     s.Squats,
		created:    registered(s.Registry),
		blocklists: blocked(s.Lists),
		now:        now,
		pause:      s.Pause,
		catalogues: []namedCatalogue{
			{bazaar.Provider.Name, catalogue(s.Pool, bazaar.Provider, leastBazaar)},
			{bazaar.PayAI.Name, catalogue(s.Pool, bazaar.PayAI, 1)},
		},
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// registered returns the registration day of a registrable domain, or the zero time if its registry does not say.
func registered(registry *rdap.Client) func(ctx context.Context, domain string) (time.Time, error) {
	return func(ctx context.Context, domain string) (time.Time, error) {
		record, err := registry.Domain(ctx, domain)
		if err != nil || record.Created == nil {
			return time.Time{}, err
		}
		return *record.Created, nil
	}
}

// blocked names the lists of harmful domains that contain a host. An address or an odd name is on none.
func blocked(lists *domainlist.Lists) func(ctx context.Context, host string) ([]string, error) {
	return func(_ context.Context, host string) ([]string, error) {
		parsed, err := hostname.Parse(host)
		if err != nil {
			return nil, nil
		}

		hits, clears := lists.Blocked(parsed)
		if len(hits) == 0 && !clears {
			return nil, upstream.Unavailable.Errorf("a list of harmful domains is missing or old")
		}
		return each.Of(hits, func(hit domainlist.Hit) string { return hit.List }), nil
	}
}

// Preflight answers GET /preflight.
func (h *Handlers) Preflight(ctx context.Context, req gen.PreflightRequestObject) (gen.PreflightResponseObject, error) {
	u, err := h.fetcher.Guard().CheckURL(req.Params.URL)
	if err != nil {
		return nil, fetch.Problem(err, "url")
	}

	network, err := networkOf(req.Params.Network)
	if err != nil {
		return nil, err
	}

	e := &evidence{
		url:     u,
		network: network,
		now:     h.now(),
		cleared: h.blocklists == nil,
	}
	sources, err := h.lookUp(e)
	if err != nil {
		return nil, err
	}

	h.readHost(e)
	for _, o := range upstream.FuseInto(ctx, e, h.sources(u, e.host, e.listing.exact != nil)...) {
		s := response.Read(o.Name, o.Reads, o.Err)
		if o.Err == nil {
			s.FetchedAt = response.Moment(&e.now)
		} else if err := refusal(o); err != nil {
			return nil, err
		} else if o.Name == registry && upstream.Lacking(string(s.Status)) {
			e.cleared = false
		}
		sources = append(sources, s)
	}

	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.probe.outcome == answered && e.probe.status == http.StatusNotFound && e.listing.otherMethod() {
		e.probe.outcome = wrongMethod // many servers do not know a path under any other method than its own
	}

	sources = append(sources, h.screen(e)...)
	return answerOf(e, judge(e), sources), nil
}

// refusal is the answer if the probe was impossible for a reason that the caller should know: an address that may
// not be opened, or too many requests waiting for the host here.
func refusal(o upstream.Outcome[part]) error {
	if o.Name != probeSource {
		return nil
	}
	var bad *fetch.BadURL
	var failed *fetch.Error
	if errors.As(o.Err, &bad) || errors.As(o.Err, &failed) && failed.Kind == fetch.KindBusy {
		return fetch.Problem(o.Err, "url")
	}
	return nil
}

func networkOf(name *string) (*quote.Network, error) {
	if name == nil {
		return nil, nil
	}
	n, ok := quote.ParseNetwork(*name)
	if !ok {
		return nil, problem.Invalid("network", "network must be a CAIP-2 identifier such as eip155:8453 or one of %s", strings.Join(caip2.Names(), ", "))
	}
	return &n, nil
}

// lookUp finds the URL in the catalogues. Without any catalogue there is no answer: "not listed" would be untrue.
func (h *Handlers) lookUp(e *evidence) ([]shared.Source, error) {
	var sources []shared.Source
	var missing error
	loaded := false
	for _, c := range h.catalogues {
		x, info, err := c.data.Get()
		s := response.Source(c.name, err)
		if err != nil {
			if missing == nil || upstream.NoList(err) {
				missing = err
			}
		} else {
			loaded = true
			s.AsOf = response.Moment(&info.CheckedAt)
			s.FetchedAt = response.Moment(&info.FetchedAt)
			s.Records = new(x.size)
			if c.data.Health().Status == upstream.StatusStale {
				s.Status = shared.SourceStatusStale
			}
			e.listing.add(x.find(e.url))
			e.usual = decimal.Max(e.usual, x.usual)
		}
		if c.name == bazaar.Provider.Name && upstream.NoList(err) {
			return nil, err // the catalogue that matters is missing, and "not listed" would be untrue
		}
		sources = append(sources, s)
	}

	if !loaded {
		return nil, missing
	}
	return sources, nil
}

// readHost takes what the host's name shows by itself.
func (h *Handlers) readHost(e *evidence) {
	host, err := hostname.Parse(e.url.Hostname())
	if err != nil {
		return // a public suffix itself, or an odd name
	}
	e.host, e.squat = host, h.squats.Check(host)
	if !host.IP {
		e.shared = hostname.PrivateSuffix(host.ASCII)
	}
}

// screen checks the receivers, live and listed, against the sanctions lists. Nearly all listed addresses are
// OFAC's, so they count as screened only with that list.
func (h *Handlers) screen(e *evidence) []shared.Source {
	var sources []shared.Source
	e.screened = h.lists.Missing("ofac") == nil
	e.sanctioned = map[string]string{}

	for _, l := range h.lists.Status() {
		sources = append(sources, response.List(l.Outline()))
		if l.List == nil {
			continue
		}
		for _, payee := range payees(e) {
			key := payee
			if a, err := sanctions.ParseAddress(payee); err == nil {
				key = a.Key
			}
			if e.sanctioned[payee] == "" && len(l.List.Wallet(key)) > 0 {
				e.sanctioned[payee] = l.Title
			}
		}
	}

	return sources
}

func payees(e *evidence) []string {
	var out []string
	for _, o := range slices.Concat(e.listing.accepts(), e.seen()) {
		if o.PayTo != "" {
			out = append(out, o.PayTo)
		}
	}
	return out
}
