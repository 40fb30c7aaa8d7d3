package metadata

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// signature is an element that may name who wrote the page.
type signature struct {
	text    string
	node    *html.Node
	links   []string // texts of its links to author pages
	read    int
	region  int
	isExact bool // named by itemprop or rel, not by a class
	isLink  bool // only a link to the author page of this name
}

// takeSignature notes n if its markup marks it as naming an author.
func (f *found) takeSignature(n *html.Node, class string, at around) {
	const longest = 300 // in bytes; a box about the author is longer than a byline
	switch n.DataAtom {
	case atom.Body, atom.Html, atom.Article, atom.Main, atom.Img, atom.Input:
		return
	}
	exact := false
	for _, name := range strings.Fields(strings.ToLower(blocks.Attr(n, "itemprop") + " " + blocks.Attr(n, "rel"))) {
		exact = exact || name == "author"
	}
	if !exact && !namesAuthor(class) {
		f.takeAuthorLink(n, at)
		return
	}

	s := signature{
		text:    signedText(n),
		node:    n,
		read:    f.read,
		region:  at.region,
		isExact: exact,
	}
	s.links = authorLinks(n)
	if len(s.text) > longest && len(s.links) == 0 {
		return
	}
	if exact && strings.HasSuffix(blocks.Attr(n, "itemtype"), "Organization") {
		f.orgs = append(f.orgs, s.text)
	} else if s.text != "" {
		f.sign(s)
	}
}

func (f *found) sign(s signature) {
	if len(f.signed) < mostSignatures {
		f.signed = append(f.signed, s)
	}
}

// takeAuthorLink notes a link whose address and text name the same author.
func (f *found) takeAuthorLink(n *html.Node, at around) {
	const longest = 80 // bytes
	if n.DataAtom != atom.A {
		return
	}

	slug := authorSlug(blocks.Attr(n, "href"))
	if slug == "" {
		return
	}

	text := Squeeze(innerText(n))
	if text == "" || len(text) > longest || !fitsSlug(text, slug) {
		return
	}

	f.sign(signature{
		text:    text,
		node:    n,
		read:    f.read,
		region:  at.region,
		isExact: f.followsBy(),
		isLink:  true,
	})
}

// followsBy reports whether the last text consists of a byline's opening words alone.
func (f *found) followsBy() bool {
	rest, signs := afterBy(f.lastLine())
	return signs && strings.Trim(rest, " :") == ""
}

// authorFolders are the usual folders of author pages.
var authorFolders = []string{
	"/author/", "/authors/", "/autor/", "/autoren/", "/autores/", "/auteur/", "/auteurs/", "/autori/", "/autore/",
	"/contributor/", "/contributors/", "/writer/", "/writers/", "/journalist/", "/journalists/", "/byline/",
	"/reporter/", "/reporters/", "/producers/", "/columnist/", "/columnists/", "/redakteur/", "?_author=", "?author=",
}

// authorSlug is the author's name in the URL of an author page, or "" for other URLs.
func authorSlug(href string) string {
	const longest = 300 // bytes
	if len(href) > longest || !strings.Contains(href, "ut") && !strings.Contains(href, "r") {
		return ""
	}

	href = strings.ToLower(href)
	for _, folder := range authorFolders {
		at := strings.Index(href, folder)
		if at < 0 {
			continue
		}
		slug := href[at+len(folder):]
		if end := strings.IndexAny(slug, "/?#&"); end >= 0 {
			slug = slug[:end]
		}
		if plain, err := url.PathUnescape(slug); err == nil {
			slug = plain
		}
		return slug
	}

	return ""
}

// fitsSlug reports whether the slug contains a word of the name. Slugs may drop accents.
func fitsSlug(name, slug string) bool {
	const fewest = 3 // letters
	slug = plainLetters(slug)
	for word := range strings.FieldsSeq(name) {
		if plain := plainLetters(word); len(plain) >= fewest && strings.Contains(slug, plain) {
			return true
		}
	}
	return false
}

// plainLetters are the letters of s that URLs keep.
func plainLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, s)
}

// signedText is the name that the markup in n marks as one, or all text of n.
func signedText(n *html.Node) string {
	for d := range n.Descendants() {
		if blocks.Attr(d, "itemprop") == "name" {
			if name := firstOf(Squeeze(innerText(d)), blocks.Attr(d, "content")); name != "" {
				return name
			}
		}
	}
	return Squeeze(innerText(n))
}

// authorClasses are parts of template names for a byline, noAuthorClasses those for what is near it.
var (
	authorClasses = []string{"byline", "author", "autor", "auteur", "writer", "verfasser", "reporter", "journalist",
		"posted-by", "postedby", "post-by", "contributor", "submitted", "credit-name", "written-by", "personname"}
	noAuthorClasses = []string{"bio", "about", "avatar", "image", "img", "photo", "pic", "social", "follow", "desc",
		"related", "icon", "authority", "more", "twitter", "underwriter", "count", "topic", "commentauthor",
		"comment-author", "no-author", "tooltip", "page", "position", "-title", "job", "role", "reviewer", "updated",
		"authoriz", "authoris", "review"}
)

// namesAuthor reports whether a class contains a name for a byline.
func namesAuthor(class string) bool {
	for name := range strings.FieldsSeq(class) {
		if containsAny(name, authorClasses...) && !containsAny(name, noAuthorClasses...) &&
			(!strings.Contains(name, "date") || namesBoth(name)) {
			return true
		}
	}
	return false
}

// namesBoth reports whether a class is for a line with author and date.
func namesBoth(name string) bool {
	return strings.Contains(name, "byline-date") || strings.Contains(name, "date-author") ||
		strings.Contains(name, "author-date") || strings.Contains(name, "date-byline")
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s, part) })
}

// authorLinks are the texts of the links below n to author pages.
func authorLinks(n *html.Node) []string {
	const most = 8
	var texts []string
	for d := range n.Descendants() {
		if d.DataAtom != atom.A || len(texts) >= most {
			continue
		}
		href := strings.ToLower(blocks.Attr(d, "href"))
		if blocks.Attr(d, "rel") == "author" || containsAny(href, "/author", "/autor", "/by/", "/people/", "/person",
			"/profile", "/staff/", "/writer",
			"/contributor", "/journalist", "/reporter", "/team/", "/user", "/redaktion/", "/auteur") {
			if text := Squeeze(innerText(d)); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// persons are the persons that the element names, in its links or else in its text.
func (s signature) persons() []string {
	var all []string
	for _, text := range s.links {
		if strings.Contains(s.text, text) && (len(all) == 0 || isPerson(text)) {
			all = append(all, persons(text)...)
		}
	}
	if companions.MatchString(s.text) || len(all) == 0 {
		return persons(s.text)
	}
	return all
}
