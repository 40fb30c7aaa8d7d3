package seo_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/seo"
	"github.com/farebox/farebox/handlers/visibility/testpage"
	"github.com/farebox/farebox/internal/web/charset"
	"github.com/farebox/farebox/internal/web/fetch"
)

func goodInput() seo.Input {
	return seo.Input{Robots: seo.Robots{Status: 200, Allowed: true}, Sitemap: seo.Sitemap{Named: []string{"https://kiln.example.com/sitemap.xml"}, Reachable: "https://kiln.example.com/sitemap.xml"}}
}

func TestThereAre24RulesWhoseWeightsAddUpTo100(t *testing.T) {
	total, ids := 0.0, map[string]bool{}
	for _, r := range seo.Rules() {
		total += r.Weight
		ids[r.ID] = true
		if r.Why == "" || r.Fix == "" || r.Severity == "" || r.Category == "" {
			t.Errorf("%s is not described", r.ID)
		}
	}
	if len(ids) != 24 || len(seo.Rules()) != 24 || total != 100 {
		t.Errorf("%d rules, weights %v", len(ids), total)
	}
}

func TestAPageThatKeepsEveryRuleHas100Points(t *testing.T) {
	in := goodInput()
	in.Page = testpage.Facts(t, testpage.Page(testpage.HTML()))
	r := seo.Audit(in)
	for _, f := range r.Findings {
		if f.Status != finding.Pass || f.Points != f.Max || f.Fix != "" || f.Seen == "" {
			t.Errorf("%s: %s, %v of %v, seen %q, fix %q", f.ID, f.Status, f.Points, f.Max, f.Seen, f.Fix)
		}
	}
	if r.Score != 100 || r.Grade != "A" || r.Capped || len(r.Notes) != 0 {
		t.Errorf("%d %s capped %v, notes %v", r.Score, r.Grade, r.Capped, r.Notes)
	}
}

