package blocks

// Pieces are the repeated parts that make up much of a choice: elements that a template repeats, or passages under
// similar short lines.
type Pieces struct {
	Count  int // those with chosen words
	Words  int // chosen words in them and between them
	Before int // chosen words before the first
}

// Pieces returns the pieces with most of the chosen words. Sections under headings without links do not count. It
// returns nil for fewer than four pieces, or less than a quarter of the words.
func (d Description) Pieces(keep []bool) *Pieces {
	const least = 0.25 // of the chosen words
	f := d.f
	chosen := make([]int, len(keep)+1) // words up to each block
	for i, kept := range keep {
		chosen[i+1] = chosen[i]
		if kept {
			chosen[i+1] += f.page.Blocks[i].Words
		}
	}

	var best Pieces
	take := func(p Pieces) {
		if p.Count >= leastItems && p.Words > best.Words {
			best = p
		}
	}
	for _, p := range f.elementsAlike(chosen) {
		take(p)
	}
	for k := range f.refrains {
		take(f.refrains[k].pieces(chosen))
	}
	if best.Words == 0 || share(best.Words, chosen[len(keep)]) < least {
		return nil
	}
	return &best
}

// elementsAlike returns the pieces of each group.
func (f *featurizer) elementsAlike(chosen []int) []Pieces {
	p := f.page
	all := make([]Pieces, len(p.groups.all))
	for i := range p.Elements {
		e := &p.Elements[i]
		k := p.groups.own[i]
		if k < 0 {
			continue
		}
		g := &p.groups.all[k]
		if g.words < leastItemWords*g.items || chosen[e.First+e.Blocks] == chosen[e.First] {
			continue
		}
		if all[k].Count == 0 {
			all[k].Before = chosen[e.First]
		}
		all[k].Count++
		all[k].Words = chosen[e.First+e.Blocks] - all[k].Before
	}

	return all
}

// pieces returns the passages of a refrain.
func (r *refrain) pieces(chosen []int) Pieces {
	var p Pieces
	if r.kind.heading && !r.kind.linked {
		return p
	}

	for n, from := range r.lines {
		to := r.end
		if n+1 < len(r.lines) {
			to = r.lines[n+1]
		}
		if chosen[to] == chosen[from] {
			continue
		}
		if p.Count == 0 {
			p.Before = chosen[from]
		}
		p.Count++
		p.Words = chosen[to] - p.Before
	}

	return p
}
