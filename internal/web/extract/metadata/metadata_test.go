package metadata

import (
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

func read(t *testing.T, page string) Metadata {
	t.Helper()
	doc, _ := htmlpage.Tree([]byte(page))
	u, err := url.Parse("https://www.gazette.example/2024/05/30/pier")
	if err != nil {
		t.Fatal(err)
	}
	return Read(doc, u)
}

func TestTitleIsTheHeadlineWithoutTheSite(t *testing.T) {
	cases := []struct{ why, page, want string }{
		{"structured data first", `<title>Pier | Gazette</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Pier to close"}</script>`, "Pier to close"},
		{"structured data in a graph", `<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"G"},{"@type":["Article","Thing"],"headline":"Pier &amp; quay"}]}</script>`, "Pier & quay"},
		{"raw line break in structured data", "<script type=\"application/ld+json\">{\"@type\":\"Article\",\"headline\":\"Pier\nto close\"}</script>", "Pier to close"},
		{"open graph next", `<title>x</title><meta property="og:title" content="Pier to close">`, "Pier to close"},
		{"site cut by its stated name", `<title>Pier to close - The Gazette</title><meta property="og:site_name" content="The Gazette">`, "Pier to close"},
		{"site cut by the host", `<title>Gazette | Pier to close</title>`, "Pier to close"},
		{"heading shows the cut", `<title>Pier to close: news of the harbour</title><h1>Pier to close</h1>`, "Pier to close"},
		{"dash of the headline stays", `<title>Pier to close - for a whole year</title>`, "Pier to close - for a whole year"},
		{"the board's name is a heading, too", `<title>Pier to close - Harbour Forum</title><h1>Harbour Forum</h1><h2 class="topic-title">Pier to close</h2>`, "Pier to close"},
		{"heading alone", `<h1>Pier <b>to</b> close</h1>`, "Pier to close"},
		{"nothing", `<p>x</p>`, ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := read(t, c.page).Title; got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

// Catalogues and sharing come before the title element, which has more than the title on most sites.
func TestRawTitleIsTheFirstThatThePageStates(t *testing.T) {
	const element = `<title>Pier | Gazette</title>`
	cases := []struct{ why, page, want string }{
		{
			"the title element alone",
			element + `<h1>Pier to close</h1>`,
			"Pier | Gazette",
		},
		{
			"a headline of structured data",
			element + `<script type="application/ld+json">{"@type":"Article","headline":"Pier &amp; quay"}</script>`,
			"Pier & quay",
		},
		{
			"the title for sharing, with the site's name",
			element + `<meta property="og:title" content="Pier to close - The Gazette">` +
				`<meta property="og:site_name" content="The Gazette">`,
			"Pier to close - The Gazette",
		},
		{
			"the title for catalogues",
			element + `<meta property="og:title" content="Pier!"><meta name="DC.title" content="Pier to close">`,
			"Pier to close",
		},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := read(t, c.page).TitleRaw; got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestAuthorIsAName(t *testing.T) {
	cases := []struct{ why, page, want string }{
		{"list of persons", `<script type="application/ld+json">{"@type":"Article","headline":"x","author":[{"name":"Ann Lee"},{"name":"Bo Day"}]}</script>`, "Ann Lee, Bo Day"},
		{"reference by id", `<script type="application/ld+json">{"@graph":[{"@type":"Article","headline":"x","author":{"@id":"#a"}},{"@type":"Person","@id":"#a","name":"Ann Lee"}]}</script>`, "Ann Lee"},
		{"meta", `<meta name="author" content="By Ann Lee">`, "Ann Lee"},
		{"a profile's address is not an author", `<meta property="article:author" content="https://facebook.com/annlee"><a rel="author" href="/ann">Ann Lee</a>`, "Ann Lee"},
		{"each author of a paper has an affiliation", `<h1>On piers</h1><div class="ltx_authors"><span class="ltx_creator ltx_role_author"><span class="ltx_personname">Ann Lee</span><span class="ltx_author_notes">University of Example</span></span>, <span class="ltx_creator ltx_role_author"><span class="ltx_personname">Bo Day</span><span class="ltx_author_notes">University of Example</span></span></div>`, "Ann Lee, Bo Day"},
		{"companions in a parenthesis", `<p class="byline">Par Ann Lee (avec Bo Day et Cy Fox)</p>`, "Ann Lee, Bo Day, Cy Fox"},
		{"an employer in a parenthesis", `<p class="byline">By Ann Lee (The Gazette)</p>`, "Ann Lee"},
		{"byline class", `<p class="byline">By Ann Lee</p>`, "Ann Lee"},
		{"date after the name", `<p class="byline">by Ann Lee - Apr 16, 2015 8:02 pm UTC</p>`, "Ann Lee"},
		{"updated after the name", `<p class="byline">By Ann Lee | Updated 16/04/2015</p>`, "Ann Lee"},
		{"month as a name", `<p class="byline">By April May</p>`, "April May"},
		{"an account name is not an author", `<meta name="author" content="admin">`, ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := read(t, c.page).Author(); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestDateKeepsThePrecisionOfTheSource(t *testing.T) {
	cases := []struct{ raw, want string }{
		{"2024-05-30T10:20:30Z", "2024-05-30T10:20:30Z"},
		{"2024-05-30T10:20:30+0200", "2024-05-30T10:20:30+02:00"},
		{"2024-05-30T10:20:30.123+02:00", "2024-05-30T10:20:30+02:00"},
		{"2024-05-30T10:20:30", "2024-05-30T10:20:30"},
		{"2024-05-30", "2024-05-30"},
		{"May 30, 2024", "2024-05-30"},
		{"30 May 2024", "2024-05-30"},
		{"Thu, 30 May 2024 10:20:30 GMT", "2024-05-30T10:20:30Z"},
		{"20240530", "2024-05-30"},
		{"1717064430", "2024-05-30T10:20:30Z"},
		{"1717064430000", "2024-05-30T10:20:30Z"},
		{"published 2024/5/3 at noon", "2024-05-03"},
		{"yesterday", ""},
		{"2024-13-45", ""},
		{"", ""},
	}
	for _, c := range cases {
		if got := statedDay(c.raw, orderUnknown); got != c.want {
			t.Errorf("%q: %q, want %q", c.raw, got, c.want)
		}
	}
}

func TestDateShownToReadersCountsWhereMetadataIsSilent(t *testing.T) {
	cases := []struct{ page, want string }{
		{`<p class="post-date">Published on May 3rd, 2023</p>`, "2023-05-03"},
		{`<p class="byline">By Ann Lee, 3 September 2023</p>`, "2023-09-03"},
		{`<p class="meta">Sept. 3, 2023 in News</p>`, "2023-09-03"},
		{`<script type="application/ld+json">{"@type":"Article","datePublished":"2023-05-03T01:00:00Z",}</script>`, "2023-05-03T01:00:00Z"},
		{`<p>In May 2023 nothing happened.</p>`, "2024-05-30"},
		{`<p class="date">May 2023</p>`, "2024-05-30"},
	}
	for _, c := range cases {
		if got := read(t, c.page).Published; got != c.want {
			t.Errorf("%s: %q, want %q", c.page, got, c.want)
		}
	}
}

func TestDateFallsBackToThePath(t *testing.T) {
	if got := read(t, `<p>x</p>`).Published; got != "2024-05-30" {
		t.Errorf("published %q", got)
	}
	if got := read(t, `<meta property="article:published_time" content="2023-01-02">`).Published; got != "2023-01-02" {
		t.Errorf("published %q", got)
	}
}

func TestLanguageSiteAndBody(t *testing.T) {
	m := read(t, `<html lang="pt_BR"><script type="application/ld+json">{"@type":"Article","headline":"x","articleBody":"<p>One.</p><p>Two &lt; three.</p>"}</script>`)
	if m.Language != "pt-BR" {
		t.Errorf("language %q", m.Language)
	}
	if m.Site != "gazette.example" {
		t.Errorf("site %q", m.Site)
	}
	if strings.Contains(m.Body, "<p>") || !strings.Contains(m.Body, "Two") {
		t.Errorf("body %q", m.Body)
	}
}
