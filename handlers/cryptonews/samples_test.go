package cryptonews

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream/newsfeeds"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// TestRecordedFeedAndIndex is replay rows 56 to 60: CoinDesk's feed of 2026-09-25 and the index of 2021-12-22, put to
// that day; the other publishers are not recorded.
func TestRecordedFeedAndIndex(t *testing.T) {
	body := samples.Read(t, "crypto-news/coindesk_rss_2026-09.xml")
	mood := strings.NewReplacer("1640131200", "1790294400", "1640044800", "1790208000"). // the days are of the feed
												Replace(string(samples.Read(t, "alternative-me/fng-limit-2.json")))
	pages := map[string]http.Handler{"www.coindesk.com": http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/arc/outboundfeeds/rss/" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/xml; charset=utf-8")
		_, _ = w.Write(body)
	})}
	answer := upstreamtest.Answer{URL: "https://api.alternative.me/fng/", Body: mood}
	checkRecorded(t, true, func(now func() time.Time) *handlertest.Service { return serve(t, now, pages, answer) })
}

// checkRecorded holds the routes over the recorded answers against what is known of them; fresh says whether the
// index is of the same days.
func checkRecorded(t *testing.T, fresh bool, serve func(now func() time.Time) *handlertest.Service) {
	t.Helper()
	then := func() time.Time { return time.Date(2026, 9, 25, 17, 0, 0, 0, time.UTC) }
	s := serve(then)
	_, news := s.Get("/crypto/news", "limit", "10")
	want := []string{
		"Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist", "Tokenization is moving faster than Washington",
		"Tether confirms minimal EQIBank exposure following $89M US asset seizure",
	}
	if got := titles(news); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	items, _ := news["items"].([]any)
	first, _ := items[0].(map[string]any)
	if first["published"] != "2026-09-25T14:41:53Z" || first["source"] != "CoinDesk" ||
		first["link"] != "https://www.coindesk.com/markets/2026/09/25/circle-and-tether-step-in-to-freeze-hacker-wallet-after-massive-bitget-crypto-heist" {
		t.Errorf("%v", first)
	}
	summary, _ := news["summary"].(map[string]any)
	if summary["sources_ok"] != 1.0 || summary["sources_failed"] != float64(len(newsfeeds.All())-1) ||
		summary["total_fetched"] != 3.0 || summary["after_dedup"] != 3.0 {
		t.Errorf("%v", summary)
	}
	if _, tether := s.Get("/crypto/news", "coin", "tether"); tether["coin"] != "USDT" || !slices.Equal(titles(tether), []string{want[0], want[2]}) {
		t.Errorf("%v", tether)
	}
	if status, none := s.Get("/crypto/news", "coin", "ZZZZ9999"); status != 502 { // the others may have one
		t.Errorf("%d %v", status, none)
	}
	for _, query := range [][]string{nil, {"coin", "ETH"}} {
		status, mood := s.Get("/crypto/sentiment", query...)
		if !fresh {
			if status != 200 || mood["fear_greed"] != nil {
				t.Errorf("%v: %d %v", query, status, mood)
			}
			continue
		}
		fg, _ := mood["fear_greed"].(map[string]any)
		history, _ := fg["history"].([]any)
		sources, _ := mood["sources"].(map[string]any)
		if status != 200 || fg["value"] != 45.0 || fg["classification"] != "Fear" || fg["trend"] != "rising" || len(history) != 2 || sources["news_feeds_ok"] != 1.0 {
			t.Errorf("%v: %d %v", query, status, mood)
		}
		if day, _ := history[1].(map[string]any); day["date"] != "2026-09-24" || day["value"] != 27.0 {
			t.Errorf("%v", day)
		}
	}
	late := serve(func() time.Time { return then().AddDate(0, 0, 8) })
	if status, answer := late.Get("/crypto/news"); status != 502 {
		t.Errorf("a week later: %d %v", status, answer)
	}
	if status, answer := late.Get("/crypto/sentiment"); status != 502 {
		t.Errorf("a week later: %d %v", status, answer)
	}
}
