// Package iprange is a compact index of IPv4 and IPv6 ranges in memory: which range an address is in and what is known about
// that range. A lookup is one binary search; a piece of a range takes 12 bytes for IPv4 and 36 for IPv6.
package iprange

import (
	"fmt"
	"net/netip"
	"strings"
)

// Range is all addresses from First to Last, both included and of one family.
type Range struct{ First, Last netip.Addr }

// Of is the range between two addresses; false when they are of different families or in the wrong order. An IPv4 address
// in IPv6 form (::ffff:192.0.2.1) is an IPv4 address.
func Of(first, last netip.Addr) (Range, bool) {
	r := Range{plain(first), plain(last)}
	return r, r.First.IsValid() && r.First.BitLen() == r.Last.BitLen() && !r.Last.Less(r.First)
}

// OfPrefix is the range of a prefix; false for one that is not valid. Bits beyond the prefix's length are ignored. A prefix of
// IPv4 addresses in IPv6 form is taken as the IPv4 prefix that it stands for.
func OfPrefix(p netip.Prefix) (Range, bool) {
	if !p.IsValid() {
		return Range{}, false
	}
	if a := p.Addr(); a.Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(a.Unmap(), p.Bits()-96)
	}
	return Range{p.Masked().Addr(), last(p)}, true
}

// Parse reads a prefix ("192.0.2.0/24", "2001:db8::/32") or a single address; false for anything else.
func Parse(text string) (Range, bool) {
	if !strings.Contains(text, "/") {
		a, err := netip.ParseAddr(text)
		if err != nil {
			return Range{}, false
		}
		return Of(a, a)
	}
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return Range{}, false
	}
	return OfPrefix(p)
}

// plain is the address without a zone, an IPv4 one in its own form.
func plain(a netip.Addr) netip.Addr { return a.Unmap().WithZone("") }

// last is the last address of a prefix.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := range b {
		host := min(max((i+1)*8-p.Bits(), 0), 8) // bits of this byte that the prefix leaves open
		b[i] |= byte(1<<host - 1)
	}
	a, _ := netip.AddrFromSlice(b) // always of a length that fits
	return a
}

// String is the range as a prefix where it is one, else as "first-last".
func (r Range) String() string {
	if p := r.Prefix(r.First); last(p) == r.Last {
		return p.String()
	}
	return fmt.Sprintf("%s-%s", r.First, r.Last)
}

// Prefix is the largest prefix that holds the address a and lies in the range, which has to hold a.
func (r Range) Prefix(a netip.Addr) netip.Prefix {
	a = plain(a)
	best := netip.PrefixFrom(a, a.BitLen())
	for bits := a.BitLen() - 1; bits >= 0; bits-- {
		wider := netip.PrefixFrom(a, bits).Masked()
		if wider.Addr().Less(r.First) || r.Last.Less(last(wider)) {
			break
		}
		best = wider
	}
	return best
}
