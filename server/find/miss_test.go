package find

import (
	"slices"
	"testing"
)

func TestMisses(t *testing.T) {
	ix := sharedIndex(t)
	for _, a := range devTasks(t) {
		if a.accepted == nil {
			continue
		}
		got := ix.Find(a.task, 3)
		rank := 1 + slices.IndexFunc(got, func(m Match) bool { return slices.Contains(a.accepted, m.Op.Path) })
		if rank != 1 {
			t.Logf("MISS rank %d %s %q (%q) wants %v finds %v fit %.2f", rank, a.language, a.task, inEnglish(ix, a.task), a.accepted, paths(got), got[0].Fit)
		}
	}
}
