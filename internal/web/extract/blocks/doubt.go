package blocks

import "math"

// Choice is what two readings of a page made of its blocks.
type Choice struct {
	First, Second []float64 // probability of each block to be content
	Keep          []bool
	Expected      float64 // F1 expected by the second reading
}

// Description is a page as the forests see it.
type Description struct {
	Rows [][]float32 // one for each of the first MaxRows blocks

	f *featurizer
}

// Doubts describes a choice as a whole: how clear-cut it is, and what speaks for another.
func (d Description) Doubts(c Choice) []float32 {
	var v vector
	d.f.doubts(&v, c)
	return v.values
}

// DoubtNames names the numbers of Doubts.
func DoubtNames() []string {
	var names []string
	p := &Page{Elements: []Element{{Parent: -1}}, Blocks: []Block{{}}}
	d := p.Describe(Context{}, NewLexicon(nil))
	one := []float64{0}
	d.f.doubts(&vector{names: &names}, Choice{
		First:  one,
		Second: one,
		Keep:   []bool{true},
	})
	return names
}

// kept sums the words of the chosen blocks, and of those among them that satisfy a condition.
type kept struct {
	words, dropped, runs, blocks      int
	links, prose, unsure, inBest      int
	commented, beside, related, group int // beside: words that the structure puts beside the page's own text
	sure, sureDropped, apart          float64
}

func (f *featurizer) doubts(v *vector, c Choice) {
	k := f.count(c)
	all := float64(max(1, k.words))
	of := func(words int) float64 { return float64(words) / all }

	v.add("expected", c.Expected)
	v.add("kept_words", math.Log1p(float64(k.words)))
	v.add("kept_share", share(k.words, f.words))
	v.add("kept_runs", float64(k.runs))
	v.add("kept_blocks", float64(k.blocks))
	v.add("kept_reading", k.sure/all)
	v.add("dropped_reading", k.sureDropped/float64(max(1, k.dropped)))
	v.add("dropped_content", k.sureDropped/all)
	v.add("readings_apart", k.apart/float64(max(1, f.words)))
	v.add("kept_unsure", of(k.unsure))
	v.add("kept_links", of(k.links))
	v.add("kept_prose", of(k.prose))
	v.add("kept_commented", of(k.commented))
	v.add("kept_beside", of(k.beside))
	v.add("kept_related", of(k.related))
	v.add("kept_in_best", of(k.inBest))
	v.add("best_kept", share(k.inBest, f.bestWords))
	v.add("kept_in_largest_group", of(k.group))
	f.describeGroup(v, "most_", f.page.groups.largest)
	f.placeGroup(v, "most_", f.page.groups.largest)
	f.describeRepeated(v, c)
	f.describeTitle(v, c)

	v.add("page_words", math.Log1p(float64(f.words)))
	v.add("page_blocks", math.Log1p(float64(len(f.page.Blocks))))
	v.add("page_link_share", share(f.links, f.words))
	v.add("page_prose_share", share(f.prose, f.words))
	v.flag("page_has_article", f.hasArticle)
	v.add("page_kind", float64(f.ctx.Kind))
	v.add("path_depth", float64(pathDepth(f.ctx.Path)))
	f.talk.describe(v)
}

// describeRepeated describes the refrain with most words, and how much of the choice is in it, before it and in any
// repetition.
func (f *featurizer) describeRepeated(v *vector, c Choice) {
	k := f.longestRefrain()
	f.describeRefrain(v, "most_refrain_", k)
	all := 0
	inside := 0
	before := 0
	repeated := 0
	ahead := 0
	others := 0
	for i := range f.page.Blocks {
		if !c.Keep[i] {
			continue
		}
		b := &f.page.Blocks[i]
		all += b.Words
		if k >= 0 && i >= f.refrains[k].first && i < f.refrains[k].end {
			inside += b.Words
		}
		if k >= 0 && i < f.refrains[k].first {
			before += b.Words
		}
		if f.refrainOf[i] >= 0 || f.page.groups.at(b.Element) >= 0 {
			repeated += b.Words
		}
		if i < f.titleAt {
			ahead += b.Words
		}
		if f.isInOtherItem(i) {
			others += b.Words
		}
	}

	v.add("kept_in_refrain", share(inside, all))
	v.add("kept_before_refrain", share(before, all))
	v.add("kept_repeated", share(repeated, all))
	v.add("kept_before_title", share(ahead, all))
	v.add("kept_in_other_items", share(others, all))
	v.add("own_words", math.Log1p(float64(all-repeated)))
}

// describeTitle says whether the choice holds the title, and how far from it the chosen text begins.
func (f *featurizer) describeTitle(v *vector, c Choice) {
	first := -1
	for i, kept := range c.Keep {
		if kept {
			first = i
			break
		}
	}
	v.flag("title_found", f.titleAt >= 0)
	v.flag("title_kept", f.titleAt >= 0 && c.Keep[f.titleAt])
	if f.titleAt < 0 || first < 0 {
		v.add("title_to_kept", -300)
		v.add("words_title_to_kept", -1)
		return
	}
	v.add("title_to_kept", since(first, f.titleAt))
	between := f.before[max(first, f.titleAt)] - f.before[min(first, f.titleAt)]
	v.add("words_title_to_kept", math.Log1p(float64(between)))
}

func (f *featurizer) count(c Choice) kept {
	p := f.page
	hints := f.inherited
	marks := f.setBeside()
	largest := p.groups.largest
	var k kept
	for i := range p.Blocks {
		b := &p.Blocks[i]
		w := float64(b.Words)
		k.apart += w * math.Abs(c.First[i]-c.Second[i])
		if !c.Keep[i] {
			k.dropped += b.Words
			k.sureDropped += w * c.Second[i]
			continue
		}
		if i == 0 || !c.Keep[i-1] {
			k.runs++
		}
		k.blocks++
		k.words += b.Words
		k.links += b.LinkWords
		k.sure += w * c.Second[i]
		if b.IsProse() {
			k.prose += b.Words
		}
		if c.Second[i] > 0.2 && c.Second[i] < 0.8 {
			k.unsure += b.Words
		}
		if hints[b.Element]&HintComment != 0 {
			k.commented += b.Words
		}
		if hints[b.Element]&HintRelated != 0 {
			k.related += b.Words
		}
		if marks[b.Element] != notBeside {
			k.beside += b.Words
		}
		if f.isIn(b.Element, f.best) {
			k.inBest += b.Words
		}
		if largest >= 0 && p.groups.at(b.Element) == largest {
			k.group += b.Words
		}
	}

	return k
}

// isIn reports whether element e is other or inside it.
func (f *featurizer) isIn(e, other int) bool {
	o := &f.page.Elements[other]
	at := &f.page.Elements[e]
	return o.Blocks > 0 && at.First >= o.First && at.First < o.First+o.Blocks && at.Depth >= o.Depth
}
