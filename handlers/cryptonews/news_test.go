package cryptonews

import (
	"cmp"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/cryptonews"
	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/internal/upstream/newsfeeds"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func item(title, link, summary string, ago time.Duration) cryptonewstest.Item {
	return cryptonewstest.Item{Title: title, Link: link, Summary: summary, Ago: ago}
}

// only is a world in which one publisher has these items.
func only(items ...cryptonewstest.Item) map[string]http.Handler {
	return map[string]http.Handler{"cointelegraph.com": cryptonewstest.Feed(atNow, "/rss", items...)}
}

func titles(answer map[string]any) []string {
	var out []string
	items, _ := answer["items"].([]any)
	for _, it := range items {
		row, _ := it.(map[string]any)
		title, _ := row["title"].(string)
		out = append(out, title)
	}
	return out
}

func TestNewsIsFilteredByCoinAndWords(t *testing.T) {
	s := serve(t, atNow, cryptonewstest.PagesAt(atNow))
	for _, c := range []struct {
		query []string
		want  string // of the newest title
		count float64
	}{
		{[]string{"coin", "xrp"}, "XRP outflows", 1},
		{[]string{"coin", "Ripple"}, "XRP outflows", 1},
		{[]string{"coin", "$btc"}, "Bitcoin shrugs", 1},
		{[]string{"coin", "ethereum"}, "Ether climbs", 4},
		{[]string{"coin", "ethereum", "query", "bridge"}, "Bridge drained", 1},
		{[]string{"query", "LICENCE chile"}, "Exchange wins", 1},
		{[]string{"query", "hearings"}, "Lawmakers set", 1}, // plural and singular are one
		{[]string{"coin", "kraken"}, "Exchange wins", 1},    // not in the table: as a word, in the summary
		{[]string{"coin", "KRAKEN"}, "Exchange wins", 1},    // too long for a ticker: a name in capitals
		{[]string{"limit", "3"}, "Ether climbs", 3},
	} {
		status, answer := s.Get("/crypto/news", c.query...)
		if total, _ := answer["total"].(float64); answer["truncated"] != (total > c.count) {
			t.Errorf("%v: truncated %v of %v", c.query, answer["truncated"], total)
		}
		if got := titles(answer); status != http.StatusOK || answer["count"] != c.count || !strings.HasPrefix(got[0], c.want) {
			t.Errorf("%v: %d %v", c.query, status, answer)
		}
	}
}

// TestCategoriesSayWhatAStoryIsAbout: a coin may be named there alone, and a mixed publisher's story be known as one about crypto.
func TestCategoriesSayWhatAStoryIsAbout(t *testing.T) {
	filed := func(path, title, categories string) http.Handler {
		text := strings.Replace(cryptonewstest.RSS(atNow(), item(title, "https://decrypt.co/1", "", time.Hour)), "<description></description>", "<description></description>"+categories, 1)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != path {
				http.NotFound(w, r)
				return
			}
			_, _ = w.Write([]byte(text))
		})
	}
	for _, c := range []struct {
		host, path, title, categories, coin string
		count                               float64
	}{
		{"cointelegraph.com", "/rss", "The merge, a year on", "<category>Ethereum</category>", "ETH", 1},
		{"cointelegraph.com", "/rss", "The merge, a year on", "<category>Markets</category>", "ETH", 0},
		{"decrypt.co", "/feed", "A senator tours Iowa", "<category>DeFi</category>", "", 1},
		{"decrypt.co", "/feed", "A senator tours Iowa", "<category>Artificial Intelligence</category>", "", 0},
	} {
		s := serve(t, atNow, map[string]http.Handler{c.host: filed(c.path, c.title, c.categories)})
		query := []string{}
		if c.coin != "" {
			query = []string{"coin", c.coin}
		}
		status, answer := s.Get("/crypto/news", query...)
		if count, _ := answer["count"].(float64); count != c.count || (status == http.StatusOK) != (c.count > 0) {
			t.Errorf("%s, %s: %d %v", c.title, c.categories, status, answer)
		}
	}
}

func TestNewsThatNothingMatchesIs422(t *testing.T) {
	pages := cryptonewstest.PagesAt(atNow)
	failing := serve(t, atNow, pages)
	if status, answer := failing.Get("/crypto/news", "coin", "ZZZZ9999"); status != 502 || answer["code"] != "news_failed" {
		t.Errorf("a publisher that failed may have one: %d %v", status, answer)
	}

	pages["cryptoslate.com"] = pages["unchainedcrypto.com"]
	s := serve(t, atNow, pages)
	for _, query := range [][]string{{"coin", "ZZZZ9999"}, {"coin", "TOKEN"}, {"query", "walrus"}, {"coin", "BTC", "query", "licence"}} {
		if status, answer := s.Get("/crypto/news", query...); status != 422 || answer["code"] != "no_headlines" || answer["field"] != query[0] {
			t.Errorf("%v: %d %v", query, status, answer)
		}
	}
}

