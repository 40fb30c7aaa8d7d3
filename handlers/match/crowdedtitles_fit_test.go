package match

import (
	"math"
	"os"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// TestWeightsOfCrowdedLists learns [crowdedBits] from the sets named dev in which things stand many times, and from
// parts of them in which they stand less often. Every list weighs as much. FAREBOX_LINKAGE_FIT prints the weights.
func TestWeightsOfCrowdedLists(t *testing.T) {
	h := New(names.New())
	var fit regression
	for _, set := range []struct {
		name string
		read func(testing.TB) *linkageSet
		part func(*linkageSet) *linkageSet
	}{
		{"Cora", citations, wholeOf},
		{"Cora, every other reference", citations, everyOther},
		{"Cora, five of a paper", citations, fiveOfEach},
		{"notebooks", notebooks("21_X2.csv", "21_Y2.csv"), wholeOf},
		{"notebooks, every other page", notebooks("21_X2.csv", "21_Y2.csv"), everyOther},
		{"notebooks, five of each", notebooks("21_X2.csv", "21_Y2.csv"), fiveOfEach},
		{"cameras", pairs("wdc_cameras_valid.txt"), wholeOf},
		{"computers", pairs("wdc_computers_valid.txt"), wholeOf},
	} {
		s := set.part(set.read(t))
		kind := s.kind
		items, _, _, _, err := h.readItems(s.raws(t), &kind, "US")
		if err != nil {
			t.Fatal(err)
		}
		nodes, _ := collapse(items)
		titles := newLinkage(h.engine, names.Product, nodes).titles
		candidates := titles.search()
		if titles.crowded == 0 {
			t.Errorf("%s is not a crowded list", set.name)
			continue
		}
		t.Logf("%s: crowded %.2f", set.name, titles.crowded)
		var list []example
		for _, p := range candidates {
			a := nodes[p.a].index
			b := nodes[p.b].index
			if !s.judged(a, b) {
				continue
			}
			m := titles.meet(p.a, p.b)
			list = append(list, example{titles.crowdedParts(&m, p.a, p.b), s.same(a, b)})
		}
		fit.add(list)
	}

	bias, bits := fit.solve()
	if os.Getenv("FAREBOX_LINKAGE_FIT") != "" {
		t.Logf("bias %.1f, bits %.1f", bias, bits)
	}
	if math.Abs(bias-crowdedBias) > 0.06 {
		t.Errorf("bias %.2f, learned %.2f", crowdedBias, bias)
	}
	for part, learned := range bits {
		if math.Abs(learned-crowdedBits[part]) > 0.06 {
			t.Errorf("part %d: %.2f bits, learned %.2f", part, crowdedBits[part], learned)
		}
	}
}

func wholeOf(s *linkageSet) *linkageSet { return s }

func everyOther(s *linkageSet) *linkageSet {
	var kept []record
	for i := 0; i < len(s.records); i += 2 {
		kept = append(kept, s.records[i])
	}
	return ofEntities(s.kind, kept)
}

func fiveOfEach(s *linkageSet) *linkageSet {
	count := map[string]int{}
	var kept []record
	for _, r := range s.records {
		if count[r.entity] < 5 {
			count[r.entity]++
			kept = append(kept, r)
		}
	}
	return ofEntities(s.kind, kept)
}

// example is a pair that the truth covers.
type example struct {
	parts [crowdedParts]float64
	same  bool
}

// regression is a logistic one with a ridge, found by Newton's method.
type regression struct {
	rows    [][crowdedParts + 1]float64 // 1 and the parts
	same    []float64
	weights []float64
}

// add takes the pairs of a list, which weigh by how many of them are the same.
func (r *regression) add(list []example) {
	same := 0
	for _, e := range list {
		if e.same {
			same++
		}
	}
	for _, e := range list {
		row := [crowdedParts + 1]float64{1}
		copy(row[1:], e.parts[:])
		is := 0.0
		if e.same {
			is = 1
		}
		r.rows = append(r.rows, row)
		r.same = append(r.same, is)
		r.weights = append(r.weights, 1/float64(max(1, same)))
	}
}

// ridge keeps parts that say the same from growing against each other.
const ridge = 1e-3

// solve gives the weights in bits.
func (r *regression) solve() (bias float64, bits [crowdedParts]float64) {
	const size = int(crowdedParts) + 1
	var beta [size]float64
	for range 50 {
		var slope [size]float64
		var curve [size][size + 1]float64
		for k, row := range r.rows {
			sum := 0.0
			for f, x := range row {
				sum += beta[f] * x
			}
			p := 1 / (1 + math.Exp(-sum))
			for f, x := range row {
				slope[f] += r.weights[k] * (r.same[k] - p) * x
				for g := f; g < size; g++ {
					curve[f][g] += r.weights[k] * p * (1 - p) * x * row[g]
				}
			}
		}
		for f := range size {
			for g := range f {
				curve[f][g] = curve[g][f]
			}
			if f > 0 {
				slope[f] -= ridge * beta[f]
				curve[f][f] += ridge
			}
			curve[f][size] = slope[f]
		}

		step := eliminate(curve[:])
		largest := 0.0
		for f := range size {
			beta[f] += step[f]
			largest = max(largest, math.Abs(step[f]))
		}
		if largest < 1e-6 {
			break
		}
	}

	for part := range bits {
		bits[part] = beta[part+1] / math.Ln2
	}
	return beta[0] / math.Ln2, bits
}

// eliminate solves linear equations, each a row of coefficients with the right side at its end, by Gauss-Jordan
// elimination.
func eliminate[row ~[int(crowdedParts) + 2]float64](rows []row) []float64 {
	for k := range rows {
		pivot := k
		for i := k + 1; i < len(rows); i++ {
			if math.Abs(rows[i][k]) > math.Abs(rows[pivot][k]) {
				pivot = i
			}
		}
		rows[k], rows[pivot] = rows[pivot], rows[k]
		for i := range rows {
			if i == k {
				continue
			}
			by := rows[i][k] / rows[k][k]
			for j := k; j < len(rows[i]); j++ {
				rows[i][j] -= by * rows[k][j]
			}
		}
	}

	out := make([]float64, len(rows))
	for k := range rows {
		out[k] = rows[k][len(rows)] / rows[k][k]
	}
	return out
}
