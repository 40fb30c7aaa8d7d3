package main

import (
	"maps"
	"math"
	"slices"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// lesson is the share of content among the blocks of one page that bear a key.
type lesson struct{ content, weight float32 }

// study collects what the page says of every key.
func (e *example) study() {
	e.bags = make([][]uint32, len(e.page.Blocks))
	for i, w := range e.weights {
		if w > 0 {
			e.bags[i] = e.page.Bag(i)
		}
	}
	e.lessons = make(map[uint32]lesson)
	e.page.Keys(e.targets, e.weights, func(key uint32, content float64) {
		l := e.lessons[key]
		l.content += float32(content)
		l.weight++
		e.lessons[key] = l
	})
}

// learn makes a lexicon of the keys that pages of several hosts bear. Each host has one voice, however many pages it has.
func learn(examples []*example) *blocks.Lexicon {
	const (
		hostsNeeded = 4
		doubt       = 2.0 // hosts' worth of evidence that the average speaks with
		average     = 0.4
	)

	byHost := make(map[string]map[uint32]lesson)
	examples = slices.DeleteFunc(slices.Clone(examples), func(e *example) bool { return e.made != asFound })
	for _, e := range examples {
		host := e.host()
		if byHost[host] == nil {
			byHost[host] = make(map[uint32]lesson)
		}
		for key, l := range e.lessons {
			m := byHost[host][key]
			m.content += l.content / l.weight
			m.weight++
			byHost[host][key] = m
		}
	}

	all := make(map[uint32]lesson)
	// In the same order every time: sums of floats depend on it.
	for _, host := range slices.Sorted(maps.Keys(byHost)) {
		for key, l := range byHost[host] {
			m := all[key]
			m.content += l.content / l.weight
			m.weight++
			all[key] = m
		}
	}

	odds := make(map[uint32]float64)
	for key, l := range all {
		if l.weight < hostsNeeded {
			continue
		}
		p := (float64(l.content) + doubt*average) / (float64(l.weight) + doubt)
		odds[key] = math.Log(p/(1-p)) - math.Log(average/(1-average))
	}

	weigh(examples, odds)
	return blocks.NewLexicon(odds)
}

// host is what the example's voice is counted under.
func (e *example) host() string {
	if e.isNamed() {
		return e.doc.ID
	}
	return e.doc.Host()
}

// isNamed says that the page has a name in its set and no known host.
func (e *example) isNamed() bool { return e.set == "moz" || e.doc.Host() == "" }
