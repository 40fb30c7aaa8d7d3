package prediction

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/prediction/listing"
	"github.com/farebox/farebox/handlers/prediction/openmarkets"
	"github.com/farebox/farebox/handlers/prediction/predictiontest"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func clock() time.Time { return predictiontest.Now }

// service is the family over the answers, with its lists loaded; first answers win over those of the fixtures.
func service(tb testing.TB, first ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	tb.Helper()
	world := upstreamtest.New(tb, append(first, predictiontest.Answers()...)...)
	return serve(tb, world), world
}

// serve is the routes over a world.
func serve(tb testing.TB, world *upstreamtest.World) *handlertest.Service {
	tb.Helper()
	pool := world.Pool(tb, nil, upstreamtest.SmallLists, upstreamtest.At(clock))
	h := New(pool, clock)
	for _, d := range []*upstream.Dataset[*openmarkets.Index]{h.lists.Kalshi, h.lists.Polymarket, h.lists.Manifold} {
		if err := d.Refresh(tb.Context()); err != nil {
			tb.Logf("list: %v", err)
		}
	}
	return handlertest.New(tb, "prediction", h.Register)
}

func TestExamplesOfTheSpec(t *testing.T) {
	s, world := service(t)
	if path := os.Getenv("PREDICTION_EXAMPLES"); path != "" {
		write(t, s, path)
	}
	s.CheckExamples()
	if misses := world.Misses(); len(misses) > 0 {
		t.Error(misses)
	}
}

func write(t *testing.T, s *handlertest.Service, path string) {
	t.Helper()
	all := map[string]any{}
	for name, query := range map[string][]string{
		"search":   {"query", "Democratic nominee 2028", "limit", "3"},
		"event":    {"query", "democratic-presidential-nominee-2028"},
		"market":   {"id", "kalshi:KXELONMARS-99"},
		"trending": {"limit", "3"},
		"trades":   {"market", "kalshi:KXELONMARS-99", "limit", "2"},
		"prices":   {"id", "kalshi:KXELONMARS-99", "interval", "max", "outcome", "Yes"},
	} {
		_, all[name] = s.Get("/prediction/"+name, query...)
	}
	text, err := json.Marshal(all)
	if err != nil || os.WriteFile(path, text, 0o600) != nil {
		t.Fatal(err)
	}
}

func at(url, body string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Body: body} }

func down(url string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: url, Status: 503, Body: `{"message":"down"}`}
}

// sourcesOf are the states of an answer's sources as "kalshi=ok manifold=error".
func sourcesOf(answer map[string]any) string {
	list, _ := answer["sources"].([]any)
	var text []string
	for _, s := range list {
		source, _ := s.(map[string]any)
		text = append(text, fmt.Sprintf("%v=%v", source["name"], source["status"]))
	}
	return strings.Join(text, " ")
}

func idsOf(answer map[string]any, member string) []string {
	var ids []string
	list, _ := answer[member].([]any)
	for _, m := range list {
		market, _ := m.(map[string]any)
		ids = append(ids, fmt.Sprint(market["id"]))
	}
	return ids
}

func TestSearchRanksPlayMoneyLast(t *testing.T) {
	s, world := service(t)
	_, answer := s.Get("/prediction/search", "query", "bitcoin above 100000")
	want := []string{
		"polymarket:" + predictiontest.BitcoinCondition,
		"kalshi:KXBTCY-26DEC31-T100000",
		"manifold:b7cAbove100k",
	}
	if got := idsOf(answer, "markets"); !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
	handlertest.Holds(t, answer, map[string]any{
		"partial": false, "markets.1.match_score": 67, "markets.1.yes_bid": 0.57, "markets.2.play_money": true,
		"markets.2.volume_24h_usd_est": nil, "markets.2.currency": "MANA",
	})
	if !slices.ContainsFunc(
		world.Asked(),
		func(u string) bool { return strings.Contains(u, "tickers=KXBTCY-26DEC31-T100000") },
	) {
		t.Error("Kalshi's prices were not read anew")
	}
}

