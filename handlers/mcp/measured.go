package mcp

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/mcp"
)

// measuredText is written by TestSets of scripts/research/toolscan/corpus, from the halves of published sets whose
// single samples nobody reads.
//
//go:embed measured.txt
var measuredText string

// measured is how often verdicts were right, on tools and on texts.
type measured struct {
	tools gen.McpMeasured
	texts gen.McpMeasured
}

// readMeasured reads lines of what was judged, attacks found, attacks, harmless flagged and harmless.
func readMeasured(text string) (measured, error) {
	var out measured
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0] == "#" {
			continue
		}
		rates, err := ratesOf(fields[1:])
		if err != nil {
			return measured{}, fmt.Errorf("measured rates, line %q: %w", strings.TrimSpace(line), err)
		}
		switch fields[0] {
		case "tools":
			out.tools = rates
		case "texts":
			out.texts = rates
		default:
			return measured{}, fmt.Errorf("measured rates of %q", fields[0])
		}
	}
	if out.tools.Attacks == 0 || out.texts.Attacks == 0 {
		return measured{}, errors.New("no measured rates of tools or of texts")
	}
	return out, nil
}

// ratesOf makes rates of four counts.
func ratesOf(fields []string) (gen.McpMeasured, error) {
	const counts = 4
	if len(fields) != counts {
		return gen.McpMeasured{}, fmt.Errorf("%d counts, want %d", len(fields), counts)
	}
	var n [counts]int
	for i, field := range fields {
		count, err := strconv.Atoi(field)
		if err != nil {
			return gen.McpMeasured{}, err
		}
		n[i] = count
	}

	found, attacks, flagged, harmless := n[0], n[1], n[2], n[3]
	if found < 0 || found > attacks || flagged < 0 || flagged > harmless || attacks == 0 || harmless == 0 {
		return gen.McpMeasured{}, errors.New("a part is larger than its whole, or there is none")
	}
	return gen.McpMeasured{
		DetectionRate:  share(found, attacks),
		Attacks:        attacks,
		FalseAlarmRate: share(flagged, harmless),
		Harmless:       harmless,
	}, nil
}

// share is a part of a whole to three places.
func share(part, whole int) float64 {
	const places = 1000
	return float64((part*places+whole/2)/whole) / places
}
