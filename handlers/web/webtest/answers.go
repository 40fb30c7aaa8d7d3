package webtest

import (
	"net/http"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const htmlType = "text/html; charset=utf-8"

// Answers are what the search engines say to the examples of the spec. Some of them refuse, as they do.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: "https://search.brave.com/search?q=green+tea+harvest", Type: htmlType, Body: bravePage},
		{Method: http.MethodPost, URL: "https://html.duckduckgo.com/html/", BodyHas: "q=green+tea+harvest", Type: htmlType, Body: duckPage},
		{URL: "https://www.startpage.com/", Type: htmlType, Body: `<html><body><h1>Startpage</h1></body></html>`},
		{URL: "https://www.google.com/search", Status: http.StatusTooManyRequests, Type: htmlType, Body: `<html><title>Sorry</title></html>`},
		{URL: "https://www.mojeek.com/search?q=green+tea+harvest", Type: htmlType, Body: mojeekPage},
		{URL: "https://yandex.com/search/site/", Type: htmlType, Body: `<html><body><form method="POST" action="/checkcaptcha?key=1"><input type="submit" value=""></form></body></html>`},
		{URL: "https://en.wikipedia.org/w/api.php?action=query&list=search&srsearch=green+tea+harvest", Body: wikipediaAnswer},

		{URL: "https://duckduckgo.com/?q=tea+harvest", Type: htmlType, Body: `<html><script>nrj('/d.js?q=tea%20harvest&l=us-en&vqd=4-10001000200030004&o=json');vqd="4-10001000200030004";</script></html>`},
		{URL: "https://duckduckgo.com/news.js?q=tea+harvest&vqd=4-10001000200030004", Type: "application/x-javascript", Body: duckNews},
		{URL: "https://www.bing.com/news/infinitescrollajax?q=tea+harvest&first=1", Type: htmlType, Body: bingNews},
		{URL: "https://news.search.yahoo.com/search", Status: 999, Type: htmlType, Body: `<html></html>`},
	}
}

const bravePage = `<html><body><form><input name="q" value="green tea harvest"></form><div id="results">
<div class="snippet" data-pos="0" data-type="web"><a href="https://tea.example.com/harvest?utm_source=brave"><div class="site-name-wrapper">tea.example.com</div>
<div class="title search-snippet-title">When is green tea harvested?</div></a><div class="generic-snippet"><div class="content">The first <strong>green tea harvest</strong> of the year begins in late April, when the young leaves are the sweetest.</div></div></div>
<div class="snippet" data-pos="1" data-type="web"><a href="https://www.example.org/seasons?lang=en"><div class="title search-snippet-title">Harvest seasons of Japanese green tea</div></a>
<div class="generic-snippet"><div class="content">November 3, 2025 - Ichibancha, nibancha and sanbancha, the harvests of green tea from spring to summer.</div></div></div>
<div class="snippet" data-type="videos"><div class="title">Videos</div></div></div></body></html>`

const duckPage = `<html><body><form><input name="q" value="green tea harvest"></form><div id="links" class="results">
<div class="result result--ad web-result"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fy.js%3Fad_domain%3Dshop.example.com">Buy tea</a></h2></div>
<div class="result results_links web-result"><h2 class="result__title"><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Ftea.example.com%2Fharvest&amp;rut=0a">When is green tea harvested?</a></h2>
<a class="result__snippet" href="https://tea.example.com/harvest"><b>Green tea</b> is picked from April on.</a></div>
<div class="result results_links web-result"><h2 class="result__title"><a class="result__a" href="https://en.wikipedia.org/wiki/Green_tea">Green tea</a></h2>
<a class="result__snippet" href="https://en.wikipedia.org/wiki/Green_tea">Leaves that have not been withered.</a></div>
</div></body></html>`

const mojeekPage = `<html><body><form><input name="q" value="green tea harvest"></form><ul class="results-standard">
<li class="r1"><a class="ob" href="http://tea.example.com/harvest/"><p class="i">tea.example.com</p></a><h2><a class="title" href="http://tea.example.com/harvest/">Green tea: the harvest</a></h2><p class="s">From late April.</p></li>
<li class="r2"><a class="ob" href="https://farm.example.net/diary/"><p class="i">farm.example.net</p></a><h2><a class="title" href="https://farm.example.net/diary/">Spring tea: a farmer's diary</a></h2></li>
</ul></body></html>`

const wikipediaAnswer = `{"batchcomplete":"","query":{"searchinfo":{"totalhits":1},"search":[{"ns":0,"title":"Green tea","pageid":12345,"wordcount":4000,
"snippet":"<span class=\"searchmatch\">Green</span> <span class=\"searchmatch\">tea</span> is made from leaves that have not been withered and oxidized.","timestamp":"2026-10-01T00:00:00Z"}]}}`

const duckNews = `{"results":[
{"date":1795165200,"title":"Early frost threatens tea harvest","excerpt":"Growers expect a tenth less of the <b>spring leaves</b>.","url":"https://news.example.com/2026/frost-tea","image":"https://images.example.com/frost.jpg","source":"Example Times","relative_time":"3 hours ago"},
{"date":1794897000,"title":"Harvest machines learn to pick tea by leaf","excerpt":"Cameras tell the young leaves from the old.","url":"https://tech.example.org/tea-robots?utm_medium=rss","source":"Example Tech","relative_time":"3 days ago"}]}`

const bingNews = `<div class="news-card newsitem cardcommon" url="https://daily.example.net/auction" data-title="Tea auction sets a record" data-author="Example Daily">
<a class="title" href="https://portal.example.com/copy/auction"><h2>Tea auction sets a record</h2></a><div class="snippet" title="A lot of first flush sold for twice last year's price.">A lot of first flush sold for twice last year's price.</div>
<span tabindex="0" aria-label="2 days ago">2d</span></div>
<div class="news-card newsitem cardcommon" url="http://www.news.example.com/2026/frost-tea/" data-title="Early frost threatens tea harvest" data-author="Example Times">
<a class="title" href="http://www.news.example.com/2026/frost-tea/"><h2>Early frost threatens tea harvest</h2></a><div class="snippet">Growers expect less.</div><span aria-label="3 hours ago">3h</span></div>`
