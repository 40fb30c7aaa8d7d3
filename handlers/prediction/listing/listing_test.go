package listing

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/prediction"
	"github.com/farebox/farebox/internal/upstream/kalshi"
	"github.com/farebox/farebox/internal/upstream/manifold"
	"github.com/farebox/farebox/internal/upstream/polymarket"
)

var read = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func parsed[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// told is what a listing says of its state: status, resolution, kind, final, payout, probability with basis, bid and
// ask.
func told(l gen.PredictionListing) string {
	show := func(p *float64) string {
		if p == nil {
			return "-"
		}
		return fmt.Sprint(*p)
	}
	text := string(l.Status)
	for _, s := range []*string{l.Resolution, (*string)(l.ResolutionKind), (*string)(l.ProbabilityBasis)} {
		if s == nil {
			text += " -"
			continue
		}
		text += " " + *s
	}
	final := "-"
	if l.ResolutionFinal != nil {
		final = fmt.Sprint(*l.ResolutionFinal)
	}
	return text + fmt.Sprintf(
		" final=%s pays=%s p=%s %s/%s",
		final,
		show(l.YesPayout),
		show(l.Probability),
		show(l.YesBid),
		show(l.YesAsk),
	)
}

func TestStatesOfPolymarket(t *testing.T) {
	const base = `"conditionId":"0x1","question":"Q?","outcomes":"[\"Yes\", \"No\"]","bestBid":0.69,"bestAsk":0.71,
"lastTradePrice":0.7,"active":true`
	for why, c := range map[string]struct{ members, want string }{
		"open": {
			`"closed":false,"outcomePrices":"[\"0.7\",\"0.3\"]"`,
			"open - - midpoint final=- pays=- p=0.7 0.69/0.71",
		},
		"an outcome is proposed and trading goes on": {
			`"closed":false,"umaResolutionStatus":"proposed"`, "open - - midpoint final=- pays=- p=0.7 0.69/0.71",
		},
		"closed with one outcome at 1: the quotes are stale": {
			`"closed":true,"outcomePrices":"[\"1\",\"0\"]"`,
			"resolved Yes outcome resolution final=true pays=1 p=1 -/-",
		},
		"the other side won": {
			`"closed":true,"umaResolutionStatus":"resolved","outcomePrices":"[\"0\",\"1\"]"`,
			"resolved No outcome resolution final=true pays=0 p=0 -/-",
		},
		"both sides are paid half": {
			`"closed":true,"umaResolutionStatus":"resolved","outcomePrices":"[\"0.5\",\"0.5\"]"`,
			"resolved split split resolution final=true pays=0.5 p=0.5 -/-",
		},
		"half and half before the oracle has spoken is no outcome": {
			`"closed":true,"outcomePrices":"[\"0.5\",\"0.5\"]"`, "closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"prices near an outcome are none": {
			`"closed":true,"outcomePrices":"[\"0.9995\",\"0.0005\"]"`, "closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"old markets have zeros": {
			`"closed":true,"outcomePrices":"[\"0\",\"0\"]"`, "closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"two ones": {
			`"closed":true,"outcomePrices":"[\"1\",\"1\"]"`, "closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"closed, and an outcome is only proposed": {
			`"closed":true,"umaResolutionStatus":"proposed","outcomePrices":"[\"1\",\"0\"]"`,
			"closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"disputed": {
			`"closed":true,"umaResolutionStatus":"disputed","outcomePrices":"[\"1\",\"0\"]"`,
			"disputed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"disputed while it trades": {
			`"closed":false,"umaResolutionStatus":"disputed"`, "disputed - - midpoint final=- pays=- p=0.7 0.69/0.71",
		},
		"no orders are taken after the end": {
			`"closed":false,"acceptingOrders":false,"endDate":"2026-11-19T00:00:00Z"`,
			"closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"no orders are taken before the end": {
			`"closed":false,"acceptingOrders":false,"endDate":"2026-11-21T00:00:00Z"`,
			"paused - - last_trade final=- pays=- p=0.7 -/-",
		},
		"no prices at all": {
			`"closed":false,"bestBid":0,"bestAsk":1,"lastTradePrice":null`, "open - - - final=- pays=- p=- -/-",
		},
		"a wide book: the last trade counts": {
			`"closed":false,"bestBid":0.2,"bestAsk":0.8`, "open - - last_trade final=- pays=- p=0.7 0.2/0.8",
		},
		"a crossed book is no spread": {
			`"closed":false,"bestBid":0.8,"bestAsk":0.2`, "open - - last_trade final=- pays=- p=0.7 0.8/0.2",
		},
		"prices beyond 1 are none": {
			`"closed":false,"bestBid":-0.1,"bestAsk":71,"lastTradePrice":70`, "open - - - final=- pays=- p=- -/-",
		},
	} {
		m := parsed[polymarket.Market](t, "{"+base+","+c.members+"}")
		if got := told(OfPolymarket(m, nil, read)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", why, got, c.want)
		}
	}
}

func TestStatesOfKalshi(t *testing.T) {
	const base = `"ticker":"KXA-1","event_ticker":"KXA","last_price_dollars":"0.7000"`
	for why, c := range map[string]struct{ members, want string }{
		"open": {
			`"status":"active","yes_bid_dollars":"0.6900","yes_ask_dollars":"0.7100"`,
			"open - - midpoint final=- pays=- p=0.7 0.69/0.71",
		},
		"one side of the book is empty": {
			`"status":"active","yes_bid_dollars":"0.0000","yes_ask_dollars":"0.0100","last_price_dollars":"0.0200"`,
			"open - - last_trade final=- pays=- p=0.02 -/0.01",
		},
		"nobody quotes": {
			`"status":"active","yes_bid_dollars":"0.0000","yes_ask_dollars":"1.0000","last_price_dollars":"0.0000"`,
			"open - - - final=- pays=- p=- -/-",
		},
		"paused": {
			`"status":"inactive","yes_bid_dollars":"0.6900","yes_ask_dollars":"0.7100"`,
			"paused - - last_trade final=- pays=- p=0.7 -/-",
		},
		"closed, its book swept": {
			`"status":"closed","yes_bid_dollars":"0.0000","yes_ask_dollars":"1.0000"`,
			"closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"finalized": {
			`"status":"finalized","result":"yes","settlement_value_dollars":"1.0000","yes_bid_dollars":"0.0000",
"yes_ask_dollars":"1.0000"`,
			"resolved Yes outcome resolution final=true pays=1 p=1 -/-",
		},
		"determined, which may still be disputed": {
			`"status":"determined","result":"no"`, "resolved No outcome resolution final=false pays=0 p=0 -/-",
		},
		"disputed: the outcome does not become the probability": {
			`"status":"disputed","result":"yes"`, "disputed Yes outcome last_trade final=false pays=1 p=0.7 -/-",
		},
		"a tie pays half": {
			`"status":"finalized","result":"scalar","settlement_value_dollars":"0.5000"`,
			"resolved scalar split resolution final=true pays=0.5 p=0.5 -/-",
		},
		"the word says yes and the value half": {
			`"status":"finalized","result":"yes","settlement_value_dollars":"0.5000"`,
			"resolved Yes split resolution final=true pays=0.5 p=0.5 -/-",
		},
		"void": {
			`"status":"finalized","result":"void"`, "resolved void void - final=true pays=- p=- -/-",
		},
		"finalized without a word": {
			`"status":"finalized","result":""`, "closed - - last_trade final=- pays=- p=0.7 -/-",
		},
		"a status that is not known is not open": {
			`"status":"halted","yes_bid_dollars":"0.6900","yes_ask_dollars":"0.7100"`,
			"closed - - last_trade final=- pays=- p=0.7 -/-",
		},
	} {
		m := parsed[kalshi.Market](t, "{"+base+","+c.members+"}")
		if got := told(OfKalshi(m, nil, read)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", why, got, c.want)
		}
	}
}

func TestStatesOfManifold(t *testing.T) {
	const base = `"id":"abcdefgh","question":"Q?","outcomeType":"BINARY","probability":0.4`
	for why, c := range map[string]struct{ members, want string }{
		"open":         {`"closeTime":1857168000000`, "open - - venue final=- pays=- p=0.4 -/-"},
		"never closes": {`"isResolved":false`, "open - - venue final=- pays=- p=0.4 -/-"},
		"closed":       {`"closeTime":1735689600000`, "closed - - venue final=- pays=- p=0.4 -/-"},
		"yes": {`"isResolved":true,
"resolution":"YES"`, "resolved Yes outcome resolution final=true pays=1 p=1 -/-"},
		"no": {`"isResolved":true,
"resolution":"NO"`, "resolved No outcome resolution final=true pays=0 p=0 -/-"},
		"called off": {`"isResolved":true,
"resolution":"CANCEL"`, "resolved CANCEL void - final=true pays=- p=- -/-"},
		"a probability": {`"isResolved":true,"resolution":"MKT",
"resolutionProbability":0.3`, "resolved MKT split resolution final=true pays=0.3 p=0.3 -/-"},
		"the place of a number in its range": {`"outcomeType":"PSEUDO_NUMERIC","isResolved":true,"resolution":"MKT",
"resolutionProbability":0.3`, "resolved MKT split - final=true pays=- p=- -/-"},
		"not said how": {`"isResolved":true`, "resolved - - - final=- pays=- p=- -/-"},
	} {
		m := parsed[manifold.Market](t, "{"+base+","+c.members+"}")
		if got := told(OfManifold(m, read)); got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", why, got, c.want)
		}
	}
}

