package match

import (
	"fmt"
	"math"

	gen "github.com/farebox/farebox/gen/match"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/scored"
)

// whole is a score as answers show it, rounded half up.
func whole(score float64) int { return int(math.Floor(score + 0.5)) }

// codeLikeness is what two texts are worth as a whole beside their words.
const codeLikeness = "likeness"

// reasonAnswers are the causes of a comparison, whose points add up to r.Points. Words that agree share what they are
// worth together by how far each agrees. A cap takes what it takes from the score that was reached before it.
func reasonAnswers(r names.Result) (reasons []gen.Reason, against []string) {
	agreement := 0.0
	taken := 0.0
	for _, cause := range r.Reasons {
		switch {
		case cause.Cap > 0:
		case cause.Effect > 0:
			agreement += cause.Effect
		default:
			taken += cause.Effect
		}
	}

	earned := r.Uncapped - taken
	reasons = make([]gen.Reason, 0, len(r.Reasons)+1)
	reached := r.Uncapped
	for _, cause := range r.Reasons {
		points := cause.Effect
		detail := details[cause.Code] + sides(cause.A, cause.B)
		switch {
		case cause.Cap > 0:
			points = min(0, cause.Cap-reached)
			reached += points
			detail += fmt.Sprintf("; the score is at most %v", cause.Cap)
		case cause.Effect > 0:
			points = earned * cause.Effect / agreement
		}

		supporting := supports(cause)
		if !supporting {
			against = append(against, detail)
		}
		reasons = append(reasons, reason(string(cause.Code), points, supporting, detail))
	}
	if agreement == 0 && earned != 0 {
		reasons = append(reasons, reason(codeLikeness, earned, true, "how alike the texts are as a whole"))
	}
	return reasons, against
}

// severities are those of causes that speak against a match, by what they take.
var severities = scored.Severities{Medium: 5, High: 20}

// reason is one cause with its weight for a reader: what supports a match is for information, what speaks against it
// weighs by its points.
func reason(code string, points float64, supporting bool, detail string) gen.Reason {
	severity := severities.Of(-points)
	if !supporting && severity == shared.ReasonSeverityInfo {
		severity = shared.ReasonSeverityLow
	}
	return gen.Reason{
		Code:     code,
		Points:   math.Round(points*1e4) / 1e4,
		Severity: severity,
		Detail:   detail,
	}
}
