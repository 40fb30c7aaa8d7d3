package metadata

import (
	"strings"
	"testing"
)

func TestNamesAndDaysOfEntriesAreNotThePages(t *testing.T) {
	const prose = `The harbour council met on Monday and spoke of the pier and of the ferry for more than an hour.`
	post := func(name, day string) string {
		return `<div class="post"><span class="author">` + name + `</span> <time datetime="` + day + `">` + day +
			`</time><h3>On the ` + day + ` boat</h3><p>` + prose + `</p></div>`
	}
	list := post("Ann Lee", "2015-03-01") + post("Bo Day", "2015-02-01") + post("Mary Smith", "2015-01-01")
	row := `<tr><td><a href="/b">Boats and all their names</a></td><td>2015-03-01 <a href="/u">Ann Lee</a></td></tr>`
	described := func(name string) string {
		return `{"@type":"BlogPosting","headline":"Of ` + name + `","author":{"@type":"Person","name":"` + name +
			`"},"datePublished":"2015-03-01"}`
	}

	for _, c := range []struct{ why, path, page, author, day string }{
		{"front page of posts", "/", `<title>Harbour talk</title>` + list, "", ""},
		{"post above its answers", "/a", `<title>Pier</title><div><h1>Pier</h1><span class="author">Jo Hill</span>
			<time datetime="2014-05-06">6 May</time><p>` + prose + `</p></div>` + list, "Jo Hill", "2014-05-06"},
		{"answers below a post that says nothing", "/a", `<title>Pier</title><h1>Pier</h1><p>` + prose + `</p>` +
			list, "", ""},
		{"first post with the page's title", "/a", `<title>Pier</title>` +
			strings.Replace(list, "On the 2015-03-01 boat", "Pier", 1), "Ann Lee", "2015-03-01"},
		{"thread", "/viewtopic?t=1", `<title>Pier</title><h1>Pier</h1>` + list, "Ann Lee", "2015-03-01"},
		{"rows of a board", "/forum/boats", `<title>Boats</title><h1>Boats</h1><table>` + row + row + row +
			`</table>`, "", ""},
		{"three authors of one text", "/a", `<title>Pier</title><h1>Pier</h1><p class="by">
			<span class="author">Ann Lee</span> <span class="author">Bo Day</span>
			<span class="author">Mary Smith</span></p><p>` + prose + `</p>`, "Ann Lee", ""},
		{"microdata of products", "/", `<title>Oars</title>` +
			strings.Repeat(`<div><meta itemprop="datePublished" content="2015-03-01"><p>`+prose+`</p></div>`, 3), "", ""},
		{"articles in structured data", "/", `<title>Harbour talk</title><script type="application/ld+json">[` +
			described("Ann Lee") + `,` + described("Bo Day") + `]</script>`, "", ""},
		{"the article among others in structured data", "/", `<title>Of Bo Day</title>
			<script type="application/ld+json">[{"@type":"NewsArticle","headline":"Ferry stays in port again","author":
			{"@type":"Person","name":"Ann Lee"}},` + described("Bo Day") + `]</script>`, "Bo Day", "2015-03-01"},
	} {
		t.Run(c.why, func(t *testing.T) {
			got := readPath(t, c.page, c.path)
			if got.Author() != c.author || got.Published != c.day {
				t.Errorf("%q, %q, want %q, %q", got.Author(), got.Published, c.author, c.day)
			}
		})
	}
}
