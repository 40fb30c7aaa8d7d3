package canon

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxTeX bounds one formula in bytes.
const maxTeX = 20_000

// rewriteMath replaces every formula by its TeX: what programs wrote as elements first, then TeX between delimiters in
// the text.
func (p *Page) rewriteMath(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		if isElement(n, atom.Pre, atom.Code, atom.Style, atom.Textarea, atom.Head) {
			return false
		}

		f, known := readFormula(n)
		if !known {
			return true
		}
		if f.tex == "" {
			p.Unwritten++
			remove(n)
			return false
		}
		p.Formulas++
		putFormula(n, f)
		return false
	})
	dropRenderings(doc)
	joinEquationRows(doc)
	p.rewriteDelimited(doc)
}

// formula is a formula's source.
type formula struct {
	tex   string
	block bool
}

func (f formula) node() *html.Node {
	display := "inline"
	if f.block {
		display = "block"
	}
	n := element(Formula, html.Attribute{Key: AttrDisplay, Val: display})
	n.AppendChild(text(f.tex))
	return n
}

// putFormula puts a formula in the place of an element. White space at the ends of the element parts the formula from
// the words around.
func putFormula(n *html.Node, f formula) {
	before := n.PrevSibling
	after := n.NextSibling
	node := f.node()
	replace(n, node)
	if f.block || node.Parent == nil {
		return
	}

	if endsInWord(before) && hasSpaceAt(n, false) {
		node.Parent.InsertBefore(text(" "), node)
	}
	if beginsWithWord(after) && hasSpaceAt(n, true) {
		node.Parent.InsertBefore(text(" "), after)
	}
}

