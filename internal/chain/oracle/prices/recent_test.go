package prices

import (
	"math"
	"math/big"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"github.com/farebox/farebox/internal/chain/oracle"
)

var noon = time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)

func at(id int64, minutesAgo int, price string) oracle.Round {
	return oracle.Round{ID: big.NewInt(id), Price: decimal.RequireFromString(price), At: noon.Add(-time.Duration(minutesAgo) * time.Minute)}
}

func TestRecentCountsReturnsOfNeighboursOnly(t *testing.T) {
	// Rounds 10, 9 and 8 are consecutive; round 2 was reached by a stride, and its return would swamp the others.
	r := recentRounds([]oracle.Round{at(10, 5, "103"), at(9, 10, "101"), at(8, 20, "102"), at(2, 600, "50")}, noon)
	a, b := math.Log(101.0/102), math.Log(103.0/101)
	want := 100 * math.Abs(a-b) / math.Sqrt2
	if r.Samples != 4 || r.Change.String() != "106" || r.Volatility == nil || math.Abs(*r.Volatility-want) > 1e-9 || r.Covered != 10*time.Hour || r.Window != 24*time.Hour {
		t.Errorf("%+v, want volatility %v", r, want)
	}
}

func TestRecentWithTooLittle(t *testing.T) {
	for _, c := range []struct {
		rounds     []oracle.Round
		samples    int
		change     bool
		volatility bool
	}{
		{nil, 0, false, false},
		{[]oracle.Round{at(1, 5, "2")}, 1, false, false},
		{[]oracle.Round{at(2, 5, "2"), at(1, 6, "3")}, 2, true, false},
		{[]oracle.Round{at(3, 5, "2"), at(2, 6, "3"), at(1, 7, "3")}, 3, true, true},
		{[]oracle.Round{at(3, 5, "2"), at(2, 26*60, "3"), at(1, 27*60, "9")}, 2, true, false}, // only the one in force a day ago
	} {
		r := recentRounds(c.rounds, noon)
		if r.Samples != c.samples || (r.Change != nil) != c.change || (r.Volatility != nil) != c.volatility {
			t.Errorf("%v: %+v", c.rounds, r)
		}
	}
}

// TestVolatilityIsNeverNotANumber uses prices of all sizes: JSON cannot carry NaN.
func TestVolatilityIsNeverNotANumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var rounds []oracle.Round
		for i := range rapid.IntRange(1, 8).Draw(t, "n") {
			price := decimal.New(rapid.Int64Range(1, math.MaxInt64).Draw(t, "price"), int32(rapid.IntRange(-400, 400).Draw(t, "exponent")))
			rounds = append(rounds, oracle.Round{ID: big.NewInt(int64(100 - i)), Price: price, At: noon.Add(-time.Duration(i) * time.Minute)})
		}
		if r := recentRounds(rounds, noon); r.Volatility != nil && (math.IsNaN(*r.Volatility) || math.IsInf(*r.Volatility, 0) || *r.Volatility < 0) {
			t.Fatalf("%v", *r.Volatility)
		}
	})
}

func TestNewerAnswersWin(t *testing.T) {
	fresh := oracle.Answer{UpdatedAt: noon.Add(-time.Hour), Newest: noon.Add(-time.Hour)}
	newest := oracle.Answer{UpdatedAt: noon, Newest: noon}
	stale := oracle.Answer{UpdatedAt: noon.Add(time.Hour), Newest: noon.Add(time.Hour), Stale: true}
	half := oracle.Answer{UpdatedAt: noon.Add(-time.Hour), Newest: noon}
	for _, c := range []struct {
		a, b oracle.Answer
		want bool
	}{{newest, fresh, true}, {fresh, newest, false}, {stale, fresh, false}, {fresh, stale, true}, {half, fresh, true}, {fresh, fresh, false}} {
		if got := better(c.a, c.b, 1, 1); got != c.want {
			t.Errorf("%+v before %+v: %v", c.a, c.b, got)
		}
	}
}
