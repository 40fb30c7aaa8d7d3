package match

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/party/names"
)

// learnedFrom are the lists that the trees are grown from: the sets named dev, and parts of those in which things stand
// many times, in which they stand less often or once.
var learnedFrom = []struct {
	group string
	read  func(testing.TB) *linkageSet
	parts []func(*linkageSet) *linkageSet
}{
	{"shops", shops("abt-buy", "abt.csv", "buy.csv", '|'), asItIs},
	{"walmart", shops("walmart-amazon", "walmart.csv", "amazon.csv", '|'), asItIs},
	{"software", half(0, shops("amazon-google", "amazon.csv", "gp.csv", '#')), asItIs},
	{"papers", half(0, shops("dblp-acm", "dblp.csv", "acm.csv", '%')), asItIs},
	{"papers", pairs("dblp-scholar_valid.txt"), asItIs},
	{"papers", citations, inParts},
	{"discs", discs, asItIs},
	{"notebooks", notebooks("21_X2.csv", "21_Y2.csv"), inParts},
	{"notebooks", notebooks("21_X3.csv", "21_Y3.csv"), inParts},
	{"pages", cameraPages, inParts},
	{"affiliations", affiliations, inParts},
	{"offers", pairs("wdc_cameras_valid.txt"), asItIs},
	{"offers", pairs("wdc_computers_valid.txt"), asItIs},
	{"prices", prices("mobile_phones"), inParts},
	{"prices", prices("cpus"), inParts},
	{"prices", prices("tvs"), inParts},
	{"prices", prices("washing_machines"), inParts},
	{"prices", prices("fridges"), inParts},
}

var (
	asItIs  = []func(*linkageSet) *linkageSet{func(s *linkageSet) *linkageSet { return s }}
	inParts = []func(*linkageSet) *linkageSet{mostOfEach(1000), mostOfEach(5), mostOfEach(1)}
)

func mostOfEach(most int) func(*linkageSet) *linkageSet {
	return func(s *linkageSet) *linkageSet {
		count := map[string]int{}
		var kept []record
		for _, r := range s.records {
			if count[r.entity] < most {
				count[r.entity]++
				kept = append(kept, r)
			}
		}
		return ofEntities(s.kind, kept)
	}
}

// TestTreesOfTitles grows the trees again if FAREBOX_LINKAGE_FIT names the file for them, from all groups but the one
// that FAREBOX_LINKAGE_WITHOUT names.
func TestTreesOfTitles(t *testing.T) {
	file := os.Getenv("FAREBOX_LINKAGE_FIT")
	if file == "" {
		t.Skip("FAREBOX_LINKAGE_FIT names no file")
	}
	lists := map[string]int{}
	for _, l := range learnedFrom {
		lists[l.group] += len(l.parts)
	}
	without := os.Getenv("FAREBOX_LINKAGE_WITHOUT")
	var g grower
	for _, l := range learnedFrom {
		if l.group == without {
			continue
		}
		g.addAll(t, l.read(t), l.parts, 1/float64(lists[l.group]))
	}
	all := 0.0
	same := 0.0
	for i, w := range g.weights {
		all += w
		same += w * g.same[i]
	}
	t.Logf("usual share of duplicates: %.4f", same/all)
	if err := os.WriteFile(file, []byte(written(g.grow())), 0o600); err != nil {
		t.Fatal(err)
	}
}

