package names

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Greek and Hebrew have no letters for many sounds of foreign names: Greek writes d as ντ and sh as σ, Hebrew leaves
// out short vowels and has one letter for b and v. A name in them is read by its letters and, as a second reading, by
// what the letters can stand for.

// greekSounds are the sounds that Greek letters are written for, the longest first.
var greekSounds = [...][2]string{
	{"τσ", "chx"}, {"τζ", "jx"}, {"μπ", "b"}, {"ντ", "d"}, {"γκ", "g"}, {"γγ", "g"}, {"ου", "u"}, {"αι", "e"}, {"ει", "i"},
	{"οι", "i"}, {"α", "a"}, {"β", "v"}, {"γ", "g"}, {"δ", "d"}, {"ε", "e"}, {"ζ", "zx"}, {"η", "i"}, {"θ", "th"}, {"ι", "i"},
	{"κ", "k"}, {"λ", "lx"}, {"μ", "m"}, {"ν", "n"}, {"ξ", "k s"}, {"ο", "o"}, {"π", "p"}, {"ρ", "r"}, {"σ", "ss"}, {"τ", "t"},
	{"υ", "i"}, {"φ", "fv"}, {"χ", "kh"}, {"ψ", "p s"}, {"ω", "o"},
}

// hebrewSounds are the sounds that Hebrew letters are written for, the longest first.
var hebrewSounds = [...][2]string{
	{"ג'", "jx"}, {"ז'", "jx"}, {"צ'", "chx"}, {"ץ'", "chx"}, {"ח'", "kh"}, {"א", "hv"}, {"ב", "bv"}, {"ג", "g"}, {"ד", "d"},
	{"ה", "hh"}, {"ו", "hw"}, {"ז", "zx"}, {"ח", "kh"}, {"ט", "t"}, {"י", "hy"}, {"כ", "kk"}, {"ך", "kk"}, {"ל", "lx"},
	{"מ", "m"}, {"ם", "m"}, {"נ", "n"}, {"ן", "n"}, {"ס", "s"}, {"ע", "hv"}, {"פ", "pf"}, {"ף", "pf"}, {"צ", "tz"}, {"ץ", "tz"},
	{"ק", "k"}, {"ר", "r"}, {"ש", "ss"}, {"ת", "th"},
}

// spokenGreek is what a Greek word sounds like.
func spokenGreek(run []rune) spoken {
	text := finalSigma.Replace(dropMarks(norm.NFKD.String(strings.ToLower(string(run)))))
	return spokenLetters(text, greekSounds[:], false)
}

// spokenHebrew is what a Hebrew word sounds like. Any vowel may follow a letter.
func spokenHebrew(run []rune) spoken {
	text := hebrewMarks.Replace(dropMarks(string(run)))
	return spokenLetters(text, hebrewSounds[:], true)
}

var hebrewMarks = strings.NewReplacer("׳", "'", "’", "'", "`", "'", "״", "", "\"", "")

// spokenLetters reads a word by a table of letters and their sounds; unwritten says that vowels may be left out. It is
// nil for a word with a letter that the table lacks.
func spokenLetters(text string, table [][2]string, unwritten bool) spoken {
	var out spoken
	for text != "" {
		letter := letterOf(text, table)
		if letter == nil {
			return nil
		}

		text = text[len(letter[0]):]
		for name := range strings.FieldsSeq(letter[1]) {
			out = append(out, spokenSounds[name])
		}
		if unwritten && len(out) > 0 {
			out = append(out, sound{ways: spokenSounds["V"].ways, vowel: true})
		}
	}
	return out
}

// letterOf is the row of the table that a text begins with, nil for none.
func letterOf(text string, table [][2]string) *[2]string {
	for i := range table {
		if strings.HasPrefix(text, table[i][0]) {
			return &table[i]
		}
	}
	return nil
}

// spokenParticles are the al, bin and el of foreigners' names in writings that follow their sound.
const spokenParticles = " אל בן אבו αλ ελ μπιν ιμπν μπεν αμπού 알 빈 아부 アル ビン ベン 本 阿尔 "
