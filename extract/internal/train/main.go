// Command train grows the forest that tells content from furniture, from the evaluation sets in FAREBOX_EXTRACT_SETS, and
// writes it to the file named by -o. It uses WCXB's development split, the snippet set of trafilatura, the test pages of
// Readability and those of fundus; never a page of the Article Extraction Benchmark, which is kept for
// measuring. A quarter of WCXB's test split is in the development sets too: measure on corpus.Apart of it.
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"sort"
	"sync"

	"github.com/farebox/farebox/extract/internal/blocks"
	"github.com/farebox/farebox/extract/internal/corpus"
	"github.com/farebox/farebox/extract/internal/forest"
	"github.com/farebox/farebox/extract/internal/metadata"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// example is a page made ready: its rows, and the texts to score a choice of blocks by.
type example struct {
	doc              corpus.Document
	set              string
	page             *blocks.Page
	rows             [][]float32
	targets, weights []float32
}

func run() error {
	out := flag.String("o", "", "file to write the forest to; empty: only cross-validate")
	folds := flag.Int("folds", 0, "fold count of a cross-validation by host; 0: none")
	trees := flag.Int("trees", 200, "trees")
	depth := flag.Int("depth", 6, "levels of a tree")
	rate := flag.Float64("rate", 0.1, "learning rate")
	flag.Parse()
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		return fmt.Errorf("%s is not set", corpus.EnvDir)
	}
	examples, err := load(dir)
	if err != nil {
		return err
	}
	settings := forest.Settings{Trees: *trees, Depth: *depth, Rate: *rate, MinHess: 8, Lambda: 4, RowShare: 0.5, ColShare: 0.3, Seed: 7}
	if *folds > 0 {
		validate(examples, settings, *folds)
	}
	if *out == "" {
		return nil
	}
	grown := grow(examples, settings, func(example) bool { return true })
	f, err := os.Create(*out)
	if err != nil {
		return err
	}
	if err := grown.Write(f); err != nil {
		return err
	}
	return f.Close()
}

func load(dir string) ([]example, error) {
	held, err := corpus.AEB(dir)
	if err != nil {
		return nil, err
	}
	kept := make(map[string]bool)
	for _, d := range held {
		kept[d.URL] = true
	}
	var examples []example
	for _, set := range []struct {
		name string
		read func() ([]corpus.Document, error)
	}{
		{"wcxb", func() ([]corpus.Document, error) { return corpus.WCXB(dir, "dev") }},
		{"traf", func() ([]corpus.Document, error) { return corpus.Trafilatura(dir) }},
		{"fundus", func() ([]corpus.Document, error) { return corpus.Fundus(dir) }},
		{"moz", func() ([]corpus.Document, error) { return corpus.Mozilla(dir) }},
	} {
		docs, err := set.read()
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", set.name, err)
		}
		count := 0
		for _, d := range docs {
			if !kept[d.URL] {
				count++
				examples = append(examples, example{doc: d, set: set.name})
			}
		}
		fmt.Printf("%s: %d pages\n", set.name, count)
	}
	var wait sync.WaitGroup
	gate := make(chan struct{}, 2)
	for i := range examples {
		wait.Add(1)
		gate <- struct{}{}
		go func() {
			defer func() { <-gate; wait.Done() }()
			examples[i].prepare()
		}()
	}
	wait.Wait()
	return examples, nil
}

func (e *example) prepare() {
	tree, err := blocks.Parse(e.doc.HTML)
	if err != nil {
		return
	}
	u, _ := url.Parse(e.doc.URL)
	e.page = blocks.Cut(tree)
	e.rows = e.page.Features(metadata.Read(tree, u).Context(u))
	if len(e.rows) < len(e.page.Blocks) {
		e.page = nil // too long to learn from: not all of its blocks have rows
		return
	}
	e.targets, e.weights = e.doc.Labels(e.page)
	if e.set == "fundus" {
		// These are news pages, and few of the other sets are.
		for i := range e.weights {
			e.weights[i] *= 1.5
		}
	}
	if e.set == "moz" {
		// What Readability.js gives is not what a person would.
		for i := range e.weights {
			e.weights[i] *= 0.3
		}
	}
	e.doc.HTML = nil
}

// perPage bounds the blocks of a page that a forest is grown on: long pages have thousands of blocks much alike.
const perPage = 300

// second extends the example's rows by what a first reading says.
func (e *example) second(probs []float64) [][]float32 {
	var rows [][]float32
	e.page.Spread(probs, len(e.rows))
	e.page.Second(e.rows, probs, func(_ int, row []float32) { rows = append(rows, slices.Clone(row)) })
	return rows
}

