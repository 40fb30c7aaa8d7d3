package upstream

import (
	"encoding/json"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/spelt"
)

// A member that repeats what the request named has the tag asked, with the query parameters and the path templates that
// name it there:
//
//	Ticker string `json:"ticker" asked:"ticker /markets/{}"`
//
// Its value, or the last part of a link, must then be one that the request gave, apart from case, punctuation and zeros
// that say nothing. A list that was asked for by several values, by a list of them or by a condition such as id='7' has
// rows of any; a condition on other columns says nothing about a member. An answer about something else is BadResponse:
// a provider that ignores a filter, or takes what is only similar, must not be taken at the question's word.
//
// Where the request searches for words, a row need only have one of them, at least its beginning: "~client_name". All
// rows in place of some are then refused.
//
// A request that does not name it is not checked, so that one type serves a search and a look-up. Only tag what the
// provider repeats as it was asked, not what it replaces by a name of its own.

// askedTag names the tag.
const askedTag = "asked"

// condition is how a text that compares columns looks.
var condition = regexp.MustCompile(`([=<>]|\blike |\bin )\s*\(?'`)

// named are the values that the request gives for a query parameter or a path template.
func (r *Request) named(name string) []string {
	if strings.HasPrefix(name, "/") {
		if name != r.template {
			return nil
		}
		return r.segments
	}
	return r.query[name]
}

// repeats holds the JSON of a member to what was asked for.
func (r *reader) repeats(m *member, value []byte) error {
	if r.named == nil || len(m.asked) == 0 {
		return nil
	}
	text := string(value)
	switch {
	case value[0] == '"' && json.Unmarshal(value, &text) != nil:
		return errNotJSON
	case value[0] != '"' && strings.Contains(text, "."):
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}

	came := []string{spelt.Bare(text)}
	if strings.Contains(text, "://") {
		came = append(came, spelt.Bare(path.Base(text)))
	}
	var given []string
	for _, name := range m.asked {
		words, searched := strings.CutPrefix(name, "~")
		found := r.named(words)
		fits := func(one string) bool { return spelt.SharesWord(one, text) }
		if searched && slices.ContainsFunc(found, fits) {
			return nil
		}
		for _, one := range found {
			if !condition.MatchString(one) || strings.Contains(one, m.name) {
				given = append(given, one)
			}
		}
		if len(found) > 1 {
			given = append(given, strings.Join(found, ","))
		}
	}
	for _, one := range given {
		parts := strings.FieldsFunc(one, func(c rune) bool { return strings.ContainsRune(",;='\"", c) })
		parts = append(parts, one, strings.TrimSuffix(one, ".json"))
		if slices.ContainsFunc(parts, func(part string) bool { return slices.Contains(came, spelt.Bare(part)) }) {
			return nil
		}
	}
	if len(given) == 0 {
		return nil
	}
	return r.drift("what was asked for", "another")
}
