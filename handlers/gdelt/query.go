package gdelt

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/upstream"
)

// Bounds of a query.
const (
	mostTerms  = 20
	longestOne = 300 // characters, of the whole text
)

// The queries of the API are words, "phrases", -exclusions, operators such as domain:example.com, and alternatives in
// parentheses joined by OR. Everything that a caller writes is parsed into terms and written again, so that quotes,
// parentheses and operators mean what they meant to the caller or are refused.

// themeCode is how codes of themes look.
var themeCode = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)

// aliases are friendly names of themes.
var aliases = map[string][]string{
	"economy":    {"EPU_ECONOMY"},
	"inflation":  {"ECON_INFLATION"},
	"protest":    {"PROTEST"},
	"conflict":   {"ARMEDCONFLICT"},
	"terrorism":  {"TERROR"},
	"climate":    {"ENV_CLIMATECHANGE"},
	"health":     {"GENERAL_HEALTH"},
	"disaster":   {"NATURAL_DISASTER"},
	"cyber":      {"CYBER_ATTACK"},
	"refugees":   {"REFUGEES"},
	"elections":  {"ELECTION"},
	"corruption": {"CORRUPTION"},
	"energy":     {"ENV_OIL", "ENV_NATURALGAS"},
	"crypto":     {"ECON_BITCOIN"},
}

// subject is what a route is asked about: themes of GDELT's, or words that articles have, in a country or anywhere.
type subject struct {
	themes  []string // any of them
	words   string   // as terms of a query; empty with themes
	country *nation
	known   bool // GDELT has the themes, and articles on them every hour
}

// everywhere reports whether there is news on the subject at all times: nothing at all is a fault of the source. So it
// is of known themes in the world, and of all that a country's outlets write.
func (s subject) everywhere() bool {
	if s.country != nil {
		return s.words == "" && len(s.themes) == 0
	}
	return s.known
}

// readInputs reads what routes about a theme or a country are asked with.
func readInputs(theme, place *string, timespan string) (s subject, span time.Duration, err error) {
	if s, err = readSubject(theme, place); err != nil {
		return s, 0, err
	}
	span, err = readSpan(timespan)
	return s, span, err
}

// readSubject reads the inputs theme and country; one is enough.
func readSubject(theme, place *string) (subject, error) {
	var s subject
	var err error
	if s.country, err = findCountry(place); err != nil {
		return s, err
	}
	if theme == nil && s.country == nil {
		return s, problem.InvalidCode("theme", problem.CodeMissingInput, "theme or country is required")
	}
	if theme == nil {
		return s, nil
	}

	text := strings.Join(strings.Fields(*theme), " ")
	known, isAlias := aliases[strings.ToLower(text)]
	code, isCode := strings.CutPrefix(strings.ToUpper(text), "THEME:")
	switch {
	case text == "":
		return s, problem.Invalid("theme", "theme must not be blank: give a code such as ECON_INFLATION, or words")
	case isAlias:
		s.themes = known
		s.known = true
	case isCode && !(themeCode.MatchString(code) && len(code) <= 100):
		return s, problem.Invalid("theme", "theme: has to be followed by a code, such as TERROR")
	case isCode:
		s.themes = []string{code}
	case themeCode.MatchString(code) && strings.Contains(code, "_") && len(code) <= 100:
		s.themes = []string{code}
	default:
		s.words, err = wordsOf("theme", text)
	}
	return s, err
}

// query is the subject in the API's language. Words are looked for in the text, countries are those of the outlets.
func (s subject) query() string {
	var terms []string
	if s.words != "" {
		terms = append(terms, s.words)
	}
	terms = append(terms, anyOf("theme:", s.themes))
	if s.country != nil {
		terms = append(terms, anyOf("sourcecountry:", s.country.fips))
	}
	return strings.Join(slices.DeleteFunc(terms, func(t string) bool { return t == "" }), " ")
}

// anyOf joins alternatives; the API takes parentheses around several only.
func anyOf(operator string, values []string) string {
	switch len(values) {
	case 0:
		return ""
	case 1:
		return operator + values[0]
	}
	return "(" + operator + strings.Join(values, " OR "+operator) + ")"
}

// wordsOf makes a text one word or phrase: it has no operators, whatever is in it.
func wordsOf(field, text string) (string, error) {
	if len([]rune(text)) > longestOne {
		return "", problem.Invalid(field, "%s is longer than %d characters", field, longestOne)
	}
	words := strings.Fields(strings.Map(letters, upstream.Typed(text)))
	if len(words) == 0 {
		return "", problem.Invalid(field, "%s has no letter or digit", field)
	}
	return phrase(words), nil
}

// letters keeps what words are made of, and makes blanks of all else.
func letters(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("'.-&", r) {
		return r
	}
	return ' '
}

// phrase writes words so that the API takes them: several in quotes, one bare, as it refuses quotes around one; but a
// word with a dot, dash or the like is refused without them.
func phrase(words []string) string {
	plain := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	if len(words) == 1 && strings.IndexFunc(words[0], func(r rune) bool { return !plain(r) }) < 0 {
		return words[0]
	}
	return `"` + strings.Join(words, " ") + `"`
}

// operators are those of the API that are let through, with how their values look.
var operators = map[string]*regexp.Regexp{
	"theme":         regexp.MustCompile(`^[A-Za-z0-9_]{2,100}$`),
	"sourcecountry": regexp.MustCompile(`^[A-Za-z]{2,40}$`),
	"sourcelang":    regexp.MustCompile(`^[A-Za-z]{2,40}$`),
	"domain":        regexp.MustCompile(`^[A-Za-z0-9.-]{3,100}$`),
	"domainis":      regexp.MustCompile(`^[A-Za-z0-9.-]{3,100}$`),
}

