// Command train grows the model that tells content from furniture, from the development sets in FAREBOX_EXTRACT_SETS,
// and writes it to the file named by -o. With -folds it first measures models of these settings on pages of hosts that
// they were not grown on. Package corpus says where the sets come from. No page of the Article Extraction Benchmark is used, and none of
// WCXB's test split: both are kept for measuring. (Some pages of that split are in the development sets too: measure on
// corpus.Apart of it.)
package main

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"sync"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/forest"
	"github.com/farebox/farebox/internal/web/extract/metadata"
	"github.com/farebox/farebox/internal/web/extract/model"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
	"github.com/farebox/farebox/scripts/research/extract/trees"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "train:", err)
		os.Exit(1)
	}
}

// example is a page made ready to be learned from.
type example struct {
	doc              corpus.Document
	set              string
	made             origin
	page             *blocks.Page
	context          blocks.Context
	lessons          map[uint32]lesson
	bags             [][]uint32 // weighed keys of each block with a label
	targets, weights []float32
}

// origin is how a page came to be.
type origin uint8

const (
	asFound       origin = iota
	madeGrafted          // texts of other pages are set beside its own
	madeNameless         // the names of its elements are dropped
	madeRegrouped        // its own paragraphs are set as pieces of a list
)

func run() error {
	out := flag.String("o", "", "file to write the model to; empty: only cross-validate")
	folds := flag.Int("folds", 0, "fold count of a cross-validation by host, an odd one; 0: none")
	count := flag.Int("trees", 300, "trees")
	depth := flag.Int("depth", 6, "levels of a tree")
	rate := flag.Float64("rate", 0.07, "learning rate")
	sure := flag.Bool("sure", true, "grow the forest for confidence too; without, it is constant")
	grafts := flag.Int("grafts", 2, "grafted pages of each page at most")
	graftWeight := flag.Float64("graft-weight", 0.35, "weight of a grafted page")
	from := flag.String("from", "", "file of a model to take all but the forest for confidence from")
	flag.Parse()
	dir := os.Getenv(corpus.EnvDir)
	if dir == "" {
		return fmt.Errorf("%s is not set", corpus.EnvDir)
	}

	examples, held, err := load(dir)
	if err != nil {
		return err
	}

	lists := slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return !isOfLists(e) })
	examples = slices.DeleteFunc(examples, func(e *example) bool { return e.set == "items" })
	examples = withGrafts(examples, held, *grafts, *graftWeight)
	settings := trees.Settings{
		Trees:    *count,
		Depth:    *depth,
		Rate:     *rate,
		MinHess:  8,
		Lambda:   4,
		RowShare: 0.5,
		ColShare: 0.3,
		Seed:     7,
	}
	if *folds > 0 {
		validate(examples, settings, *folds)
	}

	if *out == "" {
		return nil
	}
	m, err := grownOr(*from, examples, settings)
	if err != nil {
		return err
	}

	m.Lists = growLists(m, lists, settings)
	m.Sure = unsure()
	if err := save(m, *out); err != nil || !*sure {
		return err
	}

	m.Sure = growSure(examples, settings)
	return save(m, *out)
}

// save stores the lexicon, then the forests, as [model.Read] expects them.
func save(m model.Model, file string) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := m.Lexicon.Write(f); err != nil {
		return err
	}
	for _, part := range []*forest.Forest{m.First, m.Second, m.Lists, m.Sure} {
		if err := part.Write(f); err != nil {
			return err
		}
	}
	return f.Close()
}

// grownOr grows a model, or reads that of a file.
func grownOr(file string, examples []*example, s trees.Settings) (model.Model, error) {
	if file == "" {
		return grow(examples, s), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return model.Model{}, err
	}
	defer f.Close()
	return model.Read(f)
}

