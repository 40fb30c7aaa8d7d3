package gdelt

import (
	"regexp"
	"strconv"
	"time"

	"github.com/farebox/farebox/internal/problem"
)

var spanForm = regexp.MustCompile(`^([0-9]{1,4})([hdwm])$`)

// Bounds of a time span: the API refuses less than an hour, and keeps three months.
const (
	shortest = time.Hour
	longest  = 92 * 24 * time.Hour
)

// readSpan reads the input timespan. A month is taken as 30 days.
func readSpan(text string) (time.Duration, error) {
	m := spanForm.FindStringSubmatch(text)
	if m == nil {
		return 0, problem.Invalid(
			"timespan",
			"timespan has to be a number with h, d, w or m for months, such as 24h, 7d or 3m",
		)
	}

	n, err := strconv.Atoi(m[1])
	if err != nil {
		return 0, problem.Invalid("timespan", "timespan has no such number")
	}

	unit := map[string]time.Duration{
		"h": time.Hour,
		"d": 24 * time.Hour,
		"w": 7 * 24 * time.Hour,
		"m": 30 * 24 * time.Hour,
	}[m[2]]

	span := time.Duration(n) * unit
	if span < shortest || span > longest {
		return 0, problem.Invalid("timespan", "timespan has to be from 1h to 3m")
	}

	return span, nil
}
