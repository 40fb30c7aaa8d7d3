package hazard

import (
	"regexp"
	"strings"

	"github.com/farebox/farebox/internal/upstream/femanfhl"
)

// Levels of flood risk. Undetermined is FEMA's own word for areas that it has not judged; unknown is ours.
const (
	levelHigh         = "high"
	levelModerate     = "moderate"
	levelUndetermined = "undetermined"
	levelLow          = "low"
	levelUnknown      = "unknown"
)

// special are the zones of the special flood hazard area (44 CFR 64.3), with the numbered ones of older maps.
var special = regexp.MustCompile(`^(A|AE|AH|AO|AR|A99|A[1-9]|A[12][0-9]|A30|AR/.+|V|VE|VO|V[1-9]|V[12][0-9]|V30)$`)

const (
	minimal     = "AREA OF MINIMAL FLOOD HAZARD"
	floodway    = "FLOODWAY"
	notIncluded = "AREA NOT INCLUDED"
	openWater   = "OPEN WATER"
)

// levelOf is what a zone means. Zone X is low only where the layer says so: it also holds the 0.2 % floodplain, land
// behind levees and shallow flooding, and older maps leave out which.
func levelOf(z femanfhl.Zone) string {
	switch {
	case special.MatchString(z.Zone), z.SFHA != nil && *z.SFHA:
		return levelHigh
	case z.Zone == "X" && z.Subtype == minimal, z.Zone == "C":
		return levelLow
	case z.Zone == "X" && z.Subtype != "", z.Zone == "B", z.Zone == "X500":
		return levelModerate
	case z.Zone == "X", z.Zone == "D":
		return levelUndetermined
	}
	return levelUnknown
}

// sfha is whether a zone is in the special flood hazard area, nil where the map does not say: an area that was left out
// of it is marked like one outside.
func sfha(z femanfhl.Zone) *bool {
	if special.MatchString(z.Zone) {
		return new(true)
	}
	if z.Zone == notIncluded || z.Zone == openWater || z.Zone == "" {
		return nil
	}
	return z.SFHA
}

func inFloodway(z femanfhl.Zone) bool { return strings.Contains(z.Subtype, floodway) }

// inRegulatoryFloodway is nil where the map does not judge the place.
func inRegulatoryFloodway(z femanfhl.Zone) *bool {
	if levelOf(z) == levelUnknown {
		return nil
	}
	return new(inFloodway(z))
}

var order = map[string]int{
	levelHigh:         4,
	levelModerate:     3,
	levelUndetermined: 2,
	levelUnknown:      1,
	levelLow:          0,
}

// graver compares two zones at one point: the one that counts comes first.
func graver(a, b femanfhl.Zone) int {
	rank := func(z femanfhl.Zone) int {
		n := 10 * order[levelOf(z)]
		if strings.HasPrefix(z.Zone, "V") {
			n += 2
		}
		if inFloodway(z) {
			n++
		}
		return n
	}
	return rank(b) - rank(a)
}
