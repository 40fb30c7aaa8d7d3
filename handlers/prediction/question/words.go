package question

import (
	_ "embed" // the words
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/farebox/farebox/internal/chosen"
	"github.com/farebox/farebox/internal/each"
)

// plain is a text in lower case without accents and quotes, with phrases made one word.
func plain(text string) string {
	text = " " + dotted.ReplaceAllString(marks.Replace(chosen.Fold(text)), "$1$2") + " "
	text = strings.Join(strings.Fields(text), " ")
	text = phrases.Replace(" " + text + " ")
	return strings.TrimSpace(phrases.Replace(text)) // again for one that follows another: they share a blank
}

var marks = strings.NewReplacer(
	"u.s.a.", "us",
	"u.s.", "us",
	"u.k.", "uk",
	"n't", " not",
	"won’t", "will not",
	"’s", "",
	"'s", "",
	"’", "",
	"'", "",
	"\"", " ",
	"“", " ",
	"”", " ",
	"–", "-",
	"—", "-",
	"?", " ",
	"!", " ",
	"(", " ",
	")", " ",
	"_", " ",
	":", ":",
	"≥", ">=",
	"≤", "<=",
	"%", "% ",
	"°", " deg",
)

// phrases merge several words into one before splitting: what precedes the colon replaces each phrase after it.
var phrases = table(phraseFile)

//go:embed phrases.txt
var phraseFile string

// table is what replaces the phrases of a text. Each has blanks around it.
func table(text string) *strings.Replacer {
	var list []string
	for line := range strings.Lines(text) {
		become, from, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok {
			continue
		}
		for phrase := range strings.SplitSeq(from, ", ") {
			list = append(list, " "+phrase+" ", " "+become+" ")
		}
	}
	return strings.NewReplacer(list...)
}

// dotted finds initials, which some write with dots and some without: J.D. and JD.
var dotted = regexp.MustCompile(`\b([a-z])\. ?([a-z])\.`)

// between says whether a character parts words.
func between(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) }

// words are those of a text in their order, each in the one form of its synonyms.
func words(text string) []string {
	var list []string
	for word := range strings.FieldsFuncSeq(text, between) {
		if same, ok := synonyms[word]; ok {
			word = same
		} else if plural(word) {
			word = strings.TrimSuffix(word, "s")
			if same, ok := synonyms[word]; ok {
				word = same
			}
		}
		list = append(list, word)
	}
	return withoutCross(list)
}

// withoutCross leaves out the x between two names, which is not the company of that name.
func withoutCross(list []string) []string {
	for i := 1; i < len(list)-1; i++ {
		if list[i] == "x" && !stop[list[i-1]] && !stop[list[i+1]] {
			return slices.Concat(list[:i], list[i+1:])
		}
	}
	return list
}

var (
	thousands = regexp.MustCompile(`(\d),(\d{3})\b`)
	kilo      = regexp.MustCompile(`\b(\d+)k\b`)
)

// Words are those of a text that a search goes by, each in the one form of its synonyms, amounts in full digits.
func Words(text string) []string {
	text = plain(text)
	if strings.ContainsAny(text, "0123456789") {
		for thousands.MatchString(text) {
			text = thousands.ReplaceAllString(text, "$1$2")
		}
		text = kilo.ReplaceAllString(text, "${1}000")
	}
	list := words(text)
	return slices.DeleteFunc(list, func(word string) bool { return stop[word] && word != "no" })
}

func plural(word string) bool {
	return len(word) > 4 && strings.HasSuffix(word, "s") &&
		!strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is")
}

// synonyms are words by the one that stands for them.
var synonyms = byWord(synonymFile)

//go:embed synonyms.txt
var synonymFile string

func byWord(text string) map[string]string {
	words := map[string]string{}
	for line := range strings.Lines(text) {
		become, from, _ := strings.Cut(strings.TrimSpace(line), ":")
		for _, word := range strings.Fields(from) {
			words[word] = become
		}
	}
	return words
}

// stop are words that never tell two questions apart.
var stop = each.Set(strings.Fields(`
	the a an will would be is are was were been do does did to of in on at by for as and who whom what which how when
	their its exactly
	whether there this that it its get gets has have had with from any s price value party agree agreement happen
	occur people many much officially official`))

// deeds in an outcome say what is done rather than who does it.
var deeds = each.Set([]string{"cut", "hike", "hold", "above", "below", "up", "down", "fed", "rate"})

// anywhere are words that may precede or follow their subject without changing the meaning.
var anywhere = each.Set(strings.Fields(
	`win nominate president primeminister announce release out marry election above below cut hike hold reach dip us
	house senate governor oscar pardon recession shutdown launch turnout firstround fedchair album new`))

var games = each.WordSet(`professional pro baseball football basketball hockey college soccer game match win`)

// soft says whether a word adds nothing in the company of the question's other words.
func (q Question) soft(word string) bool {
	if stop[word] {
		return true
	}
	if games[word] && q.game {
		return true
	}

	switch word {
	case "world":
		return q.words["largest"] || q.words["driver"] || q.words["constructor"]
	case "rate", "meeting", "decision", "after":
		return q.bank() || word == "rate" && q.words["unemployment"] || word == "after" && q.words["election"]
	case "race", "seat", "election":
		return q.office() || word == "election" && q.words["president"] && q.words["win"] && !q.words["nominate"]
	case "growth", "real":
		return q.words["gdp"]
	case "cpi":
		return q.words["inflation"] && (q.words["annual"] || q.words["monthly"])
	case "rise", "hike":
		return q.any(growths) && len(q.numbers) > 0 && !q.bank()
	case "win":
		return q.words["nominate"] || q.any(awards)
	case "close":
		return q.priceOfDay() && !q.words["open"]
	case "men", "women", "single":
		return q.any(majors) && len(q.subject) > 0
	case "tournament":
		return q.words["win"]
	case "next":
		return len(q.dates) > 0
	case "us":
		return q.words["house"] || q.words["senate"] ||
			q.words["president"] && (q.words["election"] || q.words["nominate"] || q.words["run"] || q.words["win"])
	case "uefa":
		return q.words["championsleague"]
	}

	return false
}
