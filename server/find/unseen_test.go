package find

import (
	"bufio"
	"embed"
	"slices"
	"strings"
	"testing"
)

//go:embed testdata/*.tsv
var testdata embed.FS

// TestQualityOnUnseenTasks measures on tasks that were written before the routes' own phrases. They are for measuring:
// a phrase is not to be written for one of them.
func TestQualityOnUnseenTasks(t *testing.T) {
	wantShares(t, "unseen.tsv", 90, 98)
}

// TestQualityOnUnseenTasksAboutRegisters measures as [TestQualityOnUnseenTasks] does, on the families of public
// registers and statistics.
func TestQualityOnUnseenTasksAboutRegisters(t *testing.T) {
	wantShares(t, "unseen_registers.tsv", 85, 95)
}

// TestTasksAboutRegistersFindTheirRoutes keeps what phrases were mended by, so that it says nothing about other tasks.
func TestTasksAboutRegistersFindTheirRoutes(t *testing.T) {
	wantShares(t, "registers.tsv", 92, 98)
}

// wantShares asks the tasks of a file, and wants their routes first and among the first three in so many of a hundred.
func wantShares(t *testing.T, file string, goalFirst, goalThree int) {
	t.Helper()

	list, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	ix := sharedIndex(t)

	asked, first, three := 0, 0, 0
	for line := bufio.NewScanner(strings.NewReader(string(list))); line.Scan(); {
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
	if asked == 0 || first*100 < goalFirst*asked || three*100 < goalThree*asked {
		t.Errorf("below the goal of %d %% first and %d %% among the first three", goalFirst, goalThree)
	}
}
