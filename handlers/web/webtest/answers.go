package webtest

import (
	"net/http"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const htmlType = "text/html; charset=utf-8"

// Answers are the search engines' answers for the examples of the spec. Some find nothing.
func Answers() []upstreamtest.Answer {
	const (
		web   = "javascript+tutorial"
		news  = "nobel+prize+in+physics"
		token = "4-10001000200030004" // DuckDuckGo returns it with the page and requires it for the list
		page  = `<script>nrj("/d.js?q=nobel&l=us-en&vqd=` + token + `&o=json");vqd="` + token + `";</script>`
	)
	return []upstreamtest.Answer{
		html("https://search.brave.com/search?q="+web, bravePage),
		{
			Method:  http.MethodPost,
			URL:     "https://html.duckduckgo.com/html/",
			BodyHas: "q=" + web,
			Type:    htmlType,
			Body:    duckPage,
		},
		html("https://www.startpage.com/", `<html><body><form><input name="sc" value="s1"></form></body></html>`),
		{
			Method: http.MethodPost,
			URL:    "https://www.startpage.com/sp/search",
			Type:   htmlType,
			Body:   nothing,
		},
		html("https://www.mojeek.com/search?q="+web, mojeekPage),
		html("https://yandex.com/search/site/", nothing),
		{URL: "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=" + web, Body: wikipediaAnswer},

		html("https://duckduckgo.com/?q="+news, page),
		{
			URL:  "https://duckduckgo.com/news.js?q=" + news + "&vqd=" + token,
			Type: "application/x-javascript",
			Body: duckNews,
		},
		html("https://www.bing.com/news/infinitescrollajax?q="+news+"&first=1", bingNews),
		html("https://news.search.yahoo.com/search", nothing),
	}
}

func html(url, body string) upstreamtest.Answer {
	return upstreamtest.Answer{
		URL:  url,
		Type: htmlType,
		Body: body,
	}
}

// nothing is a page that says that nothing was found.
const nothing = `<html><body><div class="no-results"><p>Nothing was found.</p></div></body></html>`

const bravePage = `<html><body><form><input name="q" value="javascript tutorial"></form><div id="results">
<div class="snippet" data-pos="0" data-type="web"><a href="https://www.w3schools.com/js/?utm_source=brave"><div
class="site-name-wrapper">w3schools.com</div>
<div class="title search-snippet-title">JavaScript Tutorial</div></a><div class="generic-snippet"><div
class="content">A <strong>JavaScript tutorial</strong> for beginners, with examples that run in the page.</div>
</div></div>
<div class="snippet" data-pos="1" data-type="web"><a
href="https://developer.mozilla.org/en-US/docs/Web/JavaScript/Guide"><div
class="title search-snippet-title">JavaScript Guide - MDN Web Docs</div></a>
<div class="generic-snippet"><div class="content">November 3, 2025 - How to use JavaScript, from grammar and types
to modules.</div></div></div>
<div class="snippet" data-type="videos"><div class="title">Videos</div></div></div></body></html>`

const duckPage = `<html><body><form><input name="q" value="javascript tutorial"></form><div id="links" class="results">
<div class="result result--ad web-result"><h2><a class="result__a"
href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dshop.example.com">Buy a course</a>
</h2></div>
<div class="result results_links web-result"><h2 class="result__title"><a class="result__a"
href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fwww.w3schools.com%2Fjs%2F&amp;rut=0a">JavaScript Tutorial</a></h2>
<a class="result__snippet" href="https://www.w3schools.com/js/"><b>JavaScript</b> for beginners.</a></div>
<div class="result results_links web-result"><h2 class="result__title"><a class="result__a"
href="https://en.wikipedia.org/wiki/JavaScript">JavaScript</a></h2>
<a class="result__snippet" href="https://en.wikipedia.org/wiki/JavaScript">A programming language of the web.</a>
</div>
</div></body></html>`

const mojeekPage = `<html><body><form><input name="q" value="javascript tutorial"></form><ul class="results-standard">
<li class="r1"><a class="ob" href="http://www.w3schools.com/js"><p class="i">w3schools.com</p></a><h2><a
class="title" href="http://www.w3schools.com/js">JavaScript Tutorial: W3Schools</a></h2><p class="s">For
beginners.</p></li>
<li class="r2"><a class="ob" href="https://javascript.info/"><p class="i">javascript.info</p></a><h2><a
class="title" href="https://javascript.info/">The Modern JavaScript Tutorial</a></h2></li>
</ul></body></html>`

const wikipediaAnswer = `{"batchcomplete":"","query":{"searchinfo":{"totalhits":1},"search":[
{"ns":0,"title":"JavaScript","pageid":9845,"wordcount":9000,"timestamp":"2026-10-01T00:00:00Z",
"snippet":"<span class=\"searchmatch\">JavaScript</span> is one of the languages of the web, beside HTML and CSS."}]}}`

// Articles about the Nobel Prize in Physics 2024. Two engines have the first.
const (
	nhprPage  = "nhpr.org/2024-10-08/nobel-prize-in-physics-awarded-to-2-scientists-for-discoveries-in-machine-learning"
	nhprTitle = "Nobel Prize in physics awarded to 2 scientists for discoveries in machine learning"

	businessPage = "https://www.businesstoday.in/technology/news/story/nobel-prize-in-physics-2024-john-hopfield-" +
		"and-geoffrey-hinton-honoured-for-pioneering-work-in-ai-449218-2024-10-08"
	businessTitle = "Nobel Prize in Physics 2024: John Hopfield and Geoffrey Hinton honoured for pioneering work in AI"

	lindauPage = "https://www.lindau-nobel.org/news-nobel-prize-in-physics-2024/"
)

const duckNews = `{"results":[
{"date":1728382320,"title":"` + nhprTitle + `","source":"New Hampshire Public Radio","relative_time":"2 years ago",
"excerpt":"The prize went to <b>John Hopfield and Geoffrey Hinton</b>.","url":"https://www.` + nhprPage + `"},
{"date":1728390600,"title":"` + businessTitle + `","source":"Business Today","relative_time":"2 years ago",
"excerpt":"Their work goes back to the 1980s.","url":"` + businessPage + `?utm_medium=rss"}]}`

const bingNews = `<div class="news-card newsitem cardcommon" url="` + lindauPage + `"
data-title="Nobel Prize in Physics 2024" data-author="Lindau Nobel Laureate Meetings">
<a class="title" href="https://www.msn.com/copy"><h2>Nobel Prize in Physics 2024</h2></a>
<div class="snippet">Who was awarded the prize on 8 October 2024, and for what.</div>
<span tabindex="0" aria-label="10/8/2024">2y</span></div>
<div class="news-card newsitem cardcommon" url="http://` + nhprPage + `/"
data-title="` + nhprTitle + `" data-author="New Hampshire Public Radio">
<a class="title" href="http://nhpr.org/"><h2>` + nhprTitle + `</h2></a>
<div class="snippet">Two scientists share it.</div><span aria-label="10/8/2024">2y</span></div>`
