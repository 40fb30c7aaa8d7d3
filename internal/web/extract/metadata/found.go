package metadata

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// found collects the candidates of one pass over the tree.
type found struct {
	meta       map[string]string
	title      string
	headings   []heading
	signed     []signature
	starter    starter
	times      []moment
	lines      []line // short texts around the first headings, for bylines and dates without a class
	lang       string
	bodyLang   string
	canon      string
	linked     []any // parsed JSON-LD documents
	props      []prop
	orgs       []string // names of organisations in structured data
	claims     []claim
	statements []dayStatement
	regions    []int // parent of each region; the first region is the page

	read  int // bytes of text before the current node
	prose int // bytes of them in paragraphs
}

// heading is an element that may hold the title.
type heading struct {
	text    string
	node    *html.Node
	read    int // bytes of text before it
	prose   int // bytes of paragraphs before it
	region  int
	named   bool // its class or itemprop calls it a headline
	isH1    bool
	isAside bool
	isTop   bool // it is in the site's header, as its name is
}

// moment is a date that the markup of the page shows.
type moment struct {
	text      string
	node      *html.Node
	read      int
	isTime    bool // of a time element
	isChanged bool // of the last change
	region    int
}

// line is a short text of the page.
type line struct {
	text    string
	node    *html.Node
	read    int
	region  int
	isAside bool
	goesOn  bool // with the sentence before it
}

// Bounds of what is kept of a page. Except for first lines, honest pages have a fraction of it.
const (
	mostHeadings   = 12
	mostSignatures = 200
	mostRegions    = 5000
	mostMoments    = 30
	mostLines      = 400
	linesAbove     = 12  // lines kept before a first-level heading
	proseAbove     = 800 // bytes of paragraphs after which a first-level heading is not the first of the text
	longestLine    = 200 // bytes
)

// around is a node's place in the page.
type around struct {
	aside   bool // in a comment, side column, footer, list of links or the like
	region  int  // the innermost of these, or 0
	top     bool // in the site's header, above the text
	noLines bool // in an element read as a whole
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

	isShort := len(text) <= longestLine
	inSentence := isShort && goesOn(n, text)
	if isShort {
		text = Squeeze(text)
	}

	if !at.noLines && len(f.lines) < mostLines && isShort {
		f.lines = append(f.lines, line{
			text:    text,
			node:    n,
			read:    f.read,
			region:  at.region,
			isAside: at.aside,
			goesOn:  inSentence,
		})
	}

	if isShort {
		if !inSentence {
			f.takeClaim(n, text)
		}
		f.takeDayStatement(n, text)
	}

	f.read += len(text)
	if n.Parent != nil && (n.Parent.DataAtom == atom.P || len(text) > longestLine) {
		f.prose += len(text)
	}
}

// element notes what n says and returns its children's place.
func (f *found) element(n *html.Node, at around) around {
	switch n.DataAtom {
	case atom.Html:
		f.lang = firstOf(blocks.Attr(n, "lang"), blocks.Attr(n, "xml:lang"))
		if blocks.Attr(n, "id") == "XenForo" {
			f.meta["generator"] = "XenForo"
		}
		return at
	case atom.Body:
		f.bodyLang = blocks.Attr(n, "lang")
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
		if strings.EqualFold(blocks.Attr(n, "rel"), "canonical") && f.canon == "" {
			f.canon = strings.TrimSpace(blocks.Attr(n, "href"))
		}
		return at
	case atom.Script:
		f.takeScript(n)
		return at
	case atom.Aside, atom.Footer, atom.Nav:
		if !namesAuthor(strings.ToLower(blocks.Attr(n, "class"))) {
			at = f.beside(at)
		}
	}

	class := classes(n)
	if len(class) > longestLine {
		class = class[:longestLine]
	}
	class = strings.ToLower(class)
	if isAside(n, class) {
		at = f.beside(at)
	}
	at.top = at.top || n.DataAtom != atom.Body && namesTop(class)
	f.takeHeading(n, class, at)
	f.takeSignature(n, class, at)
	f.takeStarter(n, class)
	f.takeMoment(n, class, at)
	return at
}

// classes returns the class and id of an element.
func classes(n *html.Node) string {
	class := blocks.Attr(n, "class")
	if id := blocks.Attr(n, "id"); id != "" {
		return class + " " + id
	}
	return class
}

// lastLine is the text read last.
func (f *found) lastLine() string {
	if len(f.lines) == 0 {
		return ""
	}
	return f.lines[len(f.lines)-1].text
}

// beside returns at in a new region within at's region.
func (f *found) beside(at around) around {
	at.aside = true
	if len(f.regions) == 0 {
		f.regions = append(f.regions, 0)
	}
	if len(f.regions) < mostRegions {
		f.regions = append(f.regions, at.region)
		at.region = len(f.regions) - 1
	}
	return at
}

