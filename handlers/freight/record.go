package freight

import (
	"fmt"
	"strings"

	gen "github.com/farebox/farebox/gen/freight"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
)

func (f findings) judgeCrashes(j *judgement) {
	if rate := perHundred(f.crashes, f.units); rate != nil {
		few := when(*f.units < fewUnits, " In so small a fleet one crash makes a high rate.")
		words := "%s in 24 months: %.2f for each 100 power units, whoever was at fault.%s"
		switch {
		case *rate > manyCrashes:
			j.take("crashes", pointsManyCrashes, words, scored.Count(*f.crashes, "crash"), *rate, few)
		case *rate > someCrashes:
			j.take("crashes", pointsSomeCrashes, words, scored.Count(*f.crashes, "crash"), *rate, few)
		}
	}

	fatal := response.OrZero(f.fatal)
	least := ""
	if f.fatal == nil && response.OrZero(f.dead) > 0 {
		fatal = 1 // how many crashes they were in is not known
		least = "At least "
	}

	if fatal > 0 {
		j.take("fatal_crashes", max(fatal*pointsFatalCrash, pointsFatalCrashes),
			"%s%s with a fatality in 24 months, whoever was at fault.", least, scored.Count(fatal, "crash"))
	}
}

func (f findings) judgeRegistration(j *judgement) {
	if !f.updated.IsZero() && f.updated.AddDate(0, staleMonths, 0).Before(f.now) {
		j.take("mcs150_stale", pointsStale, "The registration was last updated on %s; every two years is due.",
			dateText(f.updated))
	}
	if !f.added.IsZero() && f.added.AddDate(0, newMonths, 0).After(f.now) {
		j.caution("new_entrant", pointsNewEntrant, "The USDOT number was registered on %s, less than 18 months ago.",
			dateText(f.added))
	}
	if no(f.declared) {
		j.caution("haul_capability", pointsUndeclared, "The carrier does not declare, or has no authority for, %s.",
			strings.ReplaceAll(string(f.haul), "_", " "))
	}
	if yes(f.prior) {
		j.take("prior_revoke", pointsPriorRevocation, "The registration was revoked before.")
	}
}

// judgeGaps keeps a carrier from being fit whose standing could not be checked.
func (f findings) judgeGaps(j *judgement) {
	var open []string
	if f.active == nil {
		open = append(open, "the status of the USDOT number")
	}

	if f.unregistered {
		open = append(open, "how long it is registered and what it declares to haul")
	}
	if f.declared == nil && !f.unregistered && f.haul != gen.FreightVerdictQueryHaulTypeGeneral {
		open = append(open, "whether it hauls "+strings.ReplaceAll(string(f.haul), "_", " "))
	}

	if f.stopped == nil {
		open = append(open, "out-of-service orders")
	}
	if f.crashes != nil && *f.crashes > 0 && perHundred(f.crashes, f.units) == nil {
		open = append(open, fmt.Sprintf("the rate of its %s, for want of the size of its fleet",
			scored.Count(*f.crashes, "crash")))
	}

	if !no(f.standing.required) {
		if f.standing.required == nil {
			open = append(open, "whether an authority is required")
		}
		if f.standing.unasked {
			open = append(open, "the operating authority")
		}
		if f.cover.onFile == nil || f.cover.unasked {
			open = append(open, "the liability insurance")
		}
	}

	if open = append(open, f.unseen...); len(open) > 0 {
		j.unverified = true
		j.caution("unverified", 0, "Could not be checked: %s.", strings.Join(open, ", "))
	}
}

// limit keeps a score from praising a carrier by what was not looked at. A hundred points are given before anything is
// found, so that authority, cover or safety without a say would leave them all.
func (f findings) limit(j *judgement) {
	exempt := no(f.standing.required) && (!yes(f.standing.active) || f.cover.onFile == nil)
	over := j.Score() - scoreUnverified
	if over <= 0 || !j.unverified && !exempt {
		return
	}

	words := "what could not be checked"
	if !j.unverified {
		words = "an authority and cover for hauling the loads of others"
	}
	j.take("score_limited", -over, "Without %s the score is %d at most.", words, scoreUnverified)
}

// unseen is what of safety and of notices no source had a say on.
func (f *facts) unseen() []string {
	var list []string
	rates := f.rates()
	if f.inspected() == nil && rates.vehicle.Inspections == nil && rates.driver.Inspections == nil {
		list = append(list, "roadside inspections")
	}

	if f.accidents().crashes == nil {
		list = append(list, "crashes")
	}

	measured := len(f.property) > 0 || len(f.passenger) > 0
	for _, name := range []string{srcProperty, srcPropertyIntrastate, srcPassenger, srcPassengerIntrastate} {
		if !measured && !f.answered(name) {
			list = append(list, "measures of safety")
			break
		}
	}

	if !f.answered(srcOrders) {
		list = append(list, "notices of suspension and revocation")
	}
	if !f.answered(srcInsuranceHistory) {
		list = append(list, "cancellations of insurance")
	}

	return list
}
