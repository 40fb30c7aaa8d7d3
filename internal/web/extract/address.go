package extract

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// maxBase is the longest base that is honoured. maxAddresses bounds the bytes of all addresses in a page's content:
// every link repeats the base, so a long base and many links could make gigabytes.
const (
	maxBase      = 2048
	maxAddresses = 4 << 20
)

// addresses makes references absolute until they exceed maxAddresses; after that, links are written without
// targets.
type addresses struct {
	base *url.URL
	left int
}

func newAddresses(base *url.URL) *addresses { return &addresses{base: base, left: maxAddresses} }

func (a *addresses) absolute(ref string) string {
	if a.left <= 0 {
		return ""
	}
	u := readable(htmlpage.Untracked(absolute(a.base, ref)))
	a.left -= len(u)
	return u
}

// escapes matches bytes outside of ASCII that an address has in percent signs.
var escapes = regexp.MustCompile(`(?:%[89A-Fa-f][0-9A-Fa-f])+`)

// readable is an address with its letters as they are read (RFC 3987), which take a sixth of the room. What is no text
// stays in percent signs.
func readable(address string) string {
	return escapes.ReplaceAllStringFunc(address, func(escaped string) string {
		text, err := url.PathUnescape(escaped)
		if err != nil || !utf8.ValidString(text) || strings.ContainsFunc(text, isNoLetter) {
			return escaped
		}
		return text
	})
}

func isNoLetter(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r)
}

// baseOf is the URL that the page's relative references start from: its base element's, else its own. It is nil
// when unknown.
func baseOf(doc *html.Node, pageURL *url.URL) *url.URL {
	href := findBase(doc)
	if href == "" || len(href) > maxBase {
		return pageURL
	}
	u, err := url.Parse(strings.TrimSpace(href))
	switch {
	case err != nil:
		return pageURL
	case pageURL != nil:
		return pageURL.ResolveReference(u)
	case u.IsAbs():
		return u
	}
	return nil
}

func findBase(n *html.Node) string {
	if n.DataAtom == atom.Base {
		return blocks.Attr(n, "href")
	}
	if n.DataAtom == atom.Body {
		return ""
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if href := findBase(c); href != "" {
			return href
		}
	}
	return ""
}

// absolute resolves a reference. It returns "" for anything that cannot be followed: scripts, inline data,
// fragments, broken URLs.
func absolute(base *url.URL, ref string) string {
	ref = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, strings.TrimSpace(ref))
	if ref == "" || strings.HasPrefix(ref, "#") {
		return ""
	}

	u, err := url.Parse(ref)
	if err != nil {
		return ""
	}

	if base != nil {
		u = base.ResolveReference(u)
	}
	u.Host = strings.ToLower(u.Host)
	switch u.Scheme {
	case "http", "https", "mailto", "tel", "ftp", "":
		return u.String()
	}

	return ""
}

// imageAddress finds where an image really is: lazy loading puts a placeholder in src and the address elsewhere.
func imageAddress(n *html.Node, to *addresses) string {
	for _, key := range []string{"data-src", "data-lazy-src", "data-original", "data-original-src", "data-full-src", "src"} {
		v := blocks.Attr(n, key)
		if v == "" || strings.HasPrefix(v, "data:") {
			continue
		}
		if u := to.absolute(v); u != "" {
			return u
		}
	}
	for _, key := range []string{"srcset", "data-srcset", "data-lazy-srcset"} {
		if v := strings.Fields(blocks.Attr(n, key)); len(v) > 0 && !strings.HasPrefix(v[0], "data:") {
			if u := to.absolute(strings.TrimSuffix(v[0], ",")); u != "" {
				return u
			}
		}
	}
	return ""
}