func TestSearchWithoutASource(t *testing.T) {
	const polymarket = predictiontest.Gamma + "/public-search"
	const manifold = predictiontest.Manifold + "/search-markets?term=Democratic+nominee+2028"
	const quotes = predictiontest.Kalshi + "/markets"
	for why, c := range map[string]struct {
		first   []upstreamtest.Answer
		sources string
		partial bool
	}{
		"all answer": {nil, "polymarket=ok kalshi=ok manifold=ok prediction-kalshi=ok", false},
		"Polymarket's search is down: its index takes its place": {
			[]upstreamtest.Answer{down(polymarket)},
			"polymarket=error kalshi=ok manifold=ok prediction-kalshi=ok prediction-polymarket=ok", true,
		},
		"Manifold gives garbage": {
			[]upstreamtest.Answer{at(manifold, "<html>")},
			"polymarket=ok kalshi=ok manifold=error prediction-kalshi=ok prediction-manifold=ok", true,
		},
		"a search that is gone is no empty one": {
			[]upstreamtest.Answer{{URL: polymarket, Status: 404, Body: `{}`}},
			"polymarket=error kalshi=ok manifold=ok prediction-kalshi=ok prediction-polymarket=ok", true,
		},
		"a cut answer": {
			[]upstreamtest.Answer{at(polymarket, `{"events":[{"id":"1"`)},
			"polymarket=error kalshi=ok manifold=ok prediction-kalshi=ok prediction-polymarket=ok", true,
		},
		"Kalshi's prices are limited: those of the index stay": {
			[]upstreamtest.Answer{{URL: quotes, Status: 429, Body: `{"error":"too many requests"}`}},
			"polymarket=ok kalshi=rate_limited manifold=ok prediction-kalshi=ok", true,
		},
	} {
		s, _ := service(t, c.first...)
		status, answer := s.Get("/prediction/search", "query", "Democratic nominee 2028")
		if status != 200 || sourcesOf(answer) != c.sources || answer["partial"] != c.partial ||
			answer["count"] != 5.0 {
			t.Errorf(
				"%s: %d %s partial=%v count=%v",
				why,
				status,
				sourcesOf(answer),
				answer["partial"],
				answer["count"],
			)
		}
	}
}

func TestSearchWithoutAnySource(t *testing.T) {
	world := upstreamtest.New(
		t,
		down(predictiontest.Gamma+"/*"),
		down(predictiontest.Kalshi+"/*"),
		down(predictiontest.Manifold+"/*"),
	)
	h := New(world.Pool(t, nil, upstreamtest.At(clock)), clock)
	s := handlertest.New(t, "prediction", h.Register)
	for _, call := range [][]string{
		{"/prediction/search", "query", "bitcoin"}, {"/prediction/event", "query", "bitcoin price"},
		{"/prediction/trending"},
		{"/prediction/market", "id", "kalshi:KXELONMARS-99"}, {"/prediction/trades", "market", "manifold:sm1thD3m28QQ"},
		{"/prediction/prices", "id", "polymarket:540817"},
	} {
		if status, answer := s.Get(call[0], call[1:]...); status != 502 && status != 503 {
			t.Errorf("%v: %d %v", call, status, answer)
		}
	}
}

func TestWordsOfAQueryAreNoSyntax(t *testing.T) {
	const query = "a\"b'c\\d)&q=evil #\n%00 term"
	s, world := service(t)
	if status, answer := s.Get("/prediction/search", "query", query); status != 200 {
		t.Fatal(status, answer)
	}
	for _, asked := range world.Asked() {
		u, err := url.Parse(strings.TrimPrefix(asked, "GET "))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"q", "term"} {
			if v := u.Query()[name]; len(v) > 1 || len(v) == 1 && v[0] != query && v[0] != "" {
				t.Errorf("%s: %q", name, v)
			}
		}
	}
}

