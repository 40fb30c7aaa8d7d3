package scored

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/farebox/farebox/gen/shared"
)

// uncounted stands for a count that nobody has made.
const uncounted = "-"

// Measured reads how often verdicts of each kind were right. A line has the kind, then how many attacks there were,
// were found and were blocked, then how many harmless there were, were flagged and were blocked; what follows is a
// note. The lines of one kind are added up. Each of the kinds has to be there, and no other.
func Measured(text string, kinds ...string) (map[string]shared.Measured, error) {
	sums := map[string][]count{}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		if !slices.Contains(kinds, fields[0]) {
			return nil, fmt.Errorf("measured rates of %q", fields[0])
		}
		sum, err := added(sums[fields[0]], fields[1:])
		if err != nil {
			return nil, fmt.Errorf("measured rates, line %q: %w", strings.TrimSpace(line), err)
		}
		sums[fields[0]] = sum
	}

	out := map[string]shared.Measured{}
	for _, kind := range kinds {
		if sums[kind] == nil {
			return nil, fmt.Errorf("no measured rates of %s", kind)
		}
		attacks := sums[kind][:3]
		harmless := sums[kind][3:]
		out[kind] = shared.Measured{
			Attacks:        attacks[0].n,
			DetectionRate:  *share(attacks[1], attacks[0]),
			BlockRate:      share(attacks[2], attacks[0]),
			Harmless:       harmless[0].n,
			FalseAlarmRate: *share(harmless[1], harmless[0]),
			FalseBlockRate: share(harmless[2], harmless[0]),
		}
	}
	return out, nil
}

// count is a number of cases, unknown where somebody has not counted.
type count struct {
	n       int
	unknown bool
}

// added adds the counts of a line to sums, which are nil before the first line.
func added(sums []count, fields []string) ([]count, error) {
	const counts = 6
	if len(fields) < counts {
		return nil, fmt.Errorf("%d counts, want %d", len(fields), counts)
	}

	var line [counts]count
	for i := range line {
		if line[i].unknown = fields[i] == uncounted && i%3 == 2; line[i].unknown {
			continue
		}
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			return nil, err
		}
		line[i].n = n
	}
	for _, side := range [][]count{line[:3], line[3:]} { // what is blocked is found or flagged, too
		if side[0].n == 0 || side[1].n > side[0].n || side[2].n > side[1].n || min(side[1].n, side[2].n) < 0 {
			return nil, errors.New("a part is larger than its whole, or there is none")
		}
	}

	out := make([]count, counts)
	copy(out, sums)
	for i := range out {
		out[i].n += line[i].n
		out[i].unknown = out[i].unknown || line[i].unknown
	}
	return out, nil
}

// share is a part of a whole to three places, nil where the part is not known.
func share(part, whole count) *float64 {
	const places = 1000
	if part.unknown {
		return nil
	}
	return new(float64((part.n*places+whole.n/2)/whole.n) / places)
}
