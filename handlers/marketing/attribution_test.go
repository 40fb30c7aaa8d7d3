package marketing

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// creditsOf are a model's percentages by channel.
func creditsOf(list []gen.MarketingCredit) map[string]float64 {
	m := map[string]float64{}
	for _, c := range list {
		if c.CreditPct != nil {
			m[c.Channel], _ = c.CreditPct.Float64()
		}
	}
	return m
}

func expect(t handlertest.Failing, what string, got map[string]float64, want string) {
	t.Helper()
	for _, pair := range strings.Split(want, " ") {
		name, text, _ := strings.Cut(pair, "=")
		var x float64
		fmt.Sscan(text, &x) // test data
		if math.Abs(got[name]-x) > 1e-9 {
			t.Fatalf("%s: %s has %v, not %v", what, name, got[name], x)
		}
	}
}

// The values come from an independent program.
func TestFiveModelsOfOnePath(t *testing.T) {
	for _, body := range []string{
		`{"paths":[{"touches":[{"channel":"search","days_before":14},{"channel":"email","days_before":7},{"channel":"social","days_before":3},{"channel":"direct","days_before":0}]}]}`,
		`{"paths":[[{"channel":"direct","date":"2026-03-15"},{"channel":"search","date":"2026-03-01"},{"channel":"social","date":"2026-03-12"},{"channel":"email","date":"2026-03-08"}]]}`,
		`{"touches":[{"user":1,"source":"social","days":3},{"user":1,"source":"direct","days":0},{"user":1,"source":"search","days":14},{"user":1,"source":"email","days":7}],"halflife_days":"7"}`,
		`{"csv":"User ID;Channel;Timestamp;Converted\n7;email;2026-03-08 10:00;0\n7;direct;2026-03-15 10:00;1\n7;search;2026-03-01T10:00:00Z;0\n7;social;1773309600;0\n7;late;2026-03-16 10:00;0"}`,
	} {
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", body, &a)
		expect(t, "first_touch", creditsOf(a.Models.FirstTouch), "search=100 email=0 social=0 direct=0")
		expect(t, "last_touch", creditsOf(a.Models.LastTouch), "search=0 email=0 social=0 direct=100")
		expect(t, "linear", creditsOf(a.Models.Linear), "search=25 email=25 social=25 direct=25")
		expect(t, "time_decay", creditsOf(a.Models.TimeDecay), "search=10.02809010611 email=20.05618021221 social=29.80336925725 direct=40.11236042443")
		expect(t, "position_based", creditsOf(a.Models.PositionBased), "search=40 email=10 social=10 direct=40")
		if a.Paths != 1 || a.Touches != 4 || a.Conversions != 1 || a.TotalValue != 1 || *a.MostUndervaluedByLastTouch != "search" {
			t.Errorf("%s: %+v", body, a)
		}
		if strings.Contains(body, "late") != has(a.Warnings, "paths", "after_conversion") {
			t.Errorf("%s: %+v", body, a.Warnings)
		}
	}
}

