package standin

import (
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

// saying is how many words of a text are in sentences about the visit.
type saying struct {
	words, about int
	by           map[Kind]int
}

func (s saying) share() float64 { return float64(s.about) / float64(max(s.words, 1)) }

// most is the kind that most of these words tell, "" without any.
func (s saying) most() Kind {
	var best Kind
	for _, kind := range []Kind{Challenge, Refusal, Consent, Scripts, Parked} {
		if s.by[kind] > s.by[best] {
			best = kind
		}
	}
	return best
}

// weigh reads a text sentence by sentence. A sentence is about the visit if it names a thing of the visit and what is
// done with it, or says both in one phrase.
func weigh(text string) saying {
	s := saying{by: map[Kind]int{}}
	for _, sentence := range sentences(text) {
		n := blocks.CountWords(sentence)
		s.words += n
		line := " " + strings.Join(strings.FieldsFunc(strings.ToLower(sentence), apart), " ") + " "
		kind := about(line)
		if kind == "" {
			continue
		}
		s.about += n
		s.by[kind] += max(n, 1)
	}
	return s
}

// about is the kind of stand-in that a sentence belongs to.
func about(line string) Kind {
	for _, v := range vocabulary {
		if holds(line, v.phrases) || holds(line, v.things) && holds(line, v.doings) {
			return v.kind
		}
	}
	return ""
}

// holds reports whether a line has a word that begins with one of the stems. In scripts without spaces a stem may
// stand anywhere.
func holds(line string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool {
		return dense(stem) && strings.Contains(line, stem) || strings.Contains(line, " "+stem)
	})
}

func dense(stem string) bool {
	return strings.ContainsFunc(stem, func(r rune) bool {
		return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
	})
}

// apart is what separates words.
func apart(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\'' && r != '’' && r != '#'
}

// sentences are the sentences of a text, which end at a line's end too.
func sentences(text string) []string {
	return strings.FieldsFunc(strings.NewReplacer(". ", ".\n", "! ", "!\n", "? ", "?\n", "。", "。\n", "？", "？\n",
		"！", "！\n").Replace(text), func(r rune) bool { return r == '\n' || r == '\t' })
}

// parts are the parts of a title or heading between the marks that set a site's name apart, in lower case.
func parts(title string) []string {
	list := strings.FieldsFunc(strings.NewReplacer(" - ", "|", " – ", "|", " — ", "|", ": ", "|", "·", "|", "»", "|",
		"«", "|", "::", "|").Replace(strings.ToLower(title)), func(r rune) bool { return r == '|' || r == '\n' })
	var out []string
	for _, part := range list {
		if plain := strings.Join(strings.FieldsFunc(part, apart), " "); plain != "" {
			out = append(out, plain)
		}
	}
	return out
}

// isWhole reports whether a part of a title is one of the wordings, or has one of several words at its start or end.
func isWhole(titles, wordings []string) bool {
	for _, part := range titles {
		for _, w := range wordings {
			longer := strings.Contains(w, " ") && (strings.HasPrefix(part, w+" ") || strings.HasSuffix(part, " "+w))
			if part == w || longer {
				return true
			}
		}
	}
	return false
}
