package pdftext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/each"
)

// shape makes tables and paragraphs of the lines of a page.
func shape(lines []line, drawn rules) []line {
	tables := gridsOf(lines, drawn)
	taken := map[wordAt]bool{}
	kept := tables[:0]
	for _, t := range tables {
		if !t.overlaps(taken) {
			t.claim(taken)
			kept = append(kept, t)
		}
	}

	finder := columnFinder{
		lines: lines,
		taken: taken,
		drawn: drawn,
	}
	kept = append(kept, finder.tables()...)
	lines = withTables(lines, kept)
	joinParagraphs(lines)
	return lines
}

func (t *found) overlaps(taken map[wordAt]bool) bool {
	for at := range t.members {
		if taken[at] {
			return true
		}
	}
	return false
}

func (t *found) claim(taken map[wordAt]bool) {
	for at := range t.members {
		taken[at] = true
	}
}

// blocks are the table and the texts above its head.
func (t *found) blocks() []block {
	all := plainBlocks(t.before...)
	return append(all, block{table: t.rows})
}

// withTables puts tables in the place of the first of their lines. The rest of their lines stays behind them.
func withTables(lines []line, tables []found) []line {
	if len(tables) == 0 {
		return lines
	}
	begins := map[int][]*found{}
	owner := map[wordAt]bool{}
	for i := range tables {
		first := len(lines)
		for at := range tables[i].members {
			first = min(first, at.line)
			owner[at] = true
		}
		begins[first] = append(begins[first], &tables[i])
	}

	var all []line
	for i := range lines {
		for _, t := range begins[i] {
			all = append(all, line{table: t})
		}
		if rest, any := without(lines[i], owner); any {
			all = append(all, rest)
		}
	}
	return all
}

// without is a line without the words of tables, if anything is left.
func without(l line, owner map[wordAt]bool) (line, bool) {
	words := slices.DeleteFunc(slices.Clone(l.words), func(w placed) bool { return owner[w.at] })
	if len(words) == len(l.words) {
		return l, true
	}
	texts := each.Of(words, func(w placed) string { return w.text })
	l.words = words
	l.text = strings.Join(texts, " ")
	return l, len(words) > 0
}

// beginning is how a line follows the one before.
type beginning int

const (
	onNewLine beginning = iota
	goesOn              // with the paragraph
	ofParagraph
)

// mark is the beginning of a line behind the text so far.
func (b beginning) mark(before string) string {
	switch {
	case before == "":
		return ""
	case b == ofParagraph:
		return "\n\n"
	case b == goesOn && !endsBroken(before):
		return " "
	}
	return "\n"
}

// endsBroken reports whether a text ends within a word.
func endsBroken(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return last == hyphenMark || last == hyphenMark2 || last == softHyphen
}

// joinParagraphs tells for each line whether it goes on with the paragraph of the line before.
func joinParagraphs(lines []line) {
	edges := rightEdges(lines)
	for i := 1; i < len(lines); i++ {
		lines[i].start = startOf(lines, i, edges[i-1])
	}
	for i := 1; i < len(lines); i++ {
		within := lines[i-1].start == goesOn || i+1 < len(lines) && lines[i+1].start == goesOn
		if lines[i].start == onNewLine && within && !isItem(lines[i].text) {
			lines[i].start = ofParagraph
		}
	}
}

// rightEdges are the right edges of the columns of the lines: how far lines reach that begin beneath each other.
func rightEdges(lines []line) []float64 {
	edges := make([]float64, len(lines))
	boxes := make([]box, len(lines))
	for i := range lines {
		if len(lines[i].words) > 0 {
			boxes[i] = boxOf(lines[i].words)
		}
	}

	for i := range lines {
		if len(lines[i].words) == 0 {
			continue
		}
		em := lines[i].em()
		edges[i] = boxes[i].right
		for k := range lines {
			if len(lines[k].words) > 0 && abs(boxes[k].left-boxes[i].left) < 3*em && abs(lines[k].em()-em) < 1 {
				edges[i] = max(edges[i], boxes[k].right)
			}
		}
	}
	return edges
}

func abs(x float64) float64 { return max(x, -x) }