// TestEachRuleBothWays spoils the good page in one way at a time. Only the named rules may change.
func TestEachRuleBothWays(t *testing.T) {
	type spoiled struct {
		html string
		page *fetch.Page
		in   seo.Input
	}
	replace := func(piece, other string) func(*testing.T, *spoiled) {
		return func(t *testing.T, s *spoiled) { s.html = testpage.Instead(t, s.html, piece, other) }
	}
	page := func(f func(*fetch.Page)) func(*testing.T, *spoiled) {
		return func(_ *testing.T, s *spoiled) { f(s.page) }
	}
	input := func(f func(*seo.Input)) func(*testing.T, *spoiled) {
		return func(_ *testing.T, s *spoiled) { f(&s.in) }
	}
	header := func(name, value string) func(*testing.T, *spoiled) {
		return page(func(p *fetch.Page) { p.Header.Add(name, value) })
	}
	const title = "Glazes for stoneware: how they melt and colour"
	const description = "What a glaze is made of, at which heat it melts, and which metals give which colours, with recipes that were fired many times."
	const canonical = `<link rel="canonical" href="` + testpage.URL + `">`
	const viewport = `content="width=device-width, initial-scale=1"`
	const image = `<img src="/pot.jpg" alt="A celadon bowl" width="800" height="600">`
	const card = `<meta name="twitter:card" content="summary">`
	body := func(html string) func(*testing.T, *spoiled) { // instead of the article
		return func(t *testing.T, s *spoiled) {
			start, end := strings.Index(s.html, "<p>A glaze"), strings.Index(s.html, "</article>")
			s.html = s.html[:start] + html + image + s.html[end:]
		}
	}
	words := func(n int) string { return "<p>" + strings.Repeat("clay and fire make pots. ", n/5) + "</p>" }
	for _, c := range []struct {
		why   string
		spoil func(*testing.T, *spoiled)
		want  string // rule=status, the rules that change
	}{
		{"204", page(func(p *fetch.Page) { p.Status = 204 }), "http_status=warn"},
		{"404", page(func(p *fetch.Page) { p.Status = 404 }), "http_status=fail"},
		{"503", page(func(p *fetch.Page) { p.Status = 503 }), "http_status=fail"},
		{"http", page(func(p *fetch.Page) { p.FinalURL = "http://kiln.example.com/glazes" }), "https=fail"},
		{"an image over http", replace(`src="/pot.jpg"`, `src="http://kiln.example.com/pot.jpg"`), "https=warn"},
		{"a script over http", replace("</head>", "<script src=//kiln.example.com/ok.js></script><script src=http://cdn.example.net/x.js></script></head>"), "https=warn"},
		{"a srcset over http", replace(image, strings.Replace(image, "<img", `<img srcset="/a.jpg 1x, http://kiln.example.com/b.jpg 2x"`, 1)), "https=warn"},
		{"a link over http is not part of the page", replace(`href="https://library.example.org/firing"`, `href="http://library.example.org/firing"`), ""},
		{"noindex", replace("</head>", "<meta name=robots content='NOINDEX, follow'></head>"), "indexable=fail"},
		{"none for Google", replace("</head>", "<meta name=googlebot content=none></head>"), "indexable=fail"},
		{"noindex for another crawler", replace("</head>", "<meta name=bingbot content=noindex></head>"), ""},
		{"noindex header", header("X-Robots-Tag", "noarchive, noindex"), "indexable=fail"},
		{"noindex header for Google", header("X-Robots-Tag", "googlebot: noindex"), "indexable=fail"},
		{"noindex header for another crawler", header("X-Robots-Tag", "otherbot: noindex, nofollow"), ""},
		{"max-snippet is not a crawler", header("X-Robots-Tag", "max-snippet: 20, noindex"), "indexable=fail"},
		{"disallowed", input(func(in *seo.Input) { in.Robots = seo.Robots{Rule: "Disallow: /", Agent: "*", Status: 200} }), "robots_allowed=fail"},
		{"robots.txt fails", input(func(in *seo.Input) { in.Robots = seo.Robots{Unreachable: true, Status: 503} }), "robots_allowed=warn"},
		{"no title", replace("<title>"+title+"</title>", ""), "title_present=fail title_length=fail"},
		{"empty title", replace(title, " "), "title_present=fail title_length=fail"},
		{"title of an image", replace("<title>"+title+"</title>", "<svg><title>"+title+"</title></svg>"), "title_present=fail title_length=fail"},
		{"two titles", replace("</title>", "</title><title>Another</title>"), "title_present=warn"},
		{"title of 14", replace(title, strings.Repeat("ü", 14)), "title_length=fail"},
		{"title of 15", replace(title, strings.Repeat("ü", 15)), "title_length=warn"},
		{"title of 30", replace(title, strings.Repeat("ü", 30)), ""},
		{"title of 60", replace(title, strings.Repeat("ü", 60)), ""},
		{"title of 61", replace(title, strings.Repeat("ü", 61)), "title_length=warn"},
		{"title of 70", replace(title, strings.Repeat("ü", 70)), "title_length=warn"},
		{"title of 71", replace(title, strings.Repeat("ü", 71)), "title_length=fail"},
		{"no description", replace(`name="description"`, `name="subject"`), "meta_description_present=fail meta_description_length=fail"},
		{"two descriptions", replace("</head>", "<meta name=description content=again></head>"), "meta_description_present=warn"},
		{"description of 49", replace(description, strings.Repeat("x", 49)), "meta_description_length=fail"},
		{"description of 50", replace(description, strings.Repeat("x", 50)), "meta_description_length=warn"},
		{"description of 70", replace(description, strings.Repeat("x", 70)), ""},
		{"description of 161", replace(description, strings.Repeat("x", 161)), "meta_description_length=warn"},
		{"description of 201", replace(description, strings.Repeat("x", 201)), "meta_description_length=fail"},
		{"no h1", replace("h1>", "h2>"), "h1=fail"},
		{"an h1 with an image", replace("<h1>Glazes for stoneware</h1>", "<h1><img src=/l.png alt=Logo width=1 height=1></h1>"), ""},
		{"an empty h1", replace("<h1>Glazes for stoneware</h1>", "<h1> </h1>"), "h1=fail"},
		{"two h1", replace("<h2>Copper</h2>", "<h1>Copper</h1>"), "h1=warn"},
		{"one level left out", replace("<h2>Copper</h2>", "<h4>Copper</h4>"), "heading_order=warn"},
		{"two levels left out", replace("<h2>Copper</h2>", "<h4>Copper</h4><h6>Red</h6>"), "heading_order=fail"},
		{"no canonical", replace(canonical, ""), "canonical=fail"},
		{"canonical in the header", func(t *testing.T, s *spoiled) {
			replace(canonical, "")(t, s)
			header("Link", `</style.css>; rel=preload, <`+testpage.URL+`>; rel="canonical"`)(t, s)
		}, ""},
		{"conflicting header", header("Link", `<https://kiln.example.com/other>; rel="canonical"`), "canonical=fail"},
		{"the same canonical twice", replace(canonical, canonical+canonical), ""},
		{"relative canonical", replace(canonical, `<link rel=canonical href="/glazes">`), "canonical=warn"},
		{"canonical elsewhere on the site", replace(canonical, `<link rel=canonical href="https://www.example.com/glazes">`), ""},
		{"canonical on another site", replace(canonical, `<link rel=canonical href="https://example.org/glazes">`), "canonical=warn"},
		{"empty canonical", replace(canonical, `<link rel=canonical href="">`), "canonical=fail"},
		{"canonical to mail", replace(canonical, `<link rel=canonical href="mailto:a@example.com">`), "canonical=fail"},
		{"no viewport", replace(`name="viewport"`, `name="view"`), "viewport=fail"},
		{"fixed width", replace(viewport, `content="width=1024"`), "viewport=warn"},
		{"no zoom", replace(viewport, `content="width=device-width,user-scalable=0"`), "viewport=warn"},
		{"no lang", replace(` lang="en-GB"`, ""), "html_lang=fail"},
		{"lang with an underscore", replace(`lang="en-GB"`, `lang="en_GB"`), "html_lang=fail"},
		{"lang of words", replace(`lang="en-GB"`, `lang="english"`), "html_lang=fail"},
		{"lang in lower case", replace(`lang="en-GB"`, `lang="zh-hant-tw"`), ""},
		{"charset of the header", page(func(p *fetch.Page) { p.CharsetFrom = charset.HTTP }), ""},
		{"another charset", page(func(p *fetch.Page) { p.Charset = "windows-1252" }), "charset=warn"},
		{"guessed charset", page(func(p *fetch.Page) { p.CharsetFrom = charset.Guess }), "charset=fail"},
		{"no images", replace(image, ""), "image_alt=na image_dimensions=na"},
		{"an empty alt", replace(`alt="A celadon bowl"`, `alt=""`), ""},
		{"no alt", replace(` alt="A celadon bowl"`, ""), "image_alt=fail"},
		{"9 of 10 with alt", replace(image, strings.Repeat(image, 9)+strings.Replace(image, `alt="A celadon bowl"`, "", 1)), ""},
		{"7 of 10 with alt", replace(image, strings.Repeat(image, 7)+strings.Repeat(strings.Replace(image, `alt="A celadon bowl"`, "", 1), 3)), "image_alt=warn"},
		{"6 of 10 with alt", replace(image, strings.Repeat(image, 6)+strings.Repeat(strings.Replace(image, `alt="A celadon bowl"`, "", 1), 4)), "image_alt=fail"},
		{"images in noscript do not count", replace(image, image+"<noscript><img src=/pixel></noscript>"), ""},
		{"no height", replace(` height="600"`, ""), "image_dimensions=fail"},
		{"sizes in the style", replace(`width="800" height="600"`, `style="width: 800px; height:600px"`), ""},
		{"half with sizes", replace(image, image+`<img src=/b alt=b>`), "image_dimensions=warn"},
		{"300 words", body(words(310)), ""},
		{"150 words", body(words(200)), "content_length=warn"},
		{"few words", body(words(50)), "content_length=fail"},
		{"two links", replace(`<a href="/clay">Clay bodies</a> <a href="/firing">Firing</a>`, `<a href="/">Clay bodies</a>`), "internal_links=warn"},
		{"no links inside", replace(`<nav><a href="/">Home</a> <a href="/clay">Clay bodies</a> <a href="/firing">Firing</a> <a href="/about">About this site</a></nav>`, `<a href="/glazes#x">Here below</a>`), "internal_links=fail"},
		{"1 of 6 without a telling text", replace("handbook of firing", "Click here »"), "link_text=warn"},
		{"2 of 6 without any", func(t *testing.T, s *spoiled) {
			replace("handbook of firing", "<img src=/i.png alt='' width=1 height=1>")(t, s)
			replace(">Firing<", "><")(t, s)
		}, "link_text=fail"},
		{"an icon with a label", replace(`<a href="/firing">Firing</a>`, `<a href="/firing" aria-label="Firing"><svg></svg></a>`), ""},
		{"no links at all", func(t *testing.T, s *spoiled) {
			s.html = strings.NewReplacer("<a ", "<b ", "</a>", "</b>").Replace(s.html)
		}, "internal_links=fail link_text=na"},
		{"three of four for sharing", replace(`property="og:url"`, `property="og:site_name"`), "open_graph=warn"},
		{"one of four for sharing", func(t *testing.T, s *spoiled) {
			for _, key := range []string{"og:url", "og:type", "og:image"} {
				replace(`property="`+key+`"`, `property="x"`)(t, s)
			}
		}, "open_graph=fail"},
		{"no card", replace(card, ""), "twitter_card=fail"},
		{"only a card", func(t *testing.T, s *spoiled) {
			replace(`property="og:title"`, `property="x"`)(t, s)
			replace(`property="og:description"`, `property="x"`)(t, s)
		}, "open_graph=warn twitter_card=warn"},
		{"JSON-LD with a comma too many", replace(`"itemListElement": []}]}`, `"itemListElement": []},]}`), "structured_data=fail"},
		{"one good, one bad", replace("</head>", `<script type="application/ld+json">{"@type": "Thing",}</script></head>`), "structured_data=warn"},
		{"one without type", replace("</head>", `<script type="application/ld+json">{"name": "x"}</script></head>`), "structured_data=warn"},
		{"microdata will do", func(t *testing.T, s *spoiled) {
			start, end := strings.Index(s.html, "<script"), strings.Index(s.html, "</script>")
			s.html = s.html[:start] + s.html[end+len("</script>"):]
			replace("<article>", `<article itemscope itemtype="https://schema.org/Article">`)(t, s)
		}, ""},
		{"none", func(_ *testing.T, s *spoiled) {
			start, end := strings.Index(s.html, "<script"), strings.Index(s.html, "</script>")
			s.html = s.html[:start] + s.html[end+len("</script>"):]
		}, "structured_data=fail"},
		{"sitemap not named", input(func(in *seo.Input) { in.Sitemap = seo.Sitemap{AtDefault: true} }), "sitemap=warn"},
		{"named sitemap gone", input(func(in *seo.Input) { in.Sitemap.Reachable = "" }), "sitemap=fail"},
		{"a sitemap that could not be had", input(func(in *seo.Input) { in.Sitemap = seo.Sitemap{Unread: "/sitemap.xml"} }),
			"sitemap=unchecked"},
		{"a named one that was read", input(func(in *seo.Input) { in.Sitemap.Unread = "/sitemap.xml" }), ""},
		{"no sitemap", input(func(in *seo.Input) { in.Sitemap = seo.Sitemap{} }), "sitemap=fail"},
		{"one redirect", page(func(p *fetch.Page) { p.Redirects = make([]fetch.Redirect, 1) }), ""},
		{"two redirects", page(func(p *fetch.Page) { p.Redirects = make([]fetch.Redirect, 2) }), "page_weight=warn"},
		{"four redirects", page(func(p *fetch.Page) { p.Redirects = make([]fetch.Redirect, 4) }), "page_weight=fail"},
		{"600 KiB", replace("</body>", "<!--"+strings.Repeat("x", 600<<10)+"--></body>"), "page_weight=warn"},
		{"3 MiB", replace("</body>", "<!--"+strings.Repeat("x", 3<<20)+"--></body>"), "page_weight=fail"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := &spoiled{html: testpage.HTML(), page: testpage.Page(""), in: goodInput()}
			c.spoil(t, s)
			s.page.Body = []byte(s.html)
			s.in.Page = testpage.Facts(t, s.page)
			r := seo.Audit(s.in)
			var changed []string
			lost := 0.0
			for _, f := range r.Findings {
				if f.Status != finding.Unchecked {
					lost += f.Lost()
				}
				if f.Status != finding.Pass {
					changed = append(changed, fmt.Sprintf("%s=%s", f.ID, f.Status))
				}
				if want := map[finding.Status]float64{finding.Pass: f.Max, finding.NA: f.Max, finding.Warn: f.Max / 2}[f.Status]; f.Points != want {
					t.Errorf("%s: %s with %v of %v", f.ID, f.Status, f.Points, f.Max)
				}
				if needs := f.Status == finding.Warn || f.Status == finding.Fail; needs != (f.Fix != "") {
					t.Errorf("%s: %s with fix %q", f.ID, f.Status, f.Fix)
				}
			}
			if got := strings.Join(changed, " "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			critical := strings.Contains(c.want, "http_status=fail") || strings.Contains(c.want, "indexable=fail") || strings.Contains(c.want, "robots_allowed=fail")
			if r.Capped != critical || critical && r.Score != 49 || !critical && r.Score != finding.Total(r.Findings) {
				t.Errorf("score %d, capped %v, lost %v", r.Score, r.Capped, lost)
			}
		})
	}
}

