package seo

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/language"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

func httpStatus(in Input) (verdict, string) {
	seen := fmt.Sprintf("status %d", in.Page.Status)
	switch s := in.Page.Status; {
	case s == 200:
		return pass, seen
	case s > 200 && s < 300:
		return half, seen
	}
	return fail, seen
}

func https(in Input) (verdict, string) {
	switch {
	case in.Page.URL.Scheme != "https":
		return fail, "the page is served over http"
	case in.Page.InsecureCount > 0:
		return half, fmt.Sprintf("https, but loaded over http: %s: %s",
			scored.Count(in.Page.InsecureCount, "part"), finding.Quotes(in.Page.Insecure))
	}
	return pass, "https"
}

func indexable(in Input) (verdict, string) {
	for _, d := range in.Page.For("googlebot") {
		if d.Name == "noindex" || d.Name == "none" {
			return fail, fmt.Sprintf("%s in %s", d.Name, d.From)
		}
	}
	return pass, "no noindex in robots meta elements and X-Robots-Tag"
}

func robotsAllowed(in Input) (verdict, string) {
	r := in.Robots
	switch {
	case r.Unreachable && r.Status == 0:
		return half, "robots.txt could not be read"
	case r.Unreachable:
		return half, fmt.Sprintf("robots.txt could not be read: the server answered %d", r.Status)
	case !r.Allowed:
		return fail, fmt.Sprintf("%s (group %s) forbids the page for Googlebot", r.Rule, r.Agent)
	case r.Rule != "":
		return pass, fmt.Sprintf("allowed by %s (group %s)", r.Rule, r.Agent)
	}
	return pass, "no rule of robots.txt forbids the page for Googlebot"
}

func titlePresent(in Input) (verdict, string) { return oneOf(in.Page.Titles, "title element") }

func descriptionPresent(in Input) (verdict, string) {
	return oneOf(in.Page.Descriptions, "meta description")
}

// oneOf wants exactly one.
func oneOf(list []string, what string) (verdict, string) {
	switch len(list) {
	case 0:
		return fail, "no " + what + " with text"
	case 1:
		return pass, finding.Quote(list[0])
	}
	return half, fmt.Sprintf("%d of them: %s", len(list), finding.Quotes(list))
}

func titleLength(in Input) (verdict, string) { return lengthOf(in.Page.Titles, 15, 30, 60, 70) }

func descriptionLength(in Input) (verdict, string) {
	return lengthOf(in.Page.Descriptions, 50, 70, 160, 200)
}

// lengthOf judges the first text's length in characters (code points): full from low to high, half from least to most.
func lengthOf(list []string, least, low, high, most int) (verdict, string) {
	if len(list) == 0 {
		return fail, "there is none"
	}
	n := utf8.RuneCountInString(list[0])
	seen := scored.Count(n, "character")
	switch {
	case n >= low && n <= high:
		return pass, seen
	case n >= least && n <= most:
		return half, seen
	}
	return fail, seen
}

func mainHeading(in Input) (verdict, string) { return oneOf(in.Page.H1, "h1") }

func headingOrder(in Input) (verdict, string) {
	skips := 0
	first := ""
	for i := 1; i < len(in.Page.Headings); i++ {
		before := in.Page.Headings[i-1]
		h := in.Page.Headings[i]
		if h.Level > before.Level+1 {
			if skips++; skips == 1 {
				first = fmt.Sprintf("h%d %s follows h%d", h.Level, finding.Quote(h.Text), before.Level)
			}
		}
	}

	switch {
	case len(in.Page.Headings) == 0:
		return notApplicable, "no headings"
	case skips == 0:
		return pass, scored.Count(len(in.Page.Headings), "heading") + ", no level left out"
	case skips == 1:
		return half, first
	}

	return fail, fmt.Sprintf("%d times a level is left out; first: %s", skips, first)
}

