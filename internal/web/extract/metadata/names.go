package metadata

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/farebox/farebox/internal/party/names/census"
)

// hanBy matches the start of a byline in Chinese and Japanese; the name follows up to a space or mark.
var hanBy = regexp.MustCompile(`(?:作\s*者|撰\s*文|文字|記者|记者|撰稿)\s*[:：／/ ]\s*([\p{L}\p{N}·•]{2,20})|^文\s*[/／:：|` +
	`丨]\s*([\p{Han}·]{2,8})`)

// afterBy returns what follows a byline's opening words.
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
		if unicode.IsLetter(r) && (!unicode.IsUpper(r) || by != "von" && !strings.HasSuffix(by, "by")) {
			continue
		}
		return strings.TrimLeft(rest, " :\u00a0"), true
	}

	return "", false
}

// dateTail matches the start of a date after the name in a byline: a word for it, a month with a number, or digits.
var dateTail = regexp.MustCompile(`(?i)[\s,|·•–—(/-]+(?:(?:published|updated|posted|last modified|` +
	`on)\b.*\d|(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|` +
	`nov|dec)[a-z]*\.?\s+\d|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|` +
	`am\s+\d|\d{1,4}[./-]\d|\d{1,2}:\d\d|\d+ min)`)

// dateHead matches a date before the name in a byline.
var dateHead = regexp.MustCompile(`(?i)^(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2},?|` +
	`\d{1,2}\.?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?,?)\s+\d{4}\s*[·|•–—]\s*`)

// noAuthor matches texts in the place of a name that are not names: dates, reading times, counts and unfilled
// template placeholders.
var noAuthor = regexp.MustCompile(`(?i)^(?:\d+\s*(?:min|sec|hour|day|week|month|year|comment|view|share|like|read)|` +
	`(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d|` +
	`(?:mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?$|\[object|` +
	`(?:page|site|post|item|article|data)\.[\w.]+$|author-)|[{}%]|` +
	`\bedited by\b|\bcomments?\b|\b\d+ (?:year|month|day|hour)s? ago`)

// cleanAuthor strips "By " and the like, and a trailing date, and rejects what is not a name: addresses, sentences,
// empty placeholders.
func cleanAuthor(s string) string {
	const longest = 120 // bytes

	s = signedPart(s)
	if len(s) < 2 || len(s) > longest || strings.Count(s, " ") > 11 {
		return ""
	}
	return s
}

// signedPart is cleanAuthor for texts of any length.
func signedPart(s string) string {
	const marks = " ,|·-–—:\u00a0~•&"
	s = strings.Trim(Squeeze(s), marks)
	s = s[len(dateHead.FindString(s)):]
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

	s = strings.TrimSuffix(s, " 기자") // reporter
	if !strings.ContainsFunc(s, unicode.IsLetter) || strings.Contains(s, ".com/") || strings.Contains(s, "://") ||
		strings.HasPrefix(s, "@") || noAuthor.MatchString(s) {
		return ""
	}

	switch strings.ToLower(s) {
	case "admin", "administrator", "author", "unknown", "none", "null", "undefined", "by", "staff", "guest",
		"no author", "updated", "published", "written",
		"editor", "editors", "webmaster", "full bio", "join us", "root", "user", "read more", "share",
		"wordpress", "posted", "stand", "bis", "name", "name *", "source", "default",
		"sign in", "my account", "date", "category", "uncategorized":
		return ""
	}

	return s
}

// nameJoints separate the names of a byline. A preposition, the first group, introduces an employer or a place
// rather than an author.
var nameJoints = regexp.MustCompile(`(?i)\s*(?:[,;|•·/、，；]|\s(?:and|und|et|y|e|&|with|mit|con|avec|og|och|` +
	`en|(for|from|at|in|@|on behalf of)|-|–|—)\s)\s*`)

// parenthesis is an account, an employer or a second form of the name.
var parenthesis = regexp.MustCompile(`\s*\([^)]*\)?|\s@\w+`)

// companions are further authors in a parenthesis: "Ann Lee (with Bo Day)".
var companions = regexp.MustCompile(`(?i)\s*\((?:with|avec|mit|con|com|met|med)\s+([^()]+)\)`)

var lastFirst = regexp.MustCompile(`(\p{Lu}[\p{L}'’ -]+),\s*(\p{Lu}[\p{L}'’. -]*)(?:;|$)`)

// glued matches a job title stuck to the name before it, as markup without spaces leaves them.
var glued = regexp.MustCompile(`(\p{Ll})(\p{Lu}\p{Ll}{4,})`)

