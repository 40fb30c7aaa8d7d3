package freight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

// Points of the score, from a hundred downwards. The weights are ours; what is looked at, and against what, follows
// the public practice of vetting carriers.
const (
	pointsBase             = 100
	pointsInactive         = -60
	pointsOutOfService     = -80
	pointsNoAuthority      = -50
	pointsRevocation       = -25
	pointsNoCover          = -40
	pointsShortCover       = -25
	pointsCancellation     = -15
	pointsNoCargoCover     = -10
	pointsUnsatisfactory   = -80
	pointsConditional      = -25
	pointsFarAboveNational = -15
	pointsAboveNational    = -7
	pointsHazmatFarAbove   = -10
	pointsHazmatAbove      = -5
	pointsManyCrashes      = -15
	pointsSomeCrashes      = -7
	pointsFatalCrash       = -5
	pointsFatalCrashes     = -15 // at most
	pointsAcuteCritical    = -15
	pointsAlert            = -10
	pointsStale            = -10
	pointsNewEntrant       = -8
	pointsThinHistory      = -5
	pointsUndeclared       = -20
	pointsPriorRevocation  = -10
)

// Limits of the score's conditions.
const (
	farAbove        = 1.5 // times the national average
	manyCrashes     = 20  // for each 100 power units
	someCrashes     = 10
	staleMonths     = 24
	newMonths       = 18
	scoreUnfit      = 40
	scoreCaution    = 70
	scoreExcellent  = 85
	scoreGood       = 70
	scoreFair       = 50
	scoreUnverified = scoreGood - 1 // at most, without all that decides
	fewUnits        = 10            // a fleet so small that one crash makes a high rate
)

// findings are what is judged: values of one carrier, nil where they are not known.
type findings struct {
	haul           haul
	active         *bool
	activeDisputed bool
	stopped        *bool
	standing       standing
	forHire        *bool
	interstate     *bool
	revocations    int
	cover          cover
	cancellations  int
	cargoRequired  *bool
	cargoOnFile    *bool
	rating         string // S, C, U or empty
	rates          rates
	crashes        *int
	fatal          *int
	dead           *int
	units          *int
	acute          *bool
	alert          *bool
	updated        time.Time
	added          time.Time
	inspections    *int
	declared       *bool
	prior          *bool
	unregistered   bool     // the census did not answer
	unseen         []string // what of safety and of notices could not be looked at
	now            time.Time
}

// severities are those of reasons, by what they take.
var severities = scored.Severities{Medium: 11, High: -pointsNoCover}

// judgement gathers reasons.
type judgement struct {
	scored.Points
	hard  bool // a reason that makes unfit
	doubt bool // a reason for caution

	unverified bool // something that decides was not checked
}

// take adds a reason.
func (j *judgement) take(code string, points int, format string, args ...any) {
	j.Add(code, float64(points), format, args...)
}

// unfit adds a reason that makes unfit, or one for caution where sources disagree on it.
func (j *judgement) unfit(sure bool, code string, points int, format string, args ...any) {
	j.take(code, points, format, args...)
	j.hard = j.hard || sure
	j.doubt = true
}

// caution adds a reason for caution.
func (j *judgement) caution(code string, points int, format string, args ...any) {
	severity := severities.Of(float64(-points))
	if points == 0 {
		severity = shared.ReasonSeverityMedium
	}
	j.Weigh(code, float64(points), severity, format, args...)
	j.doubt = true
}

// note adds what the score does not say.
func (j *judgement) note(code string, format string, args ...any) { j.take(code, 0, format, args...) }

// judge scores the findings.
func (f findings) judge() (score int, verdict gen.FreightVerdictVerdict, reasons []gen.Reason) {
	j := &judgement{Points: scored.Points{
		Severities: severities,
		Trust:      true,
	}}
	j.take("base", pointsBase, "A carrier has 100 points before anything is found against it.")
	f.judgeStatus(j)
	f.judgeAuthority(j)
	f.judgeInsurance(j)
	f.judgeSafety(j)
	f.judgeCrashes(j)
	f.judgeRegistration(j)
	f.judgeGaps(j)
	f.limit(j)

	score = j.Score()
	slices.SortStableFunc(j.Reasons[1:], func(a, b gen.Reason) int { return cmp.Compare(a.Points, b.Points) })
	return score, verdictOf(score, j), j.Reasons
}

func verdictOf(score int, j *judgement) gen.FreightVerdictVerdict {
	switch {
	case j.hard, score < scoreUnfit:
		return gen.Unfit
	case j.doubt, score < scoreCaution:
		return gen.Caution
	}
	return gen.Fit
}

func categoryOf(score int) gen.FreightVerdictCategory {
	switch {
	case score >= scoreExcellent:
		return gen.Excellent
	case score >= scoreGood:
		return gen.Good
	case score >= scoreFair:
		return gen.Fair
	}
	return gen.Poor
}

func (f findings) judgeStatus(j *judgement) {
	if no(f.active) {
		j.unfit(!f.activeDisputed, "usdot_status", pointsInactive, "The USDOT number is not active.%s",
			when(f.activeDisputed, " Another source has it as active."))
	} else if f.activeDisputed {
		j.caution("usdot_status_disputed", 0, "The census has the USDOT number as active, the live system does not.")
	}
	if yes(f.stopped) {
		j.unfit(true, "oos_order", pointsOutOfService, "An order to stop operating is in force.")
	}
}

