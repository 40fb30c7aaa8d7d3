package canon

import (
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// languageClass matches the classes by which highlighters name a language.
var languageClass = regexp.MustCompile(`(?i)^(?:language|lang|highlight-source|highlight-text|highlight|brush|sourceCode|` +
	`prism|code|syntax)[-:_]([a-z0-9+#._-]{1,20})$`)

// languages are the names of languages that stand alone as a class or a label. Other words there say nothing.
var languages = each.WordSet(`
	abap actionscript ada agda apache applescript asm assembly awk bash basic batch bibtex c clojure cmake cobol
	coffeescript console cpp c++ crystal cs csharp c# css csv cuda cypher d dart delphi diff dockerfile docker
	elixir elm erb erlang fish fortran fsharp f# gherkin glsl go golang graphql groovy haml handlebars haskell hcl
	hlsl html http idris ini java javascript jinja js json json5 jsonc jsx julia kotlin latex lean lean4 less lisp
	llvm lua makefile markdown mathematica matlab mermaid mysql nasm nginx nim nix nushell objc objectivec
	objective-c ocaml pascal perl pgsql php plsql postgresql powershell prolog proto protobuf ps1 pug puppet
	purescript py python python3 pycon r racket reasonml regex rst ruby rb rust sass sas scala scheme scss sh
	shell shellsession smalltalk solidity sparql sql svelte swift systemverilog tcl terraform tex thrift toml ts
	tsx turtle typescript typst v vb vbnet verilog vhdl vim vue wasm wat xhtml xml xquery yaml yml zig zsh
`)

// generic are names that tell no language.
var generic = each.WordSet(`plaintext plain text txt none nohighlight no-highlight raw default auto unknown code block
	undefined inline hljs
	light dark theme numbered wrapper wrap content container listing toolbar font body lines source example output`)

// languageOf is the language that an element names by its attributes.
func languageOf(n *html.Node) string {
	for _, key := range []string{"data-lang", "data-language", "data-code-language", "data-code-lang", "language",
		"syntax", "data-enlighter-language"} {
		if name := languageName(attr(n, key)); name != "" {
			return name
		}
	}
	class := attr(n, "class")

	for name := range strings.FieldsSeq(class) {
		if m := languageClass.FindStringSubmatch(name); m != nil {
			if language := languageName(m[1]); language != "" {
				return language
			}
		}
	}

	if _, rest, found := strings.Cut(class, "brush:"); found {
		rest, _, _ = strings.Cut(strings.TrimSpace(rest), ";")
		return languageName(rest)
	}

	if !isElement(n, atom.Pre, atom.Code) && !codeWrapper.MatchString(class) {
		return ""
	}

	for name := range strings.FieldsSeq(class) {
		if name = strings.ToLower(name); languages[name] {
			return name
		}
	}

	return ""
}

var codeWrapper = regexp.MustCompile(`(?i)highlight|sourceCode|source-code|code-?block|codehilite|hljs|prettyprint|` +
	`chroma|\bcode\b`)

// languageName is a name in lower case, or "" for anything else.
func languageName(s string) string {
	const longest = 20
	s = strings.ToLower(strings.Trim(s, " ;,{}."))
	if len(s) > longest || generic[s] {
		return ""
	}
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || strings.ContainsRune("+#-_.", r)) {
			return ""
		}
	}
	return s
}

// languageAround looks at a block of code, at the code elements in it and at the elements around that hold nothing
// else; label is what a line above it says.
func languageAround(n *html.Node, label string) string {
	const levels = 4
	if name := languageOf(n); name != "" {
		return name
	}
	for c := range n.Descendants() {
		if isElement(c, atom.Code, atom.Pre, atom.Td, atom.Div) {
			if name := languageOf(c); name != "" {
				return name
			}
		}
	}

	at := n

	for range levels {
		up := at.Parent
		if up == nil || isElement(up, atom.Body, atom.Article, atom.Main, atom.Li, atom.Section) || !holdsOnly(up, at) {
			break
		}
		if name := languageOf(up); name != "" {
			return name
		}
		at = up
	}

	return label
}

