// Package predictiontest has what the venues say to the examples of the spec's prediction routes: real events and
// tickers, and prices that could be theirs.
package predictiontest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// Now is the time that the examples were written for.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// Where the venues are.
const (
	Gamma    = "https://gamma-api.polymarket.com"
	Data     = "https://data-api.polymarket.com"
	Clob     = "https://clob.polymarket.com"
	Kalshi   = "https://external-api.kalshi.com/trade-api/v2"
	Manifold = "https://api.manifold.markets/v0"
)

// Conditions of the Polymarket fixtures.
const (
	SmithCondition   = "0xc8f1cf5d4f26e0fd9c8fe89f2a7b3263b902cf14fde7bfccef525753bb492e47"
	WhitmerCondition = "0xe39adea057926dc197fe30a441f57a340b2a232d5a687010f78bba9b6e02620f"
	BitcoinCondition = "0x3333333333333333333333333333333333333333333333333333333333333333"
)

// Answers are what the venues say to the examples of the spec.
func Answers() []upstreamtest.Answer {
	return []upstreamtest.Answer{
		{URL: Gamma + "/public-search?q=bitcoin+above+100000", Body: `{"events":[` + bitcoinEvent + `],` + more + `}`},
		{
			URL:  Gamma + "/public-search?q=Democratic+Presidential+Nominee+2028",
			Body: `{"events":[` + NomineeEvent + `],` + more + `}`,
		},
		{
			URL:  Gamma + "/public-search?q=Democratic+nominee+2028",
			Body: `{"events":[` + NomineeEvent + `],` + more + `}`,
		},
		{URL: Gamma + "/public-search", Body: `{"events":[],"pagination":{"hasMore":false,"totalResults":0}}`},
		{
			URL:  Gamma + "/events/keyset",
			Body: `{"events":[` + NomineeEvent + `,` + bitcoinEvent + `],"next_cursor":""}`,
		},
		{URL: Gamma + "/events/slug/democratic-presidential-nominee-2028", Body: NomineeEvent},
		{URL: Gamma + "/events/30829", Body: NomineeEvent},
		{URL: Gamma + "/markets/keyset?condition_ids=" + SmithCondition, Body: `{"markets":[` + smith + `]}`},
		{URL: Gamma + "/markets/keyset?condition_ids=" + BitcoinCondition, Body: `{"markets":[` + bitcoin + `]}`},
		{URL: Gamma + "/markets/keyset", Body: `{"markets":[]}`},
		{URL: Data + "/v2/trades?condition=" + SmithCondition, Body: trades},
		{URL: Data + "/v2/prices-history?token_id=11", Body: history},
		{URL: Clob + "/book?token_id=11", Body: bookSmith},
		{URL: Clob + "/book?token_id=21", Body: bookWhitmer},

		{
			URL:  Kalshi + "/events?status=open",
			Body: `{"events":[` + kalshiNominee + `,` + kalshiMars + `,` + kalshiBitcoin + `],"cursor":""}`,
		},
		{URL: Kalshi + "/events/KXPRESNOMD-28", Body: `{"event":` + kalshiNominee + `}`},
		{URL: Kalshi + "/events/KXELONMARS-99", Body: `{"event":` + kalshiMars + `}`},
		{URL: Kalshi + "/markets/KXELONMARS-99", Body: `{"market":` + mars + `}`},
		{URL: Kalshi + "/markets/KXPRESNOMD-28-SASM/orderbook", Body: kalshiBookSmith},
		{URL: Kalshi + "/markets/KXPRESNOMD-28-GWHI/orderbook", Body: kalshiBookWhitmer},
		{URL: Kalshi + "/markets/trades?ticker=KXELONMARS-99", Body: kalshiTrades},
		{URL: Kalshi + "/markets/trades", Body: `{"trades":[],"cursor":""}`},
		{URL: Kalshi + "/historical/trades", Body: `{"trades":[],"cursor":""}`},
		{URL: Kalshi + "/markets/candlesticks?market_tickers=KXELONMARS-99", Body: candles},
		{URL: Kalshi + "/markets/candlesticks", Body: `{"markets":[]}`},
		{
			URL: Kalshi + "/markets",
			Body: `{"markets":[` + kalshiSmith + `,` + kalshiWhitmer + `,` + mars + `,` + kalshiAbove + `],
"cursor":""}`,
		},

		{URL: Manifold + "/search-markets?sort=24-hour-vol", Body: `[` + manifoldSmith + `,` + manifoldBitcoin + `]`},
		{URL: Manifold + "/search-markets?term=bitcoin+above+100000", Body: `[` + manifoldBitcoin + `]`},
		{URL: Manifold + "/search-markets?term=Democratic+Presidential+Nominee+2028", Body: `[` + manifoldSmith + `]`},
		{URL: Manifold + "/search-markets?term=Democratic+nominee+2028", Body: `[` + manifoldSmith + `]`},
		{URL: Manifold + "/search-markets", Body: `[]`},
		{URL: Manifold + "/market/sm1thD3m28QQ", Body: manifoldSmith},
		{URL: Manifold + "/bets?contractId=sm1thD3m28QQ", Body: bets},

		// How the venues say that they have no such market.
		{
			URL:    Gamma + "/*",
			Status: http.StatusNotFound,
			Body:   `{"type":"not found error","error":"id not found"}`,
		},
		{
			URL:    Kalshi + "/*",
			Status: http.StatusNotFound,
			Body:   `{"error":{"code":"not_found","message":"not found"}}`,
		},
		{
			URL:    Manifold + "/*",
			Status: http.StatusNotFound,
			Body:   `{"message":"Contract not found"}`,
		},
	}
}

