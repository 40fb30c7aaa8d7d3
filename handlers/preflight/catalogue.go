package preflight

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"github.com/farebox/farebox/handlers/preflight/quote"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/bazaar"
)

const (
	catalogueFile    = "resources.json"
	refreshCatalogue = 6 * time.Hour // the Bazaar updates its usage figures as often
	leastPrices      = 50            // fewer prices do not show what is usual
	longestName      = 200           // bytes shown of a seller's own name
	longestMethod    = 16            // likewise of the method
	leastBazaar      = 500           // resources of the Bazaar, a thirtieth of what it held in 2026
)

// index is a catalogue by address. It is read-only.
type index struct {
	size   int
	byURL  map[string]*resource
	byHost map[string]*site
	usual  decimal.Decimal // 99th percentile of listed prices in USD; zero if too few are known
	short  string          // why it is not to be believed whole, "" when it is
}

// resource is a listed endpoint with its ways to pay in the form of live ones.
type resource struct {
	bazaar.Resource
	offers []quote.Offer
}

// site is a host's listed resources.
type site struct {
	all       []*resource
	templates []*resource // those whose path has variables: /items/{id}, /items/:id
}

// catalogue declares the dataset of a provider. With fewer than least resources it is not believed.
func catalogue(pool *upstream.Pool, provider upstream.Provider, least int) *upstream.Dataset[*index] {
	return upstream.NewDataset(pool, upstream.DatasetSpec[*index]{
		Name:   provider.Name,
		Client: pool.Client(provider),
		Every:  refreshCatalogue,
		Files:  []upstream.File{{Name: catalogueFile, Request: bazaar.Page, Next: bazaar.Next}},
		Parse: func(dir fs.FS) (*index, error) {
			c, err := upstream.ReadFile(dir, catalogueFile, bazaar.Read)
			if err != nil {
				return nil, err
			}

			return newIndex(c), nil
		},
		Count:      func(x *index) int { return x.size },
		MinRecords: least,
		// The Bazaar went from 48,030 resources to 15,070 when it was cleaned (2026): a sudden drop is not an
		// error.
		MaxShrink: 0.8,
		Check: func(x *index) error {
			if x.short != "" {
				return errors.New(x.short)
			}
			return nil
		},
	})
}

func newIndex(c bazaar.Catalogue) *index {
	x := &index{byURL: map[string]*resource{}, byHost: map[string]*site{}}
	var prices []decimal.Decimal
	for _, listed := range c.Resources {
		u, err := url.Parse(listed.URL)
		if err != nil || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" {
			continue // MCP tools have separate addresses
		}
		listed.ServiceName = quote.Shown(listed.ServiceName, longestName)
		listed.Method = quote.Shown(listed.Method, longestMethod)
		r := &resource{Resource: listed}
		for _, a := range listed.Accepts {
			o := offerOf(a)
			r.offers = append(r.offers, o)
			if usd, ok := worth(o); ok {
				prices = append(prices, usd)
			}
		}
		r.Accepts = nil // the offers say it
		x.put(u, r)
	}

	if len(prices) >= leastPrices {
		slices.SortFunc(prices, decimal.Decimal.Cmp)
		x.usual = prices[len(prices)*99/100]
	}

	read := len(c.Resources)
	switch {
	case c.Unread > read/4:
		x.short = fmt.Sprintf("%d of %d items are not understood", c.Unread, c.Unread+read)
	case read+c.Unread < c.Stated*4/5:
		x.short = fmt.Sprintf("%d of %d stated resources came", read+c.Unread, c.Stated)
	}

	return x
}

// put adds a resource. Pages that shift while being read contain some twice: put keeps the one with more use.
func (x *index) put(u *url.URL, r *resource) {
	key := keyOf(u)
	host := hostOf(u)
	if known := x.byURL[key]; known != nil {
		if used(r) > used(known) {
			*known = *r
		}
		return
	}

	s := x.byHost[host]
	if s == nil {
		s = &site{}
		x.byHost[host] = s
	}

	x.byURL[key] = r
	s.all = append(s.all, r)
	x.size++
	if slices.ContainsFunc(segments(u), variable) {
		s.templates = append(s.templates, r)
	}
}

