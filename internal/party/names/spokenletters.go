package names

import (
	_ "embed"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

//go:embed data/soundletters.txt
var soundLetterText string

// Many writings have no letters for sounds of foreign names: Greek writes d as ντ and sh as σ, Hebrew leaves out short
// vowels and has one letter for b and v. A name in them is read by its letters and, as a second reading, by what the
// letters can stand for.

// soundLetters are the letters of one writing and what they can stand for.
type soundLetters struct {
	script    *unicode.RangeTable
	name      string
	of        map[string]string // letter: the names of its sounds
	longest   int               // bytes of the longest letter
	unwritten bool
	inherent  bool
}

// readSoundLetters reads the sections of data/soundletters.txt.
func readSoundLetters(text string) []*soundLetters {
	var out []*soundLetters
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if head, ok := strings.CutPrefix(line, "["); ok {
			name, how, _ := strings.Cut(strings.TrimSuffix(head, "]"), " ")
			out = append(out, &soundLetters{
				script:    unicode.Scripts[name],
				name:      name,
				of:        map[string]string{},
				unwritten: how == "unwritten",
				inherent:  how == "inherent",
			})
			continue
		}
		if strings.HasPrefix(line, "#") || len(out) == 0 {
			continue
		}

		table := out[len(out)-1]
		for entry := range strings.FieldsSeq(line) {
			letter, sounds, _ := strings.Cut(entry, "=")
			letter = norm.NFC.String(letter)
			letters := []string{letter}
			if unicode.Is(unicode.Han, []rune(letter)[0]) { // each character is one
				letters = strings.Split(letter, "")
			}
			for _, l := range letters {
				table.of[l] = sounds
				table.longest = max(table.longest, len(l))
			}
		}
	}
	return out
}

// lettersFor is the table of the writing that a letter is of, nil when there is none.
func (e *Engine) lettersFor(r rune) *soundLetters {
	for _, table := range e.soundLetters {
		if unicode.Is(table.script, r) {
			return table
		}
	}
	return nil
}

// plainLetters is a word as the tables have its letters: without the marks for stress, and with one apostrophe.
func (l *soundLetters) plainLetters(run []rune) string {
	text := strings.ToLower(string(run))
	switch l.name {
	case "Greek":
		text = finalSigma.Replace(dropMarks(norm.NFKD.String(text)))
	case "Hebrew", "Arabic":
		text = hebrewMarks.Replace(dropMarks(text))
	case "Han":
		return l.inPinyin(run)
	case "Hangul":
		article := ""
		if run[0] == '알' && len(run) > 2 {
			article = "알"
			run = run[1:]
		}
		return article + norm.NFD.String(string(run))
	}
	return norm.NFC.String(text)
}

// inPinyin has the pinyin of characters that the table lacks in their place.
func (l *soundLetters) inPinyin(run []rune) string {
	out := ""
	for _, r := range run {
		r = simplified(r)
		if unicode.Is(l.script, r) && l.of[string(r)] == "" {
			out += pinyinOf(r)
			continue
		}
		out += string(r)
	}
	return out
}

var hebrewMarks = strings.NewReplacer("׳", "'", "’", "'", "`", "'", "״", "", "\"", "")

// heard is what a word sounds like, nil for a word with a letter that the table lacks.
func (l *soundLetters) heard(run []rune) spoken {
	var out spoken
	before := "" // a vowel that is spoken after the next consonant
	for text := l.plainLetters(run); text != ""; {
		letter, ok := l.letterOf(text)
		if !ok {
			return nil
		}
		text = text[len(letter):]
		sounds := l.of[letter]
		switch {
		case sounds == "":
			continue
		case sounds[0] == '<':
			before = sounds[1:]
			continue
		}

		for name := range strings.SplitSeq(sounds, "+") {
			out = append(out, spokenSounds[name])
		}
		if before != "" {
			out = append(out, spokenSounds[before])
			before = ""
			continue
		}
		out = l.vowelAfter(out)
	}
	return out
}

// vowelAfter adds the vowel that may be spoken after the last letter.
func (l *soundLetters) vowelAfter(out spoken) spoken {
	switch {
	case l.unwritten:
		return append(out, spokenSounds["V"].weaker(0, true))
	case l.inherent && !out[len(out)-1].vowel:
		return append(out, spokenSounds["a"].weaker(0, true))
	}
	return out
}

// letterOf is the longest letter of the table that a text begins with.
func (l *soundLetters) letterOf(text string) (string, bool) {
	for n := min(l.longest, len(text)); n > 0; n-- {
		if _, ok := l.of[text[:n]]; ok {
			return text[:n], true
		}
	}
	return "", false
}

// spokenParticles are the al, bin and el of foreigners' names in writings that follow their sound.
const spokenParticles = " אל בן אבו αλ ελ μπιν ιμπν μπεν αμπού 알 빈 아부 アル ビン ベン 本 阿尔 аль бин ибн абу эль ад ас ар ат ан "
