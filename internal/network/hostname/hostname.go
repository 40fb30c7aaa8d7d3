// Package hostname reads the host out of what callers give as a domain: a name, a URL or a host with a port, in Unicode or
// punycode, and finds the registrable domain by the public suffix list compiled into golang.org/x/net.
package hostname

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Host is a name read from what a caller gave.
type Host struct {
	ASCII       string // lower case, A-labels: "xn--pypal-4ve.com"
	Unicode     string // the same in U-labels
	Registrable string // the name under the ICANN public suffix, A-labels, or a suffix itself; empty for an IP address
	Suffix      string // that public suffix
	Listed      bool   // the suffix is on the public suffix list
	IDN         bool   // a label has characters beyond ASCII
	IP          bool   // an address instead of a name
	UserInfo    bool   // the URL had something before an @
}

// profile maps as browsers do (UTS 46, non-transitional), without the rule against two hyphens in
// places three and four, which names of content networks break.
var profile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.BidiRule(), idna.CheckHyphens(false))

// Parse reads a domain, a URL or a host name with or without a port. The error is one clause that
// says what is wrong, such as that it is a public suffix.
func Parse(input string) (*Host, error) {
	h, err := ParseSite(input)
	if err == nil && h.IsSuffix() {
		return nil, h.suffixError()
	}
	return h, err
}

// ParseSite is Parse for what has a site or mail as every host may: a public suffix of several labels is taken, too, as
// gov.uk and nhs.uk are. It has no registration of its own.
func ParseSite(input string) (*Host, error) {
	h := &Host{}
	input = strings.TrimSpace(input)
	if h.readIP(input) {
		return h, nil
	}

	name, err := h.hostOf(input)
	if err != nil {
		return nil, err
	}
	if h.readIP(name) {
		return h, nil
	}
	if h.ASCII, err = profile.ToASCII(name); err != nil {
		return nil, fmt.Errorf("it is not a domain name: %w", err)
	}

	h.ASCII = strings.ToLower(strings.TrimSuffix(h.ASCII, "."))
	if err := checkLabels(h.ASCII); err != nil {
		return nil, err
	}
	if h.readIP(h.ASCII) { // digits and dots of other scripts are mapped by now
		return h, nil
	}
	if last := h.ASCII[strings.LastIndexByte(h.ASCII, '.')+1:]; endsInNumber(last) {
		return nil, errors.New("its last label is a number, but it is no IPv4 address")
	}
	if h.Unicode, err = profile.ToUnicode(h.ASCII); err != nil {
		return nil, fmt.Errorf("it is not a domain name: %w", err)
	}

	h.IDN = h.Unicode != h.ASCII || strings.Contains("."+h.ASCII, ".xn--")
	h.Suffix, h.Listed = icannSuffix(h.ASCII)
	if h.IsSuffix() {
		h.Registrable = h.ASCII
		if !strings.Contains(h.Suffix, ".") {
			return nil, h.suffixError()
		}
		return h, nil
	}

	left := strings.TrimSuffix(h.ASCII, "."+h.Suffix)
	h.Registrable = left[strings.LastIndexByte(left, '.')+1:] + "." + h.Suffix
	return h, nil
}

// IsSuffix says whether it is a public suffix of the ICANN section.
func (h *Host) IsSuffix() bool { return !h.IP && h.ASCII == h.Suffix }

func (h *Host) suffixError() error {
	return fmt.Errorf("%s is a public suffix: give a name under it", h.Suffix)
}

