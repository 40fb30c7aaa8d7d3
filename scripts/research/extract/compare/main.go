// Command compare scores this project's extraction beside go-trafilatura and go-readability, in one process on the
// same pages, and times each of them from HTML bytes to text on one core.
//
// It is a module of its own so that the two libraries stay out of the service's dependencies. The sets are read from
// FAREBOX_EXTRACT_SETS; package corpus says how they are laid out.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/go-shiori/go-readability"
	"github.com/markusmobius/go-trafilatura"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/internal/web/extract/extracttest/shapes"
	"github.com/farebox/farebox/internal/web/extract/model"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

type extractor struct {
	name string
	text func(page []byte, address *url.URL) (content string, confidence float64)
}

func main() {
	sets := flag.String("sets", "aeb,aeb-apart,wcxb-apart,cleaneval,dragnet,l3s",
		"comma list of the sets to run: those,"+
			" cleanportaleval, and wcxb-dev, traf, fundus, moz, which the model was grown on, and the thirds of sets that are for learning:"+
			" cleaneval-third, dragnet-third, l3s-third;"+
			" shapes, shapes-unseen, shapes-run-on and handmade are made up")
	only := flag.String("only", "", "run only this extractor")
	other := flag.String("model", "", "file of a model to measure in place of the package's own")
	pages := flag.String("pages", "", "file to write a line per page to")
	metadataOnly := flag.Bool("metadata", false, "compare titles, bylines and dates in place of content")
	flag.Parse()
	if err := run(*metadataOnly, strings.Split(*sets, ","), *only, *pages, *other); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(metadataOnly bool, sets []string, only, pages, other string) error {
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" && slices.ContainsFunc(sets, needsFolder) {
		return fmt.Errorf("%s is not set", corpus.EnvDir)
	}
	log := io.Discard
	if pages != "" {
		f, err := os.Create(pages)
		if err != nil {
			return err
		}
		defer f.Close()
		log = f
	}
	runtime.GOMAXPROCS(1)

	if metadataOnly {
		for _, set := range sets {
			docs, err := read(dir, set)
			if err != nil {
				return fmt.Errorf("read %s: %w", set, err)
			}
			compareMetadata(chosen(metadataReaders(), only), set, docs, log)
		}
		return nil
	}
	engine, err := engineOf(other)
	if err != nil {
		return err
	}
	return compareContent(contentReaders(engine), sets, only, log)
}

// needsFolder tells that the pages of a set are not in this repository.
func needsFolder(set string) bool { return set != "handmade" && !strings.HasPrefix(set, "shapes") }

// contentReaders are the extractors to compare, with the settings of the Article Extraction Benchmark.
func contentReaders(engine *extract.Engine) []extractor {
	return []extractor{
		{"farebox", func(page []byte, address *url.URL) (string, float64) {
			r, _ := engine.Extract(page, address, extract.Options{Format: extract.Text})
			return r.Content, r.Confidence
		}},
		{"go-trafilatura", func(page []byte, address *url.URL) (string, float64) {
			r, err := trafilatura.Extract(bytes.NewReader(page), trafilatura.Options{OriginalURL: address, EnableFallback: true})
			if err != nil {
				return "", 0
			}

			return r.ContentText, 0
		}},
		{"go-readability", func(page []byte, address *url.URL) (string, float64) {
			r, err := readability.FromReader(bytes.NewReader(page), address)
			if err != nil {
				return "", 0
			}
			return r.TextContent, 0
		}},
	}
}

func compareContent(extractors []extractor, sets []string, only string, log io.Writer) error {
	dir := os.Getenv(corpus.EnvDir)
	for _, set := range sets {
		docs, err := read(dir, set)
		if err != nil {
			return fmt.Errorf("read %s: %w", set, err)
		}
		var first []extracttest.Counts
		for _, x := range extractors {
			if only != "" && only != x.name {
				continue
			}
			runs := measure(set, x, docs, log)
			if first == nil {
				first = runs
				continue
			}
			low, high := difference(first, runs, rand.New(rand.NewPCG(1, 2)))
			fmt.Printf("  F1 of %s above it, 95 %% of draws of pages: %+.3f to %+.3f\n", extractors[0].name, low, high)
		}
	}

	return nil
}

// chosen are all readers, or the one of a name.
func chosen(readers []metadataReader, only string) []metadataReader {
	return slices.DeleteFunc(readers, func(r metadataReader) bool { return only != "" && r.name != only })
}

