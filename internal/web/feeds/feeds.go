// Package feeds reads syndication feeds: RSS 0.90 to 2.0, RSS 1.0 (RDF), Atom 0.1 to 1.0, CDF and JSON Feed 1 and
// 1.1. It goes by content, not by media type, and accepts broken feeds as feed readers do.
package feeds

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/web/feeds/loosexml"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// The format ids are those of the feedparser library, which other programs use too.
const (
	RSS090  = "rss090"  // RDF with Netscape's namespace
	RSS091N = "rss091n" // with Netscape's document type
	RSS091U = "rss091u" // Userland's, without it
	RSS092  = "rss092"
	RSS093  = "rss093"
	RSS094  = "rss094"
	RSS10   = "rss10" // RDF
	RSS20   = "rss20"
	RSS     = "rss" // of no known version
	Atom01  = "atom01"
	Atom02  = "atom02"
	Atom03  = "atom03"
	Atom10  = "atom10"
	Atom    = "atom" // of no known version
	CDF     = "cdf"
	JSON1   = "json1"
	JSON11  = "json11"
)

// Feed is a feed with its items in document order. Texts have no markup, and white space is collapsed. Links are
// absolute. Missing values are empty.
type Feed struct {
	Format      string
	Title       string
	Link        string // of the feed's site
	Description string
	Language    string // as written, with hyphens for underscores
	Updated     time.Time
	Items       []Item
	Total       int  // distinct items in the feed, including those beyond the wanted number
	Cut         bool // the feed is larger than what is read, or the document ends within it
}

// Item is an entry of a feed.
type Item struct {
	Title      string
	Link       string
	ID         string
	Author     string // several are parted by ", "
	Summary    string // at most MaxSummary bytes
	Published  time.Time
	RawDate    string   // as written, if it is not readable or names no time zone
	Categories []string // as written, each once, at most 20
	Enclosures []Enclosure

	// ContentType is the media type if the content is data, or "" for text. Data is left out.
	ContentType string
}

// Enclosure is a file that belongs to an item.
type Enclosure struct {
	URL    string
	Type   string // media type, "" when not given
	Length int64  // bytes, 0 when not given
}

// Bounds of one feed's texts, in bytes.
const (
	MaxSummary    = 1000
	maxTitle      = 1000
	maxText       = 5000 // the feed's own description
	maxName       = 500
	maxRawDate    = 100
	maxEnclosures = 20
	maxCategories = 20
	maxCategory   = 100
)

// ErrNotFeed is the error for anything that is not a feed.
var ErrNotFeed = errors.New("not a feed")

// Parse reads a UTF-8 feed from location, an absolute URL, with at most max items. The error is [ErrNotFeed], or
// says that location is not a URL.
func Parse(doc []byte, location string, max int) (*Feed, error) {
	base, err := url.Parse(location)
	if err != nil {
		return nil, err
	}

	doc = bytes.TrimLeft(doc, "\uFEFF \t\r\n\x00")
	if len(doc) > 0 && doc[0] == '{' {
		return parseJSON(doc, base, max)
	}
	if !bytes.Contains(doc[:min(len(doc), 64<<10)], []byte("<")) {
		return nil, ErrNotFeed
	}

	x := loosexml.Parse(doc)
	r := newReader(x, base, max)
	if r == nil {
		return nil, ErrNotFeed
	}

	f := r.read()
	f.Cut = f.Cut || x.Cut || r.root.IsOpen
	return f, nil
}

// reader reads one XML feed.
type reader struct {
	feed   *Feed
	root   *loosexml.Node
	family family
	base   *url.URL
	max    int
	seen   map[[32]byte]bool
	made   int // bytes of URLs resolved against a base
}

// maxBase is the longest xml:base that is honoured. maxMade bounds the bytes of all resolved URLs: a hundred
// thousand short links would each repeat the base.
const (
	maxBase = 2048
	maxMade = 16 << 20
)

type family int

const (
	familyRSS family = iota
	familyRDF
	familyAtom
	familyCDF
)

// newReader finds the feed's root, skipping junk before it, and the format. It returns nil if there is no feed.
func newReader(x *loosexml.Document, base *url.URL, max int) *reader {
	r := &reader{
		feed: &Feed{},
		base: base,
		max:  max,
		seen: map[[32]byte]bool{},
	}
	names := &naming{prefixes: map[string]string{}}
	names.rename(x.Root, false)
	root := findRoot(x.Root, 0)
	if root == nil {
		return nil
	}

	r.root = root
	switch root.Name {
	case "rss":
		r.family = familyRSS
		r.feed.Format = rssFormat(root, x.Doctype)
	case "rdf", "rdf:rdf":
		r.family = familyRDF
		r.feed.Format = rdfFormat(root)
	case "feed":
		r.family = familyAtom
		r.feed.Format = atomFormat(root)
	default:
		r.family = familyRSS
		r.feed.Format = RSS
		if looksLikeCDF(root) {
			r.family = familyCDF
			r.feed.Format = CDF
		}
	}

	return r
}

