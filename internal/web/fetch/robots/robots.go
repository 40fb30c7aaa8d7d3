// Package robots reads robots.txt and decides what a crawler may fetch, by RFC 9309 with the leniency and
// extensions of Google's parser (github.com/google/robotstxt, README and tests).
//
// Reading and matching are bounded: at most MaxSize bytes are read, and a pattern is matched in time
// linear in the path, however many `*` it has.
package robots

import (
	"strings"
	"time"
)

// MaxSize is how much of a file is read (RFC 9309 section 2.5 asks for at least 500 KiB); the rest, including a
// line cut by the limit, is ignored.
const MaxSize = 500 * 1024

// maxLine is the length in bytes after which a line is cut (Google: 8 times the 2083 bytes that some
// browsers take as a URL, one byte of it for the terminator).
const maxLine = 8*2083 - 1

// File is a parsed robots.txt. The zero File allows everything.
type File struct {
	Groups   []Group
	Sitemaps []string // values of Sitemap lines in file order, as written: they belong to no group
	Other    []Field  // unknown lines before any group
}

// Group is one run of User-agent lines and what follows them.
type Group struct {
	Agents     []string // values of the User-agent lines, as written
	Rules      []Rule
	CrawlDelay time.Duration // 0 if missing or not a number of seconds
	Other      []Field       // lines that are neither rules nor sitemaps, such as Content-Signal
}

// Field is a line with a name unknown to RFC 9309.
type Field struct {
	Name, Value string
	Line        int // 1-based
}

// Rule is one Allow or Disallow line. Lines without a path are dropped: they have no effect.
type Rule struct {
	Allow   bool
	Pattern string // as written
	Line    int    // 1-based

	pattern string // percent-encoding made uniform, as compared
}

// String is the rule as a robots.txt line.
func (r Rule) String() string {
	if r.Allow {
		return "Allow: " + r.Pattern
	}
	return "Disallow: " + r.Pattern
}

// Parse reads a robots.txt. It never fails: invalid lines are skipped, as RFC 9309 section 2.3.1.5 requires. The
// File keeps no reference to body.
func Parse(body []byte) *File {
	cut := len(body) > MaxSize
	if cut {
		body = body[:MaxSize]
	}

	text := string(skipBOM(body))
	p := parser{file: &File{}}
	for line := 1; text != ""; line++ {
		end := strings.IndexAny(text, "\r\n")
		if end < 0 {
			if !cut { // half a path would match more than the whole one
				p.line(text, line)
			}
			break
		}
		p.line(text[:end], line)
		if text[end] == '\r' && strings.HasPrefix(text[end+1:], "\n") {
			end++
		}
		text = text[end+1:]
	}

	return p.file
}

// skipBOM drops a UTF-8 byte order mark, or a partial one.
func skipBOM(b []byte) []byte {
	const bom = "\xEF\xBB\xBF"
	n := 0
	for n < len(bom) && n < len(b) && b[n] == bom[n] {
		n++
	}
	return b[n:]
}

// parser tracks the position in the file. A group ends only where a User-agent line follows a rule: sitemaps, crawl
// delays and unknown lines do not end it.
type parser struct {
	file      *File
	seenRules bool // the current group has an Allow or Disallow line
}

func (p *parser) group() *Group {
	if len(p.file.Groups) == 0 {
		return nil
	}
	return &p.file.Groups[len(p.file.Groups)-1]
}

func (p *parser) line(s string, number int) {
	if len(s) > maxLine {
		s = s[:maxLine]
	}
	name, value, ok := split(s)
	if !ok {
		return
	}

	g := p.group()
	switch kindOf(name) {
	case userAgent:
		if g == nil || p.seenRules {
			p.file.Groups = append(p.file.Groups, Group{})
			g = p.group()
			p.seenRules = false
		}
		g.Agents = append(g.Agents, value)
	case allow, disallow:
		if g == nil {
			return
		}
		p.seenRules = true
		if value != "" {
			g.Rules = append(g.Rules, Rule{
				Allow:   kindOf(name) == allow,
				Pattern: value,
				Line:    number,
				pattern: escape(value),
			})
		}
	case sitemap:
		if value != "" {
			// strings are cloned, so that the file itself can be freed
			p.file.Sitemaps = append(p.file.Sitemaps, strings.Clone(value))
		}
	case crawlDelay:
		if g != nil {
			g.CrawlDelay = seconds(value)
		}
	default:
		f := Field{
			Name:  name,
			Value: value,
			Line:  number,
		}
		if g == nil {
			p.file.Other = append(p.file.Other, f)
		} else {
			g.Other = append(g.Other, f)
		}
	}
}

const whitespace = " \t\v\f"

// split splits a line at its colon, or at white space if it has no colon and exactly two words.
func split(s string) (name, value string, ok bool) {
	s, _, _ = strings.Cut(s, "#")
	s = strings.Trim(s, whitespace)
	if name, value, ok = strings.Cut(s, ":"); !ok {
		words := strings.Fields(s)
		if len(words) != 2 {
			return "", "", false
		}
		name = words[0]
		value = words[1]
	}
	name = strings.TrimRight(name, whitespace)
	value = strings.Trim(value, whitespace)
	return name, value, name != ""
}

type kind int

const (
	other kind = iota
	userAgent
	allow
	disallow
	sitemap
	crawlDelay
)

// lineNames are the prefixes that Google's parser accepts for each kind of line, including misspellings.
var lineNames = []struct {
	kind  kind
	names []string
}{
	{userAgent, []string{"user-agent", "useragent", "user agent"}},
	{allow, []string{"allow"}},
	{disallow, []string{"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"}},
	{sitemap, []string{"sitemap", "site-map"}},
	{crawlDelay, []string{"crawl-delay"}},
}

func kindOf(name string) kind {
	for _, l := range lineNames {
		for _, n := range l.names {
			if len(name) >= len(n) && strings.EqualFold(name[:len(n)], n) {
				return l.kind
			}
		}
	}
	return other
}

// seconds reads a Crawl-delay: a plain decimal number, at most a day.
func seconds(s string) time.Duration {
	d, err := time.ParseDuration(s + "s")
	if err != nil || d < 0 || strings.ContainsAny(s, "hmnuµ") {
		return 0
	}
	return min(d, 24*time.Hour)
}
