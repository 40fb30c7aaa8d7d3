package feeds

import (
	"strings"

	"github.com/farebox/farebox/internal/web/feeds/loosexml"
)

// namespaces are the usual prefixes of the namespaces that this package reads, "" for those of RSS itself. A
// namespace is recognised by its whole URI or a known variant spelling, never by a part: the URI of Media RSS at
// rssboard.org contains "rss" too. Keys are as [spaceKey] makes them.
var namespaces = map[string]string{
	"purl.org/rss/1.0":                             "",
	"purl.org/rss/1.0/modules/rss091":              "",
	"purl.org/rss/2.0":                             "",
	"purl.org/net/rss1.1":                          "",
	"my.netscape.com/rdf/simple/0.9":               "",
	"channel.netscape.com/rdf/simple/0.9":          "",
	"my.netscape.com/publish/formats/rss-0.91.dtd": "",
	"backend.userland.com/rss":                     "",
	"backend.userland.com/rss091":                  "",
	"backend.userland.com/rss2":                    "",
	"blogs.law.harvard.edu/tech/rss":               "",
	"cyber.law.harvard.edu/rss":                    "",
	"cyber.law.harvard.edu/rss/rss.html":           "",
	"rssboard.org/rss-specification":               "",

	"w3.org/2005/atom":      "atom",
	"purl.org/atom/ns":      "atom",
	"example.com/newformat": "atom", // of the drafts of Atom 0.1
	"purl.org/atom-blog/ns": "atom",

	"purl.org/dc/elements/1.0": "dc",
	"purl.org/dc/elements/1.1": "dc",
	"purl.org/dc/terms":        "dcterms",

	"purl.org/rss/1.0/modules/content": "content",

	"itunes.com/dtds/podcast-1.0.dtd":       "itunes",
	"itunes.com/dtds/podcast":               "itunes",
	"itunes.apple.com/dtds/podcast-1.0.dtd": "itunes",
	"example.com/dtds/podcast-1.0.dtd":      "itunes", // of Apple's own example

	"search.yahoo.com/mrss":       "media",
	"video.search.yahoo.com/mrss": "media",
	"tools.search.yahoo.com/mrss": "media",
	"rssboard.org/media-rss":      "media",

	"rssnamespace.org/feedburner/ext/1.0": "feedburner",
	"w3.org/1999/xhtml":                   "xhtml",
	"w3.org/1999/02/22-rdf-syntax-ns":     "rdf",
}

// spaceKey is a namespace's URI without the differences between spellings: case, http or https, "www." and the
// final slash or hash.
func spaceKey(space string) string {
	key := strings.ToLower(strings.TrimSpace(space))
	key = strings.TrimPrefix(key, "http://")
	key = strings.TrimPrefix(key, "https://")
	key = strings.TrimPrefix(key, "www.")
	return strings.TrimRight(key, "/#")
}

// naming gives the elements of a document their usual names.
type naming struct {
	own      string            // namespace of the outermost rss element, whatever it is
	prefixes map[string]string // prefixes found so far, by namespace as written; unknown for others
}

// unknown is the prefix of a namespace that is not in the table.
const unknown = "?"

// rename gives every element below n its name with the usual prefix of its namespace: "title", "dc:date".
// Elements of the feed's own format have no prefix; for Atom's elements that is so only in an Atom feed.
func (names *naming) rename(n *loosexml.Node, inAtom bool) {
	for c := range n.Elements() {
		local := c.Name
		if local == "rss" && names.own == "" {
			names.own = c.Space
		}

		prefix := names.prefix(c)
		atomHere := inAtom || local == "feed" && (prefix == "" || prefix == "atom")
		if prefix != "" && !(prefix == "atom" && atomHere) {
			c.Name = prefix + ":" + local
		}
		names.rename(c, atomHere && local != "channel")
	}
}

// prefix is an element's usual prefix. In an unknown namespace it is the prefix as written.
func (names *naming) prefix(c *loosexml.Node) string {
	if c.Space == "" {
		return c.Prefix
	}
	if c.Space == names.own {
		return ""
	}

	prefix, seen := names.prefixes[c.Space]
	if !seen {
		known, ok := namespaces[spaceKey(c.Space)]
		if !ok {
			known = unknown
		}
		prefix = known
		names.prefixes[c.Space] = known
	}
	if prefix == unknown {
		return c.Prefix
	}
	return prefix
}
