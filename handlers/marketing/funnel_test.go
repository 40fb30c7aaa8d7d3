package marketing

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/handlertest"
	"pgregory.net/rapid"
)

func has(warnings []gen.MarketingWarning, field, reason string) bool {
	for _, w := range warnings {
		if w.Field == field && w.Reason == reason {
			return true
		}
	}
	return false
}

func TestFunnelRatesAndBottleneck(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"csv":"Source;Impr;Visits;Orders\nAds;1.000;100;5\nads ;1.000;100;15\nMail;500;200;10\n"}`, &f)
	if f.Format != "semicolon" || fmt.Sprint(f.ColumnMapping) != "map[channel:Source clicks:Visits conversions:Orders impressions:Impr]" {
		t.Errorf("read as %s with %v", f.Format, f.ColumnMapping)
	}
	if len(f.Stages) != 3 || *f.Stages[0].Count != 2500 || *f.Stages[1].Count != 400 || *f.Stages[2].Count != 30 {
		t.Fatalf("stages %+v", f.Stages)
	}
	if s := f.Stages[1]; *s.ConversionRate != 0.16 || *s.LossRate != 0.84 || *s.DropOff != 2100 || *s.CumulativeRate != 0.16 {
		t.Errorf("clicks %+v", s)
	}
	if f.Stages[0].ConversionRate != nil || f.Stages[0].DropOff != nil || *f.Stages[0].CumulativeRate != 1 {
		t.Errorf("first stage %+v", f.Stages[0])
	}
	if *f.OverallConversionRate != 0.012 || f.Bottleneck.To != "conversions" || f.Bottleneck.ConversionRate != 0.075 || f.LargestDropOff.To != "clicks" {
		t.Errorf("overall %v, bottleneck %+v, largest %+v", *f.OverallConversionRate, f.Bottleneck, f.LargestDropOff)
	}
	if len(f.ByChannel) != 2 || f.ByChannel[0].Channel != "Ads" || *f.ByChannel[0].ShareOfTop != 0.8 || *f.BestChannel != "Mail" || *f.WorstChannel != "Ads" {
		t.Errorf("channels %+v, best %v, worst %v", f.ByChannel, *f.BestChannel, *f.WorstChannel)
	}
	if !has(f.Warnings, "impressions", "ambiguous_number") {
		t.Errorf("1.000 in a semicolon table was read without a warning: %+v", f.Warnings)
	}
}

func TestNumbersThatAreMissingAreNoZeroInAFunnel(t *testing.T) {
	for _, body := range []string{
		`{"rows":[{"channel":"g","impressions":1000,"clicks":null,"conversions":10},
			{"channel":"m","impressions":1000,"clicks":100,"conversions":5}]}`,
		`{"csv":"channel,stage,count\ng,impressions,1000\ng,clicks,n/a\ng,conversions,10\n` +
			`m,impressions,1000\nm,clicks,100\nm,conversions,5"}`,
	} {
		var f gen.MarketingFunnel
		ok(t, "/marketing/funnel", body, &f)
		g := f.ByChannel[0]
		if s := g.Stages[1]; s.Count != nil || s.ConversionRate != nil || s.DropOff != nil || g.Bottleneck != nil {
			t.Errorf("clicks that nobody told: %+v, bottleneck %+v", s, g.Bottleneck)
		}
		if g.Stages[2].ConversionRate != nil || *g.OverallConversionRate != 0.01 {
			t.Errorf("conversions %+v, overall %v", g.Stages[2], *g.OverallConversionRate)
		}
		if s := f.Stages[1]; *s.Count != 100 || *s.ConversionRate != 0.1 || *s.DropOff != 900 {
			t.Errorf("totals %+v", s)
		}
		if *f.OverallConversionRate != 0.0075 {
			t.Errorf("overall %v", *f.OverallConversionRate)
		}
		if f.Bottleneck.To != "conversions" || !has(f.Warnings, "stages.conversion_rate", "not_enough_data") {
			t.Errorf("bottleneck %+v, warnings %+v", f.Bottleneck, f.Warnings)
		}
	}
}