// isAside reports whether the class marks what surrounds a text: comments, other texts, columns.
func isAside(n *html.Node, class string) bool {
	switch n.DataAtom {
	case atom.Body, atom.Main, atom.Article, atom.H1:
		return false
	}

	for name := range strings.FieldsSeq(class) {
		if strings.HasPrefix(name, "no-") || strings.HasPrefix(name, "has-") || strings.HasPrefix(name, "with-") ||
			isElementorPart(name) || strings.Contains(name, "headline") {
			continue
		}
		if containsAny(name, "comment", "sidebar", "related", "footer", "widget") &&
			!containsAny(name, "count", "container", "layout", "wrap") {
			return true
		}
	}

	return false
}

// isElementorPart reports whether Elementor gives the class to every part of a page, the text included.
func isElementorPart(name string) bool {
	return strings.HasPrefix(name, "elementor-widget") && !containsAny(name, "posts", "sidebar", "comments", "loop")
}

func (f *found) takeMeta(n *html.Node) {
	key := strings.ToLower(firstOf(blocks.Attr(n, "property"), blocks.Attr(n, "name"), blocks.Attr(n, "itemprop"), blocks.Attr(n, "http-equiv")))
	value := Squeeze(html.UnescapeString(firstOf(blocks.Attr(n, "content"), blocks.Attr(n, "value"))))
	if key == "" || value == "" || len(value) >= 5000 {
		return
	}
	if blocks.Attr(n, "itemprop") != "" && (strings.HasPrefix(key, "date") || key == "author") {
		f.addProp(key, value, n)
		return
	}
	f.note(catalogued(key), value)
	if names := strings.Fields(key); len(names) > 1 && !strings.Contains(key, ": ") {
		for _, name := range names[:min(len(names), mostNames)] {
			f.note(catalogued(name), value)
		}
	}
}

// mostNames bounds the names in one meta element's property: RDFa allows a list.
const mostNames = 6

// catalogued normalises the Dublin Core prefix of a meta name to the usual form: RDFa puts a colon after it.
func catalogued(key string) string {
	prefix, name, isPrefixed := strings.Cut(key, ":")
	switch {
	case isPrefixed && (prefix == "dc" || prefix == "dcterms"):
		return prefix + "." + name
	case isPrefixed && prefix == "dcterm":
		return "dcterms." + name
	}
	return key
}

// note keeps what a meta element says under a name.
func (f *found) note(key, value string) {
	if f.meta[key] == "" {
		f.meta[key] = value
		return
	}
	switch key {
	case "author", "article:author", "citation_author", "dc.creator", "dc.contributor", "parsely-author":
		// One element for each author.
		if len(f.meta[key]) < 300 && !strings.Contains(f.meta[key], value) {
			f.meta[key] += "; " + value
		}
	}
}

func (f *found) takeScript(n *html.Node) {
	if n.FirstChild == nil || !strings.Contains(strings.ToLower(blocks.Attr(n, "type")), "ld+json") {
		return
	}
	if len(f.linked) >= 50 {
		return
	}
	if v, ok := parseLinked(n.FirstChild.Data); ok {
		f.linked = append(f.linked, v)
	} else if m := brokenDate.FindStringSubmatch(n.FirstChild.Data); m != nil {
		f.note(itemDate, m[1])
	}
}

func (f *found) takeHeading(n *html.Node, class string, at around) {
	if len(f.headings) >= mostHeadings {
		return
	}
	named := namesHeadline(class) || blocks.Attr(n, "itemprop") == "headline"
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
	if n.DataAtom == atom.H1 && len(f.lines) > linesAbove && f.prose < proseAbove {
		f.lines = append([]line(nil), f.lines[len(f.lines)-linesAbove:]...)
	}

	f.headings = append(f.headings, heading{
		text:    text,
		node:    n,
		read:    f.read,
		prose:   f.prose,
		region:  at.region,
		named:   named,
		isH1:    n.DataAtom == atom.H1,
		isAside: at.aside,
		isTop:   at.top || namesTop(class),
	})
}

// topClasses are template names for a site's header and for the site's name in it.
var topClasses = setOf(`
	masthead branding logo banner site-header site-title site-name site-branding menu-title blog-title blogtitle
	sitetitle sitename site-logo header
`)

func namesTop(class string) bool {
	for name := range strings.FieldsSeq(class) {
		if topClasses[name] {
			return true
		}
	}
	return false
}

// namesHeadline reports whether a class is a template name for a text's title.
func namesHeadline(class string) bool {
	for name := range strings.FieldsSeq(class) {
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

// innerText joins the text below n, up to a size no title or name exceeds.
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
