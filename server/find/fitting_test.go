package find

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"testing"
)

// example is what speaks for and against something, and whether it is so.
type example struct {
	evidence weights
	right    bool
	weight   float64
}

// fitted are the tasks by which the weights are fitted: all that are not for measuring.
func fitted(t testing.TB) []askedTask {
	t.Helper()
	list := slices.Concat(askedTasks(t, "tuning.tsv"), askedTasks(t, "asked.tsv"), askedTasks(t, "plain.tsv"))
	for _, task := range tasksOf(t, "unserved.tsv") {
		list = append(list, askedTask{language: "en", task: task})
	}
	for _, c := range slices.Concat(tasks, spokenTasks) {
		list = append(list, askedTask{language: "en", accepted: []string{c.want}, task: c.task})
	}
	list = append(list, askedPairs(t, "registers.tsv")...)
	list = append(list, askedTranslated(t, "spoken.tsv")...)
	return append(list, unservedTranslated(t)[:fittedUnserved]...)
}

// fittedUnserved is how many of the tasks in other languages that no route does are not for measuring.
var fittedUnserved = 10 * len(languages)

// askedTranslated are the tasks of a file that has routes and a task in each language on a line.
func askedTranslated(t testing.TB, file string) []askedTask {
	t.Helper()
	var list []askedTask
	for _, cells := range cellsOf(t, file) {
		for i, task := range cells[1:] {
			list = append(list, askedTask{
				language: languages[i],
				accepted: strings.Split(cells[0], "|"),
				task:     task,
			})
		}
	}
	return list
}

// unservedTranslated are the tasks in other languages that no route does.
func unservedTranslated(t testing.TB) []askedTask {
	t.Helper()
	var list []askedTask
	for _, cells := range cellsOf(t, "unserved_languages.tsv") {
		for i, task := range cells {
			list = append(list, askedTask{language: languages[i], task: task})
		}
	}
	return list
}

// cellsOf are the lines of a file of testdata, parted at tabs.
func cellsOf(t testing.TB, file string) [][]string {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var lines [][]string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return lines
}

// askedPairs are the tasks of a file that has a task and its routes on a line.
func askedPairs(t testing.TB, file string) []askedTask {
	t.Helper()
	text, err := testdata.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var list []askedTask
	for line := range strings.Lines(string(text)) {
		task, routes, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if ok && !strings.HasPrefix(task, "#") {
			list = append(list, askedTask{language: "en", accepted: strings.Split(routes, "|"), task: task})
		}
	}
	return list
}

// servedForOther is how many tasks that routes do weigh as much as one that no route does, in English and in other
// languages alike: the files have many more of the latter in English.
const servedForOther = 3.0

// balance is the weight of a task in the fit.
func balance(list []askedTask, asked askedTask) float64 {
	served, others := 0.0, 0.0
	for _, other := range list {
		switch {
		case (other.language == "en") != (asked.language == "en"):
		case other.accepted == nil:
			others++
		default:
			served++
		}
	}
	if asked.accepted != nil || others == 0 {
		return 1
	}
	return served / others / servedForOther
}

// examplesOf are whether routes do the tasks, and which of the best five of each do it.
func examplesOf(ix *Index, list []askedTask) (served, right []example) {
	for _, asked := range list {
		r := ix.read(asked.task)
		if r.best == 0 {
			continue
		}
		served = append(served, example{
			evidence: r.forServed(ix),
			right:    asked.accepted != nil,
			weight:   balance(list, asked),
		})
		if asked.accepted == nil {
			continue
		}

		var order []int
		for i, score := range r.scores[:len(ix.ops)] {
			if score > 0 && score < asPath {
				order = append(order, i)
			}
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(r.scores[b], r.scores[a]) })
		for _, i := range order[:min(5, len(order))] {
			right = append(right, example{
				evidence: r.forRight(i),
				right:    slices.Contains(asked.accepted, ix.ops[i].Path),
				weight:   1,
			})
		}
	}
	return served, right
}

