package trees

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/farebox/farebox/internal/web/extract/forest"
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

// grownForest trains a forest on the sample.
func grownForest(t *testing.T) *forest.Forest {
	t.Helper()
	rows, targets, weights := sample(4000)
	return Grow(rows, targets, weights, settings)
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
