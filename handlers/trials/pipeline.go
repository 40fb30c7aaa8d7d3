package trials

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

const (
	maxCounted  = 1000
	maxTops     = 10
	maxReadouts = 25
	maxTrials   = 25
)

// activeStatuses are those of running and upcoming studies.
var activeStatuses = []string{
	"ACTIVE_NOT_RECRUITING", "ENROLLING_BY_INVITATION", "NOT_YET_RECRUITING", "RECRUITING",
}

// A reading is a possible meaning of a caller's words.
type reading struct {
	name  gen.TrialsPipelineMatchedAs
	query func(words string) ctgov.Query
}

// readings are in tie-breaking order.
var readings = []reading{
	{gen.TrialsPipelineMatchedAsIntervention, func(w string) ctgov.Query { return ctgov.Query{Intervention: w} }},
	{gen.TrialsPipelineMatchedAsCondition, func(w string) ctgov.Query { return ctgov.Query{Condition: w} }},
	{gen.TrialsPipelineMatchedAsSponsor, func(w string) ctgov.Query { return ctgov.Query{Sponsor: w} }},
}

// TrialsPipeline answers GET /trials/pipeline.
//
// The registry's search for interventions includes titles, so it also finds studies for a disease or a company. The
// reading is therefore the one with most studies, not the first with any, and the answer has all counts.
func (h *Handlers) TrialsPipeline(
	ctx context.Context, req gen.TrialsPipelineRequestObject,
) (gen.TrialsPipelineResponseObject, error) {
	words, err := plainWords("intr", req.Params.Intr)
	if err != nil {
		return nil, err
	}

	read, matches, err := h.read(ctx, words, req.Params.As)
	if err != nil {
		return nil, h.failedPipeline(err)
	}
	query := read.query(words)
	query.Size = maxCounted
	query.Sort = "LastUpdatePostDate:desc"
	asked, reads := upstream.WithReads(ctx)
	page, err := h.registry.Search(asked, query)
	if err != nil {
		return nil, h.failedPipeline(err)
	}
	if err := reads.TooOld(ctgov.Provider.Name); err != nil {
		return nil, err
	}
	if len(page.Studies) == 0 {
		return nil, problem.NotFound("intr", "ClinicalTrials.gov has no study on %s", words)
	}

	answer := pipelineOf(page, h.now())
	answer.AsOf = response.Moment(new(reads.FetchedAt()))
	answer.Query = words
	answer.MatchedAs = read.name
	answer.Matches = matches
	answer.Warnings = warningsOf(read, matches, answer)
	return gen.TrialsPipeline200JSONResponse(answer), nil
}

func (h *Handlers) failedPipeline(err error) error {
	if refusedQuery(err) {
		return problem.Invalid("intr", "ClinicalTrials.gov cannot read these words; use fewer or simpler ones")
	}
	return failed(err)
}

// read decides the meaning of the words: the caller's choice, or else the one with most studies.
func (h *Handlers) read(
	ctx context.Context, words string, as *gen.TrialsPipelineParamsAs,
) (reading, gen.TrialsMatches, error) {
	if as != nil {
		i := slices.IndexFunc(readings, func(r reading) bool { return string(r.name) == string(*as) })
		return readings[i], gen.TrialsMatches{}, nil
	}

	ask := func(ctx context.Context, r reading) (int, error) { return h.registry.Count(ctx, r.query(words)) }
	counts, err := upstream.AskEach(ctx, ctgov.Provider.Name, readings, ask).Values()
	if err != nil {
		return reading{}, gen.TrialsMatches{}, err
	}
	return readings[slices.Index(counts, slices.Max(counts))], gen.TrialsMatches{
		Intervention: &counts[0],
		Condition:    &counts[1],
		Sponsor:      &counts[2],
	}, nil
}

