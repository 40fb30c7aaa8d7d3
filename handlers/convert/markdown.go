package convert

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/farebox/farebox/internal/problem"
)

// markdownToHTML reads CommonMark 0.31 with the extensions of GitHub (tables, strikethrough, task lists,
// autolinks). HTML in it is kept as far as the sanitizer allows.
func markdownToHTML(data string, _ options, out *output) error {
	raw, err := renderMarkdown(data)
	if err != nil {
		return err
	}
	clean, err := sanitize(raw)
	if err != nil {
		return err
	}
	out.put(clean)
	return nil
}

const (
	// maxContainers bounds the nesting of block quotes and lists: every line is matched against all open ones.
	maxContainers = 100
	// maxWork bounds the parser's steps beyond one pass over the text, at about a second. Emphasis, links,
	// references and tables can each cost quadratic time; a megabyte of ordinary text needs a hundredth of this.
	maxWork = 400_000_000
)

// work is the cost of one document. The parsers below charge it before looking far ahead or back, and stop once it
// is used up.
type work struct {
	spent   int
	tooDeep bool

	block      ast.Node // whose inline content is being read
	delimiters int      // emphasis marks in block so far
	brackets   int      // unclosed [ in block
	bars       int      // rows with code and an escaped bar, which tables rescan for each of them
}

var workKey = parser.NewContextKey()

func workOf(pc parser.Context) *work { return pc.Get(workKey).(*work) }

// charge adds steps and reports whether any are left.
func (w *work) charge(steps int) bool {
	if w.spent <= maxWork {
		w.spent += steps
	}
	return w.spent <= maxWork && !w.tooDeep
}

func (w *work) enter(block ast.Node) {
	if w.block != block {
		w.block = block
		w.delimiters = 0
		w.brackets = 0
	}
}

// renderMarkdown is a document's HTML before sanitizing.
func renderMarkdown(data string) ([]byte, error) {
	w := &work{}
	pc := parser.NewContext()
	pc.Set(workKey, w)

	md := goldmark.New(
		goldmark.WithParser(boundedParser()),
		goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)), extension.Linkify, extension.TaskList),
		goldmark.WithRendererOptions(html.WithUnsafe(), html.WithXHTML(),
			renderer.WithNodeRenderers(util.Prioritized(extension.NewStrikethroughHTMLRenderer(), 500))),
	)

	source := []byte(data)
	var out boundedBuffer
	err := guard(func() error {
		doc := md.Parser().Parse(text.NewReader(source), parser.WithContext(pc))
		if w.tooDeep {
			return fmt.Errorf("block quotes and lists are nested more than %d deep", maxContainers)
		}
		if w.spent > maxWork {
			return fmt.Errorf("%w: it has too many marks, brackets or cells in one paragraph or table", errTooComplex)
		}
		return md.Renderer().Render(&out, source, doc)
	})
	if errors.Is(err, errOverfull) {
		return nil, problem.Unprocessable("data", problem.CodeResultTooLarge,
			"the result would have more than %d bytes", maxOutput)
	}

	return out.Bytes(), err
}

// boundedParser is the CommonMark parser with a charge for every part that can cost more than one pass.
func boundedParser() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(
			util.Prioritized(parser.NewSetextHeadingParser(), 100),
			util.Prioritized(parser.NewThematicBreakParser(), 200),
			util.Prioritized(boundedContainer{parser.NewListParser()}, 300),
			util.Prioritized(parser.NewListItemParser(), 400),
			util.Prioritized(parser.NewCodeBlockParser(), 500),
			util.Prioritized(parser.NewATXHeadingParser(), 600),
			util.Prioritized(parser.NewFencedCodeBlockParser(), 700),
			util.Prioritized(boundedContainer{parser.NewBlockquoteParser()}, 800),
			util.Prioritized(parser.NewHTMLBlockParser(), 900),
			util.Prioritized(parser.NewParagraphParser(), 1000),
		),
		parser.WithInlineParsers(
			util.Prioritized(boundedScan{parser.NewCodeSpanParser()}, 100),
			util.Prioritized(boundedLinks{parser.NewLinkParser()}, 200),
			util.Prioritized(boundedScan{parser.NewAutoLinkParser()}, 300),
			util.Prioritized(boundedScan{parser.NewRawHTMLParser()}, 400),
			util.Prioritized(boundedEmphasis{parser.NewEmphasisParser()}, 500),
			util.Prioritized(boundedEmphasis{extension.NewStrikethroughParser()}, 500),
		),
		parser.WithParagraphTransformers(
			util.Prioritized(paragraphGuard{}, 50),
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
		),
		parser.WithASTTransformers(util.Prioritized(breakTrimmer{}, 500)),
	)
}

// breakTrimmer removes spaces before a hard line break. The parser does so too, but not where the search for links
// has split the text at every space.
type breakTrimmer struct{}

