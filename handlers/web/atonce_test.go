package web

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/fetch"
)

// atOnce is how many pages are asked for at the same moment.
const atOnce = 200

// ordinaryPages are made-up articles of 2 to 23 kB, or those of the clone of mozilla/readability that FAREBOX_PAGES
// names.
func ordinaryPages(t *testing.T) []string {
	t.Helper()
	pages := make([]string, 0, atOnce)
	if folder := os.Getenv("FAREBOX_PAGES"); folder != "" {
		files, err := filepath.Glob(filepath.Join(folder, "test", "test-pages", "*", "source.html"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no pages in FAREBOX_PAGES: %v", err)
		}
		for i := range atOnce {
			page, err := os.ReadFile(files[i%len(files)])
			if err != nil {
				t.Fatal(err)
			}
			pages = append(pages, string(page))
		}
		return pages
	}

	const sentence = "<p>The heat of the steam stops the oxidation within a minute, and the leaves stay green on the trays.</p>"
	for i := range atOnce {
		text := strings.Repeat(sentence, 20+i)
		pages = append(pages, "<html><head><title>Leaves</title></head><body><article><h1>Leaves</h1>"+text+"</article></body></html>")
	}
	return pages
}

// TestOrdinaryPagesAtOnceAreAnswered: none of 200 ordinary pages of as many sites, asked for by ten callers in one
// moment, is refused as busy, within the memory and on the two processors of a small server.
func TestOrdinaryPagesAtOnceAreAnswered(t *testing.T) {
	pages := ordinaryPages(t)
	hosts := make([]string, len(pages))
	for i := range hosts {
		hosts[i] = fmt.Sprintf("site%d.example.com", i)
	}
	web, option := newSite(t, hosts...)
	for i, page := range pages {
		web.file(fmt.Sprintf("/%d", i), "text/html; charset=utf-8", page)
	}

	extractor, err := extract.New()
	if err != nil {
		t.Fatal(err)
	}
	h := New(Sources{
		Fetcher:   fetch.New(fetch.Options{}, option),
		Extractor: extractor,
		Pool:      upstreamtest.New(t).Pool(t, nil),
	}, time.Now)
	control := capacity.New(capacity.Limits{Memory: 256 << 20, Processors: 2})

	var answered atomic.Int32
	var all sync.WaitGroup
	began := time.Now()
	for i, host := range hosts {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // as REQUEST_BUDGET
			defer cancel()
			ctx, visit := control.Begin(ctx)
			defer visit.End(false)
			capacity.For(ctx, fmt.Sprint("caller ", i%10))

			_, err := h.Extract(ctx, gen.ExtractRequestObject{Params: gen.ExtractParams{
				URL:    fmt.Sprintf("http://%s/%d", host, i),
				Format: gen.ExtractParamsFormatMarkdown,
				Images: true,
			}})
			if err != nil {
				t.Errorf("%s: %v", host, err)
				return
			}
			answered.Add(1)
		})
	}
	all.Wait()
	t.Logf("%d of %d answered in %s", answered.Load(), atOnce, time.Since(began).Round(time.Millisecond))
}