func TestUnknownMarketsAreNotFound(t *testing.T) {
	s, _ := service(t)
	for _, call := range [][]string{
		{"/prediction/market", "id", "kalshi:KXZZZZ-99"}, {"/prediction/market", "id", "manifold:zzzz9999"},
		{"/prediction/market", "id", "0x" + strings.Repeat("f", 64)}, {"/prediction/market", "id", "99999999"},
		{"/prediction/trades", "market", "kalshi:KXZZZZ-99"}, {"/prediction/prices", "id", "kalshi:KXZZZZ-99"},
		{"/prediction/event", "query", "kalshi:KXZZZZ-99"}, {"/prediction/event", "query", "zebra unicorn election"},
	} {
		if status, answer := s.Get(call[0], call[1:]...); status != 404 {
			t.Errorf("%v: %d %v", call, status, answer)
		}
	}
}

// TestMarketTakesTwoRounds counts what waits for what: the market, then its trades and its event side by side.
func TestMarketTakesTwoRounds(t *testing.T) {
	s, world := service(t)
	before := len(world.Asked())
	_, answer := s.Get("/prediction/market", "id", predictiontest.SmithCondition)
	if asked := world.Asked()[before:]; len(asked) != 3 || !strings.Contains(asked[0], "condition_ids") {
		t.Errorf("%q", asked)
	}
	handlertest.Holds(t, answer, map[string]any{
		"market.probability": 0.355, "market.no_bid": 0.64, "market.no_ask": 0.65, "market.currency": "USDC",
		"recent_trades.0.outcome": "Yes", "recent_trades.1.yes_price": 0.35, "related_total": 1,
		"related.0.outcome": "Gretchen Whitmer", "partial": false,
	})
}

func TestMarketWithoutItsTradesIsPartial(t *testing.T) {
	s, _ := service(
		t,
		down(predictiontest.Kalshi+"/markets/trades"),
		down(predictiontest.Kalshi+"/events/KXELONMARS-99"),
	)
	status, answer := s.Get("/prediction/market", "id", "kalshi:KXELONMARS-99")
	handlertest.Holds(t, answer, map[string]any{
		"partial":        true,
		"recent_trades":  nil,
		"related":        nil,
		"related_total":  nil,
		"market.yes_bid": 0.06,
	})
	if status != 200 || sourcesOf(answer) != "kalshi=ok kalshi-trades=error kalshi-event=error" {
		t.Error(status, sourcesOf(answer))
	}
}

func TestClosedMarketOfPolymarketIsFoundOnTheSecondLook(t *testing.T) {
	closed := predictiontest.PolymarketMarket("7", "0x"+strings.Repeat("4", 64), "s", "Q?", "",
		`"outcomePrices":"[\"0\", \"1\"]"`)
	closed = strings.Replace(closed, `"closed":false`, `"closed":true`, 1)
	s, _ := service(
		t,
		at(predictiontest.Gamma+"/markets/keyset?closed=true&condition_ids=0x"+strings.Repeat("4", 64), `{"markets":[`+closed+`]}`),
	)
	_, answer := s.Get("/prediction/market", "id", "0x"+strings.Repeat("4", 64))
	handlertest.Holds(
		t,
		answer,
		map[string]any{"market.status": "resolved", "market.resolution": "No", "market.yes_payout": 0},
	)
}

// TestWhatPolymarketLeftIsNotOpen: an archived market is closed, and one that is not updated any more is stale.
func TestWhatPolymarketLeftIsNotOpen(t *testing.T) {
	market := predictiontest.PolymarketMarket("7", "0x"+strings.Repeat("4", 64), "s", "Q?", "",
		`"bestBid":0.35,"bestAsk":0.36,"spread":0.01`)
	for _, c := range []struct {
		was, is string
		want    map[string]any
	}{
		{"", "", map[string]any{"market.status": "open", "market.yes_bid": 0.35, "sources.0.status": "ok"}},
		{`"archived":false`, `"archived":true`, map[string]any{"market.status": "closed", "market.yes_bid": nil}},
		{"2026-11-20T11", "2026-11-12T11", map[string]any{"market.status": "open", "sources.0.status": "stale"}},
	} {
		s, _ := service(t, at(predictiontest.Gamma+"/markets/keyset?condition_ids=0x"+strings.Repeat("4", 64),
			`{"markets":[`+strings.Replace(market, c.was, c.is, 1)+`]}`))
		_, answer := s.Get("/prediction/market", "id", "0x"+strings.Repeat("4", 64))
		handlertest.Holds(t, answer, c.want)
	}
}