// warningsOf names other readings with at least half as many studies, and what was not counted.
func warningsOf(read reading, matches gen.TrialsMatches, answer gen.TrialsPipeline) []string {
	warnings := []string{}
	for i, count := range []*int{matches.Intervention, matches.Condition, matches.Sponsor} {
		if count != nil && readings[i].name != read.name && 2**count >= answer.Total {
			warnings = append(warnings, fmt.Sprintf(
				"read as %s; as %s the words find %s, see the parameter as",
				read.name, readings[i].name, scored.Count(*count, "study")))
		}
	}
	if answer.Truncated {
		warnings = append(warnings, fmt.Sprintf(
			"figures are of the %d studies updated last, not of all %d", answer.Counted, answer.Total))
	}
	return warnings
}

func pipelineOf(page ctgov.Page, now time.Time) gen.TrialsPipeline {
	studies := page.Studies
	active := slices.DeleteFunc(slices.Clone(studies), func(s ctgov.Study) bool { return !isActive(s) })
	begun := slices.DeleteFunc(slices.Clone(studies), func(s ctgov.Study) bool {
		return s.Protocol.Status.Overall == "WITHDRAWN"
	})

	return gen.TrialsPipeline{
		Total:                   *page.Total,
		Counted:                 len(studies),
		Truncated:               *page.Total > len(studies),
		ActiveCount:             len(active),
		MostAdvancedPhase:       response.OrNull(gen.TrialsPipelineMostAdvancedPhase(highest(begun))),
		MostAdvancedActivePhase: response.OrNull(gen.TrialsPipelineMostAdvancedActivePhase(highest(active))),
		ByPhase:                 byPhase(studies),
		ByStatus:                byStatus(studies),
		TopSponsors:             topSponsors(studies),
		TopConditions:           topConditions(studies),
		UpcomingReadouts:        readouts(active, now),
		Trials:                  leading(studies),
		CheckedAt:               now.UTC().Truncate(time.Second),
		Attribution:             ctgov.Provider.Attribution,
	}
}

func isActive(s ctgov.Study) bool { return slices.Contains(activeStatuses, s.Protocol.Status.Overall) }

// rank orders sets of phases: by the highest, then by the lowest. A study without phases comes last.
func rank(s ctgov.Study) int {
	low := len(phases)
	high := -1
	for _, phase := range s.Protocol.Design.Phases {
		i := slices.Index(phases, phase)
		if i < 0 {
			continue
		}
		low = min(low, i)
		high = max(high, i)
	}
	if high < 0 {
		return -1
	}
	return high*len(phases) + low
}

// highest is the highest phase of the studies, or "".
func highest(studies []ctgov.Study) string {
	best := 0
	for _, s := range studies {
		if r := rank(s); r >= 0 {
			best = max(best, r/len(phases))
		}
	}
	if best == 0 {
		return "" // the first in the list means that a study has none
	}
	return phases[best]
}

func byPhase(studies []ctgov.Study) []gen.TrialsPhaseCount {
	groups := map[int][]ctgov.Study{}
	for _, s := range studies {
		groups[rank(s)] = append(groups[rank(s)], s)
	}

	list := []gen.TrialsPhaseCount{}
	for _, r := range slices.Backward(slices.Sorted(maps.Keys(groups))) {
		group := groups[r]
		count := gen.TrialsPhaseCount{
			Phase:    phasesOf[gen.TrialsPhaseCountPhase](group[0].Protocol.Design.Phases),
			Trials:   len(group),
			ByStatus: byStatus(group),
		}
		for _, s := range group {
			if isActive(s) {
				count.Active++
			}
		}
		list = append(list, count)
	}
	return list
}

func byStatus(studies []ctgov.Study) []gen.TrialsStatusCount {
	list := []gen.TrialsStatusCount{}
	for _, c := range tally(studies, func(s ctgov.Study) []string {
		if !slices.Contains(statuses, s.Protocol.Status.Overall) {
			return []string{""}
		}
		return []string{s.Protocol.Status.Overall}
	}) {
		list = append(list, gen.TrialsStatusCount{
			Status: word[gen.TrialsStatusCountStatus](c.name, statuses),
			Trials: c.trials,
		})
	}
	return list
}