func (f findings) judgeAuthority(j *judgement) {
	s := f.standing
	kind := strings.ReplaceAll(string(wanted(f.haul)), "_", " ")
	if no(f.forHire) {
		j.caution("not_for_hire", 0, "The carrier does not declare to haul for hire under an authority, "+
			"which a load of others needs.")
	}
	if no(f.interstate) {
		j.caution(
			"intrastate_only",
			0,
			"The carrier is registered for one state only, so that it may not cross a state line.",
		)
	}

	switch {
	case !yes(s.required):
	case s.disputed:
		j.caution("authority", pointsNoAuthority, "Sources of today disagree on an active authority for %s.", kind)
	case no(s.active):
		j.unfit(
			s.stated,
			"authority",
			pointsNoAuthority,
			"No active authority for %s: %s.",
			kind,
			sourceWords(s.source),
		)
	case s.active == nil && !s.unasked:
		j.caution(
			"authority",
			pointsNoAuthority,
			"No file names an authority for %s, which does not prove that there is none.",
			kind,
		)
	}
	if s.another {
		j.caution("authority_another_docket", 0, "Motus has an authority for %s as not in force; "+
			"another docket was in force on 2026-05-14.", kind)
	}
	if yes(s.active) && s.source != nil && *s.source == gen.FreightSignalsAuthoritySourceLegacy {
		j.note("authority_dated", "The authority is known as of 2026-05-14; Motus has no change since.")
	}
	if f.revocations > 0 {
		j.caution(
			"revocation_pending",
			pointsRevocation,
			"A notice of suspension or revocation is still to take effect.",
		)
	}
}

func sourceWords(s *gen.FreightSignalsAuthoritySource) string {
	switch response.OrZero(s) {
	case gen.FreightSignalsAuthoritySourceMotus:
		return "Motus has it as not in force"
	case gen.FreightSignalsAuthoritySourceQcmobile:
		return "FMCSA's live system has none in force"
	case gen.FreightSignalsAuthoritySourceLegacy:
		return "it was not in force on 2026-05-14, and Motus has no change since"
	}
	return "no source names one"
}

func (f findings) judgeInsurance(j *judgement) {
	c := f.cover
	if c.least != nil && c.least.LessThan(c.minimum) {
		none := c.least.IsZero()
		points := pointsShortCover
		if none {
			points = pointsNoCover
		}
		words := fmt.Sprintf("Liability cover on file is %s dollars, the haul needs %s.%s%s%s", c.least, c.minimum,
			when(c.disputed, " Another source has more."),
			when(c.dated, " That was so on 2026-05-14."),
			when(c.ended, " The filing was cancelled and no newer one is known."))
		sure := none && yes(f.standing.required) && !c.disputed && !c.dated && !c.ended
		j.take("insurance_bipd", points, "%s", words)
		j.hard = j.hard || sure
		j.doubt = true
	} else if c.dated {
		j.note("insurance_dated", "The cover is known as of 2026-05-14; Motus has no cancellation since.")
	}

	if c.onFile != nil && c.filed != nil && c.onFile.LessThan(*c.filed) && !c.filed.LessThanOrEqual(c.minimum) {
		j.caution(
			"insurance_below_filed",
			0,
			"FMCSA wants %s dollars of this carrier, %s are on file.",
			c.filed,
			c.onFile,
		)
	}

	if f.haul == gen.FreightVerdictQueryHaulTypeHazmat && c.onFile != nil &&
		c.onFile.LessThan(decimal.NewFromInt(minimumManySeats)) {
		j.note(
			"insurance_bulk_hazmat",
			"Some hazardous materials, such as explosives and those in bulk, need 5000000 dollars.",
		)
	}

	if f.cancellations > 0 {
		j.caution("insurance_cancel_soon", pointsCancellation,
			"A liability filing ends within 30 days or ended in the last 60, and no newer one is known.")
	}

	if f.haul == gen.FreightVerdictQueryHaulTypeHouseholdGoods && yes(f.cargoRequired) && no(f.cargoOnFile) {
		j.take("cargo_bond", pointsNoCargoCover, "Cover for cargo is required of this carrier and not on file.")
	}
}

func (f findings) judgeSafety(j *judgement) {
	switch f.rating {
	case "U":
		j.unfit(true, "safety_rating", pointsUnsatisfactory, "FMCSA rates the carrier unsatisfactory.")
	case "C":
		j.caution("safety_rating", pointsConditional, "FMCSA rates the carrier conditional.")
	}

	above(j, "vehicle_oos_rate", "vehicles", f.rates.vehicle, pointsFarAboveNational, pointsAboveNational)
	above(j, "driver_oos_rate", "drivers", f.rates.driver, pointsFarAboveNational, pointsAboveNational)
	if f.haul == gen.FreightVerdictQueryHaulTypeHazmat || f.haul == gen.FreightVerdictQueryHaulTypeOil {
		above(j, "hazmat_oos_rate", "hazardous materials", f.rates.hazmat, pointsHazmatFarAbove, pointsHazmatAbove)
	}
	if yes(f.acute) {
		j.caution("sms_acute_critical", pointsAcuteCritical,
			"An investigation of the last 12 months found an acute or critical violation.")
	}
	if yes(f.alert) {
		j.take("sms_alert", pointsAlert, "A category of the Safety Measurement System is over its threshold.")
	}
	if f.inspections != nil && *f.inspections == 0 {
		j.take("thin_history", pointsThinHistory, "No roadside inspection in 24 months, so that little is known.")
	}
}

// above holds a rate against the national average, where there are enough inspections.
func above(j *judgement, code, what string, r gen.FreightRate, far, near int) {
	if r.RatePct == nil || yes(r.SmallSample) {
		return
	}
	points := 0
	switch share := *r.RatePct / r.NationalPct; {
	case share >= farAbove:
		points = far
	case share >= 1:
		points = near
	default:
		return
	}
	j.take(code, points, "%d of %d inspections of %s put out of service: %.2f per cent against %.2f in the nation.",
		*r.OutOfService, *r.Inspections, what, *r.RatePct, r.NationalPct)
}
