package metadata

import (
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// readPath reads a page under an address of the harbour's site.
func readPath(t *testing.T, page, path string) Metadata {
	t.Helper()
	doc, _ := htmlpage.Tree([]byte(page))
	return Read(doc, &url.URL{
		Scheme: "https",
		Host:   "www.harbour.example",
		Path:   path,
	})
}

func TestBylinesBySignsOfThePage(t *testing.T) {
	for _, c := range []struct{ why, page, want string }{
		{
			"RDFa lists several names in one property, with colons",
			`<meta property="dc:creator twitter:creator" content="Ann Lee"><meta name="author" content="team7">`,
			"Ann Lee",
		},
		{
			"meta elements with the attribute of inputs",
			`<meta name="author" value="Ann Lee">`,
			"Ann Lee",
		},
		{
			"a sentence of the text tells who wrote a film, not the page",
			`<h1>Films about ferries</h1><p><i>The Quay</i> written by <a href="/bo">Bo Day</a>.</p>`,
			"",
		},
		{
			"words of a byline in an element of its own",
			`<h1>Films about ferries</h1><div><span>written by</span> <a href="/bo">Bo Day</a></div>`,
			"Bo Day",
		},
		{
			"whom the title speaks of is beside the date as well",
			`<h1>Mary Smith's boat is gone</h1><h2>Mary Smith</h2><h5>2/26/2015 7:11 AM</h5>`,
			"",
		},
		{
			"a count of readers in Chinese has the length of a name",
			`<h1>海港的船</h1><div class="author">人氣(23925)</div>`,
			"",
		},
		{
			"an agency signs where nobody else does",
			`<h1>Pier closed</h1><p class="byline"><a rel="author" href="/afp">AFP</a></p>`,
			"AFP",
		},
		{
			"the edition of a book is not an author",
			`<h1>The pier</h1><p class="author">Revised Edition Edited by Bo Day</p>`,
			"",
		},
		{
			"an agency is left out where a person signs",
			`<h1>Pier closed</h1><p class="byline">Ann Lee, AFP</p>`,
			"Ann Lee",
		},
		{
			"the date before the name",
			`<h1>Pier closed</h1><div class="publish-date-author">Dec. 19, 2025 · Ann Lee on behalf of the crew</div>`,
			"Ann Lee",
		},
		{
			"a reporter's post in Korean",
			`<h1>부두 폐쇄</h1><p class="author">신현주 기자</p>`,
			"신현주",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := readPath(t, c.page, "/pier").Author(); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestTitlesBesideTheNamesOfSites(t *testing.T) {
	for _, c := range []struct{ why, page, title, site string }{
		{
			"Open Graph says the site's name and slogan on every page",
			`<title>Pier closed after storm</title><meta property="og:site_name" content="Quay News - Latest Headlines">
			<meta property="og:title" content="Quay News - Latest Headlines"><h1>Pier closed after storm</h1>`,
			"Pier closed after storm", "Quay News - Latest Headlines",
		},
		{
			"a page of a book, whose name is the first heading",
			`<title>Mooring a boat — Sailing 2.0 Handbook</title><h1>Sailing 2.0 Handbook</h1>
			<div class="sidebar"><h1>Mooring a boat</h1></div>`,
			"Mooring a boat", "harbour.example",
		},
		{
			"the site's name after the title",
			`<title>Mooring a boat - The Harbour</title><h1>Mooring a boat</h1>`,
			"Mooring a boat", "The Harbour",
		},
		{
			"the site's name in brackets",
			`<title>Mooring a boat [The Harbour]</title><p>Tie it to the quay.</p>`,
			"Mooring a boat", "The Harbour",
		},
		{
			"what follows the title is not a name in the host",
			`<title>Mooring a boat - with a rope</title><h1>Mooring a boat</h1>`,
			"Mooring a boat", "harbour.example",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := readPath(t, c.page, "/pier")
			if got.Title != c.title || got.Site != c.site {
				t.Errorf("%s: %q of %q, want %q of %q", c.why, got.Title, got.Site, c.title, c.site)
			}
		})
	}
}

func TestDaysByWhatThePageSaysOfThem(t *testing.T) {
	long := "<p>" + strings.Repeat("The ferry leaves the quay at noon. ", 100) + "</p>"

	for _, c := range []struct{ why, page, path, published, modified string }{
		{
			"a cell of its own beside the text",
			`<h1>Pier</h1><aside><dl><dt>Datum</dt><dd>12.01.2017</dd></dl></aside>`,
			"/pier", "2017-01-12", "",
		},
		{
			"a sentence at the end of a post",
			`<h1>Pier</h1>` + long + `
			<small>Dieser Beitrag wurde am Samstag, 3. Dezember 2011 um 9 Uhr veröffentlicht.</small>`,
			"/pier", "2011-12-03", "",
		},
		{
			"several posts say so, of different days",
			`<h1>Pier</h1>` + long + `<p>Posted on May 3, 2023</p><p>Posted on May 4, 2023</p>`,
			"/pier", "", "",
		},
		{
			"two figures for the year, in a byline",
			`<html lang="de"><h1>Pier</h1><p class="byline">Ann Lee, 8.5.12</p>`,
			"/pier", "2012-05-08", "",
		},
		{
			"a version number is not a date",
			`<html lang="de"><h1>Pier</h1><p>Pier 8.5.12 ist da</p>`,
			"/pier", "", "",
		},
		{
			"the day of the last change is not that of publication",
			`<h1>Pier</h1>` + long + `<p>Last updated: November 13, 2025</p>`,
			"/pier", "", "2025-11-13",
		},
		{
			"both",
			`<h1>Pier</h1>` + long + `<p>Erschienen am: 01.11.2023</p><p>Letzte Änderung: 31.12.2023</p>`,
			"/pier", "2023-11-01", "2023-12-31",
		},
		{
			"a long line of a Chinese page begins with the day",
			`<html lang="zh"><h1>港口关闭</h1><div>2004年05月20日08:30　来源：港口日报　字号：大　中　小　打印本页　关闭窗口　我要评论　` +
				`发给朋友　加入收藏　手机看新闻</div>`,
			"/pier", "2004-05-20", "",
		},
		{
			"the address begins with the day",
			`<h1>Pier</h1>`,
			"/news/29-10-2021", "2021-10-29", "",
		},
		{
			"the address can be read in two ways",
			`<h1>Pier</h1>`,
			"/news/09-10-2021", "", "",
		},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := readPath(t, c.page, c.path)
			if got.Published != c.published || got.Modified != c.modified {
				t.Errorf("%s: published %q, modified %q, want %q, %q", c.why, got.Published, got.Modified,
					c.published, c.modified)
			}
		})
	}
}
