package find

import (
	"math"
	"slices"
	"sort"
	"testing"
)

// jacobi eigen of symmetric a.
func jacobi(a [][]float64) ([]float64, [][]float64) {
	n := len(a)
	v := make([][]float64, n)
	for i := range v {
		v[i] = make([]float64, n)
		v[i][i] = 1
	}
	for sweep := 0; sweep < 15; sweep++ {
		for p := 0; p < n; p++ {
			for q := p + 1; q < n; q++ {
				if math.Abs(a[p][q]) < 1e-12 {
					continue
				}
				th := (a[q][q] - a[p][p]) / (2 * a[p][q])
				tt := 1 / (math.Abs(th) + math.Sqrt(th*th+1))
				if th < 0 {
					tt = -tt
				}
				c := 1 / math.Sqrt(tt*tt+1)
				s := tt * c
				for k := 0; k < n; k++ {
					x, y := a[k][p], a[k][q]
					a[k][p], a[k][q] = c*x-s*y, s*x+c*y
				}
				for k := 0; k < n; k++ {
					x, y := a[p][k], a[q][k]
					a[p][k], a[q][k] = c*x-s*y, s*x+c*y
				}
				for k := 0; k < n; k++ {
					x, y := v[k][p], v[k][q]
					v[k][p], v[k][q] = c*x-s*y, s*x+c*y
				}
			}
		}
	}
	e := make([]float64, n)
	for i := range e {
		e[i] = a[i][i]
	}
	return e, v
}

func TestLSA(t *testing.T) {
	ix := sharedIndex(t)
	g := ix.grams
	n := g.texts
	k := make([][]float64, n)
	for i := range k {
		k[i] = make([]float64, n)
	}
	for gram, list := range g.postings {
		w := g.idf[gram]
		for _, a := range list {
			for _, b := range list {
				k[a.text][b.text] += w * w * a.weight * b.weight
			}
		}
	}
	norm := make([]float64, n)
	for i := range norm {
		norm[i] = math.Sqrt(k[i][i])
	}
	for i := range k {
		for j := range k {
			k[i][j] /= norm[i] * norm[j]
		}
	}
	e, v := jacobi(k)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	sort.Slice(order, func(a, b int) bool { return e[order[a]] > e[order[b]] })
	for _, dims := range []int{50, 100, 150, 200, n} {
		asked, first, three := 0, 0, 0
		for _, a := range devTasks(t) {
			if a.accepted == nil {
				continue
			}
			counts := map[string]float64{}
			countGrams(a.task, counts)
			s := make([]float64, n)
			for gram, c := range counts {
				for _, p := range g.postings[gram] {
					s[p.text] += math.Sqrt(c) * g.idf[gram] * g.idf[gram] * p.weight / norm[p.text]
				}
			}
			q := make([]float64, dims)
			for d := range q {
				col := order[d]
				for i := range s {
					q[d] += v[i][col] * s[i]
				}
				q[d] /= math.Sqrt(max(e[col], 1e-9))
			}
			sim := make([]float64, len(ix.ops))
			for i := range sim {
				dn := 0.0
				for d := range q {
					x := v[i][order[d]] * math.Sqrt(max(e[order[d]], 0))
					sim[i] += x * q[d]
					dn += x * x
				}
				sim[i] /= math.Sqrt(dn)
			}
			o := make([]int, len(sim))
			for i := range o {
				o[i] = i
			}
			sort.Slice(o, func(x, y int) bool { return sim[o[x]] > sim[o[y]] })
			asked++
			for r := range 3 {
				if slices.Contains(a.accepted, ix.ops[o[r]].Path) {
					three++
					if r == 0 {
						first++
					}
					break
				}
			}
		}
		t.Logf("dims %d: %d first %.3f three %.3f", dims, asked, float64(first)/float64(asked), float64(three)/float64(asked))
	}
}

func TestPartsAlone(t *testing.T) {
	ix := sharedIndex(t)
	asked, first, three := 0, 0, 0
	for _, a := range devTasks(t) {
		if a.accepted == nil {
			continue
		}
		sim := ix.grams.shares(a.task)[:len(ix.ops)]
		o := make([]int, len(sim))
		for i := range o {
			o[i] = i
		}
		sort.Slice(o, func(x, y int) bool { return sim[o[x]] > sim[o[y]] })
		asked++
		for r := range 3 {
			if slices.Contains(a.accepted, ix.ops[o[r]].Path) {
				three++
				if r == 0 {
					first++
				}
				break
			}
		}
	}
	t.Logf("alone: %d first %.3f three %.3f", asked, float64(first)/float64(asked), float64(three)/float64(asked))
}
