package seo

import (
	"fmt"
	"strings"

	"golang.org/x/text/language"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// directiveNotes are robots directives that may be unintended.
var directiveNotes = map[string]finding.Finding{
	"nofollow": {
		Why: "No link of the page is followed.",
		Fix: "Take nofollow out, or put it on single links.",
	},
	"nosnippet": {
		Why: "Results show no text of the page, and answers do not quote it.",
		Fix: "Take nosnippet out.",
	},
	"unavailable_after": {
		Why: "The page leaves the index after this date.",
		Fix: "Take it out if the page is to stay.",
	},
}

// notes are findings without points: what other auditors check and the 24 rules do not, each only if relevant.
func notes(in Input) []finding.Finding {
	candidates := []finding.Finding{
		{
			ID:   "hreflang",
			Seen: badHreflang(in.Page),
			Why:  "Search engines ignore language versions that they cannot read.",
			Fix:  "Write hreflang as a language with an optional region, or x-default, and a full URL.",
		},
		{
			ID:   "uncrawlable_links",
			Seen: uncrawlable(in.Page),
			Why:  "Crawlers follow href values that are URLs, and run no scripts on click.",
			Fix:  "Give links an href with a URL.",
		},
		{
			ID:   "robots_txt_errors",
			Seen: robotsErrors(in),
			Why:  "Crawlers skip lines that they do not understand.",
			Fix:  "See /aeo/crawlers for the lines, and correct them.",
		},
	}
	candidates = append(candidates, directives(in.Page)...)
	candidates = append(candidates,
		finding.Finding{
			ID:   "meta_refresh",
			Seen: metaRefresh(in.Page),
			Why:  "A refresh by the page is a slow redirect, which other programs do not follow.",
			Fix:  "Redirect by HTTP status 301 or 308.",
		},
		finding.Finding{
			ID:   "page_cut",
			Seen: pageCut(in.Page),
			Why:  "What comes after is not in this audit.",
			Fix:  "Make the page smaller.",
		},
	)

	var out []finding.Finding
	for _, f := range candidates {
		if f.Seen != "" {
			f.Status = finding.Warn
			f.Seen = finding.Short(f.Seen, maxSeen)
			out = append(out, f)
		}
	}

	return out
}

func robotsErrors(in Input) string {
	if in.Robots.Problems == 0 {
		return ""
	}

	return fmt.Sprintf("lines of robots.txt that are not understood: %d", in.Robots.Problems)
}

func directives(p *pagefacts.Facts) []finding.Finding {
	var out []finding.Finding
	for _, d := range p.For("googlebot") {
		f, ok := directiveNotes[d.Name]
		if !ok {
			continue
		}

		f.ID = d.Name
		f.Seen = d.Name + " in " + d.From
		if d.Name == "unavailable_after" {
			f.Seen = d.Name + ": " + d.Value + " in " + d.From
		}
		out = append(out, f)
	}

	return out
}

func metaRefresh(p *pagefacts.Facts) string {
	if p.MetaRefresh == "" {
		return ""
	}

	return finding.Quote(p.MetaRefresh)
}

func pageCut(p *pagefacts.Facts) string {
	if !p.Cut {
		return ""
	}

	return "the page has more elements than are looked at"
}

func badHreflang(p *pagefacts.Facts) string {
	for _, h := range p.Hreflang {
		if !strings.EqualFold(h.Lang, "x-default") {
			if _, err := language.Parse(h.Lang); err != nil || strings.Contains(h.Lang, "_") {
				return "hreflang " + finding.Quote(h.Lang) + " is not a language"
			}
		}
		if u := htmlpage.Resolve(p.URL, h.URL); u == nil || !strings.Contains(h.URL, "//") {
			return "hreflang " + finding.Quote(h.Lang) + " leads to " + finding.Quote(h.URL) + ", which is not a full URL"
		}
	}
	return ""
}

func uncrawlable(p *pagefacts.Facts) string {
	count := 0
	first := ""
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
