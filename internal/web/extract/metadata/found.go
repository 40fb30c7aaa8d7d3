package metadata

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// found collects the candidates of one pass over the tree.
type found struct {
	meta     map[string]string
	title    string
	headings []heading
	signed   []signature
	starter  starter
	times    []moment
	lines    []line // short texts around the first headings, for bylines and dates without a class
	lang     string
	bodyLang string
	canon    string
	linked   []any // parsed JSON-LD documents
	itemDate string

	read  int // bytes of text before the node that the walk is at
	prose int // bytes of them in paragraphs
}

// heading is an element that may hold the title of the page's text.
type heading struct {
	text    string
	read    int  // bytes of text before it
	prose   int  // bytes of paragraphs before it
	named   bool // its class or itemprop calls it a headline
	isH1    bool
	isAside bool
	isHome  bool // it links to the start of the site, as its name does
	isTop   bool // it is in the head of the site, as its name is
}

// signature is an element that may name who wrote the page.
type signature struct {
	text    string
	links   []string // texts of the links in it to pages of authors, or of all links when there are none
	read    int
	isAside bool
	isExact bool // itemprop or rel, not the wording of a class
}

// moment is a date that the markup of the page shows.
type moment struct {
	text      string
	read      int
	isTime    bool // of a time element
	isChanged bool // of the last change
	isAside   bool
}

// line is a short text of the page.
type line struct {
	text    string
	read    int
	isAside bool
}

// Bounds of what is kept of a page. Honest pages have a fraction of it but for their first lines.
const (
	mostHeadings   = 12
	mostSignatures = 12
	mostMoments    = 30
	mostLines      = 400
	linesAbove     = 12  // kept of those before a first-level heading
	longestLine    = 200 // bytes
)

// around is where in the page a node is.
type around struct {
	aside   bool // in a comment, side column, footer, list of links or the like
	home    bool // in a link to the start of the site
	top     bool // in the head of the site, above the text
	noLines bool // in an element that is read as a whole
}