// unglued inserts a space where a job title starts inside a word.
func unglued(s string) string {
	return glued.ReplaceAllStringFunc(s, func(m string) string {
		_, size := utf8.DecodeRuneInString(m)
		if noNames[strings.ToLower(m[size:])] {
			return m[:size] + " " + m[size:]
		}
		return m
	})
}

// persons are the names of persons in a byline. Anything after a name, such as a job title or an employer, is left
// out.
func persons(s string) []string {
	const longest = 600 // in bytes; a byline with many names fits

	s = unglued(strings.ReplaceAll(s, "\u00a0", " "))
	s = companions.ReplaceAllString(s, ", $1")
	s = signedPart(parenthesis.ReplaceAllString(s, " "))
	if s == "" || len(s) > longest {
		return nil
	}
	if m := lastFirst.FindAllStringSubmatch(s, -1); len(m) > 0 && strings.Contains(s, ";") {
		// Catalogues write "Lee, Ann; Day, Bo".
		var found []string
		for _, one := range m {
			found = append(found, one[2]+" "+one[1])
		}
		return found
	}

	var found []string
	rest := s
	for rest != "" {
		part := rest
		leadsAway := false
		if at := nameJoints.FindStringSubmatchIndex(rest); at != nil {
			part = rest[:at[0]]
			rest = rest[at[1]:]
			leadsAway = at[2] >= 0
		} else {
			rest = ""
		}
		name, isOne := personIn(part)
		if isOne && len(found) > 0 && isUpper(name) && !isUpper(found[0]) {
			isOne = false // an organisation
		}
		if isOne {
			found = append(found, name)
		}
		if leadsAway || !isOne && name != "" && len(found) > 0 {
			break
		}
	}
	return found
}

func isUpper(s string) bool { return s == strings.ToUpper(s) && s != strings.ToLower(s) }

// personIn reads one part of a byline: the name in it, and whether it is a person's. The name is empty for text
// beside names, such as a degree.
func personIn(part string) (name string, isOne bool) {
	name = strings.Trim(part, " .,:*\"'“”")
	if rest, signs := afterBy(name); signs && rest != "" {
		name = rest
	}
	bare := strings.ReplaceAll(strings.ToLower(name), ".", "")
	if credentials[bare] || strings.HasSuffix(part, ".") && len(name) < 3 {
		return "", false
	}
	return name, isPerson(name)
}

// isPerson reports whether a text reads like a person's name: two to six capitalised words, or the usual number of
// characters of a name in Chinese, Japanese or Korean.
func isPerson(s string) bool {
	if len(s) > 60 || strings.ContainsAny(s,
		"0123456789@#_<>{}[]=+%$€£!?\\…:»©") || strings.Contains(strings.ToLower(s), ".com") {
		return false
	}
	if n := utf8.RuneCountInString(s); isEastAsian(s) {
		return !hanNoNames[s] && (n >= 2 && n <= 5 || strings.ContainsAny(s, "·・ ") && n <= 14)
	}

	words := strings.Fields(s)
	if len(words) < 2 || len(words) > 6 {
		return false
	}
	capitals := 0
	isDoubtful := false
	for i, w := range words {
		bare := strings.ToLower(strings.Trim(w, ".,'’"))
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "'’\"“("))
		isInitial := len(bare) == 1 && strings.HasSuffix(w, ".")
		switch {
		case hasNoName(bare), articles[bare] && i == 0 && !isInitial:
			return false
		case unicode.IsUpper(r) || unicode.IsLetter(r) && !unicode.IsLower(r):
			capitals++
		case !particles[bare]:
			return false
		}
		isDoubtful = isDoubtful || doubtfulWords[bare]
	}
	if last := words[len(words)-1]; strings.EqualFold(last, words[0]) ||
		strings.HasSuffix(last, "’s") || strings.HasSuffix(last, "'s") {
		return false
	}
	return capitals >= 2 && (!isDoubtful || hasCommonName(words))
}

// hasNoName reports whether a word, or a part of it before or after a hyphen, is in no name.
func hasNoName(word string) bool {
	return slices.ContainsFunc(strings.Split(word, "-"), func(part string) bool { return noNames[part] })
}

// hasCommonName reports whether a name with a doubtful word starts with a common given name, or ends with a common
// surname if the given name is the doubtful word.
func hasCommonName(words []string) bool {
	first := strings.ToLower(words[0])
	last := strings.ToLower(words[len(words)-1])
	if census.IsGivenName(first) && !doubtfulWords[first] {
		return true
	}
	return census.IsGivenName(first) && census.IsSurname(last) && !doubtfulWords[last]
}

// isCommonPerson reports whether a text reads like a person's name and begins with a common given name.
func isCommonPerson(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return isPerson(s) && census.IsGivenName(strings.ToLower(first))
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