func (breakTrimmer) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	trim := func(n ast.Node) {
		if t, ok := n.(*ast.Text); ok {
			t.Segment = t.Segment.TrimRightSpace(reader.Source())
		}
	}
	// The walk cannot fail: the function returns no error.
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering && t.HardLineBreak() {
			if trim(t); t.Segment.IsEmpty() {
				trim(t.PreviousSibling())
			}
		}
		return ast.WalkContinue, nil
	})
}

// boundedContainer opens no block quote or list below maxContainers others.
type boundedContainer struct{ parser.BlockParser }

func (b boundedContainer) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	depth := 0
	for n := parent; n != nil; n = n.Parent() {
		if kind := n.Kind(); kind == ast.KindBlockquote || kind == ast.KindList {
			depth++
		}
	}
	if depth < maxContainers {
		return b.BlockParser.Open(parent, reader, pc)
	}
	line, pos := reader.Position()
	node, _ := b.BlockParser.Open(parent, reader, pc)
	if node != nil {
		workOf(pc).tooDeep = true
		reader.SetPosition(line, pos)
	}
	return nil, parser.NoChildren
}

// Continue is called for each line and each open container.
func (b boundedContainer) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	const stepsPerLine = 400
	if !workOf(pc).charge(stepsPerLine) {
		return parser.Close
	}
	return b.BlockParser.Continue(node, reader, pc)
}

// sizeOf is the length of a block's text.
func sizeOf(block ast.Node) int {
	lines := block.Lines()
	if lines == nil || lines.Len() == 0 {
		return 0
	}
	return lines.At(lines.Len()-1).Stop - lines.At(0).Start
}

// boundedScan charges parsers that search the rest of the block for a closing mark.
type boundedScan struct{ parser.InlineParser }

func (b boundedScan) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if !workOf(pc).charge(sizeOf(parent)) {
		return nil
	}
	return b.InlineParser.Parse(parent, block, pc)
}

// boundedEmphasis charges each emphasis mark for the marks before it, which are searched for its opener.
type boundedEmphasis struct{ parser.InlineParser }

func (b boundedEmphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	const stepsPerMark = 4
	w := workOf(pc)
	w.enter(parent)
	w.delimiters++
	if !w.charge(stepsPerMark * w.delimiters) {
		return nil
	}
	return b.InlineParser.Parse(parent, block, pc)
}

// boundedLinks charges each closing bracket for the block, which is searched in both directions for the rest of a
// link, and each link for its target, because a reference can repeat a long one many times.
type boundedLinks struct{ parser.InlineParser }

func (b boundedLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	const stepsPerByte = 20
	w := workOf(pc)
	w.enter(parent)
	steps := 0
	switch block.Peek() {
	case '[':
		w.brackets++
	case ']':
		if w.brackets > 0 {
			w.brackets--
			steps = sizeOf(parent)
		}
	}

	if !w.charge(steps) {
		return nil
	}

	node := b.InlineParser.Parse(parent, block, pc)
	switch n := node.(type) {
	case *ast.Link:
		w.charge(stepsPerByte * (len(n.Destination) + len(n.Title)))
	case *ast.Image:
		w.charge(stepsPerByte * (len(n.Destination) + len(n.Title)))
	}

	return node
}

// CloseBlock is called at the end of each block; the link parser needs it.
func (b boundedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := b.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// paragraphGuard charges a paragraph as a potential set of reference definitions or table. If the remaining steps
// do not suffice, it removes the paragraph from the document, so that nothing later processes it.
type paragraphGuard struct{}

func (paragraphGuard) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	const (
		stepsPerCell = 800 // a cell takes some 400 bytes of nodes, even if not written
		stepsPerBar  = 6
	)
	lines := node.Lines()
	if lines.Len() == 0 {
		return
	}

	steps := 0
	if first := lines.At(0); strings.HasPrefix(strings.TrimLeft(string(first.Value(reader.Source())), " "), "[") {
		steps = lines.Len() * sizeOf(node)
	}

	columns := 0
	for i := 1; i < lines.Len(); i++ {
		line := lines.At(i)
		if row := line.Value(reader.Source()); len(bytes.Trim(row, "|-: \t\r\n")) == 0 && bytes.IndexByte(row, '-') >= 0 {
			columns = max(columns, bytes.Count(row, []byte("|"))+1)
		}
	}

	w := workOf(pc)
	if columns > 0 {
		steps += columns * lines.Len() * stepsPerCell
		for i := range lines.Len() {
			line := lines.At(i)
			if row := line.Value(reader.Source()); bytes.Contains(row, []byte(`\|`)) && bytes.IndexByte(row, '`') >= 0 {
				w.bars += bytes.Count(row, []byte(`\|`))
				steps += stepsPerBar * w.bars
			}
		}
	}

	if !w.charge(steps) {
		node.Parent().RemoveChild(node.Parent(), node)
	}
}

var errOverfull = errors.New("the result is too large")

// boundedBuffer takes no more than maxOutput.
type boundedBuffer struct{ bytes.Buffer }

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		return 0, errOverfull
	}
	return b.Buffer.Write(p)
}
