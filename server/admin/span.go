package admin

import (
	"cmp"
	"time"

	"github.com/farebox/farebox/internal/usage"
)

// stretch is a time that the dashboard can show.
type stretch struct {
	Name  string // in the URL
	Label string
	width time.Duration
	parts int
}

// stretches are those that can be chosen.
var stretches = []stretch{
	{"1h", "1 hour", time.Minute, 60},
	{usual, "24 hours", time.Hour, 24},
	{"7d", "7 days", 6 * time.Hour, 28},
	{"30d", "30 days", 24 * time.Hour, 30},
}

// usual is shown unless another is asked for.
const usual = "24h"

// Keep is how long counts by time are needed: the longest stretch, and the part that has begun.
const Keep = 31 * 24 * time.Hour

// stretchOf is the stretch of a name; false when there is none.
func stretchOf(name string) (stretch, bool) {
	for _, s := range stretches {
		if s.Name == cmp.Or(name, usual) {
			return s, true
		}
	}
	return stretch{}, false
}

// until is the stretch that ends with the part of now, as far as figures are kept. Parts begin at whole minutes, hours
// or days of UTC.
func (s stretch) until(now time.Time, kept time.Duration) usage.Span {
	parts := s.parts
	if kept > 0 {
		parts = max(1, min(parts, int(kept/s.width)))
	}
	last := now.UTC().Truncate(s.width)
	return usage.Span{
		From:  last.Add(-time.Duration(parts-1) * s.width),
		Width: s.width,
		Parts: parts,
	}
}
