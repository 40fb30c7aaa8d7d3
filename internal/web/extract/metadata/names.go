package metadata

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// byWords are what bylines begin with, the longer before the shorter.
var byWords = []string{
	"view all posts by", "view all articles by", "more from", "this article was written by", "article by",
	"written by", "posted by", "published by", "submitted by", "reported by", "reviewed by", "story by", "words by",
	"text by", "post by", "guest post by", "from our correspondent", "author:", "authors:", "author", "by:",
	"by", "ein artikel von", "ein beitrag von", "geschrieben von",
	"veröffentlicht von", "verfasst von", "erstellt von", "von:", "von", "vom", "autor:", "autorin:",
	"autoren:", "autor", "text:", "interview:", "écrit par", "publié par",
	"propos recueillis par", "par", "auteur:", "escrito por", "publicado por", "por:", "por", "a cura di",
	"scritto da", "di", "door", "auteur :", "av:", "av", "af",
	"skrevet af", "skrevet av", "texto:", "автор:", "автор", "yazar:", "autorem jest", "autor :",
}

// hanBy is how a byline begins in Chinese and Japanese; the name follows up to a space or mark.
var hanBy = regexp.MustCompile(`(?:作\s*者|撰\s*文|文字|記者|记者|撰稿)\s*[:：／/ ]\s*([\p{L}\p{N}·•]{2,20})|^文\s*[/／:：|` +
	`丨]\s*([\p{Han}·]{2,8})`)

// afterBy gives what follows the words that a byline begins with.
func afterBy(s string) (rest string, signs bool) {
	if m := hanBy.FindStringSubmatch(s); m != nil {
		return firstOf(m[1], m[2]), true
	}
	low := strings.ToLower(s)
	if len(low) != len(s) {
		return "", false // folding moved the letters
	}
	for _, by := range byWords {
		if !strings.HasPrefix(low, by) {
			continue
		}
		rest := s[len(by):]
		if rest == "" {
			return "", true
		}
		r, _ := utf8.DecodeRuneInString(rest)
		if unicode.IsLetter(r) && by != "by" && by != "von" {
			continue
		}
		if unicode.IsLetter(r) && !unicode.IsUpper(r) {
			continue
		}
		return strings.TrimLeft(rest, " :\u00a0"), true
	}
	return "", false
}

// dateTail is where the date begins that many bylines have after the name: a word for it, a month with a number, or
// figures.
var dateTail = regexp.MustCompile(`(?i)[\s,|·•–—(/-]+(?:(?:published|updated|posted|last modified|` +
	`on)\b.*\d|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|` +
	`nov|dec)[a-z]*\.?\s+\d|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|` +
	`\d{1,4}[./-]\d|\d{1,2}:\d\d|\d+ min)`)

// cleanAuthor takes "By " and the like off a name, and the date that follows it, and refuses what is no name:
// addresses, sentences, empty marks.
func cleanAuthor(s string) string {
	const marks = " ,|·-–—:\u00a0~"
	s = strings.Trim(Squeeze(s), marks)
	for {
		rest, signs := afterBy(s)
		if !signs {
			break
		}
		s = strings.TrimLeft(rest, marks)
	}
	if at := dateTail.FindStringIndex(s); at != nil && at[0] > 0 {
		s = strings.TrimRight(s[:at[0]], " ,|·•-–—:(/")
	}
	if !strings.ContainsFunc(s, unicode.IsLetter) || strings.Contains(s, ".com/") {
		return ""
	}
	if len(s) < 2 || len(s) > 120 || strings.Contains(s, "://") || strings.HasPrefix(s,
		"@") || strings.Count(s, " ") > 11 {
		return ""
	}
	switch strings.ToLower(s) {
	case "admin", "administrator", "author", "unknown", "none", "null", "undefined", "by", "staff", "guest",
		"no author", "updated", "published", "written",
		"editor", "editors", "webmaster", "full bio", "join us", "root", "user", "read more", "share",
		"wordpress", "posted":
		return ""
	}
	return s
}

// nameJoints part the names of a byline.
var nameJoints = regexp.MustCompile(`(?i)\s*(?:[,;|•·/、，；]|\s(?:and|und|et|y|e|&|with|mit|con|avec|og|och|` +
	`en|for|from|at|in|@|-|–|—)\s)\s*`)

// parenthesis is an account, an employer or a second form of the name.
var parenthesis = regexp.MustCompile(`\s*\([^)]*\)?`)

var lastFirst = regexp.MustCompile(`(\p{Lu}[\p{L}'’ -]+),\s*(\p{Lu}[\p{L}'’. -]*)(?:;|$)`)

