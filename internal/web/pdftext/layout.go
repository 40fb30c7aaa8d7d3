package pdftext

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/each"
	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"
)

// glyph is a character of a page with its place in points.
type glyph struct {
	text string
	left float64
}

// line is a line of a page as it is read.
type line struct {
	text  string
	size  float64   // of the letter in its middle, 0 if not known
	words []placed  // none where their places are not known
	start beginning // how it follows the line before
	bold  bool      // its first, middle and last letter
	title bool      // it is a heading by its bold letters
	table *found    // that stands in place of the line
}

// plainLines are the lines of a text without sizes.
func plainLines(text string) []line {
	var all []line
	for part := range strings.SplitSeq(text, "\n") {
		all = append(all, line{text: part})
	}
	return all
}

// placedLines gathers the characters of a page into lines. PDFium writes the words of some lines that run from right to
// left in the order of their places from the left; these are turned.
func placedLines(chars []*responses.GetPageTextStructuredChar) []line {
	var all []line
	var current []glyph
	end := func() {
		all = append(all, line{text: textOf(current)})
		current = nil
	}
	for _, c := range chars {
		switch c.Text {
		case "\n":
			end()
		case "\r":
		default:
			current = append(current, glyph{text: c.Text, left: c.PointPosition.Left})
		}
	}
	end()
	return all
}

// sizeAt is the size of a character as it is drawn, in points to the nearest half; 0 if not known.
func sizeAt(box pdfium.Pdfium, page references.FPDF_TEXTPAGE, at int) float64 {
	font, err := box.FPDFText_GetFontSize(&requests.FPDFText_GetFontSize{TextPage: page, Index: at})
	if err != nil {
		return 0
	}
	drawn, err := box.FPDFText_GetMatrix(&requests.FPDFText_GetMatrix{TextPage: page, Index: at})
	if err != nil {
		return 0
	}
	scale := math.Hypot(float64(drawn.Matrix.C), float64(drawn.Matrix.D))
	return math.Round(font.FontSize*scale*2) / 2
}

func textOf(glyphs []glyph) string {
	words := wordsOf(glyphs)
	if leftToRight(words) {
		words = turned(words)
	}
	texts := each.Of(words, func(w word) string { return w.text })
	return strings.Join(texts, " ")
}

// word is a word of a line.
type word struct {
	text  string
	left  float64
	right bool // it is read from right to left
}

func wordsOf(glyphs []glyph) []word {
	var all []word
	var b strings.Builder
	sum := 0.0
	count := 0
	rtl := 0
	end := func() {
		all = append(all, word{
			text:  b.String(),
			left:  sum / float64(max(count, 1)),
			right: rtl*2 > count && count > 0,
		})
		b.Reset()
		sum = 0
		count = 0
		rtl = 0
	}

	for _, g := range glyphs {
		if g.text == " " {
			end()
			continue
		}
		b.WriteString(g.text)
		sum += g.left
		count++
		if r := []rune(g.text); len(r) > 0 && rightToLeft(r[0]) {
			rtl++
		}
	}

	end()
	return all
}

// leftToRight reports whether the words of a line in a script that runs from right to left come in the order from the
// left.
func leftToRight(words []word) bool {
	wrong := 0
	right := 0
	var last *word

	for i := range words {
		w := &words[i]
		if !w.right {
			continue
		}
		if last != nil {
			if w.left > last.left {
				wrong++
			} else {
				right++
			}
		}
		last = w
	}

	return wrong > right
}

// turned reverses words; those from left to right between them keep their order among each other.
func turned(words []word) []word {
	all := make([]word, 0, len(words))
	for i := len(words) - 1; i >= 0; {
		if words[i].right || words[i].text == "" {
			all = append(all, words[i])
			i--
			continue
		}
		first := i
		for first > 0 && !words[first-1].right && words[first-1].text != "" {
			first--
		}
		all = append(all, words[first:i+1]...)
		i = first - 1
	}
	return all
}

// most is the key with the highest count, the largest of equals.
func most(counts map[float64]int) float64 {
	best := 0.0
	for size, n := range counts {
		if n > counts[best] || n == counts[best] && size > best {
			best = size
		}
	}
	return best
}

// headingSizes are the sizes of headings, the largest first: those clearly larger than most of the text. A file of
// which a quarter or more is larger, such as slides, has none: there size tells nothing.
func headingSizes(pages [][]line) []float64 {
	const (
		larger = 1.15
		levels = 4
	)
	letters := map[float64]int{}
	for _, page := range pages {
		for _, l := range page {
			letters[l.size] += len(l.text)
		}
	}
	delete(letters, 0)
	body := most(letters)

	var sizes []float64
	total := 0
	large := 0
	for size, n := range letters {
		total += n
		if size >= body*larger && size >= body+1 {
			large += n
			sizes = append(sizes, size)
		}
	}
	if large*4 >= total {
		return nil
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	return sizes[:min(len(sizes), levels)]
}

// itemText is a line as the item of a list where a bullet says so.
func itemText(text string) string {
	trimmed := strings.TrimSpace(text)
	if rest := strings.TrimLeft(trimmed, bullets); len(rest) < len(trimmed) && rest != "" {
		return "- " + strings.TrimSpace(rest)
	}
	return text
}

// marked are the lines of a page as blocks of Markdown: lines in the size of a heading are one. Those that follow each
// other in one size are a heading of several lines.
func marked(page []line, sizes []float64) []block {
	var all []block
	var b strings.Builder
	end := func() {
		all = append(all, plainBlocks(clean(b.String()))...)
		b.Reset()
	}

	for i := 0; i < len(page); i++ {
		if page[i].table != nil {
			end()
			all = append(all, page[i].table.blocks()...)
			continue
		}
		level := slices.Index(sizes, page[i].size) + 1
		if level == 0 && page[i].title {
			level = len(sizes) + 1
		}
		if level == 0 || !headingText(page[i].text) {
			b.WriteString(page[i].start.mark(b.String()))
			b.WriteString(itemText(strings.TrimRightFunc(page[i].text, unicode.IsSpace)))
			continue
		}
		text := strings.TrimSpace(page[i].text)
		for !page[i].title && i+1 < len(page) && page[i+1].headingLike(page[i].size) && len(text) < maxHeading {
			i++
			text += " " + strings.TrimSpace(page[i].text)
		}
		b.WriteString("\n\n" + strings.Repeat("#", level) + " " + text + "\n\n")
	}
	end()
	return all
}

// headingLike reports whether a line may go on with a heading of the given size.
func (l *line) headingLike(size float64) bool {
	return l.table == nil && l.size == size && headingText(l.text)
}

// maxHeading is the longest heading in bytes.
const maxHeading = 200

// headingText reports whether a line may be a heading: some letters, and not much.
func headingText(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	return letters >= 2 && len(text) <= maxHeading
}
