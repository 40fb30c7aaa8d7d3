package canon

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
	"golang.org/x/net/html"
	"golang.org/x/text/unicode/norm"
)

// texOfMathML converts presentation MathML (W3C MathML Core) to TeX. It also reads the trees that MathJax 3 draws by,
// whose elements have the names of MathML: mjx-mfrac in CHTML, data-mml-node="mfrac" in SVG.
func texOfMathML(n *html.Node) string {
	c := &converter{left: maxTeX}
	return strings.Join(strings.Fields(c.tex(n)), " ")
}

// converter bounds its work by the bytes that it writes.
type converter struct{ left int }

// mathName is the MathML name of an element, "" for a wrapper.
func mathName(n *html.Node) string {
	if name := attr(n, "data-mml-node"); name != "" {
		return name
	}
	name := n.Data
	if i := strings.IndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	return strings.TrimPrefix(name, "mjx-")
}

// drawn are elements of MathJax that hold no part of the formula.
func drawn(name string) bool {
	switch name {
	case "surd", "nstrut", "dstrut", "strut", "line", "spacer", "annotation", "annotation-xml", "mphantom", "speech",
		"assistive-mml", "defs", "title", "rect", "malignmark", "maligngroup", "mprescripts", "none", "tstrut":
		return true
	}
	return false
}

// parts are the elements with a meaning below n, in reading order; wrappers are opened.
func parts(n *html.Node) []*html.Node {
	var all []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || drawn(mathName(c)) {
			continue
		}
		if isWrapper(mathName(c)) {
			all = append(all, parts(c)...)
		} else {
			all = append(all, c)
		}
	}
	return all
}

// isWrapper reports whether an element of MathJax only groups others.
func isWrapper(name string) bool {
	switch name {
	case "frac", "num", "den", "dbox", "dtable", "row", "box", "sqrt", "script", "base", "over", "under", "root", "table",
		"itable", "g", "svg", "a", "TeXAtom", "texatom", "labels", "stretchy-h", "stretchy-v", "span":
		return true
	}
	return false
}

func (c *converter) tex(n *html.Node) string {
	if c.left <= 0 {
		return ""
	}
	written := c.write(n)
	c.left -= len(written)
	return written
}

func (c *converter) write(n *html.Node) string {
	switch name := mathName(n); name {
	case "mi":
		return identifier(n)
	case "mn":
		return asTeX(characters(n))
	case "mo":
		return operator(characters(n))
	case "mtext", "ms":
		return quoted(characters(n))
	case "mspace":
		return " "
	case "mfrac":
		return c.fraction(n)
	case "msqrt":
		return `\sqrt{` + c.row(parts(n)) + "}"
	case "mroot":
		return c.root(n)
	case "msub", "msup", "msubsup", "munder", "mover", "munderover":
		return c.scripts(n, name)
	case "mmultiscripts":
		return c.multiscripts(n)
	case "mtable":
		return c.matrix(n, "matrix")
	case "mfenced":
		return c.fenced(n)
	case "semantics":
		if all := parts(n); len(all) > 0 {
			return c.tex(all[0])
		}

		return ""
	}
	return c.row(parts(n))
}

// row writes elements side by side. Brackets around a table become its environment.
func (c *converter) row(all []*html.Node) string {
	var b strings.Builder
	for i := 0; i < len(all); i++ {
		if name, used := c.bracketed(all[i:]); used > 0 {
			join(&b, name)
			i += used - 1
			continue
		}
		join(&b, c.tex(all[i]))
	}
	return b.String()
}

// join adds TeX; a letter after a command needs a space between.
func join(b *strings.Builder, tex string) {
	if tex == "" {
		return
	}
	before := b.String()
	last := command.FindAllStringIndex(before[max(0, len(before)-40):], -1)
	endsInCommand := len(last) > 0 && last[len(last)-1][1] == min(len(before), 40)
	if endsInCommand && (tex[0]|0x20 >= 'a' && tex[0]|0x20 <= 'z') {
		b.WriteByte(' ')
	}
	b.WriteString(tex)
}

var environments = map[string]string{
	"()": "pmatrix",
	"[]": "bmatrix",
	"{}": "Bmatrix",
	"||": "vmatrix",
	"‖‖": "Vmatrix",
}

