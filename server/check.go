package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/farebox/farebox/internal/dated"
	"github.com/farebox/farebox/internal/network/dnslookup"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/render"
	"github.com/farebox/farebox/server/catalog"
)

// checksAtOnce bounds the providers that are tried at the same moment. Each keeps to its own limits.
const checksAtOnce = 8

// CheckOptions narrow a check.
type CheckOptions struct {
	Family   string // only the providers of its routes; "" for all
	Provider string // only this one; "" for all
	// Progress is called for each provider that is done, from one goroutine at a time; may be nil.
	Progress func(done, all int, provider string)
	// Wrap stands around what sends the requests, to see them; nil for nothing.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// Checkup is the result of a check.
type Checkup struct {
	Providers []ProviderCheck `json:"providers"`
	Lists     []ListCheck     `json:"lists"`
	Routes    []RouteStanding `json:"routes"`
	Tables    []TableCheck    `json:"tables"`   // of the program, that are past their last day or near it
	Networks  []NetworkCheck  `json:"networks"` // that payments are taken on; none when the check was narrowed
}

// TableCheck is a table of the program that answers will soon lack.
type TableCheck struct {
	Table     string      `json:"table"`
	State     dated.State `json:"state"`
	GoodUntil dated.Day   `json:"good_until"`
	DaysLeft  int         `json:"days_left"`
	Renew     string      `json:"renew"`
	Routes    []string    `json:"routes"`
}

// tableChecks are those of the tables that have no more than [dated.Notice] left, the first to end first.
func tableChecks(tables []dated.Table, now time.Time) []TableCheck {
	found := []TableCheck{}
	for _, t := range tables {
		left, _ := t.DaysLeft(now)
		if t.State(now) == dated.Current {
			continue
		}
		found = append(found, TableCheck{
			Table:     t.Name,
			State:     t.State(now),
			GoodUntil: t.GoodUntil,
			DaysLeft:  left,
			Renew:     t.Renew,
			Routes:    t.Routes,
		})
	}
	slices.SortStableFunc(found, func(a, b TableCheck) int { return a.DaysLeft - b.DaysLeft })
	return found
}

// ProviderCheck is the verdict on one provider.
type ProviderCheck struct {
	Provider string `json:"provider"`
	Status   string `json:"status"` // one of the upstream.Probe constants
	Member   string `json:"member,omitempty"`
	Expected string `json:"expected,omitempty"`
	Got      string `json:"got,omitempty"`
	Detail   string `json:"detail,omitempty"`
	TookMS   int64  `json:"took_ms"`
}

// ListCheck is the state of one downloaded list.
type ListCheck struct {
	List        string `json:"list"`
	Provider    string `json:"provider"`
	Status      string `json:"status"`
	Records     int    `json:"records"`
	Least       int    `json:"least"` // fewer are refused
	AgeSeconds  int64  `json:"age_seconds"`
	StaleAfterS int64  `json:"stale_after_seconds"`
	Error       string `json:"error,omitempty"`
}

// OK says whether everything configured is well.
func (c *Checkup) OK() bool {
	return !slices.ContainsFunc(c.Providers, func(p ProviderCheck) bool { return p.lacks() }) &&
		!slices.ContainsFunc(c.Lists, func(l ListCheck) bool { return lacksList(l.Status) }) &&
		!slices.ContainsFunc(c.Tables, func(t TableCheck) bool { return t.State == dated.Past }) &&
		!slices.ContainsFunc(c.Networks, func(n NetworkCheck) bool { return n.Detail != "" })
}

func (p ProviderCheck) lacks() bool {
	switch p.Status {
	case upstream.ProbeOK, upstream.ProbeNone, upstream.ProbeNotConfigured:
		return false
	}
	return true
}

func lacksList(status string) bool { return upstream.DatasetHealth{Status: status}.Lacks() }

// Check asks every provider of the configuration for something whose true answer does not change, and brings the lists
// up to date. It asks the chains of PAYMENT_NETWORKS whether their tokens are what they are taken for. It needs no
// database, and none of the keys that payments are settled with.
func Check(ctx context.Context, c Config, o CheckOptions) (*Checkup, error) {
	options := c.upstreams()
	options.Transport = upstream.NewTransport(c.lookup)
	if o.Wrap != nil {
		options.Transport = o.Wrap(options.Transport)
	}
	from, err := c.bareSources(upstream.NewPool(options))
	if err != nil {
		return nil, err
	}
	found, err := checkup(ctx, from, o)
	if err != nil || o.Family != "" || o.Provider != "" {
		return found, err
	}
	found.Networks, err = c.checkNetworks(ctx)
	return found, err
}

// bareSources are those of a service that is not built: what the providers need, and no documents.
func (c *Config) bareSources(pool *upstream.Pool) (*sources, error) {
	networks, err := c.PaymentNetworks()
	if err != nil {
		return nil, err
	}
	resolver, err := dnslookup.New(dnslookup.Options{Servers: splitList(c.DNSResolvers)})
	if err != nil {
		return nil, fmt.Errorf("DNS_RESOLVERS: %w", err)
	}

	pages := fetch.New(fetch.Options{UserAgent: fetch.BotUserAgent(c.PublicBaseURL)})
	return newSources(Parts{
		Config:    *c,
		Networks:  networks,
		Upstreams: pool,
		Fetch:     pages,
		Render:    render.New(render.Options{Fetch: pages}), // starts no browser before it is asked
		DNS:       resolver,
		Now:       time.Now,
	})
}

// Providers are the declarations of all data providers, by name: those for which the families make a client.
func Providers() ([]upstream.Provider, error) {
	c, err := ConfigFrom(nil)
	if err != nil {
		return nil, err
	}
	pool := upstream.NewPool(c.upstreams())
	from, err := c.bareSources(pool)
	if err != nil {
		return nil, err
	}
	_, err = from.allFamilies()
	return pool.Providers(), err
}

// checkup tries the providers of the families that are made from these sources.
func checkup(ctx context.Context, from *sources, o CheckOptions) (*Checkup, error) {
	if _, err := from.allFamilies(); err != nil {
		return nil, err
	}
	if err := from.pool.Err(); err != nil {
		return nil, fmt.Errorf("data providers: %w", err)
	}
	table, providers, err := o.pick(mainSources(), from.pool.Probed())
	if err != nil {
		return nil, err
	}

	found := &Checkup{Providers: checkProviders(ctx, from.pool, providers, o.Progress)}
	for _, l := range from.pool.DatasetHealth() {
		if slices.Contains(providers, l.Provider) {
			found.Lists = append(found.Lists, listCheck(l))
		}
	}
	found.Routes = standings(table, found.usable(from.pool.Health()))
	tables, err := catalog.Tables()
	if err != nil {
		return nil, err
	}
	found.Tables = tableChecks(tables, from.now())
	return found, ctx.Err()
}

// pick are the routes and the providers that the options leave.
func (o CheckOptions) pick(
	table map[string]routeSources, providers []string,
) (routes map[string]routeSources, picked []string, err error) {
	asked := map[string]bool{}
	routes = map[string]routeSources{}
	for _, op := range loadSpec().Operations {
		sources, asks := table[op.Name()]
		other := o.Family != "" && o.Family != op.Family
		if !asks || other || o.Provider != "" && !slices.Contains(sources.Uses, o.Provider) {
			continue
		}
		routes[op.Name()] = sources
		for _, p := range sources.Uses {
			asked[p] = true
		}
	}

	for _, p := range providers {
		if (o.Family == "" || asked[p]) && (o.Provider == "" || o.Provider == p) {
			picked = append(picked, p)
		}
	}
	switch {
	case len(picked) > 0:
		return routes, picked, nil
	case o.Provider != "" && !slices.Contains(providers, o.Provider):
		return nil, nil, fmt.Errorf("there is no provider %s; docs/upstreams.md lists them", o.Provider)
	case !slices.ContainsFunc(families, func(f family) bool { return f.name == o.Family }):
		return nil, nil, fmt.Errorf("there is no family %s", o.Family)
	}
	return nil, nil, errors.New("these routes ask no such provider")
}

// checkProviders tries them side by side, and gives the verdicts in order of the names.
func checkProviders(
	ctx context.Context, pool *upstream.Pool, providers []string, progress func(done, all int, provider string),
) []ProviderCheck {
	found := make([]ProviderCheck, len(providers))
	var all errgroup.Group
	all.SetLimit(checksAtOnce)
	var mu sync.Mutex
	done := 0
	for i, p := range providers {
		all.Go(func() error {
			found[i] = checkProvider(ctx, pool, p)

			mu.Lock()
			defer mu.Unlock()
			done++
			if progress != nil {
				progress(done, len(providers), p)
			}
			return nil
		})
	}
	_ = all.Wait() // what failed is in the verdicts
	return found
}

// checkProvider brings the lists of a provider up to date, and then probes it. The verdict on a provider that only has
// lists is that on them.
func checkProvider(ctx context.Context, pool *upstream.Pool, provider string) ProviderCheck {
	began := time.Now()
	pool.UpdateLists(ctx, provider)
	v := pool.Check(ctx, provider)
	found := ProviderCheck{
		Provider: provider,
		Status:   v.Status,
		Member:   v.Member,
		Expected: v.Expected,
		Got:      v.Got,
		Detail:   v.Detail,
	}

	if v.Status == upstream.ProbeNone {
		for _, l := range pool.DatasetHealth() {
			if l.Provider == provider && (found.Status == upstream.ProbeNone || !found.lacks()) {
				found.judgeList(l)
			}
		}
	}
	found.TookMS = time.Since(began).Milliseconds()
	return found
}

// judgeList makes the state of a list the verdict.
func (p *ProviderCheck) judgeList(l upstream.DatasetHealth) {
	p.Status = upstream.ProbeOK
	if !l.Lacks() {
		return
	}
	p.Status = upstream.ProbeUnreachable
	p.Detail = l.Name + ": " + cmp.Or(l.LastError, l.Status)
	switch {
	case l.Status == "refused", l.ErrorKind == upstream.NotFound, l.ErrorKind == upstream.BadResponse:
		p.Status = upstream.ProbeDrifted
		p.Expected = fmt.Sprintf("a list of at least %d records", l.Least)
		p.Got = l.LastError
	case l.ErrorKind == upstream.Unauthorized, l.ErrorKind == upstream.Invalid:
		p.Status = upstream.ProbeRefused
	case l.ErrorKind == upstream.RateLimited:
		p.Status = upstream.ProbeLimited
	}
}

func listCheck(l upstream.DatasetHealth) ListCheck {
	return ListCheck{
		List:        l.Name,
		Provider:    l.Provider,
		Status:      l.Status,
		Records:     l.Records,
		Least:       l.Least,
		AgeSeconds:  l.AgeSeconds,
		StaleAfterS: int64(l.StaleFrom.Seconds()),
		Error:       l.LastError,
	}
}

// usable says whether routes can use a provider. Of those that were not tried, only those that are not set up are known
// to be of no use.
func (c *Checkup) usable(health []upstream.Health) func(provider string) bool {
	down := map[string]bool{}
	for _, h := range health {
		down[h.Name] = !h.Configured
	}
	for _, p := range c.Providers {
		down[p.Provider] = p.lacks() || p.Status == upstream.ProbeNotConfigured
	}
	for _, l := range c.Lists {
		down[l.Provider] = down[l.Provider] || lacksList(l.Status)
	}
	return func(provider string) bool { return !down[provider] }
}

// Text is the checkup for people.
func (c *Checkup) Text() string {
	var b strings.Builder
	c.providerLines(&b)
	c.listLines(&b)
	c.routeLines(&b)
	c.networkLines(&b)
	c.tableLines(&b)
	return b.String()
}

func (c *Checkup) providerLines(b *strings.Builder) {
	counts := map[string]int{}
	for _, p := range c.Providers {
		counts[p.Status]++
		fmt.Fprintf(b, "%-15s %-28s %6.1fs", p.Status, p.Provider, float64(p.TookMS)/1000)
		switch {
		case p.Member != "":
			fmt.Fprintf(b, "  %s: expected %s, got %s", p.Member, p.Expected, p.Got)
		case p.Detail != "":
			b.WriteString("  " + p.Detail)
		}
		b.WriteString("\n")
	}

	fmt.Fprintf(b, "\n%d providers:", len(c.Providers))
	for _, status := range []string{
		upstream.ProbeOK, upstream.ProbeDrifted, upstream.ProbeRefused, upstream.ProbeLimited,
		upstream.ProbeUnreachable, upstream.ProbeNotConfigured, upstream.ProbeNone,
	} {
		if counts[status] > 0 {
			fmt.Fprintf(b, " %d %s", counts[status], status)
		}
	}
	b.WriteString("\n")
}

func (c *Checkup) listLines(b *strings.Builder) {
	if len(c.Lists) > 0 {
		b.WriteString("\n")
	}
	for _, l := range c.Lists {
		fmt.Fprintf(b, "%-15s list %-23s %d records (least %d), %s old (stale from %s)",
			l.Status, l.List, l.Records, l.Least, time.Duration(l.AgeSeconds)*time.Second,
			time.Duration(l.StaleAfterS)*time.Second)
		if l.Error != "" {
			b.WriteString("  " + l.Error)
		}
		b.WriteString("\n")
	}
}

// tableLines lists the tables that are to be renewed.
func (c *Checkup) tableLines(b *strings.Builder) {
	if len(c.Tables) > 0 {
		b.WriteString("\n")
	}
	for _, t := range c.Tables {
		fmt.Fprintf(b, "%-15s table %-22s good until %s (%d days): %s\n",
			t.State, t.Table, t.GoodUntil, t.DaysLeft, t.Renew)
	}
}

// routeLines lists the routes that are not whole.
func (c *Checkup) routeLines(b *strings.Builder) {
	counts := map[string]int{}
	for _, r := range c.Routes {
		counts[r.Standing]++
	}
	fmt.Fprintf(b, "\n%d routes that ask providers: %d sellable, %d in part, %d not\n", len(c.Routes),
		counts[routeSellable], counts[routeInPart], counts[routeClosed])

	words := map[string]string{
		routeInPart: "in part",
		routeClosed: "not",
	}
	for _, standing := range []string{routeClosed, routeInPart} {
		for _, r := range c.Routes {
			if r.Standing == standing {
				fmt.Fprintf(b, "%-8s %s  without %s\n", words[standing], r.Route, strings.Join(r.Lacks, ", "))
			}
		}
	}
}
