package provider

import (
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/party/samename"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

// leastFamily is the fewest letters of a beginning that the register looks for.
const leastFamily = 2

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
		wholes, parts := samename.Ways(q.organization)
		for _, name := range append(wholes[1:], parts...) {
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

// familyWays are other ways of a family name; one that ends in * is a beginning. A middle name may be the first half
// of a double name, and a name the first half of one. The last ones are for an error behind them.
func familyWays(middle, family string) []string {
	var ways []string
	if joined := strings.ReplaceAll(family, " ", "-"); joined != family {
		ways = append(ways, joined)
	}
	if len(middle) > 1 {
		ways = append(ways, middle+"-"+family, middle+" "+family)
	}
	for _, letters := range []int{len(family), (len(family) + 1) / 2, leastFamily} {
		if begin := strings.ToValidUTF8(family[:min(letters, len(family))], ""); len(begin) >= leastFamily {
			ways = append(ways, begin+"*")
		}
	}
	return slices.Compact(ways)
}
