package htmlpage

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// endTag closes the named element and those open inside it, as far as the Standard lets it reach.
func (b *builder) endTag(a atom.Atom, name []byte) {
	if n := b.unopened[string(name)]; n > 0 {
		b.unopened[string(name)] = n - 1
		return
	}
	if t := b.top(); t.Namespace != "" {
		b.endForeign(string(name))
		return
	}

	switch {
	case a == atom.Html, a == atom.Body:
	case a == atom.Head:
		if i := b.index(atom.Head); i > 0 {
			b.cutTo(i)
		}
	case a == atom.Br:
		b.add(b.top(), atom.Br, "br")
	case a == atom.P:
		if b.body != nil && b.inScope(a, buttonScope) < 0 {
			b.add(b.top(), a, "p")
		}
		b.closeTo(a, buttonScope)
	case a == atom.Form: // elements open inside it stay open
		if i := b.inScope(a, scope); i > 0 {
			b.stack = slices.Delete(b.stack, i, i+1)
		}
	case a == atom.Li:
		b.closeTo(atom.Li, listScope)
	case isHeading(a):
		for i := len(b.stack) - 1; i > 0 && !scope(b.stack[i].DataAtom); i-- {
			if isHeading(b.stack[i].DataAtom) {
				b.cutTo(i)
				return
			}
		}
	case isFormatting(a):
		b.endInline(a)
	case a == atom.Template:
		if i := b.index(atom.Template); i > 0 {
			b.cutTo(i)
		}
	case a == atom.Table || tableOnly(a):
		b.closeTo(a, tableScope)
	case isSpecial(a):
		b.closeTo(a, scope)
	default:
		for i := len(b.stack) - 1; i > 0; i-- {
			if b.stack[i].Data == string(name) {
				b.cutTo(i)
				return
			}
			if isSpecial(b.stack[i].DataAtom) {
				return
			}
		}
	}
}

// endForeign closes an svg or math element, or an HTML element around it.
func (b *builder) endForeign(name string) {
	for i := len(b.stack) - 1; i > 0; i-- {
		if strings.EqualFold(b.stack[i].Data, name) {
			b.cutTo(i)
			return
		}
		if b.stack[i].Namespace == "" && isSpecial(b.stack[i].DataAtom) {
			return
		}
	}
}

// endInline closes a link or another inline element. Blocks still open inside it continue after it, so that their
// end tags do not end others.
func (b *builder) endInline(a atom.Atom) {
	i := b.inScope(a, scope)
	if i < 0 {
		return
	}
	moved := each.Where(b.stack[i+1:], func(n *html.Node) bool { return isSpecial(n.DataAtom) && n.Namespace == "" })
	b.cutTo(i)
	if len(moved) > maxMoved {
		return
	}
	for _, n := range moved {
		b.open(b.add(b.top(), n.DataAtom, n.Data))
	}
}
