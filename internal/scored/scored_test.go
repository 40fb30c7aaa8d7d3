package scored

import (
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/farebox/farebox/gen/shared"
)

func TestBandsBeginAtTheirScores(t *testing.T) {
	three := Bands{Medium: 25, High: 60}
	for _, c := range []struct {
		bands Bands
		score int
		want  string
	}{
		{Quarters, 0, "low"},
		{Quarters, 24, "low"},
		{Quarters, 25, "medium"},
		{Quarters, 49, "medium"},
		{Quarters, 50, "high"},
		{Quarters, 74, "high"},
		{Quarters, 75, "critical"},
		{Quarters, 100, "critical"},
		{three, 24, "low"},
		{three, 59, "medium"},
		{three, 60, "high"},
		{three, 100, "high"},
	} {
		if got := c.bands.Of(c.score); got != c.want {
			t.Errorf("%d of %v is %s, want %s", c.score, c.bands, got, c.want)
		}
	}
}

func TestTheLowestBandNeedsWhatCouldLiftTheScoreOutOfIt(t *testing.T) {
	bands := Bands{Medium: 25, High: 60}
	for _, c := range []struct {
		why     string
		score   int
		missing float64 // of 100 points
		want    any
	}{
		{"all is known", 24, 0, "low"},
		{"too few points are missing", 10, 14, "low"},
		{"just enough", 10, 15, nil},
		{"a higher band holds whatever is missing", 25, 40, "medium"},
		{"so does the highest", 60, 40, "high"},
	} {
		var tally Tally
		tally.Part("known", 100-c.missing, true)
		tally.Part("missing", c.missing, c.missing == 0)
		got := any(nil)
		if band := tally.Band(bands, &c.score); band != nil {
			got = *band
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.why, got, c.want)
		}
	}

	if band := new(Tally).Band(bands, nil); band != nil {
		t.Errorf("without a score: %s", *band)
	}
}

// TestNothingUnknownMakesABetterBand: a band that is told holds whatever the parts that were not evaluated would say.
func TestNothingUnknownMakesABetterBand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Float64Range(1, 50), 1, 6).Draw(t, "weights")
		var part, whole Tally
		sum, known, all := 0.0, 0.0, 0.0
		for i, weight := range weights {
			evaluated := rapid.Bool().Draw(t, "evaluated")
			score := float64(rapid.IntRange(0, Highest).Draw(t, "score"))
			part.Part(string(rune('a'+i)), weight, evaluated)
			whole.Part(string(rune('a'+i)), weight, true)
			all += weight * score
			if evaluated {
				sum += weight * score
				known += weight
			}
		}
		if known == 0 {
			return
		}

		score, _ := part.Risk(sum / known)
		told := part.MeanBand(Quarters, score)
		truth, _ := whole.Risk(all / whole.total)
		if told != nil && *told == lowest && *truth > Quarters.Medium { // both are rounded
			t.Fatalf("%d of the evaluated parts is %s, and %d of all", *score, *told, *truth)
		}
	})
}

func TestSeverityIsOfWhatSpeaksAgainstTheSubject(t *testing.T) {
	s := Severities{Low: 2, Medium: 10, High: 40}
	for _, c := range []struct {
		trust  bool
		points float64
		want   shared.ReasonSeverity
		why    string
	}{
		{false, 40, shared.ReasonSeverityHigh, "the bound itself"},
		{false, 39.9, shared.ReasonSeverityMedium, "below it"},
		{false, 9, shared.ReasonSeverityLow, "from Low on"},
		{false, 1.9, shared.ReasonSeverityInfo, "below Low"},
		{false, 0, shared.ReasonSeverityInfo, "no points"},
		{false, -50, shared.ReasonSeverityInfo, "in favour"},
		{true, -40, shared.ReasonSeverityHigh, "taken from trust"},
		{true, 100, shared.ReasonSeverityInfo, "given to trust"},
	} {
		p := Points{Severities: s, Trust: c.trust}
		p.Add("code", c.points, "%g points", c.points)
		if got := p.Reasons[0].Severity; got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
}

func TestSeverityWithoutALowestBoundIsLowForAnyPoints(t *testing.T) {
	if got := (Severities{Medium: 10, High: 20}).Of(0.01); got != shared.ReasonSeverityLow {
		t.Errorf("%s", got)
	}
}

func TestScoreIsTheSumOfThePointsOnTheScale(t *testing.T) {
	for _, c := range []struct {
		points []float64
		want   int
	}{
		{nil, 0},
		{[]float64{20, 12.5}, 33},
		{[]float64{60, 60}, 100},
		{[]float64{5, -10}, 0},
	} {
		var p Points
		for _, points := range c.points {
			p.Add("code", points, "detail")
		}
		if got := p.Score(); got != c.want {
			t.Errorf("%v: %d, want %d", c.points, got, c.want)
		}
	}
}

func TestRoundedAmountsAddUpToTheRoundedSum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Running
		exact := 0.0
		shown := 0.0
		for _, amount := range rapid.SliceOf(rapid.Float64Range(-100, 100)).Draw(t, "amounts") {
			exact += amount
			shown += r.Next(amount)
		}
		if math.Abs(hundredths(shown)-exact) > 0.0051 {
			t.Fatalf("%g shown of %g", shown, exact)
		}
	})
}

