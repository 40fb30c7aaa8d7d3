package marketing

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	gen "github.com/farebox/farebox/gen/marketing"
	"github.com/farebox/farebox/handlers/marketing/table"
	"pgregory.net/rapid"
)

// repeated is n items made by item, joined by commas.
func repeated(n int, item func(i int) string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(item(i))
	}
	return b.String()
}

func campaignRows(n int) string {
	return repeated(n, func(i int) string {
		return fmt.Sprintf(`{"date":"2026-01-%02d","channel":"campaign %d","impressions":%d,"clicks":%d,"conversions":%d,"spend":%d.%02d,"revenue":%d.5,"customers":%d,"ltv":%d}`,
			1+i%28, i%500, 1000+i%977, 100+i%97, i%17, 10+i%89, i%100, 20+i%301, i%7, 50+i%31)
	})
}

func campaignText(n int) string {
	var b strings.Builder
	b.WriteString("date,channel,impressions,clicks,conversions,spend,revenue,customers,ltv\n")
	for i := range n {
		fmt.Fprintf(&b, "2026-01-%02d,campaign %d,%d,%d,%d,%d.%02d,\"%d.5\",%d,%d\n", 1+i%28, i%500, 1000+i%977, 100+i%97, i%17, 10+i%89, i%100, 20+i%301, i%7, 50+i%31)
	}
	return b.String()
}

// wideRows have a count for each of 64 stages.
func wideRows(n int) (text string, stages []string) {
	for i := range maxStages {
		stages = append(stages, fmt.Sprintf("s%d", i))
	}
	var b strings.Builder
	b.WriteString("channel," + strings.Join(stages, ",") + "\n")
	for i := range n {
		fmt.Fprintf(&b, "c%d", i%300)
		for k := range maxStages {
			fmt.Fprintf(&b, ",%d", 1000-10*k)
		}
		b.WriteByte('\n')
	}
	return b.String(), stages
}

func flatTouches(n int) string {
	return repeated(n, func(i int) string {
		return fmt.Sprintf(`{"user_id":"u%d","channel":"channel %d","timestamp":"2026-01-%02dT%02d:00:00Z"}`, i/5, i*7%23, 1+i%28, i%24)
	})
}

func nestedPaths(paths, touches int) string {
	return repeated(paths, func(i int) string {
		return `{"touches":[` + repeated(touches, func(k int) string {
			return fmt.Sprintf(`{"channel":"channel %d","days_before":%d.25}`, (i+k)*7%23, 3*(touches-k))
		}) + `],"conversions":1,"value":99.5}`
	})
}

func textPaths(paths, touches int) string {
	return repeated(paths, func(i int) string {
		names := make([]string, touches)
		for k := range names {
			names[k] = fmt.Sprintf("channel %d", (i+k)*7%23)
		}
		return `"` + strings.Join(names, " > ") + `"`
	})
}

func quoted(text string) string {
	b, _ := json.Marshal(text) // a string
	return string(b)
}

func TestCapsAreReachedAndNotPassed(t *testing.T) {
	if testing.Short() {
		t.Skip("bodies of tens of megabytes")
	}
	const rows = table.MaxRows
	empty := func(int) string { return `{}` }
	arms := "variant,n,x\n" + strings.Repeat("a,10,1\nb,10,2\n", rows/2)
	tooManyArms := "n\tx\n" + strings.Repeat("1\t1\n", rows+1)
	for _, c := range []struct{ path, full, over, code string }{
		{
			path: "/marketing/funnel",
			full: `{"rows":[` + campaignRows(rows) + `]}`,
			over: `{"rows":[` + repeated(rows+1, empty) + `]}`,
			code: "too_many_rows",
		},
		{
			path: "/marketing/spend",
			full: `{"csv":` + quoted(campaignText(rows)) + `}`,
			over: `{"csv":` + quoted(campaignText(rows+1)) + `}`,
			code: "too_many_rows",
		},
		{
			path: "/marketing/experiment",
			full: `{"csv":` + quoted(arms) + `}`,
			over: `{"tsv":` + quoted(tooManyArms) + `}`,
			code: "too_many_rows",
		},
		{"/marketing/attribution", `{"paths":[` + nestedPaths(maxPaths, maxTouches/maxPaths) + `]}`, `{"paths":[` + textPaths(maxPaths+1, 1) + `]}`, "too_many_paths"},
		{"/marketing/attribution", `{"touches":[` + flatTouches(maxTouches) + `]}`, `{"touches":[` + flatTouches(maxTouches+1) + `]}`, "too_many_touches"},
		{"/marketing/attribution", `{"paths":[` + textPaths(1, maxTouches) + `]}`, `{"paths":[` + textPaths(1, maxTouches+1) + `]}`, "too_many_touches"},
	} {
		if status, answer := exchange(t, c.path, c.full); status != http.StatusOK {
			t.Errorf("%s at the cap: %d %.300s", c.path, status, answer)
		} else if len(answer) > 1<<20 {
			t.Errorf("%s: the answer has %d bytes", c.path, len(answer))
		}
		status, answer := exchange(t, c.path, c.over)
		var p struct{ Code, Detail string }
		if err := json.Unmarshal(answer, &p); err != nil || status != http.StatusBadRequest || p.Code != c.code || !strings.Contains(p.Detail, "at most") {
			t.Errorf("%s over the cap: %d %.300s", c.path, status, answer)
		}
	}
}

