package cryptonews

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/cryptonews/cryptonewstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// index is the fear and greed index with these values, newest first.
func index(values ...int) upstreamtest.Answer {
	rows := make([]string, len(values))
	for i, v := range values {
		rows[i] = fmt.Sprintf(`{"value":"%d","value_classification":"Fear","timestamp":"%d"}`, v, cryptonewstest.Now.AddDate(0, 0, -i).Unix())
	}
	return upstreamtest.Answer{URL: "https://api.alternative.me/fng/", Body: `{"data":[` + strings.Join(rows, ",") + `],"metadata":{"error":null}}`}
}

func TestTrendOfTheIndex(t *testing.T) {
	for _, c := range []struct {
		values []int
		want   any
	}{
		{[]int{45, 27}, "rising"}, {[]int{27, 45}, "falling"}, {[]int{40}, nil}, {[]int{43, 40, 40}, "flat"}, {[]int{44, 40, 40}, "rising"}, {[]int{37, 40, 40}, "flat"},
		{[]int{36, 40, 40}, "falling"}, {[]int{50, 90, 10, 50, 50, 50, 50}, "flat"},
	} {
		_, answer := serve(t, atNow, nil, index(c.values...)).Get("/crypto/sentiment")
		fg, _ := answer["fear_greed"].(map[string]any)
		if fg["trend"] != c.want || fg["window_points"] != float64(len(c.values)) || fg["value"] != float64(c.values[0]) {
			t.Errorf("%v: %v", c.values, fg)
		}
	}
}

func TestCompositeOfWhatThereIs(t *testing.T) {
	good := only(item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour))
	all := cryptonewstest.PagesAt(atNow)
	all["cryptoslate.com"] = cryptonewstest.Feed(atNow, "/feed/",
		item("Bitcoin climbs", "https://cryptoslate.com/1", "", time.Hour))
	for _, c := range []struct {
		why     string
		pages   map[string]http.Handler
		index   []upstreamtest.Answer
		query   []string
		score   float64
		label   string
		fg, nws float64
		partial bool
	}{
		{"index alone", nil, []upstreamtest.Answer{index(45, 27)}, nil, -0.1, "neutral", 1, 0, true},
		{
			"headlines alone", good, []upstreamtest.Answer{{URL: "https://api.alternative.me/fng/", Status: 503}}, nil,
			0.461, "bullish", 0, 1, true,
		},
		{"both", good, []upstreamtest.Answer{index(0)}, nil, -0.269, "bearish", 0.5, 0.5, true},
		{
			"both, with all publishers", all, []upstreamtest.Answer{index(50)}, []string{"coin", "XRP"},
			0.21, "bullish", 0.5, 0.5, false,
		},
		{
			"all publishers without the index", all,
			[]upstreamtest.Answer{{URL: "https://api.alternative.me/fng/", Status: 503}}, []string{"coin", "XRP"},
			0.419, "bullish", 0, 1, true,
		},
	} {
		status, answer := serve(t, atNow, c.pages, c.index...).Get("/crypto/sentiment", c.query...)
		got, _ := answer["composite"].(map[string]any)
		weights, _ := got["weights"].(map[string]any)
		if status != 200 || got["score"] != c.score || got["label"] != c.label ||
			weights["fear_greed"] != c.fg || weights["news"] != c.nws || answer["partial"] != c.partial {
			t.Errorf("%s: %d %v", c.why, status, answer)
		}
	}
}

// TestTheMarketSaysNothingOfWhatNoHeadlineIsAbout: as in /crypto/news, which may fail for want of a publisher.
func TestTheMarketSaysNothingOfWhatNoHeadlineIsAbout(t *testing.T) {
	some := only(item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour))
	all := cryptonewstest.PagesAt(atNow)
	all["cryptoslate.com"] = all["unchainedcrypto.com"]
	for _, query := range [][]string{{"coin", "DOGE"}, {"coin", "ZZZZ9999"}, {"query", "walrus"}} {
		if status, answer := serve(t, atNow, some, index(100)).Get("/crypto/sentiment", query...); status != 502 {
			t.Errorf("%v, publishers missing: %d %v", query, status, answer)
		}
		if status, answer := serve(t, atNow, all, index(100)).Get("/crypto/sentiment", query...); status != 422 {
			t.Errorf("%v: %d %v", query, status, answer)
		}
	}
}

func TestSentimentWithoutAnySourceIs502(t *testing.T) {
	down := upstreamtest.Answer{URL: "https://api.alternative.me/fng/", Status: 500}
	if status, answer := serve(t, atNow, nil, down).Get("/crypto/sentiment"); status != 502 || answer["code"] != "sentiment_failed" {
		t.Errorf("%d %v", status, answer)
	}
	good := only(item("Bitcoin climbs", "https://cointelegraph.com/1", "", time.Hour))
	if status, answer := serve(t, atNow, good, down).Get("/crypto/sentiment", "coin", "DOGE"); status != 502 {
		t.Errorf("feeds without a match, no index: %d %v", status, answer)
	}
}

func TestAnOldIndexDoesNotCount(t *testing.T) {
	for age, want := range map[time.Duration]int{
		36 * time.Hour: 200,
		49 * time.Hour: 502, // and there are no headlines
	} {
		later := func() time.Time { return cryptonewstest.Now.Add(age) }
		if status, answer := serve(t, later, nil, index(45, 27)).Get("/crypto/sentiment"); status != want {
			t.Errorf("%s later: %d %v", age, status, answer)
		}
	}
}
