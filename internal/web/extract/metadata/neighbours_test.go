package metadata

import (
	"net/url"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

func readAt(t *testing.T, address, page string) Metadata {
	t.Helper()

	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	doc, _ := htmlpage.Tree([]byte(page))
	return Read(doc, u)
}

func TestTitleIsWhatPageAndHeadingAgreeOn(t *testing.T) {
	const text = `<p>The harbour council met on Monday and spoke of the pier for an hour.</p>`
	cases := []struct{ why, page, want string }{
		{"short description as headline", `<title>Port Elma – Encyclopedia</title>
			<meta property="og:title" content="Port Elma – Encyclopedia">
			<script type="application/ld+json">{"@type":"Article","name":"Port Elma",
				"headline":"harbour town in the north"}</script>
			<h1>Port Elma</h1>` + text, "Port Elma"},
		{"forum named after its host", `<title>Which paint for the pier? - Gazette's Forum</title>`,
			"Which paint for the pier?"},
		{"folders of a forum", `<title>Which paint? / Hulls / Gazette Forums</title>`, "Which paint?"},
		{"name of the book in the head of all pages", `<title>What is a Pier? - The Harbour Book</title>
			<h1 class="menu-title">The Harbour Book</h1><h2>What is a pier?</h2>` + text, "What is a Pier?"},
		{"entities written twice", `<title>And then&amp;#8230; trouble brews</title>`, "And then… trouble brews"},
		{"slogan of the site as og:title", `<title>The well runs dry : talk</title>
			<meta property="og:title" content="The heart of the coast">
			<h1>The well runs dry</h1>` + text, "The well runs dry"},
		{"name of the site as heading", `<title>Pier to close in May - The Gazette</title><h1>
			<a href="/">The Gazette</a></h1><h2 class="entry-title">Pier to close in May</h2>` + text,
			"Pier to close in May"},
		{"heading of a teaser column", `<title>Pier to close in May</title><div class="sidebar">
			<h1>Most read this week</h1></div>` + text, "Pier to close in May"},
		{"og:title cut off", `<title>Pier to close in May, and what the council said about the ferry</title>
			<meta property="og:title" content="Pier to close in May, and what the council…">
				<h1>Pier to close in May, and what the council said about the ferry</h1>` + text,
			"Pier to close in May, and what the council said about the ferry"},
		{"headline stated twice, other words on the page", `<title>Pier to close in May</title>
			<meta property="og:title" content="Pier to close in May">
			<script type="application/ld+json">{"@type":"NewsArticle","headline":"Pier to close in May"}</script>
				<h1>May: the end of a pier</h1>` + text, "Pier to close in May"},
		{"mark of a permanent link", `<title>Quickstart — Pier Documentation (3.1)</title>
			<h1>Quickstart<a href="#quickstart">¶</a></h1>` + text, "Quickstart"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := readAt(t, "https://www.gazette.example/a", c.page).Title; got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestBylineNamesPersonsBeforeAccountsAndAgencies(t *testing.T) {
	const head = `<title>Pier to close</title><h1>Pier to close</h1>`
	cases := []struct{ why, page, want string }{
		{"account in structured data, person shown", `<script type="application/ld+json">{"@type":"Article",
			"headline":"Pier to close","author":"AL4711"}</script>` +
			head + `<div class="post-byline">By <a href="/u/al4711">Ann Lee</a></div>`, "Ann Lee"},
		{"agency stated, person shown",
			`<meta name="author" content="AFP">` + head + `<span class="authorname">Ann Lee</span>`, "Ann Lee"},
		{"agency alone", `<meta name="author" content="AFP">` + head, "AFP"},
		{"organisation in structured data, person shown", `<script type="application/ld+json">{"@type":"Article",
			"headline":"Pier to close",
			"author":{"@type":"Organization","name":"Gazette"}}</script>` + head + `<p>By Ann Lee</p>`, "Ann Lee"},
		{"organisation in structured data alone", `<script type="application/ld+json">{"@type":"Article",
			"headline":"Pier to close","author":{"@type":"Organization","name":"Gazette"}}</script>` + head, ""},
		{"organisation in microdata", head + `<div itemprop="author" itemtype="http://schema.org/Organization">
			Gazette</div>`, ""},
		{"a part of the site's name", `<meta property="og:site_name" content="Evening Gazette | News">
			<meta name="author" content="Evening Gazette">` + head, ""},
		{"blog named like its author", `<meta property="og:site_name" content="Zora Poe"><script
			type="application/ld+json">{"@type":"Article","author":{"@type":"Person","name":"Zora Poe"},
			"publisher":{"@type":"Organization","name":"Zora Poe"}}</script>` + head, "Zora Poe"},
		{"account alone", head + `<a rel="author" href="/u/1">al4711</a>`, "al4711"},
		{"two names", head + `<p class="byline">By Ann Lee and Bo Day</p>`, "Ann Lee, Bo Day"},
		{"two links", head + `<p>By <a href="/a">Ann Lee</a> and <a href="/b">Bo Day</a></p>`, "Ann Lee, Bo Day"},
		{"post after the name", head + `<p class="byline">By Ann Lee, Senior Editor</p>`, "Ann Lee"},
		{"German", head + `<p>Von Änne Lösch und Bo Day</p>`, "Änne Lösch, Bo Day"},
		{"particle", head + `<p class="autor">Von Maria von der Heide</p>`, "Maria von der Heide"},
		{"Chinese", `<title>码头关闭</title><div>来源：日报 作者：李小明 2024年5月3日</div>`, "李小明"},
		{"commenter", head + `<p>Text of the page.</p><div class="comment"><span class="author">Cy Poe</span>
			</div>`, ""},
		{"sentence", head + `<p>By the time they came it was late.</p>`, ""},
		{"catalogue", `<meta name="citation_author" content="Lee, Ann">
			<meta name="citation_author" content="Day, Bo">` + head, "Ann Lee, Bo Day"},
		{"repeated meta", `<meta name="author" content="Ann Lee">
			<meta name="author" content="Bo Day">` + head, "Ann Lee, Bo Day"},
		{"profile link after the name", head + `<div class="author"><a href="/author/ann">Ann Lee</a>
			<a href="#">Follow</a></div>`, "Ann Lee"},
		{"figures of a profile", head + `<div itemprop="author">
			<span itemprop="name">al4711</span> 1,655 11 silver badges</div>`, "al4711"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := readAt(t, "https://www.gazette.example/a", c.page).Author(); got != c.want {
				t.Errorf("%s: %q, want %q", c.why, got, c.want)
			}
		})
	}
}

func TestDaysAreReadInTheirLanguageAndCalendar(t *testing.T) {
	cases := []struct {
		why, text string
		order     dayOrder
		want      string
	}{
		{"Chinese", "2005年03月21日11:21 来源：日报", 0, "2005-03-21"},
		{"Chinese, spaced", "2024 年 5 月 3 日", 0, "2024-05-03"},
		{"Chinese with hyphens", "发布时间：2019-9-5 11:10", 0, "2019-09-05"},
		{"full-width figures", "２０２４年５月３日", 0, "2024-05-03"},
		{"Japanese era", "令和6年5月3日", 0, "2024-05-03"},
		{"first year of an era", "令和元年5月3日", 0, "2019-05-03"},
		{"Taiwan", "中華民國113年5月3日", 0, "2024-05-03"},
		{"Korean", "입력 2024년 5월 3일 10:20", 0, "2024-05-03"},
		{"Korean with stops", "등록 2024.05.03.", 0, "2024-05-03"},
		{"Thai, Buddhist year", "3 พฤษภาคม 2567", 0, "2024-05-03"},
		{"Thai figures", "๓ พ.ค. ๒๕๖๗", 0, "2024-05-03"},
		{"Buddhist year in figures", "03/05/2567", dayFirst, "2024-05-03"},
		{"Persian", "۱۴ اردیبهشت ۱۴۰۳", 0, "2024-05-03"},
		{"Persian in figures", "۱۴۰۳/۰۲/۱۴", 0, "2024-05-03"},
		{"Persian, last day of a leap year", "۱۴۰۳/۱۲/۳۰", 0, "2025-03-20"},
		{"Persian, first day", "1400/01/01", 0, "2021-03-21"},
		{"Arabic", "٣ مايو ٢٠٢٤", 0, "2024-05-03"},
		{"Arabic of the Levant", "3 كانون الثاني 2024", 0, "2024-01-03"},
		{"German", "3. Mai 2024", 0, "2024-05-03"},
		{"French", "le 3 août 2024", 0, "2024-08-03"},
		{"Spanish", "3 de enero de 2024", 0, "2024-01-03"},
		{"Russian", "3 мая 2024 года", 0, "2024-05-03"},
		{"Vietnamese", "ngày 3 tháng 5 năm 2024", 0, "2024-05-03"},
		{"Hungarian", "2024. május 3.", 0, "2024-05-03"},
		{"English", "Sept. 3rd, 2024", 0, "2024-09-03"},
		{"day first", "3/4/2024", dayFirst, "2024-04-03"},
		{"month first", "3/4/2024", monthFirst, "2024-03-04"},
		{"either", "3/4/2024", orderUnknown, ""},
		{"only one way", "13/4/2024", monthFirst, "2024-04-13"},
		{"stops", "3.4.2024", orderUnknown, "2024-04-03"},
		{"no such day", "2024-02-30", 0, ""},
		{"a version", "release 1.2.2024.5", 0, ""},
		{"a word before the year", "3 people 2024", 0, ""},
		{"long ago", "1949年10月1日", 0, ""},
		{"an era long ago", "昭和35年4月1日", 0, ""},
		{"an era, after one long ago", "昭和35年4月1日創業、令和6年5月3日発表", 0, "2024-05-03"},
		{"a year, after an era long ago", "昭和35年4月1日創業、2024年5月3日発表", 0, "2024-05-03"},
		{"Vietnamese, after long ago", "sinh 1 tháng 4 năm 1960, đăng ngày 3 tháng 5 năm 2024", 0, "2024-05-03"},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			if got := dayIn(c.text, c.order); got != c.want {
				t.Errorf("%s: %q gives %q, want %q", c.why, c.text, got, c.want)
			}
		})
	}
}

func TestOrderOfDayAndMonthComesFromLanguageAndCountry(t *testing.T) {
	cases := []struct {
		language, address string
		want              dayOrder
	}{
		{"en-US", "https://a.example/", monthFirst},
		{"en-GB", "https://a.example/", dayFirst},
		{"de", "https://a.example/", dayFirst},
		{"en", "https://a.example/", orderUnknown},
		{"en", "https://a.co.uk/", dayFirst},
		{"", "https://a.gov/", monthFirst},
	}
	for _, c := range cases {
		u, err := url.Parse(c.address)
		if err != nil {
			t.Fatal(err)
		}
		if got := orderOf(c.language, u); got != c.want {
			t.Errorf("%s at %s: %v, want %v", c.language, c.address, got, c.want)
		}
	}
}

func TestDayOfPublicationIsNotThatOfAChangeOrOfAnotherText(t *testing.T) {
	const head = `<h1>Pier to close</h1>`
	filler := strings.Repeat(`<li><a href="/x">A link of the menu</a></li>`, 200)
	cases := []struct{ why, page, published, modified string }{
		{"line without a class", head + `<div>2024年5月3日 10:20</div><p>Text.</p>`, "2024-05-03", ""},
		{"below a long menu", `<ul>` + filler + `</ul><title>码头关闭</title><div>码头关闭</div>
			<div>发布时间：2024-05-03</div>`, "2024-05-03", ""},
		{"changed only", head + `<p class="date">Updated May 5, 2024</p>`, "", "2024-05-05"},
		{"both", head + `<p class="date">Published May 3, 2024 | Updated May 5, 2024</p>`, "2024-05-03", "2024-05-05"},
		{"both in one run", head + `<p class="date">May 3, 2024, updated May 5, 2024</p>`, "2024-05-03", "2024-05-05"},
		{"time of a teaser", `<div class="related"><time datetime="2020-01-01">1 Jan</time>
			</div>` + head + `<time datetime="2024-05-03">3 May</time>`, "2024-05-03", ""},
		{"date in the text",
			head + `<p>On the evening of 3 May 2023 the council met in the old hall by the pier, and nobody came.</p>`,
			"", ""},
		{"dateline of an association", head + `<p>Pressemitteilung vom 3. Mai 2024 | Berlin – Der Rat des Hafens hat
			lange und gründlich über den Steg beraten.</p>`, "2024-05-03", ""},
		{"figures before the text", head + `<p>3.5.2024 - Der Rat des Hafens hat lange und gründlich beraten.</p>`,
			"2024-05-03", ""},
		{"column right below the title", head + `<aside><time datetime="2024-05-03">3 May</time></aside>`,
			"2024-05-03", ""},
		{"label far below", head + strings.Repeat(`<p>The harbour council met and spoke of the pier.</p>`, 80) +
			`<p class="post-date">Posted on May 3, 2024</p>`, "2024-05-03", ""},
		{"stated of the page alone", `<script type="application/ld+json">{"@type":"WebPage",
			"datePublished":"2024-05-03T10:00:00Z"}</script>` + head, "2024-05-03T10:00:00Z", ""},
		{"stated date in words", `<meta name="date" content="3. Mai 2024">` + head, "2024-05-03", ""},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			m := readAt(t, "https://www.gazette.example/a", c.page)
			if m.Published != c.published || m.Modified != c.modified {
				t.Errorf("%s: published %q, modified %q, want %q, %q", c.why, m.Published, m.Modified, c.published,
					c.modified)
			}
		})
	}
}

func TestDayInThePath(t *testing.T) {
	cases := []struct{ path, want string }{
		{"/2024/05/03/pier", "2024-05-03"},
		{"/news/2024-5-3-pier", "2024-05-03"},
		{"/20240503/t20240503_12.html", "2024-05-03"},
		{"/c/2024-05/03/content_1.htm", "2024-05-03"},
		{"/article/120240503777", ""},
		{"/2024/pier", ""},
	}
	for _, c := range cases {
		if got := dayInPath(c.path, orderUnknown); got != c.want {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}
