// Package fmcsa reads what the Federal Motor Carrier Safety Administration publishes about carriers as open data
// (data.transportation.gov, a Socrata portal): the census, operating authority and insurance, inspections, crashes and
// the measures of the Safety Measurement System.
//
// Authority and insurance are in two systems. Motus took over on 2026-05-14 and holds the carriers that had something
// change since; the files of the system before it are frozen at that day. No row in either is no proof of anything.
package fmcsa

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

const (
	address = "https://data.transportation.gov"
	docs    = "https://data.transportation.gov/stories/s/FMCSA-Open-Data-Program/qv6z-b5vj"
)

var token = upstream.Key{
	Env:    "SOCRATA_APP_TOKEN",
	Header: "X-App-Token",
	Gives:  "a limit of its own; without it the portal counts the requests of all at one address together",
}

// Provider is the open data portal, which needs no key.
var Provider = portal("fmcsa", fastTimeout)

// CensusProvider is the portal as far as the census goes. That table is slow and decides the most, so that it is not
// left alone when others fail.
var CensusProvider = portal("fmcsa-census", slowTimeout)

func portal(name string, timeout time.Duration) upstream.Provider {
	return upstream.Provider{
		Name:        name,
		BaseURL:     address,
		Docs:        docs,
		Attribution: "Federal Motor Carrier Safety Administration",
		Terms:       "public domain (17 USC 105)",
		Checked:     "recorded 2026-09",
		Keys:        []upstream.Key{token},
		TTL:         6 * time.Hour,
		StaleFor:    24 * time.Hour,
		Lasts:       lasts,
		Timeout:     timeout,
		Concurrency: 48,
	}
}

// lasts is how old a table may be: most change daily, some once a month.
const lasts = 100 * 24 * time.Hour

// A look-up in the census has been seen to take from 9 to 43 seconds, one in the other sets less than one.
const (
	slowTimeout = 25 * time.Second
	fastTimeout = 12 * time.Second
)

// Frozen is the day at which the files of the system before Motus stopped.
var Frozen = time.Date(2026, 5, 14, 0, 0, 0, 0, time.UTC)

// MaxRows is the most rows that one request asks for. The portal gives 1,000 without being asked, and cuts silently.
const MaxRows = 5000

// MaxInspections is the same for inspections. Carriers with more have their totals in the measures.
const MaxInspections = 2000

// Client calls the portal.
type Client struct {
	c      *upstream.Client
	census *upstream.Client
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{
		c:      pool.Client(Provider),
		census: pool.Client(CensusProvider),
	}
	c.c.Probe(c.probeAuthorities)
	c.census.Probe(c.probeCensus)
	return c
}

// known is a carrier since 1989.
const known = "344554"

// probeCensus asks for the census of a carrier.
func (c *Client) probeCensus(ctx context.Context) error {
	rows, err := c.Census(ctx, known)
	return upstream.Has(rows, err, "dot_number", known, func(r Census) bool { return r.DOT == known })
}

// probeAuthorities asks for the authorities of that carrier.
func (c *Client) probeAuthorities(ctx context.Context) error {
	rows, err := c.Authorities(ctx, known)
	return upstream.Has(rows, err, "usdot_number", "an authority", func(a Authority) bool { return a.Docket != "" })
}

// Dataset is one table of the portal by its id.
type Dataset string

// The tables that are read.
const (
	CensusSet              Dataset = "az4n-8mr2"
	AuthoritySet           Dataset = "inys-ebih"
	AuthorityHistorySet    Dataset = "yu5v-wbh6"
	InsuranceSet           Dataset = "c5y8-a4uz"
	InsuranceHistorySet    Dataset = "3uet-3z4i"
	OrdersSet              Dataset = "wb4f-neki"
	OutOfServiceSet        Dataset = "p2mt-9ige"
	InspectionsSet         Dataset = "fx4q-ay7w"
	CrashesSet             Dataset = "aayw-vxb3"
	PropertySet            Dataset = "4y6x-dmck" // SMS: interstate carriers and intrastate ones of hazardous materials
	PropertyIntrastateSet  Dataset = "h9zy-gjn8"
	PassengerSet           Dataset = "m3ry-qcip"
	PassengerIntrastateSet Dataset = "h3zn-uid9"
	LegacyAuthoritySet     Dataset = "6eyk-hxee"
	LegacyInsuranceSet     Dataset = "qh9u-swkp"
)

// URL is the page about the table.
func (d Dataset) URL() string { return address + "/d/" + string(d) }

// query is one request for rows.
type query struct {
	where  string
	choose string // columns, all when empty
	group  string
	limit  int // when 0, [MaxRows], which are refused: all rows were asked for
}

// portal is who is asked about a table.
func (c *Client) portal(set Dataset) *upstream.Client {
	if set == CensusSet {
		return c.census
	}
	return c.c
}

// made are the names that a question gives to columns of its own: "sum(injuries) as injuries".
func (q query) made() []string {
	var names []string
	for column := range strings.SplitSeq(q.choose, ",") {
		if _, name, ok := strings.Cut(column, " as "); ok {
			names = append(names, name)
		}
	}
	return names
}

// rows asks a table. Unknown columns and values of the wrong type are refused by the portal with 400; a key that is not
// in the table gives an empty list, and so does one that is padded otherwise than the table pads it.
func rows[T any](ctx context.Context, c *Client, set Dataset, q query) ([]T, error) {
	r := c.portal(set).Get("/resource/{}.json", string(set)).
		Query("$where", q.where).
		Query("$limit", strconv.Itoa(cmp.Or(q.limit, MaxRows)))
	if q.choose != "" {
		r = r.Query("$select", q.choose)
	}
	if q.group != "" {
		r = r.Query("$group", q.group)
	}

	var list []T
	resp, err := r.JSON(ctx, &list)
	if err == nil && q.limit == 0 {
		err = upstream.Whole(len(list), MaxRows)
	}
	if reading, wanted := ctx.Value(readingKey{}).(*Reading); wanted && err == nil && len(list) > 0 {
		about, unread := c.table(ctx, set)
		reading.note(resp.Body, about, q.made(), unread)
	}
	return list, err
}

// Quote writes text as a string of SoQL. A single quote is written twice; nothing else has a meaning within quotes.
// Control characters, which no value of the portal has, are left out.
func Quote(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// padded is a USDOT number as the frozen files write it: eight digits.
func padded(dot string) string {
	if len(dot) >= 8 {
		return dot
	}
	return strings.Repeat("0", 8-len(dot)) + dot
}

// Text is a value of a row: the portal writes all as strings.
type Text = scalar.Text

// Compact is a day as the tables write it for comparing.
func Compact(day time.Time) string { return day.Format("20060102") }

// Docket is a docket number in one form: MC421775 for "MC-0421775", "mc 421775" and "MC0000421775". ok is false for
// anything else.
func Docket(text string) (docket string, ok bool) {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, text)
	if len(letters) < 3 {
		return "", false
	}

	prefix := letters[:2]
	number, err := strconv.Atoi(letters[2:])
	if err != nil || number <= 0 || prefix != "MC" && prefix != "MX" && prefix != "FF" {
		return "", false
	}
	return fmt.Sprintf("%s%d", prefix, number), true
}
