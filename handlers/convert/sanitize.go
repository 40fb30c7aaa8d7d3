package convert

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/farebox/farebox/internal/problem"
)

// sanitize makes HTML safe to embed in another page: it cannot run anything, load a frame, or set styles or names.
// It works twice, on the tree and on the tokens, and parses the result again until nothing changes, so that a
// browser's parser sees exactly what was checked.
func sanitize(raw []byte) (string, error) {
	root, err := parseFragment(string(raw))
	if err != nil {
		return "", err
	}

	cleanChildren(root)
	text, err := renderChildren(root)
	if err != nil {
		return "", err
	}

	text = tokenPolicy().Sanitize(text)
	const rounds = 5
	for range rounds {
		if root, err = parseFragment(text); err != nil {
			return "", err
		}
		cleanChildren(root)
		again, err := renderChildren(root)
		if err != nil {
			return "", err
		}
		if again == text {
			return text, nil
		}
		text = again
	}

	return "", problem.Unprocessable("data", problem.CodeNotSanitizable,
		"the HTML changes its meaning each time that it is read, and cannot be made safe")
}

// parseFragment reads HTML as the content of a body. The parser refuses elements nested over 512 deep.
func parseFragment(text string) (*html.Node, error) {
	if err := checkRepeated(text); err != nil {
		return nil, err
	}

	root := &html.Node{
		Type:     html.ElementNode,
		Data:     "body",
		DataAtom: atom.Body,
	}
	var nodes []*html.Node
	err := guard(func() (err error) {
		nodes, err = html.ParseFragmentWithOptions(strings.NewReader(text), root, html.ParseOptionEnableScripting(false))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading HTML: %w", err)
	}

	for _, n := range nodes {
		root.AppendChild(n)
	}
	return root, nil
}

func renderChildren(root *html.Node) (string, error) {
	var b boundedBuffer
	for n := root.FirstChild; n != nil; n = n.NextSibling {
		if err := html.Render(&b, n); errors.Is(err, errOverfull) {
			return "", problem.Unprocessable("data", problem.CodeResultTooLarge,
				"the result would have more than %d bytes", maxOutput)
		} else if err != nil {
			return "", fmt.Errorf("writing HTML: %w", err)
		}
	}
	return b.String(), nil
}

// allowedAttributes are the allowed elements, each with its allowed attributes.
func allowedAttributes(element string) (attributes []string, allowed bool) {
	switch element {
	case "h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "em", "strong", "del", "ins", "sub", "sup",
		"ul", "li", "dl", "dt", "dd", "caption", "thead", "tbody", "tfoot", "tr", "span", "div", "details", "summary":
		return nil, true
	case "code":
		return []string{"class"}, true
	case "ol":
		return []string{"start"}, true
	case "table":
		return []string{"align"}, true
	case "th", "td":
		return []string{"align", "colspan", "rowspan"}, true
	case "a":
		return []string{"href", "title"}, true
	case "img":
		return []string{"src", "alt", "title", "width", "height"}, true
	case "input":
		return []string{"type", "disabled", "checked"}, true
	}
	return nil, false
}

// otherNames are elements renamed to an allowed one.
func otherName(element string) string {
	switch element {
	case "b":
		return "strong"
	case "i":
		return "em"
	case "s", "strike":
		return "del"
	case "section", "article", "header", "footer", "main", "nav", "aside", "figure", "figcaption", "address", "center", "form",
		"fieldset", "hgroup", "search", "dialog", "menu", "dir":
		return "div"
	}
	return element
}

// dropped reports whether an element is removed with its content: elements that run or load something, and those
// with special parsing rules, whose text could become markup.
func dropped(n *html.Node) bool {
	if n.Namespace != "" {
		return true
	}
	switch n.Data {
	case "script", "style", "iframe", "frame", "frameset", "object", "embed", "applet", "param", "base", "link", "meta", "template",
		"noscript", "noembed", "noframes", "title", "textarea", "select", "option", "optgroup", "datalist", "xmp", "plaintext",
		"listing", "svg", "math", "video", "audio", "source", "track", "canvas", "map", "area", "portal", "fencedframe", "head", "slot",
		"isindex", "keygen", "marquee", "bgsound":
		return true
	}
	return false
}

// cleanChildren applies the allow-list below n. An element that is neither allowed nor dropped is replaced by its
// content.
func cleanChildren(n *html.Node) {
	for child := n.FirstChild; child != nil; {
		next := child.NextSibling
		switch {
		case child.Type == html.TextNode:
		case child.Type != html.ElementNode || dropped(child) || child.Data == "input" && !isCheckbox(child):
			n.RemoveChild(child)
		default:
			if name := otherName(child.Data); name != child.Data {
				child.Data = name
				child.DataAtom = atom.Lookup([]byte(name))
			}
			if _, ok := allowedAttributes(child.Data); ok {
				cleanAttributes(child)
				cleanChildren(child)
				break
			}
			first := child.FirstChild
			for grandchild := first; grandchild != nil; grandchild = child.FirstChild {
				child.RemoveChild(grandchild)
				n.InsertBefore(grandchild, child)
			}
			n.RemoveChild(child)
			if first != nil {
				next = first
			}
		}

		child = next
	}
}

func isCheckbox(n *html.Node) bool { return strings.EqualFold(attribute(n, "type"), "checkbox") }

// attribute is the value of an attribute, or "".
func attribute(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Namespace == "" && a.Key == name {
			return a.Val
		}
	}
	return ""
}

