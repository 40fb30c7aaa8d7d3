package aeo

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// freshDays is the maximum age of the last change.
const freshDays = 365

var authority = []rule{
	{
		id:  "author",
		max: 4,
		why: "Engines prefer pages that somebody stands behind.",
		fix: "Name the author in JSON-LD (author.name) or a meta element, and on the page.",
		has: func(in Input) (bool, string) {
			author := Author(in.Page)
			return author != "", orElse(author, "no author")
		},
	},
	{
		id:  "dated",
		max: 3,
		why: "A page without a date is not trusted to be current.",
		fix: "State datePublished and dateModified in JSON-LD.",
		has: isDated,
	},
	{
		id:  "fresh",
		max: 3,
		why: "Engines prefer pages changed within the last year for most questions.",
		fix: "Look over the page, and state its dateModified.",
		has: isFresh,
	},
	{
		id:  "citations",
		max: 3,
		why: "Pages that name their sources are quoted more.",
		fix: "Link to at least two sources on other sites.",
		has: func(in Input) (bool, string) {
			cited := len(citations(in.Page))
			return cited >= 2, scored.Count(cited, "link") + " to other hosts in the main content"
		},
	},
	{
		id:  "about_contact",
		max: 1,
		why: "It shows who runs the site.",
		fix: "Link to an about or contact page.",
		has: func(in Input) (bool, string) {
			about := aboutLink(in.Page)
			return about != "", orElse(about, "no link to an about or contact page")
		},
	},
	{
		id:  "https",
		max: 1,
		why: "Engines cite https addresses.",
		fix: "Serve the page over https.",
		has: func(in Input) (bool, string) { return in.Page.URL.Scheme == "https", in.Page.URL.Scheme },
	},
}

func orElse(s, none string) string {
	if s == "" {
		return none
	}

	return s
}

func isDated(in Input) (ok bool, seen string) {
	published, modified := Dates(in.Page)
	if published == "" && modified == "" {
		return false, "no date"
	}
	if modified == "" {
		return true, "published " + published
	}

	return true, "published " + orElse(published, "-") + ", modified " + modified
}

func isFresh(in Input) (ok bool, seen string) {
	last := latest(Dates(in.Page))
	if last.IsZero() {
		return false, "no date that can be read"
	}
	days := int(in.Now.Sub(last).Hours() / 24)
	if days < -1 {
		return false, "last change " + last.Format(time.DateOnly) + ", which is to come"
	}

	return days <= freshDays,
		fmt.Sprintf("last change %s, %s ago", last.Format(time.DateOnly), scored.Count(max(days, 0), "day"))
}

// Author is the name of a page's author: from its own structured data, else as its readers find it.
func Author(p *pagefacts.Facts) string {
	for _, e := range p.Own() {
		if e.Is(contentTypes...) || e.Is("WebPage") {
			if name := e.Text("author"); name != "" && !strings.HasPrefix(name, "#") {
				return finding.Short(name, 200)
			}
		}
	}
	return finding.Short(p.Content.Author, 200)
}

// Dates are a page's own dates of publication and change, as written: not those of its comments or entries.
func Dates(p *pagefacts.Facts) (published, modified string) {
	for _, e := range p.Own() {
		published = cmp.Or(published, dateOnly(e.Text("datePublished")))
		modified = cmp.Or(modified, dateOnly(e.Text("dateModified")))
	}
	return orElse(published, dateOnly(p.Content.Published)), orElse(modified, dateOnly(p.Content.Modified))
}

// dateOnly is the day of an ISO 8601 date, or "".
func dateOnly(s string) string {
	s = strings.TrimSpace(s)
	if len(s) < len(time.DateOnly) {
		return ""
	}
	if _, err := time.Parse(time.DateOnly, s[:len(time.DateOnly)]); err != nil {
		return ""
	}
	return s[:len(time.DateOnly)]
}

