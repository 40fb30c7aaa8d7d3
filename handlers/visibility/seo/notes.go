package seo

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// notes are findings without points: what other auditors check and the 24 rules do not, each only where there is something to say.
func notes(in Input) []finding.Finding {
	var out []finding.Finding
	add := func(id, seen, why, fix string) {
		if seen != "" {
			out = append(out, finding.Finding{ID: id, Status: finding.Warn, Seen: finding.Short(seen, maxSeen), Why: why, Fix: fix})
		}
	}
	add("hreflang", badHreflang(in.Page), "Search engines ignore language versions that they cannot read.", "Write hreflang as a language with an optional region, or x-default, and a full URL.")
	add("uncrawlable_links", uncrawlable(in.Page), "Crawlers follow href values that are URLs, and run no scripts on click.", "Give links an href with a URL.")
	if in.Robots.Problems > 0 {
		add("robots_txt_errors", fmt.Sprintf("lines of robots.txt that are not understood: %d", in.Robots.Problems), "Crawlers skip lines that they do not understand.", "See /aeo/crawlers for the lines, and correct them.")
	}
	for _, d := range in.Page.For("googlebot") {
		switch d.Name {
		case "nofollow":
			add("nofollow", "nofollow in "+d.From, "No link of the page is followed.", "Take nofollow out, or put it on single links.")
		case "nosnippet":
			add("nosnippet", "nosnippet in "+d.From, "Results show no text of the page, and answers do not quote it.", "Take nosnippet out.")
		case "unavailable_after":
			add("unavailable_after", "unavailable_after: "+d.Value+" in "+d.From, "The page leaves the index after this date.", "Take it out if the page is to stay.")
		}
	}
	if in.Page.MetaRefresh != "" {
		add("meta_refresh", finding.Quote(in.Page.MetaRefresh), "A refresh by the page is a slow redirect, which other programs do not follow.", "Redirect by HTTP status 301 or 308.")
	}
	if in.Page.Cut {
		add("page_cut", "the page has more elements than are looked at", "What comes after is not in this audit.", "Make the page smaller.")
	}
	return out
}

func badHreflang(p *pagefacts.Facts) string {
	for _, h := range p.Hreflang {
		if !strings.EqualFold(h.Lang, "x-default") {
			if _, err := language.Parse(h.Lang); err != nil || strings.Contains(h.Lang, "_") {
				return "hreflang " + finding.Quote(h.Lang) + " is no language"
			}
		}
		if u := htmlpage.Resolve(p.URL, h.URL); u == nil || !strings.Contains(h.URL, "//") {
			return "hreflang " + finding.Quote(h.Lang) + " leads to " + finding.Quote(h.URL) + ", which is no full URL"
		}
	}
	return ""
}

func uncrawlable(p *pagefacts.Facts) string {
	count, first := 0, ""
	for _, a := range p.Anchors {
		href := strings.ToLower(strings.TrimSpace(a.Href))
		if href == "" || strings.HasPrefix(href, "javascript:") || strings.HasPrefix(href, "file:") {
			if count++; count == 1 {
				first = a.Href
			}
		}
	}
	if count == 0 {
		return ""
	}
	return fmt.Sprintf("links that lead nowhere without scripts: %d, such as %s", count, finding.Quote(first))
}
