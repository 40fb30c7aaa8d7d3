package blocks

import "math"

// refrain is a kind of short line that comes again and again with prose after it: names of readers above what they
// wrote, titles of other texts above how these begin, questions above answers. Unlike a group's items, the lines
// and their texts may share one element, or each be nested in the one before.
type refrain struct {
	lines        []int // lines followed by prose before the next one
	words        int   // of the lines themselves
	talked       int   // lines with a word for answering
	titled       int   // lines that contain a long word of the page's title
	first, end   int   // blocks from the first line to after what follows the last
	passageWords int   // from the first line to the end
	proseBefore  int   // words of prose between the page's title and the first line
	holdsTitle   bool
	kind         lineKind
}

// lineKind is what the lines of a refrain have in common: their markup and their marks.
type lineKind struct {
	own, around                  uint64 // signatures of the element and the one around it
	bold, linked, dated, heading bool
}

// Bounds of a refrain.
const (
	leastLines  = 4
	longestLine = 24 // words
	mostBetween = 40 // blocks from a line to the next
)

// findRefrains finds the page's refrains, and for each block the one that it belongs to.
func (f *featurizer) findRefrains() {
	p := f.page
	f.refrainOf = make([]int, len(p.Blocks))
	for i := range f.refrainOf {
		f.refrainOf[i] = -1
	}

	kinds := make(map[lineKind]int)
	lineOf := make([]int, len(p.Blocks))
	var lines [][]int
	for i := range p.Blocks {
		lineOf[i] = -1
		kind, is := f.lineKindOf(i)
		if !is {
			continue
		}
		k, known := kinds[kind]
		if !known {
			k = len(lines)
			kinds[kind] = k
			lines = append(lines, nil)
			f.refrains = append(f.refrains, refrain{kind: kind})
		}
		lineOf[i] = k
		lines[k] = append(lines[k], i)
	}

	for k := range f.refrains {
		f.countLines(k, lines[k])
	}
	f.followRefrains(lineOf)
}

// lineKindOf returns the kind of line that block i is.
func (f *featurizer) lineKindOf(i int) (lineKind, bool) {
	p := f.page
	b := &p.Blocks[i]
	if b.Words == 0 || b.Words > longestLine || b.IsProse() {
		return lineKind{}, false
	}
	e := &p.Elements[b.Element]
	kind := lineKind{
		own:     e.signature,
		bold:    b.Bold,
		linked:  b.LinkWords > 0,
		dated:   b.Digits > 0,
		heading: isHeading(e.Tag),
	}
	if e.Parent >= 0 {
		kind.around = p.Elements[e.Parent].signature
	}
	return kind, true
}

// countLines counts the lines of a kind that are followed by prose before the next one.
func (f *featurizer) countLines(k int, lines []int) {
	r := &f.refrains[k]
	p := f.page
	for n, i := range lines {
		next := min(i+mostBetween, len(p.Blocks))
		if n+1 < len(lines) {
			next = min(next, lines[n+1])
		}
		prose := f.proseUpTo[next] - f.proseUpTo[i]
		if prose == 0 {
			continue
		}
		if len(r.lines) == 0 {
			r.first = i
		}
		r.lines = append(r.lines, i)
		r.words += p.Blocks[i].Words
		r.end = f.endOfProse(i, next)
		r.holdsTitle = r.holdsTitle || i == f.titleAt
		m := f.blockMarks[i]
		if m&markTalk != 0 {
			r.talked++
		}
		if m&markTitle != 0 {
			r.titled++
		}
	}

	if len(r.lines) == 0 {
		return
	}
	r.passageWords = f.before[r.end] - f.before[r.first]
	if f.titleAt >= 0 && f.titleAt < r.first {
		r.proseBefore = f.proseUpTo[r.first] - f.proseUpTo[f.titleAt]
	}
}

// endOfProse is the block after the last prose block between i and next.
func (f *featurizer) endOfProse(i, next int) int {
	for next > i+1 && f.proseUpTo[next] == f.proseUpTo[next-1] {
		next--
	}
	return next
}

