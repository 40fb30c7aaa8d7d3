package httpheader

import "testing"

func TestCodingIsTakenWhenItIsNamedOrCoveredByTheStar(t *testing.T) {
	for _, c := range []struct {
		header string
		want   bool
	}{
		{"", false},
		{"gzip", true},
		{"deflate, GZIP;q=0.5", true},
		{"gzip;q=0", false},
		{"gzip; q=0.000, *", false},
		{"*", true},
		{"*;q=0", false},
		{"br", false},
		{"identity, *;q=0", false},
		{"gzip;q=often", false},
	} {
		if got := Takes(c.header, "gzip"); got != c.want {
			t.Errorf("%q: %v", c.header, got)
		}
	}
}
