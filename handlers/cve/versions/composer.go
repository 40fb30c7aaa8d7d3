package versions

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// composer is a version in Composer's normal form (getcomposer.org/doc/articles/versions.md): four numbers, or a date; a stability
// with numbers; and whether it is a development state of that.
type composer struct {
	numbers   []int64
	stability int // as PHP's version_compare ranks them
	counts    []int64
	released  int // 0 for a development state, so that it sorts first
}

const (
	stabilityDev = iota
	stabilityAlpha
	stabilityBeta
	stabilityRC
	stabilityStable
	stabilityPatch
)

const composerSuffix = `(?:[._-]?(?:(stable|beta|b|rc|alpha|a|patch|pl|p)((?:[.-]?\d{1,18})*))?([.-]?dev)?)?(?:\+[0-9a-z.+-]*)?$`

var (
	composerClassic = regexp.MustCompile(`^v?(\d{1,9})(?:\.(\d{1,18}))?(?:\.(\d{1,18}))?(?:\.(\d{1,18}))?` + composerSuffix)
	composerDate    = regexp.MustCompile(`^v?(\d{4}(?:[.:-]?\d{2}){1,6}(?:[.:-]?\d{1,3}){0,2})()()()` + composerSuffix)
	digits          = regexp.MustCompile(`\d+`)
)

// parseComposer returns nil for anything that is not a version, such as a branch (dev-main).
func parseComposer(text string) *composer {
	text = strings.ToLower(text)
	m := composerClassic.FindStringSubmatch(text)
	if m == nil {
		m = composerDate.FindStringSubmatch(text)
	}

	if m == nil {
		return nil
	}
	c := &composer{
		stability: stabilityStable,
		counts:    numbersIn(m[6]),
		released:  1,
	}
	for _, part := range m[1:5] {
		c.numbers = append(c.numbers, numbersIn(part)...)
	}

	for len(c.numbers) < 4 {
		c.numbers = append(c.numbers, 0)
	}

	switch m[5] {
	case "alpha", "a":
		c.stability = stabilityAlpha
	case "beta", "b":
		c.stability = stabilityBeta
	case "rc":
		c.stability = stabilityRC
	case "patch", "pl", "p":
		c.stability = stabilityPatch
	}

	switch {
	case m[7] == "":
	case c.stability == stabilityStable:
		c.stability = stabilityDev
	default:
		c.released = 0
	}

	if c.stability == stabilityStable {
		c.counts = nil // "stable" has no number
	}
	return c
}

// numbersIn are the runs of digits in text. They have at most 18 digits by the patterns above, so that each is an int64.
func numbersIn(text string) []int64 {
	var out []int64
	for _, run := range digits.FindAllString(text, -1) {
		n, _ := strconv.ParseInt(run, 10, 64)
		out = append(out, n)
	}
	return out
}

func (c *composer) compare(o *composer) int {
	return cmp.Or(slices.Compare(c.numbers, o.numbers), cmp.Compare(c.stability, o.stability), slices.Compare(c.counts, o.counts), cmp.Compare(c.released, o.released))
}

func (c *composer) isPrerelease() bool { return c.stability < stabilityStable || c.released == 0 }