// grow fits the pair. The second forest learns from first readings of pages that the reader was not grown on, as it will meet
// them in use: one forest for each half of the hosts, grown on the other half.
func grow(examples []example, s forest.Settings, use func(example) bool) forest.Pair {
	var used []example
	for _, e := range examples {
		if use(e) && e.page != nil {
			used = append(used, e)
		}
	}
	first := make([][][]float32, len(used))
	for i, e := range used {
		first[i] = e.rows
	}
	pair := forest.Pair{First: growOne(used, first, s, func(example) bool { return true })}
	const parts = 2
	second := make([][][]float32, len(used))
	for k := range parts {
		reader := growOne(used, first, s, func(e example) bool { return fold(e, parts*7)%parts != k })
		for i, e := range used {
			if fold(e, parts*7)%parts == k {
				second[i] = e.second(read(reader, e.rows))
			}
		}
	}
	pair.Second = growOne(used, second, s, func(example) bool { return true })
	return pair
}

func growOne(examples []example, rows [][][]float32, s forest.Settings, use func(example) bool) *forest.Forest {
	var all [][]float32
	var targets, weights []float32
	rng := rand.New(rand.NewPCG(s.Seed, 2))
	for k, e := range examples {
		if !use(e) {
			continue
		}
		told := 0
		for _, w := range e.weights {
			if w > 0 {
				told++
			}
		}
		for i := range e.rows {
			// Short blocks are what long pages have too many of; each kept one stands for those left out.
			share := 1.0
			if told > perPage && e.weights[i] < 1 {
				share = float64(perPage) / float64(told)
			}
			if e.weights[i] > 0 && rng.Float64() < share {
				all = append(all, rows[k][i])
				targets = append(targets, e.targets[i])
				weights = append(weights, e.weights[i]/float32(share))
			}
		}
	}
	fmt.Println("growing on", len(all), "blocks")
	return forest.Grow(all, targets, weights, s)
}

func read(f *forest.Forest, rows [][]float32) []float64 {
	probs := make([]float64, len(rows))
	for i, row := range rows {
		probs[i] = f.Predict(row)
	}
	return probs
}

func fold(e example, folds int) int {
	h := fnv.New32a()
	h.Write([]byte(e.doc.Host() + "!"))
	if e.set == "moz" {
		h.Write([]byte(e.doc.ID))
	}
	return int(h.Sum32() % uint32(folds))
}

// validate grows on all hosts but those of one fold, and scores that one at several cuts.
func validate(examples []example, s forest.Settings, folds int) {
	pair := grow(examples, s, func(e example) bool { return fold(e, folds) != 0 })
	results := make(map[string]map[string]*result)
	for _, e := range examples {
		if fold(e, folds) != 0 || e.page == nil {
			continue
		}
		kind := e.set + "/" + e.doc.Kind
		if results[kind] == nil {
			results[kind] = make(map[string]*result)
		}
		note := func(name string, probs []float64, cut float64) {
			text := ""
			for i := range probs {
				if probs[i] >= cut {
					text += e.page.Blocks[i].Text + "\n"
				}
			}
			if results[kind][name] == nil {
				results[kind][name] = &result{}
			}
			results[kind][name].add(e.doc, text)
		}
		ideal := make([]float64, len(e.targets))
		for i, t := range e.targets {
			ideal[i] = float64(t)
		}
		note("ideal", ideal, 0.5)
		one := read(pair.First, e.rows)
		two := read(pair.Second, e.second(one))
		for _, cut := range []float64{0.4, 0.5, 0.6} {
			note(fmt.Sprintf("first %.2f", cut), one, cut)
			note(fmt.Sprintf("second %.2f", cut), two, cut)
		}
		cut, _ := e.page.BestCut(one)
		note("first best", one, cut)
		cut, _ = e.page.BestCut(two)
		note("second best", two, cut)
	}
	for kind, byName := range results {
		var names []string
		for name := range byName {
			names = append(names, name)
		}
		sort.Strings(names)
		for _, name := range names {
			report(kind, name, byName[name].shingles, byName[name].words)
		}
	}
}

func (r *result) add(d corpus.Document, text string) {
	if d.Text == "" {
		r.shingles = append(r.shingles, d.Snippets(text))
		return
	}
	r.shingles = append(r.shingles, corpus.Shingles(d.Text, text))
	r.words = append(r.words, corpus.Words(d.Text, text))
}

type result struct{ shingles, words []corpus.Counts }

func report(kind, name string, shingles, words []corpus.Counts) {
	if len(words) == 0 {
		s := corpus.Pooled(shingles)
		fmt.Printf("%-20s %-12s n=%-4d snippets P %.3f R %.3f F1 %.3f\n", kind, name, len(shingles), s.Precision, s.Recall, s.F1)
		return
	}
	s, w := corpus.ByMeans(shingles), corpus.ByPage(words)
	fmt.Printf("%-20s %-12s n=%-4d runs P %.3f R %.3f F1 %.3f   words F1 %.3f\n", kind, name, len(shingles), s.Precision, s.Recall, s.F1, w.F1)
}