func (f *found) walk(n *html.Node, at around) {
	switch n.Type {
	case html.TextNode:
		f.text(n, at)
		return
	case html.ElementNode:
		at = f.element(n, at)
		switch n.DataAtom {
		case atom.Script, atom.Style, atom.Svg, atom.Template, atom.Noscript, atom.Title:
			return
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		f.walk(c, at)
	}
}

func (f *found) text(n *html.Node, at around) {
	text := strings.TrimSpace(n.Data)
	if text == "" {
		return
	}
	if !at.noLines && len(f.lines) < mostLines && len(text) <= longestLine {
		f.lines = append(f.lines, line{
			text:    Squeeze(text),
			read:    f.read,
			isAside: at.aside,
		})
	}
	f.read += len(text)
	if n.Parent != nil && (n.Parent.DataAtom == atom.P || len(text) > longestLine) {
		f.prose += len(text)
	}
}

// element notes what n says, and gives where its children are.
func (f *found) element(n *html.Node, at around) around {
	switch n.DataAtom {
	case atom.Html:
		f.lang = firstOf(attr(n, "lang"), attr(n, "xml:lang"))
		return at
	case atom.Body:
		f.bodyLang = attr(n, "lang")
		return at
	case atom.Title:
		if f.title == "" {
			f.title = Squeeze(innerText(n))
		}
		return at
	case atom.Meta:
		f.takeMeta(n)
		return at
	case atom.Link:
		if strings.EqualFold(attr(n, "rel"), "canonical") && f.canon == "" {
			f.canon = strings.TrimSpace(attr(n, "href"))
		}
		return at
	case atom.Script:
		f.takeScript(n)
		return at
	case atom.A:
		at.home = at.home || leadsHome(attr(n, "href"))
	case atom.Aside, atom.Footer, atom.Nav:
		at.aside = at.aside || !namesAuthor(strings.ToLower(attr(n, "class")))
	}

	class := attr(n, "class") + " " + attr(n, "id")
	if len(class) > longestLine {
		class = class[:longestLine]
	}
	class = strings.ToLower(class)
	if !at.aside && isAside(n, class) {
		at.aside = true
	}
	at.top = at.top || n.DataAtom != atom.Body && namesTop(class)
	f.takeHeading(n, class, at)
	f.takeSignature(n, class, at)
	f.takeStarter(n, class)
	f.takeMoment(n, class, at)
	return at
}

// isAside says that the class of an element is one of what stands around a text: comments, other texts, columns.
func isAside(n *html.Node, class string) bool {
	switch n.DataAtom {
	case atom.Body, atom.Main, atom.Article, atom.H1:
		return false
	}
	for _, name := range strings.Fields(class) {
		if strings.HasPrefix(name, "no-") || strings.HasPrefix(name, "has-") || strings.HasPrefix(name, "with-") {
			continue
		}
		for _, word := range []string{"comment", "sidebar", "related", "footer", "widget", "teaser",
			"recommend", "trending", "popular",
			"respond", "disqus", "newsletter", "promo", "mostread", "most-read", "read-more", "latest"} {
			if strings.Contains(name, word) && !strings.Contains(name, "count") && !strings.Contains(name,
				"container") &&
				!strings.Contains(name, "layout") && !strings.Contains(name, "wrap") {
				return true
			}
		}
	}
	return false
}

func leadsHome(href string) bool {
	href = strings.TrimSpace(href)
	if i := strings.Index(href, "://"); i >= 0 {
		host, path, _ := strings.Cut(href[i+3:], "/")
		return host != "" && (path == "" || path == "index.html")
	}
	return href == "/" || href == "/index.html" || href == "./"
}

func (f *found) takeMeta(n *html.Node) {
	key := strings.ToLower(firstOf(attr(n, "property"), attr(n, "name"), attr(n, "itemprop"), attr(n, "http-equiv")))
	value := Squeeze(html.UnescapeString(attr(n, "content")))
	if key == "" || value == "" || len(value) >= 5000 {
		return
	}
	if f.meta[key] == "" {
		f.meta[key] = value
		return
	}
	switch key {
	case "author", "article:author", "citation_author", "dc.creator":
		// One element for each author.
		if len(f.meta[key]) < 300 && !strings.Contains(f.meta[key], value) {
			f.meta[key] += "; " + value
		}
	}
}

func (f *found) takeScript(n *html.Node) {
	if !strings.Contains(strings.ToLower(attr(n, "type")), "ld+json") || n.FirstChild == nil || len(f.linked) >= 50 {
		return
	}
	if v, ok := parseLinked(n.FirstChild.Data); ok {
		f.linked = append(f.linked, v)
	} else if m := brokenDate.FindStringSubmatch(n.FirstChild.Data); m != nil && f.itemDate == "" {
		f.itemDate = m[1]
	}
}

func (f *found) takeHeading(n *html.Node, class string, at around) {
	if len(f.headings) >= mostHeadings {
		return
	}
	named := namesHeadline(class) || attr(n, "itemprop") == "headline"
	switch n.DataAtom {
	case atom.H1:
	case atom.H2, atom.H3, atom.Div, atom.Span, atom.P, atom.Td, atom.Header:
		if !named {
			return
		}
	default:
		return
	}
	text := strings.TrimRight(Squeeze(innerText(n)), " ¶#")
	if text == "" || len(text) > 400 {
		return
	}
	if n.DataAtom == atom.H1 && len(f.lines) > linesAbove {
		f.lines = append([]line(nil), f.lines[len(f.lines)-linesAbove:]...)
	}

	f.headings = append(f.headings, heading{
		text:    text,
		read:    f.read,
		prose:   f.prose,
		named:   named,
		isH1:    n.DataAtom == atom.H1,
		isAside: at.aside,
		isHome:  at.home || onlyLinksHome(n),
		isTop:   at.top || namesTop(class),
	})
}

// topClasses are the names that templates give to the head of a site, and to its name there.
var topClasses = setOf(`
	masthead branding logo banner site-header site-title site-name site-branding menu-title blog-title blogtitle
	sitetitle sitename site-logo header
`)

func namesTop(class string) bool {
	for _, name := range strings.Fields(class) {
		if topClasses[name] {
			return true
		}
	}
	return false
}

// namesHeadline says that a class is one of those that templates give to the title of a text.
func namesHeadline(class string) bool {
	for _, name := range strings.Fields(class) {
		switch strings.ReplaceAll(strings.ReplaceAll(name, "_", ""), "-", "") {
		case "entrytitle", "posttitle", "articletitle", "storytitle", "newstitle", "headline",
			"articleheadline", "storyheadline",
			"pname", "articleheadertitle", "posttitletext", "pagetitle", "contenttitle", "titlenews",
			"arttitle", "articletit", "maintitle",
			"topictitle", "threadtitle", "questiontitle", "producttitle", "productname", "recipetitle",
			"blogtitlepost", "titlearticle":
			return true
		}
	}
	return false
}

// onlyLinksHome says that the first link in n leads to the start of the site.
func onlyLinksHome(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.DataAtom == atom.A {
			return leadsHome(attr(d, "href"))
		}
	}
	return false
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
		switch n.DataAtom {
		case atom.Script, atom.Style, atom.Svg, atom.Noscript, atom.Template:
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
		switch n.DataAtom {
		case atom.Br, atom.Div, atom.P, atom.Li, atom.Td, atom.H1, atom.H2, atom.H3, atom.Time, atom.A, atom.Button:
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
