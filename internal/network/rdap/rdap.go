// Package rdap reads registration data of domains and IP networks (RDAP, RFC 9082 and 9083) from the registries' own servers,
// which IANA lists (RFC 9224). What registries say about persons is dropped while it is read: nothing here can hold it.
package rdap

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/publicsuffix"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
)

const docs = "https://www.icann.org/rdap"

// Provider is IANA's registry of the servers.
var Provider = upstream.Provider{
	Name: "rdap", BaseURL: "https://data.iana.org/rdap", Docs: docs, Attribution: "registries of the top-level domains, by RDAP", Terms: "those of each registry",
	Checked: "recorded 2022", Timeout: time.Minute, MaxBytes: 4 << 20,
}

// registry declares the server of one registry. Each has limits and a circuit of its own, so that one that is down does not take
// the others with it.
func registry(host string, origin string) upstream.Provider {
	name := strings.NewReplacer(".", "_", ":", "__").Replace(host)
	if strings.HasPrefix(origin, "http:") {
		name = "http-" + name
	}
	return upstream.Provider{
		Name: "rdap-" + name, BaseURL: origin, Docs: docs, Terms: Provider.Terms, Attribution: Provider.Attribution, Checked: Provider.Checked,
		RatePerMinute: 60, Burst: 20, TTL: 24 * time.Hour, StaleFor: 6 * 24 * time.Hour, Timeout: 8 * time.Second, MaxBytes: 1 << 20, Retries: 1,
		Headers: map[string]string{"Accept": "application/rdap+json, application/json;q=0.9"},
	}
}

// Client asks registries.
type Client struct {
	pool    *upstream.Pool
	pages   *fetch.Client
	shipped *table
	listed  *upstream.Dataset[*table]
}

// New makes a client, and registers IANA's registry as a list that is kept fresh; until its first load, and for servers that are
// not in it, a shipped table is used. pages follows the links that registries give to registrars' servers: these are
// strangers' addresses, so they go through the fetch guard. nil follows none.
func New(pool *upstream.Pool, pages *fetch.Client) (*Client, error) {
	shipped, err := readShipped()
	if err != nil {
		return nil, err
	}
	c := &Client{
		pool:    pool,
		pages:   pages,
		shipped: shipped,
	}
	c.listed = upstream.NewDataset(pool, upstream.DatasetSpec[*table]{
		Name: "rdap_bootstrap", Client: pool.Client(Provider), Every: 24 * time.Hour, MinRecords: 500,
		Files: []upstream.File{{Name: "dns.json", Request: func(c *upstream.Client) *upstream.Request { return c.Get("/dns.json") }}},
		Parse: parseBootstrap, Count: func(t *table) int { return len(t.servers) },
	})
	return c, nil
}

// ErrNoService is a domain whose registry has no RDAP server that is known, or a public suffix, which is registered
// with nobody: nothing can be said about it.
var ErrNoService error = upstream.NotCovered.Errorf("the registry of this domain has no RDAP service")

// Domain gives the registration of a registrable domain, in A-labels: upstream.NotFound when there is none, ErrNoService when
// nobody can be asked. Where the registry leaves out the registrar or a date, and links to the registrar's own server, that one
// fills the gaps.
func (c *Client) Domain(ctx context.Context, name string) (*Domain, error) {
	name = strings.ToLower(strings.TrimSuffix(name, "."))
	suffix, icann := publicsuffix.PublicSuffix(name)
	base := c.server(name)
	if base == nil || icann && suffix == name {
		return nil, ErrNoService
	}

	origin := base.Scheme + "://" + base.Host
	request := noSuch(c.pool.Client(registry(base.Host, origin)).Get(base.Path+"domain/{}", name))
	resp, err := request.Check(reduce(func(o *object) (*Domain, error) { return o.domainCalled(name) })).Do(ctx)
	if err != nil {
		return nil, err
	}

	var d Domain
	if err := resp.JSON(&d); err != nil {
		return nil, err
	}

	d.Server = base.Host
	if c.pages != nil && d.Related != "" && leadsAway(d.Related, base) && (d.Registrar == "" || d.Created == nil || d.Expires == nil) {
		c.complete(ctx, &d, resp.FetchedAt)
	}

	return &d, nil
}

