// Package fetchtest opens the fetch guard for tests that serve their pages on loopback. Only test code can use it:
// its functions need a testing.TB and do nothing outside a test binary.
package fetchtest

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/fetch/internal/testdoor"
)

// AllowLoopback lets the client fetch from 127.0.0.1 and ::1 on any port, without pauses between
// requests.
func AllowLoopback(tb testing.TB) fetch.Option {
	tb.Helper()
	if !testing.Testing() {
		return fetch.TestDoor(nil)
	}
	return option(testdoor.New(true, nil, nil), nil)
}

// Hosts gives test servers public names: http://news.example.com/ reaches hosts["news.example.com"], and so does
// https:// if that is a TLS server, whose certificate is then trusted (httptest's is for example.com and its
// subdomains). All checks of the guard stay active: the names resolve to a public address, and only the connection
// is redirected. Other names do not resolve. There are no pauses between requests.
func Hosts(tb testing.TB, hosts map[string]*httptest.Server) fetch.Option {
	tb.Helper()
	if !testing.Testing() {
		return fetch.TestDoor(nil)
	}

	roots := x509.NewCertPool()
	for _, s := range hosts {
		if c := s.Certificate(); c != nil {
			roots.AddCert(c)
		}
	}

	dial := func(ctx context.Context, host string, _ netip.AddrPort) (net.Conn, error) {
		s, ok := hosts[host]
		if !ok {
			return nil, fmt.Errorf("fetchtest: no server for %s", host)
		}
		var d net.Dialer
		return d.DialContext(ctx, "tcp", s.Listener.Addr().String())
	}

	names := make(resolver, len(hosts))
	for name := range hosts {
		names[name] = true
	}

	return option(testdoor.New(false, dial, roots), names)
}

func option(d *testdoor.Door, r fetch.Resolver) fetch.Option {
	open := fetch.TestDoor(d)
	return func(o *fetch.Options) {
		open(o)
		if r != nil {
			o.Resolver = r
		}
		o.HostSpacing = cmp.Or(o.HostSpacing, -1)
	}
}

// resolver maps its names to a public address.
type resolver map[string]bool

func (r resolver) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if !r[host] {
		return nil, &net.DNSError{
			Err:        "no such host",
			Name:       host,
			IsNotFound: true,
		}
	}
	return []netip.Addr{netip.MustParseAddr("93.184.215.14")}, nil
}
