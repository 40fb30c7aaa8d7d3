package find

import (
	"bufio"
	_ "embed"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/unseen.tsv
var unseen string

// TestQualityOnUnseenTasks measures on tasks that were written before the routes' own phrases. They are for measuring:
// a phrase is not to be written for one of them.
func TestQualityOnUnseenTasks(t *testing.T) {
	ix := New(loadSpec(t))

	asked, first, three := 0, 0, 0
	for line := bufio.NewScanner(strings.NewReader(unseen)); line.Scan(); {
		task, accepted, ok := strings.Cut(line.Text(), "\t")
		if !ok || strings.HasPrefix(task, "#") {
			continue
		}

		got := ix.Find(task, 3)
		asked++
		rank := 1 + slices.IndexFunc(got, func(m Match) bool {
			return slices.Contains(strings.Split(accepted, "|"), m.Op.Path)
		})
		if rank == 1 {
			first++
		} else {
			t.Logf("rank %d: %q wants %s, finds %s", rank, task, accepted, paths(got))
		}
		if rank > 0 {
			three++
		}
	}

	t.Logf("%d tasks: %d right first (%.1f %%), %d among the first three (%.1f %%)",
		asked, first, 100*float64(first)/float64(asked), three, 100*float64(three)/float64(asked))
	if asked == 0 || first*100 < 85*asked || three*100 < 97*asked {
		t.Error("below the goal of 85 % first and 97 % among the first three")
	}
}
