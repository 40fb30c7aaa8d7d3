package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/farebox/farebox/internal/web/extract/extracttest"
)

// difference is the 95 % interval of how far F1 of the means of one extractor is above another's on the same pages,
// over
// pages drawn with replacement.
func difference(one, other []extracttest.Counts, rng *rand.Rand) (low, high float64) {
	const draws = 1000
	all := make([]float64, draws)
	a := make([]extracttest.Counts, len(one))
	b := make([]extracttest.Counts, len(one))
	for k := range all {
		for i := range a {
			at := rng.IntN(len(one))
			a[i] = one[at]
			b[i] = other[at]
		}
		all[k] = extracttest.ByMeans(a).F1 - extracttest.ByMeans(b).F1
	}
	slices.Sort(all)
	return all[draws*25/1000], all[draws*975/1000-1]
}

// bands are the lower ends of the bands of confidence that are reported.
var bands = [...]float64{0, 0.4, 0.6, 0.7, 0.8, 0.9}

// reliability holds the confidence of extractions against the F1 in words that they had.
type reliability struct {
	pages, stated, reached, poor [len(bands)]float64
}

// poorF1 is the F1 in words below which an extraction is poor.
const poorF1 = 0.7

func (r *reliability) add(confidence, f1 float64) {
	at := len(bands) - 1
	for bands[at] > confidence {
		at--
	}
	r.pages[at]++
	r.stated[at] += confidence
	r.reached[at] += f1
	if f1 < poorF1 {
		r.poor[at]++
	}
}

// print writes pages, mean confidence and mean F1 of each band, and the mean distance of the two over all pages. It
// writes nothing for an extractor that states no confidence.
func (r *reliability) print() {
	all := 0.0
	distance := 0.0
	stated := 0.0
	for i, n := range r.pages {
		all += n
		stated += r.stated[i]
		distance += math.Abs(r.stated[i] - r.reached[i])
	}

	if stated == 0 {
		return
	}

	for i, n := range r.pages {
		if n > 0 {
			fmt.Printf("  confidence from %.1f  %4.0f pages, stated %.3f, mean F1 in words %.3f, %.0f below %.1f\n",
				bands[i], n, r.stated[i]/n, r.reached[i]/n, r.poor[i], poorF1)
		}
	}

	fmt.Printf("  mean distance of confidence and F1 over the bands %.3f\n", distance/all)
}
