package trials

import (
	"cmp"
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

const (
	maxOutcomes = 30
	maxSerious  = 20
)

// TrialsResults answers GET /trials/results. A study without results is an answer: it says nothing about the treatment.
func (h *Handlers) TrialsResults(
	ctx context.Context, req gen.TrialsResultsRequestObject,
) (gen.TrialsResultsResponseObject, error) {
	nct, err := identifier(req.Params.Nct)
	if err != nil {
		return nil, err
	}

	study, err := h.registry.Results(ctx, nct)
	if err != nil {
		return nil, failedFor(nct, err)
	}

	p := study.Protocol
	answer := gen.TrialsResults200JSONResponse{
		NctID:                  p.Identification.NCT,
		Title:                  titleOf(p),
		Status:                 word[gen.TrialsResultsStatus](p.Status.Overall, statuses),
		HasResults:             study.Results != nil,
		ResultsFirstPostedDate: day(p.Status.ResultsPosted),
		PrimaryOutcomes:        []gen.TrialsPrimaryOutcome{},
		URL:                    pageOf(p.Identification.NCT) + "?tab=results",
		Attribution:            ctgov.Provider.Attribution,
	}
	notes := []string{aliasNote(nct, study)}
	if study.Results == nil {
		notes = append(notes, "no results are posted on ClinicalTrials.gov; they may be published elsewhere")
	} else {
		putResults(&answer, study.Results)
	}
	notes = slices.DeleteFunc(notes, func(note string) bool { return note == "" })
	answer.Note = response.OrNull(strings.Join(notes, "; "))
	return answer, nil
}

func putResults(answer *gen.TrialsResults200JSONResponse, results *ctgov.Results) {
	answer.ParticipantFlow = flowOf(results)
	answer.AdverseEvents = adverseOf(results.Adverse)
	for _, m := range results.Outcomes.Measures {
		switch m.Type {
		case "PRIMARY":
			answer.PrimaryOutcomesTotal++
			if len(answer.PrimaryOutcomes) < maxOutcomes {
				answer.PrimaryOutcomes = append(answer.PrimaryOutcomes, measureOf(m))
			}
		case "SECONDARY":
			answer.SecondaryOutcomesTotal++
		}
	}
	answer.Truncated = answer.PrimaryOutcomesTotal > len(answer.PrimaryOutcomes)
}

// flowOf returns the periods. Only with a single period are its completers those of the study.
func flowOf(results *ctgov.Results) *gen.TrialsFlow {
	if results.Flow == nil || len(results.Flow.Periods) == 0 {
		return nil
	}
	flow := gen.TrialsFlow{Periods: []gen.TrialsPeriod{}}
	for _, p := range results.Flow.Periods {
		flow.Periods = append(flow.Periods, periodOf(p, results.Flow.Groups))
	}
	flow.Started = flow.Periods[0].Started
	if len(flow.Periods) == 1 {
		flow.Completed = flow.Periods[0].Completed
	}
	return &flow
}

func periodOf(p ctgov.Period, groups []ctgov.Group) gen.TrialsPeriod {
	achieved := map[string]map[string]*int{} // by milestone and group
	for _, m := range p.Milestones {
		if achieved[m.Type] == nil {
			achieved[m.Type] = map[string]*int{}
		}
		for _, a := range m.Achievements {
			achieved[m.Type][a.Group] = whole(a.Subjects)
		}
	}

	period := gen.TrialsPeriod{
		Title:  response.OrNull(p.Title),
		Groups: []gen.TrialsFlowGroup{},
	}
	var started, completed []*int
	for _, g := range groups {
		group := gen.TrialsFlowGroup{
			Title:     g.Title,
			Started:   achieved["STARTED"][g.ID],
			Completed: achieved["COMPLETED"][g.ID],
		}
		started = append(started, group.Started)
		completed = append(completed, group.Completed)
		period.Groups = append(period.Groups, group)
	}
	period.Started = sum(started)
	period.Completed = sum(completed)
	return period
}

// sum is nil if there is nothing to sum or a part is unknown.
func sum(parts []*int) *int {
	if len(parts) == 0 {
		return nil
	}
	total := 0
	for _, part := range parts {
		if part == nil {
			return nil
		}
		total += *part
	}
	return &total
}

func measureOf(m ctgov.Measure) gen.TrialsPrimaryOutcome {
	denoms, unit := denomOf(m.Denoms, m.UnitAnalyzed)
	outcome := gen.TrialsPrimaryOutcome{
		Title:           m.Title,
		Description:     response.OrNull(m.Description),
		Population:      response.OrNull(m.Population),
		TimeFrame:       response.OrNull(m.TimeFrame),
		ReportingStatus: word[gen.TrialsPrimaryOutcomeReportingStatus](m.Reporting, []string{"POSTED", "NOT_POSTED"}),
		Unit:            response.OrNull(m.Unit),
		ParamType:       response.OrNull(m.ParamType),
		SpreadType:      spreadType(m.Dispersion),
		AnalysedUnit:    response.OrNull(unit),
	}

	titles := map[string]string{}
	for _, g := range m.Groups {
		titles[g.ID] = g.Title
		outcome.Groups = append(outcome.Groups, gen.TrialsGroup{
			Title:       g.Title,
			Description: response.OrNull(g.Description),
			N:           denoms[g.ID],
			Values:      valuesOf(m, g.ID, denoms, unit),
		})
	}

	for _, a := range m.Analyses {
		outcome.Analyses = append(outcome.Analyses, analysisOf(a, titles))
	}
	return outcome
}

// spreadType is nil for the registry's words for no spread.
func spreadType(text string) *string {
	if strings.EqualFold(text, "NA") || strings.EqualFold(text, "not applicable") {
		return nil
	}
	return response.OrNull(text)
}

// denomOf is how many of each group were analysed, in the outcome's unit: the one that the record selects, or its
// only one. With several units and no selection it is unknown: eyes are not participants.
func denomOf(denoms []ctgov.Denom, selected string) (counts map[string]*int, unit string) {
	counts = map[string]*int{}
	i := slices.IndexFunc(denoms, func(d ctgov.Denom) bool { return strings.EqualFold(d.Units, selected) })
	if selected == "" && len(denoms) == 1 {
		i = 0
	}
	if i < 0 {
		return counts, selected
	}

	for _, c := range denoms[i].Counts {
		counts[c.Group] = whole(c.Value)
	}
	return counts, denoms[i].Units
}

// valuesOf are the values of a group. A class may have numbers of its own, which count in the outcome's unit: where
// that is not known, participants alone are no answer.
func valuesOf(m ctgov.Measure, group string, denoms map[string]*int, unit string) []gen.TrialsValue {
	var values []gen.TrialsValue
	for _, class := range m.Classes {
		n := denoms[group]
		if len(class.Denoms) > 0 {
			n = nil
			if unit != "" || len(m.Denoms) == 0 {
				own, _ := denomOf(class.Denoms, unit)
				n = own[group]
			}
		}
		for _, category := range class.Categories {
			for _, measured := range category.Measurements {
				if measured.Group != group {
					continue
				}
				values = append(values, gen.TrialsValue{
					Class:     response.OrNull(class.Title),
					Category:  response.OrNull(category.Title),
					N:         n,
					ValueText: response.OrNull(measured.Value),
					Value:     number(measured.Value),
					Spread:    number(measured.Spread),
					Low:       number(measured.Lower),
					High:      number(measured.Upper),
					Comment:   response.OrNull(measured.Comment),
				})
			}
		}
	}

	return values
}

func analysisOf(a ctgov.Analysis, titles map[string]string) gen.TrialsAnalysis {
	var groups []string
	for _, id := range a.Groups {
		if titles[id] == "" { // a number for an undescribed group means nothing
			groups = nil
			break
		}
		groups = append(groups, titles[id])
	}

	return gen.TrialsAnalysis{
		Groups:         groups,
		Description:    response.OrNull(a.Description),
		HypothesisType: response.OrNull(a.HypothesisType),
		Hypothesis:     response.OrNull(a.Hypothesis),
		Method:         response.OrNull(a.Method),
		PValue:         response.OrNull(a.PValue),
		PValueComment:  response.OrNull(a.PComment),
		EstimateType:   response.OrNull(a.ParamType),
		Estimate:       number(a.ParamValue),
		DispersionType: response.OrNull(a.DispersionType),
		Dispersion:     number(a.DispersionValue),
		CiPct:          number(a.CIPct),
		CiSides:        response.OrNull(a.CISides),
		CiLow:          number(a.CILow),
		CiHigh:         number(a.CIHigh),
		Comment:        response.OrNull(a.Comment),
	}
}

func adverseOf(a *ctgov.Adverse) *gen.TrialsAdverse {
	if a == nil || len(a.Groups) == 0 {
		return nil
	}
	adverse := gen.TrialsAdverse{
		TimeFrame:         response.OrNull(a.TimeFrame),
		Description:       response.OrNull(a.Description),
		OtherThresholdPct: number(strings.TrimSuffix(a.Threshold, "%")),
		Groups:            []gen.TrialsEventGroup{},
		SeriousTerms:      len(a.Serious),
		TopSerious:        []gen.TrialsEvent{},
	}
	if slices.ContainsFunc(a.Serious, isUncounted) {
		adverse.TopSerious = nil
	}
	titles := map[string]string{}
	for _, g := range a.Groups {
		titles[g.ID] = g.Title
		adverse.Groups = append(adverse.Groups, gen.TrialsEventGroup{
			Title:           g.Title,
			Deaths:          atMost(g.DeathsAffected, g.DeathsAtRisk),
			DeathsAtRisk:    g.DeathsAtRisk,
			SeriousAffected: atMost(g.SeriousAffected, g.SeriousAtRisk),
			SeriousAtRisk:   g.SeriousAtRisk,
			OtherAffected:   atMost(g.OtherAffected, g.OtherAtRisk),
			OtherAtRisk:     g.OtherAtRisk,
		})
	}

	if adverse.TopSerious == nil {
		return &adverse
	}
	serious := slices.Clone(a.Serious)
	slices.SortStableFunc(serious, func(x, y ctgov.Event) int { return cmp.Compare(affected(y), affected(x)) })
	for _, e := range serious[:min(len(serious), maxSerious)] {
		adverse.TopSerious = append(adverse.TopSerious, eventOf(e, titles))
	}
	return &adverse
}

// atMost is how many participants were affected, nil when it is more than were at risk.
func atMost(affected, atRisk *int) *int {
	if affected != nil && atRisk != nil && *affected > *atRisk {
		return nil
	}
	return affected
}

// isUncounted reports whether the number of participants with an event is unknown, so that it may be the most
// frequent one.
func isUncounted(e ctgov.Event) bool {
	for _, s := range e.Stats {
		if s.Affected != nil {
			return false
		}
	}
	return true
}

// affected is how many participants had the event, over all groups.
func affected(e ctgov.Event) int {
	total := 0
	for _, s := range e.Stats {
		if s.Affected != nil {
			total += *s.Affected
		}
	}
	return total
}

func eventOf(e ctgov.Event, titles map[string]string) gen.TrialsEvent {
	event := gen.TrialsEvent{
		Term:        e.Term,
		OrganSystem: response.OrNull(e.OrganSystem),
		Groups:      []gen.TrialsEventCount{},
	}
	for _, s := range e.Stats {
		event.Groups = append(event.Groups, gen.TrialsEventCount{
			Title:    cmp.Or(titles[s.Group], s.Group),
			Affected: atMost(s.Affected, s.AtRisk),
			AtRisk:   s.AtRisk,
			Events:   s.Events,
		})
	}
	return event
}

var plainNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// number is a published value as written. It is nil for words and bounds such as NA or <0.1, and for commas, which
// may separate thousands or decimals.
func number(text string) *json.Number {
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, ".") {
		text = "0" + text
	}
	if strings.HasPrefix(text, "-.") {
		text = "-0" + text[1:]
	}
	if len(text) > 40 || !plainNumber.MatchString(text) {
		return nil
	}
	return new(json.Number(text))
}

// whole is a nonnegative count, or nil.
func whole(text string) *int {
	count, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || count < 0 {
		return nil
	}
	return &count
}
