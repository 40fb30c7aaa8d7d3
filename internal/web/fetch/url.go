package fetch

import (
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"

	"github.com/farebox/farebox/internal/problem"
)

// maxURL is the longest accepted URL, in bytes.
const maxURL = 2048

// Rule names the acceptance rule that a URL breaks: a stable word for programs.
type Rule string

// The rules. All but RulePrivateAddress are judged before any name is resolved.
const (
	RuleEmpty          Rule = "empty"                    // no URL given
	RuleTooLong        Rule = "too_long"                 // over 2048 bytes
	RuleCharacters     Rule = "characters"               // control character, backslash, or not UTF-8
	RuleScheme         Rule = "scheme"                   // not http or https, or not absolute
	RuleUserinfo       Rule = "userinfo"                 // user:password@
	RuleHost           Rule = "host"                     // no host, or not a domain name
	RulePort           Rule = "port"                     // not 80, 443 or a port the operator added
	RuleSyntax         Rule = "syntax"                   // not a URL
	RuleIPSpelling     Rule = "ip_spelling"              // an IP address not in its canonical form
	RuleReservedName   Rule = "reserved_name"            // localhost, .internal and other names that are never public
	RuleOwnHost        Rule = "own_host"                 // a host of this service
	RulePrivateAddress Rule = problem.CodePrivateAddress // resolves to an address that is not public
	RuleDowngrade      Rule = "downgrade"                // a redirect from https to http, if refused
)

// BadURL says that a URL, or a redirect's target, may not be fetched. It keeps only the URL's host, so it may be
// logged.
type BadURL struct {
	Rule     Rule
	Detail   string // what the rule asks for, a part of a sentence: "must be http or https"
	Host     string // normalised, when it was understood
	Redirect bool   // the offending URL is a redirect's target
}

// Error names the rule and the host.
func (e *BadURL) Error() string {
	s := "url "
	if e.Redirect {
		s = "redirect target "
	}
	s += e.Detail
	if e.Host != "" {
		s += " (host " + e.Host + ")"
	}
	return s
}

func bad(rule Rule, detail string) error { return &BadURL{Rule: rule, Detail: detail} }

// reservedSuffixes never lead to a public site: special-use names (RFC 6761, 6762, 7686, 8375, 9476), private
// network names, and cloud metadata services.
var reservedSuffixes = []string{
	"localhost", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "onion", "test",
	"invalid", "example", "alt", "private", "localdomain",
	"metadata.tencentyun.com", "metadata.packet.net",
}

// hostProfile is UTS 46 non-transitional processing without the hyphen rule, which real host names break.
var hostProfile = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false),
	idna.CheckHyphens(false), idna.BidiRule())

// urlRules are the settings behind URL acceptance.
type urlRules struct {
	ports    []int    // allowed besides 80 and 443
	ownHosts []string // lower case
	loopback bool     // tests only: 127.0.0.1 and ::1 on any port
}

// parse accepts a caller's URL or returns the rule that it breaks. The result has a normalised host (lower case,
// punycode, no trailing dot), no default port, no fragment, and nothing that a request line cannot carry. The host
// checked here is the host dialled.
func (r urlRules) parse(raw string) (*url.URL, error) {
	raw = strings.Trim(raw, " \t\r\n")
	switch {
	case raw == "":
		return nil, bad(RuleEmpty, "must not be empty")
	case len(raw) > maxURL:
		return nil, bad(RuleTooLong, "must not be longer than 2048 bytes")
	case !cleanText(raw):
		return nil, bad(RuleCharacters, "must not contain control characters, backslashes or bytes that are not UTF-8")
	}

	scheme, rest, ok := strings.Cut(raw, ":")
	scheme = strings.ToLower(scheme)
	if !ok || scheme != "http" && scheme != "https" {
		return nil, bad(RuleScheme, "must begin with http:// or https://")
	}

	rest, ok = strings.CutPrefix(rest, "//")
	if !ok {
		return nil, bad(RuleScheme, "must have // after the scheme")
	}

	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}

	authority, rest := rest[:end], rest[end:]
	if strings.Contains(authority, "@") {
		return nil, bad(RuleUserinfo, "must not carry a user name or password")
	}

	host, port, err := splitAuthority(authority)
	if err != nil {
		return nil, err
	}
	if host, err = r.host(host); err != nil {
		return nil, err
	}
	if port, err = r.port(scheme, host, port); err != nil {
		return nil, err
	}

	u := &url.URL{Scheme: scheme, Host: joinHost(host, port)}
	rest, _, _ = strings.Cut(rest, "#")
	path, query, hasQuery := strings.Cut(rest, "?")
	path = cleanPath(encode(path, "\"<>`{}|^"))
	if u.Path, err = url.PathUnescape(path); err != nil {
		return nil, bad(RuleSyntax, "has a path that cannot be read")
	}

	u.RawPath = path // url.URL uses it if it says more than Path
	if hasQuery {
		u.RawQuery, u.ForceQuery = encode(query, "\"<>"), query == ""
	}

	return u, nil
}