var (
	languageClass = regexp.MustCompile(`^language-[A-Za-z0-9_+#.-]{1,40}$`)
	smallDigits   = regexp.MustCompile(`^[0-9]{1,4}$`)
	startDigits   = regexp.MustCompile(`^[0-9]{1,9}$`)
	dataImage     = regexp.MustCompile(`^data:image/(png|gif|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$`)
)

func cleanAttributes(n *html.Node) {
	names, _ := allowedAttributes(n.Data)
	kept := n.Attr[:0:0]
	for _, a := range n.Attr {
		if a.Namespace != "" || !slices.Contains(names, a.Key) {
			continue
		}
		ok := true
		switch a.Key {
		case "href":
			a.Val, ok = cleanURL(a.Val, "http", "https", "mailto", "tel", "ftp")
		case "src":
			if !dataImage.MatchString(a.Val) {
				a.Val, ok = cleanURL(a.Val, "http", "https")
			}
		case "class":
			ok = languageClass.MatchString(a.Val)
		case "align":
			a.Val = strings.ToLower(a.Val)
			ok = a.Val == "left" || a.Val == "center" || a.Val == "right"
		case "colspan", "rowspan", "width", "height":
			ok = smallDigits.MatchString(a.Val)
		case "start":
			ok = startDigits.MatchString(a.Val)
		case "type":
			a.Val = "checkbox"
		case "disabled", "checked":
			a.Val = ""
		}
		if ok {
			kept = append(kept, a)
		}
	}

	n.Attr = kept
	switch n.Data {
	case "a":
		if attribute(n, "href") != "" {
			n.Attr = append(n.Attr, html.Attribute{Key: "rel", Val: "nofollow"})
		}
	case "input":
		if !slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "disabled" }) {
			n.Attr = append(n.Attr, html.Attribute{Key: "disabled"})
		}
	}
}

// cleanURL is a link target without the characters that browsers skip, or false if its scheme is not allowed. It
// finds the scheme with everything invisible removed, since readers differ in what they skip. Relative targets
// stay.
func cleanURL(target string, schemes ...string) (string, bool) {
	visible := strings.Map(func(r rune) rune {
		if r <= 0x20 || r >= 0x7F && r <= 0xA0 || r == 0xAD || r >= 0x200B && r <= 0x200F || r >= 0x2028 && r <= 0x202F ||
			r >= 0x2060 && r <= 0x206F || r == 0xFEFF || r == 0xFFFD {
			return -1
		}
		return r
	}, target)
	if i := strings.IndexAny(visible, ":/?#"); i >= 0 && visible[i] == ':' && !slices.Contains(schemes, strings.ToLower(visible[:i])) {
		return "", false
	}
	target = strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7F {
			return -1
		}
		return r
	}, target)
	return strings.ReplaceAll(strings.TrimSpace(target), " ", "%20"), true
}

// tokenPolicy is the allow-list for the second pass.
func tokenPolicy() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	elements := []string{"h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "blockquote", "pre", "em", "strong", "del", "ins", "sub", "sup",
		"ul", "li", "dl", "dt", "dd", "caption", "thead", "tbody", "tfoot", "tr", "span", "div", "details", "summary",
		"code", "ol", "table", "th", "td", "a", "img", "input"}

	p.AllowElements(elements...)
	p.AllowNoAttrs().OnElements(elements...)
	p.AllowAttrs("class").Matching(languageClass).OnElements("code")
	p.AllowAttrs("start").Matching(startDigits).OnElements("ol")
	p.AllowAttrs("align").Matching(regexp.MustCompile(`^(left|center|right)$`)).OnElements("table", "th", "td")
	p.AllowAttrs("colspan", "rowspan").Matching(smallDigits).OnElements("th", "td")
	p.AllowAttrs("href", "title").OnElements("a")
	p.AllowAttrs("src", "alt", "title").OnElements("img")
	p.AllowAttrs("width", "height").Matching(smallDigits).OnElements("img")
	p.AllowAttrs("type").Matching(regexp.MustCompile(`^checkbox$`)).OnElements("input")
	p.AllowAttrs("disabled", "checked").OnElements("input")
	p.AllowURLSchemes("http", "https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.AllowDataURIImages()
	p.RequireNoFollowOnLinks(true)
	return p
}
