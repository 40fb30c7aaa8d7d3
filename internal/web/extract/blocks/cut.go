package blocks

import "sort"

// BestCut finds the probability from which on blocks are kept so that the expected F1 over words is greatest: with the blocks
// sorted by probability p and of w words, 2·Σ(kept p·w) / (Σ(kept w) + Σ(all p·w)).
func (p *Page) BestCut(probs []float64) (cut, expected float64) {
	order := make([]int, len(probs))
	var wanted float64
	for i, prob := range probs {
		order[i] = i
		wanted += prob * float64(p.Blocks[i].Words)
	}

	sort.SliceStable(order, func(a, b int) bool { return probs[order[a]] > probs[order[b]] })
	var right, kept float64
	cut = 1
	for _, i := range order {
		w := float64(p.Blocks[i].Words)
		right += probs[i] * w
		kept += w
		if kept == 0 {
			continue
		}
		if f1 := 2 * right / (kept + wanted); f1 > expected {
			expected = f1
			cut = probs[i]
		}
	}

	return cut, expected
}

// Prose is the share of the expected content that reads like prose.
func (p *Page) Prose(probs []float64) float64 {
	var all, prose float64
	for i, prob := range probs {
		content := prob * float64(p.Blocks[i].Words)
		all += content
		if p.Blocks[i].IsProse() {
			prose += content
		}
	}
	return prose / max(1, all)
}
