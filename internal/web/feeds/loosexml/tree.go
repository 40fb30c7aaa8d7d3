package loosexml

import (
	"cmp"
	"strings"
)

const (
	maxDepth = 200     // open elements; deeper ones become children of the deepest
	maxNodes = 500_000 // elements and texts; the rest of a document is ignored
)

// Node is an element or, with an empty Name, a text.
type Node struct {
	Parent   *Node
	Name     string // local name in lower case
	Prefix   string // in lower case, "" when none is written
	Space    string // namespace, "" when none is declared
	Attr     []Attr
	Children []*Node
	Text     string // of a text
	IsOpen   bool   // the document ends within it

	doc      []byte
	from, to int // where the content is in doc
}

// Document is a whole document.
type Document struct {
	Root    *Node  // what stands around the document's elements, without a name
	Doctype string // what follows <!DOCTYPE, "" without one
	Cut     bool   // there is more than is kept
}

// Parse reads a document in UTF-8. Every end tag closes the innermost open element of its name and everything open
// inside it. End tags without a start tag are ignored.
func Parse(doc []byte) *Document {
	root := &Node{doc: doc, to: len(doc)}
	d := &Document{Root: root}
	stack := []*Node{root}
	ns := namespaces{}
	z := NewTokenizer(doc)
	for nodes := 0; ; nodes++ {
		t, ok := z.Next()
		if !ok {
			break
		}
		if nodes == maxNodes {
			d.Cut = true
			break
		}
		top := stack[len(stack)-1]
		switch t.Kind {
		case Doctype:
			d.Doctype = cmp.Or(d.Doctype, t.Text)
		case Text:
			top.Children = append(top.Children, &Node{Parent: top, Text: t.Text})
		case Start:
			n := &Node{
				Parent: top,
				Attr:   t.Attr,
				doc:    doc,
				from:   t.To,
				to:     t.To,
			}
			n.Prefix, n.Name = splitName(t.Name)
			declared := ns.open(n)
			top.Children = append(top.Children, n)
			if !t.Empty && len(stack) < maxDepth {
				stack = append(stack, n)
			} else if declared {
				ns.close(n)
			}
		case End:
			prefix, name := splitName(t.Name)
			for i := len(stack) - 1; i > 0; i-- {
				if stack[i].Name == name && stack[i].Prefix == prefix {
					for _, n := range stack[i:] {
						n.to = t.At
						ns.close(n)
					}
					stack = stack[:i]
					break
				}
			}
		}
	}

	for _, n := range stack[1:] {
		n.to = len(doc)
		n.IsOpen = true
	}
	return d
}

func splitName(name string) (prefix, local string) {
	name = strings.ToLower(name)
	if prefix, local, ok := strings.Cut(name, ":"); ok && local != "" {
		return prefix, local
	}
	return "", name
}

// namespaces are the current bindings by prefix, innermost last.
type namespaces map[string][]string

// open applies an element's declarations and resolves its namespace.
func (ns namespaces) open(n *Node) (declared bool) {
	for _, a := range n.Attr {
		if prefix, ok := declaration(a.Name); ok {
			ns[prefix] = append(ns[prefix], strings.TrimSpace(a.Value))
			declared = true
		}
	}
	if bound := ns[n.Prefix]; len(bound) > 0 {
		n.Space = bound[len(bound)-1]
	}
	return declared
}

// close ends what the element declared.
func (ns namespaces) close(n *Node) {
	for _, a := range n.Attr {
		if prefix, ok := declaration(a.Name); ok {
			ns[prefix] = ns[prefix][:len(ns[prefix])-1]
		}
	}
}

// declaration is the prefix that an attribute binds, "" for the default namespace.
func declaration(attr string) (prefix string, ok bool) {
	if len(attr) < 5 || !strings.EqualFold(attr[:5], "xmlns") {
		return "", false
	}
	if len(attr) == 5 {
		return "", true
	}
	return strings.ToLower(attr[6:]), attr[5] == ':'
}

// Get is the value of an attribute by its name as written, whatever its case.
func (n *Node) Get(name string) (string, bool) {
	for _, a := range n.Attr {
		if strings.EqualFold(a.Name, name) {
			return a.Value, true
		}
	}
	return "", false
}

// Inherited is the value of an attribute, such as xml:lang, of the element or its nearest ancestor that has it.
func (n *Node) Inherited(name string) string {
	for m := n; m != nil; m = m.Parent {
		if v, ok := m.Get(name); ok {
			return v
		}
	}
	return ""
}

// Elements are the child elements.
func (n *Node) Elements() func(yield func(*Node) bool) {
	return func(yield func(*Node) bool) {
		for _, c := range n.Children {
			if c.Name != "" && !yield(c) {
				return
			}
		}
	}
}

// HasElements reports whether there are child elements.
func (n *Node) HasElements() bool {
	for range n.Elements() {
		return true
	}
	return false
}

// OwnText is the element's own text, without its children's.
func (n *Node) OwnText() string {
	if len(n.Children) == 1 {
		return n.Children[0].Text
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(c.Text)
	}
	return b.String()
}

// Markup is the element's content as written in the document.
func (n *Node) Markup() string {
	if n.to <= n.from {
		return ""
	}
	return string(n.doc[n.from:n.to])
}
