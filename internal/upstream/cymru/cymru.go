// Package cymru reads Team Cymru's mapping of addresses to networks, which is asked by DNS (origin.asn.cymru.com). Which
// resolver asks is the caller's business.
package cymru

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

// Attribution is what to show with the data.
const Attribution = "Team Cymru, IP to ASN mapping"

// Origin is the answer about an address: "64500 | 198.51.100.0/24 | ZZ | arin | 2014-03-28".
type Origin struct {
	ASNs    []uint32 // more than one where several networks announce the prefix
	Prefix  netip.Prefix
	Country string // of the registration, empty when not known
}

// Prefixes longer than these are hardly announced to the whole internet, so that asking about the network of that size tells
// as much as asking about the address, and keeps the address out of resolvers and their caches.
const (
	bits4 = 24
	bits6 = 48
)

// OriginName is the name whose TXT record describes the network of 24 bits (IPv6: 48 bits) that an address is in;
// NXDOMAIN means that nobody announces it. It is empty for no address.
func OriginName(a netip.Addr) string {
	var name strings.Builder
	switch a = a.Unmap(); {
	case a.Is4():
		b := netip.PrefixFrom(a, bits4).Masked().Addr().As4()
		return fmt.Sprintf("%d.%d.%d.%d.origin.asn.cymru.com", b[3], b[2], b[1], b[0])
	case a.Is6():
		b := netip.PrefixFrom(a.WithZone(""), bits6).Masked().Addr().As16()
		for i := len(b) - 1; i >= 0; i-- {
			fmt.Fprintf(&name, "%x.%x.", b[i]&0xf, b[i]>>4)
		}
		return name.String() + "origin6.asn.cymru.com"
	}
	return ""
}

// NetworkName is the name whose TXT record describes a network.
func NetworkName(asn uint32) string { return fmt.Sprintf("AS%d.asn.cymru.com", asn) }

func fields(txt string) []string {
	parts := strings.Split(strings.Trim(strings.TrimSpace(txt), `"`), "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// ParseOrigin reads the TXT record of OriginName.
func ParseOrigin(txt string) (Origin, error) {
	f := fields(txt)
	if len(f) < 4 {
		return Origin{}, fmt.Errorf("origin record with %d fields, want 4 or 5", len(f))
	}

	var o Origin
	for number := range strings.FieldsSeq(f[0]) {
		asn, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return Origin{}, fmt.Errorf("origin record: network number: %w", err)
		}
		o.ASNs = append(o.ASNs, uint32(asn))
	}

	prefix, err := netip.ParsePrefix(f[1])
	if err != nil || len(o.ASNs) == 0 {
		return Origin{}, fmt.Errorf("origin record without network or prefix: %w", err)
	}

	o.Prefix = prefix
	o.Country = f[2]
	return o, nil
}

// ParseNetwork reads the TXT record of NetworkName: the network's registered country and its name.
func ParseNetwork(txt string) (country, name string, err error) {
	f := fields(txt)
	if len(f) < 5 {
		return "", "", fmt.Errorf("network record with %d fields, want 5", len(f))
	}
	return f[1], f[4], nil
}
