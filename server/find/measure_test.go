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

// none is the language of tasks that no route does.
const none = "none"

// outcomes are by language.
func outcomes(t testing.TB, file string) map[string]*outcome {
	t.Helper()
	ix := sharedIndex(t)
	by := map[string]*outcome{}
	for _, asked := range askedTasks(t, file) {
		key := asked.language
		if asked.accepted == nil {
			key = none
		}
		if by[key] == nil {
			by[key] = &outcome{}
		}
		by[key].count(ix.Find(asked.task, 3), asked.accepted)
	}
	return by
}

func (o *outcome) count(got []Match, accepted []string) {
	o.asked++
	if !Fits(got) {
		o.turnedAway++
		return
	}
	rank := 1 + slices.IndexFunc(got, func(m Match) bool { return slices.Contains(accepted, m.Op.Path) })
	if rank == 1 {
		o.first++
	}
	if rank > 0 {
		o.three++
	}
}

// TestAskedTasksFindTheirRoutes keeps what the ranking was mended by.
func TestAskedTasksFindTheirRoutes(t *testing.T) {
	for _, file := range []string{"asked.tsv", "tuning.tsv", "plain.tsv"} {
		for key, o := range outcomes(t, file) {
			t.Logf("%s %s: %+v", file, key, *o)
			if key == none && o.turnedAway*100 < 90*o.asked {
				t.Errorf("%s: %d of %d tasks that no route does are turned away", file, o.turnedAway, o.asked)
			}
			if key != none && o.three*100 < 95*o.asked {
				t.Errorf("%s: %d of %d tasks in %s find their route among the first three", file, o.three, o.asked, key)
			}
		}
	}
}

// TestQualityOnPlainTasks measures on tasks that nothing was mended by.
func TestQualityOnPlainTasks(t *testing.T) {
	for key, o := range outcomes(t, "unseen_plain.tsv") {
		t.Logf("%s: %+v", key, *o)
		if key == none && o.turnedAway*100 < 90*o.asked {
			t.Errorf("%d of %d tasks that no route does are turned away", o.turnedAway, o.asked)
		}
		if key != none && o.three*100 < 90*o.asked {
			t.Errorf("%d of %d tasks in %s find their route among the first three", o.three, o.asked, key)
		}
	}
}

// TestQualityOnErrands measures on tasks as an agent puts them, with what it knows.
func TestQualityOnErrands(t *testing.T) {
	o := outcomes(t, "unseen_errands.tsv")["en"]
	t.Logf("%+v", *o)
	if o.first < 25 || o.three < 28 {
		t.Errorf("of %d errands %d find their route first, %d among the first three", o.asked, o.first, o.three)
	}
}

func inEnglish(ix *Index, task string) string {
	return ix.inEnglish(task).words
}
