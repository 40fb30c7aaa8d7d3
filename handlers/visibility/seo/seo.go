// Package seo judges a page by 24 rules with fixed weights that add up to 100. The same facts give the same score: nothing is
// measured, estimated or asked of a model.
//
// What each rule wants, and its weight, is in the table of Rules. A rule without anything to judge, such as the one on
// alternative texts for a page without images, is not applicable and gives its full weight.
package seo

import (
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/pagefacts"
)

// Input is what the rules look at.
type Input struct {
	Page    *pagefacts.Facts
	Robots  Robots
	Sitemap Sitemap
}

// Robots is what robots.txt says about the page.
type Robots struct {
	Unreachable bool // the file could not be read
	Status      int  // what the host answered for it, 0 when it did not
	Allowed     bool // Googlebot may fetch the page
	Rule, Agent string
	Problems    int // lines with errors
}

// Sitemap is where the site's sitemap is.
type Sitemap struct {
	Named     []string // in robots.txt
	Reachable string   // the first of them that could be read, "" for none
	AtDefault bool     // /sitemap.xml could be read
}

// Result is an audit.
type Result struct {
	Findings []finding.Finding // one for each rule, in the order of Rules
	Score    int
	Grade    string
	Capped   bool // a rule that everything hangs on failed, so that the score is at most 49
	Notes    []finding.Finding
}

// criticalCap is the best score of a page that cannot be reached or found.
const criticalCap = 49

// Audit judges a page.
func Audit(in Input) Result {
	var r Result
	for _, rule := range Rules() {
		share, seen := rule.judge(in)
		f := finding.Finding{ID: rule.ID, Group: rule.Category, Severity: rule.Severity, Max: rule.Weight, Seen: finding.Short(seen, maxSeen), Why: rule.Why}
		switch share {
		case pass:
			f.Status, f.Points = finding.Pass, rule.Weight
		case half:
			f.Status, f.Points, f.Fix = finding.Warn, rule.Weight/2, rule.Fix
		case fail:
			f.Status, f.Fix = finding.Fail, rule.Fix
		case notApplicable:
			f.Status, f.Points = finding.NA, rule.Weight
		}
		r.Findings = append(r.Findings, f)
		r.Capped = r.Capped || rule.decides && share == fail
	}
	r.Score = finding.Score(finding.Sum(r.Findings))
	if r.Capped {
		r.Score = min(r.Score, criticalCap)
	}
	r.Grade = finding.Grade(r.Score)
	r.Notes = notes(in)
	return r
}

const maxSeen = 300

// verdict is how much of its weight a rule gives.
type verdict int

const (
	pass verdict = iota
	half
	fail
	notApplicable
)

// Rule is one of the rules.
type Rule struct {
	ID       string
	Category string // indexing, content, links, social, technical
	Severity string
	Weight   float64
	Why      string
	Fix      string
	decides  bool // without it nothing else counts
	judge    func(Input) (verdict, string)
}

// Rules are the 24 rules in the order in which they are reported.
func Rules() []Rule {
	return []Rule{
		{"http_status", "technical", "critical", 8, "Search engines index pages that answer 200 and drop the others.", "Make the address answer 200, or redirect it for good to one that does.", true, httpStatus},
		{"https", "technical", "high", 6, "Browsers warn of pages without encryption, and search engines prefer those with it.", "Serve the page and everything that it loads over https; redirect http.", false, https},
		{"indexable", "indexing", "critical", 8, "noindex keeps the page out of search results.", "Take noindex (or none) out of the robots meta element and the X-Robots-Tag header.", true, indexable},
		{"robots_allowed", "indexing", "critical", 6, "A page that robots.txt forbids is not read, and shows up without a description if at all.", "Allow the page for Googlebot in robots.txt, and make robots.txt answer 200 or 404.", true, robotsAllowed},
		{"title_present", "content", "critical", 7, "The title is the headline of a search result.", "Put exactly one title element with text into the head.", false, titlePresent},
		{"title_length", "content", "medium", 3, "Short titles say little, long ones are cut in results.", "Write a title of 30 to 60 characters.", false, titleLength},
		{"meta_description_present", "content", "high", 5, "It is shown under the title in results; without it a piece of the page is taken.", "Put exactly one meta description with text into the head.", false, descriptionPresent},
		{"meta_description_length", "content", "low", 3, "Results show about 160 characters.", "Write a description of 70 to 160 characters.", false, descriptionLength},
		{"h1", "content", "high", 5, "The main heading says what the page is about.", "Use exactly one h1 with text.", false, mainHeading},
		{"heading_order", "content", "low", 2, "Readers and machines take the outline of the page from the levels of its headings.", "Go down one level at a time: h2 after h1, h3 after h2.", false, headingOrder},
		{"canonical", "indexing", "high", 5, "It tells which of several addresses of the same page counts.", "Put one link rel=canonical with the full URL of the page on its own site into the head.", false, canonical},
		{"viewport", "technical", "high", 4, "Without it phones show the page in desktop width; Google indexes the phone's view.", "Use <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"> and let people zoom.", false, viewport},
		{"html_lang", "technical", "medium", 3, "Screen readers and translators go by the declared language.", "Set lang on the html element to a BCP 47 tag such as en or pt-BR.", false, htmlLang},
		{"charset", "technical", "low", 2, "Without a declared charset letters outside ASCII may be garbled.", "Declare UTF-8 in the Content-Type header or within the first 1024 bytes.", false, charset},
		{"image_alt", "content", "medium", 4, "Alternative texts tell search engines and screen readers what an image shows.", "Give each img an alt attribute; alt=\"\" for mere decoration.", false, imageAlt},
		{"image_dimensions", "technical", "low", 1, "Known sizes keep the layout from jumping while images load.", "Set width and height on img elements.", false, imageDimensions},
		{"content_length", "content", "medium", 4, "Pages with little text answer few questions.", "Say at least 300 words about the subject in the HTML itself.", false, contentLength},
		{"internal_links", "links", "medium", 3, "Links are how crawlers find the rest of the site.", "Link to at least three other pages of the site with a href.", false, internalLinks},
		{"link_text", "links", "low", 3, "The text of a link says what its target is about.", "Replace texts such as \"click here\" and links without text by words that name the target.", false, linkText},
		{"open_graph", "social", "medium", 4, "Shared links are shown with these.", "Add og:title, og:type, og:image and og:url.", false, openGraph},
		{"twitter_card", "social", "low", 2, "X and some chat programs show links by these tags.", "Add twitter:card and a title or description (og: ones count).", false, twitterCard},
		{"structured_data", "content", "medium", 4, "Rich results, and answers of assistants, are made from structured data.", "Add JSON-LD with a schema.org type, and check that it is valid JSON.", false, structuredData},
		{"sitemap", "indexing", "low", 3, "A sitemap shows search engines all pages, also those with few links to them.", "Serve a sitemap and name it in robots.txt: Sitemap: https://...", false, sitemap},
		{"page_weight", "technical", "medium", 5, "Long HTML and redirects cost time, and crawlers cut pages that are too long.", "Keep the HTML under 500 KiB and the way to it to one redirect at most.", false, pageWeight},
	}
}
