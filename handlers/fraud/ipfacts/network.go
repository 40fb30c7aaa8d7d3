package ipfacts

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"time"

	"github.com/farebox/farebox/handlers/fraud/iprange"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cymru"
)

// askBudget is the time for those who are asked over the network.
const askBudget = 4 * time.Second

// network finds who announces the address: by the table of its family, else by asking.
func (s *Service) network(ctx context.Context, a netip.Addr, all *list[networks], f *Facts) {
	if table, loaded, fresh := all.get(); loaded {
		f.Table = true
		// Space that nobody announced when an old table was made may be in use by now.
		if row, span, found := table.Lookup(a); found && (fresh || row.number != 0) {
			f.Network = true
			f.ASN = row.number
			f.Organization = row.description
			if row.number != 0 {
				f.Prefix = span.Prefix(a).String()
				f.setRegistration(row.country)
			}
			return
		}
	}

	sources := []upstream.Source[*answer]{{
		Name:   "ripestat",
		Budget: askBudget,
		Call:   func(ctx context.Context) (*answer, error) { return s.askRIPE(ctx, a) },
	}}
	if s.dns != nil {
		sources = append(sources, upstream.Source[*answer]{
			Name:   "cymru",
			Budget: askBudget,
			Call:   func(ctx context.Context) (*answer, error) { return s.askCymru(ctx, a) },
		})
	}

	fused := upstream.Fuse(ctx, sources...)
	for _, o := range fused {
		f.Asked[o.Name] = o.Status()
		if o.Err != nil {
			continue
		}
		if o.Value.number == 0 {
			// A resolver that filters says "no such name" too: Team Cymru's silence alone is no finding.
			f.Network = f.Network || o.Name == "ripestat"
			continue
		}
		f.Network = true
		if f.ASN == 0 {
			f.ASN = o.Value.number
			f.Organization = o.Value.description
			f.Prefix = o.Value.prefix
		}
		if f.Country == "" {
			f.setRegistration(o.Value.country)
		}
	}

	f.Partial = f.Partial || fused.Partial()
}

func (f *Facts) setRegistration(country string) {
	if country != "" && !slices.Contains(vague, country) {
		f.Country = country
		f.CountryBasis = ByRegistration
	}
}

// vague are codes in registrations that are not countries: the European Union, Asia and the Pacific, unknown.
var vague = []string{"EU", "AP", "ZZ"}

// answer is what someone who was asked says; number 0 is for an address that nobody announces.
type answer struct {
	network
	prefix string
}

func (s *Service) askRIPE(ctx context.Context, a netip.Addr) (*answer, error) {
	o, err := s.ripe.Prefix(ctx, a)
	if err != nil {
		return nil, err
	}
	if !o.Announced || len(o.ASNs) == 0 {
		return &answer{}, nil
	}
	first := o.ASNs[0]
	found := &answer{network: network{first.ASN, registered(first.Holder), first.Holder}}
	if _, ok := iprange.Parse(o.Resource); ok {
		found.prefix = o.Resource
	}
	return found, nil
}

func (s *Service) askCymru(ctx context.Context, a netip.Addr) (*answer, error) {
	records, err := s.dns.TXT(ctx, cymru.OriginName(a))
	if errors.Is(err, dnslookup.NXDomain) || err == nil && len(records) == 0 {
		return &answer{}, nil
	}
	if err != nil {
		return nil, err
	}

	o, err := mostSpecific(records, a)
	if err != nil {
		return nil, upstream.BadResponse.Errorf("%v", err)
	}

	found := &answer{network: network{number: o.ASNs[0], country: o.Country}, prefix: o.Prefix.String()}
	// The name is a second question; without it the number still tells much.
	if records, err = s.dns.TXT(ctx, cymru.NetworkName(o.ASNs[0])); err == nil && len(records) > 0 {
		if _, name, err := cymru.ParseNetwork(records[0]); err == nil {
			found.description = name
		}
	}

	return found, nil
}

// mostSpecific is the record of the smallest announced prefix that an address is in: Team Cymru has one for each, in any order.
func mostSpecific(records []string, a netip.Addr) (best cymru.Origin, err error) {
	err = errors.New("no origin record is about the address")
	for _, record := range records {
		o, bad := cymru.ParseOrigin(record)
		if bad == nil && o.Prefix.Contains(a) && (err != nil || o.Prefix.Bits() > best.Prefix.Bits()) {
			best = o
			err = nil
		}
	}
	return best, err
}