func TestFunnelColumnsAreMappedByExactAliasOnly(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"rows":[{"campaign":"c","Channel":"a","sales":9,"Clicks":10,"sales_count":2,"reach":100,"ad_clicks":5,"impressions":50}]}`, &f)
	want := map[string]string{"channel": "Channel", "impressions": "impressions", "clicks": "Clicks", "conversions": "sales_count"}
	if fmt.Sprint(f.ColumnMapping) != fmt.Sprint(want) || strings.Join(f.IgnoredColumns, ",") != "campaign,sales,reach,ad_clicks" {
		t.Errorf("mapped %v, ignored %v", f.ColumnMapping, f.IgnoredColumns)
	}
}

func TestFunnelOfCustomStages(t *testing.T) {
	for _, c := range []struct{ why, body, layout, counts string }{
		{"own columns", `{"stages":["Sign Up","activated","PAID"],"rows":[{"paid":1,"sign_up":10,"Activated":4}]}`, "wide", "10 4 1"},
		{"through the alias table", `{"stages":["views","taps"],"rows":[{"impressions":10,"clicks":4}]}`, "wide", "10 4"},
		{"long, stages as they come", `{"csv":"step,users\nvisit,100\ncart,40\nvisit,50\nbuy,10"}`, "long", "150 40 10"},
		{"long, stages in the order given", `{"stages":["visit","buy"],"rows":[{"stage":"buy","count":10},{"stage":"Visit ","count":"100"},{"stage":"cart","count":40}]}`, "long", "100 10"},
		{"long, by one of the counts of the alias table", `{"tsv":"stage\tsessions\na\t3\nb\t2"}`, "long", "3 2"},
		{"a stage column beside several counts is a wide table", `{"csv":"stage,clicks,conversions\nx,3,2\ny,3,1"}`, "wide", "6 3"},
	} {
		var f gen.MarketingFunnel
		ok(t, "/marketing/funnel", c.body, &f)
		var counts []string
		for _, s := range f.Stages {
			counts = append(counts, fmt.Sprint(*s.Count))
		}
		if got := strings.Join(counts, " "); got != c.counts || string(f.Inputs.Layout) != c.layout {
			t.Errorf("%s: %s %s", c.why, f.Inputs.Layout, got)
		}
	}
}

func TestFunnelOverZeroIsNullWithAReason(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"rows":[{"channel":"a","impressions":0,"clicks":0,"conversions":0}]}`, &f)
	if f.OverallConversionRate != nil || f.Stages[1].ConversionRate != nil || f.Stages[1].LossRate != nil || f.Stages[0].CumulativeRate != nil || f.Bottleneck != nil || f.BestChannel != nil || f.ByChannel[0].ShareOfTop != nil {
		t.Errorf("%+v", f)
	}
	for _, field := range []string{"overall_conversion_rate", "stages.conversion_rate", "by_channel.overall_conversion_rate", "by_channel.stages.conversion_rate", "by_channel.share_of_top"} {
		if !has(f.Warnings, field, "zero_denominator") {
			t.Errorf("no warning of %s: %+v", field, f.Warnings)
		}
	}
}