func TestFunnelHas64StagesAtMost(t *testing.T) {
	text, stages := wideRows(3)
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", body(t, map[string]any{"csv": text, "stages": stages}), &f)
	if len(f.Stages) != maxStages || *f.Stages[63].Count != 3*370 {
		t.Errorf("%d stages, last %+v", len(f.Stages), f.Stages[63])
	}
	long := "stage,count\n"
	for i := range maxStages + 1 {
		long += fmt.Sprintf("s%d,%d\n", i, 100-i)
	}
	if code, _, _ := refused(t, "/marketing/funnel", body(t, map[string]any{"csv": long})); code != "too_many_stages" {
		t.Error(code)
	}
	ok(t, "/marketing/funnel", body(t, map[string]any{"csv": long, "stages": []string{"s0", "s64"}}), &f)
	if f.RowsUsed != 2 || !has(f.Warnings, "stage", "unknown_stage") {
		t.Errorf("%+v", f.Warnings)
	}
}

// However many channels there are, the answer stays readable, and sums are kept.
func TestManyChannelsMakeABoundedAnswer(t *testing.T) {
	text := "channel," + strings.Join(make65()[:maxStages], ",") + "\n"
	for i := range 3000 {
		text += fmt.Sprintf("c%d%s\n", i, strings.Repeat(",1", maxStages))
	}
	var f gen.MarketingFunnel
	ok(t, "/marketing/funnel", body(t, map[string]any{"csv": text, "stages": make65()[:maxStages], "max_channels": 10000}), &f)
	n := len(f.ByChannel)
	if n != maxStageCells/maxStages+1 || f.ChannelsCount != 3000 {
		t.Fatalf("%d of %d channels", n, f.ChannelsCount)
	}
	if rest := *f.ByChannel[n-1].Stages[0].Count; rest != float64(3000-n+1) {
		t.Errorf("the rest has %v", rest)
	}
	members := repeated(table.MaxColumns+1, func(i int) string { return fmt.Sprintf(`"c%d":1`, i) })
	if code, _, _ := refused(t, "/marketing/funnel", `{"rows":[{`+members+`}]}`); code != "too_many_columns" {
		t.Error(code)
	}
}

// Whatever is sent, the answer is a 200 that the spec describes or a 400 that is JSON.
func TestHostileBodiesAreAnsweredOrRefused(t *testing.T) {
	doc := routes(t).Doc
	value := rapid.SampledFrom([]string{
		"0", "-0", "-1", "0.5", "1e308", "-1e308", "1e-320", "1e999", "123456789012345678901234567890", "null", "true", `""`, `"x"`, `"1,5"`, `"\u0000"`, `"\ud800"`,
		"[]", "{}", "[1]", `[[["a"]]]`, `["a","b"]`, `[{}]`, `[null]`, `[{"channel":"a","clicks":5,"conversions":1,"spend":2,"revenue":3}]`,
		`[{"channel":[],"spend":{}}]`, `[{"user":1,"channel":"a","time":-1e300},{"user":1,"channel":"b","days":-5}]`, `["a>b","|",">"]`, `[{"touches":["a",{}],"value":-5}]`,
		`"channel,clicks,conversions,spend\na,1,2,3\n"`, `"path\na > b"`, `"\""`, `"variant,n,x\na,5,1\nb,5,2"`, `{"n":10,"x":1}`, `{"n":9007199254740992,"x":9007199254740992}`,
		`[{"variant":"a","n":1,"x":1},{"variant":"b","n":1e15,"x":0}]`, `"tab"`, `"two_sided"`, "1e15", "0.999999", "10000",
	})
	rapid.Check(t, func(t *rapid.T) {
		path := rapid.SampledFrom([]string{"/marketing/funnel", "/marketing/attribution", "/marketing/spend", "/marketing/experiment"}).Draw(t, "path")
		schema := doc.Paths.Value(path).Post.RequestBody.Value.Content.Get("application/json").Schema.Value
		var members []string
		for name := range schema.Properties {
			if rapid.IntRange(0, 4).Draw(t, "with "+name) == 0 {
				members = append(members, quoted(name)+":"+value.Draw(t, name))
			}
		}
		text := "{" + strings.Join(members, ",") + "}"
		status, answer := serve(t, path, text)
		if status != 200 && status != 400 || !json.Valid(answer) {
			t.Fatalf("%s %s: %d %s", path, text, status, answer)
		}
	})
}

// Texts of only escapes, quotes, separators or open brackets are read in linear time: with quadratic time these
// would not end.
func TestTextsMadeToBeSlowAreNot(t *testing.T) {
	const n = 2_000_000
	for _, c := range []struct{ path, body string }{
		{"/marketing/funnel", `{"rows":[{"channel":"` + strings.Repeat(`\\`, n) + `","clicks":1,"conversions":1}]}`},
		{"/marketing/funnel", `{"rows":[{"x":"` + strings.Repeat(`\"`, n) + `","clicks":1,"conversions":1}]}`},
		{"/marketing/funnel", `{"csv":"` + strings.Repeat(`\"`, n) + `"}`},
		{"/marketing/funnel", `{"csv":"clicks,conversions\n` + strings.Repeat(`,`, n) + `1"}`},
		{"/marketing/funnel", `{"csv":"` + strings.Repeat(`\r`, n) + `"}`},
		{"/marketing/spend", `{"csv":"spend\n` + strings.Repeat(`$`, n) + `"}`},
		{"/marketing/attribution", `{"paths":["` + strings.Repeat(`>`, n) + `"]}`},
		{"/marketing/attribution", `{"paths":[{"touches":["a"],"x":` + strings.Repeat(`[`, 9000) + strings.Repeat(`]`, 9000) + `}]}`},
	} {
		if status, answer := exchange(t, c.path, c.body); status != 200 && status != 400 {
			t.Errorf("%s %.60s: %d %.200s", c.path, c.body, status, answer)
		}
	}
}
