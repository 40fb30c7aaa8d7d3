package versions

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// gem is a version as Gem::Version orders it (github.com/rubygems/rubygems, lib/rubygems/version.rb): numbers and
// words, with the zeros left out that do not count. The library drops zeros within prereleases, so that it takes
// 3.0.0.alpha.5.0.3 and 3.0.0.alpha.5.0.4 for the same.
type gem []string

var (
	gemForm     = regexp.MustCompile(`^[0-9]+(?:\.[0-9a-zA-Z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`)
	gemSegment  = regexp.MustCompile(`[0-9]+|[a-zA-Z]+`)
	gemTrailing = regexp.MustCompile(`([a-zA-Z.])[.0]+$`)
	gemLeading  = regexp.MustCompile(`(^|\.)[0.]+([a-zA-Z])`)
)

// parseGem is nil for what is not a version of a gem. A hyphen begins a prerelease: 1.0-1 is 1.0.pre.1.
func parseGem(text string) gem {
	if !gemForm.MatchString(text) {
		return nil
	}

	plain := strings.ReplaceAll(text, "-", ".pre.")
	canonical := gemTrailing.ReplaceAllString(plain, "$1")
	if at := gemLeading.FindStringSubmatchIndex(canonical); at != nil { // only before the first word
		canonical = canonical[:at[3]] + canonical[at[4]:]
	}
	return gemSegment.FindAllString(canonical, -1)
}

// compare goes segment by segment: a word comes before a number, and before the end.
func (g gem) compare(o gem) int {
	for i := range max(len(g), len(o)) {
		if c := compareSegments(g.at(i), o.at(i)); c != 0 {
			return c
		}
	}
	return 0
}

// at is the segment at i, zero behind the last.
func (g gem) at(i int) string {
	if i < len(g) {
		return g[i]
	}
	return "0"
}

func compareSegments(a, b string) int {
	numberA := isNumber(a)
	numberB := isNumber(b)
	switch {
	case numberA && numberB:
		a = strings.TrimLeft(a, "0")
		b = strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	case numberA:
		return 1
	case numberB:
		return -1
	}
	return strings.Compare(a, b)
}

func isNumber(segment string) bool { return segment[0] >= '0' && segment[0] <= '9' }

// isPrerelease is true for a version with a word in it.
func (g gem) isPrerelease() bool {
	return slices.ContainsFunc(g, func(segment string) bool { return !isNumber(segment) })
}
