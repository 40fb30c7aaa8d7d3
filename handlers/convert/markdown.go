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
// autolinks). HTML in it is kept as far as the sanitizer keeps it.
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
	// maxContainers bounds block quotes and lists in each other: every line is matched against all that
	// are open.
	maxContainers = 100
	// maxWork bounds the steps that the parser would take beyond one pass over the text, which is about a
	// second's worth. Emphasis, links, references and tables each have input that costs the square of
	// its length; a megabyte of ordinary text needs a hundredth of this.
	maxWork = 400_000_000
)

// work counts what one document costs. The parsers below charge it before they look far ahead or back, and
// do nothing more once it is used up.
type work struct {
	spent   int
	tooDeep bool

	block      ast.Node // whose inline content is being read
	delimiters int      // emphasis marks in block so far
	brackets   int      // [ in block that no ] has closed
	bars       int      // rows with code and an escaped bar, which tables look through for each of them
}

var workKey = parser.NewContextKey()

func workOf(pc parser.Context) *work { return pc.Get(workKey).(*work) }

// charge adds steps and says whether there are any left, and a document to be made of them.
func (w *work) charge(steps int) bool {
	if w.spent <= maxWork {
		w.spent += steps
	}
	return w.spent <= maxWork && !w.tooDeep
}

func (w *work) enter(block ast.Node) {
	if w.block != block {
		w.block, w.delimiters, w.brackets = block, 0, 0
	}
}

// renderMarkdown is the HTML of a document before sanitizing.
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

// boundedParser is the CommonMark parser with every part charged that can cost more than one pass.
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

// breakTrimmer takes the spaces before a hard line break away. The parser does so by itself, but not where
// the search for links at every space has cut the text into pieces.
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

// Continue is called for each line and each container that is open there.
func (b boundedContainer) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	const stepsPerLine = 400
	if !workOf(pc).charge(stepsPerLine) {
		return parser.Close
	}
	return b.BlockParser.Continue(node, reader, pc)
}

// sizeOf is the length of the text of a block.
func sizeOf(block ast.Node) int {
	lines := block.Lines()
	if lines == nil || lines.Len() == 0 {
		return 0
	}
	return lines.At(lines.Len()-1).Stop - lines.At(0).Start
}

// boundedScan charges parsers that look for a closing mark in the rest of the block.
type boundedScan struct{ parser.InlineParser }

func (b boundedScan) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if !workOf(pc).charge(sizeOf(parent)) {
		return nil
	}
	return b.InlineParser.Parse(parent, block, pc)
}

// boundedEmphasis charges each emphasis mark with the marks before it, among which its opener is looked for.
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

// boundedLinks charges each closing bracket with the block, which is searched both ways for what makes a
// link of it, and each link with its target, because a reference can repeat a long one many times.
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

// CloseBlock is called at the end of each block, as the link parser needs it.
func (b boundedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := b.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// paragraphGuard charges a paragraph for the reference definitions and the table that it may be. It takes
// a paragraph that is beyond what is left out of the document, so that nothing after it looks at it.
type paragraphGuard struct{}

func (paragraphGuard) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	const (
		stepsPerCell = 800 // a cell is some 400 bytes of nodes, written or not
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
