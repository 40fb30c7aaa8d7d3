package feeds

import (
	"time"

	"github.com/farebox/farebox/internal/web/feeds/loosexml"
)

// looksLikeCDF reports whether a channel is in the Channel Definition Format (W3C note of 1997): it or its items
// have the URL or date in an attribute, or the description in an abstract element.
func looksLikeCDF(channel *loosexml.Node) bool {
	if marksCDF(channel) {
		return true
	}
	for c := range channel.Elements() {
		if c.Name == "item" && marksCDF(c) {
			return true
		}
	}
	return false
}

func marksCDF(n *loosexml.Node) bool {
	for _, name := range []string{"href", "lastmod"} {
		if _, ok := n.Get(name); ok {
			return true
		}
	}
	return holds(n, "abstract")
}

func (r *reader) readCDF() {
	f := r.feed
	f.Title = r.title(r.root, "title")
	f.Description = r.plain(r.root, maxText, "abstract", "description")
	href, _ := r.root.Get("href")
	f.Link = r.resolve(r.root, href)
	lastmod, _ := r.root.Get("lastmod")
	f.Updated, _ = ParseDate(lastmod)
	var newest time.Time
	r.cdfItems(r.root, &newest)
	if f.Updated.IsZero() {
		f.Updated = newest
	}
}

func (r *reader) cdfItems(n *loosexml.Node, newest *time.Time) {
	for c := range n.Elements() {
		switch c.Name {
		case "item":
			if !says(c) {
				continue
			}

			href, _ := c.Get("href")
			it := Item{
				Title:   r.title(c, "title"),
				Summary: r.plain(c, MaxSummary, "abstract", "description"),
				Link:    r.resolve(c, href),
			}

			lastmod, _ := c.Get("lastmod")
			it.Published, it.RawDate = readDate(lastmod)
			*newest = newer(*newest, it.Published)
			r.feed.add(it, "", r.seen, r.max)
		case "channel":
			r.cdfItems(c, newest)
		}
	}
}
