package extracttest

import "testing"

func TestScoresCountRunsOfFourWords(t *testing.T) {
	c := Shingles("a b c d e", "a b c d f")
	if c != (Counts{Right: 1, Wrong: 1, Missed: 1}) {
		t.Errorf("%+v", c)
	}
	if s := ByMeans([]Counts{{1, 1, 0}, {1, 0, 3}}); s.Precision != 0.75 || s.Recall != 0.625 {
		t.Errorf("%+v", s)
	}
	if c := Words("One, one two", "one TWO three"); c != (Counts{Right: 2, Wrong: 1, Missed: 1}) {
		t.Errorf("%+v", c)
	}
}
