package fec

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	gen "github.com/farebox/farebox/gen/fec"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/openfec"
)

const (
	// mostListed is how many committees a search lists, mostTotals for how many of them the money is asked for.
	mostListed = 20
	mostTotals = 3

	// sameName is the score from which a committee has the name that was asked for.
	sameName = 85
)

// FecCommittee answers GET /fec/committee: one committee and its money side by side, or a search, those of the
// very name first, and then the money of the first committees.
func (h *Handlers) FecCommittee(
	ctx context.Context, req gen.FecCommitteeRequestObject,
) (gen.FecCommitteeResponseObject, error) {
	p := req.Params
	switch {
	case p.Q == nil && p.CommitteeID == nil:
		return nil, problem.InvalidCode("q", problem.CodeMissingInput, "give q or committee_id")
	case p.Q != nil && p.CommitteeID != nil:
		return nil, problem.InvalidCode("q", problem.CodeAmbiguous, "give q or committee_id, not both")
	case p.CommitteeID != nil:
		return h.committeeByID(ctx, strings.ToUpper(*p.CommitteeID))
	}

	asked, err := words("q", *p.Q)
	if err != nil {
		return nil, err
	}
	return h.committeesByName(ctx, asked)
}

// committeeParts is what the two requests about a committee gave.
type committeeParts struct {
	committee *openfec.Committee
	totals    []openfec.Totals
}

func (h *Handlers) committeeByID(ctx context.Context, id string) (gen.FecCommitteeResponseObject, error) {
	var parts committeeParts
	fused := upstream.FuseInto(ctx, &parts,
		upstream.Part(srcFEC, budget,
			func(ctx context.Context) (*openfec.Committee, error) { return h.fec.Committee(ctx, id) },
			func(all *committeeParts, c *openfec.Committee) { all.committee = c }),
		upstream.Part(srcTotals, budget,
			func(ctx context.Context) ([]openfec.Totals, error) { return h.fec.CommitteeTotals(ctx, id) },
			func(all *committeeParts, list []openfec.Totals) { all.totals = list }),
	)
	switch err := fused[0].Err; {
	case errors.Is(err, upstream.NotFound):
		return nil, problem.NotFound("committee_id", "the FEC has no committee with this id")
	case err != nil:
		return nil, err
	}

	one := entry(parts.committee)
	withTotals(&one, parts.totals, fused[1].Err)
	return gen.FecCommittee200JSONResponse{
		Query:      id,
		Count:      1,
		Total:      new(1),
		Committees: []gen.FecCommitteeEntry{one},
		Sources: []gen.Source{
			h.source(srcFEC, fused[0].Reads, nil),
			h.source(srcTotals, fused[1].Reads, fused[1].Err),
		},
		Partial:    fused.Partial(),
		Disclaimer: openfec.Disclaimer,
	}, nil
}

func (h *Handlers) committeesByName(ctx context.Context, asked string) (gen.FecCommitteeResponseObject, error) {
	searching, reads := upstream.WithReads(ctx)
	searching, cancel := context.WithTimeout(searching, budget)
	defer cancel()
	page, err := h.fec.FindCommittees(searching, asked, mostListed)
	if err == nil && len(page.Committees) == 0 {
		err = h.same.Asks("q", asked)
	}
	if err != nil {
		return nil, err
	}

	answer := gen.FecCommittee200JSONResponse{
		Query:      asked,
		Count:      len(page.Committees),
		Total:      page.Total,
		Truncated:  page.Total != nil && *page.Total > len(page.Committees),
		Committees: []gen.FecCommitteeEntry{},
		Sources:    []gen.Source{h.source(srcFEC, reads, nil)},
		Disclaimer: openfec.Disclaimer,
	}
	for i := range page.Committees {
		one := entry(&page.Committees[i])
		one.NameMatchScore = h.committeeScore(asked, page.Committees[i].Name)
		answer.Committees = append(answer.Committees, one)
	}
	named := func(c gen.FecCommitteeEntry) int { return response.OrZero(c.NameMatchScore) / sameName }
	slices.SortStableFunc(answer.Committees, func(x, y gen.FecCommitteeEntry) int { return named(y) - named(x) })

	var sources []upstream.Source[[]openfec.Totals]
	for _, c := range answer.Committees[:min(len(answer.Committees), mostTotals)] {
		id := c.CommitteeID
		sources = append(sources, upstream.Source[[]openfec.Totals]{
			Name:   srcTotals,
			Budget: budget,
			Call:   func(ctx context.Context) ([]openfec.Totals, error) { return h.fec.CommitteeTotals(ctx, id) },
		})
	}
	for i, outcome := range upstream.Fuse(ctx, sources...) {
		withTotals(&answer.Committees[i], outcome.Value, outcome.Err)
		answer.Sources = append(answer.Sources, h.source(srcTotals, outcome.Reads, outcome.Err))
		answer.Partial = answer.Partial || upstream.Lacking(outcome.Status())
	}
	return answer, nil
}

