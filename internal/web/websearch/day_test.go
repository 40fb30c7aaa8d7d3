package websearch

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// door is an engine's host that refuses after so many requests within a time, for as long again, whoever still asks.
type door struct {
	most    int
	per     time.Duration
	refuses int // status of a refusal
	answer  func(query string) (contentType, body string)

	asked []time.Time
	shut  time.Time
	turns struct{ served, refused int }
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := time.Now()
	d.asked = slices.DeleteFunc(d.asked, func(at time.Time) bool { return now.Sub(at) >= d.per })
	d.asked = append(d.asked, now)
	if len(d.asked) > d.most && !now.Before(d.shut) {
		d.shut = now.Add(d.per)
	}
	if now.Before(d.shut) {
		d.turns.refused++
		w.WriteHeader(d.refuses)
		return
	}

	d.turns.served++
	_ = r.ParseForm()
	kind, body := d.answer(cmp.Or(r.Form.Get("srsearch"), r.Form.Get("text"), r.Form.Get("q"), r.Form.Get("p"), r.Form.Get("query")))
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write([]byte(body))
}

// day is 2,000 searches within 24 hours, each for another subject, with a pause after each.
func day(t *testing.T, doors map[string]*door, pause func(search int) time.Duration) (answered, wholeWeb int) {
	t.Helper()
	w := upstreamtest.New(t)
	for host, d := range doors {
		w.Handle(host, handlerOf(host, d))
	}
	pool := w.Pool(t, nil, upstreamtest.At(time.Now), func(o *upstream.Options) { o.RateScale = 1 })
	s := New(pool, time.Now)

	for i := range searches {
		a := web1(t, s, usSearch(fmt.Sprintf("subject%d", i), 10))
		if a.Answered && len(a.Results) > 0 {
			answered++
		}
		if a.WholeWeb {
			wholeWeb++
		}
		time.Sleep(pause(i))
	}
	return answered, wholeWeb
}

const searches = 2000

// evenly spreads the searches over the day.
func evenly(int) time.Duration { return 24 * time.Hour / searches }

// atWork has 1,400 of the searches within eight hours.
func atWork(search int) time.Duration {
	const busy = 1400
	if search < busy {
		return 8 * time.Hour / busy
	}
	return 16 * time.Hour / (searches - busy)
}

func handlerOf(host string, d *door) http.Handler {
	if host == "www.startpage.com" {
		return homeFirst{d}
	}
	return d
}

// pages are result pages with one result about any query.
func pages(layout string) func(string) (string, string) {
	return func(query string) (string, string) {
		return "text/html", fmt.Sprintf(layout, "https://"+query+".example.com/", query)
	}
}

// published is the rate of DuckDuckGo that its users measured.
func published(answer func(string) (string, string)) *door {
	return &door{most: 5, per: 15 * time.Minute, refuses: http.StatusTooManyRequests, answer: answer}
}

// never refuses everybody, as Google does with programs that run no scripts.
func never() *door { return &door{per: 24 * time.Hour, refuses: http.StatusTooManyRequests} }

// encyclopedia knows every second subject.
func encyclopedia() *door {
	answer := func(query string) (string, string) {
		if query[len(query)-1]%2 == 1 {
			return "application/json", `{"query":{"search":[]}}`
		}
		return "application/json", fmt.Sprintf(`{"query":{"search":[{"title":%q,"snippet":"x"}]}}`, query)
	}
	return &door{most: 500, per: time.Hour, refuses: http.StatusTooManyRequests, answer: answer}
}

// homeFirst answers Startpage's home page, which is asked before a search, beside the count.
type homeFirst struct{ *door }

func (h homeFirst) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/" {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<form id="search"><input type="hidden" name="sc" value="abc"></form>`))
		return
	}
	h.door.ServeHTTP(w, r)
}

func resultPages() map[string]*door {
	return map[string]*door{
		"search.brave.com":      published(pages(`<div data-type="web"><a href="%s"><div class="title">%s</div></a></div>`)),
		"html.duckduckgo.com":   published(pages(`<div class="web-result"><a class="result__a" href="%s">%s</a></div>`)),
		"www.mojeek.com":        published(pages(`<ul class="results-standard"><li><h2><a href="%s">%s</a></h2></li></ul>`)),
		"search.yahoo.com":      published(pages(`<div class="algo-sr"><h3><a href="%s">%s</a></h3></div>`)),
		"yandex.com":            published(pages(`<li class="b-serp-item"><h3><a href="%s">%s</a></h3></li>`)),
		"www.startpage.com":     published(pages(`<div class="result"><a class="result-title" href="%s">%s</a></div>`)),
		"www.google.com":        never(),
		"en.wikipedia.org":      encyclopedia(),
		"api.stackexchange.com": never(),
	}
}

// TestDayOfSearchesWithoutKeys: most searches of a day are answered without any key, and no result page is asked more
// often than it answers. The rate is the one that was measured of DuckDuckGo; six engines keep to it, Google answers
// nobody, and Wikipedia knows every second subject. The other collections do not answer.
func TestDayOfSearchesWithoutKeys(t *testing.T) {
	for _, c := range []struct {
		why             string
		pause           func(int) time.Duration
		least, leastWeb int
	}{
		{"evenly", evenly, 1950, 1900},
		{"most at work", atWork, 1750, 1500}, // the six have room for 120 searches an hour, and 175 come
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				doors := resultPages()
				answered, wholeWeb := day(t, doors, c.pause)
				t.Logf("answered %d of %d, by engines of the web %d", answered, searches, wholeWeb)
				if answered < c.least || wholeWeb < c.leastWeb {
					t.Errorf("want at least %d and %d", c.least, c.leastWeb)
				}
				for host, d := range doors {
					if d.most > 0 && d.turns.refused > 0 {
						t.Errorf("%s refused %d times", host, d.turns.refused)
					}
				}
			})
		})
	}
}

// TestBlockedAddressLeavesEnginesAlone: engines that refuse everything are asked a few times a day, and what the
// collections know is answered all the same.
func TestBlockedAddressLeavesEnginesAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		doors := map[string]*door{}
		for host := range resultPages() {
			doors[host] = never()
		}
		doors["en.wikipedia.org"] = encyclopedia()
		answered, wholeWeb := day(t, doors, evenly)
		t.Logf("answered %d of %d, by engines of the web %d", answered, searches, wholeWeb)
		if answered != searches/2 || wholeWeb != 0 {
			t.Error("want every second search answered, none of them by an engine of the web")
		}
		for host, d := range doors {
			if strings.HasPrefix(host, "api.") || host == "en.wikipedia.org" {
				continue
			}
			if d.turns.refused > 10 {
				t.Errorf("%s was asked %d times", host, d.turns.refused)
			}
		}
	})
}