func TestAnswerThatWonIsToldByItsText(t *testing.T) {
	m := parsed[manifold.Market](
		t,
		`{"id":"abcdefgh","outcomeType":"MULTIPLE_CHOICE","isResolved":true,"resolution":"x2",
"answers":[{"id":"x1","text":"Red","probability":0.2},{"id":"x2","text":"Blue","probability":0.7}]}`,
	)
	l := OfManifold(m, read)
	if *l.Resolution != "Blue" || *l.Outcomes[0].Probability != 0 || *l.Outcomes[1].Probability != 1 ||
		l.Probability != nil {
		t.Errorf("%s %+v", told(l), l.Outcomes)
	}
}

func TestAnswersThatDoNotExcludeEachOtherAreResolvedOneByOne(t *testing.T) {
	l := OfManifold(parsed[manifold.Market](t, `{"id":"abcdefgh","outcomeType":"MULTIPLE_CHOICE",
"shouldAnswersSumToOne":false,"answers":[{"id":"x1","text":"Red","probability":0.2,"resolution":"NO"},
{"id":"x2","text":"Blue","probability":0.7}]}`), read)
	if *l.Outcomes[0].Probability != 0 || *l.Outcomes[1].Probability != 0.7 || l.Status != gen.Open {
		t.Errorf("%s %+v", told(l), l.Outcomes)
	}
}

