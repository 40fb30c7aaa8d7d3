package env

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/shopspring/decimal"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	echodata "github.com/farebox/farebox/internal/upstream/echo"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// years is the window of inspections, actions and penalties.
const years = 5

// EnvCompliance answers GET /env/compliance: ECHO's detailed report of one facility. There is no other source, so that
// a report that cannot be had is an error, never a clean record.
func (h *Handlers) EnvCompliance(
	ctx context.Context, req gen.EnvComplianceRequestObject,
) (gen.EnvComplianceResponseObject, error) {
	registry, err := readRegistry(req.Params.RegistryID)
	if err != nil {
		return nil, err
	}

	ctx, reads := upstream.WithReads(ctx)
	report, err := h.echo.Report(ctx, registry)
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return nil, err
	}

	source := response.Read(srcECHO, reads, err)
	answer := gen.EnvCompliance200JSONResponse{
		RegistryID:    registry,
		Programs:      []gen.EnvProgram{},
		FormalActions: []gen.EnvRecord_FormalActions{},
		Window:        gen.EnvRecord_Window{Years: years},
		Reasons:       []gen.Reason{},
		Coverage:      record{}.tally().Coverage(),
		URL:           reportURL(registry),
		Disclaimer:    proof,
	}
	if report != nil {
		source.Records = new(len(report.Summary.Programs))
		answer.Found = true
		describe(&answer, report)
		if unreadable(report.Formal.Actions) {
			source.Detail = new("formal actions have members of other names than those that are known")
		}
	}
	answer.Sources = []gen.Source{source}
	answer.Partial = response.Partial(answer.Sources) || report != nil && unreadable(report.Formal.Actions)
	return answer, nil
}

// describe writes the report down.
func describe(answer *gen.EnvCompliance200JSONResponse, report *echodata.Report) {
	if permit := named(report); permit != nil {
		answer.Name = textOrNull(permit.Name)
		answer.Address = textOrNull(permit.Street)
		answer.City = textOrNull(permit.City)
		answer.State = textOrNull(permit.State)
		answer.Zip = textOrNull(permit.ZIP)
	}
	for _, span := range report.Summary.Dates {
		answer.Window.PeriodStart = response.Date(span.Start.Day())
		answer.Window.PeriodEnd = response.Date(span.End.Day())
		break
	}
	answer.FormalActions = formalActions(report.Formal.Actions)

	if report.Summary.Programs == nil {
		answer.Programs = nil
	}
	worst := untold
	for _, p := range report.Summary.Programs {
		worst = max(worst, standingOf(string(p.Status)), flagged(report, p))
		answer.Programs = append(answer.Programs, program(p, answer.FormalActions))
	}
	answer.OverallStatus = new([]gen.EnvRecordOverallStatus{
		untold:    gen.Unknown,
		clean:     gen.NoViolationIdentified,
		violating: gen.Violation,
		seriously: gen.SignificantViolation,
	}[worst])

	found := summed(report.Summary.Programs, worst == seriously)
	score, reasons := found.risk()
	answer.RiskScore = score
	answer.Reasons = reasons
	tally := found.tally()
	answer.Coverage = tally.Coverage()
	answer.RiskCategory = (*gen.EnvRecordRiskCategory)(tally.Band(bands, score))
}

// named is the record that names the facility: the registry's own, else the first with a name.
func named(report *echodata.Report) *echodata.Permit {
	var first *echodata.Permit
	for i, p := range report.Permits {
		switch {
		case p.Name == "":
		case p.System == "FRS":
			return &report.Permits[i]
		case first == nil:
			first = &report.Permits[i]
		}
	}
	return first
}

// flagged is seriously when the summary of compliance has the program in significant noncompliance now.
func flagged(report *echodata.Report, p echodata.Program) standing {
	for _, s := range report.Current.Programs {
		if s.Statute == p.Statute && s.ID == p.ID && response.OrZero(s.Significant.Flag()) {
			return seriously
		}
	}
	return untold
}