// noSuch declares how a registry says that it has no such object: by the status 404, with or without a body (RFC 7480,
// section 5.3).
func noSuch(request *upstream.Request) *upstream.Request {
	return request.NoRecord(http.StatusNotFound, upstream.BareStatus)
}

// server is the base of the RDAP server of name's registry, nil when none is known.
func (c *Client) server(name string) *url.URL {
	listed, _, err := c.listed.Get()
	if err == nil {
		if base := listed.find(name, false); base != nil {
			return base
		}
	}
	return c.shipped.find(name, err == nil)
}

// leadsAway says whether a link goes to another server than the one that gave it.
func leadsAway(link string, from *url.URL) bool {
	u, err := url.Parse(link)
	return err == nil && !strings.EqualFold(u.Hostname(), from.Hostname())
}

// The registrar's server gets this long, and always leaves the caller time to go without it.
const (
	registrarBudget = 3 * time.Second
	registrarSpare  = 500 * time.Millisecond
)

// complete fills what the registry left out from the registrar's server. Its failure leaves the gaps. Its answer, which may be
// about persons, is not remembered.
func (c *Client) complete(ctx context.Context, d *Domain, at time.Time) {
	budget := registrarBudget
	if deadline, ok := ctx.Deadline(); ok {
		budget = min(budget, time.Until(deadline)-registrarSpare)
	}

	ctx, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	page, err := c.pages.Get(ctx, fetch.Request{
		URL: d.Related, MaxBytes: 1 << 20, Accept: "application/rdap+json, application/json;q=0.9",
		MediaTypes: []string{"application/rdap+json", "application/json"}, IgnoreRobots: true /* an interface for programs */, NoCache: true,
	})
	if err != nil {
		return
	}

	o, ok := readObject(page.Body, at)
	if !ok || !strings.EqualFold(o.Class, "domain") {
		return
	}

	more, err := o.domainCalled(d.Name)
	if err != nil {
		return
	}

	if d.Registrar == "" {
		d.Registrar = more.Registrar
		d.RegistrarID = cmp.Or(d.RegistrarID, more.RegistrarID)
	}
	d.Created = cmp.Or(d.Created, more.Created)

	d.Expires = cmp.Or(d.Expires, more.Expires)
	if len(d.Statuses) == 0 {
		d.Statuses = more.Statuses
	}

	if len(d.Nameservers) == 0 {
		d.Nameservers = more.Nameservers
	}
}

// reduce replaces the answer with what read takes of it before the answer is remembered: so no cache holds what
// registries say about persons. It refuses anything but an RDAP object about a domain.
func reduce(read func(*object) (*Domain, error)) func(*upstream.Response) error {
	return func(r *upstream.Response) error {
		o, ok := readObject(r.Body, r.FetchedAt)
		if !ok {
			return upstream.BadResponse.Errorf("no RDAP answer")
		}

		switch {
		case o.ErrorCode == 404:
			return upstream.NotFound.Errorf("RDAP error 404")
		case o.ErrorCode == 429:
			return upstream.RateLimited.Errorf("RDAP error 429")
		case o.ErrorCode != 0:
			return upstream.Unavailable.Errorf("RDAP error %d", o.ErrorCode)
		case o.Class != "" && !strings.EqualFold(o.Class, "domain"), o.Class == "" && o.LDHName == "":
			return upstream.BadResponse.Errorf("no RDAP answer about a domain")
		}

		kept, err := read(o)
		if err != nil {
			return err
		}

		r.Body, err = json.Marshal(kept)
		return err
	}
}
