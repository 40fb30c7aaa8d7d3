package provider

import (
	"errors"
	"slices"
	"time"

	gen "github.com/farebox/farebox/gen/provider"
	"github.com/farebox/farebox/gen/shared"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/nppes"
)

// Codes of reasons that are looked for by name.
const codeOIGUnchecked = "oig_unchecked"

// Points of the reasons.
const (
	pointsNoProvider = -100
	pointsExcluded   = -100
	pointsPossible   = -50
	pointsElsewhere  = -25
	pointsInactive   = -60
	pointsOtherName  = -40
	pointsNoTaxonomy = -10
	pointsNoLicense  = -10
	pointsOld        = -10
	pointsVeryOld    = -20
	pointsOtherState = -10
	pointsNew        = -5
)

// Ages of a record, in years, and of a number, in days.
const (
	oldYears     = 5
	veryOldYears = 10
	newDays      = 90
)

// judged applies the rules in their order. What decides by itself: a match by number on a list, a provider that is not
// there, a number that is not in use, a possible match. After that the points do.
func (h *Handlers) judged(q *query, f *findings) *verdict {
	v := &verdict{Points: scored.Points{Reasons: []shared.Reason{}}}
	matches := slices.Concat(f.oig, f.sam)
	confirmed := v.confirmed(matches)
	missing := errors.Is(f.registerErr, upstream.NotFound) || f.registerErr == nil && len(f.candidates) == 0
	if missing {
		v.Weigh("npi_not_found", pointsNoProvider, shared.ReasonSeverityHigh, "The register has no such provider. %s",
			"Deactivated numbers are no longer in it.")
	}
	possible := !confirmed && v.possible(matches)
	v.unchecked(f, confirmed)
	inactive := false
	if len(f.candidates) > 0 {
		inactive = v.status(f.candidates[0].record)
		h.record(v, q, &f.candidates[0])
	}

	v.tally.Part("register", 1, f.registerErr == nil || missing)
	v.tally.Part("oig", 1, f.oigErr == nil && !f.numberOnly)
	v.tally.Part("sam", 1, f.samErr == nil && !f.numberOnly && !f.samMore)
	v.decided = confirmed || missing || inactive

	score := scored.Bound(scored.Highest + v.Sum())
	switch {
	case confirmed:
		v.verdict = gen.ProviderVerifyVerdictExcluded
	case missing:
		v.verdict = gen.ProviderVerifyVerdictNotFound
	case inactive:
		v.verdict = gen.ProviderVerifyVerdictInactive
	case possible:
		v.verdict = gen.ProviderVerifyVerdictReview
	case score < leastReview:
		v.verdict = gen.ProviderVerifyVerdictHighRisk
	case score < leastVerified, f.unlisted():
		v.verdict = gen.ProviderVerifyVerdictReview
	default:
		v.verdict = gen.ProviderVerifyVerdictVerified
	}
	return v
}

// unlisted says whether a list that should have been asked gave no answer, or was not searched in full. SAM.gov needs a
// key of the operator.
func (f *findings) unlisted() bool {
	return f.oigErr != nil || f.numberOnly || f.samMore ||
		f.samErr != nil && !errors.Is(f.samErr, upstream.NotConfigured)
}

// confirmed says whether a list has the provider by its number.
func (v *verdict) confirmed(matches []gen.ProviderMatch) bool {
	for _, m := range matches {
		if m.MatchType == gen.Npi {
			v.Weigh(string(m.List)+"_excluded", pointsExcluded, shared.ReasonSeverityHigh,
				"%s has this NPI: %s, %s since %s.", listName(m.List), m.Name, m.ExclusionType, dated(m.ExclusionDate))
			return true
		}
	}
	return false
}

// possible says whether a list has the same name with nothing that tells it apart. Several count once, the one with the
// most grounds; namesakes count nothing.
func (v *verdict) possible(matches []gen.ProviderMatch) bool {
	nearest := -1
	for i, m := range matches {
		if m.MatchType == gen.Possible && (nearest < 0 || elsewhere(matches[nearest]) && !elsewhere(m)) {
			nearest = i
		}
	}

	switch {
	case nearest >= 0:
		m := matches[nearest]
		points := pointsPossible
		where := ""
		if elsewhere(m) {
			points = pointsElsewhere
			where = " in another state"
		}
		v.Weigh("possible_exclusion", float64(points), shared.ReasonSeverityHigh,
			"%s has %s%s, %s since %s: compare number, address or date of birth.",
			listName(m.List), m.Name, where, m.ExclusionType, dated(m.ExclusionDate))
		return true
	case len(matches) > 0:
		v.Weigh("namesake", 0, shared.ReasonSeverityInfo,
			"%d with a like name on the lists, each told apart from the provider or not of the very name.", len(matches))
	}
	return false
}

