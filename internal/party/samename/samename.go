// Package samename says whether two texts are one name of a company. It is the rule by which a name chooses a company:
// what it does not prove is likeness, and likeness proves nobody.
//
// Two names are the same when they have the same words in the same order, written out where they are abbreviated, with
// legal forms and register marks that do not contradict each other. Letter case, punctuation, accents and the spaces
// between words do not count. One letter, one word or a number more or less makes another name: the cost of a wrong
// company is far above that of a question asked again.
package samename

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/farebox/farebox/internal/party/names"
)

// Rule reads names. It is safe for many goroutines.
type Rule struct{ engine *names.Engine }

// New is the rule over the tables of an engine, which knows legal forms.
func New(engine *names.Engine) *Rule { return &Rule{engine} }

// Name is a name divided into what is compared.
type Name struct {
	// Key is the words without legal form, mark and spaces. Names with different keys are different names; "" is a text
	// without a letter or digit, or one that names nobody.
	Key  string
	Form string // the legal form as usually printed: Inc, GmbH; or ""
	Mark string // what EDGAR adds to a name that was taken: DE, NEW; or ""

	words []string
}

// Read divides a name.
func (r *Rule) Read(text string) Name {
	if Nobody(text) {
		return Name{}
	}
	bare, mark := Unmarked(text)
	bare = nationalBank(articleFirst(withoutInitials(issuer(bare))))
	form, err := r.engine.Prepare(names.Company, whole(bare), "")
	if err != nil {
		return Name{}
	}

	name := Name{
		Form: form.LegalForm().Display,
		Mark: mark,
	}
	if core := r.engine.Core(form); foreign(core) {
		name.Key = letters(core)
		return name
	}

	words := strings.Fields(form.Text)
	if len(words) >= mostWords {
		words = strings.Fields(names.Normalize(bare)) // the engine compares no more of them
	}
	words = append(words, meant(bare, words)...)
	name.words = initialsFirst(spelledOut(words))
	name.Key = strings.Join(name.words, "")
	return name
}

// Plain is a name as registers are asked for it: without EDGAR's marks, and without the words behind it that are about
// shares.
func Plain(text string) string {
	bare, _ := Unmarked(text)
	return issuer(bare)
}

// Begins says whether another name is this one with words behind it: a plant or a branch that bears the name.
func (n Name) Begins(other Name) bool {
	if n.Key == "" || n.Key == other.Key {
		return n.Proves(other)
	}
	for last := range other.words {
		if strings.Join(other.words[:last], "") == n.Key {
			return true
		}
	}
	return false
}

// Shorter are the keys of the name without its last words, the longest first: names that it may be when it has a word
// too many. Those of fewer than least letters are left out.
func (n Name) Shorter(least int) []string {
	var keys []string
	for last := len(n.words) - 1; last > 0; last-- {
		if key := strings.Join(n.words[:last], ""); len(key) >= least {
			keys = append(keys, key)
		}
	}
	return keys
}

// whole says to the engine that a name was not cut short: one as long as the columns that cut names is taken to lack
// its end, and loses a last word that may be the beginning of a legal form. Points behind a name make it longer.
func whole(text string) string { return text + strings.Repeat(" .", pointsBehind) }

// pointsBehind make any name longer than the widest such column, of 70 signs.
const pointsBehind = 36

// meant are the words of a name that the engine counts to its legal form and that tell a company from another. What
// follows OF is no legal form: the KY of Anesthesiology of KY is Kentucky and no Finnish partnership.
func meant(text string, words []string) []string {
	var all []string
	before := ""
	for _, word := range strings.Fields(names.Normalize(text)) {
		if (telling[word] || before == "of") && !slices.Contains(words, word) {
			all = append(all, word)
		}
		before = word
	}
	return all
}

var telling = map[string]bool{
	"association": true,
	"assn":        true,
	"bros":        true,
	"coop":        true,
	"cooperative": true,
	"corporate":   true,
	"fondation":   true,
	"fondazione":  true,
	"fundacion":   true,
	"partnership": true,
	"reit":        true,
	"society":     true,
	"sons":        true,
	"stichting":   true,
	"stiftung":    true,
	"trust":       true,
	"trustees":    true,
}

