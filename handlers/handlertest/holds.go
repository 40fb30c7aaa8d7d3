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
	for _, wrong := range differences(answer, want) {
		tb.Error(wrong)
	}
}

// Open holds an answer against a label that was written before the rules for it. A case that is marked as open has to be
// wrong still.
func Open(tb testing.TB, open bool, answer, want map[string]any) {
	tb.Helper()
	wrong := differences(answer, want)
	switch {
	case !open:
		Holds(tb, answer, want)
	case len(wrong) == 0:
		tb.Error("an open case is right by now")
	default:
		tb.Log(wrong)
	}
}

func differences(answer, want map[string]any) []string {
	var list []string
	for path, expected := range want {
		got := member(answer, path)
		if f, ok := got.(float64); ok && f == math.Trunc(f) {
			got = int64(f)
		}
		if fmt.Sprint(got) != fmt.Sprint(expected) {
			list = append(list, fmt.Sprintf("%s is %v, want %v", path, got, expected))
		}
	}
	return list
}

// member is what a path leads to; "" is the whole.
func member(answer any, path string) any {
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