// engineOf makes an engine from the model in a file, or from the package's own.
func engineOf(file string) (*extract.Engine, error) {
	if file == "" {
		return extract.New()
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := model.Read(f)
	if err != nil {
		return nil, fmt.Errorf("read model: %w", err)
	}
	return extract.NewFrom(m), nil
}

// drawnShapes is how many pages of each shape are made.
const drawnShapes = 5

// read gives the pages of a set. Of sets with a third for learning it gives the rest, or that third by its own name.
func read(dir, set string) ([]corpus.Document, error) {
	name, third := strings.CutSuffix(set, "-third")
	switch name {
	case "aeb":
		return corpus.AEB(dir)
	case "aeb-apart":
		return apart(dir, corpus.AEB)
	case "wcxb-test":
		return corpus.WCXB(dir, "test")
	case "wcxb-apart":
		return apart(dir, func(dir string) ([]corpus.Document, error) { return corpus.WCXB(dir, "test") })
	case "wcxb-dev":
		return corpus.WCXB(dir, "dev")
	case "traf":
		if third {
			return thirds(dir, corpus.Trafilatura, true)
		}
		return corpus.Trafilatura(dir)
	case "traf-two-thirds":
		return thirds(dir, corpus.Trafilatura, false)
	case "fundus":
		if third {
			return thirds(dir, corpus.Fundus, true)
		}
		return corpus.Fundus(dir)
	case "fundus-two-thirds":
		return thirds(dir, corpus.Fundus, false)
	case "htmldate":
		return thirds(dir, func(dir string) ([]corpus.Document, error) {
			return corpus.HTMLDate(dir,
				"default")
		}, third)
	case "htmldate-news":
		return corpus.HTMLDate(dir, "mediacloud_2020")
	case "chinese":
		return corpus.Chinese(dir)
	case "moz":
		return corpus.Mozilla(dir)
	case "postlight":
		return corpus.PostlightSaid(dir)
	case "omnivore":
		return corpus.Omnivore(dir)
	case "handmade":
		return corpus.Handmade()
	case "shapes":
		return corpus.Shaped(shapes.Known(drawnShapes)), nil
	case "shapes-unseen":
		return corpus.Shaped(shapes.Unseen(drawnShapes)), nil
	case "shapes-run-on":
		return corpus.Shaped(shapes.RunOn(drawnShapes)), nil
	case "cleaneval":
		return thirds(dir, corpus.CleanEval, third)
	case "cleanportaleval":
		return corpus.CleanPortalEval(dir)
	case "dragnet":
		return thirds(dir, corpus.Dragnet, third)
	case "l3s":
		return thirds(dir, corpus.L3S, third)
	}

	return nil, errors.New("unknown set")
}

func apart(dir string, set func(string) ([]corpus.Document, error)) ([]corpus.Document, error) {
	docs, err := set(dir)
	if err != nil {
		return nil, err
	}
	return corpus.Apart(dir, docs)
}

func thirds(dir string, set func(string) ([]corpus.Document, error), learnable bool) ([]corpus.Document, error) {
	docs, err := set(dir)
	return slices.DeleteFunc(docs, func(d corpus.Document) bool { return corpus.Learnable(d) != learnable }), err
}

// measure extracts and scores the pages of a set, and gives the counts of the pages with expected text.
func measure(set string, x extractor, docs []corpus.Document, log io.Writer) []extracttest.Counts {
	texts := make([]string, len(docs))
	confidences := make([]float64, len(docs))
	took := make([]time.Duration, len(docs))
	start := processorTime()
	for i, d := range docs {
		address, err := url.Parse(d.URL)
		if err != nil {
			address = &url.URL{Scheme: "https", Host: "unknown.example"}
		}
		begun := time.Now()
		texts[i], confidences[i] = x.text(d.HTML, address)
		took[i] = time.Since(begun)
	}
	each := (processorTime() - start) / time.Duration(max(1, len(docs)))

	shingles := map[string][]extracttest.Counts{}
	words := map[string][]extracttest.Counts{}
	var snippets []extracttest.Counts
	var sure reliability
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
		inRuns := extracttest.Shingles(d.Text, texts[i])
		inWords := extracttest.Words(d.Text, texts[i])
		sure.add(confidences[i], inWords.F1())
		fmt.Fprintf(log, "%s\t%s\t%s\t%.3f\t%.3f\t%.3f\t%.0f\t%.0f\t%.0f\t%d\t%d\t%s\n", set, x.name, d.ID,
			inRuns.F1(), inWords.F1(), confidences[i], inWords.Right, inWords.Wrong, inWords.Missed,
			took[i].Milliseconds(), len(d.HTML), d.URL)
		for _, kind := range []string{"all", d.Kind} {
			if kind != "" {
				shingles[kind] = append(shingles[kind], inRuns)
				words[kind] = append(words[kind], inWords)
			}
		}
	}
	fmt.Printf("\n%s, %s: %d pages, %d without content, %.1f ms of a processor each, slowest %d ms\n", set,
		x.name, len(docs), empty, float64(each.Microseconds())/1000, slices.Max(took).Milliseconds())
	sure.print()
	if len(snippets) > 0 {
		s := extracttest.Pooled(snippets)
		low, high := extracttest.Interval(snippets, extracttest.Pooled, rand.New(rand.NewPCG(1, 2)))
		fmt.Printf("  snippets                 P %.3f R %.3f F1 %.3f [%.3f, %.3f]\n", s.Precision, s.Recall, s.F1, low, high)
	}
	for _, kind := range kindsOf(docs) {
		if n := len(words[kind]); n > 0 {
			s := extracttest.ByMeans(shingles[kind])
			w := extracttest.ByPage(words[kind])
			low, high := extracttest.Interval(shingles[kind], extracttest.ByMeans, rand.New(rand.NewPCG(1, 2)))
			fmt.Printf("  %-36s %5d     4-word runs P %.3f R %.3f F1 %.3f [%.3f, %.3f], by page %.3f "+
				"  words P %.3f R %.3f F1 %.3f\n",
				kind, n, s.Precision, s.Recall, s.F1, low, high, extracttest.ByPage(shingles[kind]).F1,
				w.Precision, w.Recall, w.F1)
		}
	}
	return shingles["all"]
}

// processorTime is what this program has taken of a processor. Other programs on the machine do not change it.
func processorTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// kindsOf are the kinds of the pages in the order in which they are met, after all of them together.
func kindsOf(docs []corpus.Document) []string {
	kinds := []string{"all"}
	for _, d := range docs {
		if d.Kind != "" && !slices.Contains(kinds, d.Kind) {
			kinds = append(kinds, d.Kind)
		}
	}
	return kinds
}
