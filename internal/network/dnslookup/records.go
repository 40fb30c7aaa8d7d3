package dnslookup

import (
	"cmp"
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/miekg/dns"
)

// MX is one mail exchanger.
type MX struct {
	Preference uint16 // lower is asked first
	Exchange   string // lower case without the final dot; "" for the null MX (RFC 7505)
}

// A gives the IPv4 addresses of name. No address and no error: the name exists and has none.
func (r *Resolver) A(ctx context.Context, name string) ([]netip.Addr, error) {
	return collect(ctx, r, name, dns.TypeA, func(rr *dns.A) (netip.Addr, bool) {
		ip, ok := netip.AddrFromSlice(rr.A)
		return ip.Unmap(), ok
	})
}

// AAAA gives the IPv6 addresses of name.
func (r *Resolver) AAAA(ctx context.Context, name string) ([]netip.Addr, error) {
	return collect(ctx, r, name, dns.TypeAAAA, func(rr *dns.AAAA) (netip.Addr, bool) { return netip.AddrFromSlice(rr.AAAA) })
}

// MX gives the mail exchangers of name, the preferred ones first.
func (r *Resolver) MX(ctx context.Context, name string) ([]MX, error) {
	list, err := collect(ctx, r, name, dns.TypeMX, func(rr *dns.MX) (MX, bool) { return MX{rr.Preference, host(rr.Mx)}, true })
	slices.SortStableFunc(list, func(a, b MX) int {
		return cmp.Or(cmp.Compare(a.Preference, b.Preference), strings.Compare(a.Exchange, b.Exchange))
	})
	return list, err
}

// NS gives the name servers of name, in order of their names.
func (r *Resolver) NS(ctx context.Context, name string) ([]string, error) {
	list, err := collect(ctx, r, name, dns.TypeNS, func(rr *dns.NS) (string, bool) { return host(rr.Ns), true })
	slices.Sort(list)
	return list, err
}

// TXT gives the texts of name, the strings of each record joined.
func (r *Resolver) TXT(ctx context.Context, name string) ([]string, error) {
	return collect(ctx, r, name, dns.TypeTXT, func(rr *dns.TXT) (string, bool) {
		return strings.ToValidUTF8(unescape(strings.Join(rr.Txt, "")), "�"), true
	})
}

func collect[R dns.RR, T any](ctx context.Context, r *Resolver, name string, qtype uint16, take func(R) (T, bool)) ([]T, error) {
	records, err := r.lookup(ctx, name, qtype)
	if err != nil {
		return nil, err
	}
	out := make([]T, 0, len(records))
	for _, rr := range records {
		record, ok := rr.(R)
		if !ok {
			return nil, fmt.Errorf("dns: a %T among the %s records", rr, dns.TypeToString[qtype])
		}
		if v, ok := take(record); ok {
			out = append(out, v)
		}
	}
	return out, nil
}

// host is a name as it is shown.
func host(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// unescape takes out the escapes that the wire's bytes are kept with: \" and \\, and \DDD for what cannot be printed.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}

	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out = append(out, s[i])
			continue
		}
		if i+3 < len(s) && digit(s[i+1]) && digit(s[i+2]) && digit(s[i+3]) {
			out = append(out, (s[i+1]-'0')*100+(s[i+2]-'0')*10+s[i+3]-'0')
			i += 3
			continue
		}
		i++
		out = append(out, s[i])
	}

	return string(out)
}

func digit(c byte) bool { return c >= '0' && c <= '9' }