// TestPolymarketThatStandsStillIsStale: on all routes that show how its markets are now.
func TestPolymarketThatStandsStillIsStale(t *testing.T) {
	old := predictiontest.Answers()
	for i := range old {
		old[i].Body = strings.NewReplacer("2026-11-20T1", "2026-10-20T1", "2026-11-19T", "2026-10-19T").Replace(old[i].Body)
	}
	s, _ := service(t, old...)
	for route, query := range map[string][]string{
		"search":   {"query", "Democratic nominee 2028"},
		"event":    {"query", "democratic-presidential-nominee-2028"},
		"trending": {},
	} {
		_, answer := s.Get("/prediction/"+route, query...)
		if !strings.HasPrefix(sourcesOf(answer), "polymarket=stale ") || answer["partial"] != true {
			t.Errorf("%s: %s", route, sourcesOf(answer))
		}
	}
}

func TestPricesBeforeTheIntervalAreStale(t *testing.T) {
	const history = `{"data":[{"timestamp":1777600000,"price":0.59,"resolution_seconds":3600}],
"pagination":{"has_more":false,"next_cursor":null}}`
	s, _ := service(t, at(predictiontest.Data+"/v2/prices-history?token_id=11", history))
	for interval, want := range map[string]string{"1w": "polymarket=stale", "max": "polymarket=ok"} {
		_, answer := s.Get("/prediction/prices", "id", predictiontest.SmithCondition, "interval", interval)
		if sourcesOf(answer) != want || answer["count"] != map[string]float64{"1w": 0, "max": 1}[interval] {
			t.Errorf("%s: %v", interval, answer)
		}
	}
}

// TestPricesAreThoseOfTheInterval: whatever a venue gives.
func TestPricesAreThoseOfTheInterval(t *testing.T) {
	s, _ := service(t)
	for interval, want := range map[string]float64{"1h": 0, "1d": 1, "1w": 2, "max": 3} {
		_, answer := s.Get("/prediction/prices", "id", "KXELONMARS-99", "interval", interval)
		if answer["count"] != want {
			t.Errorf("%s: %v points, want %v", interval, answer["count"], want)
		}
	}
}

func TestTradesThatCannotBeReadAreNotLeftOutInSilence(t *testing.T) {
	const v1 = predictiontest.Data + "/trades?market=" + predictiontest.SmithCondition
	row := func(side string) string {
		return `{"side":"` + side + `","asset":"11","conditionId":"` + predictiontest.SmithCondition +
			`","size":106,"price":0.5,"timestamp":1770446487,"outcome":"Yes","outcomeIndex":0,"transactionHash":"` + side + `"}`
	}
	for body, want := range map[string]map[string]any{
		"[" + row("SELL") + "]":                     {"count": 1, "partial": false},
		"[" + row("SELL") + "," + row("SWAP") + "]": {"count": 1, "partial": true},
		"[" + row("SWAP") + "]":                     {"code": "upstream_failed"},
	} {
		s, _ := service(t, down(predictiontest.Data+"/v2/trades"), at(v1, body))
		_, answer := s.Get("/prediction/trades", "market", predictiontest.SmithCondition)
		handlertest.Holds(t, answer, want)
	}
}

func TestSettledMarketOfKalshiIsFoundAmongTheOld(t *testing.T) {
	old := predictiontest.KalshiMarket("KXOLD-24", "KXOLD", "Old?", "Yes", `"status":"finalized","result":"no"`)
	s, _ := service(t,
		at(predictiontest.Kalshi+"/historical/markets/KXOLD-24", `{"market":`+old+`}`),
		at(
			predictiontest.Kalshi+"/historical/markets/KXOLD-24/candlesticks",
			`{"candlesticks":[{"end_period_ts":1704067200,"price":{"close":"0.2500"},"yes_bid":{},"yes_ask":{}},
{"end_period_ts":1704153600,"price":{},"yes_bid":{},"yes_ask":{}}]}`,
		))
	_, answer := s.Get("/prediction/market", "id", "kalshi:KXOLD-24")
	handlertest.Holds(t, answer, map[string]any{"market.resolution": "No", "market.resolution_final": true})
	_, answer = s.Get("/prediction/prices", "id", "kalshi:KXOLD-24", "interval", "max")
	handlertest.Holds(
		t,
		answer,
		map[string]any{"count": 1, "points.0.price": 0.25, "points.0.at": "2024-01-01T00:00:00Z"},
	)
}