func TestFunnelThatGrowsKeepsItsRatesAndWarns(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"rows":[{"clicks":10,"conversions":20}]}`, &f)
	if *f.Stages[1].ConversionRate != 2 || *f.Stages[1].DropOff != -10 || *f.Stages[1].LossRate != -1 || f.LargestDropOff != nil || !has(f.Warnings, "stages", "non_monotonic") {
		t.Errorf("%+v", f)
	}
	if f.ByChannel[0].Channel != "(unknown)" {
		t.Errorf("rows without a channel are %q", f.ByChannel[0].Channel)
	}
}

func TestFunnelReportsWhatItCouldNotRead(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"csv":"channel,clicks,conversions\na,10,x\nb,,1\nc,-,n/a\n,,\nd,4,2,9\n"}`, &f)
	if f.RowsUsed != 3 || f.RowsSkipped != 1 || *f.Stages[0].Count != 14 || *f.Stages[1].Count != 3 {
		t.Errorf("%d used, %d skipped, %+v", f.RowsUsed, f.RowsSkipped, f.Stages)
	}
	for _, w := range f.Warnings {
		if w.Field == "conversions" && w.Reason == "unparsable" && (w.Count != 1 || w.Rows[0] != 1) || w.Reason == "extra_fields" && w.Rows[0] != 4 {
			t.Errorf("%+v", w)
		}
	}
	if !has(f.Warnings, "conversions", "unparsable") || !has(f.Warnings, "clicks", "missing_value") || !has(f.Warnings, "csv", "extra_fields") {
		t.Errorf("%+v", f.Warnings)
	}
}

func TestFunnelChannelsBeyondTheLimitAreSummed(t *testing.T) {
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", `{"max_channels":1,"csv":"channel,clicks,conversions\na,10,1\nb,20,2\nc,5,1"}`, &f)
	if f.ChannelsCount != 3 || len(f.ByChannel) != 2 || f.ByChannel[0].Channel != "b" || f.ByChannel[1].Channel != "(other)" || *f.ByChannel[1].Stages[0].Count != 15 || !has(f.Warnings, "by_channel", "channels_folded") {
		t.Errorf("%+v", f)
	}
	if *f.BestChannel != "c" {
		t.Errorf("the best channel is chosen of all: %s", *f.BestChannel)
	}
}

func TestFunnelRefusesWhatItCannotUse(t *testing.T) {
	many, _ := json.Marshal(make65())
	for _, c := range []struct{ body, code, field, says string }{
		{`{}`, "missing_input", "rows", "exactly one of rows, csv, tsv"},
		{`{"rows":[],"csv":"a"}`, "invalid_input", "csv", "exactly one"},
		{`{"rows":[]}`, "no_rows", "rows", "at least one"},
		{`{"csv":""}`, "no_rows", "csv", "header"},
		{`{"csv":"clicks,conversions\n"}`, "no_rows", "csv", "at least one"},
		{`{"csv":"foo,bar\n1,2"}`, "no_header", "csv", "foo, bar"},
		{`{"rows":[{"clicks":1}]}`, "invalid_input", "rows", "only clicks"},
		{`{"rows":[{"clicks":-1,"conversions":0}]}`, "invalid_input", "rows", "clicks of row 1"},
		{`{"rows":[{"clicks":1,"conversions":0}],"stages":["clicks"]}`, "invalid_input", "stages", ""},
		{`{"rows":[{"clicks":1,"conversions":0}],"stages":["clicks","Clicks"]}`, "invalid_input", "stages", "twice"},
		{`{"rows":[{"clicks":1,"conversions":0}],"stages":["clicks","paid"]}`, "invalid_input", "stages", "paid"},
		{`{"rows":[{"clicks":1,"conversions":0}],"stages":["clicks","visits"]}`, "invalid_input", "stages", "visits"},
		{`{"csv":"stage,count\na,1\nb,1","stages":["a","c"]}`, "invalid_input", "stages", `"c"`},
		{`{"csv":"stage,count\na,1"}`, "invalid_input", "csv", "at least 2"},
		{`{"rows":[{"a":1}],"stages":` + string(many) + `}`, "too_many_stages", "stages", "64"},
		{`{"rows":[{"clicks":1,"conversions":0}],"delimiter":","}`, "invalid_input", "delimiter", "csv or tsv"},
		{`{"csv":"clicks,conversions\n1,1","delimiter":"#"}`, "invalid_input", "delimiter", "semicolon"},
		{`{"rows":[{"channel":{},"clicks":1,"conversions":0}]}`, "invalid_input", "rows", "must be text"},
		{`{"rows":[{"channel":"` + strings.Repeat("x", 501) + `","clicks":1,"conversions":0}]}`, "invalid_input", "rows", "500"},
		{`{"rows":[1]}`, "invalid_input", "rows", "item 1"},
		{`{"row":[{"clicks":1,"conversions":0}]}`, "unknown_parameter", "row", "did you mean rows"},
	} {
		code, field, detail := refused(t, "/marketing/funnel", c.body)
		if code != c.code || field != c.field || !strings.Contains(detail, c.says) {
			t.Errorf("%.120s: %s %s %q", c.body, code, field, detail)
		}
	}
}