// startOf tells how a line follows the one before, whose column ends at the edge.
func startOf(lines []line, i int, edge float64) beginning {
	const shortest = 12 // heights of a letter: shorter lines are no prose
	above := &lines[i-1]
	below := &lines[i]
	if above.table != nil || below.table != nil || len(above.words) == 0 || len(below.words) == 0 {
		return onNewLine
	}
	a := boxOf(above.words)
	b := boxOf(below.words)
	em := above.em()

	switch {
	case abs(em-below.em()) > 0.6 || above.bold != below.bold:
		return onNewLine
	case b.left >= a.right || a.left >= b.right || b.top > a.top:
		return onNewLine
	case a.bottom-b.bottom > 1.75*em:
		return ofParagraph
	case inColumns(above) || inColumns(below) || isItem(below.text) || indented(lines, i, em):
		return onNewLine
	case a.right-a.left < shortest*em:
		return onNewLine
	case goesOnWithin(above.text, below.text):
		return goesOn
	case a.right+below.words[0].right-below.words[0].left+0.2*em <= edge:
		return onNewLine // the word would have had a place
	}
	return goesOn
}

// goesOnWithin reports whether a line goes on with a sentence: it begins with a small letter, and the line before ends
// with a letter.
func goesOnWithin(above, below string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(below))
	last, _ := utf8.DecodeLastRuneInString(strings.TrimSpace(above))
	return unicode.IsLower(first) && (unicode.IsLetter(last) || last == ',')
}

// findTitles finds the headings that are written in bold letters of the text's size: short lines above a
// text of other letters. A file with much bold text has none.
func (p *pages) findTitles() {
	const most = 0.15 // of the letters
	letters := 0
	bold := 0
	for _, page := range p.shaped {
		for i := range page {
			letters += len(page[i].text)
			if page[i].bold {
				bold += len(page[i].text)
			}
		}
	}

	if float64(bold) > most*float64(letters) {
		return
	}
	for _, page := range p.shaped {
		for i := range page[:max(len(page)-1, 0)] {
			page[i].title = isTitle(page, i)
		}
	}
}

// isTitle reports whether a bold line is a heading of the text under it.
func isTitle(page []line, i int) bool {
	const (
		longest = 100 // bytes
		near    = 3   // heights of a letter to the text
	)
	l := &page[i]
	below := &page[i+1]
	if !l.bold || below.bold || l.start == goesOn || len(l.words) == 0 || len(below.words) == 0 || inColumns(l) {
		return false
	}
	if i > 0 && page[i-1].bold && page[i-1].table == nil {
		return false
	}

	own := boxOf(l.words)
	text := boxOf(below.words)
	gap := own.bottom - text.top
	trimmed := strings.TrimSpace(l.text)
	return headingText(l.text) && len(trimmed) <= longest && !strings.ContainsAny(trimmed[len(trimmed)-1:], ".:,;") &&
		!isLower(trimmed) && gap < near*l.em() && gap > -l.em() && own.left < text.right && text.left < own.right &&
		text.right-text.left > 12*l.em()
}

func isLower(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first)
}

// inColumns reports whether parts of a line stand apart, as those of a table do.
func inColumns(l *line) bool { return len(runsOf(l)) > 1 }

// indented reports whether a line begins a paragraph by its indent, or by that of the lines before.
func indented(lines []line, i int, em float64) bool {
	left := func(k int) (float64, bool) {
		if k < 0 || k >= len(lines) || len(lines[k].words) == 0 {
			return 0, false
		}
		return boxOf(lines[k].words).left, true
	}

	const indent = 0.8
	above, _ := left(i - 1)
	own, _ := left(i)
	switch {
	case own > above+indent*em:
		next, known := left(i + 1)
		return !known || next < own-indent*em
	case own < above-indent*em:
		before, known := left(i - 2)
		return known && lines[i-1].start == goesOn && abs(before-above) < indent*em
	}
	return false
}

// isItem reports whether a line begins an item of a list.
func isItem(text string) bool {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	if first == "" {
		return false
	}
	r, _ := utf8.DecodeRuneInString(first)
	if strings.ContainsRune(bullets, r) || first == "-" || first == "–" || first == "*" || first == "·" {
		return true
	}
	return itemNumber(first)
}

// itemNumber reports whether a word is the number of an item: "1.", "(a)", "[12]", "iv)".
func itemNumber(word string) bool {
	const longest = 6
	if len(word) > longest || len(word) < 2 || !strings.ContainsAny(word[len(word)-1:], ".)]") {
		return false
	}
	inner := strings.Trim(word, "([.)]")
	digits := strings.TrimFunc(inner, unicode.IsDigit) == ""
	return inner != "" && (digits && len(inner) <= 3 || len(inner) == 1 && word[len(word)-1] != '.' || roman(inner))
}

func roman(text string) bool { return strings.Trim(text, "ivx") == "" }
