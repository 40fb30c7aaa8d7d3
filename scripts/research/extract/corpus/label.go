package corpus

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// Labels says of every block of a page how much of it belongs to the expected content, 0 to 1, and how much the block matters,
// where weight 0 means that the set does not tell.
func (d Document) Labels(p *blocks.Page) (targets, weights []float32) {
	if d.Text != "" {
		targets, weights = labelsFromText(p, d.Text)
		if d.Aside != "" {
			aside, _ := labelsFromText(p, d.Aside)
			for i := range weights {
				if aside[i] > 0.5 && targets[i] < 0.5 {
					weights[i] = 0
				}
			}
		}
		return targets, weights
	}

	if len(d.Whole) > 0 {
		return labelsFromWhole(p, d.Whole, d.Apart)
	}
	if len(d.Inside) > 0 {
		return labelsFromSelectors(p, d.Inside, d.Outside)
	}
	return labelsFromSnippets(p, d.With, d.Without)
}

// labelsFromSelectors trusts rules made for the site of the page. Rules select more than text, so only paragraphs inside
// are sure to be content, and headings likely; the rest of the page is not content.
func labelsFromSelectors(p *blocks.Page, alternatives [][]string, outside []string) (targets, weights []float32) {
	const enough = 80 // words in paragraphs for an alternative to be the right one
	targets = make([]float32, len(p.Blocks))
	weights = make([]float32, len(p.Blocks))
	out := parseSelectors(outside)
	for _, list := range alternatives {
		in := parseSelectors(list)
		state := placed(p, in, out)
		words := 0
		for i := range p.Blocks {
			if state[p.Blocks[i].Element] == isInside && p.Elements[p.Blocks[i].Element].Tag == atom.P {
				words += p.Blocks[i].Words
			}
		}
		if words < enough {
			continue
		}
		scale := 150 / float32(words+60)
		for i := range p.Blocks {
			b := &p.Blocks[i]
			w := 0.03 + min(float32(b.Words)*scale, 15)
			switch state[b.Element] {
			case isInside:
				switch p.Elements[b.Element].Tag {
				case atom.P:
					if b.Words >= 15 && b.LinkWords*2 < b.Words {
						targets[i] = 1
						weights[i] = w
					}
				case atom.H2, atom.H3:
					targets[i] = 0.8
					weights[i] = w / 2
				}
			default:
				targets[i] = 0
				weights[i] = w
			}
		}
		break
	}

	return targets, weights
}

type place byte

const (
	isElsewhere place = iota
	isInside
	isTakenOut
)

// placed says of every element whether it is in one that in selects, and not in one that out does.
func placed(p *blocks.Page, in, out []selector) []place {
	state := make([]place, len(p.Elements))
	any := func(list []selector, n *html.Node) bool {
		return slices.ContainsFunc(list, func(s selector) bool { return s.matches(n) })
	}
	for e := range p.Elements {
		up := p.Elements[e].Parent
		if up >= 0 {
			state[e] = state[up]
		}
		switch n := p.Elements[e].Node; {
		case state[e] == isElsewhere && any(in, n):
			state[e] = isInside
		case state[e] == isInside && any(out, n):
			state[e] = isTakenOut
		}
	}
	return state
}

func labelsFromText(p *blocks.Page, text string) (targets, weights []float32) {
	const run = 4
	want := make(map[string]bool)
	lines := make(map[string]bool)
	all := blocks.Tokens(text)
	for i := 0; i+run <= len(all); i++ {
		want[strings.Join(all[i:i+run], " ")] = true
	}
	for _, line := range strings.Split(text, "\n") {
		lines[strings.Join(blocks.Tokens(line), " ")] = true
	}
	joined := " " + strings.Join(all, " ") + " "

	targets = make([]float32, len(p.Blocks))
	weights = make([]float32, len(p.Blocks))
	short := make([]bool, len(p.Blocks))
	byText := make(map[string][]int)
	total := 0
	for i := range p.Blocks {
		words := p.Tokens(i)
		key := strings.Join(words, " ")
		switch {
		case len(words) == 0:
		case len(words) >= run:
			// A word counts as wanted when any run over it is.
			hit := make([]bool, len(words))
			for k := 0; k+run <= len(words); k++ {
				if want[strings.Join(words[k:k+run], " ")] {
					for j := k; j < k+run; j++ {
						hit[j] = true
					}
				}
			}
			n := 0
			for _, h := range hit {
				if h {
					n++
				}
			}
			targets[i] = float32(n) / float32(len(words))
		case lines[key]:
			targets[i] = 1
		case strings.Contains(joined, " "+key+" "):
			short[i] = true
		}
		byText[key] = append(byText[key], i)
		weights[i] = float32(len(words))
	}
	// Words too few to tell by themselves belong where their neighbours do.
	for i := range targets {
		if short[i] {
			before := float32(0)
			after := float32(0)
			for j := i - 1; j >= 0 && i-j <= 2; j-- {
				before = max(before, targets[j])
			}
			for j := i + 1; j < len(targets) && j-i <= 2; j++ {
				if !short[j] {
					after = max(after, targets[j])
				}
			}
			if before > 0.6 && after > 0.6 {
				targets[i] = 1
			}
		}
	}
	// Of equal texts as many are wanted as the content holds: those with the best neighbours.
	for i := range p.Blocks {
		key := strings.Join(p.Tokens(i), " ")
		if len(byText[key]) < 2 || key == "" || byText[key][0] != i {
			continue
		}
		at := slices.Clone(byText[key])
		n := max(1, strings.Count(joined, " "+key+" "))
		for len(at) > n {
			worst := -1
			worstNear := float32(0)
			for k, i := range at {
				near := neighbourhood(targets, weights, i)
				if worst < 0 || near < worstNear {
					worst = k
					worstNear = near
				}
			}
			targets[at[worst]] = 0
			at = append(at[:worst], at[worst+1:]...)
		}
	}
	for i := range p.Blocks {
		total += int(weights[i] * targets[i])
	}
	scale := 150 / float32(total+60)
	for i := range weights {
		if weights[i] > 0 {
			weights[i] = 0.03 + min(weights[i]*scale, 15)
		}
	}
	return targets, weights
}

func neighbourhood(targets, weights []float32, i int) float32 {
	sum := float32(0)
	for j := max(0, i-6); j <= min(len(targets)-1, i+6); j++ {
		if j != i {
			sum += targets[j] * min(weights[j], 40)
		}
	}
	return sum
}

func labelsFromSnippets(p *blocks.Page, with, without []string) (targets, weights []float32) {
	targets = make([]float32, len(p.Blocks))
	weights = make([]float32, len(p.Blocks))
	for i := range p.Blocks {
		text := squeeze(p.Blocks[i].Text)
		for _, s := range with {
			if s = squeeze(s); len(s) > 12 && strings.Contains(text, s) {
				targets[i] = 1
				weights[i] = 8
			}
		}
		for _, s := range without {
			if strings.Contains(text, squeeze(s)) && (len(s) > 12 || len(text) < 3*len(s)) && weights[i] == 0 {
				targets[i] = 0
				weights[i] = 8
			}
		}
	}

	return targets, weights
}
