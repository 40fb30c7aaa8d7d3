// Package cloudranges reads the address ranges that hosting companies publish about themselves, each at an address of its own
// and in a form of its own, and Apple's list of Private Relay egress addresses. Several say which country a range is used in
// (RFC 8805 geofeeds).
package cloudranges

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net/netip"
	"regexp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/linelist"
)

// published is a publisher with what holds for all of them.
func published(p upstream.Provider) upstream.Provider {
	p.Terms = "published by the company for firewalls and geolocation"
	p.Checked = "documentation 2026-11"
	p.Timeout = cmp.Or(p.Timeout, 2*time.Minute)
	return p
}

// The publishers.
var (
	Azure = published(upstream.Provider{
		Name:        "azure-ranges",
		BaseURL:     "https://www.microsoft.com/en-us/download",
		Hosts:       map[string]string{azureFiles: "https://download.microsoft.com"},
		Docs:        "https://www.microsoft.com/en-us/download/details.aspx?id=56519",
		Attribution: "Microsoft Azure",
		Timeout:     5 * time.Minute,
		MaxBytes:    64 << 20,
	})
	AWS = published(upstream.Provider{
		Name:        "aws-ranges",
		BaseURL:     "https://ip-ranges.amazonaws.com",
		Docs:        "https://docs.aws.amazon.com/vpc/latest/userguide/aws-ip-ranges.html",
		Attribution: "Amazon Web Services",
		MaxBytes:    32 << 20,
	})
	Google = published(upstream.Provider{
		Name:        "google-cloud-ranges",
		BaseURL:     "https://www.gstatic.com/ipranges",
		Docs:        "https://cloud.google.com/compute/docs/faq#find_ip_range",
		Attribution: "Google",
	})
	Cloudflare = published(upstream.Provider{
		Name:        "cloudflare-ranges",
		BaseURL:     "https://www.cloudflare.com",
		Docs:        "https://www.cloudflare.com/ips/",
		Attribution: "Cloudflare",
	})
	Oracle = published(upstream.Provider{
		Name:        "oracle-ranges",
		BaseURL:     "https://docs.oracle.com/en-us/iaas/tools",
		Docs:        "https://docs.oracle.com/en-us/iaas/Content/General/Concepts/addressranges.htm",
		Attribution: "Oracle",
	})
	DigitalOcean = published(upstream.Provider{
		Name:        "digitalocean-ranges",
		BaseURL:     "https://www.digitalocean.com/geo",
		Docs:        "https://docs.digitalocean.com/platform/",
		Attribution: "DigitalOcean",
	})
	Linode = published(upstream.Provider{
		Name:        "linode-ranges",
		BaseURL:     "https://geoip.linode.com",
		Docs:        "https://geoip.linode.com",
		Attribution: "Akamai (Linode)",
	})
	Vultr = published(upstream.Provider{
		Name:        "vultr-ranges",
		BaseURL:     "https://geofeed.constant.com",
		Docs:        "https://docs.vultr.com/vultr-ip-space",
		Attribution: "Vultr",
	})
	Apple = published(upstream.Provider{
		Name:        "apple-relay",
		BaseURL:     "https://mask-api.icloud.com",
		Docs:        "https://developer.apple.com/icloud/prepare-your-network-for-icloud-private-relay/",
		Attribution: "Apple",
		Timeout:     5 * time.Minute,
		MaxBytes:    64 << 20,
	})
)

// Row is one range.
type Row struct {
	Prefix  netip.Prefix
	Country string // ISO 3166-1 alpha-2, empty when the publisher does not say
}

// Feed is one publisher's list.
type Feed struct {
	Operator string // name for people
	Relay    bool   // a privacy relay for people, not a data centre that is rented out
	Provider upstream.Provider
	Least    int // IPv4 ranges; fewer is no whole list
	Request  func(*upstream.Client) *upstream.Request
	Next     func(c *upstream.Client, page []byte, pages int) (*upstream.Request, error) // see upstream.File; nil for one answer
	Read     func(src io.Reader, each func(Row)) error                                   // IPv4 and IPv6 ranges

	// Where the list has its own date, its layout, and how old it may be by that, as in upstream.DatasetSpec.
	Stated *regexp.Regexp
	Layout string
	Lasts  time.Duration
}

// day is the unit of Lasts.
const day = 24 * time.Hour

var (
	awsStated    = regexp.MustCompile(`"createDate":\s*"([0-9-]{19})"`)
	googleStated = regexp.MustCompile(`"creationTime":\s*"([0-9T:.-]{19,26})"`)
)

func get(path string) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request { return c.Get(path) }
}

