// Package cryptonewstest has the publishers' feeds and the fear and greed index that the spec's examples use. The two
// headlines about Tether, which the examples show, are of the day of [Now], with summaries of our own. The others are
// made up, and the examples show only how many they are.
package cryptonewstest

import (
	"encoding/xml"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream/newsfeeds"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 9, 25, 16, 0, 0, 0, time.UTC)

// AnswersAt are what the publishers and the fear and greed index say to the examples of the spec, with headlines of the
// hours before now.
func AnswersAt(now time.Time) []upstreamtest.Answer {
	values := []string{"62 Greed", "58 Greed", "55 Greed", "50 Neutral", "47 Fear", "49 Fear", "52 Neutral"}
	rows := make([]string, len(values))
	for i, v := range values {
		value, class, _ := strings.Cut(v, " ")
		day := now.Truncate(24*time.Hour).AddDate(0, 0, -i)
		rows[i] = fmt.Sprintf(`{"value":%q,"value_classification":%q,"timestamp":"%d"}`, value, class, day.Unix())
	}
	rows[0] = strings.TrimSuffix(rows[0], "}") + `,"time_until_update":"43200"}`
	index := upstreamtest.Answer{
		URL:  "https://api.alternative.me/fng/?limit=7&format=json",
		Body: `{"name":"Fear and Greed Index","data":[` + strings.Join(rows, ",") + `],"metadata":{"error":null}}`,
	}
	return append(feedAnswers(now), index)
}

// feedAnswers are the feeds with headlines of the hours before now.
func feedAnswers(now time.Time) []upstreamtest.Answer {
	pages := PagesAt(func() time.Time { return now })
	var list []upstreamtest.Answer
	for _, f := range newsfeeds.All() {
		rec := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, f.URL(), nil)
		pages[r.Host].ServeHTTP(rec, r)
		list = append(list, upstreamtest.Answer{
			URL:    f.URL(),
			Status: rec.Code,
			Type:   rec.Header().Get("Content-Type"),
			Body:   rec.Body.String(),
		})
	}
	return list
}

// Item is an item of a feed, Ago before the feed was asked for.
type Item struct {
	Title, Link, Summary string
	Ago                  time.Duration
}

const coindesk = "https://www.coindesk.com/"

// PagesAt are the publishers' hosts, with headlines of the hours before a time.
func PagesAt(now func() time.Time) map[string]http.Handler {
	return map[string]http.Handler{
		"www.coindesk.com": Feed(now, "/arc/outboundfeeds/rss/",
			Item{
				Title: "Circle and Tether step in to freeze hacker wallet after massive Bitget crypto heist",
				Link: coindesk + "markets/2026/09/25/" +
					"circle-and-tether-step-in-to-freeze-hacker-wallet-after-massive-bitget-crypto-heist" +
					"?utm_source=rss",
				Summary: "About $318,000 in USDT and USDC can no longer be moved; the rest was not in stablecoins.",
				Ago:     78*time.Minute + 7*time.Second,
			},
			Item{
				Title: "Tether confirms minimal EQIBank exposure following $89M US asset seizure",
				Link: coindesk + "policy/2026/09/25/" +
					"tether-confirms-minimal-eqibank-exposure-following-usd89m-us-asset-seizure",
				Summary: "Its ceiling puts the exposure below $64 million.",
				Ago:     87*time.Minute + 12*time.Second,
			},
			Item{"Ether climbs 6% as staking inflows hit record", "https://www.coindesk.com/markets/ether-climbs?utm_source=rss", "Fresh demand from funds lifted ETH above its summer high.", 40 * time.Minute},
			Item{"Lawmakers set date for stablecoin hearing", "https://www.coindesk.com/policy/stablecoin-hearing", "The committee will hear five witnesses.", 3 * time.Hour}),
		"cointelegraph.com": Feed(now, "/rss",
			Item{"Ether climbs 6% as staking inflows hit a record", "https://cointelegraph.com/news/ether-climbs", "", 25 * time.Minute},
			Item{"Bridge drained of $14 million in ether, attackers at large", "https://cointelegraph.com/news/bridge-drained", "The team paused deposits.", 5 * time.Hour},
			Item{"Bitcoin shrugs off miner sales and extends its rally", "https://cointelegraph.com/news/bitcoin-shrugs", "", 6 * time.Hour}),
		"decrypt.co": Feed(now, "/feed",
			Item{"Studio shows a new console game", "https://decrypt.co/1/game", "It has dragons.", time.Hour},
			Item{"Solana wallet maker raises $30 million", "https://decrypt.co/2/wallet", "", 2 * time.Hour}),
		"thedefiant.io": Feed(now, "/feed",
			Item{"Explained: how Ethereum rollups settle", "https://thedefiant.io/news/rollups", "A guide for those who use them.", 20 * time.Hour}),
		"bitcoinmagazine.com": Feed(now, "/feed",
			Item{"A visit to a hydro-powered mine", "https://bitcoinmagazine.com/a-visit", "Cheap power. The post A visit to a hydro-powered mine appeared first on Bitcoin Magazine.", 26 * time.Hour}),
		"protos.com": Feed(now, "/feed/",
			Item{"Token founder sued over missing funds", "https://protos.com/token-founder-sued/", "", 9 * time.Hour}),
		"beincrypto.com": Feed(now, "/feed/",
			Item{"XRP outflows slow to a trickle", "https://beincrypto.com/xrp-outflows/", "", 8 * time.Hour}),
		"www.theblock.co": Feed(now, "/rss.xml",
			Item{"Will ether crash after the upgrade?", "https://www.theblock.co/post/1/will-ether", "", 30 * time.Hour}),
		"cryptobriefing.com": Feed(now, "/feed/",
			Item{"Senator on tour in Iowa", "https://cryptobriefing.com/senator/", "Nothing about coins.", time.Hour},
			Item{"Exchange wins licence in Chile", "https://cryptobriefing.com/licence/", "Kraken may serve customers from May.", 11 * time.Hour}),
		"unchainedcrypto.com": Feed(now, "/feed/",
			Item{"Podcast: life after the merge", "https://unchainedcrypto.com/life/", "", 50 * time.Hour}),
		"cryptoslate.com": http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "not from a data centre", http.StatusForbidden)
		}),
	}
}

// Feed serves an RSS feed with these items at path.
func Feed(now func() time.Time, path string, items ...Item) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != path {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/rss+xml; charset=utf-8")
		_, _ = fmt.Fprint(w, RSS(now(), items...))
	})
}

// RSS is the text of a feed with these items.
func RSS(now time.Time, items ...Item) string {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title><link>https://example.com/</link><description>News</description>`)
	for i, it := range items {
		fmt.Fprintf(&b, "<item><title>%s</title><link>%s</link><guid isPermaLink=\"false\">%d</guid><pubDate>%s</pubDate><description>%s</description></item>",
			escape(it.Title), escape(it.Link), i, now.Add(-it.Ago).UTC().Format(time.RFC1123Z), escape(it.Summary))
	}
	b.WriteString("</channel></rss>")
	return b.String()
}

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a strings.Builder takes everything
	return b.String()
}
