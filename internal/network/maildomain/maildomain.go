// Package maildomain reads from the DNS how a domain takes mail and who may send in its name, and knows who runs mail exchangers,
// which domains give mailboxes to anyone, which give throw-away addresses, and which local parts are roles. It looks at domains
// only: no mailbox is probed, and no local part is sent anywhere.
package maildomain

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/farebox/farebox/internal/network/dnslookup"
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

// textBudget bounds the time in which SPF and DMARC are followed from name to name, within that of the caller.
const textBudget = 3 * time.Second

// Read looks everything up side by side. org is the registrable domain, or the customer's name at a hosting service.
// It fails when the domain's addresses or exchangers cannot be looked up; texts that cannot are only left nil.
func (t *Tables) Read(ctx context.Context, r *dnslookup.Resolver, domain, org string) (*Setup, error) {
	s := &Setup{}
	walk, cancel := context.WithTimeout(ctx, textBudget)
	defer cancel()
	var errA, errAAAA, errMX error
	var wait sync.WaitGroup
	for _, step := range []func(){
		func() { s.A, errA = r.A(ctx, domain) },
		func() { s.AAAA, errAAAA = r.AAAA(ctx, domain) },
		func() { s.MX, errMX = r.MX(ctx, domain) },
		func() { s.SPF = readSPF(walk, r, domain) },
		func() { s.DMARC = readDMARC(walk, r, domain, org) },
	} {
		wait.Add(1)
		go func() {
			defer wait.Done()
			step()
		}()
	}
	wait.Wait()
	if errors.Is(errMX, dnslookup.NXDomain) || errors.Is(errA, dnslookup.NXDomain) && len(s.MX) == 0 {
		if s.DMARC != nil && s.DMARC.Inherited && s.DMARC.nonexistent != "" {
			s.DMARC.Policy = s.DMARC.nonexistent
		}
		return &Setup{A: []netip.Addr{}, AAAA: []netip.Addr{}, MX: []dnslookup.MX{}, SPF: s.SPF, DMARC: s.DMARC, Providers: []string{}}, nil
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
	found := make([]bool, len(list))
	failed := make([]error, len(list))
	var wait sync.WaitGroup
	for i, mx := range list {
		wait.Add(1)
		go func() {
			defer wait.Done()
			four, err := r.A(ctx, mx.Exchange)
			if slices.ContainsFunc(four, Reachable) {
				found[i] = true
				return
			}
			six, err6 := r.AAAA(ctx, mx.Exchange)
			found[i] = slices.ContainsFunc(six, Reachable)
			for _, err := range []error{err, err6} {
				if err != nil && !errors.Is(err, dnslookup.NXDomain) && !errors.Is(err, dnslookup.BadName) {
					failed[i] = err
				}
			}
		}()
	}
	wait.Wait()
	if slices.Contains(found, true) {
		return true, nil
	}
	return false, errors.Join(failed...)
}