func beginsWithWord(n *html.Node) bool {
	if n == nil || n.Type != html.TextNode {
		return false
	}
	r, _ := utf8.DecodeRuneInString(n.Data)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

func endsInWord(n *html.Node) bool {
	if n == nil || n.Type != html.TextNode {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(n.Data)
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// hasSpaceAt reports whether the text of an element begins with white space, or ends with it.
func hasSpaceAt(n *html.Node, atEnd bool) bool {
	for n != nil && n.Type != html.TextNode {
		if atEnd {
			n = n.LastChild
		} else {
			n = n.FirstChild
		}
	}
	if n == nil || n.Data == "" {
		return false
	}
	if atEnd {
		return unicode.IsSpace(rune(n.Data[len(n.Data)-1]))
	}
	return unicode.IsSpace(rune(n.Data[0]))
}

// sources are attributes in which programs keep the TeX of what they drew.
var sources = []string{
	"data-tex", "data-latex", "data-math", "data-katex", "data-tex-source", "data-formula", "alttext",
}

// readFormula reads the formula that an element is. known is true for elements that show a formula, read or not.
func readFormula(n *html.Node) (f formula, known bool) {
	switch {
	case isElement(n, atom.Script):
		return readScript(n)
	case isElement(n, atom.Img):
		return readImage(n)
	case n.Data == "math" || strings.HasSuffix(n.Data, ":math"):
		return readMathML(n), true
	case n.Data == "mjx-container", n.Data == "mjx-chtml":
		return readMathJax(n), true
	case n.Data == "d-math", n.Data == "dt-math", n.Data == "tex-math":
		return formula{tidyTeX(textOf(n, maxTeX)), hasAttr(n, "block")}, true
	}

	if !mayShowFormula(n) {
		return formula{}, false
	}
	tex := stated(n)
	if tex != "" && (containsAny(attr(n, "class"), formulaClasses) || n.Data == "span" && looksLikeTeX(tex)) {
		return formula{tex, isDisplay(n)}, true
	}
	if hasClass(n, "katex", "katex-display", "katex-block", "katex--display", "katex--inline", "mwe-math-element",
		"temml") {
		return readWrapped(n)
	}
	if isMathJax2(n) {
		return readMathJax2(n)
	}
	return formula{}, false
}

// mayShowFormula reports whether an element has an attribute that elements around formulas have. Few have, and pages
// have many elements.
func mayShowFormula(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool {
		return a.Key == "class" && containsAny(a.Val, formulaClasses) || slices.Contains(sources, a.Key)
	})
}

// formulaClasses are parts of the classes of elements that show formulas.
var formulaClasses = []string{"math", "Math", "katex", "temml", "latex", "Latex", "formula", "equation"}

// stated is the TeX in an element's own attributes.
func stated(n *html.Node) string {
	for _, key := range sources {
		if tex := tidyTeX(attr(n, key)); tex != "" {
			return tex
		}
	}
	return ""
}

func isDisplay(n *html.Node) bool {
	return attr(n, "display") == "block" || attr(n, "display") == "true" || attr(n, "mode") == "display" ||
		displayClass.MatchString(attr(n, "class")) || isElement(n, atom.Div)
}

var displayClass = regexp.MustCompile(`(?i)(?:^|[\s_-])(?:block|display)(?:$|[\s_-])|_Display`)

// readScript reads the sources that MathJax 2 keeps in scripts.
func readScript(n *html.Node) (formula, bool) {
	kind := strings.ToLower(attr(n, "type"))
	block := strings.Contains(kind, "mode=display")
	switch {
	case strings.HasPrefix(kind, "math/tex"):
		return formula{tidyTeX(textOf(n, maxTeX)), block}, true
	case strings.HasPrefix(kind, "math/mml"):
		if math := parseMathML(textOf(n, 4*maxTeX)); math != nil {
			f := readMathML(math)
			f.block = f.block || block
			return f, true
		}
	}
	return formula{}, false
}

func parseMathML(source string) *html.Node {
	context := element("div")
	nodes, err := html.ParseFragment(strings.NewReader(source), context)
	if err != nil {
		return nil
	}
	for _, n := range nodes {
		if n.Data == "math" {
			return n
		}
	}
	return nil
}

// readMathML takes the TeX that the element states, and else converts it.
func readMathML(n *html.Node) formula {
	f := formula{block: isDisplay(n)}
	annotation := first(n, func(c *html.Node) bool {
		kind := strings.ToLower(attr(c, "encoding"))
		return c.Data == "annotation" && (strings.Contains(kind, "tex") && !strings.HasPrefix(kind, "text/"))
	})
	if annotation != nil {
		f.tex = tidyTeX(textOf(annotation, maxTeX))
	}
	if f.tex == "" {
		f.tex = stated(n)
	}
	if f.tex == "" {
		f.tex = tidyTeX(texOfMathML(n))
	}
	return f
}

// readWrapped reads the MathML inside what KaTeX, Temml and MediaWiki write. A wrapper of several formulas is left to
// them.
func readWrapped(n *html.Node) (formula, bool) {
	math := first(n, isMath)
	if math == nil {
		inner := first(n, func(c *html.Node) bool { return stated(c) != "" })
		if inner == nil {
			// KaTeX can be told to write what is seen only.
			return formula{visibleTeX(n), isDisplay(n)}, !hasClass(n, "mwe-math-element")
		}
		return formula{stated(inner), isDisplay(n) || isDisplay(inner)}, true
	}
	f := readMathML(math)
	f.block = f.block || isDisplay(n) && !isElement(n, atom.Div) || hasClass(n, "katex-display", "katex-block")
	return f, f.tex != ""
}

func isMath(n *html.Node) bool { return n.Data == "math" }

// visibleTeX is the text of a formula drawn with plain elements.
func visibleTeX(n *html.Node) string {
	shown := strings.Join(strings.Fields(textOf(n, maxTeX)), " ")
	return tidyTeX(asTeX(shown))
}

// readMathJax reads what MathJax 3 draws: its hidden MathML, and else the tree that it draws by.
func readMathJax(n *html.Node) formula {
	f := formula{block: isDisplay(n)}
	if math := first(n, isMath); math != nil {
		inner := readMathML(math)
		return formula{inner.tex, inner.block || f.block}
	}
	f.tex = stated(n)
	if f.tex == "" {
		f.tex = tidyTeX(texOfMathML(n))
	}
	return f
}

func isMathJax2(n *html.Node) bool {
	return hasClass(n, "MathJax", "MathJax_Display", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML",
		"MathJax_MathML")
}

// readMathJax2 reads what MathJax 2 draws. Where its script follows, that has the source, and the drawing goes.
func readMathJax2(n *html.Node) (formula, bool) {
	if followedByScript(n) {
		return formula{}, false // dropRenderings removes it
	}
	drawn := first(n, func(c *html.Node) bool { return hasAttr(c, "data-mathml") })
	if hasAttr(n, "data-mathml") {
		drawn = n
	}
	if drawn != nil {
		if math := parseMathML(attr(drawn, "data-mathml")); math != nil {
			f := readMathML(math)
			f.block = f.block || isDisplay(n)
			return f, true
		}
	}

	if math := first(n, isMath); math != nil {
		f := readMathML(math)
		f.block = f.block || isDisplay(n)
		return f, true
	}

	return formula{visibleTeX(n), isDisplay(n)}, true
}

func followedByScript(n *html.Node) bool {
	for s, steps := n.NextSibling, 0; s != nil && steps < 4; s, steps = s.NextSibling, steps+1 {
		if isElement(s, atom.Script) && strings.HasPrefix(attr(s, "type"), "math/") || s.Data == Formula {
			return true
		}
		if s.Type == html.TextNode && !blank(s.Data) {
			return false
		}
	}
	return false
}

// dropRenderings removes the drawings of MathJax 2 that have their source next to them.
func dropRenderings(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		if hasClass(n, "MathJax_Preview") || isMathJax2(n) && followedByScript(n) {
			remove(n)
			return false
		}
		return true
	})
}

