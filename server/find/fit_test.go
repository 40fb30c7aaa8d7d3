package find

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// tasksOf are the tasks of a file.
func tasksOf(t testing.TB, file string) []string {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var tasks []string
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		if task, _, _ := strings.Cut(lines.Text(), "\t"); task != "" && !strings.HasPrefix(task, "#") {
			tasks = append(tasks, task)
		}
	}
	return tasks
}

// fitting are the tasks for which a route is said to fit.
func fitting(ix *Index, tasks []string) []string {
	return slices.DeleteFunc(slices.Clone(tasks), func(task string) bool { return !Fits(ix.Find(task, 1)) })
}

// TestQualityOnTasksThatNoRouteDoes measures on tasks that were written before the rule.
func TestQualityOnTasksThatNoRouteDoes(t *testing.T) {
	unserved := tasksOf(t, "unseen_unserved.tsv")
	wrong := fitting(sharedIndex(t), unserved)
	t.Logf("%d of %d get a route: %q", len(wrong), len(unserved), wrong)
	if len(wrong)*100 > 10*len(unserved) {
		t.Errorf("%d of %d tasks that nothing does get a route", len(wrong), len(unserved))
	}
}

// TestQualityOnTasksInOtherLanguagesThatNoRouteDoes measures on those that the weights are not fitted by.
func TestQualityOnTasksInOtherLanguagesThatNoRouteDoes(t *testing.T) {
	ix := sharedIndex(t)
	wrong := map[string]int{}
	measured := unservedTranslated(t)[fittedUnserved:]
	for _, asked := range measured {
		if Fits(ix.Find(asked.task, 1)) {
			wrong[asked.language]++
			t.Logf("%q (%s) finds %s", asked.task, inEnglish(ix, asked.task), paths(ix.Find(asked.task, 1)))
		}
	}

	total := 0
	for _, n := range wrong {
		total += n
	}
	t.Logf("%d of %d get a route: %v", total, len(measured), wrong)
	if total*100 > 12*len(measured) {
		t.Errorf("%d of %d tasks that nothing does get a route", total, len(measured))
	}
}

// TestQualityOnTasksThatAreTurnedAway measures on tasks that routes do, and that the weights are not fitted by.
func TestQualityOnTasksThatAreTurnedAway(t *testing.T) {
	ix := sharedIndex(t)
	for _, c := range []struct {
		name string
		list []askedTask
	}{
		{"English", append(askedPairs(t, "unseen.tsv"), askedPairs(t, "unseen_registers.tsv")...)},
		{"other languages", askedTranslated(t, "unseen_translated.tsv")},
	} {
		lost := 0
		for _, asked := range c.list {
			if !Fits(ix.Find(asked.task, 1)) {
				lost++
			}
		}
		t.Logf("%s: %d of %d are turned away", c.name, lost, len(c.list))
		if lost*100 > 2*len(c.list) && c.name == "English" {
			t.Errorf("%d of %d tasks that a route does are turned away", lost, len(c.list))
		}
	}
}

// TestNoRouteIsGivenForWhatNoneDoes keeps what the rule was made by.
func TestNoRouteIsGivenForWhatNoneDoes(t *testing.T) {
	unserved := tasksOf(t, "unserved.tsv")
	if wrong := fitting(sharedIndex(t), unserved); len(wrong)*100 > 15*len(unserved) {
		t.Errorf("%d of %d tasks that nothing does get a route: %q", len(wrong), len(unserved), wrong)
	}
}

// TestTasksThatRoutesDoAreNotTurnedAway: one that is lost costs more than one that is not turned away.
func TestTasksThatRoutesDoAreNotTurnedAway(t *testing.T) {
	ix := sharedIndex(t)
	var served []string
	for _, file := range []string{"unseen.tsv", "unseen_registers.tsv", "registers.tsv", "unseen_identifiers.tsv"} {
		served = append(served, tasksOf(t, file)...)
	}
	for _, c := range slices.Concat(tasks, spokenTasks) {
		served = append(served, c.task)
	}
	for _, op := range ix.ops {
		served = append(served, op.Tasks...)
	}

	lost := len(served) - len(fitting(ix, served))
	t.Logf("%d of %d are turned away", lost, len(served))
	if lost*100 > len(served) {
		t.Errorf("%d of %d tasks that a route does are turned away", lost, len(served))
	}
	if !Fits(ix.Find("draw me a picture with /geocode", 1)) {
		t.Error("a route that is named by its path is turned away")
	}
}
