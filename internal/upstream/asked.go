package upstream

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A member that repeats what the request named has the tag asked, with the query parameters and the path templates that
// name it there:
//
//	Ticker string `json:"ticker" asked:"ticker /markets/{}"`
//
// Its value must then be one that the request gave, apart from case, punctuation and leading zeros. A list that was
// asked for by several values, or by a list of them, has rows of any. An answer about something else is BadResponse: a
// provider that ignores a filter, or takes what is only similar, must not be taken at the question's word.
//
// Where the request searches for words, a row need only have one of them, at least its beginning: "~client_name". All
// rows in place of some are then refused.
//
// A request that does not name it is not checked, so that one type serves a search and a look-up. Only tag what the
// provider repeats as it was asked, not what it replaces by a name of its own.

// askedTag names the tag.
const askedTag = "asked"

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
	if value[0] == '"' && json.Unmarshal(value, &text) != nil {
		return errNotJSON
	}

	came := bare(text)
	var given []string
	for _, name := range m.asked {
		words, searched := strings.CutPrefix(name, "~")
		found := r.named(words)
		if given = append(given, found...); searched && slices.ContainsFunc(found, func(one string) bool { return sharesWord(one, text) }) {
			return nil
		}
	}
	for _, one := range given {
		if bare(strings.TrimSuffix(one, ".json")) == came {
			return nil
		}
		for part := range strings.FieldsFuncSeq(one, func(c rune) bool { return c == ',' || c == ';' }) {
			if bare(part) == came {
				return nil
			}
		}
	}
	if len(given) == 0 {
		return nil
	}
	return r.drift("what was asked for", "another")
}

// sharesWord says whether a text has a word that begins as one of a search does. Without letters and digits there is
// nothing to compare.
func sharesWord(search, text string) bool {
	const stem = 4
	notLetter := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	beginnings := func(text string) map[string]bool {
		all := map[string]bool{}
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), notLetter) {
			all[string([]rune(word)[:min(stem, len([]rune(word)))])] = true
		}
		return all
	}

	wanted := beginnings(search)
	has := beginnings(text)
	return len(wanted) == 0 || strings.Contains(strings.ToLower(text), strings.ToLower(search)) || slices.ContainsFunc(slices.Collect(maps.Keys(wanted)), func(word string) bool { return has[word] })
}

// bare is a text without what writers of one number or code differ in.
func bare(text string) string {
	letters := strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, text)
	if trimmed := strings.TrimLeft(letters, "0"); trimmed != "" {
		return trimmed
	}
	return letters
}