func TestNotesSayWhatHasNoPoints(t *testing.T) {
	for piece, want := range map[string]string{
		`<link rel=alternate hreflang=en_GB href=https://kiln.example.com/en>`:     "hreflang",
		`<link rel=alternate hreflang=de href=/de>`:                                "hreflang",
		`<link rel=alternate hreflang=x-default href=https://kiln.example.com/>`:   "",
		`<link rel=alternate hreflang=de-CH href=https://kiln.example.com/de-ch/>`: "",
		`<meta name=robots content="nofollow, max-snippet:20">`:                    "nofollow",
		`<meta name=robots content="unavailable_after: 25 Jun 2027 15:00:00 GMT">`: "unavailable_after",
		`<meta http-equiv=refresh content="5; url=/x">`:                            "meta_refresh",
		`</head><body><a href="javascript:go()">Go on with it</a><a name=x>No</a>`: "uncrawlable_links",
	} {
		in := goodInput()
		in.Page = testpage.Facts(t, testpage.Page(testpage.Instead(t, testpage.HTML(), "</head>", piece+"</head>")))
		r := seo.Audit(in)
		var ids []string
		for _, n := range r.Notes {
			ids = append(ids, n.ID)
		}
		if got := strings.Join(ids, " "); got != want || r.Score != 100 {
			t.Errorf("%s: %q, want %q; score %d", piece, got, want, r.Score)
		}
	}
}