func load(dir string) ([]*example, *corpus.Sightings, error) {
	held, err := heldOut(dir)
	if err != nil {
		return nil, nil, err
	}

	kept := make(map[string]bool)
	for _, d := range held {
		if d.URL != "" {
			kept[d.URL] = true
		}
	}

	sightings := corpus.NewSightings(held)
	var examples []*example
	for _, set := range []struct {
		name string
		read func() ([]corpus.Document, error)
	}{
		{"wcxb", func() ([]corpus.Document, error) { return corpus.WCXB(dir, "dev") }},
		{"traf", func() ([]corpus.Document, error) { return corpus.Trafilatura(dir) }},
		{"fundus", func() ([]corpus.Document, error) { return corpus.Fundus(dir) }},
		{"postlight", func() ([]corpus.Document, error) { return corpus.Postlight(dir) }},
		{"omnivore", func() ([]corpus.Document, error) { return corpus.Omnivore(dir) }},
		{"items", func() ([]corpus.Document, error) { return corpus.Items(dir) }},
		{"moz", func() ([]corpus.Document, error) { return corpus.Mozilla(dir) }},
		{"cleaneval", func() ([]corpus.Document, error) { return learnable(corpus.CleanEval(dir)) }},
		{"dragnet", func() ([]corpus.Document, error) { return learnable(corpus.Dragnet(dir)) }},
		{"l3s", func() ([]corpus.Document, error) { return learnable(corpus.L3S(dir)) }},
	} {
		docs, err := set.read()
		if err != nil {
			return nil, nil, fmt.Errorf("read %s: %w", set.name, err)
		}
		count := 0
		for _, d := range docs {
			if !kept[d.URL] {
				count++
				examples = append(examples, &example{doc: d, set: set.name})
			}
		}
		fmt.Printf("%s: %d pages\n", set.name, count)
	}

	each(examples, func(e *example) { e.prepare(sightings) })
	return slices.DeleteFunc(examples, func(e *example) bool { return e.page == nil }), sightings, nil
}

// heldOut are the pages to measure on, which nothing is learned from under another address either.
func heldOut(dir string) ([]corpus.Document, error) {
	held, err := corpus.AEB(dir)
	if err != nil {
		return nil, err
	}
	for _, read := range []func(string) ([]corpus.Document, error){corpus.CleanEval, corpus.Dragnet, corpus.L3S} {
		docs, err := read(dir)
		if err != nil {
			return nil, err
		}
		held = append(held, slices.DeleteFunc(docs, corpus.Learnable)...)
	}
	return held, nil
}

// learnable keeps the third of a set that may be learned from.
func learnable(docs []corpus.Document, err error) ([]corpus.Document, error) {
	return slices.DeleteFunc(docs, func(d corpus.Document) bool { return !corpus.Learnable(d) }), err
}

// each works on all examples, two at a time.
func each(examples []*example, work func(*example)) {
	var wait sync.WaitGroup
	gate := make(chan struct{}, 2)
	for _, e := range examples {
		wait.Add(1)
		gate <- struct{}{}
		go func() {
			defer func() { <-gate; wait.Done() }()
			work(e)
		}()
	}
	wait.Wait()
}

// prepare cuts and labels the page. It drops a page that is too long to learn from, as not all of its blocks have rows, and one that
// is held out for measuring.
func (e *example) prepare(heldOut *corpus.Sightings) {
	tree, _ := blocks.Parse(e.doc.HTML)
	u, _ := url.Parse(e.doc.URL)
	e.page = blocks.Cut(tree)
	e.context = metadata.Read(tree, u).Context(u)
	if len(e.page.Blocks) > blocks.MaxRows || len(e.page.Blocks) == 0 || heldOut.Seen(e.page) {
		e.page = nil
		return
	}

	e.targets, e.weights = e.doc.Labels(e.page)
	factor := float32(1)
	switch e.set {
	case "fundus":
		factor = 1.5 // news pages, and few of the other sets are
	case "omnivore", "cleaneval":
		factor = 0.5
	case "wcxb":
		switch e.doc.Kind {
		case "forum":
			factor = 4 // else the comments below articles, which many more pages have, teach that replies are no content
		case "listing", "collection":
			factor = 1.5 // likewise, of beginnings of other texts
		}
	case "moz":
		factor = 0.3 // what Readability.js gives is not what a person would
	}

	for i := range e.weights {
		e.weights[i] *= factor
	}
	if e.made == asFound {
		e.study()
	}
}