func TestTradesSayBothSides(t *testing.T) {
	s, _ := service(t)
	_, answer := s.Get("/prediction/trades", "market", predictiontest.SmithCondition)
	handlertest.Holds(t, answer, map[string]any{
		"count": 2, "trades.0.price": 0.36, "trades.0.amount": 90, "trades.0.notional_usd": 90,
		"trades.0.tx_hash": "0xabc1",
		"trades.1.outcome": "No", "trades.1.price": 0.65, "trades.1.yes_price": 0.35, "next_cursor": "n.c2",
		"summary.yes_vwap": 0.357143, "summary.yes_ratio": 0.714286, "summary.volume": 350,
	})
	text, err := json.Marshal(answer)
	if err != nil || strings.Contains(string(text), "somebody") || strings.Contains(string(text), "0xuser") {
		t.Errorf("a user is named: %s %v", text, err)
	}

	_, answer = s.Get("/prediction/trades", "market", "manifold:sm1thD3m28QQ")
	handlertest.Holds(t, answer, map[string]any{
		"count": 2, "trades.0.side": "buy", "trades.1.side": "sell", "trades.1.size": 22, "trades.1.currency": "MANA",
		"trades.1.notional_usd": nil, "play_money": true, "next_cursor": nil, "summary.yes_ratio": 0.593346,
	})
}

func TestOlderTradesOfPolymarketAnswerForTheNewer(t *testing.T) {
	const v1 = predictiontest.Data + "/trades?market=" + predictiontest.SmithCondition
	s, world := service(t, down(predictiontest.Data+"/v2/trades"),
		at(v1+"&offset=1", `[]`),
		at(v1, `[{"side":"SELL","asset":"11","conditionId":"`+predictiontest.SmithCondition+`","size":106,"price":0.5,
"timestamp":1770446487,"outcome":"Yes","outcomeIndex":0,"transactionHash":"0x7f"}]`))
	_, answer := s.Get("/prediction/trades", "market", predictiontest.SmithCondition, "limit", "1")
	handlertest.Holds(t, answer, map[string]any{
		"count": 1, "trades.0.side": "sell", "trades.0.yes_price": 0.5, "next_cursor": "o.1", "summary.yes_ratio": 0,
	})
	_, answer = s.Get("/prediction/trades", "market", predictiontest.SmithCondition, "limit", "1", "cursor", "o.1")
	handlertest.Holds(t, answer, map[string]any{"count": 0, "next_cursor": nil})
	if last := world.Asked()[len(world.Asked())-1]; !strings.Contains(last, "offset=1") {
		t.Error(last)
	}
	if status, _ := s.Get("/prediction/trades", "market", predictiontest.SmithCondition, "cursor",
		"o.-1"); status != 400 {
		t.Error("a made-up cursor:", status)
	}
}