// findRoot looks for the feed's element among the outermost ones and, because error messages may surround it, a few
// levels below; there it must contain something typical of a feed. An HTML page is never a feed, even with such an
// element in it.
func findRoot(n *loosexml.Node, depth int) *loosexml.Node {
	for c := range n.Elements() {
		switch c.Name {
		case "rss":
			return c
		case "feed":
			if depth == 0 || holds(c, "entry", "title", "id") {
				return c
			}
		case "channel":
			if looksLikeCDF(c) || holds(c, "item", "title", "link") {
				return c
			}
		case "rdf", "rdf:rdf":
			if rdfFormat(c) != "" {
				return c
			}
		case "html", "urlset", "sitemapindex", "opml", "svg":
			return nil
		}
	}

	if depth == 4 {
		return nil
	}

	for c := range n.Elements() {
		if found := findRoot(c, depth+1); found != nil {
			return found
		}
	}

	return nil
}

func holds(n *loosexml.Node, names ...string) bool {
	for c := range n.Elements() {
		for _, name := range names {
			if c.Name == name {
				return true
			}
		}
	}
	return false
}

func rssFormat(root *loosexml.Node, doctype string) string {
	version, _ := root.Get("version")
	version = strings.TrimSpace(version)
	doctype = strings.ToLower(doctype)
	switch {
	case version == "0.90", version == "0.9":
		return RSS090
	case version == "0.91" && (strings.Contains(doctype, "netscape.com") || strings.Contains(doctype, "netscape communications")):
		return RSS091N
	case version == "0.91":
		return RSS091U
	case version == "0.92":
		return RSS092
	case version == "0.93":
		return RSS093
	case version == "0.94":
		return RSS094
	case version == "2", strings.HasPrefix(version, "2."):
		return RSS20
	}

	return RSS
}

// rdfFormat goes by the namespace of the elements in the root, which need not be the default one. It returns "" for
// RDF that is not a feed.
func rdfFormat(root *loosexml.Node) string {
	spaces := make([]string, 0, len(root.Attr)+8)
	for c := range root.Elements() {
		spaces = append(spaces, c.Space)
	}

	for _, a := range root.Attr {
		spaces = append(spaces, a.Value)
	}

	for _, space := range spaces {
		switch space = strings.ToLower(strings.TrimSpace(space)); {
		case strings.Contains(space, "netscape.com/rdf/simple/0.9"):
			return RSS090
		case strings.HasSuffix(space, "purl.org/rss/1.0/"), strings.HasSuffix(space, "purl.org/rss/1.0"), strings.Contains(space, "purl.org/net/rss1.1"):
			return RSS10
		}
	}

	if holds(root, "channel", "item") {
		return RSS10
	}
	return ""
}

func atomFormat(root *loosexml.Node) string {
	if root.Space == "http://www.w3.org/2005/Atom" || root.Space == "https://www.w3.org/2005/Atom" {
		return Atom10
	}

	version, _ := root.Get("version")
	switch strings.TrimSpace(version) {
	case "0.1":
		return Atom01
	case "0.2":
		return Atom02
	case "0.3":
		return Atom03
	case "1.0":
		return Atom10
	}

	if strings.HasPrefix(root.Space, "http://purl.org/atom/ns#") {
		return Atom03
	}
	return Atom
}

func (r *reader) read() *Feed {
	switch r.family {
	case familyAtom:
		r.readAtom()
	case familyCDF:
		r.readCDF()
	default:
		r.readRSS()
	}
	return r.feed
}

// says reports whether an item contains anything besides other items, even without text: a picture, for example.
func says(n *loosexml.Node) bool {
	if len(n.Attr) > 0 {
		return true
	}
	for c := range n.Elements() {
		if c.Name == "item" || c.Name == "entry" {
			continue
		}
		if len(c.Attr) > 0 || c.HasElements() || strings.TrimSpace(c.OwnText()) != "" {
			return true
		}
	}
	return false
}

// add takes an item unless it is a duplicate or there are enough. An item without an id gets its link as id; one
// without an author gets the feed's.
func (f *Feed) add(it Item, owner string, seen map[[32]byte]bool, max int) {
	it.ID = cmp.Or(it.ID, it.Link)
	it.Author = cmp.Or(it.Author, owner)
	if it.ID != "" {
		key := sha256.Sum256([]byte(it.ID + "\x00" + it.Link)) // ids alone: some feeds give all items the same
		if seen[key] {
			return
		}
		seen[key] = true
	}
	f.Total++
	if len(f.Items) < max {
		f.Items = append(f.Items, it)
	}
}

// newer keeps the later of two dates, for feeds that do not say when they were updated.
func newer(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// resolve makes a link absolute against the current xml:base and the feed's URL. Absolute links stay as written.
func (r *reader) resolve(n *loosexml.Node, ref string) string {
	ref = strings.TrimSpace(ref)
	if ref == "" || len(ref) > 4096 {
		return ""
	}
	if isWeb(ref) {
		return strings.Join(strings.Fields(ref), "%20")
	}
	if r.made > maxMade {
		r.feed.Cut = true
		return ""
	}

	base := r.base
	if xmlBase := strings.TrimSpace(n.Inherited("xml:base")); xmlBase != "" && len(xmlBase) <= maxBase {
		if u := htmlpage.Resolve(r.base, xmlBase); u != nil {
			base = u
		}
	}

	if u := htmlpage.Resolve(base, ref); u != nil {
		address := u.String()
		r.made += len(address)
		return address
	}

	return ""
}

func isWeb(ref string) bool {
	low := strings.ToLower(ref[:min(len(ref), 8)])
	return strings.HasPrefix(low, "http://") || strings.HasPrefix(low, "https://")
}
