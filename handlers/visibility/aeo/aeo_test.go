package aeo_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/handlers/visibility/aeo"
	"github.com/farebox/farebox/handlers/visibility/agents"
	"github.com/farebox/farebox/handlers/visibility/finding"
	"github.com/farebox/farebox/handlers/visibility/testpage"
	"github.com/farebox/farebox/internal/web/fetch"
)

func goodInput() aeo.Input {
	in := aeo.Input{Now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC), LLMs: aeo.LLMs{Found: true, Score: 100}}
	for _, token := range agents.ScoredSearch() {
		in.Search = append(in.Search, aeo.Access{Token: token, Allowed: true})
	}
	for _, token := range agents.ScoredUser() {
		in.User = append(in.User, aeo.Access{Token: token, Allowed: true})
	}
	return in
}

func TestAPageWithEverythingHas100Points(t *testing.T) {
	in := goodInput()
	in.Page = testpage.Facts(t, testpage.Page(testpage.HTML()))
	r := aeo.Audit(in)
	want := map[string]float64{"crawler_access": 20, "llms_txt": 8, "structured_data": 20, "extractability": 20, "answerability": 17, "authority_freshness": 15}
	for _, d := range r.Dimensions {
		if d.Max != want[d.Name] || d.Score != d.Max {
			t.Errorf("%s: %v of %v, want %v", d.Name, d.Score, d.Max, want[d.Name])
		}
		for _, s := range d.Signals {
			if s.Status != finding.Pass || s.Fix != "" || s.Seen == "" || s.Why == "" {
				t.Errorf("%s: %+v", d.Name, s)
			}
		}
	}
	if r.Score != 100 || r.Grade != "A" || r.CheckedMax != 100 || len(r.Recommendations()) != 0 {
		t.Errorf("%d %s of %v, %v", r.Score, r.Grade, r.CheckedMax, r.Recommendations())
	}
}

