package fraud

import (
	"context"
	"errors"
	"math"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/fraud"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/disposabledomains"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Budgets of what is asked about a domain.
const (
	dnsBudget      = 5 * time.Second
	registryBudget = 6 * time.Second
)

// domain looks the domain of an e-mail address up: DNS and registry side by side, the lists in memory. Each part stands for
// itself.
func (h *Handlers) domain(ctx context.Context, host *hostname.Host) *mailFacts {
	m := &mailFacts{}
	var setup *maildomain.Setup
	var registration *rdap.Domain
	free := h.tables.Free(host.ASCII)
	m.free = &free
	if fetch.ReservedName(host.ASCII) { // never public: the DNS of our own network is not asked, nor is any registry
		m.delivery = &delivery{missing: true}
		h.disposable(m, host, nil)
		return m
	}

	// The parts fill variables only after Fuse has returned: a part whose budget is over may still be running.
	asked := []upstream.Source[func()]{{Name: "dns", Budget: dnsBudget, Call: func(ctx context.Context) (func(), error) {
		found, err := h.tables.Read(ctx, h.dns, host.ASCII, host.Organisational())
		return func() { setup = found }, err
	}}}
	if !free { // the age of a provider's domain says nothing about a mailbox there
		asked = append(asked, upstream.Source[func()]{Name: "rdap", Budget: registryBudget, Call: func(ctx context.Context) (func(), error) {
			found, err := h.registry.Domain(ctx, host.Registrable)
			return func() { registration = found }, err
		}})
	}
	for _, o := range upstream.Fuse(ctx, asked...) {
		if o.Name == "dns" {
			m.silent = o.Err
		}
		status := gen.FraudSourceStatus(o.Status())
		switch {
		case o.Err == nil:
			o.Value()
		case errors.Is(o.Err, rdap.ErrNoService):
			status = gen.Empty
		default:
			m.partial = m.partial || !errors.Is(o.Err, upstream.NotFound)
		}
		m.sources = append(m.sources, gen.FraudSource{ID: o.Name, Name: mailSources[o.Name], Status: status, Attribution: attributions[o.Name]})
	}
	var exchanges []string
	if setup != nil {
		m.delivery = &delivery{
			missing: !setup.Exists, nullMX: setup.NullMX, mx: len(setup.MX) > 0,
			address: slices.ContainsFunc(slices.Concat(setup.A, setup.AAAA), maildomain.Reachable),
			// A record that could not be looked up may be there.
			policy: setup.SPF == nil || setup.DMARC == nil || setup.SPF.Present || setup.DMARC.Present,
		}
		for _, mx := range setup.MX {
			exchanges = append(exchanges, mx.Exchange)
		}
	}
	if registration != nil && registration.Created != nil && hostname.PrivateSuffix(host.ASCII) == "" {
		days := max(0, int(math.Floor(h.now().Sub(*registration.Created).Hours()/24)))
		m.ageDays = &days
	}
	h.disposable(m, host, exchanges)
	return m
}

// disposableHolds is how long the list of throw-away domains may go unconfirmed before it no longer clears a domain: new ones
// come every day.
const disposableHolds = 30 * 24 * time.Hour

// disposable asks the list of throw-away domains; until the full one was loaded, and when it is old, a miss says nothing.
func (h *Handlers) disposable(m *mailFacts, host *hostname.Host, exchanges []string) {
	listed, list := h.tables.Disposable(host.ASCII, exchanges)
	source := gen.FraudSource{ID: disposabledomains.Provider.Name, Name: "Domains of throw-away mailboxes", Status: gen.Ok, Attribution: disposabledomains.Provider.Attribution}
	clears := list.Full
	if !list.Full {
		source.Status, m.partial = gen.Warming, true
	} else {
		source.Records = &list.Entries
		if day, err := time.Parse(time.DateOnly, list.AsOf); err == nil {
			source.CheckedAt = &day
			clears = h.now().Sub(day) <= disposableHolds
		}
		if !clears {
			source.Status, m.partial = gen.Stale, true
		}
	}
	if listed || clears {
		m.disposable = &listed
	}
	m.sources = append(m.sources, source)
}

var mailSources = map[string]string{"dns": "Mail servers, SPF and DMARC in the DNS", "rdap": "Registration of the domain"}

var attributions = map[string]string{"dns": "the domain's own name servers", "rdap": rdap.Provider.Attribution}
