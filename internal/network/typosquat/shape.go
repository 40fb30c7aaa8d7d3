package typosquat

import (
	"math"
	"strings"
	"unicode/utf8"
)

// checkShape notes labels built as throw-away names are.
func checkShape(v *Verdict, label string) {
	if n := strings.Count(label, "-"); n >= 4 {
		v.add("many_hyphens", costSmall, "%d hyphens in one label.", n)
	}

	digits := 0
	for i := range len(label) {
		if label[i] >= '0' && label[i] <= '9' {
			digits++
		}
	}

	if digits >= 4 {
		v.add("many_digits", costSmall, "%d digits in one label.", digits)
	}
	if n := utf8.RuneCountInString(label); n > 30 {
		v.add("long_label", costSmall, "A label of %d characters.", n)
	}

	if randomLooking(label) {
		v.add("random_looking", costRandom, "The letters look drawn at random.")
	}
}

// randomLooking says whether a label has more than 3.8 bits of entropy a character, which takes many different
// ones, and hardly a vowel.
func randomLooking(label string) bool {
	counts := map[rune]int{}
	total := 0
	vowels := 0
	for _, r := range label {
		if r == '-' {
			continue
		}
		counts[r]++
		total++
		if strings.ContainsRune("aeiouy", r) {
			vowels++
		}
	}

	var bits float64
	for _, n := range counts {
		p := float64(n) / float64(total)
		bits -= p * math.Log2(p)
	}

	return bits > 3.8 && isASCII(label) && 5*vowels < total
}

// nearest is the brand nearest to a label that imitates none: at most three edits away, and less than half
// of the shorter name.
func (d *Detector) nearest(label string) (brand string, edits int) {
	looks := d.asASCII(label)
	best := 4
	for _, b := range d.labels {
		limit := min(best-1, 3, (min(b.size, utf8.RuneCountInString(looks))-1)/2)
		if limit < 1 {
			continue
		}
		if n := distance(b.label, looks, limit); n <= limit {
			brand = b.brand
			best = n
		}
	}
	if brand == "" {
		return "", 0
	}
	return brand, best
}