const more = `"pagination":{"hasMore":false,"totalResults":1}`

// PolymarketMarket is a market of Polymarket: members are put behind those that all have, and win over them.
func PolymarketMarket(number, condition, slug, question, group, members string) string {
	return fmt.Sprintf(`{"id":%q,"conditionId":%q,"slug":%q,"question":%q,"groupItemTitle":%q,
"outcomes":"[\"Yes\", \"No\"]","active":true,"closed":false,"archived":false,"acceptingOrders":true,
"startDate":"2025-07-11T18:36:02.893Z","updatedAt":"2026-11-20T11:59:30.000000Z",%s}`,
		number, condition, slug, question, group, members)
}

var (
	smith = PolymarketMarket(
		"559657",
		SmithCondition,
		"will-stephen-a-smith-win-the-2028-democratic-presidential-nomination-914",
		"Will Stephen A. Smith win the 2028 Democratic presidential nomination?",
		"Stephen A. Smith",
		`"outcomePrices":"[\"0.355\", \"0.645\"]","clobTokenIds":"[\"11\", \"12\"]","bestBid":0.35,"bestAsk":0.36,"spread":0.01,
"lastTradePrice":0.36,"oneDayPriceChange":0.01,"volumeNum":9120344.5,"volume":"9120344.5","volume24hr":210400.25,
"liquidityNum":801223.4,"liquidity":"801223.4","endDate":"2028-11-07T00:00:00Z",
"description":"Yes if this person becomes the nominee.","umaResolutionStatuses":"[]",
"events":[{"id":"30829","slug":"democratic-presidential-nominee-2028","title":"Democratic Presidential Nominee 2028"}]`,
	)
	whitmer = PolymarketMarket(
		"559659",
		WhitmerCondition,
		"will-gretchen-whitmer-win-the-2028-democratic-presidential-nomination-676",
		"Will Gretchen Whitmer win the 2028 Democratic presidential nomination?",
		"Gretchen Whitmer",
		`"outcomePrices":"[\"0.085\", \"0.915\"]","clobTokenIds":"[\"21\", \"22\"]","bestBid":0.08,"bestAsk":0.09,"spread":0.01,
"lastTradePrice":0.08,"volumeNum":4312000.1,"volume24hr":90210.75,"liquidityNum":402110.2,
"endDate":"2028-11-07T00:00:00Z","description":"Yes if this person becomes the nominee."`,
	)
	bitcoin = PolymarketMarket("700001", BitcoinCondition, "bitcoin-above-100k-on-december-31-2026",
		"Will the price of Bitcoin be above $100,000 on December 31, 2026?", "100,000",
		`"outcomePrices":"[\"0.61\", \"0.39\"]","clobTokenIds":"[\"31\", \"32\"]","bestBid":0.6,"bestAsk":0.62,"spread":0.02,
"lastTradePrice":0.61,"oneDayPriceChange":-0.02,"volumeNum":1500000,"volume24hr":1200,"liquidityNum":250000,
"endDate":"2026-12-31T17:00:00Z","description":"By the one-minute candle at noon."`)

	// NomineeEvent is an event whose markets exclude each other.
	NomineeEvent = `{"id":"30829","slug":"democratic-presidential-nominee-2028",
"title":"Democratic Presidential Nominee 2028",
"negRisk":true,"closed":false,"volume24hr":300611,"tags":[{"label":"Politics"}],
"markets":[` + smith + `,` + whitmer + `]}`

	bitcoinEvent = `{"id":"80001","slug":"bitcoin-above-on-december-31-2026",
"title":"Bitcoin above ___ on December 31?",
"negRisk":false,"closed":false,"volume24hr":1200,"tags":[{"label":"Crypto"}],"markets":[` + bitcoin + `]}`
)

