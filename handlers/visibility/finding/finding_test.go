package finding

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestScoreAndGrade(t *testing.T) {
	for _, c := range []struct {
		points, max float64
		score       int
		grade       string
	}{
		{100, 100, 100, "A"}, {89.5, 100, 90, "A"}, {89.4, 100, 89, "B"}, {80, 100, 80, "B"}, {79, 100, 79, "C"}, {70, 100, 70, "C"}, {69, 100, 69, "D"}, {60, 100, 60, "D"}, {59, 100, 59, "F"},
		{0, 100, 0, "F"}, {0, 0, 0, "F"}, {77, 77, 100, "A"}, {0.1 + 0.2 + 92.2, 100, 93, "A"}, {8.05 * 10, 100, 81, "B"},
	} {
		if got := Score(c.points, c.max); got != c.score || Grade(got) != c.grade {
			t.Errorf("%v of %v: %d %s, want %d %s", c.points, c.max, got, Grade(got), c.score, c.grade)
		}
	}
}

func TestWhatCouldNotBeCheckedCountsNeitherWay(t *testing.T) {
	points, max := Sum([]Finding{{Status: Pass, Points: 10, Max: 10}, {Status: Unchecked, Max: 50}, {Status: Fail, Max: 10}, {Status: NA, Points: 5, Max: 5}})
	if points != 15 || max != 25 {
		t.Errorf("%v of %v", points, max)
	}
}

func TestQuotes(t *testing.T) {
	if got := Quotes([]string{"a", "b\"", "c", "d", "e"}); got != `"a", "b\"", "c" and 2 more` {
		t.Errorf("%s", got)
	}
	if got := Quote(" a \n b "); got != `"a b"` {
		t.Errorf("%s", got)
	}
}

func TestShortIsValidAndShort(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s, max := rapid.String().Draw(r, "s"), rapid.IntRange(10, 40).Draw(r, "max")
		got := Short(s, max)
		if len(got) > max || !utf8.ValidString(got) || strings.ContainsAny(got, "\n\t") {
			r.Fatalf("%q", got)
		}
	})
}
