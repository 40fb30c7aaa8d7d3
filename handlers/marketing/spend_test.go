package marketing

import (
	"fmt"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
)

func show(x *float64) string {
	if x == nil {
		return "null"
	}
	return fmt.Sprintf("%.12g", *x)
}

func TestSpendRatios(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[{"spend":1000,"clicks":500,"impressions":100000,"conversions":25,"revenue":3000,"customers":20,"ltv":400}]}`, &s)
	for _, r := range []gen.MarketingSpendRow{s.Channels[0], s.Totals} {
		for _, c := range []struct {
			name string
			got  *float64
			want string
		}{
			{"cpc", r.Cpc, "2"}, {"cpm", r.Cpm, "10"}, {"cpa", r.Cpa, "40"}, {"cac", r.Cac, "50"}, {"roas", r.Roas, "3"}, {"roi", r.Roi, "2"},
			{"conversion_rate", r.ConversionRate, "0.05"}, {"ctr", r.Ctr, "0.005"},
			{"ltv_cac", r.LtvCac, "8"}, {"spend_ratio", r.SpendRatio, "1"},
		} {
			if show(c.got) != c.want {
				t.Errorf("%s of %s is %s, not %s", c.name, r.Channel, show(c.got), c.want)
			}
		}
	}
	if s.Reallocation != nil || !has(s.Warnings, "reallocation", "not_enough_data") {
		t.Errorf("one channel: %+v", s.Reallocation)
	}
}

func TestSpendOverZeroOrNothingIsNullWithAReason(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[{"channel":"a","spend":0,"clicks":0,"revenue":5,"conversions":2},{"channel":"b","spend":10,"clicks":5,"revenue":0,"conversions":0}]}`, &s)
	b, a := s.Channels[0], s.Channels[1]
	for _, c := range []struct {
		name string
		got  *float64
		want string
	}{
		{"roas of a", a.Roas, "null"}, {"roi of a", a.Roi, "null"}, {"cpc of a", a.Cpc, "null"}, {"cpa of a", a.Cpa, "0"}, {"conversion_rate of a", a.ConversionRate, "null"},
		{"cpm of a", a.Cpm, "null"}, {"cac of a", a.Cac, "null"}, {"roas of b", b.Roas, "0"}, {"roi of b", b.Roi, "-1"}, {"cpa of b", b.Cpa, "null"}, {"ltv_cac", b.LtvCac, "null"},
	} {
		if show(c.got) != c.want {
			t.Errorf("%s is %s, not %s", c.name, show(c.got), c.want)
		}
	}
	for _, w := range [][2]string{
		{"channels.roas", "zero_denominator"}, {"channels.cpc", "zero_denominator"}, {"channels.cpa", "zero_denominator"}, {"channels.conversion_rate", "zero_denominator"},
		{"channels.cpm", "not_enough_data"}, {"channels.cac", "not_enough_data"}, {"channels.ltv_cac", "not_enough_data"},
	} {
		if !has(s.Warnings, w[0], w[1]) {
			t.Errorf("no warning %v: %+v", w, s.Warnings)
		}
	}
}

func TestSpendOfAChannelIsSummedAndLtvWeighted(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"csv":"Platform,Cost,New Customers,CLV,Amount Spent\nFB,0.1,10,100,9\n fb,0.2,30,200,9\nfb,0.3,,,9\nTV,5,,80,9\nTV,5,,40,9"}`, &s)
	tv, fb := s.Channels[0], s.Channels[1]
	if fb.Channel != "FB" || *fb.Spend != 0.6 || *fb.Customers != 40 || *fb.Ltv != 175 || show(fb.Cac) != "0.0075" {
		t.Errorf("%s: spend %v, customers %v, ltv %v, cac %v", fb.Channel, *fb.Spend, *fb.Customers, *fb.Ltv, show(fb.Cac))
	}
	if *tv.Ltv != 60 || tv.Cac != nil {
		t.Errorf("ltv of TV is %v, the plain mean is 60; cac %s", *tv.Ltv, show(tv.Cac))
	}
	if s.ColumnMapping["spend"] != "Cost" || strings.Join(s.IgnoredColumns, ",") != "Amount Spent" {
		t.Errorf("%v, ignored %v", s.ColumnMapping, s.IgnoredColumns)
	}
}

// TestARowWithoutItsSpendIsNoFreeReturn: a ratio is over the rows that have both its numbers.
func TestARowWithoutItsSpendIsNoFreeReturn(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[`+
		`{"channel":"a","spend":100,"revenue":200,"clicks":10},{"channel":"a","revenue":900,"clicks":30},`+
		`{"channel":"b","spend":100,"revenue":300},`+
		`{"channel":"c","spend":50},{"channel":"c","revenue":75}]}`, &s)
	want := map[string]string{"a": "2", "b": "3", "c": "1.5"} // c has each number in a row of its own
	for _, row := range s.Channels {
		if show(row.Roas) != want[row.Channel] {
			t.Errorf("%s: %s, not %s", row.Channel, show(row.Roas), want[row.Channel])
		}
	}
	if show(s.Totals.Roas) != "2.3" || show(s.Totals.Cpc) != "10" || *s.Totals.Revenue != 1475 {
		t.Errorf("totals: roas %s, cpc %s", show(s.Totals.Roas), show(s.Totals.Cpc))
	}
	if s.Ranking[0].Channel != "b" || !has(s.Warnings, "spend", "missing_value") {
		t.Errorf("%v %v", s.Ranking, s.Warnings)
	}
}

