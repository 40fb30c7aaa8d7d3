package pdftext

import (
	"math"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/farebox/farebox/internal/each"
	"github.com/klippa-app/go-pdfium/requests"
)

// box is a place on a page in points, from its lower left corner.
type box struct{ left, right, bottom, top float64 }

func (b box) height() float64 { return b.top - b.bottom }

func (b box) middle() (x, y float64) { return (b.left + b.right) / 2, (b.bottom + b.top) / 2 }

func (b box) with(other box) box {
	return box{
		left:   min(b.left, other.left),
		right:  max(b.right, other.right),
		bottom: min(b.bottom, other.bottom),
		top:    max(b.top, other.top),
	}
}

// beside reports whether two boxes are on one line: they share more than half of the lower one's height.
func (b box) beside(other box) bool {
	shared := min(b.top, other.top) - max(b.bottom, other.bottom)
	return shared*2 > min(b.height(), other.height())
}

// placed is a word with its place.
type placed struct {
	text string
	at   wordAt
	box
}

// wordAt is a word by its line on the page and its place in that.
type wordAt struct{ line, word int }

func boxOf(words []placed) box {
	all := words[0].box
	for _, w := range words[1:] {
		all = all.with(w.box)
	}
	return all
}

// place reads the places of the words of a line, which is a part of the page's characters. A line of which a word has
// no place, or is not written from left to right, gets none.
func (p *openedPage) place(all []uint16, start, end, number int) []placed {
	var words []placed
	for at := start; at < end; {
		if isBlank(all[at]) {
			at++
			continue
		}
		last := at
		for last+1 < end && !isBlank(all[last+1]) {
			last++
		}

		where, known := p.wordBox(at, last)
		if !known {
			return nil
		}
		for _, part := range p.partsOf(all, at, last, where) {
			part.at = wordAt{number, len(words)}
			words = append(words, part)
		}
		at = last + 1
	}
	return words
}

// partsOf is a word, in parts where its characters stand far apart: entries of columns between which the text has no
// space.
func (p *openedPage) partsOf(all []uint16, first, last int, where box) []placed {
	const apart = 1.2 // heights of a letter for each character
	whole := []placed{{
		text: string(utf16.Decode(all[first : last+1])),
		box:  where,
	}}
	if first == last || where.right-where.left < apart*where.height()*float64(last+1-first) {
		return whole
	}

	var parts []placed
	from := first
	for at := first; at <= last; at++ {
		next, known := p.charBox(at)
		if !known {
			return whole
		}
		if end := len(parts) - 1; end >= 0 && next.left-parts[end].right < where.height() {
			parts[end].box = parts[end].with(next)
			parts[end].text = string(utf16.Decode(all[from : at+1]))
			continue
		}
		from = at
		parts = append(parts, placed{
			text: string(utf16.Decode(all[at : at+1])),
			box:  next,
		})
	}
	return parts
}

func isBlank(unit uint16) bool { return unit == ' ' || unit == '\r' || unit == '\t' || unit == 0xA0 }

// wordBox is the place of a word by those of its first and last character.
func (p *openedPage) wordBox(first, last int) (where box, known bool) {
	where, known = p.charBox(first)
	if !known || first == last {
		return where, known
	}
	end, known := p.charBox(last)
	if !known {
		end, known = p.charBox(last - 1) // a hyphen that stands for a break has no place
	}
	return where.with(end), known && end.right > where.left && where.beside(end)
}

func (p *openedPage) charBox(at int) (where box, known bool) {
	got, err := p.box.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{
		TextPage: p.text,
		Index:    at,
	})
	if err != nil {
		return box{}, false
	}
	where = box{
		left:   float64(got.Rect.Left),
		right:  float64(got.Rect.Right),
		bottom: float64(got.Rect.Bottom),
		top:    float64(got.Rect.Top),
	}
	where = p.turn.turn(where)
	return where, where.right >= where.left && where.height() > 0
}

// run is a part of a line without a wide gap.
type run struct {
	words []placed
	box
}

// textOfWords is the text of words in their order. A word that a line's end parts is one.
func textOfWords(words []placed) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 && words[i-1].beside(w.box) {
			b.WriteByte(' ')
		} else if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(w.text)
	}
	return strings.Join(strings.Fields(clean(b.String())), " ")
}

// runsOf parts the words of a line at its gaps. Between the words of a justified line are gaps of half its letters'
// height and more; columns stand further apart.
func runsOf(l *line) []run {
	var all []run
	for i, w := range l.words {
		gap := math.Inf(1)
		if i > 0 {
			gap = w.left - l.words[i-1].right
		}

		if wide := l.em() * columnGap; gap < wide && gap > -wide {
			last := &all[len(all)-1]
			last.words = append(last.words, w)
			last.box = last.with(w.box)
			continue
		}
		all = append(all, run{
			words: []placed{w},
			box:   w.box,
		})
	}
	return all
}

// columnGap is the least gap between columns, in heights of a letter.
const columnGap = 0.9

// em is the height of the line's letters.
func (l *line) em() float64 {
	if l.size > 0 {
		return l.size
	}
	heights := each.Of(l.words, func(w placed) float64 { return w.height() })
	slices.Sort(heights)
	return heights[len(heights)/2] * 0.85
}
