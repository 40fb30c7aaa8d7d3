// Package evm reads EVM networks by JSON-RPC: one client per network over several endpoints, the operator's own
// first and keyless public ones after. An endpoint is an upstream.Provider with everything that brings. This
// package chooses among them, combines several reads into one request, and tells answers of the chain (a revert)
// from failures of an endpoint.
//
// It handles endpoints that are slow (it asks a second one), down, over their limit, behind the others, on another
// chain, without batches, or that truncate logs.
package evm

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

const (
	endpointTimeout  = 8 * time.Second
	endpointMaxBytes = 16 << 20
	defaultHedge     = 2500 * time.Millisecond
)

// Options of New. The zero value asks the public endpoints only.
type Options struct {
	// Lookup reads a setting, like os.LookupEnv: RPC_URL_<NETWORK> holds a comma-separated list of endpoints to try
	// first; RPC_PUBLIC_<NETWORK>=off disables the public ones. Nil means that nothing is set.
	Lookup func(name string) (value string, set bool)
	// Now is the clock for the age of blocks; nil means time.Now.
	Now func() time.Time
	// HedgeAfter is how long a read waits before it also asks a second endpoint: 0 means up to 2.5 s, or less if
	// the endpoint is usually fast.
	HedgeAfter time.Duration
}

// Chains holds one client per network.
type Chains struct {
	clients map[string]*Client
	order   []Network
}

// New makes the clients of all networks. It opens no connection. Its only error is a malformed RPC_URL_<NETWORK>,
// and it names the variable.
func New(pool *upstream.Pool, o Options) (*Chains, error) {
	if o.Lookup == nil {
		o.Lookup = func(string) (string, bool) { return "", false }
	}
	if o.Now == nil {
		o.Now = time.Now
	}

	all := &Chains{clients: map[string]*Client{}, order: Networks()}
	var errs []error
	for _, n := range all.order {
		own, err := ownEndpoints(o.Lookup, n.Name)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		c := &Client{
			network: n,
			now:     o.Now,
			hedge:   o.HedgeAfter,
			within:  pool.Within(readTimeout),
		}
		for i, address := range own {
			c.endpoints = append(
				c.endpoints,
				newEndpoint(pool, &c.network, endpointDecl{label: fmt.Sprintf("own%d", i+1), url: address}, true),
			)
		}
		if public, _ := o.Lookup(PublicVariable(n.Name)); public != "off" {
			for _, d := range n.endpoints {
				c.endpoints = append(c.endpoints, newEndpoint(pool, &c.network, d, false))
			}
		}
		all.clients[n.Name] = c
	}

	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return all, nil
}

// ownEndpoints are the operator's. Errors do not quote a URL, which may contain a key.
func ownEndpoints(lookup func(string) (string, bool), network string) ([]string, error) {
	name := Variable(network)
	value, _ := lookup(name)
	var own []string
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		u, err := url.Parse(item)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" ||
			u.Fragment != "" {
			return nil, fmt.Errorf("%s: want http or https URLs without a query, separated by commas", name)
		}
		own = append(own, item)
	}
	return own, nil
}

// Variable is the name of the setting with a network's own endpoints: RPC_URL_BASE.
func Variable(network string) string {
	return "RPC_URL_" + strings.ToUpper(strings.ReplaceAll(network, "-", "_"))
}

// PublicVariable is the name of the setting that disables a network's public endpoints: RPC_PUBLIC_BASE=off, for a
// development chain, whose transactions nobody else knows, or to keep queries private.
func PublicVariable(network string) string {
	return strings.Replace(Variable(network), "RPC_URL_", "RPC_PUBLIC_", 1)
}

// Networks lists the networks in the order of the seed.
func Networks() []Network {
	all := networks()
	for i := range all {
		all[i].CAIP2 = fmt.Sprintf("eip155:%d", all[i].ChainID)
	}
	return all
}

// Providers are the declarations of all public endpoints, for the catalogue of providers.
func Providers() []upstream.Provider {
	var list []upstream.Provider
	for _, n := range Networks() {
		for _, d := range n.endpoints {
			list = append(list, provider(n.Name, d))
		}
	}
	return list
}

func provider(network string, d endpointDecl) upstream.Provider {
	return upstream.Provider{
		Name:     "rpc-" + network + "-" + d.label,
		BaseURL:  d.url,
		Docs:     "https://ethereum.org/developers/docs/apis/json-rpc/",
		Terms:    "public endpoint, within its operator's limits",
		Checked:  "recorded 2026-11",
		Timeout:  endpointTimeout,
		MaxBytes: endpointMaxBytes,
		Retries:  -1,
		StaleFor: -1,
	}
}

// Network is the client of the named network.
func (c *Chains) Network(name string) (*Client, error) {
	client, ok := c.clients[name]
	if !ok {
		return nil, upstream.Invalid.Errorf("no such network")
	}
	return client, nil
}

// EndpointHealth is the state of one endpoint.
type EndpointHealth struct {
	Network   string  `json:"network"`
	Endpoint  string  `json:"endpoint"`             // the provider's name
	Status    string  `json:"status"`               // ok, unused, failing, lagging, cooling, wrong_chain
	Reason    string  `json:"reason,omitempty"`     // on a wrong chain, or ahead with blocks that the others lack
	Head      uint64  `json:"head,omitempty"`       // newest block that it has shown
	Behind    uint64  `json:"behind,omitempty"`     // blocks behind the newest one reported by any endpoint
	LatencyMS float64 `json:"latency_ms,omitempty"` // moving average
	Failures  int     `json:"failures_in_a_row"`
}

// Health lists the used endpoints in the order in which they would be tried.
func (c *Chains) Health() []EndpointHealth {
	var list []EndpointHealth
	for _, n := range c.order {
		list = append(list, c.clients[n.Name].Health()...)
	}
	return list
}

// Client reads one network. It is safe for concurrent use.
type Client struct {
	network   Network
	now       func() time.Time
	hedge     time.Duration
	within    time.Duration // of a whole read, including failed endpoints
	endpoints []*endpoint
}

// Network is what the client reads.
func (c *Client) Network() *Network { return &c.network }
