package provider

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

// The fewest letters of a beginning that is looked for: a shorter one has too many names.
const (
	leastFamily = 3
	leastWords  = 6
)

// ways are the searches for a name, one after the other until one finds something: the register holds names to the
// letter, and a name may be written otherwise there. What is found is then compared with the name that was asked for.
func (h *Handlers) ways(q *query) []nppes.Query {
	all := nppes.Query{
		First:        q.first,
		Last:         q.last,
		Organization: q.organization,
		Begins:       true,
		State:        q.state,
		Limit:        mostSearched,
	}

	list := []nppes.Query{all}
	if q.organization != "" {
		for _, name := range h.organizationWays(q) {
			way := all
			way.Organization = name
			list = append(list, way)
		}
		return list
	}
	for _, last := range familyWays(h.engine.Standardize(q.form).Parts["middle"], q.last) {
		way := all
		way.Last, way.LastBegins = strings.CutSuffix(last, "*")
		list = append(list, way)
	}
	return list
}

// organizationWays are an organisation's name without legal form and signs, with the ampersand, with and without the
// article, and its first words.
func (h *Handlers) organizationWays(q *query) []string {
	plain := strings.ToUpper(names.Normalize(h.engine.Standardize(q.form).Parts["core"]))
	bare := strings.TrimPrefix(plain, "THE ")
	if bare == "" {
		return nil
	}

	ways := []string{
		plain,
		strings.ReplaceAll(plain, " AND ", " & "),
		bare,
		strings.ReplaceAll(bare, " AND ", " & "),
		"THE " + bare,
	}
	if first := beginning(strings.Fields(bare)); first != "" {
		ways = append(ways, first, strings.ReplaceAll(first, " AND ", " & "), "THE "+first)
	}

	var distinct []string
	asked := strings.ToUpper(q.organization)
	for _, way := range ways {
		if way != asked && !slices.Contains(distinct, way) {
			distinct = append(distinct, way)
		}
	}
	return distinct
}

// beginning is the first words of a name, two or more with enough letters, "" if it has no more words.
func beginning(words []string) string {
	for n := 2; n < len(words); n++ {
		if first := strings.Join(words[:n], " "); len(first) >= leastWords && words[n-1] != "AND" {
			return first
		}
	}
	return ""
}

// familyWays are other ways of a family name; one that ends in * is a beginning. A middle name may be the first half
// of a double name, and a name the first half of one. The last is for an error at the end.
func familyWays(middle, family string) []string {
	var ways []string
	if joined := strings.ReplaceAll(family, " ", "-"); joined != family {
		ways = append(ways, joined)
	}
	if len(middle) > 1 {
		ways = append(ways, middle+"-"+family, middle+" "+family)
	}
	if len(family) >= leastFamily {
		ways = append(ways, family+"*")
	}
	if cut := family[:len(family)*3/4]; len(cut) >= leastFamily {
		ways = append(ways, strings.ToValidUTF8(cut, "")+"*")
	}
	return ways
}