func canonical(in Input) (verdict, string) {
	list := in.Page.Canonicals
	if len(list) == 0 {
		return fail, "no canonical link"
	}

	first := list[0]
	if first.URL == nil {
		return fail, "the canonical link " + finding.Quote(first.Written) + " is not an http or https URL"
	}

	for _, c := range list[1:] {
		if c.URL == nil || c.URL.String() != first.URL.String() {
			return fail, "conflicting canonical links: " + finding.Quotes([]string{first.Written, c.Written})
		}
	}

	seen := finding.Quote(first.Written)
	written := strings.ToLower(first.Written)
	switch {
	case !strings.HasPrefix(written, "http://") && !strings.HasPrefix(written, "https://"):
		return half, seen + " is relative"
	case !sameSite(first.URL.Hostname(), in.Page.URL.Hostname()):
		return half, seen + " is on another site"
	case first.URL.String() == in.Page.URL.String():
		return pass, seen + " is the page itself"
	}

	return pass, seen
}

// sameSite: one registrable domain.
func sameSite(a, b string) bool {
	if a == b {
		return true
	}
	siteA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	siteB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && siteA == siteB
}

func viewport(in Input) (verdict, string) {
	if len(in.Page.Viewports) == 0 {
		return fail, "no viewport meta element"
	}

	last := in.Page.Viewports[len(in.Page.Viewports)-1] // browsers go by the last one
	device := false
	fixed := false
	for part := range strings.FieldsFuncSeq(strings.ToLower(last), func(r rune) bool { return r == ',' || r == ';' }) {
		key, value, _ := strings.Cut(part, "=")
		key = strings.TrimSpace(key)
		value = strings.TrimSpace(value)
		device = device || key == "width" && value == "device-width"
		fixed = fixed || key == "user-scalable" && (value == "no" || value == "0")
	}

	switch {
	case fixed:
		return half, finding.Quote(last) + " forbids zooming"
	case !device:
		return half, finding.Quote(last) + " does not set width=device-width"
	}

	return pass, finding.Quote(last)
}

func htmlLang(in Input) (verdict, string) {
	lang := in.Page.Lang
	if lang == "" {
		return fail, "no lang on the html element"
	}
	if _, err := language.Parse(lang); err != nil || strings.Contains(lang, "_") {
		return fail, finding.Quote(lang) + " is not a BCP 47 language tag"
	}
	return pass, finding.Quote(lang)
}

func charset(in Input) (verdict, string) {
	p := in.Page
	switch {
	case !p.CharsetFrom.IsDeclared():
		return fail, "no charset is declared"
	case p.Charset == "utf-8":
		return pass, fmt.Sprintf("utf-8, declared by %s", p.CharsetFrom)
	}
	return half, fmt.Sprintf("%s, declared by %s", p.Charset, p.CharsetFrom)
}

func imageAlt(in Input) (verdict, string) {
	p := in.Page
	v, seen := ratio(p.ImagesAlt, p.Images, 90, 70, "images have an alt attribute")
	if v != pass && len(p.ImagesNoAlt) > 0 {
		seen += "; without: " + finding.Quotes(p.ImagesNoAlt)
	}
	return v, seen
}

func imageDimensions(in Input) (verdict, string) {
	return ratio(in.Page.ImagesSized, in.Page.Images, 80, 50, "images have width and height")
}

// ratio uses whole numbers, so that 90 of 100 are 90 %.
func ratio(part, of, full, some int, what string) (verdict, string) {
	if of == 0 {
		return notApplicable, "no images"
	}
	seen := fmt.Sprintf("%d of %d %s", part, of, what)
	switch {
	case part*100 >= of*full:
		return pass, seen
	case part*100 >= of*some:
		return half, seen
	}
	return fail, seen
}

func contentLength(in Input) (verdict, string) {
	seen := scored.Count(in.Page.Content.Words, "word") + " of main content"
	switch w := in.Page.Content.Words; {
	case w >= 300:
		return pass, seen
	case w >= 150:
		return half, seen
	}
	return fail, seen
}

func internalLinks(in Input) (verdict, string) {
	n := linkedPages(in.Page)
	seen := scored.Count(n, "other page") + " of the site linked"
	switch {
	case n >= 3:
		return pass, seen
	case n >= 1:
		return half, seen
	}
	return fail, seen
}

// linkedPages counts the other pages on its host that a page links to.
func linkedPages(p *pagefacts.Facts) int {
	n := 0
	for _, l := range p.Links {
		if l.Internal && l.URL != p.URL.String() {
			n++
		}
	}
	return n
}

