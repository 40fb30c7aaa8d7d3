package freight

import "strings"

func (f findings) judgeCrashes(j *judgement) {
	if rate := perHundred(f.crashes, f.units); rate != nil {
		few := when(*f.units < fewUnits, " In so small a fleet one crash makes a high rate.")
		words := "%d crashes in 24 months are %.2f for each 100 power units, whoever was at fault.%s"
		switch {
		case *rate > manyCrashes:
			j.take("crashes", pointsManyCrashes, words, *f.crashes, *rate, few)
		case *rate > someCrashes:
			j.take("crashes", pointsSomeCrashes, words, *f.crashes, *rate, few)
		}
	}
	fatal := f.fatal
	if fatal == nil && f.dead != nil && *f.dead > 0 {
		fatal = new(1) // how many crashes they were in is not known
	}
	if fatal != nil && *fatal > 0 {
		j.take("fatal_crashes", max(*fatal*pointsFatalCrash, pointsFatalCrashes),
			"%d crashes with a fatality in 24 months, whoever was at fault.", *fatal)
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
	if f.stopped == nil {
		open = append(open, "out-of-service orders")
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
	if len(open) > 0 {
		j.caution("unverified", 0, "Could not be checked: %s.", strings.Join(open, ", "))
	}
}
