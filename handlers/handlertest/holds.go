package handlertest

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
)

// Holds compares members of an answer with what they should be. A member is named by its path, as in
// "series.0.latest.year"; one that is not there is nil. Whole numbers may be given as int.
func Holds(tb testing.TB, answer, want map[string]any) {
	tb.Helper()
	for path, expected := range want {
		got := Member(answer, path)
		if f, ok := got.(float64); ok && f == math.Trunc(f) {
			got = int64(f)
		}
		if fmt.Sprint(got) != fmt.Sprint(expected) {
			tb.Errorf("%s is %v, want %v", path, got, expected)
		}
	}
}

// Member is what a path leads to, nil where that is nothing; "" is the whole.
func Member(answer any, path string) any {
	if path == "" {
		return answer
	}

	for step := range strings.SplitSeq(path, ".") {
		switch node := answer.(type) {
		case map[string]any:
			answer = node[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(node) {
				return nil
			}
			answer = node[i]
		default:
			return nil
		}
	}
	return answer
}
