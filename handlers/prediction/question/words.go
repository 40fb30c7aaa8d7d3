package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// plain is a text in lower case without accents and quotes, with phrases made one word.
func plain(text string) string {
	if strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) {
		unaccented := transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn)))
		if folded, _, err := transform.String(unaccented, text); err == nil {
			text = folded
		}
	}
	text = " " + marks.Replace(strings.ToLower(text)) + " "
	text = strings.Join(strings.Fields(text), " ")
	return strings.TrimSpace(phrases.Replace(" " + text + " "))
}

var marks = strings.NewReplacer(
	"u.s.a.", "us", "u.s.", "us", "u.k.", "uk", "n't", " not", "won’t", "will not", "’s", "", "'s", "", "’", "", "'", "",
	"\"", " ", "“", " ", "”", " ", "–", "-", "—", "-", "?", " ", "!", " ", "(", " ", ")", " ", "_", " ", ":", ":",
	"≥", ">=", "≤", "<=", "%", "% ", "°", " deg",
)

// phrases make several words one, before they are parted. Each has blanks around it.
var phrases = strings.NewReplacer(pairs(
	"federal reserve", "fed", "federal funds", "fed", "interest rates", "rate", "interest rate", "rate",
	"basis points", "bps", "no change", "hold", "united states", "us", "united kingdom", "uk",
	"prime minister", "primeminister", "vice president", "vicepresident", "vice-president", "vicepresident",
	"super bowl", "superbowl", "champions league", "championsleague", "all time high", "ath", "all-time high", "ath",
	"year over year", "yoy", "year-over-year", "yoy", "month over month", "mom", "month-over-month", "mom",
	"nba finals", "nbatitle", "nba championship", "nbatitle", "nba champion", "nbatitle win", "nba champions", "nbatitle win",
	"stanley cup finals", "stanleycup", "stanley cup champion", "stanleycup win", "stanley cup", "stanleycup",
	"world series champion", "worldseries win", "world series", "worldseries",
	"leave office", "out", "leaves office", "out", "step down", "out", "steps down", "out", "out as", "out",
	"no longer", "not", "st.", "state", "jr.", "jr", "donald trump", "trump", "donald j. trump", "trump",
	"no later than", "by",
	"no less than", ">=", "at least", ">=", "no more than", "<=", "at most", "<=", "more than", ">", "greater than", ">",
	"higher than", ">", "less than", "<", "fewer than", "<", "lower than", "<",
	"or above", "+", "or more", "+", "or higher", "+", "or greater", "+",
	"or below", "-or-less", "or less", "-or-less", "or lower", "-or-less", "or fewer", "-or-less",
)...)

// pairs puts blanks around phrases and what they become.
func pairs(list ...string) []string {
	spaced := make([]string, len(list))
	for i, text := range list {
		spaced[i] = " " + text + " "
	}
	return spaced
}

// between says whether a character parts words.
func between(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }

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

var synonyms = map[string]string{
	"btc": "bitcoin", "eth": "ethereum", "ether": "ethereum", "sol": "solana", "fomc": "fed",
	"nominee": "nominate", "nomination": "nominate", "presidential": "president", "presidency": "president",
	"wins": "win", "winner": "win", "winning": "win", "won": "win", "champion": "win",
	"released": "release", "releasing": "release", "announced": "announce", "announcement": "announce",
	"married": "marry", "marries": "marry", "impeachment": "impeach", "impeached": "impeach",
	"decrease": "cut", "decreases": "cut", "lower": "cut", "cuts": "cut", "decreased": "cut",
	"increase": "hike", "increases": "hike", "raise": "hike", "hikes": "hike", "increased": "hike",
	"maintain": "hold", "maintains": "hold", "holds": "hold", "unchanged": "hold", "pause": "hold", "pauses": "hold",
	"gop": "republican", "republicans": "republican", "democrats": "democrat", "democratic": "democrat", "dem": "democrat",
	"hit": "reach", "hits": "reach", "reaches": "reach", "touch": "reach", "touches": "reach",
	"dips": "dip", "fall": "dip", "falls": "dip", "drop": "dip", "drops": "dip",
	"invades": "invade", "beats": "beat", "defeats": "beat", "defeat": "beat", "acquires": "acquire", "leaves": "leave",
	"nfl": "football", "mlb": "baseball", "nba": "basketball", "nhl": "hockey", "versus": "vs", "v": "vs",
	"biggest": "largest", "confirms": "confirm", "exists": "exist", "exceed": "above", "exceeds": "above", "over": "above",
	"under": "below",
}

// stop are words that never tell two questions apart.
var stop = setOf(strings.Fields(`
	the a an will would be is are was were been do does did to of in on at by for as and who whom what which how when
	whether there this that it its get gets has have had with from after during any some s t x price value world party
	agree agreement happen occur new people many much officially official per total`))

// deeds in an outcome say what is done rather than who does it.
var deeds = setOf([]string{"cut", "hike", "hold", "above", "below", "up", "down", "fed", "rate"})

// directed words stand between one who does something and one it is done to, or between what comes first and second.
var directed = setOf(strings.Fields(`before beat invade attack strike acquire buy sue endorse pardon bomb fire leave`))

var (
	banks = []string{"fed", "ecb", "boe", "boj"}
	games = setOf(strings.Fields(`professional pro baseball football basketball hockey college soccer game match win`))
)

// soft says whether a word adds nothing in the company of the question's other words.
func (q Question) soft(word string) bool {
	if stop[word] {
		return true
	}
	if games[word] && q.game {
		return true
	}
	switch word {
	case "rate", "meeting", "decision":
		for _, bank := range banks {
			if q.words[bank] {
				return true
			}
		}
	case "win":
		return q.words["nominate"]
	case "us":
		return q.words["house"] || q.words["senate"] ||
			q.words["president"] && (q.words["election"] || q.words["nominate"])
	case "uefa":
		return q.words["championsleague"]
	}
	return false
}