const trades = `{"data":[
{"condition_id":"` + SmithCondition + `","token_id":"11","side":"BUY","outcome":"Yes","outcome_index":0,"price":0.36,
 "size":250,"timestamp":1795175100,"transaction_hash":"0xabc1","proxy_wallet":"0xuser1","name":"somebody"},
{"condition_id":"` + SmithCondition + `","token_id":"12","side":"BUY","outcome":"No","outcome_index":1,"price":"0.65",
 "size":"100","timestamp":1795174500,"transaction_hash":"0xabc2","proxy_wallet":"0xuser2","pseudonym":"somebody"}],
"pagination":{"limit":2,"offset":0,"has_more":true,"next_cursor":"c2"}}`

const history = `{"data":[{"timestamp":1794484800,"price":0.33,"resolution_seconds":3600},
{"timestamp":1794571200,"price":0.37,"resolution_seconds":3600},{"timestamp":1795089600,"price":0.35,
"resolution_seconds":3600}],
"pagination":{"has_more":false,"next_cursor":null}}`

// KalshiMarket is a market of Kalshi: members are put in the place of those that all have.
func KalshiMarket(ticker, event, title, yes, members string) string {
	market := map[string]json.RawMessage{}
	common := fmt.Sprintf(`{"ticker":%q,"event_ticker":%q,"title":%q,"yes_sub_title":%q,"market_type":"binary",
"created_time":"0001-01-01T00:00:00Z","liquidity_dollars":"0.0000","notional_value_dollars":"1.0000",
"open_time":"2024-01-01T00:00:00Z","close_time":"2024-02-01T00:00:00Z","yes_bid_dollars":"0.0000","yes_ask_dollars":"1.0000",
"last_price_dollars":"0.0000","volume_fp":"0.00","volume_24h_fp":"0.00","open_interest_fp":"0.00"}`,
		ticker, event, title, yes)
	for _, text := range []string{common, "{" + members + "}"} {
		if err := json.Unmarshal([]byte(text), &market); err != nil {
			panic(err)
		}
	}

	whole, err := json.Marshal(market)
	if err != nil {
		panic(err)
	}
	return string(whole)
}