func TestAuditsOfAnyPageKeepWithinTheirBounds(t *testing.T) {
	pieces := []string{"<h1>", "</h1>", "<title>", "</title>", "text ", "<img src=x>", "<a href=/x>", "</a>", "<meta name=description content=x>", "<meta name=robots content=noindex>",
		"<script type='application/ld+json'>{\"@type\":\"Thing\"}</script>", "<script type='application/ld+json'>[[{</script>", "<p>", "<link rel=canonical href=/>", "<svg>", "<table><td>", "\x00", "é"}
	rapid.Check(t, func(r *rapid.T) {
		html := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 40).Draw(r, "pieces"), "")
		page := testpage.Page(html)
		page.Status = rapid.SampledFrom([]int{200, 204, 301, 404, 503}).Draw(r, "status")
		page.Header = http.Header{"X-Robots-Tag": {rapid.String().Draw(r, "tag")}, "Link": {rapid.String().Draw(r, "link")}}
		in := goodInput()
		in.Page = testpage.Facts(t, page)
		first, again := seo.Audit(in), seo.Audit(in)
		if first.Score < 0 || first.Score > 100 || len(first.Findings) != 24 || first.Capped && first.Score > 49 || first.Score != again.Score {
			r.Fatalf("%d of %d rules, again %d", first.Score, len(first.Findings), again.Score)
		}
	})
}