// services are addresses of pictures that are drawn from TeX in their query.
var services = regexp.MustCompile(`(?i)codecogs\.com/|/latex\.php|/equation\?tex=|/mathtex\.cgi|/mimetex\.cgi|cht=tx|` +
	`/(?:tex|latex|math)/(?:svg|png|render)|latex\.[a-z.]+/`)

// readImage reads a picture of a formula: the TeX is in its address, or is its alternative text.
func readImage(n *html.Node) (formula, bool) {
	source := cmp.Or(attr(n, "src"), attr(n, "data-src"))
	if services.MatchString(source) {
		if tex := texOfAddress(source); tex != "" {
			return formula{tex, alone(n)}, true
		}
	}

	alt := strings.TrimSpace(attr(n, "alt"))
	isFormula := hasClass(n, "latex", "tex", "math", "ee_img", "mwe-math-fallback-image-inline",
		"mwe-math-fallback-image-display", "Latex", "formula", "equation")
	isDescribed := strings.LastIndex(alt, `\(`) > 0 // in words with formulas among them
	if isFormula && !strings.HasPrefix(alt, "http") || commandsOf(alt) > 0 && !isDescribed {
		tex := tidyTeX(alt)
		return formula{tex, alone(n)}, tex != ""
	}
	return formula{}, false
}

// texOfAddress is the TeX in the query of a service's address: a parameter of a known name, or the whole query.
func texOfAddress(source string) string {
	_, query, found := strings.Cut(source, "?")
	if !found {
		return ""
	}
	query, _, _ = strings.Cut(query, "#")
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "latex", "tex", "chl", "eq", "formula", "math":
			return tidyTeX(unescape(value))
		}
	}
	tex := unescape(query)
	tex = strings.TrimPrefix(strings.TrimPrefix(tex, `\inline`), `\dpi`)
	return tidyTeX(serviceSettings.ReplaceAllString(tex, ""))
}

var serviceSettings = regexp.MustCompile(
	`^(?:\\(?:inline|dpi\{\d+\}|bg_\w+|fg_\w+|large|small|huge|fn_\w+)\s*)+|^\{\d+\}`)

func unescape(value string) string {
	plain, err := url.QueryUnescape(value)
	if err != nil {
		return value
	}
	return plain
}

// alone reports whether an element is the whole content of its paragraph.
func alone(n *html.Node) bool {
	up := n.Parent
	for up != nil && isElement(up, atom.Span, atom.A, atom.Center, atom.Noscript) {
		up = up.Parent
	}
	return up != nil && isElement(up, atom.P, atom.Div, atom.Figure, atom.Center) && blank(textOf(up, 20)) &&
		first(up, func(c *html.Node) bool { return c != n && isElement(c, atom.Img) }) == nil
}

var (
	command     = regexp.MustCompile(`\\[A-Za-z]+`)
	scripted    = regexp.MustCompile(`[A-Za-z0-9)\]}][_^](?:\{|[A-Za-z0-9\\])`)
	environment = regexp.MustCompile(`^\\begin\{(?:equation|displaymath|math)\*?\}|` +
		`\\end\{(?:equation|displaymath|math)\*?\}$`)
	styleGroup = regexp.MustCompile(`(?s)^\{\\(?:display|text)style\s*(.*)\}$`)
	mathLabel  = regexp.MustCompile(`\\label\{[^{}]*\}`)
	blankLines = regexp.MustCompile(`\n[ \t]*\n+`)
	gaps       = regexp.MustCompile(`[ \t]{2,}`)
)

func commandsOf(s string) int { return len(command.FindAllStringIndex(s, 3)) }

