package env

import (
	"math"
	"strings"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// Points of the risk. The weights are ours.
const (
	mostQuarters     = 12
	pointsQuarters   = 30 // all twelve out of compliance
	pointsSerious    = 25
	pointsFormal     = 3
	mostFormal       = 15
	mostInformal     = 5
	penaltyStep      = 5 // for each tenfold of a thousand dollars
	mostPenalties    = 15
	pointsSeriousNow = 10
)

var bands = scored.Bands{Medium: 25, High: 60}

// Severities by the number of quarters and of formal actions, and by the points for penalties.
var (
	quarterSeverities = scored.Severities{Medium: 4, High: 8}
	formalSeverities  = scored.Severities{Medium: 2, High: 5}
	penaltySeverities = scored.Severities{Medium: 8, High: 13}
)

// record is what is known about a facility's compliance, summed over statutes.
type record struct {
	quarters   *int  // the most of a statute, of the last twelve
	serious    *bool // whether any was significant
	formal     *int
	informal   *int
	penalties  *decimal.Decimal
	seriousNow bool
}

// known is true when there is anything to judge by.
func (r record) known() bool {
	return r.quarters != nil || r.serious != nil || r.formal != nil || r.informal != nil || r.penalties != nil ||
		r.seriousNow
}

// risk scores a record: nil where nothing is known, which is not a clean one.
func (r record) risk() (score *int, reasons []gen.Reason) {
	reasons = []gen.Reason{}
	if !r.known() {
		return nil, reasons
	}

	points := scored.Points{Reasons: reasons}
	take := func(code string, n int, severity shared.ReasonSeverity, format string, args ...any) {
		if n != 0 {
			points.Weigh(code, float64(n), severity, format, args...)
		}
	}
	if r.quarters != nil {
		n := min(mostQuarters, *r.quarters)
		take(
			"quarters_noncompliance",
			int(math.Round(pointsQuarters*float64(n)/mostQuarters)),
			quarterSeverities.Of(float64(n)),
			"%d of the last 12 quarters with a violation.",
			n,
		)
	}
	if r.serious != nil && *r.serious {
		take("significant_noncompliance", pointsSerious, shared.ReasonSeverityHigh,
			"Significant noncompliance in the last three years.")
	}
	formal := response.OrZero(r.formal)
	take("formal_actions", min(mostFormal, pointsFormal*formal), formalSeverities.Of(float64(formal)),
		"%s in five years.", scored.Count(formal, "formal enforcement action"))
	informal := response.OrZero(r.informal)
	take("informal_actions", min(mostInformal, informal), shared.ReasonSeverityLow,
		"%s in five years.", scored.Count(informal, "informal action"))
	if r.penalties != nil {
		thousands, _ := r.penalties.Div(decimal.NewFromInt(1000)).Float64()
		n := min(mostPenalties, int(math.Round(penaltyStep*math.Log10(1+thousands))))
		take("penalties", n, penaltySeverities.Of(float64(n)), "Penalties of %s dollars in five years.", r.penalties)
	}
	if r.seriousNow {
		take("significant_now", pointsSeriousNow, shared.ReasonSeverityHigh,
			"A significant or high priority violation stands now.")
	}
	score, why := r.tally().Risk(points.Sum())
	return score, append(points.Reasons, why...)
}

// tally says which parts of the score are known, by the most points that each can have.
func (r record) tally() *scored.Tally {
	var tally scored.Tally
	tally.Part("quarters_noncompliance", pointsQuarters, r.quarters != nil)
	tally.Part("significant_noncompliance", pointsSerious, r.serious != nil)
	tally.Part("formal_actions", mostFormal, r.formal != nil)
	tally.Part("informal_actions", mostInformal, r.informal != nil)
	tally.Part("penalties", mostPenalties, r.penalties != nil)
	return &tally
}

// standing is what a status of EPA's means.
type standing int

// The standings, from the best to the worst.
const (
	untold standing = iota
	clean
	violating
	seriously
)

// inWords is a status in small letters, with one blank before each word: Violation-Unresolved has the word unresolved,
// and not resolved.
func inWords(status string) string {
	letters := strings.FieldsFunc(strings.ToLower(status), func(r rune) bool { return r < 'a' || r > 'z' })
	return " " + strings.Join(letters, " ")
}

// standingOf reads a status in the words of EPA's guide to the Detailed Facility Report (ECHO help, Facility-Level
// Compliance Status, HPV History). "Violation Addressed" is dealt with and not open; "Unaddressed" is what the guide
// calls a high priority violation on which no action was taken. A terminated permit and one that does not apply say
// nothing about compliance.
func standingOf(status string) standing {
	text := inWords(status)
	has := func(begin string) bool { return strings.Contains(text, " "+begin) }

	switch {
	case has("unknown"), has("terminated"), has("not applicable"), has("undetermined"):
		return untold
	case has("no violation"), has("addressed"), has("resolved"):
		return clean
	case has("significant"), has("high priority"), has("serious"), has("enforcement priority"), has("unaddressed"):
		return seriously
	case has("violation"), has("noncompl"):
		return violating
	}
	return untold
}

// regulated is false for a permit that ended or does not apply, nil where no status is given.
func regulated(status string) *bool {
	text := inWords(status)
	if text == " " {
		return nil
	}
	return new(!strings.Contains(text, " terminated") && !strings.Contains(text, " not applicable") &&
		!strings.Contains(text, " inactive"))
}
