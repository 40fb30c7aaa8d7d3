package corpus

import (
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// selector is a CSS selector of the simple kind that extraction rules use: compounds of tag, class, id and attribute tests, with
// descendant and child between them.
type selector []compound

type compound struct {
	tag     string
	tests   []test
	isChild bool // of the compound before it
}

type test struct{ key, op, value string }

var simple = regexp.MustCompile(`^(?:\.([\w-]+)|#([\w-]+)|\[([\w-]+)(?:([\^*$~|]?=)["']?([^"'\]]*)["']?)?\]|([a-zA-Z][\w-]*|\*))`)

// parseSelectors reads a list of selectors; those of another kind are left out.
func parseSelectors(list []string) []selector {
	var all []selector
	for _, text := range list {
		for one := range strings.SplitSeq(text, ",") {
			if s := parseSelector(strings.TrimSpace(one)); s != nil {
				all = append(all, s)
			}
		}
	}
	return all
}

func parseSelector(text string) selector {
	var s selector
	child := false
	for text != "" {
		c := compound{isChild: child}
		start := text
		for text != "" && text[0] != ' ' && text[0] != '>' {
			m := simple.FindStringSubmatch(text)
			if m == nil {
				return nil
			}
			switch {
			case m[1] != "":
				c.tests = append(c.tests, test{"class", "~=", m[1]})
			case m[2] != "":
				c.tests = append(c.tests, test{"id", "=", m[2]})
			case m[3] != "":
				c.tests = append(c.tests, test{m[3], m[4], m[5]})
			default:
				c.tag = strings.ToLower(strings.TrimPrefix(m[6], "*"))
			}
			text = text[len(m[0]):]
		}
		if start == text {
			return nil
		}
		s = append(s, c)
		rest := strings.TrimLeft(text, " ")
		child = strings.HasPrefix(rest, ">")
		text = strings.TrimLeft(strings.TrimPrefix(rest, ">"), " ")
	}

	return s
}

func (c compound) matches(n *html.Node) bool {
	if n.Type != html.ElementNode || c.tag != "" && n.Data != c.tag {
		return false
	}

	for _, t := range c.tests {
		i := slices.IndexFunc(n.Attr, func(a html.Attribute) bool { return a.Key == t.key })
		if i < 0 {
			return false
		}
		v := n.Attr[i].Val
		ok := true
		switch t.op {
		case "=":
			ok = v == t.value
		case "~=":
			ok = slices.Contains(strings.Fields(v), t.value)
		case "^=":
			ok = strings.HasPrefix(v, t.value)
		case "$=":
			ok = strings.HasSuffix(v, t.value)
		case "*=":
			ok = strings.Contains(v, t.value)
		}
		if !ok {
			return false
		}
	}

	return true
}

func (s selector) matches(n *html.Node) bool {
	if len(s) == 0 || !s[len(s)-1].matches(n) {
		return false
	}
	if len(s) == 1 {
		return true
	}
	for up := n.Parent; up != nil; up = up.Parent {
		if s[:len(s)-1].matches(up) {
			return true
		}
		if s[len(s)-1].isChild {
			return false
		}
	}
	return false
}