func TestShortPathsPositionBased(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"paths":["a"]}`, &a)
	expect(t, "one touch", creditsOf(a.Models.PositionBased), "a=100")
	ok(t, "/marketing/attribution", `{"paths":["a > b"]}`, &a)
	expect(t, "two touches", creditsOf(a.Models.PositionBased), "a=50 b=50")
	ok(t, "/marketing/attribution", `{"paths":["a > b > c > a"]}`, &a)
	expect(t, "a channel at both ends", creditsOf(a.Models.PositionBased), "a=80 b=10 c=10")
}

func TestPathsAreReadInAllForms(t *testing.T) {
	for _, c := range []struct{ why, body, form string }{
		{"texts", `{"paths":["search > email","email"]}`, "paths"},
		{"other separators", `{"paths":["search | email","email"]}`, "paths"},
		{"arrows", `{"paths":["search → email","email → "]}`, "paths"},
		{"arrows of ASCII", `{"paths":["search -> email","=> email"]}`, "paths"},
		{"lists", `{"paths":[["search","email"],["email"]]}`, "paths"},
		{"objects", `{"paths":[{"touches":["search",{"channel":"email"}]},{"touches":"email"}]}`, "paths"},
		{"a path column", `{"csv":"path,conversions\nsearch > email,1\nemail,1"}`, "paths"},
		{"a path member with a list", `{"rows":[{"Path":["search","email"]},{"Path":"email"}]}`, "paths"},
		{"touches in rows", `{"rows":[{"id":"x","channel":"search"},{"id":"y","channel":"EMAIL "},{"id":"x","channel":"email"}]}`, "touches"},
		{"touches with a page path", `{"csv":"visitor_id,path,channel\n1,/home,search\n2,/buy,email\n1,/buy,email"}`, "touches"},
	} {
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", c.body, &a)
		if string(a.Inputs.Form) != c.form || a.Paths != 2 || a.Touches != 3 {
			t.Errorf("%s: %s, %d paths, %d touches", c.why, a.Inputs.Form, a.Paths, a.Touches)
		}
		first := map[string]float64{}
		for name, pct := range creditsOf(a.Models.FirstTouch) {
			first[strings.ToLower(name)] = pct
		}
		expect(t, c.why, first, "search=50 email=50")
		if !has(a.Warnings, "paths", "assumed_daily_spacing") {
			t.Errorf("%s: no word of the assumed days: %+v", c.why, a.Warnings)
		}
	}
}

func TestCreditsAreWeightedByConversionsAndValue(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"csv":"path,conversions,value\na > b,3,300\nb,1,50\nc,0,999\nb > a,-,"}`, &a)
	if a.Paths != 3 || a.NonConvertingPaths != 1 || a.Conversions != 5 || a.TotalValue != 350 || a.ChannelsCount != 2 {
		t.Fatalf("%+v", a)
	}
	expect(t, "first_touch", creditsOf(a.Models.FirstTouch), "a=60 b=40")
	expect(t, "linear", creditsOf(a.Models.Linear), "a=40 b=60")
	for _, c := range a.Models.LastTouch {
		if c.Channel == "b" && (c.Conversions != 4 || c.Value != 350) || c.Channel == "a" && (c.Conversions != 1 || c.Value != 0) {
			t.Errorf("%+v", c)
		}
	}
}

func TestJourneysThatNeverConvertAreLeftOut(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"rows":[{"user":"u","channel":"a","converted":"no"},{"user":"u","channel":"b","converted":"yes","value":"$40"},{"user":"u","channel":"c","converted":false},{"user":"v","channel":"d","converted":0}]}`, &a)
	if a.Paths != 1 || a.NonConvertingPaths != 1 || a.TotalValue != 40 || a.Touches != 2 {
		t.Fatalf("%+v", a)
	}
	expect(t, "last_touch", creditsOf(a.Models.LastTouch), "a=0 b=100")
	ok(t, "/marketing/attribution", `{"rows":[{"user":"u","channel":"a","converted":0}]}`, &a)
	if a.Paths != 0 || a.NonConvertingPaths != 1 || len(a.Comparison) != 0 || len(a.Models.Linear) != 0 || a.MostUndervaluedByLastTouch != nil || !has(a.Warnings, "models.credit_pct", "zero_denominator") {
		t.Errorf("%+v", a)
	}
}

func TestConversionTimeOfThePathEndsIt(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"halflife_days":1,"paths":[{"conversion_time":"2026-01-03","touches":[{"channel":"a","timestamp":"2026-01-02"},{"channel":"b","timestamp":"2026-01-01"},{"channel":"c","timestamp":"2026-01-04"}]}]}`, &a)
	expect(t, "time_decay", creditsOf(a.Models.TimeDecay), "a=66.6666666667 b=33.3333333333")
	if !has(a.Warnings, "paths", "after_conversion") || a.Touches != 2 {
		t.Errorf("%+v", a.Warnings)
	}
}

