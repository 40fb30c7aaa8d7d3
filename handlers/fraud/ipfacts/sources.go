package ipfacts

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/fraud/iprange"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/cloudranges"
	"github.com/farebox/farebox/internal/upstream/dbip"
	"github.com/farebox/farebox/internal/upstream/firehol"
	"github.com/farebox/farebox/internal/upstream/iptoasn"
	"github.com/farebox/farebox/internal/upstream/spamhaus"
	"github.com/farebox/farebox/internal/upstream/torproject"
	"github.com/farebox/farebox/internal/upstream/x4bnet"
)

//go:embed data/hosting.tsv
var hostingTable string

// network is what the table of networks says about a range; number 0 is space that nobody announces.
type network struct {
	number               uint32
	country, description string
}

// entry is one of a blocklist.
type entry struct{ text, reference string }

// origin is whose range it is, and in which country it is used if that is said.
type origin struct{ operator, country string }

type (
	networks  = *iprange.Table[network]
	entries   = *iprange.Table[entry]
	origins   = *iprange.Table[origin]
	countries = *iprange.Table[string]
	flags     = *iprange.Table[struct{}]
	numbers   = map[uint32]string // network number -> its name, which may be empty
)

// feed is the list of one hosting company or relay.
type feed struct {
	relay bool
	*list[origins]
}

// declareLists puts all lists into the pool, in the order in which answers name them.
func (s *Service) declareLists() {
	s.networks = declare(s, terms{
		id:     "iptoasn",
		title:  "IPv4 ranges and their networks",
		client: iptoasn.New(s.pool),
		every:  day,
		holds:  week,
		least:  300_000,
		family: 4,
	},
		iptoasn.V4, networks.Len, s.readNetworks)
	if s.ipv6 {
		s.networks6 = declare(s, terms{
			id:     "iptoasn-v6",
			title:  "IPv6 ranges and their networks",
			client: iptoasn.NewV6(s.pool),
			every:  day,
			holds:  week,
			least:  50_000,
			family: 6,
		},
			iptoasn.V6, networks.Len, s.readNetworks)
	}

	s.countries = declare(s, terms{
		id:     "dbip-country-lite",
		title:  s.families() + " ranges and their countries",
		client: dbip.New(s.pool),
		every:  day,
		holds:  90 * day,
		least:  100_000,
	},
		dbip.CountryLite(s.now), countries.Len, s.readCountries)
	s.tor = declare(s, terms{
		id:     "tor-exit",
		title:  "Tor exit addresses",
		client: torproject.New(s.pool),
		every:  30 * time.Minute,
		holds:  2 * day,
		least:  500,
		shrink: 0.5,
	},
		torproject.Exits, flags.Len, s.readExits)
	spam := spamhaus.New(s.pool)

	s.drop = declare(s, terms{
		id:     "spamhaus-drop",
		title:  "Spamhaus DROP (ranges)",
		client: spam,
		every:  day,
		holds:  2 * week,
		least:  500,
		family: 4,
		stated: spamhaus.Stated,
		lasts:  30 * day, // the longest pause of DROP was 4.6 days from March 2025 to July 2026
	},
		spamhaus.DROP, entries.Len, s.readDrop)
	if s.ipv6 {
		s.drop6 = declare(s, terms{
			id:     "spamhaus-dropv6",
			title:  "Spamhaus DROPv6 (ranges)",
			client: spam,
			every:  day,
			holds:  2 * week,
			least:  20,
			shrink: 0.5,
			family: 6,
			stated: spamhaus.Stated,
			lasts:  180 * day, // a short list that seldom changes
		},
			spamhaus.DROPv6, entries.Len, s.readDrop)
	}

	s.asnDrop = declare(s, terms{
		id:     "spamhaus-asndrop",
		title:  "Spamhaus ASN-DROP (networks)",
		client: spam,
		every:  day,
		holds:  2 * week,
		least:  100,
		stated: spamhaus.Stated,
		lasts:  30 * day,
	},
		spamhaus.ASNDROP, count, readASNDrop)
	s.attackers = declare(s, terms{
		id:     "firehol-level1",
		title:  "FireHOL level 1 (ranges)",
		client: firehol.New(s.pool),
		every:  day,
		holds:  week,
		least:  500,
		shrink: 0.5,
		family: 4,
	},
		firehol.Level1, entries.Len, s.readFirehol)
	s.datacenters = declare(s, terms{
		id:     "x4bnet-datacenter",
		title:  "Networks that are data centres",
		client: x4bnet.New(s.pool),
		every:  week,
		holds:  90 * day,
		least:  300,
	},
		x4bnet.Datacenters, count, readDatacenters)

	for _, f := range cloudranges.Feeds() {
		t := terms{
			id:     f.Provider.Name,
			title:  f.Operator + " address ranges",
			client: s.pool.Client(f.Provider),
			every:  day,
			holds:  90 * day,
			least:  f.Least,
			shrink: 0.5,
			stated: f.Stated,
			layout: f.Layout,
			lasts:  f.Lasts,
		}
		s.feeds = append(s.feeds, feed{f.Relay, declareFile(s, t, upstream.File{Request: f.Request, Next: f.Next}, origins.Len, s.feedReader(f))})
	}
}