var (
	mars = KalshiMarket("KXELONMARS-99", "KXELONMARS-99", "Will Elon Musk visit Mars before Aug 1, 2099?", "Mars",
		`"status":"active","result":"","open_time":"2025-08-28T20:45:00Z","close_time":"2099-08-01T04:59:00Z",
"updated_time":"2026-11-20T11:40:00Z","yes_bid_dollars":"0.0600","yes_ask_dollars":"0.0700","no_bid_dollars":"0.9300",
"no_ask_dollars":"0.9400","last_price_dollars":"0.0600","previous_price_dollars":"0.0700","yes_bid_size_fp":"1200.00",
"yes_ask_size_fp":"310.50","volume_fp":"48210.00","volume_24h_fp":"120.00","open_interest_fp":"15011.00",
"rules_primary":"Yes if he visits Mars in time.","rules_secondary":""`)
	kalshiSmith = KalshiMarket(
		"KXPRESNOMD-28-SASM",
		"KXPRESNOMD-28",
		"Who will be the Democratic nominee for President in 2028?",
		"Stephen A. Smith",
		`"status":"active","result":"","open_time":"2025-01-20T15:00:00Z","close_time":"2028-11-07T15:00:00Z",
"updated_time":"2026-11-20T11:58:00Z","yes_bid_dollars":"0.3300","yes_ask_dollars":"0.3400",
"last_price_dollars":"0.3400",
"previous_price_dollars":"0.3300","volume_fp":"8800123.00","volume_24h_fp":"300000.00","open_interest_fp":"2400100.00"`,
	)
	kalshiWhitmer = KalshiMarket(
		"KXPRESNOMD-28-GWHI",
		"KXPRESNOMD-28",
		"Who will be the Democratic nominee for President in 2028?",
		"Gretchen Whitmer",
		`"status":"active","result":"","open_time":"2025-01-20T15:00:00Z",
"close_time":"2028-11-07T15:00:00Z","yes_bid_dollars":"0.0800","yes_ask_dollars":"0.0900","last_price_dollars":"0.0900",
"volume_fp":"3100000.00","volume_24h_fp":"50000.00","open_interest_fp":"900000.00"`,
	)
	kalshiAbove = KalshiMarket(
		"KXBTCY-26DEC31-T100000",
		"KXBTCY-26DEC31",
		"Bitcoin price on Dec 31, 2026?",
		"$100,000 or above",
		`"status":"active","result":"","open_time":"2026-01-02T15:00:00Z","close_time":"2026-12-31T22:00:00Z",
"yes_bid_dollars":"0.5700","yes_ask_dollars":"0.5900","last_price_dollars":"0.5800","volume_fp":"410000.00",
"volume_24h_fp":"9000.00","open_interest_fp":"120000.00"`,
	)

	kalshiNominee = `{"event_ticker":"KXPRESNOMD-28","series_ticker":"KXPRESNOMD",
"title":"Democratic Presidential nominee in 2028?",
"sub_title":"In 2028","category":"Elections","mutually_exclusive":true,
"markets":[` + kalshiSmith + `,` + kalshiWhitmer + `]}`
	kalshiMars = `{"event_ticker":"KXELONMARS-99","series_ticker":"KXELONMARS",
"title":"Will Elon Musk visit Mars in his lifetime?",
"sub_title":"Before 2099","category":"World","mutually_exclusive":false,"markets":[` + mars + `]}`
	kalshiBitcoin = `{"event_ticker":"KXBTCY-26DEC31","series_ticker":"KXBTCY","title":"Bitcoin price on Dec 31, 2026?",
"sub_title":"","category":"Crypto","mutually_exclusive":false,"markets":[` + kalshiAbove + `]}`
)

// Books: bids of Polymarket ascend and its asks descend, both sides of Kalshi are bids that ascend.
const (
	bookSmith = `{"market":"` + SmithCondition + `","asset_id":"11","timestamp":"1795175970000","hash":"0xb00c",
"bids":[{"price":"0.1","size":"40000"},{"price":"0.31","size":"8300"},{"price":"0.34","size":"320.5"},
{"price":"0.35","size":"500"}],
"asks":[{"price":"0.9","size":"51000"},{"price":"0.4","size":"6400"},{"price":"0.37","size":"240"},
{"price":"0.36","size":"400"}]}`
	bookWhitmer = `{"market":"` + WhitmerCondition + `","asset_id":"21","timestamp":"1795175970000","hash":"0xb00d",
"bids":[{"price":"0.03","size":"18500"},{"price":"0.07","size":"9000"},{"price":"0.08","size":"3000"}],
"asks":[{"price":"0.14","size":"22000"},{"price":"0.1","size":"3100"},{"price":"0.09","size":"1000"}]}`
	kalshiBookSmith = `{"orderbook_fp":{
"yes_dollars":[["0.0100","90000.00"],["0.2900","3700.00"],["0.3200","600.00"],["0.3300","900.00"]],
"no_dollars":[["0.0100","1000000.00"],["0.6200","3200.50"],["0.6500","500.00"],["0.6600","400.00"]]}}`
	kalshiBookWhitmer = `{"orderbook_fp":{
"yes_dollars":[["0.0300","41000.00"],["0.0700","12000.00"],["0.0800","8000.00"]],
"no_dollars":[["0.8600","33000.00"],["0.9000","3000.00"],["0.9100","5000.00"]]}}`
)

