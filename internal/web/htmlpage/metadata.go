package htmlpage

import (
	"cmp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Bounds of the metadata kept. Honest pages have a tenth of it.
const (
	maxMetaValue = 10_000 // bytes of one value
	maxMetaKeys  = 200    // of one kind
	maxMetaList  = 100    // values of one repeated key
)

// Metadata is what a page says about itself in its head.
type Metadata struct {
	Description string              // meta description, "" without one
	Canonical   string              // link rel=canonical, absolute; "" without one
	Lang        string              // html lang, as written; "" without one
	OpenGraph   map[string][]string // og:* properties, keys with the prefix
	Twitter     map[string][]string // twitter:* tags, keys with the prefix
}

// Metadata collects the page's metadata. Empty values count as missing. Properties are read from both the property
// and the name attribute, because pages confuse them.
func (p *Page) Metadata() Metadata {
	m := Metadata{
		OpenGraph: map[string][]string{},
		Twitter:   map[string][]string{},
		Lang:      p.lang(),
	}
	for n := range elements(p.Root) {
		switch n.DataAtom {
		case atom.Meta:
			m.add(n)
		case atom.Link:
			href, _ := attribute(n, "href")
			for _, rel := range words(n, "rel") {
				if rel == "canonical" && m.Canonical == "" {
					m.Canonical = p.absolute(href)
				}
			}
		}
	}

	return m
}

func (m *Metadata) add(n *html.Node) {
	key, ok := metaKey(n)
	if !ok {
		return
	}

	content, _ := attribute(n, "content")
	value, _ := short(content, maxMetaValue)
	if value == "" {
		return
	}

	put := func(to map[string][]string) {
		if list, known := to[key]; (known || len(to) < maxMetaKeys) && len(list) < maxMetaList {
			to[key] = append(list, value)
		}
	}

	switch {
	case key == "description":
		m.Description = cmp.Or(m.Description, value)
	case strings.HasPrefix(key, "og:"):
		put(m.OpenGraph)
	case strings.HasPrefix(key, "twitter:"):
		put(m.Twitter)
	}
}

// metaKey is the name of a meta element's value in lower case. If both property and name are given, the one with a
// known prefix counts.
func metaKey(n *html.Node) (string, bool) {
	if n.DataAtom != atom.Meta {
		return "", false
	}
	property, _ := attribute(n, "property")
	name, _ := attribute(n, "name")
	property = strings.ToLower(strings.TrimSpace(property))
	name = strings.ToLower(strings.TrimSpace(name))
	if property == "" || name == "description" || strings.HasPrefix(name, "twitter:") && !strings.HasPrefix(property, "og:") {
		property = name
	}
	return property, property != "" && len(property) <= 200
}

func (p *Page) lang() string {
	for n := range elements(p.Root) {
		if n.DataAtom != atom.Html {
			continue
		}
		for _, key := range []string{"lang", "xml:lang"} {
			if v, _ := attribute(n, key); strings.TrimSpace(v) != "" {
				lang, _ := short(v, 100)
				return lang
			}
		}
		break
	}
	return ""
}
