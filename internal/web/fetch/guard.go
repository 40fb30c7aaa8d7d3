package fetch

import (
	"cmp"
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

// SystemResolver uses the operating system's configuration but treats every name as complete: it never tries the
// local network's search domains.
type SystemResolver struct{}

// LookupNetIP implements Resolver.
func (SystemResolver) LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error) {
	return net.DefaultResolver.LookupNetIP(ctx, network, host+".")
}

// Guard decides which URLs and addresses may be reached, and connects to nothing else. Everything that opens a
// caller's URL goes through one: the Client, and other code (a browser's proxy) through DialContext or
// RoundTripper.
//
// Each connection resolves its name once, judges every address in the answer, and connects to one of those
// addresses. Resolving again on connecting would let a name change between check and use.
type Guard struct {
	rules    urlRules
	ownAddrs []netip.Addr
	resolver Resolver
	timeouts Timeouts
	door     *testdoor.Door
}

// CheckURL accepts a URL or returns a *BadURL that names the broken rule. The result is normalised: host in lower
// case and punycode, no default port, no fragment. It resolves nothing: private addresses behind names are detected
// on connecting.
func (g *Guard) CheckURL(raw string) (*url.URL, error) { return g.rules.parse(raw) }

// DialContext connects to "host:port" over TCP if the host, the port and every address of the host are allowed;
// otherwise it returns a *BadURL. It is meant for http.Transport.DialContext and for the CONNECT requests of a
// filtering proxy.
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

// resolve returns the addresses of host. A single non-public address invalidates the answer: a name that mixes both
// has no honest use.
func (g *Guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip}, g.judge(ip, host)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, g.timeouts.DNS, &Error{
		Kind:  KindTimeout,
		Host:  host,
		phase: "resolving the host",
	})
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
		return nil, &Error{
			Kind: KindDNS,
			Host: host,
			Err:  errors.New("the name has no address"),
		}
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
		return &BadURL{
			Rule:   RuleOwnHost,
			Host:   host,
			Detail: "must not be a host of this service",
		}
	}
	return nil
}

// maxAddrs bounds the addresses tried per name.
const maxAddrs = 4

// dial tries the addresses in order within the connect timeout, each with an equal share of what is left.
func (g *Guard) dial(ctx context.Context, network, host string, port uint16, addrs []netip.Addr) (net.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.timeouts.Connect, &Error{
		Kind:  KindTimeout,
		Host:  host,
		phase: "connecting",
	})
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
		firstErr = cmp.Or(firstErr, err)
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
		// The final check: judge the address that the socket is about to connect to, whatever led here.
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("fetch: unreadable address on connecting: %w", err)
		}
		return g.judge(ap.Addr().Unmap(), host)
	}}
	return d.DialContext(ctx, network, to.String())
}

// RoundTripper sends requests through the guard, one connection each. It ignores proxies from the environment,
// keeps no connection and follows no redirect. A refused URL is a *BadURL error. It does not cap bodies or obey
// robots.txt; the Client does.
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

// RoundTrip checks the URL again, so that skipping CheckURL gains nothing, and sends the request to the URL's host
// whatever the Host field says.
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
