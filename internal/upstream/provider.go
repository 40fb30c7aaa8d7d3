// Package upstream is the one client that every data provider is called through. A provider declares itself once (see
// Provider) and gets from the client: its address and key from the configuration, time limits inside the caller's
// deadline, retries, a circuit breaker, a rate limit, a size cap, a cache, metrics and a state for /health. What it
// adds itself is typed methods in the provider's own terms, in a small package below this one.
package upstream

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

// What a declaration that leaves the field zero gets.
const (
	defaultTimeout     = 10 * time.Second
	defaultMaxBytes    = 8 << 20
	defaultConcurrency = 32
	defaultRetries     = 2
)

// Provider declares one data provider. The declaration drives the configuration, docs/upstreams.md and /health.
type Provider struct {
	// Name is the provider's id in sources, metrics, logs and settings: lower case letters, digits, '-' and '_'.
	Name string

	// BaseURL is put before every path. UPSTREAM_<NAME>_URL overrides it; its value "off" switches the provider off.
	// Empty means that the operator has to give the address, and that calls are NotConfigured until then.
	BaseURL string

	// Hosts are further addresses of the same provider, under the same limits and breaker, chosen by Request.On. Each is
	// overridable by UPSTREAM_<NAME>_<HOST>_URL.
	Hosts map[string]string

	Docs        string // where the API is documented
	Attribution string // what its terms ask to be shown with the data
	Terms       string // licence, or where the terms are
	Checked     string // how the shapes were checked, when only on recorded answers: "recorded 2026-10"

	// Keys are the credentials it takes. Those with a Header or a Query name are sent by the client.
	Keys []Key

	// RatePerMinute is the number of requests allowed to go out in a minute, 0 for no limit. A set key may raise it.
	RatePerMinute float64
	// Burst is how many of them may go at once; 0 means one second's worth, at least one. If it is larger, it is the
	// first part of a longer time, such as an hour of 60 requests: 1 and 60.
	Burst int
	// Quotas are further limits, over longer times.
	Quotas []Quota
	// Concurrency is how many requests may be under way at once; 0 means 32.
	Concurrency int
	// Own are the limits at an address that the operator has set: a server of their own is not bound by what a public
	// one asks for. nil keeps those above.
	Own *Limits

	// TTL is how long an answer is good. 0 means that answers are not kept (identical calls at the same moment still
	// share one request). Requests may set their own.
	TTL time.Duration
	// StaleFor is how long past its TTL an answer may still be given, marked Stale, when the provider fails: 0 means as
	// long as the TTL again, negative never.
	StaleFor time.Duration
	// Lasts is how old its data may be by their own day: some times the longest pause between two updates. Older ones
	// are stale, however lately it gave them. 0 means no bound. Answers that state their day are [Dated].
	Lasts time.Duration
	// Undated says that it has answers without a day of the whole: records that stay true, or the state of a moment.
	// How old those are only their records can say, to whoever asks for them.
	Undated bool

	// Timeout bounds a whole call, retries and waiting for the rate limit included, inside the caller's own deadline;
	// 0 means 10 s.
	Timeout time.Duration
	// MaxBytes caps an answer after decompression; 0 means 8 MiB.
	MaxBytes int64
	// Retries after the first try, for calls that may be repeated: 0 means 2, negative none.
	Retries int

	// Headers go with every request: a pinned API version, an Accept. An empty User-Agent sends none.
	Headers map[string]string
	// PlainAgent takes the parentheses off the User-Agent: "Farebox/1.0 ops@example.com".
	PlainAgent bool
}

// Limits are those of requests to a provider, as in [Provider].
type Limits struct {
	RatePerMinute float64
	Burst         int
	Concurrency   int
}

// Key is one credential of a provider, read from the environment.
type Key struct {
	Env      string // the variable's name
	Required bool   // without it, calls are NotConfigured; otherwise they go without
	Default  string // a public value to use when unset, such as DEMO_KEY

	// Where it goes: a header (after Scheme and a blank, if given) or a query parameter. With neither, the provider's
	// package reads it by Client.Key, say to sign with.
	Header string
	Scheme string
	Query  string

	RatePerMinute float64 // the limit with this key set, 0 for the provider's own
	Gives         string  // what it is for, in the generated docs: "5,000 requests an hour instead of 60"
}