func make65() []string {
	names := make([]string, maxStages+1)
	for i := range names {
		names[i] = fmt.Sprintf("s%d", i)
	}
	return names
}

// table of counts with channels, drawn.
type drawn struct {
	header []string
	rows   [][]string
}

func drawTable(t *rapid.T, numbers ...string) drawn {
	d := drawn{header: append([]string{"channel"}, numbers...)}
	channel := rapid.SampledFrom([]string{"search", "Search ", "e-mail", "a,b", "x;y", `"q"`, "→", ""})
	number := rapid.SampledFrom([]string{"0", "1", "7", "12.5", "100", "2500", "", "n/a", "1e2", "$3", "x"})
	for range rapid.IntRange(1, 12).Draw(t, "rows") {
		row := []string{channel.Draw(t, "channel")}
		for range numbers {
			row = append(row, number.Draw(t, "number"))
		}
		d.rows = append(d.rows, row)
	}
	d.rows = append(d.rows, append([]string{"last"}, strings.Split(strings.Repeat("5 ", len(numbers))[:2*len(numbers)-1], " ")...))
	return d
}

// json is the body with the table as rows.
func (d drawn) json(t *rapid.T) string {
	rows := make([]map[string]string, len(d.rows))
	for i, r := range d.rows {
		rows[i] = map[string]string{}
		for k, name := range d.header {
			rows[i][name] = r[k]
		}
	}
	text, err := json.Marshal(map[string]any{"rows": rows})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// text is the body with the table as delimited text.
func (d drawn) text(t *rapid.T, member, delimiter string) string {
	var b strings.Builder
	for _, r := range append([][]string{d.header}, d.rows...) {
		for i, f := range r {
			if i > 0 {
				b.WriteString(delimiter)
			}
			b.WriteString(`"` + strings.ReplaceAll(f, `"`, `""`) + `"`)
		}
		b.WriteString("\r\n")
	}
	text, err := json.Marshal(map[string]any{member: b.String(), "delimiter": delimiter})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sameNumbers compares two answers except for how they were read and which rows they warn about.
func sameNumbers(t *rapid.T, path, one, other string) {
	t.Helper()
	var a, b map[string]any
	ok(t, path, one, &a)
	ok(t, path, other, &b)
	for _, answer := range []map[string]any{a, b} {
		delete(answer, "format")
		delete(answer, "inputs")
		delete(answer, "warnings")
		delete(answer, "ignored_columns")
	}
	if where := handlertest.Difference(a, b); where != "" {
		t.Fatalf("%s: answers differ at %s:\n%s\n%s", path, where, one, other)
	}
}

// In a text table an empty row does not count, so each row here has some text.
func (d drawn) withoutEmpty() drawn {
	rows := d.rows[:0:0]
	for _, r := range d.rows {
		if strings.Join(r, "") != "" {
			rows = append(rows, r)
		}
	}
	return drawn{d.header, rows}
}

func TestRowsAndTextsOfAllFormatsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom([]string{"/marketing/funnel", "/marketing/spend"}).Draw(t, "path")
		d := drawTable(t, "impressions", "clicks", "conversions", "spend", "revenue", "customers", "ltv").withoutEmpty()
		rows := d.json(t)
		sameNumbers(t, path, rows, d.text(t, "csv", ","))
		sameNumbers(t, path, rows, d.text(t, "tsv", "\t"))
		sameNumbers(t, path, rows, d.text(t, "csv", ";"))
	})
}

func TestOrderOfRowsChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom([]string{"/marketing/funnel", "/marketing/spend"}).Draw(t, "path")
		d := drawTable(t, "impressions", "clicks", "conversions", "spend", "revenue", "customers", "ltv")
		for _, r := range d.rows {
			r[0] = strings.ToLower(strings.TrimSpace(r[0])) // the first spelling is shown, and the order varies
		}
		sameNumbers(t, path, d.json(t), drawn{d.header, rapid.Permutation(d.rows).Draw(t, "order")}.json(t))
	})
}

func TestFunnelTotalsAreThoseOfItsChannels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f gen.MarketingFunnel
		d := drawTable(t, "impressions", "clicks", "conversions")
		ok(t, "/marketing/funnel", d.json(t), &f)
		product, defined := 1.0, true
		whole := !slices.ContainsFunc(d.rows, func(row []string) bool {
			return slices.ContainsFunc(row[1:], func(n string) bool { return n == "" || n == "n/a" || n == "x" })
		})
		for i, stage := range f.Stages {
			sum := 0.0
			for _, c := range f.ByChannel {
				if n := c.Stages[i].Count; n != nil {
					sum += *n
				}
			}
			if !near(sum, *stage.Count) {
				t.Fatalf("%s: channels have %v, all %v", stage.Stage, sum, *stage.Count)
			}
			if i == 0 {
				continue
			}
			if whole && *stage.DropOff != *f.Stages[i-1].Count-*stage.Count {
				t.Fatalf("drop-off %v", *stage.DropOff)
			}
			if stage.ConversionRate == nil {
				defined = false
				continue
			}
			product *= *stage.ConversionRate
			if !near(*stage.ConversionRate+*stage.LossRate, 1) {
				t.Fatalf("%v converted and %v lost", *stage.ConversionRate, *stage.LossRate)
			}
			if f.Bottleneck == nil || f.Bottleneck.ConversionRate > *stage.ConversionRate {
				t.Fatalf("%s is below the bottleneck %+v", stage.Stage, f.Bottleneck)
			}
		}
		if defined && whole && !near(product, *f.OverallConversionRate) {
			t.Fatalf("rates multiply to %v, overall %v", product, *f.OverallConversionRate)
		}
		shares := 0.0
		for _, c := range f.ByChannel {
			if c.ShareOfTop != nil {
				shares += *c.ShareOfTop
			}
		}
		if *f.Stages[0].Count > 0 && !near(shares, 1) {
			t.Fatalf("shares of the top add up to %v", shares)
		}
	})
}

// TestRatesAreOverRowsWithBothNumbers: who clicked in a row that does not tell who bought is no loss.
func TestRatesAreOverRowsWithBothNumbers(t *testing.T) {
	for rows, want := range map[string]float64{
		`{"channel":"a","clicks":40,"conversions":null},{"channel":"a","clicks":50,"conversions":25}`:         0.5,
		`{"channel":"a","clicks":40,"conversions":null},{"channel":"a","clicks":null,"conversions":10}`:       0.25, // parts of one
		`{"channel":"a","clicks":40},{"channel":"a","clicks":50,"conversions":25},{"channel":"b","clicks":9}`: 0.5,
	} {
		var f gen.MarketingFunnel
		ok(t, "/marketing/funnel", `{"rows":[`+rows+`]}`, &f)
		if *f.OverallConversionRate != want || *f.ByChannel[0].OverallConversionRate != want {
			t.Errorf("%s: %v, want %v", rows, *f.OverallConversionRate, want)
		}
	}
}
