package canon

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// A delimiter opens and closes TeX in running text.
type delimiter struct {
	open, close string
	block       bool
}

// delimiters in the order in which they are tried at a place.
var delimiters = []delimiter{
	{"$$", "$$", true},
	{`\[`, `\]`, true},
	{`\(`, `\)`, false},
	{"$", "$", false},
}

// rewriteDelimited finds TeX between delimiters in the text, which MathJax or KaTeX would draw in the reader's browser.
// A single dollar is one of money on most pages: it opens a formula only on a page that loads such a program or has TeX
// between other delimiters.
func (p *Page) rewriteDelimited(doc *html.Node) {
	var texts []*html.Node
	sign := false
	visit(doc, func(n *html.Node) bool {
		if isElement(n, atom.Script) {
			sign = sign || rendersTeX(n)
			return false
		}
		if n.Data == Formula || isElement(n, atom.Pre, atom.Code, atom.Kbd, atom.Samp, atom.Tt, atom.Style,
			atom.Textarea, atom.Title) {
			return false
		}
		joinBroken(n)
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type == html.TextNode && strings.ContainsAny(c.Data, `$\`) {
				texts = append(texts, c)
			}
		}
		return true
	})

	mathematical := sign
	for _, n := range texts {
		mathematical = mathematical || hasCertain(n.Data)
	}
	for _, n := range texts {
		p.splitText(n, mathematical)
	}
}

// renderers are the names of programs that draw TeX, as scripts spell them.
var renderers = []string{"mathjax", "MathJax", "katex", "KaTeX", "tex2jax", "renderMathInElement"}

// rendersTeX reports whether a script loads or sets up a program that draws TeX.
func rendersTeX(script *html.Node) bool {
	const most = 4000
	source := attr(script, "src")
	if script.FirstChild != nil {
		source += script.FirstChild.Data[:min(most, len(script.FirstChild.Data))]
	}
	return containsAny(source, renderers)
}

func containsAny(s string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(s, word) })
}

// hasCertain reports whether a text has TeX that cannot be anything else.
func hasCertain(s string) bool {
	r := delimitedReader{text: s}
	for r.next() {
		if command.MatchString(r.tex) && balanced(r.tex) && (r.open != "$" || tight(r.tex, s[r.end:])) {
			return true
		}
		r.at = r.start + len(r.open)
	}
	return false
}

// delimitedReader finds the delimited parts of a text, from at on.
type delimitedReader struct {
	text string
	at   int

	delimiter
	tex        string
	start, end int            // of the TeX with its delimiters
	unclosed   map[string]int // until where an opening has no closing one
}

func (r *delimitedReader) next() bool {
	for {
		i, d := nextOpening(r.text[r.at:])
		if i < 0 {
			return false
		}
		r.start = r.at + i
		if r.start >= r.unclosed[d.open] {
			if tex, end := between(r.text[r.start:], d); end > 0 {
				r.delimiter, r.tex, r.end = d, tex, r.start+end
				return true
			}
			if r.unclosed == nil {
				r.unclosed = map[string]int{}
			}
			r.unclosed[d.open] = r.start + maxTeX - len(`\begin{eqnarray*}`)
		}

		r.at = r.start + len(d.open)
	}
}

// joinBroken joins the texts of an element around line breaks while TeX of several lines is open.
func joinBroken(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.TextNode || !isOpen(c.Data) {
			continue
		}
		for steps := 0; steps < 60 && isOpen(c.Data); steps++ {
			next := c.NextSibling
			if !isElement(next, atom.Br) && (next == nil || next.Type != html.TextNode) {
				break
			}
			if next.Type == html.TextNode {
				c.Data += next.Data
			} else {
				c.Data += "\n"
			}
			n.RemoveChild(next)
		}
	}
}

// isOpen reports whether a text ends within a displayed formula.
func isOpen(s string) bool {
	return strings.Count(s, "$$")%2 == 1 ||
		strings.Count(s, `\[`) > strings.Count(s, `\]`) && !strings.Contains(s, `\\[`) ||
		strings.Count(s, `\begin{`) > strings.Count(s, `\end{`)
}

var bare = regexp.MustCompile(`\\begin\{(equation|align|gather|multline|eqnarray|alignat|flalign)(\*?)\}`)

// nextOpening finds the next delimiter that is not escaped.
func nextOpening(s string) (int, delimiter) {
	for i := 0; i < len(s); i++ {
		if s[i] != '$' && s[i] != '\\' {
			continue
		}
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '$' || s[i+1] == '\\') {
			i++
			continue
		}
		for _, d := range delimiters {
			if strings.HasPrefix(s[i:], d.open) {
				return i, d
			}
		}

		if m := bare.FindStringSubmatchIndex(s[i:min(len(s), i+30)]); m != nil && m[0] == 0 {
			name := s[i+m[2]:i+m[3]] + s[i+m[4]:i+m[5]]
			return i, delimiter{`\begin{` + name + "}", `\end{` + name + "}", true}
		}
	}
	return -1, delimiter{}
}

// between is the TeX from an opening delimiter at the start of s to its closing one, and where that ends; 0 without it.
func between(s string, d delimiter) (tex string, end int) {
	inner := s[len(d.open):min(len(s), len(d.open)+maxTeX)]
	for i := 0; i < len(inner); i++ {
		if strings.HasPrefix(inner[i:], d.close) {
			end = len(d.open) + i + len(d.close)
			if strings.HasPrefix(d.open, `\begin`) {
				return s[:end], end
			}
			return inner[:i], end
		}
		if inner[i] == '\\' {
			i++
		}
	}
	return "", 0
}

// splitText puts formulas in the place of the TeX in a text node.
func (p *Page) splitText(n *html.Node, mathematical bool) {
	r := delimitedReader{text: n.Data}
	written := 0

	for r.next() {
		tidy := tidyTeX(r.tex)
		if tidy == "" || !believable(r.tex, r.text[r.end:], r.delimiter, mathematical) {
			r.at = r.start + len(r.open)
			continue
		}
		if before := r.text[written:r.start]; before != "" {
			n.Parent.InsertBefore(text(before), n)
		}
		n.Parent.InsertBefore(formula{tidy, r.block}.node(), n)
		p.Formulas++
		written = r.end
		r.at = r.end
	}

	n.Data = r.text[written:]
	if n.Data == "" {
		remove(n)
	}
}

// believable reports whether the text between delimiters is TeX.
func believable(tex, after string, d delimiter, mathematical bool) bool {
	switch {
	case strings.HasPrefix(d.open, `\begin`):
		return mathematical || command.MatchString(tex[len(d.open):])
	case d.open == "$":
		return mathematical && tight(tex, after) && !prose(tex)
	case d.open == "$$":
		return balanced(tex) && (looksLikeTeX(tex) || mathematical && !prose(tex))
	}
	return balanced(tex) && (looksLikeTeX(tex) || mathematical)
}

// tight reports whether TeX between single dollars stands close to them, as pandoc demands so that prices stay text.
func tight(tex, after string) bool {
	const most = 1500
	if tex == "" || len(tex) > most || !balanced(tex) {
		return false
	}
	head, _ := utf8.DecodeRuneInString(tex)
	tail, _ := utf8.DecodeLastRuneInString(tex)
	next, _ := utf8.DecodeRuneInString(after)
	spaced := unicode.IsSpace(head) || unicode.IsSpace(tail)
	return (!spaced || command.MatchString(tex) && !strings.Contains(tex, "\n")) && !unicode.IsDigit(next)
}

var plainWord = regexp.MustCompile(`(?:^|[\s,.;:])[\pL]{3,}(?:$|[\s,.;:])`)

// prose reports whether a text between dollars reads like words or an amount.
func prose(tex string) bool {
	if looksLikeTeX(tex) || strings.ContainsAny(tex, "=<>+{}") {
		return false
	}
	hasWords := plainWord.MatchString(tex) && strings.ContainsAny(tex, " \n")
	return hasWords || !strings.ContainsFunc(tex, unicode.IsLetter) && !strings.ContainsFunc(tex, unicode.IsDigit)
}
