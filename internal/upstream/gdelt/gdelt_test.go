package gdelt

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const doc = "https://api.gdeltproject.org/api/v2/doc/doc"

var client = upstreamtest.Over(New)

func TestTitlesWithCharactersThatJSONHasNot(t *testing.T) {
	c, _ := client(t, upstreamtest.Answer{
		URL: doc,
		Body: "{\"articles\":[{\"url\":\"https://a.example.org/\",\"title\":\"A\x01B\tC\",\"sourcecountry\":\"\"," +
			"\"domain\":\"a.example.org\",\"seendate\":\"20261120T111500Z\"}," +
			"{\"url\":\"\",\"title\":\"no address\",\"sourcecountry\":\"\",\"domain\":\"a.example.org\",\"seendate\":\"20261120T111500Z\"}]}",
	})
	list, _, err := c.Articles(t.Context(), "x", "24h")
	if err != nil || len(list) != 1 || list[0].Title != "A B C" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestTitlesArePutTogether(t *testing.T) {
	for text, want := range map[string]string{
		"U . S . stocks fall ; what now ?":   "U.S. stocks fall; what now?",
		"Trump ' s plan , and 1 , 000 more":  "Trump's plan, and 1,000 more",
		"Up 3 . 5 % in May , 2026":           "Up 3.5% in May, 2026",
		"AI - Chipmaker ( again ) at $ 5":    "AI - Chipmaker (again) at $5",
		"It ' s over . The end":              "It's over. The end",
		"Plan B . Next":                      "Plan B. Next",
		"Already tidy: it's done, isn't it?": "Already tidy: it's done, isn't it?",
		"":                                   "",
		"' s":                                "' s",
	} {
		if got := tidy(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestARefusalHasItsReasonForTheCallerOnly(t *testing.T) {
	c, _ := client(t, upstreamtest.Answer{URL: doc, Body: string(samples.Read(t, "gdelt/error_keyword_200.txt"))})
	_, _, err := c.Tone(t.Context(), "x", "7d")
	var refused *Refused
	if upstream.KindOf(err) != upstream.Invalid || !errors.As(err, &refused) ||
		!strings.HasPrefix(refused.Reason, "One or more of your keywords were too short") {
		t.Fatal(err)
	}
	if strings.Contains(err.Error(), "sourcelocation") {
		t.Errorf("the log would have the query: %v", err)
	}
}

func TestOneRequestAtATimeAndNoQueueWithoutEnd(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: doc, Body: "{}"})
	c := New(world.Pool(t, nil, func(o *upstream.Options) { o.RateScale = 1 }))
	if _, _, err := c.Tone(t.Context(), "a", "7d"); err != nil {
		t.Fatal(err)
	}

	hurried, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	_, _, err := c.Tone(hurried, "b", "7d")
	var e *upstream.Error
	if !errors.As(err, &e) || e.Kind != upstream.RateLimited || e.RetryAfter <= 0 || e.RetryAfter > 6*time.Second {
		t.Errorf("%v", err)
	}
	if _, _, err := c.Tone(hurried, "a", "7d"); err != nil {
		t.Errorf("an answer that is known: %v", err)
	}
	if n := len(world.Asked()); n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestTheAPIIsLeftAloneWhenItAsksForThat(t *testing.T) {
	now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	world := upstreamtest.New(t, upstreamtest.Answer{URL: doc, Status: 429, Body: "Please limit requests"})
	c := New(world.Pool(t, nil, upstreamtest.Hurried, upstreamtest.At(func() time.Time { return now })))
	for _, query := range []string{"a", "b"} {
		if _, _, err := c.Tone(t.Context(), query, "7d"); upstream.KindOf(err) != upstream.RateLimited {
			t.Errorf("%s: %v", query, err)
		}
	}
	if n := len(world.Asked()); n != 1 {
		t.Errorf("asked %d times within the pause", n)
	}
	now = now.Add(pause + time.Second)
	_, _, _ = c.Tone(t.Context(), "c", "7d")
	if n := len(world.Asked()); n != 2 {
		t.Errorf("asked %d times after the pause", n)
	}
}

// line is a line of a file with these columns.
func line(columns map[int]string) string {
	f := make([]string, 27)
	for i, v := range columns {
		f[i] = v
	}
	return strings.Join(f, "\t")
}

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	f, err := w.Create("x.gkg.csv")
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestLinesOfAFile(t *testing.T) {
	good := map[int]string{
		1:  "20261120113000",
		3:  "a.example.org",
		4:  "https://a.example.org/1",
		7:  "ECON_INFLATION;TAX_X;ECON_INFLATION;",
		9:  "1#Germany#GM#GM#51#9#GM;4#Berlin#GM#GM16#52#13#-1;3#Ohio#US#USOH#1#2#OH;bad",
		15: "-2.5,1,3.5,4.5,20,0,400",
		26: "<PAGE_TITLE>Tom &amp; Jerry  win</PAGE_TITLE>",
	}
	change := func(column int, value string) string {
		columns := map[int]string{}
		for i, v := range good {
			columns[i] = v
		}
		columns[column] = value
		return line(columns)
	}
	text := strings.Join([]string{
		line(good), change(1, "x"), change(4, "BBC_20261120"), change(15, ""), change(15, "900"), "short\tline", "",
		change(26, "<PAGE_TITLE>never closed"),
	}, "\n")

	var got []Record
	err := ReadBatch(fstest.MapFS{BatchFile: {Data: packed(t, text)}}, func(r Record) { got = append(got, r) })
	if err != nil || len(got) != 2 {
		t.Fatal(got, err)
	}
	r := got[0]
	if r.Title != "Tom & Jerry win" || r.Tone != -2.5 || strings.Join(r.Themes, " ") != "ECON_INFLATION TAX_X" ||
		strings.Join(
			r.Countries,
			" ",
		) != "GM US" || r.Slot.Format(time.RFC3339) != "2026-11-20T11:30:00Z" || got[1].Title != "" {
		t.Errorf("%+v", got)
	}
}

func TestOtherFilesAreRefused(t *testing.T) {
	whole := packed(t, line(map[int]string{1: "20261120113000", 4: "https://a/", 15: "1,"}))
	for why, data := range map[string][]byte{
		"a page":     []byte("<html>not found</html>"),
		"nothing":    {},
		"cut off":    whole[:len(whole)-30],
		"no article": packed(t, "x\ty\n"),
	} {
		if err := ReadBatch(fstest.MapFS{BatchFile: {Data: data}}, func(Record) {}); err == nil {
			t.Errorf("%s was read", why)
		}
	}
}

func TestTheNewestFileThatIsThereForSure(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{URL: GKG.BaseURL + "/*", Body: "x"})
	now := func() time.Time { return time.Date(2026, 11, 20, 0, 7, 0, 0, time.UTC) }
	if _, err := Newest(now)(NewGKG(world.Pool(t, nil))).Do(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := world.Asked()[0]; !strings.HasSuffix(got, "/20261119234500.gkg.csv.zip") {
		t.Error(got)
	}
}
