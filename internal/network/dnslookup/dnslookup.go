// Package dnslookup asks recursive DNS resolvers and tells three things apart that the standard library's resolver blurs: a
// name that does not exist (NXDOMAIN), a name without such records (an empty list), and a lookup that failed.
package dnslookup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/each"
	"github.com/miekg/dns"
)

// Kind says why there is no answer. It is an error itself, so that callers write errors.Is(err, dnslookup.NXDomain).
type Kind string

// The kinds.
const (
	NXDomain Kind = "nxdomain"   // the name, and everything below it, does not exist (RFC 8020)
	Timeout  Kind = "timeout"    // no resolver answered in time
	Failed   Kind = "failed"     // the resolvers answered with a failure, such as SERVFAIL or REFUSED, or could not be reached
	BadName  Kind = "bad_domain" // what was asked for cannot be a domain name
)

// Error is the kind in words.
func (k Kind) Error() string { return "dns: " + string(k) }

// Error is a lookup that gave nothing.
type Error struct {
	Kind  Kind
	Name  string // without the final dot
	Type  string // "MX"
	Cause error  // may be nil
}

// Error reads "dns: failed: MX example.com: SERVFAIL".
func (e *Error) Error() string {
	s := e.Kind.Error() + ": " + e.Type + " " + e.Name
	if e.Cause != nil {
		s += ": " + e.Cause.Error()
	}
	return s
}

// Is makes errors.Is(err, dnslookup.NXDomain) work.
func (e *Error) Is(target error) bool { return target == error(e.Kind) }

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Absent says whether a lookup failed only because there is no such name.
func Absent(err error) bool { return errors.Is(err, NXDomain) || errors.Is(err, BadName) }

// Options of a Resolver. The zero value works.
type Options struct {
	// Servers are the recursive resolvers in order of preference: IP addresses with or without a port. Empty means those of
	// /etc/resolv.conf. Its search domains are never used: every name is taken as complete.
	Servers []string
	// Timeout bounds one try with one server; 0 means 2 s.
	Timeout time.Duration
	// Stagger is how long a server is waited for before the next one is asked as well; 0 means 500 ms. A server that fails
	// hands over at once.
	Stagger time.Duration
	// CacheEntries bounds the cache; 0 means 4,096, negative keeps nothing.
	CacheEntries int
	// Now is the clock of the cache; nil means time.Now.
	Now func() time.Time
}

// Resolver asks resolvers over UDP, and over TCP when an answer was cut. It is safe for concurrent use.
type Resolver struct {
	servers  []string
	timeout  time.Duration
	stagger  time.Duration
	udp, tcp *dns.Client
	cache    *cache
}

// systemServers is where the operating system names its resolvers.
const systemServers = "/etc/resolv.conf"

// New makes a Resolver. The error names the server that is no IP address.
func New(o Options) (*Resolver, error) {
	servers := o.Servers
	if len(servers) == 0 {
		servers = system(systemServers)
	}

	r := &Resolver{
		timeout: cmp.Or(o.Timeout, 2*time.Second), stagger: cmp.Or(o.Stagger, 500*time.Millisecond),
		cache: newCache(cmp.Or(o.CacheEntries, 4096), o.Now),
	}

	for _, s := range servers {
		address, err := serverAddress(s)
		if err != nil {
			return nil, err
		}
		r.servers = append(r.servers, address)
	}

	r.udp = &dns.Client{
		Net:     "udp",
		Timeout: r.timeout,
		UDPSize: udpSize,
	}
	r.tcp = &dns.Client{Net: "tcp", Timeout: r.timeout}
	return r, nil
}

// system reads the resolvers of the machine; like the C library it takes the local one when none is named.
func system(path string) []string {
	f, err := os.Open(path)
	if err != nil {
		return []string{"127.0.0.1"}
	}
	defer f.Close()
	conf, err := dns.ClientConfigFromReader(f)
	if err != nil || len(conf.Servers) == 0 {
		return []string{"127.0.0.1"}
	}
	return each.Of(conf.Servers, func(s string) string { return net.JoinHostPort(s, conf.Port) })
}

