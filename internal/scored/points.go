// Package scored is what judgements of all families have in common: scores from 0 to 100 that are made of points with
// their reasons, the bands of scores, and the coverage without which there is no score.
package scored

import (
	"fmt"
	"math"

	"github.com/farebox/farebox/gen/shared"
)

// Highest is the end of the scale, which begins at 0.
const Highest = 100

// Bands are the scores from which the bands medium, high and critical begin; what is below is low. Critical is 0 where
// there is no such band.
type Bands struct {
	Medium, High, Critical int
}

// Quarters are bands of equal width.
var Quarters = Bands{
	Medium:   25,
	High:     50,
	Critical: 75,
}

// Of is the band of a score: low, medium, high or critical.
func (b Bands) Of(score int) string {
	switch {
	case b.Critical > 0 && score >= b.Critical:
		return "critical"
	case score >= b.High:
		return "high"
	case score >= b.Medium:
		return "medium"
	}
	return lowest
}

// Sure is the band of a risk score, nil without one, and nil if the score is in the lowest band only because of what is
// not known: the missing points could lift it out.
func (b Bands) Sure(score *int, missing float64) *string {
	if score == nil {
		return nil
	}

	band := b.Of(*score)
	if band == lowest && b.Of(Bound(float64(*score)+missing)) != lowest {
		return nil
	}
	return &band
}

// lowest is the band of the scores below the others.
const lowest = "low"

// Severities are the points from which a reason has the severity low, medium and high. What is below Low, and what does
// not speak against the subject at all, is info.
type Severities struct {
	Low, Medium, High float64
}

// Of is the severity of a reason that speaks against its subject with so many points.
func (s Severities) Of(points float64) shared.ReasonSeverity {
	switch {
	case points <= 0 || points < s.Low:
		return shared.ReasonSeverityInfo
	case points >= s.High:
		return shared.ReasonSeverityHigh
	case points >= s.Medium:
		return shared.ReasonSeverityMedium
	}
	return shared.ReasonSeverityLow
}

// Points gathers the reasons of a score that is their sum.
type Points struct {
	Severities Severities
	Trust      bool // more is better: points that a reason takes away speak against the subject
	Reasons    []shared.Reason
}

// Add adds a reason, whose severity goes by its points.
func (p *Points) Add(code string, points float64, format string, args ...any) {
	against := points
	if p.Trust {
		against = -points
	}
	p.Weigh(code, points, p.Severities.Of(against), format, args...)
}

// Weigh adds a reason that has a severity of its own.
func (p *Points) Weigh(code string, points float64, severity shared.ReasonSeverity, format string, args ...any) {
	p.Reasons = append(p.Reasons, shared.Reason{
		Code:     code,
		Points:   points,
		Severity: severity,
		Detail:   fmt.Sprintf(format, args...),
	})
}

// Sum is what the points of all reasons add up to.
func (p *Points) Sum() float64 {
	sum := 0.0
	for _, r := range p.Reasons {
		sum += r.Points
	}
	return sum
}

// Score is the sum on the scale. A family whose score has parts that can be missing asks its [Tally] instead.
func (p *Points) Score() int { return Bound(p.Sum()) }

// Bound is a number of points on the scale: rounded half away from zero, 0 to 100.
func Bound(points float64) int {
	return int(math.Round(min(max(points, 0), Highest)))
}

// Running rounds the amounts of a list to two places so that they add up to their rounded sum.
type Running struct {
	exact, shown float64
}

// Next is the next amount, rounded.
func (r *Running) Next(amount float64) float64 {
	r.exact += amount
	next := hundredths(hundredths(r.exact) - r.shown)
	r.shown = hundredths(r.shown + next)
	return next
}

func hundredths(x float64) float64 { return math.Round(x*100) / 100 }