func TestConversionsStandInForCustomersOnlyWhenAsked(t *testing.T) {
	body := `{"rows":[{"channel":"a","spend":100,"conversions":4,"ltv":50}]%s}`
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", fmt.Sprintf(body, ""), &s)
	if r := s.Channels[0]; r.Cac != nil || r.CacFromConversions != nil || r.LtvCac != nil {
		t.Errorf("%+v", r)
	}
	ok(t, "/marketing/spend", fmt.Sprintf(body, `,"cac_fallback":true`), &s)
	if r := s.Channels[0]; r.Cac != nil || show(r.CacFromConversions) != "25" || show(r.LtvCac) != "2" || !has(s.Warnings, "channels.ltv_cac", "cac_fallback") {
		t.Errorf("%+v %+v", r, s.Warnings)
	}
}

func TestRankingLabelsAndReallocation(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"shift_ratio":"0.2","rows":[`+
		`{"channel":"good","spend":100,"revenue":400},{"channel":"even","spend":100,"revenue":200},`+
		`{"channel":"bad","spend":100,"revenue":60},{"channel":"free","spend":0,"revenue":40},`+
		`{"channel":"blind","spend":50}]}`, &s)
	// total roas is 700/300: nobody knows what the 50 of blind brought
	var got []string
	for _, r := range s.Ranking {
		got = append(got, fmt.Sprintf("%d %s %s", r.Rank, r.Channel, r.Label))
	}
	if want := "1 good scale; 2 even hold; 3 bad cut; 4 free unrated; 5 blind unrated"; strings.Join(got, "; ") != want {
		t.Errorf("%s, not %s", strings.Join(got, "; "), want)
	}
	// 20 from bad (0.6) to good (4): 20 x 3.4 = 68 more, (700+68)/300
	r := s.Reallocation
	if r == nil || r.From != "bad" || r.To != "good" ||
		r.Amount != 20 || !near(r.ExpectedRevenueChange, 68) ||
		!near(r.ProjectedTotalRoas, 768.0/300) || r.ShiftRatio != 0.2 {
		t.Errorf("%+v", r)
	}
}

func TestTotalsDivideOnlyWhatBelongsTogether(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[`+
		`{"channel":"a","spend":100,"customers":10,"clicks":50,"impressions":1000,"ltv":30},`+
		`{"channel":"b","spend":900,"revenue":1800,"clicks":100},`+
		`{"channel":"c","conversions":7,"impressions":5000}]}`, &s)
	for _, c := range []struct {
		why  string
		got  *float64
		want string
	}{
		{"the spend of b has no customers", s.Totals.Cac, "10"},
		{"a mean over customers of a alone", s.Totals.LtvCac, "3"},
		{"the spend of a has no revenue", s.Totals.Roas, "2"},
		{"as the roas", s.Totals.Roi, "1"},
		{"all spend has clicks", s.Totals.Cpc, "6.66666666667"},
		{"neither b's spend nor c's impressions", s.Totals.Cpm, "100"},
		{"the impressions of c have no clicks", s.Totals.Ctr, "0.05"},
		{"conversions in one channel, spend in others", s.Totals.Cpa, "null"},
		{"conversions in one channel, clicks in others", s.Totals.ConversionRate, "null"},
		{"a sum is of all", s.Totals.Spend, "1000"},
	} {
		if show(c.got) != c.want {
			t.Errorf("%s: %s, not %s", c.why, show(c.got), c.want)
		}
	}
	for _, name := range []string{"cac", "roas", "cpm", "ctr", "cpa", "conversion_rate"} {
		if !has(s.Warnings, "totals."+name, "not_enough_data") {
			t.Errorf("no warning of totals.%s", name)
		}
	}
	if has(s.Warnings, "totals.cpc", "not_enough_data") {
		t.Error("cpc of the totals leaves nobody out")
	}
}

