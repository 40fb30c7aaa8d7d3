package metadata

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// prop is a microdata property of a page or of an entry on it.
type prop struct {
	key, value string
	node       *html.Node
}

// itemDate is the key of the day of publication in microdata.
const itemDate = "itemprop datepublished"

func (f *found) takeProp(key string, n *html.Node) {
	f.addProp(key, firstOf(blocks.Attr(n, "content"), blocks.Attr(n, "datetime"), Squeeze(innerText(n))), n)
}

func (f *found) addProp(key, value string, n *html.Node) {
	const most = 100
	if value != "" && len(f.props) < most {
		f.props = append(f.props, prop{key, value, n})
	}
}

// sighting is a place that shows a name or a day.
type sighting struct {
	node   *html.Node
	isName bool
}

// leastEntries is how many siblings of one shape with a name or a day of their own are entries of a list.
const leastEntries = 3

// leaveOutListed forgets the names and days in entries of lists: they are the entries', not the page's.
func (f *found) leaveOutListed(title string, isThread bool, order dayOrder) {
	listed := f.listed(title, isThread, order)
	isListed := func(n *html.Node) bool {
		for ; n != nil; n = n.Parent {
			if listed[n] {
				return true
			}
		}
		return false
	}

	f.signed = slices.DeleteFunc(f.signed, func(s signature) bool { return isListed(s.node) })
	f.times = slices.DeleteFunc(f.times, func(m moment) bool { return isListed(m.node) })
	f.lines = slices.DeleteFunc(f.lines, func(l line) bool { return isListed(l.node) })
	f.claims = slices.DeleteFunc(f.claims, func(c claim) bool { return isListed(c.node) })
	f.statements = slices.DeleteFunc(f.statements, func(s dayStatement) bool { return isListed(s.node) })
	for _, p := range f.props {
		if !isListed(p.node) {
			f.note(p.key, p.value)
		}
	}
}

// shape is the way from an element around several entries down to a name or a day in one of them.
type shape struct {
	parent *html.Node
	way    uint64 // hash of the tags
	isName bool
}

// kin are the siblings with one tag and class.
type kin struct {
	parent     *html.Node
	tag, class string
}

// listed are the elements with a name or a day that repeat a shape, and their kin. Those that show the title are the
// page's own, and in a thread the first.
func (f *found) listed(title string, isThread bool, order dayOrder) map[*html.Node]bool {
	own := f.showing(title)

	alike := make(map[shape][]*html.Node)
	holders := make(map[*html.Node]extent)
	for _, s := range f.sightings(order) {
		way := uint64(0)
		for n := s.node; n.Parent != nil && !own[n]; n = n.Parent {
			way = way*31 + uint64(n.DataAtom) + uint64(len(n.Data))
			key := shape{n.Parent, way, s.isName}
			if !slices.Contains(alike[key], n) {
				alike[key] = append(alike[key], n)
			}
			holders[n] = extent{}
		}
	}

	repeated := make(map[kin]bool)
	first := make(map[*html.Node]bool)
	for key, entries := range alike {
		if len(entries) < leastEntries {
			continue
		}
		all := extentOf(entries, holders)
		if key.isName && all.text < leastBesideName*len(entries) {
			continue // authors of one text
		}

		isRows := all.linked*3 >= all.text // of links to texts elsewhere
		first[entries[0]] = first[entries[0]] || isThread && !isRows
		for _, n := range entries {
			repeated[kinOf(n)] = true
		}
	}

	listed := make(map[*html.Node]bool)
	for n := range holders {
		listed[n] = repeated[kinOf(n)] && !first[n]
	}
	return listed
}

// kinOf is the kin of a node. Texts have no tag.
func kinOf(n *html.Node) kin {
	if n.Type != html.ElementNode {
		return kin{n.Parent, "", ""}
	}
	return kin{n.Parent, n.Data, blocks.Attr(n, "class")}
}

// leastBesideName is how many bytes an entry has on average if it is not just an author.
const leastBesideName = 120

// extent is how much text an element has, and how much of it in links, in bytes.
type extent struct{ text, linked int }

// extentOf is the sum for some entries. It keeps what it counts in known.
func extentOf(entries []*html.Node, known map[*html.Node]extent) extent {
	var sum extent
	for _, n := range entries {
		one := known[n]
		if one.text == 0 {
			one = count(n)
			known[n] = one
		}
		sum.text += one.text
		sum.linked += one.linked
	}
	return sum
}

func count(n *html.Node) extent {
	if n.Type == html.TextNode {
		return extent{len(strings.TrimSpace(n.Data)), 0}
	}

	var sum extent
	if blocks.Skipped(n) {
		return sum
	}
	for c := range n.ChildNodes() {
		one := count(c)
		sum.text += one.text
		sum.linked += one.linked
	}
	if n.DataAtom == atom.A {
		sum.linked = sum.text
	}
	return sum
}

// showing are the elements around the places that show the title.
func (f *found) showing(title string) map[*html.Node]bool {
	around := make(map[*html.Node]bool)
	add := func(n *html.Node, text string) {
		if alike(text, title) > 0.8 {
			for ; n != nil; n = n.Parent {
				around[n] = true
			}
		}
	}
	for _, h := range f.headings {
		add(h.node, h.text)
	}
	for _, l := range f.lines {
		add(l.node, l.text)
	}
	return around
}

// sightings are the places that show names and days, in no order.
func (f *found) sightings(order dayOrder) []sighting {
	var all []sighting
	for _, s := range f.signed {
		all = append(all, sighting{s.node, true})
	}
	for _, m := range f.times {
		if shownDay(m.text, order) != "" {
			all = append(all, sighting{m.node, false})
		}
	}
	for _, p := range f.props {
		all = append(all, sighting{p.node, p.key == "author"})
	}

	for _, l := range f.lines {
		if dayIn(l.text, order) != "" {
			all = append(all, sighting{l.node, false})
		}
	}
	return all
}
