package pagefacts

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Bounds of the structured data read.
const (
	maxScriptBytes = 2 << 20 // of all scripts together
	maxEntities    = 2000
	maxNesting     = 32
)

// Scripts counts a page's JSON-LD scripts as a strict parser sees them.
type Scripts struct {
	Total   int
	Valid   int // JSON (RFC 8259) with at least one object that has a type
	Invalid int // no JSON at all
	Untyped int // JSON without any type
	Unread  int // beyond the bounds
}

// Entity is a typed object of JSON-LD or microdata.
type Entity struct {
	Types []string // names without the vocabulary's address: "Article"
	Props map[string]any
	Micro bool
	Part  bool // of another object: a comment of an article, an entry of a list
}

// Own are the objects that speak of the page itself: those outside other objects, one of a kind.
func (f *Facts) Own() []Entity {
	kinds := map[string]int{}
	for _, e := range f.Items {
		if !e.Part {
			kinds[e.Types[0]]++
		}
	}
	return slices.DeleteFunc(slices.Clone(f.Items), func(e Entity) bool { return e.Part || kinds[e.Types[0]] > 1 })
}

// Is reports whether the entity has one of the types.
func (e Entity) Is(types ...string) bool {
	return slices.ContainsFunc(e.Types, func(have string) bool { return slices.Contains(types, have) })
}

// Has reports whether a property exists with a value.
func (e Entity) Has(name string) bool {
	switch v := e.Props[name].(type) {
	case nil:
		return false
	case string:
		return strings.TrimSpace(v) != ""
	case []any:
		return len(v) > 0
	case map[string]any:
		return len(v) > 0
	}
	return true
}

// Text is a property's first text: the value itself, or the name, URL or @id of an object.
func (e Entity) Text(name string) string { return textOf(e.Props[name], 0) }

func textOf(v any, depth int) string {
	if depth > 4 {
		return ""
	}

	switch x := v.(type) {
	case string:
		return short(x)
	case []any:
		for _, item := range x {
			if t := textOf(item, depth+1); t != "" {
				return t
			}
		}
	case map[string]any:
		for _, key := range []string{"name", "url", "@value", "@id"} {
			if t := textOf(x[key], depth+1); t != "" {
				return t
			}
		}
	case *htmlpage.Item:
		for _, key := range []string{"name", "url"} {
			if t := textOf(anyList(x.Properties[key]), depth+1); t != "" {
				return t
			}
		}
	}

	return ""
}

func (f *Facts) scripts(p *htmlpage.Page) {
	left := maxScriptBytes
	for n := range htmlpage.Elements(p.Root) {
		kind, _ := htmlpage.Attribute(n, "type")
		kind, _, _ = strings.Cut(kind, ";")
		if n.DataAtom != atom.Script || !strings.EqualFold(strings.TrimSpace(kind), "application/ld+json") {
			continue
		}

		text := strings.TrimSpace(htmlpage.Raw(n))
		if text == "" {
			continue
		}

		f.JSONLD.Total++
		if left -= len(text); left < 0 {
			f.JSONLD.Unread++
			continue
		}

		var value any
		before := len(f.Items)
		switch err := json.Unmarshal([]byte(text), &value); {
		case err != nil:
			f.JSONLD.Invalid++
		case f.objects(value, false, 0) || len(f.Items) > before:
			f.JSONLD.Valid++
		default:
			f.JSONLD.Untyped++
		}
	}
}

// objects appends the typed objects in a value, at any depth, and reports whether there is one. The main
// entity of a page speaks of the page itself.
func (f *Facts) objects(v any, part bool, depth int) (found bool) {
	if depth > maxNesting {
		return false
	}

	switch x := v.(type) {
	case []any:
		for _, item := range x {
			found = f.objects(item, part, depth+1) || found
		}
	case map[string]any:
		types := typeNames(x["@type"])
		if len(types) > 0 {
			found = true
			if len(f.Items) < maxEntities {
				f.Items = append(f.Items, Entity{Types: types, Props: x, Part: part})
			}
		}
		for _, key := range slices.Sorted(maps.Keys(x)) { // the same order each time, because there is a bound
			switch item := x[key].(type) {
			case []any, map[string]any:
				if key != "@context" {
					inner := part || len(types) > 0 && key != "@graph" && key != "mainEntity" && key != "mainEntityOfPage"
					found = f.objects(item, inner, depth+1) || found
				}
			}
		}
	}

	return found
}

func typeNames(v any) []string {
	var out []string
	switch x := v.(type) {
	case string:
		if name := typeName(x); name != "" {
			out = append(out, name)
		}
	case []any:
		for _, item := range x[:min(len(x), 20)] {
			if s, ok := item.(string); ok && typeName(s) != "" {
				out = append(out, typeName(s))
			}
		}
	}
	return out
}

// typeName strips the vocabulary from a type: "https://schema.org/Article", "schema:Article".
func typeName(s string) string {
	s = strings.TrimSpace(s)
	if i := strings.LastIndexAny(s, "/#:"); i >= 0 {
		s = s[i+1:]
	}
	return short(s)
}

func (f *Facts) microdata(p *htmlpage.Page) {
	items, _ := p.Microdata()
	for _, it := range items {
		f.item(it, 0)
	}
}

func (f *Facts) item(it *htmlpage.Item, depth int) {
	if depth > maxNesting || len(f.Items) >= maxEntities {
		return
	}

	var types []string
	for _, t := range it.Type {
		if name := typeName(t); name != "" {
			types = append(types, name)
		}
	}

	props := make(map[string]any, len(it.Properties))
	for name, values := range it.Properties {
		props[name] = anyList(values)
	}

	if len(types) > 0 {
		f.Items = append(f.Items, Entity{
			Types: types,
			Props: props,
			Micro: true,
			Part:  depth > 0,
		})
		f.Micro++
	}

	for _, name := range slices.Sorted(maps.Keys(it.Properties)) {
		for _, v := range it.Properties[name] {
			if inner, ok := v.(*htmlpage.Item); ok {
				f.item(inner, depth+1)
			}
		}
	}
}

func anyList(values []any) any {
	if len(values) == 0 {
		return nil
	}
	return values
}
