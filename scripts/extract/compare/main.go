// Command compare scores this project's extraction beside go-trafilatura and go-readability, in one process on the same pages,
// and times each of them from HTML bytes to text on one core.
//
// It is a module of its own so that the two libraries stay out of the service's dependencies. The sets are read from
// FAREBOX_EXTRACT_SETS; package corpus says how they are laid out.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/go-shiori/go-readability"
	"github.com/markusmobius/go-trafilatura"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/scripts/extract/corpus"
)

type extractor struct {
	name string
	text func(page []byte, address *url.URL) string
}

func main() {
	sets := flag.String("sets", "aeb,aeb-apart,wcxb-apart", "comma list of the sets to run: those, and wcxb-dev, traf, fundus, moz, which the model was grown on")
	only := flag.String("only", "", "run only this extractor")
	flag.Parse()
	if err := run(strings.Split(*sets, ","), *only); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(sets []string, only string) error {
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		return fmt.Errorf("%s is not set", corpus.EnvDir)
	}
	engine, err := extract.New()
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(1)
	extractors := []extractor{
		{"farebox", func(page []byte, address *url.URL) string {
			r, _ := engine.Extract(page, address, extract.Text)
			return r.Content
		}},
		// The settings of the Article Extraction Benchmark.
		{"go-trafilatura", func(page []byte, address *url.URL) string {
			r, err := trafilatura.Extract(bytes.NewReader(page), trafilatura.Options{OriginalURL: address, EnableFallback: true})
			if err != nil {
				return ""
			}
			return r.ContentText
		}},
		{"go-readability", func(page []byte, address *url.URL) string {
			r, err := readability.FromReader(bytes.NewReader(page), address)
			if err != nil {
				return ""
			}
			return r.TextContent
		}},
	}
	for _, set := range sets {
		var docs []corpus.Document
		switch set {
		case "aeb":
			docs, err = corpus.AEB(dir)
		case "aeb-apart":
			if docs, err = corpus.AEB(dir); err == nil {
				docs, err = corpus.Apart(dir, docs)
			}
		case "wcxb-test":
			docs, err = corpus.WCXB(dir, "test")
		case "wcxb-apart":
			if docs, err = corpus.WCXB(dir, "test"); err == nil {
				docs, err = corpus.Apart(dir, docs)
			}
		case "wcxb-dev":
			docs, err = corpus.WCXB(dir, "dev")
		case "traf":
			docs, err = corpus.Trafilatura(dir)
		case "fundus":
			docs, err = corpus.Fundus(dir)
		case "moz":
			docs, err = corpus.Mozilla(dir)
		default:
			return fmt.Errorf("unknown set %q", set)
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", set, err)
		}
		var first []extracttest.Counts
		for _, x := range extractors {
			if only != "" && only != x.name {
				continue
			}
			runs := measure(set, x, docs)
			if first == nil {
				first = runs
				continue
			}
			low, high := extracttest.Difference(first, runs, rand.New(rand.NewPCG(1, 2)))
			fmt.Printf("  F1 of %s above it, 95 %% of draws of pages: %+.3f to %+.3f\n", extractors[0].name, low, high)
		}
	}
	return nil
}

// measure extracts and scores the pages of a set, and gives the counts of the pages with expected text.
func measure(set string, x extractor, docs []corpus.Document) []extracttest.Counts {
	texts := make([]string, len(docs))
	start := time.Now()
	for i, d := range docs {
		address, err := url.Parse(d.URL)
		if err != nil {
			address = &url.URL{Scheme: "https", Host: "unknown.example"}
		}
		texts[i] = x.text(d.HTML, address)
	}
	speed := float64(len(docs)) / time.Since(start).Seconds()

	shingles, words := map[string][]extracttest.Counts{}, map[string][]extracttest.Counts{}
	var snippets []extracttest.Counts
	empty := 0
	for i, d := range docs {
		if strings.TrimSpace(texts[i]) == "" {
			empty++
		}
		if d.Text == "" && len(d.With) == 0 {
			continue // a handful of WCXB's records are without expected content
		}
		if d.Text == "" {
			snippets = append(snippets, d.Snippets(texts[i]))
			continue
		}
		for _, kind := range []string{"all", d.Kind} {
			if kind != "" {
				shingles[kind] = append(shingles[kind], extracttest.Shingles(d.Text, texts[i]))
				words[kind] = append(words[kind], extracttest.Words(d.Text, texts[i]))
			}
		}
	}
	fmt.Printf("\n%s, %s: %d pages, %d without content, %.0f pages/s\n", set, x.name, len(docs), empty, speed)
	if len(snippets) > 0 {
		s := extracttest.Pooled(snippets)
		low, high := extracttest.Interval(snippets, extracttest.Pooled, rand.New(rand.NewPCG(1, 2)))
		fmt.Printf("  snippets                 P %.3f R %.3f F1 %.3f [%.3f, %.3f]\n", s.Precision, s.Recall, s.F1, low, high)
	}
	for _, kind := range []string{"all", "article", "documentation", "service", "forum", "product", "collection", "listing"} {
		if n := len(words[kind]); n > 0 {
			s, w := extracttest.ByMeans(shingles[kind]), extracttest.ByPage(words[kind])
			low, high := extracttest.Interval(shingles[kind], extracttest.ByMeans, rand.New(rand.NewPCG(1, 2)))
			fmt.Printf("  %-14s %5d     4-word runs P %.3f R %.3f F1 %.3f [%.3f, %.3f]   words P %.3f R %.3f F1 %.3f\n", kind, n, s.Precision, s.Recall, s.F1, low, high, w.Precision, w.Recall, w.F1)
		}
	}
	return shingles["all"]
}