func topSponsors(studies []ctgov.Study) []gen.TrialsSponsorCount {
	counts := tally(studies, func(s ctgov.Study) []string { return named(s.Protocol.Sponsors.Lead.Name) })

	list := []gen.TrialsSponsorCount{}
	for _, c := range counts[:min(len(counts), maxTops)] {
		list = append(list, gen.TrialsSponsorCount{Name: c.name, Trials: c.trials})
	}
	return list
}

func topConditions(studies []ctgov.Study) []gen.TrialsConditionCount {
	counts := tally(studies, func(s ctgov.Study) []string { return named(s.Protocol.Conditions.Conditions...) })

	list := []gen.TrialsConditionCount{}
	for _, c := range counts[:min(len(counts), maxTops)] {
		list = append(list, gen.TrialsConditionCount{Name: c.name, Trials: c.trials})
	}
	return list
}

// named are the nonempty names, each once.
func named(names ...string) []string {
	var list []string
	for _, name := range names {
		if name != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

type counted struct {
	name   string
	trials int
}

// tally counts the studies by names, most studies first.
func tally(studies []ctgov.Study, names func(ctgov.Study) []string) []counted {
	counts := map[string]int{}
	for _, s := range studies {
		for _, name := range names(s) {
			counts[name]++
		}
	}

	list := make([]counted, 0, len(counts))
	for name, trials := range counts {
		list = append(list, counted{name, trials})
	}
	slices.SortFunc(list, func(a, b counted) int {
		return cmp.Or(cmp.Compare(b.trials, a.trials), strings.Compare(a.name, b.name))
	})
	return list
}

// readouts are the primary completions of phase 2 and 3 in the twelve months from now, soonest first. One known to
// the month counts if any day of the month is within.
func readouts(active []ctgov.Study, now time.Time) []gen.TrialsReadout {
	today := now.UTC().Format(time.DateOnly)
	last := now.UTC().AddDate(1, 0, 0).Format(time.DateOnly)
	due := slices.DeleteFunc(slices.Clone(active), func(s ctgov.Study) bool {
		d := dateOf(s.Protocol.Status.PrimaryCompletion)
		reached := s.Protocol.Status.PrimaryCompletion.Type == "ACTUAL"
		if d == nil || reached || !inPhases(s, "PHASE2", "PHASE3") {
			return true
		}
		length := len(d.Text)
		return d.Precision == gen.Year || d.Text < today[:length] || d.Text > last[:length]
	})
	slices.SortFunc(due, func(a, b ctgov.Study) int {
		return cmp.Or(
			strings.Compare(a.Protocol.Status.PrimaryCompletion.Date, b.Protocol.Status.PrimaryCompletion.Date),
			strings.Compare(a.Protocol.Identification.NCT, b.Protocol.Identification.NCT),
		)
	})

	list := []gen.TrialsReadout{}
	for _, s := range due[:min(len(due), maxReadouts)] {
		p := s.Protocol
		list = append(list, gen.TrialsReadout{
			NctID:             p.Identification.NCT,
			Title:             titleOf(p),
			Phase:             phasesOf[gen.TrialsReadoutPhase](p.Design.Phases),
			Status:            word[gen.TrialsReadoutStatus](p.Status.Overall, statuses),
			Sponsor:           response.OrNull(p.Sponsors.Lead.Name),
			PrimaryCompletion: *dateOf(p.Status.PrimaryCompletion),
			URL:               pageOf(p.Identification.NCT),
		})
	}
	return list
}

func inPhases(s ctgov.Study, wanted ...string) bool {
	return slices.ContainsFunc(s.Protocol.Design.Phases, func(p string) bool { return slices.Contains(wanted, p) })
}

// leading are the studies of the highest phases, latest start first.
func leading(studies []ctgov.Study) []gen.TrialsSummary {
	sorted := slices.Clone(studies)
	slices.SortFunc(sorted, func(a, b ctgov.Study) int {
		return cmp.Or(
			cmp.Compare(rank(b), rank(a)),
			strings.Compare(b.Protocol.Status.Start.Date, a.Protocol.Status.Start.Date),
			strings.Compare(b.Protocol.Identification.NCT, a.Protocol.Identification.NCT),
		)
	})

	return response.Items(response.Each(sorted[:min(len(sorted), maxTrials)], summaryOf))
}