// written are trees in the form of titles.trees.
func written(list trees) string {
	var out strings.Builder
	for _, tr := range list {
		for k := range tr.parts {
			fmt.Fprintf(&out, "%d %.4g ", tr.parts[k], tr.bounds[k])
		}
		for _, b := range tr.bits[len(tr.bits)/2:] {
			fmt.Fprintf(&out, " %.0f", 100*b)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// grower grows trees by gradient boosting with a logistic loss.
type grower struct {
	rows    [][allParts]float64
	same    []float64
	weights []float64
}

// addAll takes the pairs that the truth covers of a list and of its parts, each of which has a weight.
func (g *grower) addAll(tb testing.TB, whole *linkageSet, parts []func(*linkageSet) *linkageSet, weight float64) {
	tb.Helper()
	h := New(names.New())
	for _, part := range parts {
		s := part(whole)
		kind := s.kind
		items, _, _, _, err := h.readItems(s.raws(tb), &kind, "US")
		if err != nil {
			tb.Fatal(err)
		}
		nodes, _ := collapse(items)
		titles := newLinkage(h.engine, names.Product, nodes).titles
		if titles == nil {
			continue // too few are left
		}
		var sorted [2][]edge // others, and the same
		same := 0.0
		for _, p := range titles.search() {
			a := nodes[p.a].index
			b := nodes[p.b].index
			switch {
			case !s.judged(a, b):
			case s.same(a, b):
				sorted[1] = append(sorted[1], p)
				same += min(4, pairsOfCopies(nodes, p))
			default:
				sorted[0] = append(sorted[0], p)
			}
		}
		// A list weighs by its duplicates; one with few weighs as if a tenth of its titles had one.
		each := weight / max(same, float64(len(nodes))/10)
		for is, pairs := range sorted {
			step := max(1, len(pairs)/mostRows[is])
			for k := 0; k < len(pairs); k += step {
				m := titles.meet(pairs[k].a, pairs[k].b)
				g.rows = append(g.rows, *titles.parts(&m, pairs[k].a, pairs[k].b))
				g.same = append(g.same, float64(is))
				g.weights = append(g.weights, each*float64(step)*min(4, pairsOfCopies(nodes, pairs[k])))
			}
		}
	}
}

// pairsOfCopies is how many pairs of items two nodes stand for.
func pairsOfCopies(nodes []*item, p edge) float64 {
	return float64(nodes[p.a].copies * nodes[p.b].copies)
}

// mostRows bounds the others and the duplicates that are taken of a list.
var mostRows = [2]int{15_000, 3_000}

// How the trees are grown.
const (
	grown    = 100  // trees
	pace     = 0.12 // how much of its best each tree says
	damping  = 0.01 // weight that a leaf needs to say half of its best
	bins     = 32
	everyNth = 4 // row: each tree is grown from as many of them
)

func (g *grower) grow() trees {
	columns, bounds := g.binned()
	sums := make([]float64, len(g.rows))
	var out trees
	for n := range grown {
		var rows []int
		var slope, curve []float64
		for i := n % everyNth; i < len(g.rows); i += everyNth {
			p := 1 / (1 + math.Exp(-sums[i]))
			rows = append(rows, i)
			slope = append(slope, g.weights[i]*(g.same[i]-p))
			curve = append(curve, g.weights[i]*p*(1-p))
		}
		t := growTree(rows, slope, curve, columns, bounds)
		for i := range g.rows {
			sums[i] += t.bits[t.leaf(&g.rows[i])] * math.Ln2
		}
		out = append(out, t)
	}
	return out
}

// binned sorts the values of each part into bins of about as many rows.
func (g *grower) binned() (columns [allParts][]uint8, bounds [allParts][]float64) {
	for p := range allParts {
		values := make([]float64, len(g.rows))
		for i := range g.rows {
			values[i] = g.rows[i][p]
		}
		slices.Sort(values)
		for k := 1; k < bins; k++ {
			bounds[p] = append(bounds[p], values[k*(len(values)-1)/bins])
		}
		bounds[p] = slices.Compact(bounds[p])
		columns[p] = make([]uint8, len(g.rows))
		for i := range g.rows {
			at, _ := slices.BinarySearch(bounds[p], g.rows[i][p])
			columns[p][i] = uint8(at)
		}
	}
	return columns, bounds
}

// growTree asks at each level the question that explains most in all leaves together.
func growTree(
	rows []int, slope, curve []float64, columns [allParts][]uint8, bounds [allParts][]float64,
) tree {
	var t tree
	leaf := make([]uint8, len(rows))
	for level := range treeDepth {
		best := -1.0
		at := 0
		for p := range allParts {
			var sums [1 << treeDepth][bins][2]float64
			for k, i := range rows {
				s := &sums[leaf[k]][columns[p][i]]
				s[0] += slope[k]
				s[1] += curve[k]
			}
			gains := make([]float64, len(bounds[p]))
			for l := range 1 << level {
				var all, below [2]float64
				for b := range bins {
					all[0] += sums[l][b][0]
					all[1] += sums[l][b][1]
				}
				for b := range gains {
					below[0] += sums[l][b][0]
					below[1] += sums[l][b][1]
					above := [2]float64{all[0] - below[0], all[1] - below[1]}
					if speaksFor[p]*(above[0]*(below[1]+damping)-below[0]*(above[1]+damping)) >= 0 {
						gains[b] += explained(below[0], below[1]) + explained(above[0], above[1])
					} else {
						gains[b] += explained(all[0], all[1])
					}
				}
			}
			for b, gain := range gains {
				if gain > best {
					best = gain
					t.parts[level] = p
					t.bounds[level] = bounds[p][b]
					at = b
				}
			}
		}
		for k, i := range rows {
			leaf[k] *= 2
			if int(columns[t.parts[level]][i]) > at {
				leaf[k]++
			}
		}
	}

	var total [1 << treeDepth][2]float64
	for k := range rows {
		total[leaf[k]][0] += slope[k]
		total[leaf[k]][1] += curve[k]
	}
	t.pool(&total)
	for l, s := range total {
		t.bits[len(t.bits)/2+l] = pace * s[0] / (s[1] + damping) / math.Ln2
	}
	t.average()
	return t
}

// speaksFor are the parts of which more never says less; of the others less never does if their sign is -1.
var speaksFor = map[part]float64{
	partContained: 1,
	partUnion:     1,
	partCosine:    1,
	partRarest:    1,
	partNearOne:   1,
	partNearBoth:  1,
	partRank:      -1,
	partRankLow:   -1,
	partShared:    1,
	partCopied:    -1,
	partCode:      1,
	partSize:      1,
	partVariant:   1,
}

// pool takes two leaves together that contradict what a part says in general.
func (t *tree) pool(total *[1 << treeDepth][2]float64) {
	for range treeDepth {
		for level, p := range t.parts {
			sign := speaksFor[p]
			bit := 1 << (treeDepth - 1 - level)
			for l := range total {
				below, above := &total[l], &total[l|bit]
				if l&bit == 0 && sign*(above[0]/(above[1]+damping)-below[0]/(below[1]+damping)) < 0 {
					sum := [2]float64{(below[0] + above[0]) / 2, (below[1] + above[1]) / 2}
					*below = sum
					*above = sum
				}
			}
		}
	}
}

func explained(slope, curve float64) float64 { return slope * slope / (curve + damping) }
