package blocks

import "math"

// fromTitle describes the distance of block i from the line that repeats the title.
func (f *featurizer) fromTitle(v *vector, i int) {
	v.add("since_title_line", since(i, f.titleAt))
	if f.titleAt < 0 {
		v.add("up_to_title", -1)
		v.add("title_up", -1)
		v.add("prose_since_title", -1)
		for _, name := range rankedNames {
			v.add(name, -1)
		}
		return
	}

	p := f.page
	own := p.Blocks[i].Element
	title := p.Blocks[f.titleAt].Element
	v.add("up_to_title", float64(p.StepsToCommon(own, title)))
	v.add("title_up", float64(p.StepsToCommon(title, own)))
	from := min(i, f.titleAt)
	to := max(i, f.titleAt)
	v.add("prose_since_title", math.Log1p(float64(f.proseUpTo[to]-f.proseUpTo[from])))
	f.ranked(v, i)
}

var rankedNames = [...]string{"headings_since_title", "equals_since_title", "linked_since_title", "title_item",
	"title_items", "title_item_prose"}

// ranked describes what between the title and block i may begin another text, and whether both are in the same item
// of a group.
func (f *featurizer) ranked(v *vector, i int) {
	from := min(i, f.titleAt)
	to := max(i, f.titleAt)
	v.add(rankedNames[0], float64(f.headingsUpTo[to]-f.headingsUpTo[from]))
	v.add(rankedNames[1], float64(f.equalsUpTo[to+1]-f.equalsUpTo[from]-1))
	v.add(rankedNames[2], float64(f.linkedUpTo[to+1]-f.linkedUpTo[from]))

	k := f.titleGroup
	if k < 0 {
		v.add(rankedNames[3], -1)
		v.add(rankedNames[4], -1)
		v.add(rankedNames[5], -1)
		return
	}
	place := 0.0
	switch {
	case f.isIn(f.page.Blocks[i].Element, f.titleItem):
		place = 2
	case f.isInOtherItem(i):
		place = 1
	}
	v.add(rankedNames[3], place)
	v.add(rankedNames[4], float64(f.page.groups.all[k].items))
	v.add(rankedNames[5], math.Log1p(float64(f.page.Elements[f.titleItem].ParagraphWords)))
}

// isInOtherItem reports whether block i and the title are in different items of one group.
func (f *featurizer) isInOtherItem(i int) bool {
	if f.titleGroup < 0 {
		return false
	}
	g := &f.page.groups.all[f.titleGroup]
	return i >= g.first && i < g.end && !f.isIn(f.page.Blocks[i].Element, f.titleItem)
}

// findRanks counts headings (all, those styled like the title, those that are links) and finds the group with the
// title in one of its items.
func (f *featurizer) findRanks() {
	p := f.page
	f.headingsUpTo = make([]int, len(p.Blocks)+1)
	f.equalsUpTo = make([]int, len(p.Blocks)+1)
	f.linkedUpTo = make([]int, len(p.Blocks)+1)
	f.titleGroup = -1
	var title *Element
	if f.titleAt >= 0 {
		title = &p.Elements[p.Blocks[f.titleAt].Element]
	}

	for i := range p.Blocks {
		b := &p.Blocks[i]
		e := &p.Elements[b.Element]
		heading := isHeading(e.Tag)
		equal := title != nil && b.Words <= longestLine && e.Tag == title.Tag && b.Bold == p.Blocks[f.titleAt].Bold &&
			(heading || e.signature == title.signature)
		f.headingsUpTo[i+1] = f.headingsUpTo[i] + count(heading)
		f.equalsUpTo[i+1] = f.equalsUpTo[i] + count(equal)
		f.linkedUpTo[i+1] = f.linkedUpTo[i] + count(heading && b.LinkWords*2 > b.Words)
	}

	if title == nil {
		return
	}

	for at := p.Blocks[f.titleAt].Element; at >= 0; at = p.Elements[at].Parent {
		k := p.groups.own[at]
		if k < 0 || p.Elements[at].ParagraphWords == 0 {
			continue
		}
		f.titleGroup = k
		f.titleItem = at
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
