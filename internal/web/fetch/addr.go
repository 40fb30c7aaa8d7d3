package fetch

import "net/netip"

// blockedRange is a range of non-public addresses, with its name in messages.
type blockedRange struct {
	prefix netip.Prefix
	why    string
}

// blockedRanges are the IANA special-purpose registries for IPv4 and IPv6 as far as they are not globally
// reachable, plus multicast and the translation and tunnel ranges that embed an IPv4 address.
var blockedRanges = parseRanges(
	"0.0.0.0/8", "unspecified",
	"10.0.0.0/8", "private",
	"100.64.0.0/10", "shared (carrier NAT)",
	"127.0.0.0/8", "loopback",
	"169.254.0.0/16", "link-local",
	"172.16.0.0/12", "private",
	"192.0.0.0/24", "protocol",
	"192.0.2.0/24", "documentation",
	"192.88.99.0/24", "6to4 relay",
	"192.168.0.0/16", "private",
	"198.18.0.0/15", "benchmark",
	"198.51.100.0/24", "documentation",
	"203.0.113.0/24", "documentation",
	"224.0.0.0/4", "multicast",
	"240.0.0.0/4", "reserved",
	"::1/128", "loopback",
	"::/96", "IPv4-compatible", // holds :: as well
	"::ffff:0:0/96", "IPv4-mapped",
	"::ffff:0:0:0/96", "IPv4-translated",
	"64:ff9b::/96", "NAT64",
	"64:ff9b:1::/48", "NAT64",
	"100::/64", "discard",
	"100:0:0:1::/64", "discard",
	"2001::/23", "protocol", // Teredo, ORCHID, benchmark
	"2001:db8::/32", "documentation",
	"2002::/16", "6to4",
	"3fff::/20", "documentation",
	"5f00::/16", "segment routing",
	"fc00::/7", "private",
	"fe80::/10", "link-local",
	"fec0::/10", "site-local",
	"ff00::/8", "multicast",
)

func parseRanges(pairs ...string) []blockedRange {
	ranges := make([]blockedRange, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		ranges = append(ranges, blockedRange{netip.MustParsePrefix(pairs[i]), pairs[i+1]})
	}
	return ranges
}

// blockedReason is the kind of a non-public address, "" for a public one. A v4-mapped address is always blocked:
// unmap a resolver's address first.
func blockedReason(ip netip.Addr) string {
	if !ip.IsValid() {
		return "invalid"
	}
	if ip.Zone() != "" {
		return "link-local"
	}
	for _, b := range blockedRanges {
		if b.prefix.Contains(ip) {
			return b.why
		}
	}
	return ""
}

func privateAddress(host, why string) error {
	return &BadURL{
		Rule:   RulePrivateAddress,
		Host:   host,
		Detail: "must lead to a public address (this one is " + why + ")",
	}
}
