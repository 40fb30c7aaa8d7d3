// Package iprange is a compact index of IPv4 ranges in memory: which range an address is in and what is known about that
// range. Half a million ranges take about 6 MB, and a lookup is one binary search.
package iprange

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"strings"
)

// Range is all addresses from First to Last, both included, as numbers in network order.
type Range struct{ First, Last uint32 }

// Of is the range between two IPv4 addresses; false when one of them is no IPv4 address or they are in the wrong order.
func Of(first, last netip.Addr) (Range, bool) {
	a, b := first.Unmap(), last.Unmap()
	if !a.Is4() || !b.Is4() || b.Less(a) {
		return Range{}, false
	}
	return Range{Number(a), Number(b)}, true
}

// OfPrefix is the range of an IPv4 prefix; false for an IPv6 one. Bits beyond the prefix's length are ignored.
func OfPrefix(p netip.Prefix) (Range, bool) {
	if !p.IsValid() || !p.Addr().Is4() {
		return Range{}, false
	}
	first := Number(p.Masked().Addr())
	return Range{first, first + uint32(size(p.Bits())-1)}, true
}

// Parse reads an IPv4 prefix ("192.0.2.0/24") or a single address; false for anything else, IPv6 included.
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

// Number is an IPv4 address as a number in network order, 0 for an IPv6 address.
func Number(a netip.Addr) uint32 {
	if a = a.Unmap(); !a.Is4() {
		return 0
	}
	b := a.As4()
	return binary.BigEndian.Uint32(b[:])
}

// Addr is the address of a number.
func Addr(n uint32) netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], n)
	return netip.AddrFrom4(b)
}

// size is the number of addresses in a prefix of so many bits.
func size(bits int) uint64 { return 1 << (32 - bits) }

// String is the range as a prefix where it is one, else as "first-last".
func (r Range) String() string {
	if p := r.Prefix(r.First); uint64(r.Last-r.First)+1 == size(p.Bits()) {
		return p.String()
	}
	return fmt.Sprintf("%s-%s", Addr(r.First), Addr(r.Last))
}

// Prefix is the largest prefix that holds the address n and lies in the range, which has to hold n.
func (r Range) Prefix(n uint32) netip.Prefix {
	bits := 32
	for ; bits > 0; bits-- {
		wider := size(bits - 1)
		first := uint64(n) &^ (wider - 1)
		if first < uint64(r.First) || first+wider-1 > uint64(r.Last) {
			break
		}
	}
	return netip.PrefixFrom(Addr(uint32(uint64(n)&^(size(bits)-1))), bits)
}
