package kalshi

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const base = "https://external-api.kalshi.com/trade-api/v2"

var client = upstreamtest.Over(New)

func at(path, body string) upstreamtest.Answer {
	return upstreamtest.Answer{URL: base + path, Body: body}
}

func recorded(tb testing.TB, path, name string) upstreamtest.Answer {
	tb.Helper()
	return at(path, string(samples.Read(tb, "kalshi/"+name)))
}

func TestRecordedTrades(t *testing.T) {
	c, _ := client(t, recorded(t, "/markets/trades?ticker=KXMLBGAME-26AUG271910MILNYM-MIL", "trades.json"))
	trades, cursor, err := c.Trades(t.Context(), "KXMLBGAME-26AUG271910MILNYM-MIL", 1, "")
	if err != nil || len(trades) != 1 || *trades[0].Count() != 5.24 || trades[0].Yes != "0.9500" ||
		trades[0].Taker != "yes" ||
		cursor == "" {
		t.Errorf("%+v %q %v", trades, cursor, err)
	}
}

func TestRecordedCandles(t *testing.T) {
	for name, ticker := range map[string]string{
		"candlesticks_batch.json": "KXXRPD-26AUG2721-T2.1399", "candlesticks_batch_2026-01.json": "KXELONMARS-99",
	} {
		c, _ := client(t, recorded(t, "/markets/candlesticks", name))
		candles, err := c.Candles(t.Context(), ticker, time.Unix(1, 0), time.Unix(2, 0), Day)
		if err != nil || len(candles) == 0 || candles[0].Close() != nil {
			t.Fatalf("%s: %+v %v", name, candles, err)
		}
		if bid, ask := candles[0].Quotes(); bid == nil || ask == nil || *ask <= *bid {
			t.Errorf("%s: quotes %v %v", name, bid, ask)
		}
	}
	var single struct {
		Candles []Candle `json:"candlesticks"`
	}
	if err := json.Unmarshal(samples.Read(t, "kalshi/candlesticks_single_2026-08.trim.json"), &single); err != nil {
		t.Fatal(err)
	}
	if first, last := single.Candles[0].Close(), single.Candles[4].Close(); *first != 0.34 || last != nil {
		t.Errorf("%v %v: a candle without a trade has only the price before", first, last)
	}
	var traded Candle
	if err := json.Unmarshal(samples.Read(t, "kalshi/candlestick_traded.json"), &traded); err != nil ||
		*traded.Close() != 0.01 {
		t.Errorf("%+v %v", traded, err)
	}
}

func TestRecordedEventsAndLists(t *testing.T) {
	c, world := client(t,
		recorded(t, "/markets/KXNCAAFGAME-26SEP19MSUND-ND", "market_single_2026-08.json"),
		recorded(t, "/markets?tickers=KXMVESPORTSMULTIGAMEEXTENDED-S202695384F34707-B07014EEB10,KXMVESPORTSMULTIGAMEEXTENDED-S20266BA1E1DE06B-AC8E1C8074F&limit=2", "markets_open.json"))
	market, err := c.Market(t.Context(), "KXNCAAFGAME-26SEP19MSUND-ND")
	if err != nil || market.YesBid != "0.8900" || market.InterestFP != "2422.48" {
		t.Errorf("%+v %v", market, err)
	}
	markets, err := c.Markets(t.Context(), []string{"KXMVESPORTSMULTIGAMEEXTENDED-S202695384F34707-B07014EEB10", "KXMVESPORTSMULTIGAMEEXTENDED-S20266BA1E1DE06B-AC8E1C8074F"})
	if err != nil || len(markets) != 2 {
		t.Errorf("%+v %v %v", markets, err, world.Misses())
	}
	for _, name := range []string{
		"events_list_2026-01.json", "events_nested_2026-08.trim.json", "events_trimmed.json",
	} {
		var page Page
		if err := json.Unmarshal(samples.Read(t, "kalshi/"+name), &page); err != nil || len(page.Events) == 0 ||
			page.Events[0].Ticker == "" {
			t.Errorf("%s: %+v %v", name, page, err)
		}
	}
}