func program(p echodata.Program, actions []gen.EnvRecord_FormalActions) gen.EnvProgram {
	shown := gen.EnvProgram{
		Statute:               textOrNull(p.Statute),
		SourceID:              textOrNull(p.ID),
		Status:                textOrNull(p.Status),
		Regulated:             regulated(string(p.Status)),
		QuartersNoncompliance: p.Quarters.Count(),
		QuartersSignificant:   p.SignificantQuarters.Count(),
		Inspections:           p.Inspections.Count(),
		LastInspectionDate:    response.Date(p.LastInspection.Day()),
		FormalActions:         p.Formal.Count(),
		InformalActions:       p.Informal.Count(),
		PenaltiesUSD:          response.NumberOrNull(dollars(p.Penalties)),
	}

	for _, a := range actions { // newest first
		if shown.Statute != nil && response.OrZero(a.Statute) == *shown.Statute && fined(a) {
			shown.LastPenaltyDate = a.ActionDate
			break
		}
	}

	return shown
}

func fined(a gen.EnvRecord_FormalActions) bool {
	if a.PenaltyUSD == nil {
		return false
	}
	amount, err := decimal.NewFromString(string(*a.PenaltyUSD))
	return err == nil && amount.IsPositive()
}

// What statutes' systems call the members of a formal action.
var (
	actionDates     = []string{"ActionDate", "SettlementDate", "Date", "EnforcementDate"}
	actionStatutes  = []string{"Statute", "Law", "PrimaryLaw"}
	actionTypes     = []string{"ActionType", "Type", "ActionTypeDesc", "EnforcementType"}
	actionPenalties = []string{"PenaltyAmount", "Penalty", "FedPenalty", "FederalPenalty", "TotalPenalty"}
)

// unreadable says whether an action lacks a date, a statute and a type under the known names, or has a penalty
// that is not a single value. Not every action comes with a penalty.
func unreadable(list []echodata.Action) bool {
	return slices.ContainsFunc(list, func(a echodata.Action) bool {
		return !a.Has(actionDates...) || !a.Has(actionStatutes...) || !a.Has(actionTypes...) ||
			a.Nests(actionPenalties...)
	})
}

// formalActions are the actions, newest first.
func formalActions(list []echodata.Action) []gen.EnvRecord_FormalActions {
	if list == nil { // not an empty list
		return nil
	}

	actions := []gen.EnvRecord_FormalActions{}
	for _, a := range list {
		actions = append(actions, gen.EnvRecord_FormalActions{
			ActionDate: response.Date(a.First(actionDates...).Day()),
			Statute:    textOrNull(a.First(actionStatutes...)),
			Type:       textOrNull(a.First(actionTypes...)),
			PenaltyUSD: response.NumberOrNull(dollars(a.First(actionPenalties...))),
		})
	}
	slices.SortStableFunc(actions, func(a, b gen.EnvRecord_FormalActions) int {
		return cmp.Compare(response.OrZero(b.ActionDate), response.OrZero(a.ActionDate))
	})
	return actions
}

// summed is the record over all programs: the most quarters of one, and the sum of all else.
func summed(programs []echodata.Program, seriousNow bool) record {
	r := record{seriousNow: seriousNow}
	for _, p := range programs {
		if n := p.Quarters.Count(); n != nil {
			r.quarters = new(max(response.OrZero(r.quarters), *n))
		}
		if n := p.SignificantQuarters.Count(); n != nil {
			r.serious = new(response.OrZero(r.serious) || *n > 0)
		}
		r.formal = plus(r.formal, p.Formal)
		r.informal = plus(r.informal, p.Informal)
		if amount := dollars(p.Penalties); amount != nil {
			r.penalties = new(response.OrZero(r.penalties).Add(*amount))
		}
	}
	return r
}

// plus adds a count that may not be given.
func plus(sum *int, text scalar.Text) *int {
	n := text.Count()
	if n == nil {
		return sum
	}
	return new(response.OrZero(sum) + *n)
}