// mostWords is how many words of a name the engine keeps.
const mostWords = 24

// Proves says whether two names are the same. A legal form or mark that only one of them has does not speak against it.
func (n Name) Proves(other Name) bool {
	return n.Key != "" && n.Key == other.Key &&
		agree(n.Form, other.Form) &&
		agree(n.Mark, other.Mark)
}

func agree(a, b string) bool { return a == "" || b == "" || a == b }

// articleLast is an article that a register or a list of shares writes behind a name: "Coca-Cola Company, The",
// "Home Depot, Inc. (The)".
var articleLast = regexp.MustCompile(`(?i)(,\s*the|\s\(the\))\s*$`)

// articleFirst puts an article that stands behind a name where it belongs.
func articleFirst(text string) string {
	if at := articleLast.FindStringIndex(text); at != nil && at[0] > 0 {
		return "The " + text[:at[0]]
	}
	return text
}

// initials are letters in brackets behind a name.
var initials = regexp.MustCompile(`\s*\(([A-Z]{2,10})\)\s*$`)

// withoutInitials is a name without its own initials behind it, which say nothing more: "Museum of Contemporary Art
// Detroit (MOCAD)". Letters that are not those of its words stay.
func withoutInitials(text string) string {
	at := initials.FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}

	rest := strings.ToLower(text[at[2]:at[3]])
	for _, word := range strings.Fields(names.Normalize(text[:at[0]])) {
		if rest != "" && word[0] == rest[0] {
			rest = rest[1:]
		}
	}
	if rest != "" {
		return text
	}
	return text[:at[0]]
}

// chartered is what banks with a national charter have behind their names, written out.
var chartered = regexp.MustCompile(`(?i)([\s,])national\s+(association|assoc|assn)\.?\s*$`)

// nationalBank writes the charter of a bank as banks mostly do, N.A.
func nationalBank(text string) string { return chartered.ReplaceAllString(text, "${1}N.A.") }

// foreign says whether a name is written in another script than the Latin one. Such a name is compared as it is
// written, since many names are alike once they are transliterated.
func foreign(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool {
		return unicode.IsLetter(c) && !unicode.Is(unicode.Latin, c)
	})
}

// letters are those of a text, and its digits, in one case.
func letters(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.M, c) {
			return unicode.ToLower(c)
		}
		return -1
	}, norm.NFKC.String(text))
}

// initialsFirst turns a name round that EDGAR lists under the family name: BARD C R is C R BARD.
func initialsFirst(words []string) []string {
	if len(words) < 2 || len(words[0]) == 1 {
		return words
	}
	for _, word := range words[1:] {
		if len(word) > 1 || word < "a" {
			return words
		}
	}
	return append(slices.Clone(words[1:]), words[0])
}

// spelledOut writes abbreviations out, as far as they stand for one word only.
func spelledOut(words []string) []string {
	out := make([]string, len(words))
	for i, word := range words {
		out[i] = word
		if whole, ok := shortFor[word]; ok && len(words) > 1 {
			out[i] = whole
		}
	}
	return out
}

// shortFor are abbreviations that registers and filers use for a word in a company's name.
var shortFor = map[string]string{
	"assocs":   "associates",
	"bancsh":   "bancshares",
	"bros":     "brothers",
	"chem":     "chemical",
	"comms":    "communications",
	"dept":     "department",
	"engr":     "engineering",
	"finl":     "financial",
	"grp":      "group",
	"hldg":     "holding",
	"hldgs":    "holdings",
	"inds":     "industries",
	"ins":      "insurance",
	"intl":     "international",
	"labs":     "laboratories",
	"mfg":      "manufacturing",
	"mgmt":     "management",
	"mtg":      "mortgage",
	"natl":     "national",
	"pptys":    "properties",
	"svc":      "service",
	"svcs":     "services",
	"sys":      "systems",
	"telecomm": "telecommunications",
	"univ":     "university",
}
