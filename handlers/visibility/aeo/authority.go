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

func authority(in Input) []finding.Finding {
	p := in.Page
	author := Author(p)
	published, modified := Dates(p)
	dates := "no date"
	if published != "" || modified != "" {
		dates = strings.TrimSuffix("published "+orElse(published, "-")+", modified "+orElse(modified, "-"), ", modified -")
	}
	last := latest(published, modified)
	fresh, age := false, "no date that can be read"
	if !last.IsZero() {
		days := int(in.Now.Sub(last).Hours() / 24)
		fresh, age = days <= freshDays && days >= -1, fmt.Sprintf("last change %s, %d days ago", last.Format(time.DateOnly), max(days, 0))
	}
	cited := citations(p)
	about := aboutLink(p)
	return []finding.Finding{
		yes("author", author != "", 4, orElse(author, "no author"), "Engines prefer pages that somebody stands behind.", "Name the author in JSON-LD (author.name) or a meta element, and on the page."),
		yes("dated", published != "" || modified != "", 3, dates, "A page without a date is not trusted to be current.", "State datePublished and dateModified in JSON-LD."),
		yes("fresh", fresh, 3, age, "Engines prefer pages changed within the last year for most questions.", "Look over the page, and state its dateModified."),
		yes("citations", len(cited) >= 2, 3, fmt.Sprintf("%d links to other hosts in the main content", len(cited)), "Pages that name their sources are quoted more.", "Link to at least two sources on other sites."),
		yes("about_contact", about != "", 1, orElse(about, "no link to an about or contact page"), "It shows who runs the site.", "Link to an about or contact page."),
		yes("https", p.URL.Scheme == "https", 1, p.URL.Scheme, "Engines cite https addresses.", "Serve the page over https."),
	}
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

// aboutLink is a link to a page that says who runs the site: by a part of its path or by its text, which must begin with one
// of the usual words.
func aboutLink(p *pagefacts.Facts) string {
	for _, l := range p.Links {
		u, err := url.Parse(l.URL)
		if err != nil || !l.Internal {
			continue
		}
		for _, text := range append(strings.Split(strings.ToLower(u.Path), "/"), strings.ToLower(l.Text)) {
			for _, word := range []string{"about", "contact", "kontakt", "impressum", "imprint", "a-propos", "à propos", "acerca", "nosotros", "chi-siamo", "chi siamo", "over-ons", "over ons", "sobre", "quienes-somos", "quiénes somos"} {
				if rest, ok := strings.CutPrefix(text, word); ok && (rest == "" || !isLetter(rest[0])) {
					return finding.Short(orElse(l.Text, l.URL)+" ("+u.Path+")", 200)
				}
			}
		}
	}
	return ""
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
