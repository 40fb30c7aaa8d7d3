package main

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/scripts/research/extract/corpus"
)

// Grafted pages are pages of the sets with texts of others set beside their own: answers of readers, columns of
// beginnings, whole texts below. The sets have few such pages, and those have names that give them away. Where and in
// what elements the texts are put is drawn, and the names of a part of the pages are dropped or hashed. Pages of which
// only the names are taken are made of all kinds, discussions and lists among them: what repeats is their text.

// stock is what is grafted: texts of other pages.
type stock struct {
	voices []string // what readers wrote, and paragraphs
	others []other
}

// other is another page's text.
type other struct {
	title      string
	paragraphs []string
}

// stocks are kept apart by what is learned from together: no page of one group of hosts has text of another.
type stocks map[[2]int]*stock

func groupOf(e *example) [2]int {
	third := 0
	if isJudged(e) {
		third = 1
	}
	return [2]int{fold(e, parts*7) % parts, third}
}

// gather takes the texts of the examples.
func gather(examples []*example) stocks {
	const (
		shortest = 12 // words of a voice
		least    = 2  // paragraphs of a text
	)

	all := make(stocks)
	for _, e := range examples {
		s := all[groupOf(e)]
		if s == nil {
			s = &stock{}
			all[groupOf(e)] = s
		}
		if e.doc.Text == "" || e.set == "moz" {
			continue
		}
		o := other{title: strings.TrimSpace(e.context.Title)}
		for i := range e.page.Blocks {
			b := &e.page.Blocks[i]
			if b.Words < shortest || b.LinkWords*2 > b.Words {
				continue
			}
			text := strings.Join(strings.Fields(b.Text), " ")
			commented := e.page.Elements[b.Element].Hints&blocks.HintComment != 0
			switch {
			case e.targets[i] > 0.8 && e.doc.Kind != "forum":
				o.paragraphs = append(o.paragraphs, text)
			case e.targets[i] > 0.8, e.targets[i] < 0.2 && commented:
				s.voices = append(s.voices, text)
			}
		}
		if len(o.paragraphs) >= least && o.title != "" {
			s.others = append(s.others, o)
		}
	}

	return all
}

// drawer draws what is the same for the same page every time.
type drawer struct{ *rand.Rand }

func newDrawer(id string, salt uint64) drawer {
	h := fnv.New64a()
	h.Write([]byte(id))
	return drawer{rand.New(rand.NewPCG(h.Sum64(), salt))}
}

func (d drawer) chance(p float64) bool { return d.Float64() < p }

func (d drawer) between(from, to int) int { return from + d.IntN(to-from+1) }

func (d drawer) of(list []string) string { return list[d.IntN(len(list))] }

// withGrafts adds grafted pages, and pages without their names.
func withGrafts(examples []*example, held *corpus.Sightings, rounds int, weight float64) []*example {
	from := gather(examples)
	made := make([][]*example, len(examples))
	at := make(map[*example]int, len(examples))
	for i, e := range examples {
		at[e] = i
	}

	each(examples, func(e *example) {
		for round := range rounds {
			d := newDrawer(e.set+e.doc.ID, uint64(100+round))
			if d.chance(0.5) {
				if g := e.graft(d, from[groupOf(e)]); g != nil {
					g.finish(held, weight)
					made[at[e]] = append(made[at[e]], g)
				}
			}
		}
		d := newDrawer(e.set+e.doc.ID, 99)
		if e.doc.Text != "" && d.chance(0.2) || e.doc.Kind == "forum" || e.doc.Kind == "listing" {
			if g := e.unnamed(d); g != nil {
				g.finish(held, weight)
				made[at[e]] = append(made[at[e]], g)
			}
		}
	})

	var counts [madeRegrouped + 1]int
	for _, list := range made {
		for _, g := range list {
			if g.page == nil {
				continue
			}
			counts[g.made]++
			examples = append(examples, g)
		}
	}

	fmt.Printf("grafted: %d pages, regrouped: %d, without names: %d\n", counts[madeGrafted], counts[madeRegrouped],
		counts[madeNameless])
	return examples
}

// finish makes a page ready. A page with much more beside its text than in it counts as two others at most.
func (e *example) finish(held *corpus.Sightings, weight float64) {
	const most = 300 // weight of the blocks of a page
	e.prepare(held)
	if e.page == nil {
		return
	}
	var sum float32
	for _, w := range e.weights {
		sum += w
	}
	factor := float32(weight) * min(1, most/sum)
	for i := range e.weights {
		e.weights[i] *= factor
	}
}

