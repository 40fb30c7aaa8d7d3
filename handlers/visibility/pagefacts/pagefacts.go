// Package pagefacts collects the facts for the audits from a page, in a few walks over its tree. It judges and
// fetches nothing.
package pagefacts

import (
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/httpheader"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
	"github.com/farebox/farebox/internal/web/htmlpage"
	"github.com/farebox/farebox/internal/web/standin"
)

// Bounds of what is kept. Counts continue beyond them.
const (
	maxKept  = 200   // of each kind of element
	maxValue = 2_000 // bytes of one value
	maxLine  = 500   // bytes of a heading's or link's text
)

// Facts are the facts found on a page and about it.
type Facts struct {
	URL         *url.URL // after redirects
	Status      int
	Redirects   int
	HTMLBytes   int    // decoded, in UTF-8
	Charset     string // WHATWG name, "" when the page is not text
	CharsetFrom charset.Source

	Titles       []string // texts of nonempty title elements
	Descriptions []string // likewise of meta descriptions
	Headings     []Heading
	H1           []string // those with a text
	Canonicals   []Canonical
	Viewports    []string
	Lang         string // of the html element, as written
	Hreflang     []Alternate
	MetaRefresh  string // content of a meta refresh, "" when there is none
	OpenGraph    map[string][]string
	Twitter      map[string][]string
	Directives   []Directive // of robots metas and X-Robots-Tag headers

	Images, ImagesAlt, ImagesSized int
	ImagesNoAlt                    []string // src of some images without an alt attribute
	Insecure                       []string // some http:// URLs that an https page loads
	InsecureCount                  int

	Scripts       int    // elements that run something
	EmptyMount    string // an element that scripts fill and that is empty: "#root"; "" when there is none
	AsksForScript bool   // a noscript element says that the page needs scripts
	mounts        int    // elements looked at for EmptyMount

	Anchors  []htmlpage.Anchor
	Links    []htmlpage.Link // distinct targets
	HasMain  bool            // a main or article element, or role=main
	FirstPar string          // the first paragraph with text after the h1, "" when there is none
	JSONLD   Scripts
	Items    []Entity // typed objects of valid JSON-LD, and of microdata
	Micro    int      // of these, from microdata

	StandIn   standin.Verdict // what is served in place of the page
	TextBytes int             // of the visible text
	Content   Content
	Cut       bool // the page is larger than what is examined
}

// Heading is one of h1 to h6. Text may be an image's alternative text, or "".
type Heading struct {
	Level int
	Text  string
}

// Canonical is one statement of a page's canonical URL.
type Canonical struct {
	Written string
	URL     *url.URL // nil if it is not one
	Header  bool     // from the Link header
}

// Alternate is a link rel=alternate with a language.
type Alternate struct{ Lang, URL string }

// Build collects the facts of a page. The body of a page that is not HTML counts as empty.
func Build(got *fetch.Page, parsed *htmlpage.Page, engine *extract.Engine) *Facts {
	meta := parsed.Metadata()
	f := &Facts{
		URL: parsed.URL, Status: got.Status, Redirects: len(got.Redirects), HTMLBytes: len(got.Body),
		Charset: got.Charset, CharsetFrom: got.CharsetFrom, Lang: meta.Lang, OpenGraph: meta.OpenGraph, Twitter: meta.Twitter,
		Anchors: parsed.Anchors(), Cut: parsed.Cut,
	}

	var cut bool
	f.Links, cut = parsed.Links()
	f.Cut = f.Cut || cut
	text, _ := parsed.Text(len(got.Body))
	f.TextBytes = len(text)
	f.StandIn = standin.Judge(got.Header, parsed)
	f.headers(got.Header)
	f.elements(parsed)
	f.visible(parsed)
	f.scripts(parsed)
	f.microdata(parsed)
	f.Content = readContent(got, parsed, engine)
	return f
}

func (f *Facts) headers(h http.Header) {
	for _, line := range h.Values("X-Robots-Tag") {
		f.Directives = appendDirectives(f.Directives, parseRobotsTag(line))
	}

	for _, target := range httpheader.LinkTargets(h, "canonical") {
		f.Canonicals = keep(f.Canonicals, Canonical{
			Written: short(target),
			URL:     htmlpage.Resolve(f.URL, target),
			Header:  true,
		})
	}
}

// elements examines the head, and everything that a page loads.
func (f *Facts) elements(p *htmlpage.Page) {
	for n := range htmlpage.Elements(p.Root) {
		switch n.DataAtom {
		case atom.Title:
			if t := short(htmlpage.Raw(n)); n.Namespace == "" && t != "" {
				f.Titles = keep(f.Titles, t)
			}
		case atom.Meta:
			f.meta(n)
		case atom.Link:
			f.link(p, n)
		case atom.Main, atom.Article:
			f.HasMain = true
		}

		if role, _ := htmlpage.Attribute(n, "role"); strings.EqualFold(strings.TrimSpace(role), "main") {
			f.HasMain = true
		}

		f.drawn(n)
		f.loads(p, n)
	}
}

func (f *Facts) meta(n *html.Node) {
	content, _ := htmlpage.Attribute(n, "content")
	content = short(content)
	name, _ := htmlpage.Attribute(n, "name")
	name = strings.ToLower(strings.TrimSpace(name))
	if content == "" {
		return
	}

	switch name {
	case "description":
		f.Descriptions = keep(f.Descriptions, content)
	case "viewport":
		f.Viewports = keep(f.Viewports, content)
	}

	if isRobotsName(name) {
		f.Directives = appendDirectives(f.Directives, parseRobotsMeta(name, content))
	}
	if equiv, _ := htmlpage.Attribute(n, "http-equiv"); strings.EqualFold(strings.TrimSpace(equiv), "refresh") && f.MetaRefresh == "" {
		f.MetaRefresh = content
	}
}

