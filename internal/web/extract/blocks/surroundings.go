package blocks

func (f *featurizer) surroundings(v *vector, i int) {
	p := f.page
	b := &p.Blocks[i]
	for _, d := range []int{-3, -2, -1, 1, 2, 3} {
		j := i + d
		name := offsetNames[d+3]
		if j < 0 || j >= len(p.Blocks) {
			v.sub(name, "_words", -1)
			v.sub(name, "_link_share", -1)
			v.sub(name, "_tag", -1)
			v.sub(name, "_ends", -1)
			v.sub(name, "_up", far)
			continue
		}
		o := &p.Blocks[j]
		v.sub(name, "_words", float64(o.Words))
		v.sub(name, "_link_share", share(o.LinkWords, o.Words))
		v.sub(name, "_tag", float64(tagClass(p.Elements[o.Element].Tag)))
		v.subFlag(name, "_ends", o.EndsSentence)
		v.sub(name, "_up", float64(p.StepsToCommon(b.Element, o.Element)))
	}

	for _, w := range []int{4, 10} {
		words := 0
		links := 0
		prose := 0
		for j := max(0, i-w); j <= min(len(p.Blocks)-1, i+w); j++ {
			words += p.Blocks[j].Words
			links += p.Blocks[j].LinkWords
			if p.Blocks[j].IsProse() {
				prose += p.Blocks[j].Words
			}
		}
		name := "window4"
		if w == 10 {
			name = "window10"
		}
		v.sub(name, "_words", float64(words))
		v.sub(name, "_link_share", share(links, words))
		v.sub(name, "_prose", share(prose, words))
	}

	// The heading above the block: how far back, and what it announces.
	heading := -1
	for j := i; j >= 0 && i-j < 60; j-- {
		if isHeading(p.Elements[p.Blocks[j].Element].Tag) {
			heading = j
			break
		}
	}

	if heading < 0 {
		v.add("heading_back", far*5)
		v.add("heading_tag", -1)
		v.add("heading_words", -1)
		v.add("heading_up", far)
		v.flag("heading_boiler", false)
		v.add("heading_wording", 0)
		v.add("heading_link_share", -1)
		return
	}

	h := &p.Blocks[heading]
	v.add("heading_back", float64(i-heading))
	v.add("heading_tag", float64(tagClass(p.Elements[h.Element].Tag)))
	v.add("heading_words", float64(h.Words))
	v.add("heading_up", float64(p.StepsToCommon(b.Element, h.Element)))
	said := f.headingSays(heading)
	v.add("heading_boiler", float64(said.phrases))
	v.add("heading_wording", said.wording)
	v.add("heading_link_share", share(h.LinkWords, h.Words))
}

// said is what a heading's text says about what follows.
type said struct {
	phrases int     // wordings of furniture
	wording float64 // by the lexicon
}

func (f *featurizer) headingSays(i int) said {
	says, known := f.headings[i]
	if !known {
		tokens := f.page.Tokens(i)
		f.keys = bagKeys(tokens, f.keys)
		bag, _, _ := f.lexicon.bag(f.keys)
		says = said{
			phrases: phraseScore(f.page.Blocks[i].Text),
			wording: bag + f.lexicon.wording(textKeys(tokens)).sum,
		}
		f.headings[i] = says
	}
	return says
}

var offsetNames = [7]string{"back3", "back2", "back1", "", "next1", "next2", "next3"}

// StepsToCommon counts the steps from element a up to its nearest common ancestor with b.
func (p *Page) StepsToCommon(a, b int) int {
	steps := 0
	for a != b && a >= 0 && b >= 0 {
		if a > b {
			// Parents come before children, so the later of two different elements is never the common one.
			a = p.Elements[a].Parent
			steps++
		} else {
			b = p.Elements[b].Parent
		}
	}
	return min(steps, far)
}
