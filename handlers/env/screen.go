package env

import (
	"cmp"
	"context"
	"slices"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/scored"
	"github.com/farebox/farebox/internal/upstream"
	echodata "github.com/farebox/farebox/internal/upstream/echo"
)

// EnvScreen answers GET /env/screen: the facilities with a name, the highest risk first. ECHO is the only source.
func (h *Handlers) EnvScreen(ctx context.Context, req gen.EnvScreenRequestObject) (gen.EnvScreenResponseObject, error) {
	name, err := readName("name", req.Params.Name)
	if err != nil {
		return nil, err
	}
	state := response.OrZero(req.Params.State)

	found, err := h.found(ctx, echodata.Query{
		Name:  h.searched(name),
		State: state,
	})
	if broad := tooBroad(err); broad != nil {
		return nil, broad
	}
	if err != nil {
		return nil, err
	}

	rows := h.ranked(found.rows, name)
	if len(rows) == 0 {
		if err := h.same.Asks("name", name); err != nil {
			return nil, err
		}
	}
	total := max(len(rows), response.OrZero(found.summary.Facilities.Count()))
	shown := make([]gen.EnvScreening_Facilities, 0, req.Params.Limit)
	for _, row := range firstOf(rows, req.Params.Limit) {
		shown = append(shown, row.shown)
	}
	answer := gen.EnvScreen200JSONResponse{
		Query: gen.EnvScreening_Query{
			Name:  name,
			State: response.OrNull(state),
		},
		Count:      len(shown),
		Total:      total,
		Truncated:  total > len(shown),
		Summary:    summary(found.summary, total),
		Facilities: shown,
		Reasons:    []gen.Reason{},
		Sources:    []gen.Source{screenSource(found, total)},
		Disclaimer: proof,
	}
	answer.Partial = response.Partial(answer.Sources) || slices.ContainsFunc(rows, nameless)
	if worst := slices.IndexFunc(rows, func(r rankedRow) bool { return h.bears(name, r) }); worst >= 0 {
		answer.RiskScore = rows[worst].shown.RiskScore
		answer.Reasons = rows[worst].reasons
		unseen := h.unseen(name, rows, len(found.rows) < total)
		answer.RiskCategory = (*gen.EnvScreeningRiskCategory)(bands.Sure(answer.RiskScore, unseen))
	}
	return answer, nil
}

func screenSource(found search, total int) gen.Source {
	var none error
	if len(found.rows) == 0 {
		none = upstream.NotFound.Errorf("no facility")
	}
	source := response.Read(srcECHO, found.reads, none)
	source.Records = new(len(found.rows))
	if len(found.rows) < total {
		source.Detail = new("only the first facilities were read and ranked; the summary is of all")
	}
	return source
}

// unseen are the points that the facility with the highest risk may lack for want of data: one that was not read, or
// whose name is not told, may have any.
func (h *Handlers) unseen(name string, rows []rankedRow, unread bool) float64 {
	if unread || slices.ContainsFunc(rows, nameless) {
		return scored.Highest
	}

	points := 0.0
	for _, row := range rows {
		if h.bears(name, row) {
			points = max(points, row.record.tally().Unseen())
		}
	}
	return points
}

// bears says whether a facility's name begins with the one asked for. A facility that only has its words, or a name
// like it, is listed, and its record is not taken for that of the company.
func (h *Handlers) bears(name string, r rankedRow) bool {
	return h.same.Read(name).Begins(h.same.Read(response.OrZero(r.shown.Name)))
}

// nameless is a facility whose owner is unknown.
func nameless(r rankedRow) bool { return r.shown.Name == nil }

// rankedRow is a facility with the reasons for its place.
type rankedRow struct {
	shown   gen.EnvScreening_Facilities
	record  record
	reasons []gen.Reason
}

// ranked puts the highest risk first, and facilities without data last.
func (h *Handlers) ranked(list []echodata.Facility, name string) []rankedRow {
	rows := make([]rankedRow, 0, len(list))
	for _, f := range list {
		record := recordOf(f)
		score, reasons := record.risk()
		rows = append(rows, rankedRow{
			shown: gen.EnvScreening_Facilities{
				RegistryID:            string(f.Registry),
				Name:                  textOrNull(f.Name),
				MatchScore:            h.match(name, string(f.Name)),
				City:                  textOrNull(f.City),
				State:                 textOrNull(f.State),
				ComplianceStatus:      textOrNull(f.Status),
				QuartersNoncompliance: f.Quarters.Count(),
				SignificantViolation:  f.Significant.Flag(),
				Inspections5Y:         f.Inspections.Count(),
				LastInspectionDate:    response.Date(f.LastInspection.Day()),
				FormalActions:         f.FormalActions.Count(),
				InformalActions:       f.Informal.Count(),
				PenaltiesUSD:          response.NumberOrNull(dollars(f.Penalties)),
				LastPenaltyDate:       response.Date(f.LastPenalty.Day()),
				RiskScore:             score,
				Coverage:              record.tally().Coverage(),
				URL:                   reportURL(string(f.Registry)),
			},
			record:  record,
			reasons: reasons,
		})
	}

	slices.SortStableFunc(rows, func(a, b rankedRow) int {
		return cmp.Or(
			cmp.Compare(riskOrder(b), riskOrder(a)),
			cmp.Compare(response.OrZero(b.shown.MatchScore), response.OrZero(a.shown.MatchScore)),
			cmp.Compare(a.shown.RegistryID, b.shown.RegistryID),
		)
	})

	return rows
}

func riskOrder(r rankedRow) int {
	if r.shown.RiskScore == nil {
		return -1
	}
	return *r.shown.RiskScore
}

// recordOf is a row's record: ECHO's sums over all statutes. The flag of significant noncompliance is of now; how many
// quarters of it there were the row does not tell.
func recordOf(f echodata.Facility) record {
	return record{
		quarters:   f.Quarters.Count(),
		serious:    f.Significant.Flag(),
		formal:     f.FormalActions.Count(),
		informal:   f.Informal.Count(),
		penalties:  dollars(f.Penalties),
		seriousNow: standingOf(string(f.Status)) == seriously,
	}
}

func summary(s echodata.Summary, total int) gen.EnvScreening_Summary {
	return gen.EnvScreening_Summary{
		Facilities:                  total,
		WithCurrentViolations:       s.CurrentViolations.Count(),
		SignificantViolators:        s.Significant.Count(),
		FacilitiesInspected:         s.Inspected.Count(),
		FacilitiesWithFormalActions: s.FormalActions.Count(),
		TotalPenaltiesUSD:           response.NumberOrNull(dollars(s.Penalties)),
	}
}