// looksLikeTeX reports whether a text has a command of TeX, or an index or a power.
func looksLikeTeX(s string) bool {
	return command.MatchString(s) || scripted.MatchString(s)
}

// tidyTeX takes off what says where a formula stands and not what it is: delimiters, the environment of a single
// equation, the style that MediaWiki adds, labels and comments of TeX.
func tidyTeX(tex string) string {
	tex = strings.TrimSpace(strings.ReplaceAll(tex, "\u00a0", " "))

	for range 3 {
		before := tex
		for _, pair := range [][2]string{{"$$", "$$"}, {`\[`, `\]`}, {`\(`, `\)`}, {"$", "$"}} {
			inner, found := strings.CutPrefix(tex, pair[0])
			if found && strings.HasSuffix(inner, pair[1]) {
				tex = strings.TrimSpace(strings.TrimSuffix(inner, pair[1]))
			}
		}
		tex = strings.TrimSpace(environment.ReplaceAllString(tex, ""))
		if m := styleGroup.FindStringSubmatch(tex); m != nil && balanced(m[1]) {
			tex = strings.TrimSpace(m[1])
		}
		tex = strings.TrimSpace(strings.TrimPrefix(tex, `\displaystyle`))
		if tex == before {
			break
		}
	}

	tex = mathLabel.ReplaceAllString(tex, "")
	tex = blankLines.ReplaceAllString(tex, "\n") // an empty line ends a formula
	tex = gaps.ReplaceAllString(tex, " ")
	if strings.Contains(tex, "$$") || len(tex) > maxTeX {
		return ""
	}

	return strings.TrimSpace(inert(tex))
}

var (
	tagStart  = regexp.MustCompile(`<([A-Za-z/!?])`)
	linkStart = regexp.MustCompile(`\]([(\[:])`)
)

// inert keeps Markdown from reading a tag or a link in TeX, to which a space means nothing. A page can write anything
// between its delimiters.
func inert(tex string) string {
	return linkStart.ReplaceAllString(tagStart.ReplaceAllString(tex, "< $1"), "] $1")
}

// balanced reports whether no group of s closes before it opens.
func balanced(s string) bool {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

var equationNumber = regexp.MustCompile(`^\s*\(?[0-9A-Z]{0,2}[.\-]?[0-9]{0,3}[a-z]?\)?\s*$`)

// joinEquationRows replaces tables that only align equations, as LaTeXML and publishers write them: each row becomes
// one formula on its own line.
func joinEquationRows(doc *html.Node) {
	visit(doc, func(n *html.Node) bool {
		if !isElement(n, atom.Table) {
			return true
		}
		rows := equationRows(n)
		if len(rows) == 0 {
			return true
		}
		box := element("div")
		for _, row := range rows {
			box.AppendChild(row.node())
		}
		replace(n, box)
		return false
	})
}

// equationRows are the formulas of a table's rows. It is empty if a cell holds anything but formulas or a number.
func equationRows(table *html.Node) []formula {
	const most = 400 // cells
	var rows []formula
	cells := 0
	for n := range table.Descendants() {
		switch {
		case isElement(n, atom.Table, atom.Img, atom.Pre, atom.Ul, atom.Ol):
			return nil
		case isElement(n, atom.Tr):
			rows = append(rows, formula{block: true})
		case isElement(n, atom.Td, atom.Th):
			if cells++; cells > most || len(rows) == 0 {
				return nil
			}
			tex, only := formulasOf(n)
			if !only {
				return nil
			}
			row := &rows[len(rows)-1]
			row.tex = strings.TrimSpace(row.tex + " " + tex)
		}
	}

	filled := each.Where(rows, func(row formula) bool { return row.tex != "" })
	if len(filled) < len(rows)/2 || cells > 6*len(rows) {
		return nil
	}
	return filled
}

// formulasOf joins the formulas of a cell. only is false if it has other text than the number of an equation.
func formulasOf(cell *html.Node) (tex string, only bool) {
	only = true
	rest := ""
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		switch {
		case n.Data == Formula:
			tex = strings.TrimSpace(tex + " " + n.FirstChild.Data)
			return
		case n.Type == html.TextNode:
			if len(rest) < 40 {
				rest += n.Data
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}

	walk(cell)
	if tex == "" && !blank(rest) && !strings.Contains(rest, "(") {
		return "", false
	}

	return tex, equationNumber.MatchString(rest) || rest == "."
}