func latest(days ...string) time.Time {
	var last time.Time
	for _, d := range days {
		if t, err := time.Parse(time.DateOnly, d); err == nil && t.After(last) {
			last = t
		}
	}
	return last
}

// citations are the links of the main content to other hosts.
func citations(p *pagefacts.Facts) []string {
	var out []string
	for _, link := range p.Content.Links {
		if u, err := url.Parse(link); err == nil && !htmlpage.SameHost(u, p.URL) && !isSharing(u) {
			out = append(out, link)
		}
	}
	return out
}

// isSharing reports whether a link shares the page, like the buttons below articles. Such a link does not name a
// source.
func isSharing(u *url.URL) bool {
	path := strings.ToLower(u.Path)
	parts := []string{"/sharer", "/share", "/intent/", "/sharearticle", "/submit", "/pin/create"}
	return slices.ContainsFunc(parts, func(part string) bool {
		return strings.HasPrefix(path, part) && u.RawQuery != ""
	})
}

// aboutPages are path segments of pages that say who runs a site.
var aboutPages = []string{
	"about", "about-us", "aboutus", "about-me", "about_us", "contact", "contact-us", "contactus", "contacts", "kontakt",
	"impressum", "imprint", "ueber-uns", "a-propos", "apropos", "mentions-legales", "acerca", "acerca-de", "nosotros",
	"sobre-nosotros", "contacto", "quienes-somos", "chi-siamo", "contatti", "over-ons", "sobre", "sobre-nos", "contato",
	"om-oss", "om-os", "who-we-are",
}

// aboutTexts are the texts of links to them. "About" may also be followed by the site's own name.
var aboutTexts = []string{
	"about", "about us", "about me", "about this site", "about this website", "about this blog", "about this project",
	"about the author", "about the site", "about the company", "about the team", "about the project",
	"about our company", "our story", "who we are", "contact", "contact us", "contact me", "contacts", "get in touch",
	"kontakt", "impressum", "imprint", "über uns", "über mich",
	"à propos", "qui sommes-nous", "mentions légales", "contactez-nous",
	"acerca de", "acerca de nosotros", "nosotros", "sobre nosotros", "quiénes somos", "contacto",
	"chi siamo", "contatti", "over ons",
	"sobre", "sobre nós", "contato", "om oss", "om os", "关于我们", "联系我们", "会社概要", "お問い合わせ",
}

// aboutLink is a link to a page that says who runs the site: by its path or its whole text. A text that only begins
// that way means something else: "About sharing", "Contact lenses".
func aboutLink(p *pagefacts.Facts) string {
	for _, l := range p.Links {
		u, err := url.Parse(l.URL)
		if err != nil || !l.Internal {
			continue
		}
		if isAboutPath(u.Path) || isAboutText(l.Text, p) {
			return finding.Short(orElse(l.Text, l.URL)+" ("+u.Path+")", 200)
		}
	}
	return ""
}

func isAboutPath(path string) bool {
	for part := range strings.SplitSeq(strings.ToLower(path), "/") {
		name, _, _ := strings.Cut(part, ".") // about.html
		if slices.Contains(aboutPages, name) {
			return true
		}
	}
	return false
}

func isAboutText(text string, p *pagefacts.Facts) bool {
	text = strings.ToLower(strings.TrimRight(htmlpage.Collapse(text), " .…›»→"))
	if slices.Contains(aboutTexts, text) {
		return true
	}

	name, ok := strings.CutPrefix(text, "about ")
	if !ok {
		return false
	}
	host := strings.TrimPrefix(strings.ToLower(p.URL.Hostname()), "www.")
	label, _, _ := strings.Cut(host, ".")
	bare := strings.ReplaceAll(strings.TrimPrefix(name, "the "), " ", "")
	if bare == label || bare == host {
		return true
	}
	return slices.ContainsFunc(p.OpenGraph["og:site_name"], func(site string) bool {
		return strings.EqualFold(name, htmlpage.Collapse(site))
	})
}