// elsewhere says whether the list has a match in another state than the provider's.
func elsewhere(m gen.ProviderMatch) bool { return slices.Contains(m.Grounds, groundOtherState) }

func listName(list gen.ProviderMatchList) string {
	if list == gen.Sam {
		return "SAM.gov"
	}
	return "The OIG list"
}

func dated(day *string) string {
	if day == nil {
		return "a day that it does not say"
	}
	return *day
}

// unchecked tells of lists that were not asked, or not in full: they never clear anybody.
func (v *verdict) unchecked(f *findings, confirmed bool) {
	if f.oigErr != nil {
		v.Weigh(codeOIGUnchecked, 0, shared.ReasonSeverityHigh,
			"The OIG list was not asked or is too old: whether the provider is excluded is not known.")
	}

	if f.oigErr == nil && f.numberOnly && !confirmed {
		v.Weigh("oig_incomplete", 0, shared.ReasonSeverityMedium,
			"The OIG list was searched for the number alone, which most of its entries do not have.")
	}

	switch {
	case f.samErr == nil && f.numberOnly:
		v.Weigh("sam_incomplete", 0, shared.ReasonSeverityMedium,
			"SAM.gov was not searched: it is searched by name, and none is known for the number.")
	case f.samErr == nil && f.samMore:
		v.Weigh("sam_incomplete", 0, shared.ReasonSeverityMedium,
			"SAM.gov has more records of this name than were read: look there by name and address.")
	case f.samErr == nil:
	case errors.Is(f.samErr, upstream.NotConfigured):
		v.Weigh("sam_unchecked", 0, shared.ReasonSeverityInfo, "SAM.gov was not asked: the operator has no key for it.")
	default:
		v.Weigh("sam_unchecked", 0, shared.ReasonSeverityMedium, "SAM.gov gave no answer.")
	}
}

// status says whether the number is not in use.
func (v *verdict) status(r *nppes.Record) bool {
	if r.Basic.Status != nppes.Deactivated {
		return false // another word than active and deactivated says nothing
	}
	v.Weigh(
		"npi_inactive",
		pointsInactive,
		shared.ReasonSeverityHigh,
		"The register does not have the number as active.",
	)
	return true
}

// record applies the rules about what the register has.
func (h *Handlers) record(v *verdict, q *query, c *candidate) {
	r := c.record
	if c.score != nil && *c.score < names.Threshold {
		v.Weigh(
			"name_mismatch",
			pointsOtherName,
			shared.ReasonSeverityHigh,
			"The register has the number for %s, whose likeness to the name asked for is %d of 100.",
			nameOf(r),
			*c.score,
		)
	}

	switch main := primary(r); {
	case main == nil:
		v.Weigh(
			"no_primary_taxonomy",
			pointsNoTaxonomy,
			shared.ReasonSeverityMedium,
			"No main field of work is marked.",
		)
	case main.License == "":
		v.Weigh("no_license", pointsNoLicense, shared.ReasonSeverityMedium,
			"No licence number is stated for the main field of work, %s.", main.Code)
	}
	h.ages(v, r)
	if q.state != "" && placed(r) && !slices.Contains(states(r), q.state) {
		v.Weigh("state_mismatch", pointsOtherState, shared.ReasonSeverityMedium, "No address and no licence is in %s.",
			q.state)
	}
}

// placed says whether all addresses of a record have a state: one without may be in any.
func placed(r *nppes.Record) bool {
	return !slices.ContainsFunc(r.Addresses, func(a nppes.Address) bool { return a.State == "" })
}

// ages judges how old the record and how new the number is. A date that is missing or cannot be read says nothing.
func (h *Handlers) ages(v *verdict, r *nppes.Record) {
	now := h.now()
	if updated, err := time.Parse(time.DateOnly, r.Basic.Updated); err == nil {
		switch {
		case updated.AddDate(veryOldYears, 0, 0).Before(now):
			v.Weigh(
				"very_old_record",
				pointsVeryOld,
				shared.ReasonSeverityMedium,
				"Last updated %s, over %d years ago.",
				r.Basic.Updated,
				veryOldYears,
			)
		case updated.AddDate(oldYears, 0, 0).Before(now):
			v.Weigh("old_record", pointsOld, shared.ReasonSeverityLow, "Last updated %s, over %d years ago.",
				r.Basic.Updated, oldYears)
		}
	}

	if given, err := time.Parse(
		time.DateOnly,
		r.Basic.Enumerated,
	); err == nil &&
		given.AddDate(0, 0, newDays).After(now) {
		v.Weigh("new_number", pointsNew, shared.ReasonSeverityLow, "The number was given on %s, under %d days ago.",
			r.Basic.Enumerated, newDays)
	}
}
