// Package testdoor is the key to the fetch guard's exceptions for tests. It is internal to fetch, so that only
// fetch/fetchtest, which needs a testing.TB, can make one. No configuration opens it.
package testdoor

import (
	"context"
	"crypto/x509"
	"net"
	"net/netip"
)

// Door is what a guard allows in a test. A nil Door allows nothing.
type Door struct {
	loopback bool
	dial     func(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error)
	roots    *x509.CertPool
}

// New makes a Door. loopback allows 127.0.0.0/8 and ::1 on any port. A non-nil dial replaces the network after all
// checks. Non-nil roots replace the system's certificates.
func New(loopback bool, dial func(ctx context.Context, host string, to netip.AddrPort) (net.Conn, error), roots *x509.CertPool) *Door {
	return &Door{loopback, dial, roots}
}

// Loopback reports whether loopback addresses pass.
func (d *Door) Loopback() bool { return d != nil && d.loopback }

// Roots are the trusted certificates, or nil for the system's.
func (d *Door) Roots() *x509.CertPool {
	if d == nil {
		return nil
	}
	return d.roots
}

// Dial connects instead of the network; taken is false if the network should be used.
func (d *Door) Dial(ctx context.Context, host string, to netip.AddrPort) (conn net.Conn, taken bool, err error) {
	if d == nil || d.dial == nil {
		return nil, false, nil
	}
	conn, err = d.dial(ctx, host, to)
	return conn, true, err
}
