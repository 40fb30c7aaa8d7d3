package edgar

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// nearest are the names that are most like a text, best first: by the letters that have to change, and by words that
// one has within the other.
func nearest(text string, names []string, count int) []string {
	type candidate struct {
		name string
		cost int
	}
	wanted := strings.ToLower(strings.ReplaceAll(text, "_", ""))
	var list []candidate
	for _, name := range names {
		_, bare, qualified := strings.Cut(name, ":")
		if !qualified {
			bare = name
		}
		bare = strings.ToLower(strings.ReplaceAll(bare, "_", ""))
		cost := levenshtein.ComputeDistance(wanted, bare)
		if len(wanted) > 2 && strings.Contains(bare, wanted) {
			cost = min(cost, len(bare)/len(wanted))
		}
		list = append(list, candidate{name, cost})
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.cost, b.cost) })

	near := make([]string, 0, count)
	for _, c := range list[:min(count, len(list))] {
		near = append(near, c.name)
	}
	return near
}
