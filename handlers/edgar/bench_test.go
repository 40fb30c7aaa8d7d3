package edgar

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"github.com/farebox/farebox/handlers/edgar/edgartest"
	"github.com/farebox/farebox/handlers/edgar/facts"
	"github.com/farebox/farebox/internal/party/filers"
	"github.com/farebox/farebox/internal/party/filers/filerstest"
	"github.com/farebox/farebox/internal/upstream/sec"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// large is a document with facts of the size of the largest there are, and of their shape: every tag of the
// statements in sixteen years of reports, each value in up to four filings, and ten times as many other tags.
func large() []byte {
	var b bytes.Buffer
	b.WriteString(`{"cik":320193,"entityName":"Large Co","facts":{"us-gaap":{`)
	tags := slices.Sorted(maps.Keys(facts.Wanted()))
	for i := range 1000 {
		tags = append(tags, fmt.Sprintf("us-gaap:SomeDisclosureThatStatementsAreNotMadeOf%d", i))
	}
	first := true
	for i, name := range tags {
		tag, ok := strings.CutPrefix(name, "us-gaap:")
		if !ok {
			continue
		}
		if !first {
			b.WriteByte(',')
		}
		first = false
		fmt.Fprintf(
			&b,
			`%q:{"label":"A label of some words","description":"%s","units":{"USD":[`,
			tag,
			strings.Repeat("Words that say what the tag is for. ", 6),
		)
		values(&b, i)
		b.WriteString(`]}}`)
	}
	b.WriteString(`}}}`)
	return b.Bytes()
}

// values are those of a tag: fewer where the statements do not have it.
func values(b *bytes.Buffer, tag int) {
	years := 16
	if tag >= len(facts.Wanted()) {
		years = 5
	}
	comma := ""
	for year := 2010; year < 2010+years; year++ {
		for quarter := range 4 {
			start := time.Date(year, time.Month(3*quarter+1), 1, 0, 0, 0, 0, time.UTC)
			end := start.AddDate(0, 3, -1)
			if quarter == 3 {
				start = time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC)
			}
			form := map[bool]string{true: "10-K", false: "10-Q"}[quarter == 3]
			for again := range 3 {
				fmt.Fprintf(
					b,
					`%s{"start":"%s","end":"%s","val":%d,"accn":"0000320193-%02d-%06d","fy":%d,`+
						`"fp":"Q%d","form":"%s","filed":"%s","frame":"CY%dQ%d"}`,
					comma,
					start.Format(time.DateOnly),
					end.Format(time.DateOnly),
					1_000_000_000+tag*1000+year,
					year%100+again,
					quarter,
					year+again,
					quarter+1,
					form,
					end.AddDate(again, 1, 0).Format(time.DateOnly),
					year,
					quarter+1,
				)
				comma = ","
			}
		}
	}
}

// BenchmarkTenMegabytes is the way of the facts of a large company from the wire to four years of statements.
func BenchmarkTenMegabytes(b *testing.B) {
	body := large()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write(body)
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		r, err := gzip.NewReader(bytes.NewReader(packed.Bytes()))
		if err != nil {
			b.Fatal(err)
		}
		found, err := sec.ReadFacts(r, facts.Wanted())
		if err != nil {
			b.Fatal(err)
		}
		found.FetchedAt = edgartest.Now
		c := facts.New(found)
		for _, p := range c.Annual()[:4] {
			if len(c.Figures(p).Restatements()) > 0 {
				b.Fatal("nothing was restated")
			}
		}
	}
}

// BenchmarkRoutes are the routes with the facts of a large company at hand: what each takes by itself.
func BenchmarkRoutes(b *testing.B) {
	now := func() time.Time { return edgartest.Now }
	world := upstreamtest.New(b, append(filerstest.Answers(), upstreamtest.Answer{
		URL:  edgartest.AppleFacts,
		Body: string(large()),
	})...)
	pool := world.Pool(b, nil, upstreamtest.SmallLists, upstreamtest.At(now))
	directory := filers.New(pool)
	if err := directory.Lists().Companies.Refresh(b.Context()); err != nil {
		b.Fatal(err)
	}
	e := echo.New()
	New(pool, directory, now).Register(e)

	for _, target := range []string{
		"/edgar/financials?ticker=AAPL&freq=annual&periods=4",
		"/edgar/financials?ticker=AAPL&freq=quarterly&periods=4",
		"/edgar/financials?ticker=AAPL&freq=ttm&periods=20",
		"/edgar/concept?ticker=AAPL&concept=revenue&freq=annual&limit=20",
		"/edgar/concept?ticker=AAPL&concept=net_income&freq=quarterly&limit=100",
		"/edgar/ratios?ticker=AAPL&freq=annual&periods=4",
		"/edgar/ratios?ticker=AAPL&freq=quarterly&periods=20",
	} {
		b.Run(target[7:], func(b *testing.B) {
			ask := func() {
				w := httptest.NewRecorder()
				e.ServeHTTP(w, httptest.NewRequestWithContext(b.Context(), http.MethodGet, target, nil))
				if w.Code != http.StatusOK {
					b.Fatalf("%d %s", w.Code, w.Body)
				}
			}
			ask()
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
		})
	}
}