func TestWhatCannotBeUsed(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"not found": {
			upstreamtest.Answer{URL: base + "/*", Status: 404, Body: `{"error":{"code":"not_found"}}`},
			upstream.NotFound,
		},
		"rate limited": {
			upstreamtest.Answer{URL: base + "/*", Status: 429, Body: `{"error":"too many requests"}`},
			upstream.RateLimited,
		},
		"down": {
			upstreamtest.Answer{URL: base + "/*", Status: 503},
			upstream.Unavailable,
		},
		"a page": {
			upstreamtest.Answer{URL: base + "/*", Type: "text/html", Body: "<html>"},
			upstream.BadResponse,
		},
		"a page with the status": {
			upstreamtest.Answer{URL: base + "/*", Status: 404, Type: "text/html", Body: "<html>not_found"},
			upstream.BadResponse,
		},
		"cut":       {at("/*", `{"market":{"ticker":"A"`), upstream.BadResponse},
		"empty":     {at("/*", `{}`), upstream.BadResponse},
		"of others": {at("/*", `{"market":{"ticker":3}}`), upstream.BadResponse},
	} {
		client, _ := client(t, c.answer)
		if _, err := client.Market(t.Context(), "A"); !errors.Is(err, c.want) {
			t.Errorf("%s: a market: %v", why, err)
		}
		want := c.want
		if want == upstream.NotFound {
			want = upstream.BadResponse // a list is always there
		}
		if _, _, err := client.Trades(t.Context(), "A", 1, ""); !errors.Is(err, want) {
			t.Errorf("%s: trades: %v", why, err)
		}
	}
}