// lossOf is the mean logarithmic loss of w.
func lossOf(w weights, examples []example) float64 {
	sum := 0.0
	for _, e := range examples {
		p := w.likelihood(e.evidence)
		if !e.right {
			p = 1 - p
		}
		sum -= e.weight * math.Log(max(p, 1e-9))
	}
	return sum / float64(len(examples))
}

// fit descends to the weights of the least loss, with a little held back from large ones.
func fit(examples []example) weights {
	const (
		steps = 600
		rate  = 0.1
		keep  = 0.9
		ridge = 0.001
	)
	var w, moved weights
	for range steps {
		var gradient weights
		for _, e := range examples {
			off := e.weight * (w.likelihood(e.evidence) - oneIf(e.right))
			for i, x := range e.evidence {
				gradient[i] += off * x
			}
		}
		for i := range w {
			moved[i] = keep*moved[i] - rate*(gradient[i]/float64(len(examples))+ridge*w[i])
			w[i] += moved[i]
		}
	}
	return w
}

// TestFit fits the weights anew and prints them. Those of the program have to be nearly as good.
func TestFit(t *testing.T) {
	served, right := examplesOf(sharedIndex(t), fitted(t))
	for _, c := range []struct {
		name     string
		weights  weights
		examples []example
	}{
		{"served", ofServed, served},
		{"right", ofRight, right},
	} {
		w := fit(c.examples)
		best := lossOf(w, c.examples)
		now := lossOf(c.weights, c.examples)
		t.Logf("%s: %d examples, loss %.4f with the weights, %.4f fitted: %.2f", c.name, len(c.examples), now, best, w)
		if now > 1.1*best {
			t.Errorf("%s: the weights lose %.4f, and %.2f lose %.4f", c.name, now, w, best)
		}
	}

	w := fit(served)
	for _, at := range []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8} {
		lost, kept, no, yes := 0, 0, 0, 0
		for _, e := range served {
			turnedAway := w.likelihood(e.evidence) < at
			switch {
			case e.right && turnedAway:
				lost++
				yes++
			case e.right:
				yes++
			case turnedAway:
				no++
			default:
				no++
				kept++
			}
		}
		t.Logf("at %.1f: %d of %d that routes do turned away, %d of %d others kept", at, lost, yes, kept, no)
	}
}

// band is what became of results by their score.
type band struct{ results, right int }

// TestScoresAreAsLikelyAsTheySay measures on tasks that the weights are not fitted by: of results with a score, so many
// of a hundred do the task, give or take a fifth, or three standard errors where they are few.
func TestScoresAreAsLikelyAsTheySay(t *testing.T) {
	ix := sharedIndex(t)
	list := append(askedPairs(t, "unseen.tsv"), askedPairs(t, "unseen_registers.tsv")...)
	list = append(list, askedTranslated(t, "unseen_translated.tsv")...)
	for _, task := range tasksOf(t, "unseen_unserved.tsv") {
		list = append(list, askedTask{language: "en", task: task})
	}
	list = append(list, unservedTranslated(t)[fittedUnserved:]...)

	bands := make([]band, 10)
	for _, asked := range list {
		for _, m := range ix.Find(asked.task, 3) {
			right := slices.Contains(asked.accepted, m.Op.Path)
			b := &bands[min(9, int(m.Score*10))]
			b.results++
			if right {
				b.right++
			}
		}
	}
	for i, b := range bands {
		t.Logf("%d to %d: %d results, %d right (%.0f %%)", i*10, i*10+9, b.results, b.right, 100*float64(b.right)/float64(max(b.results, 1)))
		said := float64(i)/10 + 0.05
		off := math.Abs(float64(b.right)/float64(max(b.results, 1)) - said)
		chance := math.Sqrt(said * (1 - said) / float64(max(b.results, 1)))
		if off > 0.2 && off > 3*chance {
			t.Errorf("scores from %d on are %d of %d times right", i*10, b.right, b.results)
		}
	}
}
