// Package extract turns a web page into its content, as Markdown or plain text: what a reader came for, without
// navigation, advertising and other furniture, with the page's title, author, dates, site, language and
// description.
//
// The page is cut into blocks of text (internal/blocks). Features describe each block: what it looks like, where it
// stands, what surrounds it, and how often similar names and wordings were content elsewhere. A forest of decision
// trees turns them into the probability that the block is content. A second forest refines it: it also sees the
// first forest's result for the blocks around, for the element that holds most of the content and for the words
// that blocks share (internal/model). The choice of blocks is the one with the best expected F1 for the page, so
// every page yields its most content-like part rather than nothing. The package opens no URLs.
package extract

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/farebox/farebox/internal/web/canon"
	"github.com/farebox/farebox/internal/web/extract/blocks"
	"github.com/farebox/farebox/internal/web/extract/metadata"
	"github.com/farebox/farebox/internal/web/extract/model"
	"github.com/farebox/farebox/internal/web/markdown"
)

// ErrNoContent means that neither the page's markup nor its structured data has any text.
var ErrNoContent = errors.New("the page has no text content")

// Format is the form of the content.
type Format string

// The forms.
const (
	Markdown Format = "markdown" // headings, lists, tables, code, quotes, links and images kept; CommonMark with pipe tables
	Text     Format = "text"     // paragraphs separated by blank lines, list items marked by "- ", no addresses
)

// Links says how Markdown has the targets of links.
type Links = markdown.Links

// The ways.
const (
	Inline    = markdown.Inline
	Reference = markdown.Reference
	NoLinks   = markdown.NoLinks
)

// Options say in which form the content is given. Plain text has neither links nor pictures.
type Options struct {
	Format   Format
	Links    Links
	NoImages bool // pictures are their alternative text
}

// Strategy says how the content was found.
type Strategy string

// The strategies, in the order in which they are tried.
const (
	// Chosen is the ordinary case: blocks of the page chosen by their probability.
	Chosen Strategy = "blocks"
	// Stated is the article text of the page's structured data, used when the markup holds little of it.
	Stated Strategy = "structured_data"
	// Whole is all text of the page, used when no block stands out.
	Whole Strategy = "whole_page"
	// Described is the page's description of itself, used when its markup has no text (pages drawn by scripts).
	Described Strategy = "description"
)

// Result is a page's content and metadata. Fields other than Content are empty where the page says nothing.
type Result struct {
	Title       string
	TitleRaw    string   // the title that the page states, with all that is attached to it
	Author      string   // several are joined by ", "
	Authors     []string // the same names
	Published   string   // RFC 3339, or the same without zone, or YYYY-MM-DD: as exact as the page is
	Modified    string   // likewise
	Site        string   // name of the site, or its host
	Language    string   // BCP 47 tag as the page declares it
	Description string
	Image       string // absolute URL of the page's lead image
	Canonical   string // the page's canonical URL, absolute

	Content  string
	Format   Format
	Strategy Strategy
	Words    int // words of the content; in scripts without spaces each character counts as one
	// Confidence is the expected F1 of the choice, from 0 to 1, predicted by a forest that was trained on choices
	// on unseen pages. It is 0 for strategies other than Chosen.
	Confidence float64
	// Pieces are the repeated pieces that make up a large part of the content. It is nil if there are none, and for
	// strategies other than Chosen.
	Pieces *blocks.Pieces
	// Truncated reports that the page exceeds what is read (6 MiB, 500,000 nodes).
	Truncated bool
}

// grown is the trained model. It holds numbers only, no text of any page. It was grown in scripts/research by
//
//	FAREBOX_EXTRACT_SETS=<directory of the sets> go run ./extract/train -o ../../internal/web/extract/forest.bin
//
// on 23 November 2026 with the settings that are that program's defaults, from WCXB's development split (1,497
// pages, CC BY 4.0), the evaluation set of trafilatura (990 pages with snippets), the parser test pages of fundus
// (241 pages), the fixtures of the Postlight parser and its successor (225 pages labelled by their selectors) and
// the test pages of Readability (130 pages) and Omnivore (90 pages). They are joined by the third of the hosts of
// CleanEval, Dragnet and L3S-GN1 that corpus.Learnable picks, and some 2,800 pages that the program derives from these.
// Package corpus there says where each comes from. A lexicon gives scores to the hashes of class names, of
// short wordings and of words and pairs of words; two forests read the features that blocks.FeatureNames and
// blocks.SecondNames list. A third (30 November, 60 trees) was grown on what the second leaves to say of 240 pages of
// lists, tables and cards, labelled by selectors, and two fifths of the pages of texts. A fourth (option -from) reads
// what blocks.DoubtNames lists; it was trained on choices for one third of the hosts by a model of the other two.
//
//go:embed forest.bin
var grown []byte

