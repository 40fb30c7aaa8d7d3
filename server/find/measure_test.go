package find

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// askedTask is a task with the routes that are right for it; none where no route does it.
type askedTask struct {
	language string
	accepted []string
	task     string
}

func askedTasks(t testing.TB, file string) []askedTask {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}

	var list []askedTask
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		cells := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(lines.Text(), "#") || len(cells) != 3 {
			continue
		}
		asked := askedTask{
			language: cells[0],
			task:     cells[2],
		}
		if cells[1] != "-" {
			asked.accepted = strings.Split(cells[1], "|")
		}
		list = append(list, asked)
	}
	return list
}

// outcome counts what became of tasks.
type outcome struct{ asked, first, three, turnedAway int }

// outcomes are by language; those of tasks that no route does are under none.
func outcomes(t testing.TB, file string, tell bool) map[string]*outcome {
	t.Helper()
	ix := sharedIndex(t)
	by := map[string]*outcome{}
	for _, asked := range askedTasks(t, file) {
		key := asked.language
		if asked.accepted == nil {
			key = "none"
		}
		if by[key] == nil {
			by[key] = &outcome{}
		}
		o := by[key]
		o.asked++

		got := ix.Find(asked.task, 3)
		ranked := got
		if !Fits(got) {
			o.turnedAway++
			got = nil
			if tell && asked.accepted != nil {
				t.Logf("turned away: %q (%s) wants %s, finds %s", asked.task, inEnglish(ix, asked.task), asked.accepted, paths(ranked))
			}
		} else if tell && asked.accepted == nil {
			t.Logf("given a route: %q finds %s", asked.task, paths(got))
		}
		rank := 1 + slices.IndexFunc(got, func(m Match) bool { return slices.Contains(asked.accepted, m.Op.Path) })
		if rank == 1 {
			o.first++
		}
		if rank > 0 {
			o.three++
		}
		if tell && rank != 1 && got != nil && asked.accepted != nil {
			t.Logf("rank %d: %q (%s) wants %s, finds %s", rank, asked.task, inEnglish(ix, asked.task), asked.accepted, paths(got))
		}
	}
	for _, key := range append([]string{"none", "en"}, languages...) {
		t.Logf("%s %s: %+v", file, key, *by[key])
	}
	return by
}

func TestMeasureHeldout(t *testing.T) { outcomes(t, "heldout.tsv", false) }
func TestMeasureTuning(t *testing.T)  { outcomes(t, "tuning.tsv", true) }

func inEnglish(ix *Index, task string) string {
	words, _ := ix.inEnglish(task)
	return words
}
