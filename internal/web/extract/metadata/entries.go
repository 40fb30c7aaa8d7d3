package metadata

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// prop is a microdata property of a page or of an entry on it.
type prop struct {
	key, value string
	node       *html.Node
}

// itemDate is the key of the day of publication in microdata.
const itemDate = "itemprop datepublished"

func (f *found) takeProp(key string, n *html.Node) {
	if value := firstOf(attr(n, "content"), attr(n, "datetime"), Squeeze(innerText(n))); value != "" {
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

// leaveOutListed forgets the names and days that stand in entries of lists: they are the entries', not the page's.
func (f *found) leaveOutListed(at place, isThread bool, order dayOrder) {
	listed := f.listed(at, isThread, order)
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

// shape is what siblings that a template repeats have in common.
type shape struct {
	parent    *html.Node
	tag, name string // name is one of the classes
}

// listed are the elements that repeat a shape, each with a name or a day, but for what holds the title. In a thread
// the first of them is the page's own.
func (f *found) listed(at place, isThread bool, order dayOrder) map[*html.Node]bool {
	own := make(map[*html.Node]bool)
	for n := at.node; n != nil; n = n.Parent {
		own[n] = true
	}

	seen := make(map[*html.Node]bool)
	alike := make(map[shape][]*html.Node)
	for _, s := range f.sightings(order) {
		for n := s.node; n.Parent != nil && !own[n] && !seen[n]; n = n.Parent {
			if n == s.node {
				continue // holds nothing else
			}
			seen[n] = true
			for _, name := range append(strings.Fields(attr(n, "class")), "") {
				key := shape{n.Parent, n.Data, name}
				alike[key] = append(alike[key], n)
			}
		}
	}

	listed := make(map[*html.Node]bool)
	for key, entries := range alike {
		if len(entries) < leastEntries || key.name == "" && attr(entries[0], "class") != "" {
			continue
		}
		for i, n := range entries {
			if i > 0 || !isThread {
				listed[n] = true
			}
		}
	}
	return listed
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
