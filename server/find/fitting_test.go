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
}

// fitted are tasks by which the weights may be fitted: all that are not for measuring.
func fitted(t testing.TB) []askedTask {
	t.Helper()
	list := askedTasks(t, "tuning.tsv")
	for _, task := range tasksOf(t, "unserved.tsv") {
		list = append(list, askedTask{language: "en", task: task})
	}
	for _, c := range slices.Concat(tasks, spokenTasks) {
		list = append(list, askedTask{language: "en", accepted: []string{c.want}, task: c.task})
	}
	return append(list, askedPairs(t, "registers.tsv")...)
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
		sum -= math.Log(max(p, 1e-9))
	}
	return sum / float64(len(examples))
}

// fit descends to the weights of the least loss, with a little held back from large ones.
func fit(examples []example) weights {
	const (
		steps = 3000
		rate  = 0.1
		keep  = 0.9
		ridge = 0.001
	)
	var w, moved weights
	for range steps {
		var gradient weights
		for _, e := range examples {
			off := w.likelihood(e.evidence) - oneIf(e.right)
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
	}

	ix := sharedIndex(t)
	asked, first, three := 0, 0, 0
	for _, c := range fitted(t) {
		if c.language != "en" || c.accepted == nil {
			continue
		}
		asked++
		got := ix.Find(c.task, 3)
		rank := 1 + slices.IndexFunc(got, func(m Match) bool { return slices.Contains(c.accepted, m.Op.Path) })
		if rank == 1 {
			first++
		}
		if rank > 0 {
			three++
		}
	}
	t.Logf("train en: %d asked, %d first, %d three", asked, first, three)
	for _, at := range []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9} {
		w := fit(served)
		lost, kept, no, yes := 0, 0, 0, 0
		for _, e := range served {
			p := w.likelihood(e.evidence)
			switch {
			case e.right && p < at:
				lost++
				yes++
			case e.right:
				yes++
			case p >= at:
				kept++
				no++
			default:
				no++
			}
		}
		t.Logf("at %.1f: %d of %d lost, %d of %d kept", at, lost, yes, kept, no)
	}
}
