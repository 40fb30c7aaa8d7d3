package scored

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestPartThatIsOnlyAgainstTheSubjectCountsWhereItMakesTheMeanWorse(t *testing.T) {
	parts := func(score float64, seen Seen) []Part {
		return []Part{
			{Name: "age", Weight: 80, Score: 60, Seen: Whole},
			{Name: "sale", Weight: 20, Score: score, Seen: seen},
		}
	}
	for _, tt := range []struct {
		why   string
		score float64
		seen  Seen
		want  float64
		part  bool
	}{
		{"nobody looked", 0, Unseen, 60, false},
		{"somebody tried, and it is small", 15, Whole, 51, true},
		{"a small fault that was seen by chance lifts nobody", 15, Against, 60, false},
		{"a large one counts", 80, Against, 64, true},
	} {
		m := RiskMean(parts(tt.score, tt.seen))
		if m.Value != tt.want || m.Counts[1] != tt.part || (len(m.Coverage().Missing) == 0) != tt.part {
			t.Errorf("%s: %+v", tt.why, m)
		}
	}
	if m := TrustMean(parts(80, Against)); m.Value != 60 || m.Counts[1] {
		t.Errorf("%+v", m)
	}
	if m := RiskMean([]Part{{Name: "sale", Weight: 20, Score: 15, Seen: Against}}); m.Value != 15 || !m.Counts[0] {
		t.Errorf("nothing else is known: %+v", m)
	}
}

// TestWorseEvidenceNeverMakesABetterMean: neither a worse score of a part, nor a finding where nothing was seen, nor
// the order of the parts.
func TestWorseEvidenceNeverMakesABetterMean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Part {
			return Part{
				Weight: float64(rapid.IntRange(1, 20).Draw(t, "weight")),
				Score:  float64(rapid.IntRange(0, Highest).Draw(t, "score")),
				Seen:   Seen(rapid.IntRange(int(Unseen), int(Whole)).Draw(t, "seen")),
			}
		}), 1, 6).Draw(t, "parts")
		before := RiskMean(parts)

		shuffled := RiskMean(rapid.Permutation(parts).Draw(t, "order"))
		if math.Abs(shuffled.Value-before.Value) > 1e-9 {
			t.Fatalf("another order: %v, then %v", before.Value, shuffled.Value)
		}

		i := rapid.IntRange(0, len(parts)-1).Draw(t, "of")
		worse := slices.Clone(parts)
		worse[i].Score = float64(rapid.IntRange(int(parts[i].Score), Highest).Draw(t, "worse"))
		if parts[i].Seen == Unseen {
			worse[i].Seen = Against
		}
		if after := RiskMean(worse); before.Weight > 0 && after.Value < before.Value-1e-9 {
			t.Fatalf("%v, then %v with %+v", before.Value, after.Value, worse[i])
		}
	})
}
