// Package caller distinguishes callers by address, and limits what each does per minute.
package caller

import (
	"net/http"
	"net/netip"
	"strings"
)

// Address is the address that a request comes from. Behind a proxy on a private address that is what the proxy
// says; the last entry is its own, those before it are the caller's to write. IPv6 callers have a network each.
func Address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	addr := peer.Addr().Unmap()
	if addr.IsLoopback() || addr.IsPrivate() {
		entries := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		if told, err := netip.ParseAddr(strings.TrimSpace(entries[len(entries)-1])); err == nil {
			addr = told.Unmap()
		}
	}
	if addr.Is6() {
		if network, err := addr.WithZone("").Prefix(64); err == nil {
			return network.String()
		}
	}
	return addr.String()
}
