package htmlpage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const maxLinkText = 500 // bytes

// Link is one target that a page links to.
type Link struct {
	URL      string
	Text     string // what the link shows, "" when nothing
	Internal bool   // the target is on the page's own host, ignoring www.
}

// Links are the page's links in order of appearance, each target once with its first non-empty text: http and https
// targets of a and area elements, absolute and without fragment. The text is the element's own, else its
// aria-label, its title or the alternative text of an image in it. cut reports that the URLs exceeded their bound.
func (p *Page) Links() (list []Link, cut bool) {
	at := map[string]int{}
	budget := maxVisits
	left := newAddresses()
	for n := range elements(p.Root) {
		if n.DataAtom != atom.A && n.DataAtom != atom.Area {
			continue
		}
		href, ok := attribute(n, "href")
		if !ok {
			continue
		}
		u := Resolve(p.Base, href)
		if u == nil {
			continue
		}
		if !left.take(u) {
			return list, true
		}
		target := u.String()
		i, known := at[target]
		if !known {
			i = len(list)
			at[target] = i
			list = append(list, Link{URL: target, Internal: SameHost(u, p.URL)})
		}
		if list[i].Text == "" {
			list[i].Text = linkText(n, &budget)
		}
	}

	return list, false
}

func linkText(n *html.Node, budget *int) string {
	if t, _ := lineWithin(n, maxLinkText, budget); t != "" {
		return t
	}

	for _, key := range []string{"aria-label", "title", "alt"} {
		if v, _ := attribute(n, key); v != "" {
			if t, _ := short(v, maxLinkText); t != "" {
				return t
			}
		}
	}

	for m := range elements(n) {
		if *budget--; *budget < 0 {
			break
		}
		if m.DataAtom == atom.Img {
			if alt, _ := attribute(m, "alt"); alt != "" {
				if t, _ := short(alt, maxLinkText); t != "" {
					return t
				}
			}
		}
	}

	return ""
}

// short is s with white space collapsed, cut to max bytes.
func short(s string, max int) (text string, cut bool) {
	w := &textWriter{max: max}
	w.write(s)
	return strings.TrimRight(w.b.String(), " "), w.full
}

// Feed is a feed that a page declares.
type Feed struct {
	URL   string
	Type  string // media type in lower case
	Title string // "" when not given
}

// Feeds are the feeds that the page declares with <link rel=alternate>, each URL once.
func (p *Page) Feeds() []Feed {
	var list []Feed
	seen := map[string]bool{}
	left := newAddresses()
	for n := range elements(p.Root) {
		if n.DataAtom != atom.Link {
			continue
		}
		kind, _ := attribute(n, "type")
		kind, _, _ = strings.Cut(kind, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
		title, _ := attribute(n, "title")
		title, _ = short(title, maxLinkText)
		if !isFeed(words(n, "rel"), kind, title) {
			continue
		}
		href, _ := attribute(n, "href")
		u := Resolve(p.Base, href)
		if u == nil || strings.TrimSpace(href) == "" {
			continue
		}
		if !left.take(u) {
			break
		}
		if !seen[u.String()] {
			seen[u.String()] = true
			list = append(list, Feed{
				URL:   u.String(),
				Type:  kind,
				Title: title,
			})
		}
	}

	return list
}

// isFeed goes by rel and type. application/json is a feed only if its title says so: sites link other JSON in the
// same way.
func isFeed(rel []string, kind, title string) bool {
	alternate := false
	feed := false
	for _, word := range rel {
		alternate = alternate || word == "alternate"
		feed = feed || word == "feed"
		if word == "stylesheet" {
			return false
		}
	}

	if !alternate && !feed {
		return false
	}

	switch kind {
	case "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml", "application/x-rss+xml", "application/rss", "application/atom":
		return true
	case "application/json":
		return strings.Contains(strings.ToLower(title), "feed")
	case "":
		return feed
	}

	return false
}

// absolute makes a URL from the page absolute; it returns "" for anything that is not a URL.
func (p *Page) absolute(ref string) string {
	if strings.TrimSpace(ref) == "" {
		return ""
	}
	u := Resolve(p.Base, ref)
	if u == nil {
		return ""
	}
	return u.String()
}
