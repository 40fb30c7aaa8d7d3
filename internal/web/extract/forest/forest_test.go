package forest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

func TestRowsAreReadTogetherAsEachAlone(t *testing.T) {
	f := made()
	rng := rand.New(rand.NewPCG(2, 2))
	rows := make([][]float32, 2*Lot+3)
	for i := range rows {
		rows[i] = []float32{rng.Float32(), rng.Float32(), rng.Float32()}
	}
	out := make([]float64, len(rows))
	f.PredictAll(rows, out)
	for i, row := range rows {
		if alone := f.Predict(row); alone != out[i] {
			t.Errorf("row %d: %v with others, %v alone", i, out[i], alone)
		}
	}
}

// made is a forest with trees of two levels.
func made() *Forest {
	rng := rand.New(rand.NewPCG(1, 1))
	leaf := func() Node { return Node{Feature: -1, Cut: rng.Float32() - 0.5} }
	var trees [][]Node
	for range 60 {
		tree := []Node{{Left: 1}, {Feature: 1, Left: 3}, {Feature: 2, Left: 5}, leaf(), leaf(), leaf(), leaf()}
		for i := range 3 {
			tree[i].Cut = rng.Float32()
		}
		trees = append(trees, tree)
	}
	return New(3, -0.2, trees)
}

func TestForestSurvivesWritingAndReading(t *testing.T) {
	f := made()
	var b bytes.Buffer
	if err := f.Write(&b); err != nil {
		t.Fatal(err)
	}
	back, err := Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range [][]float32{{0, 0, 0}, {0.7, 0.1, 1}, {0.2, 0.9, 0.4}, {float32(math.NaN()), -1, 2}} {
		if f.Predict(row) != back.Predict(row) {
			t.Errorf("row %v: %v before, %v after", row, f.Predict(row), back.Predict(row))
		}
	}
}

func TestDamagedForestIsRefusedOrHarmless(t *testing.T) {
	var b bytes.Buffer
	if err := made().Write(&b); err != nil {
		t.Fatal(err)
	}
	whole := b.Bytes()
	for cut := range len(whole) - 1 {
		if _, err := Read(bytes.NewReader(whole[:cut])); err == nil {
			t.Fatalf("forest cut at %d of %d was read", cut, len(whole))
		}
	}
	for i := range whole {
		damaged := bytes.Clone(whole)
		damaged[i] ^= 0x55
		f, err := Read(bytes.NewReader(damaged))
		if err == nil {
			// Prediction with whatever was read must end for every row.
			f.Predict(make([]float32, f.Features()))
		}
	}
}
