package scored

import (
	"strings"

	"github.com/farebox/farebox/gen/shared"
)

// leastShare is the part of the weight that has to be evaluated for a score to mean anything.
const leastShare = 0.5

// Codes of the reasons that a [Tally] adds to those of a score.
const (
	CodeTooLittle = "too_little_known"
	CodeNotAll    = "not_all_known"
)

// Tally counts which parts of a score were evaluated. It keeps the rule of absence for all families: what could not be
// looked at speaks neither for nor against the subject, so that
//   - a score of which less than half by weight was evaluated is null, and
//   - a score of which anything is missing is not the best one there is.
//
// A family whose subject is condemned by one finding alone, such as a listing, may give that score all the same: the
// finding holds whatever else is not known.
type Tally struct {
	evaluated, total float64 // weights
	parts            int
	missing          []string
}

// Part counts a part with its weight in the score. Weights are in any unit, the same for all parts.
func (t *Tally) Part(name string, weight float64, evaluated bool) {
	t.parts++
	t.total += weight
	if !evaluated {
		t.missing = append(t.missing, name)
		return
	}
	t.evaluated += weight
}

// Share is the evaluated part of the weight, from 0 to 1.
func (t *Tally) Share() float64 {
	if t.total == 0 {
		return 0
	}
	return t.evaluated / t.total
}

// Unseen is the weight of what was not evaluated.
func (t *Tally) Unseen() float64 { return t.total - t.evaluated }

// Enough says whether so much was evaluated that there is a score.
func (t *Tally) Enough() bool { return t.Share() >= leastShare }

// Coverage is how many of the parts were evaluated, and the names of those that were not.
func (t *Tally) Coverage() shared.Coverage {
	coverage := shared.Coverage{
		Evaluated: t.parts - len(t.missing),
		Total:     t.parts,
		Missing:   append([]string{}, t.missing...),
	}
	if t.parts > 0 {
		coverage.Ratio = float64(coverage.Evaluated) / float64(t.parts)
	}
	return coverage
}

// Risk is the score for a number of points where more is worse, nil if too little is known. Why is what has to be added
// to the reasons then, or when the score is kept from being perfect; their points add up to the score.
func (t *Tally) Risk(points float64) (score *int, why []shared.Reason) {
	return t.score(points, 0, 1)
}

// Trust is [Tally.Risk] for a score of which more is better.
func (t *Tally) Trust(points float64) (score *int, why []shared.Reason) {
	return t.score(points, Highest, Highest-1)
}

// score gives the points on the scale. With a part missing the best score is the next to it.
func (t *Tally) score(points float64, best, next int) (score *int, why []shared.Reason) {
	if !t.Enough() {
		return nil, []shared.Reason{t.TooLittle()}
	}

	bounded := Bound(points)
	if bounded != best || len(t.missing) == 0 {
		return &bounded, nil
	}
	return &next, []shared.Reason{{
		Code:     CodeNotAll,
		Points:   hundredths(float64(next) - points),
		Severity: shared.ReasonSeverityInfo,
		Detail:   "Not evaluated: " + strings.Join(t.missing, ", ") + ". The best score needs all.",
	}}
}

// Band is the band of a risk score whose weights are the most points of each part: see [Bands.Sure].
func (t *Tally) Band(bands Bands, score *int) *string {
	return bands.Sure(score, t.Unseen())
}

// MeanBand is [Tally.Band] for a score that is the mean of the evaluated parts, each up to [Highest], by weight.
func (t *Tally) MeanBand(bands Bands, score *int) *string {
	if score == nil {
		return nil
	}
	return bands.Sure(score, float64(Highest-*score)*(1-t.Share()))
}

// TooLittle is the reason why there is no score or verdict.
func (t *Tally) TooLittle() shared.Reason {
	return shared.Reason{
		Code:     CodeTooLittle,
		Severity: shared.ReasonSeverityMedium,
		Detail: "Less than half of what the score is made of could be evaluated, so that there is none. Missing: " +
			strings.Join(t.missing, ", ") + ".",
	}
}