// Feeds are all lists.
func Feeds() []Feed {
	return []Feed{
		{
			Operator: "Amazon Web Services",
			Provider: AWS,
			Least:    1000,
			Request:  get("/ip-ranges.json"),
			Read:     readAWS,
			Stated:   awsStated,
			Layout:   "2006-01-02-15-04-05",
			Lasts:    30 * day, // 3,174 versions from 2023 to 2026, the longest pause 12.5 days
		},
		{
			Operator: "Microsoft Azure",
			Provider: Azure,
			Least:    1000,
			Request:  azurePage,
			Next:     azureFile,
			Read:     readAzure,
			Stated:   azureLink,
			Layout:   "20060102",
			Lasts:    60 * day, // a new one every week
		},
		{
			Operator: "Google Cloud",
			Provider: Google,
			Least:    100,
			Request:  get("/cloud.json"),
			Read:     readGoogle,
			Stated:   googleStated,
			Layout:   "2006-01-02T15:04:05",
			Lasts:    120 * day, // 565 versions from 2024 to 2026, the longest pause 39 days
		},
		{
			Operator: "Cloudflare",
			Provider: Cloudflare,
			Least:    5,
			Request:  get("/ips-v4/"),
			Read:     readGeofeed,
		},
		{
			Operator: "Oracle Cloud",
			Provider: Oracle,
			Least:    100,
			Request:  get("/public_ip_ranges.json"),
			Read:     readOracle,
		},
		{
			Operator: "DigitalOcean",
			Provider: DigitalOcean,
			Least:    200,
			Request:  get("/google.csv"),
			Read:     readGeofeed,
		},
		{
			Operator: "Akamai (Linode)",
			Provider: Linode,
			Least:    200,
			Request:  get("/"),
			Read:     readGeofeed,
		},
		{
			Operator: "Vultr",
			Provider: Vultr,
			Least:    200,
			Request:  func(c *upstream.Client) *upstream.Request { return c.Get("/").RawQuery("json") },
			Read:     readVultr,
		},

		{
			Operator: "iCloud Private Relay",
			Relay:    true,
			Provider: Apple,
			Least:    5000,
			Request:  get("/egress-ip-ranges.csv"),
			Read:     readGeofeed,
		},
	}
}

// give hands on a prefix; false when text is no prefix at all.
func give(text, country string, each func(Row)) bool {
	if text = strings.TrimSpace(text); !strings.Contains(text, "/") && text != "" {
		if strings.Contains(text, ":") {
			text += "/128"
		} else {
			text += "/32"
		}
	}
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return false
	}
	if country = strings.ToUpper(strings.TrimSpace(country)); len(country) != 2 {
		country = ""
	}
	each(Row{p.Masked(), country})
	return true
}

// readGeofeed reads RFC 8805 (prefix, country, region, city, postal code), of which all but the prefix may be missing.
func readGeofeed(src io.Reader, each func(Row)) error {
	return linelist.Read(src, func(line []byte) bool {
		prefix, rest, _ := strings.Cut(string(line), ",")
		country, _, _ := strings.Cut(rest, ",")
		return give(prefix, country, each)
	})
}

// document decodes a whole JSON list and gives its prefixes; one that cannot be read refuses the list.
func document[T any](src io.Reader, each func(Row), prefixes func(T, func(prefix, country string))) error {
	text, err := linelist.Open(src)
	if err != nil {
		return err
	}
	var list T
	if err := json.NewDecoder(text).Decode(&list); err != nil {
		return fmt.Errorf("list of ranges: %w", err)
	}
	var bad error
	prefixes(list, func(prefix, country string) {
		if !give(prefix, country, each) && bad == nil {
			bad = fmt.Errorf("list of ranges: %q is no prefix", prefix)
		}
	})
	return bad
}

func readAWS(src io.Reader, each func(Row)) error {
	type list struct {
		Prefixes []struct {
			Prefix string `json:"ip_prefix"`
		} `json:"prefixes"`
		V6 []struct {
			Prefix string `json:"ipv6_prefix"`
		} `json:"ipv6_prefixes"`
	}
	return document(src, each, func(l list, give func(string, string)) {
		for _, p := range l.Prefixes {
			give(p.Prefix, "")
		}
		for _, p := range l.V6 {
			give(p.Prefix, "")
		}
	})
}

func readGoogle(src io.Reader, each func(Row)) error {
	type list struct {
		Prefixes []struct {
			V4 string `json:"ipv4Prefix"`
			V6 string `json:"ipv6Prefix"`
		} `json:"prefixes"`
	}
	return document(src, each, func(l list, give func(string, string)) {
		for _, p := range l.Prefixes {
			give(cmp.Or(p.V4, p.V6), "") // each has one of the two
		}
	})
}

func readOracle(src io.Reader, each func(Row)) error {
	type list struct {
		Regions []struct {
			CIDRs []struct {
				CIDR string `json:"cidr"`
			} `json:"cidrs"`
		} `json:"regions"`
	}
	return document(src, each, func(l list, give func(string, string)) {
		for _, r := range l.Regions {
			for _, c := range r.CIDRs {
				give(c.CIDR, "")
			}
		}
	})
}

func readVultr(src io.Reader, each func(Row)) error {
	type list struct {
		Subnets []struct {
			Prefix  string `json:"ip_prefix"`
			Country string `json:"alpha2code"`
		} `json:"subnets"`
	}
	return document(src, each, func(l list, give func(string, string)) {
		for _, s := range l.Subnets {
			give(s.Prefix, s.Country)
		}
	})
}
