package toolscan

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A kind of character that is invisible, or looks like something else, to a person.
type hiddenKind uint8

const (
	visible hiddenKind = iota
	tagCharacter
	variationSupplement
	variationSelector
	bidiControl
	zeroWidth // joiners, word joiners, invisible operators, soft hyphens and the like
	directionMark
	filler
	interlinear
	escape
	control
	privateUse
)

// hiddenKindOf is the kind of r. The ranges are those of the Unicode Character Database: Bidi_Control,
// Default_Ignorable_Code_Point and general categories Cc and Co.
func hiddenKindOf(r rune) hiddenKind {
	switch {
	case r < 0x20:
		switch r {
		case '\t', '\n', '\r':
			return visible
		case 0x1b:
			return escape
		}
		return control
	case r < 0x7f:
		return visible
	case r <= 0x9f:
		if r == 0x9b { // one-character form of escape and [
			return escape
		}
		if r == 0x85 {
			return visible
		}
		return control
	case r < 0x34f:
		if r == 0xad {
			return zeroWidth
		}
		return visible
	case r == 0x34f, r == 0x180e, r >= 0x200b && r <= 0x200d, r >= 0x2060 && r <= 0x2064, r == 0xfeff:
		return zeroWidth
	case r == 0x200e, r == 0x200f, r == 0x61c:
		return directionMark
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r >= 0x206a && r <= 0x206f:
		return bidiControl
	case r == 0x115f, r == 0x1160, r == 0x3164, r == 0xffa0, r == 0x2800, r == 0x17b4, r == 0x17b5:
		return filler
	case r >= 0xfff9 && r <= 0xfffb:
		return interlinear
	case r >= 0xfe00 && r <= 0xfe0f, r >= 0x180b && r <= 0x180d, r == 0x180f:
		return variationSelector
	case r >= 0xe0100 && r <= 0xe01ef:
		return variationSupplement
	case r >= 0xe0000 && r <= 0xe007f:
		return tagCharacter
	case r >= 0xe000 && r <= 0xf8ff, r >= 0xf0000 && r <= 0x10fffd:
		return privateUse
	}
	return visible
}

// stripped reports whether the view drops characters of the kind: those that a language model's tokenizer skips, or
// that are invisible between two letters.
func (k hiddenKind) stripped() bool {
	return k != visible && k != privateUse && k != filler
}

// runs of this many hidden characters can carry a message.
const (
	minBitRun       = 16 // zero-width characters, a bit each: two letters
	minSelectorRun  = 4  // variation selectors, a byte each
	maxDecodedRunes = 200
)

// hiddenScan gathers what one text hides.
type hiddenScan struct {
	first, last [privateUse + 1]int // byte spans per kind
	count       [privateUse + 1]int
	tags        strings.Builder // decoded tag characters
	selectors   []byte          // decoded variation selectors
	zeroRun     int             // longest run of zero-width characters
	selectorRun int
	run         int // zero-width characters in a row up to here
	vsRun       int
	marks       int // combining marks in a row
	maxMarks    int
	marksAt     int
}

// scanHidden examines every character beyond plain ASCII. It allows what writing systems need: joiners in emoji
// sequences and in scripts that use them, direction marks, variation selectors after symbols, subdivision flags
// (UTS 51), a byte order mark at the start.
func scanHidden(text string) *hiddenScan {
	if plainText(text) {
		return nil
	}

	h := &hiddenScan{}
	var before rune // the last visible character
	var flag bool   // inside an emoji tag sequence
	for i, r := range text {
		kind := visible
		if r >= 0x7f || r < 0x20 {
			kind = hiddenKindOf(r)
		}
		h.countMarks(r, i)
		if kind == visible {
			before = r
			flag = r == 0x1f3f4 // black flag
			h.run = 0
			h.vsRun = 0
			continue
		}
		size := utf8.RuneLen(r)
		switch kind {
		case tagCharacter:
			if flag && subdivisionFlag(text[i:]) {
				continue
			}
			flag = false
			if c := r - 0xe0000; c >= 0x20 && c < 0x7f && h.tags.Len() < maxDecodedRunes {
				h.tags.WriteByte(byte(c))
			}
		case zeroWidth:
			next, _ := utf8.DecodeRuneInString(text[i+size:])
			if i == 0 && r == 0xfeff || (r == 0x200c || r == 0x200d) && joins(r, before, next) || r == 0xad && unicode.IsLetter(before) && unicode.IsLetter(next) && !softHyphenHides(text, i) {
				continue
			}
			h.run++
			h.zeroRun = max(h.zeroRun, h.run)
		case variationSelector, variationSupplement:
			h.vsRun++
			if h.vsRun == 1 && (kind == variationSelector && takesVariation(before) || kind == variationSupplement && unicode.Is(unicode.Han, before)) {
				if len(h.selectors) < maxDecodedRunes {
					h.selectors = append(h.selectors, selectorByte(r))
				}
				continue
			}
			h.selectorRun = max(h.selectorRun, h.vsRun)
			if len(h.selectors) < maxDecodedRunes {
				h.selectors = append(h.selectors, selectorByte(r))
			}
		case directionMark:
			continue // only has a visible effect between scripts; used in ordinary bilingual text
		}
		if h.count[kind] == 0 {
			h.first[kind] = i
		}
		h.count[kind]++
		h.last[kind] = i + size
	}

	return h
}

// plainText reports whether text is printable ASCII and line breaks only.
func plainText(text string) bool {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c >= 0x7f || c < 0x20 && c != '\n' && c != '\t' && c != '\r' {
			return false
		}
	}
	return true
}

