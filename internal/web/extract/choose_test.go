package extract

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/web/extract/blocks"
)

func TestStricterLowersOddsByOneFactorAndKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(rapid.Float64Range(0.0001, 0.9999), 2, 20).Draw(t, "probabilities")
		after := append([]float64(nil), before...)
		stricter(after)
		odds := func(p float64) float64 { return p / (1 - p) }
		factor := odds(after[0]) / odds(before[0])
		if factor <= 0 || factor >= 1 {
			t.Fatalf("odds changed by %v", factor)
		}
		for i := range after {
			if got := odds(after[i]) / odds(before[i]); got < factor*0.999 || got > factor*1.001 {
				t.Fatalf("odds %v changed by %v, the first by %v", odds(before[i]), got, factor)
			}
			for k := range after {
				if before[i] < before[k] && after[i] > after[k] {
					t.Fatalf("%v and %v changed places", before[i], before[k])
				}
			}
		}
	})
}

func TestStricterLeavesCertaintyAlone(t *testing.T) {
	probs := []float64{0, 1}
	stricter(probs)
	if probs[0] != 0 || probs[1] != 1 {
		t.Errorf("%v", probs)
	}
}

// TestCodeBelowKeptTextIsKept scores preformatted text lower than its surroundings.
func TestCodeBelowKeptTextIsKept(t *testing.T) {
	const cut = 0.5
	cases := []struct {
		why, page string
		probs     []float64
		want      bool
	}{
		{"between paragraphs", "<div><p>a</p><pre>x = 1</pre><p>b</p></div>", []float64{0.9, 0.3, 0.9}, true},
		{"at the end of the text", "<div><p>a</p><pre>x = 1</pre><p>b</p></div>", []float64{0.9, 0.3, 0.1}, true},
		{"below what is dropped", "<div><p>a</p><pre>x = 1</pre><p>b</p></div>", []float64{0.2, 0.3, 0.9}, false},
		{"hardly likely", "<div><p>a</p><pre>x = 1</pre><p>b</p></div>", []float64{0.9, 0.1, 0.9}, false},
		{"no code", "<div><p>a</p><div>x = 1</div><p>b</p></div>", []float64{0.9, 0.3, 0.9}, false},
	}
	for _, c := range cases {
		t.Run(c.why, func(t *testing.T) {
			doc, _ := blocks.Parse([]byte(c.page))
			page := blocks.Cut(doc)
			keep := make([]bool, len(page.Blocks))
			for i, p := range c.probs {
				keep[i] = p >= cut
			}
			codeBelow(page, c.probs, keep, cut)
			if keep[1] != c.want {
				t.Errorf("%s: kept is %t", c.why, keep[1])
			}
		})
	}
}