func TestTouchesFarAwayDoNotUnderflow(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"halflife_days":0.5,"paths":[{"touches":[{"channel":"a","days_before":1000.5},{"channel":"b","days_before":1000}]}]}`, &a)
	expect(t, "time_decay", creditsOf(a.Models.TimeDecay), "a=33.3333333333 b=66.6666666667")
}

func TestPathsWithSomeTimesKeepTheirOrder(t *testing.T) {
	var a gen.MarketingAttribution
	ok(t, "/marketing/attribution", `{"touches":[{"channel":"a","time":"2026-01-09"},{"channel":"b","time":"soon"},{"channel":"c","time":"2026-01-01"}]}`, &a)
	expect(t, "first_touch", creditsOf(a.Models.FirstTouch), "a=100")
	expect(t, "last_touch", creditsOf(a.Models.LastTouch), "c=100")
	for _, w := range [][2]string{{"paths", "mixed_times"}, {"timestamp", "unparsable"}, {"user_id", "single_path"}} {
		if !has(a.Warnings, w[0], w[1]) {
			t.Errorf("no warning %v: %+v", w, a.Warnings)
		}
	}
}

func TestAttributionRefusesWhatItCannotUse(t *testing.T) {
	for _, c := range []struct{ body, code, field string }{
		{`{}`, "missing_input", "paths"},
		{`{"paths":[]}`, "no_rows", "paths"},
		{`{"paths":["",[]]}`, "no_touches", "paths"},
		{`{"paths":[1]}`, "invalid_input", "paths"},
		{`{"paths":[{"touches":5}]}`, "invalid_input", "paths"},
		{`{"paths":[[["a"]]]}`, "invalid_input", "paths"},
		{`{"paths":[{"touches":["a"],"conversions":-1}]}`, "invalid_input", "paths"},
		{`{"paths":["a"],"touches":[{"channel":"a"}]}`, "invalid_input", "touches"},
		{`{"paths":["a"],"halflife_days":0}`, "invalid_input", "halflife_days"},
		{`{"paths":["a"],"halflife_days":-3}`, "invalid_input", "halflife_days"},
		{`{"paths":["a"],"halflife_days":1e9}`, "invalid_input", "halflife_days"},
		{`{"csv":"foo,bar\n1,2"}`, "no_header", "csv"},
		{`{"touches":[{"user":{},"channel":"a"}]}`, "invalid_input", "touches"},
		{`{"touches":[{"user":1,"channel":"a"}],"delimiter":","}`, "invalid_input", "delimiter"},
	} {
		if code, field, detail := refused(t, "/marketing/attribution", c.body); code != c.code || field != c.field {
			t.Errorf("%s: %s %s %s", c.body, code, field, detail)
		}
	}
}

// drawPaths are journeys with channels, conversions and values.
func drawPaths(t *rapid.T) []map[string]any {
	channel := rapid.SampledFrom([]string{"search", "email", "social", "direct", "tv", "x"})
	var paths []map[string]any
	for range rapid.IntRange(1, 8).Draw(t, "paths") {
		var touches []any
		timed := rapid.Bool().Draw(t, "timed")
		for range rapid.IntRange(1, 6).Draw(t, "touches") {
			if timed {
				touches = append(touches, map[string]any{"channel": channel.Draw(t, "channel"), "days_before": rapid.Float64Range(0, 90).Draw(t, "days")})
				continue
			}
			touches = append(touches, channel.Draw(t, "channel"))
		}
		paths = append(paths, map[string]any{
			"touches": touches, "conversions": rapid.SampledFrom([]float64{0, 1, 2, 3, 0.1, 7}).Draw(t, "conversions"),
			"value": rapid.SampledFrom([]float64{0, 1, 19.99, 120, 0.3}).Draw(t, "value"),
		})
	}
	return append(paths, map[string]any{"touches": []string{"search"}})
}

func body(t handlertest.Failing, members map[string]any) string {
	text, err := json.Marshal(members)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(text)
}

// sums adds up a model's printed numbers as decimals.
func sums(t handlertest.Failing, list []gen.MarketingCredit) (pct decimal.Decimal, conversions, value float64) {
	for _, c := range list {
		d, err := decimal.NewFromString(c.CreditPct.String())
		if err != nil || d.IsNegative() {
			t.Fatalf("credit %s: %v", *c.CreditPct, err)
		}
		pct, conversions, value = pct.Add(d), conversions+c.Conversions, value+c.Value
	}
	return pct, conversions, value
}

func TestCreditsOfEachModelSumToExactlyAll(t *testing.T) {
	hundred := decimal.NewFromInt(100)
	rapid.Check(t, func(t *rapid.T) {
		members := map[string]any{"paths": drawPaths(t), "halflife_days": rapid.Float64Range(0.01, 1000).Draw(t, "halflife")}
		if rapid.Bool().Draw(t, "folded") {
			members["max_channels"] = rapid.IntRange(1, 4).Draw(t, "max_channels")
		}
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", body(t, members), &a)
		for _, list := range [][]gen.MarketingCredit{a.Models.FirstTouch, a.Models.LastTouch, a.Models.Linear, a.Models.TimeDecay, a.Models.PositionBased} {
			pct, conversions, value := sums(t, list)
			if !pct.Equal(hundred) {
				t.Fatalf("credits sum to %s", pct)
			}
			if !near(conversions, a.Conversions) || !near(value, a.TotalValue) {
				t.Fatalf("credited %v of %v conversions, %v of %v value", conversions, a.Conversions, value, a.TotalValue)
			}
		}
		average := decimal.Zero
		touches := 0
		for _, c := range a.Comparison {
			average = average.Add(decimal.RequireFromString(c.Average.String()))
			touches += c.Touches
		}
		if !average.Equal(hundred) || touches != a.Touches {
			t.Fatalf("averages sum to %s, %d touches of %d", average, touches, a.Touches)
		}
	})
}

func TestOrderOfPathsChangesNoCredit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		paths := drawPaths(t)
		var a, b gen.MarketingAttribution
		ok(t, "/marketing/attribution", body(t, map[string]any{"paths": paths}), &a)
		ok(t, "/marketing/attribution", body(t, map[string]any{"paths": rapid.Permutation(paths).Draw(t, "order")}), &b)
		for m, list := range [][]gen.MarketingCredit{a.Models.FirstTouch, a.Models.LastTouch, a.Models.Linear, a.Models.TimeDecay, a.Models.PositionBased} {
			other := creditsOf([][]gen.MarketingCredit{b.Models.FirstTouch, b.Models.LastTouch, b.Models.Linear, b.Models.TimeDecay, b.Models.PositionBased}[m])
			for name, pct := range creditsOf(list) {
				if math.Abs(pct-other[name]) > 1e-10 {
					t.Fatalf("%s has %v, then %v", name, pct, other[name])
				}
			}
		}
	})
}

// The same touches as nested paths and as flat rows, in any order, give the same credits.
func TestFlatTouchesAreTheirPaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var paths []any
		var flat []map[string]any
		for u := range rapid.IntRange(1, 5).Draw(t, "users") {
			var touches []any
			days := rapid.SliceOfNDistinct(rapid.IntRange(0, 60), 1, 6, rapid.ID[int]).Draw(t, "days")
			for _, d := range days {
				channel := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "channel")
				touches = append(touches, map[string]any{"channel": channel, "days_before": d})
				flat = append(flat, map[string]any{"user_id": u, "medium": channel, "Days Before": fmt.Sprint(d)})
			}
			paths = append(paths, touches)
		}
		var a, b gen.MarketingAttribution
		ok(t, "/marketing/attribution", body(t, map[string]any{"paths": paths}), &a)
		ok(t, "/marketing/attribution", body(t, map[string]any{"touches": rapid.Permutation(flat).Draw(t, "order")}), &b)
		other := creditsOf(b.Models.TimeDecay)
		for name, pct := range creditsOf(a.Models.TimeDecay) {
			if math.Abs(pct-other[name]) > 1e-10 {
				t.Fatalf("%s has %v as paths, %v as touches", name, pct, other[name])
			}
		}
	})
}

// Shifting all days equally changes nothing: only differences count.
func TestTimeDecayDependsOnDifferencesOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		days := rapid.SliceOfN(rapid.Float64Range(0, 60), 1, 8).Draw(t, "days")
		shift := rapid.Float64Range(0, 1000).Draw(t, "shift")
		w, moved, later := make([]float64, len(days)), make([]float64, len(days)), make([]float64, len(days))
		total := 0.0
		decayWeights(w, days, 7)
		for i, d := range days {
			later[i] = d + shift
			total += w[i]
		}
		decayWeights(moved, later, 7)
		for i := range w {
			if math.Abs(w[i]-moved[i]) > 1e-11 {
				t.Fatalf("%v, moved %v", w, moved)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("weights add up to %v", total)
		}
	})
}

func TestDaysBelowZeroAreRefusedByName(t *testing.T) {
	for _, body := range []string{
		`{"paths":[[{"channel":"a","days_before":-5}]]}`,
		`{"paths":[["b"],{"touches":[{"channel":"a","days":"-5"},{"channel":"b","days_before":0}]}]}`,
		`{"touches":[{"user_id":1,"channel":"a","days_before":-5}]}`,
	} {
		code, field, detail := refused(t, "/marketing/attribution", body)
		if code != "invalid_input" || field == "" || !strings.Contains(detail, "days_before of row ") ||
			!strings.Contains(detail, "must not be negative: it is -5") {
			t.Errorf("%s: %s, field %s, %s", body, code, field, detail)
		}
	}
}

func TestPathsWithoutATouchBeforeTheConversionSaySo(t *testing.T) {
	_, field, detail := refused(t, "/marketing/attribution",
		`{"paths":[{"touches":[{"channel":"a","timestamp":"2026-02-01"}],"conversion_time":"2026-01-01"}]}`)
	if field != "paths" || !strings.Contains(detail, "later than conversion_time") {
		t.Errorf("field %s, %s", field, detail)
	}
}

func TestPathsWithoutAValueAddNoneToThoseOfOthers(t *testing.T) {
	for body, want := range map[string]float64{
		`{"paths":[{"touches":["a","b"],"value":100},{"touches":["a"]}]}`:                                   100,
		`{"csv":"user,channel,date,value\n1,a,2026-01-01,50\n2,b,2026-01-05,\n"}`:                           50,
		`{"paths":[{"touches":["a","b"]},{"touches":["a"]}]}`:                                               2,
		`{"paths":[{"touches":["a","b"],"value":0},{"touches":["a"]}]}`:                                     0,
		`{"paths":[{"touches":["a","b"],"value":100},{"touches":["a"],"conversions":0},{"touches":["b"]}]}`: 100,
	} {
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", body, &a)
		if a.TotalValue != want || has(a.Warnings, "value", "missing_value") != (want != 2) {
			t.Errorf("%s: %v, warnings %+v", body, a.TotalValue, a.Warnings)
		}
	}
}

// TestEachConversionOfAPathHasItsValue: what somebody bought first is not lost with what he buys next.
func TestEachConversionOfAPathHasItsValue(t *testing.T) {
	for body, want := range map[string]float64{
		`{"user_id":1,"channel":"a","converted":1,"value":100},{"user_id":1,"channel":"b","converted":1,"value":50}`: 150,
		`{"user_id":1,"channel":"a","value":100},{"user_id":1,"channel":"b","converted":1,"value":50}`:               50,
		`{"user_id":1,"channel":"a","converted":1},{"user_id":1,"channel":"b","converted":1,"value":50}`:             50,
		`{"user_id":1,"channel":"a","value":100},{"user_id":1,"channel":"b","converted":1}`:                          100,
	} {
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", `{"touches":[`+body+`]}`, &a)
		if a.TotalValue != want {
			t.Errorf("%s: %v, want %v", body, a.TotalValue, want)
		}
	}
}

// TestWhatAnExportRepeatsOnEachRowCountsOnce: a join writes what is of the path beside each of its touches.
func TestWhatAnExportRepeatsOnEachRowCountsOnce(t *testing.T) {
	const (
		joined = "user,channel,date,converted,value\n1,a,2026-01-01,1,100\n1,b,2026-01-02,1,100\n2,a,2026-01-01,0,\n" +
			"2,b,2026-01-03,0,\n3,c,2026-01-04,1,70\n"
		bare = "user,channel,converted\n1,a,1\n1,b,1\n2,a,0\n"
		once = "1,c,2026-01-03,0,\n" // a flag that differs within a path is of the touch
	)
	for csv, want := range map[string][2]float64{
		joined:        {2, 170},
		bare:          {1, 1},
		joined + once: {3, 270},
	} {
		var a gen.MarketingAttribution
		ok(t, "/marketing/attribution", `{"csv":"`+strings.ReplaceAll(csv, "\n", `\n`)+`"}`, &a)
		if got := [2]float64{a.Conversions, a.TotalValue}; got != want {
			t.Errorf("%s: %v, want %v", csv, got, want)
		}
		if has(a.Warnings, "converted", "repeated") != (want[0] < 3) {
			t.Errorf("%s: warnings %+v", csv, a.Warnings)
		}
	}
}