func TestFiguresOfTheLastDayEndWithTrading(t *testing.T) {
	k := OfKalshi(parsed[kalshi.Market](t, `{"ticker":"KXA-1","status":"finalized","result":"yes","volume_fp":"10",
"volume_24h_fp":"9","last_price_dollars":"0.9"}`), nil, read)
	p := OfPolymarket(parsed[polymarket.Market](t, `{"conditionId":"0x1","closed":true,"volume24hr":9,"liquidityNum":7,
"volumeNum":10,"outcomes":"[\"Yes\",\"No\"]","outcomePrices":"[\"1\",\"0\"]"}`), nil, read)
	for _, l := range []gen.PredictionListing{k, p} {
		if l.Volume24H != nil || l.Volume24HUsdEst != nil || l.Liquidity != nil || l.Volume == nil || *l.Volume != 10 {
			t.Errorf("%+v", l)
		}
	}
}

func TestBothSidesOfABook(t *testing.T) {
	l := OfKalshi(parsed[kalshi.Market](t, `{"ticker":"KXA-1","status":"active","yes_bid_dollars":"0.0600",
"yes_ask_dollars":"0.0700"}`), nil, read)
	if *l.NoBid != 0.93 || *l.NoAsk != 0.94 || *l.Spread != 0.01 || *l.Outcomes[1].Probability != 0.935 {
		t.Errorf("no %v/%v, spread %v", *l.NoBid, *l.NoAsk, *l.Spread)
	}
}