const kalshiTrades = `{"cursor":"CgwI","trades":[
{"trade_id":"5f0f3c2e-0001-4000-8000-000000000001","ticker":"KXELONMARS-99","count_fp":"5.00",
"yes_price_dollars":"0.0600",
 "no_price_dollars":"0.9400","taker_outcome_side":"no","created_time":"2026-11-20T11:20:10.500000Z",
"is_block_trade":false},
{"trade_id":"5f0f3c2e-0001-4000-8000-000000000002","ticker":"KXELONMARS-99","count_fp":"10.50",
"yes_price_dollars":"0.0700",
 "no_price_dollars":"0.9300","taker_outcome_side":"yes","created_time":"2026-11-20T09:02:44.000000Z",
 "is_block_trade":false}]}`

const candles = `{"markets":[{"market_ticker":"KXELONMARS-99","candlesticks":[
{"end_period_ts":1795010400,"price":{"previous_dollars":"0.0800"},"yes_bid":{"open_dollars":"0.0700","close_dollars":"0.0700"},
"yes_ask":{"open_dollars":"0.0800","close_dollars":"0.0800"},"volume_fp":"0.00"},
{"end_period_ts":1795096800,"price":{"open_dollars":"0.0700","close_dollars":"0.0700"},
 "yes_bid":{"open_dollars":"0.0600","close_dollars":"0.0600"},
"yes_ask":{"open_dollars":"0.0700","close_dollars":"0.0700"},"volume_fp":"40.00"},
{"end_period_ts":1795183200,"price":{"open_dollars":"0.0600","close_dollars":"0.0600"},
 "yes_bid":{"open_dollars":"0.0600","close_dollars":"0.0600"},"yes_ask":{"open_dollars":"0.0700","close_dollars":"0.0700"},"volume_fp":"15.50"}]}]}`

const (
	manifoldSmith = `{"id":"sm1thD3m28QQ",
"question":"Will Stephen A. Smith be the Democratic nominee for president in 2028?",
"url":"https://manifold.markets/somebody/will-stephen-a-smith-be-the-democratic","outcomeType":"BINARY","token":"MANA",
"probability":0.31,"volume":90210,"volume24Hours":512,"totalLiquidity":4000,"createdTime":1735689600000,
"closeTime":1857168000000,"lastUpdatedTime":1795170000000,"isResolved":false,
"textDescription":"Yes if he is nominated."}`
	manifoldBitcoin = `{"id":"b7cAbove100k","question":"Will Bitcoin be above $100,000 at the end of 2026?",
"url":"https://manifold.markets/somebody/will-bitcoin-be-above-100000-at-the","outcomeType":"BINARY","token":"MANA",
"probability":0.55,"volume":41200,"volume24Hours":300,"totalLiquidity":2500,"createdTime":1767225600000,
"closeTime":1798761540000,"isResolved":false}`
	bets = `[{"id":"b2","contractId":"sm1thD3m28QQ","createdTime":1795170000000,"amount":10,"shares":32.1,
"outcome":"YES",
"probBefore":0.305,"probAfter":0.31,"isFilled":true},
{"id":"b1","contractId":"sm1thD3m28QQ","createdTime":1795160000000,"amount":-6.8,"shares":-22,"outcome":"YES",
"probBefore":0.31,
"probAfter":0.305,"isFilled":true},
{"id":"b0","contractId":"sm1thD3m28QQ","createdTime":1795150000000,"amount":0,"shares":0,"outcome":"NO","limitProb":0.2,
"probBefore":0.31,"probAfter":0.31,"isFilled":false}]`
)