func TestScoreOfLessThanHalfIsNullWithItsReason(t *testing.T) {
	for _, c := range []struct {
		known, unknown float64
		score          bool
	}{
		{1, 0, true},
		{50, 50, true},
		{49, 51, false},
		{0, 10, false},
	} {
		var tally Tally
		tally.Part("seen", c.known, c.known > 0)
		tally.Part("unseen", c.unknown, c.unknown == 0)

		for name, judge := range map[string]func(float64) (*int, []shared.Reason){
			"risk":  tally.Risk,
			"trust": tally.Trust,
		} {
			score, why := judge(42)
			if (score != nil) != c.score {
				t.Errorf("%s with %g of %g: %v", name, c.known, c.known+c.unknown, score)
			}
			if score != nil && (*score != 42 || why != nil) {
				t.Errorf("%s: %d %v", name, *score, why)
			}
			if score == nil && (len(why) != 1 || why[0].Code != CodeTooLittle || why[0].Points != 0) {
				t.Errorf("%s: null without its reason: %v", name, why)
			}
		}
	}
}

func TestTallyOfNothingHasNoScore(t *testing.T) {
	var tally Tally
	if score, _ := tally.Risk(0); score != nil {
		t.Errorf("%d", *score)
	}
}

func TestPerfectScoreNeverStandsBesideWhatCouldNotBeChecked(t *testing.T) {
	var whole, part Tally
	whole.Part("a", 1, true)
	part.Part("a", 3, true)
	part.Part("b", 1, false)

	for _, c := range []struct {
		why    string
		judge  func(float64) (*int, []shared.Reason)
		points float64
		want   int
	}{
		{"risk, all known", whole.Risk, 0, 0},
		{"trust, all known", whole.Trust, 100, 100},
		{"risk, not all known", part.Risk, 0, 1},
		{"risk that rounds to none", part.Risk, 0.4, 1},
		{"risk below the scale", part.Risk, -10, 1},
		{"trust, not all known", part.Trust, 100, 99},
		{"trust above the scale", part.Trust, 120, 99},
		{"the worst risk is no better for a gap", part.Risk, 130, 100},
		{"the least trust is no worse for a gap", part.Trust, -30, 0},
		{"any other score", part.Risk, 30, 30},
	} {
		score, why := c.judge(c.points)
		if score == nil || *score != c.want {
			t.Errorf("%s: %v, want %d", c.why, score, c.want)
			continue
		}
		for _, r := range why {
			if got := c.points + r.Points; Bound(got) != c.want || r.Code != CodeNotAll {
				t.Errorf("%s: the points add up to %g, not to %d", c.why, got, c.want)
			}
		}
	}
}

func TestCoverageCountsWhatIsMissing(t *testing.T) {
	var tally Tally
	if got := tally.Coverage(); !reflect.DeepEqual(got, shared.Coverage{Missing: []string{}}) {
		t.Errorf("nothing counted: %+v", got)
	}

	tally.Part("age", 90, false)
	for _, name := range []string{"name", "mail", "host"} {
		tally.Part(name, 1, true)
	}
	want := shared.Coverage{
		Evaluated: 3,
		Total:     4,
		Ratio:     0.75,
		Missing:   []string{"age"},
	}
	if got := tally.Coverage(); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