// bracketed writes a table between brackets, and says how many elements it took.
func (c *converter) bracketed(all []*html.Node) (tex string, used int) {
	if len(all) < 2 || mathName(all[0]) != "mo" {
		return "", 0
	}
	table := onlyTable(all[1])
	if table == nil {
		return "", 0
	}
	open := strings.TrimSpace(characters(all[0]))
	if len(all) > 2 && mathName(all[2]) == "mo" {
		if name := environments[open+strings.TrimSpace(characters(all[2]))]; name != "" {
			return c.matrix(table, name), 3
		}
	}
	if open == "{" {
		return c.matrix(table, "cases"), 2
	}
	return "", 0
}

func onlyTable(n *html.Node) *html.Node {
	for range 4 {
		if mathName(n) == "mtable" {
			return n
		}
		inner := parts(n)
		if len(inner) != 1 {
			return nil
		}
		n = inner[0]
	}
	return nil
}

func (c *converter) matrix(n *html.Node, name string) string {
	var rows []string
	for _, row := range parts(n) {
		if kind := mathName(row); kind != "mtr" && kind != "mlabeledtr" {
			continue
		}
		cells := each.Of(parts(row), func(cell *html.Node) string { return strings.TrimSpace(c.row(parts(cell))) })
		rows = append(rows, strings.Join(cells, " & "))
	}
	aligned := attr(n, "displaystyle") == "true" || strings.Contains(attr(n, "columnalign"), "right left")
	if name == "matrix" && aligned {
		name = "aligned"
	}
	return `\begin{` + name + "} " + strings.Join(rows, ` \\ `) + ` \end{` + name + "}"
}

func (c *converter) fenced(n *html.Node) string {
	open := "("
	closing := ")"
	if hasAttr(n, "open") {
		open = attr(n, "open")
	}
	if hasAttr(n, "close") {
		closing = attr(n, "close")
	}
	var inner []string
	all := parts(n)
	if len(all) == 1 {
		if table := onlyTable(all[0]); table != nil && environments[open+closing] != "" {
			return c.matrix(table, environments[open+closing])
		}
	}

	for _, part := range all {
		inner = append(inner, c.tex(part))
	}

	return operator(open) + strings.Join(inner, ", ") + operator(closing)
}

func (c *converter) fraction(n *html.Node) string {
	all := parts(n)
	if len(all) < 2 {
		return c.row(all)
	}
	name := `\frac`
	if thickness := attr(n, "linethickness"); thickness == "0" || thickness == "0px" {
		name = `\binom`
	}
	return name + group(c.tex(all[0])) + group(c.tex(all[1]))
}

func (c *converter) root(n *html.Node) string {
	all := parts(n)
	if len(all) < 2 {
		return `\sqrt{` + c.row(all) + "}"
	}
	base := all[0]
	index := all[1]
	if strings.HasPrefix(n.Data, "mjx-") { // drawn with the index first
		base, index = index, base
	}
	return `\sqrt[` + c.tex(index) + "]" + group(c.tex(base))
}

func group(tex string) string { return "{" + strings.TrimSpace(tex) + "}" }

// accents are the marks over a base that TeX has commands for.
var accents = map[string]string{
	"˙": `\dot`, "¨": `\ddot`, "^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`, "¯": `\bar`, "‾": `\overline`,
	"→": `\vec`, "⃗": `\vec`, "ˇ": `\check`, "˘": `\breve`, "´": `\acute`, "`": `\grave`, "⏞": `\overbrace`,
	"―": `\overline`, "_": `\overline`, "\u0302": `\hat`, "\u0303": `\tilde`, "\u0307": `\dot`, "\u0304": `\bar`,
	"\u0305": `\overline`, "⏜": `\overparen`, "⟶": `\overrightarrow`,
}

var underAccents = map[string]string{
	"⏟": `\underbrace`,
	"_": `\underline`,
	"‾": `\underline`,
	"¯": `\underline`,
	"―": `\underline`,
}

