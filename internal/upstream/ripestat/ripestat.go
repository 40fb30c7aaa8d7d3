// Package ripestat asks RIPEstat (stat.ripe.net) which network announces an address.
package ripestat

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// sourceApp names us to RIPEstat, as its rules of use ask.
const sourceApp = "farebox"

// Provider is RIPEstat's data API. Answers are not kept: they would be a record of whom callers asked about.
var Provider = upstream.Provider{
	Name:          "ripestat",
	BaseURL:       "https://stat.ripe.net/data",
	Docs:          "https://stat.ripe.net/docs/data_api",
	Attribution:   "RIPE NCC, RIPEstat",
	Terms:         "https://www.ripe.net/about-us/legal/ripestat-service-terms-and-conditions (fair use)",
	Checked:       "recorded 2015-10",
	RatePerMinute: 240,
	Concurrency:   8,
	Timeout:       4 * time.Second,
	Retries:       1,
}

// Client calls the API.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(p *upstream.Pool) *Client { return &Client{p.ProbedClient(Provider, probe)} }

// probe asks for the address of the RIPE NCC.
func probe(ctx context.Context, u *upstream.Client) error {
	overview, err := (&Client{u}).Prefix(ctx, netip.MustParseAddr("193.0.6.1"))
	if err != nil {
		return err
	}
	return upstream.Has(overview.ASNs, err, "asns", "AS3333", func(o Origin) bool { return o.ASN == 3333 })
}

// Overview is what RIPEstat says about the prefix that an address is in.
type Overview struct {
	Announced bool
	Resource  string // the announced prefix, or the address itself when there is none
	ASNs      []Origin
}

// Origin is a network that announces the prefix.
type Origin struct {
	ASN    uint32 `json:"asn"`
	Holder string `json:"holder,omitempty"` // "EXAMPLE-AS Example Networks Ltd,NL"
}

// Prefix asks for the announced prefix around an address.
func (c *Client) Prefix(ctx context.Context, address netip.Addr) (*Overview, error) {
	var answer struct {
		Status string `json:"status"`
		Call   string `json:"data_call_status,omitempty"` // "supported", also with words behind it
		Data   struct {
			Announced bool     `json:"announced"`
			Resource  string   `json:"resource"`
			ASNs      []Origin `json:"asns"`
		} `json:"data"`
	}

	_, err := c.c.Get("/prefix-overview/data.json").
		Query("resource", address.String()).
		Query("sourceapp", sourceApp).
		JSON(ctx, &answer)
	if err != nil {
		return nil, fmt.Errorf("asking for the prefix of an address: %w", err)
	}
	if answer.Status != "ok" {
		return nil, upstream.BadResponse.Errorf("status %q without data", answer.Status)
	}
	if answer.Call != "" && !strings.HasPrefix(answer.Call, "supported") {
		return nil, upstream.BadResponse.Errorf("the data call is %q", answer.Call)
	}

	if prefix, err := netip.ParsePrefix(answer.Data.Resource); err == nil && !prefix.Contains(address) {
		return nil, upstream.BadResponse.Errorf("a prefix without the address")
	}
	return &Overview{answer.Data.Announced, answer.Data.Resource, answer.Data.ASNs}, nil
}
