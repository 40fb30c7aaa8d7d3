// Package maildomain reads from the DNS how a domain takes mail and who may send in its name, and knows who runs mail exchangers,
// which domains give mailboxes to anyone, which give throw-away addresses, and which local parts are roles. It looks at domains
// only: no mailbox is probed, and no local part is sent anywhere.
package maildomain

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/upstream"
)

// Setup is a domain's mail in the DNS.
type Setup struct {
	Exists    bool           // false: NXDOMAIN
	A, AAAA   []netip.Addr   // of the domain itself
	MX        []dnslookup.MX // preferred ones first, without the null MX
	NullMX    bool           // the domain says that it takes no mail (RFC 7505)
	SPF       *SPF           // nil when it could not be looked up
	DMARC     *DMARC         // nil when it could not be looked up
	Provider  string         // who runs the preferred exchanger; "" when unknown or without one
	Providers []string       // all that are known from the exchangers and the SPF record, that one first
}

// Whole says that SPF and DMARC could be looked up.
func (s *Setup) Whole() bool { return s.SPF != nil && s.DMARC != nil }

// textBudget bounds the time in which SPF and DMARC are followed from name to name, within that of the caller.
const textBudget = 3 * time.Second

// Read looks everything up side by side. org is the registrable domain, or the customer's name at a hosting service.
// It fails when the domain's addresses or exchangers cannot be looked up; texts that cannot are only left nil.
func (t *Tables) Read(ctx context.Context, r *dnslookup.Resolver, domain, org string) (*Setup, error) {
	walk, cancel := context.WithTimeout(ctx, textBudget)
	defer cancel()

	s := &Setup{}
	fused := upstream.FuseInto(ctx, s,
		upstream.Part("a", 0,
			func(ctx context.Context) ([]netip.Addr, error) { return r.A(ctx, domain) },
			func(s *Setup, list []netip.Addr) { s.A = list }),
		upstream.Part("aaaa", 0,
			func(ctx context.Context) ([]netip.Addr, error) { return r.AAAA(ctx, domain) },
			func(s *Setup, list []netip.Addr) { s.AAAA = list }),
		upstream.Part("mx", 0,
			func(ctx context.Context) ([]dnslookup.MX, error) { return r.MX(ctx, domain) },
			func(s *Setup, list []dnslookup.MX) { s.MX = list }),
		upstream.Part("spf", 0,
			func(context.Context) (*SPF, error) { return readSPF(walk, r, domain), nil },
			func(s *Setup, found *SPF) { s.SPF = found }),
		upstream.Part("dmarc", 0,
			func(context.Context) (*DMARC, error) { return readDMARC(walk, r, domain, org), nil },
			func(s *Setup, found *DMARC) { s.DMARC = found }),
	)
	errA := fused.Failure("a")
	errAAAA := fused.Failure("aaaa")
	errMX := fused.Failure("mx")
	if errors.Is(errMX, dnslookup.NXDomain) || errors.Is(errA, dnslookup.NXDomain) && len(s.MX) == 0 {
		if s.DMARC != nil && s.DMARC.Inherited && s.DMARC.nonexistent != "" {
			s.DMARC.Policy = s.DMARC.nonexistent
		}
		return &Setup{
			A:         []netip.Addr{},
			AAAA:      []netip.Addr{},
			MX:        []dnslookup.MX{},
			SPF:       s.SPF,
			DMARC:     s.DMARC,
			Providers: []string{},
		}, nil
	}
	if errMX != nil {
		return nil, errMX
	}
	if errA != nil && !errors.Is(errA, dnslookup.NXDomain) {
		return nil, errA
	}
	if errAAAA != nil && len(s.A) == 0 {
		return nil, errAAAA
	}
	s.Exists = true
	s.MX = slices.DeleteFunc(s.MX, func(mx dnslookup.MX) bool {
		s.NullMX = s.NullMX || mx.Exchange == ""
		return mx.Exchange == ""
	})
	s.NullMX = s.NullMX && len(s.MX) == 0
	t.nameProviders(s)
	return s, nil
}

func (t *Tables) nameProviders(s *Setup) {
	s.Providers = []string{}
	add := func(name string) {
		if name != "" && !slices.Contains(s.Providers, name) {
			s.Providers = append(s.Providers, name)
		}
	}

	for i, mx := range s.MX {
		name := t.Operator(mx.Exchange)
		if i == 0 {
			s.Provider = name
		}
		add(name)
	}

	if s.SPF != nil {
		for _, in := range s.SPF.includes {
			sender, _ := suffixOf(t.senders, in.name)
			add(sender)
		}
	}
}

// texts is nil without an error where there is no such name.
func texts(ctx context.Context, r *dnslookup.Resolver, name string) ([]string, error) {
	list, err := r.TXT(ctx, name)
	if errors.Is(err, dnslookup.NXDomain) {
		return nil, nil
	}
	return list, err
}

// Reachable says whether an address can belong to a machine that takes mail from strangers: not the sender's own machine or network.
func Reachable(ip netip.Addr) bool {
	ip = ip.Unmap()
	return ip.IsGlobalUnicast() && !ip.IsPrivate()
}

// ExchangersResolve says whether one of the preferred exchangers has an address that can be reached. The error says that none has, but that some
// could not be looked up.
func ExchangersResolve(ctx context.Context, r *dnslookup.Resolver, list []dnslookup.MX) (bool, error) {
	const most = 3
	list = list[:min(len(list), most)]
	resolves := func(ctx context.Context, mx dnslookup.MX) (bool, error) {
		return exchangerResolves(ctx, r, mx.Exchange)
	}
	var failed []error
	for _, o := range upstream.AskEach(ctx, "dns", list, resolves) {
		if o.Err == nil && o.Value {
			return true, nil
		}
		failed = append(failed, o.Err)
	}
	return false, errors.Join(failed...)
}

func exchangerResolves(ctx context.Context, r *dnslookup.Resolver, exchange string) (bool, error) {
	four, err := r.A(ctx, exchange)
	if slices.ContainsFunc(four, Reachable) {
		return true, nil
	}
	six, err6 := r.AAAA(ctx, exchange)
	if slices.ContainsFunc(six, Reachable) {
		return true, nil
	}
	for _, err := range []error{err6, err} {
		if err != nil && !errors.Is(err, dnslookup.NXDomain) && !errors.Is(err, dnslookup.BadName) {
			return false, err
		}
	}
	return false, nil
}
