// Package sitemaps reads sitemaps (sitemaps.org protocol 0.9): lists of URLs, indexes of sitemaps, text files with a URL per
// line, and feeds, which are sitemaps too. It fetches nothing.
package sitemaps

import (
	"bufio"
	"bytes"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/web/feeds"
	"github.com/farebox/farebox/internal/web/feeds/loosexml"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// URL is an entry of a sitemap. LastMod and Priority are as written, or "" if not given. For a feed item LastMod is
// RFC 3339 in UTC.
type URL struct {
	Loc      string
	LastMod  string
	Priority string
}

// File is a sitemap.
type File struct {
	IsIndex  bool
	URLs     []URL    // each location once, in file order
	Children []string // the sitemaps named by an index, each once, in file order
	Cut      bool     // there are more than the limits allow, or the file ends before its end
}

// Limits bound how much of a file is read.
type Limits struct{ URLs, Children int }

// maxLoc is the longest location taken. The protocol allows 2,048 characters; escaping makes them longer.
const maxLoc = 8192

// ErrNotSitemap is the error for anything that is not a sitemap, such as a "not found" page.
var ErrNotSitemap = errors.New("not a sitemap")

// Parse reads a UTF-8 sitemap from location, an absolute URL. Wrong or missing namespaces do not matter; elements
// of images, videos and news are skipped. Reading stops at the limits, however long the file is.
func Parse(doc []byte, location string, limits Limits) (*File, error) {
	base, err := url.Parse(location)
	if err != nil {
		return nil, err
	}

	doc = bytes.TrimLeft(doc, "\uFEFF \t\r\n\x00")
	if len(doc) == 0 || doc[0] != '<' && doc[0] != '{' {
		return parseText(doc, limits)
	}

	r := &reader{
		z:      loosexml.NewTokenizer(doc),
		base:   base,
		limits: limits,
		file:   &File{},
		seen:   map[string]bool{},
	}
	root, ok := r.start()
	if !ok {
		return parseFeed(doc, location, limits)
	}

	switch _, name := splitName(root.Name); name {
	case "urlset", "sitemapindex", "url", "sitemap":
		return r.read(root), nil
	case "html", "head", "body":
		return nil, ErrNotSitemap
	}

	return parseFeed(doc, location, limits)
}

// reader goes through the tokens of an XML sitemap: a tree of 50,000 URLs would take too much memory.
type reader struct {
	z      *loosexml.Tokenizer
	base   *url.URL
	limits Limits
	file   *File
	seen   map[string]bool
	prefix string // of the sitemap's own elements
}

// start is the first start tag.
func (r *reader) start() (loosexml.Token, bool) {
	for {
		t, ok := r.z.Next()
		if !ok || t.Kind == loosexml.Start {
			return t, ok
		}
	}
}

func splitName(name string) (prefix, local string) {
	name = strings.ToLower(name)
	if i := strings.IndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return "", name
}

// own is the local name of one of the sitemap's own elements, or of a news article's date. It is "" for other
// elements of extensions.
func (r *reader) own(name string) string {
	prefix, local := splitName(name)
	switch {
	case prefix == "" || prefix == r.prefix:
		return local
	case local == "publication_date":
		return local
	}
	return ""
}

// entry is the current url or sitemap element.
type entry struct {
	kind                         string // "url", "sitemap" or "" outside
	loc, lastmod, priority, news string
}

func (r *reader) read(root loosexml.Token) *File {
	var local string
	r.prefix, local = splitName(root.Name)
	r.file.IsIndex = local == "sitemapindex" || local == "sitemap"
	var e entry
	if local == "url" || local == "sitemap" {
		e.kind = local
	}

	field := "" // the element whose text is read
	isWhole := root.Empty
	for !r.file.Cut {
		t, ok := r.z.Next()
		if !ok {
			break
		}
		switch t.Kind {
		case loosexml.Start:
			switch name := r.own(t.Name); name {
			case "url", "sitemap":
				r.take(e) // its end tag may be missing
				e = entry{kind: name}
				field = ""
			default:
				if field = name; t.Empty {
					field = ""
				}
			}
		case loosexml.Text:
			e.set(field, t.Text)
		case loosexml.End:
			name := r.own(t.Name)
			if name == "url" || name == "sitemap" {
				r.take(e)
				e = entry{}
			}
			field = ""
			isWhole = isWhole || name == local
		}
	}

	if field != "loc" { // the file ends within it
		r.take(e)
	}
	r.file.Cut = r.file.Cut || !isWhole
	return r.file
}

// set takes a field's text, which may come in pieces.
func (e *entry) set(field, text string) {
	var to *string
	switch field {
	case "loc":
		to = &e.loc
	case "lastmod":
		to = &e.lastmod
	case "priority":
		to = &e.priority
	case "publication_date":
		to = &e.news
	default:
		return
	}
	if e.kind != "" && len(*to)+len(text) <= maxLoc {
		*to += text
	}
}

// take adds a complete entry. One beyond the limits marks the file as cut. An entry of a URL list is a URL even if
// its element says sitemap.
func (r *reader) take(e entry) {
	if e.kind == "sitemap" && !r.file.IsIndex {
		e.kind = "url"
	}
	loc := r.location(e.loc)
	if e.kind == "" || loc == "" || r.seen[e.kind+loc] || r.file.Cut {
		return
	}

	if e.kind == "sitemap" {
		if len(r.file.Children) == r.limits.Children {
			r.file.Cut = true
			return
		}
		r.file.Children = append(r.file.Children, loc)
	} else {
		if len(r.file.URLs) == r.limits.URLs {
			r.file.Cut = true
			return
		}
		if e.lastmod = strings.TrimSpace(e.lastmod); e.lastmod == "" {
			e.lastmod = strings.TrimSpace(e.news)
		}
		r.file.URLs = append(r.file.URLs, URL{
			Loc:      loc,
			LastMod:  short(e.lastmod),
			Priority: short(strings.TrimSpace(e.priority)),
		})
	}

	r.seen[e.kind+loc] = true
}

// short drops texts too long to be dates or numbers.
func short(s string) string {
	if len(s) > 64 {
		return ""
	}
	return s
}

// location is a loc without white space, made absolute, or "" if it is not a web address. Absolute ones stay as
// written.
func (r *reader) location(loc string) string {
	loc = strings.Join(strings.Fields(loc), "")
	if loc == "" || len(loc) >= maxLoc {
		return ""
	}
	if isWeb(loc) {
		return loc
	}
	if u := htmlpage.Resolve(r.base, loc); u != nil {
		return u.String()
	}
	return ""
}

func isWeb(s string) bool {
	head := strings.ToLower(s[:min(len(s), 8)])
	rest, ok := strings.CutPrefix(head, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(head, "http://")
	}
	return ok && len(s) > len(head)-len(rest)
}

// parseText reads a URL per line and ignores other lines.
func parseText(doc []byte, limits Limits) (*File, error) {
	f := &File{}
	seen := map[string]bool{}
	lines := bufio.NewScanner(bytes.NewReader(doc))
	lines.Buffer(nil, 1<<20)

	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if !isWeb(line) || len(line) > maxLoc || strings.ContainsAny(line, " \t<>\"") || seen[line] {
			continue
		}
		if len(f.URLs) == limits.URLs {
			f.Cut = true
			break
		}
		seen[line] = true
		f.URLs = append(f.URLs, URL{Loc: line})
	}

	if len(f.URLs) == 0 {
		return nil, ErrNotSitemap
	}
	return f, nil
}

func parseFeed(doc []byte, location string, limits Limits) (*File, error) {
	feed, err := feeds.Parse(doc, location, limits.URLs)
	if err != nil {
		return nil, ErrNotSitemap
	}

	f := &File{Cut: feed.Cut || feed.Total > len(feed.Items)}
	seen := map[string]bool{}
	for _, it := range feed.Items {
		if it.Link == "" || seen[it.Link] {
			continue
		}
		seen[it.Link] = true
		u := URL{Loc: it.Link}
		if !it.Published.IsZero() {
			u.LastMod = it.Published.Format(time.RFC3339)
		}
		f.URLs = append(f.URLs, u)
	}

	return f, nil
}
