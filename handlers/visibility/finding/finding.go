// Package finding holds the findings of an audit and how they add up.
package finding

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/web/htmlpage"
)

// Status is the outcome of one check.
type Status string

// The outcomes.
const (
	Pass      Status = "pass"      // full points
	Warn      Status = "warn"      // part of the points
	Fail      Status = "fail"      // no points
	NA        Status = "na"        // the check does not apply to the page: full points
	Unchecked Status = "unchecked" // its input could not be fetched
)

// Finding is the outcome of one check.
type Finding struct {
	ID       string
	Group    string // category or dimension
	Severity string // critical, high, medium or low; "" where the audit has none
	Status   Status
	Points   float64 // earned, 0 to Max
	Max      float64
	Seen     string // the evidence, in short
	Why      string // why it matters
	Fix      string // what to change; "" when there is nothing to do
}

// Problem is what is wrong with a line of a file, or with the file.
type Problem struct {
	Line   int    // 1-based, 0 for the file as a whole
	Code   string // a stable word for programs
	Detail string
	Error  bool // the line or the file does not count; else a warning
}

// Lost is how many points could still be won.
func (f Finding) Lost() float64 { return f.Max - f.Points }

// Short is s on one line of at most max bytes, with an ellipsis if it was cut.
func Short(s string, max int) string {
	s = htmlpage.Collapse(s)
	if len(s) <= max {
		return s
	}
	return strings.TrimRight(clip.Cut(s, max-len("…")), " ") + "…"
}

// Quote is evidence in the page's own words, quoted and no longer than a line.
func Quote(s string) string { return fmt.Sprintf("%q", Short(s, 160)) }

// Quotes are at most three items of a list, quoted, and the number of further ones.
func Quotes(list []string) string {
	var b strings.Builder
	for i, s := range list {
		if i == 3 {
			fmt.Fprintf(&b, " and %d more", len(list)-3)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", Short(s, 80))
	}
	return b.String()
}

// Sum adds up the points and the maximum. It leaves checks that could not be made out of both, so that they count
// neither for nor against the page.
func Sum(list []Finding) (points, max float64) {
	for _, f := range list {
		if f.Status != Unchecked {
			points += f.Points
			max += f.Max
		}
	}
	return points, max
}

// Score is points of max on a scale of 100, rounded half away from zero; or 0 if max is 0.
func Score(points, max float64) int {
	if max <= 0 {
		return 0
	}
	// The points are sums of decimals such as 0.08: a tiny amount is added so that what should be n.5 rounds as
	// n.5.
	return int(math.Round(100*points/max + 1e-9))
}

// Total is the score of a list. With a check missing it is not the best one.
func Total(list []Finding) int {
	score := Score(Sum(list))
	if score == scored.Highest && slices.ContainsFunc(list, func(f Finding) bool { return f.Status == Unchecked }) {
		return scored.Highest - 1
	}
	return score
}

// Grade is A from 90, B from 80, C from 70, D from 60, else F.
func Grade(score int) string {
	switch {
	case score >= 90:
		return "A"
	case score >= 80:
		return "B"
	case score >= 70:
		return "C"
	case score >= 60:
		return "D"
	}
	return "F"
}