func TestPricesOfTheOtherSide(t *testing.T) {
	s, _ := service(t)
	_, answer := s.Get("/prediction/prices", "id", "KXELONMARS-99", "interval", "max", "outcome", "no")
	handlertest.Holds(t, answer, map[string]any{
		"outcome": "No", "points.0.price": 0.925, "points.0.basis": "quote", "points.1.price": 0.93,
		"points.1.basis": "trade",
		"summary.change": 0.015,
	})
	_, answer = s.Get("/prediction/prices", "id", predictiontest.SmithCondition)
	handlertest.Holds(t, answer, map[string]any{
		"outcome": "Yes", "count": 2, "points.0.at": "2026-11-13T12:00:00Z", "points.0.basis": "venue",
		"resolution_seconds": 3600,
	})
	for outcome, want := range map[string]int{"Maybe": 400, "stephen a. smith": 200, "Gretchen Whitmer": 400} {
		status, answer := s.Get("/prediction/prices", "id", predictiontest.SmithCondition, "outcome", outcome)
		if status != want || want == 200 && answer["outcome"] != "Yes" {
			t.Errorf("%s: %d %v", outcome, status, answer)
		}
	}
	for outcome, want := range map[string]int{"Maybe": 400, "Mars": 200} {
		if status, answer := s.Get("/prediction/prices", "id", "KXELONMARS-99", "outcome", outcome); status != want {
			t.Errorf("%s: %d %v", outcome, status, answer)
		}
	}
	_, answer = s.Get("/prediction/prices", "id", "manifold:sm1thD3m28QQ", "interval", "max")
	handlertest.Holds(
		t,
		answer,
		map[string]any{"count": 2, "points.1.price": 0.31, "resolution_seconds": nil, "play_money": true},
	)
}

func TestPricesFallBackToTheOrderBooks(t *testing.T) {
	s, _ := service(
		t,
		down(predictiontest.Data+"/v2/prices-history"),
		at(
			predictiontest.Clob+"/prices-history?market=11&fidelity=60&interval=1w",
			`{"history":[{"t":1795089600,"p":0.4}]}`,
		),
	)
	_, answer := s.Get("/prediction/prices", "id", predictiontest.SmithCondition)
	handlertest.Holds(t, answer, map[string]any{"count": 1, "points.0.price": 0.4})
}

func TestOtherYearsAndHoursAreNotComparedByEvent(t *testing.T) {
	s, _ := service(t)
	_, answer := s.Get("/prediction/event", "query", "bitcoin above 100000")
	handlertest.Holds(t, answer, map[string]any{
		"matched_by": "text", "comparable": false, "max_difference": nil, "venues.0.venue": "polymarket",
		"venues.1.venue": "kalshi", "venues.1.total": 1, "venues.2.play_money": true,
	})
}

func TestEventIsReadAnewAtKalshi(t *testing.T) {
	s, world := service(t)
	_, answer := s.Get("/prediction/event", "query", "Democratic nominee 2028")
	handlertest.Holds(t, answer, map[string]any{
		"matched_by": "text", "comparable": true, "comparisons.0.consensus_venues": 2, "comparisons.0.difference": 0.02,
		"max_difference": 0.02,
	})
	if !slices.Contains(world.Asked(), "GET "+predictiontest.Kalshi+"/events/KXPRESNOMD-28?with_nested_markets=true") {
		t.Error(world.Asked())
	}
}

// TestAnEventHasAllWordsOfTheQuery: what lacks one is of another party, year or amount.
func TestAnEventHasAllWordsOfTheQuery(t *testing.T) {
	s, _ := service(t)
	for _, query := range []string{"Republican nominee 2028", "Democratic nominee 2032", "democratic-vice-nominee-2028"} {
		status, got := s.Get("/prediction/event", "query", query)
		if status != 404 || !strings.Contains(fmt.Sprint(got["candidates"]), "KXPRESNOMD-28") {
			t.Errorf("%s: %d %v", query, status, got)
		}
	}
}

func TestOtherEventsAreCandidatesTheBestFirst(t *testing.T) {
	of := func(id string, fit, dollars float64) candidate {
		return candidate{listing.Event{ID: id}, fit, dollars}
	}
	all := map[string][]candidate{
		listing.Kalshi:     {of("kalshi:DEC", 1, 900), of("kalshi:JAN", 1, 20), of("kalshi:ECB", 0.5, 5000)},
		listing.Polymarket: {of("polymarket:1", 1, 300)},
	}
	if first := best(all); first == nil || first.ID != "kalshi:DEC" {
		t.Fatalf("%v", first)
	}
	got := others(all, []listing.Event{{ID: "kalshi:DEC"}})
	if len(got) != 3 || got[0].EventID != "polymarket:1" || got[1].EventID != "kalshi:JAN" ||
		got[2].EventID != "kalshi:ECB" {
		t.Errorf("%v", got)
	}
	all = map[string][]candidate{listing.Kalshi: {of("kalshi:ECB", 0.9, 5000)}}
	if first := best(all); first != nil {
		t.Errorf("%v lacks a word", first)
	}
}

