// Package ipfacts knows public IP addresses: the network that announces one, the country, and whether it is a data centre's, a
// privacy relay's, a Tor exit or on a blocklist. All of it comes from lists in memory that the pool's datasets keep fresh; only
// the network of an address that the table of networks has no row for is asked for elsewhere (RIPEstat, Team Cymru).
//
// IPv6 is covered where the operator has given the address of the IPv6 table (iptoasn.ProviderV6); the lists of IPv6 space are
// loaded only then.
package ipfacts

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/iptoasn"
	"github.com/farebox/farebox/internal/upstream/ripestat"
)

// Service holds the lists.
type Service struct {
	pool    *upstream.Pool
	now     func() time.Time
	dns     *dnslookup.Resolver
	ripe    *ripestat.Client
	hosting numbers
	ipv6    bool // IPv6 addresses are looked up

	networks    *list[networks]
	networks6   *list[networks] // nil without IPv6, as drop6
	countries   *list[countries]
	tor         *list[flags]
	drop        *list[entries]
	drop6       *list[entries]
	asnDrop     *list[numbers]
	attackers   *list[entries]
	datacenters *list[numbers]
	feeds       []feed

	states  []state
	refresh []func(context.Context) error
}

// state is how a list is, and the family of addresses that it alone is about, 0 for both.
type state struct {
	list   func() upstream.ListStatus
	family int
}

// New declares the lists, which the pool loads and refreshes (upstream.Pool.RunDatasets). now is the clock that their age is
// judged by. dns is what Team Cymru is asked by; nil asks RIPEstat alone. The error is of the embedded table.
func New(pool *upstream.Pool, now func() time.Time, dns *dnslookup.Resolver) (*Service, error) {
	hosting, err := readHosting()
	if err != nil {
		return nil, err
	}
	s := &Service{
		pool:    pool,
		now:     now,
		dns:     dns,
		ripe:    ripestat.New(pool),
		hosting: hosting,
		ipv6:    iptoasn.NewV6(pool).Configured() == nil,
	}
	s.declareLists()
	return s, nil
}

// Refresh asks for every list once, now; the error tells of all that failed. The pool does this on schedule.
func (s *Service) Refresh(ctx context.Context) error {
	errs := each.Of(s.refresh, func(refresh func(context.Context) error) error { return refresh(ctx) })
	return errors.Join(errs...)
}

// CountryBasis says what a country was taken from.
type CountryBasis string

// The bases, best first.
const (
	ByGeofeed      CountryBasis = "geofeed"          // the range's operator says so
	ByDatabase     CountryBasis = "geo_database"     // DB-IP Lite
	ByRegistration CountryBasis = "asn_registration" // where the network is registered, which need not be where it is used
)

// Listing is an entry of a blocklist that holds the address.
type Listing struct {
	List      string // id of the list
	Entry     string // the range or network that is listed
	Reference string // the list's own number for it, may be empty
}

// Facts are what is known about an address. Pointers are nil where a list that has to be asked is missing or too old to clear
// the address.
type Facts struct {
	Network      bool   // it is known whether and by whom the address is announced
	Table        bool   // the table of networks was there to ask
	ASN          uint32 // 0 when nobody announces it, or nothing is known
	Organization string
	Prefix       string // the part of the announced range around the address, empty when unknown
	Country      string // ISO 3166-1 alpha-2
	CountryBasis CountryBasis

	Datacenter *bool
	Operator   string // of the data centre or relay
	Relay      *bool
	TorExit    *bool
	Listings   []Listing
	Blocklists *bool // Listings is not empty

	Lists   []upstream.ListStatus // every list that is about addresses of the family, with its date
	Asked   map[string]string     // status by name of those asked besides: ripestat, cymru
	Partial bool                  // a list or source that should have had a say had none, or may be out of date
	Nothing error                 // why nothing at all could be said, else nil
}

// Unrouted says that nobody announces the address.
func (f *Facts) Unrouted() bool { return f.Network && f.ASN == 0 }

// Check gives a problem's words for an address that the service has nothing to say about: not public, or of a family that is
// not covered. It is empty for one that Of can be asked about.
func (s *Service) Check(a netip.Addr) string {
	if why := Special(a); why != "" {
		return why
	}
	if !s.ipv6 && !a.Unmap().Is4() {
		return "IPv6 is not covered"
	}
	return ""
}