func TestAllFeedsFailingIs502(t *testing.T) {
	s := serve(t, atNow, nil)
	status, answer := s.Get("/crypto/news")
	failed, _ := answer["errors"].([]any)
	if status != 502 || answer["code"] != "news_failed" || len(failed) != len(newsfeeds.All()) {
		t.Errorf("%d %v", status, answer)
	}
}

func TestFailedFeedsAreLeftOutWithTheirReason(t *testing.T) {
	pages := only(item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour))
	pages["decrypt.co"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(403) })
	pages["www.theblock.co"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("just words"))
	})
	pages["thedefiant.io"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) })
	pages["protos.com"] = cryptonewstest.Feed(atNow, "/feed/", item("Bitcoin climbs too", "https://protos.com/1", "", 8*24*time.Hour))
	pages["beincrypto.com"] = cryptonewstest.Feed(atNow, "/feed/")
	pages["cryptobriefing.com"] = cryptonewstest.Feed(atNow, "/feed/", item("Senator on tour in Iowa", "https://cryptobriefing.com/1", "", time.Hour))
	pages["bitcoinmagazine.com"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<html><title>Just a moment</title><p>Checking your browser"))
	})
	pages["unchainedcrypto.com"] = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<rss><channel>" + strings.Repeat("<item><title>x</title></item>", 100_000)))
	})
	_, answer := serve(t, atNow, pages).Get("/crypto/news")
	want := map[string]string{
		"CoinDesk":         "unavailable",
		"Decrypt":          "unavailable",
		"The Defiant":      "unavailable",
		"The Block":        "not_a_feed",
		"Protos":           "stale",
		"BeInCrypto":       "empty",
		"Crypto Briefing":  "no_crypto",
		"Bitcoin Magazine": "bad_response",
		"Unchained":        "bad_response",
	}
	summary, _ := answer["summary"].(map[string]any)
	rows, _ := summary["errors"].([]any)
	got := map[string]string{}
	for _, r := range rows {
		row, _ := r.(map[string]any)
		source, _ := row["source"].(string)
		got[source], _ = row["code"].(string)
	}
	for source, code := range want {
		if got[source] != code {
			t.Errorf("%s: %q, want %q", source, got[source], code)
		}
	}
	statuses := map[string]string{
		"Cointelegraph":   "ok",
		"Protos":          "empty",
		"BeInCrypto":      "empty",
		"Crypto Briefing": "empty",
	}
	list, _ := answer["sources"].([]any)
	for _, one := range list {
		source, _ := one.(map[string]any)
		name, _ := source["name"].(string)
		status := cmp.Or(statuses[name], "error")
		if source["status"] != status || status != "ok" && source["detail"] != got[name] {
			t.Errorf("%v, want %s, %s", source, status, got[name])
		}
	}
	if len(list) != len(newsfeeds.All()) || answer["partial"] != true {
		t.Errorf("%d sources, partial %v", len(list), answer["partial"])
	}
	if summary["sources_ok"] != 1.0 || summary["sources_failed"] != float64(len(newsfeeds.All())-1) {
		t.Errorf("%v", summary)
	}
}

func TestItemsOutsideTheWeekOrUnusableDoNotCount(t *testing.T) {
	s := serve(t, atNow, only(
		item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour),
		item("Bitcoin fell a year ago", "https://cointelegraph.com/2", "", 365*24*time.Hour),
		item("Bitcoin will be news tomorrow", "https://cointelegraph.com/3", "", -24*time.Hour),
		item("Bitcoin runs a script", "javascript:alert(1)", "", time.Hour),
		item("", "https://cointelegraph.com/5", "", time.Hour),
	))
	if _, answer := s.Get("/crypto/news"); answer["count"] != 1.0 {
		t.Errorf("%v", titles(answer))
	}
}

func TestHostileFeedsAreBounded(t *testing.T) {
	long := strings.Repeat("Bitcoin (((", 2000)
	s := serve(t, atNow, only(
		item(long, "https://cointelegraph.com/1?utm_source=x&id=7#top", long, time.Hour),
		item("Bitcoin\u202e up\u200b <script>", "https://user:pw@cointelegraph.com/2", "", time.Hour),
		item("Bitcoin\u202e up\u200b &amp; away", "https://cointelegraph.com/3", "\x0b", time.Hour),
	))
	_, answer := s.Get("/crypto/news")
	items, _ := answer["items"].([]any)
	if len(items) != 2 {
		t.Fatalf("%v", answer)
	}
	for _, it := range items {
		row, _ := it.(map[string]any)
		title, _ := row["title"].(string)
		if len([]rune(title)) > maxTitle || strings.ContainsAny(title, "\u202e\u200b") {
			t.Errorf("%q", title)
		}
		if link := row["link"]; link != "https://cointelegraph.com/1?id=7" && link != "https://cointelegraph.com/3" {
			t.Errorf("%v", link)
		}
	}
}

