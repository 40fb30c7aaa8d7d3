package web

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	gen "github.com/farebox/farebox/gen/web"
	"github.com/farebox/farebox/internal/capacity"
	"github.com/farebox/farebox/internal/problem"
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
	for _, got := range readAtOnce(t, ordinaryPages(t)) {
		if got.err != nil {
			t.Errorf("%s: %v", got.host, got.err)
		}
	}
}

// TestCheapPagesPassBesideHostileOnes: of 200 pages asked for in one moment 160 are as costly as 5 MB can be. The
// ordinary ones among them are answered. It says how many of the costly ones are, and how long the others were told to
// wait.
func TestCheapPagesPassBesideHostileOnes(t *testing.T) {
	if os.Getenv("FAREBOX_HOSTILE") == "" {
		t.Skip("FAREBOX_HOSTILE is not set: it takes minutes")
	}
	hostile := []string{
		strings.Repeat("<h1 class=headline>a heading of some words</h1>", 100_000),
		strings.Repeat("<p class='byline date'>By Ann Lee, 3/4/2020</p>", 100_000),
		strings.Repeat("<p>The well on the hill has run dry, again, this year.</p>\n", 85_000),
		strings.Repeat("<table><tr><td>a", 300_000),
	}
	const every = 5 // page is an ordinary one
	pages := ordinaryPages(t)
	for i := range pages {
		if i%every != 0 {
			pages[i] = hostile[i%len(hostile)]
		}
	}

	var costly, refused int
	var soonest, latest time.Duration
	for i, got := range readAtOnce(t, pages) {
		var busy *problem.Problem
		switch {
		case i%every == 0 && got.err != nil:
			t.Errorf("ordinary page %d: %v after %s", i, got.err, got.took)
		case i%every == 0:
		case got.err == nil:
			costly++
		case errors.As(got.err, &busy) && busy.RetryAfter > 0:
			refused++
			if soonest == 0 || busy.RetryAfter < soonest {
				soonest = busy.RetryAfter
			}
			latest = max(latest, busy.RetryAfter)
		default:
			t.Errorf("costly page %d: %v", i, got.err)
		}
	}
	t.Logf("%d costly pages answered, %d refused with a wait of %s to %s", costly, refused, soonest, latest)
}

// outcome is what became of one page.
type outcome struct {
	host string
	err  error
	took time.Duration
}

// readAtOnce asks for all pages in one moment, each of a site of its own, by ten callers, within the memory and on the
// two processors of a small server.
func readAtOnce(t *testing.T, pages []string) []outcome {
	t.Helper()
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

	outcomes := make([]outcome, len(pages))
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
			outcomes[i] = outcome{
				host: host,
				err:  err,
				took: time.Since(began),
			}
		})
	}
	all.Wait()

	answered := 0
	for _, r := range outcomes {
		if r.err == nil {
			answered++
		}
	}
	t.Logf("%d of %d answered in %s", answered, len(pages), time.Since(began).Round(time.Millisecond))
	return outcomes
}