// families names the families of addresses that lists of both are read for.
func (s *Service) families() string {
	if s.ipv6 {
		return "IPv4 and IPv6"
	}
	return "IPv4"
}

// put adds a range to a table, one of IPv6 only where that is covered.
func put[V comparable](s *Service, b *iprange.Builder[V], r iprange.Range, ok bool, v V) {
	if ok && (s.ipv6 || r.First.Is4()) {
		b.Add(r, v)
	}
}

func count(n numbers) int { return len(n) }

// words keeps each of a few texts once, without the line of the file that it was cut from.
type words map[string]string

func (w words) word(s string) string {
	known, ok := w[s]
	if !ok {
		known = strings.Clone(s)
		w[known] = known
	}
	return known
}

func (s *Service) readNetworks(src io.Reader) (networks, error) {
	var b iprange.Builder[network]
	w := words{}
	err := iptoasn.Read(src, func(r iptoasn.Row) {
		span, ok := iprange.Of(r.First, r.Last)
		put(s, &b, span, ok, network{r.ASN, w.word(r.Country), w.word(r.Description)})
	})
	return b.Build(), err
}

func (s *Service) readCountries(src io.Reader) (countries, error) {
	var b iprange.Builder[string]
	w := words{}
	err := dbip.Read(src, func(r dbip.Row) {
		span, ok := iprange.Of(r.First, r.Last)
		put(s, &b, span, ok && r.Country != "ZZ", w.word(r.Country))
	})
	return b.Build(), err
}

func (s *Service) readExits(src io.Reader) (flags, error) {
	var b iprange.Builder[struct{}]
	err := torproject.Read(src, func(a netip.Addr) {
		span, ok := iprange.Of(a, a)
		put(s, &b, span, ok, struct{}{})
	})
	return b.Build(), err
}

func (s *Service) readDrop(src io.Reader) (entries, error) {
	var b iprange.Builder[entry]
	var wide error
	err := spamhaus.ReadRanges(src, func(r spamhaus.Range) {
		span, ok := iprange.OfPrefix(r.Prefix)
		put(s, &b, span, ok, entry{r.Prefix.String(), r.SBL})
		wide = cmp.Or(wide, tooWide(r.Prefix))
	})
	return b.Build(), cmp.Or(err, wide)
}

// tooWide refuses a list that names a large part of the internet, which would make an offender or a data centre of everybody.
// The largest real entries are some networks of 9 bits; IPv6 registries get 12 bits at most and give away less.
func tooWide(p netip.Prefix) error {
	if least := map[bool]int{true: 8, false: 16}[p.Addr().Is4()]; p.Bits() < least {
		return fmt.Errorf("%s is too large for an entry", p)
	}
	return nil
}

func readASNDrop(src io.Reader) (numbers, error) {
	n := numbers{}
	err := spamhaus.ReadNetworks(src, func(r spamhaus.Network) { n[r.ASN] = r.Name })
	return n, err
}

func (s *Service) readFirehol(src io.Reader) (entries, error) {
	var b iprange.Builder[entry]
	err := firehol.Read(src, func(p netip.Prefix) {
		span, ok := iprange.OfPrefix(p)
		put(s, &b, span, ok && tooWide(p) == nil, entry{text: p.String()}) // reserved space is on it, 224.0.0.0/3 too
	})
	return b.Build(), err
}

func readDatacenters(src io.Reader) (numbers, error) {
	n := numbers{}
	err := x4bnet.Read(src, func(number uint32) { n[number] = "" })
	return n, err
}

func (s *Service) feedReader(f cloudranges.Feed) func(io.Reader) (origins, error) {
	return func(src io.Reader) (origins, error) {
		var b iprange.Builder[origin]
		w := words{}
		var wide error
		err := f.Read(src, func(r cloudranges.Row) {
			span, ok := iprange.OfPrefix(r.Prefix)
			put(s, &b, span, ok, origin{f.Operator, w.word(r.Country)})
			wide = cmp.Or(wide, tooWide(r.Prefix))
		})
		return b.Build(), cmp.Or(err, wide)
	}
}

// readHosting reads the embedded table of hosting companies' networks.
func readHosting() (numbers, error) {
	n := numbers{}
	for i, line := range strings.Split(hostingTable, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		number, name, ok := strings.Cut(line, "\t")
		id, err := strconv.ParseUint(number, 10, 32)
		if err != nil || !ok || name == "" {
			return nil, fmt.Errorf("table of hosting networks, line %d: want a number, a tab and a name", i+1)
		}
		n[uint32(id)] = name
	}
	return n, nil
}
