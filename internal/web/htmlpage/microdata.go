package htmlpage

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of the microdata read.
const (
	maxItems      = 200       // top-level items
	maxItemBytes  = 500_000   // of all items as JSON, roughly
	maxItemDepth  = 20        // items in items
	maxItemVisits = 2_000_000 // nodes visited: itemref can name the same ones again and again
	maxItemValue  = 5_000     // bytes of one value
	maxItemMade   = 8_000_000 // bytes of values built, whether kept or not
)

// Item is a microdata item in the HTML Standard's JSON form (section 5.5).
type Item struct {
	Type       []string         `json:"type,omitempty"`
	ID         string           `json:"id,omitempty"`
	Properties map[string][]any `json:"properties"` // strings and *Item

	bytes int // its size in the output: one item may be the value of several properties
}

// Microdata are the page's top-level items: elements with itemscope and without itemprop. URLs are absolute, texts
// have their white space collapsed. cut reports that a bound was reached.
func (p *Page) Microdata() (items []*Item, cut bool) {
	m := &microdata{page: p}
	for n := range elements(p.Root) {
		_, isItem := attribute(n, "itemscope")
		_, isProperty := attribute(n, "itemprop")
		if !isItem || isProperty {
			continue
		}
		if len(items) == maxItems {
			return items, true
		}
		it := m.item(n, nil)
		if m.bytes += it.bytes; m.bytes > maxItemBytes {
			return items, true
		}
		items = append(items, it)
	}
	return items, m.cut
}

// microdata counts what was read.
type microdata struct {
	page   *Page
	ids    map[string]*html.Node
	bytes  int // of the items that are kept
	visits int
	made   int // bytes of values
	cut    bool
}

// visit counts a node and reports whether reading may continue.
func (m *microdata) visit() bool {
	m.visits++
	over := m.visits > maxItemVisits || m.made > maxItemMade
	m.cut = m.cut || over
	return !over
}

// item reads an item; around are its ancestors, to which itemref may lead back.
func (m *microdata) item(n *html.Node, around []*html.Node) *Item {
	around = append(around, n)
	id, _ := attribute(n, "itemid")
	types, _ := attribute(n, "itemtype")
	it := &Item{
		Type:       strings.Fields(types),
		ID:         m.page.absolute(id),
		Properties: map[string][]any{},
	}
	it.bytes = 50 + len(types) + len(it.ID)
	m.properties(it, n, around)
	refs, _ := attribute(n, "itemref")
	for _, ref := range strings.Fields(refs) {
		if target := m.byID(ref); target != nil && m.visit() {
			m.property(it, target, around)
			if _, nested := attribute(target, "itemscope"); !nested {
				m.properties(it, target, around)
			}
		}
	}

	return it
}

// properties reads below n, but not inside other items, which have their own properties.
func (m *microdata) properties(it *Item, root *html.Node, around []*html.Node) {
	for c := root.FirstChild; c != nil && m.visit(); {
		if c.Type == html.ElementNode {
			m.property(it, c, around)
			if _, nested := attribute(c, "itemscope"); nested {
				c = after(root, c)
				continue
			}
		}
		c = next(root, c)
	}
}

func (m *microdata) property(it *Item, n *html.Node, around []*html.Node) {
	names, ok := attribute(n, "itemprop")
	if !ok {
		return
	}

	var value any
	size := 0
	if _, nested := attribute(n, "itemscope"); nested {
		if len(around) >= maxItemDepth {
			return
		}
		for _, a := range around {
			if a == n {
				return
			}
		}
		inner := m.item(n, around)
		value = inner
		size = inner.bytes
	} else {
		text := m.value(n)
		value = text
		size = len(text)
		m.made += size
	}

	for _, name := range strings.Fields(names) {
		if it.bytes += len(name) + 10 + size; it.bytes > maxItemBytes {
			m.cut = true
			return
		}
		it.Properties[name] = append(it.Properties[name], value)
	}
}

// value is a property's value, which depends on its element (HTML Standard, section 5.2.4).
func (m *microdata) value(n *html.Node) string {
	from := func(key string) string {
		v, _ := attribute(n, key)
		text, _ := short(v, maxItemValue)
		return text
	}

	link := func(key string) string {
		v, _ := attribute(n, key)
		if u := m.page.absolute(v); u != "" {
			return u
		}
		return from(key) // mailto: and the like
	}

	switch n.DataAtom {
	case atom.Meta:
		return from("content")
	case atom.Audio, atom.Embed, atom.Iframe, atom.Img, atom.Source, atom.Track, atom.Video:
		return link("src")
	case atom.A, atom.Area, atom.Link:
		return link("href")
	case atom.Object:
		return link("data")
	case atom.Data, atom.Meter:
		return from("value")
	case atom.Time:
		if v := from("datetime"); v != "" {
			return v
		}
	}

	if v := from("content"); v != "" { // not in the Standard, but pages use it and search engines read it
		return v
	}

	w := &textWriter{max: maxItemValue}
	for c := n; c != nil && !w.full && m.visit(); c = next(n, c) {
		if c.Type == html.TextNode {
			w.write(c.Data)
		}
	}

	return strings.TrimRight(w.b.String(), " ")
}

func (m *microdata) byID(id string) *html.Node {
	if m.ids == nil {
		m.ids = map[string]*html.Node{}
		for n := range elements(m.page.Root) {
			if v, ok := attribute(n, "id"); ok && m.ids[v] == nil {
				m.ids[v] = n
			}
		}
	}
	return m.ids[id]
}
