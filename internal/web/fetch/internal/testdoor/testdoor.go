// Package testdoor is the key to the fetch guard's exceptions for tests. It is internal to fetch, so
// that only fetch/fetchtest, which wants a testing.TB, can make one: no configuration opens it.
package testdoor

import (
	"context"
	"crypto/x509"
	"net"
	"net/netip"
)

// Door says what a guard lets pass in a test. A nil Door lets nothing pass.
type Door struct {
	loopback bool
	dial     func(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error)
	roots    *x509.CertPool
}

// New makes a Door. loopback lets 127.0.0.0/8 and ::1 pass on any port. dial, when not nil, replaces
// the network after every check was made. roots, when not nil, replaces the system's certificates.
func New(loopback bool, dial func(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error), roots *x509.CertPool) *Door {
	return &Door{loopback, dial, roots}
}

// Loopback reports whether loopback addresses pass.
func (d *Door) Loopback() bool { return d != nil && d.loopback }

// Roots are the certificates to trust, nil for the system's.
func (d *Door) Roots() *x509.CertPool {
	if d == nil {
		return nil
	}
	return d.roots
}

// Dial connects in place of the network; taken is false when the network is to be used.
func (d *Door) Dial(ctx context.Context, host string, to netip.AddrPort) (conn net.Conn, taken bool, err error) {
	if d == nil || d.dial == nil {
		return nil, false, nil
	}
	conn, err = d.dial(ctx, host, to)
	return conn, true, err
}