// perPage bounds the blocks of a page that a forest is grown on: long pages have thousands of blocks much alike.
const perPage = 150

// rows describes the example's blocks as the lexicon sees them.
func (e *example) rows(lexicon *blocks.Lexicon) [][]float32 {
	return e.page.Describe(e.context, lexicon).Rows
}

// second extends rows by what a first reading says.
func (e *example) second(rows [][]float32, probs []float64) [][]float32 {
	var out [][]float32
	e.page.Second(rows, probs, func(_ int, row []float32) { out = append(out, slices.Clone(row)) })
	return out
}

// parts is into how many groups of hosts the pages are split so that lexicon and second forest learn from what they will meet
// in use: words and first readings of pages that were not seen before.
const parts = 4

// grow fits a model. Every page is described by a lexicon of the other parts' hosts, and for the second forest read by
// a first forest of them.
func grow(examples []*example, s trees.Settings) model.Model {
	part := func(e *example) int { return fold(e, parts*7) % parts }
	rows := make(map[*example][][]float32, len(examples))
	var lock sync.Mutex
	for k := range parts {
		var others, these []*example
		for _, e := range examples {
			if part(e) == k {
				these = append(these, e)
			} else {
				others = append(others, e)
			}
		}
		lexicon := learn(others)
		each(these, func(e *example) {
			r := e.rows(lexicon)
			lock.Lock()
			rows[e] = r
			lock.Unlock()
		})
	}

	m := model.Model{Lexicon: learn(examples)}
	m.First = growOne(examples, rows, s)
	second := make(map[*example][][]float32, len(examples))
	for k := range 2 {
		var others, these []*example
		for _, e := range examples {
			if part(e)%2 == k {
				these = append(these, e)
			} else {
				others = append(others, e)
			}
		}
		reader := growOne(others, rows, s)
		each(these, func(e *example) {
			r := e.second(rows[e], read(reader, rows[e]))
			lock.Lock()
			second[e] = r
			lock.Unlock()
		})
	}

	m.Second = growOne(examples, second, s)
	return m
}

func growOne(examples []*example, rows map[*example][][]float32, s trees.Settings) *forest.Forest {
	var all [][]float32
	var targets, weights []float32
	rng := rand.New(rand.NewPCG(s.Seed, 2))
	for _, e := range examples {
		for i, share := range e.shares() {
			if e.weights[i] > 0 && rng.Float64() < share {
				all = append(all, rows[e][i])
				targets = append(targets, e.targets[i])
				weights = append(weights, e.weights[i]/float32(share))
			}
		}
	}

	fmt.Println("growing on", len(all), "blocks of", len(all[0]))
	return trees.Grow(all, targets, weights, s)
}

// shares says how likely each block is learned from. Short blocks are what long pages have too many of; each kept one
// stands for those left out.
func (e *example) shares() []float64 {
	told := 0
	for _, w := range e.weights {
		if w > 0 {
			told++
		}
	}
	shares := make([]float64, len(e.weights))
	for i, w := range e.weights {
		shares[i] = 1
		if told > perPage && w < 1 {
			shares[i] = float64(perPage) / float64(told)
		}
	}
	return shares
}

func read(f *forest.Forest, rows [][]float32) []float64 {
	probs := make([]float64, len(rows))
	for i, row := range rows {
		probs[i] = f.Predict(row)
	}
	return probs
}

// fold puts a page with the others of its host.
func fold(e *example, folds int) int {
	h := fnv.New32a()
	h.Write([]byte(e.doc.Host() + "!"))
	if e.isNamed() {
		h.Write([]byte(e.doc.ID))
	}
	return int(h.Sum32() % uint32(folds))
}