// Engine extracts content. It is safe for concurrent use.
type Engine struct {
	model model.Model
}

// New is the engine of the embedded model, which is read once.
func New() (*Engine, error) { return embedded() }

var embedded = sync.OnceValues(func() (*Engine, error) {
	m, err := model.Read(bytes.NewReader(grown))
	if err != nil {
		return nil, fmt.Errorf("load extraction model: %w", err)
	}
	return NewFrom(m), nil
})

// NewFrom makes an engine from another model. The training program measures its models with it.
func NewFrom(m model.Model) *Engine { return &Engine{model: m} }

// Extract reads a page from its HTML in UTF-8. pageURL, which may be nil, makes links absolute. The only errors are
// ErrNoContent and an unknown format.
func (e *Engine) Extract(src []byte, pageURL *url.URL, as Options) (Result, error) {
	doc, cut := blocks.Parse(src)
	r, _, err := e.extract(doc, pageURL, as)
	r.Truncated = cut
	return r, err
}

// Judge is Extract as plain text, with the features behind its confidence. They are nil for strategies other than
// Chosen. The training programs use it.
func (e *Engine) Judge(src []byte, pageURL *url.URL) (Result, []float32, error) {
	doc, _ := blocks.Parse(src)
	return e.extract(doc, pageURL, Options{Format: Text})
}

// ExtractTree is Extract for a page already parsed by htmlpage.Tree, which bounds size and depth. It does not
// change the tree.
func (e *Engine) ExtractTree(doc *html.Node, pageURL *url.URL, as Options) (Result, error) {
	r, _, err := e.extract(copyOf(doc), pageURL, as)
	return r, err
}

// copyOf copies a tree.
func copyOf(n *html.Node) *html.Node {
	twin := &html.Node{
		Type:      n.Type,
		DataAtom:  n.DataAtom,
		Data:      n.Data,
		Namespace: n.Namespace,
		Attr:      slices.Clone(n.Attr),
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		twin.AppendChild(copyOf(c))
	}
	return twin
}

func (e *Engine) extract(doc *html.Node, pageURL *url.URL, as Options) (Result, []float32, error) {
	if as.Format != Markdown && as.Format != Text {
		return Result{}, nil, fmt.Errorf("unknown format %q", as.Format)
	}
	base := baseOf(doc, pageURL)
	meta := metadata.Read(doc, pageURL)
	r := Result{
		Title:       meta.Title,
		TitleRaw:    meta.TitleRaw,
		Author:      meta.Author(),
		Authors:     meta.Authors,
		Published:   meta.Published,
		Modified:    meta.Modified,
		Site:        meta.Site,
		Language:    meta.Language,
		Description: meta.Description,
		Image:       absolute(base, cmp.Or(meta.Images...)),
		Canonical:   absolute(base, meta.Canonical),
		Format:      as.Format,
	}

	found := canon.Rewrite(doc)
	joinTables(doc)
	page := blocks.Cut(doc)
	choice := e.choose(page, meta.Context(pageURL))
	choice.pictures = meta.Images
	r.Strategy = Chosen
	r.Confidence = choice.confidence
	r.Pieces = choice.pieces
	if choice.hasWords(page) {
		r.Content = render(page, found, choice, base, as)
	}
	r.Words = blocks.CountWords(r.Content)

	stated := blocks.CountWords(meta.Body)
	switch {
	case stated >= 40 && r.Words*2 < stated:
		r.Content = paragraphs(meta.Body, as.Format)
		r.Strategy = Stated
		r.Confidence = 0
	case r.Words == 0 && len(page.Blocks) > 0:
		r.Content = render(page, found, wholePage(page), base, as)
		r.Strategy = Whole
		r.Confidence = 0
	}
	if strings.TrimSpace(r.Content) == "" {
		r.Content = meta.Description
		r.Strategy = Described
		r.Confidence = 0
	}
	if strings.TrimSpace(r.Content) == "" {
		return r, nil, ErrNoContent
	}
	r.Words = blocks.CountWords(r.Content)
	if r.Strategy != Chosen {
		r.Pieces = nil
		return r, nil, nil
	}
	return r, choice.doubts, nil
}

// paragraphs sets plain text as paragraphs.
func paragraphs(text string, format Format) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		if line = metadata.Squeeze(line); line != "" {
			if format == Markdown {
				line = markdown.Escape(line)
			}
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n\n")
}