// TestBesideANamedEventAnotherHasAllWordsOrASameQuestion: one with some of the words is a candidate.
func TestBesideANamedEventAnotherHasAllWordsOrASameQuestion(t *testing.T) {
	h := &Handlers{now: time.Now}
	named := &listing.Event{
		ID:    "polymarket:1",
		Venue: listing.Polymarket,
	}
	for fit, want := range map[float64]int{
		0.9: 1,
		1:   2,
	} {
		all := map[string][]candidate{
			listing.Kalshi: {{listing.Event{ID: "kalshi:ECB", Venue: listing.Kalshi}, fit, 5000}},
		}
		if got := h.fitting(all, named); len(got) != want {
			t.Errorf("fit %g: %v", fit, got)
		}
	}
}

// TestDepthIsTheSharesNearTheBestOffers: both venues' books in one form, whatever order and side they write.
func TestDepthIsTheSharesNearTheBestOffers(t *testing.T) {
	s, _ := service(t)
	_, answer := s.Get("/prediction/event", "query", "democratic-presidential-nominee-2028")
	handlertest.Holds(t, answer, map[string]any{
		"comparisons.0.quotes.0.depth.yes_bid_size_1c": 820.5, "comparisons.0.quotes.0.depth.yes_bid_size_5c": 9120.5,
		"comparisons.0.quotes.0.depth.yes_ask_size_1c": 640, "comparisons.0.quotes.0.depth.yes_ask_size_5c": 7040,
		"comparisons.0.quotes.1.depth.yes_bid_size_1c": 1500, "comparisons.0.quotes.1.depth.yes_bid_size_5c": 5200,
		"comparisons.0.quotes.1.depth.yes_ask_size_1c": 900, "comparisons.0.quotes.1.depth.yes_ask_size_5c": 4100.5,
		"comparisons.0.quotes.2.depth": nil,
	})
}

// TestABookThatCannotBeReadIsNoEmptyBook: the quote has no depth, and the answer says whose book is missing.
func TestABookThatCannotBeReadIsNoEmptyBook(t *testing.T) {
	kalshiBook := predictiontest.Kalshi + "/markets/KXPRESNOMD-28-SASM/orderbook"
	for why, first := range map[string]upstreamtest.Answer{
		"down":            down(kalshiBook),
		"no bids for Yes": at(kalshiBook, `{"orderbook_fp":{"no_dollars":[["0.6600","400.00"]]}}`),
		"a null":          at(kalshiBook, `{"orderbook_fp":{"yes_dollars":null,"no_dollars":[["0.6600","400.00"]]}}`),
		"no size":         at(kalshiBook, `{"orderbook_fp":{"yes_dollars":[["0.3300"]],"no_dollars":[]}}`),
		"no number":       at(kalshiBook, `{"orderbook_fp":{"yes_dollars":[["0.3300",""]],"no_dollars":[]}}`),
	} {
		s, _ := service(t, first)
		status, answer := s.Get("/prediction/event", "query", "democratic-presidential-nominee-2028")
		handlertest.Holds(t, answer, map[string]any{
			"partial": true, "comparisons.0.quotes.1.depth": nil,
			"comparisons.0.quotes.0.depth.yes_ask_size_1c": 640, "comparisons.1.quotes.1.depth.yes_ask_size_1c": 8000,
		})
		if status != 200 || !strings.HasSuffix(sourcesOf(answer), "polymarket-book=ok kalshi-book=error") {
			t.Errorf("%s: %d %s", why, status, sourcesOf(answer))
		}
	}
}