// Of looks an address up. It has to be one that Check has nothing against.
func (s *Service) Of(ctx context.Context, a netip.Addr) *Facts {
	a = a.Unmap()
	family := 4
	networks := s.networks
	if a.Is6() {
		family = 6
		networks = s.networks6
	}

	f := &Facts{Asked: map[string]string{}}
	s.network(ctx, a, networks, f)
	s.origin(a, f)
	s.country(a, f)
	s.blocklists(a, f)

	if table, loaded, clears := s.tor.get(); loaded {
		_, _, listed := table.Lookup(a)
		f.TorExit = known(listed, clears && table.Knows(a))
	}

	for _, state := range s.states {
		if state.family != 0 && state.family != family {
			continue
		}
		l := state.list()
		f.Lists = append(f.Lists, l)
		f.Partial = f.Partial || l.Behind()
	}

	if !f.Network && f.TorExit == nil && f.Blocklists == nil && f.Datacenter == nil {
		_, _, f.Nothing = networks.data.Get()
		if f.Nothing == nil {
			f.Nothing = upstream.Unavailable.Errorf("no list is fresh enough")
		}
	}

	return f
}

// known is the verdict of a list: a hit always counts, a miss only on a list that is fresh.
func known(listed, clears bool) *bool {
	if !listed && !clears {
		return nil
	}
	return &listed
}

// origin finds data centres and relays.
func (s *Service) origin(a netip.Addr, f *Facts) {
	relayFeed := false
	relay := false
	for _, feed := range s.feeds {
		table, loaded, clears := feed.get()
		if !loaded {
			continue
		}
		relayFeed = relayFeed || feed.relay && clears && table.Knows(a)
		o, _, found := table.Lookup(a)
		if !found {
			continue
		}
		relay = relay || feed.relay
		if f.Operator == "" || feed.relay { // the relay says more than the data centre that it is in
			f.Operator = o.operator
		}
		if o.country != "" && !slices.Contains(vague, o.country) {
			f.Country = o.country
			f.CountryBasis = ByGeofeed
		}
		if !feed.relay {
			f.Datacenter = known(true, true)
		}
	}

	f.Relay = known(relay, relayFeed)
	if f.Datacenter != nil {
		return
	}
	if !f.Network {
		// Feeds cover a few companies only, so they clear nobody.
		return
	}

	name, hosted := s.hosting[f.ASN]
	clears := false
	if !hosted {
		table, loaded, fresh := s.datacenters.get()
		if loaded {
			_, hosted = table[f.ASN]
		}
		name = f.Organization
		clears = loaded && fresh
	}

	if hosted && f.Operator == "" {
		f.Operator = name
	}
	f.Datacenter = known(hosted, clears)
}

func (s *Service) country(a netip.Addr, f *Facts) {
	if f.CountryBasis == ByGeofeed {
		return
	}
	if table, loaded, _ := s.countries.get(); loaded {
		if code, _, found := table.Lookup(a); found {
			f.Country = code
			f.CountryBasis = ByDatabase
		}
	}
}

func (s *Service) blocklists(a netip.Addr, f *Facts) {
	drop := s.drop
	if a.Is6() {
		drop = s.drop6
	}

	dropped, dropLoaded, dropClears := drop.get()
	if dropLoaded {
		if e, _, found := dropped.Lookup(a); found {
			f.Listings = append(f.Listings, Listing{drop.id, e.text, e.reference})
		}
	}

	networks, networksLoaded, networksClear := s.asnDrop.get()
	if networksLoaded && f.ASN != 0 {
		if name, found := networks[f.ASN]; found {
			f.Listings = append(f.Listings, Listing{s.asnDrop.id, fmt.Sprintf("AS%d", f.ASN), name})
		}
	}

	if table, loaded, _ := s.attackers.get(); loaded {
		if e, _, found := table.Lookup(a); found {
			f.Listings = append(f.Listings, Listing{s.attackers.id, e.text, e.reference})
		}
	}

	f.Blocklists = known(len(f.Listings) > 0, dropLoaded && dropClears && f.Network && networksLoaded && networksClear)
}

// registered is the code of the country that ends a holder's name, as RIPEstat writes it: "EXAMPLE-AS Example Ltd,NL".
func registered(holder string) string {
	i := strings.LastIndexByte(holder, ',')
	code := strings.TrimSpace(holder[i+1:])
	if i < 0 || len(code) != 2 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return code
}
