package metadata

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// creator is whom structured data names as an author.
type creator struct {
	name           string
	isPerson       bool // it says so
	isOrganisation bool // likewise
}

// byline is who wrote the page: persons wherever the page names them, in the order of trust. What is no person's name,
// such as an account, an agency or an organisation, counts only where no person is named. The site itself comes last.
func byline(f *found, creators []creator, site, title string, pageURL *url.URL) string {
	near := nearTitle(f, title)
	isOwn := func(name string) bool { return isSite(name, site, pageURL) }

	var linked, stated, signed, distant []string
	for _, c := range creators {
		if !c.isOrganisation {
			linked = append(linked, persons(c.name)...)
		}
	}
	for _, key := range authorKeys {
		if stated = persons(f.meta[key]); len(stated) > 0 {
			break
		}
	}
	for _, s := range f.signed {
		if s.isAside {
			continue
		}
		names := s.persons()
		if near(s.read) && len(signed) == 0 {
			signed = names
		}
		if len(distant) == 0 {
			distant = names
		}
	}
	for _, names := range [][]string{linked, signed, stated, lineNames(f, near), distant} {
		names = without(names, isOwn)
		if len(names) > 0 {
			return joinAuthors(names)
		}
	}
	return firstOther(f, creators, near, isOwn)
}

// authorKeys are the names of meta elements that name authors.
var authorKeys = []string{
	"author", "citation_author", "article:author", "article:author_name", "parsely-author", "sailthru.author",
	"dc.creator",
	"byl", "dcterms.creator", "twitter:data1", "og:article:author", "article.author", "dc.contributor", "authors",
}

// firstOther is the first name of an author that is not known for a person's.
func firstOther(f *found, creators []creator, near func(int) bool, isOwn func(string) bool) string {
	var others, own []string
	add := func(name string) {
		if name = cleanAuthor(name); name == "" {
			return
		}
		if isOwn(name) {
			own = append(own, name)
		} else {
			others = append(others, name)
		}
	}
	for _, c := range creators {
		if !c.isOrganisation {
			add(c.name)
		}
	}
	for _, s := range f.signed {
		if s.isExact && !s.isAside && near(s.read) {
			add(s.text)
		}
	}
	for _, key := range authorKeys {
		if key != "twitter:data1" {
			add(f.meta[key])
		}
	}
	for _, s := range f.signed {
		if !s.isAside && near(s.read) {
			add(s.text)
		}
	}
	for _, s := range f.signed {
		if s.isExact {
			add(s.text)
		}
	}
	for i, l := range f.lines {
		if rest, signs := signedLine(f.lines, i); signs && !l.isAside && near(l.read) && strings.Count(rest, " ") < 4 {
			add(rest)
		}
	}
	for _, c := range creators {
		add(c.name)
	}
	return firstOf(append(others, own...)...)
}

// nearTitle tells places in the page where a byline stands: a little before the title to some paragraphs after it.
func nearTitle(f *found, title string) func(read int) bool {
	const (
		before = 600 // bytes of text
		after  = 2500
	)
	at := -1
	for _, h := range f.headings {
		if h.text == title || at < 0 && alike(h.text, title) > 0.8 {
			at = h.read
			break
		}
	}
	for _, l := range f.lines {
		if at < 0 && !l.isAside && letters(l.text) == letters(title) {
			at = l.read
		}
	}
	return func(read int) bool { return at < 0 || read > at-before && read < at+after }
}

