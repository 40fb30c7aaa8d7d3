package ipfacts

import (
	_ "embed"
	"fmt"
	"io"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/iprange"
	"github.com/farebox/farebox/upstream/cloudranges"
	"github.com/farebox/farebox/upstream/dbip"
	"github.com/farebox/farebox/upstream/firehol"
	"github.com/farebox/farebox/upstream/iptoasn"
	"github.com/farebox/farebox/upstream/spamhaus"
	"github.com/farebox/farebox/upstream/torproject"
	"github.com/farebox/farebox/upstream/x4bnet"
)

//go:embed data/hosting.tsv
var hostingTable string

// network is what the table of networks says of a range; number 0 is space that nobody announces.
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
	s.networks = declare(s, terms{id: "iptoasn", title: "IPv4 ranges and their networks", client: iptoasn.New(s.pool), every: day, holds: 90 * day, least: 300_000},
		iptoasn.V4, networks.Len, readNetworks)
	s.countries = declare(s, terms{id: "dbip-country-lite", title: "IPv4 ranges and their countries", client: dbip.New(s.pool), every: day, holds: 90 * day, least: 100_000},
		dbip.CountryLite(s.now), countries.Len, readCountries)
	s.tor = declare(s, terms{id: "tor-exit", title: "Tor exit addresses", client: torproject.New(s.pool), every: 30 * time.Minute, holds: 2 * day, least: 500, shrink: 0.5},
		torproject.Exits, flags.Len, readExits)
	spam := spamhaus.New(s.pool)
	s.drop = declare(s, terms{id: "spamhaus-drop", title: "Spamhaus DROP (ranges)", client: spam, every: day, holds: 2 * week, least: 500},
		spamhaus.DROP, entries.Len, readDrop)
	s.asnDrop = declare(s, terms{id: "spamhaus-asndrop", title: "Spamhaus ASN-DROP (networks)", client: spam, every: day, holds: 2 * week, least: 100},
		spamhaus.ASNDROP, count, readASNDrop)
	s.attackers = declare(s, terms{id: "firehol-level1", title: "FireHOL level 1 (ranges)", client: firehol.New(s.pool), every: day, holds: week, least: 500, shrink: 0.5},
		firehol.Level1, entries.Len, readFirehol)
	s.datacenters = declare(s, terms{id: "x4bnet-datacenter", title: "Networks that are data centres", client: x4bnet.New(s.pool), every: week, holds: 90 * day, least: 300},
		x4bnet.Datacenters, count, readDatacenters)
	for _, f := range cloudranges.Feeds() {
		t := terms{id: f.Provider.Name, title: f.Operator + " address ranges", client: s.pool.Client(f.Provider), every: day, holds: 90 * day, least: f.Least, shrink: 0.5}
		s.feeds = append(s.feeds, feed{f.Relay, declare(s, t, f.Request, origins.Len, feedReader(f))})
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

func readNetworks(src io.Reader) (networks, error) {
	var b iprange.Builder[network]
	w := words{}
	err := iptoasn.Read(src, func(r iptoasn.Row) {
		if span, ok := iprange.Of(r.First, r.Last); ok {
			b.Add(span, network{r.ASN, w.word(r.Country), w.word(r.Description)})
		}
	})
	return b.Build(), err
}

func readCountries(src io.Reader) (countries, error) {
	var b iprange.Builder[string]
	w := words{}
	err := dbip.Read(src, func(r dbip.Row) {
		if span, ok := iprange.Of(r.First, r.Last); ok && r.Country != "ZZ" {
			b.Add(span, w.word(r.Country))
		}
	})
	return b.Build(), err
}

func readExits(src io.Reader) (flags, error) {
	var b iprange.Builder[struct{}]
	err := torproject.Read(src, func(a netip.Addr) {
		if span, ok := iprange.Of(a, a); ok {
			b.Add(span, struct{}{})
		}
	})
	return b.Build(), err
}

func readDrop(src io.Reader) (entries, error) {
	var b iprange.Builder[entry]
	err := spamhaus.ReadRanges(src, func(r spamhaus.Range) {
		if span, ok := iprange.OfPrefix(r.Prefix); ok {
			b.Add(span, entry{r.Prefix.String(), r.SBL})
		}
	})
	return b.Build(), err
}

func readASNDrop(src io.Reader) (numbers, error) {
	n := numbers{}
	err := spamhaus.ReadNetworks(src, func(r spamhaus.Network) { n[r.ASN] = r.Name })
	return n, err
}

func readFirehol(src io.Reader) (entries, error) {
	var b iprange.Builder[entry]
	err := firehol.Read(src, func(p netip.Prefix) {
		if span, ok := iprange.OfPrefix(p); ok {
			b.Add(span, entry{text: p.String()})
		}
	})
	return b.Build(), err
}

func readDatacenters(src io.Reader) (numbers, error) {
	n := numbers{}
	err := x4bnet.Read(src, func(number uint32) { n[number] = "" })
	return n, err
}

func feedReader(f cloudranges.Feed) func(io.Reader) (origins, error) {
	return func(src io.Reader) (origins, error) {
		var b iprange.Builder[origin]
		w := words{}
		err := f.Read(src, func(r cloudranges.Row) {
			if span, ok := iprange.OfPrefix(r.Prefix); ok {
				b.Add(span, origin{f.Operator, w.word(r.Country)})
			}
		})
		return b.Build(), err
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
