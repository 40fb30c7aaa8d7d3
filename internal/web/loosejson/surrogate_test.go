package loosejson

import "testing"

func TestHalfOfASurrogatePairIsFound(t *testing.T) {
	for _, c := range []struct {
		why, text string
		want      int
	}{
		{"none", `"abc\n\u00e9"`, -1},
		{"a pair", `"\ud83d\ude00"`, -1},
		{"a pair in capitals", `"\uD83D\uDE00"`, -1},
		{"first half alone", `"a\ud83d"`, 2},
		{"first half before a letter", `"\ud83da\ude00"`, 1},
		{"first half twice", `"\ud83d\ud83d\ude00"`, 1},
		{"second half alone", `"\ude00"`, 1},
		{"second half after a pair", `"\ud83d\ude00\ude00"`, 13},
		{"the backslash is escaped", `"\\ud800"`, -1},
		{"an escaped backslash before one", `"\\\ud800"`, 3},
		{"broken off", `"\ud8`, -1},
		{"broken off after the backslash", `"\`, -1},
		{"broken off in the second", `"\ud83d\ude`, 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			if got := LoneSurrogate([]byte(c.text)); got != c.want {
				t.Errorf("%s: %d, want %d", c.why, got, c.want)
			}
		})
	}
}