// holdsOnly reports whether beside an element its parent has nothing but short labels and buttons.
func holdsOnly(up, n *html.Node) bool {
	const (
		short = 60  // bytes
		most  = 200 // elements and texts
	)
	size := 0
	steps := 0

	for c := up.FirstChild; c != nil; c = c.NextSibling {
		if steps++; steps > most || size >= short {
			return false
		}
		switch {
		case c == n:
		case c.Type == html.TextNode:
			size += len(strings.TrimSpace(c.Data))
		case c.Type == html.ElementNode && !isElement(c, atom.Style, atom.Script):
			if isPre(c) || isElement(c, atom.P, atom.H1, atom.H2, atom.H3, atom.H4) && !blank(textOf(c, 40)) {
				return false
			}
			size += len(strings.TrimSpace(textOf(c, short)))
		}
	}
	return size < short
}

// displayed are labels that differ from the names of languages.
var displayed = map[string]string{
	"shell script": "shell", "plain text": "", "visual basic": "vb", "objective c": "objectivec", "terminal": "shell",
	"command line": "shell", "node.js": "javascript", "nodejs": "javascript", "c / c++": "cpp", "typescript jsx": "tsx",
}

// labelled is the language that a label names alone.
func labelled(label string) string {
	label = strings.ToLower(strings.Join(strings.Fields(label), " "))
	label = strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(label, "copy code"), "copy"))
	if name, known := displayed[label]; known {
		return name
	}
	if languages[label] {
		return label
	}
	return ""
}

// headerLabel reads the labels beside a block of code, in elements that hold nothing else, and takes them out of the
// page. Names of files stay.
func headerLabel(pre *html.Node) string {
	const levels = 4
	language := ""
	at := pre

	for range levels {
		up := at.Parent
		if up == nil || !isElement(up, atom.Div, atom.Figure, atom.Span) || !holdsOnly(up, at) {
			break
		}
		for c := up.FirstChild; c != nil; {
			next := c.NextSibling
			if c != at && c.Type == html.ElementNode {
				if name := labelled(shown(c)); name != "" {
					language = name
					up.RemoveChild(c)
				} else if isOffer(c) {
					up.RemoveChild(c)
				}
			}
			c = next
		}
		at = up
	}

	return language
}

// headerInside reads a label before the code inside pre, and takes it out.
func headerInside(pre *html.Node) string {
	for n := range pre.Descendants() {
		if !isElement(n, atom.Button) {
			continue
		}
		for up := n.Parent; up != nil && up != pre; up = up.Parent {
			if len(textOf(up, 60)) > 40 {
				break
			}
			if name := labelled(shown(up)); name != "" {
				remove(up)
				return name
			}
		}
	}
	return ""
}

// shown is the text of an element without that of its buttons.
func shown(n *html.Node) string {
	var b strings.Builder
	var walk func(*html.Node)
	walk = func(n *html.Node) {
		if n.Type == html.TextNode && b.Len() < 100 {
			b.WriteString(n.Data)
		}
		if isElement(n, atom.Button, atom.Svg, atom.Script, atom.Style) {
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(n)
	return b.String()
}

var offer = regexp.MustCompile(`(?i)^(?:copy|copied!?|copy code|copy to clipboard|run|edit|download|wrap|expand|` +
	`collapse|explain|ask ai|open in \w+|view raw|\W)*$`)

// isOffer reports whether an element only offers to copy or run the code.
func isOffer(n *html.Node) bool {
	if first(n, func(c *html.Node) bool { return isElement(c, atom.Img, atom.Pre, atom.Table) }) != nil {
		return false
	}
	text := strings.Join(strings.Fields(textOf(n, 80)), " ")
	return isElement(n, atom.Button) || text != "" && offer.MatchString(text)
}
