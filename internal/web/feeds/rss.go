package feeds

import (
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/web/feeds/loosexml"
)

// readRSS reads RSS of every version. In RSS 1.0 the items are siblings of the channel, in the others its children;
// in a broken feed they may be nested.
func (r *reader) readRSS() {
	channel := r.root
	for c := range r.root.Elements() {
		if c.Name == "channel" {
			channel = c
			break
		}
	}

	f := r.feed
	f.Title = r.title(channel, "title", "dc:title")
	f.Description = r.plain(channel, maxText, "description", "tagline", "subtitle", "itunes:summary", "itunes:subtitle", "dc:description")
	f.Language = language(line(first(channel, "language", "dc:language")))
	f.Link = r.channelLink(channel)
	f.Updated = firstDate(channel, "lastbuilddate", "pubdate", "dc:date", "dcterms:modified", "atom:updated", "lastmod", "updated")
	newest := time.Time{}
	r.rssItems(r.root, author(channel, "itunes:author"), &newest)

	if f.Updated.IsZero() {
		f.Updated = newest
	}
}

func (r *reader) rssItems(n *loosexml.Node, owner string, newest *time.Time) {
	for c := range n.Elements() {
		if (c.Name == "item" || c.Name == "entry") && says(c) {
			it := r.rssItem(c)
			*newest = newer(*newest, it.Published)
			r.feed.add(it, owner, r.seen, r.max)
		}
		switch c.Name {
		case "channel", "items", "item", "entry", "rss", "rdf", "rdf:rdf":
			r.rssItems(c, owner, newest) // also an item whose end tag is missing
		}
	}
}

func (r *reader) rssItem(n *loosexml.Node) Item {
	it := Item{
		Title: r.title(n, "title", "dc:title", "media:title", "itunes:title"),
		Summary: r.plain(n, MaxSummary, "description", "itunes:summary", "summary", "dc:description",
			"dcterms:abstract", "content:encoded", "body", "xhtml:body", "xhtml:div", "fullitem",
			"media:description", "itunes:subtitle"),
		Author: author(n, "author", "dc:creator", "itunes:author", "dc:author", "dc:contributor", "media:credit"),
		ID:     line(first(n, "guid", "id", "dc:identifier")),
	}
	if it.ID == "" && r.family == familyRDF {
		it.ID, _ = n.Get("rdf:about")
	}
	it.Categories = categories(n)
	it.Enclosures = r.enclosures(n)
	it.Link = r.itemLink(n, it.Enclosures)
	it.Published, it.RawDate = date(n, "pubdate", "dc:date", "dcterms:issued", "dcterms:created", "atom:published", "published", "issued", "atom:updated", "updated", "dcterms:modified", "lastmod", "date")
	return it
}

func (r *reader) channelLink(n *loosexml.Node) string {
	link := first(n, "link")
	if target := r.resolve(link, linkText(link)); target != "" {
		return target
	}
	if link := r.atomLink(n, "atom:link"); link != "" {
		return link
	}
	about, _ := n.Get("rdf:about")
	return r.resolve(n, about)
}

// itemLink prefers the original link that a redirecting service replaced, then the link, then a guid marked as a
// permalink, then the file.
func (r *reader) itemLink(n *loosexml.Node, files []Enclosure) string {
	for _, c := range []*loosexml.Node{first(n, "feedburner:origlink"), first(n, "link")} {
		if link := r.resolve(c, linkText(c)); link != "" {
			return link
		}
	}

	if link := r.atomLink(n, "atom:link", "link"); link != "" {
		return link
	}

	if guid := first(n, "guid"); guid != nil {
		permanent, _ := guid.Get("ispermalink")
		if text := line(guid); !strings.EqualFold(strings.TrimSpace(permanent), "false") && isWeb(text) {
			return text
		}
	}

	if about, _ := n.Get("rdf:about"); isWeb(about) {
		return about
	}
	if len(files) > 0 {
		return files[0].URL
	}

	return ""
}

// linkText is the URL in a link element; some feeds write it as an attribute.
func linkText(n *loosexml.Node) string {
	if n == nil {
		return ""
	}
	if text := strings.TrimSpace(n.OwnText()); text != "" {
		return text
	}
	if rel, ok := n.Get("rel"); ok && !strings.EqualFold(rel, "alternate") {
		return ""
	}
	href, ok := n.Get("href")
	if !ok {
		href, _ = n.Get("rdf:resource")
	}
	return href
}

func (r *reader) enclosures(n *loosexml.Node) []Enclosure {
	var list []Enclosure
	seen := map[string]bool{}
	var collect func(n *loosexml.Node, depth int)

	collect = func(n *loosexml.Node, depth int) {
		for c := range n.Elements() {
			key := c.Name
			switch {
			case key == "media:group" && depth == 0:
				collect(c, 1)
			case key == "content" && r.family == familyAtom:
				source, _ := c.Get("src")
				list = withEnclosure(list, seen, r.file(c, source))
			case key == "enclosure", key == "media:content", key == "atom:link", key == "link":
				rel, _ := c.Get("rel")
				if strings.HasSuffix(key, "link") && !strings.EqualFold(rel, "enclosure") {
					continue
				}
				list = withEnclosure(list, seen, r.enclosure(c))
			}
		}
	}

	collect(n, 0)
	return list
}

func withEnclosure(list []Enclosure, seen map[string]bool, e Enclosure) []Enclosure {
	if e.URL == "" || seen[e.URL] || len(list) == maxEnclosures {
		return list
	}
	seen[e.URL] = true
	return append(list, e)
}

func (r *reader) enclosure(n *loosexml.Node) Enclosure {
	target, _ := n.Get("url")
	if target == "" {
		target, _ = n.Get("href")
	}
	return r.file(n, target)
}

// file is the file at target, with the element's attributes.
func (r *reader) file(n *loosexml.Node, target string) Enclosure {
	e := Enclosure{URL: r.resolve(n, target)}
	e.Type, _ = n.Get("type")
	e.Type = cut(strings.TrimSpace(e.Type), 100)
	for _, key := range []string{"length", "filesize"} {
		v, _ := n.Get(key)
		if size, err := strconv.ParseInt(strings.TrimSpace(v), 10, 53); err == nil && size > 0 {
			e.Length = size
			break
		}
	}
	return e
}
