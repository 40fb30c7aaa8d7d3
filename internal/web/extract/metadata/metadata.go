// Package metadata reads what a page says about itself: title, author, date, site, language, description, and the
// article text of its structured data.
package metadata

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Metadata is what a page says about itself. A field is empty if the page does not say.
type Metadata struct {
	Title       string
	TitleRaw    string // the first of the titles that the page states, word for word; see [found.titleAsStated]
	Authors     []string
	Published   string // RFC 3339 or YYYY-MM-DD
	Modified    string // likewise
	Site        string
	Language    string // BCP 47 as the page writes it, underscores as hyphens
	Description string
	Images      []string // addresses as written, possibly relative, the most trusted first; may be empty
	Canonical   string   // as written, possibly relative
	// Body is the text of schema.org's articleBody, without markup.
	Body string
	// Types are the schema.org types and the Open Graph type, lower-case.
	Types []string

	isForum bool // software for forums made the page
}

// Author has the authors in one line.
func (m Metadata) Author() string { return strings.Join(m.Authors, ", ") }

// Read collects the metadata of a parsed page. pageURL helps with the site's name and may be nil.
func Read(doc *html.Node, pageURL *url.URL) Metadata {
	f := &found{meta: make(map[string]string)}
	f.walk(doc, around{})
	ld := f.readLinked()

	m := Metadata{
		Description: firstOf(f.meta["og:description"], f.meta["description"], f.meta["twitter:description"],
			ld.description, f.meta["dc.description"]),
		Language:  f.language(ld),
		Images:    append([]string{f.meta["og:image"], f.meta["twitter:image"]}, ld.images...),
		Canonical: firstOf(f.canon, f.meta["og:url"]),
		Body:      ld.body,
		Types:     ld.types,
	}
	if t := f.meta["og:type"]; t != "" {
		m.Types = append(m.Types, strings.ToLower(t))
	}
	site := firstOf(f.meta["og:site_name"], ld.site, f.meta["application-name"], f.meta["dc.publisher"])
	m.Site = siteName(site, pageURL)
	m.Title = title(f, ld, m.Site, pageURL)
	if site == "" {
		m.Site = firstOf(f.siteAfter(m.Title, pageURL), f.siteAfter(m.Title, m.ownAddress()), m.Site)
	}
	at := f.placeOf(m.Title)
	m.TitleRaw = f.titleAsStated(ld.headline)
	order := orderOf(m.Language, pageURL)
	f.leaveOutListed(m.Title, f.madeByForum() || isForumAddress(pageURL), order)
	isFront := pageURL != nil && isOfSite(pageURL) && isOfSite(m.ownAddress()) && m.kind() != blocks.KindArticle
	if !isFront || len(ld.authors) > 0 || len(persons(f.meta["author"])) > 0 {
		m.Authors = byline(f, ld.authors, m, at, pageURL)
	}
	if starter := f.startedBy(ld, m.Types, pageURL); starter != "" {
		m.Authors = []string{starter}
	}
	f.dates(&m, ld, at, order)
	if m.Published == "" && !isFront {
		m.Published = firstOf(f.published(at, order, pageURL), statedDay(ld.pagePublished, order))
	}
	m.isForum = f.madeByForum()
	return m
}

// isOfSite reports whether an address, if it is known, is that of a site as a whole. What its front page shows of names
// and days are those of its entries, unless the page calls itself an article.
func isOfSite(u *url.URL) bool {
	if u == nil {
		return true
	}
	path := strings.Trim(u.Path, "/")
	return u.RawQuery == "" && (path == "" || strings.HasPrefix(path, "index."))
}

func (f *found) language(ld linked) string {
	language := firstOf(f.lang, f.bodyLang, f.meta["content-language"], f.meta["og:locale"],
		f.meta["dc.language"], ld.language)
	language, _, _ = strings.Cut(language, ",")
	return strings.TrimSpace(strings.ReplaceAll(language, "_", "-"))
}

// publishedKeys and modifiedKeys are the names of meta elements that state dates, the most trusted first.
var (
	publishedKeys = []string{"article:published_time", "og:published_time", "datepublished",
		"parsely-pub-date", "sailthru.date"}
	issuedKeys = []string{"dc.date.issued", "dc.date", "dcterms.created", "dcterms.date", "publishdate",
		"pubdate", "publish-date", "article.published",
		"date", "cxenseparse:recs:publishtime", "citation_publication_date", "citation_date",
		"dc.date.created", "og:article:published_time",
		"publish_date", "published_time", "bt:pubdate", "release_date", "og:release_date",
		"weibo: article:create_at", "publication_date"}
	modifiedKeys = []string{"article:modified_time", "og:updated_time", "datemodified", "last-modified",
		"dcterms.modified", "dc.date.modified"}
)

// dates finds when the page states that it was published, and when it last changed.
func (f *found) dates(m *Metadata, ld linked, at place, order dayOrder) {
	stated := []string{ld.published}
	for _, key := range publishedKeys {
		stated = append(stated, f.meta[key])
	}
	for _, key := range append([]string{itemDate}, issuedKeys...) {
		stated = append(stated, f.meta[key])
	}
	for _, raw := range stated {
		if m.Published = statedDay(raw, order); m.Published != "" {
			break
		}
	}

	stated = []string{ld.modified}
	for _, key := range modifiedKeys {
		stated = append(stated, f.meta[key])
	}
	for _, raw := range stated {
		if m.Modified = statedDay(raw, order); m.Modified != "" {
			return
		}
	}
	m.Modified = f.changed(at, order)
}

// ownAddress is the page's canonical URL, or nil.
func (m Metadata) ownAddress() *url.URL {
	own, err := url.Parse(m.Canonical)
	if err != nil || own.Host == "" {
		return nil
	}
	return own
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