// TestRenamedMembersAreSeen renames each member of a market that prices, volumes and states rest on.
func TestRenamedMembersAreSeen(t *testing.T) {
	const whole = `{"market":{"ticker":"A","event_ticker":"E","title":"t","yes_sub_title":"y","status":"active","result":"",
"open_time":"2026-01-02T03:04:05Z","close_time":"2027-01-02T03:04:05Z","yes_bid_dollars":"0.1","yes_ask_dollars":"0.2",
"last_price_dollars":"0.1","volume_fp":"1.00","volume_24h_fp":"1.00","open_interest_fp":"1.00"}}`
	c, _ := client(t, at("/markets/A", whole))
	if _, err := c.Market(t.Context(), "A"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"market", "ticker", "title", "status", "result", "close_time", "yes_bid_dollars", "yes_ask_dollars", "last_price_dollars",
		"volume_fp", "volume_24h_fp", "open_interest_fp",
	} {
		c, _ := client(t, at("/markets/A", strings.Replace(whole, `"`+name+`"`, `"`+name+`_new"`, 1)))

		var drift *upstream.Drift
		if _, err := c.Market(t.Context(), "A"); !errors.As(err, &drift) || !strings.HasSuffix(drift.Member, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestOldTradesAreElsewhere holds that the end of the recent trades is not taken for the first trade of a market: those
// before Kalshi's cutoff are in its archive.
func TestOldTradesAreElsewhere(t *testing.T) {
	page := func(cursor string, ids ...string) string {
		var rows []string
		for _, id := range ids {
			rows = append(rows, `{"trade_id":"`+id+`","ticker":"A","created_time":"2026-01-02T03:04:05Z",
"yes_price_dollars":"0.9","no_price_dollars":"0.1","count_fp":"1.00","taker_outcome_side":"yes"}`)
		}
		return `{"cursor":"` + cursor + `","trades":[` + strings.Join(rows, ",") + `]}`
	}
	recent := base + "/markets/trades?ticker=A"
	archive := base + "/historical/trades?ticker=A"
	down := upstreamtest.Answer{URL: archive, Status: 503}
	cases := []struct {
		why     string
		cursor  string
		answers []upstreamtest.Answer
		ids     string
		next    string
		kind    upstream.Kind
	}{
		{"more that are recent", "", []upstreamtest.Answer{{URL: recent, Body: page("r", "4", "3")}}, "43", "r", ""},
		{
			"all recent ones, and full", "",
			[]upstreamtest.Answer{{URL: recent, Body: page("", "4", "3")}}, "43", "old.", "",
		},
		{
			"the last recent one and the first of the archive", "",
			[]upstreamtest.Answer{
				{URL: recent, Body: page("", "4")},
				{URL: archive + "&limit=1", Body: page("h", "3")},
			},
			"43", "old.h", "",
		},
		{
			"one that is in both", "",
			[]upstreamtest.Answer{{URL: recent, Body: page("", "4")}, {URL: archive, Body: page("", "4", "3")}},
			"43", "", "",
		},
		{
			"none that is recent", "",
			[]upstreamtest.Answer{{URL: recent, Body: page("")}, {URL: archive, Body: page("", "2", "1")}},
			"21", "", "",
		},
		{
			"further in the archive", "old.h",
			[]upstreamtest.Answer{{URL: archive + "&cursor=h", Body: page("", "2", "1")}}, "21", "", "",
		},
		{
			"the archive does not answer", "",
			[]upstreamtest.Answer{{URL: recent, Body: page("", "4")}, down}, "4", "old.", "",
		},
		{
			"nothing recent and no archive", "",
			[]upstreamtest.Answer{{URL: recent, Body: page("")}, down}, "", "", upstream.Unavailable,
		},
	}
	for _, test := range cases {
		t.Run(test.why, func(t *testing.T) {
			c, world := client(t, test.answers...)
			trades, next, err := c.Trades(t.Context(), "A", 2, test.cursor)
			ids := ""
			for _, trade := range trades {
				ids += trade.ID
			}
			if ids != test.ids || next != test.next || upstream.KindOf(err) != test.kind {
				t.Errorf("%q %q %v, asked %q", ids, next, err, world.Asked())
			}
		})
	}
}

// TestAnswersOfOurOwn reads answers in the venue's form with values of our own, where there are no recordings.
func TestAnswersOfOurOwn(t *testing.T) {
	const market = `{"ticker":"TEA-1","event_ticker":"TEA","title":"t","yes_sub_title":"y","status":"active",
"result":"","open_time":"2026-01-02T03:04:05Z","close_time":"2027-01-02T03:04:05Z","yes_bid_dollars":"0.1000",
"yes_ask_dollars":"0.2000","last_price_dollars":"0.1500","volume_fp":"7.50","volume_24h_fp":"2.00",
"open_interest_fp":"4.25"}`
	const candles = `[{"end_period_ts":1795010400,"price":{"previous_dollars":"0.0800"},
"yes_bid":{"open_dollars":"0.0700","close_dollars":"0.0600"},"yes_ask":{}},
{"end_period_ts":1795096800,"price":{"open":"0.3","close":"0.34"},"yes_bid":{},"yes_ask":{}}]`
	c, world := client(
		t,
		at("/markets/TEA-1", `{"market":`+market+`}`),
		upstreamtest.Answer{URL: base + "/markets/OLD-1", Status: 404, Body: `{"error":{"code":"not_found"}}`},
		at("/historical/markets/OLD-1", `{"market":`+strings.ReplaceAll(market, "TEA", "OLD")+`}`),
		at("/markets?tickers=TEA-1,TEA-2&limit=2", `{"markets":[`+market+`]}`),
		at("/events/TEA", `{"event":{"event_ticker":"TEA","series_ticker":"S","title":"t","sub_title":"",
"category":"c","mutually_exclusive":false},"markets":[`+market+`]}`),
		at("/events/NONE", `{"event":{"event_ticker":"NONE","series_ticker":"S","title":"t","sub_title":"",
"category":"c","mutually_exclusive":false}}`),
		at("/markets/candlesticks?market_tickers=TEA-1&start_ts=1&end_ts=2&period_interval=1440",
			`{"markets":[{"market_ticker":"TEA-1","candlesticks":`+candles+`}]}`),
		at("/markets/candlesticks?market_tickers=TEA-2", `{"markets":[{"market_ticker":"TEA-1","candlesticks":[]}]}`),
		at("/historical/markets/OLD-1/candlesticks?period_interval=60", `{"candlesticks":`+candles+`}`),
		at("/markets/TEA-1/orderbook", `{"orderbook_fp":{"yes_dollars":[["0.0100","90.00"]],"no_dollars":[]}}`),
		at("/markets/TEA-2/orderbook", `{"orderbook_fp":{"yes_dollars":[["0.0100"]],"no_dollars":[]}}`),
	)
	ctx := t.Context()

	for _, ticker := range []string{"TEA-1", "OLD-1"} {
		m, err := c.Market(ctx, ticker)
		if err != nil || m.Ticker != ticker || m.VolumeFP != "7.50" ||
			m.Volume24FP != "2.00" || m.InterestFP != "4.25" {
			t.Errorf("%s: %+v %v", ticker, m, err)
		}
	}
	if list, err := c.Markets(ctx, []string{"TEA-1", "TEA-2"}); err != nil || len(list) != 1 {
		t.Errorf("%+v %v", list, err)
	}
	if event, err := c.Event(ctx, "TEA"); err != nil || len(event.Markets) != 1 {
		t.Errorf("markets beside the event: %+v %v", event, err)
	}
	if event, err := c.Event(ctx, "NONE"); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("an event without markets: %+v %v", event, err)
	}

	from, to := time.Unix(1, 0), time.Unix(2, 0)
	recent, err := c.Candles(ctx, "TEA-1", from, to, Day)
	old, oldErr := c.OldCandles(ctx, "OLD-1", from, to, Hour)
	for _, got := range [][]Candle{recent, old} {
		if len(got) != 2 || got[0].Close() != nil || *got[1].Close() != 0.34 {
			t.Fatalf("%+v %v %v, missed %v", got, err, oldErr, world.Misses())
		}
		if bid, ask := got[0].Quotes(); *bid != 0.06 || ask != nil {
			t.Errorf("quotes %v %v", bid, ask)
		}
	}
	if others, err := c.Candles(ctx, "TEA-2", from, to, Day); err != nil || others != nil {
		t.Errorf("candles of another market: %+v %v", others, err)
	}

	if book, err := c.Book(ctx, "TEA-1"); err != nil || len(book.Yes) != 1 || book.Yes[0].Count != "90.00" {
		t.Errorf("%+v %v", book, err)
	}
	if book, err := c.Book(ctx, "TEA-2"); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("a level without a count: %+v %v", book, err)
	}
}