// tones are conditions on the tone of an article.
var tones = regexp.MustCompile(`^tone(abs)?[<>]-?[0-9]{1,3}(\.[0-9]{1,2})?$`)

// readQuery reads the input query of /gdelt/timeline: the API's own language, as far as it is documented.
func readQuery(text string) (string, error) {
	if len([]rune(text)) > longestOne {
		return "", problem.Invalid("query", "query is longer than %d characters", longestOne)
	}
	tokens, err := tokensOf(text)
	if err != nil {
		return "", err
	}

	r := reader{tokens: tokens}
	terms, err := r.all()
	switch {
	case err != nil:
		return "", err
	case len(terms) == 0:
		return "", problem.Invalid("query", "query must not be blank")
	case len(terms) > mostTerms:
		return "", problem.Invalid("query", "query has more than %d terms", mostTerms)
	case !slices.ContainsFunc(terms, func(t string) bool { return t[0] != '-' }):
		return "", problem.Invalid("query", "query only excludes; it needs a word or theme to look for too")
	}

	return strings.Join(terms, " "), nil
}

// token is a piece of a query.
type token struct {
	text   string // without quotes
	quoted bool
	not    bool // a dash before it
}

// tokensOf cuts a query at blanks, quotes and parentheses.
func tokensOf(text string) ([]token, error) {
	var list []token
	for {
		text = strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) })
		if text == "" {
			return list, nil
		}
		if text[0] == '(' || text[0] == ')' {
			list = append(list, token{text: text[:1]})
			text = text[1:]
			continue
		}

		var t token
		if t.not = text[0] == '-'; t.not {
			text = text[1:]
		}
		if strings.HasPrefix(text, `"`) {
			end := strings.IndexByte(text[1:], '"')
			if end < 0 {
				return nil, problem.Invalid("query", "query has a quotation mark without its partner")
			}
			t.text = text[1 : end+1]
			t.quoted = true
			text = text[end+2:]
		} else {
			end := strings.IndexFunc(text, func(r rune) bool {
				return unicode.IsSpace(r) || unicode.IsControl(r) || r == '(' || r == ')'
			})
			if end < 0 {
				end = len(text)
			}
			t.text = text[:end]
			text = text[end:]
		}
		list = append(list, t)
	}
}

// reader goes over the tokens.
type reader struct {
	tokens []token
}

func (r *reader) next() (token, bool) {
	if len(r.tokens) == 0 {
		return token{}, false
	}
	t := r.tokens[0]
	r.tokens = r.tokens[1:]
	return t, true
}

func (r *reader) all() ([]string, error) {
	var terms []string
	for {
		t, ok := r.next()
		if !ok {
			return terms, nil
		}
		switch {
		case t.is("AND"): // which the API has not: all terms are wanted anyway
			continue
		case t.is("OR"):
			return nil, problem.Invalid("query", "alternatives joined by OR have to be in parentheses, as in "+
				"(oil OR gas)")
		case t.is(")"):
			return nil, problem.Invalid("query", "query has a closing parenthesis without its partner")
		}

		var term string
		var err error
		if t.is("(") {
			term, err = r.group()
		} else {
			term, err = t.term()
		}
		if err != nil {
			return nil, err
		}
		terms = append(terms, term)
	}
}

// group reads alternatives up to the closing parenthesis.
func (r *reader) group() (string, error) {
	var list []string
	for {
		t, ok := r.next()
		if !ok || t.is("(") || t.is(")") || t.is("OR") {
			return "", problem.Invalid(
				"query",
				"parentheses hold alternatives joined by OR, as in (oil OR gas), and no "+
					"further parentheses",
			)
		}
		term, err := t.term()
		if err != nil {
			return "", err
		}
		list = append(list, term)

		switch t, _ := r.next(); {
		case t.is(")") && len(list) == 1:
			return list[0], nil // the API takes parentheses around several only
		case t.is(")"):
			return "(" + strings.Join(list, " OR ") + ")", nil
		case !t.is("OR"):
			return "", problem.Invalid("query", "parentheses hold alternatives joined by OR, as in (oil OR gas)")
		}
	}
}

func (t token) is(text string) bool { return !t.quoted && !t.not && t.text == text }

// term writes a token in the API's language.
func (t token) term() (string, error) {
	sign := ""
	if t.not {
		sign = "-"
	}

	if !t.quoted {
		low := strings.ToLower(t.text)
		name, value, isOperator := strings.Cut(t.text, ":")
		switch form := operators[strings.ToLower(name)]; {
		case tones.MatchString(low):
			return sign + low, nil
		case isOperator && form == nil:
			return "", problem.Invalid(
				"query",
				"%s is no operator that is taken; theme, sourcecountry, sourcelang, domain, "+
					"domainis are, and tone<-5, tone>5, toneabs>8",
				strconv.Quote(name),
			)
		case isOperator && !form.MatchString(value):
			return "", problem.Invalid("query", "the value of the operator %s has another form", strings.ToLower(name))
		case isOperator && strings.EqualFold(name, "theme"):
			return sign + "theme:" + strings.ToUpper(value), nil
		case isOperator:
			return sign + strings.ToLower(name) + ":" + value, nil
		}
	}

	written, err := wordsOf("query", t.text)
	return sign + written, err
}

// field is the input that a refusal is about.
func (s subject) field() string {
	if s.words == "" && len(s.themes) == 0 {
		return "country"
	}
	return "theme"
}
