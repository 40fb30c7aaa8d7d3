package aeo

import (
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// freshDays is how old the last change may be.
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
			return cited >= 2, fmt.Sprintf("%d links to other hosts in the main content", cited)
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

	return days <= freshDays && days >= -1,
		fmt.Sprintf("last change %s, %d days ago", last.Format(time.DateOnly), max(days, 0))
}

// Author is the name of who wrote a page: from its structured data, its author meta element or what the text says.
func Author(p *pagefacts.Facts) string {
	for _, e := range p.Items {
		if e.Is(contentTypes...) || e.Is("WebPage") {
			if name := e.Text("author"); name != "" && !strings.HasPrefix(name, "#") {
				return finding.Short(name, 200)
			}
		}
	}
	if p.AuthorMeta != "" {
		return finding.Short(p.AuthorMeta, 200)
	}
	return finding.Short(p.Content.Author, 200)
}

// Dates are when a page says that it was published and changed, as written.
func Dates(p *pagefacts.Facts) (published, modified string) {
	for _, e := range p.Items {
		if published == "" {
			published = dateOnly(e.Text("datePublished"))
		}
		if modified == "" {
			modified = dateOnly(e.Text("dateModified"))
		}
	}
	return orElse(published, dateOnly(p.Content.Published)), orElse(modified, dateOnly(p.Content.Modified))
}

// dateOnly is the day of an ISO 8601 date, "" for what is none.
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
		if u, err := url.Parse(link); err == nil && !htmlpage.SameHost(u, p.URL) {
			out = append(out, link)
		}
	}
	return out
}

// aboutWords begin the path or the text of links to pages that say who runs a site.
var aboutWords = []string{
	"about", "contact", "kontakt", "impressum", "imprint", "a-propos", "à propos", "acerca", "nosotros", "chi-siamo",
	"chi siamo", "over-ons", "over ons", "sobre", "quienes-somos", "quiénes somos",
}

// aboutLink is a link to a page that says who runs the site: by a part of its path or by its text, which must begin
// with one of [aboutWords].
func aboutLink(p *pagefacts.Facts) string {
	for _, l := range p.Links {
		u, err := url.Parse(l.URL)
		if err != nil || !l.Internal {
			continue
		}
		for _, text := range append(strings.Split(strings.ToLower(u.Path), "/"), strings.ToLower(l.Text)) {
			for _, word := range aboutWords {
				if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || !isLetter(rest[0])) {
					return finding.Short(orElse(l.Text, l.URL)+" ("+u.Path+")", 200)
				}
			}
		}
	}
	return ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
