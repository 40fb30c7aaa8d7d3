package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"sync"

	"github.com/farebox/farebox/internal/web/extract"
	"github.com/farebox/farebox/internal/web/extract/extracttest"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
	"github.com/farebox/farebox/scripts/research/extract/trees"
)

// validate grows on all hosts but those of one fold and extracts the pages of that one, for each fold, and scores the
// texts. Sets without expected texts or snippets are only learned from.
func validate(examples []*example, s trees.Settings, folds int) {
	results := make(map[string]*result)
	var lock sync.Mutex
	for k := range folds {
		var others, these []*example
		for _, e := range examples {
			if fold(e, folds) == k {
				these = append(these, e)
			} else {
				others = append(others, e)
			}
		}
		engine := extract.NewFrom(grow(others, s))
		each(these, func(e *example) {
			if e.set == "postlight" {
				return
			}
			u, err := url.Parse(e.doc.URL)
			if err != nil {
				u = nil
			}
			// A page without content is an empty text.
			got, _ := engine.Extract(e.doc.HTML, u, extract.Options{Format: extract.Text})
			lock.Lock()
			defer lock.Unlock()
			for _, name := range e.names() {
				if results[name] == nil {
					results[name] = &result{}
				}
				results[name].add(e.doc, got.Content)
			}
		})
	}

	for _, name := range slices.Sorted(maps.Keys(results)) {
		results[name].print(name)
	}
}

// names are the groups that a page counts in.
func (e *example) names() []string {
	switch e.made {
	case madeGrafted:
		return []string{"grafted"}
	case madeRegrouped:
		return []string{"regrouped"}
	case madeNameless:
		return []string{"nameless", "nameless " + e.doc.Kind}
	}
	names := []string{e.set}
	if e.set == "wcxb" {
		names = append(names, e.set+" "+e.doc.Kind)
	}
	if e.doc.Kind == "article" {
		names = append(names, "articles")
	}
	return names
}

type result struct{ runs, words, snippets []extracttest.Counts }

func (r *result) add(d corpus.Document, text string) {
	switch {
	case d.Text != "":
		r.runs = append(r.runs, extracttest.Shingles(d.Text, text))
		r.words = append(r.words, extracttest.Words(d.Text, text))
	case len(d.With) > 0:
		r.snippets = append(r.snippets, d.Snippets(text))
	}
}

func (r *result) print(name string) {
	if len(r.snippets) > 0 {
		s := extracttest.Pooled(r.snippets)
		low, high := extracttest.Interval(r.snippets, extracttest.Pooled, rand.New(rand.NewPCG(1, 2)))
		fmt.Printf("%-20s %4d pages  snippets P %.3f R %.3f F1 %.4f [%.3f, %.3f]\n", name, len(r.snippets), s.Precision, s.Recall, s.F1, low, high)
	}
	if len(r.runs) > 0 {
		s := extracttest.ByMeans(r.runs)
		w := extracttest.ByPage(r.words)
		low, high := extracttest.Interval(r.runs, extracttest.ByMeans, rand.New(rand.NewPCG(1, 2)))
		fmt.Printf("%-20s %4d pages  4-word runs P %.3f R %.3f F1 %.4f [%.3f, %.3f]  words F1 %.4f\n", name, len(r.runs), s.Precision, s.Recall, s.F1, low, high, w.F1)
	}
}