// hostOf takes the host out of a URL.
func (h *Host) hostOf(s string) (string, error) {
	if s == "" {
		return "", errors.New("it is empty")
	}

	s = strings.ReplaceAll(s, `\`, "/") // as browsers read it
	hasScheme := strings.Contains(s, "://") || strings.HasPrefix(s, "//")
	if !hasScheme {
		if at := strings.IndexByte(s, '@'); at >= 0 && !strings.ContainsAny(s[:at], "/?#") {
			return "", errors.New("it is an e-mail address or has an @: give the domain after it")
		}
		s = "//" + s
	}

	u, err := url.Parse(s)
	if err != nil {
		return "", errors.New("it is neither a domain name nor a URL")
	}

	h.UserInfo = u.User != nil
	if u.Hostname() == "" {
		return "", errors.New("it has no host")
	}

	return u.Hostname(), nil
}

// readIP reads IPv6, and IPv4 in all the forms that browsers take: fewer parts, octal and hexadecimal
// (WHATWG URL, IPv4 parser).
func (h *Host) readIP(name string) bool {
	address, err := netip.ParseAddr(name)
	if err != nil {
		var ok bool
		if address, ok = parseIPv4(strings.TrimSuffix(name, ".")); !ok {
			return false
		}
	}
	h.IP = true
	h.ASCII = address.String()
	h.Unicode = address.String()
	return true
}

func endsInNumber(label string) bool {
	if label != "" && strings.Trim(label, "0123456789") == "" {
		return true
	}
	_, err := strconv.ParseUint(label, 0, 64)
	return err == nil && strings.HasPrefix(label, "0x")
}

func parseIPv4(name string) (netip.Addr, bool) {
	parts := strings.Split(name, ".")
	if len(parts) > 4 || !endsInNumber(parts[len(parts)-1]) {
		return netip.Addr{}, false
	}

	var value uint64
	for i, p := range parts {
		base := 10
		switch {
		case strings.HasPrefix(p, "0x"):
			p = p[2:]
			base = 16
			p = cmp.Or(p, "0")
		case len(p) > 1 && p[0] == '0':
			base = 8
		}
		n, err := strconv.ParseUint(p, base, 64)
		limit := uint64(1) << 8
		if i == len(parts)-1 {
			limit = 1 << (8 * (5 - len(parts)))
		}
		if err != nil || n >= limit {
			return netip.Addr{}, false
		}
		if i == len(parts)-1 {
			value |= n
		} else {
			value |= n << (8 * (3 - i))
		}
	}

	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

// checkLabels holds a name in A-labels against RFC 1035, with the underscore that service names have.
func checkLabels(name string) error {
	if len(name) > 253 {
		return errors.New("it is longer than 253 characters")
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "":
			return errors.New("it has an empty label")
		case len(label) > 63:
			return errors.New("a label is longer than 63 characters")
		case strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "":
			return errors.New("labels have letters, digits and hyphens")
		case label[0] == '-' || label[len(label)-1] == '-':
			return errors.New("a label begins or ends with a hyphen")
		}
	}
	return nil
}

// icannSuffix is the public suffix in the ICANN section of the list; listed is false for an ending that is not on the
// list, which is then its own suffix.
func icannSuffix(name string) (suffix string, listed bool) {
	for {
		suffix, icann := publicsuffix.PublicSuffix(name)
		if icann {
			return suffix, true
		}
		_, rest, private := strings.Cut(suffix, ".")
		if !private {
			return suffix, false
		}
		name = rest
	}
}

// PrivateSuffix is the longest suffix of the private section that name is under: a host that lets anyone
// have names. Empty when there is none.
func PrivateSuffix(name string) string {
	suffix, icann := publicsuffix.PublicSuffix(name)
	if icann || !strings.Contains(suffix, ".") || suffix == name {
		return ""
	}
	return suffix
}

// Organisational is the name whose DMARC record holds for a host: the registrable domain, or below a suffix under which
// anyone can have a name, the one name of the customer (RFC 9989, section 4.10; RFC 7489, section 3.2).
func (h *Host) Organisational() string {
	suffix := PrivateSuffix(h.ASCII)
	if suffix == "" {
		return h.Registrable
	}
	left := strings.TrimSuffix(h.ASCII, "."+suffix)
	return left[strings.LastIndexByte(left, '.')+1:] + "." + suffix
}