// TestConsensusNeedsTheVolumes: prices are weighed by volume, and one that is not known has no weight to give.
func TestConsensusNeedsTheVolumes(t *testing.T) {
	whole := predictiontest.NomineeEvent
	s, _ := service(t, at(predictiontest.Gamma+"/events/slug/democratic-presidential-nominee-2028",
		strings.ReplaceAll(whole, `"volume24hr":210400.25,`, "")))
	_, answer := s.Get("/prediction/event", "query", "democratic-presidential-nominee-2028")
	for _, c := range answer["comparisons"].([]any) {
		compared := c.(map[string]any)
		want := compared["outcome"] == "Stephen A. Smith"
		if (compared["consensus_probability"] == nil) != want {
			t.Errorf("%v: consensus %v", compared["outcome"], compared["consensus_probability"])
		}
	}
}

// TestSearchSaysWhatItRanksWithoutAVolume: a market whose volume is not told is ranked last, and the answer names it.
func TestSearchSaysWhatItRanksWithoutAVolume(t *testing.T) {
	s, _ := service(t, at(predictiontest.Gamma+"/public-search?q=Democratic+nominee+2028",
		`{"events":[`+strings.ReplaceAll(predictiontest.NomineeEvent, `"volume24hr":210400.25,`, "")+
			`],"pagination":{"hasMore":false,"totalResults":1}}`))
	_, answer := s.Get("/prediction/search", "query", "Democratic nominee 2028", "limit", "1")
	handlertest.Holds(t, answer, map[string]any{
		"volume_missing.0": "polymarket:" + predictiontest.SmithCondition, "count": 1,
	})
	if n := len(answer["volume_missing"].([]any)); n != 1 {
		t.Errorf("%d without a volume", n)
	}
}

// TestPlayMoneyAloneIsNotSold: without a venue of real money there is nothing of what these routes are for, whatever
// Manifold says.
func TestPlayMoneyAloneIsNotSold(t *testing.T) {
	answers := append([]upstreamtest.Answer{down(predictiontest.Gamma + "/*"), down(predictiontest.Kalshi + "/*")},
		predictiontest.Answers()...)
	world := upstreamtest.New(t, answers...)
	h := New(world.Pool(t, nil, upstreamtest.At(clock)), clock)
	s := handlertest.New(t, "prediction", h.Register)
	for _, call := range [][]string{
		{"/prediction/search", "query", "Democratic nominee 2028"},
		{"/prediction/event", "query", "Democratic nominee 2028"},
		{"/prediction/trending"},
	} {
		if status, answer := s.Get(call[0], call[1:]...); status < 500 {
			t.Errorf("%v: %d %v", call, status, answer)
		}
	}
}

// TestNothingFoundIsNoAnswerWithoutAVenue: what nobody found may stand at the venue that had no say.
func TestNothingFoundIsNoAnswerWithoutAVenue(t *testing.T) {
	for _, host := range []string{predictiontest.Gamma, predictiontest.Kalshi, predictiontest.Manifold} {
		world := upstreamtest.New(t, append([]upstreamtest.Answer{down(host + "/*")}, predictiontest.Answers()...)...)
		h := New(world.Pool(t, nil, upstreamtest.At(clock)), clock)
		s := handlertest.New(t, "prediction", h.Register)
		for _, path := range []string{"/prediction/search", "/prediction/event"} {
			if status, answer := s.Get(path, "query", "zebra crossing"); status < 500 {
				t.Errorf("%s without %s: %d %v", path, host, status, answer)
			}
		}
	}
}

// TestAnswersOfOneTextAreToldApartByTheirID: anybody may add an answer at Manifold.
func TestAnswersOfOneTextAreToldApartByTheirID(t *testing.T) {
	for _, list := range [][]manifold.Answer{
		{{ID: "a", Text: "Mars"}, {ID: "b", Text: "mars"}, {ID: "c", Text: "Venus"}},
		{{ID: "b", Text: "mars"}, {ID: "c", Text: "Venus"}, {ID: "a", Text: "Mars"}},
	} {
		for outcome, want := range map[string]string{
			"Mars": "ambiguous", "a": "a", "b": "b", "venus": "c", "Pluto": "invalid_input",
		} {
			got, err := answerNamed(&manifold.Market{Answers: list}, outcome)
			said := got.ID
			var refused *problem.Problem
			if errors.As(err, &refused) {
				said = refused.Code
			}
			if said != want {
				t.Errorf("%s: %s, want %s", outcome, said, want)
			}
		}
	}
}