// cleanPath removes dot segments, also those written %2e, as every client does (WHATWG URL): the path checked
// against robots.txt must be the path requested.
func cleanPath(path string) string {
	segments := strings.Split(path, "/")
	out := segments[:1] // "" before the first slash
	for i, s := range segments[1:] {
		last := i == len(segments)-2
		switch strings.ReplaceAll(strings.ToLower(s), "%2e", ".") {
		case ".":
		case "..":
			out = out[:max(1, len(out)-1)]
		default:
			out = append(out, s)
			last = false
		}
		if last {
			out = append(out, "")
		}
	}

	if len(out) == 1 {
		return "/"
	}
	return strings.Join(out, "/")
}

// cleanText: valid UTF-8 without control characters, backslashes and invisible marks that make a URL look like
// another.
func cleanText(s string) bool {
	for _, c := range s {
		switch {
		case c < 0x20, c >= 0x7f && c < 0xa0, c == '\\', c == '\uFFFD', c == '\u2028', c == '\u2029':
			return false
		}
	}
	return true
}

// encode percent-encodes what a request line may not contain, unsafe characters, and a percent sign that does not
// begin an escape. Existing escapes stay unchanged.
func encode(s, unsafe string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c <= 0x20 || c >= 0x7f || strings.IndexByte(unsafe, c) >= 0 || c == '%' && !isEscape(s[i:]) {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isEscape(s string) bool {
	if len(s) < 3 {
		return false
	}
	_, err := strconv.ParseUint(s[1:3], 16, 8)
	return err == nil
}

// splitAuthority splits host and port. The port is -1 if absent.
func splitAuthority(authority string) (host string, port int, err error) {
	host = authority
	digits := ""
	if strings.HasPrefix(authority, "[") {
		i := strings.IndexByte(authority, ']')
		if i < 0 {
			return "", 0, bad(RuleHost, "has an IPv6 address without its closing bracket")
		}
		host = authority[:i+1]
		digits = authority[i+1:]
	} else if i := strings.IndexByte(authority, ':'); i >= 0 {
		host = authority[:i]
		digits = authority[i:]
	}

	if host == "" {
		return "", 0, bad(RuleHost, "must name a host")
	}
	if digits == "" || digits == ":" {
		return host, -1, nil
	}

	n, convErr := strconv.ParseUint(strings.TrimPrefix(digits, ":"), 10, 16)
	if digits[0] != ':' || convErr != nil || len(digits) > len(":65535") {
		return "", 0, bad(RulePort, "has a port that is not a number")
	}

	return host, int(n), nil
}

// port drops the scheme's default and rejects disallowed ports.
func (r urlRules) port(scheme, host string, port int) (int, error) {
	if port < 0 || scheme == "http" && port == 80 || scheme == "https" && port == 443 {
		return -1, nil
	}
	if port == 80 || port == 443 || slices.Contains(r.ports, port) || r.isTestLoopback(host) {
		return port, nil
	}
	return 0, &BadURL{
		Rule:   RulePort,
		Host:   host,
		Detail: "must use port 80 or 443",
	}
}

// host normalises a host and judges it as far as possible without resolving it.
func (r urlRules) host(raw string) (string, error) {
	if strings.HasPrefix(raw, "[") {
		return r.ipv6Literal(raw[1 : len(raw)-1])
	}
	if strings.Contains(raw, "%") {
		return "", bad(RuleHost, "must not have a percent-encoded host")
	}

	host, err := hostProfile.ToASCII(raw)
	if err != nil {
		return "", bad(RuleHost, "must have a host that is a valid domain name")
	}

	host = strings.TrimSuffix(strings.ToLower(host), ".")
	labels := strings.Split(host, ".")
	if last := labels[len(labels)-1]; last != "" && last[0] >= '0' && last[0] <= '9' {
		return r.ipv4Literal(host, raw)
	}
	if len(host) > 253 {
		return "", bad(RuleHost, "must have a host of at most 253 characters")
	}

	for _, l := range labels {
		if !validLabel(l) {
			return "", bad(RuleHost, "must have a host that is a valid domain name")
		}
	}

	if slices.Contains(r.ownHosts, host) {
		return "", &BadURL{
			Rule:   RuleOwnHost,
			Host:   host,
			Detail: "must not be a host of this service",
		}
	}
	if s := reservedSuffix(host); s != "" {
		return "", &BadURL{
			Rule:   RuleReservedName,
			Host:   host,
			Detail: "must be a public host, not one under ." + s,
		}
	}
	if len(labels) < 2 {
		return "", &BadURL{
			Rule:   RuleHost,
			Host:   host,
			Detail: "must have a host with a dot, such as example.com",
		}
	}

	return host, nil
}

// validLabel: letters, digits, hyphens and underscores (which real hosts use), 1 to 63 of them.
func validLabel(l string) bool {
	if l == "" || len(l) > 63 {
		return false
	}
	for i := range len(l) {
		c := l[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}

const canonicalIP = "must write an IP address in its canonical form, such as 93.184.215.14 or [2606:2800::1]"

// ipv4Literal judges a host whose last label begins with a digit. No public top-level domain does, and resolvers
// and libraries disagree on "127.1" or "0x7f.1", so only the canonical dotted quad is accepted. raw is the host as
// given: fullwidth and other digits that normalise to ASCII are not canonical either.
func (r urlRules) ipv4Literal(host, raw string) (string, error) {
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.Is4() || ip.String() != raw {
		return "", bad(RuleIPSpelling, canonicalIP)
	}
	return host, r.judgeLiteral(ip)
}

func (r urlRules) ipv6Literal(s string) (string, error) {
	ip, err := netip.ParseAddr(s)
	if err != nil || !ip.Is6() || ip.Zone() != "" || ip.String() != strings.ToLower(s) {
		return "", bad(RuleIPSpelling, canonicalIP)
	}
	return ip.String(), r.judgeLiteral(ip)
}

func (r urlRules) judgeLiteral(ip netip.Addr) error {
	if why := blockedReason(ip); why != "" && !r.isTestLoopback(ip.String()) {
		return privateAddress(ip.String(), why)
	}
	if slices.Contains(r.ownHosts, ip.String()) {
		return &BadURL{
			Rule:   RuleOwnHost,
			Host:   ip.String(),
			Detail: "must not be a host of this service",
		}
	}
	return nil
}

func (r urlRules) isTestLoopback(host string) bool {
	return r.loopback && (host == "127.0.0.1" || host == "::1")
}

func joinHost(host string, port int) string {
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port >= 0 {
		host += ":" + strconv.Itoa(port)
	}
	return host
}

// ReservedName reports whether a name, in lower case and A-labels, is never public. Only the local network could
// know it, so it is never looked up.
func ReservedName(host string) bool { return reservedSuffix(host) != "" }

func reservedSuffix(host string) string {
	for _, s := range reservedSuffixes {
		if host == s || strings.HasSuffix(host, "."+s) {
			return s
		}
	}
	return ""
}