func used(r *resource) int {
	if r.Quality == nil {
		return -1
	}
	return r.Quality.Payers
}

// offerOf is a listed way to pay in the form of a live one.
func offerOf(a bazaar.Accept) quote.Offer {
	network, _ := quote.ParseNetwork(a.Network)
	return quote.Offer{
		Scheme:  a.Scheme,
		Network: network,
		Asset:   a.Asset,
		Amount:  a.Amount,
		PayTo:   a.PayTo,
	}
}

// hostOf is a URL's host, with the port if it is not the default.
func hostOf(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if p := u.Port(); p != "" && p != "443" && p != "80" {
		return net.JoinHostPort(host, p)
	}
	return host
}

// keyOf identifies a URL's resource: host and path. Catalogues omit the query.
func keyOf(u *url.URL) string { return hostOf(u) + "/" + strings.Trim(u.EscapedPath(), "/") }

// listing is what the catalogues know about a URL.
type listing struct {
	exact *resource   // nil if the URL is not listed
	host  []*resource // everything listed for its host; shared with the index
}

func (l *listing) known() bool { return len(l.host) > 0 }

// add merges another catalogue's knowledge. The first to list the URL is believed; usage figures come from
// whichever has them.
func (l *listing) add(more listing) {
	switch {
	case l.exact == nil:
		l.exact = more.exact
	case more.exact != nil && l.exact.Quality == nil && more.exact.Quality != nil:
		merged := *l.exact
		merged.Quality = more.exact.Quality
		l.exact = &merged
	}

	if len(l.host) == 0 || len(more.host) == 0 {
		l.host = slices.Concat(l.host, more.host)
		return
	}

	have := make(map[string]bool, len(l.host))
	for _, r := range l.host {
		have[r.URL] = true
	}

	l.host = slices.Clone(l.host)
	for _, r := range more.host {
		if !have[r.URL] {
			l.host = append(l.host, r)
		}
	}
}

// find looks up a URL, also among paths with variables.
func (x *index) find(u *url.URL) listing {
	s := x.byHost[hostOf(u)]
	if s == nil {
		return listing{}
	}
	l := listing{exact: x.byURL[keyOf(u)], host: s.all}
	for _, r := range s.templates {
		if l.exact == nil && stands(r.URL, u) {
			l.exact = r
		}
	}
	return l
}

func segments(u *url.URL) []string { return strings.Split(strings.Trim(u.Path, "/"), "/") }

// variable reports whether a path segment is a variable: {id} or :id.
func variable(s string) bool {
	return len(s) > 1 && s[0] == ':' || len(s) > 2 && s[0] == '{' && s[len(s)-1] == '}'
}

// stands reports whether a listed path with variables matches the URL's.
func stands(template string, u *url.URL) bool {
	t, err := url.Parse(template)
	if err != nil {
		return false
	}
	return slices.EqualFunc(segments(t), segments(u), func(want, have string) bool { return want == have || variable(want) && have != "" })
}

// otherMethod reports whether the URL is listed with another method than GET, so that a 404 to the probe means
// nothing.
func (l *listing) otherMethod() bool {
	return l.exact != nil && l.exact.Method != "" && l.exact.Method != http.MethodGet && l.exact.Method != http.MethodHead
}

// accepts are the ways to pay listed for the URL.
func (l *listing) accepts() []quote.Offer {
	if l.exact == nil {
		return nil
	}
	return l.exact.offers
}

// hostPayees are the receivers listed for any URL of its host, once per network: some hosts have tens of thousands
// of resources and a handful of receivers.
func (l *listing) hostPayees() []quote.Offer {
	type key struct{ network, payTo string }
	seen := map[key]bool{}
	var out []quote.Offer
	for _, r := range l.host {
		for _, o := range r.offers {
			if k := (key{o.Network.ID, o.PayTo}); !seen[k] {
				seen[k] = true
				out = append(out, o)
			}
		}
	}
	return out
}
