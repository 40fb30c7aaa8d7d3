package feeds

import (
	"cmp"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/web/feeds/loosexml"
)

func (r *reader) readAtom() {
	f := r.feed
	f.Title = r.title(r.root, "title")
	f.Description = r.plain(r.root, maxText, "subtitle", "tagline", "info", "description")
	f.Link = r.atomLink(r.root, "link")
	f.Language = language(strings.TrimSpace(r.root.Inherited("xml:lang")))
	f.Updated = firstDate(r.root, "updated", "modified", "dc:date", "lastbuilddate", "pubdate")
	owner := author(r.root, "author", "dc:creator", "itunes:author")
	var newest time.Time
	r.atomEntries(r.root, owner, &newest)
	if f.Updated.IsZero() {
		f.Updated = newest
	}
}

func (r *reader) atomEntries(n *loosexml.Node, owner string, newest *time.Time) {
	for c := range n.Elements() {
		if c.Name != "entry" && c.Name != "item" {
			continue
		}
		if says(c) {
			it := r.atomEntry(c)
			*newest = newer(*newest, it.Published)
			r.feed.add(it, owner, r.seen, r.max)
		}
		r.atomEntries(c, owner, newest) // an entry whose end tag is missing
	}
}

func (r *reader) atomEntry(n *loosexml.Node) Item {
	it := Item{
		Title:   r.title(n, "title", "media:title"),
		Summary: r.plain(n, MaxSummary, "summary", "content", "description", "content:encoded", "media:description"),
		Author:  author(n, "author", "dc:creator", "itunes:author"),
		ID:      line(first(n, "id", "guid")),
	}

	if it.Summary == "" {
		if group := first(n, "media:group"); group != nil {
			it.Summary = r.plain(group, MaxSummary, "media:description")
		}
	}

	if source := first(n, "source"); it.Author == "" && source != nil {
		it.Author = author(source, "author")
	}
	it.Categories = categories(n)
	it.Enclosures = r.enclosures(n)
	it.ContentType = dataType(first(n, "content"))
	it.Link = r.resolve(n, linkText(first(n, "feedburner:origlink")))

	it.Link = cmp.Or(it.Link, r.atomLink(n, "link"))
	if it.Link == "" && isWeb(it.ID) {
		it.Link = it.ID
	}

	it.Published, it.RawDate = date(n, "published", "issued", "pubdate", "dc:date", "created", "updated", "modified")
	return it
}

// atomLink is the target of the link to the page itself: rel alternate or no rel, HTML before other types. Without
// one, it is an entry's first link that is not a feed, service or file.
func (r *reader) atomLink(n *loosexml.Node, names ...string) string {
	best := ""
	score := 0
	for c := range n.Elements() {
		if !named(c, names) {
			continue
		}
		href, _ := c.Get("href")
		target := r.resolve(c, href)
		if target == "" {
			continue
		}
		rel, _ := c.Get("rel")
		kind, _ := c.Get("type")
		rel = strings.ToLower(strings.TrimSpace(rel))
		kind = strings.ToLower(strings.TrimSpace(kind))
		rel = strings.TrimPrefix(rel, "http://www.iana.org/assignments/relation/")
		points := 0
		switch rel {
		case "", "alternate":
			points = 2
			if kind == "" || strings.Contains(kind, "html") {
				points = 3
			}
		case "self", "edit", "replies", "enclosure", "next", "previous", "prev", "first", "last", "hub", "search", "license", "service.post", "service.feed",
			"service.edit", "edit-media", "http://schemas.google.com/g/2005#feed", "http://schemas.google.com/g/2005#post":
		default:
			points = 1
		}
		if points > score {
			best = target
			score = points
		}
	}

	return best
}
