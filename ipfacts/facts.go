// Package ipfacts knows public IPv4 addresses: the network that announces one, the country, and whether it is a data centre's, a
// privacy relay's, a Tor exit or on a blocklist. All of it comes from lists in memory that the pool's datasets keep fresh; only
// the network of an address that the table of networks has no row for is asked for elsewhere (RIPEstat, Team Cymru).
package ipfacts

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/farebox/farebox/dnslookup"
	"github.com/farebox/farebox/iprange"
	"github.com/farebox/farebox/upstream"
	"github.com/farebox/farebox/upstream/ripestat"
)

// Options of a Service.
type Options struct {
	// AnySize takes lists of any size for whole ones. Without it a list that is far shorter than the real one is refused. For
	// tests and recorded excerpts.
	AnySize bool
	// DNS is what Team Cymru is asked by; nil asks RIPEstat alone.
	DNS *dnslookup.Resolver
}

// Service holds the lists.
type Service struct {
	pool    *upstream.Pool
	now     func() time.Time
	anySize bool
	dns     *dnslookup.Resolver
	ripe    *ripestat.Client
	hosting numbers

	networks    *list[networks]
	countries   *list[countries]
	tor         *list[flags]
	drop        *list[entries]
	asnDrop     *list[numbers]
	attackers   *list[entries]
	datacenters *list[numbers]
	feeds       []feed

	states  []func() List
	refresh []func(context.Context) error
}

// New declares the lists, which the pool loads and refreshes (upstream.Pool.RunDatasets). now is the clock that their age is
// judged by. The error is of the embedded table.
func New(pool *upstream.Pool, now func() time.Time, o Options) (*Service, error) {
	hosting, err := readHosting()
	if err != nil {
		return nil, err
	}
	s := &Service{pool: pool, now: now, anySize: o.AnySize, dns: o.DNS, ripe: ripestat.New(pool), hosting: hosting}
	s.declareLists()
	return s, nil
}

// Refresh asks for every list once, now; the error tells of all that failed. The pool does this on schedule.
func (s *Service) Refresh(ctx context.Context) error {
	var errs []error
	for _, refresh := range s.refresh {
		errs = append(errs, refresh(ctx))
	}
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

	Lists   []List            // every list, with its date
	Asked   map[string]string // status by name of those asked besides: ripestat, cymru
	Partial bool              // a list or source that should have had a say had none, or may be out of date
	Nothing error             // why nothing at all could be said, else nil
}

// Unrouted says that nobody announces the address.
func (f *Facts) Unrouted() bool { return f.Network && f.ASN == 0 }

// Check gives a problem's words for an address that the service has nothing to say about: not IPv4, or not public. It is empty
// for a public IPv4 address.
func Check(a netip.Addr) string {
	a = a.Unmap()
	if !a.Is4() {
		return "IPv6 is not covered"
	}
	for _, r := range special {
		if r.prefix.Contains(a) {
			return fmt.Sprintf("%s is %s (%s)", a, r.what, r.prefix)
		}
	}
	return ""
}

// special are the blocks of the IANA IPv4 special-purpose registry that are not globally reachable, and multicast (RFC 6890,
// RFC 5771).
var special = specialBlocks(
	"0.0.0.0/8", "this network",
	"10.0.0.0/8", "private",
	"100.64.0.0/10", "shared by a carrier's customers",
	"127.0.0.0/8", "loopback",
	"169.254.0.0/16", "link-local",
	"172.16.0.0/12", "private",
	"192.0.0.0/24", "kept for protocols",
	"192.0.2.0/24", "kept for documentation",
	"192.88.99.0/24", "a former relay address",
	"192.168.0.0/16", "private",
	"198.18.0.0/15", "kept for benchmarks",
	"198.51.100.0/24", "kept for documentation",
	"203.0.113.0/24", "kept for documentation",
	"224.0.0.0/4", "multicast",
	"240.0.0.0/4", "reserved",
)

type block struct {
	prefix netip.Prefix
	what   string
}

func specialBlocks(pairs ...string) []block {
	blocks := make([]block, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		blocks = append(blocks, block{netip.MustParsePrefix(pairs[i]), pairs[i+1]})
	}
	return blocks
}

// Of looks an address up. It has to be one that Check has nothing against.
func (s *Service) Of(ctx context.Context, a netip.Addr) *Facts {
	n := iprange.Number(a)
	f := &Facts{Asked: map[string]string{}}
	s.network(ctx, a, n, f)
	s.origin(n, f)
	s.country(n, f)
	s.blocklists(n, f)
	if table, loaded, clears := s.tor.get(); loaded {
		_, _, listed := table.Lookup(n)
		f.TorExit = known(listed, clears)
	}
	for _, state := range s.states {
		l := state()
		f.Lists = append(f.Lists, l)
		f.Partial = f.Partial || l.State == "warming" || l.State == "stale"
	}
	if !f.Network && f.TorExit == nil && f.Blocklists == nil && f.Datacenter == nil {
		_, _, f.Nothing = s.networks.data.Get()
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
func (s *Service) origin(n uint32, f *Facts) {
	someFeed, relayFeed, relay := false, false, false
	for _, feed := range s.feeds {
		table, loaded, clears := feed.get()
		if !loaded {
			continue
		}
		someFeed, relayFeed = someFeed || !feed.relay, relayFeed || feed.relay && clears
		o, _, found := table.Lookup(n)
		if !found {
			continue
		}
		relay = relay || feed.relay
		if f.Operator == "" || feed.relay { // the relay says more than the data centre that it stands in
			f.Operator = o.operator
		}
		if o.country != "" {
			f.Country, f.CountryBasis = o.country, ByGeofeed
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
	if !hosted {
		if table, loaded, _ := s.datacenters.get(); loaded {
			_, hosted = table[f.ASN]
		}
		name = f.Organization
	}
	if hosted && f.Operator == "" {
		f.Operator = name
	}
	f.Datacenter = &hosted
}

func (s *Service) country(n uint32, f *Facts) {
	if f.CountryBasis == ByGeofeed {
		return
	}
	if table, loaded, _ := s.countries.get(); loaded {
		if code, _, found := table.Lookup(n); found {
			f.Country, f.CountryBasis = code, ByDatabase
		}
	}
}

func (s *Service) blocklists(n uint32, f *Facts) {
	dropped, dropLoaded, dropClears := s.drop.get()
	if dropLoaded {
		if e, _, found := dropped.Lookup(n); found {
			f.Listings = append(f.Listings, Listing{s.drop.id, e.text, e.reference})
		}
	}
	if table, loaded, _ := s.asnDrop.get(); loaded && f.ASN != 0 {
		if name, found := table[f.ASN]; found {
			f.Listings = append(f.Listings, Listing{s.asnDrop.id, fmt.Sprintf("AS%d", f.ASN), name})
		}
	}
	if table, loaded, _ := s.attackers.get(); loaded {
		if e, _, found := table.Lookup(n); found {
			f.Listings = append(f.Listings, Listing{s.attackers.id, e.text, e.reference})
		}
	}
	f.Blocklists = known(len(f.Listings) > 0, dropLoaded && dropClears)
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
