package htmlpage

import (
	"cmp"
	"net/url"
	"strings"

	"golang.org/x/net/idna"
)

// maxURL is the longest URL returned. Longer ones are data, not addresses.
const maxURL = 8192

// maxBase is the longest <base href> that is honoured. maxAddresses bounds the bytes of all absolute URLs of one
// kind on a page. Without them, a long base and many short links on a page of a few megabytes could make gigabytes.
// Honest pages have a hundredth of it.
const (
	maxBase      = 2048
	maxAddresses = 32 << 20
)

// addresses is the remaining budget of URLs in bytes.
type addresses int

func newAddresses() addresses { return maxAddresses }

// take counts an address and reports whether it may be kept.
func (left *addresses) take(u *url.URL) bool {
	*left -= addresses(len(u.Host) + len(u.Path) + len(u.RawQuery))
	return *left >= 0
}

// hosts is UTS 46 processing as browsers do it.
var hosts = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.StrictDomainName(false), idna.CheckHyphens(false))

// lineEnds removes what the standard drops inside URLs. It is made once: a Replacer takes 8 kB, and a page may have
// hundreds of thousands of links.
var lineEnds = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// Resolve makes a page's URL absolute, as a browser would (WHATWG URL, the cases that occur). It removes white
// space, line ends, default ports and fragments, turns backslashes into slashes, percent-encodes unsafe characters,
// and writes hosts in lower case and punycode. It returns nil for anything but http and https.
func Resolve(base *url.URL, ref string) *url.URL {
	ref = strings.TrimFunc(ref, func(r rune) bool { return r <= ' ' || r == '\u00A0' })
	if len(ref) > maxURL {
		return nil
	}

	ref = lineEnds.Replace(ref)
	ref, _, _ = strings.Cut(ref, "#")
	scheme := schemeOf(ref)
	if scheme != "" && scheme != "http" && scheme != "https" {
		return nil
	}

	path, query, hasQuery := strings.Cut(ref, "?")
	path = strings.ReplaceAll(path, `\`, "/")
	if scheme != "" {
		rest := path[len(scheme)+1:]
		if scheme != base.Scheme || strings.HasPrefix(rest, "/") {
			rest = "//" + strings.TrimLeft(rest, "/") // http:/host and http:///host mean http://host
		}
		path = scheme + ":" + rest
		if !strings.HasPrefix(rest, "//") {
			path = rest // http:page is relative to a base of the same scheme
		}
	}

	prefix, authority, tail := cutAuthority(path)
	if prefix != "" {
		target := cmp.Or(scheme, base.Scheme)
		var ok bool
		if authority, ok = cleanAuthority(authority, target); !ok {
			return nil
		}
	}

	raw := prefix + authority + escape(tail, "\"<>`{}|^[]")
	if prefix == "" && strings.Contains(firstSegment(tail), ":") {
		raw = "./" + raw // a colon in a relative path does not end a scheme
	}

	if hasQuery {
		raw += "?" + escape(query, "\"<>'")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil
	}

	u = base.ResolveReference(u)
	u.User = nil
	u.Fragment = ""
	u.RawFragment = ""
	if u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}

	u.Path = cmp.Or(u.Path, "/")
	return u
}

// schemeOf is the scheme in lower case, or "".
func schemeOf(ref string) string {
	for i := range len(ref) {
		c := ref[i] | 0x20
		switch {
		case c >= 'a' && c <= 'z':
		case i > 0 && (ref[i] >= '0' && ref[i] <= '9' || ref[i] == '+' || ref[i] == '-' || ref[i] == '.'):
		case i > 0 && ref[i] == ':':
			return strings.ToLower(ref[:i])
		default:
			return ""
		}
	}
	return ""
}

// cutAuthority splits "https://host/path" into "https://", "host" and "/path".
func cutAuthority(path string) (prefix, authority, tail string) {
	i := 0
	if scheme := schemeOf(path); scheme != "" {
		i = len(scheme) + 1
	}
	if !strings.HasPrefix(path[i:], "//") {
		return "", "", path
	}
	i += 2
	end := strings.IndexByte(path[i:], '/')
	if end < 0 {
		return strings.ToLower(path[:i]), path[i:], ""
	}
	return strings.ToLower(path[:i]), path[i : i+end], path[i+end:]
}

// cleanAuthority is the host, with the port unless it is the scheme's default.
func cleanAuthority(authority, scheme string) (string, bool) {
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		authority = authority[i+1:]
	}
	if strings.HasPrefix(authority, "[") {
		return strings.ToLower(authority), true
	}

	host, port, _ := strings.Cut(authority, ":")
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		port = ""
	}

	if unescaped, err := url.PathUnescape(host); err == nil {
		host = unescaped
	}
	host, err := hosts.ToASCII(host)
	if err != nil || host == "" || strings.ContainsAny(host, " <>\"%{}|\\^`") {
		return "", false
	}

	if port != "" {
		host += ":" + port
	}
	return host, true
}

func firstSegment(path string) string {
	segment, _, _ := strings.Cut(path, "/")
	return segment
}

// escape percent-encodes what a URL may not contain, and a percent sign that does not begin an escape.
func escape(s, unsafe string) string {
	const hex = "0123456789ABCDEF"
	clean := true
	for i := range len(s) {
		if c := s[i]; c <= 0x20 || c >= 0x7f || c == '%' || strings.IndexByte(unsafe, c) >= 0 {
			clean = false
			break
		}
	}

	if clean {
		return s
	}

	var b strings.Builder
	for i := range len(s) {
		c := s[i]
		if c <= 0x20 || c >= 0x7f || strings.IndexByte(unsafe, c) >= 0 || c == '%' && !(i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])) {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}

	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// SameHost reports whether two URLs have the same host, ignoring a leading "www.".
func SameHost(a, b *url.URL) bool { return siteHost(a) == siteHost(b) }

func siteHost(u *url.URL) string {
	return strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), "www.")
}

// ResolveAll resolves refs against location and returns the web addresses, each once, in order: for example, of the
// Sitemap lines of a robots.txt.
func ResolveAll(location string, refs []string) []string {
	base, err := url.Parse(location)
	if err != nil {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	for _, ref := range refs {
		u := Resolve(base, ref)
		if u == nil || seen[u.String()] {
			continue
		}
		seen[u.String()] = true
		out = append(out, u.String())
	}
	return out
}
