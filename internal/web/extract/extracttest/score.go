// Package extracttest scores extracted texts against the expected ones, with the measures of the evaluation sets'
// publishers.
package extracttest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
)

// Counts are true positives, false positives and misses.
type Counts struct{ Right, Wrong, Missed float64 }

// Scores are means over pages. As in the publishers' own measures, F1 for Shingles comes from the two means, and F1
// for Words is the mean of the pages' F1.
type Scores struct{ Precision, Recall, F1 float64 }

func tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '_' && !unicode.Is(unicode.Mc, r) && !unicode.Is(unicode.Mn, r)
	})
}

// Shingles compares runs of four words, as multisets, case kept: the measure of the Article Extraction Benchmark.
func Shingles(want, got string) Counts {
	return compare(runs(tokens(want), 4), runs(tokens(got), 4))
}

// Words compares single lower-case words as multisets: the measure of WCXB.
func Words(want, got string) Counts {
	return compare(runs(tokens(strings.ToLower(want)), 1), runs(tokens(strings.ToLower(got)), 1))
}

func runs(words []string, n int) map[string]int {
	if len(words) == 0 {
		return nil
	}
	n = min(n, len(words))
	set := make(map[string]int, len(words))
	for i := 0; i+n <= len(words); i++ {
		set[strings.Join(words[i:i+n], " ")]++
	}
	return set
}

func compare(want, got map[string]int) Counts {
	var c Counts
	for run, n := range want {
		both := min(n, got[run])
		c.Right += float64(both)
		c.Missed += float64(n - both)
	}
	for run, n := range got {
		c.Wrong += float64(n - min(n, want[run]))
	}
	return c
}

// F1 is the harmonic mean of the counts' precision and recall; it is 1 when nothing was expected and nothing found.
func (c Counts) F1() float64 {
	if c.Right+c.Wrong+c.Missed == 0 {
		return 1
	}
	return 2 * c.Right / (2*c.Right + c.Wrong + c.Missed)
}

// ByMeans averages precision and recall over pages and takes F1 of the two means.
func ByMeans(pages []Counts) Scores {
	var s Scores
	found := 0.0
	wanted := 0.0
	for _, c := range pages {
		if c.Right+c.Wrong > 0 {
			s.Precision += c.Right / (c.Right + c.Wrong)
			found++
		}
		if c.Right+c.Missed > 0 {
			s.Recall += c.Right / (c.Right + c.Missed)
			wanted++
		}
	}

	if found > 0 {
		s.Precision /= found
	}
	if wanted > 0 {
		s.Recall /= wanted
	}

	if s.Precision+s.Recall > 0 {
		s.F1 = 2 * s.Precision * s.Recall / (s.Precision + s.Recall)
	}
	return s
}

// ByPage averages precision, recall and F1 over pages; a page with nothing found has precision 0.
func ByPage(pages []Counts) Scores {
	var s Scores
	for _, c := range pages {
		if c.Right > 0 {
			s.Precision += c.Right / (c.Right + c.Wrong)
			s.Recall += c.Right / (c.Right + c.Missed)
		}
		s.F1 += c.F1()
	}
	n := float64(max(1, len(pages)))
	return Scores{s.Precision / n, s.Recall / n, s.F1 / n}
}

// Pooled sums the counts of all pages: the measure of snippet sets.
func Pooled(pages []Counts) Scores {
	var all Counts
	for _, c := range pages {
		all.Right += c.Right
		all.Wrong += c.Wrong
		all.Missed += c.Missed
	}
	if all.Right == 0 {
		return Scores{}
	}
	return Scores{all.Right / (all.Right + all.Wrong), all.Right / (all.Right + all.Missed), all.F1()}
}

// Interval is the 95 % bootstrap interval of a score's F1 (1000 resamples of the pages).
func Interval(pages []Counts, score func([]Counts) Scores, rng *rand.Rand) (low, high float64) {
	const draws = 1000
	all := make([]float64, draws)
	sample := make([]Counts, len(pages))
	for k := range all {
		for i := range sample {
			sample[i] = pages[rng.IntN(len(pages))]
		}
		all[k] = score(sample).F1
	}
	slices.Sort(all)
	return all[draws*25/1000], all[draws*975/1000-1]
}