func (h *hiddenScan) countMarks(r rune, at int) {
	if r >= 0x300 && r <= 0x36f || r >= 0x1ab0 && r <= 0x1aff || r >= 0x20d0 && r <= 0x20ff {
		h.marks++
		if h.marks > h.maxMarks {
			h.maxMarks, h.marksAt = h.marks, at
		}
	} else {
		h.marks = 0
	}
}

// subdivisionFlag reports whether rest continues with a well-formed flag tag sequence, up to 6 tag letters or
// digits and the cancel tag (UTS 51, section C.1), or is inside one.
func subdivisionFlag(rest string) bool {
	n := 0
	for _, r := range rest {
		switch {
		case r == 0xe007f:
			return true
		case r >= 0xe0030 && r <= 0xe0039 || r >= 0xe0061 && r <= 0xe007a:
			if n++; n > 6 {
				return false
			}
		default:
			return false
		}
	}
	return false
}

// joins reports whether the writing system needs a joiner between two characters.
func joins(r, before, next rune) bool {
	if unicode.In(before, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi, unicode.Gujarati,
		unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Nko, unicode.Thaana) {
		return true
	}
	if r == 0x200d {
		return emojiPart(before) && emojiPart(next)
	}
	return false
}

// emojiPart reports whether r can be next to a joiner in an emoji sequence.
func emojiPart(r rune) bool {
	return r >= 0x1f000 && r <= 0x1faff || r >= 0x2190 && r <= 0x2bff || r == 0xfe0f || r == 0x2640 || r == 0x2642
}

// takesVariation reports whether r may be followed by a variation selector: symbols and emoji, digits of
// keycaps, ideographs, and letters of scripts with standardized variants.
func takesVariation(r rune) bool {
	return emojiPart(r) || unicode.In(r, unicode.So, unicode.Sm, unicode.Sk, unicode.Po, unicode.Nd, unicode.Han, unicode.Myanmar, unicode.Mongolian, unicode.Phags_Pa) ||
		r == 0xa9 || r == 0xae || r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r == 0x24c2 || r == 0x3030 || r == 0x303d
}

func selectorByte(r rune) byte {
	if r >= 0xe0100 {
		return byte(r - 0xe0100 + 16)
	}
	return byte(r - 0xfe00)
}

// softHyphenHides reports whether the soft hyphen at i is not the only one in its word, or is in a short word:
// hyphenation uses it sparingly and in long words.
func softHyphenHides(text string, i int) bool {
	from := i
	to := i + 2
	for n := 0; from > 0 && n < 40 && text[from-1] > ' '; n++ {
		from--
	}
	for n := 0; to < len(text) && n < 40 && text[to] > ' '; n++ {
		to++
	}
	word := text[from:to]
	return len(word) < 9 || strings.Count(word, "\u00ad") > 3
}

// report returns the findings of a text.
func (h *hiddenScan) report(add func(finding)) {
	if h == nil {
		return
	}
	span := func(k hiddenKind) (int, int) { return h.first[k], h.last[k] }

	one := func(k hiddenKind, id string, decoded string) {
		if h.count[k] > 0 {
			from, to := span(k)
			add(finding{
				check:   id,
				start:   from,
				end:     to,
				decoded: decoded,
				count:   h.count[k],
			})
		}
	}

	if h.count[tagCharacter] > 0 {
		one(tagCharacter, "tag_characters", h.tags.String())
	}

	if h.selectorRun >= minSelectorRun {
		k := variationSupplement
		if h.count[k] == 0 {
			k = variationSelector
		}
		one(k, "variation_selector_run", printable(h.selectors))
	} else {
		one(variationSelector, "stray_variation_selector", "")
		one(variationSupplement, "stray_variation_selector", "")
	}

	one(bidiControl, "bidi_control", "")
	if h.zeroRun >= minBitRun {
		one(zeroWidth, "zero_width_run", "")
	} else {
		one(zeroWidth, "zero_width", "")
	}

	one(filler, "filler", "")
	one(interlinear, "interlinear", "")
	one(escape, "terminal_escape", "")
	one(control, "control_character", "")
	one(privateUse, "private_use", "")

	if h.maxMarks >= 5 {
		add(finding{
			check: "stacked_marks",
			start: h.marksAt,
			end:   h.marksAt + 2,
			count: h.maxMarks,
		})
	}
}

// mixedHidden reports whether three or more different hidden characters occur in text.
func mixedHidden(text string) (from, to int, ok bool) {
	var seen [8]rune
	n := 0
	for i, r := range text {
		if r < 0x80 || n == len(seen) {
			continue
		}
		switch hiddenKindOf(r) {
		case zeroWidth, bidiControl, filler, interlinear:
		default:
			continue
		}
		if r == 0x200c || r == 0x200d {
			continue // like tag characters, these are judged with their neighbours by scanHidden
		}
		known := false
		for _, s := range seen[:n] {
			known = known || s == r
		}
		if known {
			continue
		}
		if n == 0 {
			from = i
		}
		seen[n] = r
		n++
		to = i + utf8.RuneLen(r)
	}

	return from, to, n >= 3
}

// printable is b as text if most of it is printable ASCII, else "".
func printable(b []byte) string {
	good := 0
	for _, c := range b {
		if c >= 0x20 && c < 0x7f || c == '\n' {
			good++
		}
	}
	if good*10 < len(b)*9 {
		return ""
	}
	return strings.ToValidUTF8(string(b), "?")
}

// escaped is text with invisible characters written as <U+XXXX>, and line breaks and tabs as \n, \r and \t.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r >= 0x20 && r < 0x7f:
			b.WriteByte(byte(r))
		case hiddenKindOf(r) != visible || unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029:
			fmt.Fprintf(&b, "<U+%04X>", r)
		default:
			b.WriteRune(r)
		}
	}

	return b.String()
}