func (c *converter) scripts(n *html.Node, name string) string {
	all := orderedScripts(n, name)
	if len(all) < 2 {
		return c.row(all)
	}
	base := strings.TrimSpace(c.tex(all[0]))
	if name == "mover" || name == "munder" {
		if tex, done := c.accent(name, base, all[1]); done {
			return tex
		}
	}

	if strings.ContainsAny(base, "_^") || len(base) > 1 && !strings.HasPrefix(base, `\`) && !isOneName(base) {
		base = group(base)
	}

	switch name {
	case "msub", "munder":
		return base + "_" + group(c.tex(all[1]))
	case "msup", "mover":
		if raised := strings.TrimSpace(c.tex(all[1])); isPrimes(raised) {
			return base + raised
		} else {
			return base + "^" + group(raised)
		}
	}

	if len(all) < 3 {
		return base + "_" + group(c.tex(all[1]))
	}

	return base + "_" + group(c.tex(all[1])) + "^" + group(c.tex(all[2]))
}

func isPrimes(tex string) bool { return tex != "" && strings.Trim(tex, "'") == "" }

// isOneName reports whether a base binds its scripts without braces.
func isOneName(base string) bool {
	return !strings.ContainsFunc(base, func(r rune) bool { return !unicode.IsDigit(r) })
}

// accent writes a base with a mark over or under it.
func (c *converter) accent(name, base string, mark *html.Node) (string, bool) {
	sign := strings.TrimSpace(characters(mark))
	table := accents
	if name == "munder" {
		table = underAccents
	}
	if command := table[sign]; command != "" && mathName(mark) == "mo" {
		return command + group(base), true
	}
	if isLimit(base) {
		return "", false
	}
	if name == "mover" {
		return `\overset` + group(c.tex(mark)) + group(base), true
	}
	return `\underset` + group(c.tex(mark)) + group(base), true
}

// isLimit reports whether an operator takes what is under and over it as its limits.
func isLimit(base string) bool {
	switch base {
	case `\sum`, `\prod`, `\int`, `\bigcup`, `\bigcap`, `\lim`, `\max`, `\min`, `\sup`, `\inf`, `\coprod`, `\oint`, `\bigoplus`,
		`\bigotimes`, `\bigvee`, `\bigwedge`, `\limsup`, `\liminf`, `\gcd`, `\det`, `\Pr`, `\iint`:
		return true
	}
	return strings.HasPrefix(base, `\operatorname`) || strings.HasPrefix(base, `\underbrace`) ||
		strings.HasPrefix(base, `\overbrace`)
}

// orderedScripts are base, lower and upper part. MathJax draws the upper part first.
func orderedScripts(n *html.Node, name string) []*html.Node {
	all := parts(n)
	if !strings.HasPrefix(n.Data, "mjx-") || len(all) < 2 {
		return all
	}
	switch name {
	case "msubsup":
		if len(all) == 3 {
			return []*html.Node{all[0], all[2], all[1]}
		}
	case "mover":
		return []*html.Node{all[1], all[0]}
	case "munderover":
		if len(all) == 3 {
			return []*html.Node{all[1], all[2], all[0]}
		}
		if inner := parts(all[1]); len(all) == 2 && mathName(all[1]) == "munder" && len(inner) == 2 {
			return []*html.Node{inner[0], inner[1], all[0]}
		}
	}

	return all
}

func (c *converter) multiscripts(n *html.Node) string {
	var all []*html.Node
	pre := -1

	for child := n.FirstChild; child != nil; child = child.NextSibling {
		if child.Type != html.ElementNode {
			continue
		}
		if mathName(child) == "mprescripts" {
			pre = len(all)
			continue
		}
		all = append(all, child)
	}

	if len(all) == 0 {
		return ""
	}

	if pre < 0 {
		pre = len(all)
	}

	pair := func(scripts []*html.Node) string {
		tex := ""
		for i, script := range scripts {
			inner := strings.TrimSpace(c.tex(script))
			if inner != "" {
				tex += []string{"_", "^"}[i%2] + group(inner)
			}
		}
		return tex
	}

	before := pair(all[pre:])
	if before != "" {
		before = "{}" + before
	}

	return before + c.tex(all[0]) + pair(all[1:pre])
}

// characters is the text of an element; MathJax keeps the code points of glyphs in class names and attributes.
func characters(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Type == html.ElementNode && hasAttr(c, "data-c"):
			b.WriteString(ofCode(attr(c, "data-c")))
		case c.Type == html.ElementNode && c.Data == "mjx-c" && c.FirstChild == nil:
			for class := range strings.FieldsSeq(attr(c, "class")) {
				if code, found := strings.CutPrefix(class, "mjx-c"); found {
					b.WriteString(ofCode(code))
				}
			}
		}
	}
	return b.String()
}

func ofCode(hex string) string {
	code, err := strconv.ParseUint(hex, 16, 21)
	if err != nil {
		return ""
	}
	return string(rune(code))
}

var textEscapes = strings.NewReplacer("{", `\{`, "}", `\}`, "$", `\$`, "%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`)

// quoted writes text within a formula.
func quoted(s string) string {
	inner := strings.Join(strings.Fields(s), " ")
	if inner == "" {
		return " "
	}
	if unicode.IsSpace(rune(s[0])) {
		inner = " " + inner
	}
	if unicode.IsSpace(rune(s[len(s)-1])) {
		inner += " "
	}
	return `\text{` + textEscapes.Replace(inner) + "}"
}

// identifier writes a name: single letters stay, names of functions are commands, other words stand upright.
func identifier(n *html.Node) string {
	raw := strings.TrimSpace(characters(n))
	plain := norm.NFKC.String(raw)
	font := fontOf(n, raw)
	if font == "" && len([]rune(plain)) > 1 && isWord(plain) {
		if functions[plain] {
			return `\` + plain
		}
		return `\operatorname{` + plain + "}"
	}
	tex := asTeX(raw)
	if font == "" || tex == "" {
		return tex
	}
	return font + "{" + asTeX(plain) + "}"
}

func isWord(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) })
}

var functions = map[string]bool{
	"sin": true, "cos": true, "tan": true, "cot": true, "sec": true, "csc": true, "arcsin": true, "arccos": true,
	"arctan": true, "sinh": true, "cosh": true, "tanh": true, "log": true, "ln": true, "lg": true, "exp": true,
	"lim": true, "max": true, "min": true, "sup": true, "inf": true, "det": true, "dim": true, "ker": true, "gcd": true,
	"deg": true, "arg": true, "Pr": true, "hom": true, "limsup": true, "liminf": true,
}

// fontOf is the command for the style of a letter, from the attribute or from the letter itself.
func fontOf(n *html.Node, raw string) string {
	switch attr(n, "mathvariant") {
	case "bold":
		return `\mathbf`
	case "bold-italic":
		return `\boldsymbol`
	case "double-struck":
		return `\mathbb`
	case "script", "bold-script":
		return `\mathcal`
	case "fraktur", "bold-fraktur":
		return `\mathfrak`
	case "sans-serif":
		return `\mathsf`
	case "monospace":
		return `\mathtt`
	}

	r, _ := utf8.DecodeRuneInString(raw)
	switch {
	case r >= 0x1D400 && r <= 0x1D433, r >= 0x1D6A8 && r <= 0x1D6E1, r >= 0x1D7CE && r <= 0x1D7D7:
		return `\mathbf`
	case r >= 0x1D468 && r <= 0x1D49B:
		return `\boldsymbol`
	case r >= 0x1D538 && r <= 0x1D56B, strings.ContainsRune("ℂℍℕℙℚℝℤ", r):
		return `\mathbb`
	case r >= 0x1D49C && r <= 0x1D503, strings.ContainsRune("ℬℰℱℋℐℒℳℛℊ", r):
		return `\mathcal`
	case r >= 0x1D504 && r <= 0x1D537:
		return `\mathfrak`
	}

	return ""
}

// operator writes an operator; the invisible ones have no TeX.
func operator(s string) string {
	s = strings.TrimSpace(s)
	if functions[s] {
		return `\` + s
	}
	if len([]rune(s)) > 1 && isWord(s) {
		return `\operatorname{` + s + "}"
	}
	tex := asTeX(s)
	if relation(s) {
		return " " + tex + " "
	}
	return tex
}

func relation(s string) bool {
	switch s {
	case "=", "<", ">", "≤", "≥", "≠", "≈", "≡", "∼", "→", "⇒", "⟺", "⇔", "∈", "∉", "⊂", "⊆", "+", "-", "−", "±", "×",
		"⋅", "·", "↦", "≪", "≫", "∝":
		return true
	}
	return false
}

// asTeX writes characters, those outside ASCII as commands.
func asTeX(s string) string {
	var b strings.Builder
	for _, r := range s {
		join(&b, ofRune(r))
	}
	return b.String()
}

func ofRune(r rune) string {
	if tex, known := symbols[r]; known {
		return tex
	}
	switch r {
	case '{', '}', '%', '#', '&', '$', '_':
		return `\` + string(r)
	case '\\':
		return `\backslash`
	}

	if unicode.IsSpace(r) {
		return " "
	}

	if r >= 0x1D400 && r <= 0x1D7FF {
		var b strings.Builder
		for _, plain := range norm.NFKC.String(string(r)) {
			if plain != r {
				b.WriteString(ofRune(plain))
			}
		}
		return b.String()
	}

	return string(r)
}