// followRefrains assigns each block the refrain with most lines among those with a line shortly before it.
func (f *featurizer) followRefrains(lineOf []int) {
	const near = 12 // blocks
	p := f.page
	last := make(map[int]int)
	for i := range p.Blocks {
		if k := lineOf[i]; k >= 0 && len(f.refrains[k].lines) >= leastLines {
			last[k] = i
		}

		best := -1
		for k, at := range last {
			r := &f.refrains[k]
			if i-at > near {
				delete(last, k)
				continue
			}
			if i >= r.end || i < r.first {
				continue
			}
			if best < 0 || more(r, &f.refrains[best]) || !more(&f.refrains[best], r) && k < best {
				best = k
			}
		}

		f.refrainOf[i] = best
	}
}

func more(a, b *refrain) bool { return len(a.lines) > len(b.lines) }

// sumProse builds prefix sums of prose and marks, for queries about spans of blocks.
func (f *featurizer) sumProse(title map[string]bool) {
	p := f.page
	f.proseUpTo = make([]int, len(p.Blocks)+1)
	f.blockMarks = make([]mark, len(p.Blocks))
	for i := range p.Blocks {
		f.proseUpTo[i+1] = f.proseUpTo[i]
		if p.Blocks[i].IsProse() {
			f.proseUpTo[i+1] += p.Blocks[i].Words
		}
		if i < MaxRows {
			f.blockMarks[i] = f.marksOf(i, title)
		}
	}
}

// repeated describes the repetition that block i is part of: its element's group, and the refrain that it follows.
func (f *featurizer) repeated(v *vector, i int) {
	k := f.page.groups.at(f.page.Blocks[i].Element)
	f.describeGroup(v, "group_", k)
	f.placeGroup(v, "group_", k)

	f.describeRefrain(v, "refrain_", f.refrainOf[i])
	if k = f.refrainOf[i]; k < 0 {
		v.add("refrain_position", -1)
		return
	}
	r := &f.refrains[k]
	v.add("refrain_position", share(f.before[i]-f.before[r.first], r.passageWords))
}

// describeRefrain describes refrain number k of the page.
func (f *featurizer) describeRefrain(v *vector, name string, k int) {
	if k < 0 {
		for _, part := range refrainParts {
			v.sub(name, part, -1)
		}
		return
	}

	r := &f.refrains[k]
	for n, x := range [...]float64{
		float64(len(r.lines)),
		share(r.passageWords, f.words),
		share(r.passageWords, len(r.lines)),
		share(r.words, len(r.lines)),
		share(r.talked, len(r.lines)),
		share(r.titled, len(r.lines)),
		float64(count(r.kind.bold)),
		float64(count(r.kind.linked)),
		float64(count(r.kind.dated)),
		float64(count(r.kind.heading)),
		float64(count(r.holdsTitle)),
		float64(r.first - f.titleAt),
		math.Log1p(float64(r.proseBefore)),
	} {
		v.sub(name, refrainParts[n], x)
	}
}

// longestRefrain is the refrain with most words in its lines and texts, or -1.
func (f *featurizer) longestRefrain() int {
	longest := -1
	for k := range f.refrains {
		r := &f.refrains[k]
		if len(r.lines) >= leastLines && (longest < 0 || r.passageWords > f.refrains[longest].passageWords) {
			longest = k
		}
	}
	return longest
}

var refrainParts = [...]string{"lines", "share", "item_words", "line_words", "talked", "titled", "bold", "linked",
	"dated", "heading", "holds_title", "since_title", "prose_before"}

// placeGroup describes where a group is relative to the page's title, and how much prose is between them.
func (f *featurizer) placeGroup(v *vector, name string, k int) {
	if k < 0 {
		v.sub(name, "teasers", -1)
		v.sub(name, "title", -2)
		v.sub(name, "prose_before", -1)
		v.sub(name, "prose_share", -1)
		return
	}

	g := &f.page.groups.all[k]
	place := 0.0
	prose := 0
	switch {
	case f.titleAt < 0:
		place = -1
	case f.titleAt < g.first:
		place = 1
		prose = f.proseUpTo[g.first] - f.proseUpTo[f.titleAt]
	case f.titleAt >= g.end:
		place = 2
	}

	v.sub(name, "teasers", share(g.teasers, g.items))
	v.sub(name, "title", place)
	v.sub(name, "prose_before", math.Log1p(float64(prose)))
	v.sub(name, "prose_share", share(g.prose, f.prose))
}