// isGeneric: link texts that say nothing about the target.
func isGeneric(text string) bool {
	text = strings.ToLower(strings.Trim(htmlpage.Collapse(text), " .…:!>»›→-"))
	switch text {
	case "", "click here", "here", "more", "read more", "this", "link", "learn more":
		return true
	}
	return false
}

func linkText(in Input) (verdict, string) {
	all := 0
	bad := 0
	var texts []string
	for _, a := range in.Page.Anchors {
		if a.URL == nil || a.SamePage {
			continue
		}
		all++
		if isGeneric(a.Text) {
			bad++
			if len(texts) < 4 {
				texts = append(texts, a.Text)
			}
		}
	}

	if all == 0 {
		return notApplicable, "no links"
	}
	seen := fmt.Sprintf("%d of %d links without a telling text", bad, all)
	if bad > 0 {
		seen += ": " + finding.Quotes(texts)
	}

	switch {
	case bad*100 <= all*10:
		return pass, seen
	case bad*100 <= all*25:
		return half, seen
	}

	return fail, seen
}

func openGraph(in Input) (verdict, string) {
	var have, missing []string
	for _, key := range []string{"og:title", "og:type", "og:image", "og:url"} {
		if len(in.Page.OpenGraph[key]) > 0 {
			have = append(have, key)
		} else {
			missing = append(missing, key)
		}
	}
	switch {
	case len(missing) == 0:
		return pass, strings.Join(have, ", ")
	case len(have) >= 2:
		return half, "missing: " + strings.Join(missing, ", ")
	}
	return fail, "missing: " + strings.Join(missing, ", ")
}

func twitterCard(in Input) (verdict, string) {
	p := in.Page
	card := p.Twitter["twitter:card"]
	if len(card) == 0 {
		return fail, "no twitter:card"
	}
	for _, text := range [][]string{
		p.Twitter["twitter:title"],
		p.Twitter["twitter:description"],
		p.OpenGraph["og:title"],
		p.OpenGraph["og:description"],
	} {
		if len(text) > 0 {
			return pass, finding.Quote(card[0])
		}
	}
	return half, finding.Quote(card[0]) + " without title and description"
}

func structuredData(in Input) (verdict, string) {
	s := in.Page.JSONLD
	bad := s.Invalid + s.Untyped
	good := s.Valid + in.Page.Micro
	var types []string
	seen := map[string]bool{}
	for _, e := range in.Page.Items {
		for _, t := range e.Types {
			if !seen[t] {
				seen[t] = true
				types = append(types, t)
			}
		}
	}

	switch {
	case good == 0 && bad == 0:
		return fail, "no JSON-LD or microdata with a type"
	case good == 0:
		return fail, fmt.Sprintf("none of the JSON-LD scripts (%d) is valid: not JSON: %d, without @type: %d",
			s.Total, s.Invalid, s.Untyped)
	case bad > 0:
		return half, fmt.Sprintf("%s; JSON-LD scripts that are not JSON: %d, without @type: %d",
			finding.Quotes(types), s.Invalid, s.Untyped)
	}

	return pass, finding.Quotes(types)
}

func sitemap(in Input) (verdict, string) {
	s := in.Sitemap
	switch {
	case s.Reachable != "":
		return pass, finding.Quote(s.Reachable) + " is named in robots.txt"
	case s.Unread != "":
		return unchecked, s.Unread + " could not be read"
	case s.AtDefault && len(s.Named) > 0:
		return half, finding.Quotes(s.Named) + " of robots.txt cannot be read; there is a /sitemap.xml"
	case s.AtDefault:
		return half, "/sitemap.xml is there, but robots.txt does not name it"
	case len(s.Named) > 0:
		return fail, finding.Quotes(s.Named) + " of robots.txt cannot be read"
	}
	return fail, "no sitemap in robots.txt or at /sitemap.xml"
}

func pageWeight(in Input) (verdict, string) {
	p := in.Page
	seen := scored.Count(p.HTMLBytes, "byte") + " of HTML, " + scored.Count(p.Redirects, "redirect")
	switch {
	case p.HTMLBytes <= 500<<10 && p.Redirects <= 1:
		return pass, seen
	case p.HTMLBytes <= 2<<20 && p.Redirects <= 3:
		return half, seen
	}
	return fail, seen
}
