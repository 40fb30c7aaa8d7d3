package travel

import (
	"context"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/travel"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/passportindex"
)

const visaDisclaimer = "A snapshot of a public table, not what airlines and border officers check. E-tickets and " +
	"arrival cards are not in it. Rules change at short notice and depend on purpose, age and earlier " +
	"trips: confirm with the embassy before travel."

// TravelVisa answers GET /travel/visa.
func (h *Handlers) TravelVisa(
	_ context.Context, req gen.TravelVisaRequestObject,
) (gen.TravelVisaResponseObject, error) {
	passport, err := readPlace("passport_country", req.Params.PassportCountry)
	if err != nil {
		return nil, err
	}
	destination, err := readPlace("destination", req.Params.Destination)
	if err != nil {
		return nil, err
	}

	rule, said := h.rule(passport, destination)
	if upstream.KindOf(said.err) == upstream.NotFound {
		return nil, problem.NotFound("destination", "the table of %s has no rule for passports of %s in %s",
			passportindex.AsOf, passport.CountryName, destination.CountryName)
	}
	if said.err != nil {
		return nil, said.err
	}
	return gen.TravelVisa200JSONResponse{
		PassportCountry:        passport,
		Destination:            destination,
		RulesOf:                rule.rulesOf,
		Requirement:            gen.TravelVisaRuleRequirement(rule.requirement()),
		MaxStayDays:            response.OrNull(rule.Days),
		VisaNeededBeforeTravel: rule.before(),
		RawValue:               rule.Raw,
		AsOfDate:               passportindex.AsOf,
		AgeDays:                response.AgeDays(tableDay(), h.now()),
		Sources:                []gen.Source{said.source},
		Partial:                partial([]heard{said}),
		Attribution:            passportindex.Provider.Attribution,
		Disclaimer:             visaDisclaimer,
	}, nil
}

// visaRule is a rule of the table and, for a territory, whose rule it is.
type visaRule struct {
	passportindex.Rule
	rulesOf *gen.TravelPlace
}

// pairsUsual is the minimum number of pairs in the complete table.
const pairsUsual = 39_000

// rule looks up a pair. A territory with its state's rules is looked up under the state, and its people have the
// state's passport.
func (h *Handlers) rule(passport, destination gen.TravelPlace) (visaRule, heard) {
	var found visaRule
	holder := passport.Country
	target := destination.Country
	if state, ok := ruled[holder]; ok {
		holder = state
	}
	if state, ok := ruled[target]; ok {
		target = state
		found.rulesOf = new(placeOf(state))
	}

	table, _, err := h.visas.Table.Get()
	if err == nil {
		rule, known := table.Rule(holder, target)
		if holder == target {
			rule = passportindex.Rule{
				Requirement: passportindex.Home,
				Raw:         passportindex.Home,
			}
			known = true
		}
		if !known {
			err = upstream.NotFound.Errorf("not in the table")
		}
		found.Rule = rule
	}
	said := listed(srcVisas, h.visas.Table.Status("Visa requirements"), err, pairsUsual)
	if err == nil || upstream.KindOf(err) == upstream.NotFound {
		day := tableDay()
		said.source.AsOf = &day
	}
	said.source = response.Aged(said.source, passportindex.Dated, h.now())
	return found, said
}

// tableDay is the day for which the table is valid.
func tableDay() time.Time { return passportindex.Dated.AsOf.Start() }

// requirement is the rule in the words of answers.
func (r visaRule) requirement() string {
	if r.Requirement == passportindex.Home {
		return "home_country"
	}
	return strings.NewReplacer(" ", "_", "-", "_").Replace(r.Requirement)
}

// before reports whether a visa or an authorisation is required before departure.
func (r visaRule) before() bool {
	switch r.Requirement {
	case passportindex.ETA, passportindex.EVisa, passportindex.VisaRequired:
		return true
	}
	return false
}
