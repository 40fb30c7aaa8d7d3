package trials

import (
	"context"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/trials"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream/ctgov"
)

// TrialsSearch answers GET /trials/search.
func (h *Handlers) TrialsSearch(
	ctx context.Context, req gen.TrialsSearchRequestObject,
) (gen.TrialsSearchResponseObject, error) {
	query, err := queryOf(req.Params)
	if err != nil {
		return nil, err
	}

	page, err := h.registry.Search(ctx, ctgov.Query{
		Condition: response.OrZero(query.Cond),
		Statuses:  response.Texts(query.Status),
		Advanced:  advanced(query),
		Size:      req.Params.Limit,
		Token:     response.OrZero(req.Params.Cursor),
	})
	if refusedQuery(err) {
		if req.Params.Cursor != nil {
			return nil, problem.Invalid("cursor", "cursor must be next_cursor of an answer to the same inputs")
		}
		return nil, problem.Invalid("cond", "ClinicalTrials.gov cannot read these words; use fewer or simpler ones")
	}
	if err != nil {
		return nil, failed(err)
	}

	answer := gen.TrialsSearch200JSONResponse{
		Query:       query,
		Total:       page.Total,
		Count:       len(page.Studies),
		Truncated:   page.Next != "",
		NextCursor:  response.OrNull(page.Next),
		Attribution: ctgov.Provider.Attribution,
	}
	answer.Studies = response.Items(response.Each(page.Studies, summaryOf))
	return answer, nil
}

// queryOf reads the inputs; at least one must narrow the search.
func queryOf(params gen.TrialsSearchParams) (gen.TrialsQuery, error) {
	query := gen.TrialsQuery{
		Phase:  []gen.TrialsQueryPhase{},
		Status: []gen.TrialsQueryStatus{},
	}
	if params.Cond != nil {
		words, err := plainWords("cond", *params.Cond)
		if err != nil {
			return query, err
		}
		query.Cond = &words
	}
	for _, p := range params.Phase {
		phase := gen.TrialsQueryPhase(p)
		if len(p) == 1 {
			phase = "PHASE" + phase
		}
		if !slices.Contains(query.Phase, phase) {
			query.Phase = append(query.Phase, phase)
		}
	}
	for _, s := range params.Status {
		query.Status = append(query.Status, gen.TrialsQueryStatus(s))
	}
	if params.StudyType != nil {
		query.StudyType = new(gen.TrialsQueryStudyType(*params.StudyType))
	}
	if params.Country != nil {
		query.Country = params.Country
		query.CountryName = &countryNames(*params.Country)[0]
	}

	if query.Cond == nil && len(query.Phase) == 0 && len(query.Status) == 0 &&
		query.StudyType == nil && query.Country == nil {
		return query, problem.InvalidCode("cond", problem.CodeMissingInput,
			"at least one of cond, phase, status, study_type and country is required")
	}
	return query, nil
}

// advanced is the registry's expression for inputs without a separate parameter. It contains none of the caller's
// text.
func advanced(q gen.TrialsQuery) string {
	var parts []string
	if len(q.Phase) > 0 {
		parts = append(parts, "AREA[Phase]"+anyOf(response.Texts(q.Phase)))
	}
	if q.StudyType != nil {
		parts = append(parts, "AREA[StudyType]"+string(*q.StudyType))
	}
	if q.Country != nil {
		parts = append(parts, inCountry(*q.Country))
	}
	return strings.Join(parts, " AND ")
}

// anyOf is the registry's expression for any of the terms.
func anyOf(terms []string) string {
	if len(terms) == 1 {
		return terms[0]
	}
	return "(" + strings.Join(terms, " OR ") + ")"
}

func summaryOf(s ctgov.Study) gen.TrialsSummary {
	p := s.Protocol
	summary := gen.TrialsSummary{
		NctID:                 p.Identification.NCT,
		Title:                 titleOf(p),
		Status:                word[gen.TrialsSummaryStatus](p.Status.Overall, statuses),
		Phase:                 phasesOf[gen.TrialsSummaryPhase](p.Design.Phases),
		StudyType:             word[gen.TrialsSummaryStudyType](p.Design.StudyType, studyTypes),
		Conditions:            response.Items(p.Conditions.Conditions),
		Sponsor:               response.OrNull(p.Sponsors.Lead.Name),
		Enrollment:            enrollmentOf(p.Design),
		StartDate:             day(p.Status.Start),
		PrimaryCompletionDate: day(p.Status.PrimaryCompletion),
		CompletionDate:        day(p.Status.Completion),
		Dates:                 datesOf(p.Status),
		HasResults:            s.HasResults,
		URL:                   pageOf(p.Identification.NCT),
	}

	for _, i := range p.Arms.Interventions {
		summary.Interventions = append(summary.Interventions, gen.TrialsTreatment{
			Type: response.OrNull(i.Type),
			Name: i.Name,
		})
	}

	return summary
}
