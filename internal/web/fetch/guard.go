package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/farebox/farebox/internal/web/fetch/internal/testdoor"
)

// Resolver looks up the addresses of a host. *net.Resolver is one, SystemResolver the usual one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// SystemResolver resolves with the operating system's configuration, but takes every name as complete:
// the search domains of the machine's own network are never tried.
type SystemResolver struct{}

// LookupNetIP implements Resolver.
func (SystemResolver) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, network, host+".")
}

// Guard decides which URLs and addresses may be reached, and connects to nothing else. Whatever opens
// a URL that a caller gave goes through one: the Client, and anything else (a browser's proxy) by
// DialContext or RoundTripper.
//
// A name is resolved once per connection; every address of the answer is judged, and the connection is
// made to one of those very addresses. Resolving again on connecting would let a name change its
// answer between the check and the use.
type Guard struct {
	rules    urlRules
	ownAddrs []netip.Addr
	resolver Resolver
	timeouts Timeouts
	door     *testdoor.Door
}

// CheckURL accepts a URL, or gives a *BadURL that names the rule it breaks. The result is normalised:
// host in lower case and punycode, no default port, no fragment. Nothing is resolved: private addresses
// behind names are found on connecting.
func (g *Guard) CheckURL(raw string) (*url.URL, error) { return g.rules.parse(raw) }

// DialContext connects to "host:port" over TCP when the host, the port and every address of the host
// are allowed; else it gives a *BadURL. It is made to stand in http.Transport.DialContext, and for the
// CONNECT requests of a filtering proxy.
func (g *Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	if network != "tcp" && network != "tcp4" && network != "tcp6" {
		return nil, fmt.Errorf("fetch: network %s is not allowed", network)
	}
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, bad(RuleHost, "must name a host and a port")
	}

	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return nil, bad(RulePort, "has a port that is not a number")
	}

	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}

	if host, err = g.rules.host(host); err != nil {
		return nil, err
	}
	if _, err = g.rules.port("", host, int(port)); err != nil {
		return nil, err
	}

	addrs, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}

	return g.dial(ctx, network, host, uint16(port), addrs)
}

// resolve gives the addresses of host. One address that is not public spoils the answer: a name that
// mixes both has no honest use.
func (g *Guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, g.judge(ip, host)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, g.timeouts.DNS, &Error{Kind: KindTimeout, Host: host, phase: "resolving the host"})
	defer cancel()

	addrs, err := g.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		return nil, asError(err, KindDNS, host)
	}

	checked := make([]netip.Addr, 0, len(addrs))
	for _, ip := range addrs {
		ip = ip.Unmap()
		if err := g.judge(ip, host); err != nil {
			return nil, err
		}
		checked = append(checked, ip)
	}

	if len(checked) == 0 {
		return nil, &Error{Kind: KindDNS, Host: host, Err: errors.New("the name has no address")}
	}
	return checked, nil
}

func (g *Guard) judge(ip netip.Addr, host string) error {
	if g.door.Loopback() && ip.IsLoopback() {
		return nil
	}
	if why := blockedReason(ip); why != "" {
		return privateAddress(host, why)
	}
	if slices.Contains(g.ownAddrs, ip) {
		return &BadURL{Rule: RuleOwnHost, Host: host, Detail: "must not be a host of this service"}
	}
	return nil
}

// maxAddrs bounds how many addresses of one name are tried.
const maxAddrs = 4

// dial tries the addresses in order within the connect timeout, each with an equal share of what is left.
func (g *Guard) dial(ctx context.Context, network, host string, port uint16, addrs []netip.Addr) (net.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.timeouts.Connect, &Error{Kind: KindTimeout, Host: host, phase: "connecting"})
	defer cancel()
	addrs = addrs[:min(len(addrs), maxAddrs)]
	var firstErr error
	for i, ip := range addrs {
		conn, err := g.dialOne(ctx, network, host, netip.AddrPortFrom(ip, port), len(addrs)-i)
		if err == nil {
			return conn, nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return nil, asError(cause, KindTimeout, host)
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	return nil, asError(firstErr, KindConnect, host)
}

func (g *Guard) dialOne(ctx context.Context, network, host string, to netip.AddrPort, left int) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(left))
		defer cancel()
	}
	if conn, taken, err := g.door.Dial(ctx, host, to); taken {
		return conn, err
	}
	d := net.Dialer{KeepAlive: -1, Control: func(_, address string, _ syscall.RawConn) error {
		// The last word: whatever led here, the address that the socket is about to connect to is judged.
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("fetch: unreadable address on connecting: %w", err)
		}
		return g.judge(ap.Addr().Unmap(), host)
	}}
	return d.DialContext(ctx, network, to.String())
}

// RoundTripper sends requests through the guard, one connection each: it takes no proxy from the
// environment, keeps no connection and follows no redirect. A request whose URL the guard
// refuses gives a *BadURL. Bodies are not capped and robots.txt is not asked: that is the Client's part.
func (g *Guard) RoundTripper() http.RoundTripper {
	return &guardedTransport{guard: g, next: &http.Transport{
		Proxy:                  nil,
		DialContext:            g.DialContext,
		DisableKeepAlives:      true,
		DisableCompression:     true,
		TLSHandshakeTimeout:    g.timeouts.TLS,
		ResponseHeaderTimeout:  g.timeouts.FirstByte,
		MaxResponseHeaderBytes: 256 << 10,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: g.door.Roots()},
	}}
}

type guardedTransport struct {
	guard *Guard
	next  *http.Transport
}

// RoundTrip checks the URL again, so that a caller that skipped CheckURL gains nothing, and sends the
// request to the host of the URL whatever its Host field says.
func (t *guardedTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	u, err := t.guard.CheckURL(req.URL.String())
	if err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	req = req.Clone(req.Context())
	req.URL = u
	req.Host = ""
	return t.next.RoundTrip(req)
}
