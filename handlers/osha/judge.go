package osha

import (
	"math"
	"slices"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/osha"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream/dol"
)

// The points of the score. They are ours: OSHA scores nobody.
const (
	pointsSerious  = 5.0
	pointsWillful  = 20.0
	pointsRepeat   = 12.0
	pointsOther    = 1.0
	maxOther       = 10.0 // of all other-than-serious violations together
	pointsAccident = 15.0
	maxPenalty     = 20.0 // of all penalties together
	oldShare       = 0.5  // of violations older than oldYears
	oldYears       = 5
)

var bands = scored.Bands{Medium: 25, High: 60}

// tally counts the violations of a kind, and those among them that are old.
type tally struct{ count, old int }

// points are those of the kind, each violation worth the given ones.
func (t tally) points(each float64) float64 {
	return each*float64(t.count-t.old) + each*oldShare*float64(t.old)
}

// judge fills in what follows from the violations.
func (e *employer) judge(out *gen.OshaEmployer, now time.Time) {
	limit := now.AddDate(-oldYears, 0, 0).Format(time.DateOnly)
	kinds := map[string]tally{}
	initial := &decimal.Decimal{}
	current := &decimal.Decimal{}
	known := decimal.Zero // of the current penalties
	untold := 0
	for _, v := range e.violations {
		if isIncomplete(v) {
			untold++
		}
		kind := kindOf(v)
		t := kinds[kind]
		t.count++
		if issued := day(response.OrZero(v.Issued)); issued != nil && *issued < limit {
			t.old++
		}
		kinds[kind] = t
		initial = sum(initial, v.Initial)
		current = sum(current, v.Current)
		if v.Current != nil {
			known = known.Add(*v.Current)
		}
	}

	out.Violations = &gen.OshaViolations{
		Total:        len(e.violations),
		Serious:      kinds["S"].count,
		Willful:      kinds["W"].count,
		Repeat:       kinds["R"].count,
		Other:        kinds["O"].count,
		Unclassified: kinds["U"].count,
	}
	out.Penalties = &gen.OshaPenalties{
		InitialUSD: response.NumberOrNull(initial),
		CurrentUSD: response.NumberOrNull(current),
	}
	list := points(kinds, out.AccidentInspections, known)
	unread := len(e.inspections) - len(e.read)
	if unread > 0 {
		list.Weigh("inspections_unread", 0, shared.ReasonSeverityInfo,
			"violations of the latest %d of %s were read: the score is at least this",
			len(e.read), scored.Count(len(e.inspections), "inspection"))
	}
	if untold > 0 {
		list.Weigh("violations_incomplete", 0, shared.ReasonSeverityInfo,
			"%s without a type, a day or a penalty: the score is at least this", scored.Count(untold, "violation"))
	}
	untyped := e.untyped()
	if untyped > 0 {
		list.Weigh("inspections_incomplete", 0, shared.ReasonSeverityInfo,
			"%s without a type, which may be for an accident: the score is at least this",
			scored.Count(untyped, "inspection"))
	}
	score, why := e.tally(untold).Risk(list.Sum())
	if least := list.Score(); score == nil && least >= bands.High { // what was read is enough for the highest band
		score = &least
		why = nil
	}
	out.Reasons = append(slices.Clip(list.Reasons), why...)
	out.RiskScore = score
	out.Band = (*gen.OshaEmployerBand)(bands.Sure(score, possible(unread, untold, untyped)))
}

// kindOf is the type of a violation, "" for one that is not told; one without a word here is not classified.
func kindOf(v dol.Violation) string {
	switch kind := response.OrZero(v.Type); kind {
	case "S", "W", "R", "O", "":
		return kind
	}
	return "U"
}

// possible are the points that may come with inspections that were not read, each with one violation, with violations
// without a type, a day or a penalty, and with inspections without a type.
func possible(unread, untold, untyped int) float64 {
	points := pointsAccident*float64(untyped) + pointsWillful*float64(untold+unread)
	if untold+unread > 0 {
		points += maxPenalty
	}
	return points
}

// tally says of how many inspections the violations were read, and whether all of them tell what is scored.
func (e *employer) tally(untold int) *scored.Tally {
	var tally scored.Tally
	read := len(e.read)
	tally.Part("latest_inspections", float64(read), true)
	if unread := len(e.inspections) - read; unread > 0 {
		tally.Part("earlier_inspections", float64(unread), false)
	}
	if untold > 0 {
		tally.Part("violations_incomplete", float64(read)*float64(untold)/float64(len(e.violations)), false)
	}
	return &tally
}

// sum adds an amount to others, nil when one of them is not known. Of items that are cited together one has the
// penalty, and the others have 0 (01001A and 01001B of inspection 342235454).
func sum(others, amount *decimal.Decimal) *decimal.Decimal {
	if others == nil || amount == nil {
		return nil
	}
	return new(others.Add(*amount))
}

// points are what the violations and their circumstances count for.
func points(kinds map[string]tally, accidents int, current decimal.Decimal) scored.Points {
	list := scored.Points{Reasons: []gen.Reason{}}
	violations := func(kind, code, word string, each, most float64, severity shared.ReasonSeverity) {
		if t := kinds[kind]; t.count > 0 {
			list.Weigh(code, min(t.points(each), most), severity, "%s, %d of them older than five years",
				scored.Count(t.count, word+" violation"), t.old)
		}
	}

	violations("W", "willful_violations", "willful", pointsWillful, math.Inf(1), shared.ReasonSeverityHigh)
	violations("R", "repeat_violations", "repeat", pointsRepeat, math.Inf(1), shared.ReasonSeverityHigh)
	violations("S", "serious_violations", "serious", pointsSerious, math.Inf(1), shared.ReasonSeverityMedium)
	violations("O", "other_violations", "other-than-serious", pointsOther, maxOther, shared.ReasonSeverityInfo)
	violations("U", "unclassified_violations", "unclassified", 0, 0, shared.ReasonSeverityLow)
	if accidents > 0 {
		list.Weigh("accident_inspections", pointsAccident*float64(accidents), shared.ReasonSeverityHigh, "%s",
			scored.Count(accidents, "inspection")+" for an accident or a fatality")
	}
	if current.IsPositive() {
		thousands := current.InexactFloat64() / 1000
		most := min(maxPenalty, math.Round(5*math.Log10(1+thousands)))
		list.Weigh("penalties", most, shared.ReasonSeverityLow, "penalties of %s dollars as they stand now", current)
	}
	return list
}
