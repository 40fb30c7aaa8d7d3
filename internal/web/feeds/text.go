package feeds

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/web/feeds/loosexml"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// prefixes are the names under which elements of other namespaces are looked for, by a part of the namespace that no
// other has: feeds write several spellings of each.
var prefixes = []struct{ part, prefix string }{
	{"purl.org/dc/elements", "dc"}, {"purl.org/dc/terms", "dcterms"}, {"purl.org/rss/1.0/modules/content", "content"},
	{"itunes.com/dtds", "itunes"}, {"itunes.com/", "itunes"}, {"search.yahoo.com/mrss", "media"}, {"video.search.yahoo.com", "media"},
	{"rssnamespace.org/feedburner", "feedburner"}, {"www.w3.org/2005/atom", "atom"}, {"purl.org/atom/ns", "atom"},
	{"www.w3.org/1999/xhtml", "xhtml"}, {"22-rdf-syntax-ns", "rdf"},
	{"purl.org/rss/1.0/modules", "module"}, {"podcastindex.org", "podcast"}, {"schemas.google.com", "google"}, {"wellformedweb.org", "wfw"},
	{"opensearch", "opensearch"}, {"georss", "georss"}, {"googleplay", "googleplay"},
}

// rename gives every element below n its name with the usual prefix of its namespace: "title", "dc:date". The elements
// of the feed's own format have no prefix; Atom's are that in an Atom feed only.
func rename(n *loosexml.Node, spaces map[string]string, inAtom bool) {
	for _, c := range n.Children {
		if c.Name == "" {
			continue
		}
		local := c.Name
		prefix := c.Prefix
		if c.Space != "" {
			known, ok := spaces[c.Space]
			if !ok {
				known = usualPrefix(c.Space)
				spaces[c.Space] = known
			}
			if known != unknown {
				prefix = known
			}
		}
		atomHere := inAtom || local == "feed" && (prefix == "" || prefix == "atom")
		if prefix != "" && !(prefix == "atom" && atomHere) {
			c.Name = prefix + ":" + local
		}
		rename(c, spaces, atomHere && local != "channel")
	}
}

const unknown = "?"

// usualPrefix is "" for the namespaces of RSS itself and unknown for those that have no usual prefix.
func usualPrefix(space string) string {
	space = strings.ToLower(space)
	for _, p := range prefixes {
		if strings.Contains(space, p.part) {
			return p.prefix
		}
	}
	if strings.Contains(space, "rss") || strings.Contains(space, "netscape.com/rdf") || strings.Contains(space, "cdf") {
		return ""
	}
	return unknown
}

func named(n *loosexml.Node, names []string) bool {
	return slices.Contains(names, n.Name)
}

// first is the first child by the order of names that is not empty, nil when there is none.
func first(n *loosexml.Node, names ...string) *loosexml.Node {
	var empty *loosexml.Node
	for _, name := range names {
		for c := range n.Elements() {
			if c.Name != name {
				continue
			}
			if strings.TrimSpace(c.OwnText()) != "" || c.HasElements() {
				return c
			}
			if empty == nil {
				empty = c
			}
		}
	}
	return empty
}

// line is a node's own text with white space collapsed.
func line(n *loosexml.Node) string {
	if n == nil {
		return ""
	}
	return cut(htmlpage.Collapse(n.OwnText()), 4096)
}

func (r *reader) title(n *loosexml.Node, names ...string) string {
	return r.plain(n, maxTitle, names...)
}

// plain is the text, without markup, of the first of the named children that has any.
func (r *reader) plain(n *loosexml.Node, max int, names ...string) string {
	for _, name := range names {
		for c := range n.Elements() {
			if c.Name == name {
				if text := r.text(c, max); text != "" {
					return text
				}
			}
		}
	}
	return ""
}

