package blocks

// Second extends the rows of Describe by the first reading (prob for every block) of related blocks: those before
// and after, those in the same containers and similar ones. yield gets each extended row and must not keep it.
func (p *Page) Second(rows [][]float32, probs []float64, yield func(i int, row []float32)) {
	s := newSecondReading(p, probs)
	var v vector
	for i, row := range rows {
		v.values = append(v.values[:0], row...)
		s.describe(&v, i)
		yield(i, v.values)
	}
}

// Spread gives the blocks from n on the mean of the similar blocks among the first n, or of all n without similar
// ones.
func (p *Page) Spread(probs []float64, n int) {
	if n >= len(probs) {
		return
	}

	var all likely
	paths := make(map[uint64]likely)
	for i := range n {
		l := likely{1, probs[i]}
		path := p.Elements[p.Blocks[i].Element].path
		paths[path] = paths[path].plus(l)
		all = all.plus(l)
	}

	for i := n; i < len(probs); i++ {
		l, known := paths[p.Elements[p.Blocks[i].Element].path]
		if !known {
			l = all
		}
		probs[i] = l.mean()
	}
}

// SecondNames names the features that Second adds to a row.
func SecondNames() []string {
	var names []string
	p := &Page{Elements: []Element{{Parent: -1}}, Blocks: []Block{{}}}
	newSecondReading(p, []float64{0}).describe(&vector{names: &names}, 0)
	return names
}

// likely is a sum of words and of the words expected to be content.
type likely struct{ words, content float64 }

func (l likely) mean() float64 {
	if l.words == 0 {
		return -1
	}
	return l.content / l.words
}

type secondReading struct {
	page     *Page
	probs    []float64
	elements []likely
	paths    map[uint64]likely
	page1    likely
	groups   []likely // of the page's groups
	before   []likely
	first    int // first and last block that is likely content
	last     int

	home    int         // deepest element that holds most of the expected content
	upHome  map[int]int // elements from home to the root, with their distance from home
	heading []int       // heading that each block is under, or -1
	topics  []float64   // share of each block's long words that other content also has
	topic   float64     // mean of content
}

func newSecondReading(p *Page, probs []float64) *secondReading {
	s := &secondReading{page: p, probs: probs, elements: make([]likely, len(p.Elements)), paths: make(map[uint64]likely),
		groups: make([]likely, len(p.groups.all)), before: make([]likely, len(probs)+1), first: -1, last: -1}
	for i, prob := range probs {
		b := &p.Blocks[i]
		// Even a block without words says something about its place.
		w := float64(b.Words) + 0.5
		l := likely{w, w * prob}
		s.before[i] = s.page1
		s.page1 = s.page1.plus(l)
		s.elements[b.Element] = s.elements[b.Element].plus(l)
		path := p.Elements[b.Element].path
		s.paths[path] = s.paths[path].plus(l)
		if k := p.groups.at(b.Element); k >= 0 {
			s.groups[k] = s.groups[k].plus(l)
		}
		if prob > 0.5 {
			if s.first < 0 {
				s.first = i
			}
			s.last = i
		}
	}

	s.before[len(probs)] = s.page1
	for e := len(p.Elements) - 1; e > 0; e-- {
		up := p.Elements[e].Parent
		s.elements[up] = s.elements[up].plus(s.elements[e])
	}

	s.findHome()
	s.findHeadings()
	s.findTopics()
	return s
}

// findHeadings notes the last heading up to every block.
func (s *secondReading) findHeadings() {
	s.heading = make([]int, len(s.probs))
	at := -1
	for i := range s.probs {
		if isHeading(s.page.Elements[s.page.Blocks[i].Element].Tag) {
			at = i
		}
		s.heading[i] = at
	}
}

func (l likely) plus(m likely) likely  { return likely{l.words + m.words, l.content + m.content} }
func (l likely) minus(m likely) likely { return likely{l.words - m.words, l.content - m.content} }

func (s *secondReading) describe(v *vector, i int) {
	p := s.page
	b := &p.Blocks[i]
	w := float64(b.Words) + 0.5
	own := likely{w, w * s.probs[i]}
	v.add("first_reading", s.probs[i])

	for d := 1; d <= 4; d++ {
		for _, j := range []int{i - d, i + d} {
			if j < 0 || j >= len(s.probs) {
				v.add(readingNames[d], -1)
				continue
			}
			v.add(readingNames[d], s.probs[j])
		}
	}

	for _, span := range []int{3, 8, 20} {
		from := max(0, i-span)
		to := min(len(s.probs), i+span+1)
		v.add("reading_before", s.before[i].minus(s.before[from]).mean())
		v.add("reading_after", s.before[to].minus(s.before[i+1]).mean())
	}

	v.add("reading_all_before", s.before[i].content/max(1, s.page1.content))
	v.add("reading_all_after", (s.page1.content-s.before[i+1].content)/max(1, s.page1.content))
	v.add("reading_path", s.paths[p.Elements[b.Element].path].minus(own).mean())
	at := b.Element
	for level := range 6 {
		l := s.elements[at].minus(own)
		v.sub("reading_in_", levelName(level), l.mean())
		v.sub("content_in_", levelName(level), s.elements[at].content/max(1, s.page1.content))
		if p.Elements[at].Parent >= 0 {
			at = p.Elements[at].Parent
		}
	}

	v.add("reading_page", s.page1.mean())
	v.add("content_page", s.page1.content)
	s.place(v, i, own)

	if h := s.heading[i]; h >= 0 && h != i {
		v.add("heading_reading", s.probs[h])
	} else {
		v.add("heading_reading", -1)
	}

	v.add("topic", s.topics[i])
	v.add("topic_beyond", s.topics[i]-s.topic)
	s.describeGroup(v, i, own)
	v.add("since_first", since(i, s.first))
	v.add("till_last", since(s.last, i))
}

// describeGroup describes how much of the block's group the first reading took for content, and how much of the
// rest of the page.
func (s *secondReading) describeGroup(v *vector, i int, own likely) {
	k := s.page.groups.at(s.page.Blocks[i].Element)
	if k < 0 {
		v.add("reading_group", -1)
		v.add("content_beside_group", -1)
		return
	}
	v.add("reading_group", s.groups[k].minus(own).mean())
	v.add("content_beside_group", s.page1.minus(s.groups[k]).content)
}

var readingNames = [...]string{"", "reading_1", "reading_2", "reading_3", "reading_4"}

func levelName(level int) string {
	if level < len(levelNames) {
		return levelNames[level]
	}
	return "up5"
}
