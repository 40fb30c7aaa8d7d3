package robots

import (
	"strings"
	"time"
)

// Verdict is a file's decision on one crawler and one URL.
type Verdict struct {
	Allowed  bool
	Agent    string // the User-agent value that applied, as written: a product token, "*", or "" when no group applies
	Specific bool   // Agent names the crawler, rather than "*"
	Rule     *Rule  // the deciding rule; nil if no rule matched (allowed)
}

// Test reports whether the crawler with the product token agent may fetch target, an absolute URL or a path with
// query. The longest matching pattern decides, an Allow on a tie (RFC 9309 section 2.2.2). /robots.txt is always
// allowed.
func (f *File) Test(agent, target string) Verdict {
	sel := f.selectGroups(agent)
	v := Verdict{
		Allowed:  true,
		Agent:    sel.agent,
		Specific: sel.specific,
	}
	path := PathOf(target)
	if path == "/robots.txt" {
		return v
	}

	best := 0
	for _, g := range sel.groups {
		for i := range g.Rules {
			r := &g.Rules[i]
			if n := r.octets(path); n > best || n == best && n > 0 && r.Allow && !v.Allowed {
				best = n
				v.Rule = r
				v.Allowed = r.Allow
			}
		}
	}

	return v
}

// Rules returns all rules for the crawler, in file order, from every group that applies to it.
func (f *File) Rules(agent string) []Rule {
	var rules []Rule
	for _, g := range f.selectGroups(agent).groups {
		rules = append(rules, g.Rules...)
	}
	return rules
}

// CrawlDelay is the longest delay in the crawler's groups, or 0.
func (f *File) CrawlDelay(agent string) time.Duration {
	var d time.Duration
	for _, g := range f.selectGroups(agent).groups {
		d = max(d, g.CrawlDelay)
	}
	return d
}

type selection struct {
	groups   []*Group
	agent    string
	specific bool
}

// selectGroups finds the groups that name agent, else the groups of "*": all of them, because groups
// for the same crawler are one (RFC 9309 section 2.2.1).
func (f *File) selectGroups(agent string) selection {
	var named, global selection
	for i := range f.Groups {
		g := &f.Groups[i]
		var isNamed, isGlobal bool
		for _, value := range g.Agents {
			switch {
			case names(value, agent):
				if named.agent == "" { // as the file writes it; folding may change a length
					named.agent = value[:min(len(agent), len(value))]
				}
				isNamed = true
			case isStar(value):
				isGlobal = true
			}
		}
		if isNamed {
			named.groups = append(named.groups, g)
		}
		if isGlobal {
			global.groups = append(global.groups, g)
		}
	}

	if named.agent != "" {
		named.specific = true
		return named
	}

	if len(global.groups) > 0 {
		global.agent = "*"
	}
	return global
}

// isStar: a star followed by white space and more is still the star (Google).
func isStar(value string) bool {
	return value == "*" || strings.HasPrefix(value, "*") && strings.ContainsRune(whitespace, rune(value[1]))
}

// names reports whether a User-agent value names the crawler: ignoring case, its letters, "_" and "-" up to the
// first other character, as RFC 9309 defines product tokens. Some crawlers' names break that rule with a digit
// ("AI2Bot"), so the value up to white space or "/" counts too.
func names(value, agent string) bool {
	if agent == "" {
		return false
	}
	token := value[:tokenEnd(value)]
	if strings.EqualFold(token, agent) {
		return true
	}
	if i := strings.IndexAny(value, whitespace+"/"); i >= 0 {
		value = value[:i]
	}
	return strings.EqualFold(value, agent)
}

// ValidToken reports whether s is a valid product token: letters, "_" and "-" only.
func ValidToken(s string) bool { return s != "" && tokenEnd(s) == len(s) }

func tokenEnd(s string) int {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '-' && s[i] != '_' {
			return i
		}
	}
	return len(s)
}

// octets is the length of the pattern if it matches the path, else 0. An Allow for a directory's index.htm or
// index.html also covers the directory itself (Google).
func (r *Rule) octets(path string) int {
	if matches(r.pattern, path) {
		return len(r.pattern)
	}
	if r.Allow {
		if i := strings.LastIndexByte(r.pattern, '/'); i >= 0 && strings.HasPrefix(r.pattern[i:], "/index.htm") {
			if dir := r.pattern[:i+1] + "$"; matches(dir, path) {
				return len(dir)
			}
		}
	}
	return 0
}

// matches compares from the start of the path: "*" matches any run of characters, "$" at the very end the end of
// the path. It is enough to match each literal piece at its first occurrence after the previous one, because a
// later one would only leave less for the pieces that follow; so the cost is linear.
func matches(pattern, path string) bool {
	anchored := strings.HasSuffix(pattern, "$")
	pattern = strings.TrimSuffix(pattern, "$")
	first, rest, starred := strings.Cut(pattern, "*")
	if !strings.HasPrefix(path, first) {
		return false
	}

	path = path[len(first):]
	if !starred {
		return !anchored || path == ""
	}

	for {
		piece, after, more := strings.Cut(rest, "*")
		if !more {
			if anchored {
				return strings.HasSuffix(path, piece)
			}
			return strings.Contains(path, piece)
		}
		i := strings.Index(path, piece)
		if i < 0 {
			return false
		}
		path = path[i+len(piece):]
		rest = after
	}
}

// PathOf is the part of a URL that rules match: path, parameters and query, starting with "/", with uniform
// percent-encoding. It is "/" for a URL without a path.
func PathOf(target string) string {
	target, _, _ = strings.Cut(target, "#")
	s := strings.TrimPrefix(target, "//")
	if i := strings.Index(s, "://"); i >= 0 && !strings.ContainsAny(s[:i], "/?;") {
		s = s[i+len("://"):]
	}
	i := strings.IndexAny(s, "/?;")
	if i < 0 {
		return "/"
	}
	if s = s[i:]; s[0] != '/' {
		s = "/" + s
	}
	return escape(s)
}

// escape makes percent-encoding uniform: octets outside ASCII encoded, hex digits in upper case. Nothing is
// decoded: an encoded reserved character differs in meaning from a plain one.
func escape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			b.WriteString(strings.ToUpper(s[i : i+3]))
			i += 2
		case c >= 0x80:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}