func serverAddress(s string) (string, error) {
	s = strings.TrimSpace(s)
	if ip, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
		return netip.AddrPortFrom(ip, 53).String(), nil
	}
	ap, err := netip.ParseAddrPort(s)
	if err != nil {
		return "", fmt.Errorf("dns resolver %q: want an IP address, with or without a port", s)
	}
	return ap.String(), nil
}

// question checks a name and puts it into the form that is sent.
func question(name string, qtype uint16) (dns.Question, error) {
	q := dns.Question{
		Name:   strings.ToLower(dns.Fqdn(strings.TrimSpace(name))),
		Qtype:  qtype,
		Qclass: dns.ClassINET,
	}
	if _, ok := dns.IsDomainName(q.Name); !ok || q.Name == "." || strings.Contains(q.Name, "..") {
		return q, &Error{
			Kind: BadName,
			Name: strings.TrimSuffix(name, "."),
			Type: dns.TypeToString[qtype],
		}
	}
	return q, nil
}

// lookup gives the records of one type that the name, or what its CNAMEs lead to, has.
func (r *Resolver) lookup(ctx context.Context, name string, qtype uint16) ([]dns.RR, error) {
	q, err := question(name, qtype)
	if err != nil {
		return nil, err
	}

	fail := func(kind Kind, cause error) error {
		return &Error{
			Kind:  kind,
			Name:  strings.TrimSuffix(q.Name, "."),
			Type:  dns.TypeToString[qtype],
			Cause: cause,
		}
	}
	if e, ok := r.cache.get(q); ok {
		if e.missing {
			return nil, fail(NXDomain, nil)
		}
		return e.records, nil
	}

	msg, err := r.ask(ctx, q)
	switch {
	case errors.Is(err, context.Canceled):
		return nil, fmt.Errorf("looking up %s: %w", dns.TypeToString[qtype], context.Canceled)
	case isTimeout(err):
		return nil, fail(Timeout, err)
	case err != nil:
		return nil, fail(Failed, err)
	}

	e := read(msg, q)
	if msg.Len() <= maxCached {
		r.cache.put(q, e)
	}

	if e.missing {
		return nil, fail(NXDomain, nil)
	}
	return e.records, nil
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.Is(err, context.DeadlineExceeded) || errors.As(err, &n) && n.Timeout()
}

// Bounds of what is taken from one answer.
const (
	maxRecords = 200
	maxChain   = 16
)

// read takes what was asked for out of an answer: records that belong to another name than the one that was asked for, or the
// one that its CNAMEs lead to, are left out.
func read(msg *dns.Msg, q dns.Question) entry {
	e := entry{missing: msg.Rcode == dns.RcodeNameError, ttl: negativeTTL(msg)}
	owners := map[string]bool{q.Name: true}
	if q.Qtype != dns.TypeCNAME {
		at := q.Name
		for range maxChain {
			next := ""
			for _, rr := range msg.Answer {
				if c, ok := rr.(*dns.CNAME); ok && strings.EqualFold(c.Hdr.Name, at) {
					next = strings.ToLower(c.Target)
				}
			}
			if next == "" || owners[next] {
				break
			}
			owners[next] = true
			at = next
		}
	}

	for _, rr := range msg.Answer {
		h := rr.Header()
		if h.Rrtype == q.Qtype && h.Class == dns.ClassINET && owners[strings.ToLower(h.Name)] && len(e.records) < maxRecords {
			if ttl := time.Duration(h.Ttl) * time.Second; len(e.records) == 0 || ttl < e.ttl {
				e.ttl = ttl
			}
			e.records = append(e.records, rr)
		}
	}

	if len(e.records) > 0 {
		e.missing = false
	}
	return e
}

// negativeTTL is how long "there is none" holds (RFC 2308).
func negativeTTL(msg *dns.Msg) time.Duration {
	for _, rr := range msg.Ns {
		if soa, ok := rr.(*dns.SOA); ok {
			return min(time.Duration(min(soa.Minttl, soa.Hdr.Ttl))*time.Second, 5*time.Minute)
		}
	}
	return 30 * time.Second
}