// Variable is one setting that a declaration brings with it.
type Variable struct {
	Name     string
	Default  string
	Doc      string
	Secret   bool
	Required bool
}

// Variables lists the settings of the provider: its address first, then its keys.
func (p Provider) Variables() []Variable {
	vars := []Variable{{
		Name: p.urlVariable(""), Default: p.BaseURL, Required: p.BaseURL == "",
		Doc: "address of " + p.Name + `; "off" switches it off`,
	}}

	for _, host := range p.hostNames() {
		vars = append(vars, Variable{
			Name:    p.urlVariable(host),
			Default: p.Hosts[host],
			Doc:     "address of " + p.Name + " (" + host + ")",
		})
	}

	for _, k := range p.Keys {
		doc := "key of " + p.Name
		if k.Gives != "" {
			doc += ": " + k.Gives
		}
		vars = append(vars, Variable{
			Name:     k.Env,
			Default:  k.Default,
			Doc:      doc,
			Secret:   true,
			Required: k.Required,
		})
	}
	return vars
}

func (p Provider) hostNames() []string {
	return slices.Sorted(maps.Keys(p.Hosts))
}

// urlVariable is UPSTREAM_<NAME>_URL, or UPSTREAM_<NAME>_<HOST>_URL.
func (p Provider) urlVariable(host string) string {
	if host != "" {
		return p.variable(host + "_URL")
	}
	return p.variable("URL")
}

// variable is UPSTREAM_<NAME>_<WHAT>.
func (p Provider) variable(what string) string {
	return strings.ToUpper(strings.ReplaceAll("UPSTREAM_"+p.Name+"_"+what, "-", "_"))
}

var validName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*$`)

// Validate says what is wrong with a declaration.
func (p Provider) Validate() error {
	var errs []error
	if !validName.MatchString(p.Name) {
		errs = append(errs, fmt.Errorf("name %q: want lower case letters, digits, '-' and '_'", p.Name))
	}

	if p.BaseURL != "" {
		if _, err := parseBase(p.BaseURL); err != nil {
			errs = append(errs, fmt.Errorf("BaseURL: %w", err))
		}
	}

	for _, host := range p.hostNames() {
		if _, err := parseBase(p.Hosts[host]); err != nil || !validName.MatchString(host) {
			errs = append(errs, fmt.Errorf("host %q: want a plain name and an absolute http(s) URL", host))
		}
	}

	for _, k := range p.Keys {
		if k.Env == "" || (k.Header != "" && k.Query != "") {
			errs = append(errs, fmt.Errorf("key %q: want a variable name and at most one of Header and Query", k.Env))
		}
	}

	for _, q := range p.Quotas {
		if q.Requests <= 0 || q.Per <= 0 {
			errs = append(errs, errors.New("a quota needs a number of requests and a time"))
		}
	}

	if own := p.Own; own != nil && (own.RatePerMinute <= 0 || own.Burst <= 0 || own.Concurrency <= 0) {
		errs = append(errs, errors.New("limits of the operator's own server are all set"))
	}
	if p.RatePerMinute < 0 || p.Burst < 0 || p.Concurrency < 0 || p.TTL < 0 || p.Timeout < 0 || p.MaxBytes < 0 {
		errs = append(errs, errors.New("limits and times are never negative"))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("provider %q: %w", p.Name, err)
	}

	return nil
}

// filled is the declaration with the defaults put in.
func (p Provider) filled() Provider {
	p.Timeout = cmp.Or(p.Timeout, defaultTimeout)
	p.MaxBytes = cmp.Or(p.MaxBytes, defaultMaxBytes)
	p.Concurrency = cmp.Or(p.Concurrency, defaultConcurrency)
	p.Retries = cmp.Or(p.Retries, defaultRetries)
	return p
}

// parseBase accepts what a path can be put after: an absolute http or https URL without query or fragment. Its error
// does not quote the URL, which may hold a key of the operator's own.
func parseBase(raw string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(raw, "/"))
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, errors.New("want an absolute http or https URL without query or fragment")
	}
	return u, nil
}
