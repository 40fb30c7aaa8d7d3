package server

import (
	"context"
	"fmt"
	"time"

	"github.com/farebox/farebox/handlers/fraud/ipfacts"
	"github.com/farebox/farebox/internal/chain/evm"
	"github.com/farebox/farebox/internal/chain/oracle/prices"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/network/domainlist"
	"github.com/farebox/farebox/internal/network/hostname"
	"github.com/farebox/farebox/internal/network/maildomain"
	"github.com/farebox/farebox/internal/network/rdap"
	"github.com/farebox/farebox/internal/network/tlsinfo"
	"github.com/farebox/farebox/internal/network/typosquat"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/party/sanctions"
	"github.com/farebox/farebox/internal/web/extract"
)

// sources are what several families stand on. Each is made once: a second one would keep its lists twice.
type sources struct {
	chains     *evm.Chains
	prices     *prices.Prices
	names      *names.Engine
	sanctions  *sanctions.Lists
	extractor  *extract.Engine
	squats     *typosquat.Detector
	dns        *dnslookup.Resolver
	registries *rdap.Client
	mail       *maildomain.Tables
	certs      *tlsinfo.Reader
	domains    *domainlist.Lists
	addresses  *ipfacts.Service
}

func (s *Server) sources() (*sources, error) {
	p, pool, small := s.parts, s.parts.Upstreams, s.parts.SmallLists
	from := &sources{names: names.New(), dns: p.DNS, certs: tlsinfo.New(p.Fetch.Guard(), nil, s.now)}
	from.sanctions = sanctions.New(pool, from.names, sanctions.Options{AnySize: small})
	from.domains = domainlist.New(pool, s.now, domainlist.Options{AnySize: small})
	var err error
	if from.chains, err = evm.New(pool, evm.Options{Lookup: s.lookup}); err != nil {
		return nil, err
	}
	from.prices = prices.New(from.chains, s.now)
	if from.extractor, err = extract.New(); err != nil {
		return nil, err
	}
	if from.squats, err = typosquat.Load(); err != nil {
		return nil, fmt.Errorf("typosquat tables: %w", err)
	}
	if from.registries, err = rdap.New(pool, p.Fetch); err != nil {
		return nil, fmt.Errorf("table of registries: %w", err)
	}
	if from.mail, err = maildomain.New(pool); err != nil {
		return nil, fmt.Errorf("tables of mail domains: %w", err)
	}
	if from.addresses, err = ipfacts.New(pool, s.now, ipfacts.Options{AnySize: small, DNS: p.DNS}); err != nil {
		return nil, fmt.Errorf("tables of addresses: %w", err)
	}
	return from, nil
}

// created is the day on which a registrable domain was registered, the zero time when its registry does not say.
func (from *sources) created(ctx context.Context, domain string) (time.Time, error) {
	r, err := from.registries.Domain(ctx, domain)
	if err != nil || r.Created == nil {
		return time.Time{}, err
	}
	return *r.Created, nil
}

// blocklists names the lists of harmful domains that a host is on.
func (from *sources) blocklists(_ context.Context, host string) ([]string, error) {
	parsed, err := hostname.Parse(host)
	if err != nil {
		return nil, nil // an address or an odd name is on no list of domains
	}
	hits, _ := from.domains.Blocked(parsed)
	lists := make([]string, len(hits))
	for i, h := range hits {
		lists[i] = h.List
	}
	return lists, nil
}

// lookup reads a setting without a fixed name.
func (s *Server) lookup(name string) (string, bool) {
	if s.parts.Config.Getenv == nil {
		return "", false
	}
	value := s.parts.Config.Getenv(name)
	return value, value != ""
}