// text is what an element says. Markup in it is dropped where it is markup: in Atom its type tells, in RSS, whose
// writers do not agree, the look of it.
func (r *reader) text(n *loosexml.Node, max int) string {
	if n.HasElements() { // XHTML, or HTML that nobody escaped
		text, _ := htmlpage.TextOf(cdata.Replace(n.Markup()), max)
		return text
	}
	s := n.OwnText()
	kind, _ := n.Get("type")
	mode, _ := n.Get("mode") // Atom 0.3
	kind = strings.ToLower(strings.TrimSpace(kind))
	markup := false
	switch {
	case strings.EqualFold(mode, "base64"):
		data, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(s), ""))
		if err != nil || !utf8.Valid(data) {
			return ""
		}
		s, markup = string(data), true
	case n.Name == "content" && kind != "" && kind != "text" && !strings.Contains(kind, "html") && !strings.HasPrefix(kind, "text/"):
		return "" // data
	case r.family == familyAtom && (kind == "text" || kind == "text/plain" || kind == "" && r.feed.Format == Atom10):
	case strings.Contains(kind, "html"):
		markup = true
	default:
		markup = looksLikeHTML(s)
	}
	if markup {
		text, _ := htmlpage.TextOf(s, max)
		return text
	}
	return cut(htmlpage.Collapse(s), max)
}

var cdata = strings.NewReplacer("<![CDATA[", "", "]]>", "")

var (
	tagLike    = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>`)
	entityLike = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});`)
)

// looksLikeHTML says whether a text has tags of HTML or entities in it.
func looksLikeHTML(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return false
	}
	if entityLike.MatchString(s) {
		return true
	}
	for _, m := range tagLike.FindAllStringSubmatch(s, 20) {
		if atom.Lookup([]byte(strings.ToLower(m[1]))) != 0 {
			return true
		}
	}
	return false
}

var (
	mailName = regexp.MustCompile(`^\S+@\S+\s*\(([^()]+)\)$`)
	nameMail = regexp.MustCompile(`^([^<>@]+?)\s*(?:<\s*\S+@\S+\s*>|\(\s*\S+@\S+\s*\))$`)
)

// author is the names of those who wrote, by the first of the named elements that there are.
func author(n *loosexml.Node, names ...string) string {
	for _, name := range names {
		var list []string
		for c := range n.Elements() {
			if c.Name != name || len(list) == 20 {
				continue
			}
			if who := person(c); who != "" && !slices.Contains(list, who) {
				list = append(list, who)
			}
		}
		if len(list) > 0 {
			return cut(strings.Join(list, ", "), maxName)
		}
	}
	return ""
}

// categories are the subjects that an item is filed under: the text of RSS, the label or term of Atom.
func categories(n *loosexml.Node) []string {
	var list []string
	for c := range n.Elements() {
		if c.Name != "category" && c.Name != "dc:subject" {
			continue
		}
		text, _ := htmlpage.TextOf(c.OwnText(), maxCategory)
		for _, key := range []string{"label", "term"} {
			if text == "" {
				value, _ := c.Get(key)
				text = cut(htmlpage.Collapse(value), maxCategory)
			}
		}
		list = withCategory(list, text)
	}
	return list
}

func withCategory(list []string, text string) []string {
	if text == "" || len(list) == maxCategories || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// person is a name: of a child element, or what RSS puts beside a mail address.
func person(n *loosexml.Node) string {
	for _, child := range []string{"name", "email"} {
		for c := range n.Elements() {
			if (c.Name == child || strings.HasSuffix(c.Name, ":"+child)) && line(c) != "" {
				return line(c)
			}
		}
	}
	text, _ := htmlpage.TextOf(n.OwnText(), maxName)
	if m := mailName.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1])
	}
	if m := nameMail.FindStringSubmatch(text); m != nil {
		return strings.TrimSpace(m[1])
	}
	return text
}

// date is the first of the named children that is a date. raw is the text of the first, when none could be read.
func date(n *loosexml.Node, names ...string) (t time.Time, raw string) {
	for _, name := range names {
		for c := range n.Elements() {
			if c.Name != name {
				continue
			}
			t, unread := readDate(c.OwnText())
			if !t.IsZero() {
				return t, ""
			}
			if raw == "" {
				raw = unread
			}
		}
	}
	return time.Time{}, raw
}

func firstDate(n *loosexml.Node, names ...string) time.Time {
	t, _ := date(n, names...)
	return t
}

// readDate is ParseDate with what could not be read.
func readDate(s string) (t time.Time, raw string) {
	t, ok := ParseDate(s)
	if !ok {
		return time.Time{}, cut(htmlpage.Collapse(s), maxRawDate)
	}
	return t, ""
}

// cut shortens s to max bytes without parting a character.
func cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.TrimSpace(clip.Cut(s, max))
}