// TestEachSignalBothWays spoils the good page in one way at a time; want names the changed signals and their
// points.
func TestEachSignalBothWays(t *testing.T) {
	type spoiled struct {
		html string
		page *fetch.Page
		in   aeo.Input
	}
	replace := func(pairs ...string) func(*testing.T, *spoiled) {
		return func(t *testing.T, s *spoiled) {
			for i := 0; i < len(pairs); i += 2 {
				s.html = testpage.Instead(t, s.html, pairs[i], pairs[i+1])
			}
		}
	}
	input := func(f func(*aeo.Input)) func(*testing.T, *spoiled) {
		return func(_ *testing.T, s *spoiled) { f(&s.in) }
	}
	page := func(f func(*fetch.Page)) func(*testing.T, *spoiled) {
		return func(_ *testing.T, s *spoiled) { f(s.page) }
	}
	cutJSONLD := func(_ *testing.T, s *spoiled) {
		start, end := strings.Index(s.html, "<script"), strings.Index(s.html, "</script>")
		s.html = s.html[:start] + s.html[end+len("</script>"):]
	}
	from := func(mark, html string) func(*testing.T, *spoiled) { // ends the article early
		return func(t *testing.T, s *spoiled) {
			start, end := strings.Index(s.html, mark), strings.Index(s.html, "<p>Firing curves")
			if start < 0 || end < start {
				t.Fatalf("no %q", mark)
			}
			s.html = s.html[:start] + html + s.html[end:]
		}
	}
	for _, c := range []struct {
		why   string
		spoil func(*testing.T, *spoiled)
		want  string
	}{
		{"two search crawlers blocked", input(func(in *aeo.Input) {
			in.Search[0].Allowed, in.Search[3].Allowed, in.Search[0].Rule = false, false, "Disallow: /"
		}), "search_crawlers=8"},
		{"all fetchers blocked", input(func(in *aeo.Input) { in.User[0].Allowed, in.User[1].Allowed, in.User[2].Allowed = false, false, false }), "user_fetchers=0"},
		{"no robots.txt to read", input(func(in *aeo.Input) { in.NoRobots = true }), "search_crawlers=unchecked user_fetchers=unchecked"},
		{"nosnippet", replace("</head>", "<meta name=robots content=nosnippet></head>"), "no_restrictions=0"},
		{"max-snippet 0", replace("</head>", "<meta name=robots content='max-snippet: 0'></head>"), "no_restrictions=0"},
		{"max-snippet 100", replace("</head>", "<meta name=robots content='max-snippet: 100'></head>"), ""},
		{"noai header", page(func(p *fetch.Page) { p.Header.Set("X-Robots-Tag", "noai, noimageai") }), "no_restrictions=0"},
		{"status 203", page(func(p *fetch.Page) { p.Status = 203 }), "fetchable=0"},
		{"a title like a challenge's on a page with content", replace("Glazes for stoneware: how", "Just a moment: how"), ""},
		{"llms.txt of 50", input(func(in *aeo.Input) { in.LLMs.Score = 50 }), "llms_txt=4"},
		{"no llms.txt", input(func(in *aeo.Input) { in.LLMs = aeo.LLMs{} }), "llms_txt=0"},
		{"llms.txt unavailable", input(func(in *aeo.Input) { in.LLMs = aeo.LLMs{Unknown: true} }), "llms_txt=unchecked"},
		{"no JSON-LD", cutJSONLD,
			"json_ld=0 content_type=0 required_properties=0 identity=0 breadcrumbs=0 dated=0 fresh=0"},
		{"broken JSON-LD", replace(`"@graph"`, `@graph`),
			"json_ld=0 content_type=0 required_properties=0 identity=0 breadcrumbs=0"},
		{"a type that is not content", replace(`"Article"`, `"WebPage"`, `"Organization"`, `"Brand"`), "content_type=0 required_properties=0 identity=0"},
		{"a type with its address", replace(`"Article"`, `"http://schema.org/BlogPosting"`), ""},
		{"a name alone", replace(`"Article", "headline": "Glazes for stoneware", "author": {"@type": "Person", "name": "Ada Example"}, "datePublished"`, `"Article", "headline": "x", "created"`,
			`"Organization", "name": "Kiln"`, `"Organization"`), "required_properties=0"},
		{"no profiles", replace("sameAs", "url"), "identity=0"},
		{"no breadcrumbs", replace("BreadcrumbList", "ItemList"), "breadcrumbs=0"},
		{"no og:image", replace("og:image", "og:video"), "open_graph=0"},
		{"500 words", from("<h2>Safety", ""), ""},
		{"fewer sections", from("<h2>Ash", ""), "content_words=6"},
		{"150 words", from("<h2>Why", ""), "content_words=3 sections=0 questions=0"},
		{"much markup", replace("</body>", "<!--"+strings.Repeat("x", 50_000)+"--></body>"), "waste=0"},
		{"next to nothing but markup", replace("</body>", "<!--"+strings.Repeat("x", 200_000)+"--></body>"), "waste=0"},
		{"no main, no article", replace("main>", "div>", "article>", "div>"), "semantic_html=0"},
		{"role main", replace("<main>", `<div role="main">`, "</main>", "</div>", "article>", "div>"), ""},
		{"no lang", replace(` lang="en-GB"`, ""), "language=0"},
		{"no canonical", replace(`rel="canonical"`, `rel="author"`), "canonical=0"},
		{"two h1", replace("<h2>Copper</h2>", "<h1>Copper</h1>"), "one_h1=0"},
		{"no h1, so no first paragraph after it", replace("h1>", "h2>"), "one_h1=0 direct_answer=0"},
		{"one question", replace("Why does a glaze run?", "Runny glazes"), "questions=0"},
		{"a list of questions in JSON-LD", replace("Why does a glaze run?", "Runny glazes", "What is a glaze made of?", "Made of glass", `"BreadcrumbList"`, `["BreadcrumbList", "FAQPage"]`), ""},
		{"a short first paragraph", replace("<h1>Glazes for stoneware</h1>", "<h1>Glazes for stoneware</h1><p>By Ada.</p>"), "direct_answer=0"},
		{"no list", replace("<ul>", "<p>", "<li>", "", "</li>", " ", "</ul>", "</p>"), "lists_tables=0"},
		{"long sentences", func(t *testing.T, s *spoiled) {
			start, end := strings.Index(s.html, "<h1>"), strings.Index(s.html, "</article>")
			s.html = s.html[:start] + strings.ReplaceAll(s.html[start:end], ". ", ", ") + s.html[end:]
		}, "sentence_length=0"},
		{"no author", replace(`"author": {"@type": "Person", "name": "Ada Example"}, `, "", "Written by Ada Example", "Written"), "author=0"},
		{"author in a meta", replace(`"author": {"@type": "Person", "name": "Ada Example"}, `, "", "</head>", "<meta name=author content='Bea Example'></head>"), ""},
		{"changed long ago", replace("2026-08-01", "2025-04-01"), "fresh=0"},
		{"changed 365 days ago", replace("2026-08-01", "2025-11-20"), ""},
		{"changed 366 days ago", replace("2026-08-01", "2025-11-19"), "fresh=0"},
		{"a change in the far future", replace("2026-08-01", "2031-01-01"), "fresh=0"},
		{"one source", replace(`<a href="https://library.example.org/firing">handbook of firing</a>`, "handbook of firing"), "citations=0"},
		{"no about page", replace(`<a href="/about">About this site</a>`, ""), "about_contact=0"},
		{"imprint", replace(`<a href="/about">About this site</a>`, `<a href="/legal/impressum.html">Impressum</a>`), ""},
		{"a link about something else", replace(`<a href="/about">About this site</a>`,
			`<a href="/help/sharing">About sharing</a> <a href="/lenses">Contact lenses</a>`), "about_contact=0"},
		{"a link about the site by its name", replace(`<a href="/about">About this site</a>`,
			`<a href="/info">About Kiln</a>`), ""},
		{"a button for sharing", replace(`<a href="https://library.example.org/firing">handbook of firing</a>`,
			`<a href="https://social.example.org/sharer.php?u=x">handbook of firing</a>`), "citations=0"},
		{"headings that ask nothing", replace("Why does a glaze run?", "How we fire",
			"What is a glaze made of?", "Can covers"), "questions=0"},
		{"http", page(func(p *fetch.Page) { p.FinalURL = "http://kiln.example.com/glazes" }), "https=0"},
	} {
		t.Run(c.why, func(t *testing.T) {
			s := &spoiled{html: testpage.HTML(), page: testpage.Page(""), in: goodInput()}
			c.spoil(t, s)
			s.page.Body = []byte(s.html)
			s.in.Page = testpage.Facts(t, s.page)
			r := aeo.Audit(s.in)
			var changed []string
			points, checked := 0.0, 0.0
			for _, d := range r.Dimensions {
				for _, f := range d.Signals {
					switch {
					case f.Status == finding.Unchecked:
						changed = append(changed, f.ID+"=unchecked")
						continue
					case f.Status != finding.Pass:
						changed = append(changed, fmt.Sprintf("%s=%v", f.ID, f.Points))
						if f.Fix == "" {
							t.Errorf("%s has no fix", f.ID)
						}
					}
					points, checked = points+f.Points, checked+f.Max
				}
			}
			if got := strings.Join(changed, " "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			want := int(math.Round(100 * points / checked))
			if checked < 100 {
				want = min(want, 99) // not the best score, with a check missing
			}
			if r.Score != want || r.CheckedMax != checked {
				t.Errorf("score %d of %v, want %d of %v", r.Score, r.CheckedMax, want, checked)
			}
		})
	}
}

// TestStaticTextAsksWhetherTheTextIsThere, not how much markup surrounds it.
func TestStaticTextAsksWhetherTheTextIsThere(t *testing.T) {
	var text string
	for i := range 12 {
		text += fmt.Sprintf(
			"<p>In the year %d the potters fired %d cups, and wrote down how each of them came out.</p>",
			1900+i,
			7*i,
		)
	}
	heavy := "<script>" + strings.Repeat("x=1;", 100_000) + "</script>"
	for _, c := range []struct {
		why, html string
		points    float64
		waste     finding.Status
	}{
		{"rendered on the server, with much script", "<main>" + text + "</main>" + heavy, 5, finding.Fail},
		{"a shell that scripts fill", `<div id="root"></div><script src="/app.js"></script>`, 0, finding.Unchecked},
		{"navigation around an empty main", `<nav>Home Shop Help</nav><main></main><script src=a.js></script>`,
			0, finding.Unchecked},
		{"a note that asks for scripts",
			`<noscript>Please enable JavaScript to go on.</noscript><p>Loading the page</p>`,
			0, finding.Unchecked},
		{"a short page without scripts", "<main><h1>Opening hours</h1><p>Monday to Friday, nine to five.</p></main>",
			5, finding.Pass},
		{"little text, and scripts",
			"<main><h1>Hours</h1><p>Monday to Friday, nine to five.</p></main><script src=a.js></script>",
			3, finding.Pass},
	} {
		in := goodInput()
		in.Page = testpage.Facts(t, testpage.Page("<!doctype html><html><body>"+c.html+"</body></html>"))
		for _, d := range aeo.Audit(in).Dimensions {
			for _, s := range d.Signals {
				if s.ID == "static_text" && s.Points != c.points {
					t.Errorf("%s: %v points, want %v: %s", c.why, s.Points, c.points, s.Seen)
				}
				if s.ID == "waste" && s.Status != c.waste {
					t.Errorf("%s: waste is %s, want %s: %s", c.why, s.Status, c.waste, s.Seen)
				}
			}
		}
	}
}

func TestRecommendationsComeByPointsToWin(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		in := goodInput()
		in.LLMs = aeo.LLMs{Found: rapid.Bool().Draw(r, "found"), Score: rapid.IntRange(0, 100).Draw(r, "score"), Unknown: rapid.Bool().Draw(r, "unknown")}
		in.NoRobots = rapid.Bool().Draw(r, "no robots")
		for i := range in.Search {
			in.Search[i].Allowed = rapid.Bool().Draw(r, "allowed")
		}
		html := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"<h1>", "<p>some words here. ", "<main>", "</main>", "<meta name=robots content=noai>", "<table><td>x", "<ul><li>x</ul>", "<html lang=x>"}), 0, 30).Draw(r, "html"), "")
		in.Page = testpage.Facts(t, testpage.Page(html))
		result := aeo.Audit(in)
		last := math.Inf(1)
		lost := 0.0
		for _, rec := range result.Recommendations() {
			if rec.Lost() > last || rec.Fix == "" {
				r.Fatalf("%s with %v after %v", rec.ID, rec.Lost(), last)
			}
			last = rec.Lost()
			lost += last
		}
		want := finding.Score(result.CheckedMax-lost, result.CheckedMax)
		if result.CheckedMax < 100 {
			want = min(want, 99)
		}
		if result.Score != want || result.Score < 0 || result.Score > 100 {
			r.Fatalf("score %d, want %d", result.Score, want)
		}
	})
}
