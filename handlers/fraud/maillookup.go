package fraud

import (
	"context"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
)

// Budgets of what is asked about a domain.
const (
	dnsBudget      = 5 * time.Second
	registryBudget = 6 * time.Second
)

// domain looks the domain of an e-mail address up: DNS and registry side by side, the lists in memory. Each part is
// independent.
func (h *Handlers) domain(ctx context.Context, host *hostname.Host) *mailFacts {
	m := &mailFacts{}
	free := h.Mail.Free(host.ASCII)
	m.free = &free
	if fetch.ReservedName(host.ASCII) { // never public: the DNS of our own network is not asked, nor is any registry
		m.delivery = &delivery{missing: true}
		h.disposable(m, host, nil)
		return m
	}

	asked := []upstream.Source[func(*domainFacts)]{upstream.Part(srcDNS, dnsBudget,
		func(ctx context.Context) (*maildomain.Setup, error) {
			return h.Mail.Read(ctx, h.DNS, host.ASCII, host.Organisational())
		},
		func(f *domainFacts, setup *maildomain.Setup) { f.setup = setup })}
	if !free { // the age of a provider's domain says nothing about a mailbox there
		asked = append(asked, upstream.Part(srcRegistry, registryBudget,
			func(ctx context.Context) (*rdap.Domain, error) { return h.Registry.Domain(ctx, host.Registrable) },
			func(f *domainFacts, record *rdap.Domain) { f.registration = record }))
	}
	var found domainFacts
	fused := upstream.FuseInto(ctx, &found, asked...)
	m.silent = fused.Failure(srcDNS)
	m.partial = fused.Partial()
	for _, o := range fused {
		source := response.Read(o.Name, o.Reads, o.Err)
		source.Detail = response.OrNull(mailSources[o.Name])
		m.sources = append(m.sources, source)
	}

	var exchanges []string
	if found.setup == nil {
		m.unknown = append(m.unknown, "undeliverable")
	} else {
		m.delivery = deliveryOf(found.setup)
		if !found.setup.Whole() {
			m.partial = true
			m.unknown = append(m.unknown, "no_spf_dmarc")
		}
		for _, mx := range found.setup.MX {
			exchanges = append(exchanges, mx.Exchange)
		}
	}
	if r := found.registration; r != nil && r.Created != nil && hostname.PrivateSuffix(host.ASCII) == "" {
		m.ageDays = new(response.AgeDays(*r.Created, h.now()))
	}
	odd := found.registration != nil && found.registration.Odd
	m.partial = m.partial || odd
	if m.ageDays == nil && (odd || upstream.Lacking(upstream.StatusOf(fused.Failure(srcRegistry)))) {
		m.unknown = append(m.unknown, "domain_age_under_30_days")
	}
	h.disposable(m, host, exchanges)
	return m
}

// The sources that are asked about a domain.
const (
	srcDNS      = "dns"
	srcRegistry = "rdap"
)

// domainFacts are what those who are asked about a domain say; nil is what they did not.
type domainFacts struct {
	setup        *maildomain.Setup
	registration *rdap.Domain
}

// deliveryOf is what a domain's mail setup says about delivery. A policy that could not be looked up may be there.
func deliveryOf(s *maildomain.Setup) *delivery {
	return &delivery{
		missing: !s.Exists,
		nullMX:  s.NullMX,
		mx:      len(s.MX) > 0,
		address: slices.ContainsFunc(slices.Concat(s.A, s.AAAA), maildomain.Reachable),
		policy:  s.SPF == nil || s.DMARC == nil || s.SPF.Present || s.DMARC.Present,
	}
}

// disposable asks the list of throw-away domains.
func (h *Handlers) disposable(m *mailFacts, host *hostname.Host, exchanges []string) {
	listed, list := h.Mail.Disposable(h.now(), host.ASCII, exchanges)
	m.partial = m.partial || list.Behind()
	m.disposable = listed
	if listed == nil {
		m.unknown = append(m.unknown, "disposable")
	}
	m.sources = append(m.sources, response.List(list))
}

// mailSources are what is asked about a domain, and whom.
var mailSources = map[string]string{
	srcDNS:      response.Credited("Mail servers, SPF and DMARC in the DNS", "the domain's own name servers"),
	srcRegistry: response.Credited("Registration of the domain", rdap.Provider.Attribution),
}
