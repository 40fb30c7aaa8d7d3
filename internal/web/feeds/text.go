package feeds

import (
	"bytes"
	"cmp"
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

func named(n *loosexml.Node, names []string) bool {
	return slices.Contains(names, n.Name)
}

// first is the first non-empty child in the order of names, or nil.
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
			empty = cmp.Or(empty, c)
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

// plain is the text, without markup, of the first named child that has text.
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

// text is an element's text without markup. In Atom the type reports whether it has markup; in RSS, where writers
// disagree, its look decides. An element that holds data has no text.
func (r *reader) text(n *loosexml.Node, max int) string {
	kind := kindOf(n)
	if n.HasElements() { // XHTML, or HTML that nobody escaped
		text, _ := htmlpage.TextOf(cdata.Replace(n.Markup()), max)
		if kind == "html" && looksLikeHTML(text) { // or HTML that is only partly escaped
			text, _ = htmlpage.TextOf(text, max)
		}
		return text
	}

	s := n.OwnText()
	markup := false
	switch {
	case inBase64(n, kind):
		decoded, ok := textOfBase64(s)
		if !ok {
			return ""
		}
		s = decoded
		markup = looksLikeHTML(s)
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

// kindOf is the type of an Atom text, in lower case and without parameters: "html", "text/plain". It is "" if not
// given.
func kindOf(n *loosexml.Node) string {
	kind, _ := n.Get("type")
	kind, _, _ = strings.Cut(kind, ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

// inBase64 reports whether an element's content is in base64: Atom 0.3 has a mode for it; Atom 1.0 requires it for
// all media types except text and XML (RFC 4287 section 4.1.3.3).
func inBase64(n *loosexml.Node, kind string) bool {
	if mode, given := n.Get("mode"); given {
		return strings.EqualFold(strings.TrimSpace(mode), "base64")
	}
	if !strings.Contains(kind, "/") {
		return false
	}
	isXML := strings.HasSuffix(kind, "/xml") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "-dtd")
	return !isXML && !strings.HasPrefix(kind, "text/") && !strings.Contains(kind, "html")
}

// textOfBase64 decodes the text in s. If s is clearly not base64, its type is wrong and s is the text. It returns
// false if s encodes data.
func textOfBase64(s string) (string, bool) {
	packed := strings.TrimRight(strings.Join(strings.Fields(s), ""), "=")
	data, err := base64.RawStdEncoding.DecodeString(packed)
	if err != nil {
		return s, strings.ContainsAny(strings.TrimSpace(s), " <.,:")
	}
	return string(data), utf8.Valid(data) && !bytes.ContainsFunc(data, isControl)
}

// isControl reports whether a character does not occur in text.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f'
}

// dataType is the media type of an entry's content if that is data in base64, or "".
func dataType(content *loosexml.Node) string {
	if content == nil || content.HasElements() {
		return ""
	}
	kind := kindOf(content)
	if !inBase64(content, kind) || strings.TrimSpace(content.OwnText()) == "" {
		return ""
	}
	if _, isText := textOfBase64(content.OwnText()); isText {
		return ""
	}
	if !strings.Contains(kind, "/") {
		return "application/octet-stream"
	}
	return cut(kind, 100)
}

// language is a language tag with hyphens; some feeds write underscores.
func language(tag string) string {
	return strings.ReplaceAll(tag, "_", "-")
}

var cdata = strings.NewReplacer("<![CDATA[", "", "]]>", "")

var (
	tagLike    = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9]*)(?:\s[^<>]*)?/?>`)
	entityLike = regexp.MustCompile(`&(#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});`)
)

// looksLikeHTML reports whether a text contains HTML tags or entities.
func looksLikeHTML(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return false
	}
	if entityLike.MatchString(s) {
		return true
	}
	return slices.ContainsFunc(tagLike.FindAllStringSubmatch(s, 20), func(m []string) bool {
		return atom.Lookup([]byte(strings.ToLower(m[1]))) != 0
	})
}

var (
	mailName = regexp.MustCompile(`^\S+@\S+\s*\(([^()]+)\)$`)
	nameMail = regexp.MustCompile(`^([^<>@]+?)\s*(?:<\s*\S+@\S+\s*>|\(\s*\S+@\S+\s*\))$`)
)

// author is the authors' names, from the first of the named elements that exists.
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
		switch c.Name {
		case "category", "dc:subject", "media:category":
			list = withCategory(list, categoryOf(c, "label", "term"))
		case "itunes:category":
			list = withCategory(list, categoryOf(c, "text"))
			for _, sub := range categories(c) {
				list = withCategory(list, sub)
			}
		}
	}
	return list
}

// categoryOf is the text of a category, or its first non-empty attribute.
func categoryOf(n *loosexml.Node, attributes ...string) string {
	text, _ := htmlpage.TextOf(n.OwnText(), maxCategory)
	for _, key := range attributes {
		if text == "" {
			value, _ := n.Get(key)
			text = cut(htmlpage.Collapse(value), maxCategory)
		}
	}
	return text
}

func withCategory(list []string, text string) []string {
	if text == "" || len(list) == maxCategories || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// person is a name, from a child element or, in RSS, beside a mail address.
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

// date returns the first named child that is a date. raw is its text if it names no time zone, and the text of the
// first child if none is readable.
func date(n *loosexml.Node, names ...string) (t time.Time, raw string) {
	for _, name := range names {
		for c := range n.Elements() {
			if c.Name != name {
				continue
			}
			t, unread := readDate(c.OwnText())
			if !t.IsZero() {
				return t, unread
			}
			raw = cmp.Or(raw, unread)
		}
	}
	return time.Time{}, raw
}

func firstDate(n *loosexml.Node, names ...string) time.Time {
	t, _ := date(n, names...)
	return t
}

// readDate is ParseDate, with the text if that could not be read or leaves the time zone open.
func readDate(s string) (t time.Time, raw string) {
	t, ok := ParseDate(s)
	if ok && zoneTold(s) {
		return t, ""
	}
	return t, cut(htmlpage.Collapse(s), maxRawDate)
}

// cut shortens s to max bytes without splitting a character.
func cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	return strings.TrimSpace(clip.Cut(s, max))
}