func TestRankingWithoutRevenueIsByCost(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[{"channel":"dear","spend":100,"conversions":1},{"channel":"cheap","spend":10,"conversions":10},{"channel":"none","spend":10,"conversions":0}]}`, &s)
	var got []string
	for _, r := range s.Ranking {
		got = append(got, r.Channel+" "+string(r.Label))
	}
	if want := "cheap scale; dear cut; none cut"; strings.Join(got, "; ") != want {
		t.Errorf("%s, not %s", strings.Join(got, "; "), want)
	}
	if s.Reallocation != nil {
		t.Errorf("%+v", s.Reallocation)
	}
}

func TestEqualReturnsGiveNoReallocation(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[{"channel":"a","spend":1,"revenue":2},{"channel":"b","spend":2,"revenue":4}]}`, &s)
	if s.Reallocation != nil || !has(s.Warnings, "reallocation", "not_applicable") {
		t.Errorf("%+v %+v", s.Reallocation, s.Warnings)
	}
}

func TestCreditsAboveCostsHaveNoReturn(t *testing.T) {
	var s gen.MarketingSpend
	ok(t, "/marketing/spend", `{"rows":[{"channel":"a","spend":"(5.00)","revenue":10},{"channel":"b","spend":5,"revenue":-3}]}`, &s)
	b, a := s.Channels[0], s.Channels[1]
	if *a.Spend != -5 || a.Roas != nil || a.Roi != nil || show(b.Roas) != "-0.6" || !has(s.Warnings, "channels.roas", "negative_denominator") {
		t.Errorf("%+v %+v", a, s.Warnings)
	}
	if s.Totals.SpendRatio != nil || !has(s.Warnings, "channels.spend_ratio", "zero_denominator") {
		t.Errorf("spend adds up to 0: %+v", s.Totals)
	}
}

func TestSpendRefusesWhatItCannotUse(t *testing.T) {
	for _, c := range []struct{ body, code, field string }{
		{`{"rows":[{"channel":"a","clicks":1}]}`, "no_spend", "rows"},
		{`{"rows":[{"channel":"a","spend":null},{"spend":"x"}]}`, "no_spend", "rows"},
		{`{"csv":"foo\n1"}`, "no_header", "csv"},
		{`{"rows":[{"spend":1}],"shift_ratio":0}`, "invalid_input", "shift_ratio"},
		{`{"rows":[{"spend":1}],"shift_ratio":1.5}`, "invalid_input", "shift_ratio"},
		{`{"rows":[{"spend":1}],"shift_ratio":"ten"}`, "invalid_input", "shift_ratio"},
		{`{"rows":[{"spend":1,"customers":-1}]}`, "invalid_input", "rows"},
		{`{"rows":[{"spend":1}],"max_channels":0}`, "invalid_input", "max_channels"},
		{`{"tsv":"spend\n1","csv":"spend\n1"}`, "invalid_input", "tsv"},
	} {
		if code, field, detail := refused(t, "/marketing/spend", c.body); code != c.code || field != c.field {
			t.Errorf("%s: %s %s %s", c.body, code, field, detail)
		}
	}
}

// TestTotalsRowIsNoChannel: exports end in one, under any name or none.
func TestTotalsRowIsNoChannel(t *testing.T) {
	for _, name := range []string{"Total", "Gesamt", ""} {
		var s gen.MarketingSpend
		ok(t, "/marketing/spend", fmt.Sprintf(`{"csv":"channel,spend,revenue\nx,10.1,30\ny,20.2,20\n%s,30.3,50\n"}`, name), &s)
		if show(s.Totals.Spend) != "30.3" || s.ChannelsCount != 2 || show(s.Channels[0].SpendRatio) != "0.666666666667" ||
			!has(s.Warnings, "channel", "totals_row") {
			t.Errorf("%q: %+v", name, s)
		}

		var f gen.MarketingFunnel
		ok(t, "/marketing/funnel", fmt.Sprintf(`{"csv":"channel,clicks,conversions\nx,10,3\ny,20,2\n%s,30,5\n"}`, name), &f)
		if fmt.Sprint(*f.Stages[0].Count) != "30" || f.ChannelsCount != 2 || !has(f.Warnings, "channel", "totals_row") {
			t.Errorf("%q: %+v", name, f)
		}
	}

	for _, rows := range []string{"x,10,30\ny,20,20\nz,30,50", "x,10,30\ny,20,20\ntotal,30,50.01", "total,10,30"} {
		var s gen.MarketingSpend
		ok(t, "/marketing/spend", `{"csv":"channel,spend,revenue\n`+strings.ReplaceAll(rows, "\n", `\n`)+`"}`, &s)
		if has(s.Warnings, "channel", "totals_row") {
			t.Errorf("%s: taken for a row of totals", rows)
		}
	}
}
