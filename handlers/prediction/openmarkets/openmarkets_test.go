package openmarkets

import (
	"encoding/json"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/predictiontest"
	"github.com/farebox/farebox/handlers/prediction/question"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

var now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return now }

// event is an event of Kalshi with one market of that volume and status.
func event(n, volume int, status string) string {
	ticker := fmt.Sprintf("KXA%d-26", n)
	return fmt.Sprintf(`{"event_ticker":%q,"title":"Event number %d","markets":[%s]}`, ticker, n,
		predictiontest.KalshiMarket(ticker, ticker, fmt.Sprintf("Will zebra%d win?", n), "", fmt.Sprintf(
			`"status":%q,"volume_24h_fp":"%d","last_price_dollars":"0.5"`, status, volume)))
}

func TestIndexReadsAllPages(t *testing.T) {
	world := upstreamtest.New(t)
	world.Handle("external-api.kalshi.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Query().Get("cursor") == "" {
			fmt.Fprintf(w, `{"events":[%s,%s],"cursor":"two"}`, event(1, 5, "active"), event(2, 5, "closed"))
			return
		}
		fmt.Fprintf(w, `{"events":[%s],"cursor":""}`, event(3, 9, "active"))
	}))
	pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
	lists := New(pool, kalshi.New(pool), polymarket.New(pool), manifold.New(pool), clock)
	if err := lists.Kalshi.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}

	index, _, err := lists.Kalshi.Get()
	if err != nil {
		t.Fatal(err)
	}
	kept, left := index.Markets()
	if kept != 2 || left != 0 {
		t.Errorf("%d markets, %d left out: a closed one does not count", kept, left)
	}
	if busiest := index.Busiest(); len(busiest) != 2 || busiest[0].ID != "kalshi:KXA3-26" {
		t.Errorf("%+v", busiest)
	}
	hits, err := Read(lists.Kalshi, question.Words("zebra3 win"))
	if err != nil || len(hits) != 2 || !hits[0].Market.QuotedAt.Equal(now) {
		t.Errorf("%+v %v", hits, err)
	}
	if hits, _ := Read(lists.Kalshi, question.Words("giraffe zebra3 elephant")); len(hits) != 0 {
		t.Errorf("a third of the words is enough: %+v", hits)
	}
}

// TestIndexIsBounded fills a builder beyond its bound and looks for what is traded most.
func TestIndexIsBounded(t *testing.T) {
	b := &builder{}
	market := kalshi.Market{Status: kalshi.Active}
	for n := range 2*MaxMarkets + 10 {
		market.Ticker = fmt.Sprintf("KX%d", n)
		market.Volume24FP = "1"
		if n == 7 {
			market.Volume24FP = "1000"
		}
		b.add(
			listing.OfKalshiEvent(
				&kalshi.Event{Ticker: market.Ticker, Title: "a", Markets: []kalshi.Market{market}},
				now,
			),
		)
	}
	x := b.index()
	if kept, left := x.Markets(); kept > MaxMarkets || kept+left != 2*MaxMarkets+10 {
		t.Errorf("%d kept, %d left", kept, left)
	}
	if x.Busiest()[0].ID != "kalshi:KX7" {
		t.Error("the one traded most is gone")
	}
}

// TestOddEventIsLeftOut: events of Polymarket that cannot be read leave the others, also when they stand on one page.
func TestOddEventIsLeftOut(t *testing.T) {
	event := func(id string) string {
		return `{"id":"` + id + `","slug":"a","title":"A","markets":[{"id":"1","conditionId":"0x1","slug":"a","question":"Will zebra win?",
"outcomes":"[\"Yes\",\"No\"]","outcomePrices":"[\"0.5\",\"0.5\"]","active":true,"closed":false,"archived":false,"updatedAt":"2026-11-20T11:00:00Z"}]}`
	}
	const odd = `{"id":"9","title":"B","markets":[{"id":"2","outcomes":{"Yes":1}}]}`
	page := func(good, odds int, cursor string) string {
		list := slices.Repeat([]string{event("1")}, good)
		list = append(list, slices.Repeat([]string{odd}, odds)...)
		return fmt.Sprintf(`{"events":[%s],"next_cursor":%s}`, strings.Join(list, ","), cursor)
	}

	for name, c := range map[string]struct {
		first, second string
		want          int
	}{
		"two on a page":   {page(3, 2, `"two"`), page(20, 0, "null"), 23},
		"a page of them":  {page(20, 0, `"two"`), page(0, 1, "null"), 20},
		"too many":        {page(3, 2, `"two"`), page(3, 0, "null"), 0},
		"something else":  {page(3, 0, `"two"`), `{"type":"error"}`, 0},
		"none of them is": {page(0, 1, "null"), "", 0},
	} {
		world := upstreamtest.New(t)
		world.Handle("gamma-api.polymarket.com", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			text := c.first
			if r.URL.Query().Get("after_cursor") != "" {
				text = c.second
			}
			fmt.Fprint(w, text)
		}))
		pool := world.Pool(t, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
		lists := New(pool, kalshi.New(pool), polymarket.New(pool), manifold.New(pool), clock)

		err := lists.Polymarket.Refresh(t.Context())
		if (err != nil) != (c.want == 0) {
			t.Errorf("%s: %v", name, err)
		}
		if index, _, err := lists.Polymarket.Get(); err == nil && index.markets != c.want {
			t.Errorf("%s: %d markets", name, index.markets)
		}
	}
}

func TestBrokenPagesAreRefused(t *testing.T) {
	for _, text := range []string{`{"events":[`, `<html>`, `{"events":3}`} {
		if _, err := (&Lists{now: clock}).readKalshi(strings.NewReader(text)); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

// BenchmarkMemory measures what a market of an index takes, with a title and outcomes as they are.
func BenchmarkMemory(b *testing.B) {
	const markets = 10_000
	for b.Loop() {
		before := inUse()
		build := &builder{}
		for n := range markets / 4 {
			e := &kalshi.Event{
				Ticker: fmt.Sprintf("KXPRESNOMD%d-28", n),
				Title:  fmt.Sprintf("Democratic nominee for President in state %d of 2028?", n),
			}
			for i := range 4 {
				var m kalshi.Market
				text := predictiontest.KalshiMarket(fmt.Sprintf("KXPRESNOMD%d-28-%d", n, i), e.Ticker,
					fmt.Sprintf("Who will be the Democratic nominee in state %d in 2028?", n),
					fmt.Sprintf("Candidate number %d", i),
					`"status":"active","open_time":"2025-01-20T15:00:00Z","close_time":"2028-11-07T15:00:00Z",
"updated_time":"2026-11-20T11:58:00Z","yes_bid_dollars":"0.3300","yes_ask_dollars":"0.3400",
"last_price_dollars":"0.3400","previous_price_dollars":"0.3300","volume_fp":"8800123.00",
"volume_24h_fp":"300000.00","open_interest_fp":"2400100.00",
"yes_bid_size_fp":"12","yes_ask_size_fp":"13"`)
				if err := json.Unmarshal([]byte(text), &m); err != nil {
					b.Fatal(err)
				}
				e.Markets = append(e.Markets, m)
			}
			build.add(listing.OfKalshiEvent(e, now))
		}
		x := build.index()
		b.ReportMetric(float64(inUse()-before)/markets, "bytes/market")
		runtime.KeepAlive(x)
	}
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
