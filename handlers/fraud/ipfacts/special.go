package ipfacts

import (
	"encoding/binary"
	"fmt"
	"net/netip"
)

// Special says what is special about an address that no public network can have, in words that fit after "ip must be a public
// address:". It is empty for a public one.
func Special(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if inside, how := embedded(a); how != "" {
		return fmt.Sprintf("%s is %s of %s; ask about that one", a, how, inside)
	}
	for _, r := range special {
		if r.prefix.Contains(a) {
			return fmt.Sprintf("%s is %s (%s)", a, r.what, r.prefix)
		}
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return fmt.Sprintf("%s is reserved (outside %s)", a, globalUnicast)
	}
	return ""
}

// globalUnicast is all of the IPv6 space that is given to networks (RFC 3513, the IANA IPv6 address space registry).
var globalUnicast = netip.MustParsePrefix("2000::/3")

// special are the blocks of the IANA IPv4 and IPv6 special-purpose registries that are not globally reachable, and multicast
// (RFC 6890, RFC 5771, RFC 4291).
var special = specialBlocks(
	"0.0.0.0/8", "this network",
	"10.0.0.0/8", "private",
	"100.64.0.0/10", "shared by a carrier's customers",
	"127.0.0.0/8", "loopback",
	"169.254.0.0/16", "link-local",
	"172.16.0.0/12", "private",
	"192.0.0.0/24", "kept for protocols",
	"192.0.2.0/24", "kept for documentation",
	"192.88.99.0/24", "a former relay address",
	"192.168.0.0/16", "private",
	"198.18.0.0/15", "kept for benchmarks",
	"198.51.100.0/24", "kept for documentation",
	"203.0.113.0/24", "kept for documentation",
	"224.0.0.0/4", "multicast",
	"255.255.255.255/32", "the local broadcast address",
	"240.0.0.0/4", "reserved",

	"::/128", "the unspecified address",
	"::1/128", "loopback",
	"64:ff9b:1::/48", "a translation of IPv4 inside a network", // RFC 8215
	"100::/64", "a place where traffic is discarded", // RFC 6666
	"100:0:0:1::/64", "a placeholder", // RFC 9780
	"2001:2::/48", "kept for benchmarks", // RFC 5180
	"2001:10::/28", "a former cryptographic identifier", // RFC 4843
	"2001:20::/28", "a cryptographic identifier", // RFC 7343
	"2001:30::/28", "an identifier of an aircraft", // RFC 9374
	"2001::/23", "kept for protocols", // RFC 2928; Teredo is read before
	"2001:db8::/32", "kept for documentation", // RFC 3849
	"3fff::/20", "kept for documentation", // RFC 9637
	"5f00::/16", "an instruction for routers", // RFC 9602
	"fc00::/7", "private", // RFC 4193
	"fe80::/10", "link-local",
	"fec0::/10", "formerly site-local", // RFC 3879
	"ff00::/8", "multicast",
)

type block struct {
	prefix netip.Prefix
	what   string
}

func specialBlocks(pairs ...string) []block {
	blocks := make([]block, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		blocks = append(blocks, block{netip.MustParsePrefix(pairs[i]), pairs[i+1]})
	}
	return blocks
}

var (
	sixToFour  = netip.MustParsePrefix("2002::/16")    // RFC 3056: the IPv4 address follows
	teredo     = netip.MustParsePrefix("2001::/32")    // RFC 4380: it stands inverted at the end
	nat64      = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052: it is at the end
	compatible = netip.MustParsePrefix("::/96")        // RFC 4291, section 2.5.5.1, deprecated: likewise
)

// embedded is the IPv4 address that an IPv6 one was made from, and how; how is empty for all others.
func embedded(a netip.Addr) (inside netip.Addr, how string) {
	if !a.Is6() {
		return a, ""
	}

	b := a.As16()
	first := [4]byte(b[2:6])
	last := [4]byte(b[12:16])
	switch {
	case sixToFour.Contains(a):
		return netip.AddrFrom4(first), "the 6to4 form"
	case teredo.Contains(a):
		binary.BigEndian.PutUint32(last[:], ^binary.BigEndian.Uint32(last[:]))
		return netip.AddrFrom4(last), "the Teredo form"
	case nat64.Contains(a):
		return netip.AddrFrom4(last), "the NAT64 form"
	case compatible.Contains(a) && binary.BigEndian.Uint32(last[:]) > 1: // below are the unspecified address and loopback
		return netip.AddrFrom4(last), "the former IPv4-compatible form"
	}

	return a, ""
}
