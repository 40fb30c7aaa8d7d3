package forest

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

func sample(n int) (rows [][]float32, targets, weights []float32) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range n {
		a, b := rng.Float32(), rng.Float32()
		target := float32(0)
		// Neither feature says anything alone.
		if (a > 0.5) != (b > 0.3) {
			target = 1
		}
		rows = append(rows, []float32{a, b, rng.Float32()})
		targets = append(targets, target)
		weights = append(weights, 1)
	}
	return rows, targets, weights
}

var settings = Settings{Trees: 60, Depth: 3, Rate: 0.3, MinHess: 1, Lambda: 1, RowShare: 0.8, ColShare: 1, Seed: 3}

func TestForestLearnsWhatNoSingleFeatureShows(t *testing.T) {
	f := grownForest(t)
	wrong := 0
	rng := rand.New(rand.NewPCG(2, 2))
	for range 1000 {
		a, b := rng.Float32(), rng.Float32()
		if math.Abs(float64(a)-0.5) < 0.02 || math.Abs(float64(b)-0.3) < 0.02 {
			continue
		}
		if (f.Predict([]float32{a, b, 0.5}) > 0.5) != ((a > 0.5) != (b > 0.3)) {
			wrong++
		}
	}
	if wrong > 20 {
		t.Errorf("%d of 1000 wrong", wrong)
	}
}

func TestRowsAreReadTogetherAsEachAlone(t *testing.T) {
	f := grownForest(t)
	rows, _, _ := sample(2*Lot + 3)
	out := make([]float64, len(rows))
	f.PredictAll(rows, out)
	for i, row := range rows {
		if alone := f.Predict(row); alone != out[i] {
			t.Errorf("row %d: %v with others, %v alone", i, out[i], alone)
		}
	}
}

// grownForest trains a forest on the sample.
func grownForest(t *testing.T) *Forest {
	t.Helper()
	rows, targets, weights := sample(4000)
	return Grow(rows, targets, weights, settings)
}

func TestForestSurvivesWritingAndReading(t *testing.T) {
	f := grownForest(t)
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

func TestSameInputGrowsSameForest(t *testing.T) {
	var one, two bytes.Buffer
	if err := grownForest(t).Write(&one); err != nil {
		t.Fatal(err)
	}
	if err := grownForest(t).Write(&two); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Error("two forests from the same input differ")
	}
}

func TestDamagedForestIsRefusedOrHarmless(t *testing.T) {
	var b bytes.Buffer
	if err := grownForest(t).Write(&b); err != nil {
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