func TestFeedsAreAskedOnceInFiveMinutesAndDeadOnesOnceInTwo(t *testing.T) {
	var asked, failed atomic.Int32
	pages := map[string]http.Handler{
		"cointelegraph.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/rss" {
				asked.Add(1)
			}
			cryptonewstest.Feed(atNow, "/rss", item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour)).ServeHTTP(w, r)
		}),
		"protos.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/feed/" {
				failed.Add(1)
			}
			http.NotFound(w, r)
		}),
	}
	var passed atomic.Int64
	clock := func() time.Time { return cryptonewstest.Now.Add(time.Duration(passed.Load())) }
	s := serve(t, clock, pages)
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { s.Get("/crypto/news") })
	}
	all.Wait()
	if asked.Load() != 1 || failed.Load() != 1 {
		t.Errorf("20 calls at once asked %d and %d times", asked.Load(), failed.Load())
	}
	for _, step := range []struct {
		after         time.Duration
		asked, failed int32
	}{{time.Minute, 1, 1}, {3 * time.Minute, 1, 2}, {6 * time.Minute, 2, 3}} {
		passed.Store(int64(step.after))
		s.Get("/crypto/news")
		if asked.Load() != step.asked || failed.Load() != step.failed {
			t.Errorf("after %s: asked %d and %d times", step.after, asked.Load(), failed.Load())
		}
	}
}

func TestAPublisherThatFailsIsStaleForAnHour(t *testing.T) {
	var down atomic.Bool
	feed := cryptonewstest.Feed(atNow, "/rss", item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour))
	pages := map[string]http.Handler{
		"cointelegraph.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if down.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			feed.ServeHTTP(w, r)
		}),
	}
	var passed atomic.Int64
	s := serve(t, func() time.Time { return cryptonewstest.Now.Add(time.Duration(passed.Load())) }, pages)

	for _, step := range []struct {
		after  time.Duration
		down   bool
		status int
		source string
	}{
		{0, false, 200, "ok"},
		{10 * time.Minute, true, 200, "stale"},
		{2 * time.Hour, true, 502, ""},
		{3 * time.Hour, false, 200, "ok"},
	} {
		passed.Store(int64(step.after))
		down.Store(step.down)
		status, answer := s.Get("/crypto/news")
		list, _ := answer["sources"].([]any)
		got := ""
		for _, one := range list {
			if source, _ := one.(map[string]any); source["name"] == "Cointelegraph" {
				got, _ = source["status"].(string)
			}
		}
		if status != step.status || got != step.source {
			t.Errorf("after %s: %d, %q; want %d, %q", step.after, status, got, step.status, step.source)
		}
	}
}

// BenchmarkNews is an answer from feeds in memory: 11 publishers with 100 headlines each.
func BenchmarkNews(b *testing.B) {
	pages := map[string]http.Handler{}
	for p, pub := range newsfeeds.All() {
		host, path, _ := strings.Cut(strings.TrimPrefix(pub.URL(), "https://"), "/")
		var items []cryptonewstest.Item
		for i := range 100 {
			words := strings.Repeat("word"+string(rune('a'+i%26))+" ", i%7)
			items = append(items, item(
				"Bitcoin number "+string(rune('a'+p))+string(rune('a'+i%26))+" climbs past "+words+
					string(rune('a'+i/26)),
				pub.URL()+string(rune('a'+i%26))+string(rune('a'+i/26)),
				"A summary with some words about outflows that slow.", time.Duration(i)*20*time.Minute))
		}
		pages[host] = cryptonewstest.Feed(atNow, "/"+path, items...)
	}
	world := upstreamtest.New(b)
	for host, page := range pages {
		world.Handle(host, page)
	}
	h, err := New(world.Pool(b, nil), atNow)
	if err != nil {
		b.Fatal(err)
	}
	coin := "BTC"
	for b.Loop() {
		answer, err := h.CryptoNews(b.Context(), gen.CryptoNewsRequestObject{Params: gen.CryptoNewsParams{Coin: &coin, Limit: 20}})
		if err != nil {
			b.Fatal(err)
		}
		if got, ok := answer.(gen.CryptoNews200JSONResponse); !ok || got.Summary.TotalFetched < 1000 {
			b.Fatalf("%+v", answer)
		}
	}
}
