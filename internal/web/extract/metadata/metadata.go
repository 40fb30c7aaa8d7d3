// Package metadata reads what a page says about itself: title, author, date, site, language, description, and the
// article text of its structured data.
package metadata

import (
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Metadata is what a page says about itself. A field is empty where the page is silent.
type Metadata struct {
	Title       string
	Author      string // several are joined by ", "
	Published   string // RFC 3339 or YYYY-MM-DD
	Modified    string // likewise
	Site        string
	Language    string // BCP 47 as the page writes it, underscores as hyphens
	Description string
	Image       string // as written, possibly relative
	Canonical   string // as written, possibly relative
	// Body is the text of schema.org's articleBody, without markup.
	Body string
	// Types are the schema.org types and the Open Graph type, lower-case.
	Types []string
}

// found collects the candidates of one pass over the tree.
type found struct {
	meta     map[string]string
	title    string
	headings []string // h1
	times    []string
	authors  []string // rel=author, itemprop=author, byline classes
	lang     string
	canon    string
	linked   []any // parsed JSON-LD documents
	itemDate string
	shown    []string // texts of elements whose class speaks of a date or byline
	bodyLang string
}

// Read collects the metadata of a parsed page. pageURL helps with the site's name and may be nil.
func Read(doc *html.Node, pageURL *url.URL) Metadata {
	f := &found{meta: make(map[string]string)}
	f.walk(doc, 0)
	ld := readLinked(f.linked)
	m := Metadata{
		Author:      firstOf(ld.author, cleanAuthor(f.meta["author"]), cleanAuthor(f.meta["article:author"]), cleanAuthor(f.meta["parsely-author"]), cleanAuthor(f.meta["sailthru.author"]), cleanAuthor(f.meta["dc.creator"]), cleanAuthor(f.meta["byl"]), cleanAuthor(f.meta["dcterms.creator"]), joinAuthors(f.authors)),
		Description: firstOf(f.meta["og:description"], f.meta["description"], f.meta["twitter:description"], ld.description, f.meta["dc.description"]),
		Language:    strings.ReplaceAll(firstOf(f.lang, f.bodyLang, f.meta["content-language"], f.meta["og:locale"], f.meta["dc.language"], ld.language), "_", "-"),
		Image:       firstOf(f.meta["og:image"], f.meta["twitter:image"], ld.image),
		Canonical:   firstOf(f.canon, f.meta["og:url"]),
		Body:        ld.body,
		Types:       ld.types,
	}
	if t := f.meta["og:type"]; t != "" {
		m.Types = append(m.Types, strings.ToLower(t))
	}
	if i := strings.IndexByte(m.Language, ','); i >= 0 {
		m.Language = strings.TrimSpace(m.Language[:i])
	}
	m.Site = siteName(firstOf(f.meta["og:site_name"], ld.site, f.meta["application-name"], f.meta["dc.publisher"]), pageURL)
	m.Title = title(f, ld.headline, m.Site, pageURL)
	for _, raw := range []string{ld.published, f.meta["article:published_time"], f.meta["og:published_time"], f.meta["datepublished"], f.meta["parsely-pub-date"], f.meta["sailthru.date"], f.itemDate,
		f.meta["dc.date.issued"], f.meta["dc.date"], f.meta["dcterms.created"], f.meta["publishdate"], f.meta["pubdate"], f.meta["publish-date"], f.meta["article.published"], f.meta["date"], f.meta["cxenseparse:recs:publishtime"], f.meta["citation_publication_date"], f.meta["citation_date"]} {
		if m.Published = Date(raw); m.Published != "" {
			break
		}
	}
	if m.Published == "" && len(f.times) > 0 {
		m.Published = Date(f.times[0])
	}
	for _, text := range f.shown {
		if m.Published != "" {
			break
		}
		m.Published = dateShown(text)
	}
	if m.Published == "" && pageURL != nil {
		m.Published = dateInPath(pageURL.Path)
	}
	for _, raw := range []string{ld.modified, f.meta["article:modified_time"], f.meta["og:updated_time"], f.meta["datemodified"], f.meta["last-modified"]} {
		if m.Modified = Date(raw); m.Modified != "" {
			break
		}
	}
	return m
}

func (f *found) walk(n *html.Node, depth int) {
	if n.Type == html.ElementNode {
		f.element(n)
		switch n.DataAtom {
		case atom.Script, atom.Style, atom.Svg, atom.Template:
			return
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		f.walk(c, depth+1)
	}
}

func (f *found) element(n *html.Node) {
	switch n.DataAtom {
	case atom.Html:
		f.lang = firstOf(attr(n, "lang"), attr(n, "xml:lang"))
	case atom.Body:
		f.bodyLang = attr(n, "lang")
	case atom.Title:
		if f.title == "" {
			f.title = Squeeze(innerText(n))
		}
	case atom.Meta:
		key := strings.ToLower(firstOf(attr(n, "property"), attr(n, "name"), attr(n, "itemprop"), attr(n, "http-equiv")))
		value := Squeeze(html.UnescapeString(attr(n, "content")))
		if key != "" && value != "" && f.meta[key] == "" && len(value) < 5000 {
			f.meta[key] = value
		}
		return
	case atom.Link:
		if strings.EqualFold(attr(n, "rel"), "canonical") && f.canon == "" {
			f.canon = strings.TrimSpace(attr(n, "href"))
		}
		return
	case atom.Script:
		if strings.Contains(strings.ToLower(attr(n, "type")), "ld+json") && n.FirstChild != nil && len(f.linked) < 50 {
			if v, ok := parseLinked(n.FirstChild.Data); ok {
				f.linked = append(f.linked, v)
			} else if m := brokenDate.FindStringSubmatch(n.FirstChild.Data); m != nil && f.itemDate == "" {
				f.itemDate = m[1]
			}
		}
		return
	case atom.H1:
		if len(f.headings) < 5 {
			if t := Squeeze(innerText(n)); t != "" {
				f.headings = append(f.headings, t)
			}
		}
	case atom.Time:
		if len(f.times) < 20 {
			if d := attr(n, "datetime"); d != "" {
				f.times = append(f.times, d)
			}
		}
	}
	for _, a := range n.Attr {
		switch a.Key {
		case "itemprop":
			if (a.Val == "datePublished" || a.Val == "dateCreated") && f.itemDate == "" {
				f.itemDate = firstOf(attr(n, "content"), attr(n, "datetime"), Squeeze(innerText(n)))
			}
			if a.Val == "author" || strings.HasPrefix(a.Val, "author ") {
				f.addAuthor(n)
			}
		case "rel":
			if a.Val == "author" {
				f.addAuthor(n)
			}
		case "class":
			if namesAuthor(a.Val) {
				f.addAuthor(n)
			}
			if len(f.shown) < 12 && namesDate(a.Val) {
				if text := Squeeze(innerText(n)); len(text) >= 8 && len(text) < 160 {
					f.shown = append(f.shown, text)
				}
			}
		}
	}
}

// namesAuthor says that a class names the author of a page in one of the usual spellings.
func namesAuthor(class string) bool {
	if len(class) > 200 {
		return false
	}
	for _, name := range strings.Fields(strings.ToLower(class)) {
		switch name {
		case "author", "byline", "byline-name", "author-name", "authorname", "author__name", "byline__name", "post-author", "entry-author", "article-author", "p-author", "byline__author", "author-link", "article__author", "c-byline__author":
			return true
		}
	}
	return false
}

// namesDate says that a class speaks of when or by whom a page was published.
func namesDate(class string) bool {
	if len(class) > 200 {
		return false
	}
	class = strings.ToLower(class)
	for _, word := range []string{"date", "publish", "posted", "byline", "timestamp", "meta", "time"} {
		if strings.Contains(class, word) && !strings.Contains(class, "update") && !strings.Contains(class, "related") {
			return true
		}
	}
	return false
}

func (f *found) addAuthor(n *html.Node) {
	if len(f.authors) >= 5 {
		return
	}
	name := cleanAuthor(Squeeze(innerText(n)))
	if name == "" {
		return
	}
	for _, known := range f.authors {
		if strings.Contains(known, name) || strings.Contains(name, known) {
			return
		}
	}
	f.authors = append(f.authors, name)
}

func joinAuthors(names []string) string {
	if len(names) > 3 {
		// A list that long is of commenters or of teasers, not of authors; the first stands nearest to the title.
		names = names[:1]
	}
	return strings.Join(names, ", ")
}

// dateTail is where the date begins that many bylines have after the name: a word for it, a month with a number, or figures.
var dateTail = regexp.MustCompile(`(?i)[\s,|·•–—(/-]+(?:(?:published|updated|posted|last modified|on)\b.*\d|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\d{1,4}[./-]\d|\d{1,2}:\d\d)`)

// cleanAuthor takes "By " and the like off a name, and the date that follows it, and refuses what is no name: addresses, sentences, empty marks.
func cleanAuthor(s string) string {
	s = strings.Trim(Squeeze(s), " ,|·-–—:")
	low := strings.ToLower(s)
	for _, by := range []string{"written by ", "posted by ", "story by ", "words by ", "by ", "by: ", "von ", "par ", "por ", "author: ", "autor: "} {
		if strings.HasPrefix(low, by) {
			s = strings.TrimSpace(s[len(by):])
			low = strings.ToLower(s)
		}
	}
	if at := dateTail.FindStringIndex(s); at != nil && at[0] > 0 {
		s = strings.TrimRight(s[:at[0]], " ,|·•-–—:(/")
		low = strings.ToLower(s)
	}
	if len(s) < 2 || len(s) > 120 || strings.Contains(s, "://") || strings.HasPrefix(s, "@") || strings.Count(s, " ") > 11 {
		return ""
	}
	switch low {
	case "admin", "administrator", "author", "unknown", "none", "null", "undefined", "by", "staff", "guest":
		return ""
	}
	return s
}

func siteName(s string, pageURL *url.URL) string {
	if s == "" && pageURL != nil {
		return strings.TrimPrefix(strings.ToLower(pageURL.Hostname()), "www.")
	}
	return s
}

// Squeeze trims s and makes every run of white space one space.
func Squeeze(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

func firstOf(candidates ...string) string {
	for _, c := range candidates {
		if c = strings.TrimSpace(c); c != "" {
			return c
		}
	}
	return ""
}

// innerText joins the text below n, up to a size that no title or name exceeds.
func innerText(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if b.Len() > 2000 {
			return
		}
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
		if n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Svg {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		if n.DataAtom == atom.Br || n.DataAtom == atom.Div || n.DataAtom == atom.P {
			b.WriteByte(' ')
		}
	}
	walk(n)
	return b.String()
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