// entry is a committee as answers list it, without its money.
func entry(c *openfec.Committee) gen.FecCommitteeEntry {
	e := gen.FecCommitteeEntry{
		CommitteeID:            c.ID,
		Name:                   text(c.Name),
		Type:                   text(c.Type),
		TypeDescription:        text(c.TypeDescription),
		Designation:            text(c.Designation),
		DesignationDescription: text(c.DesignationDescription),
		Organization:           text(c.Organization),
		AffiliatedWith:         affiliation(c.Affiliated),
		Party:                  text(c.Party),
		PartyName:              text(c.PartyName),
		State:                  text(c.State),
		Treasurer:              text(c.Treasurer),
		Status:                 status(c.FilingFrequency),
		CandidateIds:           append([]string{}, c.CandidateIDs...),
		Cycles:                 append([]int{}, c.Cycles...),
		FirstFiledDate:         day(c.FirstFiled),
		LastFiledDate:          day(c.LastFiled),
		TotalsByPeriod:         []gen.FecPeriodTotals{},
		URL:                    "https://www.fec.gov/data/committee/" + c.ID + "/",
	}

	slices.SortFunc(e.Cycles, func(a, b int) int { return cmp.Compare(b, a) })
	return e
}

// affiliation leaves out what committees write when there is none.
func affiliation(name string) *string {
	if strings.EqualFold(strings.TrimSpace(name), "NONE") {
		return nil
	}
	return text(name)
}

// status reads how often a committee files: T and A stand for one that has ended, by itself or by the FEC.
func status(frequency string) *gen.FecCommitteeEntryStatus {
	switch frequency {
	case "":
		return nil
	case "T", "A":
		return new(gen.Terminated)
	}
	return new(gen.Active)
}

// withTotals puts a committee's money in. A committee that the source has no money of is evaluated too.
func withTotals(e *gen.FecCommitteeEntry, list []openfec.Totals, err error) {
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return
	}
	e.TotalsEvaluated = true
	for _, t := range list {
		e.TotalsByPeriod = append(e.TotalsByPeriod, periodTotals(t))
	}
	slices.SortStableFunc(e.TotalsByPeriod, func(a, b gen.FecPeriodTotals) int {
		return cmp.Compare(b.Period,
			a.Period)
	})
	if len(e.TotalsByPeriod) > 0 {
		e.Totals = &e.TotalsByPeriod[0]
	}
}

func periodTotals(t openfec.Totals) gen.FecPeriodTotals {
	return gen.FecPeriodTotals{
		Period:                     t.Period,
		CoverageStartDate:          day(t.CoverageStart),
		CoverageEndDate:            day(t.CoverageEnd),
		ReceiptsUSD:                response.NumberOrNull(t.Receipts),
		IndividualContributionsUSD: response.NumberOrNull(t.Individuals),
		CommitteeContributionsUSD:  response.NumberOrNull(t.CommitteesGave),
		ContributionRefundsUSD:     response.NumberOrNull(t.ContributionRefunds),
		DisbursementsUSD:           response.NumberOrNull(t.Disbursements),
		CashOnHandUSD:              response.NumberOrNull(t.Cash),
		DebtsUSD:                   response.NumberOrNull(t.Debts),
		LastReport:                 text(t.LastReport),
	}
}