// withoutPost cuts off the post or employer that follows a name without a mark: "Ann Lee Tech Reporter".
func withoutPost(s string) string {
	words := strings.Fields(s)
	for i := 2; i < len(words); i++ {
		if noNames[strings.ToLower(words[i])] && isPerson(strings.Join(words[:i], " ")) {
			return strings.Join(words[:i], " ")
		}
	}
	return s
}

// persons are the names of persons in a byline. What follows a name up to the end, such as a post or an employer, is
// left out.
func persons(s string) []string {
	s = cleanAuthor(parenthesis.ReplaceAllString(strings.ReplaceAll(s, "\u00a0", " "), " "))
	if s == "" {
		return nil
	}
	if m := lastFirst.FindAllStringSubmatch(s, -1); len(m) > 0 && strings.Contains(s, ";") {
		// Catalogues write "Lee, Ann; Day, Bo".
		var names []string
		for _, one := range m {
			names = append(names, one[2]+" "+one[1])
		}
		return names
	}
	var names []string
	for _, part := range nameJoints.Split(s, -1) {
		name := strings.Trim(part, " .,:*\"'“”")
		if rest, signs := afterBy(name); signs && rest != "" {
			name = rest
		}
		if title := strings.ToLower(name); name == "" || credentials[strings.ReplaceAll(title, ".", "")] {
			continue
		}
		if strings.HasSuffix(part, ".") && len(name) < 3 {
			continue
		}
		name = withoutPost(name)
		if !isPerson(name) {
			if len(names) > 0 {
				break
			}
			continue
		}
		names = append(names, name)
	}
	return names
}

var credentials = setOf(`
	md phd dr mba ms ma bs ba rn rd jd esq dds dvm do msc bsc cfa cpa cfp pt dpt mph facp facep np lcsw rdn jr sr
	ii iii
`)

// particles are words of names that may be written small.
var particles = setOf(`
	de da do dos das del della di du van von der den ter ten la le el al bin ibn abu bint zu zum zur y e af av dem
	des san st vom op
`)

// noNames are words that names of persons do not have: they are of posts, of parts of an editorial office, of
// organisations, or of a page.
var noNames = setOf(`
	staff writer writers editor editors editorial editorin reporter reporters correspondent contributor
	contributors contributing senior junior associate news team desk tech political education travel food crime
	environment legal court bureau redaktion redakteur redakteurin redacción redaccion rédaction redazione redactie
	redaktionen press agency agencies agence agencia associated reuters afp dpa apa ap upi ansa efe xinhua tass
	magazine media journal times post daily weekly tribune herald gazette chronicle zeitung inc ltd llc gmbh ag
	corp company foundation association institute university college society council department ministry office
	committee group union club church center centre school network studio studios labs blog online internet web
	website official admin administrator support service services community forum member users user guest author
	authors autor autoren written updated published posted read more share comments comment follow view all by the
	a an our your this that with from and photo photos photographer video image bild foto fotos monday tuesday
	wednesday thursday friday saturday sunday today yesterday ago min minutes january february march april june
	july august september october november december new home about contact sign subscribe newsletter profile page
	article articles posts story alle artikel beiträge zeige todos los no para der die das ein eine einen und oder
	ist im am zum marketing content manager director president ceo founder chief executive officer professor
	assistant digital global international national american british europe world research health science
	technology business sports politics opinion entertainment lifestyle finance guide moderator badges bronze
	silver gold rank level points joined registered topic reply organization organisation organizations works kpmg
	images nachrichten nachrichtenagentur weitere join us last first stand chefredakteur
`)

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// isPerson says that a text reads like the name of a person: two to five words that begin with capitals, or as many
// characters as names have in Chinese, Japanese and Korean.
func isPerson(s string) bool {
	if len(s) > 60 || strings.ContainsAny(s,
		"0123456789@#_<>{}[]=+%$€£!?\\…") || strings.Contains(strings.ToLower(s), ".com") {
		return false
	}
	if n := utf8.RuneCountInString(s); isEastAsian(s) {
		return n >= 2 && n <= 5 || strings.ContainsAny(s, "·・ ") && n <= 14
	}

	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 5 {
		return false
	}
	capitals := 0
	for _, w := range words {
		bare := strings.ToLower(strings.Trim(w, ".,'’"))
		if noNames[bare] {
			return false
		}
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "'’\"“("))
		switch {
		case unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r):
			capitals++
		case !particles[bare]:
			return false
		}
	}
	return capitals >= 2
}

func isEastAsian(s string) bool {
	for _, r := range s {
		if !unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana,
			unicode.Katakana) && r != ' ' && r != '·' && r != '・' && r != 'ー' {
			return false
		}
	}
	return s != ""
}
