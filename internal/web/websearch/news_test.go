package websearch

import (
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

func newsOf(t *testing.T, s *Searcher, r Request) *Answer {
	t.Helper()
	a, err := s.News(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestRecordedBingFeed(t *testing.T) {
	s, _ := searcher(t, nil,
		upstreamtest.Answer{URL: "https://www.bing.com/news/infinitescrollajax", Status: 302, Type: "text/html"},
		upstreamtest.Answer{URL: "https://www.bing.com/news/search?format=rss", Type: "text/xml; charset=utf-8", Body: sample(t, "bing/news_search_format_rss.xml")})
	a := newsOf(t, s, usSearch("madrid", 10, "bing"))
	if len(a.Results) != 1 {
		t.Fatalf("%+v", a)
	}
	want := serp.Result{
		Title:     "Real Madrid, Barcelona and Juventus 'threaten clubs withdrawing from Super League with legal action'",
		URL:       "https://www.dailymail.co.uk/sport/football/article-9554407/Real-Madrid-Barcelona-Juventus-threaten-clubs-withdrawing-Super-League-legal-action.html",
		Snippet:   "The three European giants are refusing to let the plans die and have warned their former partners they will extract millions of dollars in penalties if they walk away from the league.",
		Published: time.Date(2021, 5, 7, 12, 0, 0, 0, time.UTC), Source: "Daily Mail", Image: "http://www.bing.com/th?id=OVFT.SNpH_QAbpZOYgrEHZRyCTi&pid=News",
	}
	if got := a.Results[0].Result; got != want {
		t.Errorf("%+v", got)
	}
}

func TestBingCards(t *testing.T) {
	const cards = `<div class="news-card newsitem cardcommon" url="https://paper.example.com/a" data-title="Own title" data-author="Paper">
<a class="title" href="https://portal.example.org/copy" data-author="Portal"><h2>Copied title</h2></a><div class="snippet" title="All of the text.">All of</div>
<a class="imagelink" href="#"><img src="/th?id=OVFT.abc&amp;pid=News&amp;w=100"></a><span aria-label="9/3/2026">25d</span></div>
<div class="news-card newsitem"><a class="title" href="http://www.bing.com/news/apiclick.aspx?ref=x&amp;url=https%3a%2f%2fpaper.example.com%2fb%3fid%3d1&amp;c=2"><h2>By the title</h2></a><span aria-label="5 hours ago">5h</span></div>
<div class="news-card newsitem"><a class="title" href="/news/search?q=more"><h2>Stays at Bing</h2></a></div>
<div class="news-card newsitem" url="https://paper.example.com/c"><p>no title</p></div>`
	s, _ := searcher(t, nil, page("https://www.bing.com/news/infinitescrollajax?q=a&InfiniteScroll=1&first=1&SFX=0&mkt=en-US", cards))
	a := newsOf(t, s, usSearch("a", 10, "bing"))
	if len(a.Results) != 2 {
		t.Fatalf("%+v", a.Results)
	}
	want := serp.Result{Title: "Own title", URL: "https://paper.example.com/a", Snippet: "All of", Published: time.Date(2026, 9, 3, 0, 0, 0, 0, time.UTC), Source: "Paper", Image: "https://www.bing.com/th?id=OVFT.abc"}
	if got := a.Results[0].Result; got != want {
		t.Errorf("%+v", got)
	}
	if got := a.Results[1]; got.URL != "https://paper.example.com/b?id=1" || !got.Published.Equal(testDay.Add(-5*time.Hour)) {
		t.Errorf("%+v", got)
	}
}

func TestBingWithoutCardsIsARefusal(t *testing.T) {
	for _, body := range []string{"<html><body>Portal</body></html>", "", `<input name="q" value="a">`} {
		s, _ := searcher(t, nil, page("https://www.bing.com/news/infinitescrollajax", body), page("https://www.bing.com/news/search", body))
		a := newsOf(t, s, usSearch("a", 10, "bing"))
		if st := a.Engines[0].Status; st != StatusBlocked && st != StatusError || a.Answered {
			t.Errorf("%q: %+v", body, a.Engines)
		}
	}
}

func TestDuckDuckGoNews(t *testing.T) {
	const list = `{"results":[{"date":1795165200,"title":"A &amp; B","excerpt":"<b>x</b> y","url":"https://n.example.com/a","source":"N"},{"date":0,"title":"No date","excerpt":"","source":"","url":"https://n.example.com/b","image":"/rel.jpg"},
{"date":99999999999,"title":"In the future","excerpt":"","source":"","url":"https://n.example.com/c"},{"date":0,"title":"Bad","excerpt":"","source":"","url":"data:text/html,x"}]}`
	for _, start := range []string{`vqd="4-123456"`, `vqd='4-123456'`, `/d.js?q=a&vqd=4-123456&l=us-en`} {
		s, w := searcher(t, nil, page("https://duckduckgo.com/?q=a", "<script>"+start+"</script>"), upstreamtest.Answer{URL: "https://duckduckgo.com/news.js?q=a&vqd=4-123456&l=us-en&o=json&noamp=1&p=-1&df=w", Body: list})
		r := usSearch("a", 10, "duckduckgo")
		r.Within = serp.Week
		a := newsOf(t, s, r)
		if len(a.Results) != 3 || len(w.Misses()) != 0 {
			t.Fatalf("%s: %+v %q", start, a, w.Misses())
		}
		if got := a.Results[0]; got.Title != "A & B" || got.Snippet != "x y" || !got.Published.Equal(testDay.Add(-3*time.Hour)) || got.Source != "N" {
			t.Errorf("%+v", got)
		}
		for _, other := range a.Results[1:] {
			if !other.Published.IsZero() {
				t.Errorf("%+v", other)
			}
		}
	}
	for body, status := range map[string]string{
		sample(t, "duckduckgo/html_captcha.html"): StatusBlocked, "<html>new page</html>": StatusError,
	} {
		s, _ := searcher(t, nil, page("https://duckduckgo.com/", body))
		if a := newsOf(t, s, usSearch("a", 10, "duckduckgo")); a.Engines[0].Status != status {
			t.Errorf("%+v", a.Engines)
		}
	}
	s, _ := searcher(t, nil, page("https://duckduckgo.com/?q=a", `vqd="4-123456"`), upstreamtest.Answer{URL: "https://duckduckgo.com/news.js", Status: 403, Type: "text/html", Body: "<html>"})
	if a := newsOf(t, s, usSearch("a", 10, "duckduckgo")); a.Engines[0].Status != StatusBlocked {
		t.Errorf("403: %+v", a.Engines)
	}
}

func TestYahooNews(t *testing.T) {
	const list = `<div id="web"><ol class="mb-15 reg searchCenterMiddle"><li><div class="dd NewsArticle"><ul><li><a class="thmb" href="https://x"><img src="data:image/gif;base64,R0" data-src="https://s.yimg.com/uu/api/res/1.2/ab-/https://media.example.com/p.jpg"></a>
<h4 class="s-title"><a href="https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RE=1/RO=10/RU=https%3a%2f%2fpaper.example.com%2fstory%3fid%3d7%26x%3dR2/RK=2/RS=c-">A <b>story</b></a></h4>
<span class="s-source mr-5">Paper  ·  via Yahoo</span><span class="fc-2nd s-time mr-8">2 hours ago</span><p class="s-desc">What &amp; how</p></li></ul></div></li></ol></div><input name="p" value="a">`
	s, _ := searcher(t, nil, page("https://news.search.yahoo.com/search?p=a", list))
	a := newsOf(t, s, usSearch("a", 10, "yahoo"))
	want := serp.Result{Title: "A story", URL: "https://paper.example.com/story?id=7&x=R2", Snippet: "What & how", Published: testDay.Add(-2 * time.Hour), Source: "Paper", Image: "https://media.example.com/p.jpg"}
	if len(a.Results) != 1 || a.Results[0].Result != want {
		t.Errorf("%+v", a)
	}
}

func story(title, url string, at time.Time) serp.Result {
	return serp.Result{Title: title, URL: url, Published: at}
}

func TestNewsAreJoinedByStoryAndSortedByAgreementThenDate(t *testing.T) {
	hours := func(n int) time.Time { return testDay.Add(-time.Duration(n) * time.Hour) }
	list := func(r ...serp.Result) func(serp.Query) (serp.Page, error) {
		return func(serp.Query) (serp.Page, error) { return serp.Page{Results: r}, nil }
	}
	s, _ := over(
		fake("a", "a", list(story("Old first", "https://p.example.com/1", hours(30)), story("Shared: the story!", "https://p.example.com/2", hours(5)), story("Weekly report", "https://p.example.com/w1", hours(24*7)))),
		fake("b", "b", list(story("New first", "https://q.example.com/1", hours(1)), story("Shared the STORY", "https://q.example.com/2", hours(9)), story("Weekly report", "https://q.example.com/w2", hours(2)))),
	)
	a := newsOf(t, s, usSearch("x", 10))
	var titles []string
	for _, r := range a.Results {
		titles = append(titles, r.Title)
	}
	if got := strings.Join(titles, "; "); got != "Shared: the story!; New first; Old first; Weekly report; Weekly report" {
		t.Errorf("%s", got)
	}
	if r := a.Results[0]; len(r.Engines) != 2 || !r.Published.Equal(hours(5)) {
		t.Errorf("%+v", r)
	}
	r := usSearch("x", 10)
	r.Within = serp.Day
	if a := newsOf(t, s, r); len(a.Results) != 3 {
		t.Errorf("the past day: %+v", a.Results)
	}
}

// TestNewsEnginesAreAllAsked: none can replace another.
func TestNewsEnginesAreAllAsked(t *testing.T) {
	s, _ := over(fake("a", "same", gives("x")), fake("b", "same", gives("y")))
	if got := statuses(newsOf(t, s, usSearch("q", 10))); got != "a ok, b ok" {
		t.Errorf("%s", got)
	}
}