// unnamed gives the page without the names of its elements.
func (e *example) unnamed(d drawer) *example {
	tree, _ := blocks.Parse(e.doc.HTML)
	dropNames(tree, d)
	return e.rendered(tree, e.doc.Text, madeNameless)
}

func (e *example) rendered(tree *html.Node, text string, how origin) *example {
	var out bytes.Buffer
	if err := html.Render(&out, tree); err != nil {
		return nil
	}
	doc := e.doc
	doc.HTML = out.Bytes()
	doc.Text = text
	return &example{
		doc:  doc,
		set:  e.set,
		made: how,
	}
}

// dropNames takes the attributes that name elements away, or puts hashes in their place.
func dropNames(tree *html.Node, d drawer) {
	hash := d.chance(0.5)
	salt := d.Uint64()
	for n := range tree.Descendants() {
		if n.Type != html.ElementNode || n.DataAtom == atom.Meta || n.DataAtom == atom.Link {
			continue
		}

		n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
			switch a.Key {
			case "id", "role", "itemprop", "itemtype", "property", "aria-label", "name":
				return true
			case "class":
				return !hash
			}
			return strings.HasPrefix(a.Key, "data-")
		})

		for i := range n.Attr {
			if n.Attr[i].Key == "class" {
				n.Attr[i].Val = hashed(n.Attr[i].Val, salt)
			}
		}
	}
}

// hashed is a name as programs that bundle style sheets make them.
func hashed(name string, salt uint64) string {
	const letters = "bcdfghjklmnpqrstvwxz0123456789"
	h := fnv.New64a()
	fmt.Fprint(h, name, salt)
	sum := h.Sum64()
	out := []byte("x")
	for range 5 + sum%4 {
		out = append(out, letters[sum%uint64(len(letters))])
		sum /= 7
	}
	return string(out)
}

// graft gives the page with other texts next to its own, and maybe only the beginning of its own. It gives nil where the
// set does not tell all of the content, or the page is a discussion or a list.
func (e *example) graft(d drawer, s *stock) *example {
	kinds := []string{"forum", "listing", "collection"}
	if e.doc.Text == "" || e.set == "moz" || slices.Contains(kinds, e.doc.Kind) || s == nil || len(s.others) < 30 {
		return nil
	}

	tree, _ := blocks.Parse(e.doc.HTML)
	page := blocks.Cut(tree)
	if len(page.Blocks) != len(e.targets) {
		return nil
	}

	p := grafting{
		drawer: d,
		stock:  s,
		page:   page,
	}
	if !p.takeText(e.targets) {
		return nil
	}

	if d.chance(0.25) {
		dropMetadata(tree)
	}

	how := madeGrafted
	if d.chance(0.3) {
		if !p.regroup() {
			return nil
		}
		how = madeRegrouped
	} else {
		for range 1 + d.IntN(2) {
			p.add()
		}
	}

	if d.chance(0.6) {
		dropNames(tree, d)
	}
	return e.rendered(tree, strings.Join(p.kept, "\n"), how)
}

// dropMetadata takes away what the page says of itself but its title.
func dropMetadata(tree *html.Node) {
	var out []*html.Node
	for n := range tree.Descendants() {
		isData := n.DataAtom == atom.Script && strings.Contains(attr(n, "type"), "ld+json")
		if isData || n.DataAtom == atom.Meta && (attr(n, "property") != "" || attr(n, "itemprop") != "") {
			out = append(out, n)
		}
	}
	for _, n := range out {
		n.Parent.RemoveChild(n)
	}
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// grafting is a page while it is worked on.
type grafting struct {
	drawer
	*stock
	page        *blocks.Page
	kept        []string // the page's own text that is left
	rest        []string // the page's own paragraphs that were taken out
	own         []int    // blocks of the text that is left
	first, last int      // of these
}

// takeText keeps the text, or in half of the cases its beginning, and says whether there is enough of it.
func (p *grafting) takeText(targets []float32) bool {
	const least = 40 // words
	most := 1 << 20
	if p.chance(0.5) {
		most = p.between(40, 500)
	}

	var out []*html.Node
	content := 0
	p.first = -1

	for i := range p.page.Blocks {
		b := &p.page.Blocks[i]
		switch {
		case targets[i] <= 0.5:
		case content < most:
			content += b.Words
			p.kept = append(p.kept, b.Text)
			if p.first < 0 {
				p.first = i
			}
			p.last = i
			p.own = append(p.own, i)
		default:
			if b.Words > 12 {
				p.rest = append(p.rest, strings.Join(strings.Fields(b.Text), " "))
			}
			out = append(out, b.Nodes...)
		}
	}

	for _, n := range out {
		takeOut(n)
	}
	return content >= least
}
