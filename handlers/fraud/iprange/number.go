package iprange

import (
	"cmp"
	"encoding/binary"
	"math"
	"net/netip"
)

// number is an address as a number, of a size that its family needs. next and prev may only be asked where there is one.
type number[K any] interface {
	compare(K) int
	next() K
	prev() K
	addr() netip.Addr
}

// four is an IPv4 address.
type four uint32

func fourOf(a netip.Addr) four {
	b := a.As4()
	return four(binary.BigEndian.Uint32(b[:]))
}

func (n four) compare(m four) int { return cmp.Compare(n, m) }
func (n four) next() four         { return n + 1 }
func (n four) prev() four         { return n - 1 }

func (n four) addr() netip.Addr {
	var b [4]byte
	binary.BigEndian.PutUint32(b[:], uint32(n))
	return netip.AddrFrom4(b)
}

// six is an IPv6 address.
type six struct{ high, low uint64 }

func sixOf(a netip.Addr) six {
	b := a.As16()
	return six{binary.BigEndian.Uint64(b[:8]), binary.BigEndian.Uint64(b[8:])}
}

func (n six) compare(m six) int {
	return cmp.Or(cmp.Compare(n.high, m.high), cmp.Compare(n.low, m.low))
}

func (n six) next() six {
	if n.low == math.MaxUint64 {
		return six{n.high + 1, 0}
	}
	return six{n.high, n.low + 1}
}

func (n six) prev() six {
	if n.low == 0 {
		return six{n.high - 1, math.MaxUint64}
	}
	return six{n.high, n.low - 1}
}

func (n six) addr() netip.Addr {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], n.high)
	binary.BigEndian.PutUint64(b[8:], n.low)
	return netip.AddrFrom16(b)
}