func (f *Facts) link(p *htmlpage.Page, n *html.Node) {
	href, _ := htmlpage.Attribute(n, "href")
	rel, _ := htmlpage.Attribute(n, "rel")
	for _, word := range strings.Fields(strings.ToLower(rel)) {
		switch word {
		case "canonical":
			c := Canonical{Written: short(href)}
			if c.Written != "" && len(f.Canonicals) < maxKept {
				c.URL = htmlpage.Resolve(p.Base, href)
			}
			f.Canonicals = keep(f.Canonicals, c)
		case "alternate":
			if lang, ok := htmlpage.Attribute(n, "hreflang"); ok {
				f.Hreflang = keep(f.Hreflang, Alternate{Lang: short(lang), URL: short(href)})
			}
		}
	}
}

// loads notes what an https page would load over http.
func (f *Facts) loads(p *htmlpage.Page, n *html.Node) {
	if f.URL.Scheme != "https" || n.Namespace != "" {
		return
	}

	var keys []string
	switch n.DataAtom {
	case atom.Img:
		keys = []string{"src", "srcset"}
	case atom.Source:
		keys = []string{"src", "srcset"}
	case atom.Script, atom.Iframe, atom.Audio, atom.Track, atom.Embed:
		keys = []string{"src"}
	case atom.Video:
		keys = []string{"src", "poster"}
	case atom.Object:
		keys = []string{"data"}
	case atom.Link:
		if rel, _ := htmlpage.Attribute(n, "rel"); loadsResource(rel) {
			keys = []string{"href"}
		}
	}

	for _, key := range keys {
		value, ok := htmlpage.Attribute(n, key)
		if !ok || strings.TrimSpace(value) == "" {
			continue
		}
		for ref := range strings.SplitSeq(value, ",") {
			if key != "srcset" {
				ref = value
			} else if ref, _, _ = strings.Cut(strings.TrimSpace(ref), " "); !strings.HasPrefix(strings.ToLower(ref), "http:") {
				continue
			}
			if p.Base.Scheme == "https" && !strings.HasPrefix(strings.ToLower(strings.TrimSpace(ref)), "http:") {
				break // nearly all are like that; no need to join them
			}
			if len(f.Insecure) == maxKept { // there are more than anybody reads
				f.InsecureCount++
				break
			}
			if u := htmlpage.Resolve(p.Base, ref); u != nil && u.Scheme == "http" {
				f.InsecureCount++
				f.Insecure = keep(f.Insecure, short(u.String()))
			}
			if key != "srcset" {
				break
			}
		}
	}
}

func loadsResource(rel string) bool {
	for _, word := range strings.Fields(strings.ToLower(rel)) {
		switch word {
		case "stylesheet", "icon", "preload", "modulepreload", "manifest", "apple-touch-icon":
			return true
		}
	}
	return false
}

// visible examines what readers see: headings, images, the paragraph after the title.
func (f *Facts) visible(p *htmlpage.Page) {
	r := htmlpage.NewReader()
	afterH1 := false
	p.Visible(func(n *html.Node) bool {
		switch n.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
			text := r.Named(n, maxLine)
			if text == "" {
				break
			}
			level := int(n.Data[1] - '0')
			if level == 1 {
				f.H1 = keep(f.H1, text)
				afterH1 = true
			}
			if len(f.Headings) < 10*maxKept {
				f.Headings = append(f.Headings, Heading{level, text})
			}
		case atom.P:
			if afterH1 && f.FirstPar == "" {
				f.FirstPar = r.Line(n, 5*maxValue)
			}
		case atom.Img:
			f.image(n)
		}
		return true
	})
}

func (f *Facts) image(n *html.Node) {
	f.Images++
	if _, ok := htmlpage.Attribute(n, "alt"); ok {
		f.ImagesAlt++
	} else if src, _ := htmlpage.Attribute(n, "src"); len(f.ImagesNoAlt) < 5 {
		f.ImagesNoAlt = append(f.ImagesNoAlt, short(src))
	}
	width, _ := htmlpage.Attribute(n, "width")
	height, _ := htmlpage.Attribute(n, "height")
	style, _ := htmlpage.Attribute(n, "style")
	if isSize(width) && isSize(height) || hasProperty(style, "width") && (hasProperty(style, "height") || hasProperty(style, "aspect-ratio")) {
		f.ImagesSized++
	}
}

func isSize(s string) bool {
	s = strings.TrimSpace(s)
	return s != "" && s[0] >= '0' && s[0] <= '9'
}

func hasProperty(style, name string) bool {
	for declaration := range strings.SplitSeq(style, ";") {
		key, value, ok := strings.Cut(declaration, ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), name) && strings.TrimSpace(value) != "" {
			return true
		}
	}
	return false
}

func keep[T any](list []T, v T) []T {
	if len(list) == maxKept {
		return list
	}
	return append(list, v)
}

// short is a value on one line, cut to what is kept of it.
func short(s string) string {
	s = strings.ToValidUTF8(clip.Cut(s, 4*maxValue), "")
	return clip.Cut(strings.TrimSpace(htmlpage.Collapse(s)), maxValue)
}