func without(names []string, is func(string) bool) []string {
	var kept []string
	for _, name := range names {
		if !is(name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// joinAuthors sets a comma between names. A list longer than any byline is of commenters or teasers, not of authors;
// the
// first stands nearest to the title.
func joinAuthors(names []string) string {
	const most = 8
	var kept []string
	for _, name := range names {
		known := false
		for _, k := range kept {
			known = known || strings.EqualFold(k, name)
		}
		if !known {
			kept = append(kept, name)
		}
	}
	if len(kept) > most {
		kept = kept[:1]
	}
	return strings.Join(kept, ", ")
}

// takeSignature notes n when its markup says that it names an author.
func (f *found) takeSignature(n *html.Node, class string, at around) {
	const longest = 300 // bytes of a byline; a box about the author is longer
	if len(f.signed) >= mostSignatures {
		return
	}
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Article, atom.Main, atom.Img, atom.Input:
		return
	}
	exact := false
	for _, name := range strings.Fields(strings.ToLower(attr(n, "itemprop") + " " + attr(n, "rel"))) {
		exact = exact || name == "author"
	}
	if !exact && !namesAuthor(class) {
		return
	}

	s := signature{
		text:    signedText(n),
		read:    f.read,
		isAside: at.aside,
		isExact: exact,
	}
	s.links = authorLinks(n)
	if len(s.text) > longest && len(s.links) == 0 {
		return
	}
	if s.text != "" {
		f.signed = append(f.signed, s)
	}
}

// signedText is the name in n that the markup calls so, or all text of n.
func signedText(n *html.Node) string {
	for d := range n.Descendants() {
		if attr(d, "itemprop") == "name" {
			if name := firstOf(Squeeze(innerText(d)), attr(d, "content")); name != "" {
				return name
			}
		}
	}
	return Squeeze(innerText(n))
}

// namesAuthor says that one of the names of a class is that of a byline.
func namesAuthor(class string) bool {
	for _, name := range strings.Fields(class) {
		if !containsAny(name, "byline", "author", "autor", "auteur", "writer", "verfasser", "reporter",
			"journalist", "posted-by", "postedby",
			"post-by", "contributor", "submitted", "credit-name", "written-by") {
			continue
		}
		if !containsAny(name, "bio", "about", "avatar", "image", "img", "photo", "pic", "social", "follow",
			"desc", "related", "icon", "authority",
			"more", "date", "twitter", "underwriter", "count", "topic", "commentauthor", "comment-author",
			"no-author", "tooltip", "page") {
			return true
		}
	}
	return false
}

func containsAny(s string, parts ...string) bool {
	for _, part := range parts {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

// authorLinks are the texts of the links below n that lead to pages of authors.
func authorLinks(n *html.Node) []string {
	const most = 6
	var texts []string
	for d := range n.Descendants() {
		if d.DataAtom != atom.A || len(texts) >= most {
			continue
		}
		href := strings.ToLower(attr(d, "href"))
		if attr(d, "rel") == "author" || containsAny(href, "/author", "/autor", "/by/", "/people/", "/person",
			"/profile", "/staff/", "/writer",
			"/contributor", "/journalist", "/reporter", "/team/", "/user", "/redaktion/", "/auteur") {
			if text := Squeeze(innerText(d)); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

func (s signature) persons() []string {
	var names []string
	for _, text := range s.links {
		names = append(names, persons(text)...)
	}
	if len(names) > 0 {
		return names
	}
	return persons(s.text)
}

// lineNames finds a byline that only its wording gives away: "By Ann Lee" in a line of its own near the title.
func lineNames(f *found, near func(int) bool) []string {
	for i, l := range f.lines {
		if l.isAside || !near(l.read) {
			continue
		}
		if rest, signs := signedLine(f.lines, i); signs {
			if names := persons(rest); len(names) > 0 {
				return names
			}
		}
	}
	return nil
}

// signedLine is what follows the words for "by" in line i, or in the lines after when it holds no more than those.
func signedLine(lines []line, i int) (string, bool) {
	text := lines[i].text
	rest, signs := afterBy(text)
	if signs && rest == "" {
		return joinedNames(lines[i+1:]), true
	}
	if at := strings.Index(strings.ToLower(text), "written by "); at > 0 && !signs {
		return text[min(len(text), at+len("written by ")):], true
	}
	return rest, signs
}

// joinedNames is the first of lines, with those that go on with it: names in links of their own, and what parts them.
func joinedNames(lines []line) string {
	const most = 7
	text := ""
	for i, l := range lines {
		joint := l.text == "," || l.text == "and" || l.text == "&" || l.text == "und" || l.text == "et"
		if i >= most || i%2 == 1 && !joint {
			break
		}
		text += " " + l.text
	}
	return text
}
