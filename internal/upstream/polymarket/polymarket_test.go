package polymarket

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	gamma = "https://gamma-api.polymarket.com"
	data  = "https://data-api.polymarket.com"
	clob  = "https://clob.polymarket.com"
)

var client = upstreamtest.Over(New)

func at(url, body string) upstreamtest.Answer { return upstreamtest.Answer{URL: url, Body: body} }

func TestListsInsideStrings(t *testing.T) {
	for text, want := range map[string]Texts{
		`"[\"Yes\", \"No\"]"`: {"Yes", "No"}, `["Yes","No"]`: {"Yes", "No"}, `"[0.5, 0.5]"`: {"0.5", "0.5"},
		`""`: nil, `null`: nil, `"[]"`: nil,
	} {
		var got Texts
		if err := json.Unmarshal([]byte(text), &got); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v", text, got, err)
		}
	}
	for _, text := range []string{`"[\"a"`, `{}`, `"no list"`} {
		if err := json.Unmarshal([]byte(text), new(Texts)); err == nil {
			t.Errorf("%s is a list", text)
		}
	}
}

func TestSearchTradesAndHistory(t *testing.T) { samples.Each(t, searchTradesAndHistory) }

func searchTradesAndHistory(t *testing.T, read func(name string) string) {
	t.Helper()
	sold := read("polymarket/trade_v1.json")
	condition := regexp.MustCompile(`"conditionId": ?"(\w+)"`).FindStringSubmatch(sold)[1]
	c, _ := client(t,
		at(gamma+"/public-search?q=bitcoin", read("polymarket/public_search.json")),
		at(gamma+"/events/30829", read("polymarket/events_by_slug.json")),
		at(gamma+"/markets/1878152", read("polymarket/market_sports_resolved.json")),
		at(data+"/trades?takerOnly=true", sold),
		at(clob+"/prices-history?market=7&interval=1w&fidelity=60", read("polymarket/prices_history_clob.json")),
		at(clob+"/prices-history?market=8", read("polymarket/prices_history_clob_empty.json")))

	events, err := c.Search(t.Context(), "bitcoin", 5)
	if err != nil || len(events) == 0 || len(events[0].Markets) == 0 || len(events[0].Markets[0].Tokens) != 2 {
		t.Errorf("%+v %v", events, err)
	}
	if _, err := c.Event(t.Context(), "30829"); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("a list where an event should be: %v", err)
	}
	market, err := c.Market(t.Context(), "1878152")
	if err != nil || len(market.Outcomes) != 2 ||
		!slices.Equal(market.Prices, []string{"1", "0"}) {
		t.Errorf("%+v %v", market, err)
	}

	trades, next, err := c.Trades(t.Context(), condition, 1, "")
	if err != nil || len(trades) != 1 || trades[0].Side != "SELL" || trades[0].Index != 0 || trades[0].Size == "" ||
		next != "o.1" {
		t.Errorf("%+v %q %v", trades, next, err)
	}
	if _, _, err := c.Trades(t.Context(), "0xother", 1, ""); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("trades of another market: %v", err)
	}
	points, _, err := c.History(t.Context(), "7", "1w", time.Hour)
	if err != nil || len(points) != 2 || points[1].Time-points[0].Time != 3601 || points[0].Price == 0 {
		t.Errorf("%+v %v", points, err)
	}
	if points, _, err := c.History(t.Context(), "8", "1w", time.Hour); err != nil || len(points) != 0 {
		t.Errorf("%+v %v", points, err)
	}
}

func TestHistoryOfSeveralPages(t *testing.T) {
	const url = data + "/v2/prices-history?token_id=7&interval=max&bucket_seconds=43200"
	c, _ := client(
		t,
		at(url+"&cursor=b", `{"data":[{"timestamp":1700000002,"price":"0.2"}],"pagination":{"has_more":false}}`),
		at(
			url,
			`{"data":[{"timestamp":1700000001,"price":0.1},{"timestamp":1700000001,"price":"x"}],
"pagination":{"has_more":true,"next_cursor":"b"}}`,
		),
	)
	points, truncated, err := c.History(t.Context(), "7", "max", 12*time.Hour)
	if err != nil || truncated || !slices.Equal(points, []Point{{1700000001, 0.1}, {1700000002, 0.2}}) {
		t.Errorf("%+v %v %v", points, truncated, err)
	}

	c, _ = client(
		t,
		at(url, `{"data":[{"timestamp":1700000001,"price":0.1}],"pagination":{"has_more":true,"next_cursor":"b"}}`),
	)
	if points, truncated, err := c.History(t.Context(), "7", "max", 12*time.Hour); err != nil || !truncated ||
		len(points) != maxHistoryPages {
		t.Errorf("without an end: %+v %v %v", points, truncated, err)
	}
}

// TestCursorKeepsItsGeneration holds that a cursor of the newer API is not shown to the older, whose pages are others.
func TestCursorKeepsItsGeneration(t *testing.T) {
	c, world := client(t, upstreamtest.Answer{URL: data + "/v2/trades", Status: 503}, at(data+"/trades", `[]`))
	if _, _, err := c.Trades(t.Context(), "0x1", 5, "n.abc"); !errors.Is(err, upstream.Unavailable) {
		t.Error(err)
	}
	if slices.ContainsFunc(
		world.Asked(),
		func(u string) bool { return u[:len("GET "+data+"/trades")] == "GET "+data+"/trades" },
	) {
		t.Error(world.Asked())
	}
}

func TestAnOfferThatIsThereTwiceCountsOnce(t *testing.T) {
	c, _ := client(t, at(clob+"/book?token_id=7", `{"asset_id":"7","bids":[],
		"asks":[{"price":"0.36","size":"640"},{"price":"0.37","size":"640"},{"price":"0.36","size":"640"}]}`))
	if book, err := c.Book(t.Context(), "7"); err != nil || len(book.Asks) != 2 {
		t.Errorf("%+v, %v", book, err)
	}
}

func TestWhatCannotBeUsed(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"not found": {
			upstreamtest.Answer{URL: gamma + "/*", Status: 404, Body: `{"type":"not found error"}`},
			upstream.NotFound,
		},
		"rate limited": {
			upstreamtest.Answer{URL: gamma + "/*", Status: 429},
			upstream.RateLimited,
		},
		"forbidden in this country": {
			upstreamtest.Answer{URL: gamma + "/*", Status: 451, Body: "unavailable"}, upstream.BadResponse,
		},
		"a page": {
			upstreamtest.Answer{URL: gamma + "/*", Type: "text/html", Body: "<html>"},
			upstream.BadResponse,
		},
		"cut":   {at(gamma+"/*", `{"conditionId":"0x`), upstream.BadResponse},
		"empty": {at(gamma+"/*", `{}`), upstream.BadResponse},
		"null":  {at(gamma+"/*", `null`), upstream.BadResponse},
	} {
		client, _ := client(t, c.answer)
		_, err := client.Market(t.Context(), "1")
		if why == "forbidden in this country" {
			if err == nil || errors.Is(err, upstream.NotFound) {
				t.Errorf("%s: %v", why, err)
			}
			continue
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: a market: %v", why, err)
		}
		want := c.want
		if want == upstream.NotFound {
			want = upstream.BadResponse
		}
		if _, err := client.Search(t.Context(), "x", 1); !errors.Is(err, want) {
			t.Errorf("%s: a search: %v", why, err)
		}
	}
}
